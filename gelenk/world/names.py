"""Names of the objects of a model: name to id and back.

Documents: API / mj_name2id, mj_id2name; Modeling / Names
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gelenk.tables.objects import KINDS

if TYPE_CHECKING:
    from gelenk.world.model import MjModel

# object type -> (size that counts it, field with the addresses of its names)
COUNTED = {kind.type: (kind.size, kind.names) for kind in KINDS if kind.size}


def names_of(m: MjModel, kind: Any) -> tuple[str, ...]:
    """Names of all objects of ``kind`` (mjtObj) in order of id; "" for those without. Names never change."""
    cache = m.__dict__.setdefault("_names", {})
    if kind not in cache:
        size, field = COUNTED[kind]
        addresses = getattr(m, "_a_" + field).tolist() if getattr(m, size) else ()
        names = m.names
        cache[kind] = tuple(names[adr : names.index(b"\0", adr)].decode() for adr in addresses)
    return cache[kind]


def ids_of(m: MjModel, kind: Any) -> dict[str, int]:
    """Name -> id of all named objects of ``kind``."""
    cache = m.__dict__.setdefault("_ids", {})
    if kind not in cache:
        cache[kind] = {name: i for i, name in enumerate(names_of(m, kind)) if name}
    return cache[kind]
