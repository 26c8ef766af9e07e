"""Shoeboard's server: keeps the log, works out the table from it, and tells the displays."""
