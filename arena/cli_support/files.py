"""Read and write files that the user names. An error is one clear line."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import ArenaError, UsageError


def read_bytes(path: str) -> bytes:
    """Return the bytes of a file. Raise UsageError if it cannot be read."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise UsageError(f"no such file: {path}") from None
    except IsADirectoryError:
        raise UsageError(f"{path} is a folder: expected a file") from None
    except OSError as reason:
        raise UsageError(f"{path} cannot be read: {reason.strerror}") from None


def read_text(path: str) -> str:
    """Return the text of a file. Raise UsageError if it cannot be read."""
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError:
        raise UsageError(f"{path} is no text: expected UTF-8") from None


def write_text(path: Path, text: str) -> None:
    """Write a text to a file. Raise UsageError if that is not possible."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as reason:
        raise UsageError(f"{path} cannot be written: {reason.strerror}") from None


def write_record(path: Path, record: bytes) -> None:
    """Write the record of a match to a file. Raise ArenaError if that is not possible."""
    try:
        path.write_bytes(record)
    except OSError as reason:
        raise ArenaError(f"{path} cannot be written: {reason.strerror}") from None


@contextmanager
def secret_file(path: Path) -> Iterator[Callable[[str], None]]:
    """Make a file that only its owner can read, and yield a function that writes a secret into it.

    Raise UsageError if the file cannot be made, or if it exists: the secret in it would be lost. If no secret is
    written, the file is removed.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise UsageError(f"{path} is there already: expected a new name for the token") from None
    except OSError as reason:
        raise UsageError(f"{path} cannot be written: {reason.strerror}") from None
    written = False

    def write(secret: str) -> None:
        nonlocal written
        file.write(f"{secret}\n")
        file.flush()
        written = True

    try:
        with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123 -- a descriptor
            yield write
    finally:
        if not written:
            path.unlink(missing_ok=True)
