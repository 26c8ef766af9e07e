"""A virtual shoe: what a real one puts on the line, and every way in which it goes wrong.

It is the other end of a reader's line and knows nothing of readers: cards in, bytes out.
"""
