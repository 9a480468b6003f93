"""Finds changes of the protocol that break a client of a released one.

Both protocols are descriptor sets. A later protocol may add files, messages, fields, arms of a oneof, enum values,
services and calls. It may retire a field or a value by reserving its number and its name. Every other change breaks a
client.
"""

from google.protobuf import timestamp_pb2
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorSet

from arena.protocol.v1 import attend_pb2, common_pb2, games_pb2, organiser_pb2, play_pb2


def as_it_is():
    """Return the descriptors of the present protocol and its imports, as a release contains them."""
    files = FileDescriptorSet()
    modules = (timestamp_pb2, attend_pb2, common_pb2, games_pb2, organiser_pb2, play_pb2)
    for file in (*[module.DESCRIPTOR for module in modules], *games_pb2.DESCRIPTOR.dependencies):
        file.CopyToProto(files.file.add())
    return files


def incompatible_changes(released, later):
    """Return a line for each change that breaks a client; an empty list if there is none."""
    old, new = Definitions(released), Definitions(later)
    return [
        *changes(old.messages, new.messages, "message", message_changes),
        *changes(old.enums, new.enums, "enum", enum_changes),
        *changes(old.services, new.services, "service", service_changes),
    ]


class Definitions:
    """All definitions of a descriptor set, by full name."""

    def __init__(self, files: FileDescriptorSet):
        self.messages, self.enums, self.services = {}, {}, {}
        for file in files.file:
            self.services.update((f"{file.package}.{service.name}", service) for service in file.service)
            self.add(file.package, file.message_type, file.enum_type)

    def add(self, scope, messages, enums):
        self.enums.update((f"{scope}.{enum.name}", enum) for enum in enums)
        for message in messages:
            name = f"{scope}.{message.name}"
            self.messages[name] = message
            self.add(name, message.nested_type, message.enum_type)


def changes(old, new, what, compare):
    for name in old:
        if name in new:
            yield from (f"{what} {name}: {change}" for change in compare(old[name], new[name]))
        else:
            yield f"{what} {name}: removed"


def message_changes(old, new):
    yield from reservations_lifted(old, new, past_the_end=0)
    names = {field.name: field.number for field in new.field}
    fields = {field.number: field for field in new.field}
    for field in old.field:
        if field.number in fields:
            yield from field_changes(old, field, new, fields[field.number])
        elif field.name in names:
            yield f"field {field.name}: renumbered from {field.number} to {names[field.name]}"
        elif not is_reserved(new, field, past_the_end=0):
            yield f"field {field.name}: removed without reserving {field.number} and its name"


def field_changes(old_message, old, new_message, new):
    for what, before, after in (
        ("renamed", old.name, new.name),
        ("type changed", type_of(old), type_of(new)),
        ("cardinality changed", cardinality(old), cardinality(new)),
        ("oneof changed", oneof_of(old_message, old), oneof_of(new_message, new)),
    ):
        if before != after:
            yield f"field {old.name}: {what} from {before} to {after}"


def type_of(field):
    return field.type_name or FieldDescriptorProto.Type.Name(field.type)


def cardinality(field):
    if field.proto3_optional:
        return "optional"
    return "repeated" if field.label == FieldDescriptorProto.LABEL_REPEATED else "singular"


def oneof_of(message, field):
    if field.proto3_optional or not field.HasField("oneof_index"):
        return "none"
    return message.oneof_decl[field.oneof_index].name


def enum_changes(old, new):
    yield from reservations_lifted(old, new, past_the_end=1)
    names = {value.name: value.number for value in new.value}
    values = {value.number: value for value in new.value}
    for value in old.value:
        if value.number in values:
            if values[value.number].name != value.name:
                yield f"value {value.name}: renamed to {values[value.number].name}"
        elif value.name in names:
            yield f"value {value.name}: renumbered from {value.number} to {names[value.name]}"
        elif not is_reserved(new, value, past_the_end=1):
            yield f"value {value.name}: removed without reserving {value.number} and its name"


def reserved_numbers(definition, past_the_end):
    """Return the numbers that a message or an enum has reserved, as a list of ranges.

    `past_the_end` is 0 for a message, because its ranges end before the number `end`, and 1 for an enum, because its
    ranges include this number.
    """
    return [range(span.start, span.end + past_the_end) for span in definition.reserved_range]


def is_reserved(definition, member, past_the_end):
    spans = reserved_numbers(definition, past_the_end)
    return any(member.number in span for span in spans) and member.name in definition.reserved_name


def reservations_lifted(old, new, past_the_end):
    kept = reserved_numbers(new, past_the_end)
    for span in reserved_numbers(old, past_the_end):
        if not all(any(number in other for other in kept) for number in (span[0], span[-1])):
            yield f"numbers {span[0]} to {span[-1]}: no longer reserved"
    for name in old.reserved_name:
        if name not in new.reserved_name:
            yield f"name {name}: no longer reserved"


def service_changes(old, new):
    methods = {method.name: method for method in new.method}
    for method in old.method:
        if method.name not in methods:
            yield f"call {method.name}: removed"
        elif signature(method) != signature(methods[method.name]):
            yield f"call {method.name}: {signature(method)} became {signature(methods[method.name])}"


def signature(method):
    request = "stream " * method.client_streaming + method.input_type
    response = "stream " * method.server_streaming + method.output_type
    return f"({request}) returns ({response})"
