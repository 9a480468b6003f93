"""Tests of the systemd unit and the container's file: their syntax, and the commands that they start."""

import json
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.certificates import make_authority, make_server, needs_openssl
from tests.processes import Process
from tests.server.wire import WITHIN

ROOT = Path(__file__).parents[1]
UNIT, CONTAINER = ROOT / "deploy" / "tlachtli.service", ROOT / "deploy" / "Containerfile"
PROGRAM = "/opt/tlachtli/bin/arena"
KEYS = {
    "Unit": {"Description", "Wants", "After", "StartLimitIntervalSec", "StartLimitBurst"},
    "Service": {"Type", "User", "StateDirectory", "StateDirectoryMode", "WorkingDirectory", "EnvironmentFile"}
    | {"ExecStart", "ExecReload", "KillMode", "TimeoutStopSec", "Restart", "RestartSec", "LimitNOFILE", "Delegate"}
    | {"DelegateSubgroup", "NoNewPrivileges", "PrivateTmp", "ProtectHome", "ProtectSystem"},
    "Install": {"WantedBy"},
}
NEWER = "DelegateSubgroup"  # than the systemd of some machines
INSTRUCTIONS = {"ARG", "FROM", "RUN", "COPY", "WORKDIR", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL"}
LAST = {"ENTRYPOINT", "CMD"}  # one of each


def unit():
    """Return the keys and values of the systemd unit, by section."""
    sections, section = {}, ""
    for line in UNIT.read_text().splitlines():
        if line.startswith("["):
            section = line.strip("[]")
            sections[section] = {}
        elif line and not line.startswith("#"):
            key, equals, value = line.partition("=")
            assert equals, line
            assert key not in sections[section], line
            sections[section][key] = value
    return sections


def container():
    """Return the instructions of the container's file, in order."""
    lines = [line for line in CONTAINER.read_text().splitlines() if line and not line.startswith("#")]
    return [tuple(line.split(" ", 1)) for line in lines]


def commands():
    """Return the command lines that the systemd unit and the container start."""
    found = dict(container())
    started = unit()["Service"]["ExecStart"].removesuffix(" $ARENA_OPTIONS").split()
    return {"unit": started, "container": json.loads(found["ENTRYPOINT"]) + json.loads(found["CMD"])}


def test_the_unit_has_known_sections_and_keys():
    assert {section: set(keys) for section, keys in unit().items()} == KEYS


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_accepts_the_unit(tmp_path):
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text().replace(PROGRAM, sys.executable))  # it looks whether the program is there
    checked = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert [line for line in checked.stderr.splitlines() if UNIT.stem in line and NEWER not in line] == []


def test_the_container_is_built_from_files_and_extras_that_exist():
    steps = container()
    assert {name for name, _ in steps} == INSTRUCTIONS | LAST
    assert [name for name, _ in steps if name in LAST] == ["ENTRYPOINT", "CMD"]
    copied = [words.split()[0] for name, words in steps if name == "COPY" and not words.startswith("--from")]
    assert copied == ["."]
    stages = re.findall(r"AS (\w+)", CONTAINER.read_text())
    assert set(re.findall(r"--from=(\w+)", CONTAINER.read_text())) == set(stages)
    extras = re.search(r"pip install '\.\[(.+)\]'", CONTAINER.read_text())[1].split(",")
    known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(extras) <= set(known)
    assert (ROOT / "constraints.txt").exists()


def test_the_container_shows_the_ports_that_its_arena_listens_at():
    listens = re.findall(r'"0\.0\.0\.0:(\d+)"', CONTAINER.read_text())
    assert dict(container())["EXPOSE"].split() == listens
    assert all(f"127.0.0.1:{port}" in unit()["Service"]["ExecStart"] for port in listens)


def test_the_unit_and_the_container_start_the_same_arena_except_for_addresses_and_sandboxes():
    unit, container = (" ".join(words) for words in commands().values())
    assert unit.startswith(f"{PROGRAM} serve ")
    container = container.replace("0.0.0.0", "127.0.0.1")  # noqa: S104 -- of a network of its own
    container = container.replace(" --submitted 0", "")
    assert container.replace(" --insecure-listen", "") == unit.replace(" --front 127.0.0.1 --front ::1", "")


@pytest.mark.slow
@needs_openssl
@pytest.mark.parametrize("which", ["unit", "container"])
def test_the_command_serves_rereads_a_certificate_and_stops(tmp_path, which):
    make_authority(tmp_path)
    key, chain = make_server(tmp_path)
    words = [word.replace("/var/lib/tlachtli", str(tmp_path / "arena")) for word in commands()[which]]
    words = [re.sub(r"^(0\.0\.0\.0|127\.0\.0\.1):\d+$", "127.0.0.1:0", word) for word in words]
    tls = ["--tls-certificate", chain, "--tls-key", key]  # as ARENA_OPTIONS may say
    command = [sys.executable, "-m", "arena", *words[1:], *tls, "--house", "none"]
    with Process(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert ", with TLS" in hear(process, "serving at ")
        if which == "unit":
            assert unit()["Service"]["ExecReload"] == "/bin/kill -HUP $MAINPID"
            process.send_signal(signal.SIGHUP)
            hear(process, "the certificate was read again")
        process.send_signal(signal.SIGTERM)
        assert process.wait(WITHIN) == 0


def hear(process, words):
    """Read a process's stderr up to the next line with these words. Return the line. Fail if there is none."""
    for line in process.stderr:
        if words in line:
            return line
    raise AssertionError(f"never said {words!r}")
