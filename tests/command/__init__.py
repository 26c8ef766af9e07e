"""The `shoeboard` command as other programs call it."""
