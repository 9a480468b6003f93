"""The calls of the service Organiser about tokens and invites."""

from typing import Final

from google.protobuf.message import Message

from arena.errors import UsageError
from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.server.access.accounts import Invite, Scope, Token
from arena.server.access.door import Holder
from arena.server.arena import Arena
from arena.server.organiser.calls import CHANGING, OWN, READING, is_same, maybe, moment, paged, scoped, time_of
from arena.server.transport.bridge import Handler, Refused, Status

SCOPES: Final[dict[Scope, common_pb2.Scope]] = {
    "bot": common_pb2.SCOPE_BOT,
    "organiser": common_pb2.SCOPE_ORGANISER,
    "read": common_pb2.SCOPE_READ,
}


class TokenCalls:
    """Answers the Organiser calls about tokens and invites."""

    def __init__(self, arena: Arena) -> None:
        self.arena: Final = arena

    def methods(self) -> dict[str, Handler]:
        """Return a dict from the name of each call in this class to its gRPC handler."""
        pb, arena = organiser_pb2, self.arena
        return {
            "CreateToken": scoped(arena, pb.CreateTokenRequest, OWN, self.create_token),
            "ListTokens": scoped(arena, pb.ListTokensRequest, (*OWN, "read"), self.list_tokens),
            "RevokeToken": scoped(arena, pb.RevokeTokenRequest, OWN, self.revoke_token),
            "CreateInvite": scoped(arena, pb.CreateInviteRequest, CHANGING, self.create_invite),
            "ListInvites": scoped(arena, pb.ListInvitesRequest, READING, self.list_invites),
            "RevokeInvite": scoped(arena, pb.RevokeInviteRequest, CHANGING, self.revoke_invite),
        }

    async def create_token(self, holder: Holder, request: organiser_pb2.CreateTokenRequest) -> Message:
        """Make a token. A bot can make tokens only for itself."""
        scope = next((name for name, number in SCOPES.items() if number == request.scope), None)
        if scope is None:
            raise UsageError("scope: expected SCOPE_BOT, SCOPE_ORGANISER or SCOPE_READ")
        if holder.scope == "bot" and not (scope == "bot" and is_same(request.bot, holder.bot)):
            words = f"a bot makes tokens only for itself: expected SCOPE_BOT and {holder.bot}"
            raise Refused(Status.PERMISSION_DENIED, words)
        self.arena.door.makes_token(holder)
        made = await self.arena.accounts.create_token(scope, request.bot, request.label, holder.token)
        return organiser_pb2.CreateTokenResponse(token=token_message(made.token), token_secret=made.secret)

    async def list_tokens(self, holder: Holder, request: organiser_pb2.ListTokensRequest) -> Message:
        """Return one page of the tokens of a bot, or of all tokens. Their secrets are not included."""
        if holder.scope == "bot" and not is_same(request.bot, holder.bot):
            raise Refused(Status.PERMISSION_DENIED, f"a bot lists only its own tokens: expected {holder.bot}")
        tokens = await self.arena.accounts.tokens(request.bot)
        page, rest = paged(tokens, request.page_size, request.page_token)
        return organiser_pb2.ListTokensResponse(tokens=[token_message(each) for each in page], next_page_token=rest)

    async def revoke_token(self, holder: Holder, request: organiser_pb2.RevokeTokenRequest) -> Message:
        """Revoke a token, and end the streams that were opened with it."""
        token = await self.arena.accounts.token(request.id)
        if holder.scope == "bot" and (token is None or token.bot != holder.bot):
            raise Refused(Status.PERMISSION_DENIED, f"a bot revokes only its own tokens: expected one of {holder.bot}")
        revoked = await self.arena.accounts.revoke_token(request.id, holder.token, request.reason)
        await self.arena.look_at_accounts()
        return organiser_pb2.RevokeTokenResponse(token=token_message(revoked))

    async def create_invite(self, holder: Holder, request: organiser_pb2.CreateInviteRequest) -> Message:
        """Make an invite, and return it with its code."""
        expires = time_of(request.expire_time, "expire_time") if request.HasField("expire_time") else None
        invite, code = await self.arena.accounts.create_invite(request.label, request.uses, expires, holder.token)
        return organiser_pb2.CreateInviteResponse(invite=invite_message(invite), invite_code=code)

    async def list_invites(self, holder: Holder, request: organiser_pb2.ListInvitesRequest) -> Message:
        """Return one page of the invites."""
        page, rest = paged(await self.arena.accounts.invites(), request.page_size, request.page_token)
        return organiser_pb2.ListInvitesResponse(invites=[invite_message(each) for each in page], next_page_token=rest)

    async def revoke_invite(self, holder: Holder, request: organiser_pb2.RevokeInviteRequest) -> Message:
        """Revoke an invite, so that it can no longer be used to register bots."""
        invite = await self.arena.accounts.revoke_invite(request.id, holder.token, request.reason)
        return organiser_pb2.RevokeInviteResponse(invite=invite_message(invite))


# Messages --------------------------------------------------------------------------------------------------------


def token_message(token: Token) -> organiser_pb2.Token:
    """Return a token as a protocol message, without its secret."""
    return organiser_pb2.Token(
        id=token.id,
        scope=SCOPES[token.scope],
        bot=token.bot,
        label=token.label,
        create_time=moment(token.created),
        use_time=maybe(token.used),
        revoke_time=maybe(token.revoked),
    )


def invite_message(invite: Invite) -> organiser_pb2.Invite:
    """Return an invite as a protocol message, without its code."""
    return organiser_pb2.Invite(
        id=invite.id,
        label=invite.label,
        uses_left=invite.uses_left,
        expire_time=maybe(invite.expires),
        revoke_time=maybe(invite.revoked),
    )
