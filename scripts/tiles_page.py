"""Writes docs/tiles.md: every id that moves and boards name, with its line, from the tables of the games."""

from collections.abc import Iterator
from pathlib import Path

from leaderboard.tiles import GameTiles, TileKind, tiles

PAGE = Path(__file__).parents[1] / "docs" / "tiles.md"
HEAD = """# Tiles and ids

Look up here what a move or a board names by an id: `claim V24`, `technology TECH05`, `build P04 r1 on 2.0.1`. The
lines say how the usual rules options read a tile; [the rules](rules/teotihuacan.md) say it in full. Alike tiles
share an entry, and the arena writes its first id for all of them.

In Python the same entries are values, as any rules options read them:

```python
from arena.games import rules
from arena.games.chance import Deal

game = rules("teotihuacan")
print(game.explain("V08"))  # V08, Discovery tile: mask 5: sets of different masks score at every Eclipse; costs 1 wood
print(game.explain("R09", {"royal9_reading": "power"}))
print([entry.id for entry in game.catalogue() if entry.kind == "Royal tile"])
print(game.legend(game.new({}, 2, Deal.of(7)).view(0)))  # a line for each thing on a board
```

`arena show` prints the legend below the board, and the site of an arena has this page at `/tiles`.

<!-- From here on written by scripts/tiles_page.py from the tables of the games. -->
"""


def page() -> str:
    """Return the whole page, as Markdown."""
    return HEAD + "\n".join(line for game in tiles().games for line in of_game(game)) + "\n"


def of_game(game: GameTiles) -> Iterator[str]:
    """Yield the page's lines about a game: a table for each kind of tiles."""
    yield f"\n## {game.game.capitalize()}"
    for kind in game.kinds:
        yield from of_kind(kind)


def of_kind(kind: TileKind) -> Iterator[str]:
    """Yield the page's lines about a kind of tiles: a table."""
    yield f"\n### {kind.kind[:1].upper()}{kind.kind[1:]}s\n"
    yield from ("| id | what it is or does | in the box | alike |", "|---|---|---|---|")
    for tile in kind.tiles:
        also = ", ".join(f"`{name}`" for name in tile.also)
        yield f"| `{tile.id}` | {tile.text} | {tile.copies} | {also} |"


if __name__ == "__main__":
    from written_page import write_or_print

    write_or_print(__doc__, PAGE, page())
