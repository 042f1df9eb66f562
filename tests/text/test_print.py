"""Printed models, states and grammar: every field is there, and the reference's grammar is part of ours."""

import re

import numpy as np
import pytest

import gelenk
from gelenk.api import printing
from gelenk.tables import field_groups, fields_data, fields_model
from gelenk.tables.field_rows import FIRST
from tests.support import models

# spellings that 3.5.0's grammar has and its documents do not
NOT_OURS: set = set()


# what 3.5.0 leaves out of a model, as data of assets and flexes may be long: the fields of these sizes, but for BVH
DATA_OF_ASSETS = re.compile(r"noct|nflex.+|nJf.|nmesh.+|nskin.+|nhfielddata|ntexdata")
# shown under other names: trees of boxes, paths, custom fields, keyframes; and where names are, which is shown nowhere
OTHERWISE = re.compile(r"bvh_|wrap_|numeric_|text_|tuple_|name_|names|paths|plugin|bvh_aabb|D_diag|key_")
# what 3.5.0 leaves out of a state, work space, the order of islands, boxes of flexes, plugins; or shows in a form of
# its own: paths, histories, the solver, energy, sparse matrices
LEFT_OUT = re.compile(
    r"maxuse_threadstack|bvh_a|plugin|flexvert_|history|wrap_|ten_wrap|ten_J|moment_|map_(dof2idof|efc2iefc)|island_dofadr|"
    r"island_n[ef]$|i(acc|frc|LD|M|efc)|efc_(J|AR)_(rowsuper|colind)|qDeriv|qLU|qH|solver_|energy|efc_(J|AR)"
)


def test_every_field_of_a_model_is_printed(tmp_path):
    m = models.load("arm")
    gelenk.mj_printModel(m, str(tmp_path / "m.txt"))
    text = (tmp_path / "m.txt").read_text()
    for f in fields_model.MODEL:
        left_out = DATA_OF_ASSETS.fullmatch(str(f.shape[0])) or OTHERWISE.match(f.name)
        if f.dtype != "char" and getattr(m, f.name).size and not left_out and f.since == FIRST:
            assert f.name in text or f.name.upper() in text, f.name
    assert all(f.name in text for f in (*fields_model.OPTION, *fields_model.STATISTIC))
    assert "BODY 1:" in text and "  name                  elbow" in text


def test_every_field_of_a_state_is_printed_with_its_numbers(tmp_path):
    m = models.load("loops")
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 100)
    gelenk.mj_printFormattedData(m, d, str(tmp_path / "d.txt"), "%.17g")
    text = (tmp_path / "d.txt").read_text()
    for f in (*fields_data.DATA, *fields_data.ROWS):
        if np.size(getattr(d, f.name)) and not LEFT_OUT.match(f.name) and f.since == FIRST:
            title = field_groups.DATA_TITLES.get(f.name, f.name.upper())
            assert f"\n{title}\n" in text or f"\n{title}  " in text, f.name
    for name in ("qpos", "xpos", "efc_force", "qfrc_bias"):
        lines = text.split(f"\n{name.upper()}\n")[1].split("\n\n")[0]
        assert [float(number) for number in lines.split()] == getattr(d, name).ravel().tolist()
    assert d.ncon and text.count("     dist") == d.ncon


def test_an_empty_model_and_its_state_are_printed(tmp_path):
    m = gelenk.MjModel.from_xml_string("<mujoco/>")
    path = tmp_path / "m.txt"
    gelenk.mj_printModel(m, str(path))
    assert "BODY 0:" in path.read_text()
    gelenk.mj_printData(m, gelenk.MjData(m), str(path))
    assert "XPOS" in path.read_text()


def test_names_keep_their_letters(tmp_path):
    m = gelenk.MjModel.from_xml_string(
        '<mujoco><worldbody><geom name="küche %d %s 椅" size="1"/></worldbody></mujoco>'
    )
    gelenk.mj_printModel(m, str(tmp_path / "m.txt"))
    assert "  name                  küche %d %s 椅\n" in (tmp_path / "m.txt").read_text("utf-8")


WRITES = {
    "island_nv": 2**31 - 1,
    "island_nefc": 2**31 - 1,
    "island_idofadr": 2**31 - 1,
    "iM_rownnz": 2**31 - 1,
    "iM_rowadr": -(2**31),
    "iM_colind": 2**31 - 1,
    "efc_J_rownnz": 2**31 - 1,
    "efc_J_colind": 2**31 - 1,
    "iefc_J_colind": -(2**31),
    "ten_J_rownnz": -1,
    "ten_wrapnum": 2**31 - 1,
    "ten_wrapadr": -(2**31),
    "moment_rownnz": 2**31 - 1,
    "moment_colind": 2**31 - 1,
    "contact.geom": 2**31 - 1,
    "contact.efc_address": 2**31 - 1,
    "solver_niter": 2**31 - 1,
}


def printed_or_raises(function, *inputs_path_and_title):
    """Assert that the file has the title, or that an error begins with a field and nothing is written."""
    *inputs, path, title = inputs_path_and_title
    path.unlink(missing_ok=True)
    try:
        function(*inputs, str(path))
    except (IndexError, ValueError) as error:
        assert re.match(r"[md]\.\w+|[\w :-]+: ", str(error)) and not path.exists(), error
    else:
        assert title in path.read_text()


@pytest.mark.parametrize("name", WRITES)
def test_integers_out_of_range_are_printed_or_raise(name, tmp_path):
    for jacobian in (0, 1):
        m = models.load("arm" if "ten" in name or "moment" in name else "loops")
        m.opt.jacobian = jacobian
        d = gelenk.MjData(m)
        gelenk.mj_step(m, d, 5)
        target = d
        for part in name.split(".")[:-1]:
            target = getattr(target, part)
        getattr(target, name.split(".")[-1])[:] = WRITES[name]
        printed_or_raises(gelenk.mj_printData, m, d, tmp_path / "d.txt", "QPOS")


@pytest.mark.parametrize("value", [2**31 - 1, -(2**31), 5])
def test_models_with_indices_out_of_range_are_printed_or_raise(value, tmp_path):
    for f in fields_model.MODEL:
        if f.dtype != "int32":
            continue
        m = models.load("arm")
        array = getattr(m, f.name)
        if not array.size or not array.flags.writeable:
            continue
        array.reshape(-1)[-1] = value
        printed_or_raises(gelenk.mj_printModel, m, tmp_path / "m.txt", "BODY 0:")
        try:
            d = gelenk.MjData(m)
        except (IndexError, ValueError) as error:
            assert f.name in str(error)
        else:
            printed_or_raises(gelenk.mj_printData, m, d, tmp_path / "d.txt", "QPOS")


@pytest.mark.parametrize("wrong", ["", "abc", "%s", "%d", "%g%g", "%n", "%1000000000g", "x%g", "%f%%"])
def test_a_format_that_is_not_for_one_float_is_refused(wrong, tmp_path):
    m = models.load("arm")
    with pytest.raises(ValueError, match="float_format"):
        gelenk.mj_printFormattedModel(m, str(tmp_path / "m.txt"), wrong)


def grammar(text):
    """(path of tags) -> names of attributes, from the text of mj_printSchema."""
    found, path, names = {}, [], set()
    for line in text.splitlines():
        head = re.match(r"( *)([\w()]+) \((.)\)", line[:30])
        if head:
            path = [*path[: len(head[1]) // 3], head[2]]
            # the reference has one row for the world and for bodies
            names = found.setdefault(tuple("/".join(path).replace("(world)", "worldbody/").split("/")), set())
        names.update(line[30:].split() if head else line.split())
    return found


def test_both_forms_of_the_grammar_say_the_same():
    padded, plain = (grammar(gelenk.mj_printSchema(False, pad)) for pad in (True, False))
    assert padded == plain
    for pad in (True, False):
        html = gelenk.mj_printSchema(True, pad)
        assert html.count("<tr>") == len(list(printing.schema_rows()))


def test_the_grammar_of_the_reference_is_part_of_ours():
    mujoco = pytest.importorskip("mujoco")
    ours, theirs = (grammar(module.mj_printSchema(False, True)) for module in (gelenk, mujoco))
    missing = {(*path, name) for path, names in theirs.items() for name in names - ours.get(path, set())}
    missing |= {path for path in theirs if path not in ours}
    assert missing == NOT_OURS
