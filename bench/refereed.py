"""What referees in other processes cost, and what is lost if one is killed: `refereed.py QUESTION ADDRESS ...`.

The program runs in an environment that has the project with its server. ADDRESS is that of a PostgreSQL database.

`costs ADDRESS ADDRESS` runs two arenas, which play in turn, each 40 matches at once. The first arena referees its
matches itself; the second has two referees. The program prints three numbers. The first two are the processor times for
a decision in µs, of the first and of the second arena, each the sum of the arena's own process and its referees. The
third is the time of the second arena's own process for a match in ms.

`kills ADDRESS COUNT` kills a referee that has matches, COUNT times at random moments, and prints two numbers. The first
says how many matches were lost or played twice. The second is the median of the seconds until all matches of the killed
referee are played on.
"""

import json
import os
import re
import signal
import socket
import sys
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

import psycopg
from killed import NAMES, PATIENCE, PER_KILL, Scene, faults, is_over, left, until
from processes import children_of, seconds_used

REFEREE: Final = "arena.host.referee_main"
AT_ONCE: Final = 40  # matches that are played to measure processor time
MATCHES: Final = 3 * AT_ONCE  # of each turn
TURNS: Final = 6
LOOK: Final = 0.05  # seconds between two looks at the database: each takes time from the processes that are measured
OPEN: Final = "SELECT id FROM rounds WHERE NOT closed"
FEW: Final = 4  # matches at once while referees are killed
LONGEST: Final = 1.0  # seconds until the next kill
TAKEN: Final = re.compile(r"match (\w+) is taken from a lost referee")


def scene_with(referees: int, matches: int) -> type[Scene]:
    """Return a subclass of the class `Scene`, which runs an arena and two bots and can kill the arena.

    In the subclass, the arena has `referees` referees, and each bot plays `matches` matches at once.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        admin = f"127.0.0.1:{free.getsockname()[1]}"

    class Refereed(Scene):
        at_once = matches
        arguments = (
            *("--house", "none", "--site", "none", "--admission", "open", "--analyse", "none", "--submitted", "0"),
            *("--referees", str(referees), "--admin", admin),
        )

        def page(self) -> dict[str, Any]:
            """Return the organiser's page of the cluster as a dict, read from its JSON."""
            with urllib.request.urlopen(f"http://{admin}/cluster.json", timeout=PATIENCE) as answer:
                found: dict[str, Any] = json.load(answer)
                return found

    return Refereed


class Costs:
    """The processor time and the decisions of the matches that one arena has played."""

    def __init__(self, scene: Scene, referees: int) -> None:
        self.scene: Final = scene
        self.matches = 0
        self.decisions = 0
        self.front = 0.0  # seconds of the arena's own process
        self.others = 0.0  # seconds of its referees
        if referees > 1:
            until(lambda: len(self.scene.page()["referees"]) == referees)  # type: ignore[attr-defined]
        (scene.folder / "hurry").touch()

    def add(self, matches: int) -> None:
        """Play matches, and add the time and the decisions of all of them."""
        before, asked = processor_time(self.scene), decisions(self.scene.database)
        play(self.scene, matches)
        after = processor_time(self.scene)
        self.decisions += decisions(self.scene.database) - asked
        self.matches += matches
        self.front += after[0] - before[0]
        self.others += after[1] - before[1]

    @property
    def of_decision(self) -> float:
        """The processor time of a decision, in µs."""
        return (self.front + self.others) / self.decisions * 1e6

    @property
    def of_match(self) -> float:
        """The processor time that the arena's own process uses for a match, in ms."""
        return self.front / self.matches * 1e3


def costs(alone: str, refereed: str) -> tuple[float, float, float]:
    """Return the three numbers of `refereed.py costs`; `alone` and `refereed` are addresses of databases.

    The two arenas play in turn, because the speed of the machine can change within a minute by more than the difference
    between them.
    """
    found = list[Costs]()
    with ExitStack() as at_the_end:
        for referees, database in enumerate((alone, refereed), 1):
            folder = at_the_end.enter_context(TemporaryDirectory())
            scene = scene_with(referees, AT_ONCE)(Path(folder), database)
            at_the_end.callback(scene.end)
            found.append(Costs(scene, referees))
            play(scene, AT_ONCE)  # all is imported, and every statement has been prepared
        for turn in range(TURNS):
            for each in found if turn % 2 else reversed(found):
                each.add(MATCHES)
    one, two = found
    return one.of_decision, two.of_decision, two.of_match


def play(scene: Scene, matches: int) -> None:
    """Play matches between the two bots, and wait until all are over."""
    scene.ask("RunMatches", entrants=NAMES, game="cacao", clock="60+1", blocks=matches // len(NAMES))
    with psycopg.connect(scene.database, autocommit=True) as connection:

        def is_played() -> bool:
            time.sleep(LOOK)
            return connection.execute(OPEN).fetchone() is None

        until(is_played, 20 * PATIENCE)


def processor_time(scene: Scene) -> tuple[float, float]:
    """Return the seconds of processor time of the arena's own process, and of its referees."""
    process = scene.server.pid
    return seconds_used(process), sum(map(seconds_used, children_of(process, REFEREE)))


def decisions(database: str) -> int:
    """Return the total number of decisions in all matches, summed over the seats in the database."""
    with psycopg.connect(database) as connection:
        row = connection.execute("SELECT coalesce(sum(decisions), 0) FROM seats").fetchone()
    assert row is not None
    return int(row[0])


def kills(database: str, count: int) -> tuple[int, float]:
    """Kill a referee `count` times. Return how many matches the arena dropped or played twice, as one number.

    Also return the median of the seconds until all matches of the killed referee were played on.
    """
    chance, seconds = Random(1), []
    with TemporaryDirectory() as folder:
        scene = scene_with(2, FEW)(Path(folder), database)
        try:
            blocks = max(1, count * PER_KILL)
            wanted = set(scene.ask("RunMatches", entrants=NAMES, game="cacao", clock="60+1", blocks=blocks).matches)
            scene.first_decision()
            for _ in range(count):
                time.sleep(chance.uniform(0, LONGEST))
                seconds.append(kill_one(scene, chance))
                sys.stderr.write(f"{len(seconds)} kills, {seconds[-1]:.2f} s until all its matches are played on\n")
            assert left(scene), "all matches were over before the last kill"
            (scene.folder / "hurry").touch()
            until(lambda: is_over(scene), 20 * PATIENCE)
        finally:
            scene.end()
        said = faults(scene, wanted)
    return said["lost"] + said["twice"] + said["damaged"] + said["void"], median(seconds)


def kill_one(scene: Scene, chance: Random) -> float:
    """Kill a referee that has matches. Return the seconds until each match has asked a bot again, or is over."""
    log = scene.folder / "log"
    begun = log.stat().st_size
    victim = chance.choice(until(lambda: [each for each in scene.page()["referees"] if each["matches"]]))  # type: ignore[attr-defined]
    known = {match for match, _ in victim["matches"]}
    scene.asked.clear()
    killed = time.monotonic()
    os.kill(victim["process"], signal.SIGKILL)

    def played_on() -> list[float]:
        """Return a list of times: that of the kill, and that of the newest question of each match to a bot.

        The matches are those of the killed referee that are not over. Return an empty list until each of them has asked
        a bot after the kill.
        """
        said = log.read_bytes()[begun:].decode(errors="replace")
        taken = set(TAKEN.findall(said))
        again = [scene.asked_of.get(match, 0.0) for match in taken if match not in scene.heads]
        is_known = bool(taken) or known <= set(scene.heads)
        return [killed, *again] if is_known and all(at > killed for at in again) else []

    return max(until(played_on)) - killed


def main() -> None:
    """Print the measured costs or the results of the kills, as the arguments ask."""
    question, database, argument = sys.argv[1:]
    print(*(costs(database, argument) if question == "costs" else kills(database, int(argument))))


if __name__ == "__main__":
    main()
