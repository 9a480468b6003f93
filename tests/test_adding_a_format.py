"""Tests of the steps of CONTRIBUTING.md for a new format, followed in a copy with the format of its example."""

import re
import sys
from pathlib import Path

import pytest

from tests.test_adding_a_game import Tree

ROOT = Path(__file__).parents[1]
CHAPTER = (ROOT / "CONTRIBUTING.md").read_text().partition("## Add a format\n")[2].partition("\n## ")[0]
EXAMPLE = """    "chain": Example([Chain(rounds=2), Chain(3)], some(rounds=st.integers(1, 9)), "rounds = 2"),
}
EVERY = """
TRANSLATED = {
    "es": {"chain": "cadena", "Chain:": "Cadena: cada participante contra el siguiente, %(times)s."},
    "fr": {"chain": "chaîne", "Chain:": "Chaîne : chaque inscrit contre le suivant, %(times)s."},
    "pt": {"chain": "corrente", "Chain:": "Corrente: cada inscrito contra o próximo, %(times)s."},
}

pytestmark = pytest.mark.slow


def copied(tree, source, target):
    (tree.folder / target).write_text((ROOT / source).read_text())


def write_format(tree):
    copied(tree, "tests/tournament/formats/chain/chain.py", "arena/tournament/formats/chain.py")


def list_format(tree):
    tree.edit("arena/tournament/formats/__init__.py", r'(    "swiss",\n)', r'\1    "chain",\n')


def give_example(tree):
    path, after = "tests/tournament/formats/examples.py", r"(from arena\.tournament\.formats import Format\n)"
    tree.edit(path, after, r"\1from arena.tournament.formats.chain import Chain\n")
    tree.edit(path, r"^\}\nEVERY = ", EXAMPLE)


def describe(tree):
    tree.edit("docs/tournaments.md", r"`ladder` or `sprt`;", "`ladder`, `chain` or `sprt`;")
    section = (ROOT / "tests/tournament/formats/chain/chain.md").read_text()
    tree.edit("docs/tournaments.md", r"^## Schedules\n", section + "## Schedules\n")


def translate(tree):
    with pytest.raises(AssertionError, match="no words for 'chain'"):
        tree.run(sys.executable, "scripts/catalogues.py")
    for language, words in TRANSLATED.items():
        for begins, translation in words.items():
            sentence = rf'(msgid "{begins}[^"]*"\nmsgstr )""'
            tree.edit(f"arena/languages/{language}/site.po", sentence, rf'\1"{translation}"')
    tree.run(sys.executable, "scripts/catalogues.py")


def try_it(tree):
    names = "chain or Chain or every or example or canonical or laws_are_checked or catalogue"
    tree.run(sys.executable, "-m", "pytest", "-q", "-x", "-k", names, "tests/tournament", "tests/test_languages.py")


STEPS = (write_format, list_format, give_example, describe, translate, try_it)


def test_the_steps_of_the_page_add_a_format_and_pass_its_tests(tmp_path):
    tree = Tree(tmp_path)
    assert len(re.findall(r"^\d+\. ", CHAPTER, re.MULTILINE)) == len(STEPS)
    for step in STEPS:
        step(tree)
    named = re.findall(r"`([\w/.<>-]+/[\w.<>-]+\.\w+)`", CHAPTER)
    paths = [each.replace("<format>", "chain").replace("<language>", "es") for each in named]
    assert [path for path in paths if not (tree.folder / path).exists()] == []
    words = "from arena.languages import speaking; from leaderboard.tellings import format_told"
    told = tree.run(sys.executable, "-c", f"{words}\nwith speaking('es'): print(format_told('chain'))")
    assert told == "cadena\n"
    new = "arena/tournament/formats/chain.py"
    tree.run(sys.executable, "-m", "ruff", "check", "--no-cache", new)
    tree.run(sys.executable, "-m", "mypy", new)
