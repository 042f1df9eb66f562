"""Which libraries a model needs, so that they are compiled and loaded together before its first step.

Documents: design / Kernels (only stages that a model needs are compiled)

A library that is missing here is still loaded when the pipeline first reaches it; this makes it early.
"""

import numpy as np

from gelenk.engine.force.passive import has_fluid
from gelenk.engine.integrate.implicit import has_elastic_nodes
from gelenk.jit import library
from gelenk.tables.enums import (
    mjtDisableBit,
    mjtEnableBit,
    mjtEq,
    mjtGeom,
    mjtIntegrator,
    mjtSensor,
    mjtSolver,
    mjtWrap,
)
from gelenk.tables.stages import PLUGINS

_ALWAYS = ("step", "position", "velocity", "forces", "constraint", "solver")


def _contacts(m):
    off = mjtDisableBit.mjDSBL_CONSTRAINT | mjtDisableBit.mjDSBL_CONTACT
    return m.ngeom + m.nflex > 1 and not m.opt.disableflags & int(off)


def _has(m, *kinds):
    return bool(np.isin(m._view.geom_type, [int(k) for k in kinds]).any())


def _pairs(m, kinds):
    return _contacts(m) and _has(m, *kinds)


_BODY_FORCES = (
    mjtSensor.mjSENS_ACCELEROMETER,
    mjtSensor.mjSENS_FORCE,
    mjtSensor.mjSENS_TORQUE,
    mjtSensor.mjSENS_FRAMELINACC,
    mjtSensor.mjSENS_FRAMEANGACC,
    mjtSensor.mjSENS_USER,
    mjtSensor.mjSENS_PLUGIN,
)
_DISTANCES = (mjtSensor.mjSENS_GEOMDIST, mjtSensor.mjSENS_GEOMNORMAL, mjtSensor.mjSENS_GEOMFROMTO)
_ENERGIES = (mjtSensor.mjSENS_E_POTENTIAL, mjtSensor.mjSENS_E_KINETIC)


def _senses(m, *kinds):
    return bool(np.isin(m._view.sensor_type, [int(k) for k in kinds]).any())


_SHAPES = (mjtGeom.mjGEOM_HFIELD, mjtGeom.mjGEOM_MESH)
_MESHES = (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF)
_CONVEX = (mjtGeom.mjGEOM_HFIELD, mjtGeom.mjGEOM_ELLIPSOID, mjtGeom.mjGEOM_CYLINDER, mjtGeom.mjGEOM_MESH)

_FLEX_EQUALITIES = (int(mjtEq.mjEQ_FLEX), int(mjtEq.mjEQ_FLEXVERT))

_WHEN = {
    "collision": _contacts,
    "boxes": lambda m: _contacts(m) and np.count_nonzero(m.geom_type == int(mjtGeom.mjGEOM_BOX)) > 1,
    "sdf": lambda m: (
        _has(m, mjtGeom.mjGEOM_SDF) and (_contacts(m) or _senses(m, mjtSensor.mjSENS_RANGEFINDER))
    ),
    "convex": lambda m: _pairs(m, _CONVEX) or _senses(m, *_DISTANCES),
    "hfield": lambda m: _pairs(m, (mjtGeom.mjGEOM_HFIELD,)),
    "faces": lambda m: (
        bool(m.opt.enableflags & int(mjtEnableBit.mjENBL_MULTICCD)) and _pairs(m, (mjtGeom.mjGEOM_MESH,))
    ),
    "plane_mesh": lambda m: _pairs(m, (mjtGeom.mjGEOM_PLANE,)) and _pairs(m, _MESHES),
    "spatial_tendon": lambda m: bool((m._view.wrap_type != int(mjtWrap.mjWRAP_JOINT)).any()),
    "newton": lambda m: m.opt.solver == int(mjtSolver.mjSOL_NEWTON),
    "cg": lambda m: m.opt.solver == int(mjtSolver.mjSOL_CG),
    "pgs": lambda m: m.opt.solver == int(mjtSolver.mjSOL_PGS) or m.opt.noslip_iterations > 0,
    "sensor": lambda m: m.nsensor > 0,
    "delay": lambda m: m.nhistory > 0,
    "flex": lambda m: m.nflex > 0,
    "flex_passive": lambda m: m.nflex > 0,
    "flex_collision": lambda m: m.nflex > 0 and _contacts(m),
    "flex_contact": lambda m: m.nflex > 0 and _contacts(m),
    "flex_implicit": lambda m: (
        m.opt.integrator >= int(mjtIntegrator.mjINT_IMPLICIT) and has_elastic_nodes(m._view)
    ),
    "flex_equality": lambda m: bool(np.isin(m._view.eq_type, _FLEX_EQUALITIES).any()),
    "touch": lambda m: _senses(m, mjtSensor.mjSENS_TOUCH),
    "rangefinder": lambda m: _senses(m, mjtSensor.mjSENS_RANGEFINDER),
    "ray_shapes": lambda m: _senses(m, mjtSensor.mjSENS_RANGEFINDER) and _has(m, *_SHAPES),
    "sensor_site": lambda m: _senses(m, mjtSensor.mjSENS_INSIDESITE, mjtSensor.mjSENS_CAMPROJECTION),
    "sensor_distance": lambda m: _senses(m, *_DISTANCES),
    "sensor_contact": lambda m: _senses(m, mjtSensor.mjSENS_CONTACT),
    "tactile": lambda m: _senses(m, mjtSensor.mjSENS_TACTILE),
    "post_constraint": lambda m: _senses(m, *_BODY_FORCES),
    "energy": lambda m: bool(m.opt.enableflags & int(mjtEnableBit.mjENBL_ENERGY)) or _senses(m, *_ENERGIES),
    "fluid": has_fluid,
    "fluid_derivative": lambda m: has_fluid(m) and m.opt.integrator >= int(mjtIntegrator.mjINT_IMPLICIT),
    "euler": lambda m: m.opt.integrator == int(mjtIntegrator.mjINT_EULER),
    "runge_kutta": lambda m: m.opt.integrator == int(mjtIntegrator.mjINT_RK4),
    "implicit": lambda m: m.opt.integrator >= int(mjtIntegrator.mjINT_IMPLICIT),
}


def libraries(m):
    """Names of the libraries that ``m`` steps with, as its options are now."""
    plugins = ["plugins", *(PLUGINS[kind] for kind in m._view.plugin)] if m.nplugin else []
    wanted = [*_ALWAYS, *plugins, *(name for name, test in _WHEN.items() if test(m))]
    return [name for name in wanted if name in library.LIBRARIES]
