"""Structs of later releases that hold plain values: MjPreContact and others.

Documents: API / mjPreContact; API / mjrRendererInfo; API / mjrVertexAttribute
"""

from __future__ import annotations

from typing import SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

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


class MjPreContact(_Plain):
    """What a collider of two geoms writes for a contact, before its parameters are mixed.

    Source   API / mjPreContact
    """

    _fields = ("dist", "normal", "pos", "tangent")

    def __init__(self) -> None:
        self._dist, self._pos, self._normal, self._tangent = 0.0, np.zeros(3), np.zeros(3), np.zeros(3)

    @property
    def dist(self) -> float:
        """Distance between the nearest points; negative: penetration. float [m]"""
        return self._dist

    @dist.setter
    def dist(self, value: SupportsFloat) -> None:
        try:
            self._dist = float(value)
        except (TypeError, ValueError):
            raise TypeError(f"dist takes a number, not {type(value).__name__}") from None

    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position, midway between the geoms. float64 (3) [m]"""
        return self._pos

    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None:
        assign("pos", self._pos, value)

    @property
    def normal(self) -> npt.NDArray[np.float64]:
        """Normal of the contact. float64 (3)"""
        return self._normal

    @normal.setter
    def normal(self, value: npt.ArrayLike) -> None:
        assign("normal", self._normal, value)

    @property
    def tangent(self) -> npt.NDArray[np.float64]:
        """First tangent; zero where the engine chooses one. float64 (3)"""
        return self._tangent

    @tangent.setter
    def tangent(self, value: npt.ArrayLike) -> None:
        assign("tangent", self._tangent, value)


class MjrRendererInfo(_Plain):
    """The renderer in use, for mjr_getRendererInfo; both attributes can only be read.

    Source   API / mjrRendererInfo
    """

    _fields = ("backend", "renderer")

    def __init__(self) -> None:
        self.describe()

    def describe(self) -> None:
        """Set the attributes to those of the renderer of this package.

        Source   API / mjr_getRendererInfo
        """
        self._backend, self._renderer = "", "classic"

    @property
    def renderer(self) -> str:
        """Family of the renderer: "classic". str"""
        return self._renderer

    @property
    def backend(self) -> str:
        """Graphics interface: "", since the renderer needs none. str"""
        return self._backend


class MjrVertexAttribute(_Plain):
    """Format of an attribute of vertices: what it is, and the type of its numbers.

    usage   mjrVertexAttributeUsage
    type    mjrVertexAttributeType

    Source   API / mjrVertexAttribute
    """

    _fields = ("type", "usage")

    def __init__(self, usage: SupportsIndex = 0, type: SupportsIndex = 0) -> None:
        self._usage = as_index("MjrVertexAttribute: usage", usage)
        self._type = as_index("MjrVertexAttribute: type", type)

    @property
    def usage(self) -> int:
        """What the attribute is (mjrVertexAttributeUsage). int"""
        return self._usage

    @usage.setter
    def usage(self, value: SupportsIndex) -> None:
        self._usage = as_index("usage", value)

    @property
    def type(self) -> int:
        """Type of its numbers (mjrVertexAttributeType). int"""
        return self._type

    @type.setter
    def type(self, value: SupportsIndex) -> None:
        self._type = as_index("type", value)
