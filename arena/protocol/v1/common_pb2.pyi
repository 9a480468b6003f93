from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EndingReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENDING_REASON_UNSPECIFIED: _ClassVar[EndingReason]
    ENDING_REASON_DONE: _ClassVar[EndingReason]
    ENDING_REASON_REPLACED: _ClassVar[EndingReason]
    ENDING_REASON_BROKEN: _ClassVar[EndingReason]
    ENDING_REASON_PROTOCOL_VERSION: _ClassVar[EndingReason]
    ENDING_REASON_RULES_VERSION: _ClassVar[EndingReason]
    ENDING_REASON_TOKEN: _ClassVar[EndingReason]
    ENDING_REASON_FORBIDDEN: _ClassVar[EndingReason]
    ENDING_REASON_TICKET: _ClassVar[EndingReason]
    ENDING_REASON_TOO_LATE: _ClassVar[EndingReason]
    ENDING_REASON_LIMIT: _ClassVar[EndingReason]
    ENDING_REASON_FLOOD: _ClassVar[EndingReason]
    ENDING_REASON_TOO_LARGE: _ClassVar[EndingReason]
    ENDING_REASON_SILENT: _ClassVar[EndingReason]
    ENDING_REASON_FORFEITED: _ClassVar[EndingReason]
    ENDING_REASON_SHUTDOWN: _ClassVar[EndingReason]
    ENDING_REASON_INTERNAL: _ClassVar[EndingReason]

class SeatKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEAT_KIND_UNSPECIFIED: _ClassVar[SeatKind]
    SEAT_KIND_BOT: _ClassVar[SeatKind]
    SEAT_KIND_HOUSE: _ClassVar[SeatKind]
    SEAT_KIND_AUTOMATON: _ClassVar[SeatKind]

class Fairness(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAIRNESS_UNSPECIFIED: _ClassVar[Fairness]
    FAIRNESS_COMMITTED: _ClassVar[Fairness]
    FAIRNESS_SEEDED: _ClassVar[Fairness]
    FAIRNESS_POSITION: _ClassVar[Fairness]

class EndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_REASON_UNSPECIFIED: _ClassVar[EndReason]
    END_REASON_FINISHED: _ClassVar[EndReason]
    END_REASON_FORFEITS: _ClassVar[EndReason]
    END_REASON_VOID: _ClassVar[EndReason]
    END_REASON_ADJUDICATED: _ClassVar[EndReason]

class ForfeitReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FORFEIT_REASON_UNSPECIFIED: _ClassVar[ForfeitReason]
    FORFEIT_REASON_ILLEGAL: _ClassVar[ForfeitReason]
    FORFEIT_REASON_TIME: _ClassVar[ForfeitReason]
    FORFEIT_REASON_LEFT: _ClassVar[ForfeitReason]
    FORFEIT_REASON_CRASHED: _ClassVar[ForfeitReason]
    FORFEIT_REASON_FLOOD: _ClassVar[ForfeitReason]
    FORFEIT_REASON_NO_SHOW: _ClassVar[ForfeitReason]

class Scope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SCOPE_UNSPECIFIED: _ClassVar[Scope]
    SCOPE_BOT: _ClassVar[Scope]
    SCOPE_ORGANISER: _ClassVar[Scope]
    SCOPE_READ: _ClassVar[Scope]

class Admission(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ADMISSION_UNSPECIFIED: _ClassVar[Admission]
    ADMISSION_PENDING: _ClassVar[Admission]
    ADMISSION_ADMITTED: _ClassVar[Admission]
    ADMISSION_REFUSED: _ClassVar[Admission]
    ADMISSION_WITHDRAWN: _ClassVar[Admission]
ENDING_REASON_UNSPECIFIED: EndingReason
ENDING_REASON_DONE: EndingReason
ENDING_REASON_REPLACED: EndingReason
ENDING_REASON_BROKEN: EndingReason
ENDING_REASON_PROTOCOL_VERSION: EndingReason
ENDING_REASON_RULES_VERSION: EndingReason
ENDING_REASON_TOKEN: EndingReason
ENDING_REASON_FORBIDDEN: EndingReason
ENDING_REASON_TICKET: EndingReason
ENDING_REASON_TOO_LATE: EndingReason
ENDING_REASON_LIMIT: EndingReason
ENDING_REASON_FLOOD: EndingReason
ENDING_REASON_TOO_LARGE: EndingReason
ENDING_REASON_SILENT: EndingReason
ENDING_REASON_FORFEITED: EndingReason
ENDING_REASON_SHUTDOWN: EndingReason
ENDING_REASON_INTERNAL: EndingReason
SEAT_KIND_UNSPECIFIED: SeatKind
SEAT_KIND_BOT: SeatKind
SEAT_KIND_HOUSE: SeatKind
SEAT_KIND_AUTOMATON: SeatKind
FAIRNESS_UNSPECIFIED: Fairness
FAIRNESS_COMMITTED: Fairness
FAIRNESS_SEEDED: Fairness
FAIRNESS_POSITION: Fairness
END_REASON_UNSPECIFIED: EndReason
END_REASON_FINISHED: EndReason
END_REASON_FORFEITS: EndReason
END_REASON_VOID: EndReason
END_REASON_ADJUDICATED: EndReason
FORFEIT_REASON_UNSPECIFIED: ForfeitReason
FORFEIT_REASON_ILLEGAL: ForfeitReason
FORFEIT_REASON_TIME: ForfeitReason
FORFEIT_REASON_LEFT: ForfeitReason
FORFEIT_REASON_CRASHED: ForfeitReason
FORFEIT_REASON_FLOOD: ForfeitReason
FORFEIT_REASON_NO_SHOW: ForfeitReason
SCOPE_UNSPECIFIED: Scope
SCOPE_BOT: Scope
SCOPE_ORGANISER: Scope
SCOPE_READ: Scope
ADMISSION_UNSPECIFIED: Admission
ADMISSION_PENDING: Admission
ADMISSION_ADMITTED: Admission
ADMISSION_REFUSED: Admission
ADMISSION_WITHDRAWN: Admission

class Ending(_message.Message):
    __slots__ = ("reason", "text", "retry_after_us", "protocol", "rules")
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_US_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    reason: EndingReason
    text: str
    retry_after_us: int
    protocol: int
    rules: _containers.RepeatedCompositeFieldContainer[RulesVersion]
    def __init__(self, reason: _Optional[_Union[EndingReason, str]] = ..., text: _Optional[str] = ..., retry_after_us: _Optional[int] = ..., protocol: _Optional[int] = ..., rules: _Optional[_Iterable[_Union[RulesVersion, _Mapping]]] = ...) -> None: ...

class RulesVersion(_message.Message):
    __slots__ = ("game", "version")
    GAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    game: str
    version: int
    def __init__(self, game: _Optional[str] = ..., version: _Optional[int] = ...) -> None: ...

class Ping(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class Pong(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class Setting(_message.Message):
    __slots__ = ("name", "flag", "number", "word")
    NAME_FIELD_NUMBER: _ClassVar[int]
    FLAG_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    name: str
    flag: bool
    number: int
    word: str
    def __init__(self, name: _Optional[str] = ..., flag: bool = ..., number: _Optional[int] = ..., word: _Optional[str] = ...) -> None: ...

class TimeControl(_message.Message):
    __slots__ = ("text", "bank_us", "increment_us", "per_decision_us")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    BANK_US_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_US_FIELD_NUMBER: _ClassVar[int]
    PER_DECISION_US_FIELD_NUMBER: _ClassVar[int]
    text: str
    bank_us: int
    increment_us: int
    per_decision_us: int
    def __init__(self, text: _Optional[str] = ..., bank_us: _Optional[int] = ..., increment_us: _Optional[int] = ..., per_decision_us: _Optional[int] = ...) -> None: ...

class SeatHolder(_message.Message):
    __slots__ = ("entrant", "version", "kind")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    entrant: str
    version: str
    kind: SeatKind
    def __init__(self, entrant: _Optional[str] = ..., version: _Optional[str] = ..., kind: _Optional[_Union[SeatKind, str]] = ...) -> None: ...

class Forfeit(_message.Message):
    __slots__ = ("seat", "reason", "turn")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    reason: ForfeitReason
    turn: int
    def __init__(self, seat: _Optional[int] = ..., reason: _Optional[_Union[ForfeitReason, str]] = ..., turn: _Optional[int] = ...) -> None: ...

class Result(_message.Message):
    __slots__ = ("placements", "scores", "ledger")
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    LEDGER_FIELD_NUMBER: _ClassVar[int]
    placements: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    ledger: _containers.RepeatedCompositeFieldContainer[LedgerLine]
    def __init__(self, placements: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ..., ledger: _Optional[_Iterable[_Union[LedgerLine, _Mapping]]] = ...) -> None: ...

class LedgerLine(_message.Message):
    __slots__ = ("category", "seats")
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    category: str
    seats: _containers.RepeatedCompositeFieldContainer[SeatPoints]
    def __init__(self, category: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[SeatPoints, _Mapping]]] = ...) -> None: ...

class SeatPoints(_message.Message):
    __slots__ = ("rounds",)
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    rounds: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, rounds: _Optional[_Iterable[int]] = ...) -> None: ...

class GameSupport(_message.Message):
    __slots__ = ("game", "rules_version", "seats")
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    game: str
    rules_version: int
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[str] = ..., rules_version: _Optional[int] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...
