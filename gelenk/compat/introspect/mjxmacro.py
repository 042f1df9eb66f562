"""Shapes of all arrays of MjModel and MjData in the format of MJX (mjxmacro).

Documents: API / MjModel, MjData

    MJMODEL["body_pos"] == ("nbody", "3")
"""

import math
from typing import Any

from gelenk.tables import fields_data
from gelenk.tables.api_enums import mjNEQDATA
from gelenk.toolchain.struct_layout import MODEL_ARRAYS

CONSTANTS: dict[Any, Any] = {"neqdata": mjNEQDATA}  # sizes that are constants elsewhere


def _sizes(fields: Any) -> Any:
    rows = {}
    for field in fields:
        if field.shape:
            entry = [CONSTANTS.get(n, n) for n in field.shape[1:]]
            numbers = all(isinstance(n, int) for n in entry)
            rows[field.name] = (
                str(field.shape[0]),
                str(math.prod(entry)) if numbers else "*".join(map(str, entry)),
            )
    return rows


MJMODEL = _sizes(MODEL_ARRAYS)
MJDATA = _sizes((*fields_data.DATA, *fields_data.ROWS))
