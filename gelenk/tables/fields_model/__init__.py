"""Fields of MjModel, MjOption, MjStatistic and MjVisual: name, dtype, shape, meaning.

Documents: Modeling / MJModel

field_rows.py describes the columns of a row. The fields are in the order of a binary file: those of 3.5.0, then those
of each later release, so that adding a field moves no other field.
"""

from gelenk.tables.field_rows import Field
from gelenk.tables.fields_model.bodies import BODIES, MATRICES, RELATIONS
from gelenk.tables.fields_model.options import NAMES
from gelenk.tables.fields_model.options import OPTION as OPTION
from gelenk.tables.fields_model.options import SIZES as SIZES
from gelenk.tables.fields_model.options import STATISTIC as STATISTIC
from gelenk.tables.fields_model.options import VISUAL as VISUAL
from gelenk.tables.fields_model.shapes import SHAPES


def _release(row: Field) -> tuple[int, ...]:
    return tuple(map(int, row.since.split(".")))


MODEL = tuple(sorted((*BODIES, *SHAPES, *RELATIONS, *NAMES, *MATRICES), key=_release))
