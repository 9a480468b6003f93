"""The tables of docs/rules/teotihuacan.md, read from the page."""

import re
from pathlib import Path

RULES = (Path(__file__).parents[3] / "docs" / "rules" / "teotihuacan.md").read_text()
TEMPLES = ("blue", "red", "green")


def section(rule):
    """Return the text of a rule; for a chapter, the text before its first rule."""
    return re.search(rf"^#+ {re.escape(rule)} .*?(?=^#)", RULES, re.MULTILINE | re.DOTALL)[0]


def rows(rule, number=0):
    """Return the rows below the head of a rule's table as lists of cells. `number` 0 is the rule's first table."""
    tables = re.findall(r"(?:^\|.*\n)+", section(rule), re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in tables[number].splitlines()[2:]]


def amounts(text):
    """Return the amount of each thing in a text such as `3 wood, 2 cocoa`. A thing without a number counts as 1."""
    found = {}
    for part in text.split(", ") if text else []:
        number, _, what = part.partition(" ") if part[0].isdigit() else ("1", "", part)
        found[what] = int(number)
    return found


def numbers(text):
    """Return all numbers of a text, in their order."""
    return [int(number) for number in re.findall(r"\d+", text)]
