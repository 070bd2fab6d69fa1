"""Reports: an answer in words, tables and pictures."""
