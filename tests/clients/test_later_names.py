"""Names that came after 3.5.0: MjVfs, encode, mj_maxContact, ...; numbers are those of 4.0.0."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk.tables.levels import DERIVED
from tests.support.tolerance import tol

BALL = b'<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>'
INCLUDING = '<mujoco><include file="ball.xml"/></mujoco>'


def files(**contents):
    vfs = gelenk.MjVfs()
    for name, content in contents.items():
        vfs[f"{name}.xml"] = content
    return vfs


def test_a_vfs_gives_the_files_of_models_and_specs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    vfs = files(ball=BALL)
    assert gelenk.MjModel.from_xml_path("ball.xml", vfs=vfs).nq == 7
    assert gelenk.MjModel.from_xml_string(INCLUDING, vfs=vfs).nq == 7
    assert gelenk.MjSpec.from_file("ball.xml", vfs=vfs).compile().nq == 7
    assert gelenk.MjSpec.from_string(INCLUDING, vfs=vfs).compile(vfs=vfs).nq == 7
    m = gelenk.MjModel.from_xml_string(BALL.decode())
    content = np.empty(gelenk.mj_sizeModel(m), np.uint8)
    gelenk.mj_saveModel(m, None, content)
    vfs["ball.mjb"] = content.tobytes()
    assert gelenk.MjModel.from_binary_path("ball.mjb", vfs=vfs).nq == 7


def test_compile_takes_the_files_that_the_spec_names():
    points = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    spec = gelenk.MjSpec()
    spec.add_mesh(name="t", file="t.obj")
    spec.worldbody.add_geom(type=gelenk.mjtGeom.mjGEOM_MESH, meshname="t")
    vfs = gelenk.MjVfs()
    vfs["t.obj"] = points
    m = spec.compile(vfs=vfs)
    assert m.nmeshvert == 4 and spec.recompile(m, gelenk.MjData(m), vfs=vfs)[0].nmeshvert == 4


def test_a_vfs_is_a_table_of_bytes_that_closes():
    with files(ball=BALL) as vfs:
        assert "ball.xml" in vfs and "BALL.XML" not in vfs
        with pytest.raises(ValueError, match=r"Repeated file name in VFS: ball.xml"):
            vfs["ball.xml"] = b""
        for wrong in ("text", bytearray(b""), None):
            with pytest.raises(TypeError):
                vfs["other"] = wrong
        with pytest.raises(TypeError):
            3 in vfs  # noqa: B015
        with pytest.raises(KeyError, match="none"):
            del vfs["none"]
        del vfs["ball.xml"]
        assert "ball.xml" not in vfs
    for use in (
        lambda: "x" in vfs,
        lambda: vfs.__setitem__("x", b""),
        lambda: vfs.__delitem__("x"),
        lambda: gelenk.MjModel.from_xml_path("ball.xml", vfs=vfs),
    ):
        with pytest.raises(RuntimeError, match="VFS is closed"):
            use()
    vfs.close()


def test_assets_and_a_vfs_exclude_each_other():
    vfs = files(ball=BALL)
    with pytest.raises(ValueError, match="Cannot specify both 'assets' and 'vfs'"):
        gelenk.MjModel.from_xml_path("ball.xml", {"x": b""}, vfs)
    with pytest.raises(ValueError, match="Cannot specify both 'vfs' and 'include'/'assets'"):
        gelenk.MjSpec.from_file("ball.xml", assets={"x": b""}, vfs=vfs)
    for wrong in ({}, 3, "vfs"):
        with pytest.raises(TypeError, match="vfs must be an MjVfs"):
            gelenk.MjModel.from_xml_string(INCLUDING, vfs=wrong)
        with pytest.raises(TypeError, match="vfs must be an MjVfs"):
            gelenk.MjSpec().compile(wrong)


def test_encode_writes_the_form_of_the_suffix(tmp_path):
    spec = gelenk.MjSpec.from_string(BALL.decode())
    m = spec.compile()
    for name in ("a.xml", "a.MJB", "a.txt", "a.zip", "a.mjz"):
        file = tmp_path / name
        assert spec.encode(str(file), m) == file.stat().st_size > 0
    assert gelenk.MjModel.from_xml_path(str(tmp_path / "a.xml")).nq == 7
    assert gelenk.MjModel.from_binary_path(str(tmp_path / "a.MJB")).nq == 7
    assert (
        zipfile.is_zipfile(tmp_path / "a.mjz") and gelenk.from_zip(str(tmp_path / "a.zip")).compile().nq == 7
    )
    assert "nq" in (tmp_path / "a.txt").read_text()
    spec.encode(str(tmp_path / "a.bin"), content_type="text/xml")
    assert (tmp_path / "a.bin").read_text() == spec.to_xml()


def test_encode_writes_the_values_of_the_model(tmp_path):
    spec = gelenk.MjSpec.from_string(BALL.decode())
    m = spec.compile()
    m.geom_size[0, 0] = 0.25
    spec.encode(str(tmp_path / "a.xml"), model=m)
    assert 'size="0.25"' in (tmp_path / "a.xml").read_text()
    with pytest.raises(ValueError, match="encode"):
        spec.encode(str(tmp_path / "b.xml"), gelenk.MjModel.from_xml_string("<mujoco/>"))


def test_encode_refuses_what_it_cannot_write(tmp_path):
    spec = gelenk.MjSpec()
    for name in ("a", "a.foo", "a.urdf"):
        with pytest.raises(gelenk.FatalError, match="no encoder found"):
            spec.encode(str(tmp_path / name))
    for form in ("mjb", "txt"):
        with pytest.raises(gelenk.FatalError, match=f"model is required for {form.upper()} encoding"):
            spec.encode(str(tmp_path / f"a.{form}"))
    for wrong in ((3,), ("a.xml", 3)):
        with pytest.raises(TypeError, match="encode"):
            spec.encode(*wrong)
    with pytest.raises(ValueError, match="cannot write the file"):
        spec.encode(str(tmp_path / "none" / "a.xml"))


SHAPES = """<mujoco><worldbody><geom type="plane" size="1 1 1"/><geom type="box" size=".1 .1 .1"/><geom size=".1"/>
<geom type="capsule" size=".1 .1"/><geom type="cylinder" size=".1 .1"/><geom type="ellipsoid" size=".1 .1 .2"/>
<geom type="mesh" mesh="m"/><geom type="hfield" hfield="h"/></worldbody><asset>
<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><hfield name="h" nrow="3" ncol="3" size="1 1 1 1"/></asset></mujoco>"""
ALWAYS = [
    [0, 4, 1, 2, 4, 1, 4, 0],
    None,
    [1, 1, 1, 1, 1, 1, 1, 50],
    None,
    None,
    [1, 1, 1, 1, 1, 1, 1, 50],
    None,
]


@pytest.mark.parametrize(
    "flag, rows",
    [
        (0, {1: [4, 8, 1, 4, 4, 1, 4, 50], 3: [2, 4, 1, 2, 2, 1, 2, 50], 4: [4, 4, 1, 2, 4, 1, 4, 50]}),
        (
            "mjDSBL_MULTICCD",
            {1: [4, 8, 1, 4, 1, 1, 1, 50], 3: [2, 4, 1, 2, 1, 1, 1, 50], 4: [4, 1, 1, 1, 1, 1, 1, 50]},
        ),
        (
            "mjDSBL_NATIVECCD",
            {1: [4, 8, 1, 4, 5, 1, 5, 50], 3: [2, 4, 1, 2, 5, 1, 5, 50], 4: [4, 5, 1, 5, 5, 1, 5, 50]},
        ),
    ],
)
def test_the_most_contacts_of_two_geoms_are_those_of_4_0_0(flag, rows):
    m = gelenk.MjModel.from_xml_string(SHAPES)
    m.opt.disableflags = int(getattr(gelenk.mjtDisableBit, flag)) if flag else 0
    rows = rows | {6: rows[4]} | {i: row for i, row in enumerate(ALWAYS) if row}
    rows[7] = [0, *[50] * 6, 0]
    for i in range(m.ngeom):
        assert [gelenk.mj_maxContact(m, i, j, -1) for j in range(m.ngeom)] == rows[i], i
    assert gelenk.mj_maxContact(m, -1, 0, 0) == gelenk.mj_maxContact(m, 0, 100, 0) == 0


def test_controls_become_neutral():
    m = gelenk.MjModel.from_xml_string(
        '<mujoco><worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>'
        '<actuator><motor joint="j"/></actuator></mujoco>'
    )
    d = gelenk.MjData(m)
    d.ctrl[0] = d.qpos[0] = 3
    gelenk.mj_resetCtrl(m, d)
    assert d.ctrl[0] == 0 and d.qpos[0] == 3


def test_a_lower_triangle_becomes_a_symmetric_matrix():
    inertial = '<inertial pos=".1 .2 .3" mass="1" diaginertia="1 2 3"/><geom'
    m = gelenk.MjModel.from_xml_string(BALL.decode().replace("<geom", inertial))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    dense, other = np.ones((6, 6)), np.empty((6, 6))
    gelenk.mju_sym2dense(dense, d.M, m.M_rownnz, m.M_rowadr, m.M_colind)
    gelenk.mj_fullM(m, other, d.qM)
    np.testing.assert_array_equal(dense, other)
    assert dense[0, 4] != 0 == dense[0, 1]
    with pytest.raises((ValueError, IndexError)):
        gelenk.mju_sym2dense(dense, d.M, m.M_rownnz, m.M_rowadr + 10, m.M_colind)


FILE = Path(__file__).resolve().parents[1] / "reference"
MISSING = (FILE / "missing_names.txt").read_text().split()


def test_the_names_of_later_releases_that_are_missing_are_listed():
    """The list may only shrink: delete the names that exist now."""
    history = json.loads((FILE / "releases.json").read_text())["history"]
    assert missing_names(history) == MISSING


def missing_names(history):
    """Return the names of the history that gelenk lacks: NAME or CLASS.MEMBER."""

    def has(name):
        owner, _, member = name.partition(".")
        thing = getattr(gelenk, owner, None)
        return thing is not None and (not member or hasattr(thing, member))

    return sorted(name for name in history if not has(name))


DELAYED = (
    "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"
    "<actuator><motor joint='j' delay='.004' nsample='3'/></actuator></mujoco>"
)


def test_functions_take_the_arguments_of_either_release():
    m = gelenk.MjModel.from_xml_string(DELAYED)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    first, later = np.zeros((2, 1, 1))
    gelenk.mj_fullM(m, first, d.qM)
    gelenk.mj_fullM(m, d, later)
    assert first[0, 0] == later[0, 0] > 0
    times, values = np.arange(3) * 0.002, np.array([1.0, 2.0, 3.0])
    for given in (values, values[:, None]):
        d.history[:] = 0
        gelenk.mj_initCtrlHistory(m, d, 0, times, given)
        result = np.zeros(1)
        assert gelenk.mj_readCtrl(m, d, 0, 0.006, result, 0) is result
        assert result[0] == gelenk.mj_readCtrl(m, d, 0, 0.006, 0) == 2
    with pytest.raises(TypeError, match=r"values must have shape \(3, 1\), not"):
        gelenk.mj_initCtrlHistory(m, d, 0, times, np.zeros((3, 2)))
    with pytest.raises(TypeError, match="result must have shape"):
        gelenk.mj_readCtrl(m, d, 0, 0.0, np.zeros(2), 0)
    with pytest.raises(TypeError, match="mj_fullM"):
        gelenk.mj_fullM(m, d, np.zeros((2, 2)))
    with pytest.raises(TypeError, match="mj_fullM"):
        gelenk.mj_fullM(m, 3, first)


def test_fields_that_are_derived_or_empty_have_their_shapes():
    m = gelenk.MjModel.from_xml_string(TENDONS)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    # the sparsity of 4.0.0
    assert m.tendon_type.tolist() == [1, 1, 0]
    assert m.ten_J_rownnz.tolist() == [7, 7, 1] and m.ten_J_rowadr.tolist() == [0, 7, 14] and m.nJten == 15
    assert m.ten_J_colind.tolist() == [*range(7), *range(7), 6]
    for quats, mats in ((d.geom_xquat, d.geom_xmat), (d.site_xquat, d.site_xmat), (d.xiquat, d.ximat)):
        for quat, mat in zip(quats, mats, strict=True):
            turned = np.zeros(9)
            gelenk.mju_quat2Mat(turned, quat)
            np.testing.assert_allclose(turned, mat, atol=tol(1e-14))
    sizes = {**{name: getattr(m, name) for name in m._size_fields}, "nJten": m.nJten, "nefc": d.nefc}
    sizes["nactuator"] = m.nactuator
    for row in DERIVED:
        value = getattr(m if row.struct == "MjModel" else d, row.name)
        if row.shape:
            assert value.dtype == row.dtype and not value.flags.writeable, row.name
            assert value.shape == tuple(sizes.get(n, n) for n in row.shape), row.name
        else:
            assert type(value).__name__ == row.dtype, row.name
        with pytest.raises(AttributeError):
            setattr(m if row.struct == "MjModel" else d, row.name, value)


TENDONS = """
<mujoco>
  <worldbody>
    <site name="w"/>
    <body>
      <freejoint/>
      <geom size=".1" euler="20 30 0" contype="0"/>
      <site name="a" quat=".5 .1 .2 .3"/>
      <body pos=".3 0 0"><joint name="j"/><geom size=".1" pos=".1 0 .2"/><site name="b"/></body>
    </body>
  </worldbody>
  <tendon>
    <spatial><site site="w"/><site site="b"/></spatial>
    <spatial><site site="a"/><site site="b"/></spatial>
    <fixed><joint joint="j" coef="1"/></fixed>
  </tendon>
</mujoco>
"""


def test_elements_have_the_settings_of_the_compiler_that_apply_to_them():
    child = gelenk.MjSpec()
    child.compiler.degree = False
    child.worldbody.add_body(name="b").add_geom(size=[0.1, 0, 0])
    spec = gelenk.MjSpec()
    geom = spec.worldbody.add_geom(size=[0.1, 0, 0])
    assert geom.compiler is spec.compiler and geom.compiler.degree
    spec.attach(child, frame=spec.worldbody.add_frame(), prefix="c_")
    assert not spec.body("c_b").compiler.degree
    assert spec.default.geom.compiler is spec.compiler


AT_A_LEVEL = """
import numpy as np
import gelenk
m = gelenk.MjModel.from_xml_string({xml!r})
d = gelenk.MjData(m)
d.qpos[:3] = [.1, .2, .3]
gelenk.mj_forward(m, d)
print(m.jnt_limited.dtype, m.tendon_limited.dtype, d.eq_active.dtype, m.body_simple.dtype, d.ten_J.shape)
m.jnt_limited[1] = True
print(bool(m.jnt_limited[1]), m.joint("j").limited[0] + 0)
m.tendon_limited = np.ones(3, m.tendon_limited.dtype)
dense = np.zeros((m.ntendon, m.nv))
if d.ten_J.ndim == 1:
    gelenk.mju_sparse2dense(dense, d.ten_J, m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind)
else:
    dense[:] = d.ten_J
print(*(x.hex() for x in dense.reshape(-1)))
if d.ten_J.ndim == 1:  # assigned elements stay until they are computed again
    before = np.array(d.ten_J)
    d.ten_J[:] = 2 * before
    d.ten_J[3] += 1
    print(np.array_equal(d.ten_J - 2 * before, np.arange(15) == 3))
    d.ten_J = before
    print(np.array_equal(d.ten_J, before))
    gelenk.mj_forward(m, d)
    print(np.array_equal(d.ten_J, before))
"""


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_types_and_shapes_are_those_of_the_level(jacobian):
    xml = TENDONS.replace("<worldbody>", f'<option jacobian="{jacobian}"/><worldbody>', 1)
    said = {}
    for level in ("3.5.0", "4.0.0"):
        done = subprocess.run(
            [sys.executable, "-c", AT_A_LEVEL.format(xml=xml)],
            env=os.environ | {"GELENK_API": level},
            capture_output=True,
            text=True,
            check=True,
        )
        said[level] = done.stdout.splitlines()
    shape = "(3, 7)"
    assert said["3.5.0"][0] == f"uint8 uint8 uint8 uint8 {shape}"
    assert said["4.0.0"][0] == "bool bool bool uint8 (15,)"
    assert said["3.5.0"][1] == said["4.0.0"][1] == "True 1"
    assert said["4.0.0"][3:] == ["True"] * 3
    if jacobian == "dense":
        assert said["3.5.0"][2] == said["4.0.0"][2]
    else:  # which 3.5.0 packs from the start of the array
        assert len(said["4.0.0"][2].split()) == 21


PRINCIPAL = """
import numpy as np
import gelenk
a = np.array([[2.0, 1e-7, 0], [1e-7, 1.0, 3e-8], [0, 3e-8, 0.5]])
w, v, q = np.zeros(3), np.zeros((3, 3)), np.zeros(4)
print(gelenk.mju_eig3(w, v.reshape(-1), q, a.ravel()), abs(v.T @ a @ v - np.diag(w)).max())
"""


def test_principal_axes_are_found_to_rounding_errors_from_3_14_on():
    """3.5.0 leaves turns below 1.4e-6 undone."""
    said = {}
    for level in ("3.11.0", "3.17.0"):
        done = subprocess.run(
            [sys.executable, "-c", PRINCIPAL],
            env=os.environ | {"GELENK_API": level},
            capture_output=True,
            text=True,
            check=True,
        )
        said[level] = done.stdout.split()
    assert said["3.11.0"][0] == "0" and float(said["3.11.0"][1]) > 1e-8
    assert int(said["3.17.0"][0]) >= 2 and float(said["3.17.0"][1]) < 8e-15  # 4e-15 of the largest entry
