"""Find syntax errors in a package's program in Python, without running it."""

import ast
import warnings
from collections.abc import Iterator
from pathlib import PurePosixPath

from arena.sandbox.bot_package import BotPackage


def syntax_faults(package: BotPackage) -> list[str]:
    """Return a line for each file with a syntax error, among the program and the files of the package that it imports.

    The list is empty for a bot that is not in Python.
    """
    if package.manifest.runtime != "python":
        return []
    folder, faults = PurePosixPath(package.manifest.program).parent, []
    waiting, seen = [package.manifest.program], {package.manifest.program}
    while waiting:
        name = waiting.pop()
        try:
            program = parsed(package.files[name].data)
        except SyntaxError as error:
            where = f", line {error.lineno}" if error.lineno else ""
            faults.append(f"{ascii(name)[1:-1]}{where}: {error.msg}: expected a program in Python")
            continue
        except (ValueError, RecursionError, MemoryError):  # beyond this reader: the bot's own interpreter decides
            continue
        found = {path for module in imported(program) for path in paths_of(folder, module)}
        fresh = sorted((found & package.files.keys()) - seen)
        waiting += fresh
        seen.update(fresh)
    return faults


def parsed(data: bytes) -> ast.Module:
    """Return the syntax tree of a program. Raise SyntaxError if it has none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about texts in the author's program
        return ast.parse(data)


def imported(program: ast.Module) -> Iterator[str]:
    """Yield the full names of the modules that a program imports, except for relative imports."""
    for each in ast.walk(program):
        if isinstance(each, ast.Import):
            yield from (name.name for name in each.names)
        elif isinstance(each, ast.ImportFrom) and each.module and not each.level:
            yield each.module
            yield from (f"{each.module}.{name.name}" for name in each.names)


def paths_of(folder: PurePosixPath, module: str) -> Iterator[str]:
    """Yield the paths that a module and its parents may have in a package. Its program is in `folder`."""
    parts = module.split(".")
    for count in range(1, len(parts) + 1):
        path = folder.joinpath(*parts[:count])
        yield f"{path}.py"
        yield str(path / "__init__.py")
