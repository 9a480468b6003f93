"""Tells in sentences what a seat's answer caused in Teotihuacan, turns of the automaton included."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arena.games.game import Event, Rules
from arena.games.stories import Passage, Telling
from arena.games.teotihuacan.events import EVENTS
from arena.games.teotihuacan.pyramid import LEVEL
from arena.games.teotihuacan.setup import DISCOVERY_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS
from arena.games.teotihuacan.terms import BOARD_OF_SPACE, SPACES
from arena.games.teotihuacan.tiles.discovery import DISCOVERIES
from arena.games.teotihuacan.tiles.starting import STARTING_IDS, STARTING_TILES
from arena.games.words import words
from arena.languages import Sentences, listed, noted, noted_counted

NONE: Final = -1
DASH: Final = "\N{EN DASH}"
GAME: Final = "teotihuacan"

# The words for an answer if it has no event at once, or if its events do not show it.
CHOICES: Final[Mapping[str, str]] = {
    "first ability": noted("takes the ability of the space first"),
    "first discovery": noted("takes the Discovery tile first"),
    "stop": noted("does no more of it"),
    "pass": noted("passes"),
    "continue": noted("goes on"),
    "end turn": noted("ends the turn"),
    "pay full": noted("pays the full price"),
    "pay less stone": noted("pays a stone less"),
    "pay less wood": noted("pays a wood less"),
    "salary waive": noted("pays the salary with a tile"),
    "reward points": noted("takes points for the Ascension"),
    "reward cocoa": noted("takes cocoa for the Ascension"),
    "reward temple": noted("takes a temple step for the Ascension"),
    "reward two temples": noted("takes two temple steps for the Ascension"),
    "reward two temples waive": noted("takes two temple steps for the Ascension and pays with a tile"),
    "reward worker": noted("takes a fourth worker for the Ascension"),
}
GOODS: Final = (
    noted_counted("%(num)s wood", "%(num)s wood"),
    noted_counted("%(num)s stone", "%(num)s stone"),
    noted_counted("%(num)s gold", "%(num)s gold"),
    noted_counted("%(num)s cocoa", "%(num)s cocoa"),
)
WORSHIPS: Final = (
    noted("worships on %(space)s"),
    noted("worships on %(space)s for the Discovery tile"),
    noted("worships on %(space)s for ability and Discovery tile"),
)
ROWS: Final = (
    noted("builds in the top row of the Nobles"),
    noted("builds in the centre row of the Nobles"),
    noted("builds in the bottom row of the Nobles"),
)
SIDES: Final = (
    noted("decorates the top side of the Pyramid"),
    noted("decorates the right side of the Pyramid"),
    noted("decorates the bottom side of the Pyramid"),
    noted("decorates the left side of the Pyramid"),
)
TEMPLES: Final = (
    noted("climbs to step %(step)s of the blue temple"),
    noted("climbs to step %(step)s of the red temple"),
    noted("climbs to step %(step)s of the green temple"),
)
PLACES: Final = (
    "",
    noted("ends with %(points)s and %(cocoa)s, in first place"),
    noted("ends with %(points)s and %(cocoa)s, in second place"),
    noted("ends with %(points)s and %(cocoa)s, in third place"),
    noted("ends with %(points)s and %(cocoa)s, in fourth place"),
)

SENTENCES: Final = Sentences(GAME)
say: Final = SENTENCES.say

Numbers = Mapping[str, int]


def told(rules: Rules, seat: int, option: str, events: Sequence[Event]) -> list[Passage]:
    """Return sentences about a seat's answer and the events that it caused, as a list of passages.

    A passage is a text about the actions and gains of one seat, or a heading.
    """
    telling = Telling(seat, SENTENCES)
    said = [
        (event.kind, dict(zip(EVENTS[event.kind], event.numbers, strict=True)))
        for event in events
        if event.kind in TOLD or event.kind in HEADINGS or event.kind == "rolled"
    ]
    phrase = say(CHOICES[option]) if option in CHOICES else _chosen(option, said)
    if phrase:
        telling.of(seat).phrases.append(phrase)
    for kind, numbers in said:
        if kind in HEADINGS:
            telling.head(HEADINGS[kind](numbers), is_mark=kind == "eclipse")
        elif kind == "rolled":
            telling.of(rules.automata[0]).phrases.append(_rolled(numbers))
        else:
            phrases = TOLD[kind](telling, numbers)
            telling.of(numbers["seat"]).phrases += phrases
    return telling.passages()


def _chosen(option: str, said: Sequence[tuple[str, Numbers]]) -> str:
    """Return a phrase for an answer that no event tells: secret Starting tiles, a salary, the use of a Royal tile.

    Return an empty text for any other answer, because the events tell what it did.
    """
    verb, _, rest = option.partition(" ")
    if verb == "keep" and not any(kind == "kept" for kind, _ in said):
        return say("chooses the Starting tiles %(tiles)s", tiles=listed([tile_in_words(tile) for tile in rest.split()]))
    if verb == "salary":
        return say("offers %(cocoa)s cocoa for the salary", cocoa=rest)
    if verb == "exchange":
        return say("uses the Royal tile")
    return ""


# What happens, kind by kind ------------------------------------------------------------------------------------------


def _kept(_: Telling, said: Numbers) -> list[str]:
    tile, tied = _starting(said["starting"]), said["tied"]
    if tied == NONE:
        return [say("keeps the Starting tile %(tile)s", tile=tile)]
    return [say("keeps the Starting tile %(tile)s with %(discovery)s", tile=tile, discovery=_discovery(tied))]


def _took(_: Telling, said: Numbers) -> list[str]:
    tile, tied = _starting(said["starting"]), said["tied"]
    if tied == NONE:
        return [say("takes the Starting tile %(tile)s", tile=tile)]
    return [say("takes the Starting tile %(tile)s with %(discovery)s", tile=tile, discovery=_discovery(tied))]


def _raised(_: Telling, said: Numbers) -> list[str]:
    return [say("raises a worker in hand to %(power)s", power=said["power"])]


def _settled(_: Telling, said: Numbers) -> list[str]:
    return [say("places a %(power)s on %(board)s", power=said["power"], board=_board(said["board"]))]


def _moved(_: Telling, said: Numbers) -> list[str]:
    ends = {"board": _board(said["board"]), "to": _board(said["to"])}
    if not said["second"]:
        return [say("moves its %(power)s from %(board)s to %(to)s", power=said["power"], **ends)]
    powers = {"power": said["power"], "second": said["second"]}
    return [say("moves its %(power)s and its %(second)s from %(board)s to %(to)s", **powers, **ends)]


def _unlocked(_: Telling, __: Numbers) -> list[str]:
    return [say("unlocks its workers")]


def _collected(_: Telling, said: Numbers) -> list[str]:
    return [say("collects on %(board)s", board=_board(said["board"]))]


def _worshipped(_: Telling, said: Numbers) -> list[str]:
    sentence = WORSHIPS[said["effect"]]
    return [say(sentence, space=_space(said["space"]))]


def _displaced(_: Telling, said: Numbers) -> list[str]:
    return [say("gets its worker on %(space)s back", space=_space(said["space"]))]


def _acted(_: Telling, said: Numbers) -> list[str]:
    one, many = noted_counted("acts on %(board)s with %(num)s worker", "acts on %(board)s with %(num)s workers")
    return [SENTENCES.counted(one, many, said["count"], board=_board(said["board"]))]


def _gained(telling: Telling, said: Numbers) -> list[str]:
    telling.of(said["seat"]).gain(GOODS[said["good"]], said["amount"])
    return []


def _paid(telling: Telling, said: Numbers) -> list[str]:
    telling.of(said["seat"]).pay(GOODS[said["good"]], said["amount"])
    return []


def _scored(telling: Telling, said: Numbers) -> list[str]:
    telling.of(said["seat"]).points += said["points"]
    return []


def _claimed(_: Telling, said: Numbers) -> list[str]:
    return [say("claims the Discovery tile %(discovery)s", discovery=_discovery(said["discovery"]))]


def _declined(_: Telling, said: Numbers) -> list[str]:
    return [say("gives the Discovery tile %(discovery)s back", discovery=_discovery(said["discovery"]))]


def _used(_: Telling, said: Numbers) -> list[str]:
    return [say("uses the Discovery tile %(discovery)s", discovery=_discovery(said["discovery"]))]


def _learnt(_: Telling, said: Numbers) -> list[str]:
    number = TECHNOLOGY_IDS[said["technology"]].removeprefix("TECH").lstrip("0")
    return [say("gains the technology %(number)s", number=number)]


def _built(_: Telling, said: Numbers) -> list[str]:
    sentence = ROWS[said["row"]]
    return [say(sentence)]


def _decorated(_: Telling, said: Numbers) -> list[str]:
    sentence = SIDES[said["place"] >> 2]
    return [say(sentence) + _matches(said["matches"])]


def _placed(_: Telling, said: Numbers) -> list[str]:
    return [say("lays a Pyramid tile on level %(level)s", level=LEVEL[said["space"]]) + _matches(said["matches"])]


def _advanced(_: Telling, said: Numbers) -> list[str]:
    sentence = TEMPLES[said["temple"]]
    return [say(sentence, step=said["step"])]


def _walked(_: Telling, said: Numbers) -> list[str]:
    return [say("walks to step %(step)s of the Avenue", step=said["step"])]


def _powered_up(_: Telling, said: Numbers) -> list[str]:
    return [say("powers up a worker on %(board)s to %(power)s", board=_board(said["board"]), power=said["power"])]


def _ascended(_: Telling, __: Numbers) -> list[str]:
    return [say("lets a worker ascend")]


def _joined(_: Telling, __: Numbers) -> list[str]:
    return [say("gets its fourth worker")]


def _fell_back(_: Telling, __: Numbers) -> list[str]:
    return [say("cannot carry it out")]


def _relocked(_: Telling, said: Numbers) -> list[str]:
    return [say("moves its locked worker to %(space)s", space=_space(said["space"]))]


def _ended(telling: Telling, said: Numbers) -> list[str]:
    telling.end()
    sentence = PLACES[said["place"]]
    points = SENTENCES.counted("%(num)s point", "%(num)s points", said["score"])
    return [say(sentence, points=points, cocoa=SENTENCES.counted(*GOODS[3], said["cocoa"]))]


def _rolled(said: Numbers) -> str:
    action = words(GAME)[f"teotibot_{ACTION_IDS[said['action']]}"]
    return say("rolls %(die)s and %(other)s: %(action)s", die=said["die"], other=said["other_die"], action=action)


def _matches(count: int) -> str:
    """T-8.3: return a text in brackets such as ` (2 icons match)`; an empty text if `count` is 0.

    `count` is the number of icons on a new tile that match the icons which they cover.
    """
    return SENTENCES.counted(" (%(num)s icon matches)", " (%(num)s icons match)", count) if count else ""


def _discovery(number: int) -> str:
    return f"“{words(GAME)[f'discovery_{DISCOVERIES[number].name}']}”"


def _starting(number: int) -> str:
    """Return the name of a Starting tile in words: the names of its two boards. No other tile has the same two."""
    tile = STARTING_TILES[number]
    return f"“{_board(tile.left)} {DASH} {_board(tile.right)}”"


def tile_in_words(tile: str) -> str:
    """Return in words the name of the Discovery tile, such as “four cocoa”, or of the Starting tile with this id.

    For any other tile, return the id unchanged.
    """
    if tile in STARTING_IDS:
        return _starting(STARTING_IDS.index(tile))
    return _discovery(DISCOVERY_IDS.index(tile)) if tile in DISCOVERY_IDS else tile


def _board(number: int) -> str:
    return words(GAME)[f"board_{number}"]


def _space(space: int) -> str:
    """Return the name of a Worship space: the name of its board, and at the Palace also the number 1, 2 or 3."""
    name = _board(BOARD_OF_SPACE[space])
    several = [other for other in range(SPACES) if BOARD_OF_SPACE[other] == BOARD_OF_SPACE[space]]
    return f"{name} ({several.index(space) + 1})" if len(several) > 1 else name


def _neutrals(said: Numbers) -> str:
    boards = [_board(said[which]) for which in ("first", "second", "third")]
    return say("Neutral workers come to %(boards)s", boards=listed(boards))


HEADINGS: Final[Mapping[str, Callable[[Numbers], str]]] = {
    "neutrals": _neutrals,
    "eclipse": lambda said: say("Eclipse %(number)s", number=said["number"]),
}
TOLD: Final[Mapping[str, Callable[[Telling, Numbers], list[str]]]] = {
    "kept": _kept,
    "took": _took,
    "raised": _raised,
    "settled": _settled,
    "moved": _moved,
    "unlocked": _unlocked,
    "collected": _collected,
    "worshipped": _worshipped,
    "displaced": _displaced,
    "acted": _acted,
    "gained": _gained,
    "paid": _paid,
    "scored": _scored,
    "claimed": _claimed,
    "declined": _declined,
    "used": _used,
    "learnt": _learnt,
    "built": _built,
    "decorated": _decorated,
    "placed": _placed,
    "advanced": _advanced,
    "walked": _walked,
    "powered_up": _powered_up,
    "ascended": _ascended,
    "joined": _joined,
    "fell_back": _fell_back,
    "relocked": _relocked,
    "ended": _ended,
}
