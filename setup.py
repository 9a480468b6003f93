"""Compile the rules engine with mypyc. If that is impossible, the engine runs interpreted, from the same source.

The environment variable ARENA_MYPYC has three values. `1`, the default, compiles if that is possible. `0` does not
compile. `require` ends the build if the engine cannot be compiled.
"""

import os
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext

# setuptools provides distutils where Python no longer does, so it has to be imported first.
from distutils.ccompiler import new_compiler  # isort: skip
from distutils.errors import CompileError, LinkError  # isort: skip
from distutils.sysconfig import customize_compiler  # isort: skip

WISH = os.environ.get("ARENA_MYPYC", "1")

# The games and the bots that search them are compiled, but for these files and folders, which run once per decision at
# most and are written in what mypyc does not speed up: dataclasses, enums, dicts keyed by names.
HOT = ("arena/bots", "arena/games")
INTERPRETED = {
    *("__init__", "automata", "board", "catalogue", "conformance", "descriptor", "doors", "events", "fields"),
    *("from_view", "house", "invariants", "legend", "moves", "notation", "objections", "pending", "picture"),
    *("pictures", "position", "position_text", "rules", "stories", "story", "vecs", "view", "words"),
}

# What a referee does for every decision of a match on the wire. Compiled code believes what mypy knows of a field, also
# across an `await`: whatever others change meanwhile, as the seat of a remote bot is changed, stays interpreted.
FOR_EVERY_DECISION = (
    "arena/games/cacao/view.py",
    "arena/protocol/codec.py",
    "arena/protocol/games/cacao.py",
    "arena/protocol/wire.py",
    "arena/referee/clock.py",
    "arena/referee/match.py",
)

# The types have been checked where everything is installed. Where this is built trio and protobuf need not be.
LENIENT = ("--config-file=", "--ignore-missing-imports", "--disable-error-code=import-untyped")

# A function of a shared library can be replaced when the library is loaded, so none is inlined unless the compiler is
# told that this does not happen. That is worth 8 % of the engine's speed. The third flag leaves out the table of jumps,
# so that a call into Python's library is one jump less. clang and GCC both know the flags.
INLINING = ["-fno-semantic-interposition", "-fvisibility=hidden", "-fno-plt"]

# mypyc writes one file of C, and a compiler takes one processor for a file. This flag leaves the long part to the
# linker, which divides it among all processors. A compiler without such a linker compiles as usual.
DIVIDED = ["-flto=auto"]

# No person reads the C, and looking for what to warn of took longer than reading all of it.
SILENT = ["-w"]

# Where a processor can multiply and add in one step, a compiler may, and rounds once where Python rounds twice: then a
# search would choose otherwise compiled than interpreted.
ROUNDING = ["-ffp-contract=off"]


def hot_modules() -> list[str]:
    """Return the files to compile. They are one group, so that they call each other without Python code in between."""
    files = (path for folder in HOT for path in Path(folder).rglob("*.py"))
    hot = {str(path) for path in files if INTERPRETED.isdisjoint(path.with_suffix("").parts)}
    return sorted({*hot, *FOR_EVERY_DECISION})


def extensions() -> list[Any]:  # mypyc and setuptools have different names for what an extension is
    """Return the compiled engine; an empty list if ARENA_MYPYC is `0`, or if it is `1` and compiling fails."""
    metadata_only = not {"dist_info", "egg_info", "sdist"}.isdisjoint(sys.argv)  # it is the same without
    if WISH == "0" or metadata_only:
        return []
    try:
        try_compiler()
        divided = DIVIDED if can_divide() else []
        from mypyc.build import mypycify

        modules = mypycify([*LENIENT, *hot_modules()], group_name="arena.engine", opt_level="3", debug_level="0")
    except SystemExit:  # how mypyc ends when it refuses a file
        stay_interpreted("mypyc refused the source, as it says above")
    except Exception as reason:
        stay_interpreted(reason)
    else:
        for module in modules:
            module.extra_compile_args = [*module.extra_compile_args, *INLINING, *ROUNDING, *SILENT, *divided]
            module.extra_link_args = [*module.extra_link_args, *module.extra_compile_args] if divided else []
        return list(modules)
    return []


def try_compiler() -> None:
    """Raise unless a C file that asks for Python's headers compiles: known at once, before mypyc's long work."""
    compiler = new_compiler()
    customize_compiler(compiler)
    with TemporaryDirectory() as folder:
        source = Path(folder, "headers.c")
        source.write_text("#include <Python.h>\n")
        include = [sysconfig.get_path("include")]
        compiler.compile([str(source)], output_dir=folder, include_dirs=include)


def can_divide() -> bool:
    """True if this compiler and its linker understand the flags with which all processors compile."""
    compiler = new_compiler()
    customize_compiler(compiler)
    with TemporaryDirectory() as folder:
        source = Path(folder, "one.c")
        source.write_text("int one(void) { return 1; }\n")
        try:
            objects = compiler.compile([str(source)], output_dir=folder, extra_postargs=DIVIDED)
            compiler.link_shared_object(objects, str(Path(folder, "one.so")), extra_postargs=DIVIDED)
        except (CompileError, LinkError):
            return False
    return True


def stay_interpreted(reason: Exception | str) -> None:
    """Print in one line why the engine is not compiled. End the build if ARENA_MYPYC is `require`."""
    because = f"tlachtli: the engine could not be compiled ({' '.join(str(reason).split())})"
    if WISH == "require":
        sys.exit(f"{because}; ARENA_MYPYC=require asks for mypy and a C compiler with Python's headers")
    print(f"{because}; it runs as pure Python", file=sys.stderr)


class BuildOrStayInterpreted(build_ext):
    """Compiles the C files that mypyc wrote. If that fails, the package is complete without them."""

    def run(self) -> None:
        """Compile, and remove partial results if that fails."""
        self.parallel = self.parallel or True  # as many extensions at once as there are processors
        try:
            super().run()
        except Exception as reason:
            stay_interpreted(reason)
            self.extensions = []


if __name__ == "__main__":  # tests import this file for its list
    if WISH not in {"0", "1", "require"}:
        sys.exit(f"ARENA_MYPYC={WISH}: expected 0, 1 or require")
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrStayInterpreted})
