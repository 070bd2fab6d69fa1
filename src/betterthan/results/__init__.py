"""What procedures return: posteriors and tests, the laws that they are made of, and the rope they are asked about."""
