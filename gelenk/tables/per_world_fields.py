"""Model fields that can have a value per world of a batch (expanded fields).

Documents: design / Batches; Many worlds on GPUs

Excluded are assets (meshes, height fields, textures, skins, bounding volume hierarchies), texts and hidden fields.
Indices, which compiled code trusts, are checked before each call on the host; GPU code cannot check them, so GPU worlds
share them.
"""

from typing import NamedTuple

from gelenk.tables import fields_model
from gelenk.tables.field_rows import Field
from gelenk.tables.indices import GUARDED

ASSETS: tuple[str, ...] = (
    "mesh_",
    "hfield_",
    "tex_",
    "skin_",
    "text_data",
    "oct_",
    "paths",
    "names",
    "bvh_child",
    "bvh_depth",
    "bvh_nodeid",
)


class ModelField(NamedTuple):
    """A field that worlds can override: of the model, its options or its statistics."""

    owner: str
    row: Field


_ROWS = [f for f in fields_model.MODEL if f.dtype != "char" and f.use != "hidden"]
PER_WORLD = {
    f.name: ModelField("", f) for f in _ROWS if not f.name.startswith(ASSETS) or f.name == "names_map"
}
PER_WORLD |= {f"opt.{f.name}": ModelField("opt", f) for f in fields_model.OPTION}
PER_WORLD |= {f"stat.{f.name}": ModelField("stat", f) for f in fields_model.STATISTIC}
ON_DEVICES = {name: field for name, field in PER_WORLD.items() if name not in GUARDED}
