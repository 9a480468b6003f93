"""Every conversation of docs/protocol.md, held with a real arena: the subject and the course of each."""
# ruff: noqa: ARG001 -- every conversation is held with the same four: the arena, the bot, its name and somebody else's

from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.games import rules
from arena.games.chance import Deal, named_rng
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from tests.server.arenas import spoilt
from tests.server.wire import Attending, Gone, Server, hello
from tests.transcripts.recorder import KINDS, Bot

CONVERSATIONS = {}

# What else takes long, here does not: the limits of the arena that these conversations are held with.
QUICK = (
    *("--limit", "nonce_within=0.3", "--limit", "join_within=5", "--limit", "first_message=3"),
    *("--limit", "streams_per_bot=2", "--grace", "1", "--admission", "open"),
)

_numbers = count(1)


@dataclass(frozen=True)
class Conversation:
    """A conversation between a bot and an arena: what it shows, how it is held, its chapter in docs/protocol.md."""

    name: str
    about: str
    chapter: int
    hold: object
    is_last: bool  # the arena is not what it was, afterwards


def conversation(chapter, *, is_last=False):
    def kept(hold):
        name = hold.__name__.replace("_", "-")
        CONVERSATIONS[name] = Conversation(name, " ".join(hold.__doc__.split()), chapter, hold, is_last)
        return hold

    return kept


def held(server, name):
    """Hold a conversation with an arena. Return the recorded tape."""
    if CONVERSATIONS[name].is_last:
        with TemporaryDirectory() as data, stopped_after(Server(Path(data), *QUICK)) as own:
            return _held(own, name)
    return _held(server, name)


@contextmanager
def stopped_after(server):
    try:
        yield server
    finally:
        server.stop()


def _held(server, name):
    number = next(_numbers)
    bot, partner = Bot(server, f"you-{number}"), f"other-{number}"
    try:
        CONVERSATIONS[name].hold(server, bot, f"you-{number}", partner)
    finally:
        bot.close()
    return bot.tape


@cache
def late_position():
    """Return a position with two seats in which only a few decisions are left."""
    rng = named_rng(b"transcripts", "late")
    state = rules("cacao").new({}, 2, Deal(b"transcripts"))
    while state.turn < 14:
        state.apply(state.sample(rng))
    return state.position()


class Partner:
    """The opponent of the recorded bot. It plays every offered match, or none."""

    def __init__(self, server, name, *, seats):
        self.stream = Attending(server, server.bot(name), matches=4)
        self.seats, self.sittings = seats, []

    def plays(self):
        for _ in range(self.seats):
            self.sittings.append(self.stream.seat().in_background())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for each in (*self.sittings, self.stream):
            each.close()


def begin(server, bot, name, partner, **fields):
    """Request two short matches. Return the offer of the first one."""
    terms = {"position": late_position(), "clock": "60+1"} | fields
    server.match(name, partner.stream.welcome.entrant, **terms)
    offer = bot.attend.until("offer")
    partner.plays()
    return offer


def over(bot, play):
    """Wait until the match has ended, and stop recording. Later messages do not belong to the conversation."""
    play.end()
    bot.attend.until("result")
    bot.tape.cut()


@conversation(2)
def attend_and_play(server, bot, name, partner):
    """A bot attends, adds its nonce to a round, plays one deal from both seats, hears the seed and the secret, and
    leaves.
    """
    with Partner(server, partner, seats=2) as other:
        attend = bot.attends()
        server.match(name, partner)
        announced = attend.until("round")
        attend.send(nonce=attend_pb2.Nonce(round=announced.round, nonce=b"dice"))
        for _ in range(2):
            offer = attend.until("offer")
            other.sittings.append(other.stream.seat().in_background())
            play = bot.joins(offer)
            bot.plays(play)
            play.end()
            attend.until("result")
        attend.until("round_secret")
        attend.send(drain=attend_pb2.Drain())
        attend.end()


@conversation(7)
def return_to_a_match(server, bot, name, partner):
    """The connection breaks while a decision waits: the bot joins again, says what it has seen, is asked the same again
    and answers.
    """
    with Partner(server, partner, seats=1) as other:
        bot.attends()
        offer = begin(server, bot, name, other)
        play = bot.joins(offer)
        last = bot.plays(play, 1)
        play.until("decision")
        play.breaks()
        play = bot.joins(offer, last_seen=last + 1)
        bot.plays(play)
        over(bot, play)


@conversation(7)
def return_of_a_new_process(server, bot, name, partner):
    """The bot's process is killed and started again: after the Welcome it is offered its seat with `returning` set, and
    hears the match from its beginning.
    """
    with Partner(server, partner, seats=1) as other:
        attend = bot.attends()
        offer = begin(server, bot, name, other)
        play = bot.joins(offer)
        bot.plays(play, 1)
        play.until("decision")
        play.breaks()
        attend.breaks()
        attend = bot.attends()
        play = bot.joins(attend.until("offer"))
        bot.plays(play)
        over(bot, play)


@conversation(7)
def the_newest_join_wins(server, bot, name, partner):
    """A seat is joined a second time: the older stream ends."""
    with Partner(server, partner, seats=1) as other:
        bot.attends()
        offer = begin(server, bot, name, other)
        older = bot.joins(offer)
        older.until("decision")
        newer = bot.joins(offer)
        older.end()
        bot.plays(newer)
        over(bot, newer)


@conversation(5)
def a_choice_that_differs(server, bot, name, partner):
    """A decision is answered a second time, and differently: the first choice stands, and nothing is lost."""
    with Partner(server, partner, seats=1) as other:
        bot.attends()
        play = bot.joins(begin(server, bot, name, other))
        number = play.until("decision").number
        play.send(choice=play_pb2.Choice(number=number, index=0))
        play.until("decision")
        play.send(choice=play_pb2.Choice(number=number, index=0))
        play.send(choice=play_pb2.Choice(number=number, index=1))
        play.until("refused")
        play.send(choice=play_pb2.Choice(number=number + 1, index=0))
        bot.plays(play)
        over(bot, play)


@conversation(9)
def an_option_that_was_not_offered(server, bot, name, partner):
    """A choice names an index that is not among the options: the match is lost."""
    with Partner(server, partner, seats=1) as other:
        bot.attends()
        play = bot.joins(begin(server, bot, name, other))
        decision = play.until("decision")
        play.send(choice=play_pb2.Choice(number=decision.number, index=len(decision.options)))
        over(bot, play)


@conversation(5)
def a_choice_without_an_index(server, bot, name, partner):
    """A choice whose index was never set: the match is lost."""
    with Partner(server, partner, seats=1) as other:
        bot.attends()
        play = bot.joins(begin(server, bot, name, other))
        play.send(choice=play_pb2.Choice(number=play.until("decision").number))
        over(bot, play)


@conversation(9)
def broken_bytes_in_a_match(server, bot, name, partner):
    """Bytes that are no message, after Join: the match is lost."""
    with Partner(server, partner, seats=1) as other:
        bot.attends()
        play = bot.joins(begin(server, bot, name, other))
        play.until("decision")
        play.send_bytes(b"\xff\xff\xff")
        over(bot, play)


@conversation(4)
def a_program_that_fails(server, bot, name, partner):
    """The bot's own program fails, and says so: the match is lost at once."""
    with Partner(server, partner, seats=1) as other:
        bot.attends()
        play = bot.joins(begin(server, bot, name, other))
        play.until("decision")
        play.send(failed=play_pb2.Failed(text="ValueError: not enough values to unpack"))
        over(bot, play)


@conversation(9)
def a_seat_that_nobody_takes(server, bot, name, partner):
    """An offer is not joined in time: it is withdrawn and made once more, then it is too late, and the match lost."""
    with Partner(server, partner, seats=1) as other:
        attend = bot.attends()
        begin(server, bot, name, other)
        attend.until("withdrawal")
        offer = attend.until("offer")
        attend.until("result")
        attend.until("offer")
        play = bot.joins(offer)
        play.end()
        bot.tape.is_over = True


@conversation(9)
def a_flood(server, bot, name, partner):
    """Many more messages than were asked for: the stream ends."""
    attend = bot.attends()
    attend.send_often(5000, pong=common_pb2.Pong(number=0))
    attend.end()


@conversation(8)
def too_many_streams(server, bot, name, partner):
    """More streams of Attend than one bot may have: the last is told to wait."""
    bot.attends()
    bot.attends()
    refused(bot, "Attend", hello=hello())


@conversation(8)
def nothing_is_said(server, bot, name, partner):
    """A call is opened, and nothing said on it."""
    bot.open("Attend").end()


@conversation(9, is_last=True)
def the_arenas_own_fault(server, bot, name, partner):
    """Something goes wrong in the arena itself: the match is void, and will be played again with the same deal, under
    another name.
    """
    with Partner(server, partner, seats=1) as other, spoilt(server):
        bot.attends()
        play = bot.joins(begin(server, bot, name, other))
        with suppress(Gone):
            bot.plays(play)
        over(bot, play)


@conversation(8, is_last=True)
def an_arena_that_stops(server, bot, name, partner):
    """The arena is told to stop while nothing is played: a notice comes first, and when to come back."""
    attend = bot.attends()
    server.process.terminate()
    attend.end()


@conversation(6)
def out_of_time(server, bot, name, partner):
    """The bot thinks for too long: the match is lost."""
    with Partner(server, partner, seats=1) as other:
        bot.attends()
        play = bot.joins(begin(server, bot, name, other, clock="st=0.2"))
        play.until("decision")
        over(bot, play)


@conversation(2)
def another_version(server, bot, name, partner):
    """A second version of the bot attends: the first is told, and ends when it drains."""
    older = bot.attends("1")
    newer = bot.attends("2")
    older.until("notice")
    for attend in (older, newer):
        attend.send(drain=attend_pb2.Drain())
        attend.end()


@conversation(2)
def a_game_that_is_not_offered(server, bot, name, partner):
    """One of the games is not played here: a Notice says so, and the bot attends with the others."""
    games = [*hello().games, attend_pb2.Hello.FromString(hello().SerializeToString()).games[0]]
    games[1].game = "chess"
    attend = bot.attends(games=games)
    attend.until("notice")
    attend.send(drain=attend_pb2.Drain())
    attend.end()


# Refusals: all that is said is one message of the bot, and how it ends ------------------------------------------------


def refused(bot, method, token=None, **message):
    bot.open(method, token, [KINDS[method]["bot"](**message).SerializeToString()]).end()


@conversation(8)
def no_token(server, bot, name, partner):
    """The call carries no token."""
    refused(bot, "Attend", token="", hello=hello())


@conversation(8)
def another_protocol(server, bot, name, partner):
    """The bot speaks another protocol."""
    refused(bot, "Attend", hello=hello(protocol=2))


@conversation(8)
def other_rules(server, bot, name, partner):
    """The bot plays by another version of the rules, and nothing else."""
    message = hello()
    message.games[0].rules_version += 1
    refused(bot, "Attend", hello=message)


@conversation(8)
def something_before_hello(server, bot, name, partner):
    """Something else than a Hello comes first."""
    refused(bot, "Attend", drain=attend_pb2.Drain())


@conversation(8)
def broken_bytes_first(server, bot, name, partner):
    """Bytes that are no message come first."""
    bot.open("Attend", first=[b"\xff\xff\xff"]).end()


@conversation(8)
def an_unknown_ticket(server, bot, name, partner):
    """A Join with a ticket that was never issued."""
    refused(bot, "Play", join=play_pb2.Join(ticket="never issued", protocol=1))


@conversation(8)
def an_organisers_token(server, bot, name, partner):
    """The token is good, but not one of a bot."""
    refused(bot, "Attend", token=server.organiser, hello=hello())


@conversation(8)
def a_message_too_large(server, bot, name, partner):
    """A message is larger than what the arena lets in."""
    refused(bot, "Attend", hello=hello(client="x" * 20_000))
