"""Object types: their names, sizes, and the fields with the addresses of names.

Documents: Modeling / Model elements; API / mju_type2Str, mj_name2id
"""

from typing import NamedTuple

from gelenk.tables.enums import mjtJoint, mjtObj


class Kind(NamedTuple):
    """An object type: its name in MJCF and messages, its size, its field of name addresses."""

    type: int
    name: str
    size: str = ""
    names: str = ""


# types with names, in the order in which MjModel.names stores them
KINDS = (
    Kind(mjtObj.mjOBJ_BODY, "body", "nbody", "name_bodyadr"),
    Kind(mjtObj.mjOBJ_JOINT, "joint", "njnt", "name_jntadr"),
    Kind(mjtObj.mjOBJ_GEOM, "geom", "ngeom", "name_geomadr"),
    Kind(mjtObj.mjOBJ_SITE, "site", "nsite", "name_siteadr"),
    Kind(mjtObj.mjOBJ_CAMERA, "camera", "ncam", "name_camadr"),
    Kind(mjtObj.mjOBJ_LIGHT, "light", "nlight", "name_lightadr"),
    Kind(mjtObj.mjOBJ_FLEX, "flex", "nflex", "name_flexadr"),
    Kind(mjtObj.mjOBJ_MESH, "mesh", "nmesh", "name_meshadr"),
    Kind(mjtObj.mjOBJ_SKIN, "skin", "nskin", "name_skinadr"),
    Kind(mjtObj.mjOBJ_HFIELD, "hfield", "nhfield", "name_hfieldadr"),
    Kind(mjtObj.mjOBJ_TEXTURE, "texture", "ntex", "name_texadr"),
    Kind(mjtObj.mjOBJ_MATERIAL, "material", "nmat", "name_matadr"),
    Kind(mjtObj.mjOBJ_PAIR, "pair", "npair", "name_pairadr"),
    Kind(mjtObj.mjOBJ_EXCLUDE, "exclude", "nexclude", "name_excludeadr"),
    Kind(mjtObj.mjOBJ_EQUALITY, "equality", "neq", "name_eqadr"),
    Kind(mjtObj.mjOBJ_TENDON, "tendon", "ntendon", "name_tendonadr"),
    Kind(mjtObj.mjOBJ_ACTUATOR, "actuator", "nactuator", "name_actuatoradr"),
    Kind(mjtObj.mjOBJ_SENSOR, "sensor", "nsensor", "name_sensoradr"),
    Kind(mjtObj.mjOBJ_NUMERIC, "numeric", "nnumeric", "name_numericadr"),
    Kind(mjtObj.mjOBJ_TEXT, "text", "ntext", "name_textadr"),
    Kind(mjtObj.mjOBJ_TUPLE, "tuple", "ntuple", "name_tupleadr"),
    Kind(mjtObj.mjOBJ_KEY, "key", "nkey", "name_keyadr"),
    Kind(mjtObj.mjOBJ_PLUGIN, "plugin", "nplugin", "name_pluginadr"),
    # other types: the frame of a body, dofs, and types that exist in a spec only
    Kind(mjtObj.mjOBJ_XBODY, "xbody", "nbody", "name_bodyadr"),
    Kind(mjtObj.mjOBJ_DOF, "dof"),
    Kind(mjtObj.mjOBJ_FRAME, "frame"),
    Kind(mjtObj.mjOBJ_DEFAULT, "default"),
    Kind(mjtObj.mjOBJ_MODEL, "model"),
)

# joint type -> number of qpos elements, and of dofs
JOINT_NQ: dict[int, int] = {
    mjtJoint.mjJNT_FREE: 7,
    mjtJoint.mjJNT_BALL: 4,
    mjtJoint.mjJNT_SLIDE: 1,
    mjtJoint.mjJNT_HINGE: 1,
}
JOINT_NV: dict[int, int] = {
    mjtJoint.mjJNT_FREE: 6,
    mjtJoint.mjJNT_BALL: 3,
    mjtJoint.mjJNT_SLIDE: 1,
    mjtJoint.mjJNT_HINGE: 1,
}
