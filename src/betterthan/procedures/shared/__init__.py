"""What several procedures use."""
