"""Tests of the organiser's calls about the arena itself."""


def test_the_arena_says_what_it_plays(shared):
    answer = shared.ask("GetArena")
    assert answer.protocol == 1
    assert "cacao" in {game.game for game in answer.games}
    assert answer.start_time.seconds > 0
