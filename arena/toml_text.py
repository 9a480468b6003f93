"""Read a TOML text from outside the arena, within limits of size, depth and length of a number.

Python's parser has no limits: it needs memory with the square of the parts of a dotted key, so a key of 20,000 parts
takes 1.7 GB. The limits are checked before that parser reads the text.
"""

import re
import tomllib
from typing import Any, Final

from arena.errors import UsageError

LONGEST: Final = 65_536  # bytes of a text
DEEPEST: Final = 16  # parts of a dotted key, and lists or tables in one another
LONGEST_WORD: Final = 100  # characters of a key without quotes, or of a number
SHOWN: Final = 100  # characters of the parser's message

# A string or comment without an end reaches to the end of its line or text: the parser refuses it there anyway.
MARKS: Final = re.compile(
    r'''\#[^\n]* | """(?:\\.|[^\\])*?(?:"{3,5}|\\?\Z) | \'{3}.*?(?:\'{3,5}|\Z)'''
    r"""| "(?:\\.|[^"\\\n])*"? | '[^'\n]*'? | [\w+-]+ | [.,=\n\[\]{}]""",
    re.DOTALL | re.VERBOSE,
)
OPENING: Final = frozenset("[{")
CLOSING: Final = frozenset("]}")
AFTER_A_KEY: Final = frozenset("=,\n")
QUOTED: Final = frozenset("#\"'")


def read_toml(text: str) -> dict[str, Any]:
    """Return the keys and values of a TOML text. Raise UsageError if it passes a limit or is not valid TOML."""
    size = len(text.encode("utf-8", "replace"))
    if size > LONGEST:
        raise UsageError(f"{size:,} bytes: expected a text of at most {LONGEST:,}")
    check_marks(MARKS.findall(text))
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise UsageError(f"no TOML: {ascii(str(error))[1:-1][:SHOWN]}") from None


def check_marks(marks: list[str]) -> None:
    """Raise UsageError if keys, lists or tables are nested too deep, or if a number or a key is too long."""
    depth = dots = 0
    for mark in marks:
        depth += (mark in OPENING) - (mark in CLOSING)
        dots = 0 if mark in AFTER_A_KEY else dots + (mark == ".")
        if dots >= DEEPEST or depth > DEEPEST:
            raise UsageError(f"nested too deep: expected at most {DEEPEST} parts of a key, or lists in one another")
        if len(mark) > LONGEST_WORD and mark[0] not in QUOTED:
            raise UsageError(f"{mark[:20]}...: expected keys and numbers of at most {LONGEST_WORD} characters")
