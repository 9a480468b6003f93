"""A replay in a Jupyter notebook: an HTML frame that contains the whole replay file with its script."""

from html import escape
from typing import Final

from arena.replay.document import document

HEIGHT: Final = 760  # pixels of the frame


class ReplayFrame:
    """A record that a Jupyter notebook shows as a replay."""

    def __init__(self, record: bytes) -> None:
        self._record: Final = record

    def _repr_html_(self) -> str:
        """Return the replay in a sandboxed frame, which cannot access the notebook."""
        return (
            f'<iframe srcdoc="{escape(document(self._record))}" sandbox="allow-scripts allow-downloads" '
            f'title="Replay" width="100%" height="{HEIGHT}"></iframe>'
        )
