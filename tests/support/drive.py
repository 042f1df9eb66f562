"""Run environments of a client and save states and observations (test_unmodified.py).

    python drive.py {gelenk,mujoco} {gymnasium,dm_control,mjcf,composer} FILE NAMES...

Each of the steps starts from the state in FILE if that is there already, else from where the last one ended; FILE is
written by the first run and FILE.again by the second.
"""

import os
import sys

import numpy as np

STEPS = 50


def observed(observation):
    """Return an observation of either client as one vector."""
    if isinstance(observation, np.ndarray):
        return observation.ravel().astype(float)
    return np.concatenate([np.ravel(value).astype(float) for value in observation.values()])


def drive_gymnasium(name, states):
    """Return observations and states of a gymnasium environment."""
    import gymnasium

    env = gymnasium.make(name, max_episode_steps=10**6).unwrapped
    env.reset(seed=0)
    env.action_space.seed(0)
    size = env.model.nq
    rows, starts = [], []
    for k in range(STEPS):
        start = np.concatenate((env.data.qpos, env.data.qvel)) if states is None else states[k]
        starts.append(start)
        env.set_state(start[:size], start[size:])
        env.data.qacc_warmstart[:] = 0
        observation, reward, *_ = env.step(env.action_space.sample())
        rows.append([*observed(observation), reward])
    return np.array(rows), np.array(starts)


def drive_dm_control(name, states):
    """Return observations and states of a task of the suite, named domain-task."""
    from dm_control import suite

    env = suite.load(*name.split("-"), task_kwargs={"random": 1})
    env.reset()
    random, spec = np.random.default_rng(0), env.action_spec()
    rows, starts = [], []
    for k in range(STEPS):
        start = env.physics.get_state() if states is None else states[k]
        starts.append(start)
        with env.physics.reset_context():
            env.physics.set_state(start)
        env.physics.data.qacc_warmstart[:] = 0
        time_step = env.step(random.uniform(spec.minimum, spec.maximum))
        rows.append([*observed(time_step.observation), time_step.reward or 0.0])
        if time_step.last():
            break
    return np.array(rows), np.array(starts)


def creature(mjcf, legs):
    """Return a body with attached legs, each of which is a model."""
    model = mjcf.RootElement()
    model.compiler.angle = "radian"
    model.worldbody.add("geom", name="torso", type="ellipsoid", size=[0.1, 0.1, 0.05])
    for i in range(legs):
        angle, leg = 2 * np.pi * i / legs, mjcf.RootElement()
        leg.default.joint.damping, leg.default.joint.type, leg.default.geom.type = 2, "hinge", "capsule"
        thigh = leg.worldbody.add("body")
        hip = thigh.add("joint", axis=[0, 0, 1])
        thigh.add("geom", fromto=[0, 0, 0, 0.1, 0, 0], size=[0.025])
        shin = thigh.add("body", pos=[0.1, 0, 0])
        knee = shin.add("joint", axis=[0, 1, 0])
        shin.add("geom", fromto=[0, 0, 0, 0, 0, -0.1], size=[0.02])
        for joint in (hip, knee):
            leg.actuator.add("position", joint=joint, kp=10)
        place = 0.1 * np.array([np.cos(angle), np.sin(angle), 0])
        model.worldbody.add("site", pos=place, euler=[0, 0, angle]).attach(leg)
    return model


def drive_mjcf(name, states):
    """Return positions of creatures that PyMJCF assembles from ``name`` legs each."""
    from dm_control import mjcf

    arena = mjcf.RootElement()
    arena.worldbody.add("geom", type="plane", size=[2, 2, 0.1])
    creatures = [creature(mjcf, int(legs)) for legs in name.split("-")]
    for i, model in enumerate(creatures):
        arena.worldbody.add("site", pos=[0.6 * i, 0, 0.15]).attach(model).add("freejoint")
    physics = mjcf.Physics.from_mjcf_model(arena)
    actuators = [actuator for model in creatures for actuator in model.find_all("actuator")]
    joints = creatures[0].find_all("joint")
    rows = []
    for _ in range(2 * STEPS):
        physics.bind(actuators).ctrl = np.sin(10 * physics.time() + np.arange(len(actuators)))
        physics.step()
        rows.append(np.r_[physics.data.qpos, physics.bind(joints).qvel])
    return np.array(rows), np.zeros(0)


def drive_composer(name, states):
    """Return positions and velocities of a go-to-target walker or a manipulation task."""
    from dm_control import composer, manipulation
    from dm_control.locomotion.arenas import floors
    from dm_control.locomotion.tasks import go_to_target
    from dm_control.locomotion.walkers import ant, cmu_humanoid, jumping_ball, rodent

    random = np.random.RandomState(0)
    if name in manipulation.ALL:
        env = manipulation.load(name, seed=1)
    else:
        walker = next(getattr(m, name) for m in (ant, cmu_humanoid, jumping_ball, rodent) if hasattr(m, name))
        task = go_to_target.GoToTarget(walker=walker(), arena=floors.Floor(size=(10, 10)))
        env = composer.Environment(task, random_state=random)
    env.reset()
    spec, rows = env.action_spec(), []
    for _ in range(10):
        env.step(random.uniform(spec.minimum, spec.maximum))
        # without sensors: with single calls of mj_step2 the reference does not update those of the acceleration stage
        rows.append(np.r_[env.physics.data.qpos, env.physics.data.qvel])
    return np.array(rows), np.zeros(0)


def main(engine, client, file, *names):
    """Run the environments ``names`` with one engine."""
    os.environ["MUJOCO_GL"] = "disable"
    if engine == "gelenk":
        import gelenk

        gelenk.install_as_mujoco()
    import mujoco

    assert mujoco.__name__ == engine
    states = np.load(file) if os.path.exists(file) else None
    out = {}
    for name in names:
        rows, starts = globals()[f"drive_{client}"](
            name, None if states is None else states[f"states {name}"]
        )
        out |= {f"rows {name}": rows, f"states {name}": starts}
    np.savez(file if states is None else file.replace(".npz", ".again.npz"), **out)


if __name__ == "__main__":
    main(*sys.argv[1:])
