"""Run the newest clients of later releases and save states and observations (newest.py).

    python -m tests.support.drive_newest {gelenk,mujoco} CLIENT FILE NAMES...

`import mujoco` must give the engine that is named: the package, or a wheel of bin/level-wheels before it on the path.
"""

import os
import sys

import numpy as np

from tests.support.drive import drive_dm_control, drive_gymnasium

STEPS = 20
ARM = """
<mujoco>
  <compiler angle="radian" autolimits="true"/>
  <default>
    <joint axis="0 1 0" range="-2 2" damping=".5" armature=".01"/>
    <geom type="capsule" size=".03"/>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="a" pos="0 0 .1">
      <joint name="j0" axis="0 0 1"/>
      <geom name="g0" fromto="0 0 0 0 0 .2"/>
      <body name="b" pos="0 0 .2">
        <joint name="j1"/>
        <geom name="g1" fromto="0 0 0 0 0 .3"/>
        <body name="c" pos="0 0 .3">
          <joint name="j2"/>
          <geom name="g2" fromto="0 0 0 .3 0 0"/>
          <body name="d" pos=".3 0 0">
            <joint name="j3" axis="1 0 0"/>
            <joint name="j4"/>
            <geom name="g3" fromto="0 0 0 .1 0 0"/>
            <site name="tip" pos=".1 0 0"/>
          </body>
        </body>
      </body>
    </body>
    <body name="ball" pos=".5 0 .1">
      <freejoint/>
      <geom name="ball" type="sphere" size=".06" condim="3"/>
    </body>
  </worldbody>
  <actuator>
    <position joint="j0" kp="20"/>
    <position joint="j1" kp="20"/>
    <position joint="j2" kp="20"/>
    <position joint="j3" kp="5"/>
    <position joint="j4" kp="5"/>
  </actuator>
</mujoco>
"""


def no_states():
    return np.zeros(0)


def drive_robosuite(name, states):
    """Return observations and states of a robosuite task with a Panda."""
    import robosuite

    env = robosuite.make(
        name, robots="Panda", has_renderer=False, has_offscreen_renderer=False, use_camera_obs=False, seed=1
    )
    env.reset()
    random = np.random.default_rng(0)
    low, high = env.action_spec
    rows, starts = [], []
    for k in range(STEPS):
        start = env.sim.get_state().flatten() if states is None else states[k]
        starts.append(start)
        env.sim.set_state_from_flattened(start)
        env.sim.forward()
        env.sim.data.qacc_warmstart[:] = 0
        _, reward, *_ = env.step(random.uniform(low, high) * 0.2)
        rows.append([*env.sim.data.qpos, *env.sim.data.qvel, reward])
    return np.array(rows), np.array(starts)


def drive_mink(name, states):
    """Return joint angles of an arm whose tip tracks a target by limited differential IK."""
    import mink
    import mujoco

    model = mujoco.MjModel.from_xml_string(ARM)
    configuration = mink.Configuration(model)
    configuration.update(model.qpos0 + 0.1)
    task = mink.FrameTask("tip", "site", position_cost=1.0, orientation_cost=0.1, lm_damping=1e-3)
    task.set_target(mink.SE3.from_translation(np.array([0.25, 0.15, 0.4])))
    posture = mink.PostureTask(model, cost=1e-3)
    posture.set_target_from_configuration(configuration)
    limits = [mink.ConfigurationLimit(model)]
    if name == "collision":
        limits.append(mink.CollisionAvoidanceLimit(model, [(["floor"], ["g3"])]))
    rows = []
    for _ in range(STEPS):
        velocity = mink.solve_ik(configuration, [task, posture], 0.02, solver="daqp", limits=limits)
        configuration.integrate_inplace(velocity, 0.02)
        rows.append(configuration.q.copy())
    return np.array(rows), no_states()


def drive_myosuite(name, states):
    """Return observations of a MyoSuite environment."""
    from myosuite.utils import gym

    env = gym.make(name)
    env.reset(seed=0)
    env.action_space.seed(0)
    rows = []
    for _ in range(STEPS // 4):
        observation, reward, *_ = env.step(env.action_space.sample())
        rows.append([*np.ravel(observation).astype(float), float(reward)])
    return np.array(rows), no_states()


def drive_mjx(name, states):
    """Return positions of jitted MJX steps of gelenk's model; they agree with engine steps."""
    import jax
    import mujoco
    from mujoco import mjx

    m = mujoco.MjModel.from_xml_string(ARM)
    d = mujoco.MjData(m)
    d.ctrl[:] = 0.2
    mujoco.mj_forward(m, d)
    mx, dx, step = mjx.put_model(m), mjx.put_data(m, d), jax.jit(mjx.step)
    rows = []
    for _ in range(STEPS):
        dx = step(mx, dx)
        mujoco.mj_step(m, d)
        found = mjx.get_data(m, dx)
        np.testing.assert_allclose(found.qpos, d.qpos, atol=1e-4)  # single precision
        rows.append(np.r_[found.qpos, d.qpos])
    return np.array(rows), no_states()


def drive_warp(name, states):
    """Return positions of MuJoCo Warp steps of gelenk's model, on its CPU device."""
    import mujoco
    import mujoco_warp as mjw
    import warp

    warp.config.quiet = True
    m = mujoco.MjModel.from_xml_string(ARM)
    d = mujoco.MjData(m)
    d.ctrl[:] = 0.2
    mujoco.mj_forward(m, d)
    with warp.ScopedDevice("cpu"):
        mw, dw = mjw.put_model(m), mjw.put_data(m, d, nworld=2)
        rows = []
        for _ in range(3):
            mjw.step(mw, dw)
            mujoco.mj_step(m, d)
            found = mujoco.MjData(m)
            mjw.get_data_into(found, m, dw)
            np.testing.assert_allclose(found.qpos, d.qpos, atol=1e-4)  # single precision
            rows.append(np.r_[found.qpos, d.qpos])
    return np.array(rows), no_states()


def drive_playground(name, states):
    """Return observations of a MuJoCo Playground environment, jitted on MJX."""
    import jax
    from mujoco_playground import registry

    env = registry.load(name, config_overrides={"impl": "jax"})
    state, step = jax.jit(env.reset)(jax.random.PRNGKey(0)), jax.jit(env.step)
    rows = []
    for _ in range(3):
        state = step(state, 0.1 * np.ones(env.action_size))
        rows.append(np.concatenate([np.ravel(leaf) for leaf in jax.tree.leaves((state.obs, state.reward))]))
    return np.array(rows).astype(float), no_states()


def drive_newton(name, states):
    """Return joint positions of Newton's MuJoCo solver, whose spec Newton makes from MJCF."""
    import newton
    import warp

    warp.config.quiet = True
    with warp.ScopedDevice("cpu"):
        builder = newton.ModelBuilder()
        newton.solvers.SolverMuJoCo.register_custom_attributes(builder)
        builder.add_mjcf(ARM)
        model = builder.finalize()
        solver = newton.solvers.SolverMuJoCo(model, use_mujoco_cpu=True)
        now, later, control = model.state(), model.state(), model.control()
        newton.eval_fk(model, model.joint_q, model.joint_qd, now)
        rows = []
        for _ in range(STEPS):
            solver.step(now, later, control, None, 0.002)
            now, later = later, now
            rows.append(np.r_[now.joint_q.numpy(), now.joint_qd.numpy()].astype(float))
    return np.array(rows), no_states()


def drive_mjlab(name, states):
    """Return positions of the scene of an mjlab task, compiled from the spec of mjlab."""
    import mujoco
    from mjlab.scene import Scene
    from mjlab.tasks.registry import load_env_cfg

    m = Scene(load_env_cfg(name).scene, "cpu").compile()
    d = mujoco.MjData(m)
    if m.nkey:
        mujoco.mj_resetDataKeyframe(m, d, 0)
    rows = []
    for _ in range(STEPS // 4):
        mujoco.mj_step(m, d)
        rows.append(np.r_[m.nq, m.ngeom, m.body_mass.sum(), d.qpos, d.qvel])
    return np.array(rows), no_states()


def drive_viser(name, states):
    """Return the body positions that mjviser shows, with contacts, inertia and actuators."""
    import mujoco
    import viser
    from mjviser import ViserMujocoScene

    m = mujoco.MjModel.from_xml_string(ARM)
    d = mujoco.MjData(m)
    server = viser.ViserServer(host="127.0.0.1", port=0, verbose=False)
    scene = ViserMujocoScene(server, m, num_envs=1)
    scene.create_visualization_gui()
    scene.show_contact_points = scene.show_contact_forces = scene.show_inertia = scene.show_actuators = True
    rows = []
    for _ in range(3):
        for _ in range(40):
            mujoco.mj_step(m, d)
        scene.update_from_mjdata(d)
        handles = server.scene._handle_from_node_name.values()
        places = [np.ravel(getattr(h, "batched_positions", h.position)).astype(float) for h in handles]
        places = np.sort(np.concatenate(places))
        rows.append([len(handles), len(places), places.sum(), np.square(places).sum()])
    server.stop()
    return np.array(rows), no_states()


DRIVES = {"dm_control": drive_dm_control, "gymnasium": drive_gymnasium} | {
    name.removeprefix("drive_"): value for name, value in globals().items() if name.startswith("drive_")
}


def main(engine, client, file, *names):
    """Run the environments; the second run starts each step at the state of the first run."""
    os.environ["MUJOCO_GL"] = "disable"
    import mujoco

    assert mujoco.__name__ == engine, f"mujoco is {mujoco.__name__}"
    states = np.load(file) if os.path.exists(file) else None
    out = {}
    for name in names:
        rows, starts = DRIVES[client](name, None if states is None else states[f"states {name}"])
        out |= {f"rows {name}": rows, f"states {name}": starts}
    out["version"] = np.array(mujoco.__version__)
    np.savez(file if states is None else file.replace(".npz", ".again.npz"), **out)


if __name__ == "__main__":
    main(*sys.argv[1:])
