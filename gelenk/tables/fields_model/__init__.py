"""Fields of MjModel, MjOption, MjStatistic and MjVisual: name, dtype, shape, meaning.

Documents: Modeling / MJModel

field_rows.py describes the columns of a row. The fields are in the order of a binary file.
"""

from gelenk.tables.fields_model.bodies import BODIES, MATRICES
from gelenk.tables.fields_model.options import OPTION as OPTION
from gelenk.tables.fields_model.options import STATISTIC as STATISTIC
from gelenk.tables.fields_model.options import VISUAL as VISUAL
from gelenk.tables.fields_model.relations import RELATIONS
from gelenk.tables.fields_model.shapes import SHAPES
from gelenk.tables.fields_model.sizes import NAMES
from gelenk.tables.fields_model.sizes import SIZES as SIZES

MODEL = (*BODIES, *SHAPES, *RELATIONS, *NAMES, *MATRICES)
