"""Compile the rules engine with mypyc. If that is impossible, the engine runs interpreted, from the same source.

The environment variable ARENA_MYPYC has three values. `1`, the default, compiles if that is possible. `0` does not
compile. `require` ends the build if the engine cannot be compiled.
ARENA_MYPYC_PGO=1 compiles twice, with GCC: the second time GCC knows which parts of the engine run how often.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# setuptools provides distutils where Python no longer does, so it has to be imported first.
from distutils.ccompiler import new_compiler  # isort: skip
from distutils.sysconfig import customize_compiler  # isort: skip

WISH = os.environ.get("ARENA_MYPYC", "1")
TRAINED = os.environ.get("ARENA_MYPYC_PGO") == "1"

# The games and the bots that search them are compiled, but for these files and folders, which run once per decision at
# most and are written in what mypyc does not speed up: dataclasses, enums, dicts keyed by names.
HOT = ("arena/bots", "arena/games")
INTERPRETED = {
    *("__init__", "automata", "board", "catalogue", "conformance", "descriptor", "doors", "events", "fields"),
    *("from_view", "house", "invariants", "legend", "moves", "notation", "objections", "pending", "picture"),
    *("pictures", "position", "position_text", "rows", "rules", "stories", "story", "vecs", "view", "words"),
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

BUILD = Path("build")  # where mypyc writes C files

# Written in C: if it is not compiled, the module beside it does the same in Python.
IN_C = {"arena.games._rows": "arena/games/_rows.c"}

# mypyc writes a C file for each module. The compiler reads them in two pieces, side by side on two processors. It
# inlines functions within a piece alone, so the rules, the searches and the tensors are in one piece. The other piece
# is what is around them: these modules, all modules of these folders, and mypyc's runtime.
AROUND = {
    *("protocol", "referee", "solo", "view"),
    *("cacao_reader", "guided", "learned", "notes", "teotihuacan_reader", "weights"),
}

# What the first piece has in the place of functions of mypyc's runtime and of Python: they are inlined.
INLINED = Path("arena/games/_inlined.h")

# Plays games with an engine that counts. What is not played, as the protocol, is compiled as without counts.
TRAINING = "scripts/train_compiler.py"
USE_COUNTS = ("-fprofile-partial-training", "-Wno-missing-profile")

# The types have been checked where everything is installed. Where this is built trio and protobuf need not be.
LENIENT = ("--config-file=", "--ignore-missing-imports", "--disable-error-code=import-untyped")

# A function of a shared library can be replaced when the library is loaded, so none is inlined unless the compiler is
# told that this does not happen. That is worth 8 % of the engine's speed. The third flag leaves out the table of jumps,
# so that a call into Python's library is one jump less. clang and GCC both know the flags.
INLINING = ["-fno-semantic-interposition", "-fvisibility=hidden", "-fno-plt"]

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
        from mypyc.build import mypycify

        modules = mypycify(
            [*LENIENT, *hot_modules()], group_name="arena.engine", opt_level="3", debug_level="0", multi_file=True
        )
        put_together(modules[0])
    except SystemExit:  # how mypyc ends when it refuses a file
        stay_interpreted("mypyc refused the source, as it says above")
    except Exception as reason:
        stay_interpreted(reason)
    else:
        for module in modules:
            module.extra_compile_args = [*module.extra_compile_args, *INLINING, *ROUNDING]  # theirs is one list for all
        return [*modules, *(Extension(name, [path]) for name, path in IN_C.items() if Path(path).exists())]
    return []


def put_together(engine: Any) -> None:
    """Divide the C files of the engine into two pieces, which the compiler reads side by side."""
    *files, group = sorted(map(Path, engine.sources), key=lambda file: (file.name == "__native_engine.c", file.name))
    around = [file for file in files if is_around(file)]
    inlined = [INLINED] if INLINED.exists() else []
    pieces = {"engine": [*inlined, *(file for file in files if file not in around)], "around": around}
    engine.depends = [*engine.depends, *engine.sources, *map(str, inlined)]
    engine.include_dirs = [*engine.include_dirs, str(group.parent)]
    engine.sources = [str(group), *(piece(name, some) for name, some in pieces.items())]


def is_around(file: Path) -> bool:
    """True if a C file belongs to the second piece: a module that is named there, or a part of mypyc's runtime."""
    return not file.name.startswith("__native") or not AROUND.isdisjoint(file.stem.split("___"))


def piece(name: str, files: list[Path]) -> str:
    """Write a C file that includes these files, unless it is there already: a newer one would be compiled again."""
    paths = (os.path.relpath(each, BUILD).replace(os.sep, "/") for each in files)
    file, text = BUILD / f"{name}.c", "".join(f'#include "{path}"\n' for path in paths)
    if not file.exists() or file.read_text() != text:
        file.write_text(text)
    return str(file)


def try_compiler(*flags: str) -> None:
    """Raise unless a C file that asks for Python's headers compiles: known at once, before mypyc's long work."""
    compiler = new_compiler()
    customize_compiler(compiler)
    with TemporaryDirectory() as folder:
        source = Path(folder, "headers.c")
        source.write_text("#include <Python.h>\n")
        include = [sysconfig.get_path("include")]
        compiler.compile([str(source)], output_dir=folder, include_dirs=include, extra_postargs=list(flags))


def can_train() -> bool:
    """True if the C compiler knows GCC's flags for counts; if not, say so in one line."""
    try:
        try_compiler(*USE_COUNTS)
    except Exception as reason:
        print(f"tlachtli: compiled without counts of a training run, which need GCC ({reason})", file=sys.stderr)
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

    def build_extensions(self) -> None:
        """Compile the C files of each extension in parallel."""
        compile_in_turn = self.compiler.compile
        with ThreadPoolExecutor(os.cpu_count()) as pool:

            def compile_at_once(sources: list[str], **how: Any) -> list[str]:
                """Return the object files, in the order of their sources."""
                made = pool.map(lambda source: compile_in_turn([source], **how), sources)
                return [name for names in made for name in names]

            self.compiler.compile = compile_at_once
            if TRAINED and self.extensions and can_train():
                self.train()
            super().build_extensions()

    def train(self) -> None:
        """Compile an engine that counts, let it play, and set what the compiler needs to use the counts."""
        counting = [each for each in self.extensions if each.name.endswith("__mypyc") or each.name in IN_C]
        counts = Path(self.build_temp, "counts").absolute()
        shutil.rmtree(counts, ignore_errors=True)
        flags = [(each.extra_compile_args, each.extra_link_args) for each in counting]
        count = f"-fprofile-generate={counts}"
        for each, (plain, linked) in zip(counting, flags, strict=True):
            each.extra_compile_args, each.extra_link_args = [*plain, count], [*linked, count]
        super().build_extensions()
        place = Path(self.build_temp, "trained").absolute()
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree("arena", place / "arena", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        shutil.copytree(Path(self.build_lib, "arena"), place / "arena", dirs_exist_ok=True)
        path = os.pathsep.join([str(place), *filter(None, [os.environ.get("PYTHONPATH")])])
        how = os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"}
        subprocess.run([sys.executable, TRAINING], env=how, check=True)  # noqa: S603 -- a file of this project
        for each, (plain, linked) in zip(counting, flags, strict=True):
            each.extra_compile_args, each.extra_link_args = [*plain, f"-fprofile-use={counts}", *USE_COUNTS], linked
        self.force = True


if __name__ == "__main__":  # tests import this file for its list
    if WISH not in {"0", "1", "require"}:
        sys.exit(f"ARENA_MYPYC={WISH}: expected 0, 1 or require")
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrStayInterpreted})
