"""The committed generated files equal those that are made from proto/ now."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

from tests.protocol.compatibility import as_it_is, incompatible_changes

ROOT = Path(__file__).parents[2]
GENERATED = ROOT / "arena" / "protocol" / "v1"
PAGE = ROOT / "docs" / "protocol.md"
NO_COMPILER = 69  # what scripts/protos ends with where the compiler cannot be had


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """Return a folder with all files generated again, by the compiler that generated the committed files."""
    folder = tmp_path_factory.mktemp("protos")
    command = [ROOT / "scripts" / "protos", "--into", folder]
    with_protobuf = os.environ | {"PYTHON": sys.executable}
    done = subprocess.run(command, env=with_protobuf, capture_output=True, text=True, check=False)
    if done.returncode == NO_COMPILER:
        pytest.skip(f"generated code is not compared: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    return folder


def without_json_names(file):
    """Return the file without JSON names, which only some compilers write out."""
    for message in file.message_type:
        for field in message.field:
            field.ClearField("json_name")
    file.ClearField("source_code_info")
    return file


def committed_descriptor(module):
    file = FileDescriptorProto()
    importlib.import_module(f"arena.protocol.v1.{module}_pb2").DESCRIPTOR.CopyToProto(file)
    return without_json_names(file)


def test_the_committed_modules_describe_the_messages_of_proto(fresh):
    files = FileDescriptorSet.FromString((fresh / "protocol.binpb").read_bytes()).file
    described = {
        Path(file.name).stem: without_json_names(file) for file in files if file.package == "arena.protocol.v1"
    }
    assert described == {name: committed_descriptor(name) for name in described}
    assert sorted(described) == sorted(path.name.removesuffix("_pb2.py") for path in GENERATED.glob("*_pb2.py"))


def test_the_committed_modules_are_what_would_be_released_now(fresh):
    assert incompatible_changes(FileDescriptorSet.FromString((fresh / "protocol.binpb").read_bytes()), as_it_is()) == []


@pytest.mark.parametrize("kind", ["_pb2.pyi", "_pb2_grpc.py"])
def test_the_committed_types_and_stubs_are_those_of_proto(fresh, kind):
    made = {path.name: path.read_text() for path in (fresh / "arena/protocol/v1").glob(f"*{kind}")}
    assert made == {path.name: path.read_text() for path in GENERATED.glob(f"*{kind}")}


def test_the_reference_of_the_protocol_page_is_what_the_comments_say(fresh):
    assert PAGE.read_text(encoding="utf-8").endswith("\n\n" + (fresh / "reference.md").read_text(encoding="utf-8"))
