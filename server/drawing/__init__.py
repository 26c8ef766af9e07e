"""Boards as shapes, drawn on the server from the display's own roads, for SVG, PNG and PDF."""
