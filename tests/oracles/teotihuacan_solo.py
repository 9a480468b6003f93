"""A second, slow program of Teotihuacan's solo game (T-17), written literally from the rules, to check the engine with.

`Solo` is an `Oracle` with the automaton in the second seat. Tests use and compare both in the same way. `Solo` shares
no code with the engine, either. A `Fate` has the results of chance for the automaton.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.oracles.teotihuacan import (
    ALCHEMY,
    CONSTRUCTION,
    DECORATIONS,
    FOREST,
    GOLD,
    NOBLES,
    PALACE,
    QUARRY,
    TURNED_TILES,
    Oracle,
    Player,
    Setup,
    Story,
    Worker,
    fixed,
    shuffled,
    spelled,
)
from tests.oracles.teotihuacan_data import DISCOVERIES, NOBLES_ROWS, TEMPLE_REWARDS, TEMPLES, WORSHIP_SPACES

ACTIONS = ["construction", "decorations", "alchemy", "nobles", "mastery", "worship", "mask_collection"]
"""T-17.1.4: the action tiles."""

FALLS = {
    **dict.fromkeys((2, 3), "bottom left"),
    **dict.fromkeys((4, 5), "middle left"),
    **dict.fromkeys((6, 7, 8), "top"),
    **dict.fromkeys((9, 10), "middle right"),
    **dict.fromkeys((11, 12), "bottom right"),
}
"""T-17.3.1: the place that a sum of two dice names."""

NEIGHBOURS = {
    "top": ("middle left", "middle right"),
    "middle left": ("bottom left", "bottom middle"),
    "middle right": ("bottom middle", "bottom right"),
}
"""T-17.3.3: the two places below each place of the action pyramid, left and right."""

PLACES = ["top", "middle left", "middle right", "bottom left", "bottom middle", "bottom right", "aside"]
TEMPLE_OF_SPACE = {"forest": "red", "quarry": "green", "gold": "blue", "decorations": "any"}
GATHERED = {FOREST: "wood", QUARRY: "stone", GOLD: "gold"}
NO_KNOBS = dict.fromkeys(
    ("power_4", "power_6", "power_8", "wood", "stone", "gold", "cashing", "worship", "bonus", "technology"), 0
)


@dataclass
class Fate:
    """T-19.6: the results of chance for the automaton: its tiles, its arrows, its dice, its rotations."""

    tiles: list[str]
    arrows: list[str]
    dice: list[int]
    rotations: list[int]


def shuffled_fate(rng: random.Random) -> Fate:
    """Return a Fate with more dice and rotations than any game needs."""
    return Fate(
        tiles=shuffled(rng, ACTIONS),
        arrows=[rng.choice(["up right", "up left"]) for _ in range(2)],
        dice=[rng.randint(1, 6) for _ in range(200)],
        rotations=[rng.randrange(4) for _ in range(40)],
    )


class Solo(Oracle):
    """T-17: a game of one human, with the automaton in the second seat."""

    def __init__(self, setup: Setup, fate: Fate, options: dict[str, object], knobs: dict[str, int]) -> None:
        """T-17.1: set up a game for two, with the automaton's own parts."""
        self.knobs = NO_KNOBS | knobs
        self.actions_lie = dict(zip(PLACES, fate.tiles, strict=True))
        self.arrows = list(fate.arrows)
        self.dice = iter(fate.dice)
        self.turns_of_tiles = iter(fate.rotations)
        self.rolled: list[int] = []
        self.discarded: list[str] = []
        super().__init__(2, setup, options)

    @property
    def human(self) -> Player:
        """T-17.1.1: return the first player."""
        return self.players[0]

    @property
    def bot(self) -> Player:
        """T-17.1.1: return the Last Player, which is the automaton."""
        return self.players[1]

    # T-17.1: setup.

    def set_up_the_players(self) -> Story:
        """T-17.1.1 to T-17.1.3: set up both players."""
        self.human.cocoa = 1
        self.set_up_the_bot()
        if self.rules["first_game"]:
            self.set_up_a_first_game()
        else:
            yield from self.hand_out_starting_tiles()
            yield from self.gain_starting_benefits(self.human)
            yield from self.settle(self.human)
        self.place_neutral_workers()
        self.put_starting_tiles_away()

    def set_up_the_bot(self) -> None:
        """T-17.1.2, T-17.1.3, T-17.6.4: give the automaton its goods, its steps and its workers."""
        bot = self.bot
        for good in ("wood", "stone", "gold"):
            setattr(bot, good, 2 + self.knobs[good])
        bot.temples = dict.fromkeys(TEMPLES, 1)
        bot.avenue = 1
        bot.technologies = [sorted(self.technologies)[2]]
        bot.workers = [Worker(2 + self.knobs[f"power_{board}"], board) for board in (4, 6, 8)]
        bot.workers.append(Worker(1, DECORATIONS, "decorations"))

    def set_up_a_first_game(self) -> None:
        """T-17.1.5: give the human the printed start, and the automaton its usual one."""
        bot = self.players.pop()
        super().set_up_a_first_game()
        self.players.append(bot)

    def hand_out_starting_tiles(self) -> Story:
        """T-17.1.1, T-17.1.5: let only the human choose Starting tiles: two of four, or two of six open ones."""
        if self.rules["starting_tile_draft"]:
            self.left_lying = [self.starting.pop(0) for _ in range(6)]
            self.tie_discoveries(self.left_lying)
            for _ in range(2):
                answer = yield from self.ask(self.human, lambda: [f"take {tile}" for tile in sorted(self.left_lying)])
                self.left_lying.remove(answer.split()[1])
                self.human.kept.append(answer.split()[1])
            return
        self.human.dealt = [self.starting.pop(0) for _ in range(4)]
        self.tie_discoveries(self.human.dealt)
        dealt = sorted(self.human.dealt)
        pairs = [f"keep {a} {b}" for number, a in enumerate(dealt) for b in dealt[number + 1 :]]
        answer = yield from self.ask(self.human, fixed(pairs))
        self.human.kept = answer.split()[1:]

    # T-17.2: what changes.

    def refill_the_offers(self) -> None:
        """T-17.2.1: move the remaining tiles up before new ones come in."""
        self.pyramid_offer = sorted(self.pyramid_offer, key=lambda tile: tile is None)
        self.decoration_offer = sorted(self.decoration_offer, key=lambda tile: tile is None)
        super().refill_the_offers()

    def displace(self, occupant: Player, space: str) -> None:
        """T-17.2.2: move the automaton's worker to the next empty temple Worship space, or to the human's place."""
        if occupant is self.human:
            super().displace(occupant, space)
            return
        others = list(self.spaces_from(space))
        empty = [other for other in others if self.occupant(other) is None]
        if empty:
            self.lock(empty[0])
        else:
            super().displace(self.human, others[0])
            self.lock(others[0])

    def spaces_from(self, space: str) -> Iterator[str]:
        """Yield the other temple Worship spaces, clockwise."""
        at = next(self.position(board) for board, spaces in WORSHIP_SPACES.items() if space in spaces)
        for step in range(1, 8):
            board = self.ring[(at - 1 + step) % 8]
            if board != PALACE:
                yield from WORSHIP_SPACES.get(board, [])

    def lock(self, space: str) -> None:
        """T-17.4.9: lock the automaton's one worker on a space."""
        worker = next(worker for worker in self.bot.workers if worker.locked)
        worker.locked = space
        worker.where = next(board for board, spaces in WORSHIP_SPACES.items() if space in spaces)

    # T-17.3: the bot's turn.

    def take_turn(self, player: Player) -> Story:
        """T-17.3: play a turn of the automaton. The calendar (T-17.3.6) is that of every Last Player."""
        if player is self.human:
            yield from super().take_turn(player)
            return
        self.rolled = [next(self.dice), next(self.dice)]
        place = FALLS[sum(self.rolled)]
        self.perform(self.actions_lie[place])
        self.refill_the_offers()
        self.move_tiles_up(place)
        upper, lower = self.arrows
        self.arrows = [lower, "up left" if upper == "up right" else "up right"]
        if self.bot.cocoa >= 10:
            self.bot.cocoa -= 10
            self.bot.points += 3 + self.knobs["cashing"]

    def move_tiles_up(self, place: str) -> None:
        """T-17.3.3: fill the gap in the action pyramid."""
        removed = self.actions_lie[place]
        for arrow in self.arrows if self.rules["bot_direction"] == "both" else self.arrows[:1] * 2:
            if place not in NEIGHBOURS:
                break
            left, right = NEIGHBOURS[place]
            comes = left if arrow == "up right" else right
            self.actions_lie[place] = self.actions_lie[comes]
            place = comes
        self.actions_lie[place] = self.actions_lie["aside"]
        self.actions_lie["aside"] = removed

    # T-17.4: how the bot behaves.

    def ranked(self) -> list[Worker]:
        """T-17.4.3: return unlocked workers, strongest first, and of equal ones the farthest from the Palace first."""
        workers = self.unlocked(self.bot)
        return sorted(workers, key=lambda worker: (worker.power, self.position(int(worker.where))), reverse=True)

    def worker_on(self, board: int) -> Worker | None:
        """T-17.4.2: return the strongest unlocked worker on a board."""
        return next((worker for worker in self.ranked() if worker.where == board), None)

    def power_up_and_advance(self, worker: Worker) -> None:
        """T-17.4.4: power up a worker, and move it."""
        self.bot_powers_up(worker)
        boards = [board for board in self.ring if board != PALACE]
        start = -1 if worker.where == PALACE else boards.index(int(worker.where))
        worker.locked = None
        worker.where = boards[(start + (2 if worker.power >= 4 else 1)) % len(boards)]

    def bot_powers_up(self, worker: Worker) -> None:
        """T-17.4.7: power up a worker of the automaton."""
        worker.power += 1
        if worker.power == 6:
            self.bot_walks()
            self.bot.points += 5
            self.advance_light(1)
            worker.where, worker.power, worker.locked = PALACE, 1, None

    def bot_walks(self) -> None:
        """T-17.4.1: advance on the Avenue, which gives the automaton no tile."""
        self.bot.avenue = min(9, self.bot.avenue + 1)

    def bot_advances(self, temple: str) -> None:
        """T-17.4.1, T-17.4.6: advance on a temple, and give the printed reward, also of major steps."""
        if self.blocked(self.bot, temple):
            return
        self.bot.temples[temple] += 1
        if self.bot.temples[temple] == 11 and not self.rules["temple_top_reward"]:
            return
        for amount, what in spelled(TEMPLE_REWARDS[temple].split(", ")[self.bot.temples[temple]]):
            if what != "any":
                self.receive(self.bot, what, amount)
                continue
            for _ in range(amount):
                least = min(("gold", "stone", "wood"), key=lambda good: getattr(self.bot, good))
                self.receive(self.bot, least, 1)

    def bot_advances_anywhere(self) -> None:
        """T-17.4.5: advance on an open temple."""
        temples = self.open_temples(self.bot)
        if temples:
            self.bot_advances(max(temples, key=lambda temple: self.bot.temples[temple]))

    def fall_back(self) -> None:
        """T-17.4.8: carry out the fallback of an action tile."""
        self.bot.cocoa += 5
        self.power_up_and_advance(self.weakest(locked_too=self.rules["bot_fallback_worker"] == "any"))

    def weakest(self, *, locked_too: bool) -> Worker:
        """T-17.4.3: return the weakest unlocked worker, or the weakest of all.

        Of equal ones it is the nearest to the Palace, and on the same board the unlocked one.
        """
        workers = self.bot.workers if locked_too else self.unlocked(self.bot)
        return min(workers, key=lambda each: (each.power, self.position(int(each.where)), bool(each.locked)))

    # T-17.5: the action tiles.

    def perform(self, action: str) -> None:
        """T-17.3.2: carry out an action tile."""
        if action == "worship":
            self.bot_worships()
        elif action == "mask_collection":
            self.collect_a_mask()
        elif action == "mastery":
            self.try_workers(self.ranked())
        elif action == "alchemy":
            self.bot_learns()
        else:
            boards = {
                "construction": (CONSTRUCTION, QUARRY),
                "decorations": (DECORATIONS, GOLD),
                "nobles": (NOBLES, FOREST),
            }
            workers = [self.worker_on(board) for board in boards[action]]
            self.try_workers([worker for worker in workers if worker])

    def try_workers(self, workers: list[Worker]) -> None:
        """T-17.5, T-17.5.5: let the first worker act that can do its board's work; if none can, use T-17.4.8."""
        for worker in workers:
            if self.works(int(worker.where)):
                self.power_up_and_advance(worker)
                return
        self.fall_back()

    def works(self, board: int) -> bool:
        """T-17.5.5: do the work of a board. Return True if it was possible."""
        if board in GATHERED:
            self.receive(self.bot, GATHERED[board], 2)
            return True
        steps = {
            ALCHEMY: self.bot_takes_technology,
            NOBLES: self.bot_builds_for_nobles,
            DECORATIONS: self.bot_decorates,
            CONSTRUCTION: self.bot_constructs,
        }
        return board in steps and steps[board]()

    def bot_constructs(self) -> bool:
        """T-17.5.1 (1): lay a Pyramid tile. Return True if it was possible."""
        spaces = self.pyramid_spaces()
        if self.bot.stone < 2 or not spaces or not self.pyramid_offer[0]:
            return False
        self.bot.stone -= 2
        tile = self.pyramid_offer[0]
        self.pyramid_offer[0] = None
        rotation = next(self.turns_of_tiles)
        space = min(spaces)  # level, row, column
        self.pyramid[space] = (tile, rotation if tile in TURNED_TILES else 0)
        self.bot.points += {"1": 1, "2": 3, "3": 5, "4": 7}[space[0]] + 2
        self.advance_track(self.bot)
        if space == "4.0.0":
            self.final = True
            self.advance_light(self.dark)
        self.bot_advances_anywhere()
        return True

    def bot_decorates(self) -> bool:
        """T-17.5.2 (1): lay a Decoration. Return True if it was possible."""
        spaces = self.decoration_spaces()
        if self.bot.gold < 2 or not spaces or not self.decoration_offer[0]:
            return False
        self.bot.gold -= 2
        space = min(spaces, key=lambda name: ["top", "right", "bottom", "left"].index(name.split("_")[0]))
        self.decorations[space] = self.decoration_offer[0]
        self.decoration_offer[0] = None
        self.bot.points += 5
        self.advance_track(self.bot)
        self.bot_advances_anywhere()
        return True

    def bot_learns(self) -> None:
        """T-17.5.3: carry out the action tile of Alchemy."""
        worker = self.worker_on(ALCHEMY)
        if worker and self.bot_takes_technology():
            self.power_up_and_advance(worker)
            return
        weakest = self.weakest(locked_too=self.rules["bot_alchemy_worker"] == "any")
        self.bot_powers_up(weakest)
        self.bot_powers_up(weakest)

    def bot_takes_technology(self) -> bool:
        """T-17.5.3 (1): buy a technology. Return True if it was possible."""
        lacking = [tile for tile in self.technologies if tile not in self.bot.technologies]
        if self.bot.gold < 1 or not lacking:
            return False
        self.bot.gold -= 1
        unknown = [tile for tile in lacking if tile not in self.human.technologies]
        tile = (unknown or lacking)[0]
        if not unknown:
            self.human.points += 3
        self.bot.technologies.append(tile)
        self.bot_advances(self.technology_temple(tile))
        return True

    def bot_builds_for_nobles(self) -> bool:
        """T-17.5.4 (1): build for the Nobles. Return True if it was possible."""
        if self.bot.wood < 2 or sum(self.buildings.values()) == 11:
            return False
        self.bot.wood -= 2
        free = {
            row: values[self.buildings[row]] for row, values in NOBLES_ROWS.items() if self.buildings[row] < len(values)
        }
        row = ["top", "centre", "bottom"][self.eclipses]
        if row not in free:
            row = min(free, key=lambda name: (free[name], ["top", "centre", "bottom"].index(name)))
        self.buildings[row] += 1
        self.bot.points += free[row]
        self.bot_walks()
        return True

    def bot_worships(self) -> None:
        """T-17.5.6: carry out the action tile of worship."""
        here = next((worker.locked for worker in self.bot.workers if worker.locked), None)
        if here is None:
            self.fall_back()
            return
        space = next(self.spaces_from(str(here)))
        if self.occupant(space) is self.human:
            super().displace(self.human, space)
        self.lock(space)
        temple = TEMPLE_OF_SPACE[space]
        for _ in range((3 if temple == "any" else 2) + self.knobs["worship"]):
            if temple == "any":
                self.bot_advances_anywhere()
            else:
                self.bot_advances(temple)
        board = next(board for board, spaces in WORSHIP_SPACES.items() if space in spaces)
        tile = self.worship_tiles[board]
        if tile:
            self.discarded.append(tile)
            self.worship_tiles[board] = self.draw_discovery()

    def collect_a_mask(self) -> None:
        """T-17.5.7: carry out the action tile of masks."""
        found = [
            (DISCOVERIES[tile][0], self.position(board), board)
            for board, tile in self.worship_tiles.items()
            if tile and DISCOVERIES[tile][2] == "mask"
            if tile not in self.bot.masks and self.can_pay(self.bot, tile)
        ]
        if not found:
            self.fall_back()
            return
        *_, board = min(found)
        self.take_discovery(self.bot, str(self.worship_tiles[board]))
        self.worship_tiles[board] = self.draw_discovery()

    # T-17.6: counting.

    def salary_due(self, player: Player) -> int:
        """T-17.6.1: return the salary: the automaton pays none."""
        return 0 if player is self.bot else super().salary_due(player)

    def score_bonus_tiles(self) -> None:
        """T-17.6.2: score the Temple Bonus tiles of the human, and the automaton's points instead."""
        human, bot = self.players
        self.players = [human]
        super().score_bonus_tiles()
        self.players = [human, bot]
        bot.points += bot.wood + bot.stone + bot.gold + bot.cocoa
        bot.points += (2 + self.knobs["technology"]) * len(bot.technologies)
        bot.points += (15 + self.knobs["bonus"]) * sum(step >= 10 for step in bot.temples.values())

    def placements(self) -> list[int]:
        """T-17.6.3: return the places. If points are equal, the automaton wins."""
        return [1, 2] if self.human.points > self.bot.points else [2, 1]

    def summary(self) -> dict[str, object]:
        """Return the complete position as plain values, with the automaton's own parts."""
        return super().summary() | {
            "actions_lie": dict(self.actions_lie),
            "arrows": list(self.arrows),
            "rolled": list(self.rolled),
            "discarded": sorted(self.discarded),
        }
