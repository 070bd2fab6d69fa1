"""Sources: the kinds of files that scores are read from, a file each, and the table of them."""
