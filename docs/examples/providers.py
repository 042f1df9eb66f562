"""Files from anywhere: a function that provides the files whose names begin with a prefix."""

import gelenk as mujoco

STORE = {
    "store:pendulum.xml": b"""<mujoco><include file="store:weight.xml"/></mujoco>""",
    "store:weight.xml": b"""<mujoco><worldbody><body><joint type="hinge" axis="0 1 0"/>
      <geom size="0.1" pos="0 0 -1" mass="1"/></body></worldbody></mujoco>""",
}
asked = []


def read(name):
    """The content of a file, or None: this might as well ask a data base or a server."""
    asked.append(name)
    return STORE.get(name)


mujoco.register_provider("store", read)
m = mujoco.MjModel.from_xml_path("store:pendulum.xml")
assert (m.nv, m.body_mass[1]) == (1, 1.0)
assert asked == ["store:pendulum.xml", "store:weight.xml"]
print("read", " and ".join(asked))
