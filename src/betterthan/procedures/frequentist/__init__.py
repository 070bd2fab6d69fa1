"""Classical procedures, a file each."""
