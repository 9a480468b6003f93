"""Rules options as messages of the protocol, and back."""

from collections.abc import Iterable, Mapping

from arena.games.game import Scalar
from arena.protocol.v1 import common_pb2


def settings(options: Mapping[str, Scalar]) -> list[common_pb2.Setting]:
    """Return rules options as protocol messages."""
    return [_setting(name, value) for name, value in options.items()]


def _setting(name: str, value: Scalar) -> common_pb2.Setting:
    if isinstance(value, bool):
        return common_pb2.Setting(name=name, flag=value)
    if isinstance(value, int):
        return common_pb2.Setting(name=name, number=value)
    return common_pb2.Setting(name=name, word=value)


def values(given: Iterable[common_pb2.Setting]) -> dict[str, Scalar]:
    """Return the rules options in these protocol messages as a dict from name to value."""
    return {each.name: getattr(each, each.WhichOneof("value") or "word") for each in given}
