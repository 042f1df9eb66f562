"""Docstrings of the documented functions say shapes, units, errors, results and sources, in one layout."""

import inspect

import pytest

import gelenk
from gelenk.tables.docstrings import FIELDS, SECTIONS, described, docstring, split
from gelenk.tables.signatures import SIGNATURES, first_line

UNITLESS = {"vectors", "matrices"}  # groups whose numbers may be of any unit, as their pages say
NAMES = list(SIGNATURES)


def sections(name):
    """(Lines of a docstring above its sections, section -> text)."""
    lines = (getattr(gelenk, name).__doc__ or "").split("\n")
    body, found = split("\n".join(lines[2:]))
    return lines[0], body, found


@pytest.mark.parametrize("name", NAMES)
def test_it_begins_with_the_signature_then_a_sentence(name):
    line, body, _ = sections(name)
    assert line == first_line(name)
    assert body and body[0].rstrip().endswith((".", ":")), body


@pytest.mark.parametrize("name", NAMES)
def test_each_argument_has_type_shape_unit_and_meaning(name):
    row, (_, _, found) = SIGNATURES[name], sections(name)
    told = found.get("Arguments", [])
    lines = [f"{a.name} {described(a, row.notes[a.name][0])}: {row.notes[a.name][1]}" for a in row.arguments]
    assert " ".join(" ".join(told).split()) == " ".join(lines)
    for a, line in zip(row.arguments, lines, strict=True):
        unit, meaning = row.notes[a.name]
        assert meaning, f"{a.name} has no meaning"
        if a.dtype:
            assert a.dtype in line and ("(" in line or "numbers" in line), f"{a.name} has no shape"
        measured = a.kind == "f" or a.dtype.startswith("float")
        if measured and row.group.name not in UNITLESS:
            assert unit or "unit" in meaning or "[" in meaning, f"{a.name} has no unit"


@pytest.mark.parametrize("name", NAMES)
def test_errors_results_and_source_are_named(name):
    row, (_, _, found) = SIGNATURES[name], sections(name)
    assert found["Source"], "no source"
    assert bool(found.get("Errors")) == bool(row.arguments), "no errors"
    if row.result != "None":
        assert found.get("Returns"), "the result is not told"


@pytest.mark.parametrize("name", [n for n in NAMES if SIGNATURES[n].group.name in ("simulation", "stages")])
def test_stages_say_what_they_read_and_write(name):
    if "hread" in name:
        return
    row, (_, _, found) = SIGNATURES[name], sections(name)
    assert set(row.reads) | set(row.writes) <= set(FIELDS)
    assert found.get("Reads"), "what it reads is not told"
    assert found.get("Writes") or "result" in row.notes or name == "mj_checkPos", "what it writes is not told"


@pytest.mark.parametrize("name", NAMES)
def test_sections_stand_in_order_and_lines_are_not_long(name):
    lines = getattr(gelenk, name).__doc__.split("\n")[1:]
    order = [SECTIONS.index(word) for word in (line.partition(" ")[0] for line in lines) if word in SECTIONS]
    assert order == sorted(set(order))
    assert max(map(len, lines)) <= 120


def test_a_field_that_does_not_exist_is_an_error(monkeypatch):
    row = SIGNATURES["mj_crb"]
    monkeypatch.setitem(SIGNATURES, "mj_crb", row._replace(reads=("no_such_field",)))
    with pytest.raises(KeyError):
        docstring("mj_crb", "Text.")


def test_every_row_is_a_function():
    assert all(hasattr(gelenk, name) for name in SIGNATURES)
    documented = {
        n for n in dir(gelenk) if n.startswith(("mj_", "mju_", "mjd_", "mjv_", "mjr_", "set_mj", "get_mj"))
    }
    documented = {n for n in documented if inspect.isroutine(getattr(gelenk, n))}
    assert documented <= set(NAMES)
