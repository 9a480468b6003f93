"""Parts that all tests share: the engine that they run, coroutine tests on trio, and no skips in a complete run."""

import gc
import inspect
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from trio.testing import MockClock, trio_test

import arena.games.game
from tests.games.tiny import TINY

pytest_plugins = ["tests.server.arenas", "tests.store.databases", "tests.tasks.clusters"]

ROOT = Path(__file__).parents[1]
ENGINE = Path(arena.games.game.__file__)
FLAVOUR = "pure" if ENGINE.suffix == ".py" else "compiled"

# The same commit gives the same verdict on every machine; `--hypothesis-profile=explore` tries new examples and
# prints how to come back. How long an example takes is never a failure: machines differ.
settings.register_profile(
    "repeat", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", settings.get_profile("repeat"), derandomize=False, print_blob=True)
settings.load_profile("repeat")


def refuse_to_fork():
    """Fail the test that forks this process. gRPC's threads do not survive a fork, so that a later test would hang."""
    raise AssertionError("this process forks: expected a program of its own, without preexec_fn, user or group")


os.register_at_fork(before=refuse_to_fork)

COLLECT = gc.get_threshold()  # as it is before an arena's module asks for fewer collections


def pytest_collection_finish():
    """Exclude all imported objects from garbage collection, so that the garbage of a test is found quickly."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def pytest_addoption(parser):
    parser.addoption("--no-skips", action="store_true", help="fail if a test was skipped")


def pytest_configure():
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # by a shell that began this in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)  # processes that tests start inherit it
    expected = os.environ.get("ARENA_EXPECT", FLAVOUR)
    if expected != FLAVOUR:
        raise pytest.UsageError(f"expected the {expected} engine, but imported {ENGINE}")
    stale = [so.name for so in ENGINE.parents[1].rglob("*.so") if is_older_than_its_source(so)]
    if stale:
        raise pytest.UsageError(f"{', '.join(sorted(stale))}: older than the source; scripts/setup compiles again")


def is_older_than_its_source(compiled):
    named = compiled.with_name(compiled.name.partition(".")[0])
    sources = [named.with_suffix(".py"), named.with_suffix(".c")]
    return any(each.exists() and each.stat().st_mtime > compiled.stat().st_mtime for each in sources)


# Folders and files with slow tests only: they start arenas, bots or a browser, build packages, or play many games.
SLOW = (
    *("tests/bench", "tests/commands", "tests/host", "tests/leaderboard", "tests/oracles", "tests/sdk/doctor"),
    *("tests/sdk/remote", "tests/sdk/test_example_bots.py", "tests/sdk/test_guide.py", "tests/sdk/test_practice.py"),
    *("tests/server", "tests/store/test_kill.py", "tests/test_build.py", "tests/test_light_install.py"),
    *("tests/test_playing_on_an_arena.py", "tests/tournament/test_run.py", "tests/transcripts"),
)


def is_slow(path):
    """True if a file or folder has only slow tests."""
    where = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    return any(f"{where}/".startswith(f"{each}/") for each in SLOW)


def pytest_ignore_collect(collection_path, config):
    """If slow tests are deselected, do not import files that have only slow tests: each worker process would.

    Import the files of a slow folder that the command line names, so that pytest says how many tests it deselected.
    """
    named = [Path(each.partition("::")[0]).resolve() for each in config.args]
    if any(is_slow(each) and collection_path.is_relative_to(each) for each in named):
        return None
    return True if config.option.markexpr == "not slow" and is_slow(collection_path) else None


@pytest.hookimpl(tryfirst=True)  # before `-m "not slow"` looks
def pytest_collection_modifyitems(items):
    """Mark slow tests, and begin with the longest ones, so that no process waits for them at the end."""
    for item in items:
        if item.get_closest_marker("long") or is_slow(item.path):
            item.add_marker("slow")
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_report_header():
    return f"engine: {FLAVOUR} ({ENGINE})"


@pytest.fixture
def autojump_clock():
    """Return a clock on which waiting takes no time: if all tasks wait, it jumps to the end of the first wait."""
    return MockClock(autojump_threshold=0)


@pytest.fixture
def tiny(monkeypatch):
    """Return the tiny game of the tests. During the test, `rules` finds it by its name like any other game."""
    monkeypatch.setitem(arena.games.GAMES, TINY.name, TINY)
    return TINY


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    if inspect.iscoroutinefunction(pyfuncitem.obj):
        pyfuncitem.obj = trio_test(pyfuncitem.obj)


def skips_count(config):
    reporter = config.pluginmanager.get_plugin("terminalreporter")  # a worker has none: it tells the one that asked
    return config.getoption("no_skips") and reporter and reporter.stats.get("skipped")


def pytest_sessionfinish(session):
    if skips_count(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    if skips_count(config):
        terminalreporter.write_line("--no-skips: a skipped test is a failure here", red=True)
