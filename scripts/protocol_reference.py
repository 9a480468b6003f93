"""Writes the reference in docs/protocol.md: every call, message, field and value, with its comment from proto/."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from google.protobuf import descriptor_pb2 as pb

PACKAGE = "arena.protocol.v1"
# In the order in which people want to read them. The files of the games, which games.proto imports, follow COMMON.
GAMES, COMMON = "games", "common"
FILES = ("attend", "play", GAMES, COMMON, "organiser")
BEGIN = "<!-- From here on written by scripts/protos from the comments in proto/. -->"

# Numbers that descriptor.proto gives the fields along a comment's path.
FILE_MESSAGE, FILE_ENUM, FILE_SERVICE, MESSAGE_FIELD, ENUM_VALUE, SERVICE_METHOD = 4, 5, 6, 2, 2, 2

Field = pb.FieldDescriptorProto


class Source:
    """One .proto file, with its comments."""

    def __init__(self, file: pb.FileDescriptorProto) -> None:
        self.file = file
        self.comments = {tuple(at.path): " ".join(at.leading_comments.split()) for at in file.source_code_info.location}

    def said(self, *path: int) -> str:
        """Return the comment on the element at this path of the file. End the program if there is no comment."""
        comment = self.comments.get(path, "")
        if not comment:
            sys.exit(f"{self.file.name}: something has no comment (path {path})")
        return comment

    def lines(self) -> Iterator[str]:
        """Yield the reference lines of this file: its services, messages and enums."""
        yield f"### `{self.file.name}`"
        for number, service in enumerate(self.file.service):
            yield from self.service(service, FILE_SERVICE, number)
        for number, message in enumerate(self.file.message_type):
            yield from self.message(message, FILE_MESSAGE, number)
        for number, enum in enumerate(self.file.enum_type):
            yield from self.enum(enum, FILE_ENUM, number)

    def service(self, service: pb.ServiceDescriptorProto, *path: int) -> Iterator[str]:
        """Yield the reference lines of a service and its calls."""
        yield from heading("service", service.name, self.said(*path))
        yield from ("| call | request | response | |", "|---|---|---|---|")
        for number, method in enumerate(service.method):
            request = ("stream " if method.client_streaming else "") + code(short(method.input_type))
            response = ("stream " if method.server_streaming else "") + code(short(method.output_type))
            yield f"| {code(method.name)} | {request} | {response} | {self.said(*path, SERVICE_METHOD, number)} |"

    def message(self, message: pb.DescriptorProto, *path: int) -> Iterator[str]:
        """Yield the reference lines of a message and its fields."""
        yield from heading("message", message.name, self.said(*path))
        if message.field:
            yield from ("| number | field | type | |", "|---|---|---|---|")
        for number, field in enumerate(message.field):
            comment = self.said(*path, MESSAGE_FIELD, number)
            yield f"| {field.number} | {code(field.name)} | {kind(message, field)} | {comment} |"

    def enum(self, enum: pb.EnumDescriptorProto, *path: int) -> Iterator[str]:
        """Yield the reference lines of an enum and its values."""
        yield from heading("enum", enum.name, self.said(*path))
        yield from ("| number | value | |", "|---|---|---|")
        for number, value in enumerate(enum.value):
            yield f"| {value.number} | {code(value.name)} | {self.said(*path, ENUM_VALUE, number)} |"


def heading(what: str, name: str, comment: str) -> Iterator[str]:
    """Yield the lines of a heading about a message, an enum or a service, with its comment."""
    yield from ("", f"#### {what} `{name}`", "", comment, "")


def kind(message: pb.DescriptorProto, field: Field) -> str:
    """Return a field's type as Markdown, with `repeated`, `optional`, or the name of its oneof."""
    plain = code(short(field.type_name) or Field.Type.Name(field.type).removeprefix("TYPE_").lower())
    if field.label == Field.LABEL_REPEATED:
        return f"repeated {plain}"
    if field.proto3_optional:
        return f"optional {plain}"
    if field.HasField("oneof_index"):
        return f"{plain}, one of `{message.oneof_decl[field.oneof_index].name}`"
    return plain


def short(name: str) -> str:
    """Return a type's name without the package of the protocol."""
    return name.removeprefix(f".{PACKAGE}.").removeprefix(".")


def code(text: str) -> str:
    """Return a name as Markdown code."""
    return f"`{text}`"


def reference(descriptors: bytes) -> str:
    """Return the whole reference, as Markdown."""
    sources = {file.name: Source(file) for file in pb.FileDescriptorSet.FromString(descriptors).file}
    folder = PACKAGE.replace(".", "/")
    names = [f"{folder}/{name}.proto" for name in FILES]
    after = FILES.index(COMMON) + 1
    names[after:after] = sources[f"{folder}/{GAMES}.proto"].file.dependency
    unlisted = {name for name in sources if name.startswith(folder)} - {*names}
    if unlisted:
        sys.exit(f"{Path(__file__).name}: FILES lacks {', '.join(sorted(unlisted))}")
    return "\n\n".join("\n".join(sources[name].lines()) for name in names) + "\n"


def main() -> None:
    """Print the reference. With `--update PAGE`, replace the reference in that page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("descriptors", type=Path, help="a FileDescriptorSet with source info")
    parser.add_argument("--update", type=Path, help="the page whose reference is replaced")
    arguments = parser.parse_args()
    text = reference(arguments.descriptors.read_bytes())
    if arguments.update is None:
        sys.stdout.write(text)
        return
    page = arguments.update.read_text(encoding="utf-8")
    if page.count(BEGIN) != 1:
        sys.exit(f"{arguments.update}: expected the line {BEGIN} once")
    arguments.update.write_text(page.partition(BEGIN)[0] + BEGIN + "\n\n" + text, encoding="utf-8")


if __name__ == "__main__":
    main()
