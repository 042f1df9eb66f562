"""Exact derivatives of contacts that the convex collider, height fields and distance fields find.

The derivative holds the pair of features (vertex, edge, face, curved part) that touch. Central differences show that
the features stay within eps: beyond it their error falls as eps^2 no more, and the test fails.
"""

import itertools

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients
from gelenk.tables.stages import INDEX
from gelenk.toolchain import library
from tests.support.derivatives import by_position, converge, falls_as_square, off, position_errors, transition
from tests.support.tolerance import tol

SHAPES = {
    "sphere": 'type="sphere" size=".1"',
    "capsule": 'type="capsule" size=".06 .1"',
    "ellipsoid": 'type="ellipsoid" size=".08 .12 .1"',
    "cylinder": 'type="cylinder" size=".09 .1"',
    "box": 'type="box" size=".08 .12 .1"',
    "mesh": 'type="mesh" mesh="lump"',
    "box_of_mesh": 'type="mesh" mesh="box"',
    "prism": 'type="mesh" mesh="prism"',
    "sdf": 'type="sdf" mesh="lump"',
    "hills": 'type="hfield" hfield="hills"',
    "plain": 'type="hfield" hfield="plain"',
    "plane": 'type="plane" size="1 1 1"',
}
CURVED = {"ellipsoid", "cylinder"}
CORNERS = " ".join(f"{x} {y} {z}" for x in (-0.08, 0.08) for y in (-0.12, 0.12) for z in (-0.1, 0.1))
HILLS = "0 .1 .2 .1 0 .3 .1 .2 .3 .1 .5 .2 .1 .9 .3 .2 .5 .1 .1 .7 .3 .2 .1 .6 .7 .1 .1 .2 .9 .1 .4 .2 .3 .1 .6 .5"
# the collider stops at a tolerance of less than 1e-8 only where Newton's method has made the result exact
WORLD = """<mujoco><option gravity="0 0 0" ccd_tolerance="{tolerance}" ccd_iterations="200">{flag}</option><asset>
<mesh name="lump" vertex="-.1 -.1 -.1 .12 -.1 -.1 0 .13 -.1 .01 .02 .15 .05 .09 -.12"/>
<mesh name="box" vertex="{box}"/>
<mesh name="prism" vertex="-.1 -.1 -.1 .12 -.1 -.1 0 .13 -.1 -.08 -.1 .1 .09 -.1 .1 0 .11 .1"/>
<hfield name="hills" nrow="6" ncol="6" size=".5 .4 .1 .1" elevation="{hills}"/>
<hfield name="plain" nrow="6" ncol="6" size=".5 .4 .1 .1" elevation="{plain}"/></asset><worldbody>
<body><freejoint/><geom {first} margin="{margin}" mass="1"/></body>
<body pos="0 0 1"><freejoint/><geom {second} margin="{margin}" mass="1"/></body></worldbody></mujoco>"""
FIELDS = ("efc_pos", "efc_J", "qacc")
EPSILONS = (1e-4, 1e-5, 1e-6)
KINDS = ("sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh")
# curved geoms on edges of meshes are not solved exactly by the collider itself: see the boxes made of meshes
PAIRS = [
    pair
    for pair in itertools.combinations_with_replacement(KINDS, 2)
    if not (pair[0] in CURVED and pair[1] == "mesh")
]


def scene(first, second, margin=0.0, tolerance=1e-10, flag="", release=None):
    text = WORLD.format(
        first=SHAPES[first],
        second=SHAPES[second],
        margin=margin,
        tolerance=tolerance,
        flag=flag,
        box=CORNERS,
        hills=HILLS,
        plain="0 " * 35 + ".0001",
    )
    return converge(mujoco.MjModel.from_xml_string(text, **({"release": release} if release else {})))


def random_quat(rng, size=1.0):
    q = np.array([1.0, 0, 0, 0]) * (size < 1) + size * rng.normal(size=4)
    return q / np.linalg.norm(q)


def apart_by(m, rng, dist):
    """Data with the two geoms at random orientations, at a signed distance."""
    d = mujoco.MjData(m)
    quats = random_quat(rng), random_quat(rng)
    direction = rng.normal(size=3)
    direction /= np.linalg.norm(direction)
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        d.qpos[:] = (0, 0, 0, *quats[0], *(middle * direction), *quats[1])
        mujoco.mj_kinematics(m, d)
        low, high = (low, middle) if mujoco.mj_geomDistance(m, d, 0, 1, 1.0, None) > dist else (middle, high)
    d.qvel[:] = 0.1 * rng.normal(size=m.nv)
    mujoco.mj_forward(m, d)
    return d


def resting(m, rng, height, tilt):
    """Data with the second geom above the first, both nearly upright."""
    d = mujoco.MjData(m)
    place = 0.03 * rng.normal(size=2)
    d.qpos[:] = (0, 0, 0, *random_quat(rng, tilt), *place, height, *random_quat(rng, tilt))
    d.qvel[:] = 0.1 * rng.normal(size=m.nv)
    mujoco.mj_forward(m, d)
    return d


def sunk_into(m, quat, place, depth):
    """Data with the second geom lowered into the first."""
    d = mujoco.MjData(m)
    low, high = -0.2, 0.6
    for _ in range(40):
        middle = 0.5 * (low + high)
        d.qpos[:] = (0, 0, 0, 1, 0.01, -0.02, 0.03, *place, middle, *quat)
        mujoco.mj_normalizeQuat(m, d.qpos)
        mujoco.mj_forward(m, d)
        low, high = (middle, high) if d.ncon else (low, middle)
    d.qpos[9] = low - depth
    d.qvel[:] = 0.1
    mujoco.mj_forward(m, d)
    return d


@pytest.mark.parametrize("dist, margin", [(-0.01, 0), (-0.003, 0), (0.005, 0.005)])
@pytest.mark.parametrize("first, second", PAIRS)
def test_pairs_of_shapes(first, second, dist, margin):
    m = scene(first, second, margin)
    d = apart_by(m, np.random.default_rng(1), dist)
    assert d.ncon >= 1
    if {first, second} & CURVED:  # Newton's method of the collider leaves 1e-11 in the normal, over eps
        errors = position_errors(m, d, FIELDS, EPSILONS[:2])
        assert falls_as_square(errors, tol(2e-6)), errors
    else:
        errors = position_errors(m, d, FIELDS, EPSILONS)
        assert falls_as_square(errors), errors


@pytest.mark.parametrize("tolerance", [1e-10, 1e-6])
@pytest.mark.parametrize("first", ["ellipsoid", "cylinder"])
def test_a_box_made_of_a_mesh_has_the_derivatives_of_a_box(first, tolerance):
    """Edges of meshes against curved geoms: the collider's normal is off by up to 1e-3, the derivative is not."""
    box, mesh = scene(first, "box"), scene(first, "box_of_mesh", tolerance=tolerance)
    rng = np.random.default_rng(1)
    for k in range(8):
        d = apart_by(box, rng, -0.01 if k % 2 else -0.002)
        same = mujoco.MjData(mesh)
        same.qpos[:] = d.qpos
        mujoco.mj_forward(mesh, same)
        fields = ("efc_pos", "efc_J")
        exact, found = (gradients.jacobian(*one, of=fields, by="qpos") for one in ((box, d), (mesh, same)))
        # vertices of meshes have single precision; efc_J' is multiplied by the normal that the collider has found
        assert off(found["efc_pos", "qpos"], exact["efc_pos", "qpos"]) < tol(1e-6)
        assert off(found["efc_J", "qpos"], exact["efc_J", "qpos"]) < tol(1e-4 if tolerance < 1e-8 else 2e-2)


@pytest.mark.parametrize(
    "first, second", [("ellipsoid", "box"), ("cylinder", "capsule"), ("capsule", "mesh")]
)
def test_the_tolerance_of_the_collider_is_not_in_the_derivative_of_distances(first, second):
    exact, usual = scene(first, second), scene(first, second, tolerance=1e-6)
    d = apart_by(exact, np.random.default_rng(2), -0.01)
    J, K = (gradients.jacobian(m, d, of="efc_pos", by="qpos")["efc_pos", "qpos"] for m in (exact, usual))
    assert off(K, J) < tol(1e-9)


MULTICCD = '<flag multiccd="enable"/>'


FLAT = [("box", "box_of_mesh"), ("box_of_mesh", "box_of_mesh"), ("prism", "box_of_mesh"), ("box", "prism")]
CAPS = [("cylinder", "box"), ("cylinder", "cylinder")]
# with the flag of 3.5, tilted caps touch at rims that nearly face each other, where normals are off by 1e-9
RESTING = [
    (*pair, release, flag) for pair in FLAT for release, flag in (("3.5", ""), ("3.5", MULTICCD), ("4.0", ""))
]
RESTING += [(*pair, release, "") for pair in CAPS for release in ("3.5", "4.0")]


@pytest.mark.parametrize("margin", [0, 0.01])
@pytest.mark.parametrize("first, second, release, flag", RESTING)
def test_several_contacts_of_faces(first, second, release, flag, margin):
    m = scene(first, second, margin, flag=flag, release=release)
    rng, most = np.random.default_rng(3), 0
    for _ in range(4):
        d = resting(m, rng, 0.197, 1e-3)
        if (
            by_position(m, d, FIELDS, 1e-5) is None
        ):  # a corner of the clipped polygon comes or goes within eps
            continue
        errors = position_errors(m, d, FIELDS, (1e-5, 1e-6))
        if max(errors) < 0.1:  # else contacts change places: other four corners span the largest area
            assert falls_as_square(errors), errors
            most = max(most, d.ncon)
    assert most > 1


@pytest.mark.parametrize("field", ["hills", "plain"])
@pytest.mark.parametrize("margin", [0, 0.004])
@pytest.mark.parametrize("second", ["sphere", "capsule", "box", "mesh"])
def test_height_fields(field, second, margin):
    m = scene(field, second, margin)
    rng = np.random.default_rng(0)
    quat = random_quat(rng) if field == "hills" else np.array([1, 0, 0, 0.3]) / np.hypot(1, 0.3)
    d = sunk_into(m, quat, 0.1 * rng.normal(size=2), 0.004)
    assert d.ncon >= 1
    errors = position_errors(m, d, FIELDS, (1e-5, 1e-6))
    assert falls_as_square(errors, tol(3e-6)), (
        errors
    )  # normals have the rounding of points over a small distance


@pytest.mark.parametrize("second", ["ellipsoid", "cylinder"])
def test_curved_geoms_on_height_fields_have_the_derivatives_of_their_distance(second):
    """The collider's normals on edges of prisms are not exact, so only distances have smooth differences."""
    m = scene("hills", second)
    d = sunk_into(m, random_quat(np.random.default_rng(0)), (0.02, -0.03), 0.004)
    J = gradients.jacobian(m, d, of="efc_pos", by="qpos")["efc_pos", "qpos"]
    assert off(J, by_position(m, d, ("efc_pos",), 1e-4)["efc_pos"]) < tol(
        1e-6
    )  # 1e-10 of the collider over eps


@pytest.mark.parametrize("other", ["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"])
def test_distance_fields(other):
    """Contacts are ends of a descent of a few steps, whose derivative is that of the steps."""
    order = (other, "sdf")
    m = scene(*order)
    d = mujoco.MjData(m)
    rng = np.random.default_rng(4)
    d.qpos[:] = (0, 0, 0, *random_quat(rng), 0.02, 0.03, 0.3, *random_quat(rng))
    for _ in range(300):
        d.qpos[9] -= 1e-3
        mujoco.mj_forward(m, d)
        if d.ncon and d.contact.dist.min() < -2e-3:
            break
    assert d.ncon
    errors = position_errors(
        m, d, FIELDS, (1e-7, 1e-8)
    )  # steps are halved at places that are close to each other
    assert min(errors) < tol(2e-7), errors


@pytest.mark.parametrize("release", ["3.5", "4.0"])
def test_meshes_on_a_plane(release):
    m = mujoco.MjModel.from_xml_string(
        '<mujoco><asset><mesh name="m" vertex="-.1 -.1 -.1 .12 -.1 -.1 0 .13 -.1 .01 .02 .15 .05 .09 -.12"/></asset>'
        '<worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .105"><freejoint/><geom type="mesh" mesh="m"/>'
        "</body></worldbody></mujoco>",
        release=release,
    )
    d = mujoco.MjData(converge(m))
    mujoco.mj_step(m, d, nstep=60)
    assert d.ncon == 3
    A = gradients.jacobian(m, d).A
    errors = [off(A, transition(m, d, eps)[0]) for eps in (1e-5, 1e-6, 1e-7)]
    assert falls_as_square(errors), errors


def by_field(m, start, array, fields, eps):
    """Central differences of fields of mj_forward by the elements of a field of the model."""
    columns, kept = {name: [] for name in fields}, array.copy()
    for place in np.ndindex(*array.shape):
        sides = []
        for sign in (1, -1):
            array[place] = kept[place] + sign * eps
            d = mujoco.MjData(m)
            mujoco.mj_copyData(d, m, start)
            mujoco.mj_forward(m, d)
            sides.append(d)
            array[place] = kept[place]
        for name, column in columns.items():
            above, below = (np.array(getattr(d, name)).ravel() for d in sides)
            column.append((above - below) / (2 * eps))
    return {name: np.array(column).T for name, column in columns.items()}


@pytest.mark.parametrize(
    "first, second, field",
    [
        ("ellipsoid", "cylinder", "geom_size"),
        ("capsule", "ellipsoid", "geom_size"),
        ("cylinder", "box", "geom_size"),
        ("box", "mesh", "geom_size"),
        ("mesh", "mesh", "geom_pos"),
        ("hills", "box", "hfield_size"),
    ],
)
def test_parameters_of_shapes(first, second, field):
    m = scene(first, second)
    rng = np.random.default_rng(5)
    if field == "hfield_size":
        d = sunk_into(m, random_quat(rng), (0.1, 0.05), 0.004)
    else:
        d = apart_by(m, rng, -0.01)
    fields, array = ("efc_pos", "efc_J"), getattr(m, field)
    J = gradients.jacobian(m, d, of=fields, by=field)
    errors = []
    for eps in (1e-5, 1e-6):
        found = by_field(m, d, array, fields, eps)
        errors.append(max(off(J[name, field].reshape(-1, array.size), found[name]) for name in fields))
    # 1e-11 in the normal of curved shapes, over eps
    assert falls_as_square(errors, tol(2e-5)), errors


@pytest.mark.parametrize("first, second", [("ellipsoid", "box"), ("box", "mesh")])
def test_a_rule_that_is_lost_shows(first, second):
    """Negative control: with the convex collider as it stands in place of its rule, the derivatives are wrong."""
    m = scene(first, second)
    d = apart_by(m, np.random.default_rng(1), -0.01)
    exact = gradients.jacobian(m, d, of=FIELDS, by="qpos")
    (work,) = m.__dict__["_tangents_state"]
    work.table.addresses[INDEX["solve_sides"]] = library.TABLE[INDEX["solve_sides"]]
    wrong = gradients.jacobian(m, d, of=FIELDS, by="qpos")
    assert all(off(wrong[name, "qpos"], exact[name, "qpos"]) > 1e-2 for name in FIELDS)


def test_portal_refinement_is_refused_by_name():
    m = scene("ellipsoid", "box", flag='<flag nativeccd="disable"/>')
    d = apart_by(m, np.random.default_rng(1), -0.01)
    assert d.ncon == 1
    with pytest.raises(gradients.Unsupported, match=r'contacts of ellipsoid and box .* nativeccd="disable"'):
        gradients.jacobian(m, d)
