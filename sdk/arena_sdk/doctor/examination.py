"""The examination: step by step through the protocol, then games, odd positions, broken paths, and what it all cost.

Each step is a method that returns what it found in words, or raises: Fault for what the bot must not do, Remark for
what works but will cost games, Skip for what does not apply to this bot. A step that fails takes its transcript with
it.
"""

import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import grpc

from arena.games import GAMES
from arena.games.chance import Deal, named_rng
from arena.games.game import Rules, Scalar, State
from arena.games.steps import OVER
from arena.protocol.codec import PROTOCOL
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena_sdk.check import variants
from arena_sdk.doctor.patient import Fault, Gone, Patient, Talk
from arena_sdk.doctor.report import Latency, Report, Step
from arena_sdk.doctor.table import Table

ATTEND: Final = 60.0  # seconds until a bot that was started says Hello
JOIN: Final = 20.0  # seconds until an offer is joined
ANSWER: Final = 60.0  # seconds that any answer may take here
PONG: Final = 5.0
RETURN: Final = 20.0  # seconds until a bot is back
SOON: Final = 2.0  # seconds within which it should be
FAST: Final = (10.0, 0.1)  # the clock that is common in rated play: seconds of bank, and for each decision
GROWTH: Final = 0.25  # share by which memory may grow from the early games to the late ones
GROWTH_BYTES: Final = 16 << 20
GAMES_FOR_MEMORY: Final = 6
TOGETHER: Final = 4
TIMED: Final = "keeps its time"
BASIC: Final = {"attends", "takes a seat"}  # the steps without which no other can be taken
MURMURS: Final = 12  # lines of its stderr that are shown with a step that failed
TICKET: Final = 24  # bytes
VERSION: Final = re.compile(r"[A-Za-z0-9_.-]{1,32}", re.ASCII)
NEWER: Final = b"\x9a\x06\x05newer"  # field 99, which no message has


class Remark(Exception):  # noqa: N818 -- a finding
    """It works, but will cost games."""


class Skip(Exception):  # noqa: N818 -- no finding at all
    """It does not apply to this bot."""


class Hopeless(Exception):  # noqa: N818 -- ends the examination, not the program
    """Without this nothing else can be tried."""


@dataclass
class Spent:
    """What one game has cost a bot."""

    what: str
    seconds: list[float]

    def is_late(self) -> bool:
        """Whether it would have lost on the clock that is common."""
        bank, increment = FAST
        for took in self.seconds:
            bank += increment - took
            if bank < 0:
                return True
        return False


class Examination:
    """One patient, from its first word to its last."""

    def __init__(
        self, patient: Patient, games: Sequence[str] = (), told: Callable[[Step], None] = lambda _: None
    ) -> None:
        self.patient: Final = patient
        self._wanted: Final = tuple(games)
        self._told: Final = told
        self._steps: Final[list[Step]] = []
        self._spent: Final[list[Spent]] = []
        self._hello = attend_pb2.Hello()
        self._rules: Final[list[tuple[Rules, tuple[int, ...]]]] = []  # what is played, and with how many seats
        self._matches = 0
        self._about: Final = secrets.token_hex(4)  # in the names of matches: a bot may be examined twice
        self._open: Final[list[Talk]] = []  # conversations on Play that have not ended

    def run(self) -> Report:
        """Examine; steps are told as they end."""
        steps: list[tuple[str, Callable[[], str]]] = [
            ("attends", self.attends),
            ("answers pings", self.answers_pings),
            ("adds to the chance", self.adds_to_the_chance),
            ("takes a seat", self.takes_a_seat),
            ("plays whole games", self.plays_whole_games),
            ("odd positions", self.plays_odd_positions),
            ("ignores what is new", self.ignores_what_is_new),
            ("hears bad news", self.hears_bad_news),
            ("comes back", self.comes_back),
            ("back after a restart", self.comes_back_after_a_restart),
            ("several at once", self.plays_several_at_once),
            ("against itself", self.plays_against_itself),
            ("memory", self.keeps_its_memory),
            (TIMED, self.keeps_its_time),
            ("leaves when told", self.leaves_when_told),
        ]
        try:
            for name, step in steps:
                self._try(name, step)
        except Hopeless:
            pass
        return Report(self.patient.name, tuple(self._steps), self._latency())

    def _latency(self) -> Latency:
        """How long all answers have taken so far."""
        return Latency.of([took for spent in self._spent for took in spent.seconds])

    def _try(self, name: str, step: Callable[[], str]) -> None:
        """Take one step."""
        is_hopeless = False
        try:
            found = Step(name, "passed", step())
        except Skip as reason:
            found = Step(name, "skipped", str(reason))
        except Remark as remark:
            found = Step(name, "warned", str(remark))
        except Fault as fault:
            found = Step(name, "failed", str(fault), self.patient.tape.lines + self._murmured())
            is_hopeless = isinstance(fault, Gone) or name in BASIC
        self._send_away()
        self.patient.tape.cut()
        self.patient.murmur()
        if name == TIMED:
            found = replace(found, latency=self._latency())
        self._steps.append(found)
        self._told(found)
        if is_hopeless:
            raise Hopeless

    def _murmured(self) -> tuple[str, ...]:
        """What the bot has told its author meanwhile."""
        return tuple(f"stderr: {line}" for line in self.patient.murmur().splitlines()[-MURMURS:])

    def _send_away(self) -> None:
        """End what a step has left open: a match that nobody goes on with."""
        ending = common_pb2.Ending(reason=common_pb2.ENDING_REASON_FORFEITED, text="this step is over")
        while self._open:
            talk = self._open.pop()
            talk.send(play_pb2.PlayResponse(ending=ending))
            talk.end(grpc.StatusCode.FAILED_PRECONDITION, ending.text)

    # The beginning ----------------------------------------------------------------------------------------------------

    def attends(self) -> str:
        """Chapter 2: a token, a Hello, and in it what the arena can serve."""
        hello = self._hello = self.patient.attend(ATTEND)
        if hello.protocol != PROTOCOL:
            raise Fault(f"Hello.protocol is {hello.protocol}: expected {PROTOCOL}")
        if not VERSION.fullmatch(hello.version):
            raise Fault(f"Hello.version is {hello.version!r}: expected 1 to 32 letters, digits, '_', '.' and '-'")
        if hello.matches_at_once < 1:
            raise Fault(f"Hello.matches_at_once is {hello.matches_at_once}: expected 1 or more")
        for support in hello.games:
            rules = GAMES.get(support.game)
            if rules is None or (self._wanted and rules.name not in self._wanted):
                continue
            if support.rules_version != rules.version:
                had = f"it plays version {support.rules_version} of the rules of {rules.name}"
                raise Fault(f"{had}: expected {rules.version}")
            seats = tuple(sorted(set(support.seats) & set(rules.seats)))
            if seats:
                self._rules.append((rules, seats))
        if not self._rules:
            named = ", ".join(each.game for each in hello.games) or "no game"
            wanted = ", ".join(self._wanted or GAMES)
            raise Fault(f"Hello names {named}: expected one of {wanted}, with its seats")
        games = ", ".join(f"{rules.name} with {'/'.join(map(str, seats))}" for rules, seats in self._rules)
        return f"version {hello.version}, {games}, {hello.matches_at_once} at once, {hello.client or 'unnamed client'}"

    def answers_pings(self) -> str:
        """Chapter 6: a slow Pong spoils the measurement."""
        slowest = max(self.patient.ping(PONG) for _ in range(5))
        if slowest > 0.1:
            raise Remark(f"the slowest of 5 pongs took {slowest * 1000:.0f} ms: lag is credited by what pings measure")
        return f"the slowest of 5 pongs took {slowest * 1000:.1f} ms"

    def adds_to_the_chance(self) -> str:
        """Chapter 3: a Nonce is the bot's own business, but not a long one, and the stream goes on."""
        self.patient.tell(
            attend_pb2.AttendResponse(
                round=attend_pb2.Round(round="doctor", secret_digest=bytes(32), nonce_within_us=1_000_000)
            )
        )
        self.patient.ping(PONG)
        return "a round was announced, and it stayed"

    def takes_a_seat(self) -> str:
        """Chapter 4: Join, Start, three decisions, Over, Ending."""
        rules, seats = self._rules[0]
        table = self._table(rules, seats[0])
        began = time.perf_counter()
        talk = self._seated(table)
        joined = time.perf_counter() - began
        self._play(talk, table, 3)
        self._finish(talk, table)
        return f"it joined after {joined * 1000:.0f} ms and answered {table.number} decisions of {table}"

    # Games ------------------------------------------------------------------------------------------------------------

    def plays_whole_games(self) -> str:
        """A game at every table size and with every rules option, the others at random."""
        played = 0
        for rules, seats in self._rules:
            for options in variants(rules):
                for count in seats:
                    self._game(self._table(rules, count, seat=played % asked_in(rules, count), options=options))
                    played += 1
        return f"{played} games, {sum(len(spent.seconds) for spent in self._spent)} decisions"

    def plays_odd_positions(self) -> str:
        """The positions that random games hold: few options and many, the first, the last, one of every kind."""
        played = 0
        for rules, seats in self._rules:
            for options in variants(rules):
                for count in seats:
                    for position in odd_positions(rules, count, options):
                        table = self._table(rules, count, seat=position.to_move, position=position)
                        talk = self._seated(table)
                        self._play(talk, table, 1)
                        self._finish(talk, table)
                        played += 1
        return f"it was dropped into {played} positions in the middle of games, and answered in each"

    def plays_several_at_once(self) -> str:
        """As many matches as it says it can play, their decisions all waiting at the same time."""
        count = min(TOGETHER, self._hello.matches_at_once)
        if count < 2:
            raise Skip("it plays one match at a time")
        rules, seats = self._rules[0]
        asks = asked_in(rules, seats[0])
        tables = [self._table(rules, seats[0], seat=number % asks) for number in range(count)]
        talks = [self._seated(table) for table in tables]
        for _ in range(5):
            asked = [(talk, table, self._ask(talk, table)) for talk, table in zip(talks, tables, strict=True)]
            for talk, table, sent in asked:
                self._answer(talk, table, sent)
        for talk, table in zip(talks, tables, strict=True):
            self._finish(talk, table)
        return f"{count} matches, asked in all of them at once"

    def plays_against_itself(self) -> str:
        """One match, with the bot at every seat."""
        rules, seats = self._rules[0]
        asks = asked_in(rules, seats[0])
        if self._hello.matches_at_once < asks:
            raise Skip("it plays one match at a time: it has played against random bots instead")
        table = self._table(rules, seats[0])
        tickets = [secrets.token_urlsafe(TICKET) for _ in range(1, asks)]
        tables = [table, *(table.companion(seat, ticket) for seat, ticket in enumerate(tickets, 1))]
        for each in tables:
            each.asked.update(range(asks))
        talks = [self._seated(each) for each in tables]
        while table.state.to_move != OVER:
            mover = table.state.to_move
            tables[mover].advance()
            self._answer(talks[mover], tables[mover], talks[mover].send(tables[mover].question()))
        for talk, each in zip(talks, tables, strict=True):
            self._finish(talk, each)
        return f"{table.number} decisions at each seat, {' : '.join(map(str, table.state.scores()))}"

    # What is not as usual ---------------------------------------------------------------------------------------------

    def ignores_what_is_new(self) -> str:
        """Chapter 11: what a client does not know it ignores."""
        self.patient.tell(attend_pb2.AttendResponse.FromString(NEWER))
        notice = attend_pb2.Notice(kind=77, text="something that nobody knows yet")  # type: ignore[arg-type]
        self.patient.tell(attend_pb2.AttendResponse(notice=notice))
        rules, seats = self._rules[0]
        table = self._table(rules, seats[0])
        talk = self._seated(table)
        talk.send(NEWER)
        self._play(talk, table, 2)
        talk.send(play_pb2.PlayResponse(ping=common_pb2.Ping(number=1)))
        message, _ = talk.hear(play_pb2.PlayRequest, PONG, "a Pong on Play")
        if message.WhichOneof("message") != "pong" or message.pong.number != 1:
            raise Fault(f"a Ping on Play was answered with {message.WhichOneof('message')}: expected its Pong")
        self._finish(talk, table)
        return "unknown messages, fields and values were no trouble"

    def hears_bad_news(self) -> str:
        """A refused choice, a forfeit, a match that is void, an offer that is withdrawn: and it plays on elsewhere."""
        rules, seats = self._rules[0]
        table = self._table(rules, seats[0])
        talk = self._seated(table)
        self._play(talk, table, 1)
        talk.send(play_pb2.PlayResponse(refused=play_pb2.Refused(number=1, index=1, taken=0, text="a test")))
        self._play(talk, table, 1)
        forfeited = play_pb2.Forfeited(reason=common_pb2.FORFEIT_REASON_TIME, number=3, text="a test")
        talk.send(play_pb2.PlayResponse(forfeited=forfeited))
        self._finish(talk, table)
        void = self._table(rules, seats[0])
        talk = self._seated(void)
        self._finish(talk, void, void=True)
        self.patient.tell(
            attend_pb2.AttendResponse(withdrawal=attend_pb2.Withdrawal(match="never-offered", text="a test"))
        )
        after = self._table(rules, seats[0])
        talk = self._seated(after)
        self._play(talk, after, 1)
        self._finish(talk, after)
        return "a refusal, a forfeit, a void match and a withdrawal, and it played on"

    def comes_back(self) -> str:
        """Chapter 7: when the stream breaks, between decisions and while one waits, the seat is taken again."""
        rules, seats = self._rules[0]
        table = self._table(rules, seats[0])
        talk = self._seated(table)
        self._play(talk, table, 2)
        talk, first = self._dropped(talk, table)
        self._play(talk, table, 1)
        sent = self._ask(talk, table)
        index = self._choice(talk, table, sent)
        talk, second = self._dropped(talk, table)
        sent = talk.send(table.question(since=table.number, again=True))
        again = self._choice(talk, table, sent)
        table.answer(again)
        self._play(talk, table, 2)
        self._finish(talk, table)
        if again != index:
            raise Remark(f"asked the same again it chose {again} after {index}: of two choices the first one counts")
        slowest = max(first, second)
        if slowest > SOON:
            raise Remark(f"it was back after {slowest:.1f} s: its clock runs meanwhile; try after 0.1 s, then double")
        return f"twice, after {first * 1000:.0f} ms and {second * 1000:.0f} ms"

    def comes_back_after_a_restart(self) -> str:
        """A process that is killed in mid-game is shown its offer again, with `returning` set."""
        rules, seats = self._rules[0]
        table = self._table(rules, seats[0])
        talk = self._seated(table)
        self._play(talk, table, 2)
        if not self.patient.restart():
            self._play(talk, table, 1)
            self._finish(talk, table)
            raise Skip("only a bot that the doctor has started can be killed")
        self._open.remove(talk)
        began = time.perf_counter()
        self.patient.attend(ATTEND)
        self.patient.tell(table.offer(returning=True))
        talk, join = self.patient.seat(table.ticket, JOIN)
        if join.last_seen > table.number:
            raise Fault(f"Join.last_seen is {join.last_seen}, but {table.number} decisions were asked")
        self._open.append(talk)
        talk.send(table.start())
        took = time.perf_counter() - began
        if table.advance():
            self._answer(talk, table, talk.send(table.question(since=join.last_seen, again=True)))
        self._play(talk, table, 2)
        self._finish(talk, table)
        return f"killed and started again, it was back in its match after {took:.1f} s"

    # What it cost -----------------------------------------------------------------------------------------------------

    def keeps_its_time(self) -> str:
        """Slow and late answers, by the clock that is common in rated play."""
        late = [spent.what for spent in self._spent if spent.is_late()]
        found = self._latency()
        if late:
            clock = "{:g}+{:g}".format(*FAST)
            raise Remark(
                f"{len(late)} of {len(self._spent)} matches would be lost on the clock {clock}, as {late[0]}; {found}"
            )
        return str(found)

    def keeps_its_memory(self) -> str:
        """Whether its processes grow from game to game."""
        if self.patient.memory() is None:
            raise Skip("its processes are elsewhere")
        rules, seats = self._rules[0]
        sizes = []
        for number in range(GAMES_FOR_MEMORY):
            self._game(self._table(rules, seats[0], seat=number % asked_in(rules, seats[0])))
            sizes.append(self.patient.memory() or 0)
        early, late = sizes[GAMES_FOR_MEMORY // 3], sizes[-1]
        grown = f"from {early >> 20} MiB after {GAMES_FOR_MEMORY // 3 + 1} games to {late >> 20} MiB after {len(sizes)}"
        if late - early > max(GROWTH * early, GROWTH_BYTES):
            raise Remark(f"it grew {grown}: after some hundred matches there will be no memory left")
        return grown

    def leaves_when_told(self) -> str:
        """SIGTERM: a Drain, and an end."""
        wrong = self.patient.dismiss(10)
        if wrong is None:
            raise Skip("only a bot that the doctor has started is asked to leave")
        if wrong:
            raise Remark(wrong)
        return "after SIGTERM it drained, and went"

    # What all steps are made of ---------------------------------------------------------------------------------------

    @property
    def _form(self) -> attend_pb2.OptionForm:
        """How the bot wants to be asked."""
        return self._hello.option_form

    def _table(
        self,
        rules: Rules,
        seats: int,
        *,
        seat: int = 0,
        options: dict[str, Scalar] | None = None,
        position: State | None = None,
    ) -> Table:
        """A new match."""
        self._matches += 1
        self.patient.tape.cut()  # a transcript is about the match that went wrong
        name = f"doctor-{self._matches}"
        table = Table(
            name,
            rules.name,
            match=f"{name}-{self._about}",
            ticket=secrets.token_urlsafe(TICKET),
            seats=seats,
            seat=seat,
            options=options,
            position=position,
            form=self._form,
        )
        self._spent.append(Spent(f"{name} ({table})", []))
        return table

    def _seated(self, table: Table) -> Talk:
        """Offer a seat, and let the bot take it."""
        self.patient.tell(table.offer())
        talk, join = self.patient.seat(table.ticket, JOIN)
        if join.protocol != PROTOCOL:
            raise Fault(f"Join.protocol is {join.protocol}: expected {PROTOCOL}")
        if join.last_seen != 0:
            raise Fault(f"Join.last_seen is {join.last_seen} in a match that has not begun: expected 0")
        self._open.append(talk)
        talk.send(table.start())
        return talk

    def _dropped(self, talk: Talk, table: Table) -> tuple[Talk, float]:
        """Break a stream; the one on which the bot comes back, and after how many seconds."""
        began = time.perf_counter()
        self._open.remove(talk)
        talk.end(grpc.StatusCode.UNAVAILABLE, "the doctor has pulled the cable")
        try:
            talk, join = self.patient.seat(table.ticket, RETURN)
        except Gone:
            raise
        except Fault:
            raise Remark(f"it did not come back within {RETURN:g} s: every broken connection costs a match") from None
        if not 0 <= join.last_seen <= table.number:
            raise Fault(f"Join.last_seen is {join.last_seen} after {table.number} decisions: expected at most that")
        self._open.append(talk)
        talk.send(table.start())
        return talk, time.perf_counter() - began

    def _game(self, table: Table) -> None:
        """A game to its end."""
        talk = self._seated(table)
        self._play(talk, table, None)
        self._finish(talk, table)

    def _play(self, talk: Talk, table: Table, decisions: int | None) -> None:
        """So many decisions, or as many as there are."""
        while decisions != 0 and table.advance():
            self._answer(talk, table, talk.send(table.question()))
            decisions = None if decisions is None else decisions - 1

    def _ask(self, talk: Talk, table: Table) -> float:
        """Ask the next question; when that was."""
        if not table.advance():
            raise Fault("the game was over before the step was")
        return talk.send(table.question())

    def _answer(self, talk: Talk, table: Table, sent: float) -> None:
        """Hear the answer to what was asked, and play it."""
        table.answer(self._choice(talk, table, sent))

    def _choice(self, talk: Talk, table: Table, sent: float) -> int:
        """The index that answers what was asked."""
        where = f"decision {table.number} of {table}"
        while True:
            message, at = talk.hear(play_pb2.PlayRequest, ANSWER, f"a Choice for {where}")
            kind = message.WhichOneof("message")
            if kind == "pong" or (kind == "choice" and 0 < message.choice.number < table.number):
                continue  # a Pong that crossed its decision, a choice sent again: both are harmless
            if kind == "failed":
                raise Fault(f"its program failed at {where}: {message.failed.text}")
            if kind != "choice":
                raise Fault(f"{where} was answered with {kind or 'an empty message'}: expected a Choice")
            choice = message.choice
            if choice.number != table.number:
                raise Fault(f"{where} was answered with a Choice for {choice.number}, which was never asked")
            if not choice.HasField("index"):
                raise Fault(f"the Choice for {where} has no index: proto3 sends a 0 only if it is set in so many words")
            if not 0 <= choice.index < table.options:
                expected = f"expected 0 to {table.options - 1}"
                raise Fault(f"{where} was answered with the index {choice.index}, {expected}:\n{table.board()}")
            self._spent_on(table).seconds.append(at - sent)
            return choice.index

    def _spent_on(self, table: Table) -> Spent:
        """The account of a table."""
        return next(spent for spent in reversed(self._spent) if spent.what.startswith(f"{table.name} "))

    def _finish(self, talk: Talk, table: Table, *, void: bool = False) -> None:
        """Tell the end: on Play, and on Attend."""
        over, result = table.over(), table.result()
        reason = common_pb2.END_REASON_VOID if void else common_pb2.END_REASON_FINISHED
        notice = attend_pb2.ResultNotice(match=table.match, seat=table.seat, reason=reason, head=bytes(32))
        if void:
            over = play_pb2.PlayResponse(over=play_pb2.Over(reason=reason, head=bytes(32)))
        else:
            notice.result.CopyFrom(result)
        talk.send(over)
        talk.send(play_pb2.PlayResponse(ending=common_pb2.Ending(reason=common_pb2.ENDING_REASON_DONE)))
        talk.end()
        self._open.remove(talk)
        self.patient.tell(attend_pb2.AttendResponse(result=notice))


def asked_in(rules: Rules, seats: int) -> int:
    """How many seats of a game are asked: all but an automaton's, which is the last."""
    return seats - len(rules.automata)


def odd_positions(rules: Rules, seats: int, options: dict[str, Scalar]) -> Iterator[State]:
    """Positions of a random game in which a bot could stumble, each once."""
    name = f"{rules.name} {seats} {sorted(options.items())}"
    rng = named_rng(name.encode(), "odd")
    state = rules.new(options, seats, Deal(name.encode()))
    found: list[tuple[int, str, State]] = []  # how many options, what kind the first is, and the position
    while state.to_move != OVER:
        offered = state.options()
        found.append((len(offered), rules.spell(state, offered[0]).split()[0], state.clone()))
        state.apply(state.sample(rng))
    sizes = [size for size, _, _ in found]
    kinds = [kind for _, kind, _ in found]
    chosen = {0, len(found) - 1, sizes.index(max(sizes)), sizes.index(min(sizes)), *(map(kinds.index, set(kinds)))}
    for number in sorted(chosen):
        yield found[number][2]
