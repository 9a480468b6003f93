"""Questions about who there is: authors, bots and their versions, tokens and invites, and what was done to them."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from arena.store.models import Audit, Author, Bot, Entrant, Invite, Token, Version
from arena.store.transaction import Transaction


def author_named(session: Session, name: str) -> Author | None:
    """The author of this name."""
    return session.exec(select(Author).where(Author.name == name)).first()


def bot_named(session: Session, name: str) -> Bot | None:
    """The bot of this name, however it is capitalised."""
    return session.exec(select(Bot).where(Bot.folded == name.casefold())).first()


def registered_bots(session: Session) -> Sequence[tuple[Bot, str | None]]:
    """All bots that somebody registered, with their authors' names, by name."""
    asked = select(Bot, Author.name).join(Author, isouter=True).where(col(Bot.registered)).order_by(col(Bot.folded))
    return session.exec(asked).all()


def author_of(session: Session, bot: Bot) -> str:
    """The name of a bot's author; empty for a bot without one."""
    return session.exec(select(Author.name).where(Author.id == bot.author_id)).first() or ""


def versions_of(session: Session, bot_ids: Iterable[int | None]) -> Sequence[Version]:
    """The versions of some bots, the newest first."""
    asked = select(Version).where(col(Version.bot_id).in_(list(bot_ids)))
    return session.exec(asked.order_by(col(Version.created).desc(), col(Version.id).desc())).all()


def version_named(session: Session, bot: Bot, name: str) -> Version | None:
    """The version of a bot that has this name."""
    return session.exec(select(Version).where(Version.bot_id == bot.id, Version.name == name)).first()


def names_of_entrants(session: Session, entrant_ids: Iterable[int]) -> dict[int, tuple[str, str]]:
    """What entrants are called now: bot and version."""
    asked = select(Entrant.id, Bot.name, Version.name).join(Version, col(Entrant.version_id) == Version.id)
    asked = asked.join(Bot, col(Version.bot_id) == Bot.id).where(col(Entrant.id).in_(list(entrant_ids)))
    return {key: (bot, version) for key, bot, version in session.exec(asked) if key is not None}


def bots_of_entrants(session: Session, entrant_ids: Iterable[int]) -> dict[int, tuple[str, bool]]:
    """Return what the bots of entrants are called now, and whether the entrant is a house bot."""
    asked = select(Entrant.id, Bot.name, Entrant.kind).join(Version, col(Entrant.version_id) == Version.id)
    asked = asked.join(Bot, col(Version.bot_id) == Bot.id).where(col(Entrant.id).in_(list(entrant_ids)))
    return {key: (bot, kind == "house") for key, bot, kind in session.exec(asked) if key is not None}


_BEARERS: Final = (
    "SELECT tokens.public, scope, label, tokens.created, used, revoked, bots.name, bots.state"
    " FROM tokens LEFT JOIN bots ON bots.id = bot_id WHERE "
)


def bearer(transaction: Transaction, hashed: str) -> Any:
    """The token whose secret has this hash, with what its bot is called and how it stands."""
    return transaction.row(_BEARERS + "hash = :hash", hash=hashed)


def bearers(transaction: Transaction, publics: Iterable[str]) -> list[Any]:
    """The tokens with these ids, likewise."""
    found = [transaction.row(_BEARERS + "tokens.public = :public", public=public) for public in publics]
    return [row for row in found if row is not None]


def withdrawn_versions(session: Session, bots: Iterable[str]) -> dict[tuple[str, str], str]:
    """The withdrawn versions of the bots of these names, and why each was."""
    asked = select(Bot.name, Version.name, Version.withdrawn).join(Version, col(Version.bot_id) == Bot.id)
    found = session.exec(asked.where(col(Bot.name).in_(list(bots)), col(Version.withdrawn) != ""))
    return {(bot, version): why for bot, version, why in found}


def token_called(session: Session, public: str) -> Token | None:
    """The token with this id."""
    return session.exec(select(Token).where(Token.public == public)).first()


def all_tokens(session: Session, bot: Bot | None = None) -> Sequence[Token]:
    """The tokens of a bot, or all; the newest first."""
    asked = select(Token).order_by(col(Token.id).desc())
    return session.exec(asked if bot is None else asked.where(Token.bot_id == bot.id)).all()


def names_of_bots(session: Session, bot_ids: Iterable[int | None]) -> dict[int | None, str]:
    """What bots are called now."""
    return dict(session.exec(select(Bot.id, Bot.name).where(col(Bot.id).in_(list(bot_ids)))).all())


def invite_with_hash(session: Session, hashed: str) -> Invite | None:
    """The invite whose code has this hash; nobody else spends it meanwhile."""
    return session.exec(select(Invite).where(Invite.hash == hashed).with_for_update()).first()


def invite_called(session: Session, public: str) -> Invite | None:
    """The invite with this id."""
    return session.exec(select(Invite).where(Invite.public == public)).first()


def all_invites(session: Session) -> Sequence[Invite]:
    """All invites, the newest first."""
    return session.exec(select(Invite).order_by(col(Invite.id).desc())).all()


def audit_lines(session: Session, target: str = "") -> Sequence[Audit]:
    """What was done to a target, or all that was done; the newest first."""
    asked = select(Audit).order_by(col(Audit.id).desc())
    return session.exec(asked.where(Audit.target == target) if target else asked).all()


def public_audit_lines(session: Session) -> Sequence[Audit]:
    """What was done that everybody may know, the oldest first."""
    return session.exec(select(Audit).where(is_public_act()).order_by(col(Audit.id))).all()


def is_public_act() -> ColumnElement[bool]:
    """Whether everybody may know of an act: what is done with tokens and invites concerns nobody but organisers."""
    return col(Audit.action).not_in(("CreateToken", "RevokeToken", "CreateInvite", "RevokeInvite"))
