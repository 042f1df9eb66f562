"""Structs of fixed size: one is a copy of the memory of another, and shares nothing with it."""

import copy
import gc
from itertools import pairwise

import numpy as np
import pytest

import gelenk
from gelenk.runtime.block import Fixed
from gelenk.runtime.model import VISUAL_CLASSES

CLASSES = [
    *(
        gelenk.MjOption,
        gelenk.MjStatistic,
        gelenk.MjvCamera,
        gelenk.MjvOption,
        gelenk.MjvPerturb,
        gelenk.MjvFigure,
    ),
    *VISUAL_CLASSES.values(),
]


def numbers(block):
    """All that it says, by name."""
    return {name: np.array(getattr(block, name)).tolist() for name in block._record}


def change(block):
    """Other numbers everywhere."""
    for i, name in enumerate(block._record):
        value = getattr(block, name)
        if isinstance(value, np.ndarray):
            value[...] = i + 1
        else:
            setattr(block, name, type(value)(i + 1))


@pytest.mark.parametrize("cls", CLASSES)
def test_arrays_are_where_compiled_code_looks_for_them(cls):
    """The addresses in the slots are those of the arrays, and these do not overlap."""
    block = cls()
    assert isinstance(block, Fixed) and block._address == block._slots.ctypes.data
    ends = []
    for name, field in cls._layout.arrays.items():
        array = getattr(block, "_a_" + name)
        assert array.ctypes.data == block._slots[cls._layout.offset[name] // 8] and array.shape == field.shape
        ends.append((array.ctypes.data, array.ctypes.data + array.nbytes))
    ends.sort()
    assert all(end <= start for (_, end), (start, _) in pairwise(ends))
    last = block._address + memoryview(block._memory).nbytes
    assert all(block._address + 8 * cls._nslot <= start and end <= last for start, end in ends)


@pytest.mark.parametrize("cls", CLASSES)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_copies_share_nothing(cls, copied):
    block = cls()
    before = numbers(block)
    other = copied(block)
    assert type(other) is cls and numbers(other) == before
    change(other)
    assert numbers(block) == before != numbers(other) and numbers(cls()) == before
    again = copied(other)
    assert numbers(again) == numbers(other)
    change(block)
    assert numbers(block) == numbers(again)


def test_arrays_outlive_their_struct():
    camera = gelenk.MjvCamera()
    lookat = camera.lookat
    lookat[:] = 1, 2, 3
    del camera
    gc.collect()
    rest = [gelenk.MjvCamera() for _ in range(100)]
    assert lookat.tolist() == [1, 2, 3] and not any(one.lookat.any() for one in rest)


def test_defaults_come_back_into_the_same_memory():
    for block, reset in (
        (gelenk.MjvCamera(), gelenk.mjv_defaultCamera),
        (gelenk.MjvOption(), gelenk.mjv_defaultOption),
        (gelenk.MjvPerturb(), gelenk.mjv_defaultPerturb),
        (gelenk.MjOption(), gelenk.mj_defaultOption),
    ):
        address = block._address
        arrays = [getattr(block, "_a_" + name) for name in block._layout.arrays]
        expected = numbers(block)
        change(block)
        reset(block)
        assert numbers(block) == expected and block._address == address
        assert all(getattr(block, "_a_" + n) is a for n, a in zip(block._layout.arrays, arrays, strict=True))


def test_visual_settings_have_the_defaults_of_a_model():
    m = gelenk.MjModel.from_xml_string("<mujoco/>")
    stated = [numbers(getattr(m.vis, group)) for group in VISUAL_CLASSES]
    for group in VISUAL_CLASSES:
        change(getattr(m.vis, group))
    for _ in range(2):
        gelenk.mj_defaultVisual(m.vis)
        assert [numbers(getattr(m.vis, group)) for group in VISUAL_CLASSES] == stated


def test_an_unmade_struct_has_no_numbers():
    for cls in CLASSES:
        with pytest.raises(AttributeError):
            cls.__new__(cls)._slots  # noqa: B018


def test_contacts_of_their_own_are_zero_until_they_are_written():
    contact = gelenk.MjContact()
    assert contact.dist == 0.0 and contact.frame.tolist() == [0.0] * 9 and contact.geom.dtype == np.int32
    contact.frame[4] = 2.0
    contact.geom1 = 7
    other = copy.copy(contact)
    contact.frame[4] = 3.0
    assert other.frame[4] == 2.0 and other.geom1 == 7 and other.pos.tolist() == [0.0] * 3
    assert other != contact and copy.deepcopy(contact) == contact
