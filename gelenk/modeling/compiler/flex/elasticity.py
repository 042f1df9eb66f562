"""Elasticity of flexes: stiffness of elements, bending of hinges, modes of cells.

Documents: XML reference / flex/elasticity; Modeling / Deformable objects; equality/flexstrain; body/flexcomp /
cellcount (of 4.0.0)

Elements: Saint Venant-Kirchhoff stiffness and bending of hinges.

The Green strain E of an element is constant. It follows from the squared lengths of its edges, 2 d' E d = l^2 - L^2
for every edge d at rest, and is E = sum over the edges of B (l^2 - L^2). The stiffness between two edges is

    4 V (mu B1:B2 + lambda / 2 tr(B1) tr(B2))      V volume, or area times thickness

with Lame's mu and lambda: lambda of the solid in solids, of plane stress in surfaces. Models of releases before 4.0
have twice that lambda in solids, and V (mu B1:B2 + lambda tr(B1) tr(B2)) with lambda of the solid in surfaces; the
shear modulus of their interpolated flexes is mu / 2. The passive forces match these values.

Source     Weischedel, Tuganov, Hermansson, Linn, Wardetzky 2012, section 3; release notes 4.0

Cells of interpolated flexes: their stiffness as modes, for forces and constraints.

A mode w of a cell is a row over the displacements of its nodes. The energy of a cell is the sum of (w u)^2 / 2, with
the stiffness K = W'W; W has 3 rows for each node, minus one for each rigid motion:

    solid        K = integral of lambda Ga Gb + mu (Gb Ga + delta_ab G.G) over the filled part, G the gradients of the
                 basis functions; 3 n - 6 modes
    shell        as solid, in the plane of each outer face, times the thickness, with lambda of plane stress; 2 n - 3
                 modes. Faces are sorted by the axis of their normal x, y, z, the lower face first; their coordinates
                 are the next two axes, cyclic, the last one fastest
    strain       modes of equality constraints: eigenvectors of K of a fixed material, times the square roots of the
                 eigenvalues, in the order that the cyclic method of Jacobi produces

The modes of solids and shells are the rows of a pivoted Cholesky factor. Poisson's ratio is stored after the modes of a
shell. Nodes and cells are numbered with z fastest.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from gelenk.algebra import portable_arrays
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.flex.flex import EDGES, Flex
from gelenk.modeling.spec.cell_moments import cell_moments, lagrange_polynomials, with_void
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
        """Return whether constants agree with continuum mechanics, as from release 4.0 on."""
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
        """Return a third of E t^3 / (12 (1 - nu^2)), the rigidity; before 4.0, mu t^3 / 24 [N m]."""
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
    before 3.17 have mu/2, and for the second order the outer integration points 1/2 +- sqrt(5/3)/2 instead of the Gauss
    points 1/2 +- sqrt(3/5)/2.
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
    it cancels the components of the forces at rest that are normal to the triangles. Models of releases before 4.0 have
    3 k sin(angle) (1 - 2a) (1 - 2b) / A, where a and b are the positions of v2 and v3 along the edge, from 0 to 1.
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


# Modes of the cells of interpolated flexes

STRAIN_CONSTRAINT = 3  # flex_edgeequality
STRAIN_YOUNG, STRAIN_POISSON = 10.0, 0.3  # material of the modes that strain constraints fix
ZERO_PIVOT = 1e-11  # pivot, or eigenvalue relative to the largest one, that counts as zero
ROTATED = 1e-15  # element below which Jacobi's method does not rotate
SWEEPS = 30


def mode_columns(build: Build, flexes: list[Flex]) -> None:
    """Fill flex_cellnum, flex_modeadr and cell_mode (empty before release 4.0)."""
    parts, addresses, total = [np.zeros(0)], [], 0
    for f, flex in enumerate(flexes):
        modes = flex_modes(flex, int(build.arrays["flex_edgeequality"][f]) == STRAIN_CONSTRAINT)
        addresses.append(total if modes.size else -1)
        parts.append(np.append(modes, flex.el.poisson) if modes.size and flex.is_shell else modes.reshape(-1))
        total += parts[-1].size
    build.set_fields(
        flex_cellnum=np.array([flex.cells for flex in flexes]).reshape(-1, 3),
        flex_modeadr=addresses,
        cell_mode=np.concatenate(parts),
    )
    build.sizes["ncellmode"] = total


def flex_modes(flex: Flex, strain: bool) -> np.ndarray:
    """Return the modes (patches, rank, 3 n) of a flex; empty if it has none.

    strain   whether to return the modes that strain constraints fix, instead of those of elastic forces
    """
    el, none = flex.el, np.zeros((0, 0, 0))
    if flex.build.release < R4_0 or flex.is_rigid:
        return none
    if strain:
        check_strain(flex)
    if not flex.order or not (strain or flex.is_elastic):
        return none
    extent = flex.node0[-1] - flex.node0[0]
    if not (extent > 0.0).all():
        flex.fail("an interpolated flex with elasticity must have an extent along all three axes")
    size = extent / flex.cells
    if flex.is_shell:
        material = Material(float(el.young), float(el.poisson), float(el.thickness), flex.build.release)
        return shell_modes(size, flex.order, flex.cells, material)
    material = Material(float(el.young), float(el.poisson), 1.0, flex.build.release)
    if strain:
        material = material._replace(young=STRAIN_YOUNG, poisson=STRAIN_POISSON)
    try:
        box = flex.node0[0], flex.node0[-1]
        degree = (
            2 * flex.order
        )  # degree of products of two basis functions; products of derivatives have degree - 2
        moments = cell_moments(flex.rest, flex.elem, box, flex.cells, degree, 3 * degree - 2)
    except ValueError as error:
        flex.fail(str(error))
    return solid_modes(moments, size, flex.order, material, strain)


def plastic_number(flex: Flex) -> int:
    """Return the number of plastic strains of an interpolated flex."""
    a, b, c = flex.cells
    return 6 * (a * b + b * c + c * a) if flex.is_shell else 6 * a * b * c


def check_strain(flex: Flex) -> None:
    """Raise an error if the cells of a flex do not support strain constraints."""
    if not flex.order:
        flex.fail(f"flex strain equality requires an interpolated flex '{flex.el.name}'")
    if flex.is_shell:
        flex.fail("strain constraints of shells are not implemented", "elastic2d", "leave elastic2d out")
    if flex.el.young > 0.0:
        flex.fail("flex constraints and elasticity (young) cannot both be present", "young")


def solid_modes(
    moments: np.ndarray, size: np.ndarray, order: int, material: Material, strain: bool
) -> np.ndarray:
    """Return the modes of cells with these moments and sides; zero in empty cells."""
    cells = moments.reshape(-1, *moments.shape[3:])
    n = 3 * (order + 1) ** 3
    found = np.zeros((len(cells), n - 6, n))
    known: dict[bytes, np.ndarray] = {}
    for c, cell in enumerate(cells):
        if cell[0, 0, 0] > 0.0:
            key = cell.tobytes()
            if key not in known:
                stiffness = cell_stiffness(with_void(cell), size, order, material)
                known[key] = eigenmodes(stiffness, n - 6) if strain else factor(stiffness, n - 6)
            found[c] = known[key]
    return found


def cell_stiffness(moments: np.ndarray, size: np.ndarray, order: int, material: Material) -> np.ndarray:
    """Return the stiffness (3n, 3n) of a cell with these moments and sides [m]."""
    basis = line_products(order, moments.shape[0])
    volume = float(np.prod(size))
    n = (order + 1) ** 3
    product = np.zeros((n, 3, n, 3))
    for a in range(3):
        for b in range(3):
            first, second, third = (basis[int(axis == a), int(axis == b)] for axis in range(3))
            part = np.einsum("knr,pqr->knpq", third, moments)
            part = np.einsum("jmq,knpq->jmknp", second, part)
            part = np.einsum("ilp,jmknp->ijklmn", first, part)
            product[:, a, :, b] = part.reshape(n, n) * (volume / (size[a] * size[b]))
    lam, mu = material.lame()
    stiffness = lam * product + mu * product.transpose(0, 3, 2, 1)
    stiffness += mu * np.einsum("iaja,bc->ibjc", product, np.eye(3))
    found: np.ndarray = stiffness.reshape(3 * n, 3 * n)
    return 0.5 * (found + found.T)


def line_products(order: int, count: int) -> dict[tuple[int, int], np.ndarray]:
    """Return coefficients (n, n, count) of products of basis functions along an axis.

    Keys are pairs of 0 or 1, which is 1 if that factor is the derivative of a basis function.
    """
    value = lagrange_polynomials(order)
    slope = np.zeros_like(value)
    slope[:, :-1] = value[:, 1:] * np.arange(1, order + 1)
    found = {}
    for i, first in enumerate((value, slope)):
        for j, second in enumerate((value, slope)):
            table = np.zeros((order + 1, order + 1, count))
            for p in range(order + 1):
                for q in range(order + 1):
                    table[:, :, p + q] += first[:, None, p] * second[None, :, q]
            found[i, j] = table
    return found


def shell_modes(size: np.ndarray, order: int, cells: tuple, material: Material) -> np.ndarray:
    """Return the modes of all outer faces of a grid of cells with these sides."""
    n = (order + 1) ** 2
    parts = [np.zeros((0, 2 * n - 3, 3 * n))]
    for normal in range(3):
        a, b = (normal + 1) % 3, (normal + 2) % 3
        modes = np.zeros((2 * n - 3, n, 3))
        plane = factor(face_stiffness((size[a], size[b]), order, material), 2 * n - 3).reshape(-1, n, 2)
        modes[:, :, a], modes[:, :, b] = plane[:, :, 0], plane[:, :, 1]
        parts.append(
            np.broadcast_to(modes.reshape(2 * n - 3, -1), (2 * cells[a] * cells[b], 2 * n - 3, 3 * n))
        )
    return np.concatenate(parts)


def face_stiffness(size: tuple, order: int, material: Material) -> np.ndarray:
    """Return the membrane stiffness (2n, 2n) of a face with sides ``size`` [m]."""
    count = 2 * order + 1
    line = 1.0 / (1.0 + np.arange(count))
    basis = {key: (table * line).sum(axis=-1) for key, table in line_products(order, count).items()}
    n = (order + 1) ** 2
    product = np.zeros((n, 2, n, 2))
    for a in range(2):
        for b in range(2):
            first, second = (basis[int(axis == a), int(axis == b)] for axis in range(2))
            part = np.einsum("il,jm->ijlm", first, second).reshape(n, n)
            product[:, a, :, b] = part * (size[0] * size[1] / (size[a] * size[b]))
    lam = material.young * material.poisson / (1.0 - material.poisson**2)
    mu = material.lame()[1]
    stiffness = lam * product + mu * product.transpose(0, 3, 2, 1)
    stiffness += mu * np.einsum("iaja,bc->ibjc", product, np.eye(2))
    return material.thickness * stiffness.reshape(2 * n, 2 * n)


def factor(stiffness: np.ndarray, rank: int) -> np.ndarray:
    """Return W (rank, n) with W'W = K, by Cholesky's method with the largest pivots first."""
    rest, found = stiffness.copy(), np.zeros((rank, len(stiffness)))
    largest = np.diag(rest).max()
    for r in range(rank):
        p = int(np.argmax(np.diag(rest)))
        pivot = rest[p, p]
        if not pivot > ZERO_PIVOT * largest:
            break
        found[r] = rest[p] / math.sqrt(pivot)
        rest -= found[r][:, None] * found[r]
    return found


def eigenmodes(stiffness: np.ndarray, rank: int) -> np.ndarray:
    """Return the eigenvectors (rank, n) of K, times the square roots of the eigenvalues.

    If eigenvalues are equal, as for cubes, their eigenvectors depend on rounding errors.
    Source   Jacobi 1846, cyclic by rows; Golub, Van Loan 1996, section 8.4
    """
    a, n = stiffness.copy(), len(stiffness)
    vectors = np.eye(n)
    for _ in range(SWEEPS):
        if np.abs(a - np.diag(np.diag(a))).max() <= ROTATED:
            break
        for p in range(n - 1):
            for q in range(p + 1, n):
                if abs(a[p, q]) > ROTATED:
                    rotate(a, vectors, p, q)
    values = np.diag(a)
    kept = values > ZERO_PIVOT * values.max()
    found = np.zeros((rank, n))
    rows = vectors.T[kept] * np.sqrt(values[kept])[:, None]
    found[: len(rows)] = rows[:rank]
    return found


def rotate(a: np.ndarray, vectors: np.ndarray, p: int, q: int) -> None:
    """Rotate axes p and q so that a[p, q] vanishes."""
    slope = (a[q, q] - a[p, p]) / (2.0 * a[p, q])
    tangent = math.copysign(1.0, slope) / (abs(slope) + math.sqrt(slope * slope + 1.0))
    cos = 1.0 / math.sqrt(tangent * tangent + 1.0)
    sin = tangent * cos
    first, second = a[p, p] - tangent * a[p, q], a[q, q] + tangent * a[p, q]
    row, other = cos * a[p] - sin * a[q], sin * a[p] + cos * a[q]
    a[p], a[q], a[:, p], a[:, q] = row, other, row, other
    a[p, p], a[q, q], a[p, q], a[q, p] = first, second, 0.0, 0.0
    before, behind = vectors[:, p].copy(), vectors[:, q].copy()
    vectors[:, p], vectors[:, q] = cos * before - sin * behind, sin * before + cos * behind
