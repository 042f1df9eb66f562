"""Facts of a model that become constants of its code: sizes, options and columns.

Documents: design / Models made to measure
"""

from collections.abc import Iterable
from typing import Any

from gelenk.tables.enums import mjtEnableBit
from gelenk.tables.field_groups import ARRAYS, MOST_BYTES, NUMBERS, OPTIONS, joined
from gelenk.toolchain.struct_layout import DATA_SIZES, MADE_NUMBERS, MODEL, OPTION, OWN_STEP

SUFFIX = ".json"  # of the file with the facts for the compiler process; its stem equals that of the objects
ENTRY = "gelenk_own_step"  # symbol of the step


def facts(m: Any, d: Any, libraries: Iterable[str]) -> dict[str, Any]:
    """Return the values that become constants in the step of a model, as plain Python objects.

    m          the model (MjModel)
    d          new data of the model (MjData)
    libraries  names of the libraries that a step of the model needs
    Returns    libraries, in order; kinds: stage -> kinds of its arguments; numbers: field -> integer;
               arrays: field -> bytes, as hexadecimal digits
    """
    rows = joined(libraries)
    numbers = {f"model.{name}": _slot(m, MODEL, name) for name in (*sorted(NUMBERS), *MADE_NUMBERS)}
    numbers[f"model.{OWN_STEP}"] = 0
    numbers |= {f"data.{name}": numbers[f"model.{name}"] for name in DATA_SIZES if name in NUMBERS}
    numbers |= {f"option.{name}": _slot(m.opt, OPTION, name) for name in OPTIONS}
    columns = {name: getattr(m, f"_a_{name}") for name in sorted(ARRAYS)}
    arrays = {f"model.{n}": c.tobytes().hex() for n, c in columns.items() if 0 < c.nbytes <= MOST_BYTES}
    if not numbers["option.enableflags"] & int(mjtEnableBit.mjENBL_SLEEP):
        count = numbers["data.nrun"] = d._scalar("nrun")
        arrays["data.run"] = d._a_run[:count].tobytes().hex()
    kinds = {row.name: row.kinds for stages in rows.values() for row in stages}
    return {"libraries": [*rows], "kinds": kinds, "numbers": numbers, "arrays": arrays}


def _slot(block: Any, plan: Any, name: str) -> int:
    return int(block._ints[plan.offset[name] // 8])
