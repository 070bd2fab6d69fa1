"""Probability laws of one number, one file each: what a `DifferencePosterior` is made of."""
