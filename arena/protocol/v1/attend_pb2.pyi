from arena.protocol.v1 import common_pb2 as _common_pb2
from arena.protocol.v1 import play_pb2 as _play_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Feature(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FEATURE_UNSPECIFIED: _ClassVar[Feature]
    FEATURE_LAG_BUDGET: _ClassVar[Feature]

class OptionForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPTION_FORM_UNSPECIFIED: _ClassVar[OptionForm]
    OPTION_FORM_TYPED: _ClassVar[OptionForm]
    OPTION_FORM_TEXT: _ClassVar[OptionForm]
    OPTION_FORM_BOTH: _ClassVar[OptionForm]

class NoticeKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NOTICE_KIND_UNSPECIFIED: _ClassVar[NoticeKind]
    NOTICE_KIND_INFO: _ClassVar[NoticeKind]
    NOTICE_KIND_WARNING: _ClassVar[NoticeKind]
    NOTICE_KIND_GAME_NOT_OFFERED: _ClassVar[NoticeKind]
    NOTICE_KIND_ADMISSION: _ClassVar[NoticeKind]
    NOTICE_KIND_SUPERSEDED: _ClassVar[NoticeKind]
    NOTICE_KIND_MATCH_CHANGED: _ClassVar[NoticeKind]
    NOTICE_KIND_SHUTDOWN: _ClassVar[NoticeKind]
FEATURE_UNSPECIFIED: Feature
FEATURE_LAG_BUDGET: Feature
OPTION_FORM_UNSPECIFIED: OptionForm
OPTION_FORM_TYPED: OptionForm
OPTION_FORM_TEXT: OptionForm
OPTION_FORM_BOTH: OptionForm
NOTICE_KIND_UNSPECIFIED: NoticeKind
NOTICE_KIND_INFO: NoticeKind
NOTICE_KIND_WARNING: NoticeKind
NOTICE_KIND_GAME_NOT_OFFERED: NoticeKind
NOTICE_KIND_ADMISSION: NoticeKind
NOTICE_KIND_SUPERSEDED: NoticeKind
NOTICE_KIND_MATCH_CHANGED: NoticeKind
NOTICE_KIND_SHUTDOWN: NoticeKind

class AttendRequest(_message.Message):
    __slots__ = ("hello", "nonce", "drain", "pong")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    DRAIN_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    nonce: Nonce
    drain: Drain
    pong: _common_pb2.Pong
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., nonce: _Optional[_Union[Nonce, _Mapping]] = ..., drain: _Optional[_Union[Drain, _Mapping]] = ..., pong: _Optional[_Union[_common_pb2.Pong, _Mapping]] = ...) -> None: ...

class AttendResponse(_message.Message):
    __slots__ = ("welcome", "ping", "round", "nonces", "offer", "withdrawal", "result", "block", "round_secret", "notice", "ending")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    NONCES_FIELD_NUMBER: _ClassVar[int]
    OFFER_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWAL_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    ROUND_SECRET_FIELD_NUMBER: _ClassVar[int]
    NOTICE_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    ping: _common_pb2.Ping
    round: Round
    nonces: Nonces
    offer: Offer
    withdrawal: Withdrawal
    result: ResultNotice
    block: BlockDisclosure
    round_secret: RoundDisclosure
    notice: Notice
    ending: _common_pb2.Ending
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., ping: _Optional[_Union[_common_pb2.Ping, _Mapping]] = ..., round: _Optional[_Union[Round, _Mapping]] = ..., nonces: _Optional[_Union[Nonces, _Mapping]] = ..., offer: _Optional[_Union[Offer, _Mapping]] = ..., withdrawal: _Optional[_Union[Withdrawal, _Mapping]] = ..., result: _Optional[_Union[ResultNotice, _Mapping]] = ..., block: _Optional[_Union[BlockDisclosure, _Mapping]] = ..., round_secret: _Optional[_Union[RoundDisclosure, _Mapping]] = ..., notice: _Optional[_Union[Notice, _Mapping]] = ..., ending: _Optional[_Union[_common_pb2.Ending, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol", "version", "games", "matches_at_once", "option_form", "client", "features")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    OPTION_FORM_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    version: str
    games: _containers.RepeatedCompositeFieldContainer[_common_pb2.GameSupport]
    matches_at_once: int
    option_form: OptionForm
    client: str
    features: _containers.RepeatedScalarFieldContainer[Feature]
    def __init__(self, protocol: _Optional[int] = ..., version: _Optional[str] = ..., games: _Optional[_Iterable[_Union[_common_pb2.GameSupport, _Mapping]]] = ..., matches_at_once: _Optional[int] = ..., option_form: _Optional[_Union[OptionForm, str]] = ..., client: _Optional[str] = ..., features: _Optional[_Iterable[_Union[Feature, str]]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol", "server", "entrant", "version", "admission", "games", "matches_at_once", "ping_interval_us", "ping_timeout_us", "max_message_bytes", "max_messages_per_second", "returns_per_minute", "features")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    SERVER_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ADMISSION_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    PING_INTERVAL_US_FIELD_NUMBER: _ClassVar[int]
    PING_TIMEOUT_US_FIELD_NUMBER: _ClassVar[int]
    MAX_MESSAGE_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_MESSAGES_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    RETURNS_PER_MINUTE_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    server: str
    entrant: str
    version: str
    admission: _common_pb2.Admission
    games: _containers.RepeatedCompositeFieldContainer[_common_pb2.GameSupport]
    matches_at_once: int
    ping_interval_us: int
    ping_timeout_us: int
    max_message_bytes: int
    max_messages_per_second: int
    returns_per_minute: int
    features: _containers.RepeatedScalarFieldContainer[Feature]
    def __init__(self, protocol: _Optional[int] = ..., server: _Optional[str] = ..., entrant: _Optional[str] = ..., version: _Optional[str] = ..., admission: _Optional[_Union[_common_pb2.Admission, str]] = ..., games: _Optional[_Iterable[_Union[_common_pb2.GameSupport, _Mapping]]] = ..., matches_at_once: _Optional[int] = ..., ping_interval_us: _Optional[int] = ..., ping_timeout_us: _Optional[int] = ..., max_message_bytes: _Optional[int] = ..., max_messages_per_second: _Optional[int] = ..., returns_per_minute: _Optional[int] = ..., features: _Optional[_Iterable[_Union[Feature, str]]] = ...) -> None: ...

class Round(_message.Message):
    __slots__ = ("round", "tournament", "secret_digest", "nonce_within_us")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    SECRET_DIGEST_FIELD_NUMBER: _ClassVar[int]
    NONCE_WITHIN_US_FIELD_NUMBER: _ClassVar[int]
    round: str
    tournament: str
    secret_digest: bytes
    nonce_within_us: int
    def __init__(self, round: _Optional[str] = ..., tournament: _Optional[str] = ..., secret_digest: _Optional[bytes] = ..., nonce_within_us: _Optional[int] = ...) -> None: ...

class Nonce(_message.Message):
    __slots__ = ("round", "nonce")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    round: str
    nonce: bytes
    def __init__(self, round: _Optional[str] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class Nonces(_message.Message):
    __slots__ = ("round", "nonces")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    NONCES_FIELD_NUMBER: _ClassVar[int]
    round: str
    nonces: _containers.RepeatedCompositeFieldContainer[EntrantNonce]
    def __init__(self, round: _Optional[str] = ..., nonces: _Optional[_Iterable[_Union[EntrantNonce, _Mapping]]] = ...) -> None: ...

class EntrantNonce(_message.Message):
    __slots__ = ("entrant", "version", "nonce")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    entrant: str
    version: str
    nonce: bytes
    def __init__(self, entrant: _Optional[str] = ..., version: _Optional[str] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class Offer(_message.Message):
    __slots__ = ("match", "referee", "ticket", "join_within_us", "game", "rules_version", "settings", "seat", "seats", "clock", "fairness", "commitment", "round", "tournament", "returning")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    REFEREE_FIELD_NUMBER: _ClassVar[int]
    TICKET_FIELD_NUMBER: _ClassVar[int]
    JOIN_WITHIN_US_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    FAIRNESS_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    RETURNING_FIELD_NUMBER: _ClassVar[int]
    match: str
    referee: str
    ticket: str
    join_within_us: int
    game: str
    rules_version: int
    settings: _containers.RepeatedCompositeFieldContainer[_common_pb2.Setting]
    seat: int
    seats: int
    clock: _common_pb2.TimeControl
    fairness: _common_pb2.Fairness
    commitment: bytes
    round: str
    tournament: str
    returning: bool
    def __init__(self, match: _Optional[str] = ..., referee: _Optional[str] = ..., ticket: _Optional[str] = ..., join_within_us: _Optional[int] = ..., game: _Optional[str] = ..., rules_version: _Optional[int] = ..., settings: _Optional[_Iterable[_Union[_common_pb2.Setting, _Mapping]]] = ..., seat: _Optional[int] = ..., seats: _Optional[int] = ..., clock: _Optional[_Union[_common_pb2.TimeControl, _Mapping]] = ..., fairness: _Optional[_Union[_common_pb2.Fairness, str]] = ..., commitment: _Optional[bytes] = ..., round: _Optional[str] = ..., tournament: _Optional[str] = ..., returning: bool = ...) -> None: ...

class Withdrawal(_message.Message):
    __slots__ = ("match", "text")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    match: str
    text: str
    def __init__(self, match: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class ResultNotice(_message.Message):
    __slots__ = ("match", "seat", "reason", "result", "forfeits", "head", "record")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    match: str
    seat: int
    reason: _common_pb2.EndReason
    result: _common_pb2.Result
    forfeits: _containers.RepeatedCompositeFieldContainer[_common_pb2.Forfeit]
    head: bytes
    record: str
    def __init__(self, match: _Optional[str] = ..., seat: _Optional[int] = ..., reason: _Optional[_Union[_common_pb2.EndReason, str]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., forfeits: _Optional[_Iterable[_Union[_common_pb2.Forfeit, _Mapping]]] = ..., head: _Optional[bytes] = ..., record: _Optional[str] = ...) -> None: ...

class BlockDisclosure(_message.Message):
    __slots__ = ("round", "number", "seed", "matches")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    round: str
    number: int
    seed: bytes
    matches: _containers.RepeatedCompositeFieldContainer[MatchSalt]
    def __init__(self, round: _Optional[str] = ..., number: _Optional[int] = ..., seed: _Optional[bytes] = ..., matches: _Optional[_Iterable[_Union[MatchSalt, _Mapping]]] = ...) -> None: ...

class MatchSalt(_message.Message):
    __slots__ = ("match", "salt")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    match: str
    salt: bytes
    def __init__(self, match: _Optional[str] = ..., salt: _Optional[bytes] = ...) -> None: ...

class RoundDisclosure(_message.Message):
    __slots__ = ("round", "secret")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    round: str
    secret: bytes
    def __init__(self, round: _Optional[str] = ..., secret: _Optional[bytes] = ...) -> None: ...

class Notice(_message.Message):
    __slots__ = ("kind", "text", "match", "within_us")
    KIND_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    WITHIN_US_FIELD_NUMBER: _ClassVar[int]
    kind: NoticeKind
    text: str
    match: str
    within_us: int
    def __init__(self, kind: _Optional[_Union[NoticeKind, str]] = ..., text: _Optional[str] = ..., match: _Optional[str] = ..., within_us: _Optional[int] = ...) -> None: ...

class Drain(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
