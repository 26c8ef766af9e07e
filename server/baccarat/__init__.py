"""The game: pure values and functions. No clock, file, socket, thread, chance or logging here.

Read the files in the order in which they import one another: cards, tableau, coup, rules,
events, effective, shoe, allowed, dealing, reports, play, roads, snapshot.
"""
