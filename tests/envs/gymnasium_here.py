"""gymnasium's tasks on this engine, so that what differs from ours is the task alone."""

import sys

import gymnasium
import pytest

import gelenk


def _theirs(name):
    return name.partition(".")[0] == "mujoco" or name.startswith("gymnasium.envs.mujoco")


@pytest.fixture(scope="module", autouse=True)
def gelenk_under_gymnasium():
    """Both step the same engine; other tests find what was there before."""
    kept = {name: sys.modules.pop(name) for name in [*sys.modules] if _theirs(name)}
    finders = [*sys.meta_path]
    gelenk.install_as_mujoco()
    yield
    for name in [name for name in sys.modules if _theirs(name)]:
        del sys.modules[name]
    sys.modules.update(kept)
    if "gymnasium.envs.mujoco" in kept:
        gymnasium.envs.mujoco = kept["gymnasium.envs.mujoco"]
    sys.meta_path[:] = finders
