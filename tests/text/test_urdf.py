"""URDF compiles to the model of 3.5.0; mimic joints follow; packages are found; errors name their place."""

import logging

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

KEEP = '<mujoco><compiler fusestatic="false" discardvisual="false"/></mujoco>'
LINK = """<link name="{0}">
  <inertial><origin xyz=".1 .2 .3"/><mass value="2"/>
    <inertia ixx="1" iyy="2" izz="2.5" ixy=".1" ixz=".2" iyz=".3"/></inertial>
  <visual name="seen {0}"><geometry><box size=".1 .2 .3"/></geometry><material name="red"/></visual>
  <collision><origin xyz="1 0 0" rpy=".1 .5 -.7"/><geometry><cylinder radius=".1" length=".4"/></geometry></collision>
  <collision><geometry><sphere radius=".05"/></geometry></collision>
</link>"""
JOINT = """<joint name="{0}" type="{1}"><parent link="{2}"/><child link="{3}"/><origin xyz="0 0 1" rpy="1 .2 -.4"/>
  <axis xyz="0 2 1"/>{4}</joint>"""
LIMIT = '<limit lower="-1" upper="2" effort="30" velocity="5"/><dynamics damping=".3" friction=".4"/>'


def robot(*parts, extension=KEEP):
    red = '<material name="red"><color rgba="1 0 0 .5"/></material>'
    return f'<robot name="r">{extension}{red}{"".join(parts)}</robot>'


def links(names):
    return "".join(LINK.format(name) for name in names)


ALL = robot(
    links("abcdefg"),
    JOINT.format("j1", "revolute", "a", "b", LIMIT),
    JOINT.format("j2", "continuous", "b", "c", '<limit effort="3" velocity="1"/>'),
    JOINT.format("j3", "prismatic", "a", "d", LIMIT),
    JOINT.format("j4", "fixed", "d", "e", ""),
    JOINT.format("j5", "planar", "e", "f", LIMIT),
    JOINT.format("j6", "revolute", "b", "g", '<limit lower="1" upper="-1"/>'),
)
FIELDS = [
    *(f"body_{name}" for name in ("mass", "inertia", "ipos", "pos", "quat", "parentid")),
    *(f"jnt_{name}" for name in ("type", "range", "limited", "axis", "actfrcrange", "actfrclimited")),
    *(f"geom_{name}" for name in ("type", "size", "pos", "quat", "contype", "group", "rgba")),
    "dof_damping",
    "dof_frictionloss",
]


@pytest.mark.parametrize(
    "text",
    [
        ALL,
        ALL.replace(KEEP, ""),
        ALL.replace(
            KEEP, '<mujoco><option timestep=".01"/><compiler boundmass=".5" balanceinertia="true"/></mujoco>'
        ),
        robot('<link name="world"/>', links("b"), JOINT.format("f", "floating", "world", "b", "")),
        robot(links("ab"), JOINT.format("s", "spherical", "a", "b", "")),
        robot(links("abc"), JOINT.format("x", "fixed", "a", "b", "")),  # two roots
    ],
    ids=["kept", "urdf defaults", "extension", "floating", "ball", "two roots"],
)
def test_it_compiles_to_the_model_of_the_reference(text):
    ours, theirs = gelenk.MjModel.from_xml_string(text), mujoco.MjModel.from_xml_string(text)
    assert ours.opt.timestep == theirs.opt.timestep
    for field in FIELDS:
        np.testing.assert_allclose(
            getattr(ours, field), getattr(theirs, field), atol=tol(1e-9), err_msg=field
        )
    for kind in ("body", "jnt", "geom"):
        count = getattr(ours, f"n{kind}")
        name = "joint" if kind == "jnt" else kind
        assert [getattr(ours, name)(i).name for i in range(count)] == [
            getattr(theirs, name)(i).name for i in range(count)
        ]


def test_a_mimic_joint_follows_its_leader():
    mimic = '<mimic joint="j1" multiplier="-2" offset=".5"/>'
    text = robot(
        links("abc"),
        JOINT.format("j1", "continuous", "a", "b", "<dynamics damping='2'/>"),
        JOINT.format("j2", "continuous", "a", "c", mimic + "<dynamics damping='2'/>"),
    )
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 2000)
    assert abs(d.qpos[0]) > 0.05
    assert d.qpos[1] == pytest.approx(0.5 - 2 * d.qpos[0], abs=tol(0.02))  # a soft constraint under gravity


LEFT_OUT = {
    '<mimic joint="gone"/>': "'j' follows 'gone': no joint 'gone' that moves",
    "<mimic/>": "'j' follows '': a joint without a name",
    '<mimic joint=""/>': "'j' follows '': a joint without a name",
    '<mimic joint="j"/>': "'j' follows 'j': the two joints are one",
    '<mimic joint="fixed"/>': "'j' follows 'fixed': no joint 'fixed' that moves",
    '<mimic joint="plane"/>': "'j' follows 'plane': no joint 'plane' that moves",
    '<mimic joint="ball"/>': "'j' follows 'ball': 'ball' is neither a hinge nor a slide",
    '<mimic joint="free"/>': "'j' follows 'free': 'free' is neither a hinge nor a slide",
    '<mimic joint="k" multiplier="x"/>': "'multiplier' is not a finite number",
    '<mimic joint="k" multiplier="nan"/>': "'multiplier' is not a finite number",
    '<mimic joint="k" multiplier="1 2"/>': "'multiplier' is not a finite number",
    '<mimic joint="k" offset="1e999"/>': "'offset' is not a finite number",
}


@pytest.mark.parametrize("mimic", LEFT_OUT)
@pytest.mark.parametrize("kind", ["continuous", "prismatic", "fixed", "floating", "planar", "spherical"])
def test_a_mimic_that_cannot_be_met_is_left_out_with_one_warning(mimic, kind, caplog):
    text = robot(
        '<link name="world"/>' + links("abcdef"),
        JOINT.format("j", kind, "world", "a", mimic),
        JOINT.format("k", "continuous", "world", "b", ""),
        JOINT.format("fixed", "fixed", "world", "c", ""),
        JOINT.format("plane", "planar", "world", "d", ""),
        JOINT.format("ball", "spherical", "world", "e", ""),
        JOINT.format("free", "floating", "world", "f", ""),
    )
    with caplog.at_level(logging.WARNING, "gelenk"):
        m = gelenk.MjModel.from_xml_string(text)
    assert m.neq == 0 and m.nq == mujoco.MjModel.from_xml_string(text).nq
    assert len(caplog.records) == 1 and "mimic is left out" in caplog.text
    assert LEFT_OUT[mimic] in caplog.text or kind not in ("continuous", "prismatic")


@pytest.mark.parametrize("ring", [False, True])
def test_mimics_may_form_a_chain_or_a_ring(ring):
    mimics = [
        '<mimic joint="j3" multiplier="1"/>' if ring else "",
        '<mimic joint="j1"/>',
        '<mimic joint="j2"/>',
    ]
    joints = [JOINT.format(f"j{i}", "continuous", "a", "bcd"[i - 1], mimics[i - 1]) for i in (1, 2, 3)]
    weightless = '<mujoco><option gravity="0 0 0"><flag contact="disable"/></option></mujoco>'
    m = gelenk.MjModel.from_xml_string(robot(links("abcd"), *joints, extension=weightless))
    d = gelenk.MjData(m)
    d.qvel[0] = 3  # the first drags the others
    gelenk.mj_step(m, d, 300)
    assert m.neq == 2 + ring
    assert d.qpos.min() > 0.1 and np.ptp(d.qpos) < 0.1 * d.qpos.mean()  # constraints are soft


def test_mimics_of_one_robot_are_one_warning_with_the_names_of_all(caplog):
    gone = '<mimic joint="gone {}"/>'
    joints = [JOINT.format(f"j{i}", "continuous", "a", "bcd"[i], gone.format(i)) for i in range(3)]
    with caplog.at_level(logging.WARNING, "gelenk"):
        gelenk.MjModel.from_xml_string(robot(links("abcd"), *joints))
    assert len(caplog.records) == 1
    assert all(f"'j{i}' follows 'gone {i}'" in caplog.text for i in range(3))


TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
MESH = '<link name="a"><collision><geometry><mesh filename="{}" scale="2 1 1"/></geometry></collision></link>'


@pytest.mark.parametrize(
    ("place", "name", "extension"),
    [
        ("m.obj", "package://robot/meshes/m.obj", ""),  # as 3.5.0: without folders
        ("assets/m.obj", "package://robot/meshes/m.obj", '<mujoco><compiler meshdir="assets"/></mujoco>'),
        ("meshes/m.obj", "package://robot/meshes/m.obj", ""),  # the package is the folder of the text
        ("../meshes/m.obj", "package://robot/meshes/m.obj", ""),  # the text is in robot/urdf
        ("../../robot/meshes/m.obj", "package://robot/meshes/m.obj", ""),
        ("sub/m.obj", "sub/m.obj", '<mujoco><compiler strippath="false"/></mujoco>'),
    ],
)
def test_meshes_of_packages_are_found(place, name, extension, tmp_path):
    folder = tmp_path / "robot" / "urdf"
    folder.mkdir(parents=True)
    file = (folder / place).resolve()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(TETRAHEDRON)
    (folder / "r.urdf").write_text(robot(MESH.format(name), extension=extension))
    m = gelenk.MjModel.from_xml_path(str(folder / "r.urdf"))
    assert m.nmesh == 1 and m.mesh(0).name == "m"
    assert np.ptp(m.mesh_vert, axis=0).max() == pytest.approx(
        2.0, abs=tol(0.3)
    )  # two units long along one edge; principal axes tilt it


def test_meshes_with_and_without_folders_are_found_side_by_side(tmp_path):
    folder = tmp_path / "robot" / "urdf"
    (folder / "assets").mkdir(parents=True)
    (tmp_path / "robot" / "meshes").mkdir()
    for place in ("urdf/assets/m.obj", "meshes/n.obj", "meshes/o.obj"):
        (tmp_path / "robot" / place).write_text(TETRAHEDRON)
    names = [
        "package://robot/visual/m.obj",
        "package://robot/meshes/n.obj",
        "old/m.obj",
        "file:///gone/m.obj",
    ]
    names.append((tmp_path / "robot" / "meshes" / "o.obj").as_uri())  # absolute
    shapes = "".join(MESH.format(name).replace('"a"', f'"l{i}"') for i, name in enumerate(names))
    for meshdir in ("assets", str(folder / "assets")):
        extension = f'<mujoco><compiler meshdir="{meshdir}"/></mujoco>'
        (folder / "r.urdf").write_text(robot(shapes, extension=extension))
        m = gelenk.MjModel.from_xml_path(str(folder / "r.urdf"))
        assert [m.mesh(i).name for i in range(m.nmesh)] == ["m", "n", "o"] and m.ngeom == 5


WRONG = {
    '<link name="a"/><link name="a"/>': "repeated URDF name",
    "<link/>": "required attribute missing: 'name'",
    '<link name="a"/><joint name="j" type="fixed"><parent link="a"/></joint>': "missing element: 'child'",
    '<link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>': "there is no link 'b'",
    links("ab") + JOINT.format("j", "twist", "a", "b", ""): "invalid joint type",
    links("ab") + JOINT.format("j", "fixed", "a", "b", "") + JOINT.format("k", "fixed", "b", "a", ""): "loop",
    links("abc")
    + JOINT.format("j", "fixed", "a", "b", "")
    + JOINT.format("k", "fixed", "c", "b", ""): "multiple parents",
    '<link name="a"><collision><geometry/></collision></link>': "geometry specification not found",
    '<link name="a"><collision><geometry><box size="1 2"/></geometry></collision></link>': "not enough data",
    '<link name="a"><collision><geometry><sphere radius="nan"/></geometry></collision></link>': "finite",
    '<link name="a"><inertial><mass value="1"/></inertial></link>': "missing element: 'inertia'",
    f'<link name="a"><collision><geometry><sphere radius="{"9" * 400}"/></geometry></collision></link>': "finite|large",
    '<link name="a"><collision><geometry><sphere radius="1e999"/></geometry></collision></link>': "finite|large",
    '<link name="a"><collision><geometry><sphere radius="1_0"/></geometry></collision></link>': "1_0",
    '<link name="a"><collision><geometry><sphere radius="\u0661"/></geometry></collision></link>': "in no number",
}


@pytest.mark.parametrize("text", WRONG, ids=list(WRONG.values()))
def test_errors_say_what_and_where(text):
    with pytest.raises(gelenk.Error, match=WRONG[text]) as error:
        gelenk.MjModel.from_xml_string(robot(text))
    assert "<string>:" in str(error.value)


def test_all_problems_are_in_one_report():
    text = robot(
        '<link/><link name="a"/><joint name="j" type="twist"><parent link="a"/><child link="b"/></joint>'
    )
    with pytest.raises(gelenk.Error) as error:
        gelenk.MjModel.from_xml_string(text)
    assert "3 problems" in str(error.value)


def test_long_chains_need_no_deep_stack():
    n = 3000
    text = "".join(f'<link name="l{i}"/>' for i in range(n)) + "".join(
        f'<joint name="j{i}" type="fixed"><parent link="l{i}"/><child link="l{i + 1}"/></joint>'
        for i in range(n - 1)
    )
    assert gelenk.MjModel.from_xml_string(robot(text)).nbody == n + 1


def test_a_rotated_inertia_is_left_as_in_the_reference_but_not_in_silence(caplog):
    text = robot(links("a").replace('<origin xyz=".1 .2 .3"/>', '<origin xyz=".1 .2 .3" rpy="1 0 0"/>'))
    with caplog.at_level(logging.WARNING, "gelenk"):
        ours = gelenk.MjModel.from_xml_string(text)
    assert "rpy of <inertial>" in caplog.text
    np.testing.assert_allclose(
        ours.body_inertia, mujoco.MjModel.from_xml_string(text).body_inertia, atol=tol(1e-12)
    )


def test_rotated_inertias_and_continuous_joints_of_later_releases():
    turned = links("a").replace('<origin xyz=".1 .2 .3"/>', '<origin xyz=".1 .2 .3" rpy="1 .5 -.3"/>')
    joint = '<joint name="j" type="continuous"><parent link="a"/><child link="b"/><limit lower="-1" upper="1"/></joint>'
    text = robot(turned + links("b") + joint)
    spec = {r: gelenk.MjSpec.from_string(text, release=r) for r in ("3.5", "4.0")}
    assert [s.strippath for s in spec.values()] == [1, 0]
    old, new = ({b.name: b for b in s.bodies}["a"].fullinertia for s in spec.values())
    full = [np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) for xx, yy, zz, xy, xz, yz in (old, new)]
    cr, sr, cp, sp, cy, sy = (f(x) for x in (1, 0.5, -0.3) for f in (np.cos, np.sin))
    roll = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])  # about x, then the fixed y, then the fixed z
    pitch, yaw = (
        np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]]),
        np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]]),
    )
    turn = yaw @ pitch @ roll
    np.testing.assert_allclose(full[1], turn @ full[0] @ turn.T, atol=tol(1e-14))
    assert [s.joints[0].limited for s in spec.values()] == [2, 0]
    assert spec["4.0"].joints[0].range.tolist() == [0, 0]


def test_unknown_elements_are_passed_over():
    text = robot('<link name="a"><sensor/></link><transmission/><gazebo reference="a"><x/></gazebo>')
    assert gelenk.MjModel.from_xml_string(text).nbody == 2


TRIANGLES = (
    "\n".join(f"v {x}" for x in ("0 0 0", "1 0 0", "0 2 0", "0 0 3")) + "\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4"
)


@pytest.mark.parametrize("order", ["abcd", "dcba", "acbd", "bdca"])
def test_meshes_stand_in_the_order_of_the_links_in_the_text(tmp_path, order):
    """Also those whose names differ by a number, since one file is there at several scales."""
    files = {"a": ("part.obj", 1), "b": ("part.obj", 2), "c": ("other.obj", 1), "d": ("part.obj", 3)}
    for name, _ in files.values():
        (tmp_path / name).write_text(TRIANGLES)
    inertial = (
        '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    )
    links = "".join(
        f'<link name="{name}">{inertial}<collision><geometry><mesh filename="{files[name][0]}" '
        f'scale="{files[name][1]} 1 1"/></geometry></collision></link>'
        for name in order
    )
    joints = "".join(
        f'<joint name="{parent}{child}" type="continuous"><parent link="{parent}"/><child link="{child}"/></joint>'
        for parent, child in ("ab", "bc", "ad")
    )
    path = tmp_path / "robot.urdf"
    path.write_text(f'<robot name="r">{links}{joints}</robot>')
    theirs, ours = (library.MjModel.from_xml_path(str(path)) for library in (mujoco, gelenk))
    assert bytes(ours.names).split(b"\0") == bytes(theirs.names).split(b"\0")
    assert ours.geom_dataid.tolist() == theirs.geom_dataid.tolist()


NUMBERS = ("1", " 1 ", "+1.", ".5", "1e-1", "5.E-1", "0x1p-1", "1e-200", "-.5", "1" + "0" * 90)


@pytest.mark.parametrize("number", NUMBERS)
def test_single_numbers_are_read_as_in_the_reference(number):
    text = robot(
        f"""<link name="a"/><link name="b"><inertial><mass value="{number}"/>
        <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>"""
        + JOINT.format("j", "revolute", "a", "b", "")
    )
    found = []
    for library in (mujoco, gelenk):
        try:
            found.append(library.MjModel.from_xml_string(text).body_mass.tolist())
        except ValueError:
            found.append(None)
    assert found[0] == found[1]


def test_of_turns_that_are_no_numbers_all_are_reported():
    shape = '<origin rpy="0 0 x"/><geometry><sphere radius="1"/></geometry>'
    link = f'<link name="{{}}"><collision>{shape}</collision></link>'
    text = robot(link.format("a") + link.format("b") + JOINT.format("j", "fixed", "a", "b", ""))
    with pytest.raises(gelenk.Error) as error:
        gelenk.MjModel.from_xml_string(text)
    assert len(error.value.problems) == 2


def test_meshes_of_packages_outside_of_the_allowed_folders_are_not_looked_for(tmp_path):
    """Whether there is such a file is not told either."""
    (tmp_path / "r" / "urdf").mkdir(parents=True)
    (tmp_path / "r" / "a.stl").write_bytes(b"x")
    texts = [
        f"""<robot name="r"><link name="a"><collision><geometry><mesh filename="package://r/{name}.stl"/></geometry>
        </collision></link></robot>"""
        for name in ("a", "b")
    ]
    messages = []
    for text in texts:
        (tmp_path / "r" / "urdf" / "r.urdf").write_text(text)
        with pytest.raises(gelenk.Error) as error:
            gelenk.MjModel.from_xml_path(f"{tmp_path}/r/urdf/r.urdf", within=[f"{tmp_path}/r/urdf"])
        messages.append(str(error.value).replace("b.stl", "a.stl").replace("'b'", "'a'"))
    assert messages[0] == messages[1]
