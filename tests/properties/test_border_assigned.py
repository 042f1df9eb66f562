"""What is assigned to fields of specs without Python leaves what the field itself would, errors among it."""

import copy
import warnings

import numpy as np
import pytest

import gelenk
from gelenk.modeling.spec.defaults import TEMPLATES
from gelenk.modeling.spec.element import MjsElement
from gelenk.modeling.spec.element_classes import LISTS, MjsBody, MjsFrame
from gelenk.modeling.spec.field_descriptors import LIVE, Field
from gelenk.modeling.spec.spec import MjLROpt, MjOption, MjsCompiler, MjSpec, MjStatistic, MjVisual
from gelenk.toolchain.extension import load

CLASSES = sorted(
    {
        *LISTS.values(),
        *TEMPLATES.values(),
        MjsBody,
        MjsFrame,
        MjSpec,
        MjOption,
        MjStatistic,
        MjLROpt,
        MjsCompiler,
    }
    | set(MjVisual._GROUPS.values()),
    key=lambda cls: cls.__name__,
)


class Index:
    """An integer, of another type."""

    def __index__(self):
        return 1


class Letters(str):
    """A text, of another type."""


PLAIN = (
    0.5,
    1,
    -3,
    0.1,
    1e300,
    -1e300,
    3e-46,
    float("inf"),
    float("nan"),
    2**70,
    True,
    "",
    "a",
    "x\0y",
    b"a",
    None,
)
ODD = (np.float64(0.1), np.float32(0.1), np.int32(2), Index(), Letters("b"), [], (), {}, object, [[1.0]], 1j)


def arrays(n):
    """Values for a field of n numbers, few of which it takes as they are."""
    numbers = np.linspace(0.1, 0.9, n)
    yield from (numbers, numbers.tolist(), tuple(numbers), list(numbers), numbers.astype(np.float32))
    yield from (np.arange(n), list(range(n)), [2**60] * n, [1e300] * n, [float("inf")] * n, [True] * n)
    yield from (
        numbers[:-1],
        [*numbers, 1.0],
        numbers.reshape(1, -1),
        np.repeat(numbers, 2)[::2],
        numbers.astype(">f8"),
    )
    yield from (
        [*numbers[:-1].tolist(), "x"],
        [*numbers[:-1].tolist(), None],
        [[x] for x in numbers],
        ["1"] * n,
    )


def result(put, element, name, value):
    """What assigning left, or said."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            put(element, value)
    except Exception as error:
        return type(error), str(error)
    value = element.__dict__[name]
    if isinstance(value, np.ndarray):
        assert LIVE in element.__dict__, "copies of elements look for this"
    elif isinstance(value, tuple):  # stands for an array
        assert {type(x) for x in value} <= {float, int}
        value = np.array(value, element._fields[name].dtype)
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tobytes()
    return type(value), value if value == value else "nan"


def assigned(name):
    """A function that assigns to the attribute, as programs do."""
    return lambda element, value: setattr(element, name, value)


def pair(cls):
    """Two equal elements."""
    return (MjSpec(), MjSpec()) if cls is MjSpec else (cls(), cls())


def fields():
    """Every field of every class."""
    for cls in CLASSES:
        for name, field in cls._fields.items():
            if name != "name":  # which asks the spec
                yield pytest.param(cls, name, field, id=f"{cls.__name__}.{name}")


@pytest.mark.parametrize(("cls", "name", "field"), list(fields()))
def test_assigning_is_what_the_field_does(cls, name, field):
    values = [*PLAIN, *ODD]
    known = cls._fresh[name]
    if isinstance(known, tuple | np.ndarray) and len(known):
        values += arrays(len(known))
    for value in values:
        for looked in (False, True):  # at what is there, which makes an array of it
            one, other = pair(cls)
            if looked:
                getattr(one, name), getattr(other, name)
            found = result(assigned(name), one, name, value)
            assert found == result(field.__set__, other, name, value), (value, looked)
            assert one.__dict__.keys() | {LIVE} == other.__dict__.keys() | {LIVE}


def test_a_field_is_kept_under_the_name_of_its_attribute():
    stack, seen = [MjsElement], 0
    while stack:
        cls = stack.pop()
        stack += cls.__subclasses__()
        for name, field in vars(cls).items():
            if isinstance(field, Field):
                assert field.name == name
                seen += 1
    assert seen > len(CLASSES)


def test_an_array_that_was_handed_out_stays_the_elements():
    geom = MjSpec().worldbody.add_geom(size=[1, 1, 1])
    pos, rgba = geom.pos, geom.rgba
    geom.pos, geom.rgba = [1, 2, 3], (0.1, 0.2, 0.3, 0.4)
    assert geom.pos is pos and pos.tolist() == [1, 2, 3]
    assert geom.rgba is rgba and rgba.tolist() == np.array([0.1, 0.2, 0.3, 0.4], np.float32).tolist()
    geom.pos = pos[::-1]
    assert pos.tolist() == [3, 2, 1]
    whole = np.zeros(4)
    geom.__dict__["pos"] = whole[:3]
    whole[:] = 1, 2, 3, 4
    geom.pos = whole[1:]
    assert whole.tolist() == [2, 3, 4, 4]


def test_numbers_that_nobody_has_looked_at_are_no_array():
    geom = MjSpec().worldbody.add_geom(size=[1, 1, 1])
    other = gelenk.MjSpec().worldbody.add_site()
    other.pos = [1, 2, 3]
    assert load.module is None or other.__dict__["pos"] == (1.0, 2.0, 3.0)
    assert other.pos.tolist() == [1, 2, 3] and geom.pos.tolist() == [0, 0, 0]


def test_a_field_cannot_be_deleted():
    geom = MjSpec().worldbody.add_geom(size=[1, 1, 1])
    for name in ("mass", "group", "pos", "material"):
        with pytest.raises(AttributeError):
            delattr(geom, name)


def test_structs_of_a_spec_take_the_values_of_others():
    spec, other = MjSpec(), MjSpec()
    other.option.timestep = 0.25
    other.visual.global_.fovy = 33.0
    spec.option, spec.visual = other.option, other.visual
    other.option.timestep = 0.5
    assert spec.option.timestep == 0.25 and spec.option is not other.option
    assert spec.visual.global_.fovy == 33.0
    with pytest.raises(TypeError, match="option must be MjOption, not MjVisual"):
        spec.option = spec.visual
    for name in ("worldbody", "default", "parent"):
        with pytest.raises(AttributeError, match=f"{name} of MjSpec cannot be assigned"):
            setattr(spec, name, None)
    with pytest.raises(TypeError, match="assets must be a dictionary, not list"):
        spec.assets = []
    spec.assets = files = {"a": b"b"}
    assert spec.assets is files
    with pytest.raises(AttributeError, match="MjSpec has no attribute 'modelnam'; did you mean"):
        spec.modelnam = "x"


def test_the_plain_base_assigns_as_the_native_one():
    class Field:
        def __set__(self, o, value):
            o.__dict__["field"] = value

    for base in {load.Strict, load._PlainStrict}:

        class One(base):
            field, plain = Field(), None

            def _unknown(self, name):
                return f"no {name}"

            def _assign(self, name, *value):
                self.__dict__[name] = [2 * one for one in value]

            def method(self):
                return 0

        one = One()
        one.field, one.plain, one.method = 3, 4, 5
        assert (one.__dict__["field"], one.plain, one.method) == (3, [8], [10])
        del one.plain
        assert one.plain == []
        with pytest.raises(AttributeError, match="no other"):
            one.other = 1
        with pytest.raises(AttributeError, match="other"):
            del one.other


def scrambled(struct):
    """Other numbers in all fields of a struct, and its arrays."""
    kept = {}
    for name in struct._record:
        value = getattr(struct, name)
        if isinstance(value, np.ndarray):
            kept[name] = value
            value[...] = 3
        else:
            setattr(struct, name, 3)
    return kept


def test_defaults_are_written_into_the_memory_that_is_there():
    m = gelenk.MjModel.from_xml_string("<mujoco/>")
    fresh = gelenk.MjModel.from_xml_string("<mujoco/>")
    twin = copy.deepcopy(m.vis)
    for vis in (m.vis, twin):
        arrays = {group: scrambled(getattr(vis, group)) for group in vis._record}
        assert vis != fresh.vis
        other = copy.deepcopy(vis)
        gelenk.mj_defaultVisual(vis)
        assert vis == fresh.vis and other != fresh.vis
        for group, kept in arrays.items():
            for name, array in kept.items():
                if array.size:
                    assert np.shares_memory(array, getattr(getattr(vis, group), "_a_" + name))
                    assert array.tobytes() == getattr(getattr(fresh.vis, group), name).tobytes()
    kept = scrambled(m.opt)
    gelenk.mj_defaultOption(m.opt)
    assert m.opt == fresh.opt == gelenk.MjOption()
    assert all(array is getattr(m.opt, name) for name, array in kept.items())
    for function, name, wanted in (
        ("mj_defaultOption", "opt", "MjOption"),
        ("mj_defaultVisual", "vis", "MjVisual"),
    ):
        with pytest.raises(TypeError, match=f"{function}: {name} must be an? {wanted}, not int"):
            getattr(gelenk, function)(3)


def test_counters_are_shown_live():
    m = gelenk.MjModel.from_xml_string("<mujoco/>")
    d = gelenk.MjData(m)
    numbers = d.warning.number
    assert numbers is d.warning.number
    d.warning[gelenk.mjtWarning.mjWARN_BADQACC].number = 3
    assert numbers[gelenk.mjtWarning.mjWARN_BADQACC] == 3 == d.warning[-2].number and not d.warning[-1].number
    assert [type(d.solver[0].nactive), type(d.solver[0].gradient)] == [int, float]
    for index in (len(d.warning), -len(d.warning) - 1):
        with pytest.raises(IndexError):
            d.warning[index]
    with pytest.raises(AttributeError):
        d.warning.colour  # noqa: B018


def test_counts_of_islands_are_found_when_they_are_read():
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><worldbody><geom type="plane" size="9 9 1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
        <body pos="1 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""
    )
    d = gelenk.MjData(m)
    assert d.nisland == 0 and d.island_nv.tolist() == []
    for name in ("nisland", "nidof", "island_nv"):
        gelenk.mj_forward(m, d)
        assert d._ints[gelenk.runtime.data._DUE] != 0, "nobody has asked yet"
        assert np.size(getattr(d, name)) == (2 if name == "island_nv" else 1)
        assert (d.nisland, d.nidof, d.island_nv.tolist()) == (2, 12, [6, 6])
    d.nisland = 1
    assert d.nisland == 1 and d.island_nv.tolist() == [6]
    with pytest.raises(ValueError, match=r"nisland must be in 0 \.\. 1, not 2"):
        d.nisland = 2


def test_a_height_field_has_its_elevations_by_name():
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><asset><hfield name="a" nrow="2" ncol="2" size="1 1 1 1" elevation="0 1 0 1"/>
        <hfield name="b" nrow="2" ncol="3" size="1 1 1 1" elevation="0 1 2 4 0 1"/></asset></mujoco>"""
    )
    heights = m.hfield("b").data
    assert heights.tolist() == [[1, 0, 0.25], [0, 0.25, 0.5]] and np.shares_memory(heights, m.hfield_data)
    m.hfield("b").data = 0.5
    assert m.hfield_data.tolist() == [0, 1, 0, 1] + 6 * [0.5]
