"""Attributes of spec elements that are structure cannot be written, as in 3.5.0; parts take values."""

import inspect
from inspect import getattr_static

import mujoco
import pytest

import gelenk
from tests.hostile.programs import written
from tests.support import mutate

XML = """<mujoco><default><default class="c"/></default><asset><texture name="t" builtin="flat" width="4" height="4"/>
<material name="m"/><mesh name="me" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"
/></asset>
<worldbody><body name="b"><joint name="j"/><geom name="g" size=".1"/><geom name="k" size=".1"/><site name="s"/>
<site name="r" pos="1 0 0"/><camera name="c"/><light name="l"/><frame name="f"><geom size=".1"/></frame></body>
</worldbody><tendon><spatial name="te"><site site="s"/><site site="r"/></spatial></tendon>
<actuator><motor name="a" joint="j"/>
</actuator><sensor><jointpos name="se" joint="j"/></sensor><contact><pair geom1="g" geom2="k"/>
<exclude body1="b" body2="world"/></contact><equality><joint joint1="j"/></equality><custom><numeric name="n" data="1"/>
<text name="tx" data="x"/><tuple name="tu"><element objtype="body" objname="b"/></tuple></custom><keyframe><key/>
</keyframe></mujoco>"""
GROUPS = (
    "bodies",
    "joints",
    "geoms",
    "sites",
    "cameras",
    "lights",
    "frames",
    "meshes",
    "hfields",
    "textures",
)
GROUPS += (
    "materials",
    "tendons",
    "actuators",
    "sensors",
    "pairs",
    "excludes",
    "equalities",
    "numerics",
    "texts",
)
HELD = []  # what parts of the reference need to stay alive
GROUPS += ("tuples", "keys", "skins", "flexes", "plugins")


def things(library):
    """Name -> an element or struct of each class, of the package that is given."""
    spec = library.MjSpec.from_string(XML)
    spec.add_plugin(name="p"), spec.add_skin(name="sk"), spec.add_flex(name="fl")
    found = {group: getattr(spec, group)[-1] for group in GROUPS}
    found |= {
        "spec": spec,
        "world": spec.worldbody,
        "class": spec.find_default("c"),
        "alt": spec.geoms[0].alt,
    }
    tendon = spec.tendons[0]
    HELD.append((spec.default, tendon, path := tendon.path))
    found |= {"wrap": path[0], "template": HELD[-1][0].geom, "option": spec.option}
    found |= {"compiler": spec.compiler, "visual": spec.visual, "map": spec.visual.map, "stat": spec.stat}
    return found


def refused(thing):
    """Attributes of a thing that are not what they should be when they get their own value."""
    found = set()
    for name in dir(thing):
        if not name.startswith("_") and name != "copy_during_attach":
            try:
                setattr(thing, name, getattr(thing, name))
            except AttributeError as error:
                assert name in str(error) or type(thing).__module__.startswith("mujoco")
                found.add(name)
            except (TypeError, RuntimeError):  # of the reference, for what it has no value of
                pass
    return found


THINGS, REFERENCE = things(gelenk), things(mujoco)  # elements of the reference need their spec


@pytest.mark.parametrize(
    "name", sorted(THINGS.keys() - {"template"})
)  # where asking for parents ends the reference
def test_what_the_reference_does_not_let_write_cannot_be_written(name):
    theirs, ours = refused(REFERENCE[name]), refused(THINGS[name])
    assert theirs <= ours, theirs - ours
    assert not {n for n in ours - theirs if n in dir(REFERENCE[name])} - {"id"}  # id of a plugin


@pytest.mark.parametrize("name", THINGS)
def test_no_attribute_can_be_deleted_and_no_other_added(name):
    thing = THINGS[name]
    for attribute in [n for n in dir(thing) if not n.startswith("_")]:
        with pytest.raises(AttributeError, match=r"cannot be deleted|has no deleter"):
            delattr(thing, attribute)
    with pytest.raises(AttributeError, match="has no attribute 'quux'"):
        thing.quux = 1


@pytest.mark.parametrize("name", THINGS)
def test_methods_and_names_of_kinds_cannot_be_replaced(name):
    thing = THINGS[name]
    for attribute in dir(type(thing)):
        if inspect.isfunction(getattr_static(type(thing), attribute)) and not attribute.startswith("_"):
            with pytest.raises(AttributeError, match=f"{attribute} of .* cannot be assigned"):
                setattr(thing, attribute, None)
    for attribute in ("tag", "row"):
        if hasattr(thing, attribute):
            with pytest.raises(AttributeError, match=f"{attribute} of .* cannot be assigned"):
                setattr(thing, attribute, "geom")


@pytest.mark.parametrize(
    ("thing", "name", "told"),
    [
        *(
            ("geoms", "frame", "set_frame"),
            ("geoms", "parent", "attach_body"),
            ("bodies", "parent", "attach_frame"),
        ),
        *(("keys", "id", "numbered"), ("tendons", "path", "wrap_site"), ("spec", "worldbody", "attach")),
        *(("wrap", "coef", "wrap_joint"), ("frames", "frame", "set_frame"), ("spec", "default", "templates")),
    ],
)
def test_the_message_says_what_to_do_instead(thing, name, told):
    with pytest.raises(AttributeError, match=f"{name} of .* cannot be assigned: .*{told}"):
        setattr(THINGS[thing], name, None)


@pytest.mark.parametrize("name", ["frame", "parent", "id", "tag"])
def test_add_functions_take_no_structure(name):
    with pytest.raises(TypeError, match=name):
        gelenk.MjSpec().worldbody.add_geom(
            **{name: None if name != "id" else 3, "size": [1, 0, 0]} | {name: 3}
        )


def test_parts_take_the_values_of_others_and_stay_apart():
    for library in (gelenk, mujoco):
        spec = library.MjSpec()
        a, b = spec.worldbody.add_geom(), spec.worldbody.add_geom()
        a.alt.euler = [1, 2, 3]
        b.alt = a.alt
        a.alt.euler = [4, 5, 6]
        assert b.alt.euler.tolist() == [1, 2, 3]
        plugin = spec.add_plugin(plugin_name="x")
        a.plugin = plugin
        plugin.plugin_name = "y"
        assert a.plugin.plugin_name == "x"
        for part in ("alt", "plugin"):
            for wrong in (5, None, spec.option):
                with pytest.raises(TypeError):
                    setattr(a, part, wrong)
        with pytest.raises(TypeError):
            a.info = 5
        with pytest.raises(TypeError):
            spec.default.geom = spec.default.joint


def test_the_path_of_a_tendon_is_only_added_to_by_its_functions():
    tendon = things(gelenk)["tendons"]
    other, wrap = gelenk.MjSpec(), tendon.path[0]
    for add in (
        lambda: tendon.path.append(wrap),
        lambda: tendon.path.extend([other]),
        lambda: tendon.path.insert(0, 5),
        lambda: tendon.path.__setitem__(0, None),
        lambda: tendon.path.__iadd__([1]),
    ):
        with pytest.raises(TypeError, match="wrap_site"):
            add()
    assert len(tendon.path) == 2


@pytest.mark.parametrize("name", ["append", "pop", "index", "xyz"])
def test_functions_of_a_path_can_be_neither_replaced_nor_deleted(name):
    path = gelenk.MjSpec().add_tendon().path
    with pytest.raises(AttributeError, match=f"'{name}' of a path cannot be assigned: wrap_site"):
        setattr(path, name, None)
    with pytest.raises(AttributeError, match=f"'{name}' of a path cannot be deleted: wrap_site"):
        delattr(path, name)


def test_subclasses_of_users_keep_attributes_of_their_own():
    class Robot(gelenk.MjSpec):
        count = 0

    robot = Robot()
    robot.count = 3
    assert robot.count == 3
    with pytest.raises(AttributeError, match="worldbody"):
        robot.worldbody = None


def test_what_programs_may_write_is_whole_after_each_refusal():
    spec = gelenk.MjSpec.from_string(mutate.TEXTS["mjcf arm"].strip())
    before = spec.to_xml()
    for thing in written(spec):
        for name in ("parent", "frame", "children", "spec", "worldbody", "default", "tendon"):
            with pytest.raises((AttributeError, TypeError)):
                setattr(thing, name, spec.worldbody)
    assert spec.to_xml() == before
