"""A whole record in a notebook: a frame with the file that lasts in it, which has the script to step through."""

from html import escape
from typing import Final

from arena.replay.document import document

HEIGHT: Final = 760  # pixels of the frame


class ReplayFrame:
    """The positions of a record, one after the other, as a notebook shows them."""

    def __init__(self, record: bytes) -> None:
        self._record: Final = record

    def _repr_html_(self) -> str:
        """Return the replay in a frame of its own, which cannot reach the notebook."""
        return (
            f'<iframe srcdoc="{escape(document(self._record))}" sandbox="allow-scripts allow-downloads" '
            f'title="Replay" width="100%" height="{HEIGHT}"></iframe>'
        )
