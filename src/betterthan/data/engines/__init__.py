"""Where the rows live and the sums are computed. An engine implements the contract `betterthan.data.rows.Rows`."""
