"""Scale elements of scaled frames: assets, actuators and their drives.

Documents: XML reference / body / frame (scale) (of 4.0.0); XML reference / actuator / general (input)

Assets are meshes, height fields, skins and flexes. A mesh or height field used at several scales is copied for each.

Drives: the ranges of actuators, and the parameters of gain, bias and dynamics.

The declared input of an actuator determines the dimension of its control. Without a declaration the control is
dimensionless, and the gain is a force.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gelenk.algebra.vec import Mat3
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.element_frames import floats, pose_of
from gelenk.modeling.compiler.plugins import has_plugin
from gelenk.modeling.compiler.scaling.factors import (
    NONE,
    OUTSIDE,
    Edits,
    Place,
    at,
    at_length,
    diagonal,
    dimension_factor,
    scale_values,
)
from gelenk.modeling.compiler.scaling.places import Places
from gelenk.modeling.spec.drive_shortcuts import spec_of
from gelenk.modeling.spec.element import name_after_files
from gelenk.tables.api_enums import mjtBias, mjtDyn, mjtGain
from gelenk.tables.enums import mjtCtrlInput, mjtGeom
from gelenk.tables.releases import R3_16
from gelenk.tables.schema.common import parse

UNIT: Mat3 = diagonal(1.0, 1.0, 1.0)
Fit = Callable[[Edits, Any, Mat3], None]


def scale_assets(build: Build, edits: Edits, places: Places) -> None:
    """Scale the assets of elements inside scaled frames."""
    spec = build.spec
    name_after_files(spec.meshes)
    name_after_files(spec.hfields)
    meshes: dict[str, list[tuple[Any, Mat3]]] = {}
    hfields: dict[str, list[tuple[Any, Mat3]]] = {}
    for body in spec.worldbody.subtree():
        for geom in body._children["geom"]:
            if not geom.meshname and not geom.hfieldname:
                continue
            stretch = stretch_of(build, geom, places.around(geom))
            if geom.meshname:
                meshes.setdefault(geom.meshname, []).append((geom, stretch))
            if geom.hfieldname and geom.type == mjtGeom.mjGEOM_HFIELD:
                check_hfield(build, geom, places.around(geom))
                hfields.setdefault(geom.hfieldname, []).append((geom, stretch))
        for site in body._children["site"]:
            if site.meshname:
                meshes.setdefault(site.meshname, []).append(
                    (site, stretch_of(build, site, places.around(site)))
                )
    make_instances(build, edits, "meshes", "meshname", meshes, fit_mesh)
    make_instances(build, edits, "hfields", "hfieldname", hfields, fit_hfield)
    for skin in spec.skins:
        scale_skin(build, edits, places, skin)
    for flex in spec.flexes:
        scale_flex(build, edits, places, flex)


def stretch_of(build: Build, geom: Any, place: Place) -> Mat3:
    """Return the stretch of a place, expressed in the axes of a geom or site."""
    if place.stretch is None:
        length = place.factors.length
        return diagonal(length, length, length)
    own = place.turned(pose_of(build, geom)[1]).stretch
    return UNIT if own is None else own


def check_hfield(build: Build, geom: Any, place: Place) -> None:
    """Raise an error unless the axes of a height field keep their directions."""
    if not place.keeps_axes(pose_of(build, geom)[1]):
        build.fail(geom, "this shape is not aligned with the axes of the scale", "quat")


def make_instances(
    build: Build, edits: Edits, group: str, field: str, uses: dict[str, list[tuple[Any, Mat3]]], fit: Fit
) -> None:
    """Make a copy of each asset per stretch; the one of the first stretch keeps the name."""
    elements = build.spec._elements[group]
    taken = {el.name: el for el in elements}
    for name, geoms in uses.items():
        asset = taken.get(name)
        if asset is None:
            continue  # the compiler passes report the unknown name
        known: dict[Mat3, str] = {}
        for geom, stretch in geoms:
            if stretch not in known:
                if stretch != UNIT and has_plugin(asset):
                    build.fail(geom, f"the {asset.tag} '{name}' of a plugin cannot be scaled", asset.tag)
                known[stretch] = name if not known else f"{name}@{len(known)}"
            if known[stretch] != name:
                edits.set(geom, field, known[stretch], lambda value: value)
        first, *others = known
        for stretch in others:
            if known[stretch] in taken:
                build.fail(
                    asset, f"the name '{known[stretch]}' of an instance of this asset is taken", "name"
                )
            copy = type(asset)(asset)
            copy.__dict__["name"] = known[stretch]
            fit(edits, copy, stretch)
            edits.append(elements, copy)
        if first != UNIT:
            fit(edits, asset, first)


def fit_mesh(edits: Edits, mesh: Any, stretch: Mat3) -> None:
    """Stretch a mesh, by its scale attribute if the stretch is along the mesh axes."""
    if not any(stretch[i] for i in (1, 2, 3, 5, 6, 7)):
        edits.multiply(mesh, "scale", [stretch[0], stretch[4], stretch[8]])
    else:
        edits.set(mesh, "_stretch", stretch)


def fit_hfield(edits: Edits, hfield: Any, stretch: Mat3) -> None:
    """Scale the sizes of a height field; both heights are along its z axis."""
    edits.multiply(hfield, "size", [stretch[0], stretch[4], stretch[8], stretch[8]])


def place_of_bodies(build: Build, places: Places, el: Any, names: list[str], what: str) -> Place:
    """Return the common place of bodies; raise an error if their scales differ."""
    inside = [
        places.within(body) if body is not None else OUTSIDE
        for body in (build.spec.body(name) for name in dict.fromkeys(names))
    ]
    if not inside:
        return OUTSIDE
    first = inside[0]
    if any(place.factors.length != first.factors.length for place in inside):
        build.fail(el, f"the {what} must have the same scale")
    return first


def scale_skin(build: Build, edits: Edits, places: Places, skin: Any) -> None:
    """Scale a skin by the scale of its bones."""
    place = place_of_bodies(build, places, skin, list(skin.bodyname), "bones of a skin")
    if place.factors is NONE:
        return
    scale_values(edits, skin, at_length(place.factors))
    edits.set(skin, "vert", moved_points(place, skin.vert))
    edits.set(skin, "bindpos", moved_points(place, skin.bindpos))


def moved_points(place: Place, values: Any) -> Any:
    """Return the scaled coordinates of points as a flat tuple."""
    flat = floats(values)
    found = [place.moved(flat[i : i + 3]) for i in range(0, len(flat), 3)]
    return tuple(x for point in found for x in point)


def scale_flex(build: Build, edits: Edits, places: Places, flex: Any) -> None:
    """Scale a flex by the scale of the bodies of its vertices or nodes."""
    names = [*flex.vertbody, *flex.nodebody]
    place = place_of_bodies(build, places, flex, names, "bodies of a flex")
    if place.factors is NONE:
        return
    scale_values(edits, flex, at_length(place.factors))
    if len(flex.vert):
        edits.set(flex, "vert", moved_points(place, flex.vert))
    if len(flex.node):
        edits.set(flex, "node", moved_points(place, flex.node))


# Drives

SCALABLE_GAINS = (mjtGain.mjGAIN_FIXED, mjtGain.mjGAIN_AFFINE, mjtGain.mjGAIN_PID, mjtGain.mjGAIN_SO3)
LINEAR_BIASES = (mjtBias.mjBIAS_AFFINE, mjtBias.mjBIAS_SO3)
# dimension of a control by its declaration
DECLARED = {
    mjtCtrlInput.mjINPUT_POS: parse("Q"),
    mjtCtrlInput.mjINPUT_VEL: parse("Q"),
    mjtCtrlInput.mjINPUT_FF: parse("F"),
    mjtCtrlInput.mjINPUT_PRESSURE: parse("F/L2"),
}
FORCE = 2  # index of the peak force among the parameters of a muscle
SIMPLE_DYNAMICS = (
    mjtDyn.mjDYN_NONE,
    mjtDyn.mjDYN_INTEGRATOR,
    mjtDyn.mjDYN_FILTER,
    mjtDyn.mjDYN_FILTEREXACT,
    mjtDyn.mjDYN_MUSCLE,
    mjtDyn.mjDYN_PID,
)


def scale_actuator(build: Build, edits: Edits, el: Any, own: Any) -> None:
    """Scale an actuator by the coordinate of its transmission.

    Errors   gelenk.Error: forces are scaled, and the parameters have no known dimension
    """
    if own.factors is NONE:
        return
    scale_values(edits, el, at(own.factors, own.along, own.unit))
    if own.mixed:
        edits.multiply(el, "gear", [1.0, 1.0, 1.0, own.along])
    scale_ranges(edits, el, own)
    gain, bias = int(el.gaintype), int(el.biastype)
    forced = own.factors.unit != 1.0 or own.factors.unit_mass != 1.0
    if forced:
        if not has_dimensions(el):
            build.fail(
                el, "the parameters of this actuator cannot be scaled; use scaling 'geometry'", "gaintype"
            )
        scale_forces(edits, el, own, gain, bias)
    scale_motion(edits, el, own, gain)


def has_dimensions(el: Any) -> bool:
    """Return whether the parameters of an actuator have known dimensions."""
    gain, bias = int(el.gaintype), int(el.biastype)
    return (
        not has_plugin(el)
        and (gain in SCALABLE_GAINS or gain == mjtGain.mjGAIN_MUSCLE)
        and (bias in LINEAR_BIASES or bias in (mjtBias.mjBIAS_NONE, mjtBias.mjBIAS_MUSCLE))
        and int(el.dyntype) in SIMPLE_DYNAMICS
    )


def inputs_of(el: Any) -> int:
    """Return the inputs of an actuator, as bits.

    Before 3.16 shortcuts do not declare the control; the input of a servo follows from its parameters.
    """
    spec = spec_of(el)
    fixed = int(el.gaintype) == mjtGain.mjGAIN_FIXED and int(el.biastype) == mjtBias.mjBIAS_AFFINE
    if spec or not fixed or el._is_at_least(R3_16):
        return spec
    gain, bias = floats(el.__dict__["gainprm"])[0], floats(el.__dict__["biasprm"])
    if gain and bias[0] == 0.0 and (gain == -bias[1] or (bias[1] == 0.0 and gain == -bias[2])):
        return int(mjtCtrlInput.mjINPUT_POS if bias[1] else mjtCtrlInput.mjINPUT_VEL)
    return 0


def control_factor(el: Any, own: Any, bit: int | None = None) -> float:
    """Return the factor of a control: of input `bit` of a drive, or of the declared input."""
    spec = inputs_of(el) if bit is None else bit
    if int(el.gaintype) == mjtGain.mjGAIN_SO3:
        return 1.0
    for input_, dim in DECLARED.items():
        if spec & input_:
            return dimension_factor(dim, own.factors, own.along, own.unit)
    return 1.0


def activation_factor(el: Any, own: Any) -> float:
    """Return the factor of the activations of an actuator.

    A filtered control has the dimension of the control; an integrated one is a position if the control is declared.
    """
    if int(el.dyntype) in (mjtDyn.mjDYN_NONE, mjtDyn.mjDYN_MUSCLE, mjtDyn.mjDYN_USER):
        return 1.0
    return control_factor(el, own)


def scale_ranges(edits: Edits, el: Any, own: Any) -> None:
    """Scale the ranges of controls and activations."""
    edits.multiply(el, "ctrlrange", [control_factor(el, own)])
    edits.multiply(el, "actrange", [activation_factor(el, own)])
    edits.multiply(el, "velrange", [own.along])
    edits.multiply(el, "ffrange", [control_factor(el, own, mjtCtrlInput.mjINPUT_FF)])


def scale_forces(edits: Edits, el: Any, own: Any, gain: int, bias: int) -> None:
    """Scale gain and bias by the units of force."""
    force = dimension_factor(parse("F"), own.factors, own.along, own.unit)
    if gain == mjtGain.mjGAIN_MUSCLE:
        for name in ("gainprm", "biasprm"):
            # a peak force <= 0 is not given: the compiler computes it from the scale of the muscle
            if floats(el.__dict__[name])[FORCE] > 0.0:
                edits.multiply(el, name, [1.0, 1.0, force, 1.0])
        return
    control = unit_of_control(el, own)
    if gain == mjtGain.mjGAIN_FIXED:
        edits.multiply(el, "gainprm", [force / control, 1.0])
    elif gain == mjtGain.mjGAIN_AFFINE:
        slope = force / own.unit / control
        edits.multiply(el, "gainprm", [force / control, slope, slope, 1.0])
    else:
        edits.multiply(el, "gainprm", [force / own.unit, 1.0])
    if bias in LINEAR_BIASES:
        ratio = floats(el.__dict__["biasprm"])[2] > 0.0  # positive: a damping ratio, which has no dimension
        slope = force / own.unit
        edits.multiply(el, "biasprm", [force, slope, 1.0 if ratio else slope, 1.0])


def unit_of_control(el: Any, own: Any) -> float:
    """Return the factor of the declared control in the units of the frames that scale forces."""
    spec = inputs_of(el)
    if spec & (mjtCtrlInput.mjINPUT_POS | mjtCtrlInput.mjINPUT_VEL):
        return float(own.unit)
    return control_factor(el, own) if spec & mjtCtrlInput.mjINPUT_PRESSURE else 1.0


def scale_motion(edits: Edits, el: Any, own: Any, gain: int) -> None:
    """Scale those parameters of a drive that are positions or velocities."""
    along = own.along
    if gain == mjtGain.mjGAIN_PID:
        edits.multiply(el, "dynprm", [along, along, 1.0])
    elif gain == mjtGain.mjGAIN_DCMOTOR:
        edits.multiply(el, "dynprm", [1.0] * 7 + [along, along, 1.0])
        edits.multiply(el, "biasprm", [1.0, 1.0 / along, 1.0, 1.0, 1.0, along, 1.0])
