"""Controllers of shipped models do what `gelenk models` says, and set nothing but controls and applied forces."""

import numpy as np
import pytest

import gelenk
from gelenk import models
from gelenk.models import arms, humanoids, vehicles


def run(name, seconds, watch=lambda m, d: None, start=True):
    """Return model, data and what was watched after each step of a simulation with the controller."""
    m = models.load(name)
    d = gelenk.MjData(m)
    key = models.SHOWS[name].keyframe
    if start and key:
        gelenk.mj_resetDataKeyframe(m, d, m.key(key).id)
    control = models.controller(name)
    seen = []
    for _ in range(round(seconds / m.opt.timestep)):
        if control is not None:
            control(m, d)
        gelenk.mj_step(m, d)
        seen.append(watch(m, d))
    assert d.warning.number.sum() == 0
    return m, d, seen


def started(name, key):
    """Return model, data at a keyframe, and controller."""
    m = models.load(name)
    d = gelenk.MjData(m)
    gelenk.mj_resetDataKeyframe(m, d, m.key(key).id)
    return m, d, models.controller(name)


def controlled(m, d, seconds, watch):
    """Simulate with the controller of the model's name; return what was watched."""
    control, seen = models.controller(bytes(m.names).split(b"\0")[0].decode()), []
    for _ in range(round(seconds / m.opt.timestep)):
        control(m, d)
        gelenk.mj_step(m, d)
        seen.append(watch(d))
    return np.array(seen)


def test_the_table_of_shows_has_all_models_and_no_others():
    assert set(models.SHOWS) == set(models.names())


@pytest.mark.parametrize("name", models.names())
def test_a_show_runs_without_warnings_until_its_picture(name):
    _, d, _ = run(name, max(models.SHOWS[name].time, 0.05))
    assert np.isfinite(d.qpos).all()


@pytest.mark.parametrize("name", models.names())
def test_a_model_has_light_sky_camera_or_view_and_a_floor_or_a_sky(name):
    m = models.load(name)
    assert m.nlight > 0
    assert (m.tex_type == int(gelenk.mjtTexture.mjTEXTURE_SKYBOX)).any()
    assert m.ncam > 0
    assert (m.vis.global_.azimuth, m.vis.global_.elevation) != (90, -45)


def test_the_gripper_lifts_the_block_above_10_cm_and_puts_it_into_the_other_tray():
    _, d, height = run("gripper", 8.0, lambda m, d: d.body("block").xpos[2])
    assert max(height) > 0.2
    assert np.linalg.norm(d.body("block").xpos[:2] - arms.TRAYS[1]) < 0.02
    assert d.body("block").xpos[2] < 0.04


def test_the_quadruped_walks_more_than_a_meter_and_stays_upright():
    _, d, upright = run("quadruped", 5.0, lambda m, d: d.body("trunk").xmat[8])
    assert np.linalg.norm(d.qpos[:2]) > 1.0
    assert min(upright) > 0.95


def test_the_same_walk_goes_over_hills():
    _, d, upright = run("terrain", 4.0, lambda m, d: d.body("trunk").xmat[8])
    assert np.linalg.norm(d.qpos[:2]) > 0.4
    assert min(upright) > 0.8


def test_the_drone_is_in_each_ring_when_it_is_due():
    far = lambda m, d: np.linalg.norm(d.qpos[:3] - vehicles.waypoint(d.time)[0])  # noqa: E731
    m, _, error = run("drone", vehicles.RISE + 4 * vehicles.LEG, far)
    due = vehicles.RISE + vehicles.LEG * np.arange(1, 5)
    assert max(error[round(t / m.opt.timestep) - 2] for t in due) < 0.1
    assert max(error) < 0.2


def test_the_car_stays_near_the_line_of_both_circles():
    def beside(m, d):
        return min(abs(np.hypot(d.qpos[0], d.qpos[1] - side) - 1.2) for side in (1.2, -1.2))

    _, _, seen = run("car", 14.5, lambda m, d: (*d.qpos[:2], beside(m, d)))
    x, y, error = np.array(seen).T
    assert error.max() < 0.08
    assert y.max() > 2.2 and y.min() < -2.2
    assert np.hypot(x[-1], y[-1]) < 1.0


def test_the_pole_is_upright_after_six_seconds():
    _, d, _ = run("cartpole", 6.0)
    assert abs((d.qpos[1] + np.pi) % (2 * np.pi) - np.pi) < 0.02
    assert abs(d.qpos[0]) < 0.2


def test_the_humanoid_squats_twice_and_stands_again():
    _, d, height = run("humanoid", humanoids.REST + 2 * humanoids.PERIOD, lambda m, d: d.qpos[2])
    assert min(height) < 0.62
    assert d.qpos[2] > 0.92


def test_from_a_squat_the_humanoid_stands_up_and_squats_again():
    m, d, _ = started("humanoid", "squat")
    height = controlled(m, d, humanoids.REST + 2 * humanoids.PERIOD, lambda d: d.qpos[2])
    speed = np.diff(height) / m.opt.timestep
    assert max(height[:240]) > 0.9 and speed.max() < 1.2  # it does not jump
    assert min(height[240:]) < 0.65
    assert d.qpos[2] > 0.92


def test_from_its_back_the_humanoid_rests_in_the_pose_of_standing():
    m, d, control = started("humanoid", "lie")
    controlled(m, d, 3.0, lambda d: None)
    assert np.abs(d.qvel).max() < 0.05
    control(m, d)
    assert np.abs(d.ctrl - d.qpos[7:]).max() < 0.3
    assert np.abs(d.actuator_force).max() < 40  # [N m]


def test_the_humanoid_withstands_a_push():
    m = models.load("humanoid")
    d, control = gelenk.MjData(m), models.controller("humanoid")
    while d.time < 5:
        control(m, d)
        d.body("chest").xfrc_applied[0] = 100.0 if 1 < d.time < 1.2 else 0.0
        gelenk.mj_step(m, d)
    assert d.qpos[2] > 0.58


def test_all_humanoids_squat_and_none_falls():
    _, d, _ = run("humanoids22", 4.0)
    height = d.qpos[2::28]
    assert height.min() > 0.58
    assert height.max() > 0.9 and np.ptp(height) > 0.2  # they are at different depths


def test_the_seven_joints_draw_the_eight():
    _, _, error = run(
        "arm7", 5.0, lambda m, d: np.linalg.norm(d.site("tool").xpos - arms.eight_point(d.time))
    )
    assert max(error[500:]) < 0.02


def touched(seconds, push=0.0, start=True):
    """Return the distances of the palm from the ball of each turn at its end [m]."""

    def watch(m, d):
        d.body("forearm").xfrc_applied[0] = push if 1.0 < d.time < 1.2 else 0.0
        return d.site("palm").xpos.copy()

    m, d, palm = run("muscle_arm", seconds, watch, start)
    assert ((d.ctrl >= 0) & (d.ctrl <= 1)).all()
    balls, steps = [m.site(name).pos for name in arms.REACHES], round(arms.REACH / m.opt.timestep)
    turns = range(1, round(seconds / arms.REACH) + 1)
    return [np.linalg.norm(palm[steps * k - 1] - balls[k % 4]) for k in turns]


def test_muscles_let_the_palm_touch_four_balls_in_turn():
    assert max(touched(4 * arms.REACH)) < 0.01


@pytest.mark.parametrize("how", [{"push": 25.0}, {"start": False}])
def test_feedback_brings_an_arm_that_was_pushed_or_hangs_to_the_balls(how):
    assert max(touched(4 * arms.REACH, **how)[1:]) < 0.01


def test_cables_balance_an_arm_that_falls_without_them():
    _, d, _ = run("tendon_arm", 6.4)
    assert np.abs(d.qpos).max() < 0.02  # upright again after four poses
    m = models.load("tendon_arm")
    d = gelenk.MjData(m)
    d.qpos[1] = 0.01
    gelenk.mj_step(m, d, nstep=3200)
    assert np.abs(d.qpos).max() > 1


def test_the_cube_turns_whole_layers_and_is_a_cube_between():
    m, d, _ = run("cube", arms.TURN * 0.99)
    gelenk.mj_kinematics(m, d)
    top = [b for b in range(1, m.nbody) if m.body(b).name.endswith("+z")]
    assert len(top) == 9
    quarter = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    assert max(np.abs(d.xmat[b].reshape(3, 3) - quarter).max() for b in top) < 0.1


def test_the_hand_rolls_the_die_and_keeps_it():
    m, _, seen = run("hand", 12.0, lambda m, d: np.r_[d.qpos[22:27], d.actuator_force])
    seen = np.array(seen)
    assert seen[:, 0].min() > 0.0
    turn = 2 * np.arccos(np.clip(np.abs(seen[:, 1:5] @ seen[-1, 1:5]), 0, 1))
    assert turn.max() > 0.6
    assert np.abs(seen[:, 5:]).max() < 0.8 * m.actuator_forcerange.max()


def test_fingers_hold_the_die_against_small_pushes():
    def push(m, d):
        d.body("die").xfrc_applied[:3] = 0.7 * np.sin((31 * d.time, 17 * d.time, 23 * d.time))
        return d.qpos[22]

    assert min(run("hand", 6.0, push)[2]) > 0.0


def test_a_die_that_fell_is_put_back():
    m = models.load("hand")
    d, control = gelenk.MjData(m), models.controller("hand")
    d.qpos[22] = -0.2
    control(m, d)
    assert (d.qpos == m.key("grasp").qpos).all()


@pytest.mark.parametrize(
    "name, seconds", [("boxes50", 1.9), ("softbody", 1.7), ("soft_trilinear", 1.7), ("cards", 2.2)]
)
def test_bodies_without_motors_are_thrown_up(name, seconds):
    m, d, height = run(name, seconds, lambda m, d: d.xipos[1:, 2].mean())
    assert height[-1] > height[round((seconds - 0.3) / m.opt.timestep)] + 0.05
    assert (d.qfrc_applied == 0).all()


def test_gusts_move_the_cloth_and_the_rope_is_pulled():
    for name in ("cloth", "rope"):
        m, d, _ = run(name, 1.6)
        still = gelenk.MjData(m)
        gelenk.mj_step(m, still, nstep=round(1.6 / m.opt.timestep))
        assert np.abs(d.xpos - still.xpos).max() > 0.05


def test_doors_open_one_after_the_other():
    m, _, seen = run("kitchen", 11.0, lambda m, d: d.actuator_length.copy())
    far = np.max(seen, axis=0)
    assert (far > 0.8 * m.actuator_ctrlrange[:, 1]).all()
    assert (np.array(seen)[100] < 0.3 * far).any()


def test_a_controller_works_as_callback_of_controls():
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    gelenk.set_mjcb_control(models.controller("humanoid"))
    try:
        gelenk.mj_step(m, d, nstep=300)
    finally:
        gelenk.set_mjcb_control(None)
    assert 0.55 < d.qpos[2] < 0.95 and d.warning.number.sum() == 0


def test_a_controller_serves_another_data_and_another_model():
    control = models.controller("cartpole")
    for _ in range(2):
        m = models.load("cartpole")
        d = gelenk.MjData(m)
        d.qpos[1] = 0.2
        control(m, d)
        assert d.ctrl[0] > 0.1


@pytest.mark.parametrize("key", ["home", "high"])
def test_a_torque_of_a_quarter_of_the_weights_swings_the_pendulum_up(key):
    m, d, _ = started("pendulum", key)
    seen = controlled(m, d, 9.0, lambda d: (d.qpos[0], d.qfrc_applied[0]))
    assert np.abs(seen[:, 1]).max() <= 2.5
    assert abs(np.sin(seen[-500:, 0]) + 1).max() < 1e-3  # upright for a second
    below = controlled(m, d, 4.5, lambda d: np.sin(d.qpos[0]))
    assert below.max() > 0.99  # it sinks before the next time


def test_waves_run_down_the_chain():
    m, _, seen = run("chain100", 5.0, lambda m, d: d.xpos[[11, 60, 100], :2].copy())
    away = np.linalg.norm(np.array(seen)[round(2.0 / m.opt.timestep) :], axis=2)
    assert away[:, 0].max() < 0.4 and away[:, 1].max() > 0.5 and away[:, 2].max() > 1.0
    first, middle = (np.unwrap(np.arctan2(*np.array(seen)[1000:, k].T)) for k in (0, 1))
    assert np.abs(np.diff(first - middle)).max() < np.pi  # both whirl
    assert abs(first[-1] - first[0]) > 4 * np.pi


def test_without_a_controller_the_pendulum_keeps_its_energy():
    m, d, _ = started("pendulum", "high")
    gelenk.mj_step(m, d, nstep=5000)
    end = d.energy.sum()
    gelenk.mj_resetDataKeyframe(m, d, m.key("high").id)
    gelenk.mj_forward(m, d)
    assert abs(end - d.energy.sum()) < 1e-5


def test_every_model_has_a_controller_and_a_misspelt_name_a_hint(monkeypatch):
    assert all(models.controller(name) is not None for name in models.names())
    monkeypatch.setitem(models.SHOWS, "pendulum", models.Presentation("swings"))
    assert models.controller("pendulum") is None
    with pytest.raises(gelenk.Error, match="no shipped model 'drones'; did you mean 'drone'"):
        models.controller("drones")
