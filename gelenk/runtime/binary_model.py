"""Binary models (MJB): header, sizes, arrays, texts, settings; loading runs no code.

Documents: API / MJB; promises / Restored models

    header   magic, version of the format, checksum of the parts, digest of the field tables, bytes that follow
    parts    each preceded by its length: sizes, arrays, one part per text field, then scalars and arrays of
             each block of settings, as `copy_pickle.settings_of` returns them; all numbers little-endian

A model that uses no field of releases after 3.5.0 is saved without these fields, with the digest of the others; the
digest says which fields a file has. Everything in the bytes is validated. The checksum is the beginning of the
SHA-256 of all parts, with the arrays replaced by 64-bit sums over rows and columns of their words. Adding takes a
tenth of the time of a CRC-32 and has equal error detection: damage to fewer than four words, or to fewer adjacent
words than a row has, always changes a sum, other damage with probability 1 - 2^-64. Files of version 1 are supported;
they have a CRC, and texts before the arrays.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import struct
import sys
import zlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from gelenk.engine.functions.matrices import COLUMNS, WORD_BYTES, WORD_ROW_BYTES
from gelenk.errors import Error
from gelenk.runtime.copy_pickle import Raw, restore_model, settings_of, sizes_of
from gelenk.runtime.memory_plan import address_of
from gelenk.runtime.model import CHARS
from gelenk.runtime.struct_bases import ALL_SIZES, FIRST_SIZES, LATER_SIZES, saved_part
from gelenk.tables import fields_model
from gelenk.tables.enums import mjtCone, mjtIntegrator, mjtJacobian, mjtSolver
from gelenk.tables.field_rows import FIRST, Field
from gelenk.tables.levels import LEVEL, LEVELS
from gelenk.toolchain import library
from gelenk.toolchain.extension import load

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

MAGIC = b"GELENK MODEL\r\n\x1a\n"  # as in PNG: a transfer in text mode changes it
VERSION = 3  # version 2 was never released
HEADER = struct.Struct("<16sI4xQ16sQ")
HEADER_1 = struct.Struct("<16sII16sQ")  # header of version 1
LENGTH = struct.Struct("<Q")
_MASK_64 = 2**64 - 1
CHOICES = {"integrator": mjtIntegrator, "cone": mjtCone, "jacobian": mjtJacobian, "solver": mjtSolver}


def _first_shape(f: Field) -> tuple:
    """Return the shape of a field in 3.5.0, whose actuators have one control and one output."""
    return tuple(LATER_SIZES.get(entry, entry) for entry in f.shape)


@functools.cache
def _digest(later: bool = False) -> bytes:
    """Return the digest of the field tables: names, types and shapes, in order.

    At levels other than the first, the level is part of the digest, since enum fields have the numbers of the level.

    later   whether fields of later releases are included
    """
    blocks = (fields_model.OPTION, fields_model.STATISTIC, *fields_model.VISUAL.values())
    rows = (*fields_model.SIZES, *fields_model.MODEL, *(f for block in blocks for f in block))
    named = [f for f in rows if later or f.since == FIRST]
    text = repr([(f.name, f.dtype, f.shape if later else _first_shape(f)) for f in named])
    if LEVELS[0] != LEVEL:
        text += LEVEL
    return hashlib.sha256(text.encode()).digest()[:16]


def checksum(before: Raw, arrays: Raw, behind: Raw, to: int = 0) -> int:
    """Return the checksum of all bytes after the header (see the module docstring).

    to   address to which the arrays are copied while they are read; 0 for none
    """
    nrow = len(arrays) // WORD_ROW_BYTES
    sums = np.empty(nrow + COLUMNS, np.int64)  # of rows, of columns
    at = address_of(arrays) if len(arrays) else 0
    if at % WORD_BYTES:  # the kernel needs aligned words
        return checksum(before, bytes(arrays), behind, to)
    with contextlib.nullcontext() if library.JIT else np.errstate(over="ignore"):
        load.run_kernel("sum_words", at, address_of(sums), nrow, to, len(arrays) if to else 0)
    found = hashlib.sha256(b"".join((before, sums.data, arrays[nrow * WORD_ROW_BYTES :], behind)))
    return int.from_bytes(found.digest()[:8], "little")


def _with_lengths(parts: Iterable[Raw]) -> list[Raw]:
    """Return the parts, each preceded by its length."""
    return [piece for part in parts for piece in (LENGTH.pack(len(part)), part)]


def _behind(model: MjModel) -> list[Raw]:
    """Return the pieces after the arrays, cached with the model."""
    known = model.__dict__.get("_behind")
    if known is None:
        texts: list[Raw] = [getattr(model, name) for name in CHARS]
        known = model.__dict__["_behind"] = _with_lengths(texts + settings_of(model))
    return known


def pieces(model: MjModel, to: int = 0) -> list[Raw]:
    """Return the bytes of a model in three pieces: before the arrays, arrays, after them.

    to   address of a buffer for all bytes, to which the arrays are copied during the checksum; 0 for none
    """
    if sys.byteorder != "little":
        raise Error("models are saved on little-endian machines only")
    names, raw = saved_part(model)
    sizes, behind = sizes_of(model, len(names), len(raw)), b"".join(_behind(model))
    before = b"".join((LENGTH.pack(len(sizes)), sizes, LENGTH.pack(len(raw))))
    total = len(before) + len(raw) + len(behind)
    place = to + HEADER.size + len(before) if to else 0
    header = HEADER.pack(
        MAGIC, VERSION, checksum(before, raw, behind, place), _digest(names is ALL_SIZES), total
    )
    return [header + before, raw, behind]


def put(model: MjModel, buffer: np.ndarray) -> None:
    """Write the model into `buffer`, which has at least `byte_count` bytes."""
    memory = buffer.data
    before, raw, behind = pieces(model, address_of(memory))
    start = len(before)
    end = start + len(raw)
    memory[:start] = before
    memory[end : end + len(behind)] = behind


def to_bytes(model: MjModel) -> bytes:
    """Return the model as bytes."""
    return b"".join(pieces(model))


def byte_count(model: MjModel) -> int:
    """Return the number of bytes of `to_bytes`.

    It is constant for a model, except that fields of later releases count once they are used.
    """
    known = model.__dict__.get("_byte_count")
    if known is None:
        known = model.__dict__["_byte_count"] = sum(map(len, _behind(model)))
    names, raw = saved_part(model)
    return int(known) + HEADER.size + 2 * LENGTH.size + 8 * len(names) + len(raw)


def from_bytes(content: bytes) -> MjModel:
    """Return the model that `to_bytes` wrote.

    Errors   gelenk.Error if the bytes are not a model, are damaged, or were written with other field tables
    """
    first, raw, *rest = _checked(content)
    sizes = _sizes(first)
    texts = dict(zip(CHARS, map(bytes, rest[: len(CHARS)]), strict=True))
    rest = rest[len(CHARS) :]
    settings = [*zip(rest[::2], rest[1::2], strict=True)]
    try:
        model = restore_model(sizes, texts, raw, settings)
    except (ValueError, IndexError, OverflowError) as error:
        raise _damaged(str(error)) from None
    _check_choices(model)
    return model


def _damaged(what: str) -> Error:
    return Error(f"this is not a valid model in binary form: {what}")


def _checked(content: bytes) -> list[memoryview]:
    """Return the parts after the header, validated against it."""
    if len(content) < HEADER.size:
        raise _damaged(f"it has {len(content)} bytes, the header alone has {HEADER.size}")
    if content[: len(MAGIC)] != MAGIC:
        raise Error("this is not a model in Gelenk's binary form; MJB files of other programs cannot be read")
    old = content[len(MAGIC)] == 1
    header = HEADER_1 if old else HEADER
    _, version, expected, digest, length = header.unpack_from(content)
    if version not in (1, VERSION) or digest not in (_digest(), _digest(True)):
        raise Error(
            "this model was saved by another version of Gelenk, whose models have other fields"
            + (f", or at another level than {LEVEL}" if LEVELS[0] != LEVEL else "")
        )
    body = memoryview(content)[header.size : header.size + length]
    if len(body) < length:
        raise _damaged("bytes are missing at its end")
    parts = _parts(body)
    if old:
        parts.insert(1, parts.pop(1 + len(CHARS)))
    if (zlib.crc32(body) if old else _checksum(body, parts)) != expected:
        raise _damaged("its checksum differs")
    return parts


def _checksum(body: memoryview, parts: list[memoryview]) -> int:
    """Return the checksum of the bytes after the header."""
    start = 2 * LENGTH.size + len(parts[0])
    return checksum(body[:start], parts[1], body[start + len(parts[1]) :])


def _parts(body: memoryview) -> list[memoryview]:
    """Split the bytes into parts, and check their number."""
    parts: list[memoryview] = []
    at = 0
    while at < len(body):
        if at + LENGTH.size > len(body):
            raise _damaged("a part is cut off")
        (length,) = LENGTH.unpack_from(body, at)
        at += LENGTH.size
        if length > len(body) - at:
            raise _damaged("a part is cut off")
        parts.append(body[at : at + length])
        at += length
    expected = 2 + len(CHARS) + 2 * (2 + len(fields_model.VISUAL))
    if len(parts) != expected:
        raise _damaged(f"it has {len(parts)} parts, not {expected}")
    scalars = parts[2 + len(CHARS) :: 2]
    if any(len(part) % 8 for part in scalars):
        raise _damaged("a block of settings is cut off")
    return parts


def _sizes(part: memoryview) -> dict[str, int]:
    names = FIRST_SIZES if len(part) == 8 * len(FIRST_SIZES) else ALL_SIZES
    if len(part) != 8 * len(names):
        raise _damaged("the list of sizes is cut off")
    sizes = dict(zip(names, np.frombuffer(part, "<i8").tolist(), strict=True))
    sizes["signature"] &= _MASK_64
    return sizes


def _check_choices(model: MjModel) -> None:
    """Raise unless the settings that select a method have a valid value, as after compiling."""
    for name, kind in CHOICES.items():
        value = getattr(model.opt, name)
        if value not in frozenset(map(int, kind.__members__.values())):
            raise _damaged(f"opt.{name} is {value}, which is no {kind.__name__}")
