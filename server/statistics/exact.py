"""How often each thing comes in a coup out of a full shoe: exact, by enumeration of every coup."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import perm

from ..baccarat.cards import CARDS_IN_A_DECK, RANKS, SUITS
from ..baccarat.coup import MOST_CARDS

# By decks: of all ordered deals of six cards, those that begin with a coup that the banker wins,
# that the player wins, that is a natural, that takes four cards, five cards. A test counts anew.
_COUNTS = {
    1: (6737232640, 6548674432, 5048422656, 5570551296, 4477116224),
    2: (501543728128, 487816735232, 375439996800, 414471340800, 332454304512),
    3: (6000349195008, 5837305562496, 4490236370304, 4957929457920, 3974206109760),
    4: (34543624867840, 33608344225792, 25845956726016, 28540630927872, 22870191561728),
    5: (133700037548800, 130087780016000, 100026700492800, 110461562265600, 88497515400000),
    6: (403095751234560, 392220492728832, 301554615390336, 333025560274176, 266771777612544),
    7: (1023469376328448, 995884732700032, 765620710807680, 845545570087680, 677264311287872),
    8: (2292252566437888, 2230518282592256, 1714696016515584, 1893735611458560, 1516734808780800),
    9: (4665676262757120, 4540095442933632, 3490023086712576, 3854494453289472, 3086979336191808),
    10: (8807402586035200, 8570454841408000, 6587987849404800, 7276079996409600, 5826993736160000),
    11: (
        15643682376129280,
        15222978065896832,
        11701371801119616,
        12923674364595456,
        10349452418969664,
    ),
    12: (
        26425038379143168,
        25714619121272832,
        19765484546952960,
        21830339703836160,
        17481502541970432,
    ),
}
DECKS = tuple(_COUNTS)


@cache
def expected(decks: int) -> dict[str, Fraction]:
    """The share of coups of each kind; raises KeyError for other than 1 to 12 decks.

    It is the share among the first coups of shoes, or among the tenth: whichever every shoe has.
    Whether there is one more at a shoe's end hangs on the cards before it, so over whole shoes the
    shares are others in the fourth decimal place: too little to show in a shoe, or in a hundred.
    """
    banker, player, natural, four, five = (
        Fraction(count, perm(CARDS_IN_A_DECK * decks, MOST_CARDS)) for count in _COUNTS[decks]
    )
    of_a_rank = len(SUITS) * decks
    pair = Fraction(of_a_rank - 1, len(RANKS) * of_a_rank - 1)
    return {
        "banker": banker,
        "player": player,
        "tie": 1 - banker - player,
        "natural": natural,
        "player_pair": pair,
        "banker_pair": pair,
        "cards_4": four,
        "cards_5": five,
        "cards_6": 1 - four - five,
    }
