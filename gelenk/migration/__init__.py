"""Migration of models between releases: `migrate` rewrites a model, `check_levels` compares levels.

Documents: guide / Levels
"""

from gelenk.migration.level_check import FieldDifference, Level, check_levels
from gelenk.migration.migrate import Migration, migrate
from gelenk.migration.motion import Difference
from gelenk.migration.sides import Change, Remark

__all__ = [
    "Change",
    "Difference",
    "FieldDifference",
    "Level",
    "Migration",
    "Remark",
    "check_levels",
    "migrate",
]
