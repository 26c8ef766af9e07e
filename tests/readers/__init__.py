"""Readers on real bytes: golden frames, torn streams, real ptys and sockets."""
