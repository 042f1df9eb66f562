"""Memory of models and data as native code plans and fills it: to the same bytes as numpy does."""

import numpy as np
import pytest

import gelenk
from gelenk.runtime import data, memory_plan, model
from gelenk.toolchain.extension import load

native = pytest.mark.skipif(load.module is None, reason="there is no border")
TABLES = [model.FIELDS, model._LETTERS, *data._TABLES.values()]
TEXT = """<mujoco><worldbody><geom size="1 1 1" type="plane"/><body pos="0 0 1"><freejoint/><geom size=".1"/>
<geom size=".1" pos="1 0 0"/></body></worldbody><custom><numeric name="a" data="1 2 3"/></custom></mujoco>"""


@native
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.fields[0].name)
def test_plans_are_those_of_numpy(table):
    rng = np.random.default_rng(0)
    for most in (1, 2, 50, 100_000):
        sizes = (*rng.integers(0, most, len(table.sizes)).tolist(), 1)
        plan = table._lay_out(sizes)
        rows = np.empty_like(plan.rows)
        assert table._put_rows(rows, np.array(sizes)) == plan.total
        np.testing.assert_array_equal(plan.rows, rows)


@pytest.mark.parametrize("way", ["native", "numpy"])
def test_sizes_beyond_all_machines_are_refused(way, monkeypatch):
    if way == "numpy":
        monkeypatch.setattr(load, "module", None)
    table = model.FIELDS
    with pytest.raises(MemoryError, match="1e"):
        table._lay_out((2**40,) * len(table.sizes) + (1,))
    with pytest.raises(OverflowError):
        table._lay_out((2**70,) * len(table.sizes) + (1,))


@native
def test_images_are_those_of_numpy(monkeypatch):
    plan = model.FIELDS.plan({"nbody": 3, "njnt": 2, "nv": 7})
    one = memory_plan.Image.of(model.struct_layout.MODEL.nslot, {"": plan})
    monkeypatch.setattr(load, "module", None)
    other = memory_plan.Image.of(model.struct_layout.MODEL.nslot, {"": plan})
    np.testing.assert_array_equal(one.words, other.words)
    np.testing.assert_array_equal(one.pointing, other.pointing)


COLUMNS = {
    "as it is": np.arange(6.0).reshape(2, 3),
    "rows": [(0.0, 1.0, 2.0), [3, 4.0, np.float64(5)]],
    "flat": np.arange(6.0),
    "of another type": np.arange(6, dtype=np.int32).reshape(2, 3),
    "narrow": np.arange(6, dtype=np.float32),
    "columns apart": np.arange(12.0).reshape(2, 6)[:, ::2] / 2,
    "columns first": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "of another machine": np.arange(6.0).astype(">f8"),
    "parts": memory_plan.Parts([np.arange(2.0), np.arange(2.0, 6.0)]),
}


@native
@pytest.mark.parametrize("value", COLUMNS.values(), ids=COLUMNS)
def test_columns_may_be_arrays(value):
    m = model.MjModel._from_arrays({"nbody": 2}, {"body_pos": value})
    np.testing.assert_array_equal(m.body_pos.ravel(), np.arange(6.0))


@pytest.mark.parametrize("value", [np.zeros(5), np.zeros((3, 3)), np.zeros((0, 3)), np.zeros(())])
def test_columns_of_another_size_are_refused(value):
    with pytest.raises(ValueError, match="body_pos"):
        model.MjModel._from_arrays({"nbody": 2}, {"body_pos": value})


def test_models_are_the_same_without_native_code(monkeypatch):
    one = gelenk.MjModel.from_xml_string(TEXT)
    model._last.clear()
    model.FIELDS._plans.clear()
    monkeypatch.setattr(model.FIELDS, "_lay_out", lambda sizes: _by_numpy(model.FIELDS, sizes))
    other = gelenk.MjModel.from_xml_string(TEXT)
    for name in model.FIELDS.row:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def _by_numpy(table, sizes):
    rows = np.empty((len(table.fields), 3), np.int64)
    total = table._put_rows(rows, np.array(sizes))
    return memory_plan.Plan(table, sizes, rows, memory_plan.address_of(rows), total, {})
