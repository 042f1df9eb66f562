"""Which fields of the model each world of a batch can have values of its own of.

Documents: design / Batches; Many worlds on GPUs

All but assets (meshes, height fields, textures, skins, boxes of trees), texts and what users do not see. Indices, which
compiled code trusts, are checked before each call on processors; on devices nobody could, so there they are shared.
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
    """A field that worlds can have values of their own of: of the model, its options ("opt") or statistics ("stat")."""

    owner: str
    row: Field


_ROWS = [f for f in fields_model.MODEL if f.dtype != "char" and f.use != "hidden"]
MODEL = {f.name: ModelField("", f) for f in _ROWS if not f.name.startswith(ASSETS) or f.name == "names_map"}
MODEL |= {f"opt.{f.name}": ModelField("opt", f) for f in fields_model.OPTION}
MODEL |= {f"stat.{f.name}": ModelField("stat", f) for f in fields_model.STATISTIC}
ON_DEVICES = {name: field for name, field in MODEL.items() if name not in GUARDED}
