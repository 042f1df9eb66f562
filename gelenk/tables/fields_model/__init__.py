"""Every field of Model, Option, Statistic and Visual: name, dtype, shape, meaning.

Documents: Modeling / MJModel

How to read a row: field_rows.py. The fields of a model stand in the order in which a binary file has them.
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
