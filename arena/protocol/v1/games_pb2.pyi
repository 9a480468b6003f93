from arena.protocol.v1 import cacao_pb2 as _cacao_pb2
from arena.protocol.v1 import teotihuacan_pb2 as _teotihuacan_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class View(_message.Message):
    __slots__ = ("cacao", "teotihuacan")
    CACAO_FIELD_NUMBER: _ClassVar[int]
    TEOTIHUACAN_FIELD_NUMBER: _ClassVar[int]
    cacao: _cacao_pb2.CacaoView
    teotihuacan: _teotihuacan_pb2.TeotihuacanView
    def __init__(self, cacao: _Optional[_Union[_cacao_pb2.CacaoView, _Mapping]] = ..., teotihuacan: _Optional[_Union[_teotihuacan_pb2.TeotihuacanView, _Mapping]] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("cacao", "teotihuacan")
    CACAO_FIELD_NUMBER: _ClassVar[int]
    TEOTIHUACAN_FIELD_NUMBER: _ClassVar[int]
    cacao: _cacao_pb2.CacaoMove
    teotihuacan: _teotihuacan_pb2.TeotihuacanMove
    def __init__(self, cacao: _Optional[_Union[_cacao_pb2.CacaoMove, _Mapping]] = ..., teotihuacan: _Optional[_Union[_teotihuacan_pb2.TeotihuacanMove, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("text", "cacao", "teotihuacan")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CACAO_FIELD_NUMBER: _ClassVar[int]
    TEOTIHUACAN_FIELD_NUMBER: _ClassVar[int]
    text: str
    cacao: _cacao_pb2.CacaoEvent
    teotihuacan: _teotihuacan_pb2.TeotihuacanEvent
    def __init__(self, text: _Optional[str] = ..., cacao: _Optional[_Union[_cacao_pb2.CacaoEvent, _Mapping]] = ..., teotihuacan: _Optional[_Union[_teotihuacan_pb2.TeotihuacanEvent, _Mapping]] = ...) -> None: ...
