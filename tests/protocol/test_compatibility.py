"""A client of a released protocol works with every later protocol."""

from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from tests.protocol.compatibility import as_it_is, incompatible_changes

RELEASED = Path(__file__).parents[2] / "proto" / "released"


def a_release():
    """Return an invented protocol, with one of each kind of part that can change."""
    files = FileDescriptorSet()
    file = files.file.add(name="made_up.proto", package="made.up", syntax="proto3")
    choice = file.message_type.add(name="Choice", reserved_name=["old"])
    choice.reserved_range.add(start=9, end=10)
    choice.oneof_decl.add(name="message")
    choice.field.add(name="number", number=1, type=Field.TYPE_INT64, label=Field.LABEL_OPTIONAL)
    choice.field.add(name="tiles", number=2, type=Field.TYPE_INT32, label=Field.LABEL_REPEATED)
    choice.field.add(name="join", number=3, type=Field.TYPE_STRING, label=Field.LABEL_OPTIONAL, oneof_index=0)
    choice.field.add(
        name="side", number=4, type=Field.TYPE_ENUM, type_name=".made.up.Choice.Side", label=Field.LABEL_OPTIONAL
    )
    choice.nested_type.add(name="Inner").field.add(
        name="depth", number=1, type=Field.TYPE_BOOL, label=Field.LABEL_OPTIONAL
    )
    side = choice.enum_type.add(name="Side", reserved_name=["SIDE_UP"])
    side.reserved_range.add(start=7, end=7)
    for number, name in enumerate(("SIDE_UNSPECIFIED", "SIDE_NORTH", "SIDE_EAST")):
        side.value.add(name=name, number=number)
    service = file.service.add(name="Table")
    service.method.add(name="Play", input_type=".made.up.Choice", output_type=".made.up.Choice", server_streaming=True)
    return files


def parts(files):
    choice = files.file[0].message_type[0]
    return choice, choice.enum_type[0], files.file[0].service[0]


def drop(repeated, name):
    repeated.remove(next(item for item in repeated if item.name == name))


def field(choice, name):
    return next(item for item in choice.field if item.name == name)


def reserve(definition, number, end, name):
    definition.reserved_range.add(start=number, end=end)
    definition.reserved_name.append(name)


BREAKING = {
    "a message is removed": (lambda c, _s, _t: drop(c.nested_type, "Inner"), "message made.up.Choice.Inner: removed"),
    "a field is removed": (lambda c, _s, _t: drop(c.field, "number"), "field number: removed without reserving 1"),
    "only its number is reserved": (
        lambda c, _s, _t: (drop(c.field, "number"), c.reserved_range.add(start=1, end=2)),
        "field number: removed without reserving 1",
    ),
    "only its name is reserved": (
        lambda c, _s, _t: (drop(c.field, "number"), c.reserved_name.append("number")),
        "field number: removed without reserving 1",
    ),
    "a field is renumbered": (
        lambda c, _s, _t: setattr(field(c, "number"), "number", 8),
        "field number: renumbered from 1 to 8",
    ),
    "a field is renamed": (
        lambda c, _s, _t: setattr(field(c, "number"), "name", "count"),
        "field number: renamed from number to count",
    ),
    "a field has another type": (
        lambda c, _s, _t: setattr(field(c, "number"), "type", Field.TYPE_SINT64),
        "field number: type changed from TYPE_INT64 to TYPE_SINT64",
    ),
    "a field has another enum": (
        lambda c, _s, _t: setattr(field(c, "side"), "type_name", ".made.up.Other"),
        "field side: type changed from .made.up.Choice.Side to .made.up.Other",
    ),
    "one becomes many": (
        lambda c, _s, _t: setattr(field(c, "number"), "label", Field.LABEL_REPEATED),
        "field number: cardinality changed from singular to repeated",
    ),
    "presence comes in": (
        lambda c, _s, _t: setattr(field(c, "number"), "proto3_optional", True),
        "field number: cardinality changed from singular to optional",
    ),
    "a field moves into a oneof": (
        lambda c, _s, _t: setattr(field(c, "number"), "oneof_index", 0),
        "field number: oneof changed from none to message",
    ),
    "a field moves out of a oneof": (
        lambda c, _s, _t: field(c, "join").ClearField("oneof_index"),
        "field join: oneof changed from message to none",
    ),
    "a reserved number is free again": (
        lambda c, _s, _t: c.ClearField("reserved_range"),
        "made.up.Choice: numbers 9 to 9: no longer reserved",
    ),
    "a reserved name is free again": (
        lambda c, _s, _t: c.ClearField("reserved_name"),
        "made.up.Choice: name old: no longer reserved",
    ),
    "an enum is removed": (lambda c, _s, _t: c.ClearField("enum_type"), "enum made.up.Choice.Side: removed"),
    "a value is removed": (
        lambda _c, s, _t: drop(s.value, "SIDE_EAST"),
        "value SIDE_EAST: removed without reserving 2",
    ),
    "a value is renumbered": (
        lambda _c, s, _t: setattr(s.value[2], "number", 5),
        "value SIDE_EAST: renumbered from 2 to 5",
    ),
    "a value is renamed": (
        lambda _c, s, _t: setattr(s.value[2], "name", "SIDE_WEST"),
        "value SIDE_EAST: renamed to SIDE_WEST",
    ),
    "a reserved value is free again": (
        lambda _c, s, _t: s.ClearField("reserved_range"),
        "made.up.Choice.Side: numbers 7 to 7: no longer reserved",
    ),
    "a service is removed": (
        lambda _c, _s, t: setattr(t, "name", "Board"),
        "service made.up.Table: removed",
    ),
    "a call is removed": (lambda _c, _s, t: drop(t.method, "Play"), "call Play: removed"),
    "a call takes something else": (
        lambda _c, _s, t: setattr(t.method[0], "input_type", ".made.up.Choice.Inner"),
        "call Play: (.made.up.Choice)",
    ),
    "a call gives something else": (
        lambda _c, _s, t: setattr(t.method[0], "output_type", ".made.up.Choice.Inner"),
        "call Play: (.made.up.Choice)",
    ),
    "a call streams no more": (
        lambda _c, _s, t: setattr(t.method[0], "server_streaming", False),
        "returns (stream .made.up.Choice) became",
    ),
    "a call streams from now on": (
        lambda _c, _s, t: setattr(t.method[0], "client_streaming", True),
        "became (stream .made.up.Choice)",
    ),
}

HARMLESS = {
    "nothing changes": lambda *_: None,
    "a message comes in": lambda c, _s, _t: c.nested_type.add(name="Another"),
    "a field comes in": lambda c, _s, _t: c.field.add(
        name="more", number=5, type=Field.TYPE_BOOL, label=Field.LABEL_OPTIONAL
    ),
    "an arm of a oneof comes in": lambda c, _s, _t: c.field.add(
        name="leave", number=6, type=Field.TYPE_BOOL, label=Field.LABEL_OPTIONAL, oneof_index=0
    ),
    "a field is retired": lambda c, _s, _t: (drop(c.field, "number"), reserve(c, 1, 2, "number")),
    "more numbers are reserved": lambda c, _s, _t: reserve(c, 20, 30, "never"),
    "a value comes in": lambda _c, s, _t: s.value.add(name="SIDE_SOUTH", number=3),
    "a value is retired": lambda _c, s, _t: (drop(s.value, "SIDE_EAST"), reserve(s, 2, 2, "SIDE_EAST")),
    "a call comes in": lambda _c, _s, t: t.method.add(name="Watch", input_type=".made.up.Choice"),
    "json names are spelled otherwise": lambda c, _s, _t: setattr(c.field[0], "json_name", "other"),
    "fields stand in another order": lambda c, _s, _t: c.field.sort(key=lambda field: -field.number),
}


@pytest.mark.parametrize("change", BREAKING)
def test_a_change_that_breaks_a_client_is_refused_when(change):
    make, complaint = BREAKING[change]
    later = a_release()
    make(*parts(later))
    assert any(complaint in line for line in incompatible_changes(a_release(), later))


@pytest.mark.parametrize("change", HARMLESS)
def test_a_change_that_breaks_no_client_is_accepted_when(change):
    later = a_release()
    HARMLESS[change](*parts(later))
    assert incompatible_changes(a_release(), later) == []


def test_a_change_of_the_last_message_of_the_real_protocol_is_found():
    changed = as_it_is()
    attend = next(file for file in changed.file if file.name.endswith("attend.proto"))
    attend.message_type[-1].name = "Sink"
    assert incompatible_changes(as_it_is(), as_it_is()) == []
    assert incompatible_changes(as_it_is(), changed) == ["message arena.protocol.v1.Drain: removed"]


def test_every_released_protocol_is_still_kept():
    broken = {
        path.stem: changes
        for path in sorted(RELEASED.glob("*.binpb"))
        if (changes := incompatible_changes(FileDescriptorSet.FromString(path.read_bytes()), as_it_is()))
    }
    assert broken == {}


def test_a_released_protocol_has_a_file_named_after_its_release():
    assert {path.name for path in RELEASED.iterdir()} - {path.name for path in RELEASED.glob("*.binpb")} == {
        "README.md"
    }
