"""Count the words that make a sentence hard to understand.

`python -m tests.words` prints and stores how many of these words each package still has. `--list PATH` prints each
place under a path with its line instead, and `--draw SEED COUNT [PATH]` prints docstrings at random, for a reader to
judge.
"""

import argparse
import ast
import io
import json
import random
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).parents[1]
LEFT = Path(__file__).with_name("words.json")
FOLDERS = ("arena", "sdk", "leaderboard", "example_bots", "bench", "tests", "docs", "proto", "scripts")
ENDS = {".py", ".md", ".proto", ".html"}
GENERATED = re.compile(r"_pb2|protocol/v1/|\.venv|node_modules|/build/|released/|transcripts/")

# An actor without a name; a phrase for which the field has a word.
OUT = re.compile(
    r"\b(who|whoever|whom|whose|somebody|nobody|everybody|anybody|otherwise|for ever|so many|how it stands"
    r"|what there is|as long as there is room|looks again|(?:is|are|was|were) (?:told|kept))\b",
    re.IGNORECASE,
)


def packages() -> dict[str, Counter[str]]:
    """Return how often each unclear word occurs, by package: a top folder, or a folder in `arena`."""
    found: dict[str, Counter[str]] = {}
    for path in files():
        words = Counter(match.lower() for text in prose(path) for match in OUT.findall(text))
        found.setdefault(package(path), Counter()).update(words)
    return found


def files() -> Iterator[Path]:
    """Yield the path of every file in which words are counted."""
    for top in (*ROOT.glob("*.md"), *(each for folder in FOLDERS for each in (ROOT / folder).rglob("*"))):
        name = str(top.relative_to(ROOT))
        if top.suffix in ENDS and top.is_file() and not GENERATED.search(name) and top != Path(__file__):
            yield top


def package(path: Path) -> str:
    """Return the name of the package to which the words of a file are added."""
    parts = path.relative_to(ROOT).parts
    if len(parts) == 1:
        return "top"
    return "/".join(parts[:2]) if parts[0] == "arena" and len(parts) > 2 else parts[0]


def prose(path: Path) -> Iterator[str]:
    """Yield the text of a file: docstrings, comments and names of tests of Python, everything of other files.

    Yield nothing if the file has no unclear word.
    """
    return (text for _, text in placed(path))


def placed(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts of `prose`, each with the number of the line on which it begins."""
    text = path.read_text(encoding="utf-8")
    if not OUT.search(text.replace("_", " ")):  # so most files are read in no time
        return
    if path.suffix != ".py":
        yield 1, text
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in documented(text):
        yield docstring_line(node), ast.get_docstring(node) or ""
        if getattr(node, "name", "").startswith("test_"):
            yield node.lineno, node.name.replace("_", " ")  # type: ignore[union-attr]


Documented: TypeAlias = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def documented(source: str) -> Iterator[Documented]:
    """Yield the syntax node of each module, class and function in a Python source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def docstring_line(node: Documented) -> int:
    """Return the number of the line on which the docstring of a node begins, or would begin."""
    return node.body[0].lineno if node.body else 1


def listed(under: Path) -> Iterator[str]:
    """Yield each line under a path that has an unclear word, as text with its file and its number."""
    for path in files():
        if path.is_relative_to(under):
            for first, text in placed(path):
                for number, line in enumerate(text.splitlines(), first):
                    if OUT.search(line):
                        yield f"{path.relative_to(ROOT)}:{number}: {line.strip()}\n"


def drawn(seed: int, count: int, under: Path) -> Iterator[str]:
    """Yield random docstrings under a path, as texts with file, line and name. Those of tests are left out."""
    found = [
        f"{path.relative_to(ROOT)}:{docstring_line(node)} {getattr(node, 'name', 'module')}\n{text}\n\n"
        for path in sorted(files())
        if path.suffix == ".py" and path.is_relative_to(under) and "tests" not in path.relative_to(ROOT).parts
        for node in documented(path.read_text(encoding="utf-8"))
        if (text := ast.get_docstring(node))
    ]
    yield from random.Random(seed).sample(found, min(count, len(found)))


def counted() -> Iterator[str]:
    """Store how many unclear words each package has, and yield a line of text for each package."""
    counts = {name: sum(words.values()) for name, words in sorted(packages().items())}
    LEFT.write_text(json.dumps(counts, indent=1) + "\n")
    yield from (f"{count:6} {name}\n" for name, count in counts.items())


def lines(args: argparse.Namespace) -> Iterator[str]:
    """Yield the lines to print for these options of the command line."""
    if args.list is not None:
        return listed(ROOT / args.list)
    if args.draw is not None:
        seed, count, *under = args.draw
        return drawn(int(seed), int(count), ROOT.joinpath(*under))
    return counted()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.words", description=__doc__)
    parser.add_argument("--list", metavar="PATH", help="print each place under a path of the repository")
    parser.add_argument("--draw", nargs="+", metavar=("SEED", "COUNT"), help="print docstrings at random")
    sys.stdout.writelines(lines(parser.parse_args()))
