"""Flag multiccd: written as "disable" it is a bit of its own, which asks for the contacts of MuJoCo 3.5.0."""

import pickle

import mujoco
import pytest

import gelenk
from gelenk.tables.enums.options import ONE_CONTACT

TEXT = "<mujoco><option>{}</option><worldbody><geom size='1'/></worldbody></mujoco>"
WRITTEN = {
    "": (0, 0),
    "<flag/>": (0, 0),
    '<flag multiccd="enable"/>': (0, gelenk.mjtEnableBit.mjENBL_MULTICCD),
    '<flag multiccd="disable"/>': (ONE_CONTACT, 0),
    '<flag multiccd="disable" contact="disable" energy="enable"/>': (
        ONE_CONTACT | gelenk.mjtDisableBit.mjDSBL_CONTACT,
        gelenk.mjtEnableBit.mjENBL_ENERGY,
    ),
}


def bits(m):
    return m.opt.disableflags, m.opt.enableflags


@pytest.mark.parametrize("flag", WRITTEN)
def test_the_bits_are_what_the_text_says(flag):
    assert bits(gelenk.MjModel.from_xml_string(TEXT.format(flag))) == WRITTEN[flag]


@pytest.mark.parametrize("flag", [flag for flag, found in WRITTEN.items() if not found[0] & ONE_CONTACT])
def test_where_disable_is_not_written_the_bits_are_those_of_the_reference(flag):
    text = TEXT.format(flag)
    assert bits(gelenk.MjModel.from_xml_string(text)) == bits(mujoco.MjModel.from_xml_string(text))


@pytest.mark.parametrize("flag", WRITTEN)
def test_texts_specs_pickles_and_binary_models_keep_the_bits(flag, tmp_path):
    spec = gelenk.MjSpec.from_string(TEXT.format(flag))
    m = spec.compile()
    assert bits(gelenk.MjModel.from_xml_string(spec.to_xml())) == WRITTEN[flag]
    assert bits(spec.copy().compile()) == WRITTEN[flag]
    assert bits(pickle.loads(pickle.dumps(m))) == WRITTEN[flag]
    gelenk.mj_saveModel(m, str(tmp_path / "model.mjb"))
    assert bits(gelenk.MjModel.from_binary_path(str(tmp_path / "model.mjb"))) == WRITTEN[flag]
    gelenk.mj_printModel(m, str(tmp_path / "model.txt"))
    line = next(
        x for x in (tmp_path / "model.txt").read_text().splitlines() if x.split()[:1] == ["disableflags"]
    )
    assert int(line.split()[1]) == WRITTEN[flag][0]


def test_programs_set_the_bit_of_specs_and_models():
    spec = gelenk.MjSpec()
    spec.option.disableflags |= ONE_CONTACT
    assert 'multiccd="disable"' in spec.to_xml()
    m = spec.compile()
    assert m.opt.disableflags == ONE_CONTACT
    m.opt.disableflags &= ~ONE_CONTACT
    assert m.opt.disableflags == 0


def test_both_bits_have_no_form_in_a_text():
    spec = gelenk.MjSpec.from_string(TEXT.format('<flag multiccd="enable"/>'))
    spec.option.disableflags |= ONE_CONTACT
    with pytest.raises(gelenk.Error, match="MJCF cannot express"):
        spec.to_xml()


def test_enabling_sets_no_bit_from_3_8_on():
    """The flag is one that can be disabled there."""
    text = TEXT.format('<flag multiccd="enable"/>')
    assert bits(gelenk.MjModel.from_xml_string(text, release="3.11")) == (0, 0)
    assert bits(gelenk.MjModel.from_xml_string(text, release="3.5")) == WRITTEN['<flag multiccd="enable"/>']
