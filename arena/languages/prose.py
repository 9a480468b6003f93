"""Translations of English sentences that the database stores, made when a page shows them.

The arena stores whole sentences with names and numbers in them. A regular expression finds these parts, and the
sentence is translated with them. A text that matches no sentence was written by an organiser or an author, and is not
changed.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from arena.languages import language, noted, say
from arena.languages.locales import in_decimals

LONGEST: Final = 1000  # characters; no sentence of the arena is longer
DEEPEST: Final = 3  # sentences within a sentence

# A part with one of these names is a number; the others are any text, and may be a sentence of the arena again.
NUMBERS: Final = {"number", "rounds", "first", "last", "slots", "seconds", "version", "spread", "rating"} | {"seat"}

DECIMAL: Final = re.compile(r"\d+\.\d+")

# What chance showed, in an analysis.
CHANCE: Final = (
    noted("Pyramid tile %(tile)s comes to the offer"),
    noted("Decoration %(tile)s comes to the offer"),
    noted("Discovery tile %(tile)s comes to board %(number)s"),
    noted("%(tile)s comes off the pile for seat %(seat)s"),
    noted("%(tile)s comes to the display before the turn of seat %(seat)s"),
    noted("seat %(seat)s draws %(tile)s"),
    noted("neutral workers of colour %(colour)s come to boards %(boards)s"),
    noted("the automaton rolls %(first)s and %(last)s: %(action)s"),
)

STILL_IN: Final = noted("still in")  # the note of an entrant that a knockout has not eliminated

STORED: Final = (
    # Names of rounds and stages. A sentence comes before those that are beginnings of it.
    noted("%(stage)s, block %(number)s"),
    noted("%(stage)s, tie-break %(number)s"),
    noted("blocks %(first)s to %(last)s"),
    noted("round %(number)s of %(rounds)s"),
    noted("round %(number)s"),
    noted("winners' %(stage)s and losers' round %(number)s"),
    noted("winners' %(stage)s"),
    noted("losers' round %(number)s"),
    noted("losers' final"),
    noted("grand final, once more"),
    noted("grand final"),
    noted("final"),
    noted("semi-finals"),
    noted("quarter-finals"),
    noted("round of %(slots)s"),
    noted("out in the %(stage)s"),
    noted("the winner"),
    STILL_IN,
    noted("rank %(first)s to %(last)s"),
    noted("rank %(number)s"),
    noted("opponents' points %(points)s"),
    noted("rating %(number)s"),
    # Rulings, and why something ended.
    noted("an organiser made it void"),
    noted("an organiser decided it"),
    noted("an organiser cancelled it"),
    noted("the arena's own fault; it is noted there"),
    noted("the arena ended in the middle of it, in a release that could not go on with it"),
    noted("nobody came to it"),
    noted("the tournament ended before this match began"),
    noted("none of its bots came back within %(seconds)s s after a restart of the arena"),
    noted("it was planned by rules version %(number)s; version %(version)s is played now"),
    noted("withdrawn"),
    # What an organiser did, before the reason.
    noted("renamed from %(before)s to %(after)s"),
    noted("made with %(token)s"),
    *CHANCE,
    # The title and the model of a ranking.
    noted("All pools together"),
    noted("%(model)s; prior: %(prior)s; intervals: about the mean of all comparisons; anchor: %(anchor)s"),
    noted("pairwise Bradley-Terry with seat terms, a tie is half a win for both, posterior mean over all results"),
    noted("normal about the mean, its standard deviation from the results (%(spread)s)"),
    noted("none; the mean is %(rating)s"),
)

# What organisers do, by the name of the call.
DEEDS: Final[Mapping[str, str]] = {
    "AdjudicateMatch": noted("match adjudicated"),
    "CancelTournament": noted("tournament cancelled"),
    "CreateInvite": noted("invite made"),
    "CreateSchedule": noted("schedule made"),
    "CreateToken": noted("token made"),
    "DeleteBot": noted("bot deleted"),
    "DeleteSchedule": noted("schedule deleted"),
    "RegisterBot": noted("bot registered"),
    "ReinstateBot": noted("bot reinstated"),
    "RenameBot": noted("bot renamed"),
    "ResumeTournament": noted("tournament resumed"),
    "RevokeInvite": noted("invite revoked"),
    "RevokeToken": noted("token revoked"),
    "RunMatches": noted("matches started"),
    "RunSchedule": noted("schedule run"),
    "RunTournament": noted("tournament started"),
    "SendNotice": noted("notice sent"),
    "SubmitBot": noted("bot submitted"),
    "SuspendBot": noted("bot suspended"),
    "VoidMatch": noted("match made void"),
    "WithdrawVersion": noted("version withdrawn"),
}


def prose(text: str) -> str:
    """Return a stored text in the reader's language if it is a sentence of the arena. Return other texts unchanged."""
    return said_again(text, DEEPEST)


def chance_in_words(text: str, part: Callable[[str, str], str]) -> str:
    """Return a stored text about an event of chance in the reader's language.

    `part` returns the words for a value in it. Its arguments are the name of the value, such as `tile` or `seat`, and
    the text of the value.
    """
    for sentence, pattern in patterns_of(CHANCE):
        found = pattern.fullmatch(text)
        if found:
            return say(sentence, **{name: part(name, value) for name, value in found.groupdict().items()})
    return text


def said_again(text: str, depth: int) -> str:
    """Return a stored text in the reader's language.

    Sentences inside this text are translated, too, up to `depth` levels.
    """
    if language() == "en" or not depth or len(text) > LONGEST:
        return text
    for sentence, pattern in patterns_of(STORED):
        found = pattern.fullmatch(text)
        if found:
            return say(sentence, **{name: value_again(part, depth) for name, part in found.groupdict().items()})
    done, colon, reason = text.partition(": ")
    return f"{said_again(done, depth - 1)}: {reason}" if colon and depth == DEEPEST else text


def value_again(part: str, depth: int) -> str:
    """Return one part of a stored sentence, a number or another sentence, in the reader's language.

    When the arena stored the sentence, it put this part into a gap such as `%(reason)s`. Sentences inside the part are
    translated, too, up to `depth` - 1 levels.
    """
    return in_decimals(part) if DECIMAL.fullmatch(part) else said_again(part, depth - 1)


@cache
def patterns_of(sentences: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return these sentences, each with the regular expression that finds its values in a stored text."""
    return tuple((sentence, re.compile(pattern_of(sentence), re.DOTALL)) for sentence in sentences)


def pattern_of(sentence: str) -> str:
    """Return the regular expression that matches a sentence with any values, and finds the values."""
    pieces = re.split(r"%\((\w+)\)s", sentence)
    return "".join(
        (rf"(?P<{piece}>\d+(?:\.\d+)?)" if piece in NUMBERS else rf"(?P<{piece}>[^\n]+?)")
        if place % 2
        else re.escape(piece)
        for place, piece in enumerate(pieces)
    )


def deed(action: str) -> str:
    """Return an organiser's action in words; the name of its call if this release has no words for it."""
    known = DEEDS.get(action)
    return say(known) if known is not None else action
