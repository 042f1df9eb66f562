"""Models with replicate, attach and frame compile to what the reference compiles them to."""

import mujoco
import pytest

import gelenk
from tests.agreement.test_spec_editing import CHILD
from tests.support.programs import same_in_both

TREE = """<mujoco><worldbody><body name="b2"><joint name="j2"/><geom name="g2" size=".1"/><site name="s2"/></body>
<replicate count="3" offset="1 .2 0" euler="10 20 30" sep="-"><body name="b"><joint name="j"/>
<geom name="g" size=".1"/><site name="s"/><camera name="c"/><light name="l"/><body name="bb"><joint name="jj"
type="slide"/><geom name="gg" size=".1"/></body></body></replicate></worldbody>{}</mujoco>"""
REFERRING = [
    '<contact><exclude name="e" body1="b" body2="world"/><exclude body1="b2" body2="b"/></contact>',
    '<contact><pair name="e" geom1="g" geom2="gg"/><pair geom1="g" geom2="g2"/></contact>',
    '<equality><joint name="e" joint1="j" joint2="jj"/><weld name="w" body1="b"/><weld body1="b2"/></equality>',
    '<tendon><fixed name="t"><joint joint="j" coef="1"/><joint joint="j2" coef="1"/></fixed></tendon>'
    '<equality><tendon name="e" tendon1="t"/></equality><actuator><motor name="m" tendon="t"/></actuator>'
    '<sensor><tendonpos name="a" tendon="t"/><actuatorpos name="c" actuator="m"/></sensor>',
    '<tendon><fixed name="t"><joint joint="j2" coef="1"/></fixed></tendon><sensor><tendonpos tendon="t"/></sensor>',
    '<actuator><motor name="m" joint="j2"/><adhesion name="n" body="b" ctrlrange="0 1"/></actuator>',
    '<sensor><framepos objtype="site" objname="s" reftype="body" refname="b2" name="f"/></sensor>',
    '<sensor><framepos objtype="site" objname="s2" reftype="body" refname="b" name="f"/></sensor>',
    '<sensor><subtreecom name="u" body="b"/><user name="v" dim="1" objtype="body" objname="b"/></sensor>',
    '<custom><numeric name="n" data="1"/><tuple name="t"><element objtype="body" objname="b2"/></tuple></custom>',
    '<keyframe><key name="k" time="2"/></keyframe>',
]
PARTS = [
    '<replicate count="2" sep="_"><replicate count="11" offset="0 1 0" sep="-"><geom name="g" size=".1"/>'
    "</replicate></replicate>",
    '<replicate count="2"><body name="c"><geom size="1"/><replicate count="2"><geom name="g" size="1"/></replicate>'
    "</body></replicate>",
    '<replicate count="10"><geom name="g" size="1"/></replicate><geom name="g" size="1"/>',
    '<body name="b"><freejoint/><geom size="1"/><replicate count="2" euler="0 0 90"><site name="s"/></replicate>'
    "</body>",
    '<replicate count="0"><geom size="1"/></replicate><replicate count="3"/>',
    '<replicate count="2"><frame name="f" pos="0 1 0" euler="0 90 0"><geom name="g" size=".1"/></frame></replicate>',
    '<frame pos="1 0 0" euler="0 0 90"><replicate count="3" offset="1 0 0"><body><geom size="1"/></body></replicate>'
    "</frame>",
    '<body><geom size="1"/><replicate count="2"><joint name="j" armature="1"/></replicate></body>',
]
CLOTH = """<body name="b"><flexcomp name="cloth" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" mass="1">
<edge equality="true"/><contact selfcollide="none"/></flexcomp></body>"""
ATTACHED = [
    '<attach model="c" body="b" prefix="X_"/>',
    '<attach model="c" body="b" prefix="X_"/><attach model="c" body="b" prefix="Y_"/>',
    '<attach model="c" prefix="X_"/>',
    '<attach model="c" body="b2" prefix="X_"/>',
    '<attach model="c" body="world" prefix="X_"/>',
    '<frame childclass="red" pos="1 2 3" euler="0 0 90"><attach model="c" body="o" prefix="X_"/></frame>',
]
PARENT = """<mujoco model="parent"><asset><model name="c" file="c.xml"/></asset>
<default><default class="red"><geom rgba="0 1 0 1"/></default></default>
<worldbody><body name="pb"><joint name="pj"/><geom size=".1"/>{}</body></worldbody>
<actuator><motor name="pm" joint="pj"/></actuator>
<keyframe><key name="pk" qpos="11" ctrl="12"/></keyframe></mujoco>"""


def same_model(xml, files=None):
    same_in_both(lambda mj, report: report.show(mj.MjSpec.from_string(xml, include=files)))


@pytest.mark.parametrize("more", REFERRING)
def test_what_refers_to_a_replicated_part_is_replicated(more):
    same_model(TREE.format(more))


@pytest.mark.parametrize("part", PARTS)
def test_replicas_nest_and_stand_where_the_reference_puts_them(part):
    same_model(f"<mujoco><worldbody>{part}</worldbody></mujoco>")


def test_constraints_of_a_flex_are_attached_after_3_5(caplog):
    """3.5.0 leaves them out without a word; 4.0.0 has them."""
    child = f"<mujoco><worldbody>{CLOTH}</worldbody></mujoco>"
    xml = """<mujoco><asset><model name="c" file="c.xml"/></asset><worldbody><attach model="c" body="b" prefix="X_"/>
</worldbody></mujoco>"""
    files = {"c.xml": child.encode()}
    same_model(xml, files)
    assert "flex 'X_cloth' is not attached" in caplog.text
    m = gelenk.MjSpec.from_string(xml, include=files, release="3.11").compile()
    assert m.eq_obj1id.tolist() == [0]


def test_constraints_of_a_flex_are_replicated():
    """As in 4.0.0; 3.5.0 refuses flexcomps in replicas."""
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco><worldbody><replicate count="2" sep="_">{CLOTH}</replicate></worldbody></mujoco>'
    )
    assert m.eq_obj1id.tolist() == [0, 1] and m.nflex == 2


@pytest.mark.parametrize("part", ATTACHED)
def test_attached_models_bring_what_refers_to_the_part(part):
    same_model(PARENT.format(part), {"c.xml": CHILD.encode()})


@pytest.mark.parametrize(
    "part",
    [
        "<replicate><geom size='1'/></replicate>",
        "<replicate count='2'><geom name='g' size='1'/></replicate><geom name='g1' size='1'/>",
        "<replicate count='2'><freejoint/></replicate>",
        "<camera mode='targetbody' target='b'/><replicate count='2'><body name='b'/></replicate>",
        "<attach model='c' body='b' prefix='X_'/>",
    ],
)
def test_what_the_reference_refuses_is_refused(part):
    xml = f"<mujoco><worldbody>{part}</worldbody></mujoco>"
    for module in (mujoco, gelenk):
        with pytest.raises(ValueError):
            module.MjModel.from_xml_string(xml)
