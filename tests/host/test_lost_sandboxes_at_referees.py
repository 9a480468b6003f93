"""A worker with sandboxes is lost while a referee has a match of its bot: real processes, a scheduler, PostgreSQL."""

import os
import signal

import pytest

from arena.cli import main
from tests.host.test_referees import all_there, assert_finished, back, played, referees
from tests.host.test_submitted_bots import BOT, MANIFEST
from tests.host.test_submitted_bots_on_a_cluster import CONNECTED, HERE, STARTS
from tests.sandbox.test_sandbox import needs_sandbox
from tests.server.wire import Server, bring, eventually
from tests.tasks.clusters import process, scheduler


@pytest.mark.slow
@needs_sandbox
def test_a_match_at_a_referee_goes_on_after_the_machine_of_its_bot_was_lost(postgresql, names, streams, tmp_path):
    folder, token = tmp_path / "bot", tmp_path / "token"
    folder.mkdir()
    (folder / "bot.toml").write_text(MANIFEST)
    (folder / "bot.py").write_text(BOT)
    with (
        scheduler() as (address, _),
        process("arena", "worker", "--cluster", address, "--sandboxes", "4", "--cache", str(tmp_path / "cache")),
        Server(
            tmp_path / "arena",
            *("--database", postgresql.new(), "--cluster", address, "--referees", "2", "--admin", "127.0.0.1:0"),
            *("--limit", "nonce_within=0.3", "--grace", "1"),
        ) as arena,
    ):
        arena.hear("is connected, with 4 sandboxes")
        all_there(arena)
        token.write_text(arena.bot(names[0]))
        assert main(["bot", "submit", str(folder), "--arena", arena.address, "--token-file", str(token)]) == 0
        eventually(lambda: names[0] in {each.entrant for each in arena.ask("ListAttendances").attendances})
        [opponent] = bring(arena, names[1], matches=1)
        streams.append(opponent)
        arena.match(*names[:2])
        offer = opponent.offer()
        assert offer.referee in referees(arena)
        seat = opponent.seat(offer)
        streams.append(seat)
        asked = played(seat, 3)
        os.kill(int(CONNECTED.findall("\n".join(arena.said))[-1]), signal.SIGKILL)
        assert seat.ending()[0] is None, "the referee cuts the opponent's stream"
        [again], [seat] = back(arena, [opponent], streams, [asked.number])
        assert again.match == offer.match
        same = seat.until("decision")
        assert (same.number, same.view, same.options) == (asked.number, asked.view, asked.options)
        seat.choose(same.number)
        assert_finished(arena, offer.match, seat.play_on())
        places = [place for line in arena.said for bot, place in STARTS.findall(line) if bot == names[0]]
        assert (len(places), places[0] == HERE) == (2, False)
        assert any("waits for a bot of a lost machine" in line for line in arena.said)
    assert "Traceback" not in "\n".join(arena.said)
