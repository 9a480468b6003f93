"""The arrays of numbers of the rules: from librt, and from Python where librt cannot be imported."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from mypy_extensions import i64, u8

from arena.games import GAMES
from arena.games.conformance import games_digest
from arena.games.vecs import ArrayVec, vec

ROOT = Path(__file__).parents[2]
FEW = 1  # games of each variant

# Finds the sources of the arena, though compiled modules may lie beside them.
INTERPRETED = """
import json, sys
from importlib.machinery import FileFinder, SourceFileLoader

class Sources:
    def find_spec(name, path=None, target=None):
        if name.startswith("arena."):
            found = (FileFinder(each, (SourceFileLoader, [".py"])).find_spec(name) for each in path)
            return next(filter(None, found), None)

sys.meta_path.insert(0, Sources)
if sys.argv[1] == "without librt":
    sys.modules["librt.vecs"] = None
from arena.games import GAMES, game
from arena.games.conformance import games_digest
from arena.games.vecs import vec
digests = {name: games_digest(rules, games=int(sys.argv[2])) for name, rules in GAMES.items()}
print(json.dumps([game.__file__, vec.__name__, digests]))
"""


@pytest.mark.parametrize(("way", "used"), [("with librt", "vec"), ("without librt", "ArrayVec")])
def test_games_are_played_alike_interpreted(way, used):
    ask = [sys.executable, "-c", INTERPRETED, way, str(FEW)]
    file, name, digests = json.loads(subprocess.run(ask, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    assert (Path(file).suffix, name) == (".py", used)
    assert digests == {name: games_digest(rules, games=FEW) for name, rules in GAMES.items()}


@pytest.mark.parametrize("arrays", [vec, ArrayVec])
@pytest.mark.parametrize(("item", "wrong"), [(u8, (-1, 256)), (i64, (-(1 << 63) - 1, 1 << 63))])
def test_a_number_that_an_array_cannot_hold_is_refused(arrays, item, wrong):
    numbers = arrays[item]([7, 8])
    for number in wrong:
        with pytest.raises(OverflowError):
            numbers[0] = number
    assert list(numbers) == [7, 8]


@pytest.mark.parametrize("arrays", [vec, ArrayVec])
def test_a_copy_of_an_array_is_independent(arrays):
    numbers = arrays[i64]([1, 2, 3])
    copy = numbers[:]
    copy[-1] = 9
    assert (list(numbers), list(copy)) == ([1, 2, 3], [1, 2, 9])
