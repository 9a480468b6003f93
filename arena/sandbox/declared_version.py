"""Read the version that a bot in Python declares, without running its program."""

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from arena.sandbox.bot_package import BotPackage
from arena.sandbox.package_syntax import parsed

SDK_BASES: Final = {"Bot", "BatchBot"}  # the classes of the SDK that a bot inherits its version from
INHERITED: Final = "1"  # `Bot.version` of the SDK, which this package does not import; a test compares both


def declared_version(package: BotPackage) -> str | None:
    """Return the version that a package's bot declares; None if it is not certain.

    It is certain only in the usual form of a program: it calls `run(MyBot)` of the SDK once, MyBot is a class of the
    same file with `version = "..."`, and nothing else in the file names a version. Or nothing in the file names a
    version, and MyBot inherits it from a class of the SDK alone.
    """
    manifest = package.manifest
    if manifest.runtime != "python":
        return None
    try:
        program = parsed(package.files[manifest.program].data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    kinds = [each for each in program.body if isinstance(each, ast.ClassDef) and each.name == run_class(program)]
    if len(kinds) != 1 or kinds[0].decorator_list:
        return None
    found, said = versions_in(kinds[0].body), mentions(program)
    if said == 0 and is_of_sdk(kinds[0], program):
        return INHERITED
    return found[0] if len(found) == said == 1 else None


def run_class(program: ast.Module) -> str:
    """Return the name of the class in the only call of the SDK's `run`; an empty text if there is no such call."""
    imports = [each for each in program.body if isinstance(each, ast.ImportFrom) and each.module == "arena_sdk"]
    if not any(name.name == "run" and name.asname is None for each in imports for name in each.names):
        return ""
    calls = [each for each in ast.walk(program) if isinstance(each, ast.Call)]
    runs = [each.args for each in calls if isinstance(each.func, ast.Name) and each.func.id == "run"]
    if len(runs) == 1 and runs[0] and isinstance(runs[0][0], ast.Name):
        return runs[0][0].id
    return ""


def is_of_sdk(kind: ast.ClassDef, program: ast.Module) -> bool:
    """True if the only base of a class is `Bot` or `BatchBot` of the SDK, such as `Bot` or `Bot[CacaoTurn]`."""
    if len(kind.bases) != 1 or kind.keywords:
        return False
    base = kind.bases[0].value if isinstance(kind.bases[0], ast.Subscript) else kind.bases[0]
    if not isinstance(base, ast.Name) or base.id not in SDK_BASES:
        return False
    return [module for name, module in bindings(program) if name in {base.id, "*"}] == ["arena_sdk"]


def bindings(program: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each name that a program imports, assigns or defines, with the module that it is imported from, if any."""
    for each in ast.walk(program):
        if isinstance(each, ast.Import | ast.ImportFrom):
            module = each.module or "" if isinstance(each, ast.ImportFrom) else ""
            yield from ((name.asname or name.name, "" if name.asname else module) for name in each.names)
        elif isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield each.name, ""
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id, ""


def versions_in(body: Sequence[ast.stmt]) -> list[str]:
    """Return the texts that a class assigns to its `version`."""
    found = []
    for each in body:
        if not isinstance(each, ast.Assign | ast.AnnAssign):
            continue
        targets = each.targets if isinstance(each, ast.Assign) else [each.target]
        is_version = any(isinstance(target, ast.Name) and target.id == "version" for target in targets)
        if is_version and isinstance(each.value, ast.Constant) and isinstance(each.value.value, str):
            found.append(each.value.value)
    return found


def mentions(program: ast.Module) -> int:
    """Return how many times a program has a name, or a text constant, that is exactly "version"."""
    nodes = list(ast.walk(program))
    names = [each.id for each in nodes if isinstance(each, ast.Name)]
    names += [each.attr for each in nodes if isinstance(each, ast.Attribute)]
    names += [each.value for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    names += [each.arg or "" for each in nodes if isinstance(each, ast.keyword | ast.arg)]
    names += [each.name for each in nodes if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    names += [each.asname or each.name for each in nodes if isinstance(each, ast.alias)]
    return names.count("version")
