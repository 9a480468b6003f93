"""Queries about identities: authors, bots and their versions, tokens and invites, and the actions of organisers."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, func, update
from sqlmodel import Session, col, or_, select

from arena.server.access.accounts import BotState, Scope
from arena.store.db.transaction import Transaction
from arena.store.sql.inserts import key_of
from arena.store.sql.match_queries import AT_ONCE, listed
from arena.store.tables import AuditRow, AuthorRow, BotRow, EntrantRow, InviteRow, TokenRow, VersionRow


def author_named(session: Session, name: str) -> AuthorRow | None:
    """Return the author of this name; None if there is none."""
    return session.exec(select(AuthorRow).where(AuthorRow.name == name)).first()


def bot_named(session: Session, name: str) -> BotRow | None:
    """Return the bot of this name, in any letter case; None if there is none."""
    return session.exec(select(BotRow).where(BotRow.folded == name.casefold())).first()


def registered_bots(session: Session) -> Sequence[tuple[BotRow, str | None]]:
    """Return all registered bots, each with its author's name (None if it has no author), sorted by the bot's name."""
    asked = (
        select(BotRow, AuthorRow.name)
        .join(AuthorRow, isouter=True)
        .where(col(BotRow.registered))
        .order_by(col(BotRow.folded))
    )
    return session.exec(asked).all()


def newest_names(session: Session, most: int) -> Sequence[str]:
    """Return the names of the newest registered bots that are not deleted, `most` at most."""
    asked = select(BotRow.name).where(col(BotRow.registered), col(BotRow.state) != "deleted")
    return session.exec(asked.order_by(col(BotRow.id).desc()).limit(most)).all()


def bots_of_authors(session: Session) -> Sequence[tuple[BotRow, str | None]]:
    """Return all bots that are registered or have an author, each with the author's name or None.

    They are sorted by the bot's name.
    """
    asked = select(BotRow, AuthorRow.name).join(AuthorRow, isouter=True)
    asked = asked.where(or_(col(BotRow.registered), col(BotRow.author_id).is_not(None)))
    return session.exec(asked.order_by(col(BotRow.folded))).all()


def author_of(session: Session, bot: BotRow) -> str:
    """Return the name of a bot's author; empty for a bot without one."""
    return session.exec(select(AuthorRow.name).where(AuthorRow.id == bot.author_id)).first() or ""


def versions_of(session: Session, bot_ids: Iterable[int | None]) -> Sequence[VersionRow]:
    """Return the versions of some bots, the newest first."""
    asked = select(VersionRow).where(col(VersionRow.bot_id).in_(list(bot_ids)))
    return session.exec(asked.order_by(col(VersionRow.created).desc(), col(VersionRow.id).desc())).all()


def version_named(session: Session, bot: BotRow, name: str) -> VersionRow | None:
    """Return the version of a bot that has this name; None if there is none."""
    return session.exec(select(VersionRow).where(VersionRow.bot_id == bot.id, VersionRow.name == name)).first()


def set_departed(session: Session, now: float) -> None:
    """Store `now` as the time of disconnection of all versions of bots that are stored as connected."""
    session.execute(update(VersionRow).where(col(VersionRow.departed).is_(None)).values(departed=now))


def names_of_entrants(session: Session, entrant_ids: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Return a dict from the key of each entrant to the present name of its bot and the name of its version."""
    asked = select(EntrantRow.id, BotRow.name, VersionRow.name).join(
        VersionRow, col(EntrantRow.version_id) == VersionRow.id
    )
    asked = asked.join(BotRow, col(VersionRow.bot_id) == BotRow.id).where(col(EntrantRow.id).in_(list(entrant_ids)))
    return {key: (bot, version) for key, bot, version in session.exec(asked) if key is not None}


def bots_of_entrants(session: Session, entrant_ids: Iterable[int]) -> dict[int, tuple[str, bool]]:
    """Return a dict from the key of each entrant to its bot's present name, paired with True for a house bot."""
    asked = select(EntrantRow.id, BotRow.name, EntrantRow.kind).join(
        VersionRow, col(EntrantRow.version_id) == VersionRow.id
    )
    asked = asked.join(BotRow, col(VersionRow.bot_id) == BotRow.id).where(col(EntrantRow.id).in_(list(entrant_ids)))
    return {key: (bot, kind == "house") for key, bot, kind in session.exec(asked) if key is not None}


def entrant_key(transaction: Transaction, folded: str, version: str, kind: str) -> int | None:
    """Return the primary key of the entrant for this version of a bot; None if it is not stored.

    `folded` is the bot's name in lower case. `kind` is "bot", "house" or "automaton".
    """
    found = transaction.row(
        "SELECT entrants.id FROM bots JOIN versions ON bot_id = bots.id JOIN entrants ON version_id = versions.id"
        " WHERE folded = :folded AND versions.name = :version AND kind = :kind",
        folded=folded,
        version=version,
        kind=kind,
    )
    return key_of(found)


def bot_key(transaction: Transaction, folded: str) -> int | None:
    """Return the primary key of the bot with this name, given in lower case; None if there is none."""
    return key_of(transaction.row("SELECT id FROM bots WHERE folded = :folded", folded=folded))


def version_key(transaction: Transaction, bot_id: int, name: str) -> int | None:
    """Return the primary key of the version of a bot that has this name; None if there is none."""
    asked = "SELECT id FROM versions WHERE bot_id = :bot_id AND name = :name"
    return key_of(transaction.row(asked, bot_id=bot_id, name=name))


class Bearer(NamedTuple):
    """A token with the name and the state of its bot."""

    token: str
    scope: Scope
    label: str
    created: float
    used: float | None
    revoked: float | None
    bot: str | None
    bot_state: BotState | None


_BEARERS: Final = (
    "SELECT tokens.public, scope, label, tokens.created, used, revoked, bots.name, bots.state"
    " FROM tokens LEFT JOIN bots ON bots.id = bot_id WHERE "
)


def bearer(transaction: Transaction, hashed: str) -> Bearer | None:
    """Return the token with this hash of its secret; None if there is none."""
    found = transaction.row(_BEARERS + "hash = :hash", hash=hashed)
    return None if found is None else Bearer(*found)


def bearers(transaction: Transaction, publics: Iterable[str]) -> list[Bearer]:
    """Return the tokens with these ids, each with the name and the state of its bot. Leave out unknown ids."""
    wanted, found = sorted(publics), []
    for some in range(0, len(wanted), AT_ONCE):
        names, values = listed(wanted[some : some + AT_ONCE])
        found += transaction.rows(f"{_BEARERS}tokens.public IN ({names})", **values)
    return [Bearer(*row) for row in found]


def bot_states(transaction: Transaction, bots: Iterable[str]) -> dict[str, BotState]:
    """Return a dict from name to state for the bots with these names. Leave out unknown names."""
    wanted, found = sorted(bots), []
    for some in range(0, len(wanted), AT_ONCE):
        names, values = listed(wanted[some : some + AT_ONCE])
        found += transaction.rows(f"SELECT name, state FROM bots WHERE name IN ({names})", **values)  # noqa: S608 -- names of values
    return dict(found)


def withdrawn_versions(transaction: Transaction, bots: Iterable[str]) -> dict[tuple[str, str], str]:
    """Return why versions of these bots were withdrawn: a dict from (bot, version) to the reason."""
    wanted, found = sorted(bots), []
    for some in range(0, len(wanted), AT_ONCE):
        names, values = listed(wanted[some : some + AT_ONCE])
        found += transaction.rows(
            "SELECT bots.name, versions.name, withdrawn FROM versions JOIN bots ON bots.id = bot_id"  # noqa: S608 -- names of values
            f" WHERE withdrawn <> '' AND bots.name IN ({names})",
            **values,
        )
    return {(bot, version): why for bot, version, why in found}


def token_called(session: Session, public: str) -> TokenRow | None:
    """Return the token with this id; None if there is none."""
    return session.exec(select(TokenRow).where(TokenRow.public == public)).first()


def token_to_hold(session: Session, public: str) -> TokenRow | None:
    """Return the token with this id; None if there is none. Lock it until this transaction ends."""
    return session.exec(select(TokenRow).where(TokenRow.public == public).with_for_update()).first()


def tokens_made_with(session: Session, public: str) -> Sequence[TokenRow]:
    """Return the tokens that were made with the token of this id. Lock them until this transaction ends."""
    return session.exec(select(TokenRow).where(TokenRow.parent == public).with_for_update()).all()


def invites_made_with(session: Session, public: str) -> Sequence[InviteRow]:
    """Return the invites that were made with the token of this id. Lock them until this transaction ends."""
    return session.exec(select(InviteRow).where(InviteRow.parent == public).with_for_update()).all()


def live_tokens(session: Session, bot: BotRow) -> int:
    """Return how many valid tokens a bot has. Lock the bot, so that no other transaction adds a token meanwhile."""
    session.exec(select(BotRow.id).where(BotRow.id == bot.id).with_for_update()).one()
    asked = select(func.count(col(TokenRow.id))).where(TokenRow.bot_id == bot.id, col(TokenRow.revoked).is_(None))
    return session.exec(asked).one()


def all_tokens(session: Session, bot: BotRow | None = None) -> Sequence[TokenRow]:
    """Return the tokens of a bot, or of all bots; newest first."""
    asked = select(TokenRow).order_by(col(TokenRow.id).desc())
    return session.exec(asked if bot is None else asked.where(TokenRow.bot_id == bot.id)).all()


def names_of_bots(session: Session, bot_ids: Iterable[int | None]) -> dict[int | None, str]:
    """Return a dict from the key of each of these bots to its present name."""
    return dict(session.exec(select(BotRow.id, BotRow.name).where(col(BotRow.id).in_(list(bot_ids)))).all())


def invite_with_hash(session: Session, hashed: str) -> InviteRow | None:
    """Return the invite with this hash of its code; None if there is none. Lock it until this transaction ends."""
    return session.exec(select(InviteRow).where(InviteRow.hash == hashed).with_for_update()).first()


def invite_called(session: Session, public: str) -> InviteRow | None:
    """Return the invite with this id; None if there is none."""
    return session.exec(select(InviteRow).where(InviteRow.public == public)).first()


def all_invites(session: Session) -> Sequence[InviteRow]:
    """Return all invites, the newest first."""
    return session.exec(select(InviteRow).order_by(col(InviteRow.id).desc())).all()


def audit_lines(session: Session, target: str = "") -> Sequence[AuditRow]:
    """Return organisers' actions on a target (such as a bot or match), or all actions; the newest first."""
    asked = select(AuditRow).order_by(col(AuditRow.id).desc())
    return session.exec(asked.where(AuditRow.target == target) if target else asked).all()


def public_audit_lines(session: Session) -> Sequence[AuditRow]:
    """Return the public actions of organisers as rows, the oldest first."""
    return session.exec(select(AuditRow).where(is_public_act()).order_by(col(AuditRow.id))).all()


def is_public_act() -> ColumnElement[bool]:
    """Return the SQL condition for public actions: all except those on tokens and invites."""
    return col(AuditRow.action).not_in(("CreateToken", "RevokeToken", "CreateInvite", "RevokeInvite"))
