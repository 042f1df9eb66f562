"""Discrete elastic rods: flexes of dimension 1 with elasticity, in models of release 4.0.

Numbers are from the formulas, or measured on mujoco 4.0.0 where a test says so.
"""

import math
import pickle
from itertools import pairwise

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

WORLD = """<mujoco><option integrator="{integrator}" timestep=".001" gravity="0 0 0"/><worldbody>{geom}<body name="b">
<flexcomp name="r" type="direct" dim="1" mass=".4" {radius} point="{point}" element="{element}">
<elasticity young="{young}" poisson=".3" damping="{damping}" {section}/><contact selfcollide="none"/>{pin}</flexcomp>
</body></worldbody></mujoco>"""
# pinned to a body that turns
TURNING = """<mujoco><option integrator="{}" timestep=".001"/><worldbody><body name="b" pos=".1 .2 .3"
quat=".6 .1 .7 .3"><joint type="ball"/><geom size=".01" pos=".02 .03 .01" contype="0" conaffinity="0" mass="1"/>
<flexcomp name="r" type="direct" dim="1" mass=".4" element="0 1 1 2 2 3" point="0 0 0 .05 0 .01 .09 .03 .02 .1 .08 .03">
<elasticity young="1e6" poisson=".3" damping=".02" section="box" sectionsize=".004 .01"/>
<contact selfcollide="none"/>{}</flexcomp></body></worldbody></mujoco>"""
RING = """<mujoco><option integrator="{}" timestep=".001" gravity="0 0 0"/><worldbody><body name="b">
<flexcomp name="r" type="circle" dim="1" count="7 1 1" spacing=".08 1 1" radius=".008" mass=".4">
<elasticity young="1e6" poisson=".3" damping=".02"/><contact selfcollide="none"/></flexcomp></body></worldbody>
</mujoco>"""
BOX = 'section="box" sectionsize=".01 .004"'
TALL = 'section="box" sectionsize=".004 .01"'
STRAIGHT = [[0.1 * i, 0, 0] for i in range(5)]
HELIX = [[0.1 * math.cos(0.5 * i), 0.1 * math.sin(0.5 * i), 0.025 * i] for i in range(5)]


def load(text, release="4.0"):
    m = gelenk.MjModel.from_xml_string(text, release=release)
    return m, gelenk.MjData(m)


def rod(
    points, section="", damping=0, pin="", integrator="Euler", release="4.0", radius="", geom="", young="1e6"
):
    chain = " ".join(f"{i} {i + 1}" for i in range(len(points) - 1))
    text = WORLD.format(
        integrator=integrator,
        young=young,
        radius=radius or ("" if section else 'radius=".008"'),
        point=" ".join(map(repr, np.ravel(points).astype(float).tolist())),
        element=chain,
        damping=damping,
        section=section,
        pin=f'<pin id="{pin}"/>' if pin else "",
        geom=geom,
    )
    return load(text, release)


def records(m):
    """The records of the only flex: v0 v1 v2 -1 k1 k2-k1 |kb0| joint kt b."""
    return m.flex_bending[m.flex_bending[:, 0] != m.flex_bending[:, 1], :10]


# ---- what flexcomp makes


@pytest.mark.parametrize(
    ("pin", "joints", "nv"),
    [
        ("", "r_twist_0 r_twist_1 r_twist_2 r_twist", 19),
        ("0", "r_twist_0 r_twist_1 r_twist_2 r_twist", 16),
        ("0 1", "r_twist_1 r_twist_2 r_twist", 12),
        ("3 4", "r_twist_0 r_twist_1 r_twist_2", 12),
        ("0 1 3 4", "r_twist_1 r_twist_2", 5),
        ("0 1 2 3 4", "", 0),
    ],
)
def test_edges_have_hinges_unless_they_are_clamped(pin, joints, nv):
    m, _ = rod(STRAIGHT, pin=pin)
    names = [m.joint(j).name for j in range(m.njnt) if m.joint(j).name]
    assert names == joints.split() and m.nv == nv
    assert m.nplastic == (27 if joints else 0)
    for name in names:
        body = m.body(name)
        assert body.parentid[0] == 0 and body.mass[0] == 1e-9
        np.testing.assert_allclose(body.inertia, 0.5 * 0.1 * 0.008**2, rtol=tol(1e-14))


def test_sections_have_the_stiffness_of_beams():
    k = records(rod(STRAIGHT)[0])[0]
    np.testing.assert_allclose(k[4], 1e6 * math.pi * 0.008**4 / 4 / 0.2, rtol=tol(1e-12))
    np.testing.assert_allclose(k[8], 1e6 / 2.6 * math.pi * 0.008**4 / 2 / 0.2, rtol=tol(1e-12))
    m, _ = rod(STRAIGHT, BOX + ' shear="3e5"')
    k = records(m)[0]
    np.testing.assert_allclose(k[4], 1e6 * 0.02 * 0.008**3 / 12 / 0.2, rtol=tol(1e-12))
    np.testing.assert_allclose(k[4] + k[5], 1e6 * 0.008 * 0.02**3 / 12 / 0.2, rtol=tol(1e-12))
    # the torsion constant of a rectangle with sides 5 : 2 is 0.2494 a b^3 (Timoshenko), the formula has 4 digits
    np.testing.assert_allclose(k[8], 3e5 * 0.2494 * 0.02 * 0.008**3 / 0.2, rtol=tol(1e-3))
    assert m.flex_radius[0] == 0.004
    assert k[9] == 0.004 and records(rod(STRAIGHT, TALL)[0])[0, 9] == -0.004


def test_records_are_those_of_the_release():
    m, _ = load(TURNING.format("Euler", '<pin id="0 1"/>'))
    measured = [
        [0, 1, 2, -1, 0.0083676218, 0.0439300143, 0.6523280731, 7, 0.0096361223, -0.004],
        [1, 2, 3, -1, 0.0082886749, 0.0435155433, 0.7475230271, 8, 0.0095452074, -0.004],
    ]
    np.testing.assert_allclose(records(m), measured, rtol=0, atol=tol(1e-10))
    m, _ = load(RING.format("Euler"))
    pair = [0.0100530965, 0.0100530965, 1.1547005384, 1.1547005384, 0.0154663023, 0]
    vertices = [(5, 0, 1, 2), (0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 0), (1, 0, 5, 4)]
    np.testing.assert_allclose(records(m), [[*v, *pair] for v in vertices], rtol=0, atol=tol(1e-10))
    assert m.nplastic == 0 and m.nv == 18


# ---- forces


def test_a_twisted_rod_carries_the_torque_of_its_torsion_constant():
    m, d = rod(STRAIGHT, pin="0 1")
    d.qpos[-3:] = 0.1, 0.2, 0.3
    gelenk.mj_forward(m, d)
    torque = 1e6 / 2.6 * math.pi * 0.008**4 / 2 * 0.1 / 0.1  # G J times the angle per length
    np.testing.assert_allclose(d.qfrc_spring[-3:], [0, 0, -torque], rtol=0, atol=tol(1e-14))


@pytest.mark.parametrize("section", ["", BOX])
def test_an_arc_has_the_bending_moment_of_a_beam(section):
    m, d = rod([[0.02 * i, 0, 0] for i in range(40)], section)
    curvature, h = 2.0, 1e-6

    def arc(k):
        angle = 0.02 * k * (np.arange(39) + 0.5)
        # in the plane in which the weak axis of the box, y, is the axis of bending
        steps = 0.02 * np.column_stack([np.cos(angle), 0 * angle, np.sin(angle)])
        return np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])

    d.qpos[:120] = (arc(curvature) - arc(0.0)).ravel()
    gelenk.mj_forward(m, d)
    power = d.qfrc_spring[:120] @ ((arc(curvature + h) - arc(curvature - h)).ravel() / (2 * h))
    inertia = 0.02 * 0.008**3 / 12 if section else math.pi * 0.008**4 / 4
    # 38 vertices with 0.02 m each; 2 tan(bend / 2) for the bend of 0.04 rad is off by bend^2 / 3
    np.testing.assert_allclose(power, -1e6 * inertia * curvature * 38 * 0.02, rtol=tol(1e-3))


def transport(a, b, u):
    c, axis = a @ b, np.cross(a, b)
    return u * c + np.cross(axis, u) + axis * (axis @ u) / (1 + c)


def energy(m, d, qpos):
    """Bending and twist of a free rod with the frames in d.plastic: the energy of Bergou et al. 2010."""
    rest = gelenk.MjData(m)
    gelenk.mj_forward(m, rest)
    n = m.nflexedge
    d.qpos[:] = qpos
    gelenk.mj_kinematics(m, d)
    gelenk.mj_comPos(m, d)
    gelenk.mj_flex(m, d)
    tangents, binormals = [], []
    for x in (rest.flexvert_xpos, d.flexvert_xpos):
        t = np.diff(x, axis=0)
        t = t / np.linalg.norm(t, axis=1)[:, None]
        tangents.append(t)
        binormals.append([2 * np.cross(t[i], t[i + 1]) / (1 + t[i] @ t[i + 1]) for i in range(n - 1)])
    t0, t = tangents
    y = np.eye(3)[1 if abs(t0[0, 1]) < 0.5 else 2]
    u0 = [y - t0[0] * (t0[0] @ y)]
    u0[0] = u0[0] / np.linalg.norm(u0[0])
    if records(m)[0, 9] < 0:
        u0[0] = np.cross(t0[0], u0[0])
    for a, b in pairwise(t0):
        u0.append(transport(a, b, u0[-1]))
    old = d.plastic[: 6 * n].reshape(n, 6)
    u = [transport(old[j, :3], t[j], old[j, 3:]) for j in range(n)]
    theta = d.qpos[-n:]
    total = 0.0
    for i, record in enumerate(records(m)):
        k, kt = (record[4], record[4] + record[5]), record[8]
        for j in (i, i + 1):
            v, v0 = np.cross(t[j], u[j]), np.cross(t0[j], u0[j])
            c, s = math.cos(theta[j]), math.sin(theta[j])
            for stiffness, axis, at_rest in ((k[0], c * u[j] + s * v, u0[j]), (k[1], c * v - s * u[j], v0)):
                total += 0.5 * stiffness * (binormals[1][i] @ axis - binormals[0][i] @ at_rest) ** 2
        w = transport(t[i], t[i + 1], u[i])
        r = math.atan2(np.cross(w, u[i + 1]) @ t[i + 1], w @ u[i + 1])
        total += kt * (theta[i + 1] - theta[i] + r) ** 2
    return total


@pytest.mark.parametrize("section", ["", BOX, TALL])
@pytest.mark.parametrize("points", [STRAIGHT, HELIX])
def test_forces_are_the_slopes_of_the_energy(points, section):
    m, d = rod(points, section)
    rng = np.random.default_rng(0)
    d.qpos[:15] += 0.01 * rng.normal(size=15)
    d.qpos[15:] += 0.3 * rng.normal(size=4)
    d.qvel[:] = rng.normal(size=m.nv)
    gelenk.mj_step(m, d)  # frames are now behind the positions, so that their turns count
    kept = d.qpos.copy()
    gelenk.mj_forward(m, d)
    force = d.qfrc_spring.copy()
    h = 1e-6
    slopes = [(energy(m, d, kept + h * e) - energy(m, d, kept - h * e)) / (2 * h) for e in np.eye(m.nq)]
    # central differences: 1e-16 times an energy of 0.1 over the step
    np.testing.assert_allclose(-np.array(slopes), force, rtol=0, atol=tol(2e-8))


@pytest.mark.parametrize("section", ["", BOX])
def test_damping_leaves_rigid_motion_alone(section):
    m, d = rod(HELIX, section, damping=0.1)
    gelenk.mj_forward(m, d)
    spin, x = np.array([1.0, -2.0, 0.5]), d.flexvert_xpos
    d.qvel[:15] = (np.cross(spin, x) + [0.3, 0.1, -0.2]).ravel()
    # a curved rod turns about its tangents, too
    t = np.diff(x, axis=0)
    d.qvel[15:] = (t / np.linalg.norm(t, axis=1)[:, None]) @ spin
    gelenk.mj_forward(m, d)
    assert np.abs(d.qfrc_damper).max() < tol(1e-12)
    d.qvel[4] += 1.0
    gelenk.mj_forward(m, d)
    assert np.abs(d.qfrc_damper).max() > 0.01


def test_a_coil_is_at_rest_as_compiled():
    for m, d in (rod(HELIX), rod(HELIX, BOX), load(RING.format("Euler"))):
        gelenk.mj_forward(m, d)
        np.testing.assert_allclose(d.qfrc_spring, 0, rtol=0, atol=tol(1e-14))


def test_a_cable_hung_by_both_hands_balances_its_bodies():
    # forces on vertices and moments of clamped edges: their sum acts on the body that holds the rod
    m, d = load(TURNING.format("Euler", '<pin id="0 1 2 3"/>'))
    assert m.nv == 3 and m.nplastic == 0
    m, d = load(TURNING.format("Euler", '<pin id="0 1"/>'))
    d.qpos[4:] += 0.01 * np.arange(8)
    gelenk.mj_forward(m, d)
    # about the center of the ball joint, in world axes: torque on the rod's free vertices and hinges is the reaction
    turn = np.zeros((3, m.nv))
    gelenk.mj_jac(m, d, None, turn, np.zeros(3), 1)
    assert np.abs(d.qfrc_spring[:3]).max() > 1e-4  # the body feels bending and twist


# ---- steps, as measured on mujoco 4.0.0

MEASURED = {
    ("Euler", "0 1"): [
        0.9995148094,
        -0.0051389355,
        -0.0029538574,
        -0.0305779627,
        -0.0069897977,
        -0.0015164109,
    ]
    + [0.0007325158, 0.0006164896, 0.0122013368, 0.0123450894, 0.0206135122, -0.0048302255],
    ("Euler", "2 3"): [0.9981513506, -0.0274461555, -0.0366981733, -0.03992285, -0.0060170018, -0.0051929152]
    + [0.0006452996, 0.007191136, 0.008608744, 0.0080146799, -0.1160523095, -0.0916992295],
    ("RK4", "0 1"): [0.9995475848, -0.0053945321, -0.0032079303, -0.0294148585, -0.0070362973, -0.0016480124]
    + [0.0006938857, 0.0007587992, 0.0120124333, 0.0123301481, 0.020732251, -0.0034774506],
    ("discrete", "0 1"): [
        0.9995117253,
        -0.0052925571,
        -0.0031751196,
        -0.0306303508,
        -0.0069876885,
        -0.0015176467,
    ]
    + [0.0007149247, 0.0006316585, 0.0122007821, 0.0123173084, 0.0191778106, -0.0043944887],
    ("discrete", "2 3"): [
        0.9979575765,
        -0.0292891163,
        -0.0395384889,
        -0.0407373427,
        -0.0060161779,
        -0.0051792153,
    ]
    + [0.0007095188, 0.0073124881, 0.0086090112, 0.0076143442, -0.1072045686, -0.0881701415],
}


@pytest.mark.parametrize(("integrator", "pin"), MEASURED)
def test_clamped_rods_move_as_measured(integrator, pin):
    m, d = load(TURNING.format(integrator, f'<pin id="{pin}"/>'))
    d.qvel[:] = np.linspace(-1, 1, m.nv)
    for _ in range(20):
        gelenk.mj_step(m, d)
    # ten digits were written down; the solver of discrete ends at 1e-8
    np.testing.assert_allclose(d.qpos, MEASURED[integrator, pin], rtol=0, atol=tol(2e-9))
    t = d.plastic[:18].reshape(3, 6)
    np.testing.assert_allclose(np.einsum("ij,ij->i", t[:, :3], t[:, 3:]), 0, rtol=0, atol=tol(1e-12))


@pytest.mark.parametrize("shape", ["straight", "ring"])
def test_discrete_holds_stiff_rods_at_any_time_step(shape):
    if shape == "ring":
        m, d = load(RING.format("discrete").replace("1e6", "1e10"))
    else:
        m, d = rod(STRAIGHT, integrator="discrete", young="1e10")
    m.opt.timestep = 0.02
    d.qvel[:] = 0.05 * np.cos(np.arange(m.nv))
    for _ in range(20):
        gelenk.mj_step(m, d)
    assert np.abs(d.qvel).max() < 0.2 and d.warning[gelenk.mjtWarning.mjWARN_BADQACC].number == 0


def test_frames_are_state():
    m, d = rod(HELIX, BOX)
    d.qvel[:] = np.sin(np.arange(m.nv))
    for _ in range(10):
        gelenk.mj_step(m, d)
    spec = int(gelenk.mjtState.mjSTATE_INTEGRATION) | int(gelenk.mjtState.mjSTATE_PLASTIC)
    state = np.zeros(gelenk.mj_stateSize(m, spec))
    gelenk.mj_getState(m, d, state, spec)
    other = gelenk.MjData(m)
    gelenk.mj_setState(m, other, state, spec)
    copied = pickle.loads(pickle.dumps(d))
    for each in (d, other, copied):
        for _ in range(10):
            gelenk.mj_step(m, each)
    np.testing.assert_array_equal(other.qpos, d.qpos)
    np.testing.assert_array_equal(copied.plastic, d.plastic)
    gelenk.mj_resetData(m, d)
    np.testing.assert_array_equal(d.plastic, 0)


def test_the_surface_of_a_rod_in_contact_turns_with_its_edge():
    m, d = rod(
        [[0, 0, 0.01], [0.1, 0, 0.01]] + [[0.2, 0, 0.03]],
        radius='radius=".011"',
        geom='<geom type="plane" size="1 1 1"/>',
    )
    gelenk.mj_forward(m, d)
    assert d.ncon == 2
    rows = np.zeros((d.nefc, m.nv))
    velocity = np.zeros(d.nefc)
    for i in range(m.nv):
        unit = np.zeros(m.nv)
        unit[i] = 1
        gelenk.mj_mulJacVec(m, d, velocity, unit)
        rows[:, i] = velocity
    # pyramid: normal + mu times the tangents; vertex 0 lies on edge 0, whose hinge is dof 9
    tangents = 0.5 * (rows[0:4:2] - rows[1:4:2])
    np.testing.assert_allclose(np.abs(tangents[:, 9]), [0.011, 0], rtol=0, atol=tol(1e-12))
    assert np.all(rows[:4, 10] == 0)


# ---- what is refused, and what earlier releases do


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"section": 'shear="-1"'}, "shear"),
        ({"section": 'section="box"'}, "positive sectionsize"),
        ({"section": 'section="box" sectionsize="nan .01"'}, "sectionsize"),
        ({"section": 'section="box" sectionsize=".01 .004"', "radius": 'radius=".007"'}, "radius"),
        ({"radius": 'radius="0"'}, "positive radius"),
        ({"integrator": "implicitfast"}, "integrator='discrete'"),
        (
            {"points": [[0, 0, 0], [0.1, 0, 0], [0.1, 0, 0], [0.2, 0, 0]]},
            "degenerate 1D flex hinge at vertex 1",
        ),
        (
            {"points": [[0, 0, 0], [0.1, 0, 0], [0, 0, 0], [0.2, 0, 0]]},
            "degenerate 1D flex hinge at vertex 1",
        ),
        ({"points": STRAIGHT[:2], "section": BOX}, "open chain"),
        ({"section": 'section="round"'}, "section"),
    ],
)
def test_wrong_rods_are_refused(change, message):
    with pytest.raises((gelenk.Error, ValueError), match=message):
        rod(**{"points": STRAIGHT, **change})


def test_a_raw_flex_binds_hinges_by_name_and_box_sections_need_them():
    bodies = "".join(
        f'<body name="{i}" pos="{0.1 * i} 0 0"><freejoint/><geom size=".01"/></body>' for i in range(3)
    )
    hinges = "".join(
        f'<body name="{name}"><joint name="{name}" axis="1 0 0"/><geom size=".01"/></body>'
        for name in ("r_twist_0", "r_twist")
    )
    flex = (
        '<deformable><flex name="r" dim="1" radius=".01" body="0 1 2" element="0 1 1 2"><elasticity young="1e6" {}/>'
        "</flex></deformable>"
    )
    m, _ = load(f"<mujoco><worldbody>{bodies}{hinges}</worldbody>{flex.format('')}</mujoco>")
    assert m.nplastic == 13 and records(m)[0, 7] == m.joint("r_twist").id
    m, _ = load(f"<mujoco><worldbody>{bodies}</worldbody>{flex.format('')}</mujoco>")
    assert m.nplastic == 0 and records(m)[0, 7] == -1
    box = flex.format('section="box" sectionsize=".01 .02"')
    with pytest.raises((gelenk.Error, ValueError), match="twist joints"):
        load(f"<mujoco><worldbody>{bodies}</worldbody>{box}</mujoco>")


def test_garbage_in_the_records_is_left_out():
    m, d = rod(HELIX, integrator="discrete")
    for value in (np.nan, -7.0, 1e300, np.inf):
        m.flex_bending[:, :4] = value
        gelenk.mj_forward(m, d)
        np.testing.assert_array_equal(d.qfrc_spring, 0)


def test_earlier_releases_have_no_rods():
    m, d = rod(STRAIGHT, integrator="implicit", release="3.5")
    assert m.nv == 15 and m.nplastic == 0 and not m.flex_bending.any()
    d.qpos[4] = 0.01
    gelenk.mj_forward(m, d)
    np.testing.assert_array_equal(d.qfrc_spring, 0)


def test_a_rod_with_constrained_edges_that_is_at_rest_has_smooth_accelerations():
    """The solver starts at its minimum, and smooth accelerations of twists need its factor."""
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><option integrator="discrete"/><worldbody><body name="b" pos="0 0 .3">
        <flexcomp name="r" radius=".007" mass=".3" type="grid" dim="1" count="6 1 1" spacing=".08 .1 .1">
        <edge equality="true"/><elasticity young="1.3e6" poisson=".37" damping=".015"/>
        <contact selfcollide="none"/><pin id="0"/></flexcomp></body></worldbody></mujoco>""",
        release="4.0",
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    assert d.nefc == 5 and m.nv == 20  # five edges, and five twists after the positions
    np.testing.assert_array_equal(d.qacc_smooth[15:], 0.0)
    np.testing.assert_allclose(d.efc_b, 0.0, atol=tol(1e-9))
