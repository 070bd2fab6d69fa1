"""What `compare` says with its defaults where the truth is known."""
