"""Recompute in a model what the compiler derives from its geoms (mj_setConst).

Documents: API / mj_setConst; Computation / Collision detection / Selection

From release 3.16 on, mj_setConst recomputes the bounding volumes of geoms and bodies, masks and margins of bodies,
added masses of the ellipsoid fluid model, the flags of coinciding frames, and automatic sleep policies. The functions
are those of the compiler, on elements that are made from the fields of the model. The bounds of mesh geoms are kept.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gelenk.algebra.vec import add
from gelenk.modeling.compiler import aabb_tree, geoms, options, sparsity, tree
from gelenk.modeling.compiler.build import Body, Part
from gelenk.modeling.compiler.element_frames import relative
from gelenk.modeling.compiler.hfields import hfield_bounds
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtGeom, mjtSleepPolicy, mjtWrap

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
    """Recompute the fields of the module's docstring in a model.

    Writes  geom_rbound geom_aabb geom_fluid body_contype body_conaffinity body_margin bvh_aabb body_sameframe
            geom_sameframe site_sameframe tree_sleep_policy
    """
    parts = ModelParts(m)
    geom_bounds(m, parts)
    tree.collision_summary(parts)  # type: ignore[arg-type]
    body_trees(m, parts)
    sparsity.sameframe_columns(parts)  # type: ignore[arg-type]
    sleep_policies(m)


def geom_bounds(m: MjModel, parts: ModelParts) -> None:
    """Write bounds and added masses of geoms from their sizes, and fill the parts."""
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
