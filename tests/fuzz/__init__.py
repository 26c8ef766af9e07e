"""Decoders fed with whatever a line can bring, and an oracle that finds sound frames by itself."""
