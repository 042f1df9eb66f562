"""Printed models, states and grammar: every field is there, and the reference's grammar is part of ours."""

import re

import numpy as np
import pytest

import gelenk
from gelenk.api import printing
from gelenk.tables import fields_data, fields_model
from tests.support import models

# spellings that 3.5.0's grammar has and its documents do not
NOT_OURS: set = set()


def test_every_field_of_a_model_is_printed(tmp_path):
    m = models.load("arm")
    gelenk.mj_printModel(m, str(tmp_path / "m.txt"))
    text = (tmp_path / "m.txt").read_text()
    for f in fields_model.MODEL:
        if f.dtype != "char" and getattr(m, f.name).size:
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
        if np.size(getattr(d, f.name)):
            assert f.name.upper() in text, f.name
    qpos = [float(line) for line in text.split("QPOS\n")[1].split("\n\n")[0].split()]
    assert qpos == d.qpos.tolist()
    assert d.ncon and text.count("    dist") == d.ncon


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
