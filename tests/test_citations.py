"""Docs, code and tests cite the same rules: none is forgotten, and none is made up."""

import ast
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
NUMBER = re.compile(r"[A-Z]-\d+(?:\.\d+)*[a-z]?")
LEADING = re.compile(rf"{NUMBER.pattern}(?:(?:, | to | and |: ){NUMBER.pattern})*")

# Chapters that describe, justify or measure what the others lay down: no code does them.
EXPLANATION = {"cacao": {"C-0", "C-13", "C-14", "C-15", "C-18"}}
# Worked examples: shown by tests, done by no code of their own.
EXAMPLES = {"cacao": "W-"}


def documented(game):
    """The rules that have a heading of their own."""
    text = (TOP / "docs" / "rules" / f"{game}.md").read_text()
    return [found[1] for found in re.finditer(rf"^### ({NUMBER.pattern}) \S", text, re.MULTILINE)]


def chapter(rule):
    return rule.partition(".")[0]


def binding(game):
    """The documented rules that have an effect."""
    rules = set(documented(game))
    return {rule for rule in rules if chapter(rule) not in EXPLANATION[game] and not rule.startswith(EXAMPLES[game])}


def cited_by_code(game):
    """The numbers at the start of the docstrings of the game's modules, classes and functions."""
    cited = set()
    for path in (TOP / "arena" / "games" / game).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                opening = LEADING.match(ast.get_docstring(node) or "")
                if opening:
                    cited |= whole_range(opening[0])
    return cited


def whole_range(text):
    """The rules of `C-7.5.2 to C-7.5.6`, `C-1.4, C-1.5` and the like."""
    rules = set(NUMBER.findall(text))
    for first, last in re.findall(rf"({NUMBER.pattern}) to ({NUMBER.pattern})", text):
        stem, _, start = first.rpartition(".")
        assert last.startswith(f"{stem}."), f"{text}: a range stays in one chapter"
        rules |= {f"{stem}.{number}" for number in range(int(start), int(last.rpartition(".")[2]) + 1)}
    return rules


def cited_by_tests(game):
    """What `@pytest.mark.rule` says in the game's tests."""
    cited = set()
    for path in (TOP / "tests" / "games" / game).rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                cited |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return cited


def covered(rule, cited):
    """A rule is cited by its own number, or by that of its whole chapter."""
    return rule in cited or chapter(rule) in cited


@pytest.mark.parametrize("game", EXPLANATION)
def test_every_rule_has_one_heading(game):
    rules = documented(game)
    assert len(rules) > 100
    assert sorted(rules) == sorted(set(rules))


@pytest.mark.parametrize("game", EXPLANATION)
def test_every_rule_with_an_effect_is_cited_by_the_code_that_does_it(game):
    cited = cited_by_code(game)
    assert sorted(rule for rule in binding(game) if not covered(rule, cited)) == []


@pytest.mark.parametrize("game", EXPLANATION)
def test_every_rule_with_an_effect_is_shown_by_a_test(game):
    cited = cited_by_tests(game)
    assert sorted(rule for rule in binding(game) if rule not in cited) == []


@pytest.mark.parametrize("game", EXPLANATION)
def test_every_worked_example_is_a_test(game):
    examples = {rule for rule in documented(game) if rule.startswith(EXAMPLES[game])}
    assert len(examples) > 20
    assert sorted(examples - cited_by_tests(game)) == []


@pytest.mark.parametrize("game", EXPLANATION)
def test_nothing_cites_a_rule_that_there_is_not(game):
    rules = set(documented(game))
    known = rules | {chapter(rule) for rule in rules}
    letters = {rule[0] for rule in rules}
    cited = {rule for rule in cited_by_code(game) | cited_by_tests(game) if rule[0] in letters}
    assert sorted(cited - known) == []
