"""Describes in sentences what the seats answered in Cacao, and all that their answers caused."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arena.games.cacao.notation import EVENTS
from arena.games.cacao.tiles import JUNGLE_IDS, WORKER_IDS
from arena.games.game import Event, Rules
from arena.games.stories import Passage, Telling
from arena.languages import Sentences, noted, noted_counted

JUNGLE: Final[Mapping[str, str]] = {
    "plantation_single": noted("a plantation"),
    "plantation_double": noted("a double plantation"),
    "market_2": noted("a market that pays 2"),
    "market_3": noted("a market that pays 3"),
    "market_4": noted("a market that pays 4"),
    "gold_mine_1": noted("a gold mine of 1"),
    "gold_mine_2": noted("a gold mine of 2"),
    "cenote": noted("a cenote"),
    "sun_site": noted("a sun-worshiping site"),
    "temple": noted("a temple"),
}
PLACES: Final = (
    "",
    noted("ends with %(score)s gold, in first place"),
    noted("ends with %(score)s gold, in second place"),
    noted("ends with %(score)s gold, in third place"),
    noted("ends with %(score)s gold, in fourth place"),
)
CACAO_FRUIT: Final = noted_counted("%(num)s cacao", "%(num)s cacao")
GOLD: Final = noted_counted("%(num)s gold", "%(num)s gold")
SUN_TOKENS: Final = noted_counted("%(num)s sun token", "%(num)s sun tokens")

SENTENCES: Final = Sentences("cacao")
say: Final = SENTENCES.say

Numbers = Mapping[str, int]


def told(rules: Rules, seat: int, option: str, events: Sequence[Event]) -> list[Passage]:  # noqa: ARG001 -- one for all games
    """Return a list of the sentences and headings that describe a seat's answer and what it caused.

    Each is a Passage: its text, and the seat that it is about.
    """
    telling = Telling(seat, SENTENCES)
    if option.startswith("work "):
        telling.of(seat).phrases.append(_sent(int(option.rpartition(" ")[2])))
    for event in events:
        if event.kind in TOLD:
            TOLD[event.kind](telling, dict(zip(EVENTS[event.kind], event.numbers, strict=True)))
    return telling.passages()


def tile_in_words(tile: str) -> str:
    """Return a jungle tile's name in words; for any other tile, return its id unchanged."""
    return say(JUNGLE[tile]) if tile in JUNGLE else tile


def _sent(workers: int) -> str:
    """Return a phrase such as “lets no worker act” or “lets 2 workers act”, for this number of workers."""
    if not workers:
        return say("lets no worker act")
    return SENTENCES.counted("lets %(num)s worker act", "lets %(num)s workers act", workers)


def _placed(telling: Telling, said: Numbers) -> None:
    """Add to the sentence about a seat, in `telling`, that the seat laid a worker tile.

    `said` is a dict with the event's numbers by name, such as `seat`.
    """
    phrase = say("lays the worker tile %(tile)s at %(space)s", tile=_as_it_lies(said), space=_at(said))
    telling.of(said["seat"]).phrases.append(phrase)


def _overbuilt(telling: Telling, said: Numbers) -> None:
    """Add to the sentence about a seat, in `telling`, that it paid a sun token and covered a tile with another one."""
    tile = _as_it_lies(said)
    phrase = say("pays a sun token and builds over %(space)s with %(tile)s", space=_at(said), tile=tile)
    telling.of(said["seat"]).phrases.append(phrase)


def _filled(telling: Telling, said: Numbers) -> None:
    """Add to the sentence about a seat, in `telling`, that the seat filled a jungle space."""
    tile = tile_in_words(JUNGLE_IDS[said["tile"]])
    telling.of(said["seat"]).phrases.append(say("fills %(space)s with %(tile)s", space=_at(said), tile=tile))


def _worked(telling: Telling, said: Numbers) -> None:
    """Add to the sentence about a seat, in `telling`, what its workers brought, or how much cacao they sold."""
    doings = telling.of(said["seat"])
    if said["cacao"] < 0:
        doings.phrases.append(say("sells %(cacao)s cacao for %(gold)s gold", cacao=-said["cacao"], gold=said["gold"]))
        return
    for name, good in (("cacao", CACAO_FRUIT), ("gold", GOLD), ("suns", SUN_TOKENS)):
        if said[name]:
            doings.gain(good, said[name])
    doings.water += said["river"]


def _temple(telling: Telling, said: Numbers) -> None:
    """Add to `telling` the heading for the end of the game, if it has none yet.

    If a temple paid gold to a seat, add this to the sentence about this seat that stands below the heading.
    """
    telling.end()
    if said["gold"]:
        phrase = SENTENCES.counted(
            "gets %(gold)s gold from the temple at %(space)s for %(num)s worker",
            "gets %(gold)s gold from the temple at %(space)s for %(num)s workers",
            said["workers"],
            gold=said["gold"],
            space=_at(said),
        )
        telling.of(said["seat"]).phrases.append(phrase)


def _scored(telling: Telling, said: Numbers) -> None:
    """Add to `telling` the heading for the end of the game, if it has none yet.

    Then add the score and the place of a seat to the sentence about this seat that stands below the heading.
    """
    telling.end()
    ending = PLACES[said["place"]]
    telling.of(said["seat"]).phrases.append(say(ending, score=said["score"]))


def _as_it_lies(said: Numbers) -> str:
    """Return the numbers of workers on a tile's four sides as text, from the table's north clockwise: `1-1-1-1`."""
    workers = WORKER_IDS[said["tile"]].split("-")
    return "-".join(workers[(side - said["rotation"]) % len(workers)] for side in range(len(workers)))


def _at(said: Numbers) -> str:
    return f"{said['x']},{said['y']}"


TOLD: Final[Mapping[str, Callable[[Telling, Numbers], None]]] = {
    "placed": _placed,
    "overbuilt": _overbuilt,
    "filled": _filled,
    "worked": _worked,
    "temple": _temple,
    "scored": _scored,
}
