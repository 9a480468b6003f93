"""Tests of the imports between packages: every import of the project is allowed by one table."""

import ast
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from arena.analysis.luck import GameChance
from arena.bots import Tuning
from arena.bots.mcts import tuning_of
from arena.games import DESCRIPTORS
from arena.games.descriptor import resolve
from arena.protocol.games import codec

ROOT = Path(__file__).parents[1]
SHIPPED = {"arena": ROOT, "arena_sdk": ROOT / "sdk", "leaderboard": ROOT}  # and the folder each is imported from

# A module belongs to the row with the longest name that fits. It may import what stands there, the modules of its own
# row, what is open to all, and the standard library. "*" is everything.
MAY_IMPORT = {
    "arena": set(),
    "arena.__main__": {"arena.cli"},
    "arena.errors": set(),
    "arena.languages": set(),
    "arena.texts": set(),
    "arena.toml_text": set(),
    "arena.games": {"librt", "mypy_extensions"},
    "arena.bots": {"arena.games", "mypy_extensions"},
    "arena.record": {"arena.games"},
    "arena.analysis": {"arena.games", "arena.bots", "arena.record"},
    "arena.replay": {"arena.analysis", "arena.games", "arena.record"},
    "arena.stats": {"arena.games", "numpy"},
    "arena.protocol": {"arena.games", "arena.protocol.v1", "google.protobuf"},
    "arena.protocol.v1": {"google.protobuf", "grpc"},  # generated: only its services know grpc
    "arena.referee": {"arena.games", "arena.record", "trio"},
    "arena.sandbox": {"arena.games"},
    "arena.server": {"arena.server.access", "arena.server.attendance", "arena.server.matches", "arena.server.transport"}
    | {"arena.server.observers"}
    | {"arena.referee", "arena.protocol", "arena.games", "arena.record", "trio"},
    "arena.server.observers": {"arena.server.matches.results", "arena.referee"},
    "arena.server.transport": {"arena.protocol", "grpc", "grpc_health", "grpc_reflection", "trio"},
    "arena.server.access": {"arena.server.transport", "arena.protocol", "trio"},
    "arena.server.attendance": {"arena.server.access", "arena.server.matches", "arena.server.transport"}
    | {"arena.server.arena", "arena.server.messages"}
    | {"arena.referee", "arena.protocol", "arena.games", "arena.record", "trio"},
    "arena.server.matches": {"arena.server.access", "arena.server.attendance", "arena.server.transport"}
    | {"arena.server.arena", "arena.server.messages", "arena.server.observers", "arena.tasks"}
    | {"arena.referee", "arena.protocol", "arena.games", "arena.record", "trio"},
    "arena.server.organiser": {"arena.server", "arena.sandbox", "arena.tournament"}
    | {"arena.referee", "arena.protocol", "arena.games", "arena.record", "google.protobuf", "trio"},
    "arena.server.tournaments": {"arena.server", "arena.tournament", "arena_sdk"}
    | {"arena.referee", "arena.protocol", "arena.games", "arena.record", "google.protobuf", "grpc", "trio"},
    "arena.store": {
        "arena.store.db",
        "arena.analysis",
        "arena.games",
        "arena.record",
        "arena.stats",
        "arena.referee",
        "arena.tournament",
    }
    | {"arena.server.access.accounts", "arena.server.access.submissions", "arena.server.matches.results", "arena.tasks"}
    | {"sqlmodel", "sqlalchemy", "alembic", "trio"},
    "arena.store.db": {"alembic", "psycopg", "sqlalchemy", "sqlmodel", "trio"},
    "arena.tasks": {"arena.bots", "arena.referee", "arena.record", "arena.games", "arena_sdk", "distributed", "trio"},
    "arena.tournament": {"arena.referee", "arena.record", "arena.stats", "arena.games"}
    | {"cronsim", "networkx", "trio"},
    "arena.host": {"arena.sandbox", "arena.server", "arena.store", "arena.tasks", "leaderboard", "arena_sdk"}
    | {"arena.analysis", "arena.bots", "arena.cli_support", "arena.games", "arena.record", "arena.referee"}
    | {"arena.stats", "arena.tournament", "prometheus_client", "trio"},
    "arena.cli": {"arena.cli_support"},  # and the modules of `arena.commands`, by their names, when they are used
    "arena.cli_support": {"arena.games", "arena.tasks"},
    "arena.commands": {"*"},
    "arena_sdk": {"arena.protocol", "arena.games", "arena.analysis", "arena.bots", "arena.record", "arena.referee"}
    | {"google.protobuf", "grpc", "trio", "typing_extensions"},  # the last for type checkers alone
    "arena_sdk.env": {"arena.games", "arena.bots", "gymnasium", "numpy", "pettingzoo"},
    "leaderboard": {"arena.store", "arena.tournament", "arena.record", "arena.replay", "arena.stats", "arena.games"}
    | {"arena.analysis", "arena.referee", "arena.server.matches.results"}
    | {"fastapi", "hypercorn", "jinja2", "markupsafe", "sqlmodel", "sse_starlette", "starlette", "trio"},
}

# These import the standard library alone.
OPEN_TO_ALL = ("arena.errors", "arena.languages", "arena.texts", "arena.toml_text")

# What the command line imports only for a server, a database or a page.
ONLY_WHEN_USED = {
    "alembic",
    "cronsim",
    "dask",
    "distributed",
    "fastapi",
    "grpc",
    "grpc_health",
    "grpc_reflection",
    "gymnasium",
    "hypercorn",
    "jinja2",
    "networkx",
    "pettingzoo",
    "prometheus_client",
    "rich",
    "sqlalchemy",
    "sqlmodel",
    "sse_starlette",
} | {*("arena.server", "arena.host", "arena.store", "arena.tournament", "leaderboard")}


def is_within(name, package):
    return package == "*" or f"{name}.".startswith(f"{package}.")


def row_of(module):
    return max((package for package in MAY_IMPORT if is_within(module, package)), key=len, default="")


@cache
def imported(source):
    """Return everything that a source imports, in any place, by its full name."""
    return tuple(imports(source))


def imports(source):
    """Yield everything that a source imports, in any place, by its full name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_allowed(name, row):
    open_to_all = name.partition(".")[0] in sys.stdlib_module_names or any(
        is_within(name, each) for each in OPEN_TO_ALL
    )
    return open_to_all or row_of(name) == row or any(is_within(name, package) for package in MAY_IMPORT[row])


def forbidden(module, source):
    row = row_of(module)
    return [f"{module} imports {name}" for name in imported(source) if not is_allowed(name, row)]


def shipped_modules():
    for package, folder in SHIPPED.items():
        for path in sorted((folder / package).rglob("*.py")):
            if "templates" not in path.parts:  # an author copies these for a bot
                yield ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__"), path


def test_every_import_is_one_that_its_layer_may_make():
    assert [line for module, path in shipped_modules() for line in forbidden(module, path.read_text())] == []


def used_permissions():
    """Yield each permission of the table that an import needs, with its row."""
    for module, path in shipped_modules():
        row = row_of(module)
        for name in imported(path.read_text()):
            if row_of(name) != row:
                yield from ((row, package) for package in MAY_IMPORT[row] if is_within(name, package))


def test_every_permission_of_a_layer_is_used():
    given = {(row, package) for row, packages in MAY_IMPORT.items() for package in packages}
    assert sorted(given - set(used_permissions())) == []


@pytest.mark.parametrize("game", DESCRIPTORS)
def test_every_name_in_a_descriptor_exists(game):
    described = DESCRIPTORS[game]
    assert codec(game).rules is described.rules
    assert isinstance(tuning_of(game), Tuning)
    assert not described.tuning or tuning_of(game) is resolve(described.tuning)
    assert not described.luck or isinstance(resolve(described.luck), GameChance)


def test_every_part_of_the_arena_has_its_row():
    parts = {".".join(module.split(".")[:2]) for module, _ in shipped_modules() if is_within(module, "arena")}
    assert parts - set(MAY_IMPORT) == set()


@pytest.mark.parametrize(
    ("module", "source", "offence"),
    [
        ("arena.games.cacao.state", "import trio", "trio"),
        ("arena.games.game", "from arena.record import chain", "arena.record.chain"),
        ("arena.referee.match", "def later():\n    import arena_sdk", "arena_sdk"),
        ("arena.record.replay", "from arena import stats", "arena.stats"),
        ("arena.protocol.codec", "import grpc", "grpc"),
        ("arena.gamesome", "import arena.games", "arena.games"),
    ],
)
def test_an_import_that_is_not_in_the_table_is_found(module, source, offence):
    assert forbidden(module, source) == [f"{module} imports {offence}"]


def test_an_import_that_is_in_the_table_is_allowed():
    source = "import json\nfrom arena.errors import BotError\nfrom arena.games.game import Rules\nimport trio.testing"
    assert forbidden("arena.referee.match", source) == []


def modules_after(source):
    """Run source lines in a new process. Return the names of all modules that it has imported."""
    listing = [sys.executable, "-c", f"import sys\n{source}\nprint(*sys.modules, sep='\\n')"]
    here = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}  # this tree, whatever else is installed
    return subprocess.run(listing, env=here, check=True, capture_output=True, text=True).stdout.split()


def test_the_command_line_imports_the_server_part_only_when_it_is_used():
    loaded = modules_after("from arena.cli import parser\nparser()")
    assert "arena.commands.serve" in loaded
    assert {name for name in loaded for part in ONLY_WHEN_USED if is_within(name, part)} == set()


@pytest.mark.parametrize(
    ("command", "others"),
    [
        ("serve", {"arena.commands.play", "arena.replay", "arena_sdk", "numpy", "trio"}),
        ("token", {"arena.commands.play", "arena.bots", "arena.tasks", "arena_sdk", "multiprocessing", "trio"}),
        ("backup", {"arena.commands.play", "arena.bots", "arena.tasks", "arena_sdk", "multiprocessing", "trio"}),
    ],
)
def test_a_command_is_read_without_what_other_commands_need(command, others):
    loaded = modules_after(f"from arena.cli import needed, parser\nparser(needed(['{command}', '--help']))")
    assert "arena.cli_support.args" in loaded
    assert {name for name in loaded for part in others if is_within(name, part)} == set()
