"""Flexes of release 4.0: elastic constants, the metric of discrete, plasticity, contacts, refusals.

Numbers are from formulas and finite differences, or measured on mujoco 4.0.0 where a test says so.
"""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

POINTS = "0 0 0 .1 0 0 0 .12 0 .01 .02 .15"
SOLID, SHEET = "0 1 2 3", "0 1 2 1 2 3"
BOTH = 'elastic2d="both" thickness=".01"'
TEXT = """<mujoco><option integrator="{option}" timestep="{h}" gravity="0 0 0"/><worldbody>
<body name="b"><flexcomp name="f" type="{kind}" dim="{dim}" mass="1" radius="{radius}" {shape}>
<elasticity young="1000" poisson=".3" {elastic}/><contact selfcollide="none"/>{inside}</flexcomp></body>{world}
</worldbody></mujoco>"""
STEP = 1e-7  # of finite differences, whose error is about 1e-7 of the numbers


def load(
    dim,
    elements,
    elastic="",
    option='discrete" solver="Newton',
    h=0.01,
    points=POINTS,
    world="",
    radius=0.001,
):
    shape = f'point="{points}" element="{elements}"'
    return build(
        TEXT.format(
            option=option,
            h=h,
            kind="direct",
            dim=dim,
            shape=shape,
            elastic=elastic,
            inside="",
            world=world,
            radius=radius,
        )
    )


def build(text):
    m = gelenk.MjModel.from_xml_string(text, release="4.0")
    return m, gelenk.MjData(m)


def solid(elastic="", **more):
    return load(3, SOLID, elastic, **more)


def sheet(elastic=BOTH, **more):
    return load(2, SHEET, elastic, **more)


def stiffness(m, element):
    n = m.flex_dim[0] * (m.flex_dim[0] + 1) // 2
    k = np.zeros((n, n))
    k[np.triu_indices(n)] = m.flex_stiffness.reshape(m.nflexelem, -1)[element, : n * (n + 1) // 2]
    return k + np.triu(k, 1).T


def forces_at(m, q):
    d = gelenk.MjData(m)
    d.qpos[:] = q
    gelenk.mj_forward(m, d)
    return d.qfrc_spring.copy()


def slopes_of_forces(m, q):
    columns = [(forces_at(m, q + STEP * e) - forces_at(m, q - STEP * e)) / (2 * STEP) for e in np.eye(len(q))]
    return np.array(columns).T


def metric(m, d):
    """Mh: the slopes of inverse dynamics by qacc."""
    gelenk.mj_forward(m, d)

    def inverse(qacc):
        d.qacc[:] = qacc
        gelenk.mj_inverse(m, d)
        return d.qfrc_inverse.copy()

    zero = inverse(np.zeros(m.nv))
    return np.array([inverse(e) - zero for e in np.eye(m.nv)]).T


def inertia(m, d):
    full = np.zeros((m.nv, m.nv))
    gelenk.mj_fullM(m, full, d.qM)
    return full


# Constants and forces


def test_elastic_constants_are_those_measured():
    m, _ = solid()
    np.testing.assert_allclose(
        m.flex_stiffness.reshape(-1)[:3],
        (1379.390344166579, -401.312387886462, 901.426348000422),
        rtol=tol(1e-11),
    )
    m, _ = sheet()
    np.testing.assert_allclose(
        m.flex_stiffness.reshape(-1)[3:5], (239.112739112739, 148.809523809524), rtol=tol(1e-11)
    )
    np.testing.assert_allclose(m.flex_bending.reshape(-1)[0], -0.005141214184, rtol=tol(1e-9))
    np.testing.assert_allclose(m.flex_bending.reshape(-1)[16], -0.058759500922, rtol=tol(1e-9))


def test_a_flat_sheet_of_any_triangles_has_no_bending_forces():
    """The quadratic form of each hinge vanishes for linear functions, so also for the positions of a flat sheet."""
    m = gelenk.MjModel.from_xml_string(
        """
        <mujoco>
          <worldbody>
            <flexcomp name="f" radius=".01" mass="0.5" type="disc" count="4 4 1" spacing=".1 .1 .1" dim="2">
              <elasticity young="1288" poisson="0.2158" thickness=".01" elastic2d="bend"/>
            </flexcomp>
          </worldbody>
        </mujoco>
        """,
        release="4.0",
    )
    d = gelenk.MjData(m)
    gelenk.mj_kinematics(m, d)
    gelenk.mj_flex(m, d)
    form = m.flex_bending.reshape(-1, 17)[:, :16].reshape(-1, 4, 4)
    hinges = (m.flex_edgeflap >= 0).all(axis=1)
    corners = np.c_[m.flex_edge, m.flex_edgeflap]
    assert hinges.sum() == 21
    forces = np.einsum("eij,ejk->eik", form[hinges], d.flexvert_xpos[corners[hinges]])
    np.testing.assert_allclose(
        forces, 0, atol=tol(1e-8)
    )  # entries are up to 5, vertices are single precision
    # edges 17 and 19 of 4.0.0
    np.testing.assert_allclose(form[[17, 19], 0, 0], 2.50719306, rtol=tol(1e-6))


@pytest.mark.parametrize("dim", [2, 3])
def test_a_homogeneous_strain_stores_the_energy_of_the_continuum(dim):
    m, _ = solid() if dim == 3 else load(2, "0 1 2", BOTH)
    x = np.array(POINTS.split(), float).reshape(-1, 3)[: dim + 1]
    stretch = np.diag([1.2, 0.9, 1.1]) + 0.1 * np.eye(3, k=1)
    stretch[dim:] = 0.0
    green = 0.5 * (stretch.T @ stretch - np.eye(3))[:dim, :dim]
    mu, lam = 1000 / 2.6, 1000 * 0.3 / (1.3 * 0.4) if dim == 3 else 1000 * 0.3 / 0.91
    size = abs(np.linalg.det(x[1:] - x[0])) / 6 if dim == 3 else 0.006 * 0.01
    edges = x[m.flex_edge[m.flex_elemedge, 1]] - x[m.flex_edge[m.flex_elemedge, 0]]
    strain = ((edges @ stretch.T) ** 2).sum(1) - (edges**2).sum(1)
    stored = 0.25 * strain @ stiffness(m, 0) @ strain
    np.testing.assert_allclose(
        stored, size * (mu * (green**2).sum() + lam / 2 * np.trace(green) ** 2), rtol=tol(1e-12)
    )


def test_bending_a_sheet_into_a_cylinder_stores_half_of_d_times_the_square_of_the_curvature():
    curvature, rigidity = 0.5, 1000 * 0.01**3 / (12 * 0.91)
    shape = 'count="21 21 1" spacing=".02 .02 .02"'
    m, d = build(
        TEXT.format(
            option="Euler",
            h=0.001,
            kind="grid",
            dim=2,
            shape=shape,
            elastic='elastic2d="bend" thickness=".01"',
            inside="",
            world="",
            radius=0.001,
        )
    )
    gelenk.mj_forward(m, d)
    x = d.flexvert_xpos.copy()
    bent = np.column_stack(
        [np.sin(curvature * x[:, 0]) / curvature, x[:, 1], (1 - np.cos(curvature * x[:, 0])) / curvature]
    )
    d.qpos[:] = (bent - x).ravel()
    gelenk.mj_forward(m, d)
    energy = -0.5 * d.qfrc_spring @ bent.ravel()  # the energy is quadratic in the positions
    # hinges at the border have triangles on one side only, which is 1 / 20 of the sheet
    np.testing.assert_allclose(energy, 0.5 * rigidity * curvature**2 * 0.16, rtol=tol(6e-2))


@pytest.mark.parametrize("make", [solid, sheet])
def test_forces_agree_with_those_measured(make):
    m, d = make(BOTH + ' damping=".05"') if make is sheet else make('damping=".05"')
    d.qpos[:], d.qvel[:] = 0.02 * np.sin(np.arange(m.nv)), 0.3 * np.cos(2 * np.arange(m.nv))
    gelenk.mj_forward(m, d)
    spring, damper, qacc = {
        solid: (
            (-0.235632932501, -0.468036629296, -0.39965828061),
            (-0.023272593611, 0.200217885159, -0.052201500823),
            (-1.052966096598, -0.821518080195, -1.76103459068, -0.979878534296),
        ),
        sheet: (
            (0.025442170405, -0.081231318211, -0.009601054366),
            (0.008066111048, 0.033584755645, -0.003047907271),
            (0.119820227071, -0.157687620496, -0.046062218309, -0.974702581771),
        ),
    }[make]
    np.testing.assert_allclose(d.qfrc_spring[:3], spring, rtol=0, atol=tol(1e-11))
    np.testing.assert_allclose(d.qfrc_damper[:3], damper, rtol=0, atol=tol(1e-11))
    # 4.0.0 solves by conjugate gradients with the tolerance 1e-8
    np.testing.assert_allclose(d.qacc[:4], qacc, rtol=0, atol=tol(2e-8))


@pytest.mark.parametrize("height", [0.05, 0.15, -0.1])
def test_a_sheet_that_is_bent_at_rest_has_no_force_across_its_triangles(height):
    points = f"0 0 0 .1 0 0 .02 .12 0 .05 -.09 {height}"
    m, d = load(2, "0 1 2 1 0 3", 'elastic2d="bend" thickness=".01"', points=points, option="Euler")
    gelenk.mj_forward(m, d)
    x, f = d.flexvert_xpos, d.qfrc_spring.reshape(-1, 3)
    for a, b, c in ((0, 1, 2), (1, 0, 3)):
        normal = np.cross(x[b] - x[a], x[c] - x[a])
        across = f[c] @ normal / np.linalg.norm(normal)
        assert abs(across) <= 1e-12 * np.abs(f).max() + 1e-15


def test_disabled_springs_leave_the_dampers():
    m, d = solid('damping=".1"')
    m.opt.disableflags = gelenk.mjtDisableBit.mjDSBL_SPRING
    d.qvel[:] = np.arange(m.nv)
    d.qpos[:] = 0.01 * np.cos(np.arange(m.nv))
    gelenk.mj_forward(m, d)
    assert not d.qfrc_spring.any() and d.qfrc_damper.all()


# The metric


@pytest.mark.parametrize("make", [solid, sheet])
def test_the_metric_of_a_stretched_flex_is_the_slope_of_its_forces(make):
    """Edges in tension have no terms that are left out."""
    m, d = make()
    rest = np.array(POINTS.split(), float)
    q = 0.4 * rest + 0.004 * np.sin(np.arange(m.nv))
    d.qpos[:] = q
    found = (metric(m, d) - inertia(m, d)) / m.opt.timestep**2
    expected = -slopes_of_forces(m, q)
    if make is sheet:  # the sheet is bent at rest beyond a right angle: bending is left out
        other, _ = make('elastic2d="stretch" thickness=".01"')
        expected = -slopes_of_forces(other, q)
    np.testing.assert_allclose(found, expected, rtol=0, atol=2e-6 * np.abs(expected).max())


def test_damping_scales_the_metric():
    m, d = solid()
    other, e = solid('damping=".03"')
    d.qpos[:] = e.qpos[:] = 0.02 * np.sin(np.arange(m.nv))
    h = m.opt.timestep
    np.testing.assert_allclose(
        (metric(other, e) - inertia(other, e)) / (h * (h + 0.03)),
        (metric(m, d) - inertia(m, d)) / h**2,
        atol=tol(1e-9),
    )


def test_the_metric_of_a_crushed_flex_is_positive_definite():
    m, d = solid()
    d.qpos[:] = -0.8 * np.array(POINTS.split(), float)
    found = metric(m, d)
    np.testing.assert_allclose(found, found.T, atol=tol(1e-12))
    assert np.linalg.eigvalsh(found).min() > 0.2  # masses are 0.25


CLOTH = """<mujoco><option integrator="discrete" solver="{}" tolerance="1e-12" iterations="300"/><worldbody>
<geom type="plane" size="1 1 1"/><body name="b" pos="0 0 {}"><joint axis="0 1 0" damping=".1"/>
<geom size=".02" mass=".3" contype="0" conaffinity="0"/>
<flexcomp name="f" type="grid" dim="2" count="5 4 1" spacing=".06 .07 .1" mass=".3" radius=".005">
<elasticity young="4e4" poisson=".2" damping=".002" elastic2d="both" thickness=".01"/>
<contact selfcollide="none"/><pin id="0 1 2 3"/></flexcomp></body></worldbody></mujoco>"""


FLOOR = CLOTH.replace('<joint axis="0 1 0" damping=".1"/>', "").replace('<pin id="0 1 2 3"/>', "")


def test_the_solvers_agree_for_cloth_on_the_floor():
    found = []
    for solver in ("Newton", "CG"):
        m, d = build(FLOOR.format(solver, 0.004))
        d.qvel[:] = 0.1 * np.cos(np.arange(m.nv))
        gelenk.mj_forward(m, d)
        assert d.ncon > 4
        found.append(d.qacc.copy())
    # both end when the cost no longer improves by 1e-12 of its scale, so accelerations are known to the root of it
    np.testing.assert_allclose(found[0], found[1], rtol=0, atol=1e-3 * np.abs(found[0]).max())


def test_cloth_on_a_moving_body_that_touches_the_floor_moves_as_measured():
    m, d = build(CLOTH.format("Newton", 0.004))
    d.qvel[:] = 0.1 * np.cos(np.arange(m.nv))
    d.qfrc_applied[:] = 0.01 * np.sin(np.arange(m.nv))
    gelenk.mj_forward(m, d)
    assert d.ncon == 20
    np.testing.assert_allclose(
        d.qacc[:5], (9.607777, -4.917084, 3.952888, 9.172161, 10.266269), rtol=0, atol=tol(1e-6)
    )


def test_inverse_dynamics_inverts_the_step():
    m, d = build(CLOTH.format("Newton", 1.0))
    d.qvel[:] = 0.1 * np.cos(np.arange(m.nv))
    d.qfrc_applied[:] = 0.01 * np.sin(np.arange(m.nv))
    gelenk.mj_forward(m, d)
    gelenk.mj_inverse(m, d)
    np.testing.assert_allclose(d.qfrc_inverse, d.qfrc_applied, atol=tol(1e-8))


def test_a_stiff_sheet_is_stable_at_steps_at_which_euler_is_not():
    text = CLOTH.format("Newton", 1.0).replace("4e4", "1e8").replace("<option", '<option timestep=".01"')
    m, d = build(text)
    for _ in range(50):
        gelenk.mj_step(m, d)
    assert d.time > 0.4 and np.abs(d.qvel).max() < 10  # no reset
    m.opt.integrator = gelenk.mjtIntegrator.mjINT_EULER
    m.opt.solver = gelenk.mjtSolver.mjSOL_NEWTON
    gelenk.mj_resetData(m, d)
    for _ in range(20):
        gelenk.mj_step(m, d)
    assert d.warning.number.any()


# Plasticity


@pytest.mark.parametrize(
    "make, elastic, expected",
    [
        (
            solid,
            'yield=".02"',
            (
                0.000666107963,
                0.005864787834,
                0.001368028623,
                0.001410685081,
                -0.003543731814,
                -0.000370618401,
            ),
        ),
        (
            sheet,
            BOTH + ' yield=".02 .004"',
            (
                *(0.004111677491, -0.000248488405, 0.000643615065, -0.002460167084, -0.000542539972),
                *(0.003897791971, 0.000960170287, 0.000753902254, -0.000145500034, -0.000911130262),
                -0.000839071529,
            ),
        ),
    ],
)
def test_plastic_strains_are_those_measured(make, elastic, expected):
    m, d = make(elastic, option="Euler", h=1e-9)
    d.qpos[:] = 0.01 * np.sin(np.arange(m.nv))
    d.plastic[:] = 0.001 * np.cos(np.arange(m.nplastic))
    gelenk.mj_step(m, d)
    np.testing.assert_allclose(d.plastic, expected, rtol=0, atol=tol(1e-11))


def tensors(m, d, values):
    """Strain of a tetrahedron from l^2 - L^2 of its edges."""
    x = np.array(POINTS.split(), float).reshape(-1, 3)
    e = x[m.flex_edge[m.flex_elemedge, 1]] - x[m.flex_edge[m.flex_elemedge, 0]]
    pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    system = np.stack([e[:, a] * e[:, b] * (1 if a == b else 2) for a, b in pairs], axis=1)
    found = np.zeros((3, 3))
    for (a, b), value in zip(pairs, np.linalg.solve(system, 0.5 * values), strict=True):
        found[a, b] = found[b, a] = value
    return found


@pytest.mark.parametrize("size", [0.0005, 0.01, 0.1, 1.0])
def test_solids_yield_to_the_threshold_and_keep_their_volume(size):
    m, d = solid('yield=".02"', option="Euler", h=1e-9)
    d.qpos[:] = size * np.cos(3 * np.arange(m.nv))
    gelenk.mj_step(m, d)
    gelenk.mj_forward(m, d)
    strain = tensors(m, d, (d.flexedge_length**2 - m.flexedge_length0**2)[m.flex_elemedge] - d.plastic)
    deviator = strain - np.trace(strain) / 3 * np.eye(3)
    mises = np.sqrt(2 / 3 * (deviator**2).sum())
    plastic = tensors(m, d, d.plastic)
    # offsets of large strains have rounding errors of 1e-16 (size / 0.1)^2, twice
    np.testing.assert_allclose(np.linalg.det(np.eye(3) + 2 * plastic), 1.0, atol=tol(1e-9))
    if size == 0.0005:
        assert mises < 0.02 and not d.plastic.any()
    else:
        np.testing.assert_allclose(mises, 0.02, rtol=tol(1e-9))


@pytest.mark.parametrize("angle", [-0.5, 0.05, 0.2, 1.0])
def test_hinges_keep_the_curvature_at_which_they_yield(angle):
    points = "0 0 0 .1 0 0 .02 .12 0 .05 -.09 0"
    m, d = load(
        2,
        "0 1 2 1 0 3",
        'elastic2d="bend" thickness=".01" yield="0 .004"',
        points=points,
        option="Euler",
        h=1e-9,
    )
    d.qpos[7:9] = 0.12 * np.cos(angle) - 0.12, 0.12 * np.sin(angle)
    gelenk.mj_step(m, d)
    most = 2 * 0.004 / 0.01 * 0.0105 / 0.1  # curvature times areas per length
    after = np.sign(angle) * max(0.0, abs(angle) - most)
    rigidity = 1000 * 0.01**3 / (12 * 0.91)
    factor = rigidity / 0.0105 * 0.1**3 / (4 * 0.006 * 0.0045)
    np.testing.assert_allclose(np.abs(d.plastic).max(), factor * np.tan(abs(after)), atol=tol(1e-12))


def test_a_yielded_flex_is_at_rest_where_its_strain_is_plastic():
    m, d = solid('yield="1e-9"', option="Euler", h=1e-9)
    d.qpos[:] = 0.3 * np.array(POINTS.split(), float)[[0, 2, 1, 3, 5, 4, 6, 8, 7, 9, 11, 10]]
    d.qpos[:] -= d.qpos.mean()
    gelenk.mj_step(m, d)
    before = forces_at(m, d.qpos)
    gelenk.mj_forward(m, d)
    x = d.flexvert_xpos
    pressure = np.abs(d.qfrc_spring).max()
    assert pressure < np.abs(before).max()
    np.testing.assert_allclose(d.qfrc_spring.reshape(-1, 3).sum(0), 0.0, atol=tol(1e-12))
    np.testing.assert_allclose(np.cross(x, d.qfrc_spring.reshape(-1, 3)).sum(0), 0.0, atol=tol(1e-12))


def test_disabled_springs_do_not_yield_and_resets_forget():
    m, d = solid('yield=".001"', option="Euler", h=1e-9)
    d.qpos[:] = 0.02 * np.cos(np.arange(m.nv))
    m.opt.disableflags = gelenk.mjtDisableBit.mjDSBL_SPRING
    gelenk.mj_step(m, d)
    assert not d.plastic.any()
    m.opt.disableflags = 0
    gelenk.mj_step(m, d)
    assert d.plastic.all()
    gelenk.mj_resetData(m, d)
    assert not d.plastic.any()


# Contacts


@pytest.mark.parametrize(
    "geom, pos, dim, weights",
    [
        ('type="sphere" size=".03"', ".03 .03 -.03", 3, (0.45, 0.3, 0.25, 0.0)),
        ('type="sphere" size=".03"', "-.015 -.015 -.02", 3, (1.0, 0.0, 0.0, 0.0)),
        ('type="sphere" size=".03"', ".05 -.02 -.02", 3, (0.5, 0.5, 0.0, 0.0)),
        ('type="sphere" size=".03"', ".03 .03 .01", 3, (0.36444444, 0.28833333, 0.23055556, 0.11666667)),
        ('type="sphere" size=".03"', ".03 .03 -.03", 2, (0.45, 0.3, 0.25)),
        ('type="sphere" size=".03"', ".03 .02 -.02", 1, (0.7, 0.3, 0.0)),
    ],
)
def test_contacts_are_shared_by_barycentric_coordinates_as_measured(geom, pos, dim, weights):
    elements = {1: "0 1 1 2", 2: "0 1 2", 3: SOLID}[dim]
    elastic = 'elastic2d="stretch" thickness=".01"' if dim == 2 else ""
    world = f'<body pos="{pos}"><freejoint/><geom {geom}/></body>'
    text = TEXT.replace('young="1000" poisson=".3"', "") if dim == 1 else TEXT
    m, d = build(
        text.format(
            option="Euler",
            h=0.01,
            kind="direct",
            dim=dim,
            shape=f'point="{POINTS}" element="{elements}"',
            elastic=elastic,
            inside="",
            world=world,
            radius=0.005,
        )
    )
    gelenk.mj_forward(m, d)
    row = d.efc_J.reshape(d.nefc, m.nv)[:2].mean(axis=0)
    found = row[:-6].reshape(-1, 3) @ d.contact.frame[0, :3]
    np.testing.assert_allclose(found[: len(weights)], weights, atol=tol(1e-7))


# What is made, and what is refused


def test_planar_dofs_slide_along_x_and_y():
    m, _ = build(
        TEXT.format(
            option="Euler",
            h=0.01,
            kind="grid",
            dim=2,
            shape='count="3 3 1" spacing=".1 .1 .1" dof="2d"',
            elastic=BOTH,
            inside="",
            world="",
            radius=0.001,
        )
    )
    assert m.nv == 18
    np.testing.assert_array_equal(m.jnt_axis.reshape(-1, 2, 3), np.tile(np.eye(3)[:2], (9, 1, 1)))


OCTAHEDRON = (
    'vertex=".2 0 0 -.1 0 0 0 .15 0 0 -.1 0 0 0 .12 0 0 -.15" '
    'face="0 2 4 2 1 4 1 3 4 3 0 4 2 0 5 1 2 5 3 1 5 0 3 5"'
)


def mesh_flex(mesh, attributes):
    return build(
        f'<mujoco><asset><mesh name="me" {mesh}/></asset><worldbody><body name="b"><flexcomp name="f" radius=".005" '
        f'{attributes}><edge equality="true"/><contact selfcollide="none"/></flexcomp></body></worldbody></mujoco>'
    )


@pytest.mark.parametrize(
    "mesh, attributes, first, shape",
    [
        (OCTAHEDRON, 'mesh="me"', (0.2, 0, 0, -0.1), (2, 6, 8)),
        (
            OCTAHEDRON + ' scale="1 2 3" refpos=".1 0 0"',
            'mesh="me" scale="10 10 10"',
            (1, 0, 0, -2),
            (2, 6, 8),
        ),
        (OCTAHEDRON, 'mesh="me" dim="3" origin="0 0 0" pos="1 0 0"', (1, 0, 0, 1.2), (3, 7, 8)),
        ('builtin="box" params="3 3 3 .05 .06 .07"', 'mesh="me"', (0, 0, 0, -0.05), (3, 27, 48)),
    ],
)
def test_a_flexcomp_of_a_mesh_coincides_with_it(mesh, attributes, first, shape):
    m, d = mesh_flex(mesh, attributes)
    gelenk.mj_forward(m, d)
    assert (m.flex_dim[0], m.nflexvert, m.nflexelem) == shape
    np.testing.assert_allclose(d.flexvert_xpos.reshape(-1)[:4], first, atol=tol(1e-7))


@pytest.mark.parametrize(
    "mesh, attributes, words",
    [
        (OCTAHEDRON, 'mesh="you"', "mesh 'you' not found"),
        (OCTAHEDRON, 'mesh="me" file="a.obj"', "both 'file' and 'mesh'"),
        (OCTAHEDRON, 'mesh="me" type="grid"', "type mesh or gmsh"),
        (OCTAHEDRON, 'mesh="me" dim="3"', "origin"),
        (OCTAHEDRON, 'mesh="me" dim="1"', "dim must be at least 2"),
        (OCTAHEDRON.split(" face")[0], 'mesh="me"', "no faces"),
        ('builtin="box" params="3 3 3 .05 .06 .07"', 'mesh="me" dim="2"', "dimensionality"),
    ],
)
def test_flexcomps_that_do_not_fit_their_mesh_are_refused(mesh, attributes, words):
    with pytest.raises(ValueError, match=words):
        mesh_flex(mesh, attributes)


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"option": "implicit"}, "no longer integrated implicitly"),
        ({"option": "implicitfast"}, "no longer integrated implicitly"),
        ({"option": 'discrete" solver="PGS'}, "PGS and noslip"),
        ({"option": 'discrete" noslip_iterations="2'}, "PGS and noslip"),
        ({"elastic": 'yield="-1"'}, "yield must be >= 0"),
        ({"elastic": 'yield="nan"'}, "nan"),
        ({"elastic": 'yield="1 2 3"'}, "yield"),
        ({"elastic": 'yield=".1 .1"'}, "bending yields in 2D"),
        ({"elastic": 'elastic2d="bend"'}, "2d elasticity requires 2d flex"),
    ],
)
def test_elasticity_that_4_0_refuses_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        solid(**arguments)


def test_edge_springs_are_refused_under_discrete():
    text = TEXT.replace('young="1000" poisson=".3"', "").format(
        option="{}",
        h=0.01,
        kind="grid",
        dim=1,
        shape='count="3 1 1" spacing=".1 .1 .1"',
        elastic="",
        inside='<edge stiffness="9"/>',
        world="",
        radius=0.001,
    )
    with pytest.raises(ValueError, match="edge stiffness and damping are not supported"):
        build(text.format("discrete"))
    build(text.format("Euler"))


FRAMED = """<mujoco><worldbody><body name="b" {}><frame pos="1 2 3" euler="0 0 90"><frame pos="0 0 1">
<flexcomp name="f" type="grid" dim="2" count="3 2 1" spacing=".1 .2 .1" pos=".5 0 0">{}
<contact selfcollide="none"/><pin id="0"/></flexcomp></frame></frame></body></worldbody></mujoco>"""


def test_frames_move_flexcomps_as_measured():
    m, d = build(FRAMED.format("", '<edge equality="true"/>'))
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(
        d.flexvert_xpos[:3], [(1.1, 2.4, 4), (0.9, 2.4, 4), (1.1, 2.5, 4)], atol=tol(1e-12)
    )
    np.testing.assert_array_equal(m.body_quat, np.tile([1.0, 0, 0, 0], (m.nbody, 1)))


def test_elastic_flexes_on_mocap_bodies_are_refused():
    with pytest.raises(ValueError, match="does not support mocap attachments, body 'b'"):
        build(FRAMED.format('mocap="true"', f'<elasticity young="9" {BOTH}/>'))
    build(FRAMED.format('mocap="true"', '<edge equality="true"/>'))


def test_rods_do_not_yield():
    with pytest.raises(ValueError, match="1D flexes do not support plasticity"):
        load(1, "0 1 1 2", 'yield=".1"', option="Euler")
