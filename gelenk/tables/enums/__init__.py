"""Public enums and constants, each defined once.

Documents: API / Enums; API / Constants

An enum is a class whose members are integers with names. Members accept and compare with integers
(`mjtGeom(6)`, `mjtGeom.mjGEOM_BOX == 6`), combine with `|`, index arrays, and are listed in order in
`__members__`. Kernels use them as constants.
"""

from gelenk.tables.enums.constants import *
from gelenk.tables.enums.constants import Enum as Enum
from gelenk.tables.enums.elements import *
from gelenk.tables.enums.options import *
from gelenk.tables.enums.visual import *
