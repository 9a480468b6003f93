"""`arena completion`: print a script with which bash or zsh complete the words of `arena`."""

import argparse
import shlex
from collections.abc import Iterator
from typing import Final

from arena.cli_support.args import CommandParser, Commands, command
from arena.cli_support.output import say

BASH: Final = """\
# Completion of arena for bash. In ~/.bashrc: source <(arena completion bash)
_arena() {
    local word=${COMP_WORDS[COMP_CWORD]} words
    case "${COMP_WORDS[*]:1:COMP_CWORD-1} " in
%s
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    [[ ${#COMPREPLY[@]} -gt 0 || $word == -* ]] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _arena arena
"""
ZSH: Final = """\
#compdef arena
# Completion of arena for zsh. In ~/.zshrc, after compinit: source <(arena completion zsh)
_arena() {
    local -a found
    case "${words[2,CURRENT-1]} " in
%s
    esac
    compadd -- $found
    [[ ${words[CURRENT]} == -* ]] || _files
}
compdef _arena arena
"""
LINES: Final = {"bash": "        {pattern}) words={words} ;;", "zsh": "        {pattern}) found=({words}) ;;"}


def add(commands: Commands) -> None:
    """Add the command `arena completion` with its arguments to the command line."""
    parser = command(
        commands,
        "completion",
        run,
        about="Print what makes a shell complete commands, actions and options: bash or zsh reads it at its start.",
        examples=["arena completion bash > ~/.arena-completion.bash", "arena completion zsh > ~/.arena-completion.zsh"],
    )
    parser.add_argument("shell", choices=["bash", "zsh"], help="the shell")


def run(args: argparse.Namespace) -> int:
    """Print the script for the completion of `arena` commands in a shell."""
    # The command line knows this module, so it is imported when it is used.
    from arena.cli import parser  # noqa: PLC0415

    line = LINES[args.shell]
    cases = [line.format(pattern=pattern(path), words=spelled(words, args.shell)) for path, words in tree(parser())]
    say({"bash": BASH, "zsh": ZSH}[args.shell] % "\n".join(cases))
    return 0


def pattern(path: tuple[str, ...]) -> str:
    """Return a shell pattern that matches each command line that begins with the words `path`."""
    return "".join(f"{shlex.quote(word)}\\ " for word in path) + "*"


def spelled(words: list[str], shell: str) -> str:
    """Return words in shell syntax: for bash one quoted text with all of them, for zsh a quoted text for each word."""
    return shlex.quote(" ".join(words)) if shell == "bash" else shlex.join(words)


def tree(parser: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield a pair for every command: its words, such as `bot` and `list`, and a list of the words that may follow.

    The longest commands come first, because the shell takes the first pattern that matches.
    """
    below = actions_of(parser)
    for name, action in below.items():
        yield from tree(action, (*path, name))
    options = [option for each in parser._actions for option in each.option_strings]  # noqa: SLF001 -- no public name
    choices = [str(choice) for each in parser._actions for choice in each.choices or ()]  # noqa: SLF001
    yield path, sorted({*below, *choices, *options})


def actions_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of the subcommands of a parser, as a dict from the name of a subcommand to its parser."""
    found = dict(parser.actions) if isinstance(parser, CommandParser) else {}
    for each in parser._actions:  # noqa: SLF001 -- argparse has no public name for it
        if isinstance(each, argparse._SubParsersAction):  # noqa: SLF001
            found.update(each.choices)
    return found
