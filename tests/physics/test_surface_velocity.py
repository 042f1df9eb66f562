"""Geoms with moving surfaces (surfacevel): rows of contacts, transport, frames, files.

Numbers are from the formulas, or measured on mujoco 4.0.0 where a test says so.
"""

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch
from tests.support.tolerance import tol

TABLE = """<mujoco><option cone="{cone}"/><worldbody>
<geom name="floor" type="plane" size="1 1 1" condim="{condim}" surfacevel="1 .5 2 0 0 3"/>
<body pos=".2 .1 .0999"><freejoint/><geom name="ball" size=".1" condim="{condim}"/></body></worldbody></mujoco>"""
BELT = """<mujoco><worldbody><geom type="box" size="3 1 .1" surfacevel=".4 0 0 0 0 0"/>
<body pos="0 0 .149"><freejoint/><geom type="box" size=".1 .1 .05"/></body></worldbody></mujoco>"""


def forward(text, **qvel):
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    d.qvel[0] = qvel.get("vx", 0.0)
    gelenk.mj_forward(m, d)
    return m, d


@pytest.mark.parametrize(
    "cone, condim, vel",
    [
        ("elliptic", 4, [0, -1.1, 0.6, -3]),
        ("pyramidal", 4, [-1.1, 1.1, 0.6, -0.6, -0.015, 0.015]),
        ("elliptic", 3, [0, -1.1, 0.6]),
        ("elliptic", 6, [0, -1.1, 0.6, -3, 0, 0]),
        ("pyramidal", 1, [0]),
    ],
)
def test_rows_of_a_contact_have_the_measured_velocities(cone, condim, vel):
    """Those of condim 4 are measured."""
    _, d = forward(TABLE.format(cone=cone, condim=condim), vx=0.1)
    np.testing.assert_allclose(d.contact[0].surfacevel, [-1.1, 0.7, -3], atol=tol(1e-12))
    np.testing.assert_allclose(d.efc_vel, vel, atol=tol(1e-12))
    k, b, imp, _ = d.efc_KBIP.T
    np.testing.assert_allclose(
        d.efc_aref, -b * d.efc_vel - k * imp * (d.efc_pos - d.efc_margin), rtol=tol(1e-12)
    )


def test_reference_accelerations_are_as_measured():
    _, d = forward(TABLE.format(cone="pyramidal", condim=4), vx=0.1)
    measured = [116.0390581717, -115.5398891967, -62.9083102493, 63.4074792244, 1.828531856, -1.3293628809]
    np.testing.assert_allclose(d.efc_aref, measured, atol=tol(1e-9))


def test_a_belt_carries_a_box_at_its_speed():
    m, d = forward(BELT)
    gelenk.mj_step(m, d, 1000)
    assert d.qvel[0] == pytest.approx(0.4, abs=tol(1e-3)) and d.ncon == 4  # soft contacts creep


def test_a_turntable_turns_a_cylinder_at_its_rate():
    m, d = forward("""<mujoco><worldbody><geom type="cylinder" size="1 .1" surfacevel="0 0 0 0 0 2"/>
      <body pos="0 0 .149"><freejoint/><geom type="box" size=".1 .1 .05"/></body></worldbody></mujoco>""")
    gelenk.mj_step(m, d, 1000)
    assert d.qvel[5] == pytest.approx(2, abs=tol(1e-2))  # approaches the spin of the surface
    assert np.abs(d.qvel[:2]).max() < 1e-3


def test_only_the_relative_velocity_counts():
    """A box whose surface moves as the belt's does stays."""
    m, d = forward(BELT.replace('size=".1 .1 .05"', 'size=".1 .1 .05" surfacevel=".4 0 0 0 0 0"'))
    np.testing.assert_allclose(d.contact.surfacevel, 0, atol=tol(1e-15))
    gelenk.mj_step(m, d, 100)
    assert abs(d.qvel[0]) < 1e-6


MESH = """<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 2 0 0 0 .5"/></asset><worldbody>
<geom type="{}" mesh="m" pos=".1 .2 .3" euler="10 20 30" surfacevel="1 2 3 .1 .2 .3"/></worldbody></mujoco>"""


@pytest.mark.parametrize("kind", ["mesh", "box"])
def test_the_field_of_a_mesh_is_that_of_the_stated_frame(kind):
    """The compiler moves the frame of the geom to that of the mesh; first row measured."""
    m = gelenk.MjModel.from_xml_string(MESH.format(kind))
    stated = gelenk.MjModel.from_xml_string(MESH.format("sphere").replace('mesh="m"', 'size=".1"'))
    measured = [3.3703244754, -0.2371050436, -1.6137612522, 0.3398357822, -0.0343419386, -0.1527490504]
    np.testing.assert_allclose(np.abs(m.geom_surfacevel[0]), np.abs(measured), atol=tol(1e-9))
    fields = []
    for model in (m, stated):
        d = gelenk.MjData(model)
        gelenk.mj_forward(model, d)
        r, s = d.geom_xmat[0].reshape(3, 3), model.geom_surfacevel[0]
        point = np.array([0.3, -0.4, 0.5])
        fields.append(r @ s[:3] + np.cross(r @ s[3:], point - d.geom_xpos[0]))
    np.testing.assert_allclose(*fields, atol=tol(1e-12))


def test_changed_fields_go_back_to_the_text_in_the_stated_frame(tmp_path):
    for kind in ("mesh", "sphere"):
        text = MESH.format(kind).replace('mesh="m"', 'mesh="m"' if kind == "mesh" else 'size=".1"')
        m = gelenk.MjModel.from_xml_string(text)
        m.geom_surfacevel[0] *= 2
        gelenk.mj_saveLastXML(str(tmp_path / "m.xml"), m)
        again = gelenk.MjModel.from_xml_path(str(tmp_path / "m.xml"))
        np.testing.assert_allclose(again.geom_surfacevel, m.geom_surfacevel, atol=tol(1e-5))  # of the text


def test_the_flag_is_a_bool_that_setconst_finds():
    m, d = forward(TABLE.format(cone="elliptic", condim=4))
    assert m.flg_surfacevel is True
    m.flg_surfacevel = False
    gelenk.mj_forward(m, d)
    assert not d.contact.surfacevel.any() and not d.efc_vel.any()
    m.flg_surfacevel = 5
    assert m.flg_surfacevel is True
    m.geom_surfacevel[:] = 0
    gelenk.mj_setConst(m, d)
    assert m.flg_surfacevel is False
    m.geom_surfacevel[1, 0] = 2
    gelenk.mj_setConst(m, d)
    assert m.flg_surfacevel is True
    assert forward(BELT.replace("surfacevel", "user"))[0].flg_surfacevel is False


def test_programs_may_write_the_velocity_of_a_contact():
    m, d = forward(BELT)
    d.contact[0].surfacevel = 1, 2, 3
    gelenk.mj_makeConstraint(m, d)
    gelenk.mj_referenceConstraint(m, d)
    assert np.abs(d.efc_vel).max() == pytest.approx(2, abs=tol(1e-12))


def test_batches_and_copies_have_the_bits_of_single_worlds():
    m, d = forward(BELT)
    batch = Batch(m, 2)
    gelenk.mj_step(m, d, 20)
    for _ in range(20):
        batch.step()
    assert (batch.qpos == d.qpos).all()
    import copy
    import pickle

    for one in (copy.copy(m), pickle.loads(pickle.dumps(m)), from_mjb(m)):
        assert one.flg_surfacevel is True and (one.geom_surfacevel == m.geom_surfacevel).all()
        other = gelenk.MjData(one)
        gelenk.mj_step(one, other, 20)
        assert other.qpos.tobytes() == d.qpos.tobytes()


def from_mjb(m):
    content = np.zeros(gelenk.mj_sizeModel(m), np.uint8)
    gelenk.mj_saveModel(m, None, content)
    return gelenk.MjModel.from_binary_path("m.mjb", {"m.mjb": content.tobytes()})


def test_texts_keep_surface_velocities():
    spec = gelenk.MjSpec.from_string(BELT)
    assert spec.geoms[0].surfacevel.tolist() == [0.4, 0, 0, 0, 0, 0]
    spec.geoms[1].surfacevel = 0, 1, 0, 0, 0, 0
    text = spec.to_xml()
    assert 'surfacevel="0.4 0 0 0 0 0"' in text and 'surfacevel="0 1 0 0 0 0"' in text
    assert (
        gelenk.MjModel.from_xml_string(text).geom_surfacevel.tolist()
        == spec.compile().geom_surfacevel.tolist()
    )
    with pytest.raises(gelenk.Error, match="surfacevel"):
        gelenk.MjModel.from_xml_string(BELT.replace(".4 0 0 0 0 0", ".4 0 0"))
