"""Edits of a spec that need the compiler; recomputed fields of a model (mj_setConst).

Documents: XML reference / compiler (fusestatic, discardvisual); XML reference / body (fuse); API / mjs_fuseStatic,
mjs_discardVisual, mjs_adoptInertial; API / mj_setConst; Computation / Collision detection / Selection

Edits fuse bodies, discard visuals and adopt inertia. The options fusestatic and discardvisual of models of release 3.16
and later apply these edits before compilation, so that the edited spec describes the compiled model. Earlier releases
fuse and discard in the model alone (inertial.py).

Some fields of a model are derived by the compiler from its geoms. From release 3.16 on, mj_setConst recomputes the
bounding volumes of geoms and bodies, masks and margins of bodies, added masses of the ellipsoid fluid model, the flags
of coinciding frames, and automatic sleep policies. It calls the functions of the compiler on elements that are built
from the fields of the model. The bounds of mesh geoms are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

from gelenk.algebra.orientation import floats
from gelenk.algebra.vec import add
from gelenk.modeling.compiler import aabb_tree, geoms, inertial, options, sparsity, tree
from gelenk.modeling.compiler.build import Body, Build, Part
from gelenk.modeling.compiler.element_frames import compose, relative
from gelenk.modeling.compiler.hfields import hfield_bounds
from gelenk.modeling.compiler.plugins import has_plugin
from gelenk.modeling.compiler.tree import bodies_depth_first
from gelenk.modeling.spec import keyframes
from gelenk.modeling.spec.defaults import TEMPLATES
from gelenk.modeling.spec.edit_methods import remove_from_list
from gelenk.modeling.spec.element import stem
from gelenk.modeling.spec.element_classes import MjsBody
from gelenk.modeling.spec.field_descriptors import count_edit
from gelenk.modeling.spec.references import change_references
from gelenk.modeling.spec.tree_elements import with_bodies
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import (
    mjMINVAL,
    mjtGeom,
    mjtInertiaFromGeom,
    mjtObj,
    mjtSensor,
    mjtSleepPolicy,
    mjtWrap,
)

NAN = float("nan")
Prepare = Callable[
    [Any], Build
]  # prepare_build of compile.py: from a spec to a build whose bodies have poses and inertias


def apply_options(spec: Any, prepare: Prepare) -> None:
    """Apply the edits that the compiler options of a spec ask for."""
    if spec.compiler.discardvisual:
        discard_visual(spec, prepare)
    if spec.compiler.fusestatic:
        fuse_static(spec, prepare)


# ---- inertials


def adopt_inertial(spec: Any, body: MjsBody, prepare: Prepare) -> None:
    """State the inertial that compilation infers for a body.

    Errors   gelenk.Error: the spec cannot be compiled
    """
    build = prepare(spec)
    part = next(part for part in bodies_depth_first(build.world) if part.el is body)
    state_inertial(part)
    build.free()


def state_inertial(part: Body) -> None:
    """Write mass and inertia of a compiled body to its element."""
    el = part.el
    el.mass, el.inertia = part.mass, part.inertia
    el.ipos, el.iquat = part.ipos, part.iquat
    el.fullinertia = (NAN, 0.0, 0.0, 0.0, 0.0, 0.0)
    el.__dict__.pop("ialt", None)
    el.explicitinertial = True


def infers(build: Build, part: Body) -> bool:
    """Return whether the inertia of a body is the sum over its geoms."""
    source = int(build.origin_of(part.el).compiler.inertiafromgeom)
    automatic = source == int(mjtInertiaFromGeom.mjINERTIAFROMGEOM_AUTO)
    return is_forced(build, part) or (automatic and not part.has_inertial)


def is_forced(build: Build, part: Body) -> bool:
    """Return whether compilation ignores a stated inertial of a body."""
    source = int(build.origin_of(part.el).compiler.inertiafromgeom)
    return source == int(mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE)


def is_adjusted(build: Build, part: Body) -> bool:
    """Return whether compilation may have changed the inertia of a body."""
    options = build.origin_of(part.el).compiler
    return options.boundmass > 0.0 or options.boundinertia > 0.0 or bool(options.balanceinertia)


# ---- static bodies


def fuse_static(spec: Any, prepare: Prepare) -> int:
    """Replace static bodies by frames of their parents, and return the number of bodies."""
    build = prepare(spec)
    kept = names_that_keep(build)
    changed: dict[int, Body] = {}  # bodies whose fused inertia must be stated
    fused = 0
    stack = [build.world]
    while stack:
        parent = stack.pop()
        children, i = parent.children, 0
        while i < len(children):
            body = children[i]
            if not can_fuse(build, parent, body, kept):
                stack.append(body)
                i += 1
                continue
            if fused == 0:
                keyframes.resolve(spec)
            if parent is not build.world:
                add_inertia(build, parent, body, changed)
            for child in body.children:
                child.pos, child.quat = compose(body.pos, body.quat, child.pos, child.quat)
                child.body = parent
            become_frame(body.el)
            children[i : i + 1] = body.children
            fused += 1
    for part in changed.values():
        state_inertial(part)
    build.free()
    return fused


def names_that_keep(build: Build) -> set[str]:
    """Return the names of bodies that must not be fused, since an element refers to them."""
    kept = inertial.referenced(build, mjtObj.mjOBJ_BODY)
    for flex in build.spec.flexes:
        kept.update(flex.vertbody)
        kept.update(flex.nodebody)
    return kept


def can_fuse(build: Build, parent: Body, body: Body, kept: set[str]) -> bool:
    """Return whether a body can be fused with its parent without a change of the forces."""
    el, option = body.el, build.spec.option
    if body.joints or el.mocap or not el.fuse or (el.name and el.name in kept) or has_plugin(el) or el.sleep:
        return False
    measured = (mjtSensor.mjSENS_FORCE, mjtSensor.mjSENS_TORQUE)
    sites = {site.el.name for site in body.sites} - {""}
    if sites and any(sensor.type in measured and sensor.objname in sites for sensor in build.spec.sensors):
        return False
    fluid = option.density > 0.0 or option.viscosity > 0.0
    if body.mass > mjMINVAL and (fluid or el.gravcomp != parent.el.gravcomp):
        return False
    if fluid and any(geom.el.fluid_ellipsoid for geom in body.geoms):
        return False
    adjusted = is_adjusted(build, body) or is_adjusted(build, parent)
    return not (adjusted and parent is not build.world and is_forced(build, parent))


def add_inertia(build: Build, parent: Body, body: Body, changed: dict[int, Body]) -> None:
    """Add the inertia of a body to that of its parent, and note if it must be stated."""
    stated = not (infers(build, parent) and infers(build, body))
    stated = stated or is_adjusted(build, parent) or is_adjusted(build, body) or id(parent) in changed
    if body.mass > mjMINVAL:
        pos, quat = compose(body.pos, body.quat, body.ipos, body.iquat)
        pieces = [(body.mass, pos, quat, body.inertia)]
        if parent.mass > mjMINVAL:
            pieces.insert(0, (parent.mass, parent.ipos, parent.iquat, parent.inertia))
        inertial.combine(parent, pieces, build.release)
    elif not infers(build, parent):
        return  # the stated inertial remains
    if stated and not is_forced(build, parent):
        changed[id(parent)] = parent


def become_frame(body: MjsBody) -> None:
    """Replace a body by a frame; its children take its place among those of the parent."""
    parent = body.parent
    frame = (body.frame or parent).add_frame()
    frame.pos, frame.quat = floats(body.pos), floats(body.quat)
    if "alt" in body.__dict__:
        frame.__dict__["alt"] = type(body.alt)(body.alt)
    frame.__dict__["_origin"] = body._origin
    for kind, group in body._children.items():
        for el in group:
            el.__dict__["parent"] = parent
            if el.frame is None:
                el.__dict__["frame"] = frame
        if kind != "body" and group:
            parent._group(kind).extend(group)
    bodies = parent._group("body")
    place = next(i for i, el in enumerate(bodies) if el is body)
    bodies[place : place + 1] = body._children["body"]
    count_edit()


# ---- visual elements


def discard_visual(spec: Any, prepare: Prepare) -> int:
    """Delete elements without effect on the dynamics, and return their number.

    Errors   gelenk.Error: inertiafromgeom is true and a geom to be discarded has mass
    """
    named = names_of_objects(spec)
    count = discard_geoms(spec, prepare)
    count += discard_looks(spec, "materials", "material", named)
    count += discard_looks(spec, "textures", "texture", named)
    used = {geom.meshname for geom in spec.geoms} | {site.meshname for site in spec.sites}
    used |= {name for kind, name in named if kind == mjtObj.mjOBJ_MESH}
    meshes = [mesh for mesh in spec.meshes if name_of(mesh) not in used]
    remove_from_list(spec._group("meshes"), meshes)
    return count + len(meshes)


def name_of(asset: Any) -> str:
    """Return the name of an asset, or that of its file."""
    return asset.name or stem(asset.file)


def names_of_objects(spec: Any) -> set[tuple[Any, str]]:
    """Return (type, name) of the objects that sensors and tuples refer to."""
    named = set()
    for el in spec.sensors:
        named |= {(el.objtype, el.objname), (el.reftype, el.refname)}
    for el in spec.tuples:
        named.update(zip(el.objtype, el.objname, strict=True))
    return named


def discard_geoms(spec: Any, prepare: Prepare) -> int:
    """Delete the geoms that neither collide nor are referenced; their bodies keep the inertia."""
    build: Build | None = None
    gone = [geom for geom in spec.geoms if not geom.contype and not geom.conaffinity]
    if not gone:
        return 0
    build = prepare(spec)
    kept = inertial.referenced(build, mjtObj.mjOBJ_GEOM)
    gone = [g for g in gone if not (g.name and g.name in kept) and not g.fluid_ellipsoid]
    ids = {id(geom) for geom in gone}
    for part in bodies_depth_first(build.world)[1:]:
        low, high = build.origin_of(part.el).compiler.inertiagrouprange
        lost = [g for g in part.geoms if id(g.el) in ids and g.mass > mjMINVAL and low <= g.el.group <= high]
        if not lost or not infers(build, part):
            continue
        if is_forced(build, part):
            geom = f"geom '{lost[0].el.name}'" if lost[0].el.name else "a geom"
            build.fail(
                part.el,
                f"discardvisual cannot discard {geom}, which has mass, if inertiafromgeom is 'true'",
                hint="use inertiafromgeom='auto'",
            )
        state_inertial(part)
    build.free()
    for geom in gone:
        remove_from_list(geom.parent._group("geom"), [geom])
    return len(gone)


def discard_looks(spec: Any, group: str, kind: str, named: set[tuple[Any, str]]) -> int:
    """Delete all materials or textures except those that a sensor or tuple refers to."""
    obj = getattr(mjtObj, f"mjOBJ_{kind.upper()}")
    kept = {name for found, name in named if found == obj}
    gone = [el for el in spec._elements[group] if name_of_look(el) not in kept]
    if not gone:
        return 0
    remove_from_list(spec._group(group), gone)

    def change(found: str, name: str) -> str:
        return "" if found == kind and name not in kept else name

    for el in everything(spec):
        change_references(el, change)
    return len(gone)


def name_of_look(el: Any) -> str:
    """Return the name of a texture or material."""
    return name_of(el) if "file" in el.__dict__ else el.name


def everything(spec: Any) -> list[Any]:
    """Return all elements of a spec and the templates of its classes."""
    found = with_bodies({"body": [spec.worldbody]})
    for members in spec._elements.values():
        found += members
    for default in spec._classes.values():
        found += [default.__dict__[tag] for tag in TEMPLATES if tag in default.__dict__]
    return found


# ---- assets

PLACE = ("name", "id", "_spec", "_position", "_live", "_default", "classname", "info")


def dedup_assets(spec: Any) -> int:
    """Merge textures and meshes that compile to equal assets; return how many were deleted."""
    count = 0
    for group, kind, folder in (("textures", "texture", "texturedir"), ("meshes", "mesh", "meshdir")):
        first: dict[Any, str] = {}
        renamed: dict[str, str] = {}
        gone = []
        for el in spec._elements[group]:
            key = asset_key(el, folder)
            name = name_of(el)
            if key in first and name:
                renamed[name] = first[key]
                gone.append(el)
            elif name:
                first[key] = name
        if not gone:
            continue
        remove_from_list(spec._group(group), gone)
        rename = partial(new_name, kind, renamed)
        for el in everything(spec):
            change_references(el, rename)
        count += len(gone)
    return count


def new_name(kind: str, renamed: dict[str, str], found: str, name: str) -> str:
    """Return the name of the asset that replaces a merged one, or the name itself."""
    return renamed.get(name, name) if found == kind else name


def asset_key(el: Any, folder: str) -> Any:
    """Return a hashable key; assets with equal keys compile to equal data."""
    settings = (el._origin or el.spec).compiler
    values = [getattr(settings, folder) if el.file else ""]
    for field in sorted(type(el)._fields):
        if field not in PLACE:
            value = getattr(el, field)
            values.append(
                tuple(value) if hasattr(value, "__len__") and not isinstance(value, str | bytes) else value
            )
    return tuple(values)


# Recomputation of a model

MESHES = (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF)
AUTOMATIC = (mjtSleepPolicy.mjSLEEP_AUTO_NEVER, mjtSleepPolicy.mjSLEEP_AUTO_ALLOWED)
WRAPPED: dict[int, str] = {mjtWrap.mjWRAP_JOINT: "jnt", mjtWrap.mjWRAP_SITE: "site"}
WRAPPED |= {mjtWrap.mjWRAP_SPHERE: "geom", mjtWrap.mjWRAP_CYLINDER: "geom"}


class ModelParts:
    """The bodies, geoms and sites of a model as parts of a build."""

    def __init__(self, m: MjModel) -> None:
        self.model = m
        self.release = int(m.release[0])
        self.body_parts = [Body(None, None) for _ in range(m.nbody)]
        for part, pos, quat in zip(self.body_parts, m.body_ipos.tolist(), m.body_iquat.tolist(), strict=True):
            part.ipos, part.iquat = tuple(pos), tuple(quat)
        self.geom_parts = self.parts("geom", int(m.ngeom))
        self.site_parts = self.parts("site", int(m.nsite))
        for geom in self.geom_parts:
            geom.body.geoms.append(geom)

    def parts(self, prefix: str, count: int) -> list[Part]:
        """Return the parts of the geoms or sites."""
        pose = (getattr(self.model, f"{prefix}_{name}").tolist() for name in ("bodyid", "pos", "quat"))
        return [
            Part(SimpleNamespace(id=i), self.body_parts[body], tuple(pos), tuple(quat))
            for i, body, pos, quat in zip(range(count), *pose, strict=True)
        ]

    def set_fields(self, **fields: Any) -> None:
        """Write fields of the model."""
        for name, values in fields.items():
            if len(values):
                getattr(self.model, "_a_" + name)[:] = values


class ModelFields:
    """The fields of a model by name, as those of a build."""

    def __init__(self, m: MjModel) -> None:
        self.model = m

    def __getitem__(self, name: str) -> Any:
        return getattr(self.model, name)

    def __contains__(self, name: str) -> bool:
        return hasattr(self.model, name)


def recompute(m: MjModel) -> None:
    """Recompute the fields of a model that the compiler derives from geoms.

    Writes  geom_size (height fields) geom_rbound geom_aabb geom_fluid body_contype body_conaffinity body_margin
            bvh_aabb body_sameframe geom_sameframe site_sameframe tree_sleep_policy
    """
    parts = ModelParts(m)
    geom_bounds(m, parts)
    tree.collision_summary(parts)  # type: ignore[arg-type]
    body_trees(m, parts)
    sparsity.sameframe_columns(parts)  # type: ignore[arg-type]
    sleep_policies(m)


def geom_bounds(m: MjModel, parts: ModelParts) -> None:
    """Write bounds and added masses of geoms from their sizes, and copy fields to the parts."""
    for g, part in enumerate(parts.geom_parts):
        kind, size = int(m.geom_type[g]), tuple(m.geom_size[g].tolist())
        if kind == mjtGeom.mjGEOM_HFIELD:
            size, m.geom_aabb[g], m.geom_rbound[g] = hfield_bounds(m.hfield_size[m.geom_dataid[g]])
            m.geom_size[g] = size
        elif kind not in MESHES:
            m.geom_aabb[g], m.geom_rbound[g] = geoms.aabb(kind, size), geoms.rbound(kind, size)
        if m.geom_fluid[g, 0] > 0.0:
            m.geom_fluid[g, 6:] = geoms.added_mass(kind, size)
        part.aabb = tuple(m.geom_aabb[g].tolist())
        for name in ("contype", "conaffinity", "margin", "gap"):
            setattr(part.el, name, getattr(m, "geom_" + name)[g].item())


def body_trees(m: MjModel, parts: ModelParts) -> None:
    """Write the boxes of the trees over the geoms of bodies; the trees keep their structure."""
    box = m.bvh_aabb
    for body, adr, num in zip(parts.body_parts, m.body_bvhadr.tolist(), m.body_bvhnum.tolist(), strict=True):
        for node in range(adr + num - 1, adr - 1, -1):  # children follow their parent
            g, children = int(m.bvh_nodeid[node]), m.bvh_child[node]
            if g >= 0:
                geom = parts.geom_parts[g]
                pos, quat = relative(body.ipos, body.iquat, geom.pos, geom.quat)
                center, half = aabb_tree.rotated_aabb(quat, geom.aabb)
                box[node] = (*add(pos, center), *half)
                continue
            both = box[adr + children]
            low, high = (both[:, :3] - both[:, 3:]).min(0), (both[:, :3] + both[:, 3:]).max(0)
            box[node] = (*(0.5 * (low + high)), *(0.5 * (high - low)))


def tendon_trees(m: MjModel) -> list[list[int]]:
    """Return the trees that each tendon acts on."""
    found = []
    for adr, num in zip(m.tendon_adr, m.tendon_num, strict=True):
        trees: dict[int, None] = {}
        for kind, i in zip(m.wrap_type[adr : adr + num], m.wrap_objid[adr : adr + num], strict=True):
            if int(kind) in WRAPPED:
                trees[int(m.body_treeid[getattr(m, WRAPPED[int(kind)] + "_bodyid")[i]])] = None
        trees.pop(-1, None)
        found.append(list(trees))
    return found


def sleep_policies(m: MjModel) -> None:
    """Write the automatic sleep policies of trees."""
    fields, trees = ModelFields(m), tendon_trees(m)
    held = options.stiff_tendons(fields, trees)
    never = options.restless_trees(fields, trees, held, int(m.release[0]))
    for t, policy in enumerate(m.tree_sleep_policy.tolist()):
        if policy in AUTOMATIC:
            m._a_tree_sleep_policy[t] = options.automatic_policy(t in never)
