"""Answers of Teotihuacan, and the turns of its automaton, as sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arena.games.game import Event, Rules
from arena.games.stories import END, Passage, Telling, counted, listed
from arena.games.teotihuacan.events import EVENTS
from arena.games.teotihuacan.notation import GOODS_NAMES, ROW_NAMES, TEMPLE_NAMES
from arena.games.teotihuacan.objections import BOARD_NAMES
from arena.games.teotihuacan.pyramid import LEVEL
from arena.games.teotihuacan.setup import TECHNOLOGY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS
from arena.games.teotihuacan.terms import BOARD_OF_SPACE, SPACES
from arena.games.teotihuacan.tiles.discovery import DISCOVERIES
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.view import SIDE_NAMES

PLACES: Final = ("", "first", "second", "third", "fourth")
NONE: Final = -1

# The words for an answer if it has no event at once, or if its events do not show it.
CHOICES: Final[Mapping[str, str]] = {
    "first ability": "takes the ability of the space first",
    "first discovery": "takes the Discovery tile first",
    "stop": "does no more of it",
    "pass": "passes",
    "continue": "goes on",
    "end turn": "ends the turn",
    "pay full": "pays the full price",
    "pay less stone": "pays a stone less",
    "pay less wood": "pays a wood less",
    "salary waive": "pays the salary with a tile",
    "reward points": "takes points for the Ascension",
    "reward cocoa": "takes cocoa for the Ascension",
    "reward temple": "takes a temple step for the Ascension",
    "reward two temples": "takes two temple steps for the Ascension",
    "reward two temples waive": "takes two temple steps for the Ascension and pays with a tile",
    "reward worker": "takes a fourth worker for the Ascension",
}

Numbers = Mapping[str, int]


def told(rules: Rules, seat: int, option: str, events: Sequence[Event]) -> list[Passage]:
    """Return the passages of an answer."""
    telling = Telling(seat)
    said = [
        (event.kind, dict(zip(EVENTS[event.kind], event.numbers, strict=True)))
        for event in events
        if event.kind in TOLD or event.kind in HEADINGS or event.kind == "rolled"
    ]
    phrase = CHOICES.get(option) or _chosen(option, said)
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
    """Return the words for an answer that takes effect later; empty if it took effect at once."""
    verb, _, rest = option.partition(" ")
    if verb == "keep" and not any(kind == "kept" for kind, _ in said):
        return f"chooses the Starting tiles {rest.replace(' ', ' and ')}"
    if verb == "salary":
        return f"offers {rest} cocoa for the salary"
    if verb == "exchange":
        return "uses the Royal tile"
    return ""


# What happens, kind by kind ------------------------------------------------------------------------------------------


def _kept(_: Telling, said: Numbers) -> list[str]:
    tied = f" with {_discovery(said['tied'])}" if said["tied"] != NONE else ""
    return [f"keeps the Starting tile {STARTING_IDS[said['starting']]}{tied}"]


def _took(telling: Telling, said: Numbers) -> list[str]:
    return [phrase.replace("keeps", "takes") for phrase in _kept(telling, said)]


def _raised(_: Telling, said: Numbers) -> list[str]:
    return [f"raises a worker in hand to {said['power']}"]


def _settled(_: Telling, said: Numbers) -> list[str]:
    return [f"places a {said['power']} on {BOARD_NAMES[said['board']]}"]


def _moved(_: Telling, said: Numbers) -> list[str]:
    second = f" and its {said['second']}" if said["second"] else ""
    return [f"moves its {said['power']}{second} from {BOARD_NAMES[said['board']]} to {BOARD_NAMES[said['to']]}"]


def _unlocked(_: Telling, __: Numbers) -> list[str]:
    return ["unlocks its workers"]


def _collected(_: Telling, said: Numbers) -> list[str]:
    return [f"collects on {BOARD_NAMES[said['board']]}"]


def _worshipped(_: Telling, said: Numbers) -> list[str]:
    what = ("", " for the Discovery tile", " for ability and Discovery tile")[said["effect"]]
    return [f"worships on {_space(said['space'])}{what}"]


def _displaced(_: Telling, said: Numbers) -> list[str]:
    return [f"gets its worker on {_space(said['space'])} back"]


def _acted(_: Telling, said: Numbers) -> list[str]:
    return [f"acts on {BOARD_NAMES[said['board']]} with {counted(said['count'], 'worker')}"]


def _gained(telling: Telling, said: Numbers) -> list[str]:
    telling.of(said["seat"]).gain(GOODS_NAMES[said["good"]], said["amount"])
    return []


def _paid(telling: Telling, said: Numbers) -> list[str]:
    telling.of(said["seat"]).pay(GOODS_NAMES[said["good"]], said["amount"])
    return []


def _scored(telling: Telling, said: Numbers) -> list[str]:
    telling.of(said["seat"]).points += said["points"]
    return []


def _claimed(_: Telling, said: Numbers) -> list[str]:
    return [f"claims the Discovery tile {_discovery(said['discovery'])}"]


def _declined(_: Telling, said: Numbers) -> list[str]:
    return [f"gives the Discovery tile {_discovery(said['discovery'])} back"]


def _used(_: Telling, said: Numbers) -> list[str]:
    return [f"uses the Discovery tile {_discovery(said['discovery'])}"]


def _learnt(_: Telling, said: Numbers) -> list[str]:
    return [f"gains the technology {TECHNOLOGY_IDS[said['technology']].removeprefix('TECH').lstrip('0')}"]


def _built(_: Telling, said: Numbers) -> list[str]:
    return [f"builds in the {ROW_NAMES[said['row']]} row of the Nobles"]


def _decorated(_: Telling, said: Numbers) -> list[str]:
    return [f"decorates the {SIDE_NAMES[said['place'] >> 2]} side of the Pyramid{_matches(said['matches'])}"]


def _placed(_: Telling, said: Numbers) -> list[str]:
    return [f"lays a Pyramid tile on level {LEVEL[said['space']]}{_matches(said['matches'])}"]


def _advanced(_: Telling, said: Numbers) -> list[str]:
    return [f"climbs to step {said['step']} of the {TEMPLE_NAMES[said['temple']]} temple"]


def _walked(_: Telling, said: Numbers) -> list[str]:
    return [f"walks to step {said['step']} of the Avenue"]


def _powered_up(_: Telling, said: Numbers) -> list[str]:
    return [f"powers up a worker on {BOARD_NAMES[said['board']]} to {said['power']}"]


def _ascended(_: Telling, __: Numbers) -> list[str]:
    return ["lets a worker ascend"]


def _joined(_: Telling, __: Numbers) -> list[str]:
    return ["gets its fourth worker"]


def _fell_back(_: Telling, __: Numbers) -> list[str]:
    return ["cannot carry it out"]


def _relocked(_: Telling, said: Numbers) -> list[str]:
    return [f"moves its locked worker to {_space(said['space'])}"]


def _ended(telling: Telling, said: Numbers) -> list[str]:
    telling.head(END)
    return [f"ends with {counted(said['score'], 'point')} and {said['cocoa']} cocoa, in {PLACES[said['place']]} place"]


def _rolled(said: Numbers) -> str:
    return f"rolls {said['die']} and {said['other_die']}: {ACTION_IDS[said['action']].replace('_', ' ').capitalize()}"


def _matches(count: int) -> str:
    return f" ({counted(count, 'icon')} {'matches' if count == 1 else 'match'})" if count else ""


def _discovery(number: int) -> str:
    return f"“{DISCOVERIES[number].name.replace('_', ' ')}”"


def _space(space: int) -> str:
    """Return a Worship space; the Palace has three, each with its number."""
    name = BOARD_NAMES[BOARD_OF_SPACE[space]]
    several = [other for other in range(SPACES) if BOARD_OF_SPACE[other] == BOARD_OF_SPACE[space]]
    return f"{name} ({several.index(space) + 1})" if len(several) > 1 else name


def _neutrals(said: Numbers) -> str:
    boards = [BOARD_NAMES[said[which]] for which in ("first", "second", "third")]
    return f"Neutral workers come to {listed(boards)}"


HEADINGS: Final[Mapping[str, Callable[[Numbers], str]]] = {
    "neutrals": _neutrals,
    "eclipse": lambda said: f"Eclipse {said['number']}",
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
