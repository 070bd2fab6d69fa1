"""Calibration: whether probabilities come true, and maps of scores to probabilities that do better."""
