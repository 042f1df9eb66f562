"""Elasticity of flexes: Saint Venant-Kirchhoff stiffness and bending of hinges.

Documents: XML reference / flex/elasticity; Modeling / Deformable objects

The Green strain E of an element is constant. It follows from the squared lengths of its edges, 2 d' E d = l^2 - L^2
for every edge d at rest: E = sum over the edges of B (l^2 - L^2). The stiffness between two edges is

    4 V (mu B1:B2 + lambda / 2 tr(B1) tr(B2))      V volume, or area times thickness

with Lame's mu, and lambda of the solid, or that of plane stress in surfaces. Models of releases before 4.0 have twice
that lambda in solids, and V (mu B1:B2 + lambda tr(B1) tr(B2)) in surfaces, with lambda of the solid; the shear modulus
of interpolated flexes is half of mu in such models. The passive forces match these values.
Source: Weischedel, Tuganov, Hermansson, Linn, Wardetzky 2012, section 3; release notes 4.0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gelenk.algebra import portable_arrays
from gelenk.modeling.compiler.flex.topology import EDGES
from gelenk.tables.releases import R3_17, R4_0


class Material(NamedTuple):
    """An elastic material: Young's modulus [Pa], Poisson's ratio, thickness [m] (of surfaces).

    release   release of the model, which determines the constants (gelenk/tables/releases.py)
    """

    young: float
    poisson: float
    thickness: float
    release: int

    @property
    def is_consistent(self) -> bool:
        """Return whether constants are those of the continuum, from release 4.0 on."""
        return self.release >= R4_0

    def lame(self) -> tuple[float, float]:
        """Return Lame's lambda and mu."""
        e, nu = self.young, self.poisson
        return e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), e / (2.0 * (1.0 + nu))

    def weights(self, dim: int) -> tuple[float, float, float]:
        """Return the factors of tr(B1) tr(B2), of B1:B2, and of both in the stiffness."""
        lam, mu = self.lame()
        if not self.is_consistent:
            return lam, mu, self.thickness if dim == 2 else 4.0
        if dim == 2:
            return 0.5 * self.young * self.poisson / (1.0 - self.poisson**2), mu, 4.0 * self.thickness
        return 0.5 * lam, mu, 4.0

    def bending_rigidity(self) -> float:
        """Return a third of the rigidity E t^3 / (12 (1 - nu^2)); before 4.0, mu t^3 / 24 [N m]."""
        if self.is_consistent:
            return self.young * self.thickness**3 / (36.0 * (1.0 - self.poisson**2))
        return self.lame()[1] * self.thickness**3 / 24.0


def element_stiffness(vert: np.ndarray, elem: np.ndarray, material: Material) -> np.ndarray:
    """Return (k, 21), the upper triangle of the stiffness of each triangle or tetrahedron.

    vert   (n, 3) vertices at rest [m]
    The stiffness of a degenerate element is 0.
    """
    dim = elem.shape[1] - 1
    corner = vert[elem]
    edges = corner[:, [b for _, b in EDGES[dim]]] - corner[:, [a for a, _ in EDGES[dim]]]
    basis, size = strain_basis(edges, dim)
    lam, mu, factor = material.weights(dim)
    scale = size * factor
    double = np.einsum("kiab,kjab->kij", basis, basis)
    trace = np.einsum("kiaa->ki", basis)
    stiffness = scale[:, None, None] * (mu * double + lam * trace[:, :, None] * trace[:, None, :])
    n = len(EDGES[dim])
    rows, columns = np.triu_indices(n)
    table = np.zeros((len(elem), 21))
    table[:, : len(rows)] = stiffness[:, rows, columns]
    return table


def strain_basis(edges: np.ndarray, dim: int) -> tuple[np.ndarray, np.ndarray]:
    """Return strain (k, n, 3, 3) per unit l^2 - L^2 of each edge, and area or volume (k,)."""
    if dim == 2:
        normal = np.cross(edges[:, 0], edges[:, 1])
        length = np.linalg.norm(normal, axis=1)
        size = 0.5 * length
        x = edges[:, 0] / np.maximum(np.linalg.norm(edges[:, 0], axis=1), 1e-300)[:, None]
        y = np.cross(normal / np.maximum(length, 1e-300)[:, None], x)
        axes = np.stack([x, y], axis=2)
        symmetric: tuple = ((0, 0), (1, 1), (0, 1))
    else:
        size = np.abs(np.einsum("ka,ka->k", np.cross(edges[:, 0], edges[:, 1]), edges[:, 4])) / 6.0
        axes = np.broadcast_to(np.eye(3), (len(edges), 3, 3))
        symmetric = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    local = np.einsum("kia,kab->kib", edges, axes)
    system = np.stack(
        [local[:, :, a] * local[:, :, b] * (1.0 if a == b else 2.0) for a, b in symmetric], axis=2
    )
    good = size > 1e-15
    inverse = np.zeros_like(system)
    inverse[good] = 0.5 * portable_arrays.inverse(system[good])
    strain = np.zeros((len(edges), edges.shape[1], dim, dim))
    for row, (a, b) in enumerate(symmetric):
        strain[:, :, a, b] = strain[:, :, b, a] = inverse[:, row, :]
    return strain, size


def interpolated_stiffness(size: np.ndarray, order: int, material: Material) -> np.ndarray:
    """Return the stiffness (3n, 3n) of a box of sides `size` [m] with n = (order + 1)^3 nodes.

    -integral of lambda Ga Gb + mu (Gb Ga + delta_ab G.G), G the gradients of the basis functions. Models of releases
    before 3.17 have mu/2, and the points 1/2 +- sqrt(5/3)/2 for the second order, where Gauss has sqrt(3/5).
    """
    exact = material.release >= R3_17
    if order == 1:
        points, weights = 0.5 + np.array([-0.5, 0.5]) / np.sqrt(3.0), np.array([0.5, 0.5])
    else:
        points, weights = (
            0.5 + np.array([-0.5, 0.0, 0.5]) * np.sqrt(0.6 if exact else 5.0 / 3.0),
            np.array([5.0, 8.0, 5.0]) / 18.0,
        )
    value, slope = lagrange_basis(points, order)
    terms = [(slope if axis == k else value) for axis in range(3) for k in range(3)]
    gradient = np.stack(
        [np.einsum("pi,qj,rk->pqrijk", *terms[3 * axis : 3 * axis + 3]) / size[axis] for axis in range(3)],
        axis=-1,
    ).reshape(len(points) ** 3, -1, 3)
    weight = np.einsum("p,q,r->pqr", weights, weights, weights).reshape(-1) * np.prod(size)
    lam, mu = material.lame()
    product = np.einsum("g,gia,gjb->iajb", weight, gradient, gradient)
    shear = mu if exact else 0.5 * mu
    stiffness = lam * product + shear * product.transpose(0, 3, 2, 1)
    stiffness += shear * np.einsum("iaja,bc->ibjc", product, np.eye(3))
    n = 3 * (order + 1) ** 3
    return -stiffness.reshape(n, n)


def lagrange_basis(points: np.ndarray, order: int) -> tuple[np.ndarray, np.ndarray]:
    """Return values and derivatives (points, order + 1) of the Lagrange basis on [0, 1]."""
    t = points[:, None]
    if order == 1:
        return np.concatenate([1.0 - t, t], axis=1), np.repeat([[-1.0, 1.0]], len(points), axis=0)
    value = np.concatenate([(1.0 - t) * (1.0 - 2.0 * t), 4.0 * t * (1.0 - t), t * (2.0 * t - 1.0)], axis=1)
    return value, np.concatenate([4.0 * t - 3.0, 4.0 - 8.0 * t, 4.0 * t - 1.0], axis=1)


def bending(vert: np.ndarray, edges: np.ndarray, flaps: np.ndarray, material: Material) -> np.ndarray:
    """Return (nedge, 17), the bending coefficients of surface edges, zero on the border.

    With the edge from v0 to v1, the opposite vertices v2 and v3, and A the area of both triangles, the first 16 are the
    quadratic form c c' 3 k cos(angle) / A over (v0, v1, v2, v3), c the sums of cotangents at the edge. The last one is
    for the angle at rest, 3 k sin(angle) l^3 / (A s), l the length of the edge, s four times the product of the areas;
    then the forces at rest have no component across the triangles. Models of releases before 4.0 have 3 k sin(angle)
    (1 - 2a) (1 - 2b) / A, where a and b say how far along the edge v2 and v3 lie.
    Source   Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006; Garg, Grinspun, Wardetzky, Zorin 2007; k: see Material
    """
    table = np.zeros((len(edges), 17))
    hinge = np.flatnonzero((flaps >= 0).all(axis=1))
    x0, x1, x2, x3 = (vert[np.column_stack([edges, flaps])[hinge, k]] for k in range(4))
    edge, to2, to3 = x1 - x0, x2 - x0, x3 - x0
    normal0, normal1 = np.cross(edge, to2), np.cross(to3, edge)
    area0, area1 = np.linalg.norm(normal0, axis=1), np.linalg.norm(normal1, axis=1)  # twice the areas
    good = (area0 > 1e-15) & (area1 > 1e-15)
    area0, area1 = np.where(good, area0, 1.0), np.where(good, area1, 1.0)
    cos = dots(normal0, normal1) / (area0 * area1)
    sin = dots(np.cross(normal0, normal1), edge) / (area0 * area1 * np.linalg.norm(edge, axis=1))
    c01, c02 = dots(edge, to2) / area0, dots(edge, to3) / area1
    c03, c04 = dots(edge, x1 - x2) / area0, dots(edge, x1 - x3) / area1
    c = np.stack([c03 + c04, c01 + c02, -c01 - c03, -c02 - c04], axis=1)
    k = material.bending_rigidity()
    scale = good * 3.0 * k / (0.5 * (area0 + area1))
    table[hinge, :16] = ((scale * cos)[:, None, None] * c[:, :, None] * c[:, None, :]).reshape(-1, 16)
    if material.is_consistent:
        skew = np.linalg.norm(edge, axis=1) ** 3 / (area0 * area1)
    else:
        skew = (c03 - c01) * (c04 - c02) / ((c03 + c01) * (c04 + c02))
    table[hinge, 16] = np.where(good, scale * sin * skew, 0.0)
    return table


def dots(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("ka,ka->k", a, b)
