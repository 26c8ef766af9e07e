"""The game's own tests: cards, tableau, coups, roads, shoes and houses, in short notation."""
