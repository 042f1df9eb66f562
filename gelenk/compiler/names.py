"""The names of all objects in one buffer, their addresses, and the hash map that finds them.

Documents: Modeling / Names; API / mj_name2id
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

from gelenk.compiler.build import Build
from gelenk.tables.enums import mjtObj
from gelenk.tables.objects import KINDS

SPREAD = 2  # slots of the hash map per object
_NAMED = [(int(kind.type), kind.names) for kind in KINDS if kind.names and kind.type != mjtObj.mjOBJ_XBODY]


def name_columns(build: Build) -> bytes:
    """Fill name_*adr and names_map; returns the buffer: the model's name, then all names, zero-terminated."""
    buffer = bytearray(str(build.spec.modelname).encode() + b"\0")
    table: list[int] = []
    registered = build.names
    for kind, field in _NAMED:
        if kind not in registered:
            continue
        names = registered[kind]
        if not any(names):
            build.arrays[field] = [*range(len(buffer), len(buffer) + len(names))]
            buffer += bytes(len(names))
            table += [-1] * (SPREAD * len(names))
            continue
        first, text = len(buffer), "\0".join(names)
        buffer += text.encode() + b"\0"
        before = names[:-1] if text.isascii() else [name.encode() for name in names[:-1]]
        build.arrays[field] = [*accumulate([len(name) + 1 for name in before], initial=first)]
        table += hash_map(names)
    build.put(names_map=table)
    build.sizes.update(nnames=len(buffer), nnames_map=len(table))
    return bytes(buffer)


def hash_map(names: list[str]) -> list[int]:
    """Ids in an open hash table with linear probing; -1 marks a free slot."""
    size = SPREAD * len(names)
    table = [-1] * size
    for i, name in enumerate(names):
        if name:
            slot = hashed(name) % size
            while table[slot] >= 0:
                slot = (slot + 1) % size
            table[slot] = i
    return table


def hash_name(name: str, size: int) -> int:
    """Slot of a name: its hash modulo the size."""
    return hashed(name) % size


@lru_cache(8192)
def hashed(name: str) -> int:
    """Hash of a name: h = 33 h xor byte from 5381, in 64 bits, bytes being signed (Bernstein)."""
    h = 5381
    for byte in name.encode():
        h = (33 * h ^ (byte if byte < 128 else byte - 256)) & 0xFFFFFFFFFFFFFFFF
    return h
