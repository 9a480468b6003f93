"""`arena show`: show a position in the terminal or as a picture, or write a whole record as one HTML file."""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.cli_support.args import SEATS, Commands, add_json, command, counting
from arena.cli_support.files import read_bytes, write_text
from arena.cli_support.openings import read_opening
from arena.cli_support.output import say, say_json
from arena.commands.moves import moves_of, moves_table
from arena.errors import UsageError
from arena.games.game import SPECTATOR, State
from arena.games.steps import OVER
from arena.languages import ENGLISH, LANGUAGES, speaking
from arena.record.format import Answer, Forfeit, Header, Record, read_record
from arena.record.replay import state_at
from arena.record.verify import check_readable
from arena.replay.document import document, is_document, record_in

SPECTATORS: Final = "spectator"
TO_STDOUT: Final = "-"


@dataclass(frozen=True)
class Scene:
    """A position to show, with lines of text that describe it, and the name of the entrant at each seat.

    `before` is the position one answer earlier. It is None if no answer has been given, or if the file has no record.
    """

    state: State
    story: tuple[str, ...]
    names: tuple[str, ...]
    before: State | None = None  # one answer earlier: a picture highlights the changes since then


def add(commands: Commands) -> None:
    """Add the command `arena show` with its arguments to the command line."""
    parser = command(
        commands,
        "show",
        run,
        about="Draw a position: of a record after a number of answers, of a position file, or where a setup begins. "
        "--html shows a whole record as one file that needs no network: all boards, all moves, and the record itself.",
        examples=[
            "arena show match.jsonl",
            "arena show match.jsonl --at 12 --seat 1",
            "arena show match.jsonl --at 12 --position > position.json",
            "arena show match.jsonl --at 12 --svg board.svg",
            "arena show match.jsonl --html > match.html",
            "arena show match.jsonl --html --language es > partida.html",
            "arena show match.jsonl --moves",
            "arena show position.json",
        ],
    )
    parser.add_argument(
        "file", metavar="FILE", help="a record (.jsonl, or .html of --html), or a position or setup as JSON"
    )
    parser.add_argument("--at", type=counting(0), metavar="N", help="after N answers (default: at the end)")
    parser.add_argument(
        "--seat",
        default=SPECTATORS,
        metavar="K",
        help="as this seat sees it: A, or 0; or spectator (default: %(default)s)",
    )
    parser.add_argument("--no-legend", action="store_true", help="leave out what the tiles and rows on the board do")
    parser.add_argument(
        "--moves", action="store_true", help="list the game of a record turn by turn, with the points that were gained"
    )
    parser.add_argument("--options", action="store_true", help="list what may be chosen there")
    parser.add_argument("--position", action="store_true", help="print the whole position, as JSON, instead")
    parser.add_argument(
        "--svg", nargs="?", const=TO_STDOUT, metavar="IMAGE", help="draw a picture: print the SVG, or write it to IMAGE"
    )
    parser.add_argument(
        "--html", action="store_true", help="print the whole record as one HTML file, whatever its rules version"
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        help="of --svg and --html: en, es, pt or fr (default: en); everything else is in English",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print a position, its options, its picture or the moves of a record, as the arguments say."""
    if args.language is not None and not args.html and args.svg is None:
        raise UsageError("--language is for pictures and files: expected --svg or --html beside it")
    with speaking(args.language or ENGLISH):
        return run_in_language(args)


def run_in_language(args: argparse.Namespace) -> int:
    """Do the work of `run`. The words in pictures and HTML files are in the language that was set before."""
    if args.html:
        say(whole_file(args))
        return 0
    if args.moves:
        return list_moves(args)
    scene = read_scene(args)
    observer = read_observer(args.seat, scene.state)
    if args.position:
        say(scene.state.position())
    elif args.svg is not None:
        give_picture(picture(scene, observer), args.svg)
    elif args.json:
        say_json(as_json(scene))
    else:
        draw(scene, observer, with_options=args.options, with_legend=not args.no_legend)
    return 0


def whole_file(args: argparse.Namespace) -> str:
    """Return an HTML page, as text, that shows the record in the file of the command line.

    Raise UsageError if the file is no record, or if an option does not fit `--html`.
    """
    given = {"--at": args.at is not None, "--moves": args.moves, "--position": args.position}
    for name, is_given in {
        **given,
        "--svg": args.svg is not None,
        "--json": args.json,
        "--options": args.options,
    }.items():
        if is_given:
            raise UsageError(f"--html shows the whole record: expected no {name}")
    data = read_record_bytes(args.file)
    if not is_record(data):
        raise UsageError(f"{args.file} is a position: expected a record for --html")
    return document(data)


def read_record_bytes(file: str) -> bytes:
    """Return the bytes of a file. If it is an HTML file that `arena show` made of a record, return the record in it."""
    data = read_bytes(file)
    if not data.strip():
        raise UsageError(f"{file} is empty: expected a record or a position")
    return record_in(data) if is_document(data) else data


def list_moves(args: argparse.Namespace) -> int:
    """Print the moves of a record as a table, or as JSON."""
    if args.position or args.svg is not None or args.options or args.seat != SPECTATORS:
        raise UsageError("--moves lists what was played: expected no --position, --svg, --options or --seat beside it")
    data = read_record_bytes(args.file)
    if not is_record(data):
        raise UsageError(f"{args.file} is no record: expected one, which has moves to list")
    check_readable(data)
    record = read_record(data)
    moves = moves_of(record)
    if args.at is not None:
        moves = [move for move in moves if move.answer <= args.at]
    if args.json:
        say_json([move.values() for move in moves])
    else:
        say(title(record.header))
        say(moves_table(moves, [seated.entrant for seated in record.header.seats]))
        say("\n".join(ending(record)))
    return 0


def read_scene(args: argparse.Namespace) -> Scene:
    """Return the position in the file of the command line. From a record, take the position after `--at` answers."""
    data = read_record_bytes(args.file)
    if is_record(data):
        check_readable(data)  # with other rules it would be another game
        return scene_of(read_record(data), args.at)
    if args.at is not None:
        raise UsageError("--at belongs to a record: a position file has one position")
    state = read_opening(args.file)
    return Scene(state, (f"{state.rules.name}, {state.seats} seats",), tuple("" for _ in range(state.seats)))


def is_record(data: bytes) -> bool:
    """True if these bytes of a file should be read as a record; False if they should be read as a position.

    A position is one JSON object; a record has a line of JSON with a header first.
    """
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        return True
    return not isinstance(whole, dict) or whole.get("line") == "header"


def read_observer(text: str, state: State) -> int:
    """Return the seat that `--seat` names by number or letter, from which the position is seen; or SPECTATOR."""
    if text == SPECTATORS:
        return SPECTATOR
    if text.upper() in SEATS[: state.seats] and len(text) == 1:
        return SEATS.index(text.upper())
    if text not in {str(seat) for seat in range(state.seats)}:
        letters = f"{SEATS[0]} to {SEATS[state.seats - 1]}"
        raise UsageError(f"seat {text!r}: expected a number from 0 to {state.seats - 1}, {letters}, or {SPECTATORS}")
    return int(text)


def scene_of(record: Record, at: int | None) -> Scene:
    """Return the position of a record after `at` answers, as a Scene; if `at` is None, the last position."""
    answers = sum(isinstance(entry, Answer) for entry in record.entries)
    at = answers if at is None else at
    state = state_at(record, at)
    story = [title(record.header), f"after {at} of {answers} answers{last(record, at)}"]
    if at == answers:
        story += ending(record)
    names = tuple(seated.entrant for seated in record.header.seats)
    return Scene(state, tuple(story), names, state_at(record, at - 1) if at else None)


def title(header: Header) -> str:
    """Return a line of text about a match: its game, its name, the entrant of each seat, and the clock."""
    who = ", ".join(f"{seated.entrant} {seated.version} at seat {seat}" for seat, seated in enumerate(header.seats))
    return f"{header.game}, match {header.match}, {who}, clock {header.clock}"


def last(record: Record, at: int) -> str:
    """Return a text that names the seat and the option of answer number `at`; an empty text if `at` is 0."""
    given = [entry for entry in record.entries if isinstance(entry, Answer)]
    if at == 0:
        return ""
    answer = given[at - 1]
    return f"; the last, of seat {answer.seat}: {answer.option}"


def ending(record: Record) -> list[str]:
    """Return lines of text with the forfeits in a record and the final places. Without a result, a line says so."""
    lines = [
        f"seat {entry.seat} forfeited: {entry.reason.value}" for entry in record.entries if isinstance(entry, Forfeit)
    ]
    if record.result is None:
        return [*lines, "the record ends here, without a result"]
    places = ", ".join(f"seat {seat} is {place}." for seat, place in enumerate(record.result.placements))
    return [*lines, f"the end: {places}"]


def draw(scene: Scene, observer: int, *, with_options: bool, with_legend: bool) -> None:
    """Print the text about the position, its board, the points of each seat, and how many options there are.

    `with_options` adds the options of the next decision, and `with_legend` adds the legend of the board.
    """
    state = scene.state
    view = state.view(observer)
    say("\n".join(scene.story))
    say("")
    say(state.rules.board(view).rstrip("\n"))
    say("")
    legend = state.rules.legend(view) if with_legend else ""
    if legend:
        say(f"{legend}\n")
    say(points(scene))
    if state.to_move == OVER:
        return
    options = state.options()
    say(f"seat {state.to_move} to choose, {len(options)} options")
    if with_options:
        say("\n".join(f"  {state.rules.spell(state, option)}" for option in options))


def picture(scene: Scene, observer: int) -> str:
    """Return an SVG image of the position as text. What the last answer changed is highlighted."""
    before = None if scene.before is None else scene.before.view(observer)
    return scene.state.rules.picture(scene.state.view(observer), names=scene.names, before=before)


def give_picture(svg: str, file: str) -> None:
    """Print an SVG image, or write it to the file `file`; `-` stands for stdout."""
    if file == TO_STDOUT:
        say(svg.rstrip("\n"))
        return
    write_text(Path(file), svg)


def points(scene: Scene) -> str:
    """Return lines of text, one for each seat, with its score and its points by category."""
    state = scene.state
    ledger = state.ledger()
    lines = []
    for seat, score in enumerate(state.scores()):
        sums = {category: sum(ledger[category][seat]) for category in state.rules.categories}
        parts = ", ".join(f"{category} {points}" for category, points in sums.items() if points)
        name = f" {scene.names[seat]}" if scene.names[seat] else ""
        lines.append(f"seat {seat}{name}: {score} points" + (f" ({parts})" if parts else ""))
    return "\n".join(lines)


def as_json(scene: Scene) -> dict[str, Any]:
    """Return the position as a dict for JSON, including what is hidden from the seats."""
    state = scene.state
    return {
        "game": state.rules.name,
        "seats": state.seats,
        "turn": state.turn,
        "to_move": None if state.to_move == OVER else state.to_move,
        "scores": state.scores(),
        "placements": state.placements(),
        "ledger": state.ledger(),
        "options": [state.rules.spell(state, option) for option in state.options()],
        "digest": state.digest(),
        "position": json.loads(state.position()),
    }
