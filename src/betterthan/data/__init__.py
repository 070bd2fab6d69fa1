"""Data: where scores come from, and the tables that procedures take."""
