"""Python functions in the middle of a step: control, passive forces, actuators, sensors, contacts, warnings."""

import gelenk as mujoco

m = mujoco.MjModel.from_xml_string("""<mujoco><worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body pos="0 0 0.1"><joint name="slide" type="slide" axis="1 0 0"/><geom name="ball" size="0.11"/></body>
  </worldbody>
  <actuator><general joint="slide" dyntype="user" gaintype="user" biastype="user" actdim="1"/></actuator>
  <sensor><user dim="1" needstage="vel"/></sensor></mujoco>""")
d = mujoco.MjData(m)
seen = []


def control(m, d):
    d.ctrl[0] = 0.5 - d.qpos[0]


def passive(m, d):
    d.qfrc_passive[0] -= 0.1 * d.qvel[0]


def sensor(m, d, stage):
    d.sensordata[0] = d.qvel[0] ** 2


def no_contacts(m, d, geom1, geom2):
    return 1  # drops the pair


mujoco.set_mjcb_control(control)
mujoco.set_mjcb_passive(passive)
mujoco.set_mjcb_act_dyn(lambda m, d, i: d.ctrl[i] - d.act[0])
mujoco.set_mjcb_act_gain(lambda m, d, i: 10.0)
mujoco.set_mjcb_act_bias(lambda m, d, i: -0.1 * d.qpos[0])
mujoco.set_mjcb_sensor(sensor)
mujoco.set_mjcb_contactfilter(no_contacts)
mujoco.set_mjcb_time(lambda: 0.0)
mujoco.set_mju_user_warning(seen.append)
assert mujoco.get_mjcb_control() is control and mujoco.get_mjcb_passive() is passive
assert mujoco.get_mjcb_sensor() is sensor and mujoco.get_mjcb_contactfilter() is no_contacts
for get in (
    mujoco.get_mjcb_act_dyn,
    mujoco.get_mjcb_act_gain,
    mujoco.get_mjcb_act_bias,
    mujoco.get_mjcb_time,
    mujoco.get_mju_user_warning,
):
    assert callable(get())
mujoco.mj_step(m, d, 200)
print("at", d.qpos[0], "sensor", d.sensordata[0], "contacts", d.ncon)
d.qpos[0] = float("nan")
mujoco.mj_step(m, d)
print("warned:", seen)
mujoco.mj_resetCallbacks()
mujoco.set_mju_user_warning(None)

# memory comes from numpy: there is nothing to replace
mujoco.set_mju_user_malloc(None)
mujoco.set_mju_user_free(None)
assert mujoco.get_mju_user_malloc() is None and mujoco.get_mju_user_free() is None
