"""Spells events as English sentences. An event has a kind and numbers; docs/notation.md explains them."""

from collections.abc import Sequence

from arena.games.game import Event
from arena.games.teotihuacan.notation import (
    EFFECT_NAMES,
    GOODS_NAMES,
    ROW_NAMES,
    TEMPLE_NAMES,
    decoration_space,
    pyramid_space,
)
from arena.games.teotihuacan.objections import BOARD_NAMES
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, ARROWS, PLACE_NAMES
from arena.games.teotihuacan.solo.offers import OFFER_NAMES
from arena.games.teotihuacan.terms import SOLO_CATEGORIES, SOURCES
from arena.games.teotihuacan.tiles.discovery import DISCOVERIES
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.view import SPACE_NAMES

# What the numbers of an event mean, in their order. Tiles are rows of the tables in tiles/ (a Pyramid tile with its
# rotation has two numbers), boards their printed numbers, other numbers those of view.py's and terms.py's lists.
EVENTS: dict[str, tuple[str, ...]] = {
    "kept": ("seat", "starting", "tied"),  # tied: a Discovery tile, or -1
    "took": ("seat", "starting", "tied"),
    "raised": ("seat", "power"),
    "settled": ("seat", "power", "board"),
    "neutrals": ("colour", "first", "second", "third"),
    "moved": ("seat", "board", "power", "second", "distance", "to"),  # second: a power, or 0
    "unlocked": ("seat",),
    "collected": ("seat", "board"),
    "worshipped": ("seat", "space", "effect", "power"),
    "displaced": ("seat", "space"),
    "acted": ("seat", "board", "count", "lowest"),
    "gained": ("seat", "good", "amount", "source"),
    "paid": ("seat", "good", "amount", "source"),
    "scored": ("seat", "category", "points"),
    "claimed": ("seat", "discovery"),
    "declined": ("seat", "discovery"),
    "used": ("seat", "discovery"),
    "discovered": ("board", "discovery"),
    "learnt": ("seat", "technology"),
    "built": ("seat", "row"),
    "decorated": ("seat", "decoration", "place", "matches"),
    "decoration_offered": ("slot", "decoration"),
    "placed": ("seat", "pyramid", "rotation", "space", "matches"),
    "pyramid_offered": ("slot", "pyramid"),
    "climbed": ("seat", "track"),
    "advanced": ("seat", "temple", "step"),
    "walked": ("seat", "step"),
    "powered_up": ("seat", "board", "power"),
    "ascended": ("seat",),
    "joined": ("seat",),
    "light": ("step",),
    "eclipse": ("number",),
    "calendar": ("light", "dark"),
    "ended": ("seat", "score", "cocoa", "place"),
    "rolled": ("die", "other_die", "action"),
    "fell_back": ("seat",),
    "relocked": ("seat", "space"),
    "discarded": ("board", "discovery"),
    "slid": ("offer",),
    "action_tiles": PLACE_NAMES,
    "arrows": ("upper", "lower"),
}
SENTENCES = {
    "kept": "seat {seat} keeps {starting}{with_tied}",
    "took": "seat {seat} takes {starting}{with_tied}",
    "raised": "seat {seat} raises a worker in hand to power {power}",
    "settled": "seat {seat} places a worker of power {power} on {board}",
    "neutrals": "neutral workers of colour {colour} stand on {first}, {second} and {third}",
    "moved": "seat {seat} moves {power}@{origin}{with_second} by {distance} to {to}",
    "unlocked": "seat {seat} unlocks all workers",
    "collected": "seat {seat} collects on {board}",
    "worshipped": "seat {seat} worships at {space} for {effect} with power {power}",
    "displaced": "seat {seat}'s worker at {space} is unlocked",
    "acted": "seat {seat} takes the Main action of {board}: {count} workers, lowest power {lowest}",
    "gained": "seat {seat}: +{amount} {good} ({source})",
    "paid": "seat {seat}: -{amount} {good} ({source})",
    "scored": "seat {seat}: {points:+d} points ({category})",
    "claimed": "seat {seat} claims {discovery}",
    "declined": "seat {seat} gives {discovery} back",
    "used": "seat {seat} uses {discovery}",
    "discovered": "{discovery} comes beside {board}",
    "learnt": "seat {seat} gains {technology}",
    "built": "seat {seat} builds in the {row} row",
    "decorated": "seat {seat} places {decoration} on {place}: {matches} icons match",
    "decoration_offered": "{decoration} comes to the offer",
    "placed": "seat {seat} places {pyramid} r{rotation} on {space}: {matches} icons match",
    "pyramid_offered": "{pyramid} comes to the offer",
    "climbed": "seat {seat} is on {track} of the Pyramid track",
    "advanced": "seat {seat} is on step {step} of the {temple} temple",
    "walked": "seat {seat} is on step {step} of the Avenue",
    "powered_up": "seat {seat} powers up a worker on {board} to {power}",
    "ascended": "a worker of seat {seat} ascends",
    "joined": "the fourth worker of seat {seat} comes to the Palace",
    "light": "the light disc is on {step}",
    "eclipse": "Eclipse {number}",
    "calendar": "the light disc goes back to {light}, the dark disc to {dark}",
    "ended": "seat {seat} ends with {score} points and {cocoa} cocoa: place {place}",
    "rolled": "Teotibot rolls {die} and {other_die}: {action}",
    "fell_back": "the action of seat {seat} fails",
    "relocked": "seat {seat}'s locked worker goes to {space}",
    "discarded": "{discovery} beside {board} leaves the game",
    "slid": "the tiles of the {offer} offer move up",
    "action_tiles": "the action tiles are {top}; {middle_left}, {middle_right}; {bottom_left}, {bottom_middle}, "
    "{bottom_right}; aside {aside}",
    "arrows": "the direction tiles point {upper} and {lower}",
}
# The words for the numbers of a field.
SAID: dict[str, Sequence[str]] = {
    "starting": STARTING_IDS,
    "board": BOARD_NAMES,
    "to": BOARD_NAMES,
    "first": BOARD_NAMES,
    "second": BOARD_NAMES,
    "third": BOARD_NAMES,
    "effect": EFFECT_NAMES,
    "good": GOODS_NAMES,
    "source": [source.replace("_", " ") for source in SOURCES],
    "category": [category.replace("_", " ") for category in SOLO_CATEGORIES],
    "discovery": [f"{row.id} ({row.name.replace('_', ' ')})" for row in DISCOVERIES],
    "technology": TECHNOLOGY_IDS,
    "row": ROW_NAMES,
    "decoration": DECORATION_IDS,
    "pyramid": PYRAMID_IDS,
    "temple": TEMPLE_NAMES,
    "place": [decoration_space(place) for place in range(16)],
    "offer": OFFER_NAMES,
    **{key: [action.replace("_", " ") for action in ACTION_IDS] for key in ("action", *PLACE_NAMES)},
    **{key: [arrow.replace("_", " ") for arrow in ARROWS] for key in ("upper", "lower")},
}


def spell_event(event: Event) -> str:
    """Return an event as a sentence in English."""
    fields = dict(zip(EVENTS[event.kind], event.numbers, strict=True))
    words: dict[str, int | str] = dict(fields)
    for name, number in fields.items():
        if name in SAID and number >= 0 and (event.kind, name) not in PLAIN:
            words[name] = SAID[name][number]
    if event.kind == "placed":
        words["space"] = pyramid_space(fields["space"])
    elif "space" in fields:
        words["space"] = SPACE_NAMES[fields["space"]]
    if event.kind == "moved":
        words["origin"] = fields["board"]
        words["with_second"] = f"+{fields['second']}@{fields['board']}" if fields["second"] else ""
    if "tied" in fields:
        words["with_tied"] = f" with {DISCOVERY_IDS[fields['tied']]}" if fields["tied"] >= 0 else ""
    return SENTENCES[event.kind].format(**words)


PLAIN = {("ended", "place"), ("moved", "second")}  # numbers that stand for themselves
