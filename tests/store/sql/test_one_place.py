"""Tests that only modules of `arena/store/sql` build SQL statements."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGES = ("arena", "leaderboard")

# The statements are in the first folder. The second opens, locks and copies databases, the third changes their tables.
AT_HOME = ("arena/store/sql", "arena/store/db", "arena/store/migrations")

BUILDERS = {"select", "insert", "update", "delete", "text", "func", "and_", "or_", "not_", "exists", "union", "col"}
STATEMENT = re.compile(r"\s*(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|PRAGMA|CREATE TABLE|WITH \w+ AS)\b")
CARRY_OUT = {"transaction.do", "transaction.put", "transaction.row", "transaction.rows"}


def statements(source):
    """Yield the places of a source that build or carry out SQL, each with its line number."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] in {"sqlalchemy", "sqlmodel"}:
            yield from (f"{node.lineno}: imports {each.name}" for each in node.names if each.name in BUILDERS)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and STATEMENT.match(node.value):
            yield f"{node.lineno}: {node.value[:30]}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in CARRY_OUT:
            yield f"{node.lineno}: {ast.unparse(node.func)}"


def test_no_other_module_builds_a_statement():
    found = {}
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(AT_HOME) and (lines := list(statements(path.read_text(encoding="utf-8")))):
            found[name] = lines
    assert found == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from sqlmodel import Session, select", "1: imports select"),
        ("def late():\n    from sqlalchemy import text", "2: imports text"),
        ('ASKED = "SELECT id FROM matches"', "1: SELECT id FROM matches"),
        ('transaction.do(f"DELETE FROM {name}")', "1: DELETE FROM "),
        ("transaction.row(ASKED)", "1: transaction.row"),
    ],
)
def test_a_statement_is_found(source, found):
    assert found in statements(source)


def test_a_sentence_about_a_statement_is_not_a_statement():
    assert list(statements('"""Select what is deleted."""\nfrom sqlmodel import Session')) == []
