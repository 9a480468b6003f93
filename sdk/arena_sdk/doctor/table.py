"""A match that the doctor deals: a real game in which the bot has one seat, and the messages about it.

The other seats play at random. Their random numbers depend only on the table's name, so a table with the same name
gives the same match.
"""

from collections.abc import Mapping
from typing import Any, Final

from arena.games import USUAL_GAME
from arena.games import rules as rules_of
from arena.games.automata import seated
from arena.games.chance import Deal, Rng, named_rng
from arena.games.game import Scalar, State
from arena.games.steps import OVER
from arena.protocol.codec import DecisionWriter, WireDecision, in_response
from arena.protocol.games import codec
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena.referee.clock import MICROSECONDS, TimeControl

JOIN_WITHIN: Final = 60  # seconds


class DoctorTable:
    """A match with the bot at one seat. It begins with a deal, or at a given position."""

    def __init__(  # noqa: PLR0913 -- each is one thing that a match is made of, and they have names
        self,
        name: str,
        game: str = USUAL_GAME,
        *,
        match: str = "",
        ticket: str = "",
        seats: int = 2,
        seat: int = 0,
        options: Mapping[str, Scalar] | None = None,
        clock: str = "60+1",
        position: State | None = None,
        form: attend_pb2.OptionForm = attend_pb2.OPTION_FORM_BOTH,
    ) -> None:
        self.name: Final = name  # from which all its chance comes
        self.match: Final = match or name
        self.ticket: Final = ticket or f"ticket-{name}-{seat}"
        self.seat: Final = seat
        self.form: Final = form
        self.clock: Final = TimeControl.read(clock)
        self.number = 0  # of the decision that waits, or was the last
        self.asked: Final = {seat}  # the seats that are asked; the others are played at random
        self.chance: Final[Rng] = named_rng(name.encode(), "table")
        self.state: Final[State] = position or rules_of(game).new(options or {}, seats, Deal(name.encode()))
        if self.state.log is None:
            self.state.listen()
        self._writer: Final[DecisionWriter[Any]] = DecisionWriter(codec(self.state.rules.name), form)
        self._heard: Final = [0]  # how many events the seat knew when it was asked decision 0, 1, 2 ...
        self._decision: WireDecision[Any] | None = None

    def __str__(self) -> str:
        return f"{self.state.rules.name}, seat {self.seat} of {self.state.seats}"

    # Messages ---------------------------------------------------------------------------------------------------------

    def offer(self, *, referee: str = "", returning: bool = False) -> attend_pb2.AttendResponse:
        """Return the message that offers the bot its seat."""
        rules = self.state.rules
        return attend_pb2.AttendResponse(
            offer=attend_pb2.Offer(
                match=self.match,
                referee=referee,
                ticket=self.ticket,
                join_within_us=JOIN_WITHIN * MICROSECONDS,
                game=rules.name,
                rules_version=rules.version,
                settings=self._settings(),
                seat=self.seat,
                seats=self.state.seats,
                clock=self._time_control(),
                fairness=common_pb2.FAIRNESS_SEEDED,
                returning=returning,
            )
        )

    def start(self) -> play_pb2.PlayResponse:
        """Return the message with the terms of the match."""
        rules = self.state.rules
        holders = [
            common_pb2.SeatHolder(entrant="you", version="1", kind=common_pb2.SEAT_KIND_BOT)
            if seat == self.seat
            else self._other(seat)
            for seat in range(self.state.seats)
        ]
        return play_pb2.PlayResponse(
            start=play_pb2.Start(
                match=self.match,
                game=rules.name,
                rules_version=rules.version,
                settings=self._settings(),
                seat=self.seat,
                seats=holders,
                clock=self._time_control(),
                bot_seed=7,
                fairness=common_pb2.FAIRNESS_SEEDED,
            )
        )

    def _other(self, seat: int) -> common_pb2.SeatHolder:
        """Return the entrant at a seat that is not the bot's: the house bot `random`, or the game's automaton."""
        rules = self.state.rules
        if seat in rules.automata:
            found = seated(rules, self.state.settings)
            kind = common_pb2.SEAT_KIND_AUTOMATON
            return common_pb2.SeatHolder(entrant=found.name, version=found.version, kind=kind)
        return common_pb2.SeatHolder(entrant="random", version="1", kind=common_pb2.SEAT_KIND_HOUSE)

    def question(self, *, since: int | None = None, again: bool = False) -> bytes:
        """Return the bytes of the pending decision, with the events after decision number `since`.

        Without `since`, these are the events after the previous decision. `again` is true if this decision was sent
        before.
        """
        assert self._decision is not None, "advance() says whether a decision waits"
        since = self.number - 1 if since is None else min(since, self.number)
        events = self.state.events(self._heard[since], self.seat)
        asked = WireDecision(
            number=self.number,
            view=self._decision.view,
            options=self._decision.options,
            spellings=self._decision.spellings,
            clocks=self._remaining(),
            limit_us=self.clock.bank_us,
            events=tuple(events),
        )
        return in_response(self._writer.write(asked, events_since=since, again=again))

    def over(self) -> play_pb2.PlayResponse:
        """Return the message that ends the match with the current scores."""
        return play_pb2.PlayResponse(
            over=play_pb2.Over(
                reason=common_pb2.END_REASON_FINISHED,
                result=self.result(),
                head=bytes(32),
                decisions=self.number,
            )
        )

    def result(self) -> common_pb2.Result:
        """Return the current places, scores and ledger as a message."""
        found = self.state.result()
        return common_pb2.Result(
            placements=found.placements,
            scores=found.scores,
            ledger=[
                common_pb2.LedgerLine(
                    category=category, seats=[common_pb2.SeatPoints(rounds=rounds) for rounds in found.ledger[category]]
                )
                for category in self.state.rules.categories
            ],
        )

    def _settings(self) -> list[common_pb2.Setting]:
        return [setting_of(name, value) for name, value in self.state.settings.items()]

    def _time_control(self) -> common_pb2.TimeControl:
        clock = self.clock
        return common_pb2.TimeControl(
            text=str(clock),
            bank_us=clock.bank_us,
            increment_us=clock.increment_us,
            per_decision_us=clock.per_decision_us,
        )

    def _remaining(self) -> tuple[int, ...]:
        bank = self.clock.bank_us if self.clock.bank_us is not None else self.clock.per_decision_us
        return () if bank is None else (bank,) * self.state.seats

    # Play -------------------------------------------------------------------------------------------------------------

    def advance(self) -> bool:
        """Play for the other seats until the bot is asked. Return True if this seat of the bot is asked.

        Return False if the game has ended, or if another seat of the bot in this match is asked.
        """
        state = self.state
        while state.to_move not in {*self.asked, OVER}:
            state.apply(state.sample(self.chance))
        if state.to_move != self.seat:
            self._decision = None
            return False
        options = state.options()
        self.number += 1
        self._heard.append(len(state.events(0, self.seat)))
        self._decision = WireDecision(
            number=self.number,
            view=state.view(self.seat),
            options=tuple(options),
            spellings=tuple(state.rules.spell(state, option) for option in options),
        )
        return True

    def companion(self, seat: int, ticket: str) -> "DoctorTable":
        """Return a DoctorTable for another seat of the bot in the same match. Both share the position."""
        form, clock = self.form, str(self.clock)
        other = DoctorTable(
            self.name, match=self.match, ticket=ticket, seat=seat, position=self.state, clock=clock, form=form
        )
        self.asked.add(seat)
        other.asked.update(self.asked)
        return other

    @property
    def options(self) -> int:
        """Return the number of options of the pending decision; 0 if none is pending."""
        return 0 if self._decision is None else len(self._decision.options)

    def answer(self, index: int) -> None:
        """Play the option of the pending decision that the bot has chosen by its index."""
        assert self._decision is not None, "advance() says whether a decision waits"
        self.state.apply(self._decision.options[index])

    def board(self) -> str:
        """Return the board as the bot's seat sees it, as text."""
        return self.state.rules.board(self.state.view(self.seat)).rstrip()


def setting_of(name: str, value: Scalar) -> common_pb2.Setting:
    """Return one rules option as a message of the protocol."""
    if isinstance(value, bool):
        return common_pb2.Setting(name=name, flag=value)
    if isinstance(value, int):
        return common_pb2.Setting(name=name, number=value)
    return common_pb2.Setting(name=name, word=value)
