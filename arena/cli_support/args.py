"""Arguments and parsers that several commands share."""

import argparse
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from arena.errors import UsageError, guess
from arena.games import USUAL_GAME
from arena.games import rules as rules_of
from arena.games.automata import game_of, with_automaton
from arena.games.game import Rules, Scalar, spell_value

DATA: Final = Path("arena-data")
DATABASE: Final = "arena.db"  # in the folder
INVALID_CHOICE: Final = re.compile(r"invalid choice: '(?P<word>[^']*)' \(choose from (?P<choices>.*)\)")

SEATS: Final = "ABCD"  # as boards name them

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 -- argparse has no public name for it
else:
    Commands = object


class SuggestingParser(argparse.ArgumentParser):
    """An argument parser that suggests the nearest valid choice in the error message about a wrong one."""

    def error(self, message: str) -> NoReturn:
        """Print the error and the nearest valid choice on stderr, and exit with code 2."""
        super().error(suggested(message))


def suggested(message: str) -> str:
    """Return `message`, an error message of argparse.

    If it is about a wrong choice, and a valid choice is similar, insert this valid choice into the message.
    """
    found = INVALID_CHOICE.search(message)
    if found is None:
        return message
    close = get_close_matches(found["word"], re.findall(r"[\w./-]+", found["choices"]), n=1)
    if not close:
        return message
    return f"{message[: found.end('word') + 1]} (did you mean {close[0]!r}?){message[found.end('word') + 1 :]}"


class CommandParser(SuggestingParser):
    """The parser of a command that may have actions, such as `list` in `arena bot list`.

    If the first word is one of `actions`, the parser of that action reads the words after it. `hints` says what to do
    in place of an option that this command does not have.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.actions: Final[dict[str, argparse.ArgumentParser]] = {}
        self.hints: Final[dict[str, str]] = {}  # by an option of other commands: the end of the error about it

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the words after the name of the command. Return the values and the unknown words, as argparse does.

        If the first word names an action, the parser of this action reads the words after it. If not, this parser reads
        all words, and an unknown word is an error.
        """
        if args and args[0] in self.actions:
            return self.actions[args[0]].parse_known_args(args[1:], namespace)
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:  # argparse itself would show the usage of `arena`
            options = [word.partition("=")[0] for word in unknown if word.startswith("--")]
            near = "".join(self.hints.get(option) or guess(option, self._option_string_actions) for option in options)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{near}")
        return found, unknown


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], *, about: str, examples: Sequence[str]
) -> argparse.ArgumentParser:
    """Add a command, and return its parser. Its help has the description `about` and the list `examples`.

    Each example is a command line that works as it is.
    """
    parser = commands.add_parser(
        name,
        help=first_words(about),
        description=about,
        epilog="examples:\n" + "\n".join(f"  {example}" for example in examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options `--game`, which names a game, and `--option`, which sets one of its rules options."""
    parser.add_argument("--game", metavar="GAME", help=f"which game (default: {USUAL_GAME})")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a rules option, as auto_resolve=off; may be given several times",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option `--json` to a parser: with it, a command prints its result as JSON."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_remote(parser: argparse.ArgumentParser, *, required: bool) -> None:
    """Add the option `--arena`, the address of a served arena, and the options for the token and TLS, to a parser."""
    group = parser.add_argument_group("a served arena")
    group.add_argument("--arena", metavar="HOST:PORT", required=required, help="ask this arena")
    group.add_argument("--token-file", metavar="FILE", help="where the token stands (default: ARENA_TOKEN)")
    group.add_argument("--ca", metavar="FILE", help="over TLS, trusting only this file's CA")
    group.add_argument("--tls", action="store_true", help="over TLS on this machine too, trusting public authorities")
    group.add_argument(
        "--plaintext", action="store_true", help="without TLS off this machine too: the token can be read on the way"
    )


def add_database(parser: argparse.ArgumentParser) -> None:
    """Add the option `--database`, which names the database of an arena."""
    parser.add_argument(
        "--database",
        metavar="ADDRESS",
        help=f"an SQLite file, or postgresql://USER:PASSWORD@HOST:PORT/NAME (default: {DATABASE} in the folder)",
    )


def database_of(args: argparse.Namespace) -> str | Path:
    """Return the address in `--database` as text; without it, the path of the database file in the folder `--data`."""
    return str(args.database) if args.database is not None else Path(args.data) / DATABASE


def read_options(rules: Rules, given: Sequence[str]) -> dict[str, Scalar]:
    """Return all rules options of a game as a dict from name to value. `given` has texts such as `auto_resolve=off`.

    Options that are not given have their default value.
    """
    texts: dict[str, Scalar] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"option {text!r}: expected NAME=VALUE, as {example(rules)}")
        texts[name] = value
    known = {setting.name: setting for setting in rules.options_schema}
    return rules.complete(
        {name: known[name].read(str(value)) if name in known else value for name, value in texts.items()}
    )


def example(rules: Rules) -> str:
    """Return an example of a rules option with a value, such as `auto_resolve=off`, for an error message."""
    for setting in rules.options_schema:
        return f"{setting.name}={spell_value(setting.values[-1])}"
    return "there is none in this game"


def game_and_options(args: argparse.Namespace, names: Sequence[str] = ()) -> tuple[Rules, dict[str, Scalar]]:
    """Return the rules of the game that the command line names, and a dict of the values of all its rules options.

    If an automaton (an opponent that a rulebook defines) is among the bots `names`, it defines the game and some of
    the options.
    """
    if not names:
        rules = rules_of(args.game or USUAL_GAME)
        return rules, read_options(rules, args.option)
    rules = game_of(args.game, names, USUAL_GAME)
    return rules, with_automaton(rules, read_options(rules, args.option), names)


def counting(minimum: int) -> Callable[[str], int]:
    """Return a function for argparse that reads a whole number. It raises an error if the number is below `minimum`."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number") from None
        if value < minimum:
            raise argparse.ArgumentTypeError(f"{text}: expected at least {minimum}")
        return value

    return number


def seat(text: str) -> int:
    """Return the number of the seat that a text names by its number or letter: 1 for `1`, and 1 for `B`."""
    if len(text) == 1 and text.upper() in SEATS:
        return SEATS.index(text.upper())
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected the letter of a seat, as A, or its number, from 0")
    return int(text)


def first_words(about: str) -> str:
    """Return a description up to its first colon, semicolon or full stop, for the list of commands."""
    return about[0].lower() + re.split("[:;.]", about, maxsplit=1)[0][1:]
