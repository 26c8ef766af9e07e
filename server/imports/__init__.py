"""Other people's histories: read from their files, checked line by line, kept as logs of ours."""
