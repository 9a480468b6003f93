"""Checks after the cup was played twice: without a disturbance, and while processes were killed.

Tables and answers have to be equal, each record has to replay, and no bot may have lost a match by forfeit.
"""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from arena.protocol.v1 import organiser_pb2 as pb
from arena.record import Answer, read_record
from bench.cluster.runs import ROUNDS
from bench.cluster.scene import WHERE, Scene
from bench.processes import run_in

Table: TypeAlias = list[tuple[str, int, float, int]]


def table(tournament: Any) -> Table:
    """Return the table of a tournament as tuples, which can be compared."""
    return [(row.entrant, row.place, row.points, row.matches) for row in tournament.standings]


def check_all(scene: Scene, calm: Any, rough: Any) -> None:
    """Make all checks of the undisturbed cup `calm`, the disturbed cup `rough`, the cluster and the arena."""
    check_run(scene, calm)
    check_run(scene, rough)
    compare(scene, calm, rough)
    check_machines(scene)
    check_end(scene)


def check_run(scene: Scene, tournament: Any) -> None:
    """Check that each match of a cup was played once, without a forfeit, and that `arena verify` accepts its record."""
    check, name = scene.findings.check, tournament.name
    is_finished = tournament.state == pb.TOURNAMENT_STATE_FINISHED
    check(f"{name}: it has ended", holds=is_finished, found=tournament.reason)
    matches = scene.matches(tournament.id)
    finished = [each for each in matches if each.state == pb.MATCH_STATE_FINISHED]
    count = ROUNDS * len(tournament.standings) * (len(tournament.standings) - 1)
    is_whole = len(matches) == len(finished) == count
    check(f"{name}: {count} matches, each played once", holds=is_whole, found=len(matches))
    lost = [f"{each.id} seat {gone.seat}: {gone.detail}" for each in matches for gone in each.forfeits]
    check(f"{name}: no bot has lost a game by forfeit", holds=not lost, found=lost)
    folder = scene.at(f"records of {name}")
    store_records(scene, finished, folder)
    verify = [str(WHERE / "arena"), "verify", str(folder)]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)  # noqa: S603
    last = [*done.stdout.splitlines(), *done.stderr.splitlines(), ""][-2:]
    check(f"{name}: every record verifies", holds=done.returncode == 0, found=last)


def compare(scene: Scene, calm: Any, rough: Any) -> None:
    """Check that both tournaments have the same table and the same answers of bots. Print the table.

    `calm` was played undisturbed. During `rough`, processes were killed and a machine was paused.
    """
    check, before, after = scene.findings.check, table(calm), table(rough)
    check("both tables are equal", holds=before == after, found=differences(before, after))
    are_same = all_answers(scene, calm) == all_answers(scene, rough)
    check("both runs have the same answers", holds=are_same, found="differ")
    for row in rough.standings:
        scene.findings.note(f"{row.place:3} {row.entrant:12} {row.points:g} points in {row.matches} matches")


def check_machines(scene: Scene) -> None:
    """Check that the cluster has all its workers again after the kills and the pause."""
    check = scene.findings.check
    rows = json.loads(run_in(scene.folder, WHERE / "arena", "cluster", *scene.of_cluster("arena"), "--json"))
    check("the cluster has all its six workers", holds=len(rows) == 6, found=rows)


def check_end(scene: Scene) -> None:
    """Stop the arena, and check that it stops without an error."""
    check, process = scene.findings.check, scene.processes["arena"]
    process.terminate()
    check("the arena stops when it is asked to", holds=process.wait(120) == 0, found=process.returncode)
    said = scene.said("arena")
    check("the arena has no traceback in its log", holds="Traceback" not in said, found=said[-2000:])


def differences(calm: Table, rough: Table) -> list[str]:
    """Return a list of texts: for each row that differs between two tournament tables, both versions of the row."""
    return [f"{one} and {other}" for one, other in zip(calm, rough, strict=False) if one != other]


def store_records(scene: Scene, matches: Sequence[Any], folder: Path) -> None:
    """Write the records of matches to a folder."""
    folder.mkdir()
    for each in matches:
        pieces = scene.ask("ReadRecord", match=each.id)
        (folder / f"{each.id}.jsonl").write_bytes(b"".join(piece.data for piece in pieces))


def all_answers(scene: Scene, tournament: Any) -> list[Any]:
    """Return a sorted list with a pair for each match of the cup: the entrants by seat, and all answers in order."""
    found = []
    for path in scene.at(f"records of {tournament.name}").iterdir():
        record = read_record(path.read_bytes())
        seats = [each.entrant for each in record.header.seats]
        answers = [(each.seat, each.option) for each in record.entries if isinstance(each, Answer)]
        found.append((seats, answers))
    return sorted(found, key=repr)
