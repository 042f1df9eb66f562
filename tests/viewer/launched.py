"""A model with something of all kinds, shown by launch_passive to a page that is no browser."""

import contextlib

import gelenk
from gelenk import viewer
from tests.viewer.page import Page

XML = """
<mujoco>
  <compiler angle="radian"/>
  <asset>
    <texture name="t" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 1 0" width="16" height="16"/>
    <material name="m" texture="t"/>
    <mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
    <hfield name="hills" nrow="4" ncol="4" size="1 1 0.2 0.1"/>
  </asset>
  <worldbody>
    <camera name="side" pos="0 -3 1" xyaxes="1 0 0 0 0.3 1"/>
    <geom name="floor" type="plane" size="5 5 1" material="m"/>
    <geom type="hfield" hfield="hills" pos="3 0 0"/>
    <body name="ball" pos="0 0 1"><freejoint/><geom name="ball" size="0.2"/></body>
    <body name="arm" pos="1 0 1"><joint name="hinge" axis="0 1 0" range="-1 1" limited="true"/>
      <geom type="mesh" mesh="tetra"/></body>
    <body name="hand" mocap="true" pos="-1 0 1"><geom size="0.1"/></body>
  </worldbody>
  <equality><weld name="weld" body1="ball" body2="hand" active="false"/></equality>
  <actuator><motor name="motor" joint="hinge" ctrlrange="-2 3" ctrllimited="true"/></actuator>
  <keyframe><key name="up" qpos="0 0 5 1 0 0 0 0.5" time="7"/></keyframe>
</mujoco>
"""


@contextlib.contextmanager
def launched(**settings):
    m = gelenk.MjModel.from_xml_string(XML)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with viewer.launch_passive(m, d, **settings) as handle, Page(handle.address) as page:
        page.say("size", width=400, height=300, ratio=2.0)
        page.wait(lambda p: p.scene.number)
        handle.sync()
        yield handle, page
