"""Validation of user-writable indices in scenes and contexts, before kernels use them.

Documents: API / MjvScene, MjrContext
"""

from typing import Any

import numpy as np

from gelenk.errors import FatalError
from gelenk.render.workspace import read_scalar

# fields of first element and count per flex or skin, the array of the elements, and values per element
ITEMS = {
    "flex": (
        ("flexvertadr", "flexvertnum", "flexvert", 3),
        ("flexedgeadr", "flexedgenum", "flexedge", 2),
        ("flexfaceadr", "flexfacenum", "flexface", 9),
    ),
    "skin": (("skinvertadr", "skinvertnum", "skinvert", 3),),
}


def check_scene(scn: Any) -> None:
    """Raise IndexError unless the ranges of flexes and skins are within the scene arrays."""
    for kind, rows in ITEMS.items():
        if getattr(scn, f"_a_{rows[0][0]}").size:
            for adr, num, items, width in rows:
                _check_items(scn, kind, adr, num, items, width)
    if scn._a_flexedge.size:
        _check_edges(scn)


def _check_items(scn: Any, kind: str, adr: str, num: str, items: str, width: int) -> None:
    first, count = (getattr(scn, f"_a_{name}").astype(np.int64) for name in (adr, num))
    room = getattr(scn, f"_a_{items}").size // width
    wrong = (count > 0) & ((first < 0) | (first + count > room))
    if wrong.any():
        i = int(wrong.argmax())
        raise IndexError(
            f"scn.{adr} and scn.{num}: {kind} {i} has {count[i]} rows from {first[i]} on, scn.{items} has {room}"
        )


def _check_edges(scn: Any) -> None:
    """Raise IndexError unless edges refer to vertices of their flex."""
    rows = np.array([scn._a_flexvertnum, scn._a_flexedgeadr, scn._a_flexedgenum]).T.tolist()
    for f, (room, edge, count) in enumerate(rows):
        ends = scn._a_flexedge[2 * edge : 2 * (max(0, edge) + max(0, count))]
        if len(ends) and not (ends.min() >= 0 and ends.max() < room):
            raise IndexError(
                f"scn.flexedge: flex {f} has {room} vertices, but an edge with a vertex out of this range"
            )


def check_context(con: Any) -> None:
    """Raise FatalError unless the first mesh, first height field and skin count are valid."""
    count = read_scalar(con, "nshape")
    for name, most in (
        ("baseMesh", count - 2 * read_scalar(con, "nmesh")),
        ("baseHField", count - read_scalar(con, "nhfield")),
        ("nskin", count - read_scalar(con, "base_skin")),
    ):
        value = getattr(con, name)
        if not 0 <= value <= most:
            raise FatalError(f"con.{name} must be in 0 .. {most}, not {value}")
