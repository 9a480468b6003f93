"""A rules version never changes its behaviour, compiled or not."""

import pytest

from arena.games.conformance import games_digest
from tests.games.digests import GAMES_KEPT, digest, kept
from tests.games.tiny.rules import HAUL, TINY, Sea, TinyRules

TO_KEEP = "python -m tests.games.digests keeps it"


@pytest.mark.parametrize("name", GAMES_KEPT)
def test_random_games_give_the_stored_digest_of_the_rules_version(name):
    rules = GAMES_KEPT[name]
    versions = kept().get(name, {})
    version = str(rules.version)
    assert version in versions, f"no digest is kept for {name} {version}: {TO_KEEP}"
    changed = f"{name} {version} plays differently than it did; if that is meant, the rules need a new version"
    assert digest(rules) == versions[version], f"{changed}, and {TO_KEEP}"


def test_a_digest_is_the_same_however_often_it_is_made():
    assert games_digest(TINY, games=5) == games_digest(TINY, games=5)


def test_a_digest_changes_with_the_number_of_games():
    assert games_digest(TINY, games=5) != games_digest(TINY, games=6)


def test_a_digest_changes_when_a_rule_does():
    class Generous(Sea):
        def apply(self, option):
            seat = self.to_move if self.asking is HAUL else None
            super().apply(option)
            if seat is not None and self.turn == 1:
                self.catch[seat][0] += 1

    changed = type("Changed", (TinyRules,), {"state": Generous})()
    assert games_digest(changed, games=1) != games_digest(TINY, games=1)
