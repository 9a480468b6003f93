"""Tests that docs, code and tests cite the same rules: every rule is cited, and every cited rule exists."""

import ast
import re
from pathlib import Path

import pytest

from arena.games import DESCRIPTORS, base_of

TOP = Path(__file__).parent.parent
NUMBER = re.compile(r"[A-Z]-\d+(?:\.\d+)*[a-z]?")
LEADING = re.compile(rf"{NUMBER.pattern}(?:(?:, | to | and |: ){NUMBER.pattern})*")

# A solo game has no page of its own: the page of its game has its rules.
CITED = {name: game.citations for name, game in DESCRIPTORS.items() if base_of(name) == name}


def documented(game):
    """Return the rules that have a heading."""
    text = (TOP / "docs" / "rules" / f"{game}.md").read_text()
    return [found[1] for found in re.finditer(rf"^### ({NUMBER.pattern}) \S", text, re.MULTILINE)]


def chapter(rule):
    return rule.partition(".")[0]


def parts(rule):
    """Return a rule and all sections to which it belongs, such as T-7, T-7.4 and T-7.4.1."""
    numbers = rule.split(".")
    return {".".join(numbers[:depth]) for depth in range(1, len(numbers) + 1)}


def binding(game):
    """Return the rules of a game that say how it is played, without explanations and examples."""
    rules = documented(game)
    return {
        rule
        for rule in rules
        if chapter(rule) not in CITED[game].explanation and not rule.startswith(CITED[game].examples)
    }


def cited_by_code(game):
    """Return the numbers at the start of the docstrings of the game's modules, classes and functions."""
    cited = set()
    for path in (TOP / "arena" / "games" / game).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                opening = LEADING.match(ast.get_docstring(node) or "")
                if opening:
                    cited |= whole_range(opening[0])
    return cited


def whole_range(text):
    """Return the rules that a text such as `C-7.5.2 to C-7.5.6` or `C-1.4, C-1.5` names."""
    rules = set(NUMBER.findall(text))
    for first, last in re.findall(rf"({NUMBER.pattern}) to ({NUMBER.pattern})", text):
        stem, _, start = first.rpartition(".")
        its, _, end = last.rpartition(".")
        assert its == stem, f"{text}: a range stays in one section"
        rules |= {f"{stem}.{number}" for number in range(int(start), int(end) + 1)}
    return rules


def cited_by_tests(game):
    """Return the rules that `@pytest.mark.rule` names in the game's tests."""
    cited = set()
    for path in (TOP / "tests" / "games" / game).rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                cited |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return cited


def covered(rule, cited):
    """True if a rule is cited by its own number, or by the number of a section to which it belongs."""
    return bool(parts(rule) & cited)


@pytest.mark.parametrize("game", CITED)
def test_every_rule_has_one_heading(game):
    rules = documented(game)
    assert len(rules) > 100
    assert sorted(rules) == sorted(set(rules))


@pytest.mark.parametrize("game", CITED)
def test_every_rule_with_an_effect_is_cited_by_the_code_that_does_it(game):
    cited = cited_by_code(game)
    assert sorted(rule for rule in binding(game) if not covered(rule, cited)) == []


@pytest.mark.parametrize("game", CITED)
def test_every_rule_with_an_effect_is_shown_by_a_test(game):
    cited = cited_by_tests(game)
    assert sorted(rule for rule in binding(game) if rule not in cited) == []


@pytest.mark.parametrize("game", CITED)
def test_every_worked_example_is_a_test(game):
    examples = {rule for rule in documented(game) if rule.startswith(CITED[game].examples)}
    assert len(examples) > 20
    assert sorted(examples - cited_by_tests(game)) == []


@pytest.mark.parametrize("game", CITED)
def test_every_cited_rule_exists(game):
    rules = set(documented(game))
    known = {section for rule in rules for section in parts(rule)}
    letters = {rule[0] for rule in rules}
    cited = {rule for rule in cited_by_code(game) | cited_by_tests(game) if rule[0] in letters}
    assert sorted(cited - known) == []
