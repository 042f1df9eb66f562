"""Scale assets (meshes, height fields, skins, flexes); each scale has its own instance.

Documents: XML reference / body / frame (scale) (of 4.0.0)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gelenk.algebra.vec import Mat3
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.element_frames import floats, pose_of
from gelenk.modeling.compiler.plugins import has_plugin
from gelenk.modeling.compiler.scaling.edits import Edits
from gelenk.modeling.compiler.scaling.factors import NONE, OUTSIDE, Place, at_length, diagonal, scale_values
from gelenk.modeling.compiler.scaling.places import Places
from gelenk.modeling.spec.element import name_after_files
from gelenk.tables.enums import mjtGeom

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
    """Return the stretch of a place in the axes of a geom or site."""
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
    """Make an instance of each asset for each stretch; the first one keeps its name."""
    elements = build.spec._elements[group]
    taken = {el.name: el for el in elements}
    for name, geoms in uses.items():
        asset = taken.get(name)
        if asset is None:
            continue  # the passes report the unknown name
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
    """Stretch a mesh; by its scale if the stretch is along the axes of the mesh."""
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
    """Return the scaled coordinates of points, flat."""
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
