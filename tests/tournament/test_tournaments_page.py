"""docs/tournaments.md explains every key of regulations, and its examples can be played."""

import re
from pathlib import Path

import pytest

from arena.tournament.formats import FORMATS
from arena.tournament.regulations import KEYS, SCHEDULE, read

PAGE = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def rows_of(heading):
    """Return the first cells of the rows, unchanged, of the table that has this heading for its first column."""
    found = re.search(
        rf"^\| (?:[^|]*, )?{re.escape(heading)}[^|]*\|[^\n]*\n\|[-|]+\|\n((?:\|[^\n]*\n)+)", PAGE, re.MULTILINE
    )
    assert found is not None, f"no table of {heading}"
    return {name for row in found[1].splitlines() for name in re.findall(r"`([^`]+)`", row.split("|")[1])}


def test_every_key_has_its_row_and_every_row_is_about_a_key():
    assert rows_of("key") == {key.name for key in KEYS} - {"options", "schedule", *FORMATS}


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_setting_of_a_format_has_its_row(name):
    assert rows_of(f"`[{name}]`") == {key.name for key in FORMATS[name].keys}


def test_every_key_of_a_schedule_has_its_row():
    assert rows_of("`[schedule]`") == {key.name for key in SCHEDULE}


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text.split('"')[1])
def test_an_example_can_be_played(text):
    regulations = read(text)
    entrants = regulations.names or tuple(f"bot-{number}" for number in range(1, 10))
    assert regulations.as_format().next(entrants, []).pairings


def test_there_is_an_example_of_every_format_and_one_that_says_everything():
    shown = [read(text) for text in EXAMPLES]
    assert {regulations.format for regulations in shown} >= set(FORMATS) - {"double-knockout"}
    whole = max(EXAMPLES, key=len)
    assert all(
        f"{key.name} = " in whole for key in (*KEYS, *SCHEDULE) if key.name not in {"options", "schedule", *FORMATS}
    )


def test_the_page_says_the_default_values():
    rows = dict(re.findall(r"^\| `([a-z-]+)` \|.*\| ([^|]+) \|$", PAGE, re.MULTILINE))
    defaults = {key.name: key.default for kind in FORMATS.values() for key in kind.keys} | {
        key.name: key.default for key in SCHEDULE
    }
    told = {name: rows[name].strip("`") for name, value in defaults.items() if isinstance(value, (int, float, str))}
    assert told == {name: str(value) for name, value in defaults.items() if isinstance(value, (int, float, str))}
