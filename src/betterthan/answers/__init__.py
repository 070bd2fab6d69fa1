"""Answers: the frozen records that a user holds."""
