"""Rings of specs, frames and classes are refused when users tie them, so that every walk over them ends."""

import copy
import itertools
import pickle

import pytest

import gelenk

BODY = (
    "<mujoco><worldbody><body name='b'><geom name='g' size='1'/><site name='s'/></body></worldbody></mujoco>"
)


def specs(count):
    return [gelenk.MjSpec.from_string(BODY) for _ in range(count)]


def by_body(parent, child, prefix):
    return parent.worldbody.add_frame().attach_body(child.worldbody.first_body(), prefix, "")


def by_world(parent, child, prefix):
    return parent.attach(child, frame=parent.worldbody.add_frame(), prefix=prefix)


def by_site(parent, child, prefix):
    return parent.worldbody.add_site().attach_body(child.worldbody.first_body(), prefix, "")


@pytest.mark.parametrize("tie", [by_body, by_world, by_site])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_a_ring_of_attached_specs_is_refused(tie, count):
    found = specs(count)
    for i in range(count - 1):
        tie(found[i], found[i + 1], f"p{i}")
    with pytest.raises(ValueError, match=r"cannot be attached to .* by reference: set copy_during_attach"):
        tie(found[-1], found[0], "q")
    for spec in found:  # they stay what they were
        assert len(spec.copy().bodies) == len(spec.bodies)
        assert (
            len(copy.deepcopy(spec).bodies)
            == len(pickle.loads(pickle.dumps(spec)).bodies)
            == len(spec.bodies)
        )
    assert found[0].compile().nbody == 1 + min(
        count, 2
    )  # what is attached to a child later is not the parent's
    found[0].delete(found[0].body("b"))


@pytest.mark.parametrize("tie", [by_body, by_world])
def test_by_copies_specs_may_be_attached_to_each_other(tie):
    a, b = specs(2)
    a.copy_during_attach = b.copy_during_attach = True
    tie(a, b, "p")
    tie(b, a, "q")
    tie(a, a, "r")
    assert (a.copy().compile().nbody, b.copy().compile().nbody) == (5, 4) if tie is by_world else (4, 3)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_ring_of_frames_is_refused(count):
    spec = gelenk.MjSpec()
    frames = [spec.worldbody.add_frame() for _ in range(count)]
    for inner, outer in itertools.pairwise(frames):
        inner.set_frame(outer)
    with pytest.raises(ValueError, match="must not be inside the frame"):
        frames[-1].set_frame(frames[0])
    frames[0].add_body(name="b").add_geom(size=[1, 0, 0])
    assert spec.compile().nbody == 2
    assert spec.to_xml().count("<frame") == count


def test_an_asset_that_attaches_itself_ends():
    text = (
        "<mujoco><asset><model name='o' file='o.xml'/></asset><worldbody><body name='b'><geom size='1'/></body>"
        "<attach model='o' body='b' prefix='p'/></worldbody></mujoco>"
    )
    for reader in (gelenk.MjModel.from_xml_string, gelenk.MjSpec.from_string):
        with pytest.raises(gelenk.Error):
            made = reader(text, {"o.xml": text.encode()})
            made.compile()


@pytest.mark.parametrize("texts", [("a.xml",), ("b.xml", "a.xml"), ("b.xml", "c.xml", "a.xml")])
def test_files_that_include_each_other_end(texts):
    names = ("a.xml", *texts[:-1])
    files = {
        name: f"<mujoco><include file='{following}'/></mujoco>".encode()
        for name, following in zip(names, texts, strict=True)
    }
    with pytest.raises(gelenk.Error):
        gelenk.MjModel.from_xml_string("<mujoco><include file='a.xml'/></mujoco>", files)


def test_classes_that_are_among_their_own_children_end():
    spec = gelenk.MjSpec.from_string(BODY)
    inner = spec.add_default("inner")
    inner._derived.append(spec.default)
    assert spec.copy().compile().nbody == spec.compile().nbody == 2
    with pytest.raises(gelenk.Error, match=r"nested deeper|repeated name"):
        spec.to_xml()


@pytest.mark.parametrize("value", ["main", None, 5])
def test_the_class_of_an_element_is_a_class(value):
    with pytest.raises(TypeError, match="classname must be MjsDefault"):
        gelenk.MjSpec.from_string(BODY).geom("g").classname = value
