"""The journal: each entry of the log as a row that says who did what, when, why. Reads only."""
