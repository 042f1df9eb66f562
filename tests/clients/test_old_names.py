"""Names of the last release still work: public modules as they are, renamed ones with a warning."""

import importlib

import pytest

import gelenk

PUBLIC = ("batch", "envs", "render", "kernels", "viewer", "sysid", "usd", "minimize", "rollout", "models")


@pytest.mark.parametrize("name", PUBLIC)
def test_public_modules_keep_their_names(name):
    try:
        module = importlib.import_module(f"gelenk.{name}")
    except ModuleNotFoundError as error:  # of an extra that is not installed
        assert "gelenk[" in str(error)
        return
    assert module.__name__ == f"gelenk.{name}"


def test_the_old_name_of_the_options_of_drawing_warns():
    with pytest.warns(DeprecationWarning, match="RenderOptions"):
        old = gelenk.render.Better
    assert old is gelenk.render.RenderOptions


def test_the_old_module_of_remote_batches_warns():
    from gelenk.batch import sharding

    with pytest.warns(DeprecationWarning, match="sharding"):
        old = importlib.import_module("gelenk.batch.elsewhere")
    assert old.Elsewhere is sharding.RemoteExecutor and old.Chunk is sharding.Shard
    assert old.Worker is sharding.Worker and old.Done is sharding.ShardResult
