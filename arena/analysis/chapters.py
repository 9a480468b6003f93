"""Titles for the chapters of the rules, to which an analysis assigns decisions."""

from arena.languages import say


def chapter_title(number: str) -> str:
    """Return the title of a chapter of the rules. If this release has no title for it, return the chapter's number."""
    return titles().get(number, number)


def titles() -> dict[str, str]:
    """Return the titles of the chapters of all games in the reader's language, by number, in the order of the rules."""
    return {
        "C-5": say("Step A: put down a worker tile"),
        "C-6": say("Step B: fill jungle spaces"),
        "C-8": say("What workers do"),
        "T-1.7": say("Resources and cocoa"),
        "T-2.3": say("The players"),
        "T-3.2": say("A normal turn"),
        "T-3.6": say("The end of a turn"),
        "T-4": say("The move"),
        "T-6": say("Worship"),
        "T-7.5": say("Alchemy"),
        "T-7.6": say("Nobles"),
        "T-7.7": say("Decorations"),
        "T-7.8": say("Construction"),
        "T-9": say("Power-ups and Ascension"),
        "T-10": say("Temples and Avenue"),
        "T-11": say("Discovery tiles"),
        "T-12": say("Technologies"),
        "T-13": say("Royal tiles"),
        "T-14": say("Calendar and Eclipse"),
    }
