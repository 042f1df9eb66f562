"""Checks of untrusted input: pickles and binary models, validated by the field tables.

Documents: promises / Restored models

A count must be within the limit of its row (tables/field_rows.py, `most`), sizes must match the elements, and memory
must have the bytes that sizes and capacities imply. All this is checked before anything of these sizes is allocated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.engine.validation.model_indices import NAMES as SUMMED
from gelenk.errors import Damaged
from gelenk.runtime.arguments import INT64_END
from gelenk.runtime.index_checks import tables
from gelenk.runtime.memory_plan import PREFIX, TooLarge
from gelenk.runtime.model import CHARS, FIELDS
from gelenk.runtime.struct_bases import ALL_SIZES, first_byte
from gelenk.tables import fields_data, fields_model, fields_scratch
from gelenk.tables.field_rows import extent
from gelenk.toolchain.extension import load

if TYPE_CHECKING:
    from gelenk.runtime.memory_plan import Plan
    from gelenk.runtime.struct_bases import DataBlock, ModelBlock

MOST_SIZE = 1 << 31  # all sizes of a model are smaller, except for byte counts
MOST_USERDATA = 1 << 27  # limit of the compiler
_UNBOUNDED = ("signature", "narena", "nbuffer", "nnames_map")
# size -> its valid values, for sizes with few of them
_CHOICES = {f.name: (0, 1) for f in fields_model.SIZES if f.use == "flag"} | {
    f.name: tuple(map(int, f.index.split())) for f in fields_model.SIZES if f.index
}
_TEXTS = {f.name: f.shape[0] for f in fields_model.MODEL if f.name in CHARS}
# scalars of MjData: name -> upper limit
COUNTS = {f.name: f.most for f in (*fields_data.SCALARS, *fields_scratch.SCALARS) if f.most}


def number(name: str, value: object) -> int:
    """Return `value`; raise Damaged unless it is an integer of 64 bits."""
    if type(value) is not int or not -INT64_END <= value < INT64_END:
        raise Damaged(f"{name} must be an integer of 64 bits")
    return value


def dictionary(what: str, found: object) -> dict[str, Any]:
    """Return `found`; raise Damaged unless it is a dictionary."""
    if type(found) is not dict:
        raise Damaged(f"another version of Gelenk saved its {what}")
    return found


def known(what: str, found: object, names: Sequence[str]) -> dict[str, Any]:
    """Return `found`; raise Damaged unless it is a dictionary with exactly these keys."""
    values = dictionary(what, found)
    if values.keys() != set(names):
        raise Damaged(f"another version of Gelenk saved its {what}")
    return values


def size_of(what: str, memory: object) -> int:
    """Return the number of bytes of `memory`; raise Damaged unless it consists of bytes."""
    if not isinstance(memory, bytes | bytearray | memoryview):
        raise Damaged(f"{what} must be bytes")
    return memory.nbytes if isinstance(memory, memoryview) else len(memory)


def check_sizes(sizes: Mapping[str, int], texts: Mapping[str, Any], raw: Any) -> None:
    """Raise Damaged unless the sizes of a model are possible and match its bytes."""
    known("sizes", sizes, ALL_SIZES)
    for name, size in sizes.items():
        if name == "signature":
            if type(size) is not int or not -INT64_END <= size < 2 * INT64_END:
                raise Damaged("signature must be an integer of 64 bits")
        elif name in _CHOICES:
            if number(name, size) not in _CHOICES[name]:
                raise Damaged(f"{name} must be {' or '.join(map(str, _CHOICES[name]))}, got {size}")
        elif number(name, size) >= MOST_SIZE and name not in _UNBOUNDED:
            raise Damaged(f"{name} must be less than {MOST_SIZE}, got {size}")
        elif size < (0 if name in FIELDS.sizes else -1) and name not in _UNBOUNDED:
            raise Damaged(f"{name} is negative: {size}")
    if not 0 <= sizes["nuserdata"] <= MOST_USERDATA:
        raise Damaged(f"nuserdata must be in 0 .. {MOST_USERDATA}, got {sizes['nuserdata']}")
    known("texts", texts, CHARS)
    for name, text in texts.items():
        if size_of(name, text) != extent(_TEXTS[name], sizes.__getitem__):
            raise Damaged(f"{name} has {len(text)} bytes, the sizes require {_TEXTS[name]}")
    try:
        plan = FIELDS.plan(sizes)
    except TooLarge as error:
        raise Damaged(str(error)) from None
    count = size_of("the arrays", raw)
    if count not in (plan.total, first_byte(plan)):
        raise Damaged(f"the arrays have {count} bytes, the sizes require {plan.total}")


def check_sums(model: ModelBlock) -> None:
    """Raise Damaged unless sizes equal the sums over elements; indices must be valid."""
    sums = np.empty(len(SUMMED))
    load.run_kernel("sum_elements", model, tables().kinds, sums)
    for name, total in zip(SUMMED, map(int, sums.tolist()), strict=True):
        if getattr(model, name) != total:
            raise Damaged(f"{name} is {getattr(model, name)}, its elements sum to {total}")


def check_counts(data: DataBlock, scalars: Mapping[str, int], capacity: Mapping[str, int]) -> None:
    """Raise Damaged unless the scalars of an MjData are possible with these capacities."""
    for name, value in scalars.items():
        number(name, value)
        limit = COUNTS.get(name)
        if limit is None:
            continue
        if limit == "=":
            least = most = data._scalar(name)
        else:
            size = limit.removesuffix("?")
            least = -1 if limit.endswith("?") else 0
            most = int(size) if size.isdecimal() else capacity.get(size, -1)
            if most < 0:
                most = (
                    data._scalar(size)
                    if size.endswith("max") or size == "nnear"
                    else getattr(data._model, size)
                )
        if not least <= value <= most:
            raise Damaged(f"{name} is {value}, which is not in {least} .. {most}")


def check_capacity(
    capacity: Mapping[str, int], buffers: Mapping[str, Any], plans: Callable[[], Mapping[str, Plan]]
) -> None:
    """Raise Damaged unless the buffers of an MjData have the bytes of their capacities.

    plans   returns the plan of each buffer, by name; called after the capacities are checked
    """
    for name, most in capacity.items():
        if not 0 <= number(name, most) < MOST_SIZE:
            raise Damaged(f"{name} must be in 0 .. {MOST_SIZE - 1}, got {most}")
    found = plans()
    for name, memory in buffers.items():
        plan = found[name]
        row = plan.table.row[PREFIX + name]
        expected = plan.count(row) * plan.table.dtypes[row].itemsize
        if size_of(name, memory) != expected:
            raise Damaged(f"{name} has {size_of(name, memory)} bytes, expected {expected}")


# sizes that bound the columns of d.run (engine/sleep/awake_lists.py), each a first and an end
_RUN = ("nbody", "nv", "njnt", "ngeom", "nsite", "nC")


def check_awake(data: DataBlock) -> None:
    """Raise Damaged unless the lists of awake elements, which stages trust, are in range."""
    model = data._model
    runs = data._a_run[: data._scalar("nrun")].reshape(-1, len(_RUN), 2)
    ends = [getattr(model, name) for name in _RUN]
    if (runs < 0).any() or (runs[..., 1] > ends).any() or (runs[..., 0] > runs[..., 1]).any():
        raise Damaged("run refers to bodies that the model does not have")
    actuators = data._a_actuator_awake[: data._scalar("nactuator_awake")]
    if ((actuators < 0) | (actuators >= model.nactuator)).any():
        raise Damaged("actuator_awake refers to actuators that the model does not have")
