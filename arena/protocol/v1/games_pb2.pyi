from arena.protocol.v1 import cacao_pb2 as _cacao_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class View(_message.Message):
    __slots__ = ("cacao",)
    CACAO_FIELD_NUMBER: _ClassVar[int]
    cacao: _cacao_pb2.CacaoView
    def __init__(self, cacao: _Optional[_Union[_cacao_pb2.CacaoView, _Mapping]] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("cacao",)
    CACAO_FIELD_NUMBER: _ClassVar[int]
    cacao: _cacao_pb2.CacaoMove
    def __init__(self, cacao: _Optional[_Union[_cacao_pb2.CacaoMove, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("text", "cacao")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CACAO_FIELD_NUMBER: _ClassVar[int]
    text: str
    cacao: _cacao_pb2.CacaoEvent
    def __init__(self, text: _Optional[str] = ..., cacao: _Optional[_Union[_cacao_pb2.CacaoEvent, _Mapping]] = ...) -> None: ...
