from arena.protocol.v1 import common_pb2 as _common_pb2
from arena.protocol.v1 import games_pb2 as _games_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PlayRequest(_message.Message):
    __slots__ = ("join", "choice", "pong", "failed")
    JOIN_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    FAILED_FIELD_NUMBER: _ClassVar[int]
    join: Join
    choice: Choice
    pong: _common_pb2.Pong
    failed: Failed
    def __init__(self, join: _Optional[_Union[Join, _Mapping]] = ..., choice: _Optional[_Union[Choice, _Mapping]] = ..., pong: _Optional[_Union[_common_pb2.Pong, _Mapping]] = ..., failed: _Optional[_Union[Failed, _Mapping]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("start", "decision", "ping", "refused", "forfeited", "over", "ending")
    START_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    start: Start
    decision: Decision
    ping: _common_pb2.Ping
    refused: Refused
    forfeited: Forfeited
    over: Over
    ending: _common_pb2.Ending
    def __init__(self, start: _Optional[_Union[Start, _Mapping]] = ..., decision: _Optional[_Union[Decision, _Mapping]] = ..., ping: _Optional[_Union[_common_pb2.Ping, _Mapping]] = ..., refused: _Optional[_Union[Refused, _Mapping]] = ..., forfeited: _Optional[_Union[Forfeited, _Mapping]] = ..., over: _Optional[_Union[Over, _Mapping]] = ..., ending: _Optional[_Union[_common_pb2.Ending, _Mapping]] = ...) -> None: ...

class Join(_message.Message):
    __slots__ = ("ticket", "last_seen", "protocol")
    TICKET_FIELD_NUMBER: _ClassVar[int]
    LAST_SEEN_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    ticket: str
    last_seen: int
    protocol: int
    def __init__(self, ticket: _Optional[str] = ..., last_seen: _Optional[int] = ..., protocol: _Optional[int] = ...) -> None: ...

class Start(_message.Message):
    __slots__ = ("match", "game", "rules_version", "settings", "seat", "seats", "clock", "bot_seed", "fairness", "commitment", "lag_allowance_us", "round")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    BOT_SEED_FIELD_NUMBER: _ClassVar[int]
    FAIRNESS_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    LAG_ALLOWANCE_US_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    match: str
    game: str
    rules_version: int
    settings: _containers.RepeatedCompositeFieldContainer[_common_pb2.Setting]
    seat: int
    seats: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatHolder]
    clock: _common_pb2.TimeControl
    bot_seed: int
    fairness: _common_pb2.Fairness
    commitment: bytes
    lag_allowance_us: int
    round: str
    def __init__(self, match: _Optional[str] = ..., game: _Optional[str] = ..., rules_version: _Optional[int] = ..., settings: _Optional[_Iterable[_Union[_common_pb2.Setting, _Mapping]]] = ..., seat: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[_common_pb2.SeatHolder, _Mapping]]] = ..., clock: _Optional[_Union[_common_pb2.TimeControl, _Mapping]] = ..., bot_seed: _Optional[int] = ..., fairness: _Optional[_Union[_common_pb2.Fairness, str]] = ..., commitment: _Optional[bytes] = ..., lag_allowance_us: _Optional[int] = ..., round: _Optional[str] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("number", "view", "options", "clock", "events", "events_since", "last_timing", "forfeits", "again")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_SINCE_FIELD_NUMBER: _ClassVar[int]
    LAST_TIMING_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    AGAIN_FIELD_NUMBER: _ClassVar[int]
    number: int
    view: _games_pb2.View
    options: _containers.RepeatedCompositeFieldContainer[Option]
    clock: Clock
    events: _containers.RepeatedCompositeFieldContainer[_games_pb2.Event]
    events_since: int
    last_timing: Timing
    forfeits: _containers.RepeatedCompositeFieldContainer[_common_pb2.Forfeit]
    again: bool
    def __init__(self, number: _Optional[int] = ..., view: _Optional[_Union[_games_pb2.View, _Mapping]] = ..., options: _Optional[_Iterable[_Union[Option, _Mapping]]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_games_pb2.Event, _Mapping]]] = ..., events_since: _Optional[int] = ..., last_timing: _Optional[_Union[Timing, _Mapping]] = ..., forfeits: _Optional[_Iterable[_Union[_common_pb2.Forfeit, _Mapping]]] = ..., again: bool = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("index", "text", "move")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    index: int
    text: str
    move: _games_pb2.Move
    def __init__(self, index: _Optional[int] = ..., text: _Optional[str] = ..., move: _Optional[_Union[_games_pb2.Move, _Mapping]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("remaining_us", "limit_us")
    REMAINING_US_FIELD_NUMBER: _ClassVar[int]
    LIMIT_US_FIELD_NUMBER: _ClassVar[int]
    remaining_us: _containers.RepeatedScalarFieldContainer[int]
    limit_us: int
    def __init__(self, remaining_us: _Optional[_Iterable[int]] = ..., limit_us: _Optional[int] = ...) -> None: ...

class Timing(_message.Message):
    __slots__ = ("think_us", "transport_us", "stall_us", "lag_credit_us", "charged_us", "held_us", "lag_budget_us")
    THINK_US_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_US_FIELD_NUMBER: _ClassVar[int]
    STALL_US_FIELD_NUMBER: _ClassVar[int]
    LAG_CREDIT_US_FIELD_NUMBER: _ClassVar[int]
    CHARGED_US_FIELD_NUMBER: _ClassVar[int]
    HELD_US_FIELD_NUMBER: _ClassVar[int]
    LAG_BUDGET_US_FIELD_NUMBER: _ClassVar[int]
    think_us: int
    transport_us: int
    stall_us: int
    lag_credit_us: int
    charged_us: int
    held_us: int
    lag_budget_us: int
    def __init__(self, think_us: _Optional[int] = ..., transport_us: _Optional[int] = ..., stall_us: _Optional[int] = ..., lag_credit_us: _Optional[int] = ..., charged_us: _Optional[int] = ..., held_us: _Optional[int] = ..., lag_budget_us: _Optional[int] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("number", "index")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    number: int
    index: int
    def __init__(self, number: _Optional[int] = ..., index: _Optional[int] = ...) -> None: ...

class Failed(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class Refused(_message.Message):
    __slots__ = ("number", "index", "taken", "text")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    number: int
    index: int
    taken: int
    text: str
    def __init__(self, number: _Optional[int] = ..., index: _Optional[int] = ..., taken: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class Forfeited(_message.Message):
    __slots__ = ("reason", "number", "text")
    REASON_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    reason: _common_pb2.ForfeitReason
    number: int
    text: str
    def __init__(self, reason: _Optional[_Union[_common_pb2.ForfeitReason, str]] = ..., number: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class Over(_message.Message):
    __slots__ = ("reason", "result", "forfeits", "head", "record", "decisions", "times")
    REASON_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    TIMES_FIELD_NUMBER: _ClassVar[int]
    reason: _common_pb2.EndReason
    result: _common_pb2.Result
    forfeits: _containers.RepeatedCompositeFieldContainer[_common_pb2.Forfeit]
    head: bytes
    record: str
    decisions: int
    times: _containers.RepeatedCompositeFieldContainer[SeatTime]
    def __init__(self, reason: _Optional[_Union[_common_pb2.EndReason, str]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., forfeits: _Optional[_Iterable[_Union[_common_pb2.Forfeit, _Mapping]]] = ..., head: _Optional[bytes] = ..., record: _Optional[str] = ..., decisions: _Optional[int] = ..., times: _Optional[_Iterable[_Union[SeatTime, _Mapping]]] = ...) -> None: ...

class SeatTime(_message.Message):
    __slots__ = ("think_us", "transport_us", "stall_us")
    THINK_US_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_US_FIELD_NUMBER: _ClassVar[int]
    STALL_US_FIELD_NUMBER: _ClassVar[int]
    think_us: int
    transport_us: int
    stall_us: int
    def __init__(self, think_us: _Optional[int] = ..., transport_us: _Optional[int] = ..., stall_us: _Optional[int] = ...) -> None: ...
