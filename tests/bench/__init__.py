"""Speed, measured and printed, never tested: `make bench`."""
