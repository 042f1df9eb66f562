"""Fields of releases after 3.5.0: files and texts of models that use none are those without these fields."""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from gelenk.runtime import binary_model
from gelenk.runtime.struct_bases import FIRST_SIZES, LATER, unused_values
from gelenk.tables import fields_model
from gelenk.tables.field_rows import FIRST
from tests.support import models
from tests.support.same_model import differences


def test_later_fields_are_last_so_that_others_keep_their_place():
    releases = [tuple(map(int, f.since.split("."))) for f in fields_model.MODEL]
    assert releases == sorted(releases) and set(LATER) == {f for f in fields_model.MODEL if f.since != FIRST}
    assert all(
        (array == unused_values(f, array.shape)).all()
        for f in LATER
        for array in (getattr(models.load("arm"), f.name),)
    )


def used(m):
    """Copies of a model, each with a value in one of the later fields that models can use."""
    for f in LATER:
        if f.index not in ("", "#"):  # checked
            continue
        other = pickle.loads(pickle.dumps(m))
        array = getattr(other, f.name)
        if array.size and f.use not in ("hidden", "fixed"):
            array.flat[-1] = 3
            yield f.name, other


def test_files_grow_once_a_field_is_used_and_come_back():
    m = models.load("arm")
    short = binary_model.to_bytes(m)
    assert gelenk.mj_sizeModel(m) == len(short)
    assert differences(m, binary_model.from_bytes(short)) == []
    # the bytes say what they said before there were later fields: their sizes, names of fields, and arrays
    rows = [f for f in fields_model.MODEL if f.since == FIRST]
    end = sum(-(-getattr(m, f.name).nbytes // 64) * 64 for f in rows if f.dtype != "char")
    parts = binary_model._parts(memoryview(short)[binary_model.HEADER.size :])
    assert len(parts[1]) == end
    sizes = dict(zip(FIRST_SIZES, np.frombuffer(parts[0], "<i8").tolist(), strict=True))
    assert sizes["nbuffer"] == end < m.nbuffer
    names = []
    for name, other in used(m):
        names.append(name)
        content = binary_model.to_bytes(other)
        assert len(content) == gelenk.mj_sizeModel(other) > len(short), name
        buffer = np.zeros(len(content), np.uint8)
        gelenk.mj_saveModel(other, None, buffer)
        assert buffer.tobytes() == content
        for again in (binary_model.from_bytes(content), pickle.loads(pickle.dumps(other))):
            assert differences(other, again) == [], name
            assert getattr(again, name).flat[-1] == 3
    assert {"jnt_stiffnesspoly", "actuator_damping", "tendon_actuatorid"} <= set(names)


def test_the_digest_of_a_file_without_later_fields_is_that_of_0_1():
    """Files that were written before there were later fields have it."""
    assert binary_model._digest().hex() == "52275f2e51f19f5f65c0193b34dcceee"
    assert binary_model._digest(True) != binary_model._digest()


@pytest.mark.parametrize("cut", [1, 64, 128])
def test_a_file_with_a_part_of_the_later_fields_is_refused(cut):
    m = models.load("arm")
    sizes, chars, raw, settings = m.__reduce__()[1][2:]
    m.jnt_stiffnesspoly[0] = 1
    whole = m.__reduce__()[1][4]
    assert len(whole) > len(raw)
    from gelenk.runtime.copy_pickle import restore_model

    with pytest.raises((Error, ValueError), match="bytes"):
        restore_model(sizes, chars, whole[:-cut], settings)


def test_printed_texts_show_later_fields_once_used(tmp_path):
    m = models.load("arm")
    path = tmp_path / "m.txt"
    gelenk.mj_printModel(m, str(path))
    assert not any(f.name in path.read_text() for f in LATER)
    m.jnt_stiffnesspoly[0, 1] = 2.5
    gelenk.mj_printModel(m, str(path))
    text = path.read_text()
    assert "jnt_stiffnesspoly" in text and "dof_dampingpoly" not in text


DRIVES = """<mujoco><worldbody><body><joint name="h"/><geom size=".1"/><body><joint name="b" type="ball"/>
<geom size=".1" pos=".2 0 0"/></body></body></worldbody><actuator><orientation joint="b" input="quat"/>
<motor joint="h"/><dcmotor joint="h" resistance="1" motorconst=".1" input="none"/><pid joint="h" ki="2"/></actuator>
<keyframe><key ctrl="1 2 3 4 5 6 7"/></keyframe></mujoco>"""


def test_models_with_several_inputs_and_outputs_keep_their_sizes_in_files_and_pickles():
    m = gelenk.MjModel.from_xml_string(DRIVES)
    assert (m.nactuator, m.nu, m.nout) == (4, 7, 6)
    content = binary_model.to_bytes(m)
    assert len(content) == gelenk.mj_sizeModel(m)
    buffer = np.zeros(len(content), np.uint8)
    gelenk.mj_saveModel(m, None, buffer)
    assert buffer.tobytes() == content
    for again in (binary_model.from_bytes(content), pickle.loads(pickle.dumps(m)), copy.copy(m)):
        assert differences(m, again) == [] and (again.nactuator, again.nu, again.nout) == (4, 7, 6)
        gelenk.mj_step(again, gelenk.MjData(again))


@pytest.mark.parametrize("name", ["nactuator", "nout", "nu"])
def test_a_pickle_whose_sizes_contradict_its_actuators_is_refused(name):
    from gelenk.runtime.copy_pickle import restore_model

    sizes, chars, raw, settings = gelenk.MjModel.from_xml_string(DRIVES).__reduce__()[1][2:]
    with pytest.raises((Error, ValueError, IndexError)):
        restore_model(sizes | {name: sizes[name] + 1}, chars, raw, settings)
