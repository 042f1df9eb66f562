"""Names of the objects of a model: name to id and back.

Documents: API / mj_name2id, mj_id2name; Modelling / Names
"""

from gelenk.tables.enums import mjtObj

# object type -> (size that counts it, field with the addresses of its names)
COUNTED = {
    mjtObj.mjOBJ_BODY: ("nbody", "name_bodyadr"),
    mjtObj.mjOBJ_XBODY: ("nbody", "name_bodyadr"),
    mjtObj.mjOBJ_JOINT: ("njnt", "name_jntadr"),
    mjtObj.mjOBJ_GEOM: ("ngeom", "name_geomadr"),
    mjtObj.mjOBJ_SITE: ("nsite", "name_siteadr"),
    mjtObj.mjOBJ_CAMERA: ("ncam", "name_camadr"),
    mjtObj.mjOBJ_LIGHT: ("nlight", "name_lightadr"),
    mjtObj.mjOBJ_FLEX: ("nflex", "name_flexadr"),
    mjtObj.mjOBJ_MESH: ("nmesh", "name_meshadr"),
    mjtObj.mjOBJ_SKIN: ("nskin", "name_skinadr"),
    mjtObj.mjOBJ_HFIELD: ("nhfield", "name_hfieldadr"),
    mjtObj.mjOBJ_TEXTURE: ("ntex", "name_texadr"),
    mjtObj.mjOBJ_MATERIAL: ("nmat", "name_matadr"),
    mjtObj.mjOBJ_PAIR: ("npair", "name_pairadr"),
    mjtObj.mjOBJ_EXCLUDE: ("nexclude", "name_excludeadr"),
    mjtObj.mjOBJ_EQUALITY: ("neq", "name_eqadr"),
    mjtObj.mjOBJ_TENDON: ("ntendon", "name_tendonadr"),
    mjtObj.mjOBJ_ACTUATOR: ("nu", "name_actuatoradr"),
    mjtObj.mjOBJ_SENSOR: ("nsensor", "name_sensoradr"),
    mjtObj.mjOBJ_NUMERIC: ("nnumeric", "name_numericadr"),
    mjtObj.mjOBJ_TEXT: ("ntext", "name_textadr"),
    mjtObj.mjOBJ_TUPLE: ("ntuple", "name_tupleadr"),
    mjtObj.mjOBJ_KEY: ("nkey", "name_keyadr"),
    mjtObj.mjOBJ_PLUGIN: ("nplugin", "name_pluginadr"),
}


def names_of(m, kind) -> list[str]:
    """Names of all objects of ``kind`` (mjtObj) in order of id; "" for those without."""
    size, field = COUNTED[kind]
    if not getattr(m, size):
        return []
    return [m.names[adr : m.names.index(b"\0", adr)].decode() for adr in getattr(m, field).tolist()]


def ids_of(m, kind) -> dict[str, int]:
    """Name -> id of all named objects of ``kind``; made once per model, names never change."""
    cache = m.__dict__.setdefault("_ids", {})
    if kind not in cache:
        cache[kind] = {name: i for i, name in enumerate(names_of(m, kind)) if name}
    return cache[kind]
