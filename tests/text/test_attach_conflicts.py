"""compiler/conflict, and attach of a frame or of a part of the model itself."""

import logging

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error

CHILD = (
    "<mujoco model='child'>{}<worldbody><body name='q'><joint/><geom size='.1'/></body></worldbody></mujoco>"
)
PARENT = """<mujoco><compiler conflict="{}"/>{}<asset><model name="child" file="child.xml"/></asset>
<worldbody><attach model="child" body="q" prefix="a_"/></worldbody></mujoco>"""


def load(policy, parent, child, release="4.0"):
    files = {"child.xml": CHILD.format(child).encode()}
    return gelenk.MjModel.from_xml_string(PARENT.format(policy, parent), files, release=release)


def test_merging_takes_the_safer_value_and_adopts_what_the_parent_leaves_out():
    """As measured on mujoco 4.0.0."""
    child = "<option timestep='.001' iterations='7' gravity='0 0 -1'><flag energy='enable'/></option>"
    parent = "<option timestep='.004'><flag contact='disable'/></option>"
    m = load("merge", parent, child)
    assert (m.opt.timestep, m.opt.iterations, m.opt.gravity.tolist()) == (0.001, 7, [0, 0, -1])
    assert m.opt.enableflags == gelenk.mjtEnableBit.mjENBL_ENERGY
    assert m.opt.disableflags & gelenk.mjtDisableBit.mjDSBL_CONTACT
    assert load("merge", "<size nuserdata='5'/>", "<size nuserdata='8'/>").nuserdata == 8
    m = load(
        "merge", "<visual><map znear='.3' zfar='2'/></visual>", "<visual><map znear='.1' zfar='9'/></visual>"
    )
    assert (m.vis.map.znear, m.vis.map.zfar) == (np.float32(0.1), 9)


@pytest.mark.parametrize(
    ("policy", "parent", "child", "message"),
    [
        (
            "merge",
            "integrator='Euler'",
            "integrator='RK4'",
            "policy is 'merge'\nintegrator: parent has 0, child has 1",
        ),
        ("merge", "gravity='1 0 0'", "gravity='0 0 -9.81'", "gravity: parent has 1 0 0, child has 0 0 -9.81"),
        ("error", "impratio='1'", "impratio='3'", "policy is 'error'\nimpratio: parent has 1, child has 3"),
        ("error", "timestep='.1'", "timestep='.2'", "timestep: parent has 0.1, child has 0.2"),
    ],
)
def test_conflicts_that_cannot_be_merged_are_errors(policy, parent, child, message):
    """A value that is stated counts even if it is the default, as on mujoco 4.0.0."""
    with pytest.raises(Error) as caught:
        load(policy, f"<option {parent}/>", f"<option {child}/>")
    assert ":2:12: Attach conflict when attaching 'child'" in str(caught.value)
    assert message in str(caught.value)
    stated = f"<option {parent}/>"
    load(policy, stated, stated)


def test_a_warning_keeps_the_values_of_the_parent(caplog):
    with caplog.at_level(logging.WARNING, "gelenk"):
        for policy in ("warning", "error"):  # a value that only the child states is no conflict
            assert load(policy, "", "<option timestep='.3'/>").opt.timestep == 0.002
    assert caplog.text.count("parent has 0.002 (default), child has 0.3, keeping parent value") == 2
    caplog.clear()
    assert load("warning", "", "<option timestep='.3'/>", "3.5").opt.timestep == 0.002
    assert not caplog.text  # as release 3.5


def test_timesteps_of_length_ranges_are_other_settings():
    parent = "<compiler><lengthrange timestep='.01'/></compiler>"
    assert load("error", parent, "<option timestep='.3'/>").opt.timestep == 0.002


def test_a_spec_merges_as_a_text():
    spec, child = (
        gelenk.MjSpec(),
        gelenk.MjSpec.from_string(CHILD.format("<option timestep='.001' iterations='7'/>")),
    )
    spec.compiler.conflict = gelenk.mjtConflict.mjCONFLICT_MERGE
    spec.option.timestep, spec.option.iterations = 0.005, 150
    spec.attach(child, prefix="c_", frame=spec.worldbody.add_frame(pos=[1, 0, 0]))
    m = spec.compile()
    assert (m.opt.timestep, m.opt.iterations) == (0.001, 150)
    assert 'conflict="merge"' in spec.to_xml()


BODY = '<body name="q"><joint name="j"/><geom size=".1"/></body>'
OWN = """<mujoco><worldbody><frame name="f" pos="0 1 0">{}</frame>
<frame pos="1 0 0"><attach {}/></frame></worldbody>{}</mujoco>"""


def names(m):
    return [m.body(i).name for i in range(m.nbody)]


def test_a_frame_of_another_model_is_attached():
    child = f"""<mujoco><worldbody><frame name="f" pos="0 1 0">{BODY}</frame></worldbody>
      <sensor><jointpos joint="j"/></sensor></mujoco>"""
    text = """<mujoco><asset><model name="c" file="c.xml"/></asset><worldbody><frame pos="1 0 0">
      <attach model="c" frame="f" prefix="s_"/></frame></worldbody></mujoco>"""
    m = gelenk.MjModel.from_xml_string(text, {"c.xml": child.encode()})
    assert names(m) == ["world", "s_q"] and m.body_pos[1].tolist() == [1, 1, 0] and m.nsensor == 1


def test_parts_of_the_model_itself_are_attached():
    """As measured on mujoco 4.0.0: assets are shared, others are copied if all they refer to is."""
    more = """<asset><mesh name="me" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
      <actuator><motor name="a" joint="j"/></actuator><sensor><jointpos joint="j"/></sensor>
      <equality><joint joint1="j" joint2="k"/></equality>"""
    body = BODY.replace('<geom size=".1"/>', '<geom type="mesh" mesh="me"/>')
    m = gelenk.MjModel.from_xml_string(
        OWN.format(body + BODY.replace('"q"', '"r"').replace('"j"', '"k"'), 'body="q" prefix="s_"', more)
    )
    assert names(m) == ["world", "q", "r", "s_q"] and m.body_pos[3].tolist() == [1, 0, 0]
    assert (m.nmesh, m.nu, m.nsensor, m.neq) == (1, 2, 2, 1) and m.actuator(1).name == "s_a"
    m = gelenk.MjModel.from_xml_string(OWN.format(BODY, 'frame="f" prefix="s_"', ""))
    assert names(m) == ["world", "q", "s_q"] and m.body_pos[2].tolist() == [1, 1, 0]


def test_a_body_is_attached_to_itself():
    body = BODY.replace("</body>", '<attach body="q" prefix="s_"/></body>')
    m = gelenk.MjModel.from_xml_string(f"<mujoco><worldbody>{body}</worldbody></mujoco>")
    assert names(m) == ["world", "q", "s_q"] and m.body_parentid.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ('prefix="s_"', "either 'body' or 'frame' must be specified without 'model'"),
        ('body="q" frame="f" prefix="s_"', "only one of 'body' and 'frame'"),
        ('frame="g" prefix="s_"', "could not find frame 'g'"),
        ('body="p" prefix="s_"', "could not find body 'p'"),
        ('body="q" prefix=""', "element q already exists"),
        ('model="m" body="q" prefix="s_"', "could not find model 'm'"),
    ],
)
def test_wrong_attachments_are_refused(attributes, message):
    with pytest.raises(Error, match=f":2:.*{message}"):
        gelenk.MjModel.from_xml_string(OWN.format(BODY, attributes, ""))
