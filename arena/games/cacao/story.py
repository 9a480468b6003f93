"""Answers of Cacao as sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arena.games.cacao.notation import EVENTS
from arena.games.cacao.tiles import JUNGLE_IDS, WORKER_IDS
from arena.games.game import Event, Rules
from arena.games.stories import END, Passage, Telling, counted

JUNGLE: Final[Mapping[str, str]] = {
    "plantation_single": "a plantation",
    "plantation_double": "a double plantation",
    "market_2": "a market that pays 2",
    "market_3": "a market that pays 3",
    "market_4": "a market that pays 4",
    "gold_mine_1": "a gold mine of 1",
    "gold_mine_2": "a gold mine of 2",
    "cenote": "a cenote",
    "sun_site": "a sun-worshiping site",
    "temple": "a temple",
}
PLACES: Final = ("", "first", "second", "third", "fourth")

Numbers = Mapping[str, int]


def told(rules: Rules, seat: int, option: str, events: Sequence[Event]) -> list[Passage]:  # noqa: ARG001 -- one for all games
    """Return what an answer led to."""
    telling = Telling(seat)
    if option.startswith("work "):
        telling.of(seat).phrases.append(_sent(int(option.rpartition(" ")[2])))
    for event in events:
        if event.kind in TOLD:
            TOLD[event.kind](telling, dict(zip(EVENTS[event.kind], event.numbers, strict=True)))
    return telling.passages()


def _sent(workers: int) -> str:
    """Return what a choice of workers says."""
    return f"lets {counted(workers, 'worker')} act" if workers else "lets no worker act"


def _placed(telling: Telling, said: Numbers) -> None:
    """Tell that a worker tile was laid."""
    telling.of(said["seat"]).phrases.append(f"lays the worker tile {WORKER_IDS[said['tile']]} at {_at(said)}")


def _overbuilt(telling: Telling, said: Numbers) -> None:
    """Tell that a worker tile covers another."""
    tile = WORKER_IDS[said["tile"]]
    telling.of(said["seat"]).phrases.append(f"pays a sun token and builds over {_at(said)} with {tile}")


def _filled(telling: Telling, said: Numbers) -> None:
    """Tell that a jungle space was filled."""
    telling.of(said["seat"]).phrases.append(f"fills {_at(said)} with {JUNGLE[JUNGLE_IDS[said['tile']]]}")


def _worked(telling: Telling, said: Numbers) -> None:
    """Tell what an edge brought. A market is the only place that takes cacao."""
    doings = telling.of(said["seat"])
    if said["cacao"] < 0:
        doings.phrases.append(f"sells {-said['cacao']} cacao for {said['gold']} gold")
        return
    for name, good in (("cacao", "cacao"), ("gold", "gold")):
        if said[name]:
            doings.gain(good, said[name])
    if said["suns"]:
        doings.gain("sun token" if said["suns"] == 1 else "sun tokens", said["suns"])
    doings.water += said["river"]


def _temple(telling: Telling, said: Numbers) -> None:
    """Tell what a temple brought at the end."""
    telling.head(END)
    if said["gold"]:
        workers = counted(said["workers"], "worker")
        phrase = f"gets {said['gold']} gold from the temple at {_at(said)} for {workers}"
        telling.of(said["seat"]).phrases.append(phrase)


def _scored(telling: Telling, said: Numbers) -> None:
    """Tell how the game ended for a seat."""
    telling.head(END)
    place = PLACES[said["place"]]
    telling.of(said["seat"]).phrases.append(f"ends with {said['score']} gold, in {place} place")


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
