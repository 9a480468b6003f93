"""Helpers that set up a table of Teotihuacan, play on it, and read its values.

    def test_one_cocoa_buys_both_the_ability_and_the_tile():
        game = table(ana=player(cocoa=1, workers="3@1 1@3 1@4"), beside={FOREST: "V22"})
        game.play("move 3@1 1", "worship forest both", "first ability", "claim V22")
        assert game.ana.cocoa == 0
        assert game.ana.tiles == "V22"
        assert game.ana.red == 1

The seats are ana, ben, cleo and dan. The players that are named take part, and ben always does. By default it is ana's
turn, and she is asked for her move (D1). Parts that are not named are empty: no goods, no neutral workers, no Discovery
tiles, no offers, no Pyramid tiles. Boards are in the order of `RING`. A stack has the given tiles on top; below them
are all tiles that are in no other stack, on no board and with no player, in the order of the ids.

Texts are those of the notation: `3@2` is a worker of power 3 on board 2, `3@forest` one that is locked there. A text of
several workers or tiles has blanks between them. Boards have names here (FOREST and so on) or numbers. `options` are
the rules options, by name.

`table` takes
  * `ana`, `ben`, `cleo`, `dan`: players, made by `player(...)`;
  * `ring`: eight boards by position; `neutrals`: a text of boards for each neutral colour, `("2 3 4", "5 6 7")`;
  * `royals`, `bonuses`, `technologies`: three, three and six ids (by slot; on blue, red and green; row by row);
  * `beside`: a Discovery tile by board; `spots`: Discovery tiles by `avenue_3`, `avenue_6`, `avenue_8`, `blue_4`,
    `red_5`, `green_3`, `green_6`;
  * `pyramid`: `{"1.0.2": "P04 r1"}`, where `flat(...)` and `whole_level(n)` give blank tiles; `decorations`:
    `{"top_1": "D03"}`; `pyramid_offer`, `decoration_offer`; `buildings`: how many stand in the top, centre, bottom row;
  * `discovery_stack`, `pyramid_stack`, `decoration_stack`: the tiles on top; `neutral_tiles`: a text of Starting tiles
    for each coming placement of the neutral workers;
  * `turn` (turns completed; the active player follows), `light`, `dark`, `eclipses`, `finished`;
  * `asks`: another step to begin with, as its name and numbers in pending.py: `asks="major_step 0 4"`; `now`: values of
    the running turn, by the names of view.py's TurnView: `now={"board": 8, "count": 2}`;
  * `bot`: the tiles, arrows and dice of the automaton of a solo game, made by `bot(...)`; then ben is the automaton,
    and has the automaton's usual workers unless the test gives others.

`game.play(...)` plays texts one after another; a text that is not offered raises IllegalOptionError. `game.offered` are
the texts of the options, `game.asks` the name of the step that asks, `game.asked` the name of the player that is asked.
`game.has("main")` is True if an option begins with this word. `game.ana`, `game.ben` and so on show the present values
of a player, under the names of `player`'s arguments. `game.told` are the events since the table was made, as sentences.
All other values are in `game.state`.

Four other functions make a game:
  * `arriving(FOREST, 2, "5@2 1@1", ana=player(cocoa=3))`: ana has just moved a worker of power 2 to the Forest and is
    asked for her action (D2). She has the named workers, too, and further ones of power 1 on a distant board until she
    has three. Unless the test gives ben, his three workers are on that distant board.
  * `new(2, starting="S05 S07")`: a game before its first decision. A stack that is named as in a `deal` (with `_` for
    `-`) has these tiles on top, and the rest of its tiles below. The order of all other stacks follows from the seed.
  * `random_states(3, 7, dark_eclipse=True)`: the positions of a random game, one after another. With `rich=True` all
    players begin with many goods, so that they build parts of the Pyramid that random play seldom reaches.
  * `acting("nobles", ben=player(wood=2, workers=...))`: the automaton has just ended a turn with this action tile, and
    it is ana's turn again. `told` has the events of the automaton's turn.
"""

from dataclasses import dataclass, replace

from arena.games.chance import Deal, Rng, Stream
from arena.games.game import SPECTATOR
from arena.games.steps import OVER
from arena.games.teotihuacan import pending
from arena.games.teotihuacan.calendar import DARK_DISC
from arena.games.teotihuacan.from_view import bits, discoveries_seen, numbers
from arena.games.teotihuacan.neutrals import COLOURS, MOVES
from arena.games.teotihuacan.notation import decoration_space, discovery_kind, pyramid_kind, pyramid_space
from arena.games.teotihuacan.pending import PendingStep
from arena.games.teotihuacan.player_state import Worker
from arena.games.teotihuacan.pyramid import BASE_ICONS, SPACES, lay
from arena.games.teotihuacan.rules import SOLO, TEOTIHUACAN
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, ARROWS
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import UNLOCKED, WHEEL
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.discovery import every_discovery
from arena.games.teotihuacan.tiles.pyramid import every_pyramid_tile
from arena.games.teotihuacan.tiles.royal import ROYAL_CATEGORIES, ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.turn import END_TURN, END_WINDOW
from arena.games.teotihuacan.view import SIDE_NAMES, SPACE_NAMES, SPOT_NAMES

SEATS = ("ana", "ben", "cleo", "dan")
PALACE, FOREST, QUARRY, GOLD, ALCHEMY, NOBLES, DECORATIONS, CONSTRUCTION = range(1, 9)
RING = (PALACE, FOREST, QUARRY, GOLD, CONSTRUCTION, ALCHEMY, NOBLES, DECORATIONS)
BLANK = "P30 r0"


@dataclass(frozen=True)
class PlayerSet:
    """The goods, steps, workers and tiles of a player, from which `table` makes a position. Tests call it `player`."""

    cocoa: int = 0
    wood: int = 0
    stone: int = 0
    gold: int = 0
    points: int = 0
    blue: int = 0
    red: int = 0
    green: int = 0
    avenue: int = 0
    track: int = 0
    technologies: str = ""
    workers: str = "1@2 1@3 1@4"  # a fourth one is on the wheel unless four are given
    tiles: str = ""  # Discovery tiles face up
    used: str = ""  # and face down


player = PlayerSet


@dataclass(frozen=True)
class BotSet:
    """The automaton's tiles, arrows and dice, from which `table` makes a position. Tests call it `bot`."""

    tiles: str = "construction decorations alchemy nobles mastery worship mask_collection"  # from the top; then aside
    arrows: str = "up_right up_right"  # the upper one first
    dice: tuple[int, ...] = (3, 4)
    rotations: tuple[int, ...] = ()
    discarded: str = ""


bot = BotSet
BOT_WORKERS = "2@4 2@6 2@8 1@decorations"


def flat(*spaces):
    """Return blank Pyramid tiles on these spaces, as the argument `pyramid` of `table`."""
    return dict.fromkeys(spaces, BLANK)


def whole_level(level):
    """Return blank Pyramid tiles on all spaces of a level, as the argument `pyramid` of `table`."""
    return flat(*(f"{level}.{i}.{j}" for i in range(5 - level) for j in range(5 - level)))


def table(
    *,
    ana=None,
    ben=None,
    cleo=None,
    dan=None,
    options=None,
    ring=RING,
    neutrals=(),
    royals="R01 R06 R04",
    bonuses="B3 B4 B7",
    technologies="TECH01 TECH03 TECH05 TECH09 TECH15 TECH17",
    beside=None,
    spots=None,
    pyramid=None,
    decorations=None,
    pyramid_offer="",
    decoration_offer="",
    buildings=(0, 0, 0),
    discovery_stack="",
    pyramid_stack="",
    decoration_stack="",
    neutral_tiles=(),
    turn=0,
    light=0,
    dark=None,
    eclipses=0,
    finished=False,
    asks="open",
    now=None,
    bot=None,
):
    """Return a game at a position with these parts. The module's docstring explains the arguments."""
    rules = SOLO if bot else TEOTIHUACAN
    ben = ben or player(workers=BOT_WORKERS if bot else player().workers)
    players = [ana or player(), ben, *[each for each in (cleo, dan) if each]]
    state = Teotihuacan(rules, len(players), rules.complete(options or {}))
    state.turn, state.active = turn, turn % len(players)
    state.light, state.eclipses, state.finished = light, eclipses, finished
    state.dark = DARK_DISC[len(players)][min(eclipses, 2)] if dark is None else dark
    state.ring = [0, *ring]
    for position, board in enumerate(state.ring):
        state.place_of[board] = position
    state.royals = numbers(ROYAL_IDS, royals.split())
    state.bonuses = numbers(BONUS_IDS, bonuses.split())
    state.technologies = numbers(TECHNOLOGY_IDS, technologies.split())
    state.nobles, state.buildings = list(buildings), sum(buildings)
    state.neutrals = [[int(board) for board in boards.split()] for boards in neutrals]
    state.neutrals += [[] for _ in range(COLOURS[len(players)] - len(state.neutrals))]
    for board, tile in (beside or {}).items():
        state.beside[board] = discovery_kind(tile)
    for spot, tiles in (spots or {}).items():
        state.spots[SPOT_NAMES.index(spot)] = kinds(tiles)
    build(state, pyramid or {}, decorations or {})
    state.pyramid_offer = padded([pyramid_kind(tile) for tile in pyramid_offer.split()], 3)
    state.decoration_offer = padded(numbers(DECORATION_IDS, decoration_offer.split()), 4)
    for each, wanted in zip(state.players, players, strict=True):
        equip(each, wanted)
    if bot:
        seat(state, bot)
    stack(state, discovery_stack, pyramid_stack, decoration_stack)
    state.neutral_stacks = [starting_order(text) for text in neutral_tiles]
    while len(state.neutral_stacks) < MOVES - 1 - eclipses and COLOURS[len(players)]:
        state.neutral_stacks.append(starting_order(""))
    return begin(state, asks, now or {})


def seat(state, wanted):
    """Give the automaton of a position its tiles, arrows, dice and rotations."""
    automaton = state.seat_automaton()
    automaton.tiles = numbers(ACTION_IDS, wanted.tiles.split())
    automaton.upper, automaton.lower = numbers(ARROWS, wanted.arrows.split())
    automaton.discarded = kinds(wanted.discarded)
    automaton.dice = Stream([1, 2, 3, 4], [die - 1 for die in reversed(wanted.dice)])
    automaton.rotations = Stream([5, 6, 7, 8], list(reversed(wanted.rotations)))


def acting(action, *, ben=None, rotations=(), **rest):
    """Return a game in which the automaton's last turn has used this action tile."""
    others = [tile for tile in ACTION_IDS if tile != action]
    with_action = bot(tiles=" ".join([action, *others]), rotations=rotations)
    if ben is not None and ben.workers == player().workers:
        ben = replace(ben, workers=BOT_WORKERS)
    return table(ben=ben, bot=with_action, asks="end_window", **rest)


def build(state, pyramid, decorations):
    """Lay Pyramid tiles and Decorations on the table."""
    state.tops = BASE_ICONS[:]
    spaces = {pyramid_space(space): space for space in range(SPACES)}
    for name in sorted(pyramid):
        tile, rotation = pyramid[name].split()
        lay(state, spaces[name], pyramid_kind(tile) * 4 + int(rotation[1:]))
    for place in range(16):
        if decoration_space(place) in decorations:
            state.sides[SIDE_NAMES.index(decoration_space(place).split("_")[0])] += 1
            state.decorated[place] = DECORATION_IDS.index(decorations[decoration_space(place)])


def equip(each, wanted):
    """Give a player of a position the values of a PlayerSet."""
    each.cocoa, each.points = wanted.cocoa, wanted.points
    each.goods = [wanted.wood, wanted.stone, wanted.gold]
    each.temples = [wanted.blue, wanted.red, wanted.green]
    each.avenue, each.track = wanted.avenue, wanted.track
    each.technologies = bits(wanted.technologies.split())
    each.workers = [worker(text) for text in wanted.workers.split()]
    if len(each.workers) == 3:
        each.workers.append(Worker(WHEEL, 3))
    for kind in kinds(wanted.tiles):
        each.receive(kind)
    for kind in kinds(wanted.used):
        each.used[kind] += 1
    each.ledger[0] = wanted.points  # so that the ledger adds up


def worker(text):
    """Return a worker from a text with its power and its board or Worship space."""
    power, _, place = text.partition("@")
    if place in SPACE_NAMES:
        boards = (PALACE, PALACE, PALACE, FOREST, QUARRY, GOLD, DECORATIONS)
        return Worker(boards[SPACE_NAMES.index(place)], int(power), SPACE_NAMES.index(place))
    return Worker(int(place), int(power))


def kinds(tiles):
    """Return the kinds of Discovery tiles, given as a text of ids, in ascending order."""
    return sorted(discovery_kind(tile) for tile in tiles.split())


def padded(tiles, places):
    """Return an offer with this number of places: first these tiles, then -1 for each empty place."""
    return [*tiles, *[-1] * (places - len(tiles))]


def stack(state, discovery, pyramid, decoration):
    """T-20.1, T-20.2: put all tiles that are neither on the table nor with a player into the stacks."""
    seen = discoveries_seen(state)
    state.discovery_stack = on_top(every_discovery(), seen, [discovery_kind(tile) for tile in discovery.split()])
    laid = [tile for tile in state.pyramid_offer if tile >= 0] + [turned >> 2 for turned in state.built if turned >= 0]
    state.pyramid_stack = on_top(every_pyramid_tile(), laid, [pyramid_kind(tile) for tile in pyramid.split()])
    used = [tile for tile in state.decoration_offer + state.decorated if tile >= 0]
    state.decoration_stack = on_top(range(15), used, numbers(DECORATION_IDS, decoration.split()))


def on_top(box, gone, first):
    """Return a stack with these tiles on top, and the rest of the box below. The top tile is the last of the list."""
    left = list(box)
    for tile in [*gone, *first]:
        if tile in left:
            left.remove(tile)
    return [*reversed(left), *reversed(first)]


def starting_order(text):
    """Return all Starting tiles as a stack with these tiles on top. The top tile is the last of the list."""
    first = numbers(STARTING_IDS, text.split())
    return list(reversed([*first, *(tile for tile in range(18) if tile not in first)]))


def begin(state, asks, now):
    """Return a game in which this step asks. If it is the automaton's turn, the turn ends instead."""
    state.in_turn = True
    for name, value in now.items():
        setattr(state, name, bits(value.split()) if name == "skills" else value)
    name, *details = asks.split()
    state.pending = [END_TURN]
    if state.player().automatic:
        state.listen()
        state.settle()
        return Game(state)
    state.push(END_WINDOW)
    state.push(pending.made(PendingStep(name, tuple(int(number) for number in details))))
    state.listen()
    state.settle()
    return Game(state)


def arriving(board, power=1, others="", *, ana=None, ben=None, **rest):
    """Return a game in which ana has just moved a worker of this power to a board."""
    ring = rest.get("ring", RING)
    origin = ring[ring.index(board) - 1]
    away = CONSTRUCTION if board == PALACE else PALACE
    workers = [f"{power}@{origin}", *others.split()]
    workers += [f"1@{away}"] * (3 - len(workers))
    ben = ben or player(workers=f"1@{away} 1@{away} 1@{away}")
    game = table(ana=replace(ana or player(), workers=" ".join(workers)), ben=ben, **rest)
    return game.play(f"move {power}@{origin} 1")


# Of what each stack of a deal is made
BOXES = {
    "boards": [str(board) for board in range(2, 8)],
    **{
        f"royal-{letter.lower()}": [
            tile for tile, its in zip(ROYAL_IDS, ROYAL_CATEGORIES, strict=True) if its == letter
        ]
        for letter in "ABC"
    },
    "bonuses": BONUS_IDS,
    "technologies": TECHNOLOGY_IDS,
    "decorations": DECORATION_IDS,
    "pyramid": [PYRAMID_IDS[tile] for tile in every_pyramid_tile()],
    "discovery": [DISCOVERY_IDS[kind] for kind in every_discovery()],
    "discovery-again": [DISCOVERY_IDS[kind] for kind in every_discovery()],
    "starting": STARTING_IDS,
    **{f"neutral-{time}": STARTING_IDS for time in range(MOVES)},
}


def new(seats=2, options=None, seed=0, rotations=(), **tops):
    """Return a new game before its first decision."""
    stacks = {}
    for name, tiles in tops.items():
        left = list(BOXES[name.replace("_", "-")])
        for tile in tiles.split():
            left.remove(tile)
        stacks[name.replace("_", "-")] = [*tiles.split(), *left]
    deal = Deal(seed.to_bytes(8, "big"), stacks, {"rotations": list(rotations)} if rotations else None)
    state = TEOTIHUACAN.new(options or {}, seats, deal)
    state.listen()
    return Game(state)


def random_states(seats, seed, *, rich=False, rules=TEOTIHUACAN, **options):
    """Yield the positions of a random game, one after each answer. All are the same State object, which changes."""
    state = rules.new(options, seats, Deal(seed.to_bytes(8, "big")))
    for each in state.players if rich else ():
        each.cocoa, each.goods = 60, [60, 60, 60]
    rng = Rng(seed)
    yield state
    while state.to_move != OVER:
        state.apply(state.sample(rng))
        yield state


class Game:
    """A game on which tests play texts of the notation, and from which they read the results."""

    def __init__(self, state):
        self.state = state

    def play(self, *texts):
        """Play options, given as texts, one after another. Return this game."""
        for text in texts:
            self.state.play(self.state.rules.read(self.state, text))
        return self

    @property
    def offered(self):
        """Return the options of the present decision as texts."""
        return [self.state.rules.spell(self.state, option) for option in self.state.options()]

    def has(self, beginning):
        """True if the text of an option begins with these whole words."""
        return any(f"{text} ".startswith(f"{beginning} ") for text in self.offered)

    @property
    def asks(self):
        """Return the name of the step that asks."""
        return pending.told(self.state.asking).name

    @property
    def asked(self):
        """Return the name of the player that is asked; None after the end of the game."""
        return None if self.state.to_move == OVER else SEATS[self.state.to_move]

    @property
    def told(self):
        """Return the events since the position was made, as the spectator's sentences."""
        return [self.state.rules.spell_event(event) for event in self.state.events(0, SPECTATOR)]

    @property
    def players(self):
        """Return the state of each player, in order of play."""
        return [Has(each) for each in self.state.players]

    @property
    def ana(self):
        """Return the state of the first player."""
        return Has(self.state.players[0])

    @property
    def ben(self):
        """Return the state of the second player."""
        return Has(self.state.players[1])

    @property
    def cleo(self):
        """Return the state of the third player."""
        return Has(self.state.players[2])

    @property
    def dan(self):
        """Return the state of the fourth player."""
        return Has(self.state.players[3])


class Has:
    """The present goods, tiles and workers of a player. The attributes have the names of `player`'s arguments."""

    def __init__(self, each):
        self.each = each
        self.cocoa, self.points = each.cocoa, each.points
        self.wood, self.stone, self.gold = each.goods
        self.blue, self.red, self.green = each.temples
        self.avenue, self.track = each.avenue, each.track
        self.technologies = " ".join(name for tile, name in enumerate(TECHNOLOGY_IDS) if each.has(tile))
        self.tiles = " ".join(DISCOVERY_IDS[kind] for kind, count in enumerate(each.ready) for _ in range(count))
        self.used = " ".join(DISCOVERY_IDS[kind] for kind, count in enumerate(each.used) for _ in range(count))

    @property
    def workers(self):
        """Return the workers in play as a text, sorted by board and power.

        `3@2` is a worker of power 3 on board 2, `3@forest` a locked one. Workers in transit are on board 9.
        """
        workers = sorted((worker.board, worker.space, worker.power) for worker in self.each.workers)
        return " ".join(
            f"{power}@{board if space == UNLOCKED else SPACE_NAMES[space]}"
            for board, space, power in workers
            if board != WHEEL
        )
