"""The same edits of a spec give the same model in the reference and here."""

import io

import numpy as np
import pytest

from tests.support.programs import same_in_both

CHILD = """<mujoco model="child"><compiler angle="radian" eulerseq="zyx" autolimits="false"/><option timestep="0.1"/>
<default><geom density="5"/><default class="red"><geom rgba="1 0 0 1"/>
  <default class="deep"><site size=".3"/></default></default></default>
<custom><numeric name="num" data="1"/><text name="txt" data="x"/>
  <tuple name="tup"><element objtype="body" objname="b"/></tuple></custom>
<asset><texture name="tex" builtin="flat" width="2" height="2" type="2d"/>
  <material name="mat" texture="tex"/><material name="unused"/></asset>
<worldbody><geom name="wg" size="1"/><site name="ws"/><light name="wl"/>
  <frame name="fr" pos="0 0 1"><body name="b" childclass="red" euler=".1 .2 .3">
    <joint name="j" range="-1 1" limited="true"/><geom name="g" size=".1" material="mat"/>
    <geom class="deep" size=".2"/><site name="s"/><camera name="c" mode="targetbody" target="b2"/>
    <body name="b2"><joint name="j2"/><geom size=".1" name="g2"/><site name="s2"/></body></body></frame>
  <body name="o"><joint name="jo"/><geom name="go" size=".1"/><site name="so"/></body></worldbody>
<contact><exclude name="e1" body1="b" body2="b2"/><exclude name="e2" body1="b" body2="o"/>
  <exclude name="e3" body1="o" body2="world"/><pair name="p1" geom1="g" geom2="g2"/>
  <pair name="p2" geom1="g" geom2="go"/><exclude name="ew" body1="b" body2="world"/></contact>
<equality><joint name="q1" joint1="j" joint2="j2"/><joint name="q2" joint1="j" joint2="jo"/>
  <weld name="q3" body1="b"/><joint name="q4" joint1="jo"/></equality>
<tendon><fixed name="t1"><joint joint="j" coef="1"/><joint joint="j2" coef="1"/></fixed>
  <fixed name="t2"><joint joint="j" coef="1"/><joint joint="jo" coef="1"/></fixed>
  <fixed name="t3"><joint joint="jo" coef="1"/></fixed></tendon>
<actuator><motor name="m1" joint="j"/><motor name="m2" joint="jo"/><motor name="m3" tendon="t1"/></actuator>
<sensor><jointpos name="s1" joint="j"/><jointpos name="s2" joint="jo"/>
  <framepos name="s3" objtype="body" objname="b" reftype="body" refname="o"/><clock name="s4"/>
  <actuatorpos name="s5" actuator="m1"/><actuatorpos name="s6" actuator="m2"/>
  <tendonpos name="s7" tendon="t1"/></sensor>
<keyframe><key name="k1" time="2" qpos="1 2 3" qvel="4 5 6" ctrl="7 8 9"/></keyframe></mujoco>"""

PARENT = """<mujoco><default><default class="red"><geom rgba="0 1 0 1"/></default></default>
<worldbody><body name="pb"><joint name="pj"/><geom size=".1"/>
<site name="ps" pos="1 2 3" euler="0 0 90"/><frame name="pf" pos="5 0 0"/></body></worldbody>
<actuator><motor name="pm" joint="pj"/></actuator>
<keyframe><key name="pk" qpos="11" ctrl="12"/></keyframe></mujoco>"""

SMALL = """<mujoco><worldbody><body name="gb"><joint name="gj"/><geom size="1"/></body></worldbody>
<actuator><motor name="gm" joint="gj"/></actuator></mujoco>"""


def names(elements):
    return [element.name for element in elements]


def both(mj):
    return mj.MjSpec.from_string(PARENT), mj.MjSpec.from_string(CHILD)


def body_to_frame(mj, report):
    parent, child = both(mj)
    body = child.body("b")
    got = parent.frame("pf").attach_body(body, "X_", "_Y")
    report.note(got is body, body.name, body.parent.name, body.frame.name, body.classname.name)
    report.note(
        names(parent.bodies), names(parent.actuators), names(child.actuators), names(parent.materials)
    )
    report.note(body.geoms[0].material, body.geoms[0].classname.name)
    report.refused(child.compile)
    report.show(parent)
    report.note(names(parent.keys))
    body.first_geom().size[0] = 0.77
    child.body("X_b_Y").add_geom(name="new", size=[1, 0, 0])
    body.name = "renamed"
    report.refused(parent.compile)  # what refers to the former name does not find it
    for el in (*parent.excludes, *parent.equalities, *parent.tuples):
        parent.delete(el)
    report.show(parent)


def body_to_site(mj, report):
    parent, child = both(mj)
    body = parent.site("ps").attach_body(child.body("b"), "X_", "")
    report.note(names(parent.frames), body.frame.pos, body.frame.quat)
    report.show(parent)


def frame_to_body(mj, report):
    parent, child = both(mj)
    frame = parent.body("pb").attach_frame(child.frame("fr"), "X_", "")
    report.note(frame.name, names(parent.frames), names(parent.bodies))
    report.show(parent)


def spec_to_site(mj, report):
    parent, child = both(mj)
    frame = parent.attach(child, prefix="X_", site="ps")
    report.note(
        frame.name, frame.parent.name, frame.pos, frame.quat, names(parent.frames), names(parent.sensors)
    )
    report.show(parent)


def spec_to_frame(mj, report):
    parent, child = both(mj)
    report.note(parent.attach(child, prefix="X_", suffix="_Y", frame=parent.frame("pf")).frame.name)
    report.show(parent)


def spec_without_prefix(mj, report):
    parent, child = both(mj)
    parent.attach(child, frame="pf")
    report.show(parent)


def body_without_prefix(mj, report):
    parent, child = both(mj)
    parent.frame("pf").attach_body(child.body("b"))
    report.show(parent)


def world_as_body(mj, report):
    parent, child = both(mj)
    parent.frame("pf").attach_body(child.worldbody, "X_", "")
    report.note(names(parent.bodies))
    report.show(parent)


def copies(mj, report):
    parent, child = both(mj)
    parent.copy_during_attach = True
    frame = parent.frame("pf")
    for prefix in ("1_", "2_"):
        report.note(frame.attach_body(child.body("b"), prefix, "").name)
    report.note(names(child.bodies))
    report.show(child)
    report.show(parent)


def itself_by_copy(mj, report):
    parent, _ = both(mj)
    parent.copy_during_attach = True
    parent.frame("pf").attach_body(parent.body("pb"), "X_", "")
    report.show(parent)


def attached_then_attached(mj, report):
    parent, child = both(mj)
    small = mj.MjSpec.from_string(SMALL)
    parent.frame("pf").attach_body(child.body("b"), "X_", "")
    parent.body("X_b").add_frame().attach_body(small.body("gb"), "G_", "")
    report.show(parent)


def settings_of_the_child(mj, report):
    parent, _ = both(mj)
    child = mj.MjSpec.from_string("""<mujoco><compiler boundinertia="2" settotalmass="100" inertiagrouprange="0 1"
      inertiafromgeom="true" discardvisual="true" fusestatic="true" angle="radian" eulerseq="zyx"/><worldbody>
      <body name="b" euler=".1 .2 .3"><joint range="-1 2"/><inertial mass="7" pos="0 0 0" diaginertia="1 1 1"/>
      <geom size=".1"/><geom group="3" size=".2"/><body><geom size=".1"/></body></body></worldbody></mujoco>""")
    parent.frame("pf").attach_body(child.body("b"), "G_", "")
    report.show(parent)


def wrong_attachments(mj, report):
    parent, child = both(mj)
    for values in ({}, {"prefix": "X_"}, {"site": "no"}, {"frame": "no"}, {"frame": "pf", "site": "ps"}):
        report.refused(parent.attach, child, **values)
    report.refused(parent.attach, child, frame=child.frame("fr"))
    parent.attach(child, prefix="X_", frame="pf")
    report.refused(parent.attach, child, prefix="Y_", frame="pf")
    report.refused(lambda: parent.copy_during_attach)


def deleted_body(mj, report):
    _, child = both(mj)
    child.delete(child.tuple("tup"))
    child.delete(child.body("b"))
    report.note(names(child.sensors), names(child.actuators))
    report.show(child)


def deleted_elements(mj, report):
    _, child = both(mj)
    for kind, name in (
        ("key", "k1"),
        ("numeric", "num"),
        ("tuple", "tup"),
        ("text", "txt"),
        ("sensor", "s1"),
        ("pair", "p1"),
        ("exclude", "e1"),
        ("equality", "q1"),
        ("site", "s"),
        ("light", "wl"),
        ("camera", "c"),
    ):
        child.delete(getattr(child, kind)(name))
    report.show(child)


def deleted_class(mj, report):
    _, child = both(mj)
    report.refused(child.delete, child.find_default("main"))
    child.delete(child.find_default("red"))
    report.show(child)


def deletions_that_leave_references(mj, report):
    for kind, name in (
        ("joint", "j"),
        ("geom", "g"),
        ("tendon", "t1"),
        ("material", "mat"),
        ("actuator", "m1"),
    ):
        _, child = both(mj)
        child.delete(getattr(child, kind)(name))
        report.refused(child.compile)
    for wrong in (None, 3, "b"):
        report.refused(child.delete, wrong)


def keyframes_follow_edits(mj, report):
    spec = mj.MjSpec.from_string("""<mujoco><worldbody><body name="b"><joint name="j"/><geom size="1"/></body>
      <body name="c"><joint name="k"/><geom size="1"/></body></worldbody>
      <keyframe><key name="a" qpos="1 2"/></keyframe></mujoco>""")
    report.show(spec)
    spec.body("c").add_joint(name="new", axis=[1, 0, 0])
    report.show(spec)
    spec.delete(spec.body("b"))
    report.show(spec)


def keyframes_do_not_notice_deletions_that_do_not_concern_them(mj, report):
    """A joint that is added afterwards takes the numbers behind those that the keyframe has, as without deletion."""
    for delete in (
        lambda spec: None,
        lambda spec: spec.delete(spec.geom("g")),
        lambda spec: spec.delete(spec.worldbody.add_site()),
        lambda spec: spec.delete(spec.worldbody.add_camera()),
        lambda spec: spec.delete(spec.add_tendon(name="t")),
        lambda spec: spec.delete(spec.add_sensor(name="s", type=mj.mjtSensor.mjSENS_CLOCK)),
        lambda spec: spec.delete(spec.add_key(name="other")),
        lambda spec: spec.delete(spec.add_mesh(name="m")),
    ):
        spec = mj.MjSpec.from_string("""<mujoco><worldbody><body name="b"><joint name="j"/><geom size="1"/>
          <geom name="g" size="2"/></body><body name="c"><joint name="k"/><geom size="1"/></body></worldbody>
          <keyframe><key name="a" qpos="1 2"/></keyframe></mujoco>""")
        delete(spec)
        spec.body("b").add_joint(name="new", axis=[1, 0, 0])
        report.note(spec.compile().key_qpos)


def recompile_keeps_the_state(mj, report):
    spec = mj.MjSpec.from_string("""<mujoco><worldbody><body name="b"><joint name="j" ref="7"/><geom size="1"/></body>
      <body name="c" mocap="true"><geom size="1"/></body></worldbody>
      <actuator><intvelocity joint="j" name="a" kp="1" actrange="0 1"/></actuator></mujoco>""")
    m = spec.compile()
    d = mj.MjData(m)
    d.qpos[0], d.qvel[0], d.ctrl[0], d.act[0], d.time = 3, 4, 5, 0.5, 9
    d.mocap_pos[0] = [1, 2, 3]
    d.xfrc_applied[1] = 2
    body = spec.worldbody.add_body(name="n", pos=[9, 9, 9])
    body.add_freejoint()
    body.add_geom(size=[1, 1, 1])
    spec.body("b").add_joint(name="j2", axis=[1, 0, 0])
    m, d = spec.recompile(m, d)
    report.note(m.nq, d.qpos, d.qvel, d.ctrl, d.act, d.time, d.mocap_pos, d.xfrc_applied)
    spec.delete(spec.joint("j"))
    spec.delete(spec.actuator("a"))
    m, d = spec.recompile(m, d)
    report.note(m.nu, d.qpos, d.qvel, d.time)
    report.refused(spec.recompile, 3, 4)
    report.refused(spec.recompile, m)
    spec.geoms[0].size = [-1, 0, 0]
    report.refused(spec.recompile, m, d)


STATEFUL = """<mujoco><size nuserdata="3"/><extension><plugin plugin="mujoco.pid"><instance name="p">
<config key="kp" value="2"/><config key="ki" value="3"/></instance></plugin></extension><worldbody><body name="a">
<joint name="j"/><geom size="1"/><body name="b" pos="1 0 0"><joint name="k" type="ball"/><geom size="1"/></body></body>
<body name="m" mocap="true"/><body name="n" mocap="true" pos="1 1 1"/></worldbody>
<equality><joint joint1="j"/></equality><actuator><position joint="j" nsample="3" delay="0.004"/><general
joint="j" dyntype="filter" dynprm="1"/><plugin joint="j" plugin="mujoco.pid" instance="p" actdim="1" dyntype="none"/>
</actuator><sensor><jointpos joint="j" nsample="4" delay="0.006"/></sensor></mujoco>"""
STATE = ("time", "qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat", "userdata", "qfrc_applied", "xfrc_applied",
         "eq_active", "history", "qacc_warmstart")  # fmt: skip


def recompile_of_a_model_with_every_kind_of_state(mj, report):
    def add(spec):
        body = spec.worldbody.add_body(name="new")
        body.add_joint(name="l")
        body.add_geom(size=[1, 1, 1])

    for edit in (lambda spec: None, add, lambda spec: spec.delete(spec.body("m"))):
        spec = mj.MjSpec.from_string(STATEFUL)
        m = spec.compile()
        d = mj.MjData(m)
        for name in STATE[1:]:
            value = getattr(d, name)
            value[:] = np.arange(value.size).reshape(value.shape) % 2 + 0.25 * (name == "act")
        d.time = 0.25
        edit(spec)
        _, again = spec.recompile(m, d)
        report.note(*(getattr(again, name) for name in STATE))


def keyframes_of_every_field_survive_attaching(mj, report):
    def spec_of(n, keyed=True):
        text = f"""<mujoco><worldbody><body name="a"><joint name="j"/><geom size="1"/><body name="b" pos="1 0 0">
          <joint name="k" type="ball"/><geom size="1"/></body></body><body name="s"><joint name="l" type="slide"/>
          <geom size="1"/></body><body name="m" mocap="true"/></worldbody><actuator><motor name="u" joint="j"/>
          <general name="w" joint="l" dyntype="filter" dynprm="1"/></actuator><keyframe><key name="k" time="{n}"
          qpos="{n} 1 0 0 0 0.5" qvel="1 2 3 4 {n}" act="{n}" ctrl="{n} 7" mpos="1 2 {n}" mquat="0 1 0 0"/></keyframe>
          </mujoco>"""
        spec = mj.MjSpec.from_string(text)
        if not keyed:
            spec.delete(spec.key("k"))
        return spec

    def whole(parent, child):
        parent.attach(child, prefix="c_", frame=parent.worldbody.add_frame())

    def part(parent, child):
        parent.worldbody.add_frame().attach_body(child.body("a"), "c_", "")

    for attach in (whole, part):
        for first, second in ((True, True), (True, False), (False, True)):
            parent = spec_of(1, first)
            attach(parent, spec_of(2, second))
            m = parent.compile()
            fields = ("time", "qpos", "qvel", "act", "ctrl", "mpos", "mquat")
            report.note(m.nkey, *(m.key(i).name for i in range(m.nkey)))
            report.note(*(getattr(m, f"key_{field}") for field in fields))


def walking(mj, report):
    _, child = both(mj)
    world, body = child.worldbody, child.body("b")
    report.note(names(world.find_all("body")), names(world.find_all(mj.mjtObj.mjOBJ_GEOM)))
    report.note(names(body.find_all("site")), names(world.find_all("frame")))
    for wrong in ("no", "sites", mj.mjtObj.mjOBJ_TENDON, 3):
        report.refused(world.find_all, wrong)
    report.note(world.first_body(), world.next_body(world.first_body()), world.next_geom(world.first_geom()))
    report.note(
        body.first_joint(), world.first_joint(), world.first_frame(), world.next_body(body.first_body())
    )
    report.note(
        child.body("b2").parent == body, body in child.bodies, [s.get_data_size() for s in child.sensors]
    )


def classes(mj, report):
    parent, _ = both(mj)
    added = parent.add_default("dd", parent.default)
    added.geom.rgba = [1, 0, 0, 1]
    body = parent.worldbody.add_body(name="q", childclass="dd")
    report.note(body.add_geom(size=[1, 0, 0]).rgba, body.classname.name)
    report.note(parent.worldbody.add_body(added, name="q2").add_geom(size=[1]).rgba)
    added.name = "zz"
    report.note(parent.find_default("zz"), parent.find_default("dd"))
    report.show(parent)


def program(mj, report):
    spec = mj.MjSpec()
    spec.modelname = "prog"
    spec.option.timestep = 0.01
    body = spec.worldbody.add_body(name="a", pos=[1, 2, 3], euler=[0, 0, 90])
    body.add_freejoint(name="f")
    body.add_geom(name="g", type=mj.mjtGeom.mjGEOM_BOX, size=[0.1, 0.2, 0.3])
    inner = body.add_body(name="b2")
    inner.add_joint(name="j", type=mj.mjtJoint.mjJNT_HINGE, axis=[0, 1, 0])
    inner.add_geom(fromto=[0, 0, 0, 1, 0, 0], type=mj.mjtGeom.mjGEOM_CAPSULE, size=[0.1, 0, 0])
    inner.add_site(name="s")
    body.add_camera(name="c")
    body.add_light(name="l")
    spec.add_actuator(name="m", target="j", trntype=mj.mjtTrn.mjTRN_JOINT).set_to_motor()
    sensor = mj.mjtSensor.mjSENS_JOINTPOS
    spec.add_sensor(name="p", type=sensor, objname="j", objtype=mj.mjtObj.mjOBJ_JOINT)
    spec.add_exclude(name="e", bodyname1="a", bodyname2="b2")
    spec.add_tendon(name="t").wrap_joint("j", 2.0)
    spec.add_equality(name="q", type=mj.mjtEq.mjEQ_JOINT, name1="j")
    spec.add_numeric(name="n", data=[1, 2])
    spec.add_text(name="x", data="y")
    spec.add_tuple(name="tu", objtype=[mj.mjtObj.mjOBJ_BODY], objname=["a"], objprm=[1.0])
    spec.add_key(name="k", qpos=[0] * 8)
    spec.add_material(name="mm", rgba=[1, 0, 0, 1])
    report.show(spec)
    report.show(spec.copy())


def wrong_values(mj, report):
    parent, _ = both(mj)
    body, world = parent.body("pb"), parent.worldbody
    for name, value in (("pos", [1, 2]), ("pos", "a"), ("name", 3)):
        report.refused(setattr, body, name, value)
    report.refused(setattr, parent, "option", 3)
    report.refused(world.add_geom, 3)
    for values in ({"none": 3}, {"size": [1, 2, 3, 4]}, {"type": "box"}):
        report.refused(world.add_geom, **values)
    for wrong in ("<mujoco", 3):
        report.refused(mj.MjSpec.from_string, wrong)
    report.refused(mj.MjSpec.from_file, "no such file.xml")
    report.refused(body.set_frame, None)


def binding(mj, report):
    parent, child = both(mj)
    m = parent.compile()
    d = mj.MjData(m)
    mj.mj_forward(m, d)
    report.note(m.bind(parent.body("pb")).mass, d.bind(parent.body("pb")).xpos, m.bind(parent.body("pb")).id)
    d.bind(parent.joint("pj")).qpos = 7
    report.note(d.qpos, list(d.bind(parent.joints).qpos), list(m.bind(parent.geoms).size))
    report.refused(m.bind, 3)
    report.refused(m.bind, child.bodies)
    parent.worldbody.add_geom(size=[1, 1, 1])
    report.refused(m.bind, parent.worldbody)
    m = parent.compile()
    report.note(m.bind(parent.key("pk")).qpos, m.signature == parent.worldbody.signature)
    report.note(parent.copy().compile().signature == m.signature)


def orientations(mj, report):
    _, child = both(mj)
    alt = child.body("b").alt
    alt.euler = [10, 20, 30]
    alt.type = mj.mjtOrientation.mjORIENTATION_EULER
    sequence = child.compiler.eulerseq
    report.note(mj.MjSpec.resolve_orientation(degree=True, sequence=sequence, orientation=alt))


def archives(mj, report):
    parent, _ = both(mj)
    parent.assets = {"q.obj": b"1", "d/r.txt": b"2"}
    file = io.BytesIO()
    parent.to_zip(file)
    file.seek(0)
    spec = mj.MjSpec.from_zip(file)
    report.note(sorted(spec.assets), spec.modelname)
    report.show(spec)
    report.refused(mj.from_zip, io.BytesIO(b"abc"))


PROGRAMS = [
    body_to_frame,
    body_to_site,
    frame_to_body,
    spec_to_site,
    spec_to_frame,
    spec_without_prefix,
    body_without_prefix,
    world_as_body,
    copies,
    itself_by_copy,
    attached_then_attached,
    settings_of_the_child,
    wrong_attachments,
    deleted_body,
    deleted_elements,
    deleted_class,
    deletions_that_leave_references,
    keyframes_follow_edits,
    keyframes_do_not_notice_deletions_that_do_not_concern_them,
    recompile_keeps_the_state,
    recompile_of_a_model_with_every_kind_of_state,
    keyframes_of_every_field_survive_attaching,
    walking,
    classes,
    program,
    wrong_values,
    binding,
    orientations,
    archives,
]


@pytest.mark.parametrize("edits", PROGRAMS, ids=lambda edits: edits.__name__)
def test_edits_have_the_same_outcome_as_in_the_reference(edits):
    same_in_both(edits)
