"""The reference page of the JSON API, made from its OpenAPI description."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an object in the JSON, or a parameter of an address: its name, its type and its description."""

    name: str
    type: str
    about: str


@dataclass(frozen=True, slots=True)
class Shape:
    """An object in the JSON of an API answer: its name, its description and its fields."""

    name: str
    about: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class ApiCall:
    """One address of the API: its path, its description, its parameters and the type of its answer."""

    path: str
    about: str
    asks: tuple[Field, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Reference:
    """The contents of the reference page of the JSON API: its calls, and the objects in the JSON of its answers."""

    title: str
    about: str
    calls: tuple[ApiCall, ...]
    shapes: tuple[Shape, ...]


def calls(described: Schema) -> Reference:
    """Return the reference of the JSON API, made from its OpenAPI description."""
    return Reference(
        title=described["info"]["title"],
        about=described["info"]["description"],
        calls=tuple(call(path, each["get"]) for path, each in described["paths"].items()),
        shapes=tuple(
            shape(name, each)
            for name, each in sorted(described["components"]["schemas"].items())
            if "properties" in each
        ),
    )


def call(path: str, each: Schema) -> ApiCall:
    """Return an ApiCall for one address of the JSON API, from its part of the OpenAPI description."""
    asks = tuple(
        Field(one["name"], f"{type_of(one['schema'])}, {place(one)}", one.get("description", ""))
        for one in each.get("parameters", ())
    )
    content: Mapping[str, Schema] = each["responses"]["200"]["content"]
    kind, answer = next(iter(content.items()))
    return ApiCall(path, each.get("description", ""), asks, type_of(answer["schema"]) if "schema" in answer else kind)


def place(one: Schema) -> str:
    """Return where a parameter belongs: `in the path`, or `?NAME=` for the query."""
    return "in the path" if one["in"] == "path" else "?" + one["name"] + "="


def shape(name: str, each: Schema) -> Shape:
    """Return a Shape for an object in answers of the API, from its schema in the OpenAPI description."""
    fields = tuple(Field(field, type_of(one), one.get("description", "")) for field, one in each["properties"].items())
    return Shape(name, each.get("description", ""), fields)


def type_of(schema: Schema) -> str:
    """Return the type of a value in words, such as `list of integer`, from its schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(type_of(one) for one in schema["anyOf"])
    kind = schema.get("type", "")
    if kind == "array":
        items = schema.get("items") or {}
        return f"list of {type_of(items)}" if items else "list"
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"{type_of(schema['additionalProperties'])} by name"
    return str(kind)
