"""The API for other systems: what it takes and answers is written once, and documented so."""
