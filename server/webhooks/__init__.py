"""Webhooks: the log told to other systems; only how far each has come is kept beside it."""
