"""The enum table against the reference's public enums and constants."""

import copy
import pickle

import mujoco
import numpy as np
import pytest

from gelenk.tables import enums
from gelenk.tables.api_enums import ROWS

ENUMS = [
    name for name in dir(mujoco) if name.startswith("mjt") and hasattr(getattr(mujoco, name), "__members__")
]
CONSTANTS = [
    name
    for name in dir(mujoco)
    if name.startswith("mj") and type(getattr(mujoco, name)) in (int, float, tuple)
]


@pytest.mark.parametrize("name", ENUMS)
def test_members_have_the_names_values_and_order_of_the_reference(name):
    ours, theirs = getattr(enums, name), getattr(mujoco, name)
    later = {key for key, changes in ROWS.get(name, {}).items() if "3.5.0" not in changes}
    assert [(key, int(member)) for key, member in ours.__members__.items() if key not in later] == [
        (key, member.value) for key, member in theirs.__members__.items()
    ]


@pytest.mark.parametrize("name", CONSTANTS)
def test_constants_are_those_of_the_reference(name):
    assert getattr(enums, name) == getattr(mujoco, name)


def test_there_is_no_enum_that_the_reference_lacks():
    ours = {name for name in dir(enums) if name.startswith("mjt")}
    later = {"mjtConflict", "mjtCtrlChart", "mjtCtrlInput", "mjtEmbed", "mjtPassthrough", "mjtScaling"}
    assert ours - later == set(ENUMS)


def test_a_member_reads_like_the_reference():
    ours, theirs = enums.mjtGeom.mjGEOM_BOX, mujoco.mjtGeom.mjGEOM_BOX
    assert (repr(ours), str(ours), f"{ours}", ours.name, ours.value) == (
        repr(theirs),
        str(theirs),
        f"{theirs}",
        theirs.name,
        theirs.value,
    )
    assert type(ours.value) is int


def test_a_member_is_an_integer():
    box = enums.mjtGeom.mjGEOM_BOX
    assert box == 6 and box == 6 and hash(box) == hash(6) and {box: 1}[6] == 1
    assert box | 1 == 7 and 1 | box == 7 and type(box | 1) is int
    assert np.arange(8)[box] == 6 and np.array([box]).dtype.kind == "i"
    assert enums.mjtDisableBit.mjDSBL_SPRING | enums.mjtDisableBit.mjDSBL_DAMPER == 96


def test_a_value_gives_the_member():
    assert enums.mjtGeom(6) is enums.mjtGeom.mjGEOM_BOX
    assert enums.mjtGeom(np.int32(6)) is enums.mjtGeom.mjGEOM_BOX
    assert enums.mjtObj(enums.mjtGeom.mjGEOM_BOX) is enums.mjtObj.mjOBJ_SITE
    with pytest.raises(ValueError, match="Invalid int value for mjtGeom: 99"):
        enums.mjtGeom(99)
    for wrong in (6.0, "box", None):
        with pytest.raises(TypeError):
            enums.mjtGeom(wrong)


def test_members_survive_pickle_and_copy():
    box = enums.mjtGeom.mjGEOM_BOX
    assert pickle.loads(pickle.dumps(box)) is box
    assert copy.deepcopy(box) is box
