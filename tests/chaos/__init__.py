"""A virtual shoe with every fault, a real line, a real log, and a crew that knows the truth."""
