"""What settled coups come to, against what the rules expect: pure numbers, told by a page and JSON.

Nothing here foretells a coup: each is dealt from what is left of a shuffled shoe.
"""
