"""The memory that a model states (size/memory): what 3.5.0 keeps is kept, and what is lost is lost in good order."""

import copy
import math
import pickle

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.engine import arena
from gelenk.runtime import data as world_data
from gelenk.tables.field_rows import FIRST
from gelenk.toolchain import struct_layout
from tests.support.tolerance import tol

SPHERES = """<mujoco><option {option}/>{size}<worldbody><geom type="plane" size="9 9 .1"/>
<replicate count="100" offset=".1 0 0"><body pos="0 0 .04"><freejoint/><geom size=".045"/></body></replicate>
</worldbody></mujoco>"""
KEPT_BY_REFERENCE = [
    *(
        (memory, option)
        for memory in ("320K", "1M", "10M")
        for option in ("", 'solver="CG"', 'cone="elliptic"')
    ),
    *((memory, 'solver="PGS"') for memory in ("1M", "10M")),
    ("10M", 'jacobian="dense"'),
]


def spheres(memory, option=""):
    return SPHERES.format(option=option, size=f'<size memory="{memory}"/>' if memory else "")


def counts(d):
    return d.ncon, d.ne, d.nf, d.nl, d.nefc


@pytest.mark.parametrize("memory, option", KEPT_BY_REFERENCE)
def test_contacts_and_rows_that_the_reference_keeps_are_kept(memory, option):
    found = []
    for module in (mujoco, gelenk):
        m = module.MjModel.from_xml_string(spheres(memory, option))
        d = module.MjData(m)
        module.mj_step(m, d)
        assert m.narena == int(memory[:-1]) << {"K": 10, "M": 20}[memory[-1]]
        assert not d.warning[mujoco.mjtWarning.mjWARN_CONTACTFULL].number
        assert not d.warning[mujoco.mjtWarning.mjWARN_CNSTRFULL].number
        assert (d.maxuse_con, d.maxuse_efc) == (d.ncon, d.nefc)
        found.append((counts(d), d.qvel.copy()))
    assert found[0][0] == found[1][0]
    np.testing.assert_allclose(found[1][1], found[0][1], atol=tol(1e-5))  # the solvers' tolerance


def test_a_model_that_states_no_memory_loses_nothing():
    """The 250 slides take 56 MB here; the memory that 3.5.0 takes by itself, 36 MB, is too small for it."""
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><worldbody><replicate count="250" offset=".0001 0 0">
        <body><joint type="slide"/><geom size=".1"/></body></replicate></worldbody></mujoco>"""
    )
    d = gelenk.MjData(m)
    gelenk.mj_fwdPosition(m, d)
    assert d.ncon == 250 * 249 // 2
    assert d.nefc == 4 * d.ncon
    assert arena.arena_bytes(m._view, d.ncon, d.nefc, d.nJ, 0) > m.narena


def test_contacts_beyond_the_memory_are_lost_from_the_end_and_all_rows_with_them(caplog):
    m = gelenk.MjModel.from_xml_string(spheres("20K"))
    every = gelenk.MjModel.from_xml_string(spheres(None))
    d, free = gelenk.MjData(m), gelenk.MjData(every)
    gelenk.mj_step(m, d)
    gelenk.mj_fwdPosition(every, free)
    assert counts(d) == (20 * 1024 // arena.CONTACT_BYTES, 0, 0, 0, 0)
    np.testing.assert_array_equal(d.contact.geom, free.contact.geom[: d.ncon])
    assert (d.contact.efc_address == -1).all()
    assert d.warning[gelenk.mjtWarning.mjWARN_CONTACTFULL].lastinfo == 100
    texts = [record.getMessage() for record in caplog.records]
    assert any("36 of them are kept. All take 56400 bytes" in text and "20480" in text for text in texts)
    assert any("Too many constraint rows: 144" in text for text in texts)


@pytest.mark.parametrize(
    "option, part", [('jacobian="dense"', "240000 elements of efc_J"), ("", "1600 of efc_AR")]
)
def test_the_warning_names_what_did_not_fit(option, part, caplog):
    m = gelenk.MjModel.from_xml_string(spheres("150K", f'solver="PGS" {option}'))
    gelenk.mj_step(m, gelenk.MjData(m))
    assert any(part in record.getMessage() for record in caplog.records)


def test_what_is_kept_does_not_depend_on_how_much_room_there_is():
    m = gelenk.MjModel.from_xml_string(spheres("20K"))
    plenty, scarce = gelenk.MjData(m), gelenk.MjData(m)
    plenty._resize(nconmax=1000, nefcmax=5000, nJmax=10**5)
    scarce._resize(nconmax=1, nefcmax=1, nJmax=1)
    for d in (plenty, scarce):
        gelenk.mj_step(m, d, 3)
    copied = copy.copy(plenty)
    for d in (plenty, scarce, copied):
        gelenk.mj_step(m, d, 3)
    assert plenty.qpos.tobytes() == scarce.qpos.tobytes() == copied.qpos.tobytes()
    assert counts(plenty) == counts(scarce) == counts(copied)


def test_later_steps_may_use_what_is_free_again():
    """While 100 spheres lie on the floor their rows do not fit; once 60 are away, those of 40 do."""
    m = gelenk.MjModel.from_xml_string(spheres("100K"))
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d)
    assert counts(d) == (100, 0, 0, 0, 0)
    d.qpos.reshape(-1, 7)[40:, 2] += 1
    gelenk.mj_step(m, d)
    assert counts(d) == (40, 0, 0, 0, 160)


def test_without_room_no_kind_of_row_is_left():
    body = '<body name="{0}" pos="{0} 0 0"><joint {1}/><geom size=".1"/></body>'
    joint = 'type="slide" frictionloss="1" limited="true" range="1 2"'
    bodies = "".join(body.format(k, joint) for k in range(400))
    equalities = "".join(f'<connect body1="{k}" body2="world" anchor="0 0 0"/>' for k in range(400))
    m = gelenk.MjModel.from_xml_string(
        f"""<mujoco><size memory="100K"/><worldbody>{bodies}</worldbody>
        <equality>{equalities}</equality></mujoco>"""
    )
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d)
    assert counts(d) == (0, 0, 0, 0, 0)
    gelenk.mj_rnePostConstraint(m, d)
    assert np.isfinite(d.cfrc_int).all()


def test_a_collision_leaves_no_rows_of_other_contacts():
    for module in (mujoco, gelenk):
        m = module.MjModel.from_xml_string(spheres(None))
        d = module.MjData(m)
        module.mj_step(m, d)
        module.mj_collision(m, d)
        assert counts(d) == (100, 0, 0, 0, 0)
        assert (d.contact.efc_address == -1).all()
        module.mj_forward(m, d)
        assert module.mj_addContact(m, d, module.MjContact()) == 0
        assert counts(d) == (101, 0, 0, 0, 0)


def test_the_bytes_of_contacts_and_rows_are_those_of_their_fields():
    def size(rows):
        return sum(
            struct_layout.NUMPY[f.dtype].itemsize * math.prod(s for s in f.shape if isinstance(s, int))
            for f in rows
        )

    efc = [f for f in struct_layout.ROW_FIELDS if f.name.startswith("efc_")]
    # of 3.5.0: columns of later releases do not count for the size of its arena
    assert size(f for f in struct_layout.CONTACT_ROWS if f.since == FIRST) == arena.CONTACT_BYTES
    assert size(f for f in efc if "nefcmax" in f.shape) == arena.ROW_BYTES
    for number in ("nJmax", "nAmax"):
        assert size(f for f in efc if number in f.shape) == arena.NUMBER_BYTES + arena.COLUMN_BYTES


def test_needs_that_the_machine_does_not_have_are_refused_before_they_are_allocated(monkeypatch):
    m = gelenk.MjModel.from_xml_string(spheres(None))
    d = gelenk.MjData(m)
    monkeypatch.setattr(world_data, "_CHECKED", 0)
    monkeypatch.setattr(world_data, "free_memory", lambda: 50_000)
    with pytest.raises(MemoryError, match=r'100 contacts need .* <size memory="\.\.\."/> limits'):
        gelenk.mj_step(m, d)
    monkeypatch.setattr(world_data, "free_memory", lambda: math.inf)
    gelenk.mj_step(m, d)
    assert counts(d) == (100, 0, 0, 0, 400)


@pytest.mark.parametrize("memory", ["1M", None])
def test_copies_allow_the_same_memory(memory, tmp_path):
    m = gelenk.MjModel.from_xml_string(spheres(memory))
    gelenk.mj_saveModel(m, str(tmp_path / "m.mjb"), None)
    copies = [
        copy.copy(m),
        pickle.loads(pickle.dumps(m)),
        gelenk.MjModel.from_binary_path(str(tmp_path / "m.mjb")),
    ]
    for other in copies:
        assert other._view.narena == m._view.narena
        assert other.narena == m.narena
    assert m._view.narena == (1 << 20 if memory else -1)
    assert gelenk.MjData(m).narena == m.narena
