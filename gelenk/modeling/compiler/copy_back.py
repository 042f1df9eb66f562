"""Copy numeric changes of a model back to the spec that it was compiled from.

Documents: API / mj_copyBack, mj_saveLastXML

A value that differs from a fresh compilation counts as changed. Fields of model and spec have equal names after the
prefix of their kind, except for those in RENAMED. Poses are mapped back through the frames around an element and
through the offset that the compiler adds (the frame of a mesh), axes and angles through their conversions.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from gelenk.algebra.orientation import normalize_or_identity
from gelenk.algebra.vec import Quat, Vec3, neg_quat, rotate
from gelenk.errors import Error
from gelenk.modeling.compiler.build import IDENTITY, ORIGIN, Build
from gelenk.modeling.compiler.compile import CompileRecord, compile_build, find_valid_record, make_record
from gelenk.modeling.compiler.element_frames import compose, floats, frame_pose, pose_of, relative
from gelenk.modeling.spec.copy import copy_spec
from gelenk.modeling.spec.defaults import TEMPLATES
from gelenk.modeling.spec.element_classes import LISTS, MjsBody
from gelenk.modeling.spec.spec_snapshot import COMPILED
from gelenk.runtime.copy_pickle import Contents
from gelenk.runtime.model import MjModel
from gelenk.tables import fields_model
from gelenk.tables.enums import mjtJoint, mjtObj, mjtOrientation
from gelenk.tables.object_types import KINDS

Pose = tuple[Vec3, Quat]
CLASSES: dict[str, Any] = TEMPLATES | {cls.tag: cls for cls in (*LISTS.values(), MjsBody)}
# model field -> spec field where the names differ; dof fields are those of the first dof of a joint
RENAMED = {
    "jnt_solref": "solref_limit",
    "jnt_solimp": "solimp_limit",
    "jnt_user": "userdata",
    "dof_solref": "solref_friction",
    "dof_solimp": "solimp_friction",
    "tendon_solref_lim": "solref_limit",
    "tendon_solimp_lim": "solimp_limit",
    "tendon_solref_fri": "solref_friction",
    "tendon_solimp_fri": "solimp_friction",
    "tendon_lengthspring": "springlength",
    "eq_data": "data",
    "cam_sensorsize": "sensor_size",
    **{
        f"{prefix}_user": "userdata"
        for prefix in ("body", "geom", "site", "cam", "tendon", "actuator", "sensor")
    },
}
# fields that the compiler derives from several attributes, or that are converted below
CONVERTED_FIELDS = (
    *("pos", "quat", "axis", "dir", "mass", "inertia", "ipos", "iquat", "size", "data"),
    *("surfacevel", "springyield"),
)
POLYNOMIALS = tuple(f.name.removesuffix("poly") for f in fields_model.MODEL if f.name.endswith("poly"))
LIMITS = {
    "range": "limited",
    "ctrlrange": "ctrllimited",
    "forcerange": "forcelimited",
    "actrange": "actlimited",
}
LIMITS |= {"actfrcrange": "actfrclimited"}


def copy_back(spec: Any, model: MjModel) -> CompileRecord | None:
    """Copy every changed number of `model` into `spec`.

    Returns  the compilation record of the spec if no number was changed. The spec keeps this record, so the next call
             needs no compilation while the spec is unedited.
    Errors   ValueError: the model was not compiled from this spec, since the sizes differ
    """
    kept = find_valid_record(spec)
    if kept is not None and kept.contents is not None and kept.contents.is_equal(model):
        return kept
    fresh, build = compile_build(spec)
    if fresh._signature != model._signature:
        raise ValueError("m was not compiled from this spec: its sizes differ")
    contents = Contents(fresh)
    if contents.is_equal(model):
        kept = make_record(spec, fresh, build)._replace(contents=contents)
        spec.__dict__[COMPILED] = kept
        return kept
    copy_changes(spec, model, fresh, build)
    return None


STATED = ("body_mass", "body_inertia", "body_ipos", "body_iquat")  # fields of explicit inertials


def copy_back_or_refuse(spec: Any, model: MjModel) -> None:
    """Copy every changed number of `model` into `spec`, or none if one cannot be expressed.

    Errors   ValueError: the model was not compiled from this spec, or a spec cannot express a change
    """
    fresh, build = compile_build(spec)
    if fresh._signature != model._signature:
        raise ValueError("the model was not compiled from this spec: its sizes differ")
    changes = Changes(build, model, fresh)
    for name in STATED:
        for i in changes.rows(name):
            body = changes.elements(mjtObj.mjOBJ_BODY)[i]
            if i and not body.explicitinertial:
                raise ValueError(
                    f"{name} of body '{body.name}' was changed in the model, but the compiler infers it from geoms: "
                    "call adopt_inertial first"
                )
    trial = copy_spec(spec)[0]
    copy_back(trial, model)
    again, _ = compile_build(trial)
    for field in fields_model.MODEL:
        new, old, made = (np.asarray(getattr(m, field.name)) for m in (model, fresh, again))
        changed = ~((new == old) | ((new != new) & (old != old)))
        if changed.any() and not np.allclose(
            new[changed], made[changed], rtol=1e-6, atol=1e-9, equal_nan=True
        ):
            raise ValueError(f"the change of {field.name} cannot be expressed in the spec")
    copy_back(spec, model)


def copy_changes(spec: Any, model: MjModel, fresh: MjModel, build: Build) -> None:
    """Copy every number that differs between `model` and `fresh` into the spec."""
    from gelenk.modeling.compiler.scaling import scaled

    with scaled(build, changed=True):
        copy_elements(Changes(build, model, fresh), spec)


def copy_elements(changes: Changes, spec: Any) -> None:
    """Copy every changed number into the elements, which have their scaled values."""
    model, fresh = changes.model, changes.fresh
    copy_settings(spec, model, fresh)
    for kind in KINDS:
        if kind.names and kind.type != mjtObj.mjOBJ_XBODY:
            copy_fields(changes, kind)
    copy_bodies(changes)
    copy_joints(changes)
    copy_poses(changes)
    copy_surfaces(changes)
    copy_numerics(changes)
    copy_keys(changes)


class Changes:
    """The changed rows of each model column, compared on first use."""

    def __init__(self, build: Build, model: Any, fresh: Any) -> None:
        self.build, self.model, self.fresh = build, model, fresh
        self._rows: dict[str, list[int]] = {}  # column -> changed rows, cached by `rows`

    def elements(self, obj: int) -> list:
        """Return the spec elements of a kind, in the order of the model."""
        return self.build.elements.get(int(obj), [])

    def rows(self, name: str) -> list[int]:
        """Return the rows of a column that differ from the fresh compilation."""
        known = self._rows.get(name)
        if known is None:
            known = self._rows[name] = self._changed_rows(name)
        return known

    def _changed_rows(self, name: str) -> list[int]:
        new, old = getattr(self.model, name), getattr(self.fresh, name)
        if not new.size:
            return []
        same = (new == old) | ((new != new) & (old != old))
        return np.flatnonzero(~same.reshape(len(new), -1).all(axis=1)).tolist()


def copy_settings(spec: Any, model: Any, fresh: Any) -> None:
    """Copy changed options, statistics and visual settings."""
    blocks = [("opt", spec.option, fields_model.OPTION), ("stat", spec.stat, fields_model.STATISTIC)]
    pairs = [(getattr(model, n), getattr(fresh, n), place, rows) for n, place, rows in blocks]
    for group, rows in fields_model.VISUAL.items():
        place = getattr(spec.visual, group)
        pairs.append((getattr(model.vis, group), getattr(fresh.vis, group), place, rows))
    for new, old, place, rows in pairs:
        for f in rows:
            value = getattr(new, "_a_" + f.name) if f.shape else getattr(new, f.name)
            was = getattr(old, "_a_" + f.name) if f.shape else getattr(old, f.name)
            if not np.array_equal(value, was):
                setattr(place, f.name, value)


def copy_fields(changes: Changes, kind: Any) -> None:
    """Copy changed real-valued fields of one kind that the compiler stores unconverted."""
    prefix = prefix_of(kind)
    for field, name in fields_of(kind):
        if field in POLYNOMIALS:
            for i in polynomial_rows(changes, field):
                set_polynomial(changes, changes.elements(kind.type)[i], field, i)
            continue
        for i in changes.rows(field):
            set_spec_field(changes, changes.elements(kind.type)[i], name, getattr(changes.model, field)[i])
            set_limited_flag(changes, kind.type, prefix, i, name)


def polynomial_rows(changes: Changes, field: str) -> list[int]:
    """Return the rows in which a coefficient of a linear, quadratic or cubic force changed."""
    return sorted({*changes.rows(field), *changes.rows(field + "poly")})


def set_polynomial(changes: Changes, el: Any, field: str, i: int) -> None:
    """Set a field of a spec element to the three coefficients of row ``i`` of the model."""
    m = changes.model
    setattr(el, field.partition("_")[2], [getattr(m, field)[i], *getattr(m, field + "poly")[i]])


def prefix_of(kind: Any) -> str:
    """Return the prefix of the model fields of a kind."""
    prefix: str = kind.names.removeprefix("name_").removesuffix("adr")
    return prefix


@functools.cache
def fields_of(kind: Any) -> list[tuple[str, str]]:
    """Return (model field, spec field) of the values that the compiler stores unconverted."""
    known = CLASSES[kind.name]._fields
    found = []
    for f in fields_model.MODEL:
        owner, _, name = f.name.partition("_")
        name = RENAMED.get(f.name, name)
        kept = name not in CONVERTED_FIELDS or f.name in ("eq_data", "hfield_size", "tendon_springyield")
        if owner == prefix_of(kind) and f.dtype in ("float64", "float32") and name in known and kept:
            found.append((f.name, name))
    return found


def set_spec_field(changes: Changes, el: Any, name: str, value: Any) -> None:
    """Set a field of a spec element; its array may be shorter than the row of the model."""
    old = getattr(el, name)
    if np.ndim(old) == 0:
        setattr(el, name, float(value))
    elif name == "userdata":
        el.userdata = value
    else:
        old[:] = np.ravel(value)[: len(old)]


def set_limited_flag(changes: Changes, obj: int, prefix: str, i: int, name: str) -> None:
    """Set the `limited` attribute of a changed range, so that autolimits has no effect."""
    limit = LIMITS.get(name)
    if limit:
        setattr(changes.elements(obj)[i], limit, int(getattr(changes.model, f"{prefix}_{limit}")[i]))


def copy_numerics(changes: Changes) -> None:
    """Copy changed values of custom numeric fields."""
    m = changes.model
    if changes.rows("numeric_data"):
        for el, adr, size in zip(
            changes.elements(mjtObj.mjOBJ_NUMERIC), m.numeric_adr, m.numeric_size, strict=True
        ):
            el.data = m.numeric_data[adr : adr + size]


def copy_bodies(changes: Changes) -> None:
    """Copy changed mass and inertia; one changed value makes the whole inertial explicit."""
    m = changes.model
    rows = {
        i for name in ("body_mass", "body_inertia", "body_ipos", "body_iquat") for i in changes.rows(name)
    }
    for i in rows - {0}:
        el = changes.elements(mjtObj.mjOBJ_BODY)[i]
        el.explicitinertial = 1
        el.mass, el.inertia, el.ipos, el.iquat = (
            m.body_mass[i],
            m.body_inertia[i],
            m.body_ipos[i],
            m.body_iquat[i],
        )
        el.ialt.type = mjtOrientation.mjORIENTATION_QUAT
        el.fullinertia = (math.nan, 0, 0, 0, 0, 0)


def copy_joints(changes: Changes) -> None:
    """Copy changed dof fields, angles, anchors and axes, mapped into the joint's frames."""
    m, build = changes.model, changes.build
    joints = changes.elements(mjtObj.mjOBJ_JOINT)
    for f in fields_model.MODEL:
        name = RENAMED.get(f.name, f.name.removeprefix("dof_"))
        if f.name.startswith("dof_") and f.dtype == "float64" and name in CLASSES["joint"]._fields:
            if f.name in POLYNOMIALS:
                continue
            for i in changes.rows(f.name):
                set_spec_field(changes, joints[m.dof_jntid[i]], name, getattr(m, f.name)[i])
    for i in polynomial_rows(changes, "dof_damping"):
        set_polynomial(changes, joints[m.dof_jntid[i]], "dof_damping", i)
    for i in changes.rows("dof_damping"):
        joints[m.dof_jntid[i]].springdamper = (0, 0)
    for i in changes.rows("jnt_stiffness"):
        joints[i].springdamper = (0, 0)
    for i, el in enumerate(joints):
        turns = el.type in (mjtJoint.mjJNT_HINGE, mjtJoint.mjJNT_BALL)
        unit = math.degrees if turns and build.origin_of(el).compiler.degree else float
        if i in changes.rows("jnt_range") and m.jnt_limited[i]:
            el.range = [unit(float(x)) for x in m.jnt_range[i]]
        if i in changes.rows("jnt_springyield"):
            el.springyield = unit(float(m.jnt_springyield[i]))
        if el.type in (mjtJoint.mjJNT_HINGE, mjtJoint.mjJNT_SLIDE):
            adr = m.jnt_qposadr[i]
            for name, field in (("qpos0", "ref"), ("qpos_spring", "springref")):
                if getattr(m, name)[adr] != getattr(changes.fresh, name)[adr]:
                    setattr(el, field, unit(float(getattr(m, name)[adr])))
        pose = frame_pose(build, el.frame, {}) if el.frame is not None else (ORIGIN, IDENTITY)
        if i in changes.rows("jnt_pos"):
            el.pos = relative(*pose, floats(m.jnt_pos[i]), IDENTITY)[0]
        if i in changes.rows("jnt_axis"):
            el.axis = rotate(neg_quat(pose[1]), floats(m.jnt_axis[i]))


def copy_poses(changes: Changes) -> None:
    """Copy changed poses and sizes of bodies, geoms, sites, cameras and lights."""
    m = changes.model
    for obj, prefix in (
        (mjtObj.mjOBJ_BODY, "body"),
        (mjtObj.mjOBJ_GEOM, "geom"),
        (mjtObj.mjOBJ_SITE, "site"),
        (mjtObj.mjOBJ_CAMERA, "cam"),
    ):
        sized = set(changes.rows(f"{prefix}_size")) if prefix in ("geom", "site") else set()
        moved = {*changes.rows(f"{prefix}_pos"), *changes.rows(f"{prefix}_quat")}
        for i in sorted(sized | moved):
            el = changes.elements(obj)[i]
            if prefix in ("geom", "site") and el.fromto[0] == el.fromto[0]:
                resolve_fromto(changes, el, prefix, i)
            elif i in moved:
                set_stated_pose(changes, el, prefix, i)
            if i in sized and not getattr(el, "meshname", ""):
                el.size = getattr(m, f"{prefix}_size")[i]
    for i in {*changes.rows("light_pos"), *changes.rows("light_dir")}:
        el = changes.elements(mjtObj.mjOBJ_LIGHT)[i]
        pose = frame_pose(changes.build, el.frame, {}) if el.frame is not None else (ORIGIN, IDENTITY)
        el.pos = relative(*pose, floats(m.light_pos[i]), IDENTITY)[0]
        el.dir = rotate(neg_quat(pose[1]), floats(m.light_dir[i]))


def _compiled(m: Any, prefix: str, i: int) -> tuple:
    return floats(getattr(m, f"{prefix}_pos")[i]), floats(getattr(m, f"{prefix}_quat")[i])


def resolve_fromto(changes: Changes, el: Any, prefix: str, i: int) -> None:
    """Replace fromto by the pose and size of the model."""
    pose = frame_pose(changes.build, el.frame, {}) if el.frame is not None else (ORIGIN, IDENTITY)
    new_pos, new_quat = _compiled(changes.model, prefix, i)
    el.pos, el.quat = relative(*pose, new_pos, normalize_or_identity(new_quat))
    el.fromto = (math.nan, 0, 0, 0, 0, 0)
    el.alt.type = mjtOrientation.mjORIENTATION_QUAT
    el.size = getattr(changes.model, f"{prefix}_size")[i]


def copy_surfaces(changes: Changes) -> None:
    """Copy changed surface velocities, mapped back from the frame of the geom's mesh if any."""
    for i in changes.rows("geom_surfacevel"):
        el = changes.elements(mjtObj.mjOBJ_GEOM)[i]
        velocity = floats(changes.model.geom_surfacevel[i])
        if el.meshname:
            from gelenk.modeling.compiler.mesh.fitted_geoms import surface_in

            velocity = surface_in(
                velocity, *relative(*mesh_offset(changes, el, "geom", i)[1], ORIGIN, IDENTITY)
            )
        el.surfacevel = velocity


def mesh_offset(changes: Changes, el: Any, prefix: str, i: int) -> tuple[Pose, Pose]:
    """Return the pose of the enclosing frames, and the mesh pose relative to the element."""
    around = frame_pose(changes.build, el.frame, {}) if el.frame is not None else (ORIGIN, IDENTITY)
    stated = compose(*around, *pose_of(changes.build, el))
    return around, relative(*stated, *_compiled(changes.fresh, prefix, i))


def set_stated_pose(changes: Changes, el: Any, prefix: str, i: int) -> None:
    """Set the stated pose so that the element compiles to the changed pose.

    compiled = around * stated * inner, where `around` is the pose of the frames and `inner` that of the mesh
    """
    around, inner = mesh_offset(changes, el, prefix, i)
    undo = relative(*inner, ORIGIN, IDENTITY)
    pos, quat = _compiled(changes.model, prefix, i)
    el.pos, el.quat = relative(*around, *compose(pos, normalize_or_identity(quat), *undo))
    el.alt.type = mjtOrientation.mjORIENTATION_QUAT


def copy_keys(changes: Changes) -> None:
    """Copy changed keyframes; fail for one without a <key> element, which nkey made."""
    from gelenk.modeling.compiler.keys import ADDRESSES
    from gelenk.modeling.compiler.scaling.keys import back, moves_of

    m, moves = changes.model, moves_of(changes.build)
    columns = ("time", *ADDRESSES)
    rows = {i for name in columns for i in changes.rows(f"key_{name}")}
    keys = changes.elements(mjtObj.mjOBJ_KEY)
    if rows and max(rows) >= len(keys):
        raise Error("a changed keyframe has no <key> element in the spec", hint="add the element")
    for i in rows:
        keys[i].time = m.key_time[i]
        for name in ADDRESSES:
            row = np.ravel(getattr(m, f"key_{name}")[i])
            setattr(keys[i], name, back(moves[name], row.tolist()) if moves else row)
