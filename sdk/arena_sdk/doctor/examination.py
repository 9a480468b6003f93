"""The examination: the steps of the protocol, then games, odd positions, broken connections, and costs.

Each step is a function that returns its finding in words, or raises one of three exceptions: Fault if the bot did
something forbidden, Remark if something works but will cost games, Skip if the step does not apply to this bot. The
result of a failed step includes its transcript.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from arena_sdk.doctor import beginning, costs, games, troubles
from arena_sdk.doctor.case import USUAL as WAITS
from arena_sdk.doctor.case import Case, Waits
from arena_sdk.doctor.extent import USUAL, Extent
from arena_sdk.doctor.findings import Remark, Skip
from arena_sdk.doctor.patient import Fault, Gone, Patient, Silent
from arena_sdk.doctor.report import DoctorReport, DoctorStep

STEPS: Final[dict[str, Callable[[Case], str]]] = {
    "attends": beginning.attends,
    "answers pings": beginning.answers_pings,
    "adds to the chance": beginning.adds_to_the_chance,
    "takes a seat": beginning.takes_a_seat,
    "plays whole games": games.plays_whole_games,
    "odd positions": games.plays_odd_positions,
    "ignores what is new": troubles.ignores_what_is_new,
    "hears bad news": troubles.hears_bad_news,
    "comes back": troubles.comes_back,
    "back after a restart": troubles.comes_back_after_a_restart,
    "several at once": games.plays_several_at_once,
    "against itself": games.plays_against_itself,
    "memory": costs.keeps_its_memory,
    "keeps its time": costs.keeps_its_time,
    "leaves when told": costs.leaves_when_told,
}
BASIC: Final = {beginning.attends, beginning.takes_a_seat}  # the steps that must pass before any other step can be run
ALWAYS: Final = {*BASIC, games.plays_whole_games, costs.keeps_its_time, costs.leaves_when_told}  # even without time
MURMURS: Final = 12  # lines of its stderr that are shown with a step that failed


class Examination:
    """Runs all steps with one bot, and reports each step. It ends within the seconds of its extent.

    The bot plays those of its games that are in `wanted`, or all its games if `wanted` is empty.
    """

    def __init__(
        self,
        patient: Patient,
        wanted: Sequence[str] = (),
        told: Callable[[DoctorStep], None] = lambda _: None,
        waits: Waits = WAITS,
        extent: Extent = USUAL,
    ) -> None:
        self.patient: Final = patient
        self.extent: Final = extent
        self.begins: Callable[[str], None] = lambda _: None  # called with the name of a step and its number
        self._case: Final = Case(patient, wanted, waits, extent)
        self._told: Final = told

    def run(self) -> DoctorReport:
        """Run the steps until all are done, the bot has ended, or a step fails that later steps need."""
        steps: list[DoctorStep] = []
        for number, (name, take) in enumerate(STEPS.items(), 1):
            self.begins(f"{name} (step {number} of {len(STEPS)})")
            step, is_last = self._tried(name, take)
            steps.append(step)
            self._told(step)
            if is_last:
                break
        return DoctorReport(self.patient.name, tuple(steps), self._case.latency())

    def _tried(self, name: str, take: Callable[[Case], str]) -> tuple[DoctorStep, bool]:
        """Run a step. Return its result as a DoctorStep, and True if the examination cannot continue after it."""
        is_last = False
        try:
            if take not in ALWAYS:
                self._case.check_time()
            found = DoctorStep(name, "passed", take(self._case))
        except Skip as reason:
            found = DoctorStep(name, "skipped", str(reason))
        except Remark as remark:
            found = DoctorStep(name, "warned", str(remark))
        except Fault as fault:
            is_cut = isinstance(fault, Silent) and self._case.left() <= 0
            text = f"{fault}; {self._case.time_is_up}" if is_cut else str(fault)
            found = DoctorStep(name, "failed", text, self.patient.tape.lines + self._murmured())
            if is_cut and take not in BASIC:
                found = DoctorStep(name, "skipped", f"cut off: {self._case.time_is_up}")
            is_last = isinstance(fault, Gone) or take in BASIC
        if self.extent.shows_wire and not found.transcript:
            found = replace(found, transcript=self.patient.tape.lines)
        self._case.send_away()
        self.patient.tape.cut()
        self.patient.murmur()
        if take is costs.keeps_its_time:
            found = replace(found, latency=self._case.latency())
        return found, is_last

    def _murmured(self) -> tuple[str, ...]:
        """Return the lines that the bot wrote to stderr during the step, for the step's transcript."""
        return tuple(f"stderr: {line}" for line in self.patient.murmur().splitlines()[-MURMURS:])
