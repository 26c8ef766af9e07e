"""How the log's database came to its present form, one file a step; run by EventLog.open."""
