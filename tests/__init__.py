"""Tests: whole shoes in short notation, real ports, real browsers."""
