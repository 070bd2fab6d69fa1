"""Decision rules: from probabilities to a verdict, a file each, and the table of them."""
