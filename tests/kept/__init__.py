"""What is kept: the log, the table over it, the pump into it, the history out of it."""
