"""Simulation: artificial learning algorithms whose true difference is known, and what the procedures say of them."""

from betterthan.simulation.classifier_pair import cross_validated, data_sets
from betterthan.simulation.type_one import Rejections, type_one_error

__all__ = ["Rejections", "cross_validated", "data_sets", "type_one_error"]
