"""A scheduled cup on seven machines while workers are killed: `python -m bench.cluster`.

The machines are network namespaces: the arena, PostgreSQL, the scheduler, three machines that each have a worker for
blocks and a worker with sandboxes, and the home of an author. All of them are set up as docs/scaling.md says, with TLS.
The cup has house bots, two submitted bots (Python and JavaScript) and two bots that the author runs at home.

First the cup is played without a disturbance. Then a schedule begins it again with the same seed. In this run, a worker
of each kind is killed, and a machine with both is paused for several seconds. Both tables have to be equal,
each record has to replay, and no bot may have lost a match or time. Needs Linux, root, PostgreSQL, bubblewrap and
Node.js. Exit codes: 0 all checks passed, 1 a check failed, 2 this machine cannot play the scenario.
"""

import argparse
import shutil
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.sandbox.sandboxes import sandbox_trouble
from bench.cluster.bots import MODULES
from bench.cluster.checks import check_all
from bench.cluster.findings import Findings
from bench.cluster.runs import disturbed, undisturbed
from bench.cluster.scene import Scene
from bench.machines_apart import HERE, SUBNET, why_not
from tests.store import servers


def trouble() -> str:
    """Return why this machine cannot play the scenario; an empty text if it can."""
    if why := why_not():
        return why
    if servers.program("initdb") is None:
        return "there is no PostgreSQL server: expected the package postgresql"
    if shutil.which("openssl") is None:
        return "there is no `openssl`"
    if not (MODULES / "@grpc" / "grpc-js").is_dir():
        return "the bot in JavaScript has no packages: expected `npm install` in example_bots/javascript"
    return sandbox_trouble()


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the cup that the module describes on seven machines, check it, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=Path, metavar="DIR", help="write the logs of all processes to this new folder")
    args = parser.parse_args(arguments)
    if why := trouble():
        print(f"this machine cannot play the scenario: {why}", file=sys.stderr)
        return 2
    findings = Findings()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="tlachtli-machines-")))
        if args.logs is not None:
            stack.callback(keep_logs, folder, args.logs)
        try:
            play(Scene(stack, folder, findings))
        except TimeoutError as late:
            findings.check("the scenario ends in time", holds=False, found=late)
    print(f"{findings.wrong} wrong" if findings.wrong else "all is well")
    return 1 if findings.wrong else 0


def play(scene: Scene) -> None:
    """Set up all machines. Play a tournament twice: undisturbed, then with kills and a pause. Compare the results."""
    note = scene.findings.note
    scene.database()
    scene.scheduler()
    for name in ("w1", "w2", "w3"):
        scene.workers(name)
    scene.arena()
    note(f"seven machines at {SUBNET}.1 to .7, this one at .{HERE}: the arena serves, all workers are connected")
    scene.bots()
    note("all bots are connected: house bots, two submitted ones, two that dial in")
    calm = undisturbed(scene)
    note("the undisturbed cup is over")
    rough = disturbed(scene)
    note("the disturbed cup is over")
    check_all(scene, calm, rough)


def keep_logs(folder: Path, where: Path) -> None:
    """Copy the log of each process from `folder` to the folder `where`."""
    where.mkdir(parents=True, exist_ok=True)
    for log in folder.glob("*.log"):
        shutil.copy(log, where)


if __name__ == "__main__":
    sys.exit(main())
