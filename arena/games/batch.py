"""Plays many games at once, one action in each of them per step, for the training of learners.

When this module is compiled, no Python code runs between two games. A game that ends is replaced at once by a new game
with the same index. Each index has its own generator of random numbers for the deals of its games, so these deals do
not depend on the games at other indices.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from mypy_extensions import i64, u8

from arena.errors import UsageError
from arena.games.chance import Deal, Rng, Stream, named_rng
from arena.games.game import Rules, Scalar, State
from arena.games.steps import OVER
from arena.games.tensors import UNSETTLED, ActionSpace, ObservationSpace, ObservedGame, Question, chosen
from arena.games.vecs import vec

FORMAT: Final = 1  # of what `save` returns


class QuickDeal(Deal):
    """The random parts of a game, drawn from a generator of random numbers: twice as fast as a Deal from a seed.

    These parts differ from those of a Deal from any seed. One QuickDeal deals all games of a batch. Before each game,
    the batch sets `rng` to the generator for this game.
    """

    def __init__(self, rng: Rng) -> None:
        super().__init__(b"")
        self.rng: Rng = rng

    def stack(self, name: str, tiles: Sequence[int], ids: Sequence[str]) -> list[int]:
        """Return the tiles of a stack as a list in random order."""
        order = list(tiles)
        self.rng.shuffle(order)
        return order

    def stream(self, name: str) -> Stream:
        """Return a Stream, the coming results of a die, computed from a random key that the generator draws."""
        rng = self.rng
        return Stream([rng.word(), rng.word(), rng.word(), rng.word()], [])

    def only(self, stacks: Sequence[str], dice: Sequence[str]) -> None:
        """Do nothing. In a Deal, this method checks the names of fixed stacks and dice; a QuickDeal has none fixed."""


def rewards_of(placements: list[int]) -> list[float]:
    """Return a list with the reward of each seat, from -1 to 1, computed from the places of all seats.

    The reward is a mean over the other seats: each one that the seat beat counts 1, each one that beat the seat counts
    -1, and one with the same place counts 0.
    """
    rewards: list[float] = []
    for mine in placements:
        beaten = 0
        for other in placements:
            if mine < other:
                beaten += 1
            elif mine > other:
                beaten -= 1
        rewards.append(beaten / (len(placements) - 1))
    return rewards


class Batch:
    """Many games with the same rules, seats and options, played in parallel. Each game waits for an action.

    An action is a number that answers one part of a decision. For example, the first action selects the cell for a
    tile, and the second one the tile's rotation.
    """

    def __init__(self, rules: Rules, seats: int, options: Mapping[str, Scalar]) -> None:
        self.rules: Final = rules
        self.seats: Final = rules.seat_count(seats)
        self.settings: Final = rules.complete(options)
        self.actions: Final[ActionSpace] = rules.action_space(seats)
        self.observation: Final[ObservationSpace] = rules.observation_space(seats)
        self.observed: list[ObservedGame] = []  # by game
        self.states: list[State] = []
        self.questions: list[Question] = []  # by game
        self.blank: vec[u8] = vec[u8]()  # masks without any action
        self.bits: vec[u8] = vec[u8]()  # the masks of all games
        self.are_bits_written: bool = False  # since the games last changed
        self.asked: list[int] = []  # by game: the seat
        self.streams: list[Rng] = []  # by game: the generator of its deals
        self.chance: Rng = Rng(0)  # the generator of `sample`
        self.dealer: Final = QuickDeal(self.chance)
        self.ended: list[int] = []  # the games that ended at the last step
        self.rewards: list[list[float]] = []  # the rewards of these games, by seat
        self.scores: list[list[int]] = []  # the scores of these games, by seat
        self.decisions: int = 0  # options played since it was made

    def deal(self, count: int, seed: str) -> None:
        """Begin `count` new games; all their deals follow from the seed."""
        self.chance = named_rng(seed.encode(), "sample")
        self.streams = [named_rng(seed.encode(), f"game {number}") for number in range(count)]
        if len(self.states) == count:
            for number in range(count):  # one by one: each game leaves its memory to the next one
                self._ask(number, self.dealt(number))
            self._begin()
        else:
            self.hold([self.dealt(number) for number in range(count)])

    def _ask(self, number: int, state: State) -> None:
        """Replace game `number` of the batch by a game that continues from the position `state`.

        Also update the game's Question, so that it offers the first actions of the seat to move.
        """
        self.states[number] = state
        self.questions[number].ask(state)

    def hold(self, states: list[State]) -> None:
        """Replace the games of the batch by games that continue from these positions.

        Each of these games then waits for the first action of its decision.
        """
        if len(self.states) == len(states):
            for number in range(len(states)):
                self._ask(number, states[number])
        else:
            self.states = states
            self.questions = [Question(self.actions, state) for state in states]
            self.blank = vec[u8]([0] * (self.actions.mask_bytes * len(states)))
        self._begin()

    def _begin(self) -> None:
        """Mark the observations of the former games as out of date, and clear their rewards and scores.

        Then store which seats the new games ask.
        """
        for observed in self.observed:
            observed.forget()
        self.are_bits_written = False
        self.asked = [state.to_move for state in self.states]
        self.ended = []
        self.rewards = []
        self.scores = []

    def dealt(self, number: int) -> State:
        """Return a new game for index `number` of the batch, dealt from the generator for this index."""
        self.dealer.rng = self.streams[number]
        state = self.rules.deal_out(self.settings, self.seats, self.dealer)
        assert state.to_move != OVER, "a game asks somebody"
        return state

    # Playing ---------------------------------------------------------------------------------------------------------

    def step(self, actions: list[int]) -> None:
        """Play one action in every game. Raise UsageError, and change no game, if an action is not offered."""
        self.check(actions)
        self.ended = []
        self.rewards = []
        self.scores = []
        questions = self.questions
        self.are_bits_written = False
        for number in range(len(questions)):
            question = questions[number]
            option = question.space.take(question, actions[number])
            if option != UNSETTLED:
                self._play(number, question, option)

    def check(self, actions: list[int]) -> None:
        """Raise UsageError unless the list has one action for each game, and the game offers this action."""
        if len(actions) != len(self.states):
            raise UsageError(f"{len(actions)} actions: expected {len(self.states)}, one for each game")
        self._write_bits()
        for number in range(len(actions)):
            if not self._is_offered(number, actions[number]):
                raise UsageError(f"game {number}: action {actions[number]} is not offered; expected a bit of its mask")

    def _is_offered(self, number: i64, action: int) -> bool:
        """True if the mask of game `number` has the bit of an action, which may be any whole number."""
        if not 0 <= action < self.actions.size:
            return False
        index: i64 = action
        mask = i64(self.bits[number * self.actions.mask_bytes + (index >> 3)])
        return mask >> (index & 7) & 1 == 1

    def _play(self, number: int, question: Question, option: int) -> None:
        """Play an option in game `number`, and store the game's next decision in its Question.

        If the game has ended, put a new game in its place, and store the first decision of the new game.
        """
        state = question.state
        state.apply(option)
        self.decisions += 1
        if state.to_move == OVER:
            state = self._end(number, state)
        question.ask(state)
        self.asked[number] = state.to_move

    def _end(self, number: int, state: State) -> State:
        """Store the scores and rewards of a game that ended. Deal a new game in its place, and return its State."""
        self.ended.append(number)
        scores = state.scores()
        self.rewards.append(rewards_of(state.placed(scores)))
        self.scores.append(scores)
        if len(self.observed) > 0:
            self.observed[number].forget()
        self.states[number] = self.dealt(number)
        return self.states[number]

    def sample(self) -> list[int]:
        """Return a list with one action for each game: a random one of those that the game offers.

        An action that many options begin with is drawn more often, so that all options are equally likely.
        """
        chance = self.chance
        actions: list[int] = []
        for question in self.questions:
            row = question.row
            actions.append(question.table.index(row[chance.below(len(row))]))
        return actions

    # Writing ---------------------------------------------------------------------------------------------------------

    def write_masks(self, masks: memoryview, seats: memoryview) -> None:
        """Write into `masks` a row for each game, with one bit for each action: 1 if the game offers the action, or 0.

        Write into `seats` one byte for each game: the number of the asked seat.
        """
        self._write_bits()
        masks[: len(self.bits)] = memoryview(self.bits)
        seats[: len(self.asked)] = bytes(self.asked)

    def _write_bits(self) -> None:
        """Write into `bits` the masks of all games, unless they are up to date.

        A mask is a row with one bit for each action: 1 if the game offers the action, or 0.
        """
        if not self.are_bits_written:
            bits = self.blank[:]
            first: i64 = 0
            for question in self.questions:
                question.table.set_bits(question.row, bits, first)
                first += self.actions.mask_bytes
            self.bits = bits
            self.are_bits_written = True

    def write_observations(self, rows: memoryview) -> None:
        """Write into `rows` a row of bytes for each game: what its asked seat may know, as numbers for a learner.

        The ObservationSpace in the attribute `observation` says what each byte of a row means.
        """
        size = self.observation.size
        if len(self.observed) != len(self.states):
            self.observed = [ObservedGame(self.observation) for _ in self.states]
        for number in range(len(self.states)):
            observed = self.observed[number]
            observed.write(self.questions[number], self.asked[number])
            rows[number * size : (number + 1) * size] = memoryview(observed.row)

    # Copies ----------------------------------------------------------------------------------------------------------

    def clone(self) -> "Batch":
        """Return an independent copy of the batch. With the same actions, the copy plays the same games."""
        copy = Batch(self.rules, self.seats, self.settings)
        copy.chance = self.chance.clone()
        copy.streams = [stream.clone() for stream in self.streams]
        copy.hold([state.clone() for state in self.states])
        copy.questions = [question.clone(state) for question, state in zip(self.questions, copy.states, strict=True)]
        return copy

    def save(self) -> bytes:
        """Return the whole batch as bytes, including hidden tiles and the generators of later deals."""
        saved = {
            "format": FORMAT,
            "game": self.rules.name,
            "rules_version": self.rules.version,
            "actions_version": self.actions.version,
            "seats": self.seats,
            "options": self.settings,
            "chance": words(self.chance),
            "streams": [words(stream) for stream in self.streams],
            "chosen": [chosen(question.prefix) for question in self.questions],
            "positions": [json.loads(state.position()) for state in self.states],
        }
        return json.dumps(saved).encode()

    def load(self, saved: bytes, count: int) -> None:
        """Replace all games by those of a saved batch of `count` games.

        Raise UsageError if the saved batch is invalid, or has another game, version or number of games.
        """
        try:
            read = json.loads(saved)
            found = [read[name] for name in ("format", "game", "rules_version", "actions_version", "seats", "options")]
        except (ValueError, KeyError, TypeError):
            raise UsageError("this is no saved batch: expected what save returned") from None
        here = [FORMAT, self.rules.name, self.rules.version, self.actions.version, self.seats, self.settings]
        if found != here:
            raise UsageError(f"the batch was saved with {found}: expected {here}")
        if len(read["positions"]) != count:
            raise UsageError(f"the batch was saved with {len(read['positions'])} games: expected {count}")
        states = [self.rules.from_position(json.dumps(position)) for position in read["positions"]]
        self.chance = from_words(read["chance"])
        self.streams = [from_words(stream) for stream in read["streams"]]
        self.hold(states)
        for number, path in enumerate(read["chosen"]):
            question = self.questions[number]
            while question.depth < len(path):
                if question.answer(path[question.depth]) != UNSETTLED:
                    raise UsageError(f"game {number} of the saved batch has chosen {path}: it is not offered")


def words(rng: Rng) -> list[int]:
    """Return the state of a generator of random numbers as a list of four 32-bit whole numbers."""
    return [int(rng.a), int(rng.b), int(rng.c), int(rng.n)]


def from_words(stands: list[int]) -> Rng:
    """Return the generator of random numbers with this state: the list of four numbers that `words` returned."""
    rng = Rng(0)
    rng.a, rng.b, rng.c, rng.n = stands
    return rng
