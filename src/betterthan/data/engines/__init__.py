"""Where the rows live and the sums are computed."""
