"""Migration of models to other releases, and comparison of all levels.

Documents: drop-in / Versions
"""

from gelenk.migration.level_check import Difference, FieldDifference, Level, check_levels
from gelenk.migration.migrate import Migration, migrate
from gelenk.migration.reading import Change, Remark

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
