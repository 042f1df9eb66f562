"""Environments for jax: its arrays are our memory, and steps may be traced. Runs where jax is installed."""

import numpy as np
import pytest

from gelenk.envs import get_environment

jax = pytest.importorskip("jax", reason="needs jax: pip install 'gelenk[jax]'")
NUM = 3


def equal(a, b):
    """Whether two states are the same to the last bit, but for the worlds, which travel as bits."""
    pairs = zip(jax.tree.leaves(a[1:]), jax.tree.leaves(b[1:]), strict=True)
    return all(np.array_equal(np.asarray(x), np.asarray(y)) for x, y in pairs)


def test_arrays_of_jax_are_the_memory_of_numpy():
    env = get_environment("Hopper-v5", NUM, library="jax", dtype="float32", max_episode_steps=6)
    plain = get_environment("Hopper-v5", NUM, dtype="float32", max_episode_steps=6)
    a, b = env.reset(seed=2), plain.reset(seed=2)
    for t in range(14):
        action = jax.numpy.full((NUM, env.action_size), 0.1 * t - 0.5)
        assert np.shares_memory(env._import_actions(action), np.from_dlpack(action))
        a, b = env.step(a, action), plain.step(b, np.asarray(action))
        assert isinstance(a.obs, jax.Array) and a.obs.dtype == np.float32 and equal(a, b)
        if a.done.any():  # worlds start anew in the same step
            assert (np.asarray(a.info["steps"])[np.asarray(a.done) == 1] == 0).all()


def test_steps_within_jit_and_scan_are_those_outside():
    from gelenk.envs.jitted import JaxEnv

    env = JaxEnv("Hopper-v5", NUM, max_episode_steps=6)
    plain = get_environment("Hopper-v5", NUM, dtype="float32", max_episode_steps=6)
    actions = np.random.default_rng(0).uniform(-1, 1, (15, NUM, plain.action_size)).astype(np.float32)

    def advance(state, action):
        new = env.step(state, action)
        return new, (new.obs, new.done)

    first = jax.jit(env.reset)(3)
    last, (seen, done) = jax.jit(lambda s: jax.lax.scan(advance, s, actions))(first)
    state = plain.reset(seed=3)
    assert equal(first, state)
    for t, action in enumerate(actions):
        state = plain.step(state, action)
        assert np.array_equal(seen[t], state.obs) and np.array_equal(done[t], state.done)
    assert equal(last, state) and done.any()
    physics = np.asarray(last.pipeline_state.physics).view(np.float64)
    assert np.array_equal(physics, state.pipeline_state.physics)
    assert equal(env.step(first, actions[0]), jax.jit(env.step)(first, actions[0]))
    env.close()


def test_what_jax_cannot_take_is_refused():
    from gelenk.envs.jitted import JaxEnv

    with pytest.raises(ValueError, match="jax_enable_x64"):
        JaxEnv("Hopper-v5", dtype="float64")
    env = JaxEnv("Reacher-v5", 2)
    with pytest.raises(Exception, match="actions must be of shape"):
        env.step(env.reset(), np.zeros((3, 2), np.float32))
