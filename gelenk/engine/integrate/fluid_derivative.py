"""Velocity derivatives of the fluid forces, for the implicit integrators.

Documents: Computation / General framework / Numerical integration; Computation / Fluid forces

For body b, S_b = d (torque, force) / d (spin, velocity), 6 by 6, about subtree_com of the tree. With S the
sum over the subtree of dof i, and j an ancestor of i or i itself,
    qDeriv[i, j] = cdof_i . S cdof_j,    qDeriv[j, i] = cdof_j . S cdof_i
implicitfast takes (S + S') / 2, which keeps its matrix symmetric, except for free bodies (implicit.py), which are
solved by LU from release 3.11 on.

Ellipsoids (fluid.py): force = rho (alpha v + gamma a v + (q v) x w) - shift v, whose alpha and gamma depend
on v through |v|, Q and P, so that their gradients are (g0 + g1 a + g2 a^2) v, elementwise.
"""

import math

from gelenk.algebra.linalg import zero
from gelenk.algebra.spatial import dot6, load6
from gelenk.algebra.vec import (
    Mat3,
    Vec2,
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load9,
    mat_t_vec,
    mat_vec,
    norm,
    scale,
)
from gelenk.engine.force.fluid import (
    BLUNT,
    INERTIA,
    KUTTA,
    MASS,
    SLENDER,
    angular_drag,
    box_drag,
    box_sizes,
    box_stokes,
    flow,
    gaps,
    is_moved,
    largest_area,
    lifted_mass,
    local_motion,
    mul,
    semi_axes,
    squared_sections,
    stokes,
    uses_ellipsoids,
)
from gelenk.engine.integrate.derivative import derivative_address, mul_coriolis, mul_coriolis_t, unit6
from gelenk.engine.integrate.implicit import is_free_body
from gelenk.engine.position.object_frames import com_offset
from gelenk.engine.sleep.awake_lists import BODY, BODY_END, DOF, DOF_END
from gelenk.tables.enums import mjMINVAL, mjtIntegrator
from gelenk.tables.releases import R3_11
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

# One body or geom, in its local frame


@kernel
def box_slopes(m: Model, b: int, w: Vec3, v: Vec3) -> tuple[Vec3, Vec3]:
    """Return the diagonals of d torque / d w and d force / d v of the box of body b."""
    r = box_sizes(m, b)
    f, t = box_drag(m, r)
    shift, turn = box_stokes(m, r)
    force = (2.0 * f[0] * abs(v[0]) - shift, 2.0 * f[1] * abs(v[1]) - shift, 2.0 * f[2] * abs(v[2]) - shift)
    torque = (2.0 * t[0] * abs(w[0]) - turn, 2.0 * t[1] * abs(w[1]) - turn, 2.0 * t[2] * abs(w[2]) - turn)
    return torque, force


@kernel
def is_drag_alone(m: Model) -> bool:
    """Return whether only drag is differentiated: under discrete, since only drag dissipates."""
    return m.opt.integrator == mjtIntegrator.mjINT_DISCRETE


@kernel
def flow_of_slopes(m: Model, g: int, r: Vec3, v: Vec3) -> Vec2:
    """Return (alpha, gamma) of fluid.flow, or of drag alone."""
    alpha, gamma = flow(m, g, r, v)
    if not is_drag_alone(m):
        return alpha, gamma
    square = dot(v, v)
    lift = gamma * dot(mul(squared_sections(r), v), v) / square if square > 0.0 else 0.0
    return alpha + lift, 0.0


@kernel
def flow_gradients(m: Model, g: int, r: Vec3, v: Vec3) -> tuple[Vec3, Vec3]:
    """Return the gradients in v of alpha and gamma (fluid.flow), per density; zero at rest.

    A = pi sqrt(P / Q), L = C_kutta A Q / (|v| P), gamma = -L |v|^2,
    alpha = L Q - |v| (C_slender A_max + (C_blunt - C_slender) A);
    grad |v| = v / |v|, grad Q = 2 a v, grad P = 2 a^2 v; terms clamped to mjMINVAL have gradient zero.
    """
    a = squared_sections(r)
    av = mul(a, v)
    q, p, speed = dot(av, v), dot(av, av), norm(v)
    if p == 0.0 or speed == 0.0:
        return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    area = math.pi * math.sqrt(p / max(mjMINVAL, q))
    below = max(mjMINVAL, speed * p)
    kutta = 0.0 if is_drag_alone(m) else m.geom_fluid[g, KUTTA]
    lift = kutta * area * q / below
    blunt, slender = m.geom_fluid[g, BLUNT], m.geom_fluid[g, SLENDER]
    # coefficients (g0, g1, g2) of grad A and grad L
    area1, area2 = -area / q if q > mjMINVAL else 0.0, area / p
    share = kutta * q / below
    lift1, lift2 = share * area1 + 2.0 * kutta * area / below, share * area2
    lift0 = 0.0
    if speed * p > mjMINVAL:
        lift0 = -lift / (speed * speed)
        lift2 -= 2.0 * lift / p
    steep = speed * (blunt - slender)
    drag = slender * largest_area(r) + (blunt - slender) * area
    alpha = (lift0 * q - drag / speed, lift1 * q + 2.0 * lift - steep * area1, lift2 * q - steep * area2)
    square = speed * speed
    gamma = (-lift0 * square - 2.0 * lift, -lift1 * square, -lift2 * square)
    return combine(alpha, a, v), combine(gamma, a, v)


@kernel
def combine(c: Vec3, a: Vec3, v: Vec3) -> Vec3:
    """Return (c0 + c1 a + c2 a^2) v, elementwise."""
    return (
        (c[0] + a[0] * (c[1] + c[2] * a[0])) * v[0],
        (c[0] + a[1] * (c[1] + c[2] * a[1])) * v[1],
        (c[0] + a[2] * (c[1] + c[2] * a[2])) * v[2],
    )


@kernel
def product_slope(e: Vec3, u: Vec3, du: Vec3) -> Vec3:
    """Return the derivative of e (u_y u_z, u_z u_x, u_x u_y) along du."""
    return (
        e[0] * (du[1] * u[2] + u[1] * du[2]),
        e[1] * (du[2] * u[0] + u[2] * du[0]),
        e[2] * (du[0] * u[1] + u[0] * du[1]),
    )


@kernel
def ellipsoid_state(
    m: Model, g: int, w: Vec3, v: Vec3
) -> tuple[tuple[Vec3, Vec3, Vec3, Vec3, Vec3, Vec3], tuple[Vec3, Vec3, Vec3, float]]:
    """Return the terms shared by all columns of the derivative on geom g: force, torque."""
    r = semi_axes(m, g)
    share = m.geom_fluid[g, 0]
    rho = share * m.opt.density
    shift, turn = stokes(m, (r[0] + r[1] + r[2]) / 3.0)
    alpha, gamma = flow_of_slopes(m, g, r, v)
    grad_alpha, grad_gamma = flow_gradients(m, g, r, v)
    a = squared_sections(r)
    straight = (rho * (alpha + gamma * a[0]), rho * (alpha + gamma * a[1]), rho * (alpha + gamma * a[2]))
    straight = add_scaled(straight, (1.0, 1.0, 1.0), -share * shift)
    added = 0.0 if is_drag_alone(m) else rho
    mass = scale(lifted_mass(m, g, r), added)
    force = (straight, scale(grad_alpha, rho), scale(grad_gamma, rho), mul(a, v), mass, mul(mass, v))
    c = angular_drag(m, g, r)
    cw = mul(c, w)
    size = norm(cw)
    drag = scale(mul(c, cw), -rho / size if size > 0.0 else 0.0)
    torque = (
        scale(gaps(m, g, MASS), added),
        scale(gaps(m, g, INERTIA), added),
        drag,
        -rho * size - share * turn,
    )
    return force, torque


@kernel
def force_slope(
    state: tuple[Vec3, Vec3, Vec3, Vec3, Vec3, Vec3], w: Vec3, v: Vec3, dw: Vec3, dv: Vec3
) -> Vec3:
    """Return the derivative of the force on an ellipsoid at (w, v) along (dw, dv)."""
    straight, grad_alpha, grad_gamma, av, mass, momentum = state
    change = add(cross(mul(mass, dv), w), cross(momentum, dw))
    change = add(change, mul(straight, dv))
    change = add_scaled(change, v, dot(grad_alpha, dv))
    return add_scaled(change, av, dot(grad_gamma, dv))


@kernel
def torque_slope(state: tuple[Vec3, Vec3, Vec3, float], w: Vec3, v: Vec3, dw: Vec3, dv: Vec3) -> Vec3:
    """Return the derivative of the torque on an ellipsoid at (w, v) along (dw, dv)."""
    e, i, drag, straight = state
    change = add(product_slope(e, v, dv), product_slope(i, w, dw))
    return add_scaled(add_scaled(change, dw, straight), w, dot(drag, dw))


# All bodies


@kernel
def local_direction(mat: Mat3, offset: Vec3, k: int) -> tuple[Vec3, Vec3]:
    """Return (dw, dv) of the k-th unit motion about the com of the tree.

    (dw, dv) is at ``offset`` from the com and in the frame ``mat``.
    """
    s = unit6(k)
    turn = (s[0], s[1], s[2])
    return mat_t_vec(mat, turn), mat_t_vec(mat, add((s[3], s[4], s[5]), cross(turn, offset)))


@kernel
def add_column(d: Data, b: int, k: int, mat: Mat3, offset: Vec3, torque: Vec3, force: Vec3) -> None:
    """Column k of body_coriolis[b] += torque and force at ``offset``, given in ``mat``"""
    force = mat_vec(mat, force)
    torque = add(mat_vec(mat, torque), cross(offset, force))
    for r in range(3):
        d.body_coriolis[b, 6 * k + r] += torque[r]
        d.body_coriolis[b, 6 * k + 3 + r] += force[r]


@kernel
def add_box(m: Model, d: Data, b: int) -> None:
    """Add the derivative of the forces on the box of body b."""
    mat, offset = load9(d.ximat, b), com_offset(m, d, b, load3(d.xipos, b))
    w, v = local_motion(m, d, b, offset, mat)
    torque, force = box_slopes(m, b, w, v)
    for k in range(6):
        dw, dv = local_direction(mat, offset, k)
        add_column(d, b, k, mat, offset, mul(torque, dw), mul(force, dv))


@kernel
def add_ellipsoid(m: Model, d: Data, b: int, g: int) -> None:
    """Add the derivative of the forces on the ellipsoid of geom g of body b."""
    mat, offset = load9(d.geom_xmat, g), com_offset(m, d, b, load3(d.geom_xpos, g))
    w, v = local_motion(m, d, b, offset, mat)
    force, torque = ellipsoid_state(m, g, w, v)
    for k in range(6):
        dw, dv = local_direction(mat, offset, k)
        add_column(d, b, k, mat, offset, torque_slope(torque, w, v, dw, dv), force_slope(force, w, v, dw, dv))


@kernel
def body_slopes(m: Model, d: Data, b: int) -> None:
    """body_coriolis[b] = S of body b."""
    zero(d.body_coriolis[b], 36)
    if not is_moved(m, b):
        return
    if not uses_ellipsoids(m, b):
        add_box(m, d, b)
        return
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        if m.geom_fluid[g, 0] > 0.0:
            add_ellipsoid(m, d, b, g)


@kernel
def project(m: Model, d: Data, i: int, fast: bool) -> None:
    """Add S of the subtree of dof i to row and column of dof i in qDeriv, up to the diagonal."""
    b = m.dof_bodyid[i]
    axis = load6(d.cdof, i)
    force = mul_coriolis(d.body_coriolis, b, axis)
    turned = mul_coriolis_t(d.body_coriolis, b, axis)
    diag = m.D_rowadr[i] + m.D_diag[i]
    d.qDeriv[diag] += dot6(axis, force)
    for k in range(m.D_rowadr[i], diag):
        j = m.D_colind[k]
        other = load6(d.cdof, j)
        row, column = dot6(turned, other), dot6(force, other)
        if fast:
            row = 0.5 * (row + column)
            column = row
        d.qDeriv[k] += row
        d.qDeriv[derivative_address(m, j, i)] += column


@kernel
def fluid_vel(m: Model, d: Data) -> None:
    """Add the derivative of qfrc_fluid to qDeriv.

    Reads   cvel (nbody, 6), ximat xipos, geom_xmat geom_xpos, subtree_com, cdof (nv, 6);
            opt.density, opt.viscosity, opt.wind
    Writes  qDeriv (nD) [N s or N m s per rad or m], structure D_*; body_coriolis (nbody, 36)
    Source  Computation / Fluid forces; Computation / Numerical integration
    """
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            body_slopes(m, d, b)
    for r in range(d.nrun - 1, -1, -1):
        for b in range(d.run[r, BODY_END] - 1, d.run[r, BODY] - 1, -1):
            parent = m.body_parentid[b]
            if parent > 0:
                for k in range(36):
                    d.body_coriolis[parent, k] += d.body_coriolis[b, k]
    fast = m.opt.integrator != mjtIntegrator.mjINT_IMPLICIT
    whole = m.opt.integrator == mjtIntegrator.mjINT_IMPLICITFAST and m.release[0] >= R3_11
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            project(m, d, i, fast and not (whole and is_free_body(m, m.dof_treeid[i])))
