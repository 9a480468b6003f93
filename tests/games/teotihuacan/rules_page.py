"""The tables of docs/rules/teotihuacan.md, read as they stand there."""

import re
from pathlib import Path

RULES = (Path(__file__).parents[3] / "docs" / "rules" / "teotihuacan.md").read_text()
TEMPLES = ("blue", "red", "green")


def section(rule):
    """The text of a rule, or of a chapter up to its first rule."""
    return re.search(rf"^#+ {re.escape(rule)} .*?(?=^#)", RULES, re.MULTILINE | re.DOTALL)[0]


def rows(rule, number=0):
    """The rows of the rule's first table, or of a later one, without its head, cell by cell."""
    tables = re.findall(r"(?:^\|.*\n)+", section(rule), re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in tables[number].splitlines()[2:]]


def amounts(text):
    """`3 wood, 2 cocoa` and the like: how many of what; what has no number is there once."""
    found = {}
    for part in text.split(", ") if text else []:
        number, _, what = part.partition(" ") if part[0].isdigit() else ("1", "", part)
        found[what] = int(number)
    return found


def numbers(text):
    """All numbers of a text, in their order."""
    return [int(number) for number in re.findall(r"\d+", text)]
