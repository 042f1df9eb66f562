"""Keyframes (keys) and custom fields: numerics, texts and tuples of references.

Documents: Modeling / XML reference / keyframe; custom
"""

from __future__ import annotations

import math
from itertools import accumulate
from typing import Any

import numpy as np

from gelenk.errors import warn
from gelenk.modeling.compiler.build import IDENTITY, KIND_NAME, Build
from gelenk.modeling.compiler.element_frames import floats
from gelenk.modeling.compiler.spec_columns import check_count, elements_of
from gelenk.modeling.spec import keyframes
from gelenk.runtime.state import first_plastic
from gelenk.tables.enums import mjMINVAL, mjtJoint, mjtObj

# keyframe attribute -> (model field with the address of an element's values, values per address)
ADDRESSES = {
    "qpos": ("jnt_qposadr", 1),
    "qvel": ("jnt_dofadr", 1),
    "act": ("actuator_actadr", 1),
    "ctrl": ("actuator_ctrladr", 1),
    "mpos": ("body_mocapid", 3),
    "mquat": ("body_mocapid", 4),
    "plastic": ("{}_plasticadr", 1),
}


def compile_keys(build: Build) -> None:
    """Fill key_*; missing attributes default to qpos0, zero, or the poses of the mocap bodies.

    Short arrays are padded with zeros. References of yielding springs that a keyframe omits are NaN until
    `fill_plastic` sets them. Quaternions are normalized; those of zero norm become the identity. At least
    `nkey` keyframes are made.
    """
    keys = elements_of(build, mjtObj.mjOBJ_KEY, build.spec.keys)
    count = max(len(keys), int(build.spec.nkey))
    if not count:
        return
    sizes = {
        "qpos": build.sizes["nq"],
        "qvel": build.sizes["nv"],
        "act": build.sizes["na"],
        "ctrl": build.sizes["nu"],
        "mpos": 3 * build.sizes["nmocap"],
        "mquat": 4 * build.sizes["nmocap"],
        "plastic": build.sizes["nplastic"],
    }
    check_count(build, build.spec, count * (1 + sum(sizes.values())), f"{count} keyframes", "nkey")
    build.names[int(mjtObj.mjOBJ_KEY)].extend([""] * (count - len(keys)))
    defaults = {name: [0.0] * size for name, size in sizes.items()}
    defaults |= {
        "qpos": [*build.arrays["qpos0"]],
        **mocap_poses(build),
        "plastic": [math.nan] * sizes["plastic"],
    }
    tables: dict[str, list[list[float]]] = {
        name: [[*start] for _ in range(count)] for name, start in defaults.items()
    }
    moves: dict[str, Any] = {}
    if build.places is not None:
        from gelenk.modeling.compiler.scaling.keys import back, moves_of, scale_rows

        moves = moves_of(build)
    for k, key in enumerate(keys):
        for name, table in tables.items():
            if moves and len(key._numbers(name)):
                table[k] = back(moves[name], table[k])
            fill(build, key, name, table[k])
    normalize_quats(tables["qpos"], quat_addresses(build))
    normalize_quats(tables["mquat"], range(0, sizes["mquat"], 4))
    normalize_quats(tables["plastic"], plastic_quats(build))
    for k, key in enumerate(keys):
        keyframes.replace_arrays(key, {name: table[k] for name, table in tables.items()})
    if build.edited:
        keyframes.resolve(build.spec)
    if moves:
        tables = scale_rows(keys, moves, tables)
    time = [key.time for key in keys] + [0.0] * (count - len(keys))
    build.set_fields(key_time=time, **{"key_" + name: table for name, table in tables.items()})
    build.sizes["nkey"] = count


def fill(build: Build, key: Any, name: str, row: list[float]) -> None:
    """Write one keyframe attribute into its row, if the keyframe states it."""
    values = floats(key.__dict__[name])
    if not values:
        return
    pairs = keyframes.stated(key, name)
    if pairs is not None:
        for el, numbers in pairs:
            start = address(build, el, name)
            if start >= 0:
                row[start : start + len(numbers)] = numbers
        return
    if len(values) > len(row):
        build.fail(
            key, f"keyframe '{key.name}': invalid {name} size, expected {len(row)}, got {len(values)}", name
        )
    if len(values) < len(row):
        place = f"{key.where}: " if key.where else ""
        warn(f"{place}keyframe '{key.name}' gives {len(values)} of the {len(row)} numbers of {name}")
    if name in ("mpos", "mquat"):  # mocap bodies beyond the given values keep their pose
        width = 3 if name == "mpos" else 4
        values = values[: len(values) // width * width]
        row[: len(values)] = values
        return
    row[:] = (*values, *(0.0,) * (len(row) - len(values)))


def address(build: Build, el: Any, name: str) -> int:
    """Return the address of an element in a keyframe attribute; negative: none."""
    field, width = ADDRESSES[name]
    if field is None:
        return int(el.id) * width
    return int(build.arrays[field.format("jnt" if el.tag == "joint" else el.tag)][el.id]) * width


def mocap_poses(build: Build) -> dict[str, list[float]]:
    """Return the poses of the mocap bodies, in the order of bodies and of mocap ids."""
    bodies = [b for b, mocapid in enumerate(build.arrays["body_mocapid"]) if mocapid >= 0]
    return {
        "mpos": [number for b in bodies for number in build.arrays["body_pos"][b]],
        "mquat": [number for b in bodies for number in build.arrays["body_quat"][b]],
    }


def quat_addresses(build: Build) -> list[int]:
    """Return the addresses of quaternions in qpos."""
    out = []
    for kind, adr in zip(build.arrays["jnt_type"], build.arrays["jnt_qposadr"], strict=True):
        if int(kind) == mjtJoint.mjJNT_FREE:
            out.append(int(adr) + 3)
        elif int(kind) == mjtJoint.mjJNT_BALL:
            out.append(int(adr))
    return out


def plastic_quats(build: Build) -> list[int]:
    """Return the addresses of quaternions in the references of springs that yield."""
    pairs = zip(build.arrays["jnt_type"], build.arrays["jnt_plasticadr"], strict=True)
    return [int(adr) for kind, adr in pairs if int(kind) == mjtJoint.mjJNT_BALL and adr >= 0]


def fill_plastic(model: Any) -> None:
    """Set the references of yielding springs that keyframes omit to those of the model.

    The model must be complete, since the references of tendons are their rest lengths.
    """
    np.copyto(model.key_plastic, first_plastic(model), where=np.isnan(model.key_plastic))


def normalize_quats(table: list[list[float]], addresses: Any) -> None:
    """Normalize the quaternions at these columns of all rows; keep unit quaternions.

    Keyframes of a spec take over the compiled values, so this makes a second compilation yield an equal model.
    """
    for row in table:
        for adr in addresses:
            w, x, y, z = row[adr : adr + 4]
            norm = math.sqrt(w * w + x * x + y * y + z * z)
            if norm != norm:  # not given
                continue
            if norm < mjMINVAL:
                row[adr : adr + 4] = IDENTITY
            elif abs(norm - 1) > mjMINVAL:
                row[adr : adr + 4] = w / norm, x / norm, y / norm, z / norm


def compile_custom(build: Build) -> None:
    """Fill numeric_*, text_*, tuple_*; tuples may refer to all objects, so this runs last."""
    numerics = elements_of(build, mjtObj.mjOBJ_NUMERIC, build.spec.numerics)
    texts = elements_of(build, mjtObj.mjOBJ_TEXT, build.spec.texts)
    tuples = elements_of(build, mjtObj.mjOBJ_TUPLE, build.spec.tuples)
    if numerics:
        compile_numerics(build, numerics)
    if texts:
        compile_texts(build, texts)
    if tuples:
        compile_tuples(build, tuples)


def addresses(sizes: list[int]) -> list[int]:
    """Return the start of each block when blocks of these sizes follow each other."""
    return [end - n for end, n in zip(accumulate(sizes), sizes, strict=True)]


def compile_numerics(build: Build, numerics: list) -> None:
    """Fill numeric_*, padding each array with zeros to its `size`."""
    for el in numerics:
        count = len(el.__dict__["data"])
        if count > el.size > 0:
            build.fail(el, f"numeric '{el.name}' has {count} numbers, more than size = {el.size}", "data")
        if el.size < 0:
            build.fail(el, f"numeric '{el.name}' has size {el.size}", "size", "0 takes as many as there are")
        check_count(build, el, int(el.size), f"numeric '{el.name}'", "size")
    size: list[int] = []
    data: list[float] = []
    for el in numerics:
        given = floats(el.__dict__["data"])
        size.append(int(el.size) or len(given))
        data += (*given, *(0.0,) * (size[-1] - len(given)))
    build.set_fields(numeric_adr=addresses(size), numeric_size=size, numeric_data=data)
    build.sizes.update(nnumeric=len(numerics), nnumericdata=len(data))


def compile_texts(build: Build, texts: list) -> None:
    """Fill text_*: UTF-8, zero-terminated; sizes include the terminator."""
    encoded = []
    for el in texts:
        if not el.data:
            build.fail(el, "text field cannot be empty", "data")
        encoded.append(el.data.encode() + b"\0")
    size = [len(text) for text in encoded]
    data = b"".join(encoded)
    build.set_fields(text_adr=addresses(size), text_size=size, text_data=np.frombuffer(data, np.uint8).copy())
    build.sizes.update(ntext=len(texts), ntextdata=len(data))


def compile_tuples(build: Build, tuples: list) -> None:
    """Fill tuple_*: lists of references, each with a number."""
    objtype: list[int] = []
    objid: list[int] = []
    objprm: list[float] = []
    for el in tuples:
        if not len(el.objtype):
            build.fail(el, f"tuple '{el.name}' is empty", None, "add <element objtype=... objname=.../>")
        if not len(el.objtype) == len(el.objname) == len(el.objprm):
            build.fail(el, f"tuple '{el.name}' needs as many names and numbers as types", "objname")
        for kind, name, prm in zip(el.objtype, el.objname, el.objprm, strict=True):
            found = build.find(int(kind), name) if int(kind) in KIND_NAME else -1
            if found < 0:
                hint = build.suggest(int(kind), name) if int(kind) in KIND_NAME else None
                build.fail(el, f"unrecognized object '{name}' in tuple '{el.name}'", "objname", hint)
            objtype.append(int(kind))
            objid.append(found)
            objprm.append(float(prm))
    size = [len(el.objtype) for el in tuples]
    build.set_fields(
        tuple_adr=addresses(size),
        tuple_size=size,
        tuple_objtype=objtype,
        tuple_objid=objid,
        tuple_objprm=objprm,
    )
    build.sizes.update(ntuple=len(tuples), ntupledata=len(objtype))
