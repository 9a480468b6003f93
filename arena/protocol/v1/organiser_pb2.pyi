from arena.protocol.v1 import common_pb2 as _common_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BotState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOT_STATE_UNSPECIFIED: _ClassVar[BotState]
    BOT_STATE_ACTIVE: _ClassVar[BotState]
    BOT_STATE_SUSPENDED: _ClassVar[BotState]
    BOT_STATE_DELETED: _ClassVar[BotState]

class TournamentState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOURNAMENT_STATE_UNSPECIFIED: _ClassVar[TournamentState]
    TOURNAMENT_STATE_WAITING: _ClassVar[TournamentState]
    TOURNAMENT_STATE_RUNNING: _ClassVar[TournamentState]
    TOURNAMENT_STATE_INTERRUPTED: _ClassVar[TournamentState]
    TOURNAMENT_STATE_FINISHED: _ClassVar[TournamentState]
    TOURNAMENT_STATE_CANCELLED: _ClassVar[TournamentState]
    TOURNAMENT_STATE_FAILED: _ClassVar[TournamentState]

class MissedRuns(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MISSED_RUNS_UNSPECIFIED: _ClassVar[MissedRuns]
    MISSED_RUNS_SKIP: _ClassVar[MissedRuns]
    MISSED_RUNS_ONCE: _ClassVar[MissedRuns]
    MISSED_RUNS_ALL: _ClassVar[MissedRuns]

class Overlap(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OVERLAP_UNSPECIFIED: _ClassVar[Overlap]
    OVERLAP_QUEUE: _ClassVar[Overlap]
    OVERLAP_SKIP: _ClassVar[Overlap]

class MatchState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_STATE_UNSPECIFIED: _ClassVar[MatchState]
    MATCH_STATE_OFFERED: _ClassVar[MatchState]
    MATCH_STATE_RUNNING: _ClassVar[MatchState]
    MATCH_STATE_FINISHED: _ClassVar[MatchState]
    MATCH_STATE_VOID: _ClassVar[MatchState]

class CheckOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHECK_OUTCOME_UNSPECIFIED: _ClassVar[CheckOutcome]
    CHECK_OUTCOME_PASSED: _ClassVar[CheckOutcome]
    CHECK_OUTCOME_WARNED: _ClassVar[CheckOutcome]
    CHECK_OUTCOME_FAILED: _ClassVar[CheckOutcome]
    CHECK_OUTCOME_SKIPPED: _ClassVar[CheckOutcome]
BOT_STATE_UNSPECIFIED: BotState
BOT_STATE_ACTIVE: BotState
BOT_STATE_SUSPENDED: BotState
BOT_STATE_DELETED: BotState
TOURNAMENT_STATE_UNSPECIFIED: TournamentState
TOURNAMENT_STATE_WAITING: TournamentState
TOURNAMENT_STATE_RUNNING: TournamentState
TOURNAMENT_STATE_INTERRUPTED: TournamentState
TOURNAMENT_STATE_FINISHED: TournamentState
TOURNAMENT_STATE_CANCELLED: TournamentState
TOURNAMENT_STATE_FAILED: TournamentState
MISSED_RUNS_UNSPECIFIED: MissedRuns
MISSED_RUNS_SKIP: MissedRuns
MISSED_RUNS_ONCE: MissedRuns
MISSED_RUNS_ALL: MissedRuns
OVERLAP_UNSPECIFIED: Overlap
OVERLAP_QUEUE: Overlap
OVERLAP_SKIP: Overlap
MATCH_STATE_UNSPECIFIED: MatchState
MATCH_STATE_OFFERED: MatchState
MATCH_STATE_RUNNING: MatchState
MATCH_STATE_FINISHED: MatchState
MATCH_STATE_VOID: MatchState
CHECK_OUTCOME_UNSPECIFIED: CheckOutcome
CHECK_OUTCOME_PASSED: CheckOutcome
CHECK_OUTCOME_WARNED: CheckOutcome
CHECK_OUTCOME_FAILED: CheckOutcome
CHECK_OUTCOME_SKIPPED: CheckOutcome

class Bot(_message.Message):
    __slots__ = ("name", "author", "description", "state", "versions", "create_time")
    NAME_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    name: str
    author: str
    description: str
    state: BotState
    versions: _containers.RepeatedCompositeFieldContainer[Version]
    create_time: _timestamp_pb2.Timestamp
    def __init__(self, name: _Optional[str] = ..., author: _Optional[str] = ..., description: _Optional[str] = ..., state: _Optional[_Union[BotState, str]] = ..., versions: _Optional[_Iterable[_Union[Version, _Mapping]]] = ..., create_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Version(_message.Message):
    __slots__ = ("name", "admission", "reason", "create_time", "attend_time")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ADMISSION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    ATTEND_TIME_FIELD_NUMBER: _ClassVar[int]
    name: str
    admission: _common_pb2.Admission
    reason: str
    create_time: _timestamp_pb2.Timestamp
    attend_time: _timestamp_pb2.Timestamp
    def __init__(self, name: _Optional[str] = ..., admission: _Optional[_Union[_common_pb2.Admission, str]] = ..., reason: _Optional[str] = ..., create_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., attend_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Attendance(_message.Message):
    __slots__ = ("entrant", "version", "games", "matches_at_once", "matches_running", "draining", "round_trip_us", "start_time", "examination")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    MATCHES_RUNNING_FIELD_NUMBER: _ClassVar[int]
    DRAINING_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_US_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    EXAMINATION_FIELD_NUMBER: _ClassVar[int]
    entrant: str
    version: str
    games: _containers.RepeatedCompositeFieldContainer[_common_pb2.GameSupport]
    matches_at_once: int
    matches_running: int
    draining: bool
    round_trip_us: int
    start_time: _timestamp_pb2.Timestamp
    examination: str
    def __init__(self, entrant: _Optional[str] = ..., version: _Optional[str] = ..., games: _Optional[_Iterable[_Union[_common_pb2.GameSupport, _Mapping]]] = ..., matches_at_once: _Optional[int] = ..., matches_running: _Optional[int] = ..., draining: bool = ..., round_trip_us: _Optional[int] = ..., start_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., examination: _Optional[str] = ...) -> None: ...

class Token(_message.Message):
    __slots__ = ("id", "scope", "bot", "label", "create_time", "use_time", "revoke_time")
    ID_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    USE_TIME_FIELD_NUMBER: _ClassVar[int]
    REVOKE_TIME_FIELD_NUMBER: _ClassVar[int]
    id: str
    scope: _common_pb2.Scope
    bot: str
    label: str
    create_time: _timestamp_pb2.Timestamp
    use_time: _timestamp_pb2.Timestamp
    revoke_time: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., scope: _Optional[_Union[_common_pb2.Scope, str]] = ..., bot: _Optional[str] = ..., label: _Optional[str] = ..., create_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., use_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., revoke_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Invite(_message.Message):
    __slots__ = ("id", "label", "uses_left", "expire_time", "revoke_time")
    ID_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    USES_LEFT_FIELD_NUMBER: _ClassVar[int]
    EXPIRE_TIME_FIELD_NUMBER: _ClassVar[int]
    REVOKE_TIME_FIELD_NUMBER: _ClassVar[int]
    id: str
    label: str
    uses_left: int
    expire_time: _timestamp_pb2.Timestamp
    revoke_time: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., label: _Optional[str] = ..., uses_left: _Optional[int] = ..., expire_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., revoke_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Tournament(_message.Message):
    __slots__ = ("id", "name", "state", "file", "matches", "matches_finished", "matches_running", "rate", "remaining_us", "standings", "reason", "create_time", "end_time", "schedule", "verdict", "matches_adjourned", "awaited")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FINISHED_FIELD_NUMBER: _ClassVar[int]
    MATCHES_RUNNING_FIELD_NUMBER: _ClassVar[int]
    RATE_FIELD_NUMBER: _ClassVar[int]
    REMAINING_US_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    SCHEDULE_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    MATCHES_ADJOURNED_FIELD_NUMBER: _ClassVar[int]
    AWAITED_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    state: TournamentState
    file: str
    matches: int
    matches_finished: int
    matches_running: int
    rate: float
    remaining_us: int
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    reason: str
    create_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    schedule: str
    verdict: str
    matches_adjourned: int
    awaited: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., state: _Optional[_Union[TournamentState, str]] = ..., file: _Optional[str] = ..., matches: _Optional[int] = ..., matches_finished: _Optional[int] = ..., matches_running: _Optional[int] = ..., rate: _Optional[float] = ..., remaining_us: _Optional[int] = ..., standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., reason: _Optional[str] = ..., create_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., schedule: _Optional[str] = ..., verdict: _Optional[str] = ..., matches_adjourned: _Optional[int] = ..., awaited: _Optional[_Iterable[str]] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("entrant", "version", "place", "points", "matches", "blocks", "forfeits", "score", "score_low", "score_high", "tie_breaks", "note")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    SCORE_LOW_FIELD_NUMBER: _ClassVar[int]
    SCORE_HIGH_FIELD_NUMBER: _ClassVar[int]
    TIE_BREAKS_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    entrant: str
    version: str
    place: int
    points: float
    matches: int
    blocks: int
    forfeits: int
    score: float
    score_low: float
    score_high: float
    tie_breaks: _containers.RepeatedScalarFieldContainer[str]
    note: str
    def __init__(self, entrant: _Optional[str] = ..., version: _Optional[str] = ..., place: _Optional[int] = ..., points: _Optional[float] = ..., matches: _Optional[int] = ..., blocks: _Optional[int] = ..., forfeits: _Optional[int] = ..., score: _Optional[float] = ..., score_low: _Optional[float] = ..., score_high: _Optional[float] = ..., tie_breaks: _Optional[_Iterable[str]] = ..., note: _Optional[str] = ...) -> None: ...

class Schedule(_message.Message):
    __slots__ = ("id", "file", "cron", "time_zone", "missed_runs", "next_time", "last_tournament", "name", "overlap")
    ID_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    CRON_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    MISSED_RUNS_FIELD_NUMBER: _ClassVar[int]
    NEXT_TIME_FIELD_NUMBER: _ClassVar[int]
    LAST_TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OVERLAP_FIELD_NUMBER: _ClassVar[int]
    id: str
    file: str
    cron: str
    time_zone: str
    missed_runs: MissedRuns
    next_time: _timestamp_pb2.Timestamp
    last_tournament: str
    name: str
    overlap: Overlap
    def __init__(self, id: _Optional[str] = ..., file: _Optional[str] = ..., cron: _Optional[str] = ..., time_zone: _Optional[str] = ..., missed_runs: _Optional[_Union[MissedRuns, str]] = ..., next_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., last_tournament: _Optional[str] = ..., name: _Optional[str] = ..., overlap: _Optional[_Union[Overlap, str]] = ...) -> None: ...

class Match(_message.Message):
    __slots__ = ("id", "tournament", "game", "rules_version", "settings", "seats", "clock", "fairness", "state", "reason", "result", "forfeits", "head", "ruling", "start_time", "end_time", "adjournment")
    ID_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    FAIRNESS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    RULING_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    ADJOURNMENT_FIELD_NUMBER: _ClassVar[int]
    id: str
    tournament: str
    game: str
    rules_version: int
    settings: _containers.RepeatedCompositeFieldContainer[_common_pb2.Setting]
    seats: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatHolder]
    clock: _common_pb2.TimeControl
    fairness: _common_pb2.Fairness
    state: MatchState
    reason: _common_pb2.EndReason
    result: _common_pb2.Result
    forfeits: _containers.RepeatedCompositeFieldContainer[_common_pb2.Forfeit]
    head: bytes
    ruling: str
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    adjournment: Adjournment
    def __init__(self, id: _Optional[str] = ..., tournament: _Optional[str] = ..., game: _Optional[str] = ..., rules_version: _Optional[int] = ..., settings: _Optional[_Iterable[_Union[_common_pb2.Setting, _Mapping]]] = ..., seats: _Optional[_Iterable[_Union[_common_pb2.SeatHolder, _Mapping]]] = ..., clock: _Optional[_Union[_common_pb2.TimeControl, _Mapping]] = ..., fairness: _Optional[_Union[_common_pb2.Fairness, str]] = ..., state: _Optional[_Union[MatchState, str]] = ..., reason: _Optional[_Union[_common_pb2.EndReason, str]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., forfeits: _Optional[_Iterable[_Union[_common_pb2.Forfeit, _Mapping]]] = ..., head: _Optional[bytes] = ..., ruling: _Optional[str] = ..., start_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., adjournment: _Optional[_Union[Adjournment, _Mapping]] = ...) -> None: ...

class Adjournment(_message.Message):
    __slots__ = ("since_time", "until_time", "seats")
    SINCE_TIME_FIELD_NUMBER: _ClassVar[int]
    UNTIL_TIME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    since_time: _timestamp_pb2.Timestamp
    until_time: _timestamp_pb2.Timestamp
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, since_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., until_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...

class BotFaults(_message.Message):
    __slots__ = ("bot", "matches", "adjourned", "void_matches", "behind", "ahead", "absent")
    BOT_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    ADJOURNED_FIELD_NUMBER: _ClassVar[int]
    VOID_MATCHES_FIELD_NUMBER: _ClassVar[int]
    BEHIND_FIELD_NUMBER: _ClassVar[int]
    AHEAD_FIELD_NUMBER: _ClassVar[int]
    ABSENT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    matches: int
    adjourned: int
    void_matches: int
    behind: int
    ahead: int
    absent: int
    def __init__(self, bot: _Optional[str] = ..., matches: _Optional[int] = ..., adjourned: _Optional[int] = ..., void_matches: _Optional[int] = ..., behind: _Optional[int] = ..., ahead: _Optional[int] = ..., absent: _Optional[int] = ...) -> None: ...

class AuditLine(_message.Message):
    __slots__ = ("time", "token", "action", "target", "reason")
    TIME_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    time: _timestamp_pb2.Timestamp
    token: str
    action: str
    target: str
    reason: str
    def __init__(self, time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., token: _Optional[str] = ..., action: _Optional[str] = ..., target: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class GetArenaRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetArenaResponse(_message.Message):
    __slots__ = ("server", "protocol", "games", "attendances", "matches_running", "start_time")
    SERVER_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    ATTENDANCES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_RUNNING_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    server: str
    protocol: int
    games: _containers.RepeatedCompositeFieldContainer[_common_pb2.GameSupport]
    attendances: int
    matches_running: int
    start_time: _timestamp_pb2.Timestamp
    def __init__(self, server: _Optional[str] = ..., protocol: _Optional[int] = ..., games: _Optional[_Iterable[_Union[_common_pb2.GameSupport, _Mapping]]] = ..., attendances: _Optional[int] = ..., matches_running: _Optional[int] = ..., start_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListAttendancesRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAttendancesResponse(_message.Message):
    __slots__ = ("attendances", "next_page_token")
    ATTENDANCES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    attendances: _containers.RepeatedCompositeFieldContainer[Attendance]
    next_page_token: str
    def __init__(self, attendances: _Optional[_Iterable[_Union[Attendance, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RegisterBotRequest(_message.Message):
    __slots__ = ("name", "author", "description", "invite_code")
    NAME_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    INVITE_CODE_FIELD_NUMBER: _ClassVar[int]
    name: str
    author: str
    description: str
    invite_code: str
    def __init__(self, name: _Optional[str] = ..., author: _Optional[str] = ..., description: _Optional[str] = ..., invite_code: _Optional[str] = ...) -> None: ...

class RegisterBotResponse(_message.Message):
    __slots__ = ("bot", "token", "token_secret")
    BOT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    TOKEN_SECRET_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    token: Token
    token_secret: str
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ..., token: _Optional[_Union[Token, _Mapping]] = ..., token_secret: _Optional[str] = ...) -> None: ...

class GetBotRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class GetBotResponse(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ...) -> None: ...

class ListBotsRequest(_message.Message):
    __slots__ = ("state", "page_size", "page_token")
    STATE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    state: BotState
    page_size: int
    page_token: str
    def __init__(self, state: _Optional[_Union[BotState, str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListBotsResponse(_message.Message):
    __slots__ = ("bots", "next_page_token")
    BOTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    bots: _containers.RepeatedCompositeFieldContainer[Bot]
    next_page_token: str
    def __init__(self, bots: _Optional[_Iterable[_Union[Bot, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RenameBotRequest(_message.Message):
    __slots__ = ("bot", "new_name", "reason")
    BOT_FIELD_NUMBER: _ClassVar[int]
    NEW_NAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    bot: str
    new_name: str
    reason: str
    def __init__(self, bot: _Optional[str] = ..., new_name: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class RenameBotResponse(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ...) -> None: ...

class SuspendBotRequest(_message.Message):
    __slots__ = ("bot", "reason")
    BOT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    bot: str
    reason: str
    def __init__(self, bot: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class SuspendBotResponse(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ...) -> None: ...

class ReinstateBotRequest(_message.Message):
    __slots__ = ("bot", "reason")
    BOT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    bot: str
    reason: str
    def __init__(self, bot: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class ReinstateBotResponse(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ...) -> None: ...

class DeleteBotRequest(_message.Message):
    __slots__ = ("bot", "reason")
    BOT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    bot: str
    reason: str
    def __init__(self, bot: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class DeleteBotResponse(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ...) -> None: ...

class WithdrawVersionRequest(_message.Message):
    __slots__ = ("bot", "version", "reason")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    reason: str
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class WithdrawVersionResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: Version
    def __init__(self, version: _Optional[_Union[Version, _Mapping]] = ...) -> None: ...

class CheckBotRequest(_message.Message):
    __slots__ = ("bot", "version", "games", "quick", "verbose")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    QUICK_FIELD_NUMBER: _ClassVar[int]
    VERBOSE_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    games: _containers.RepeatedScalarFieldContainer[str]
    quick: bool
    verbose: bool
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., quick: bool = ..., verbose: bool = ...) -> None: ...

class CheckBotResponse(_message.Message):
    __slots__ = ("step", "outcome", "text", "transcript", "latency")
    STEP_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    TRANSCRIPT_FIELD_NUMBER: _ClassVar[int]
    LATENCY_FIELD_NUMBER: _ClassVar[int]
    step: str
    outcome: CheckOutcome
    text: str
    transcript: _containers.RepeatedScalarFieldContainer[str]
    latency: Latency
    def __init__(self, step: _Optional[str] = ..., outcome: _Optional[_Union[CheckOutcome, str]] = ..., text: _Optional[str] = ..., transcript: _Optional[_Iterable[str]] = ..., latency: _Optional[_Union[Latency, _Mapping]] = ...) -> None: ...

class SubmitBotRequest(_message.Message):
    __slots__ = ("bot", "size", "data")
    BOT_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    bot: str
    size: int
    data: bytes
    def __init__(self, bot: _Optional[str] = ..., size: _Optional[int] = ..., data: _Optional[bytes] = ...) -> None: ...

class SubmitBotResponse(_message.Message):
    __slots__ = ("bot", "version", "digest", "known")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    digest: str
    known: bool
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., digest: _Optional[str] = ..., known: bool = ...) -> None: ...

class ReadPackageRequest(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: str
    def __init__(self, version: _Optional[str] = ...) -> None: ...

class ReadPackageResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...

class ReadBotLogsRequest(_message.Message):
    __slots__ = ("version", "limit", "with_state")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    WITH_STATE_FIELD_NUMBER: _ClassVar[int]
    version: str
    limit: int
    with_state: bool
    def __init__(self, version: _Optional[str] = ..., limit: _Optional[int] = ..., with_state: bool = ...) -> None: ...

class ReadBotLogsResponse(_message.Message):
    __slots__ = ("version", "start_time", "duration_us", "exit_code", "limit", "trouble", "memory_peak", "processor_us", "stdout", "stderr", "dismissed", "dismissal", "submitted", "connected", "examination")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    DURATION_US_FIELD_NUMBER: _ClassVar[int]
    EXIT_CODE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    TROUBLE_FIELD_NUMBER: _ClassVar[int]
    MEMORY_PEAK_FIELD_NUMBER: _ClassVar[int]
    PROCESSOR_US_FIELD_NUMBER: _ClassVar[int]
    STDOUT_FIELD_NUMBER: _ClassVar[int]
    STDERR_FIELD_NUMBER: _ClassVar[int]
    DISMISSED_FIELD_NUMBER: _ClassVar[int]
    DISMISSAL_FIELD_NUMBER: _ClassVar[int]
    SUBMITTED_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    EXAMINATION_FIELD_NUMBER: _ClassVar[int]
    version: str
    start_time: _timestamp_pb2.Timestamp
    duration_us: int
    exit_code: int
    limit: str
    trouble: str
    memory_peak: int
    processor_us: int
    stdout: str
    stderr: str
    dismissed: bool
    dismissal: str
    submitted: Version
    connected: bool
    examination: str
    def __init__(self, version: _Optional[str] = ..., start_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., duration_us: _Optional[int] = ..., exit_code: _Optional[int] = ..., limit: _Optional[str] = ..., trouble: _Optional[str] = ..., memory_peak: _Optional[int] = ..., processor_us: _Optional[int] = ..., stdout: _Optional[str] = ..., stderr: _Optional[str] = ..., dismissed: bool = ..., dismissal: _Optional[str] = ..., submitted: _Optional[_Union[Version, _Mapping]] = ..., connected: bool = ..., examination: _Optional[str] = ...) -> None: ...

class Latency(_message.Message):
    __slots__ = ("answers", "p50_us", "p99_us", "slowest_us")
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    P50_US_FIELD_NUMBER: _ClassVar[int]
    P99_US_FIELD_NUMBER: _ClassVar[int]
    SLOWEST_US_FIELD_NUMBER: _ClassVar[int]
    answers: int
    p50_us: int
    p99_us: int
    slowest_us: int
    def __init__(self, answers: _Optional[int] = ..., p50_us: _Optional[int] = ..., p99_us: _Optional[int] = ..., slowest_us: _Optional[int] = ...) -> None: ...

class CreateTokenRequest(_message.Message):
    __slots__ = ("scope", "bot", "label")
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    scope: _common_pb2.Scope
    bot: str
    label: str
    def __init__(self, scope: _Optional[_Union[_common_pb2.Scope, str]] = ..., bot: _Optional[str] = ..., label: _Optional[str] = ...) -> None: ...

class CreateTokenResponse(_message.Message):
    __slots__ = ("token", "token_secret")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    TOKEN_SECRET_FIELD_NUMBER: _ClassVar[int]
    token: Token
    token_secret: str
    def __init__(self, token: _Optional[_Union[Token, _Mapping]] = ..., token_secret: _Optional[str] = ...) -> None: ...

class ListTokensRequest(_message.Message):
    __slots__ = ("bot", "page_size", "page_token")
    BOT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    bot: str
    page_size: int
    page_token: str
    def __init__(self, bot: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTokensResponse(_message.Message):
    __slots__ = ("tokens", "next_page_token")
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tokens: _containers.RepeatedCompositeFieldContainer[Token]
    next_page_token: str
    def __init__(self, tokens: _Optional[_Iterable[_Union[Token, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RevokeTokenRequest(_message.Message):
    __slots__ = ("id", "reason")
    ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    reason: str
    def __init__(self, id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class RevokeTokenResponse(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: Token
    def __init__(self, token: _Optional[_Union[Token, _Mapping]] = ...) -> None: ...

class CreateInviteRequest(_message.Message):
    __slots__ = ("label", "uses", "expire_time")
    LABEL_FIELD_NUMBER: _ClassVar[int]
    USES_FIELD_NUMBER: _ClassVar[int]
    EXPIRE_TIME_FIELD_NUMBER: _ClassVar[int]
    label: str
    uses: int
    expire_time: _timestamp_pb2.Timestamp
    def __init__(self, label: _Optional[str] = ..., uses: _Optional[int] = ..., expire_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class CreateInviteResponse(_message.Message):
    __slots__ = ("invite", "invite_code")
    INVITE_FIELD_NUMBER: _ClassVar[int]
    INVITE_CODE_FIELD_NUMBER: _ClassVar[int]
    invite: Invite
    invite_code: str
    def __init__(self, invite: _Optional[_Union[Invite, _Mapping]] = ..., invite_code: _Optional[str] = ...) -> None: ...

class ListInvitesRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListInvitesResponse(_message.Message):
    __slots__ = ("invites", "next_page_token")
    INVITES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    invites: _containers.RepeatedCompositeFieldContainer[Invite]
    next_page_token: str
    def __init__(self, invites: _Optional[_Iterable[_Union[Invite, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RevokeInviteRequest(_message.Message):
    __slots__ = ("id", "reason")
    ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    reason: str
    def __init__(self, id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class RevokeInviteResponse(_message.Message):
    __slots__ = ("invite",)
    INVITE_FIELD_NUMBER: _ClassVar[int]
    invite: Invite
    def __init__(self, invite: _Optional[_Union[Invite, _Mapping]] = ...) -> None: ...

class RunTournamentRequest(_message.Message):
    __slots__ = ("file", "seed", "name")
    FILE_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    file: str
    seed: str
    name: str
    def __init__(self, file: _Optional[str] = ..., seed: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...

class RunTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class GetTournamentRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class GetTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class ListTournamentsRequest(_message.Message):
    __slots__ = ("state", "page_size", "page_token")
    STATE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    state: TournamentState
    page_size: int
    page_token: str
    def __init__(self, state: _Optional[_Union[TournamentState, str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTournamentsResponse(_message.Message):
    __slots__ = ("tournaments", "next_page_token")
    TOURNAMENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournaments: _containers.RepeatedCompositeFieldContainer[Tournament]
    next_page_token: str
    def __init__(self, tournaments: _Optional[_Iterable[_Union[Tournament, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class WatchTournamentRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class WatchTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class ResumeTournamentRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class ResumeTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class CancelTournamentRequest(_message.Message):
    __slots__ = ("tournament", "reason", "abandon_running")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    ABANDON_RUNNING_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    reason: str
    abandon_running: bool
    def __init__(self, tournament: _Optional[str] = ..., reason: _Optional[str] = ..., abandon_running: bool = ...) -> None: ...

class CancelTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class ExportTournamentRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class ExportTournamentResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...

class CreateScheduleRequest(_message.Message):
    __slots__ = ("file", "cron", "time_zone", "missed_runs", "overlap")
    FILE_FIELD_NUMBER: _ClassVar[int]
    CRON_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    MISSED_RUNS_FIELD_NUMBER: _ClassVar[int]
    OVERLAP_FIELD_NUMBER: _ClassVar[int]
    file: str
    cron: str
    time_zone: str
    missed_runs: MissedRuns
    overlap: Overlap
    def __init__(self, file: _Optional[str] = ..., cron: _Optional[str] = ..., time_zone: _Optional[str] = ..., missed_runs: _Optional[_Union[MissedRuns, str]] = ..., overlap: _Optional[_Union[Overlap, str]] = ...) -> None: ...

class CreateScheduleResponse(_message.Message):
    __slots__ = ("schedule",)
    SCHEDULE_FIELD_NUMBER: _ClassVar[int]
    schedule: Schedule
    def __init__(self, schedule: _Optional[_Union[Schedule, _Mapping]] = ...) -> None: ...

class ListSchedulesRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListSchedulesResponse(_message.Message):
    __slots__ = ("schedules", "next_page_token")
    SCHEDULES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    schedules: _containers.RepeatedCompositeFieldContainer[Schedule]
    next_page_token: str
    def __init__(self, schedules: _Optional[_Iterable[_Union[Schedule, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RunScheduleRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class RunScheduleResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class DeleteScheduleRequest(_message.Message):
    __slots__ = ("id", "reason")
    ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    reason: str
    def __init__(self, id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class DeleteScheduleResponse(_message.Message):
    __slots__ = ("schedule",)
    SCHEDULE_FIELD_NUMBER: _ClassVar[int]
    schedule: Schedule
    def __init__(self, schedule: _Optional[_Union[Schedule, _Mapping]] = ...) -> None: ...

class RunMatchesRequest(_message.Message):
    __slots__ = ("entrants", "game", "settings", "clock", "blocks", "seed", "position", "rated")
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    entrants: _containers.RepeatedScalarFieldContainer[str]
    game: str
    settings: _containers.RepeatedCompositeFieldContainer[_common_pb2.Setting]
    clock: str
    blocks: int
    seed: str
    position: str
    rated: bool
    def __init__(self, entrants: _Optional[_Iterable[str]] = ..., game: _Optional[str] = ..., settings: _Optional[_Iterable[_Union[_common_pb2.Setting, _Mapping]]] = ..., clock: _Optional[str] = ..., blocks: _Optional[int] = ..., seed: _Optional[str] = ..., position: _Optional[str] = ..., rated: bool = ...) -> None: ...

class RunMatchesResponse(_message.Message):
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, matches: _Optional[_Iterable[str]] = ...) -> None: ...

class GetMatchRequest(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: str
    def __init__(self, match: _Optional[str] = ...) -> None: ...

class GetMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: Match
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("tournament", "bot", "state", "page_size", "page_token")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    bot: str
    state: MatchState
    page_size: int
    page_token: str
    def __init__(self, tournament: _Optional[str] = ..., bot: _Optional[str] = ..., state: _Optional[_Union[MatchState, str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[Match]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[Match, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ReadRecordRequest(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: str
    def __init__(self, match: _Optional[str] = ...) -> None: ...

class ReadRecordResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...

class VoidMatchRequest(_message.Message):
    __slots__ = ("match", "reason", "replay")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REPLAY_FIELD_NUMBER: _ClassVar[int]
    match: str
    reason: str
    replay: bool
    def __init__(self, match: _Optional[str] = ..., reason: _Optional[str] = ..., replay: bool = ...) -> None: ...

class VoidMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: Match
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ...) -> None: ...

class AdjudicateMatchRequest(_message.Message):
    __slots__ = ("match", "reason", "placements")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    match: str
    reason: str
    placements: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, match: _Optional[str] = ..., reason: _Optional[str] = ..., placements: _Optional[_Iterable[int]] = ...) -> None: ...

class AdjudicateMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: Match
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ...) -> None: ...

class ListAuditLinesRequest(_message.Message):
    __slots__ = ("target", "page_size", "page_token")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    target: str
    page_size: int
    page_token: str
    def __init__(self, target: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAuditLinesResponse(_message.Message):
    __slots__ = ("audit_lines", "next_page_token")
    AUDIT_LINES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    audit_lines: _containers.RepeatedCompositeFieldContainer[AuditLine]
    next_page_token: str
    def __init__(self, audit_lines: _Optional[_Iterable[_Union[AuditLine, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListFaultsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListFaultsResponse(_message.Message):
    __slots__ = ("faults", "next_page_token")
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    faults: _containers.RepeatedCompositeFieldContainer[BotFaults]
    next_page_token: str
    def __init__(self, faults: _Optional[_Iterable[_Union[BotFaults, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class SendNoticeRequest(_message.Message):
    __slots__ = ("bot", "text")
    BOT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    text: str
    def __init__(self, bot: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class SendNoticeResponse(_message.Message):
    __slots__ = ("streams",)
    STREAMS_FIELD_NUMBER: _ClassVar[int]
    streams: int
    def __init__(self, streams: _Optional[int] = ...) -> None: ...
