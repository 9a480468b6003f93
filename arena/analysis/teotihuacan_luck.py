"""The chance events of Teotihuacan: tiles that come to offers and boards, neutral workers, and the automaton's dice."""

from collections import Counter
from typing import Any, Final

from arena.analysis.luck import GameChance, Outcome, Revealed, kinds_left, weighed
from arena.analysis.outlook import Outlook
from arena.bots.prospects import Prospects, rounds_to_come
from arena.games.game import State
from arena.games.steps import Step
from arena.games.teotihuacan.actions.construction import RefillPyramid
from arena.games.teotihuacan.actions.decorations import RefillDecorations
from arena.games.teotihuacan.calendar import DARK_DISC
from arena.games.teotihuacan.eclipse import Close
from arena.games.teotihuacan.neutrals import FIRST_BOARDS, TILES, draw
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS, EndSetup
from arena.games.teotihuacan.solo.automaton import ACTION_IDS
from arena.games.teotihuacan.solo.pyramid import PLACE_OF_SUM
from arena.games.teotihuacan.solo.teotibot import PIPS, TeotibotTurn
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import FOREST, GOLD_DEPOSITS, HAND, WHEEL
from arena.games.teotihuacan.worship import Refill

# Points for a neutral worker beside a worker of the seat, measured in games of mcts-50: docs/analysis.md.
BESIDE_NEUTRAL: Final = -1.3
AT_ACTIONS: Final = 0.8  # more on the boards of Main actions other than the three that gather
GATHERING: Final = 0.55  # more for each power of a worker on those three
ACTION_BOARDS: Final = (5, 6, 7, 8)
QUARTERS: Final = 4  # the number of rotations of a tile

# The chapter of docs/rules/teotihuacan.md that has each step that asks.
CHAPTERS: Final = {
    "AnyGoods": "T-1.7",
    "Keep": "T-2.3",
    "Take": "T-2.3",
    "RaiseStarting": "T-2.3",
    "ClaimTied": "T-2.3",
    "Settle": "T-2.3",
    "Act": "T-3.2",
    "EndWindow": "T-3.6",
    "Opening": "T-4",
    "ChooseFirst": "T-6",
    "ClaimBeside": "T-6",
    "BuyTechnology": "T-7.5",
    "BuildForNobles": "T-7.6",
    "Decorate": "T-7.7",
    "Build": "T-7.8",
    "Pay": "T-7.8",
    "OrderTemples": "T-7.8",
    "MainPowerUp": "T-9",
    "AscensionReward": "T-9",
    "AnyTemple": "T-10",
    "AvenueClaim": "T-10",
    "MajorStep": "T-10",
    "AfterClaim": "T-11",
    "OptionalPowerUps": "T-11",
    "PowerUp": "T-11",
    "Purchase": "T-12",
    "Exchange": "T-13",
    "Salary": "T-14",
}

Slots = list[tuple[str, int, int]]  # what was filled: which offer, the place in it, and the tile


class TeotihuacanOutlook(Outlook):
    """Computes the expected score of each seat in a position of Teotihuacan."""

    def progress(self, state: State) -> float:
        """Return the share of the game that is over, from 0 to 1, by the rounds: one turn of each seat."""
        assert isinstance(state, Teotihuacan)
        rounds = sum(disc + 1 for disc in DARK_DISC[state.seats])
        return max(0.0, min(1.0, 1 - rounds_to_come(state) / rounds))

    def open_points(self, state: State) -> list[float]:
        """Return a list with the number of points that the neutral workers are worth for each seat."""
        assert isinstance(state, Teotihuacan)
        crowd = Counter(board for boards in state.neutrals for board in boards)
        if not crowd:
            return [0.0] * state.seats
        points: list[float] = []
        for player in state.players:
            worth = 0.0
            for worker in player.workers:
                board = worker.board
                if WHEEL < board < HAND and board in crowd:
                    each = BESIDE_NEUTRAL + (AT_ACTIONS if board in ACTION_BOARDS else 0.0)
                    each += GATHERING * worker.power if FOREST <= board <= GOLD_DEPOSITS else 0.0
                    worth += crowd[board] * each
            points.append(worth)
        return points


class TeotihuacanChance(GameChance):
    """T-1.8, T-2.4, T-6.7, T-7.7.4, T-7.8.5, T-14.8, T-17.3.1: the chance events of drawn tiles and rolled dice."""

    chapters = CHAPTERS
    outlook = TeotihuacanOutlook(Prospects(40), (17.0, 5.2), bend=1)

    def carry_out(self, state: State, step: Step[Any], shown: list[Revealed]) -> bool:
        """Carry out a step of the engine's play, and add to `shown` the events of chance that it causes.

        Return the result of `step.begin`: True if the step asks a seat. Only a few kinds of step draw tiles or roll
        dice.
        """
        assert isinstance(state, Teotihuacan)
        if isinstance(step, RefillPyramid | RefillDecorations | Refill):
            before = without_stacks(state)
            step.begin(before)
            asks = step.begin(state)
            shown += self.filled(before, state)
            return asks
        if isinstance(step, TeotibotTurn):
            return self.automaton_turn(state, step, shown)
        if isinstance(step, EndSetup | Close) and moves_neutrals(state, step):
            return self.neutrals_move(state, step, shown)
        return step.begin(state)

    # Tiles -----------------------------------------------------------------------------------------------------------

    def filled(self, before: Teotihuacan, after: Teotihuacan) -> list[Revealed]:
        """Return the chance events of the tiles that filled empty places, in order.

        `before` is the position without these tiles. This call puts each tile into it, one after the other.
        """
        shown: list[Revealed] = []
        put_stacks_back(before, after)
        slots = slots_filled(before, after)
        for offer, _, tile in slots:
            stack_of(before, offer).append(tile)
        for offer, place, tile in slots:
            shown.append(self.one_filled(before, offer, place, tile))
            stack_of(before, offer).remove(tile)
            offer_of(before, offer)[place] = tile
        return shown

    def one_filled(self, state: Teotihuacan, offer: str, place: int, tile: int) -> Revealed:
        """Return the event of chance that a tile from a stack fills an empty place. `offer` is the kind of tile.

        In `state` the tile is still in the stack. So the place can be valued with each tile of the stack, for
        comparison.
        """
        places = offer_of(state, offer)
        empty = places[place]
        outcomes: dict[int, Outcome] = {}
        for kind, count in kinds_left(stack_of(state, offer)):
            places[place] = kind
            outcomes[kind] = (count, self.outlook.values(state))
        places[place] = empty
        what = TOLD[offer].format(IDS[offer][tile], place)
        return weighed(f"{offer}_filled", what, outcomes[tile], [*outcomes.values()])

    # Neutral workers -------------------------------------------------------------------------------------------------

    def neutrals_move(self, state: Teotihuacan, step: Step[Any], shown: list[Revealed]) -> bool:
        """T-2.4, T-14.8: carry out a step of the engine's play that places neutral workers.

        Return True if a seat has to decide in this step. For each colour of the workers, add an event of chance to the
        list `shown`.
        """
        kept = [tile for tiles in state.kept for tile in tiles]
        colours = len(state.neutrals)
        drawn = draw(state.neutral_stacks[0], kept, 2 * colours)
        left = sorted(set(range(TILES)).difference(kept))
        stood = state.neutrals[:]
        asks = step.begin(state)
        after = state.clone()
        after.neutrals = stood
        for colour in range(colours):
            first, second = drawn[2 * colour : 2 * colour + 2]
            shown.append(self.colour_moves(after, colour, left, FIRST_BOARDS[first * TILES + second]))
            after.neutrals[colour] = FIRST_BOARDS[first * TILES + second]
            left = [tile for tile in left if tile not in {first, second}]
        return asks

    def colour_moves(self, state: Teotihuacan, colour: int, left: list[int], boards: list[int]) -> Revealed:
        """Return the event that the neutral workers of a colour came to these boards.

        The boards were chosen by two Starting tiles, drawn from the tiles in `left`.
        """
        ways = Counter(tuple(FIRST_BOARDS[one * TILES + two]) for one in left for two in left if one != two)
        outcomes: dict[tuple[int, ...], Outcome] = {}
        for where, count in ways.items():
            state.neutrals[colour] = list(where)
            outcomes[where] = (count, self.outlook.values(state))
        what = f"neutral workers of colour {colour} come to boards {', '.join(map(str, boards))}"
        return weighed("neutrals", what, outcomes[tuple(boards)], [*outcomes.values()])

    # The automaton ---------------------------------------------------------------------------------------------------

    def automaton_turn(self, state: Teotihuacan, step: Step[Any], shown: list[Revealed]) -> bool:
        """T-17.3: begin the automaton's turn, and return True if it asks a seat.

        Add to `shown` the events of its dice, of a turned Pyramid tile, and of tiles that come to offers.
        """
        before = state.clone()
        asks = step.begin(state)
        automaton = state.automaton
        assert automaton is not None
        first, second = automaton.rolled
        outcomes: dict[int, Outcome] = {}
        for place, count in PLACES:
            after = automaton_acts(before, step, sum_of(place), 0)
            outcomes[place] = (count, self.outlook.values(after))
        place = PLACE_OF_SUM[first + second]
        acting = ACTION_IDS[tiles_of(before)[place]]
        what = f"the automaton rolls {first} and {second}: {acting}"
        shown.append(weighed("rolled", what, outcomes[place], [*outcomes.values()]))
        turned = rotation_drawn(before, state)
        if turned is not None:
            turns = [automaton_acts(before, step, first + second, way) for way in range(QUARTERS)]
            ways = [(1.0, self.outlook.values(each)) for each in turns]
            shown.append(weighed("turned", "the automaton turns its Pyramid tile", ways[turned], ways))
        after = automaton_acts(before, step, first + second, turned or 0)
        shown += self.filled(after, state)
        return asks


# Stacks --------------------------------------------------------------------------------------------------------------


def without_stacks(state: Teotihuacan) -> Teotihuacan:
    """Return a copy of the position in which no stack has a tile.

    If a step refills offers in the copy, it draws no tile and leaves the places empty. So the copy does not depend on
    the tiles that the step draws in the true position.
    """
    copy = state.clone()
    copy.pyramid_stack = []
    copy.decoration_stack = []
    copy.discovery_stack = []
    return copy


def put_stacks_back(copy: Teotihuacan, state: Teotihuacan) -> None:
    """Give the position `copy` the stacks of the position `state`."""
    copy.pyramid_stack = state.pyramid_stack[:]
    copy.decoration_stack = state.decoration_stack[:]
    copy.discovery_stack = state.discovery_stack[:]


def offer_of(state: Teotihuacan, offer: str) -> list[int]:
    """Return the tiles of one kind that can be taken: Pyramid tiles, Decorations, or Discovery tiles beside the boards.

    `offer` is the name of the kind. The list has a number for each place; an empty place has a number below 0.
    """
    if offer == "pyramid":
        return state.pyramid_offer
    return state.decoration_offer if offer == "decoration" else state.beside


def stack_of(state: Teotihuacan, offer: str) -> list[int]:
    """Return the stack, a list of tiles, from which empty places are filled.

    `offer` says which kind of tile: "pyramid", "decoration" or "discovery".
    """
    if offer == "pyramid":
        return state.pyramid_stack
    return state.decoration_stack if offer == "decoration" else state.discovery_stack


IDS: Final = {"pyramid": PYRAMID_IDS, "decoration": DECORATION_IDS, "discovery": DISCOVERY_IDS}
TOLD: Final = {
    "pyramid": "Pyramid tile {} comes to the offer",
    "decoration": "Decoration {} comes to the offer",
    "discovery": "Discovery tile {} comes to board {}",
}


def slots_filled(before: Teotihuacan, after: Teotihuacan) -> Slots:
    """Return the places that are empty in `before` and have a tile in `after`, in the order in which they are filled.

    The result is a list of tuples: the name of the kind of tile, the place, and the tile.
    """
    return [
        (offer, place, tile)
        for offer in IDS
        for place, tile in enumerate(offer_of(after, offer))
        if tile >= 0 > offer_of(before, offer)[place]
    ]


def moves_neutrals(state: Teotihuacan, step: Step[Any]) -> bool:
    """True if a step moves the neutral workers, as the end of the setup and all Eclipses but the last one do."""
    if not state.neutrals or not state.neutral_stacks:
        return False
    return isinstance(step, EndSetup) or not (state.eclipses == len(DARK_DISC[state.seats]) - 1 or state.finished)


# The automaton -------------------------------------------------------------------------------------------------------


def tiles_of(state: Teotihuacan) -> list[int]:
    """Return the automaton's action tiles as a list, in the order of their places."""
    assert state.automaton is not None
    return state.automaton.tiles


def sum_of(place: int) -> int:
    """Return a sum of two dice that makes the automaton act with the tile at this place."""
    return next(number for number in range(2, 2 * PIPS + 1) if PLACE_OF_SUM[number] == place)


# The place of the tile that acts, and the number of the 36 rolls that lead to it.
PLACES: Final = sorted(
    Counter(PLACE_OF_SUM[one + two] for one in range(1, PIPS + 1) for two in range(1, PIPS + 1)).items()
)


def automaton_acts(state: Teotihuacan, step: Step[Any], rolled: int, turned: int) -> Teotihuacan:
    """Return the position after the automaton's turn, in which its dice show the sum `rolled`.

    If the automaton turns a tile, this tile gets the rotation `turned`. Places of tiles that it took are still empty.
    """
    copy = without_stacks(state)
    automaton = copy.automaton
    assert automaton is not None
    first = max(1, rolled - PIPS)
    automaton.dice.coming = [rolled - first - 1, first - 1]
    automaton.rotations.coming = [turned]
    step.begin(copy)
    put_stacks_back(copy, state)
    return copy


def rotation_drawn(before: Teotihuacan, after: Teotihuacan) -> int | None:
    """Return the rotation of the tile that the automaton turned; None if it turned none."""
    assert before.automaton is not None
    assert after.automaton is not None
    stream, later = before.automaton.rotations, after.automaton.rotations
    if (stream.drawn, len(stream.coming)) == (later.drawn, len(later.coming)):
        return None
    return stream.clone().below(QUARTERS)


CHANCE: Final = TeotihuacanChance()
