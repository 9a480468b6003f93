"""Reading what the user names, with one clear line where that is not possible."""

from pathlib import Path

from arena.errors import UsageError


def read_bytes(path: str) -> bytes:
    """What is in a file."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise UsageError(f"no such file: {path}") from None
    except IsADirectoryError:
        raise UsageError(f"{path} is a folder: expected a file") from None
    except OSError as reason:
        raise UsageError(f"{path} cannot be read: {reason.strerror}") from None


def read_text(path: str) -> str:
    """The text in a file."""
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError:
        raise UsageError(f"{path} is no text: expected UTF-8") from None
