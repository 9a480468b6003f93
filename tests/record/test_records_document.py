"""`docs/records.md` shows a record, a head, a report and a program. All of them are real."""
# ruff: noqa: ARG001 -- a test asks for its clock by naming it

import re
from dataclasses import fields
from hashlib import sha256
from pathlib import Path

import pytest

from arena.games.cacao.rules import CACAO
from arena.games.chance import Deal
from arena.record import (
    Answer,
    Appendix,
    Forfeit,
    ForfeitReason,
    Header,
    Note,
    ResultLine,
    Seated,
    block_seed,
    disclosed,
    verify,
)
from arena.record.lines import DEPTH_LIMIT, LINE_LIMIT
from arena.referee import MatchSetup, SeatFailed, TimeControl, play_match
from tests.referee.seats import First

DOCUMENT = (Path(__file__).parents[2] / "docs" / "records.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", DOCUMENT, re.DOTALL)
SEED = block_seed(b"a secret that nobody knows before the round", [b"", b"a nonce"], 1)
SALT = sha256(b"a salt of this match alone").digest()


def block(language):
    return next(text for name, text in BLOCKS if name == language)


class Leaves(First):
    async def choose(self, decision):
        if decision.number == 2:
            raise SeatFailed(ForfeitReason.LEFT, "it went away")
        return await super().choose(decision)


async def example():
    outcome = await play_match(
        MatchSetup(
            match="m-7KQ2XD",
            rules=CACAO,
            seats=(Seated("corn", "3", "bot"), Seated("greedy", "1", "house")),
            clock=TimeControl.read("10+0.1"),
            salt=SALT,
            deal=Deal(SEED),
        ),
        [Leaves(thinks=0.0125), First(thinks=0.0004)],
    )
    return disclosed(outcome.record, SEED, SALT), outcome.head


async def test_the_record_in_the_document_is_what_the_arena_writes(autojump_clock):
    record, head = await example()
    assert block("json").encode() == record
    assert f"`{head}`" in DOCUMENT


def test_the_report_in_the_document_is_what_verify_says():
    record = block("json").encode()
    head = re.search(r"`([0-9a-f]{64})`", DOCUMENT)[1]
    assert block("text") == f"{verify(record, head)}\n"


def test_the_program_in_the_document_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("match.jsonl").write_bytes(block("json").encode())
    exec(compile(block("python"), "docs/records.md", "exec"), {})  # noqa: S102 -- it is our own example
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*# (.*)", block("python"))


@pytest.mark.parametrize("kind", [Header, Answer, Forfeit, ResultLine, Note, Appendix])
def test_every_field_is_explained(kind):
    for field in fields(kind):
        assert f"`{field.name}`" in DOCUMENT


def test_every_reason_and_limit_is_named():
    for reason in ForfeitReason:
        assert f"`{reason}`" in DOCUMENT
    assert f"{LINE_LIMIT} bytes" in DOCUMENT
    assert f"{DEPTH_LIMIT} levels" in DOCUMENT
