"""`python -m tests.transcripts.write [NAME ...]`: hold the conversations and write them to docs/transcripts."""

import sys
import tempfile
from pathlib import Path

from tests.server.wire import Server
from tests.transcripts.conversations import CONVERSATIONS, QUICK, held
from tests.transcripts.recorder import document

FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"


def main(names):
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data), *QUICK)
        try:
            for name in names or CONVERSATIONS:
                each = CONVERSATIONS[name]
                text = document(name, each.about, each.chapter, held(server, name))
                (FOLDER / f"{name}.json").write_text(text)
                sys.stderr.write(f"{name}: {len(text)} characters\n")
        finally:
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
