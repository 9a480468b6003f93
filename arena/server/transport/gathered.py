"""Join lines into one message: many small messages between processes of the arena cost more than a large one."""

from typing import Final

ROOM: Final = 32 << 10  # bytes of lines in a message; a longer line has a message of its own
END_OF_LINE: Final = b"\n"


class GatheredLines:
    """A message that is not sent yet, and to which further lines can be added."""

    def __init__(self, line: bytes) -> None:
        self._lines: Final = [line]
        self._size = len(line)

    def takes(self, line: bytes) -> bool:
        """Add a line and return True. Return False if the message has no room for the line."""
        if self._size + len(line) > ROOM:
            return False
        self._lines.append(line)
        self._size += len(line)
        return True

    def message(self) -> bytes:
        """Return the bytes of the message: all lines that were added, with a line break between each two."""
        return END_OF_LINE.join(self._lines)


def lines_in(message: bytes) -> list[bytes]:
    """Return a list of the lines in a message that `GatheredLines` has made, each as bytes."""
    return message.split(END_OF_LINE)
