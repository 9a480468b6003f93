"""Tests of names: a class name or file name is used once, and docs/glossary.md has every term."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = {"arena": ROOT / "arena", "arena_sdk": ROOT / "sdk" / "arena_sdk", "leaderboard": ROOT / "leaderboard"}

# Both are public: the engine's event has numbers, the one that a bot gets has their text as well.
SAME_CLASS = {"Event": {"arena.games.game", "arena_sdk.turn"}}

TERMS = [
    *("match", "game", "block", "round", "series", "tournament", "stage", "fixture", "seat", "seating", "entrant"),
    *(
        "bot",
        "version",
        "author",
        "organiser",
        "spectator",
        "house bot",
        "submitted bot",
        "automaton",
        "offer",
        "ticket",
        "token",
    ),
    *("invite", "attendance", "decision", "option", "choice", "view", "record", "ledger", "journal", "pool", "rating"),
    *("form", "interval", "ladder", "referee", "deal", "forfeit", "table", "front", "worker", "submission"),
    "anchor",
]


def sources():
    """Yield the modules written by hand, without generated messages and templates of bots."""
    for package, folder in PACKAGES.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).parts
            if "templates" not in parts and parts[:2] != ("protocol", "v1"):
                yield package, parts, path


def module_of(package, parts):
    return ".".join([package, *parts]).removesuffix(".py").removesuffix(".__init__")


def classes_by_name():
    found = defaultdict(set)
    for package, parts, path in sources():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                found[node.name].add(module_of(package, parts))
    return found


def is_table(node):
    return any(keyword.arg == "table" for keyword in node.keywords)


def may_repeat(package, parts):
    """True if files may have the same name here: in the folder of a game or of a command."""
    of_a_game = parts[0] == "games" and len(parts) > 2
    return package == "arena" and (of_a_game or parts[0] == "commands")


def test_a_class_name_is_used_once():
    repeated = {name: modules for name, modules in classes_by_name().items() if len(modules) > 1}
    assert repeated == SAME_CLASS


def test_a_row_of_a_table_ends_in_row():
    tree = ast.parse((ROOT / "arena" / "store" / "tables.py").read_text())
    tables = [node.name for node in tree.body if isinstance(node, ast.ClassDef) and is_table(node)]
    assert len(tables) > 20
    assert [name for name in tables if not name.endswith("Row")] == []


def test_a_file_name_is_used_once_in_a_package():
    found = defaultdict(list)
    for package, parts, path in sources():
        if path.stem not in {"__init__", "__main__"} and not may_repeat(package, parts):
            found[package, path.stem].append("/".join(parts))
    assert {key: paths for key, paths in found.items() if len(paths) > 1} == {}


def test_the_glossary_explains_every_term_once():
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| \*\*(.+?)\*\* \|", page, re.MULTILINE)) == sorted(TERMS)


def test_every_file_in_the_tree_of_the_architecture_exists():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tree = page.partition("```tree\n")[2].partition("```")[0]
    folders, missing = [], []
    for line in tree.splitlines():
        depth, name = (len(line) - len(line.lstrip())) // 2, line.split()[0]
        folders[depth:] = [name.rstrip("/")]
        if not ROOT.joinpath(*folders).exists():
            missing.append("/".join(folders))
    assert tree
    assert missing == []
