"""Passive contacts of flexes in models of release 4.0: springs along the normal, carried by the metric of discrete.

Numbers called measured are results of mujoco 4.0.0 for the same text and state: its qacc, qfrc_passive or qpos.
"""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

RATE = 5e7  # square of the natural frequency of a vertex in contact [1/s^2], measured
TEXT = """<mujoco><option integrator="discrete" timestep="{h}" tolerance="1e-14" iterations="200"
gravity="0 0 {gravity}" {option}><flag {flag}/></option><worldbody>{world}</worldbody>
<deformable>{flexes}</deformable></mujoco>"""
PASSIVE = 'passive="true"'
ELASTIC = '<elasticity young="2e4" poisson=".3" thickness=".01" elastic2d="both" damping=".002"/>'
PLANE = '<geom type="plane" size="1 1 1"/>'
SLIDES = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))


def build(world, flexes="", h=0.002, gravity=0, option="", flag="", release="4.0"):
    text = TEXT if release == "4.0" else TEXT.replace('integrator="discrete"', "")
    text = text.format(world=world, flexes=flexes, h=h, gravity=gravity, option=option, flag=flag)
    m = gelenk.MjModel.from_xml_string(text, release=release)
    return m, gelenk.MjData(m)


def forward(m, d):
    gelenk.mj_forward(m, d)
    return m, d


def sheet(count="4 4 1", mass=0.5, pos="0 0 0", inside="", contact=PASSIVE, name="f", spacing=".05 .05 .05"):
    return (
        f'<flexcomp name="{name}" type="grid" dim="2" count="{count}" spacing="{spacing}" mass="{mass}" '
        f'radius=".01" pos="{pos}">{inside}<contact selfcollide="none" {contact}/></flexcomp>'
    )


def points(name, places, masses, joints=SLIDES):
    """Return bodies at places that slide, or move by other joints."""
    return "".join(
        f'<body name="{name}{i}" pos="{place}"><inertial pos="0 0 0" mass="{mass}" diaginertia="1e-3 1e-3 1e-3"/>'
        f"{joints if isinstance(joints, str) else joints[i]}</body>"
        for i, (place, mass) in enumerate(zip(places, masses, strict=True))
    )


def surface(name, vertices, elements, contact=PASSIVE):
    bodies = " ".join(f"{name}{i}" for i in range(vertices))
    return (
        f'<flex name="{name}" dim="2" body="{bodies}" element="{elements}" radius=".01">'
        f'<contact selfcollide="none" {contact}/></flex>'
    )


TRIANGLE = ("0 0 0", ".3 0 0", "0 .3 0")


def triangle(pos=".1 .1", masses=(0.1, 0.3, 0.7), joints=SLIDES, elements="0 1 2", **more):
    """A triangle on a static sphere, whose top is 5 mm below the face's surface."""
    world = f'<geom size=".05" pos="{pos} -.055"/>' + points("a", TRIANGLE, masses, joints)
    return forward(*build(world, surface("a", 3, elements), **more))


def along(d):
    """The passive forces along z at bodies that slide."""
    return d.qfrc_passive.reshape(-1, 3)[:, 2]


# Force


@pytest.mark.parametrize(
    ("h", "depth", "speed", "gravity", "measured"),
    [
        (0.002, 1e-3, 0.0, 0, 248.756218905471),
        (0.002, 1e-3, 0.6, 0, -49.751243781096),
        (0.002, 1e-3, 0.0, -9.81, 248.707412935321),
        (0.002, 5e-3, 0.0, 0, 1243.781094527362),
        (0.0005, 1e-3, 0.0, 0, None),
        (0.05, 1e-4, -2.0, -9.81, None),
    ],
)
def test_a_vertex_on_a_plane_is_an_oscillator_that_is_implicit_in_position(
    h, depth, speed, gravity, measured
):
    """(1 + h^2 w^2) a = g + w^2 (depth - h v), also if the vertex leaves the plane within the step: no clamp."""
    m, d = build(PLANE + sheet("3 3 1", 0.9), h=h, gravity=gravity)
    d.qpos[2::3] = 0.01 - depth
    d.qvel[2::3] = speed
    forward(m, d)
    expected = (gravity + RATE * (depth - h * speed)) / (1 + h * h * RATE)
    np.testing.assert_allclose(d.qacc[2::3], expected, rtol=tol(1e-12))
    np.testing.assert_allclose(d.qfrc_passive[2::3], RATE * 0.1 * depth, rtol=tol(1e-12))
    np.testing.assert_allclose(d.qfrc_spring, d.qfrc_passive)
    assert measured is None or abs(expected / measured - 1) < tol(1e-12)
    assert d.nefc == 0 and not d.qfrc_damper.any()
    assert {(int(c.exclude), int(c.efc_address), int(c.dim)) for c in d.contact} == {(4, -1, 3)}


@pytest.mark.parametrize(
    "contact", ['solref=".1 1"', 'solimp=".1 .2 .01"', 'condim="6" friction="2 1 1"', 'priority="1"']
)
def test_parameters_of_constraints_have_no_effect(contact):
    m, d = build(PLANE + sheet("3 3 1", 0.9, pos="0 0 .009", contact=PASSIVE + " " + contact))
    d.qvel[:2] = 1.0
    forward(m, d)
    np.testing.assert_allclose(
        d.qacc.reshape(-1, 3), np.tile([0, 0, 248.756218905471], (9, 1)), rtol=tol(1e-12)
    )


@pytest.mark.parametrize(
    ("margin", "gap", "height"), [(0.01, 0, 0.005), (0.01, 0.005, 0.002), (0, 0.01, 0.005)]
)
def test_contacts_within_margin_and_gap_are_listed_and_exert_no_force(margin, gap, height):
    world = PLANE.replace("/>", f' margin="{margin}" gap="{gap}"/>')
    _, d = forward(*build(world + sheet("3 3 1", pos=f"0 0 {0.01 + height}")))
    assert d.ncon == 9 and not d.qfrc_passive.any() and not d.qacc.any()
    assert {int(c.exclude) for c in d.contact} == {4}
    np.testing.assert_allclose([c.includemargin for c in d.contact], margin)


@pytest.mark.parametrize(
    ("pos", "shares"),
    [
        (".1 .1", (1 / 3, 1 / 3, 1 / 3)),
        (".05 .1", (1 / 2, 1 / 6, 1 / 3)),
        (".15 .15", (0, 1 / 2, 1 / 2)),
        (".25 .02", (1 / 10, 5 / 6, 1 / 15)),
    ],
)
@pytest.mark.parametrize("masses", [(0.1, 0.3, 0.7), (0.7, 0.3, 0.1)])
@pytest.mark.parametrize("elements", ["0 1 2", "2 0 1"])
def test_the_least_mass_of_an_elements_vertices_sets_the_stiffness(pos, shares, masses, elements):
    """Vertices that have no share count, too; measured: k = 0.1 RATE for all."""
    _, d = triangle(pos, masses, elements=elements)
    np.testing.assert_allclose(along(d), 0.1 * RATE * 0.005 * np.array(shares), atol=tol(1e-9))


@pytest.mark.parametrize(
    ("joints", "least", "acceleration"),
    [
        ((SLIDES,) * 3, 0.2, 1695.5538809344),
        (("", SLIDES, SLIDES), 0.3, None),
        ((SLIDES.replace('1 0 0"/>', '1 0 0" armature=".5"/>'),) * 3, 0.7, 1720.5593183308),
        ((SLIDES.replace('0 0 1"/>', '0 0 1" armature=".5"/>'),) * 3, 0.2, 1334.3876643274),
        (("<freejoint/>", SLIDES, SLIDES), 0.3, 605.1640667025),
        ((SLIDES + '<joint axis="0 0 1"/>', SLIDES, SLIDES), 0.3, 1707.1320182094),
        ((SLIDES[: SLIDES.rindex("<joint")], SLIDES, SLIDES), 0.3, None),
        (('<joint type="slide" axis="0 0 1"/>',) * 3, 0.0, None),
    ],
)
def test_only_bodies_of_three_dofs_count_by_the_inertia_of_the_first(joints, least, acceleration):
    """The last triangle falls through. Accelerations of the first body along z are measured."""
    _, d = triangle(masses=(0.2, 0.3, 0.4), joints=joints)
    last = d.qfrc_passive[-1]
    np.testing.assert_allclose(last, least * RATE * 0.005 / 3, rtol=tol(1e-11))
    if acceleration is not None:
        np.testing.assert_allclose(d.qacc[2], acceleration, rtol=tol(1e-11))


def test_the_inertia_is_that_at_rest():
    """Measured: dof_M0, not M."""
    m, d = triangle(masses=(0.2, 0.3, 0.4))
    m.dof_M0[:] = 7.0
    forward(m, d)
    np.testing.assert_allclose(d.qacc[2::3], 1231.5270935961, rtol=tol(1e-11))


CAGE = """<flexcomp name="f" type="direct" dim="3" point="{place} 0 0 0 .1 .2 0 .1 0 .2 .1 .2 .2 .2 0 0 .2"
element="0 1 2 3 1 2 3 4 1 3 5 4" radius=".01" mass=".9" pos="0 0 .005" {dof}>{inside}
<contact passive="true" selfcollide="none"/></flexcomp>"""


def cage(dof, place, pins=""):
    """A solid of which one vertex is 5 mm deep in a plane: the total force at free nodes, over RATE times the depth."""
    inside = f'<pin id="{pins}"/>' if pins else ""
    _, d = forward(*build(PLANE + CAGE.format(dof=dof, place=place, inside=inside)))
    assert d.ncon == 1 and d.nefc == 0
    return along(d).sum() / (RATE * 0.005)


@pytest.mark.parametrize(
    ("dof", "place", "pins", "measured"),
    [
        ('dof="trilinear"', "0 0", "", 0.224999700001),
        ('dof="trilinear"', ".1 .1", "", 0.454288795881),
        ('dof="trilinear"', ".05 .1", "", 0.47572117039),
        ('dof="trilinear" cellcount="2 1 1"', ".05 .1", "", 0.67341081411),
        ('dof="quadratic"', ".1 .1", "", 0.206401044039),
        ('dof="quadratic"', ".03 .15", "", 0.113614364266),
        ('dof="trilinear"', ".03 .15", "7", 0.332545660346),
        ('dof="trilinear"', ".03 .15", "0", 0.299231682586),
        ('dof="trilinear"', ".03 .15", "0 1", 0.333063028368),
    ],
)
def test_the_mass_of_interpolated_flexes_is_that_of_their_nodes_at_the_contact(dof, place, pins, measured):
    """Pinned nodes are not counted, unless the only one is at the origin of its body."""
    np.testing.assert_allclose(cage(dof, place, pins), measured, rtol=tol(1e-9))


# Two flexes


def pair(
    masses1=(0.3, 0.7, 0.9), masses2=(1.5, 1.1, 0.2), contact1=PASSIVE, contact2="", world="", flexes=""
):
    """Two triangles, the second with a vertex 5 mm deep in the first."""
    places = (".1 .05 .015", ".1 .3 .115", ".6 .1 .115")
    world += points("a", TRIANGLE, masses1) + points("b", places, masses2)
    return forward(
        *build(world, surface("a", 3, "0 1 2", contact1) + surface("b", 3, "0 1 2", contact2) + flexes)
    )


PAIR = np.array(
    (-1215.04427232, -347.1858184, -135.015743113, 486.038348919, 0, 0)
)  # measured accelerations along z


@pytest.mark.parametrize(("contact1", "contact2"), [(PASSIVE, ""), ("", PASSIVE), (PASSIVE, PASSIVE)])
def test_two_flexes_push_each_other_if_one_is_passive(contact1, contact2):
    """Measured: 0.2 RATE, the least mass of six vertices, times the depth."""
    _, d = pair(contact1=contact1, contact2=contact2)
    assert d.ncon == 1 and d.nefc == 0
    force = d.qfrc_passive.reshape(-1, 3)
    normal = np.array(d.contact[0].frame[:3])
    np.testing.assert_allclose(force[3:].sum(0), -0.2 * RATE * d.contact[0].dist * normal, atol=tol(1e-7))
    np.testing.assert_allclose(force.sum(0), 0, atol=tol(1e-8))
    np.testing.assert_allclose(np.cross(d.flexvert_xpos, force).sum(0), 0, atol=tol(1e-8))
    # 4.0.0 stops its search of the nearest points at 1e-6 m, and its shares differ by 2e-5
    np.testing.assert_allclose(d.qacc[2::3], PAIR, rtol=0, atol=tol(5e-5) * np.abs(PAIR).max())


def momentum(m, d):
    mass = np.zeros((m.nv, m.nv))
    gelenk.mj_fullM(m, mass, d.qM)
    return (mass @ d.qvel).reshape(-1, 3).sum(0)


def test_momentum_is_kept_when_flexes_collide():
    m, d = pair()
    for vertex in range(3, 6):
        d.qpos[3 * vertex + 2] = 0.01
    d.qvel[11::3] = -3.0
    gelenk.mj_forward(m, d)
    assert d.ncon == 0
    before = momentum(m, d)
    for _ in range(20):
        gelenk.mj_step(m, d)
    assert np.abs(d.qvel[:9]).max() > 0.1 and not d.nefc
    np.testing.assert_allclose(momentum(m, d), before, atol=tol(1e-12))


FOLDED = '<flexcomp name="f" type="grid" dim="2" count="6 3 1" spacing=".1 .1 .1" radius=".01" mass="1.8">'
FOLDED += '<contact passive="true" selfcollide="{}"/></flexcomp>'


def folded(kind):
    """A sheet whose right half lies turned over on its left."""
    m, d = build(FOLDED.format(kind))
    gelenk.mj_kinematics(m, d)
    gelenk.mj_flex(m, d)
    moves = d.qpos.reshape(-1, 3)
    for i, x in enumerate(d.flexvert_xpos.copy()):
        if x[0] > 0.06:
            moves[i] += (0.13 - 2 * x[0], 0.013, 0.015 + 0.0002 * i)
    return forward(m, d)


@pytest.mark.parametrize("kind", ["bvh", "sap", "narrow"])
def test_a_sheet_pushes_itself_without_a_total_force(kind):
    """Measured: 23 contacts; the depths of elements, whose stiffness is 5e6 N/m, agree to 1e-7 m."""
    _, d = folded(kind)
    force = d.qfrc_passive.reshape(-1, 3)
    assert d.ncon == 23 and d.nefc == 0 and {int(c.exclude) for c in d.contact} == {4}
    np.testing.assert_allclose(force.sum(0), 0, atol=tol(1e-7))
    np.testing.assert_allclose(np.abs(force[:, 2]).sum(), 657405.202232, rtol=tol(1e-4))


# Which contacts are passive


BALL = '<body pos=".1 .1 -.055" {}>{}<geom size=".05" mass="1"/></body>'


@pytest.mark.parametrize(
    ("attributes", "joint", "acceleration"),
    [
        ("", "<freejoint/>", 7.471607890018),
        ("", '<joint type="slide" axis="0 0 1"/>', 7.471607890018),
        ('mocap="true"', "", 9.541984732824),
    ],
)
def test_contacts_with_bodies_that_can_move_stay_in_the_solver(attributes, joint, acceleration):
    """Accelerations of the vertices are measured, with the convex collider's default tolerances."""
    world = points("a", TRIANGLE, (0.1,) * 3) + BALL.format(attributes, joint)
    m, d = forward(*build(world, surface("a", 3, "0 1 2")))
    assert d.ncon == 1 and d.contact[0].exclude == 0 and d.nefc == 4
    assert not d.qfrc_passive.any()
    vertices = [m.joint(m.body(f"a{i}").jntadr[0] + 2).dofadr[0] for i in range(3)]
    np.testing.assert_allclose(d.qacc[vertices], acceleration, rtol=tol(1e-9))


def test_a_geom_of_a_static_body_is_static():
    world = points("a", TRIANGLE, (0.1,) * 3) + BALL.format("", "")
    _, d = forward(*build(world, surface("a", 3, "0 1 2")))
    assert d.ncon == 1 and d.contact[0].exclude == 4
    np.testing.assert_allclose(d.qacc[2::3], 1231.52709359606, rtol=tol(1e-11))


LINE = """<flexcomp name="{}" type="direct" dim="1" point="0 0 0 .3 .3 0" element="0 1" mass="{}" radius=".01"
pos="{}"><contact selfcollide="none" {}/></flexcomp>"""
RIGID = """<body name="R" pos="-.02 -.02 {}">{}<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
<flexcomp name="b" type="direct" dim="2" point="0 0 0 .3 0 0 0 .3 0" element="0 1 2" mass=".3" radius=".01"
rigid="true"><contact selfcollide="none" {}/></flexcomp></body>"""


@pytest.mark.parametrize("integrator", ["discrete", "Euler"])
def test_contacts_of_lines_and_of_rigid_flexes_keep_their_rows(integrator):
    """Measured; such flexes have no requirements, either."""
    option = f'integrator="{integrator}" solver="PGS"'
    for world in (LINE.format("b", 0.2, "0 0 .005", PASSIVE), RIGID.format(0.005, "<freejoint/>", PASSIVE)):
        text = TEXT.replace('integrator="discrete"', "")
        text = text.format(world=PLANE + world, flexes="", h=0.002, gravity=0, option=option, flag="")
        m = gelenk.MjModel.from_xml_string(text, release="4.0")
        _, d = forward(m, gelenk.MjData(m))
        assert d.ncon > 0 and d.nefc == 4 * d.ncon


def test_a_passive_flex_pushes_lines_and_rigid_flexes():
    """Measured: stiffness 0.02 RATE by the mass of the line's ends; 0.1 RATE, since the body has six dofs."""
    world = points("a", TRIANGLE, (0.1,) * 3)
    _, d = forward(*build(world + LINE.format("b", 0.04, "-.05 -.05 .015", ""), surface("a", 3, "0 1 2")))
    assert d.ncon == 1 and d.nefc == 0
    # the collider finds the distance of a line and a triangle to 1e-7 m of 5 mm
    np.testing.assert_allclose(-d.qfrc_passive[2:9:3].sum(), 0.02 * RATE * 0.005, rtol=tol(1e-4))
    _, d = forward(*build(world + RIGID.format(0.015, "<freejoint/>", ""), surface("a", 3, "0 1 2")))
    assert d.ncon == 1 and d.nefc == 0
    np.testing.assert_allclose(-d.qfrc_passive[2:9:3].sum(), 0.1 * RATE * 0.005, rtol=tol(1e-6))
    np.testing.assert_allclose(d.qfrc_passive[11], 0.1 * RATE * 0.005, rtol=tol(1e-6))


# Steps


def fall(world, steps, **more):
    m, d = build(world, gravity=-9.81, **more)
    for _ in range(steps):
        gelenk.mj_step(m, d)
    return forward(m, d)


# measured positions, velocities and accelerations of the first dofs, or of the ball
CLOTH_Q = (
    0.0206830481578,
    0.0206830481578,
    -0.0982054340096,
    0.0107935835306,
    0.00663859083583,
    -0.0642568544445,
)
CLOTH_V = (0.227618107676, 0.227618107674, 0.210916349516, -0.0039652714267, 0.111948226375, 0.0865416874224)
BALL_Q = (
    0.0103051057498,
    0.0210838700301,
    0.0560562200609,
    0.999799540193,
    -0.0194085737721,
    0.00485347356973,
    0.000794033308242,
)
BALL_V = (
    0.00839992865874,
    0.0302390075234,
    0.0748907686874,
    -0.857505790101,
    0.183287881122,
    0.0342819961825,
)
CELLS_Q = (
    0.00186289871691,
    -0.00360563217031,
    -0.00311294483953,
    -0.00226390115297,
    0.00230978761717,
    -0.00619533480575,
)
PINNED_Q = (0.236594975777, 0.00221653968118, 0.0123603630493, -0.00347428992968)
PINNED_A = (-9.7382668354, -2.97397573705, 1.04238957693, 12.6296256294)
SPHERE = '<geom size=".1" pos="0 0 -.105"/>'


@pytest.mark.parametrize("solver", ["Newton", "CG"])
def test_cloth_falls_on_a_sphere_as_measured(solver):
    _, d = fall(SPHERE + sheet("5 5 1", pos="0 0 .02", inside=ELASTIC), 80, option=f'solver="{solver}"')
    assert d.ncon == 22 and d.nefc == 0
    # rounding grows by the stiffness of contacts: 1e-11 after 80 steps
    np.testing.assert_allclose(d.qpos[:6], CLOTH_Q, rtol=0, atol=tol(1e-9))
    np.testing.assert_allclose(d.qvel[:6], CLOTH_V, rtol=0, atol=tol(1e-8))


def test_cloth_without_elasticity_comes_to_rest_on_a_plane():
    """The depth at rest is g / RATE; numerical damping takes the energy of the impact."""
    _, d = fall(PLANE + sheet(pos="0 0 .02"), 400)
    np.testing.assert_allclose(d.qpos[2::3], -0.01 - 9.81 / RATE, atol=tol(1e-11))
    assert np.abs(d.qvel).max() < 1e-9


BOTH = '<body pos=".01 .02 .08"><freejoint/><geom size=".04" mass=".2"/></body>'


def test_a_ball_on_cloth_on_a_plane_moves_as_measured():
    """Rows of the ball's contacts share the metric with the contacts of the cloth and the plane."""
    world = PLANE + sheet("5 5 1", pos="0 0 .011", inside=ELASTIC) + BOTH
    _, d = fall(world, 60)
    assert (d.ncon, d.nefc) == (28, 12)
    np.testing.assert_allclose(d.qpos[-7:], BALL_Q, rtol=0, atol=tol(1e-11))
    np.testing.assert_allclose(d.qvel[-6:], BALL_V, rtol=0, atol=tol(1e-10))
    np.testing.assert_allclose(d.efc_R[:4], 9.48275862069, rtol=tol(1e-11))


def test_cells_fall_on_a_plane_as_measured():
    inside = (
        '<elasticity young="2e4" poisson=".3" damping=".002"/><contact passive="true" selfcollide="none"/>'
    )
    world = f"""<body name="b" pos="0 0 .065" euler="5 3 0"><flexcomp name="f" type="grid" dim="3" count="3 3 3"
        spacing=".05 .05 .05" mass=".5" radius=".01" dof="trilinear">{inside}</flexcomp></body>"""
    _, d = fall(PLANE + world, 80)
    assert (d.ncon, d.nefc) == (7, 0)
    # the stiffness of cells agrees with that of 4.0.0 to 1e-9
    np.testing.assert_allclose(d.qpos[:6], CELLS_Q, rtol=0, atol=tol(1e-8))


def test_cloth_pinned_to_a_moving_body_falls_on_a_sphere_as_measured():
    inside = ELASTIC + '<pin id="0 1 2 3 4"/>'
    world = f"""<body name="b" pos="0 0 .02"><joint axis="0 1 0" pos="-.3 0 0"/>
        <geom size=".01" mass=".1" contype="0" conaffinity="0"/>{sheet("5 5 1", inside=inside)}</body>"""
    _, d = fall(SPHERE + world, 60)
    assert (d.ncon, d.nefc) == (11, 0)
    np.testing.assert_allclose(d.qpos[:4], PINNED_Q, rtol=0, atol=tol(1e-9))
    np.testing.assert_allclose(d.qacc[:4], PINNED_A, rtol=tol(1e-7))


# Metric and inverse dynamics


def metric(m, d):
    """Mh - M: the slopes of inverse dynamics by qacc, less those without springs and dampers."""

    def inverse(qacc):
        d.qacc[:] = qacc
        gelenk.mj_inverse(m, d)
        return d.qfrc_inverse.copy()

    mass = np.zeros((m.nv, m.nv))
    gelenk.mj_fullM(m, mass, d.qM)
    zero = inverse(np.zeros(m.nv))
    return np.array([inverse(e) - zero for e in np.eye(m.nv)]).T - mass


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_the_metric_is_the_slope_of_the_forces(jacobian):
    """On a plane, where normal and shares do not change."""
    world = PLANE + '<body name="b" pos="0 0 .008"><joint axis="0 1 0" pos="-.3 0 0"/>'
    world += '<geom size=".01" mass=".1" contype="0" conaffinity="0"/>'
    world += sheet("3 3 1", inside='<pin id="0 1 2"/>') + "</body>"
    m, d = forward(*build(world, option=f'jacobian="{jacobian}"'))
    assert d.ncon == 9

    def force(q):
        d.qpos[:] = q
        gelenk.mj_forward(m, d)
        return d.qfrc_passive.copy()

    step = 1e-6
    slopes = np.array([(force(step * e) - force(-step * e)) / (2 * step) for e in np.eye(m.nv)]).T
    d.qpos[:] = 0
    found = metric(*forward(m, d)) / m.opt.timestep**2
    # the slope of the hinge's row has f dJ/dq as well, which the metric omits: 2e-3 m of depth over the arm of 0.3 m
    np.testing.assert_allclose(found, -slopes, rtol=0, atol=tol(1e-2) * np.abs(slopes).max())
    np.testing.assert_allclose(found[1:, 1:], -slopes[1:, 1:], rtol=0, atol=tol(1e-7) * np.abs(slopes).max())
    np.testing.assert_allclose(found, found.T, atol=tol(1e-9) * np.abs(found).max())


@pytest.mark.parametrize("ball", ["", BOTH.replace(".08", ".053")])
def test_inverse_dynamics_inverts_the_step(ball):
    m, d = build(SPHERE + sheet("5 5 1", pos="0 0 .004", inside=ELASTIC) + ball, gravity=-9.81)
    d.qvel[:] = 0.1 * np.cos(np.arange(m.nv))
    d.qfrc_applied[:] = 0.01 * np.sin(np.arange(m.nv))
    forward(m, d)
    assert (d.nefc > 0) == bool(ball) and np.abs(d.qfrc_passive).max() > 1
    size = np.abs(d.qfrc_passive).max()
    gelenk.mj_inverse(m, d)
    np.testing.assert_allclose(d.qfrc_inverse, d.qfrc_applied, atol=tol(1e-10) * size)


def test_disabled_springs_alone_leave_the_contacts():
    """Measured: they are off only if springs and dampers are disabled."""
    world = PLANE + sheet("3 3 1", 0.9, pos="0 0 .009")
    for flag in ('spring="disable"', 'damper="disable"'):
        _, d = forward(*build(world, flag=flag))
        np.testing.assert_allclose(d.qacc[2::3], 248.756218905471, rtol=tol(1e-12))
    m, d = build(world, flag='spring="disable" damper="disable"')
    d.qvel[:] = 1.0
    forward(m, d)
    assert d.ncon == 9 and not d.qacc.any()


def test_the_energy_has_no_part_of_contacts():
    _, d = forward(*build(PLANE + sheet("3 3 1", 0.9, pos="0 0 .009"), flag='energy="enable"'))
    assert d.ncon == 9 and not d.energy.any()


def test_sleep_is_accepted_as_in_4_0():
    """The manual says that it is refused."""
    _, d = forward(*build(PLANE + sheet("3 3 1", 0.9, pos="0 0 .009"), flag='sleep="enable"'))
    np.testing.assert_allclose(d.qacc[2::3], 248.756218905471, rtol=tol(1e-12))


# Requirements


@pytest.mark.parametrize(
    ("integrator", "option", "words"),
    [
        ("Euler", "", "requires an integrator with the effective metric"),
        ("RK4", "", "requires an integrator with the effective metric"),
        ("implicit", "", "requires an integrator with the effective metric"),
        ("implicitfast", 'solver="CG"', "requires an integrator with the effective metric"),
        ("discrete", 'solver="PGS"', "PGS and noslip not yet supported"),
        ("discrete", 'noslip_iterations="2"', "PGS and noslip not yet supported"),
    ],
)
def test_unmet_requirements_are_refused_with_the_place(integrator, option, words):
    text = TEXT.replace("discrete", integrator)
    text = text.format(world=PLANE + sheet(), flexes="", h=0.002, gravity=0, option=option, flag="")
    with pytest.raises(ValueError, match=words) as caught:
        gelenk.MjModel.from_xml_string(text, release="4.0")
    assert "'f'" in str(caught.value) and "passive" in str(caught.value) and "line 2" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        (
            "integrator",
            gelenk.mjtIntegrator.mjINT_EULER,
            "passive contacts of flexes require integrator='discrete'",
        ),
        ("solver", gelenk.mjtSolver.mjSOL_PGS, "passive contacts with the solver PGS"),
        ("noslip_iterations", 3, "passive contacts with the solver PGS or with noslip_iterations"),
    ],
)
@pytest.mark.parametrize("function", [gelenk.mj_step, gelenk.mj_forward, gelenk.mj_inverse])
def test_options_that_are_changed_later_are_refused_too(name, value, words, function):
    m, d = build(PLANE + sheet(pos="0 0 .009"))
    setattr(m.opt, name, value)
    with pytest.raises(gelenk.FatalError, match=words):
        function(m, d)


@pytest.mark.parametrize("release", ["3.5", "4.0"])
def test_contacts_that_a_program_has_broken_are_refused(release):
    m, d = forward(*build(PLANE + sheet(pos="0 0 .009"), release=release))
    for function in (gelenk.mj_passive, gelenk.mj_fwdConstraint):
        function(m, d)
    d.contact.geom[0] = 10**8
    for function in (gelenk.mj_passive, gelenk.mj_fwdVelocity, gelenk.mj_fwdConstraint):
        with pytest.raises(IndexError, match=r"contact\.geom"):
            function(m, d)
