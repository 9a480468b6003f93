"""A second, slow program of Teotihuacan, written literally from docs/rules/teotihuacan.md, to check the engine with.

The oracle shares no code with the engine and imports nothing from it. Boards, tiles and workers have their printed
names, in lists and dictionaries. Every value is computed again at each call. The whole game is one generator that calls
other generators (a `Story`). When a player has to decide, it stops and yields the player and the options.

How to compare the oracle with an engine:

1. Give both the same stacks: a `Setup` has all of them, top first. `shuffled_setup(rng)` makes one.
2. While `decider()` is a seat, the engine must ask the same seat and offer the same options. A decision with a single
   option, free actions included, is carried out by both, without a question (T-19.5).
3. Pick any option and give it to both: `play(text)`. A text that is not offered raises `Refused` and changes nothing.
4. After every step `summary()` should equal a summary of the engine's position. In it `turn` counts completed turns,
   also the one that an Eclipse follows; `active` and `round` are computed from it.
5. When `decider()` is None, compare `scores()` and `placements()`.

To start from a position instead, stop at the first decision of a turn and overwrite attributes. The options are
computed from the attributes at each call, and the game continues from them.

If the rules let players choose an order that has no effect on the result, the order is fixed here. The benefits of the
Starting tiles (T-2.3.5) come tile by tile in the order of the choice, each with goods, free resources, temples, Avenue,
technology, power-up. Tied Discovery tiles are claimed after the benefits of both tiles.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from tests.oracles.teotihuacan_data import (
    AVENUE_DISCOVERIES,
    BASE_ICONS,
    BONUS_TILES,
    BUILDINGS_ROW,
    DARK_DISC,
    DECORATION_SPACES,
    DECORATION_TILES,
    DISCOVERIES,
    FIRST_GAME_BONUS,
    FIRST_GAME_PLAYERS,
    FIRST_GAME_RING,
    FIRST_GAME_ROYAL,
    FIRST_GAME_TECHNOLOGIES,
    GATHERING,
    MASK_SETS,
    NOBLES_ROWS,
    PYRAMID_TILES,
    RESOURCES,
    ROYAL_TILES,
    SAME_PYRAMID_TILE,
    STARTING_PATTERNS,
    STARTING_TILES,
    TECHNOLOGIES,
    TEMPLE_DISCOVERIES,
    TEMPLE_OF_ICON,
    TEMPLE_REWARDS,
    TEMPLES,
    WORSHIP_SPACES,
)

PALACE, FOREST, QUARRY, GOLD, ALCHEMY, NOBLES, DECORATIONS, CONSTRUCTION = range(1, 9)

HAND, TRANSIT, WHEEL = "0", "transit", "wheel"
"""Where a worker is that stands on no board."""

DISCOVERY_BOARDS = [PALACE, FOREST, QUARRY, GOLD, DECORATIONS]
"""T-2.2.7: the boards with a Discovery tile beside their Worship area."""

MOVE_EFFECTS = ("double", "unlimited")
"""T-11.5: declared with the move."""

IMMEDIATE_EFFECTS = ("points", "any", "cocoa", "avenue", "temple", "blue", "red", "green", "power")
"""T-11.4: used in any window of one's own turn."""

TURNED_TILES = {tile for tile, icons in PYRAMID_TILES.items() if len(set(icons.split())) > 1}
"""The Pyramid tiles that look different when turned."""

RULES_OPTIONS: dict[str, list[object]] = {
    "ascension_cocoa": [6, 5],
    "tech13_scope": ["per_main_action", "per_power_up"],
    "technology_draw": ["uniform_6_of_9", "three_low_three_high"],
    "pyramid_track_cap": [None, 9, 10],
    "pyramid_leader_needs_progress": [True, False],
    "cocoa_waiver_scope": ["strict", "wide"],
    "nobles_row_choice": ["forced", "any_up_to_workers"],
    "glyph_matches": [True, False],
    "dark_eclipse": [False, True],
    "starting_tile_draft": [False, True],
    "first_game": [False, True],
    "gathering_power_up": ["mandatory", "optional"],
    "power_up_tile": ["both", "up_to_two"],
    "tech01_trigger": ["landing_or_passing", "landing"],
    "royal9_reading": ["power_plus_one", "power", "double_cap", "double_power_plus_one"],
    "salary_penalty": ["per_cocoa", "per_worker"],
    "bonus2_points": [5, 3],
    "pyramid_leader_tie": ["all", "nobody"],
    "s03_stone": [1, 3],
    "s06_gold": [2, 1],
    "s12_temples": ["blue_red", "blue"],
    "neutral_pool": ["not_kept", "undealt"],
    "main_cost_cap": [None, 3],
    "gathering_second": ["any", "other_worker"],
    "power_up_target": ["unlocked", "on_board"],
    "alchemy_power_up": ["one", "each"],
    "decoration_layers": ["counted", "any"],
    "worship_order": ["any", "ability_first"],
    "temple_top_reward": [True, False],
    "technology_timing": ["during", "after", "after_17"],
    "new_technology": ["waits", "acts"],
    "bot_direction": ["both", "upper"],
    "bot_fallback_worker": ["unlocked", "any"],
    "bot_alchemy_worker": ["unlocked", "any"],
}
"""The rules options with their values, the usual one first."""

Options = Callable[[], list[str]]
Question = tuple[int, Options]
Story = Generator[Question, str, None]
Answer = Generator[Question, str, str]
Yes = Generator[Question, str, bool]
Count = Generator[Question, str, int]
Tile = TypeVar("Tile")


class Refused(ValueError):  # noqa: N818 - the word of the rules
    """Raised if a played text is not among the options of the seat that is asked."""


@dataclass
class Setup:
    """Every stack of a game in drawing order, and the results of all dice."""

    boards: list[int]
    royal: list[str]
    bonus: list[str]
    technologies: list[str]
    decorations: list[str]
    pyramid: list[str]
    rotations: list[int]
    discoveries: list[str]
    discoveries_again: list[str]
    starting: list[str]
    neutral: list[list[str]]


@dataclass
class Worker:
    """A worker, which is a die: its place is a board number, the hand, the wheel, or transit."""

    power: int
    where: int | str
    locked: str | None = None


@dataclass
class Player:
    """The parts in front of a player, and the positions of that player's markers."""

    seat: int
    workers: list[Worker]
    wood: int = 0
    stone: int = 0
    gold: int = 0
    cocoa: int = 0
    points: int = 0
    temples: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TEMPLES, 0))
    avenue: int = 0
    track: int = 0
    technologies: list[str] = field(default_factory=list)
    masks: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    dealt: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def discovery_tiles() -> list[str]:
    """T-11.10: return the 54 Discovery tiles, each under the name of its kind."""
    return [kind for kind, (copies, *_) in DISCOVERIES.items() for _ in range(copies)]


def shuffled_setup(rng: random.Random) -> Setup:
    """T-2.2, T-19.6: return a setup with all stacks shuffled, for any number of players."""
    boards = shuffled(rng, range(2, 8))
    return Setup(
        boards=[PALACE, *boards[:3], CONSTRUCTION, *boards[3:]],
        royal=[rng.choice(tiles) for tiles in ROYAL_TILES.values()],
        bonus=shuffled(rng, BONUS_TILES),
        technologies=shuffled(rng, TECHNOLOGIES),
        decorations=shuffled(rng, DECORATION_TILES),
        pyramid=shuffled(rng, PYRAMID_TILES),
        rotations=[rng.randrange(4) for _ in range(14)],
        discoveries=shuffled(rng, discovery_tiles()),
        discoveries_again=shuffled(rng, discovery_tiles()),
        starting=shuffled(rng, STARTING_TILES),
        neutral=[shuffled(rng, STARTING_TILES) for _ in range(3)],
    )


def shuffled(rng: random.Random, tiles: Iterable[Tile]) -> list[Tile]:
    """Return the tiles as a stack in a new order."""
    stack = list(tiles)
    rng.shuffle(stack)
    return stack


class Oracle:
    """One game of Teotihuacan, played exactly by the text of the rules."""

    def __init__(self, players: int, setup: Setup, options: dict[str, object] | None = None) -> None:
        """T-2: set up the table with the given stacks, and continue to the first decision."""
        self.rules = {name: values[0] for name, values in RULES_OPTIONS.items()} | (options or {})
        refuse_what_is_no_game(players, setup, self.rules)
        self.players = [Player(seat, [Worker(1, HAND), Worker(1, HAND), Worker(1, HAND)]) for seat in range(players)]
        for player in self.players:
            player.workers.append(Worker(3, WHEEL))
        self.set_the_calendar(players)
        self.set_up_the_boards(setup)
        self.set_up_the_pyramid(setup, players)
        self.set_up_the_discoveries(setup, players)
        self.starting = list(setup.starting)
        self.neutral_orders = [list(order) for order in setup.neutral]
        self.discoveries_again = list(setup.discoveries_again)
        self.tied: dict[str, str] = {}  # T-2.3.3: Starting tile to Discovery tile
        self.left_lying: list[str] = []  # T-16.1: tiles that no player has taken in a draft
        self.neutrals: list[list[Worker]] = []
        self.no_action_in_progress()
        self.question: Question | None = None
        self.story = self.whole_game()
        self.tell(None)

    # The three questions: which seat is asked, what is offered, and what was chosen.

    def decider(self) -> int | None:
        """Return the seat that is asked now; None after the end of the game."""
        return None if self.question is None else self.question[0]

    def options(self) -> list[str]:
        """Return all possible answers of the decider, each once: the decision's own options, then the free actions."""
        return [] if self.question is None else self.question[1]()

    def play(self, text: str) -> None:
        """Carry out one option, and everything after it that leaves no choice."""
        if text not in self.options():
            raise Refused(f"{text!r} is none of {self.options()}")
        self.tell(text)

    def tell(self, answer: str | None) -> None:
        """Continue the story with an answer up to the next question, or to its end."""
        try:
            self.question = next(self.story) if answer is None else self.story.send(answer)
        except StopIteration:
            self.question = None

    def whole_game(self) -> Story:
        """T-19.1: play setup, turns and Eclipses."""
        yield from self.set_up_the_players()
        while not self.over:
            yield from self.take_turn(self.players[self.active])
            yield from self.end_turn()

    def ask(self, player: Player, regular: Options, *, window: bool = True) -> Answer:
        """T-19.2, T-19.5: ask for one of the options; in a window free actions come before the answer.

        The options are computed again after each free action. If no option is left, there is no decision, and the
        answer is an empty text.
        """

        def offered() -> list[str]:
            return regular() + (self.free_actions() if window else [])

        while regular():
            texts = offered()
            answer = texts[0] if len(texts) == 1 else (yield player.seat, offered)
            if answer.split()[0] not in ("use", "unlock"):
                return answer
            yield from self.take_free_action(player, answer)
        return ""

    # T-2: setup.

    def set_the_calendar(self, players: int) -> None:
        """T-2.1: set the discs and the Buildings, and the values that the calendar stores."""
        self.light = 0
        self.dark = DARK_DISC[players][0]
        self.eclipses = 0
        self.turn = 0  # completed turns
        self.reached: int | None = None  # T-14.2: the round in which the light disc reached the dark one
        self.final = False  # T-14.3
        self.over = False
        self.buildings = dict.fromkeys(NOBLES_ROWS, 0)

    def set_up_the_boards(self, setup: Setup) -> None:
        """T-2.2.1 to T-2.2.4, T-2.5: lay out the boards and their tiles."""
        first = self.rules["first_game"]
        self.ring = list(FIRST_GAME_RING if first else setup.boards)
        royal = FIRST_GAME_ROYAL if first else setup.royal
        self.royal = dict(zip(WORSHIP_SPACES[PALACE], royal, strict=True))
        self.bonus = dict(zip(TEMPLES, FIRST_GAME_BONUS if first else setup.bonus, strict=False))
        self.technologies = list(FIRST_GAME_TECHNOLOGIES) if first else sorted(self.drawn_technologies(setup))

    def drawn_technologies(self, setup: Setup) -> list[str]:
        """T-2.2.4: return six of the nine technologies."""
        if self.rules["technology_draw"] == "uniform_6_of_9":
            return setup.technologies[:6]
        low = [tile for tile in setup.technologies if tile <= "TECH07"]
        high = [tile for tile in setup.technologies if tile > "TECH07"]
        return low[:3] + high[:3]

    def set_up_the_pyramid(self, setup: Setup, players: int) -> None:
        """T-2.2.5, T-2.2.6: lay out the offers and the starting Pyramid."""
        self.decoration_stack = list(setup.decorations)
        self.decoration_offer: list[str | None] = [None] * 4
        self.decorations: dict[str, str] = {}
        self.pyramid_stack = [SAME_PYRAMID_TILE.get(tile, tile) for tile in setup.pyramid]
        self.pyramid_offer: list[str | None] = [None] * 3
        self.pyramid: dict[str, tuple[str, int]] = {}
        self.refill_the_offers()
        for space, rotation in zip(STARTING_PATTERNS[players].split(), setup.rotations, strict=False):
            tile = self.pyramid_stack.pop(0)
            self.pyramid[space] = (tile, rotation if tile in TURNED_TILES else 0)

    def refill_the_offers(self) -> None:
        """T-7.7.4, T-7.8.5: put new tiles on the empty places of the offers, while the stacks have tiles."""
        for offer, stack in (
            (self.decoration_offer, self.decoration_stack),
            (self.pyramid_offer, self.pyramid_stack),
        ):
            for place, tile in enumerate(offer):
                if tile is None and stack:
                    offer[place] = stack.pop(0)

    def set_up_the_discoveries(self, setup: Setup, players: int) -> None:
        """T-2.2.7: lay out the Discovery tiles."""
        self.discovery_stack = list(setup.discoveries)
        self.worship_tiles: dict[int, str | None] = {board: self.draw_discovery() for board in DISCOVERY_BOARDS}
        self.avenue_tiles = {
            step: [self.discovery_stack.pop(0) for _ in range(number)] for step, number in AVENUE_DISCOVERIES.items()
        }
        self.temple_tiles = {
            step: [self.discovery_stack.pop(0) for _ in range(number)]
            for step, number in TEMPLE_DISCOVERIES[players].items()
        }

    def draw_discovery(self) -> str | None:
        """T-1.8: return the top tile of the Discovery stack; None if the stack is empty."""
        return self.discovery_stack.pop(0) if self.discovery_stack else None

    def set_up_the_players(self) -> Story:
        """T-2.3 to T-2.6: give players their equipment, Starting tiles and first boards."""
        for player in self.players:
            last = player.seat == len(self.players) - 1
            player.cocoa = 1 if player.seat == 0 else 3 if last else 2
        if self.rules["first_game"]:
            self.set_up_a_first_game()
        else:
            yield from self.hand_out_starting_tiles()
            for player in self.players:
                yield from self.gain_starting_benefits(player)
            for player in self.players:
                yield from self.settle(player)
        self.place_neutral_workers()
        self.put_starting_tiles_away()

    def set_up_a_first_game(self) -> None:
        """T-2.5: give the printed start of each Player Order token. Rewards are fixed, and no seat is asked."""
        for player, (gains, advances, rewards, workers) in zip(self.players, FIRST_GAME_PLAYERS, strict=False):
            for amount, what in [*spelled(gains), *spelled(rewards)]:
                self.receive(player, what, amount)
            for what, steps in advances.items():
                if what in TEMPLES:
                    player.temples[what] += steps
                elif what == "avenue":
                    player.avenue += steps
                else:
                    player.technologies.append(self.technologies[2])
            for worker, (board, power) in zip(player.workers, workers.items(), strict=False):
                worker.where, worker.power = board, power

    def hand_out_starting_tiles(self) -> Story:
        """T-2.3.3, T-2.3.4, T-16.1: deal four Starting tiles to each player, or lay them out for a draft."""
        if self.rules["starting_tile_draft"]:
            yield from self.draft()
            return
        for player in self.players:
            player.dealt = [self.starting.pop(0) for _ in range(4)]
            self.tie_discoveries(player.dealt)
        choices = []
        for player in self.players:
            pairs = [f"keep {a} {b}" for a, b in itertools.combinations(sorted(player.dealt), 2)]
            choices.append((yield from self.ask(player, fixed(pairs))))
        for player, choice in zip(self.players, choices, strict=True):
            player.kept = choice.split()[1:]

    def draft(self) -> Story:
        """T-16.1: let players take one tile in turn order, then a second one in reverse order."""
        laid_out = [self.starting.pop(0) for _ in range(2 * len(self.players) + 2)]
        self.tie_discoveries(laid_out)
        self.left_lying = laid_out
        for player in [*self.players, *reversed(self.players)]:
            answer = yield from self.ask(player, lambda: [f"take {tile}" for tile in sorted(laid_out)])
            tile = answer.split()[1]
            laid_out.remove(tile)
            player.kept.append(tile)

    def tie_discoveries(self, tiles: list[str]) -> None:
        """T-2.3.3: draw a Discovery tile for each Starting tile that shows the symbol."""
        for tile in tiles:
            if "discovery" in STARTING_TILES[tile][1]:
                self.tied[tile] = self.discovery_stack.pop(0)

    def gain_starting_benefits(self, player: Player) -> Story:
        """T-2.3.5 to T-2.3.8: give the benefits of both kept tiles, then the claims of tied Discovery tiles."""
        for tile in player.kept:
            benefits = self.benefits(tile)
            for what in (*RESOURCES, "cocoa"):
                self.receive(player, what, benefits.get(what, 0))
            yield from self.gain_any_resources(player, benefits.get("any", 0))
            for temple in TEMPLES:
                if temple in benefits:
                    yield from self.advance_temple(player, temple)
            if "avenue" in benefits:
                yield from self.advance_avenue(player)
            if "technology" in benefits:
                yield from self.gain_lowest_technology(player)
            if "power" in benefits:
                yield from self.raise_starting_worker(player)
        for tile in player.kept:
            if tile in self.tied:
                yield from self.claim_tied(player, tile)

    def benefits(self, tile: str) -> dict[str, int]:
        """T-2.3.5: return the benefits of a Starting tile, as the edition prints them."""
        printed = dict(STARTING_TILES[tile][1])
        if tile == "S03":
            printed["stone"] = int(str(self.rules["s03_stone"]))
        if tile == "S06":
            printed["gold"] = int(str(self.rules["s06_gold"]))
        if tile == "S12" and self.rules["s12_temples"] == "blue":
            del printed["red"]
        return printed

    def gain_lowest_technology(self, player: Player) -> Story:
        """T-2.3.7: put a free marker on the lowest technology that the player lacks, and advance on its temple."""
        tile = next(tile for tile in self.technologies if tile not in player.technologies)
        player.technologies.append(tile)
        yield from self.advance_temple(player, self.technology_temple(tile))

    def raise_starting_worker(self, player: Player) -> Story:
        """T-2.3.6: raise the power of one of the three workers in hand."""
        powers = sorted({worker.power for worker in player.workers if worker.where == HAND})
        answer = yield from self.ask(player, lambda: [f"raise {power}@{HAND}" for power in powers])
        power = int(answer.split()[1].split("@")[0])
        next(worker for worker in player.workers if worker.where == HAND and worker.power == power).power += 1

    def claim_tied(self, player: Player, tile: str) -> Story:
        """T-2.3.8: let the player claim the tied tile for its price. No window follows in setup."""
        kind = self.tied[tile]
        answer = yield from self.ask(player, lambda: [f"claim {kind}"] * self.can_pay(player, kind) + ["pass"])
        if answer != "pass":
            self.take_discovery(player, kind)
            del self.tied[tile]

    def settle(self, player: Player) -> Story:
        """T-2.3.9, S3: place the three workers on three different boards that the kept tiles show."""
        boards = sorted({board for tile in player.kept for board in STARTING_TILES[tile][0]})
        workers = [worker for worker in player.workers if worker.where == HAND]
        ways = {
            tuple(zip(chosen, powers, strict=True))
            for chosen in itertools.combinations(boards, 3)
            for powers in itertools.permutations(worker.power for worker in workers)
        }
        texts = {"settle " + " ".join(f"{power}@{board}" for board, power in way): way for way in sorted(ways)}
        answer = yield from self.ask(player, lambda: list(texts))
        for board, power in texts[answer]:
            worker = next(worker for worker in workers if worker.where == HAND and worker.power == power)
            worker.where = board

    def place_neutral_workers(self) -> None:
        """T-2.4: place each unused colour on the first three boards of two Starting tiles that no player kept.

        With `undealt`, tiles that were dealt or laid out are not drawn either.
        """
        kept = [tile for player in self.players for tile in player.kept]
        if self.rules["neutral_pool"] == "undealt":
            kept += [tile for player in self.players for tile in player.dealt] + self.left_lying
        tiles = [tile for tile in self.neutral_orders[0] if tile not in kept]
        self.neutrals = [[Worker(1, HAND) for _ in range(3)] for _ in range(max(0, 4 - len(self.players)))]
        self.move_neutral_workers(tiles)

    def move_neutral_workers(self, tiles: list[str]) -> None:
        """T-2.4, T-14.8: move each neutral colour to the boards of two tiles, which are read left to right."""
        for number, workers in enumerate(self.neutrals):
            first, second = tiles[2 * number : 2 * number + 2]
            shown = dict.fromkeys(STARTING_TILES[first][0] + STARTING_TILES[second][0])
            for worker, board in zip(workers, shown, strict=False):
                worker.where = board

    def put_starting_tiles_away(self) -> None:
        """T-2.6: put unclaimed Discovery tiles back, and bring the whole stack into a new order."""
        left = Counter([*self.discovery_stack, *self.tied.values()])
        self.discovery_stack = []
        for tile in self.discoveries_again:
            if left[tile]:
                left[tile] -= 1
                self.discovery_stack.append(tile)
        self.tied = {}
        for player in self.players:
            player.dealt, player.kept = [], []

    # T-1: what all players can see on the table.

    def unlocked(self, player: Player, board: int | None = None) -> list[Worker]:
        """T-1.4: return a player's unlocked workers on a board, or on all boards."""
        return [
            worker
            for worker in sorted(self.in_play(player), key=worker_order)
            if isinstance(worker.where, int) and not worker.locked and board in (None, worker.where)
        ]

    def in_play(self, player: Player) -> list[Worker]:
        """T-1.11: return a player's workers on boards or in transit."""
        return [worker for worker in player.workers if isinstance(worker.where, int) or worker.where == TRANSIT]

    def arriving(self, player: Player) -> list[Worker]:
        """T-4.5: return a player's workers in transit."""
        return [worker for worker in player.workers if worker.where == TRANSIT]

    @property
    def active(self) -> int:
        """T-1.10: return the player of this turn, or of the next one."""
        return self.turn % len(self.players)

    @property
    def round(self) -> int:
        """T-1.10: return the number of the round, counted from 1."""
        return self.turn // len(self.players) + 1

    def colours(self, board: int) -> int:
        """T-1.6: return the colours of the unlocked workers on a board. A worker in transit is on no board."""
        of_players = sum(bool(self.unlocked(player, board)) for player in self.players)
        return of_players + sum(any(worker.where == board for worker in workers) for workers in self.neutrals)

    def position(self, board: int) -> int:
        """T-1.2: return the ring position of a board, from 1 to 8."""
        return self.ring.index(board) + 1

    def technology_row(self, tile: str) -> int:
        """T-2.2.4: return the row of a technology. Row 1 has the lowest three."""
        return 1 if self.technologies.index(tile) < 3 else 2

    def technology_temple(self, tile: str) -> str:
        """T-7.5.5: return the temple of a technology's column: left blue, centre red, right green."""
        return TEMPLES[self.technologies.index(tile) % 3]

    # Gaining and paying.

    def receive(self, player: Player, what: str, amount: int) -> None:
        """Give a player goods, cocoa or points."""
        setattr(player, what, getattr(player, what) + amount)

    def gain(self, player: Player, reward: str) -> Story:
        """Give a printed reward: first the fixed parts, then the parts to choose, one at a time."""
        for amount, what in spelled(reward):
            if what not in ("any", "temple"):
                self.receive(player, what, amount)
        for amount, what in spelled(reward):
            if what == "any":
                yield from self.gain_any_resources(player, amount)
            elif what == "temple":
                for _ in range(amount):
                    yield from self.advance_any_temple(player)

    def gain_any_resources(self, player: Player, amount: int) -> Story:
        """T-1.7, D6: let the player choose each unit of resources."""
        for _ in range(amount):
            answer = yield from self.ask(player, lambda: [f"gain {what}" for what in RESOURCES])
            self.receive(player, answer.split()[1], 1)

    def can_pay(self, player: Player, kind: str) -> bool:
        """T-11.1: True if the player can pay the printed price of a Discovery tile."""
        return all(getattr(player, what) >= amount for what, amount in DISCOVERIES[kind][1].items())

    def take_discovery(self, player: Player, kind: str) -> None:
        """T-11.1, T-11.2: pay, and put the tile in front of the player."""
        for what, amount in DISCOVERIES[kind][1].items():
            self.receive(player, what, -amount)
        (player.masks if DISCOVERIES[kind][2] == "mask" else player.unused).append(kind)

    def use_up(self, player: Player, effect: str) -> None:
        """T-11.2: turn a tile with this effect face down."""
        kind = next(kind for kind in player.unused if DISCOVERIES[kind][2] == effect)
        player.unused.remove(kind)
        player.used.append(kind)

    def owns(self, player: Player, effect: str) -> int:
        """Return the number of a player's unused Discovery tiles with this effect."""
        return sum(DISCOVERIES[kind][2] == effect for kind in player.unused)

    def claim_one_of(self, player: Player, tiles: list[str]) -> Yes:
        """T-10.3, T-10.8, D5: let the player claim one of the tiles there, or none. Return True if one was claimed."""

        def offered() -> list[str]:
            return [f"claim {kind}" for kind in sorted(set(tiles)) if self.can_pay(player, kind)] + ["pass"]

        answer = yield from self.ask(player, offered)
        if answer == "pass":
            return False
        kind = answer.split()[1]
        tiles.remove(kind)
        self.take_discovery(player, kind)
        yield from self.after_a_claim(player)
        return True

    def after_a_claim(self, player: Player) -> Story:
        """T-11.11, D16: open a window directly after a claim."""
        yield from self.ask(player, lambda: ["continue"])

    # T-10: temples and Avenue.

    def blocked(self, player: Player, temple: str) -> bool:
        """T-10.6: True if the marker is at the top, or just below it while another player is there."""
        step = player.temples[temple]
        return step == 11 or (step == 10 and any(other.temples[temple] == 11 for other in self.players))

    def open_temples(self, player: Player) -> list[str]:
        """T-10.7: return the temples on which the player can advance."""
        return [temple for temple in TEMPLES if not self.blocked(player, temple)]

    def advance_temple(self, player: Player, temple: str) -> Story:
        """T-10.1 to T-10.5: advance one step on a temple, and give the step's reward."""
        if self.blocked(player, temple):
            return
        player.temples[temple] += 1
        step = player.temples[temple]
        tiles = self.temple_tiles.get((temple, step), [])
        if tiles and (yield from self.claim_one_of(player, tiles)):
            return
        if step < 11 or self.rules["temple_top_reward"]:
            yield from self.gain(player, TEMPLE_REWARDS[temple].split(", ")[step])

    def advance_any_temple(self, player: Player) -> Story:
        """T-10.7, D7: advance on a temple of the player's choice, if one is open."""
        answer = yield from self.ask(player, lambda: [f"temple {temple}" for temple in self.open_temples(player)])
        if answer:
            yield from self.advance_temple(player, answer.split()[1])

    def advance_avenue(self, player: Player) -> Story:
        """T-10.8: advance one step on the Avenue, up to 9. If tiles lie there, ask for a claim."""
        if player.avenue == 9:
            return
        player.avenue += 1
        tiles = self.avenue_tiles.get(player.avenue, [])
        if tiles:
            yield from self.claim_one_of(player, tiles)

    # T-3, T-4: the turn and the move.

    def no_action_in_progress(self) -> None:
        """Reset the values of an action, because a turn begins or ends."""
        self.acting: Player | None = None  # the player of the running turn
        self.board = 0  # where the action takes place
        self.count = 0  # N of T-7.3
        self.low = 0  # L of T-7.3
        self.acting_technologies: list[str] = []  # T-7.5.7
        self.count_open = False  # T-11.9 (b): an additional worker may still join
        self.placed = 0  # Pyramid tiles of this action
        self.risen: Worker | None = None  # T-7.4.3: the worker with the first power-up of gathering

    def take_turn(self, player: Player) -> Story:
        """T-3.1: play a normal turn or the free unlock, then the window at the end."""
        self.acting = player
        answer = yield from self.ask(player, lambda: self.moves(player))
        if answer == "free unlock":
            self.unlock_all(player)
        else:
            self.move(player, answer)
            answer = yield from self.ask(player, lambda: self.actions(player))
            yield from self.act(player, answer)
        yield from self.ask(player, lambda: ["end turn"])
        self.no_action_in_progress()

    def unlock_all(self, player: Player) -> None:
        """T-3.3, T-3.4: move all workers of a player to the general areas of their boards."""
        for worker in player.workers:
            worker.locked = None

    def moves(self, player: Player) -> list[str]:
        """T-3.3, T-4.1 to T-4.3, D1: return the moves of a player."""
        texts = ["free unlock"] if any(worker.locked for worker in player.workers) else []
        movers = self.unlocked(player)
        for spelling in dict.fromkeys(spell_worker(worker) for worker in movers):
            texts += self.distances(player, spelling, "")
        if self.owns(player, "double"):
            pairs = itertools.combinations(reversed(movers), 2)
            same_board = [(a, b) for a, b in pairs if a.where == b.where]
            for spelling in dict.fromkeys(f"{spell_worker(a)}+{spell_worker(b)}" for a, b in same_board):
                texts += self.distances(player, spelling, " double")
        return texts

    def distances(self, player: Player, movers: str, tiles: str) -> list[str]:
        """T-4.1, T-4.2: return moves with each distance: up to three boards, or up to a full lap."""
        texts = [f"move {movers} {distance}{tiles}" for distance in (1, 2, 3)]
        if self.owns(player, "unlimited"):
            texts += [f"move {movers} {distance} unlimited{tiles}" for distance in range(1, 9)]
        return texts

    def move(self, player: Player, answer: str) -> None:
        """T-4: move the workers from their board. T-12.2: #01 pays for each that stops on the Palace or passes it."""
        _, movers, distance, *tiles = answer.split()
        for effect in tiles:
            self.use_up(player, effect)
        for mover in movers.split("+"):
            power, board = (int(part) for part in mover.split("@"))
            worker = next(worker for worker in self.unlocked(player, board) if worker.power == power)
            worker.where = TRANSIT
            steps = [(self.position(board) - 1 + step) % 8 + 1 for step in range(1, int(distance) + 1)]
            paying = steps[-1:] if self.rules["tech01_trigger"] == "landing" else steps
            if 1 in paying and "TECH01" in player.technologies:
                player.cocoa += 1
            self.board = self.ring[steps[-1] - 1]

    # T-19.2: free actions.

    def free_actions(self) -> list[str]:
        """Return the free actions that are possible in a window."""
        player = self.acting
        if player is None:
            return []
        usable = [
            kind
            for kind in sorted(set(player.unused))
            if DISCOVERIES[kind][2] in IMMEDIATE_EFFECTS
            or (DISCOVERIES[kind][2] == "additional" and self.count_open and self.count < 3)
        ]
        return [f"use {kind}" for kind in usable] + self.paid_unlocks(player)

    def paid_unlocks(self, player: Player) -> list[str]:
        """T-3.4: return the paid unlocks: for 3 cocoa, and with the wide scope of T-11.6 for the waiver."""
        if not any(worker.locked for worker in player.workers):
            return []
        texts = ["unlock"] if player.cocoa >= 3 else []
        return texts + ["unlock waive"] * self.waives_widely(player)

    def waives_widely(self, player: Player) -> bool:
        """T-11.6: True if a waiver can be used for more than the three transactions of the rules."""
        return self.rules["cocoa_waiver_scope"] == "wide" and self.owns(player, "waiver") > 0

    def pay_cocoa(self, player: Player, amount: int, *, waive: bool) -> None:
        """Pay cocoa, or use up a waiver instead."""
        if waive:
            self.use_up(player, "waiver")
        else:
            player.cocoa -= amount

    def take_free_action(self, player: Player, text: str) -> Story:
        """T-11.3, T-3.4: carry out a free action completely, before the interrupted decision continues."""
        if text.startswith("unlock"):
            self.pay_cocoa(player, 3, waive="waive" in text)
            self.unlock_all(player)
            return
        _, _, effect, number = DISCOVERIES[text.split()[1]]
        player.unused.remove(text.split()[1])
        player.used.append(text.split()[1])
        if effect == "additional":
            self.count += 1
        elif effect == "avenue":
            yield from self.advance_avenue(player)
        elif effect == "power":
            free = self.rules["power_up_tile"] == "up_to_two"
            for _ in range(number):
                risen = yield from self.power_up(player, lambda: self.unlocked(player), optional=free)
                if not risen:
                    break
        elif effect in TEMPLES:
            yield from self.advance_temple(player, effect)
        else:
            yield from self.gain(player, f"{number} {effect}")

    # D2: which action.

    def actions(self, player: Player) -> list[str]:
        """T-5.1, T-6, T-7.1: return the actions that the player can declare on the board where it arrived."""
        return ["collect", *self.worships(player), *self.main_actions(player)]

    def act(self, player: Player, answer: str) -> Story:
        """Carry out the action that the player has declared on a board."""
        verb, *words = answer.split()
        if verb == "collect":
            player.cocoa += self.colours(self.board) + 1
            self.place_arriving(player)
        elif verb == "worship":
            yield from self.worship(player, words)
        else:
            yield from self.main_action(player, words)
            self.refill_the_offers()

    def place_arriving(self, player: Player) -> None:
        """T-4.4: place the arrived workers in the general area of their board."""
        for worker in self.arriving(player):
            worker.where = self.board

    # T-6: worship.

    def worships(self, player: Player) -> list[str]:
        """T-6.1 to T-6.4: return every open combination of space, effect, worker to lock, and payment."""
        texts = []
        for space in WORSHIP_SPACES.get(self.board, []):
            occupant = self.occupant(space)
            if occupant is player:
                continue
            for effect in ("ability", "discovery", "both"):
                cost = (occupant is not None) + (effect == "both")
                ways = [""] * (player.cocoa >= cost) + [" waive"] * (cost > 0 and self.owns(player, "waiver") > 0)
                for lock in self.lockings(player):
                    for way in ways:
                        if self.can_worship(player, effect, 0 if way else cost):
                            texts.append(f"worship {space} {effect}{lock}{way}")
        return texts

    def occupant(self, space: str) -> Player | None:
        """T-6.2: return the player with a worker on a Worship space."""
        for player in self.players:
            if any(worker.locked == space for worker in player.workers):
                return player
        return None

    def lockings(self, player: Player) -> list[str]:
        """T-4.4: return the choices of which arrived worker is locked, if the two can be distinguished."""
        powers = sorted({worker.power for worker in self.arriving(player)})
        return [f" lock {power}" for power in powers] if len(powers) > 1 else [""]

    def can_worship(self, player: Player, effect: str, cost: int) -> bool:
        """T-6.3: True if the effect is possible after the entry cost is paid."""
        tile = self.worship_tiles[self.board]
        if effect == "ability":
            return True
        if effect == "both":
            return tile is not None
        price = DISCOVERIES[tile][1] if tile else {}
        return (
            self.board != PALACE
            and tile is not None
            and self.can_pay(player, tile)
            and player.cocoa - cost >= price.get("cocoa", 0)
        )

    def worship(self, player: Player, words: list[str]) -> Story:
        """T-6: pay, unlock the worker there, lock the player's own worker, carry out the effects, refill."""
        space, effect, *more = words
        occupant = self.occupant(space)
        self.pay_cocoa(player, (occupant is not None) + (effect == "both"), waive="waive" in more)
        if occupant:
            self.displace(occupant, space)
        arriving = self.arriving(player)
        power = int(more[1]) if "lock" in more else arriving[0].power
        self.place_arriving(player)
        next(worker for worker in arriving if worker.power == power).locked = space
        if effect == "both":
            yield from self.worship_both(player, space, power)
        elif effect == "ability":
            yield from self.ability(player, space, power)
        else:
            self.take_worship_tile(player)
            yield from self.after_a_claim(player)
        if self.worship_tiles[self.board] is None:
            self.worship_tiles[self.board] = self.draw_discovery()

    def displace(self, occupant: Player, space: str) -> None:
        """T-6.2: move the worker on a space to the general area."""
        next(worker for worker in occupant.workers if worker.locked == space).locked = None

    def worship_both(self, player: Player, space: str, power: int) -> Story:
        """T-6.4, T-6.9, D3: carry out ability and claim in the order that the player chooses."""
        both = ["first ability", "first discovery"]
        orders = both[:1] if self.rules["worship_order"] == "ability_first" else both
        answer = yield from self.ask(player, lambda: orders, window=len(orders) > 1)
        if answer == "first ability":
            yield from self.ability(player, space, power)
        yield from self.claim_worship_tile(player)
        if answer == "first discovery":
            yield from self.ability(player, space, power)

    def claim_worship_tile(self, player: Player) -> Story:
        """T-6.4, D5: let the player claim the tile beside the space, if it can pay now."""
        kind = self.worship_tiles[self.board]
        assert kind is not None
        answer = yield from self.ask(player, lambda: [f"claim {kind}"] * self.can_pay(player, kind) + ["pass"])
        if answer != "pass":
            self.take_worship_tile(player)
            yield from self.after_a_claim(player)

    def take_worship_tile(self, player: Player) -> None:
        """T-6.3: pay for the tile and take it. Its place stays empty until the action is over."""
        kind = self.worship_tiles[self.board]
        assert kind is not None
        self.worship_tiles[self.board] = None
        self.take_discovery(player, kind)

    def ability(self, player: Player, space: str, power: int) -> Story:
        """T-6.5: carry out the ability of a Worship space."""
        temples = {"forest": "red", "quarry": "green", "gold": "blue"}
        if space in temples:
            yield from self.advance_temple(player, temples[space])
        elif space == "decorations":
            yield from self.advance_any_temple(player)
        else:
            yield from self.royal_tile(player, self.royal[space], power)

    # T-13: the Royal tiles.

    def royal_tile(self, player: Player, tile: str, power: int) -> Story:
        """T-13: carry out a Royal tile: points and cocoa immediately, exchanges one at a time."""
        if tile == "R01":
            player.cocoa += power + 1
        elif tile == "R04":
            player.points += 2 * min(len(player.technologies), power)
        elif tile == "R05":
            player.points += 2 * min(player.track, power)
        elif tile == "R09":
            most = {
                "power_plus_one": power + 1,
                "power": power,
                "double_cap": 2 * (power + 1),
                "double_power_plus_one": 2 * power + 1,
            }[str(self.rules["royal9_reading"])]
            player.points += min(player.avenue, most)
        else:
            yield from self.exchanges(player, tile, power)

    def exchanges(self, player: Player, tile: str, power: int) -> Story:
        """T-13.2, D4: carry out exchanges as often as the player wants and the rules allow."""
        for _ in range({"R07": 1, "R08": power - 1}.get(tile, power)):
            answer = yield from self.ask(player, lambda: [*self.exchanges_offered(player, tile), "stop"])
            if answer == "stop":
                return
            yield from self.exchange(player, tile, power, answer)

    def exchanges_offered(self, player: Player, tile: str) -> list[str]:
        """T-13.3: return the exchanges that the player can pay and that have an effect."""
        paid = [what for what in RESOURCES if getattr(player, what) > 0]
        if tile == "R03":
            return [f"exchange {what}" for what in paid]
        kinds = {"R07": [f" {what}" for what in paid], "R08": [f" {temple}" for temple in self.open_temples(player)]}
        ways = [""] * (player.cocoa > 0) + [" waive"] * self.waives_widely(player)
        return [f"exchange{kind}{way}" for kind in kinds.get(tile, [""]) for way in ways]

    def exchange(self, player: Player, tile: str, power: int, answer: str) -> Story:
        """T-13: carry out one exchange of a Royal tile."""
        words = answer.split()
        if tile == "R03":
            self.receive(player, words[1], -1)
            player.cocoa += 2
            return
        self.pay_cocoa(player, 1, waive="waive" in words)
        if tile == "R08":
            yield from self.advance_temple(player, words[1])
        elif tile == "R07":
            self.receive(player, words[1], -1)
            yield from self.gain_any_resources(player, power)
        else:
            yield from self.gain(player, "1 wood 1 stone" if tile == "R02" else "1 gold 1 stone")

    # T-7: main actions.

    def main_actions(self, player: Player) -> list[str]:
        """T-7.1, T-7.2, T-11.9 (a): return Main actions with each number of additional workers and each payment."""
        if self.board == PALACE:
            return []
        cost = self.main_cost()
        ways = [""] * (player.cocoa >= cost) + [" waive"] * (cost > 0 and self.owns(player, "waiver") > 0)
        count, low = self.workers_there(player)
        additional = range(
            1 + (self.owns(player, "additional") if self.board in (ALCHEMY, NOBLES, CONSTRUCTION) else 0)
        )
        return [
            f"main{f' additional {more}' if more else ''}{way}"
            for more in additional
            for way in ways
            if count + more <= 3 and self.possible(player, count + more, low)
        ]

    def main_cost(self) -> int:
        """T-7.1: return the cocoa for a Main action: one for each colour, three at most by option."""
        cost = self.colours(self.board)
        return cost if self.rules["main_cost_cap"] is None else min(cost, 3)

    def workers_there(self, player: Player) -> tuple[int, int]:
        """T-1.5, T-7.3, T-12.8: return the number of the player's workers, at most three, and their lowest power."""
        powers = [worker.power for worker in self.unlocked(player, self.board) + self.arriving(player)]
        virtual = 1 if self.board == CONSTRUCTION and "TECH15" in player.technologies else 0
        return min(3, len(powers) + virtual), min(powers)

    def possible(self, player: Player, count: int, low: int) -> bool:
        """T-7.2: True if at least the smallest effect can be carried out."""
        if self.board == ALCHEMY:
            return bool(self.technologies_offered(player, count, low))
        if self.board == NOBLES:
            return player.wood >= 2 and sum(self.buildings.values()) < 11 and bool(self.rows(count))
        if self.board == DECORATIONS:
            return player.gold >= 4 - count and bool(self.decorations_offered())
        if self.board == CONSTRUCTION:
            return bool(self.builds_offered(player, discount="TECH15" in player.technologies))
        return True

    def main_action(self, player: Player, words: list[str]) -> Story:
        """T-7.1, T-7.3: pay for the Main action, count the workers, place them, and carry the action out."""
        self.pay_cocoa(player, self.main_cost(), waive="waive" in words)
        self.count, self.low = self.workers_there(player)
        if "additional" in words:
            self.count += int(words[1])
            for _ in range(int(words[1])):
                self.use_up(player, "additional")
        self.acting_technologies = list(player.technologies)
        self.place_arriving(player)
        if self.board in (FOREST, QUARRY, GOLD):
            yield from self.gather(player)
        elif self.board == ALCHEMY:
            yield from self.alchemy(player)
        elif self.board == NOBLES:
            yield from self.nobles(player)
        elif self.board == DECORATIONS:
            yield from self.decorate(player)
        else:
            yield from self.construct(player)

    def has(self, technology: str) -> bool:
        """T-12.0: True if a technology has an effect in the running Main action."""
        return technology in self.acting_technologies

    def gather(self, player: Player) -> Story:
        """T-7.4: gain goods and the additions of technologies, then advance on temples, then power up."""
        cell = GATHERING[self.board][self.count][self.low - 1]
        yield from self.technologies_give(player, late=False)
        yield from self.gain(player, cell)
        yield from self.power_ups(player, twice=self.count == 3)

    def technologies_give(self, player: Player, *, late: bool) -> Story:
        """T-12.0, T-12.3 to T-12.6, T-12.9: give what technologies bring, in the action or after its power-ups."""
        timing = self.rules["technology_timing"]
        if late == (timing == "after"):
            self.technologies_score(player)
        if late == (timing != "during") and self.board == CONSTRUCTION and self.has("TECH17"):
            yield from self.advance_any_temple(player)

    def technologies_score(self, player: Player) -> None:
        """T-12.3 to T-12.6: give the goods and points of the technologies that belong to the board."""
        gathered = {FOREST: "wood", QUARRY: "stone", GOLD: "gold"}
        if self.board in gathered and self.has("TECH05"):
            self.receive(player, gathered[self.board], 1)
        if self.board in gathered and self.has("TECH07"):
            player.cocoa += 1
            player.points += 1
        scoring = {
            ALCHEMY: ("TECH03", 3),
            NOBLES: ("TECH03", 3),
            DECORATIONS: ("TECH09", 4),
            CONSTRUCTION: ("TECH11", 3),
        }
        technology, points = scoring.get(self.board, ("", 0))
        if self.has(technology):
            player.points += points

    # T-7.5: Alchemy.

    def technologies_offered(self, player: Player, count: int, low: int) -> list[str]:
        """T-7.5.1, T-7.5.3: return the technologies in an open row that the player lacks and can pay."""
        rows = (1, 2) if count > 1 or low >= 4 else (1,)
        return [
            tile
            for tile in self.technologies
            if tile not in player.technologies
            and self.technology_row(tile) in rows
            and player.gold >= TECHNOLOGIES[tile]
        ]

    def alchemy(self, player: Player) -> Story:
        """T-7.5: buy a technology, let its other owners score, advance on its temple, and power up once."""

        def offered() -> list[str]:
            return [f"technology {tile}" for tile in self.technologies_offered(player, self.count, self.low)]

        tile = (yield from self.ask(player, offered, window=False)).split()[1]
        player.gold -= TECHNOLOGIES[tile]
        player.technologies.append(tile)
        if self.rules["new_technology"] == "acts":
            self.acting_technologies.append(tile)
        for other in self.players:
            if other is not player and tile in other.technologies:
                other.points += 3
        yield from self.advance_temple(player, self.technology_temple(tile))
        yield from self.technologies_give(player, late=False)
        if self.count > 1 or self.technology_row(tile) == 1:
            yield from self.power_ups(player, twice=False)
        else:
            yield from self.technologies_give(player, late=True)

    # T-7.6: Nobles.

    def rows(self, count: int) -> list[str]:
        """T-7.6.2: return the rows in which this number of workers may build."""
        free = [row for row, values in NOBLES_ROWS.items() if self.buildings[row] < len(values)]
        open_rows = ["top", "centre", "bottom"][:count]
        allowed = [row for row in open_rows if row in free]
        if self.rules["nobles_row_choice"] == "any_up_to_workers":
            return allowed
        if open_rows[-1] in free:
            return [open_rows[-1]]
        return allowed

    def nobles(self, player: Player) -> Story:
        """T-7.6: pay 2 wood for a Building, score it, advance on the Avenue, power up."""
        rows = self.rows(self.count)
        row = (yield from self.ask(player, lambda: [f"row {row}" for row in rows], window=False)).split()[1]
        player.wood -= 2
        player.points += NOBLES_ROWS[row][self.buildings[row]]
        self.buildings[row] += 1
        self.count_open = True
        yield from self.advance_avenue(player)
        yield from self.technologies_give(player, late=False)
        yield from self.power_ups(player, twice=True)

    # T-8: the Pyramid.

    def pyramid_spaces(self) -> list[str]:
        """T-8.1, T-8.2: return the spaces where a Pyramid tile may be placed."""
        return [
            f"{level}.{i}.{j}"
            for level in (1, 2, 3, 4)
            for i in range(5 - level)
            for j in range(5 - level)
            if f"{level}.{i}.{j}" not in self.pyramid and self.supported(level, i, j)
            if not self.under_decorations(f"{level}.{i}.{j}")
        ]

    def under_decorations(self, space: str) -> bool:
        """T-8.5: True if a Decoration lies where a tile on this space would lie."""
        return any(cell in half_cells(space) for laid in self.decorations for cell in DECORATION_SPACES[laid][0])

    def supported(self, level: int, i: int, j: int) -> bool:
        """T-8.2: True if the four spaces below a space have tiles."""
        below = [f"{level - 1}.{i + di}.{j + dj}" for di in (0, 1) for dj in (0, 1)]
        return level == 1 or all(space in self.pyramid for space in below)

    def icon_at(self, cell: tuple[int, int]) -> str:
        """T-8.4: return the topmost icon on a half-cell."""
        for level in (4, 3, 2, 1):
            for space in self.pyramid:
                if space.startswith(f"{level}.") and cell in half_cells(space):
                    tile, rotation = self.pyramid[space]
                    return turned(tile, rotation)[half_cells(space).index(cell)]
        return BASE_ICONS[cell[0]].split()[cell[1]]

    def matches(self, covering: list[str], covered: list[str]) -> list[str]:
        """T-8.3: return the covering icons that match the covered ones."""
        counts = self.rules["glyph_matches"]
        return [
            new
            for new, old in zip(covering, covered, strict=True)
            if new.lower() == old.lower() and (counts or new != "glyph")
        ]

    def score_matches(self, player: Player, icons: list[str]) -> Story:
        """T-7.7.2, T-7.8.2, D12: score a point for each match, and advance on the temples of coloured ones."""
        player.points += len(icons)
        left = [TEMPLE_OF_ICON[icon] for icon in icons if icon in TEMPLE_OF_ICON]
        while left := [temple for temple in left if not self.blocked(player, temple)]:
            temple = left[0]
            if len(set(left)) > 1:
                different = sorted(set(left), key=TEMPLES.index)
                texts = [f"temple {temple}" for temple in different]
                temple = (yield from self.ask(player, fixed(texts))).split()[1]
            left.remove(temple)
            yield from self.advance_temple(player, temple)

    def advance_track(self, player: Player) -> None:
        """T-8.7: move the player's marker one step up the Pyramid track."""
        cap = self.rules["pyramid_track_cap"]
        player.track = player.track + 1 if cap is None else min(player.track + 1, int(str(cap)))

    # T-7.7: Decorations.

    def decoration_spaces(self) -> list[str]:
        """T-8.5: return the next space of each side, from the outside to the centre, on top of Pyramid tiles."""
        spaces = []
        for space in DECORATION_SPACES:
            side, level = space.split("_")
            under = self.needed_under(space)
            follows = level == "1" or f"{side}_{int(level) - 1}" in self.decorations
            if space not in self.decorations and follows and all(tile in self.pyramid for tile in under):
                spaces.append(space)
        return spaces

    def needed_under(self, space: str) -> list[str]:
        """T-8.5: return the spaces that need Pyramid tiles before a Decoration can lie on a space."""
        cells, under, _ = DECORATION_SPACES[space]
        if self.rules["decoration_layers"] == "counted" or not under:
            return under.split()
        ground = [f"1.{i}.{j}" for i in range(4) for j in range(4)]
        return [each for each in ground if any(cell in half_cells(each) for cell in cells)]

    def decorations_offered(self) -> list[str]:
        """T-7.7.1, D10: return the options of decorating."""
        tiles = sorted(tile for tile in self.decoration_offer if tile)
        return [f"decorate {tile} {space}" for tile in tiles for space in self.decoration_spaces()]

    def decorate(self, player: Player) -> Story:
        """T-7.7: pay, lay the tile, score the matches, power up once."""
        _, tile, space = (yield from self.ask(player, self.decorations_offered, window=False)).split()
        player.gold -= 4 - self.count
        self.decoration_offer[self.decoration_offer.index(tile)] = None
        cells, _, printed = DECORATION_SPACES[space]
        covered = printed.split() or [self.icon_at(cell) for cell in cells]
        self.decorations[space] = tile
        yield from self.score_matches(player, self.matches(DECORATION_TILES[tile].split(), covered))
        player.points += 3
        self.advance_track(player)
        yield from self.technologies_give(player, late=False)
        yield from self.power_ups(player, twice=False)

    # T-7.8: Construction.

    def builds_offered(self, player: Player, *, discount: bool) -> list[str]:
        """T-7.8.2, D11: return each tile with rotation and space that the player can pay in some way."""
        spaces = [space for space in self.pyramid_spaces() if self.payments(player, space, discount=discount)]
        tiles = sorted({tile for tile in self.pyramid_offer if tile})
        return [
            f"build {tile} r{rotation} on {space}"
            for tile in tiles
            for rotation in (range(4) if tile in TURNED_TILES else [0])
            for space in spaces
        ]

    def builds_or_stop(self, player: Player, *, discount: bool) -> list[str]:
        """T-7.8.3: return the options of building; after the first tile also the option to stop."""
        return self.builds_offered(player, discount=discount) + ["stop"] * (self.placed > 0)

    def payments(self, player: Player, space: str, *, discount: bool) -> list[str]:
        """T-7.8.2, T-12.8: return the payments: 2 stone, and a wood for each level below.

        A discount takes off one unit.
        """
        wood = int(space[0]) - 1
        ways = {"pay full": (2, wood)}
        if discount:
            ways |= {"pay less stone": (1, wood)} | ({"pay less wood": (2, wood - 1)} if wood else {})
        return [way for way, (stone, logs) in ways.items() if player.stone >= stone and player.wood >= logs]

    def construct(self, player: Player) -> Story:
        """T-7.8: place one tile after another, then use technologies, then power up."""
        discount = self.has("TECH15")
        while self.placed < self.count and "4.0.0" not in self.pyramid:
            offered = partial(self.builds_or_stop, player, discount=discount)
            answer = yield from self.ask(player, offered, window=self.placed > 0)
            if answer == "stop":
                break
            _, tile, rotation, _, space = answer.split()
            paid = yield from self.pay_for_tile(player, space, discount=discount)
            discount = discount and paid == "pay full"
            self.count_open = True
            yield from self.place_tile(player, tile, int(rotation[1:]), space)
        yield from self.technologies_give(player, late=False)
        yield from self.power_ups(player, twice=True)

    def pay_for_tile(self, player: Player, space: str, *, discount: bool) -> Answer:
        """T-7.8.2, T-12.8: pay for a tile. With #15, pay one stone or one wood less, once in the action."""
        ways = self.payments(player, space, discount=discount)
        paid = yield from self.ask(player, lambda: ways, window=False)
        player.stone -= 1 if paid == "pay less stone" else 2
        player.wood -= int(space[0]) - (2 if paid == "pay less wood" else 1)
        return paid

    def place_tile(self, player: Player, tile: str, rotation: int, space: str) -> Story:
        """T-7.8.2, T-7.8.4: score level and icons, advance on the track. The topmost tile finishes the Pyramid."""
        covered = [self.icon_at(cell) for cell in half_cells(space)]
        self.pyramid_offer[self.pyramid_offer.index(tile)] = None
        self.pyramid[space] = (tile, rotation)
        self.placed += 1
        player.points += 2 * int(space[0]) - 1
        if space == "4.0.0":
            self.final = True
            self.advance_light(self.dark)
        yield from self.score_matches(player, self.matches(turned(tile, rotation), covered))
        self.advance_track(player)

    # T-9: power-ups and Ascension.

    def power_ups(self, player: Player, *, twice: bool) -> Story:
        """T-9.1, T-12.7: make the power-ups of a Main action. With three workers there is an optional second one."""
        self.count_open = False

        def there() -> list[Worker]:
            locked = self.rules["power_up_target"] == "on_board"
            workers = [worker for worker in self.in_play(player) if worker.where == self.board]
            return [worker for worker in workers if locked or not worker.locked]

        if self.board == ALCHEMY and self.rules["alchemy_power_up"] == "each":
            made = yield from self.power_up_all(player, there())
        else:
            made = yield from self.one_or_two_power_ups(player, there, twice=twice)
        yield from self.technologies_give(player, late=True)
        purchases = made if self.rules["tech13_scope"] == "per_power_up" else min(made, 1)
        while purchases and self.has("TECH13") and (yield from self.power_up(player, there, optional=True, price=1)):
            purchases -= 1

    def one_or_two_power_ups(self, player: Player, there: Callable[[], list[Worker]], *, twice: bool) -> Count:
        """T-9.1, T-7.4.3: make the first power-up, and with three workers perhaps the second. Return how many."""
        gathering = self.board in (FOREST, QUARRY, GOLD)
        free = gathering and self.rules["gathering_power_up"] == "optional"
        made = int((yield from self.power_up(player, there, optional=free)))
        if not (made and twice and self.count == 3):
            return made
        if gathering and self.rules["gathering_second"] == "other_worker":
            self.risen = self.last_risen
        made += yield from self.power_up(player, lambda: [w for w in there() if w is not self.risen], optional=True)
        return made

    def power_up_all(self, player: Player, workers: list[Worker]) -> Count:
        """T-7.5.6: make each of these workers stronger at once; then those that ascend do so one by one."""
        ascending = [worker for worker in workers if worker.power == 5]
        for worker in workers:
            worker.power += 1
        for worker in ascending:
            worker.where, worker.power = PALACE, 1
        for worker in ascending:
            yield from self.ascend(player, worker)
        return len(workers)

    def power_up(
        self, player: Player, eligible: Callable[[], list[Worker]], *, optional: bool = False, price: int = 0
    ) -> Yes:
        """T-9.1, D13: raise one worker by 1. Return True if that happened."""

        def offered() -> list[str]:
            workers = sorted({spell_worker(worker) for worker in eligible()})
            texts = [f"power up {worker}" for worker in workers if player.cocoa >= price]
            return texts + ["stop"] * (optional and bool(workers))

        answer = yield from self.ask(player, offered)
        if answer in ("", "stop"):
            return False
        player.cocoa -= price
        alike = [worker for worker in eligible() if spell_worker(worker) == answer.split()[2]]
        worker = min(alike, key=lambda each: each is self.risen)  # T-7.4.3: of equal ones the other
        self.last_risen = worker
        worker.power += 1
        if worker.power == 6:
            yield from self.ascend(player, worker)
        return True

    def ascend(self, player: Player, worker: Worker) -> Story:
        """T-9.2, T-9.7: move the die to the Palace with power 1, before any question."""
        worker.where, worker.power, worker.locked = PALACE, 1, None
        yield from self.advance_avenue(player)
        answer = yield from self.ask(player, lambda: self.rewards(player))
        yield from self.reward(player, answer)
        self.advance_light(1)

    def rewards(self, player: Player) -> list[str]:
        """T-9.3, T-9.8, D14: return the rewards of an Ascension that the player can take."""
        temples = bool(self.open_temples(player))
        texts = ["reward points", "reward cocoa"] + ["reward temple"] * temples
        texts += ["reward two temples"] * (temples and player.cocoa >= 3)
        texts += ["reward two temples waive"] * (temples and self.waives_widely(player))
        return texts + ["reward worker"] * (len(self.in_play(player)) == 3)

    def reward(self, player: Player, answer: str) -> Story:
        """T-9.3: give the chosen reward of an Ascension."""
        if answer == "reward points":
            player.points += 5
        elif answer == "reward cocoa":
            player.cocoa += int(str(self.rules["ascension_cocoa"]))
        elif answer == "reward temple":
            yield from self.advance_any_temple(player)
        elif answer == "reward worker":
            next(worker for worker in player.workers if worker.where == WHEEL).where = PALACE
            player.cocoa += 2
        else:
            self.pay_cocoa(player, 3, waive="waive" in answer)
            yield from self.advance_any_temple(player)
            yield from self.advance_any_temple(player)

    # T-14, T-15: calendar, Eclipses, the end.

    def advance_light(self, steps: int) -> None:
        """T-14.1, T-14.2: move the light disc, never past the dark disc. Store the round in which it gets there."""
        if self.light < self.dark:
            self.light = min(self.dark, self.light + steps)
            if self.light == self.dark:
                self.reached = self.round

    def end_turn(self) -> Story:
        """T-3.6, T-14.2, T-16.2: move the light disc, hold an Eclipse if it is due, and begin the next turn."""
        last = self.active == len(self.players) - 1
        if last:
            self.advance_light(1)
        due = self.reached is not None
        if self.reached is not None and not self.rules["dark_eclipse"]:
            due = last and self.round > self.reached
        self.turn += 1
        if due:
            yield from self.eclipse()

    def eclipse(self) -> Story:
        """T-14.4 to T-14.9, T-15: hold an Eclipse; after the last one, end the game."""
        for player in self.players:
            player.points += player.avenue * BUILDINGS_ROW[sum(self.buildings.values())]
        self.score_the_track()
        for player in self.players:
            player.points += sum(MASK_SETS[size] for size in self.mask_sets(player))
        yield from self.pay_salaries()
        if self.final or self.eclipses == 2:
            self.score_bonus_tiles()
            self.over = True
        self.eclipses += 1
        if not self.over:
            self.light, self.dark = 0, DARK_DISC[len(self.players)][self.eclipses]
            self.reached = None
            self.move_neutral_workers(self.neutral_orders[self.eclipses])

    def score_the_track(self) -> None:
        """T-14.4 (2), T-14.5: score the leaders, then the steps of all, then move all markers back to 0."""
        furthest = max(player.track for player in self.players)
        leaders = [player for player in self.players if player.track == furthest]
        if furthest == 0 and self.rules["pyramid_leader_needs_progress"]:
            leaders = []
        if len(leaders) > 1 and self.rules["pyramid_leader_tie"] == "nobody":
            leaders = []
        for player in leaders:
            player.points += 4
        for player in self.players:
            player.points += player.track * (4 - self.eclipses)
            player.track = 0

    def mask_sets(self, player: Player) -> list[int]:
        """T-14.6: return the sizes of the sets. Set k has each type of which the player has k or more."""
        copies = Counter(player.masks).values()
        return [sum(number >= k for number in copies) for k in range(1, max(copies, default=0) + 1)]

    def pay_salaries(self) -> Story:
        """T-14.7, E1: ask all players for their answers, then carry them out."""
        answers = []
        for player in self.players:
            answers.append((yield from self.ask(player, partial(self.salaries, player))))
        for player, answer in zip(self.players, answers, strict=True):
            if answer == "salary waive":
                self.use_up(player, "waiver")
                continue
            paid = int(answer.split()[1])
            player.cocoa -= paid
            player.points = max(0, player.points - 3 * self.unpaid(player, paid))

    def unpaid(self, player: Player, paid: int) -> int:
        """T-14.7: return how often 3 points are lost: for each cocoa, or for each worker without its whole salary."""
        if self.rules["salary_penalty"] == "per_cocoa" or not self.salary_due(player):
            return self.salary_due(player) - paid
        prices = sorted(2 if worker.power >= 4 else 1 for worker in self.in_play(player))
        return sum(sum(prices[: number + 1]) > paid for number in range(len(prices)))

    def salaries(self, player: Player) -> list[str]:
        """T-14.7: return the possible answers: any part of the salary."""
        most = min(self.salary_due(player), player.cocoa)
        texts = [f"salary {paid}" for paid in range(most + 1)]
        return texts + ["salary waive"] * (self.owns(player, "waiver") > 0)

    def salary_due(self, player: Player) -> int:
        """T-14.7: return the salary: 1 for each worker in play, 2 with power 4 or 5."""
        return sum(2 if worker.power >= 4 else 1 for worker in self.in_play(player))

    def score_bonus_tiles(self) -> None:
        """T-15.2: score the Temple Bonus tiles."""
        for player in self.players:
            unlocked = [self.bonus[temple] for temple in TEMPLES if player.temples[temple] >= 10]
            player.points += sum(self.bonus_value(player, tile, len(unlocked)) for tile in unlocked)

    def bonus_value(self, player: Player, tile: str, unlocked: int) -> int:
        """T-15.2: return the points of a Temple Bonus tile for a player."""
        return {
            "B1": MASK_SETS[max(self.mask_sets(player), default=0)],
            "B2": int(str(self.rules["bonus2_points"])) * len(player.technologies),
            "B3": 15,
            "B4": 3 * player.avenue,
            "B5": 9 * unlocked,
            "B6": 2 * len(player.unused + player.used),
            "B7": sum(9 if worker.power >= 4 else 4 for worker in self.in_play(player)),
        }[tile]

    def scores(self) -> list[int]:
        """Return the points of each seat."""
        return [player.points for player in self.players]

    def placements(self) -> list[int]:
        """T-15.3, T-16.2: return places by points, then cocoa, then Player Order token."""
        sign = 1 if self.rules["dark_eclipse"] else -1
        results = [(player.points, player.cocoa, sign * player.seat) for player in self.players]
        return [1 + sum(other > mine for other in results) for mine in results]

    # The position.

    def summary(self) -> dict[str, object]:
        """Return the complete position as plain values. Parts without an order are sorted."""
        return {
            "players": [self.player_summary(player) for player in self.players],
            "neutrals": [sorted(str(worker.where) for worker in workers) for workers in self.neutrals],
            "ring": list(self.ring),
            "royal": dict(self.royal),
            "bonus": dict(self.bonus),
            "technologies": list(self.technologies),
            "pyramid": {space: f"{tile} r{rotation}" for space, (tile, rotation) in sorted(self.pyramid.items())},
            "decorations": dict(sorted(self.decorations.items())),
            "pyramid_offer": sorted(tile for tile in self.pyramid_offer if tile),
            "pyramid_stack": list(self.pyramid_stack),
            "decoration_offer": sorted(tile for tile in self.decoration_offer if tile),
            "decoration_stack": list(self.decoration_stack),
            "worship_tiles": dict(self.worship_tiles),
            "avenue_tiles": {step: sorted(tiles) for step, tiles in self.avenue_tiles.items()},
            "temple_tiles": {f"{temple} {step}": sorted(tiles) for (temple, step), tiles in self.temple_tiles.items()},
            "discovery_stack": list(self.discovery_stack),
            "tied": dict(sorted(self.tied.items())),
            "buildings": dict(self.buildings),
            "light": self.light,
            "dark": self.dark,
            "eclipses": self.eclipses,
            "round": self.round,
            "turn": self.turn,
            "active": self.active,
            "final": self.final,
            "over": self.over,
        }

    def player_summary(self, player: Player) -> dict[str, object]:
        """Return a player's possessions as plain values."""
        return {
            "wood": player.wood,
            "stone": player.stone,
            "gold": player.gold,
            "cocoa": player.cocoa,
            "points": player.points,
            "temples": dict(player.temples),
            "avenue": player.avenue,
            "track": player.track,
            "technologies": sorted(player.technologies),
            "masks": sorted(player.masks),
            "unused": sorted(player.unused),
            "used": sorted(player.used),
            "dealt": sorted(player.dealt),
            "kept": list(player.kept),
            "workers": sorted(f"{worker.power}@{worker.locked or worker.where}" for worker in player.workers),
        }


def refuse_what_is_no_game(players: int, setup: Setup, rules: dict[str, object]) -> None:
    """Raise ValueError unless the stacks are those of the box, and the options are known and fit together."""
    if players not in STARTING_PATTERNS:
        raise ValueError("Teotihuacan is for two to four players here")
    for name, value in rules.items():
        if value not in RULES_OPTIONS.get(name, []):
            raise ValueError(f"no such rules option: {name}={value}")
    if rules["first_game"] and rules["starting_tile_draft"]:
        raise ValueError("T-16.3: a first game has no Starting tiles to draft")
    stacks: list[tuple[Iterable[object], Iterable[object]]] = [
        (setup.boards, range(1, 9)),
        (setup.technologies, TECHNOLOGIES),
        (setup.decorations, DECORATION_TILES),
        ([SAME_PYRAMID_TILE.get(tile, tile) for tile in setup.pyramid], pyramid_tiles()),
        (setup.discoveries, discovery_tiles()),
        (setup.discoveries_again, discovery_tiles()),
        (setup.starting, STARTING_TILES),
        *[(order, STARTING_TILES) for order in setup.neutral],
    ]
    if any(Counter(list(given)) != Counter(list(box)) for given, box in stacks):
        raise ValueError("a stack is not that of the box")
    if (setup.boards[0], setup.boards[4]) != (PALACE, CONSTRUCTION):
        raise ValueError("T-1.2: the Palace stands at position 1, Construction at position 5")


def pyramid_tiles() -> list[str]:
    """Return the 32 Pyramid tiles, each under the name of its kind."""
    return [SAME_PYRAMID_TILE.get(tile, tile) for tile in PYRAMID_TILES]


def turned(tile: str, rotation: int) -> list[str]:
    """T-8.8: return the icons of a turned tile, clockwise from the top left."""
    icons = PYRAMID_TILES[tile].split()
    return [icons[(place - rotation) % 4] for place in range(4)]


def half_cells(space: str) -> list[tuple[int, int]]:
    """T-8.1: return the half-cells of a Pyramid space, clockwise from the top left."""
    level, i, j = (int(part) for part in space.split("."))
    row, column = 2 * i + level - 1, 2 * j + level - 1
    return [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]


def spelled(reward: str) -> list[tuple[int, str]]:
    """Return a reward such as `2 wood 1 cocoa` as pairs of an amount and a word; an empty list for `-`."""
    words = [] if reward == "-" else reward.split()
    return [(int(amount), what) for amount, what in zip(words[::2], words[1::2], strict=True)]


def fixed(texts: list[str]) -> Options:
    """Return a function that always returns these options, for a question with options that do not change."""
    return lambda: texts


def spell_worker(worker: Worker) -> str:
    """Return a worker as options write it."""
    return f"{worker.power}@{worker.locked or worker.where}"


def worker_order(worker: Worker) -> tuple[str, int]:
    """Return the sort key of a worker: its board, then its power."""
    return str(worker.where), worker.power
