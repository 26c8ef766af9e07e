"""Coups by the million, in numpy's arrays, settled by a table that the core's own coups fill in."""
