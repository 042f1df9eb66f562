"""Compiled libraries, in pipeline order, and the models that need each.

Documents: design / What is compiled when

`when` is a predicate on the contents of a model (class Parts in runtime/required_libraries.py). A library that is
needed but not predicted is loaded when the pipeline first reaches it; a prediction loads it early, together with the
others.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from gelenk.tables.enums import (
    mjtDisableBit,
    mjtEnableBit,
    mjtEq,
    mjtGeom,
    mjtIntegrator,
    mjtSensor,
    mjtSolver,
)
from gelenk.tables.releases import R3_7, R3_8, R3_13, R3_14
from gelenk.tables.stages import FIRST_PARTY


class Library(NamedTuple):
    """Stages that are compiled together, and a predicate for the models that step with them.

    when  None: loaded only when a program calls one of the stages
    size  a size that is nonzero in every such model, so that `when` is skipped for other models
    """

    name: str
    when: Callable[[Any], bool] | None = None
    size: str = ""


def _always(has: Any) -> bool:
    return True


def _has_plugin(name: str, has: Any) -> bool:
    return has.plugins(name)


_MESHES = (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF)
_SHAPES = (mjtGeom.mjGEOM_HFIELD, mjtGeom.mjGEOM_MESH)
_FLAT = (*_SHAPES, mjtGeom.mjGEOM_CYLINDER)
_CONVEX = (*_SHAPES, mjtGeom.mjGEOM_ELLIPSOID, mjtGeom.mjGEOM_CYLINDER)
_DISTANCES = (mjtSensor.mjSENS_GEOMDIST, mjtSensor.mjSENS_GEOMNORMAL, mjtSensor.mjSENS_GEOMFROMTO)
_ENERGIES = (mjtSensor.mjSENS_E_POTENTIAL, mjtSensor.mjSENS_E_KINETIC)
_BODY_FORCES = (
    *(mjtSensor.mjSENS_ACCELEROMETER, mjtSensor.mjSENS_FORCE, mjtSensor.mjSENS_TORQUE),
    *(mjtSensor.mjSENS_FRAMELINACC, mjtSensor.mjSENS_FRAMEANGACC),
    *(mjtSensor.mjSENS_USER, mjtSensor.mjSENS_PLUGIN),
)
_IMPLICIT = (mjtIntegrator.mjINT_IMPLICIT, mjtIntegrator.mjINT_IMPLICITFAST)

# fmt: off
LIBRARIES = (
    Library("step", _always),
    Library("awake", _always),
    Library("sleep", lambda has: has.enabled(mjtEnableBit.mjENBL_SLEEP)),
    # position
    Library("position", _always),
    Library("flex", lambda has: has.flexes, "nflex"),
    Library("spatial_tendon", lambda has: has.spatial_tendons, "ntendon"),
    # collision
    Library("collision", lambda has: has.contacts or has.sensors(*_DISTANCES)),
    Library("collision_awake", lambda has: has.contacts and has.enabled(mjtEnableBit.mjENBL_SLEEP)),
    Library("speculative", lambda has: has.contacts and has.enabled(mjtEnableBit.mjENBL_SPECULATIVE)),
    Library("boxes", lambda has: has.release < R3_13 and has.contacts and has.geoms(mjtGeom.mjGEOM_BOX) > 1),
    Library("boxes_later", lambda has: has.release >= R3_13 and has.contacts and has.geoms(mjtGeom.mjGEOM_BOX) > 1),
    Library("plane_mesh", lambda has: has.contacts and has.geoms(mjtGeom.mjGEOM_PLANE)
        and has.geoms(*(_MESHES if has.release < R3_13 else (mjtGeom.mjGEOM_SDF,)))),
    Library("plane_hull", lambda has: has.release >= R3_13 and has.contacts and has.geoms(mjtGeom.mjGEOM_PLANE)
        and has.geoms(mjtGeom.mjGEOM_MESH)),
    Library("convex", lambda has: (has.contacts and has.geoms(*_CONVEX)) or has.sensors(*_DISTANCES)
        or (has.contacts and has.enabled(mjtEnableBit.mjENBL_SPECULATIVE))),
    Library("portal", lambda has: has.disabled(mjtDisableBit.mjDSBL_NATIVECCD)
        and has.contacts and has.geoms(*_CONVEX)),
    Library("faces", lambda has: has.contacts and has.geoms(*_FLAT)),
    Library("clipped", lambda has: has.release >= R3_8 and has.contacts and has.geoms(*_FLAT)),
    Library("hfield", lambda has: has.contacts and has.geoms(mjtGeom.mjGEOM_HFIELD)),
    Library("sdf", lambda has: has.geoms(mjtGeom.mjGEOM_SDF)
        and (has.contacts or has.sensors(mjtSensor.mjSENS_RANGEFINDER))),
    Library("flex_collision", lambda has: has.flexes and has.contacts, "nflex"),
    Library("mesh_distance"),
    # constraint rows
    Library("constraint", _always),
    Library("exact_diagonal", lambda has: has.enabled(mjtEnableBit.mjENBL_DIAGEXACT)),
    Library("velocity_terms",
        lambda has: has.release >= R3_7 and has.equalities(mjtEq.mjEQ_CONNECT, mjtEq.mjEQ_WELD), "neq"),
    Library("surfaces", lambda has: has.surfaces and has.contacts),
    Library("flex_equality", lambda has: has.equalities(mjtEq.mjEQ_FLEX, mjtEq.mjEQ_FLEXVERT), "nflex"),
    Library("cell_rows", lambda has: has.equalities(mjtEq.mjEQ_DISTANCE, mjtEq.mjEQ_FLEXSTRAIN)
        or (has.cells and has.integrator(mjtIntegrator.mjINT_DISCRETE)), "ncellmode"),
    Library("flex_contact", lambda has: has.flexes and has.contacts, "nflex"),
    Library("rod_contact", lambda has: has.rods and has.contacts, "nflex"),
    # velocity and force
    Library("velocity", _always),
    Library("forces", _always),
    Library("drives", lambda has: has.drives, "nactuator"),
    Library("flex_passive", lambda has: has.flexes, "nflex"),
    Library("passive_contact", lambda has: has.passive_flexes, "nflex"),
    Library("cells", lambda has: has.cells, "ncellmode"),
    Library("rods", lambda has: has.rods, "nflex"),
    Library("fluid", lambda has: has.fluid),
    Library("energy", lambda has: has.enabled(mjtEnableBit.mjENBL_ENERGY) or has.sensors(*_ENERGIES)),
    Library("post_constraint", lambda has: has.sensors(*_BODY_FORCES) or has.enabled(mjtEnableBit.mjENBL_SLEEP)),
    Library("tendon_wrench", lambda has: has.spatial_tendons and has.release >= R3_14
        and (has.sensors(*_BODY_FORCES) or has.enabled(mjtEnableBit.mjENBL_SLEEP)), "ntendon"),
    # solver
    Library("solver", _always),
    Library("newton", lambda has: has.solver(mjtSolver.mjSOL_NEWTON)),
    Library("cg", lambda has: has.solver(mjtSolver.mjSOL_CG)),
    Library("pgs", lambda has: has.solver(mjtSolver.mjSOL_PGS) or has.noslip),
    Library("island"),
    # sensors
    Library("sensor", lambda has: has.sensors(), "nsensor"),
    Library("rangefinder", lambda has: has.sensors(mjtSensor.mjSENS_RANGEFINDER), "nsensor"),
    Library("ray_shapes", lambda has: has.sensors(mjtSensor.mjSENS_RANGEFINDER) and has.geoms(*_SHAPES), "nsensor"),
    Library("sensor_site",
        lambda has: has.sensors(mjtSensor.mjSENS_INSIDESITE, mjtSensor.mjSENS_CAMPROJECTION), "nsensor"),
    Library("sensor_distance", lambda has: has.sensors(*_DISTANCES), "nsensor"),
    Library("touch", lambda has: has.sensors(mjtSensor.mjSENS_TOUCH), "nsensor"),
    Library("sensor_contact", lambda has: has.sensors(mjtSensor.mjSENS_CONTACT), "nsensor"),
    Library("tactile", lambda has: has.sensors(mjtSensor.mjSENS_TACTILE), "nsensor"),
    Library("delay", lambda has: has.histories, "nhistory"),
    # integration
    Library("euler", lambda has: has.integrator(mjtIntegrator.mjINT_EULER, mjtIntegrator.mjINT_DISCRETE)),
    Library("metric", lambda has: has.integrator(mjtIntegrator.mjINT_DISCRETE)),
    Library("metric_solve",
        lambda has: has.integrator(mjtIntegrator.mjINT_DISCRETE)
        and (has.elastic_flexes or has.rods or has.passive_flexes), "nflex"),
    Library("flex_metric", lambda has: has.integrator(mjtIntegrator.mjINT_DISCRETE) and has.elastic_flexes, "nflex"),
    Library("rod_metric", lambda has: has.integrator(mjtIntegrator.mjINT_DISCRETE) and has.rods, "nflex"),
    Library("runge_kutta", lambda has: has.integrator(mjtIntegrator.mjINT_RK4)),
    Library("plastic", lambda has: has.plastic, "nplastic"),
    Library("flex_plastic", lambda has: has.plastic_flexes, "nflex"),
    Library("cell_plastic", lambda has: has.plastic_flexes and has.cells, "ncellmode"),
    Library("implicit", lambda has: has.integrator(*_IMPLICIT)),
    Library("fluid_derivative", lambda has: has.integrator(*_IMPLICIT, mjtIntegrator.mjINT_DISCRETE) and has.fluid),
    Library("flex_implicit", lambda has: has.integrator(*_IMPLICIT) and has.elastic_nodes, "nflex"),
    # plugins
    Library("plugins", lambda has: has.plugins(), "nplugin"),
    *(Library(name, partial(_has_plugin, name), "nplugin") for name in FIRST_PARTY),
    # loaded on request by programs
    *map(Library, ("batch", "batch_queries", "batch_anew", "inverse", "discrete", "inertia", "jacobian", "ray")),
    Library("ray_flex"),
    *map(Library, ("differences", "setconst", "setconst_flex", "boxtrees", "twister", "sums", "data_indices")),
    *map(Library, ("model_indices", "length_range")),
    *map(Library, ("scene", "scene_flex", "scene_skin", "scene_tendons", "scene_decor", "visited", "scene_sdf")),
    *map(Library, ("scene_cable", "scene_touch", "scene_hands", "render")),
)
_USUAL = (*("collision", "convex", "newton", "euler", "runge_kutta", "implicit", "sensor", "post_constraint", "energy"),
    *("setconst", "boxtrees"))
# libraries with which most models are compiled and stepped
USUAL = (*(row.name for row in LIBRARIES if row.when is _always), *_USUAL)
# fmt: on
