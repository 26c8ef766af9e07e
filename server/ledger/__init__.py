"""The history as rows that are found fast: worked out from the log, thrown away and made anew."""
