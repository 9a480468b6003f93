"""Writes docs/reference.md: the names that authors and organisers import, with their docstrings, from the sources."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference.md"
FOLDERS = (ROOT, ROOT / "sdk")

# By the module that people import from; None stands for all names of its __all__.
PUBLIC: dict[str, tuple[str, ...] | None] = {
    "arena_sdk": None,
    "arena.games": ("rules",),
    "arena.games.game": ("Rules", "State", "Setting", "Event", "Result", "playout"),
    "arena.games.chance": ("Deal", "Rng"),
    "arena.bots": (
        "Mcts",
        "Player",
        "Evaluation",
        "Margin",
        "Tuning",
        "Guided",
        "Guide",
        "Assessment",
        "Learned",
        "house",
    ),
    "arena.record": ("Record", "read_record", "Moment", "replay", "state_at", "Report", "verify"),
    "arena.stats.standings": ("Finished", "Row", "standings"),
    "arena.stats.intervals": ("Estimate", "estimate"),
    "arena.stats.sequences": ("at_any_time",),
    "arena.stats.sprt": ("Sprt",),
    "arena.stats.pools": ("Pool", "speed"),
    "arena.stats.sums": ("Sums",),
    "arena.stats.ratings": ("rate",),
}

HEAD = """# Reference

Look up here what you import: what it does, its arguments, what it raises, and an example that runs. `arena_sdk` is for
authors of bots ([their guide](bot-guide.md)); the rest thinks ahead, reads records and judges results. What is not on
this page may change without notice.

<!-- From here on written by scripts/reference_page.py from the docstrings of the sources. -->
"""

STANDARD = {"typing", "dataclasses", "abc", "enum"}  # their names are not ours to describe
WIDTH = 100  # of a signature on one line

Definition = ast.ClassDef | ast.FunctionDef


@dataclass(frozen=True)
class PublicName:
    """A name that users import, the module from which they import it, and its definition in the sources."""

    module: str
    name: str
    home: str  # the module that defines it
    definition: Definition

    @property
    def docstring(self) -> str:
        """Return the name's docstring, without indentation."""
        return ast.get_docstring(self.definition) or ""


def public_names() -> Iterator[PublicName]:
    """Yield every public name, in the order of the page."""
    for module, names in PUBLIC.items():
        for name in names or sorted(exported(module)):
            yield PublicName(module, name, *defined(module, name))


def source(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    parts = module.split(".")
    files = [
        path
        for folder in FOLDERS
        for path in (folder.joinpath(*parts) / "__init__.py", folder.joinpath(*parts[:-1], f"{parts[-1]}.py"))
    ]
    return ast.parse(next(file for file in files if file.is_file()).read_text(encoding="utf-8"))


def exported(module: str) -> list[str]:
    """Return the names in a module's __all__."""
    for node in source(module).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    raise LookupError(f"{module} has no __all__")


def defined(module: str, name: str) -> tuple[str, Definition]:
    """Return the module that defines a name, and the definition.

    This is `module` itself, or a module that it imports from.
    """
    body = source(module).body
    for node in body:
        if isinstance(node, Definition) and node.name == name:
            return module, node
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module in STANDARD:
            continue
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    return defined(str(node.module), alias.name)
    raise LookupError(f"{module} does not define {name}")


def page() -> str:
    """Return the whole page, as Markdown."""
    lines, module = [], ""
    for each in public_names():
        if each.module != module:
            module = each.module
            lines += [f"## `{module}`", ""]
        lines += of_name(each)
    return HEAD + "\n" + "\n".join(lines).rstrip() + "\n"


def of_name(each: PublicName) -> Iterator[str]:
    """Yield the page's lines about a name: its signature, its docstring, its methods."""
    kind = "class " if isinstance(each.definition, ast.ClassDef) else ""
    yield from (f"### {each.name}", "", "```python", *broken(f"{kind}{signature_of(each)}"), "```", "")
    yield from marked(each.docstring)
    methods = methods_of(each.home, each.definition)
    if methods:
        yield from ("| method | |", "|---|---|")
        for method in methods.values():
            yield f"| `{heading(method)}` | {' '.join((ast.get_docstring(method) or '').split())} |".replace("  ", " ")
        yield ""


def signature_of(each: PublicName) -> str:
    """Return the signature of a function or a class: a class has the arguments of its constructor, or its fields."""
    if isinstance(each.definition, ast.FunctionDef):
        return f"{each.name}{arguments(each.definition, skip=0)}"
    for node in each.definition.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            return f"{each.name}{arguments(node, skip=1)}"
    if any("dataclass" in ast.unparse(decorator) for decorator in each.definition.decorator_list):
        fields = [ast.unparse(node) for node in each.definition.body if isinstance(node, ast.AnnAssign)]
        shown = [field for field in fields if not field.startswith("_") and "ClassVar" not in field]
        return f"{each.name}({', '.join(shown)})"
    return each.name


def broken(signature: str) -> list[str]:
    """Return a signature as a list of lines: one line, or a line for each argument if one would be too long."""
    if len(signature) <= WIDTH:
        return [signature]
    name, _, rest = signature.partition("(")
    given, depth = [""], 0
    for letter in rest:
        if letter == ")" and depth == 0:
            break
        depth += (letter in "([") - (letter in ")]")
        given = [*given, ""] if letter == "," and depth == 0 else [*given[:-1], given[-1] + letter]
    after = rest[len(",".join(given)) :]
    return [f"{name}(", *(f"    {each.strip()}," for each in given), after]


def arguments(function: ast.FunctionDef, skip: int) -> str:
    """Return, as a text, a function's arguments (without the first `skip`) and its result, all with their types."""
    given = function.args
    first = [*given.posonlyargs, *given.args][:skip]
    written = ast.unparse(given)
    for each in first:
        written = written.removeprefix(ast.unparse(each)).removeprefix(", ")
    returns = ast.unparse(function.returns).strip("'\"") if function.returns else "None"
    return f"({written})" + ("" if returns == "None" else f" -> {returns}")


def methods_of(home: str, definition: Definition) -> dict[str, ast.FunctionDef]:
    """Return a dict from name to public method of a class: its own methods, then those that it inherits."""
    if isinstance(definition, ast.FunctionDef):
        return {}
    found = {node.name: node for node in definition.body if is_public_method(node)}
    for base in definition.bases:
        name = ast.unparse(base).partition("[")[0]
        try:
            module, parent = defined(home, name)
        except LookupError:  # a base of the standard library
            continue
        found = {**found, **{name: method for name, method in methods_of(module, parent).items() if name not in found}}
    return found


def is_public_method(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    """True if the page lists this node: a method or property with a docstring and no underscore before its name."""
    return isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and ast.get_docstring(node) is not None


def heading(method: ast.FunctionDef) -> str:
    """Return a method's name with its arguments; for a property, only the name."""
    marks = {ast.unparse(decorator) for decorator in method.decorator_list}
    if marks & {"property", "cached_property"}:
        return f"{method.name}"
    return f"{method.name}{arguments(method, skip=1)}".replace("|", "\\|")


def marked(docstring: str) -> Iterator[str]:
    """Yield a docstring as Markdown. Its examples become blocks of code."""
    for part in docstring.split("\n\n"):
        if part.startswith(">>>"):
            yield from ("```pycon", part, "```", "")
        else:
            yield from (*part.splitlines(), "")


if __name__ == "__main__":
    from written_page import write_or_print

    write_or_print(__doc__, PAGE, page())
