"""The game: pure values and functions. No clock, file, socket, thread, chance or logging here.

Read the files in the order in which they import one another: cards, tableau, coup, facts,
bets, odds, rules, events, effective, hits, payout, shoe, allowed, dealing, reports, play, roads,
snapshot.
"""
