"""Statements about matches that workers have played. Each function takes the values of many rows."""

from collections.abc import Sequence

from arena.store.db.transaction import Transaction, Values


def set_finished(transaction: Transaction, values: Sequence[Values]) -> None:
    """Mark matches as finished, and store their results, their pools and the times of their starts and ends."""
    transaction.put(
        "UPDATE matches SET state = 'finished', started = :started, ended = :ended, pool_id = :pool_id,"
        " settings = :settings, commitment = :commitment, reason = :reason, turns = :turns, ledger = :ledger,"
        " pairs = :pairs, head = :head WHERE id = :id",
        *values,
    )


def set_seats_finished(transaction: Transaction, values: Sequence[Values]) -> None:
    """Store the results of seats in finished matches."""
    transaction.put(
        "UPDATE seats SET placement = :placement, score = :score, forfeit = :forfeit, forfeit_turn = :forfeit_turn,"
        " decisions = :decisions, think_us = :think_us, transport_us = :transport_us, stall_us = :stall_us,"
        " held_us = :held_us, credit_us = :credit_us WHERE match_id = :match_id AND seat = :seat",
        *values,
    )


def insert_records(transaction: Transaction, values: Sequence[Values]) -> None:
    """Insert records of matches."""
    transaction.put("INSERT INTO records (match_id, size, data) VALUES (:match_id, :size, :data)", *values)


def disclose(transaction: Transaction, values: Sequence[Values]) -> None:
    """Store the seeds from which the deals of blocks follow, and mark the deals as public."""
    transaction.put("UPDATE blocks SET seed = :seed, disclosed = TRUE WHERE id = :id", *values)
