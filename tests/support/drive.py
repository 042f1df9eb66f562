"""Runs a client's environments and prints nothing: states and observations go to a file (see test_unmodified.py).

    python drive.py {gelenk,mujoco} {gymnasium,dm_control} FILE NAMES...

Each of the steps starts from the state in FILE if that is there already, else from where the last one ended; FILE is
written by the first run and FILE.again by the second.
"""

import os
import sys

import numpy as np

STEPS = 50


def observed(observation):
    """An observation of either client as one vector."""
    if isinstance(observation, np.ndarray):
        return observation.ravel().astype(float)
    return np.concatenate([np.ravel(value).astype(float) for value in observation.values()])


def drive_gymnasium(name, states):
    """Observations and states of an environment of gymnasium."""
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
    """Observations and states of a task of the suite, called domain-task."""
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


def main(engine, client, file, *names):
    """Drive every environment of ``names`` by one engine."""
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
