"""Sensors: object, reference, dimension, stage, address; history buffers.

Documents: XML reference / sensor; XML reference / actuator, sensor (nsample, interp, delay, interval); Computation /
General framework / Sensors
"""

from __future__ import annotations

import math
from itertools import accumulate
from typing import Any, NoReturn

import numpy as np

from gelenk.algebra.orientation import floats
from gelenk.engine.model_features import history_length
from gelenk.modeling.compiler.build import KIND_NAME, Build
from gelenk.modeling.compiler.plugins import instance_of
from gelenk.modeling.compiler.spec_columns import check_count, column, elements_of, user_columns
from gelenk.modeling.spec.drive_shortcuts import output_count
from gelenk.runtime.plugin_instances import REGISTERED
from gelenk.runtime.plugin_registry import Task
from gelenk.tables.enums import mjtGeom, mjtJoint, mjtObj, mjtSensor
from gelenk.tables.object_types import (
    AXIS,
    CAMERA,
    CONTACT_VELOCITIES,
    CONTACT_WIDTH,
    FRAMES,
    GEOM,
    JOINT,
    NETFORCE,
    NONE,
    QUATERNION,
    RAY_WIDTH,
    REAL,
    SENSORS,
    SITE,
    VEL,
    SensorKind,
    contact_stage,
)
from gelenk.tables.releases import R3_16, R4_0
from gelenk.tables.schema import ROOT

MAX_SAMPLES = 1 << 24
OF_ACTUATORS = (mjtSensor.mjSENS_ACTUATORPOS, mjtSensor.mjSENS_ACTUATORVEL, mjtSensor.mjSENS_ACTUATORFRC)


def check_history(build: Build, el: Any) -> None:
    """Fail on a delay without samples, too many samples, or a nonpositive timestep."""
    if el.delay > 0 and el.nsample <= 0:
        build.fail(el, "setting delay > 0 without a history buffer", "nsample", "set nsample to at least 1")
    if el.nsample > 0 and not build.spec.option.timestep > 0:
        hint = "set option timestep to a positive number"
        build.fail(
            el, f"a history needs a positive timestep, not {build.spec.option.timestep:g}", "nsample", hint
        )
    if el.nsample > MAX_SAMPLES:
        build.fail(el, f"{el.nsample} samples in a history, more than {MAX_SAMPLES}", "nsample")


def check_interval(build: Build, el: Any) -> None:
    """Fail unless the interval is a period and a phase in (-period, 0]."""
    period, phase = floats(el.__dict__["interval"])
    if period < 0:
        build.fail(el, "negative interval in sensor", "interval")
    if phase > 0:
        build.fail(el, "positive phase in sensor", "interval", "the phase is zero or negative")
    if 0 < period <= -phase:
        build.fail(el, "the phase must be greater than -period in sensor", "interval")


def history_columns(build: Build, prefix: str, elements: list, dims: list[int]) -> None:
    """Fill prefix_delay, _history, _historyadr, and add to nhistory.

    Histories of actuators come before those of sensors.
    """
    total = build.sizes.get("nhistory", 0)
    adr, kept = [], []
    for el, dim in zip(elements, dims, strict=True):
        n = int(el.nsample)
        kept.append((n, int(el.interp)))
        adr.append(total if n > 0 else -1)
        if n > 0:
            total += history_length(n, dim)
            check_count(build, el, total, "histories", "nsample")
    build.set_fields(
        **{
            f"{prefix}_delay": column(elements, "delay"),
            f"{prefix}_history": kept,
            f"{prefix}_historyadr": adr,
        }
    )
    build.sizes["nhistory"] = total


DISTANCES = (mjtSensor.mjSENS_GEOMDIST, mjtSensor.mjSENS_GEOMNORMAL, mjtSensor.mjSENS_GEOMFROMTO)


# sensor type -> its row in the MJCF schema
ROWS = {int(row.fixed["type"]): row for row in ROOT.by_tag["sensor"].children}


def compile_sensors(build: Build) -> None:
    """Fill sensor_* and nsensordata; sensordata is laid out in sensor order."""
    sensors = elements_of(build, mjtObj.mjOBJ_SENSOR, build.spec.sensors)
    user = user_columns(build, mjtObj.mjOBJ_SENSOR, sensors, "nuser_sensor")
    if not sensors:
        return
    rows, total = [], 0
    for el in sensors:
        rows.append(compile_sensor(build, el))
        total += rows[-1][2]
        check_count(
            build,
            el,
            total,
            "the data of the sensors",
            "num" if el.type == mjtSensor.mjSENS_CONTACT else "dim",
        )
    count = len(rows)
    datatype, stage, dim, objtype, objid, reftype, refid = map(list, zip(*rows, strict=True))
    build.set_fields(
        sensor_type=column(sensors, "type", 0, np.int32),
        sensor_user=user,
        sensor_datatype=datatype,
        sensor_needstage=stage,
        sensor_dim=dim,
        sensor_adr=[end - n for end, n in zip(accumulate(dim), dim, strict=True)],
        sensor_objtype=objtype,
        sensor_objid=objid,
        sensor_reftype=reftype,
        sensor_refid=refid,
        sensor_intprm=column(sensors, "intprm", 3, np.int32),
        sensor_cutoff=column(sensors, "cutoff"),
        sensor_noise=column(sensors, "noise"),
        sensor_interval=column(sensors, "interval", 2),
        sensor_plugin=[build.sensor_plugin.get(i, -1) for i in range(count)],
    )
    history_columns(build, "sensor", sensors, dim)
    build.sizes["nsensor"] = count
    build.sizes["nsensordata"] = total


def compile_sensor(build: Build, el: Any) -> tuple[int, int, int, int, int, int, int]:
    """Return data type, stage, dimension, object (type, id) and reference (type, id)."""
    check_history(build, el)
    check_interval(build, el)
    for attribute in ("cutoff", "noise"):
        if not getattr(el, attribute) >= 0 and not math.isnan(getattr(el, attribute)):
            build.fail(el, f"negative {attribute} in sensor", attribute, "zero turns it off")
    objtype, objid = int(el.objtype), -1
    if objtype != NONE or (
        el.objname and int(el.type) not in (mjtSensor.mjSENS_USER, mjtSensor.mjSENS_PLUGIN)
    ):
        objid = sensed_object_id(build, el, objtype, el.objname, "objname", "sensorized object")
    reftype, refid = int(el.reftype), -1
    if reftype != NONE:
        refid = sensed_object_id(build, el, reftype, el.refname, "refname", "reference object")
    if int(el.type) == mjtSensor.mjSENS_USER:
        kind = user_kind(build, el)
    elif int(el.type) == mjtSensor.mjSENS_PLUGIN:
        kind = plugin_kind(build, el)
    else:
        kind = SENSORS[int(el.type)]
        check_object(build, el, kind, objtype, objid)
        check_reference(build, el, kind, reftype, refid)
    if int(el.type) in DISTANCES:
        check_distance(build, el, (objtype, objid), (reftype, refid))
    elif el.cutoff > 0 and kind.datatype in (AXIS, QUATERNION):
        build.fail(el, "cutoff applied to axis or quaternion datatype in sensor", "cutoff", "remove cutoff")
    dim = (
        kind.dim
        if kind.dim or int(el.type) == mjtSensor.mjSENS_USER
        else dimension(build, el, objtype, objid)
    )
    stage, datatype = kind.stage, kind.datatype
    if int(el.type) == mjtSensor.mjSENS_INSIDESITE and int(el.intprm[0]) != 0:
        check_enclosed(build, el, objtype, objid)
        datatype = REAL
    if int(el.type) == mjtSensor.mjSENS_TACTILE and build.release >= R4_0:
        stage = VEL
    if int(el.type) == mjtSensor.mjSENS_CONTACT:
        check_velocities(build, el)
        if build.release >= R3_16:
            stage = contact_stage(int(el.intprm[0]), int(el.intprm[1]))
    return datatype, stage, dim, objtype, objid, reftype, refid


CONVEX = (
    *(mjtGeom.mjGEOM_SPHERE, mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_ELLIPSOID),
    *(mjtGeom.mjGEOM_CYLINDER, mjtGeom.mjGEOM_BOX, mjtGeom.mjGEOM_MESH),
)


def check_enclosed(build: Build, el: Any, objtype: int, objid: int) -> None:
    """Fail unless the object of an enclosed insidesite sensor has geoms, all of them convex."""
    if objtype in (SITE, NONE):
        return
    if objtype == CAMERA:
        fail(
            build,
            el,
            "enclosed insidesite sensors do not support cameras",
            "objtype",
            "body, xbody, geom or site",
        )
    geoms = [objid]
    if objtype != GEOM:
        parents, bodies = np.ravel(build.arrays["body_parentid"]), [objid]
        if objtype == mjtObj.mjOBJ_XBODY:
            for b in range(objid + 1, len(parents)):
                if int(parents[b]) in bodies:
                    bodies.append(b)
        geoms = [g for g, b in enumerate(np.ravel(build.arrays["geom_bodyid"])) if b in bodies]
        if not geoms:
            fail(
                build, el, f"enclosed insidesite sensor: '{el.objname}' has no geoms", "objname", "add a geom"
            )
    for g in geoms:
        kind = int(np.ravel(build.arrays["geom_type"])[g])
        if kind not in CONVEX:
            name = mjtGeom(kind).name.removeprefix("mjGEOM_").lower()
            fail(
                build,
                el,
                f"enclosed insidesite sensor: geom {g} is a {name}, which is not convex and compact",
                "objname",
                "a sphere, capsule, ellipsoid, cylinder, box or mesh",
            )


def check_velocities(build: Build, el: Any) -> None:
    """Fail if linvel or angvel is combined with netforce, which belongs to no body pair."""
    wanted = [field for field in CONTACT_VELOCITIES if int(el.intprm[0]) >> int(field) & 1]
    if wanted and int(el.intprm[1]) == NETFORCE:
        build.fail(
            el,
            "data linvel and angvel cannot be combined with reduce='netforce'",
            "reduce",
            "reduce is one of none, mindist, maxforce",
        )


def size_of(el: Any) -> int:
    """Return the dimension of a sensor before compilation, assuming one pixel for camera rays."""
    kind = SENSORS.get(int(el.type))
    if kind is None:
        return int(el.dim)
    return kind.dim or dimension(Build(el.spec), el, NONE, -1)


def dimension(build: Build, el: Any, objtype: int, objid: int) -> int:
    """Return the dimension of an actuator, contact, ray or tactile sensor.

    Contacts and rays have the fields that the sensor selects, tactile sensors three values for each vertex of a mesh,
    sensors of actuators one for each output.
    """
    if int(el.type) in OF_ACTUATORS:
        return output_count(build.elements[int(mjtObj.mjOBJ_ACTUATOR)][objid]) if objid >= 0 else 1
    if int(el.type) == mjtSensor.mjSENS_CONTACT:
        if int(el.intprm[2]) <= 0:
            build.fail(
                el, "num (intprm[2]) must be positive in sensor", "num", "the number of contacts to report"
            )
        if not 0 <= int(el.intprm[1]) <= 3:
            build.fail(el, f"unknown reduction criterion. got {int(el.intprm[1])}", "reduce", "0, 1, 2 or 3")
        return int(el.intprm[2]) * width(build, el, CONTACT_WIDTH)
    if int(el.type) == mjtSensor.mjSENS_TACTILE:
        return 3 * int(build.arrays["mesh_vertnum"][objid])
    rays = 1
    if objtype == CAMERA:
        columns, rows = (int(n) for n in build.arrays["cam_resolution"][objid])
        rays = columns * rows
    return rays * width(build, el, RAY_WIDTH)


def width(build: Build, el: Any, widths: dict) -> int:
    """Return the number of values of one contact or ray, by the field bits in intprm[0]."""
    bits, most = int(el.intprm[0]), "mjNCONDATA" if widths is CONTACT_WIDTH else "mjNRAYDATA"
    wrong = ""
    if bits <= 0:
        wrong = f"data spec (intprm[0]) must be positive, got {bits}"
    elif not bits & (1 << len(widths)) - 1:
        wrong = f"data spec intprm[0]={bits} must have at least one bit set of the first {most} bits"
    elif bits >= 1 << len(widths):
        wrong = f"data spec intprm[0]={bits} has bits set beyond the first {most} bits"
    if wrong:
        names = " ".join(member.name.split("_")[-1].lower() for member in widths)
        build.fail(el, wrong, "data", f"a bit for each field to report, of: {names}")
    return sum(size for field, size in widths.items() if bits >> int(field) & 1)


def sensor_name(el: Any) -> str:
    """Return the sensor's element name, such as 'rangefinder'."""
    return ROWS[int(el.type)].tag


def fail(build: Build, el: Any, message: str, field: str, hint: str | None = None) -> NoReturn:
    """Fail because of `field` of a sensor, named by the MJCF attribute that sets the field."""
    side, obj = (1, el.objtype) if field.startswith("obj") else (2, el.reftype)
    name = "objname" if side == 1 else "refname"
    row = ROWS.get(int(el.type))
    if row is not None and field not in row.by_name:
        kind = "xbody" if obj == mjtObj.mjOBJ_XBODY else KIND_NAME.get(obj)
        stores = ("", f"side{side}_{kind}")
        field = next((a.name for a in row.by_name.values() if a.field == name and a.store in stores), field)
    build.fail(el, message, field, hint)


def sensed_object_id(build: Build, el: Any, objtype: int, name: str, attribute: str, what: str) -> int:
    """Return the id of the object that a sensor is attached to, or measures relative to."""
    if objtype not in KIND_NAME:
        fail(
            build,
            el,
            f"invalid type of {what} in sensor",
            "objtype" if attribute == "objname" else "reftype",
            "body, xbody, geom, site or camera",
        )
    if not name:
        fail(build, el, f"missing name of {what} in {sensor_name(el)} sensor", attribute)
    found = build.find(objtype, name)
    if found < 0:
        fail(
            build,
            el,
            f"unrecognized name '{name}' of {what} in {sensor_name(el)} sensor",
            attribute,
            build.suggest(objtype, name),
        )
    return found


def user_kind(build: Build, el: Any) -> SensorKind:
    """Return the dimension, stage and data type that a user sensor states."""
    dim, datatype = int(el.dim), int(el.datatype)
    if dim < 0:
        build.fail(el, "sensor dim must be non-negative in sensor", "dim")
    check_count(build, el, dim, "user sensor", "dim")
    if datatype == AXIS and dim != 3:
        build.fail(el, "datatype AXIS requires dim=3 in sensor", "dim")
    if datatype == QUATERNION and dim != 4:
        build.fail(el, "datatype QUATERNION requires dim=4 in sensor", "dim")
    return SensorKind(dim, int(el.needstage), (), datatype)


def plugin_kind(build: Build, el: Any) -> SensorKind:
    """Return the dimension and stage that the plugin of a sensor states."""
    instance = instance_of(build, el, Task.SENSOR)
    if instance < 0:
        build.fail(el, "a plugin sensor needs one of plugin, instance")
    build.sensor_plugin[el.id] = instance
    plugin = REGISTERED[build.plugins.kinds[instance]]
    try:
        dim = int(plugin.sensor_size(build.plugins.config(instance)))
    except ValueError as error:
        build.fail(el, str(error))
    if dim < 0:
        build.fail(el, f"plugin {plugin.name} asks for {dim} numbers")
    return SensorKind(dim, int(plugin.needstage))


def check_object(build: Build, el: Any, kind: SensorKind, objtype: int, objid: int) -> None:
    """Fail on an object of a wrong type, on an unsuitable joint, or on a missing limit."""
    if kind.objects is FRAMES:
        if objtype not in FRAMES:
            fail(build, el, "sensor must be attached to (x)body, geom, site or camera", "objtype")
    elif kind.objects and objtype not in kind.objects and int(el.type) == mjtSensor.mjSENS_CONTACT:
        fail(build, el, "first matching criterion: if set, must be (x)body, geom or site", "objtype")
    elif kind.objects and objtype not in kind.objects:
        fail(build, el, f"sensor must be attached to {listed(kind.objects)}", "objtype")
    if kind.rule in ("scalar", "ball"):
        joint = int(build.arrays["jnt_type"][objid])
        if kind.rule == "scalar" and joint not in (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE):
            build.fail(el, f"joint '{el.objname}' must be slide or hinge in sensor", "joint")
        if kind.rule == "ball" and joint != mjtJoint.mjJNT_BALL:
            build.fail(el, f"joint '{el.objname}' must be ball in sensor", "joint")
    elif kind.rule == "limited":
        prefix, name = ("jnt", "joint") if objtype == JOINT else ("tendon", "tendon")
        if not build.arrays[prefix + "_limited"][objid]:
            build.fail(
                el, f"{name} '{el.objname}' must be limited in sensor", name, f"give the {name} a range"
            )


def check_reference(build: Build, el: Any, kind: SensorKind, reftype: int, refid: int) -> None:
    """Fail on a reference object that the sensor kind does not support."""
    if kind.refs and reftype not in kind.refs and int(el.type) == mjtSensor.mjSENS_CONTACT:
        fail(build, el, "second matching criterion: if set, must be (x)body or geom", "reftype")
    if kind.refs and reftype not in kind.refs:
        fail(build, el, f"{sensor_name(el)} sensor must be given {listed(kind.refs)}", "reftype")
    if not kind.refs and reftype not in (NONE, *FRAMES):
        fail(build, el, "reference frame object must be (x)body, geom, site or camera in sensor", "reftype")
    if int(el.type) == mjtSensor.mjSENS_CAMPROJECTION and not min(build.arrays["cam_resolution"][refid]) > 0:
        build.fail(
            el,
            f"camera projection sensor requires camera resolution, which '{el.refname}' lacks",
            "camera",
            "give the camera a resolution",
        )


def check_distance(build: Build, el: Any, first: tuple[int, int], second: tuple[int, int]) -> None:
    """Fail on a distance sensor from an object to itself, or with a height field."""
    if first == second:
        fail(build, el, "1st body/geom must be different from 2nd body/geom", "objname")
    for objtype, objid in (first, second):
        if objtype == GEOM and int(build.arrays["geom_type"][objid]) == mjtGeom.mjGEOM_HFIELD:
            fail(build, el, "height fields are not supported in geom distance sensors", "objname")


def listed(objects: tuple) -> str:
    """Return the supported object kinds as text, such as 'body, geom or site'."""
    names = list(dict.fromkeys(KIND_NAME[kind] for kind in objects if kind != NONE))
    return " or ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
