"""Names of assets and classes of attached specs, and models saved with them."""

import mujoco
import numpy as np
import pytest

import gelenk

OBJ = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
ROBOT = """
<mujoco>
  <default>
    <geom rgba="1 0 0 1"/>
    <default class="wide"><geom size="3"/></default>
  </default>
  <asset><mesh file="parts/trunk.obj"/></asset>
  <worldbody>
    <body name="b">
      <geom type="mesh" mesh="trunk"/>
      <geom class="wide"/>
    </body>
  </worldbody>
</mujoco>
"""
FIELD = '<mujoco><asset><hfield size="1 1 1 1" file="a/h.png"/></asset></mujoco>'
TEXTURE = '<mujoco><asset><texture type="2d" file="b/x.y.png"/></asset></mujoco>'
SKIN = '<mujoco><asset><skin file="b/s.skn"/></asset></mujoco>'
NAMELESS = '<mujoco><asset><mesh vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset></mujoco>'


def attached(library, text, prefix, parent="<mujoco/>"):
    child = library.MjSpec.from_string(text)
    child.assets = {"parts/trunk.obj": OBJ}
    whole = library.MjSpec.from_string(parent)
    whole.attach(child, prefix=prefix, frame=whole.worldbody.add_frame())
    return whole, child


@pytest.mark.parametrize("prefix", ["robot/", ""])
@pytest.mark.parametrize("text", [ROBOT, FIELD, TEXTURE, SKIN, NAMELESS])
def test_assets_are_named_after_their_files_when_they_are_attached(text, prefix):
    def names(library):
        specs = attached(library, text, prefix)
        return [
            [e.name for e in getattr(s, g)] for s in specs for g in ("meshes", "hfields", "textures", "skins")
        ]

    assert names(gelenk) == names(mujoco)


@pytest.mark.parametrize("prefix", ["robot/", ""])
def test_geoms_find_a_mesh_that_only_its_file_names(prefix):
    ours, theirs = (attached(library, ROBOT, prefix)[0].compile() for library in (gelenk, mujoco))
    assert ours.mesh(0).name == theirs.mesh(0).name == f"{prefix}trunk"
    assert np.array_equal(ours.geom_rgba, theirs.geom_rgba) and np.array_equal(
        ours.geom_dataid, theirs.geom_dataid
    )


def test_a_second_class_main_is_saved_under_another_name():
    """3.5.0 writes a class without a name, which it cannot read."""
    parent = (
        '<mujoco><default><geom rgba="0 1 0 1"/></default><worldbody><geom size="2"/></worldbody></mujoco>'
    )
    whole, _ = attached(gelenk, ROBOT, "", parent)
    again = gelenk.MjSpec.from_string(whole.to_xml())
    again.assets = whole.assets
    m, n = whole.compile(), again.compile()
    assert np.array_equal(m.geom_rgba, n.geom_rgba) and np.array_equal(m.geom_size, n.geom_size)
    assert m.geom_rgba[:, 0].tolist() == [0, 1, 1] and again.find_default("main_2") is not None


@pytest.mark.parametrize("value", [True, False])
def test_numpy_booleans_are_integers_of_specs(value):
    for library in (gelenk, mujoco):
        body = library.MjSpec().worldbody.add_body(mocap=np.bool_(value))
        assert body.mocap == value
        body.mocap = np.bool_(not value)
        assert body.mocap == (not value)
