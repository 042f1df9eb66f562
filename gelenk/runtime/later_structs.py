"""Structs of later releases that hold plain values: MjPreContact, MjrRendererInfo, MjrVertexAttribute.

Documents: API / mjPreContact; API / mjrRendererInfo; API / mjrVertexAttribute
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.runtime.assignment import assign
from gelenk.runtime.assignment import index as as_index


class _Plain:
    """Base of these structs: printing and comparison by their fields."""

    _fields: tuple[str, ...]

    def __repr__(self) -> str:
        rows = (f"  {name}: {getattr(self, name)!r}" for name in self._fields)
        return "\n".join([f"<{type(self).__name__}", *rows, ">"])

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in self._fields
        )

    __hash__ = None  # type: ignore[assignment]


def _number(name: str, doc: str) -> property:
    def get(self: Any) -> Any:
        return self.__dict__[name]

    def put(self: Any, value: Any) -> None:
        try:
            self.__dict__[name] = self.__dict__[name].__class__(value)
        except (TypeError, ValueError):
            raise TypeError(f"{name} takes a number, not {value.__class__.__name__}") from None

    return property(get, put, doc=doc)


def _vector(name: str, doc: str) -> property:
    def get(self: Any) -> np.ndarray:
        found: np.ndarray = self.__dict__[name]
        return found

    return property(get, lambda self, value: assign(name, self.__dict__[name], value), doc=doc)


class MjPreContact(_Plain):
    """What a collider of two geoms writes for a contact, before its parameters are mixed."""

    _fields = ("dist", "normal", "pos", "tangent")
    dist = _number("dist", "Distance between the nearest points; negative: penetration. float [m]")
    pos = _vector("pos", "Position, midway between the geoms. float64 (3) [m]")
    normal = _vector("normal", "Normal of the contact. float64 (3)")
    tangent = _vector("tangent", "First tangent; zero where the engine chooses one. float64 (3)")

    def __init__(self) -> None:
        self.__dict__.update(dist=0.0, pos=np.zeros(3), normal=np.zeros(3), tangent=np.zeros(3))


class MjrRendererInfo(_Plain):
    """The renderer in use, for mjr_getRendererInfo; both attributes can only be read."""

    _fields = ("backend", "renderer")

    def __init__(self) -> None:
        self.__dict__.update(_backend="", _renderer="classic")

    @property
    def renderer(self) -> str:
        """Family of the renderer: "classic"."""
        return str(self.__dict__["_renderer"])

    @property
    def backend(self) -> str:
        """Graphics interface: "", since the renderer needs none."""
        return str(self.__dict__["_backend"])


class MjrVertexAttribute(_Plain):
    """Format of an attribute of vertices: what it is, and the type of its numbers.

    usage   mjrVertexAttributeUsage
    type    mjrVertexAttributeType
    """

    _fields = ("type", "usage")
    usage = _number("usage", "What the attribute is (mjrVertexAttributeUsage). int")
    type = _number("type", "Type of its numbers (mjrVertexAttributeType). int")

    def __init__(self, usage: int = 0, type: int = 0) -> None:
        self.__dict__.update(
            usage=as_index("MjrVertexAttribute: usage", usage),
            type=as_index("MjrVertexAttribute: type", type),
        )
