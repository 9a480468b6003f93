from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CacaoStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CACAO_STEP_UNSPECIFIED: _ClassVar[CacaoStep]
    CACAO_STEP_PLACE: _ClassVar[CacaoStep]
    CACAO_STEP_FILL: _ClassVar[CacaoStep]
    CACAO_STEP_WORK: _ClassVar[CacaoStep]
    CACAO_STEP_OVER: _ClassVar[CacaoStep]

class CacaoWorker(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CACAO_WORKER_UNSPECIFIED: _ClassVar[CacaoWorker]
    CACAO_WORKER_1_1_1_1: _ClassVar[CacaoWorker]
    CACAO_WORKER_2_1_0_1: _ClassVar[CacaoWorker]
    CACAO_WORKER_3_0_0_1: _ClassVar[CacaoWorker]
    CACAO_WORKER_3_1_0_0: _ClassVar[CacaoWorker]

class CacaoJungle(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CACAO_JUNGLE_UNSPECIFIED: _ClassVar[CacaoJungle]
    CACAO_JUNGLE_PLANTATION_SINGLE: _ClassVar[CacaoJungle]
    CACAO_JUNGLE_PLANTATION_DOUBLE: _ClassVar[CacaoJungle]
    CACAO_JUNGLE_MARKET_2: _ClassVar[CacaoJungle]
    CACAO_JUNGLE_MARKET_3: _ClassVar[CacaoJungle]
    CACAO_JUNGLE_MARKET_4: _ClassVar[CacaoJungle]
    CACAO_JUNGLE_GOLD_MINE_1: _ClassVar[CacaoJungle]
    CACAO_JUNGLE_GOLD_MINE_2: _ClassVar[CacaoJungle]
    CACAO_JUNGLE_CENOTE: _ClassVar[CacaoJungle]
    CACAO_JUNGLE_SUN_SITE: _ClassVar[CacaoJungle]
    CACAO_JUNGLE_TEMPLE: _ClassVar[CacaoJungle]

class CacaoSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CACAO_SIDE_UNSPECIFIED: _ClassVar[CacaoSide]
    CACAO_SIDE_NORTH: _ClassVar[CacaoSide]
    CACAO_SIDE_EAST: _ClassVar[CacaoSide]
    CACAO_SIDE_SOUTH: _ClassVar[CacaoSide]
    CACAO_SIDE_WEST: _ClassVar[CacaoSide]
CACAO_STEP_UNSPECIFIED: CacaoStep
CACAO_STEP_PLACE: CacaoStep
CACAO_STEP_FILL: CacaoStep
CACAO_STEP_WORK: CacaoStep
CACAO_STEP_OVER: CacaoStep
CACAO_WORKER_UNSPECIFIED: CacaoWorker
CACAO_WORKER_1_1_1_1: CacaoWorker
CACAO_WORKER_2_1_0_1: CacaoWorker
CACAO_WORKER_3_0_0_1: CacaoWorker
CACAO_WORKER_3_1_0_0: CacaoWorker
CACAO_JUNGLE_UNSPECIFIED: CacaoJungle
CACAO_JUNGLE_PLANTATION_SINGLE: CacaoJungle
CACAO_JUNGLE_PLANTATION_DOUBLE: CacaoJungle
CACAO_JUNGLE_MARKET_2: CacaoJungle
CACAO_JUNGLE_MARKET_3: CacaoJungle
CACAO_JUNGLE_MARKET_4: CacaoJungle
CACAO_JUNGLE_GOLD_MINE_1: CacaoJungle
CACAO_JUNGLE_GOLD_MINE_2: CacaoJungle
CACAO_JUNGLE_CENOTE: CacaoJungle
CACAO_JUNGLE_SUN_SITE: CacaoJungle
CACAO_JUNGLE_TEMPLE: CacaoJungle
CACAO_SIDE_UNSPECIFIED: CacaoSide
CACAO_SIDE_NORTH: CacaoSide
CACAO_SIDE_EAST: CacaoSide
CACAO_SIDE_SOUTH: CacaoSide
CACAO_SIDE_WEST: CacaoSide

class CacaoView(_message.Message):
    __slots__ = ("observer", "auto_resolve", "turn", "asks", "to_move", "jungle", "workers", "villages", "display", "pile", "hand", "spaces", "edges", "removed_jungle", "removed_workers")
    OBSERVER_FIELD_NUMBER: _ClassVar[int]
    AUTO_RESOLVE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    ASKS_FIELD_NUMBER: _ClassVar[int]
    TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    JUNGLE_FIELD_NUMBER: _ClassVar[int]
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    VILLAGES_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    EDGES_FIELD_NUMBER: _ClassVar[int]
    REMOVED_JUNGLE_FIELD_NUMBER: _ClassVar[int]
    REMOVED_WORKERS_FIELD_NUMBER: _ClassVar[int]
    observer: int
    auto_resolve: bool
    turn: int
    asks: CacaoStep
    to_move: int
    jungle: _containers.RepeatedCompositeFieldContainer[CacaoJungleTile]
    workers: _containers.RepeatedCompositeFieldContainer[CacaoWorkerTile]
    villages: _containers.RepeatedCompositeFieldContainer[CacaoVillage]
    display: _containers.RepeatedScalarFieldContainer[CacaoJungle]
    pile: _containers.RepeatedScalarFieldContainer[CacaoJungle]
    hand: _containers.RepeatedScalarFieldContainer[CacaoWorker]
    spaces: _containers.RepeatedCompositeFieldContainer[CacaoCell]
    edges: _containers.RepeatedCompositeFieldContainer[CacaoEdge]
    removed_jungle: _containers.RepeatedScalarFieldContainer[CacaoJungle]
    removed_workers: _containers.RepeatedScalarFieldContainer[CacaoWorker]
    def __init__(self, observer: _Optional[int] = ..., auto_resolve: bool = ..., turn: _Optional[int] = ..., asks: _Optional[_Union[CacaoStep, str]] = ..., to_move: _Optional[int] = ..., jungle: _Optional[_Iterable[_Union[CacaoJungleTile, _Mapping]]] = ..., workers: _Optional[_Iterable[_Union[CacaoWorkerTile, _Mapping]]] = ..., villages: _Optional[_Iterable[_Union[CacaoVillage, _Mapping]]] = ..., display: _Optional[_Iterable[_Union[CacaoJungle, str]]] = ..., pile: _Optional[_Iterable[_Union[CacaoJungle, str]]] = ..., hand: _Optional[_Iterable[_Union[CacaoWorker, str]]] = ..., spaces: _Optional[_Iterable[_Union[CacaoCell, _Mapping]]] = ..., edges: _Optional[_Iterable[_Union[CacaoEdge, _Mapping]]] = ..., removed_jungle: _Optional[_Iterable[_Union[CacaoJungle, str]]] = ..., removed_workers: _Optional[_Iterable[_Union[CacaoWorker, str]]] = ...) -> None: ...

class CacaoCell(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class CacaoJungleTile(_message.Message):
    __slots__ = ("x", "y", "tile")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    tile: CacaoJungle
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., tile: _Optional[_Union[CacaoJungle, str]] = ...) -> None: ...

class CacaoWorkerTile(_message.Message):
    __slots__ = ("x", "y", "seat", "tile", "rotation", "covers")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    COVERS_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    seat: int
    tile: CacaoWorker
    rotation: int
    covers: CacaoCoveredTile
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., seat: _Optional[int] = ..., tile: _Optional[_Union[CacaoWorker, str]] = ..., rotation: _Optional[int] = ..., covers: _Optional[_Union[CacaoCoveredTile, _Mapping]] = ...) -> None: ...

class CacaoCoveredTile(_message.Message):
    __slots__ = ("tile", "rotation")
    TILE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    tile: CacaoWorker
    rotation: int
    def __init__(self, tile: _Optional[_Union[CacaoWorker, str]] = ..., rotation: _Optional[int] = ...) -> None: ...

class CacaoVillage(_message.Message):
    __slots__ = ("cacao", "suns", "river", "market", "gold_mine", "hand", "pile", "unplaced")
    CACAO_FIELD_NUMBER: _ClassVar[int]
    SUNS_FIELD_NUMBER: _ClassVar[int]
    RIVER_FIELD_NUMBER: _ClassVar[int]
    MARKET_FIELD_NUMBER: _ClassVar[int]
    GOLD_MINE_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    UNPLACED_FIELD_NUMBER: _ClassVar[int]
    cacao: int
    suns: int
    river: int
    market: int
    gold_mine: int
    hand: int
    pile: int
    unplaced: _containers.RepeatedScalarFieldContainer[CacaoWorker]
    def __init__(self, cacao: _Optional[int] = ..., suns: _Optional[int] = ..., river: _Optional[int] = ..., market: _Optional[int] = ..., gold_mine: _Optional[int] = ..., hand: _Optional[int] = ..., pile: _Optional[int] = ..., unplaced: _Optional[_Iterable[_Union[CacaoWorker, str]]] = ...) -> None: ...

class CacaoEdge(_message.Message):
    __slots__ = ("seat", "x", "y", "side", "workers", "tile")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    x: int
    y: int
    side: CacaoSide
    workers: int
    tile: CacaoJungle
    def __init__(self, seat: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., side: _Optional[_Union[CacaoSide, str]] = ..., workers: _Optional[int] = ..., tile: _Optional[_Union[CacaoJungle, str]] = ...) -> None: ...

class CacaoMove(_message.Message):
    __slots__ = ("place", "overbuild", "fill", "work")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    OVERBUILD_FIELD_NUMBER: _ClassVar[int]
    FILL_FIELD_NUMBER: _ClassVar[int]
    WORK_FIELD_NUMBER: _ClassVar[int]
    place: CacaoPlace
    overbuild: CacaoOverbuild
    fill: CacaoFill
    work: CacaoWork
    def __init__(self, place: _Optional[_Union[CacaoPlace, _Mapping]] = ..., overbuild: _Optional[_Union[CacaoOverbuild, _Mapping]] = ..., fill: _Optional[_Union[CacaoFill, _Mapping]] = ..., work: _Optional[_Union[CacaoWork, _Mapping]] = ...) -> None: ...

class CacaoPlace(_message.Message):
    __slots__ = ("x", "y", "tile", "rotation")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    tile: CacaoWorker
    rotation: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., tile: _Optional[_Union[CacaoWorker, str]] = ..., rotation: _Optional[int] = ...) -> None: ...

class CacaoOverbuild(_message.Message):
    __slots__ = ("x", "y", "tile", "rotation")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    tile: CacaoWorker
    rotation: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., tile: _Optional[_Union[CacaoWorker, str]] = ..., rotation: _Optional[int] = ...) -> None: ...

class CacaoFill(_message.Message):
    __slots__ = ("x", "y", "tile")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    tile: CacaoJungle
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., tile: _Optional[_Union[CacaoJungle, str]] = ...) -> None: ...

class CacaoWork(_message.Message):
    __slots__ = ("x", "y", "side", "workers")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    side: CacaoSide
    workers: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., side: _Optional[_Union[CacaoSide, str]] = ..., workers: _Optional[int] = ...) -> None: ...

class CacaoEvent(_message.Message):
    __slots__ = ("placed", "overbuilt", "filled", "worked", "drew", "drew_unseen", "refilled", "temple", "scored")
    PLACED_FIELD_NUMBER: _ClassVar[int]
    OVERBUILT_FIELD_NUMBER: _ClassVar[int]
    FILLED_FIELD_NUMBER: _ClassVar[int]
    WORKED_FIELD_NUMBER: _ClassVar[int]
    DREW_FIELD_NUMBER: _ClassVar[int]
    DREW_UNSEEN_FIELD_NUMBER: _ClassVar[int]
    REFILLED_FIELD_NUMBER: _ClassVar[int]
    TEMPLE_FIELD_NUMBER: _ClassVar[int]
    SCORED_FIELD_NUMBER: _ClassVar[int]
    placed: CacaoPlaced
    overbuilt: CacaoOverbuilt
    filled: CacaoFilled
    worked: CacaoWorked
    drew: CacaoDrew
    drew_unseen: CacaoDrewUnseen
    refilled: CacaoRefilled
    temple: CacaoTempleScored
    scored: CacaoScored
    def __init__(self, placed: _Optional[_Union[CacaoPlaced, _Mapping]] = ..., overbuilt: _Optional[_Union[CacaoOverbuilt, _Mapping]] = ..., filled: _Optional[_Union[CacaoFilled, _Mapping]] = ..., worked: _Optional[_Union[CacaoWorked, _Mapping]] = ..., drew: _Optional[_Union[CacaoDrew, _Mapping]] = ..., drew_unseen: _Optional[_Union[CacaoDrewUnseen, _Mapping]] = ..., refilled: _Optional[_Union[CacaoRefilled, _Mapping]] = ..., temple: _Optional[_Union[CacaoTempleScored, _Mapping]] = ..., scored: _Optional[_Union[CacaoScored, _Mapping]] = ...) -> None: ...

class CacaoPlaced(_message.Message):
    __slots__ = ("seat", "x", "y", "tile", "rotation")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    x: int
    y: int
    tile: CacaoWorker
    rotation: int
    def __init__(self, seat: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., tile: _Optional[_Union[CacaoWorker, str]] = ..., rotation: _Optional[int] = ...) -> None: ...

class CacaoOverbuilt(_message.Message):
    __slots__ = ("seat", "x", "y", "tile", "rotation")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    x: int
    y: int
    tile: CacaoWorker
    rotation: int
    def __init__(self, seat: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., tile: _Optional[_Union[CacaoWorker, str]] = ..., rotation: _Optional[int] = ...) -> None: ...

class CacaoFilled(_message.Message):
    __slots__ = ("seat", "x", "y", "tile")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    x: int
    y: int
    tile: CacaoJungle
    def __init__(self, seat: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., tile: _Optional[_Union[CacaoJungle, str]] = ...) -> None: ...

class CacaoWorked(_message.Message):
    __slots__ = ("seat", "x", "y", "side", "workers", "tile", "cacao", "gold", "river", "suns")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    CACAO_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    RIVER_FIELD_NUMBER: _ClassVar[int]
    SUNS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    x: int
    y: int
    side: CacaoSide
    workers: int
    tile: CacaoJungle
    cacao: int
    gold: int
    river: int
    suns: int
    def __init__(self, seat: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., side: _Optional[_Union[CacaoSide, str]] = ..., workers: _Optional[int] = ..., tile: _Optional[_Union[CacaoJungle, str]] = ..., cacao: _Optional[int] = ..., gold: _Optional[int] = ..., river: _Optional[int] = ..., suns: _Optional[int] = ...) -> None: ...

class CacaoDrew(_message.Message):
    __slots__ = ("seat", "tile")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tile: CacaoWorker
    def __init__(self, seat: _Optional[int] = ..., tile: _Optional[_Union[CacaoWorker, str]] = ...) -> None: ...

class CacaoDrewUnseen(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class CacaoRefilled(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: CacaoJungle
    def __init__(self, tile: _Optional[_Union[CacaoJungle, str]] = ...) -> None: ...

class CacaoTempleScored(_message.Message):
    __slots__ = ("x", "y", "seat", "workers", "gold")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    seat: int
    workers: int
    gold: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., seat: _Optional[int] = ..., workers: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class CacaoScored(_message.Message):
    __slots__ = ("seat", "score", "cacao", "place")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    CACAO_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    score: int
    cacao: int
    place: int
    def __init__(self, seat: _Optional[int] = ..., score: _Optional[int] = ..., cacao: _Optional[int] = ..., place: _Optional[int] = ...) -> None: ...
