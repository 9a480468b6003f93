"""Count the words that take two readings: `python -m tests.words` prints and stores how many each package has left."""

import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

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
    """Return the words that are out, by package: a folder of the top, and under arena the folder in it."""
    found: dict[str, Counter[str]] = {}
    for path in files():
        words = Counter(match.lower() for text in prose(path) for match in OUT.findall(text))
        found.setdefault(package(path), Counter()).update(words)
    return found


def files() -> Iterator[Path]:
    """Yield every file whose prose counts."""
    for top in (*ROOT.glob("*.md"), *(each for folder in FOLDERS for each in (ROOT / folder).rglob("*"))):
        name = str(top.relative_to(ROOT))
        if top.suffix in ENDS and top.is_file() and not GENERATED.search(name) and top != Path(__file__):
            yield top


def package(path: Path) -> str:
    """Return the name under which a file counts."""
    parts = path.relative_to(ROOT).parts
    if len(parts) == 1:
        return "top"
    return "/".join(parts[:2]) if parts[0] == "arena" and len(parts) > 2 else parts[0]


def prose(path: Path) -> Iterator[str]:
    """Yield the sentences of a file: docstrings, comments and names of tests of Python, everything of other files."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield text
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
            if getattr(node, "name", "").startswith("test_"):
                yield node.name.replace("_", " ")  # type: ignore[union-attr]


if __name__ == "__main__":
    counts = {name: sum(words.values()) for name, words in sorted(packages().items())}
    LEFT.write_text(json.dumps(counts, indent=1) + "\n")
    sys.stdout.writelines(f"{count:6} {name}\n" for name, count in counts.items())
