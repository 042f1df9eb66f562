"""Fluid forces: on bodies as boxes of equal inertia, or on geoms as ellipsoids.

Documents: Computation / General framework / Passive forces; Computation / Fluid forces

v, w: velocity of the center relative to the fluid (wind subtracted) and spin, in the frame of the box or
ellipsoid with half sizes r; rho density, beta viscosity. With i, j, k in turn x, y, z:
box         force_i = -2 rho r_j r_k |v_i| v_i - 6 pi beta r v_i,             r = mean of r_i
            torque_i = -1/2 rho r_i (r_j^4 + r_k^4) |w_i| w_i - 8 pi beta r^3 w_i
ellipsoid   force = rho (m v x w + lift + drag) - 6 pi beta r v
            torque = rho ((m v) x v + (I w) x w - w |c w|) - 8 pi beta r^3 w
    products of vectors without an operator are elementwise; m, I: added mass and inertia per density
    Magnus lift      C_magnus V w x v, with the added mass ((m - C_magnus V) v) x w
    area along v     A = pi sqrt(P / Q),  Q = v . (a v),  P = |a v|^2,  a_i = (r_j r_k)^2
    drag             -(C_blunt A + C_slender (A_max - A)) |v| v,  A_max = pi r_max r_mid
    Kutta lift       C_kutta A (v . n / |v|) (n x v) x v,  n = a v / sqrt(P), hence
                     C_kutta A Q / (|v| P) (Q v - |v|^2 a v)
    angular drag     c = C_angular D + C_slender (D_max - D),  D_i = 8/15 pi r_i max(r_j, r_k)^4
Drag and Kutta lift together are alpha v + gamma a v; ``flow`` returns alpha and gamma. geom_fluid has the
factor of the forces (0: no ellipsoid), C_blunt, C_slender, C_angular, C_kutta, C_magnus,
m (3), I (3).
"""

import math

from gelenk.algebra.linalg import zero
from gelenk.algebra.spatial import dot6, load6
from gelenk.algebra.vec import (
    Mat3,
    Vec2,
    Vec3,
    add,
    cross,
    load3,
    load9,
    mat_t_vec,
    mat_vec,
    mul,
    norm,
    scale,
    sub,
)
from gelenk.engine.position.object_frames import com_offset
from gelenk.engine.sleep.awake_lists import BODY, BODY_END
from gelenk.tables.enums import mjMINVAL, mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

# columns of geom_fluid
BLUNT, SLENDER, ANGULAR, KUTTA, MAGNUS, MASS, INERTIA = 1, 2, 3, 4, 5, 6, 9


# Shapes


@kernel
def box_sizes(m: Model, b: int) -> Vec3:
    """Return the half sizes [m] of the box with the mass and inertia of body b."""
    ix, iy, iz = load3(m.body_inertia, b)
    s = 1.5 / m.body_mass[b]
    return (
        math.sqrt(s * max(mjMINVAL, iy + iz - ix)),
        math.sqrt(s * max(mjMINVAL, iz + ix - iy)),
        math.sqrt(s * max(mjMINVAL, ix + iy - iz)),
    )


@kernel
def semi_axes(m: Model, g: int) -> Vec3:
    """Return the semi-axes [m] of the ellipsoid that approximates geom g."""
    kind = m.geom_type[g]
    x, y, z = load3(m.geom_size, g)
    if kind == mjtGeom.mjGEOM_SPHERE:
        return x, x, x
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return x, x, x + y
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return x, x, y
    return x, y, z


@kernel
def uses_ellipsoids(m: Model, b: int) -> bool:
    """Return whether any geom of body b has the ellipsoid model, which replaces the box."""
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        if m.geom_fluid[g, 0] > 0.0:
            return True
    return False


@kernel
def is_moved(m: Model, b: int) -> bool:
    """Return whether the fluid acts on body b: the body can move and has mass."""
    return m.body_weldid[b] != 0 and m.body_mass[b] >= mjMINVAL


# Motion relative to the fluid


@kernel
def local_motion(m: Model, d: Data, b: int, offset: Vec3, mat: Mat3) -> tuple[Vec3, Vec3]:
    """Return (w, v) of a point of body b, in frame ``mat``: spin, and velocity minus wind."""
    c = d.cvel
    spin = (c[b, 0], c[b, 1], c[b, 2])
    velocity = add((c[b, 3], c[b, 4], c[b, 5]), cross(spin, offset))
    wind = (m.opt.wind[0], m.opt.wind[1], m.opt.wind[2])
    return mat_t_vec(mat, spin), mat_t_vec(mat, sub(velocity, wind))


@kernel
def stokes(m: Model, radius: float) -> Vec2:
    """Return the viscous resistance of a sphere.

    Force per velocity [N s/m], torque per spin [N m s/rad].
    """
    s = math.pi * m.opt.viscosity * radius
    return 6.0 * s, 8.0 * s * radius * radius


# Boxes


@kernel
def box_drag(m: Model, r: Vec3) -> tuple[Vec3, Vec3]:
    """Return the quadratic drag of a box: force per |v_i| v_i, torque per |w_i| w_i."""
    x, y, z = r
    f = (-2.0 * y * z, -2.0 * z * x, -2.0 * x * y)
    x4, y4, z4 = x * x * x * x, y * y * y * y, z * z * z * z
    t = (-0.5 * x * (y4 + z4), -0.5 * y * (z4 + x4), -0.5 * z * (x4 + y4))
    rho = max(0.0, m.opt.density)
    return scale(f, rho), scale(t, rho)


@kernel
def box_stokes(m: Model, r: Vec3) -> Vec2:
    """Return the viscous resistance of a box; zero for negative viscosity."""
    shift, turn = stokes(m, (r[0] + r[1] + r[2]) / 3.0)
    return max(0.0, shift), max(0.0, turn)


@kernel
def box_force(m: Model, b: int, w: Vec3, v: Vec3) -> tuple[Vec3, Vec3]:
    """Return (torque, force) on the box of body b, in the frame of the box."""
    r = box_sizes(m, b)
    f, t = box_drag(m, r)
    shift, turn = box_stokes(m, r)
    force = (
        (f[0] * abs(v[0]) - shift) * v[0],
        (f[1] * abs(v[1]) - shift) * v[1],
        (f[2] * abs(v[2]) - shift) * v[2],
    )
    torque = (
        (t[0] * abs(w[0]) - turn) * w[0],
        (t[1] * abs(w[1]) - turn) * w[1],
        (t[2] * abs(w[2]) - turn) * w[2],
    )
    return torque, force


# Ellipsoids


@kernel
def squared_sections(r: Vec3) -> Vec3:
    """Return a: the squared products of pairs of semi-axes."""
    x, y, z = r[0] * r[0], r[1] * r[1], r[2] * r[2]
    return y * z, z * x, x * y


@kernel
def largest_area(r: Vec3) -> float:
    """Return A_max: pi times the product of the two longer semi-axes."""
    return math.pi * max(r[1] * r[2], max(r[2] * r[0], r[0] * r[1]))


@kernel
def lifted_mass(m: Model, g: int, r: Vec3) -> Vec3:
    """Return m - C_magnus V per density [m^3]."""
    magnus = m.geom_fluid[g, MAGNUS] * 4.0 / 3.0 * math.pi * r[0] * r[1] * r[2]
    f = m.geom_fluid
    return f[g, MASS] - magnus, f[g, MASS + 1] - magnus, f[g, MASS + 2] - magnus


@kernel
def gaps(m: Model, g: int, k: int) -> Vec3:
    """Return the differences y - z, z - x, x - y of f = geom_fluid[g, k:].

    (f u) x u = gaps (u_y u_z, ...)
    """
    x, y, z = m.geom_fluid[g, k], m.geom_fluid[g, k + 1], m.geom_fluid[g, k + 2]
    return y - z, z - x, x - y


@kernel
def angular_drag(m: Model, g: int, r: Vec3) -> Vec3:
    """Return the coefficients c of angular drag, per density."""
    x, y, z = r
    yz, zx, xy = max(y, z), max(z, x), max(x, y)
    s = 8.0 / 15.0 * math.pi
    dx, dy, dz = s * x * yz * yz * yz * yz, s * y * zx * zx * zx * zx, s * z * xy * xy * xy * xy
    angular, slender = m.geom_fluid[g, ANGULAR], m.geom_fluid[g, SLENDER]
    base = slender * max(dx, max(dy, dz))
    s = angular - slender
    return base + s * dx, base + s * dy, base + s * dz


@kernel
def flow(m: Model, g: int, r: Vec3, v: Vec3) -> Vec2:
    """Return (alpha, gamma): drag and Kutta lift are alpha v + gamma a v, per density.

    As in 3.5.0, Q and |v| P are at least mjMINVAL: small slow bodies have less drag and no lift.
    """
    a = squared_sections(r)
    av = mul(a, v)
    q = av[0] * v[0] + av[1] * v[1] + av[2] * v[2]
    p = av[0] * av[0] + av[1] * av[1] + av[2] * av[2]
    speed = norm(v)
    area = math.pi * math.sqrt(p / max(mjMINVAL, q))
    blunt, slender = m.geom_fluid[g, BLUNT], m.geom_fluid[g, SLENDER]
    lift = m.geom_fluid[g, KUTTA] * area * q / max(mjMINVAL, speed * p)
    drag = speed * (slender * largest_area(r) + (blunt - slender) * area)
    return lift * q - drag, -lift * speed * speed


@kernel
def ellipsoid_force(m: Model, g: int, w: Vec3, v: Vec3) -> tuple[Vec3, Vec3]:
    """Return (torque, force) on the ellipsoid of geom g, in the frame of the ellipsoid."""
    r = semi_axes(m, g)
    alpha, gamma = flow(m, g, r, v)
    lift = cross(mul(lifted_mass(m, g, r), v), w)
    a = squared_sections(r)
    e, i = gaps(m, g, MASS), gaps(m, g, INERTIA)
    c = norm(mul(angular_drag(m, g, r), w))
    shift, turn = stokes(m, (r[0] + r[1] + r[2]) / 3.0)
    rho, share = m.opt.density, m.geom_fluid[g, 0]
    force = (
        rho * (lift[0] + (alpha + gamma * a[0]) * v[0]) - shift * v[0],
        rho * (lift[1] + (alpha + gamma * a[1]) * v[1]) - shift * v[1],
        rho * (lift[2] + (alpha + gamma * a[2]) * v[2]) - shift * v[2],
    )
    torque = (
        rho * (e[0] * v[1] * v[2] + i[0] * w[1] * w[2] - c * w[0]) - turn * w[0],
        rho * (e[1] * v[2] * v[0] + i[1] * w[2] * w[0] - c * w[1]) - turn * w[1],
        rho * (e[2] * v[0] * v[1] + i[2] * w[0] * w[1] - c * w[2]) - turn * w[2],
    )
    return scale(torque, share), scale(force, share)


# All bodies


@kernel
def add_force(d: Data, b: int, mat: Mat3, offset: Vec3, torque: Vec3, force: Vec3) -> None:
    """wrench[b] += torque and force at ``offset`` from the tree's com, given in ``mat``"""
    force = mat_vec(mat, force)
    torque = add(mat_vec(mat, torque), cross(offset, force))
    for k in range(3):
        d.wrench[b, k] += torque[k]
        d.wrench[b, 3 + k] += force[k]


@kernel
def body_force(m: Model, d: Data, b: int) -> None:
    """Add the fluid forces on body b to wrench[b]."""
    if not uses_ellipsoids(m, b):
        mat, offset = load9(d.ximat, b), com_offset(m, d, b, load3(d.xipos, b))
        w, v = local_motion(m, d, b, offset, mat)
        torque, force = box_force(m, b, w, v)
        add_force(d, b, mat, offset, torque, force)
        return
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        if m.geom_fluid[g, 0] > 0.0:
            mat, offset = load9(d.geom_xmat, g), com_offset(m, d, b, load3(d.geom_xpos, g))
            w, v = local_motion(m, d, b, offset, mat)
            torque, force = ellipsoid_force(m, g, w, v)
            add_force(d, b, mat, offset, torque, force)


@kernel
def fluid(m: Model, d: Data) -> None:
    """Compute the generalized force of the fluid on all bodies.

    qfrc_fluid = sum over bodies of J' (torque, force); one pass from the leaves, as in gravity compensation
    Reads   cvel (nbody, 6), ximat xipos, geom_xmat geom_xpos, subtree_com, cdof (nv, 6);
            opt.density, opt.viscosity, opt.wind
    Writes  qfrc_fluid (nv) [N or N m], wrench (nbody, 6)
    Frame   formulas in the frame of the box or ellipsoid; wrench in world axes, about subtree_com of the tree
    Source  Computation / Fluid forces; Lamb 1932, chapter 5; Andersen, Pesavento & Wang 2005
    """
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            zero(d.wrench[b], 6)
            if is_moved(m, b):
                body_force(m, d, b)
    for r in range(d.nrun - 1, -1, -1):
        for b in range(d.run[r, BODY_END] - 1, d.run[r, BODY] - 1, -1):
            total = load6(d.wrench, b)
            for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
                d.qfrc_fluid[i] = dot6(load6(d.cdof, i), total)
            parent = m.body_parentid[b]
            if parent > 0:
                for k in range(6):
                    d.wrench[parent, k] += total[k]
