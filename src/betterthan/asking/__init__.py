"""What is computed from scores: comparisons, rankings, tables, sensitivity and scaling."""
