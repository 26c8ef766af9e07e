"""The whole product at work: a real server, real Chromium, real signals."""
