"""Orientations, frames, masses, the tree and its sparse matrices, names, and errors of the compiler."""

import math

import numpy as np
import pytest

from gelenk.algebra.vec import mul_quat, quat_to_mat, rotate
from gelenk.errors import Error
from gelenk.modeling.compiler import element_frames
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.compile import build_columns
from gelenk.modeling.compiler.spec_columns import hash_map, hash_name
from gelenk.modeling.compiler.tree import bodies_depth_first
from gelenk.modeling.mjcf.read import from_string
from gelenk.tables.enums import mjtObj
from tests.support.tables import with_tables
from tests.support.tolerance import tol


def compiled(world, settings=""):
    build = Build(from_string(f"<mujoco>{settings}<worldbody>{world}</worldbody></mujoco>"))
    build_columns(build)
    return with_tables(build)


def array(build, name):
    return np.array(build.arrays[name], float)


def matrix(quat):
    return np.array(quat_to_mat(tuple(quat))).reshape(3, 3)


def random_quat(rng):
    return element_frames.normalize_or_identity(tuple(rng.normal(size=4).tolist()))


# ---- orientations and frames


@pytest.mark.parametrize(
    "form",
    [
        'axisangle="0 0 2 90"',
        'euler="0 0 90"',
        'xyaxes="0 3 0 -1 1 0"',
        'quat="2 0 0 2"',
    ],
)
def test_every_form_of_a_quarter_turn_about_z_is_the_same_rotation(form):
    quat = array(compiled(f'<geom size="1" {form}/>'), "geom_quat")[0]
    np.testing.assert_allclose(quat, [math.sqrt(0.5), 0, 0, math.sqrt(0.5)], atol=tol(1e-15))


@pytest.mark.parametrize("axis", [(1, 2, 3), (0, 0, -1), (1e-9, 0, -1), (0, 0, 1), (-3, 0, 0.1)])
def test_zaxis_is_the_smallest_rotation_that_turns_z_there(axis):
    quat = element_frames.zaxis_quat(axis)
    unit = np.array(axis) / np.linalg.norm(axis)
    np.testing.assert_allclose(matrix(quat)[:, 2], unit, atol=tol(1e-9))
    assert abs(quat[3]) < tol(1e-15)  # it turns about an axis across z
    assert 2 * math.acos(min(1.0, abs(quat[0]))) == pytest.approx(math.acos(unit[2]), abs=tol(1e-7))


def test_moving_axes_are_fixed_axes_in_the_opposite_order():
    angles = (0.3, -0.7, 1.1)
    moving, fixed = element_frames.euler_quat(angles, "xyz"), element_frames.euler_quat(angles[::-1], "ZYX")
    np.testing.assert_allclose(moving, fixed, atol=tol(1e-15))


def test_a_rotation_comes_back_from_its_axes():
    rng = np.random.default_rng(0)
    for _ in range(100):
        R = matrix(random_quat(rng))
        quat = element_frames.axes_quat(tuple(3 * R[:, 0]), tuple(R[:, 1] + 2 * R[:, 0]))
        np.testing.assert_allclose(matrix(quat), R, atol=tol(1e-14))


def test_principal_axes_diagonalise_and_come_largest_first():
    rng = np.random.default_rng(1)
    for _ in range(100):
        A = rng.normal(size=(3, 3))
        A = A + A.T
        values, quat, _ = element_frames.eig3(tuple(A.ravel().tolist()), 0)
        assert values[0] >= values[1] >= values[2]
        np.testing.assert_allclose(values, np.linalg.eigvalsh(A)[::-1], atol=tol(1e-11))
        # turns below 1.4e-6 are left undone
        np.testing.assert_allclose(matrix(quat) @ np.diag(values) @ matrix(quat).T, A, atol=tol(1e-5))


def test_an_element_in_nested_frames_is_where_their_poses_composed_put_it():
    inside = '<geom name="g" size=".1" pos="1 2 3" euler="5 6 7"/><joint axis="1 2 2" pos="1 0 0"/>'
    nested = compiled(
        f'<body><geom size="1"/><frame pos="1 0 0" euler="0 0 90"><frame pos="0 0 2" zaxis="1 0 0">{inside}'
        "</frame></frame></body>"
    )
    half = math.sqrt(0.5)
    quat1, quat2 = (half, 0, 0, half), element_frames.zaxis_quat((1.0, 0.0, 0.0))
    pos, quat = element_frames.compose((1.0, 0, 0), quat1, (0, 0, 2.0), quat2)
    own = element_frames.euler_quat(tuple(map(math.radians, (5, 6, 7))), "xyz")
    np.testing.assert_allclose(
        array(nested, "geom_pos")[1], np.add(pos, rotate(quat, (1, 2, 3))), atol=tol(1e-14)
    )
    np.testing.assert_allclose(array(nested, "geom_quat")[1], mul_quat(quat, own), atol=tol(1e-14))
    np.testing.assert_allclose(
        array(nested, "jnt_axis")[0], rotate(quat, (1 / 3, 2 / 3, 2 / 3)), atol=tol(1e-14)
    )
    np.testing.assert_allclose(
        array(nested, "jnt_pos")[0], np.add(pos, rotate(quat, (1, 0, 0))), atol=tol(1e-14)
    )


# ---- masses


def test_a_box_sawn_into_two_turned_pieces_has_the_inertia_of_the_box():
    whole = compiled('<body><freejoint/><geom type="box" size="3 2 1" pos="1 2 3" mass="6"/></body>')
    halves = compiled(
        '<body><freejoint/><geom type="box" size="1.5 2 1" pos="-0.5 2 3" mass="3"/>'
        '<geom type="box" size="1 2 1.5" euler="0 90 0" pos="2.5 2 3" mass="3"/></body>'
    )
    for made in (whole, halves):
        R = matrix(array(made, "body_iquat")[1])
        inertia = R @ np.diag(array(made, "body_inertia")[1]) @ R.T
        # 6/3 (b^2+c^2), ...; sums of a few products
        np.testing.assert_allclose(inertia, 2 * np.diag([5, 10, 13]), atol=tol(1e-13))
        np.testing.assert_allclose(array(made, "body_ipos")[1], [1, 2, 3], atol=tol(1e-15))


def test_fullinertia_is_the_tensor_in_the_axes_of_the_body():
    build = compiled(
        '<body><freejoint/><inertial pos="0 0 0" mass="1" fullinertia="1 2 2.5 .1 .2 .3"/></body>'
    )
    R = matrix(array(build, "body_iquat")[1])
    expected = [[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 2.5]]
    np.testing.assert_allclose(R @ np.diag(array(build, "body_inertia")[1]) @ R.T, expected, atol=tol(1e-5))


def test_settotalmass_scales_all_bodies_and_boundmass_lifts_light_ones():
    world = '<body><geom size=".1"/></body><body><geom size=".2"/></body><body/><geom size="1"/>'
    build = compiled(world, '<compiler settotalmass="10"/>')
    np.testing.assert_allclose(array(build, "body_mass"), [0, 10 / 9, 80 / 9, 0], rtol=tol(1e-14))
    build = compiled(world, '<compiler boundmass="7" boundinertia=".1"/>')
    np.testing.assert_allclose(array(build, "body_mass")[1:], [7, 4 / 3 * math.pi * 8, 7], rtol=tol(1e-14))
    assert array(build, "body_inertia")[1:].min() == 0.1


def test_aligning_a_free_body_moves_its_frame_to_the_inertial_frame_and_nothing_in_the_world():
    inside = '<geom type="box" size=".1 .2 .3" pos=".3 .2 .1" euler="10 20 30"/><site pos="1 2 3"/>'
    world = f'<body pos="1 2 3" euler="40 50 60"><freejoint align="%s"/>{inside}</body>'
    left, right = compiled(world % "false"), compiled(world % "true")
    for kind in ("geom", "site"):
        poses = [
            element_frames.compose(
                *(tuple(array(b, f"body_{x}")[1]) for x in ("pos", "quat")),
                *(tuple(array(b, f"{kind}_{x}")[0]) for x in ("pos", "quat")),
            )
            for b in (left, right)
        ]
        np.testing.assert_allclose(poses[0][0], poses[1][0], atol=tol(1e-14))
        np.testing.assert_allclose(matrix(poses[0][1]), matrix(poses[1][1]), atol=tol(1e-14))
    assert right.arrays["body_ipos"][1] == (0, 0, 0) and right.arrays["body_simple"][1] == 1
    assert left.arrays["body_simple"][1] == 0


def test_fusing_keeps_mass_and_centre_of_unrotated_bodies_and_the_spec_as_it_was():
    text = (
        '<mujoco><compiler fusestatic="true"/><worldbody><body><joint/><geom size=".1"/><body pos="1 0 0">'
        '<geom size=".1"/><body pos="0 1 0"><geom size=".1"/></body></body></body></worldbody></mujoco>'
    )
    spec = from_string(text)
    build = Build(spec)
    build_columns(build)
    assert build.sizes["nbody"] == 2 and build.sizes["ngeom"] == 3
    np.testing.assert_allclose(array(build, "body_mass")[1], 4 * math.pi, rtol=tol(1e-14))
    np.testing.assert_allclose(array(build, "body_ipos")[1], [2 / 3, 1 / 3, 0], atol=tol(1e-15))
    assert len(spec.worldbody.bodies[0].bodies[0].bodies) == 1


# ---- the tree

TREE = """
<body name="a"><freejoint/><geom size="1" pos="1 0 0"/>
  <body name="b"><joint/><geom size="1"/><body name="c"><geom size="1"/></body></body>
  <body name="d"><joint type="ball"/><geom size="1"/></body></body>
<body name="e"><geom size="1"/><body name="f"><joint/><geom size="1" pos="1 0 0"/></body></body>
<body name="g" mocap="true"><geom size="1"/></body>
<body name="h"><freejoint/><geom size="1"/></body>
"""


def test_bodies_are_numbered_depth_first_and_know_their_kin():
    build = compiled(TREE)
    ids = build.ids[int(mjtObj.mjOBJ_BODY)]
    assert list(ids) == ["world", "a", "b", "c", "d", "e", "f", "g", "h"]
    assert list(ids.values()) == list(range(9))
    assert build.arrays["body_weldid"] == [0, 1, 2, 2, 4, 0, 6, 0, 8]
    assert build.arrays["body_rootid"] == [0, 1, 1, 1, 1, 5, 5, 7, 8]
    assert build.arrays["body_treeid"] == [-1, 0, 0, 0, 0, -1, 1, -1, 2]
    assert build.arrays["body_mocapid"] == [-1] * 7 + [0, -1]
    assert build.arrays["tree_bodyadr"] == [1, 6, 8] and build.arrays["tree_dofnum"] == [10, 1, 6]
    assert build.arrays["body_simple"] == [1, 0, 0, 0, 0, 0, 0, 1, 1]


def dense(rownnz, rowadr, colind, n):
    full = np.zeros((len(rownnz), n), bool)
    for i, (count, adr) in enumerate(zip(rownnz, rowadr, strict=True)):
        full[i, colind[adr : adr + count]] = True
    return full


def above(build):
    """(nv, nv): whether the column's dof is the row's, or moves its body too."""
    parent = build.arrays["dof_parentid"]
    full = np.eye(len(parent), dtype=bool)
    for i, p in enumerate(parent):
        if p >= 0:
            full[i] |= full[p]
    return full


def test_the_sparse_matrices_hold_the_pairs_of_dofs_that_are_kin():
    build = compiled(TREE)
    nv = build.sizes["nv"]
    get = build.arrays.__getitem__
    kin = above(build)
    simple = np.array(get("dof_simplenum")) > 0
    M = dense(get("M_rownnz"), get("M_rowadr"), get("M_colind"), nv)
    assert (np.where(simple[:, None], np.eye(nv, dtype=bool), kin) == M).all()
    D = dense(get("D_rownnz"), get("D_rowadr"), get("D_colind"), nv)
    assert ((kin | kin.T) == D).all()
    B = dense(get("B_rownnz"), get("B_rowadr"), get("B_colind"), nv)
    ids = [p.id for p in bodies_depth_first(build.world)]
    for b, body in enumerate(build.body_parts):
        below = {p.id for p in bodies_depth_first(body)}
        holders = set()
        while body is not None:
            holders.add(body.id)
            body = body.body
        assert ids[b] == b
        related = [x in below or x in holders for x in get("dof_bodyid")]
        assert (B[b] == related).all()


def test_the_maps_between_the_forms_of_the_inertia_matrix_agree():
    build = compiled(TREE)
    nv = build.sizes["nv"]
    get = build.arrays.__getitem__
    old = {}  # (row, column) -> address in qM: the dof itself, then its ancestors upwards
    for i in range(nv):
        j, adr = i, get("dof_Madr")[i]
        while j >= 0:
            old[i, j] = adr
            j, adr = get("dof_parentid")[j], adr + 1
    assert len(old) == build.sizes["nM"]
    of_m = [
        (i, get("M_colind")[get("M_rowadr")[i] + k]) for i in range(nv) for k in range(get("M_rownnz")[i])
    ]
    of_d = [
        (i, get("D_colind")[get("D_rowadr")[i] + k]) for i in range(nv) for k in range(get("D_rownnz")[i])
    ]
    assert get("mapM2M") == [old[pair] for pair in of_m]
    assert [of_d[k] for k in get("mapD2M")] == of_m
    for (i, j), k in zip(of_d, get("mapM2D"), strict=True):
        pair = (max(i, j), min(i, j))
        assert (k < 0 and pair not in of_m) or of_m[k] == pair
    assert [of_d[a + k] for a, k in zip(get("D_rowadr"), get("D_diag"), strict=True)] == [
        (i, i) for i in range(nv)
    ]


def test_every_name_is_found_by_its_hash_even_when_all_slots_collide():
    names = [f"n{i}" for i in range(40)] + ["", "ünï", "a b"]
    table = hash_map(names)
    for i, name in enumerate(names):
        if name:
            slot = hash_name(name, len(table))
            while table[slot] != i:
                assert table[slot] >= 0
                slot = (slot + 1) % len(table)
    assert sorted(x for x in table if x >= 0) == [i for i, n in enumerate(names) if n]


def test_a_chain_of_a_thousand_bodies_compiles_without_recursion():
    from gelenk.modeling.spec.spec import MjSpec

    spec = MjSpec()
    body = spec.worldbody
    for _ in range(1000):
        body = body.add_body()
        body.add_joint()
        body.add_geom(size=[0.1, 0, 0])
    build = Build(spec)
    build_columns(build)
    assert build.sizes["nM"] == 1000 * 1001 // 2


# ---- errors

WRONG = [
    ('<body name="b">\n<joint axis="0 0 0"/><geom size="1"/></body>', 2, ["axis too small"]),
    ('<body name="b">\n<joint type="ball"/><joint/><geom size="1"/></body>', 1, ["ball", "'b'"]),
    ("<body>\n<body><freejoint/></body></body>", 2, ["free joint", "top level"]),
    ("<body>\n<joint/></body>", 1, ["mass and inertia", "mjMINVAL"]),
    ('<body>\n<geom size="1" mass="-1"/></body>', 2, ["negative", "mass"]),
    ('<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/></body>', 1, ["A + B >= C", "1 1 3"]),
    ('<body>\n<body mocap="true"/></body>', 2, ["mocap", "child of world"]),
    ('<geom type="box" size="1 1"/>', 1, ["size 2 must be positive", "box", "3"]),
    ('<geom type="capsule" size="1" fromto="1 1 1 1 1 1"/>', 1, ["fromto", "close"]),
    ('<geom size="1e200"/>', 1, ["size", "range"]),
    ('<geom size="1" zaxis="0 0 0"/>', 1, ["zaxis too small"]),
    ('<geom size="1" euler="inf 0 0"/>', 1, ["not finite"]),
    ('<geom size="1" material="wod"/>', 1, ["material 'wod' not found"]),
    ('<body name="torso"/><camera name="c"\n target="torsso"/>', 1, ["torsso", "did you mean 'torso'"]),
    ('<camera focal="1 1"/>', 1, ["sensorsize"]),
    ('<light dir="0 0 0"/>', 1, ["zero direction"]),
    ('<body sleep="never"><geom size="1"/></body>', 1, ["sleep", "root"]),
]


@pytest.mark.parametrize("world, line, words", WRONG)
def test_an_error_says_where_what_and_what_would_be_right(world, line, words):
    with pytest.raises(Error) as caught:
        compiled(world)
    text = str(caught.value)
    assert f":{line}:" in text
    for word in words:
        assert word in text
