"""docs/protocol.md is enough for writing a client: it names every part, and its examples are right."""

import re
from pathlib import Path

import pytest

from arena.games import GAMES
from arena.protocol.codec import PROTOCOL
from arena.protocol.v1 import attend_pb2, cacao_pb2, common_pb2, games_pb2, organiser_pb2, play_pb2, teotihuacan_pb2
from arena.record.commitment import block_seed, commit, round_digest

DOCS = Path(__file__).parents[2] / "docs"
NARRATIVE, REFERENCE = (DOCS / "protocol.md").read_text(encoding="utf-8").split("<!-- From here on", 1)
MODULES = (attend_pb2, cacao_pb2, common_pb2, games_pb2, organiser_pb2, play_pb2, teotihuacan_pb2)


def code(text):
    """Return all names on a page that are marked as code."""
    return {name for span in re.findall(r"`([^`\n]+)`", text) for name in re.findall(r"\w+", span)}


def calls(module):
    return {method.name for service in module.DESCRIPTOR.services_by_name.values() for method in service.methods}


def messages(module):
    return set(module.DESCRIPTOR.message_types_by_name)


def fields(module):
    kinds = module.DESCRIPTOR.message_types_by_name.values()
    return {(kind.name, field.name) for kind in kinds for field in kind.fields}


def values(module):
    return {value for enum in module.DESCRIPTOR.enum_types_by_name.values() for value in enum.values_by_name}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_the_reference_names_every_call_message_field_and_value(module):
    sections = dict(re.findall(r"^#### \w+ `(\w+)`\n(.*?)(?=^###|\Z)", REFERENCE, re.MULTILINE | re.DOTALL))
    assert messages(module) | set(module.DESCRIPTOR.enum_types_by_name) <= set(sections)
    assert {(kind, name) for kind, name in fields(module) if name not in code(sections[kind])} == set()
    assert calls(module) | values(module) <= code(REFERENCE)


def test_the_chapters_name_every_message_of_the_two_conversations():
    told = [attend_pb2, play_pb2, games_pb2, cacao_pb2, teotihuacan_pb2]
    assert {name for module in told for name in messages(module)} <= code(NARRATIVE)


def test_the_chapters_name_every_call():
    assert calls(attend_pb2) | calls(organiser_pb2) <= code(NARRATIVE)


@pytest.mark.parametrize("enum", ["EndingReason", "EndReason", "ForfeitReason"])
def test_the_chapters_name_every_reason_for_the_end_of_a_stream_or_match(enum):
    names = [value.name for value in common_pb2.DESCRIPTOR.enum_types_by_name[enum].values if value.number != 0]
    assert set(names) <= code(NARRATIVE)


def test_the_status_of_every_ending_is_the_same_in_the_chapter_and_in_the_schema():
    chapter = dict(re.findall(r"^\| `(ENDING_REASON_\w+)` \| `(\w+)` \|", NARRATIVE, re.MULTILINE))
    schema = dict(re.findall(r"^\| \d+ \| `(ENDING_REASON_\w+)` \| .* Status ([A-Z_]+)\. \|", REFERENCE, re.MULTILINE))
    assert chapter == schema
    assert len(chapter) == len(common_pb2.EndingReason.keys()) - 1


def test_the_numbers_of_the_page_are_those_of_the_program():
    assert f"the number of this protocol, {PROTOCOL};" in NARRATIVE
    assert f"protocol: {PROTOCOL}, version" in NARRATIVE
    for game, rules in GAMES.items():
        assert f'game: "{game}", rules_version: {rules.version}' in NARRATIVE


def test_the_values_for_checking_a_deal_are_right():
    secret, salt = bytes(range(32)), bytes(range(32, 64))
    seed = block_seed(secret, [b"", b"dice", b"\xff" * 32], 7)
    shown = dict(re.findall(r"^\| `?([\w ]+?)`? \| `([0-9a-f]{64})` \|$", NARRATIVE, re.MULTILINE))
    assert shown == {
        "secret_digest": round_digest(secret),
        "block seed": seed.hex(),
        "commitment": commit(seed, "m7Qx2Lf9", salt),
    }


def test_every_chapter_is_where_the_list_of_chapters_says():
    listed = re.findall(r"^\d+\. \[([^\]]+)\]\(#([^)]+)\)", NARRATIVE, re.MULTILINE)
    headings = re.findall(r"^## (\d+)\. (.+)$", NARRATIVE, re.MULTILINE)
    assert [title for title, _ in listed] == [title for _, title in headings]
    for (number, title), (_, anchor) in zip(headings, listed, strict=True):
        assert anchor == re.sub(r"[^\w\- ]", "", f"{number}. {title}").lower().replace(" ", "-")
