"""Kernels that access structs in every supported way."""

from gelenk.algebra.vec import load3, store3
from gelenk.tables.enums import mjtGeom, mjtObj
from gelenk.toolchain.kernel import kernel


@kernel
def touch(m, d):
    """Access arrays, rows, tails, scalars, nested structs, integers and floats."""
    for g in range(m.ngeom):
        store3(d.geom_xpos, g, load3(m.geom_pos, g))
        d.qfrc_bias[m.geom_bodyid[g]] += 1.0
    d.ten_J[1, 2] = 9.0
    row = d.cdof[2]
    d.qacc[0] = row[3]
    tail = d.qpos[3:]
    d.qacc[1] = tail[1]
    d.qacc[2] = m.opt.gravity[2]
    d.time += 0.5
    d.ne = m.nbody


@kernel
def name_members(m, d):
    """Compare, mask, store and shift members of enums."""
    for g in range(m.ngeom):
        d.geom_xpos[g, 0] = 1.0 if m.geom_type[g] == mjtGeom.mjGEOM_BOX else 0.0
    d.ne = mjtObj.mjOBJ_SITE
    d.nf = 7 & mjtObj.mjOBJ_GEOM
    d.nl = 1 << mjtObj.mjOBJ_JOINT


@kernel
def trespass(m, d):
    """Read one element past the end of an array."""
    d.qacc[3] = d.qpos[m.nq]
