"""The meta elements replicate and attach: bounds, errors, and what they leave in the spec."""

import pytest

from gelenk.errors import Error
from gelenk.modeling.mjcf.read import from_string

TREE = "<mujoco><worldbody>{}</worldbody>{}</mujoco>"
CHILD = (
    "<mujoco model='child'><worldbody><body name='b'><geom name='g' size='1'/></body></worldbody></mujoco>"
)


def names(spec):
    return [body.name for body in spec.bodies[1:]], [geom.name for geom in spec.geoms]


def test_nested_replicas_take_the_inner_suffix_first():
    inner = "<replicate count='2' sep='-'><body name='b'><geom name='g' size='1'/></body></replicate>"
    spec = from_string(TREE.format(f"<replicate count='11' sep='_'>{inner}</replicate>", ""))
    assert names(spec)[0][:3] == ["b-0_00", "b-1_00", "b-0_01"] and len(spec.geoms) == 22


def test_what_refers_to_the_part_is_replicated_and_what_does_not_is_left_alone():
    tree = "<body name='o'><joint name='jo'/><geom size='1'/></body>"
    tree += "<replicate count='2'><body name='b'><joint name='j'/>"
    drives = "<actuator><motor name='mo' joint='jo'/><motor name='m' joint='j'/></actuator><sensor>"
    spec = from_string(
        TREE.format(
            tree + "<geom size='1'/></body></replicate>",
            drives
            + "<clock name='c'/><actuatorfrc name='f' actuator='m'/></sensor>"
            + "<tendon><fixed name='t'><joint joint='j' coef='1'/><joint joint='jo' coef='2'/></fixed></tendon>",
        )
    )
    assert [actuator.name for actuator in spec.actuators] == ["mo", "m0", "m1"]
    assert [(s.name, s.objname) for s in spec.sensors] == [("c", ""), ("f0", "m0"), ("f1", "m1")]
    assert [[wrap.name for wrap in tendon.path] for tendon in spec.tendons] == [["j0", "jo"], ["j1", "jo"]]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("count", [10**9, 2**31 - 1])
def test_a_huge_count_is_refused_before_anything_is_made(count):
    with pytest.raises(Error, match="more than"):
        from_string(TREE.format(f"<replicate count='{count}'><geom size='1'/></replicate>", ""))


def test_nested_counts_multiply_and_are_bounded(monkeypatch):
    monkeypatch.setattr("gelenk.modeling.spec.copy.MOST_ELEMENTS", 1000)
    inner = "<geom size='1'/>"
    for _ in range(6):
        inner = f"<replicate count='100'>{inner}</replicate>"
    with pytest.raises(Error, match="more than"):
        from_string(TREE.format(inner, ""))


def test_attaching_models_to_models_is_bounded(monkeypatch):
    monkeypatch.setattr("gelenk.modeling.spec.attach.MOST_ELEMENTS", 1000)
    files = {
        f"{i}.xml": f"<mujoco><asset><model name='m' file='{i + 1}.xml'/></asset><worldbody>"
        + "".join(f"<attach model='m' prefix='{k}'/>" for k in range(8))
        + "</worldbody></mujoco>"
        for i in range(12)
    }
    files["12.xml"] = CHILD
    with pytest.raises(Error, match="more than"):
        from_string(files["0.xml"], files)


def test_a_circle_of_models_is_an_error():
    circle = "<mujoco><asset><model name='m' file='a.xml'/></asset></mujoco>"
    with pytest.raises(Error, match="circle"):
        from_string(circle, {"a.xml": circle})


@pytest.mark.parametrize(
    "asset, element, message",
    [
        ("<model name='c' file='c.xml'/>", "<attach model='d' prefix=''/>", "could not find model 'd'"),
        (
            "<model name='c' file='c.xml'/>",
            "<attach model='c' body='x' prefix=''/>",
            "could not find body 'x'",
        ),
        ("<model name='c' file='c.xml'/>", "<attach model='c' body='b'/>", "'prefix' of attach is missing"),
        (
            "<model name='c' file='none.xml'/>",
            "<attach model='c' prefix=''/>",
            "cannot find the file 'none.xml'",
        ),
        ("<model name='c'/>", "", "'file' of model 'c' is missing"),
        ("<model name='c' file='bad.xml'/>", "<attach model='c' prefix=''/>", "bad.xml:1:9: unknown element"),
    ],
)
def test_errors_of_attach_name_what_is_missing(asset, element, message):
    files = {"c.xml": CHILD, "bad.xml": "<mujoco><foo/></mujoco>"}
    with pytest.raises(Error, match=message):
        from_string(f"<mujoco><asset>{asset}</asset><worldbody>{element}</worldbody></mujoco>", files)


def test_a_model_is_known_by_its_own_name_if_it_has_no_other():
    attach = "<worldbody><attach model='child' prefix='x'/></worldbody>"
    xml = f"<mujoco><asset><model file='c.xml'/></asset>{attach}</mujoco>"
    assert names(from_string(xml, {"c.xml": CHILD})) == (["xb"], ["xg"])
