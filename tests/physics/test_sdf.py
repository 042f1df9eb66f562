"""What signed distance fields are for: bowls hold balls, threads turn turning into moving, teeth take along teeth."""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from tests.support import sdf
from tests.support.tolerance import tol

THREAD = """<mujoco><option gravity="0 0 0"/><extension>
  <plugin plugin="mujoco.sdf.nut"><instance name="nut"><config key="radius" value=".26"/></instance></plugin>
  <plugin plugin="mujoco.sdf.bolt"><instance name="bolt"><config key="radius" value=".25"/></instance></plugin>
  </extension>
  <asset><mesh name="nut"><plugin instance="nut"/></mesh><mesh name="bolt"><plugin instance="bolt"/></mesh></asset>
  <default><geom friction="0"/></default><worldbody>
  <geom type="sdf" mesh="bolt"><plugin instance="bolt"/></geom>
  <body><joint type="slide" axis="0 0 1" damping="10"/><joint name="turn" axis="0 0 1"/>
    <geom type="sdf" mesh="nut" mass="10"><plugin instance="nut"/></geom></body></worldbody>
  <actuator><velocity joint="turn" kv="500"/></actuator></mujoco>"""
LEAD = 1 / 12 / (2 * np.pi)  # meters per radian


@pytest.mark.parametrize(("start", "speed"), [(-0.55, -4.0), (-0.7, 4.0)])
def test_a_nut_that_is_turned_moves_along_the_bolt(start, speed):
    """By the lead of the thread, but for its clearance: the radii differ by 0.01, slopes are at 45 degrees."""
    m = gelenk.MjModel.from_xml_string(THREAD)
    d = gelenk.MjData(m)
    d.qpos[:] = start, start / LEAD  # where the threads fit
    d.ctrl[0] = speed
    gelenk.mj_step(m, d, 780)
    turned = LEAD * (d.qpos[1] - start / LEAD)
    assert abs(turned) > 0.08
    assert d.qpos[0] - start == pytest.approx(
        turned, abs=tol(0.012)
    )  # play of the thread, in metres of travel


def test_a_bowl_holds_a_ball():
    """The energy never grows by more than a bounce of the soft contact stores, and friction takes it."""
    m = gelenk.MjModel.from_xml_string(
        sdf.shape(
            "bowl",
            '<body pos=".3 .1 -.5"><freejoint/><geom size=".15" condim="6" friction="1 .02 .05"/></body>',
            "",
        )
    )
    m.opt.enableflags |= int(gelenk.mjtEnableBit.mjENBL_ENERGY)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    start = d.energy.sum()
    highest = start
    for _ in range(4000):
        gelenk.mj_step(m, d)
        highest = max(highest, d.energy.sum())
    assert highest < start + 0.01 * abs(start)
    assert d.energy.sum() < start - 10
    assert np.hypot(*d.qpos[:2]) < 0.12 and np.abs(d.qvel).max() < 0.3
    assert np.linalg.norm(d.qpos[:3]) == pytest.approx(
        1 - 0.02 - 0.15, abs=tol(5e-3)
    )  # soft contact sinks in by this much


def test_a_ball_rests_on_a_mesh_that_is_not_convex():
    """In the hole of a frame of four bars; the convex hull would carry it at 0.35."""
    bars = [((-0.3, 0, 0), (0.1, 0.4, 0.1)), ((0.3, 0, 0), (0.1, 0.4, 0.1))]
    bars += [((0, -0.3, 0), (0.2, 0.1, 0.1)), ((0, 0.3, 0), (0.2, 0.1, 0.1))]
    corner = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)]) * 2 - 1
    faces = "0 2 1 1 2 3 4 5 6 5 7 6 0 1 4 1 5 4 2 6 3 3 6 7 0 4 2 2 4 6 1 3 5 3 7 5"
    faces = np.array(faces.split(), int)
    vert = np.concatenate([np.array(c) + np.array(h) * corner for c, h in bars]).ravel()
    face = np.concatenate([faces + 8 * k for k in range(4)])
    texts = [" ".join(map(str, a)) for a in (vert, face)]
    m = gelenk.MjModel.from_xml_string(f"""<mujoco>
      <asset><mesh name="m" vertex="{texts[0]}" face="{texts[1]}"/></asset><worldbody>
      <geom type="sdf" mesh="m"/><body pos="0 0 .4"><freejoint/><geom size=".25"/></body></worldbody></mujoco>""")
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 1500)
    assert (
        0.15 < d.qpos[2] < 0.1 + np.sqrt(0.25**2 - 0.2**2)
    )  # on four edges at 0.2 from the middle, pressed in


def test_gears_turn_each_other():
    """Ten teeth against twenty: half the speed, the other way."""
    plugins = meshes = bodies = ""
    for name, teeth, diameter, x, damping in (("small", 10, 1, 0, 0), ("large", 20, 2, 1.53, 2)):
        said = sdf.config(teeth=teeth, diameter=diameter, thickness=0.2)
        plugins += f'<plugin plugin="mujoco.sdf.gear"><instance name="{name}">{said}</instance></plugin>'
        meshes += f'<mesh name="{name}"><plugin instance="{name}"/></mesh>'
        bodies += f"""<body pos="{x} 0 0"><joint axis="0 0 1" damping="{damping}"/>
          <geom type="sdf" mesh="{name}" mass="1" friction="0"><plugin instance="{name}"/></geom></body>"""
    m = gelenk.MjModel.from_xml_string(f"""<mujoco><option gravity="0 0 0"/><extension>{plugins}</extension>
      <asset>{meshes}</asset><worldbody>{bodies}</worldbody></mujoco>""")
    d = gelenk.MjData(m)
    d.qpos[1] = 0.1
    for _ in range(1500):
        d.qfrc_applied[0] = 20 * (2.0 - d.qvel[0])
        gelenk.mj_step(m, d)
    assert d.qpos[0] > 2.0 and d.qpos[1] == pytest.approx(
        -0.5 * d.qpos[0], abs=tol(0.25)
    )  # play of a tooth, in rad


def test_states_and_copies_continue_with_the_same_bits(tmp_path):
    m = gelenk.MjModel.from_xml_string(sdf.pair("torus", "octree", 'sdf_initpoints="10"'))
    path = tmp_path / "model.mjb"
    gelenk.mj_saveModel(m, str(path))
    models = [m, gelenk.MjModel.from_binary_path(str(path)), copy.copy(m), pickle.loads(pickle.dumps(m))]
    results = []
    for model in models:
        d = gelenk.MjData(model)
        gelenk.mj_step(model, d, 60)
        again = copy.copy(d)
        for data in (d, again):
            gelenk.mj_step(model, data, 20)
            results.append(data.qpos.tobytes())
    assert len(set(results)) == 1


def test_a_reset_in_the_middle_of_steps_leaves_plugins_working():
    m = gelenk.MjModel.from_xml_string(sdf.pair("torus", "sphere", 'sdf_initpoints="10"'))
    d = gelenk.MjData(m)
    d.qpos[2] = 0.35
    d.qvel[0] = np.nan
    gelenk.mj_step(m, d, 5)  # resets by itself
    assert np.isfinite(d.qpos).all()
