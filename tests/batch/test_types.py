"""What checkers and editors learn of batches: the types of their arrays, and that there are no others."""

import ast

import pytest

from gelenk.batch import DATA_FIELDS, MODEL_FIELDS, Batch
from gelenk.batch.named_access import KINDS_OF_ROWS
from tests.batch.worlds import model
from tests.tables.test_types import checked
from tools.pages.stub_batches import rows_name
from tools.render import PAGES, ROOT

PROGRAM = """
import numpy as np
import numpy.typing as npt

import gelenk
from gelenk.batch import Batch


def run(m: gelenk.MjModel) -> npt.NDArray[np.float64]:
    batch = Batch(m, 64, nthread=2, persistent=True)
    batch.qpos[:, 2] = 1.0
    batch.ctrl = 0.5
    batch.time = [0] * 64
    batch.body_mass = np.ones(64)
    hinge = batch.joint("hinge")
    hinge.qpos = hinge.qpos + 0.1
    hinge.damping = 0.2
    batch.actuator(0).ctrl[:] = 0
    batch.step(nstep=5, stage=gelenk.mjtStage.mjSTAGE_VEL)
    contacts: npt.NDArray[np.int32] = batch.ncon
    failed: npt.NDArray[np.int32] = batch.status
    warned: npt.NDArray[np.int64] = batch.warning[:, :, 1]
    state: npt.NDArray[np.float64] = batch.state
    active: npt.NDArray[np.float64] = batch.eq_active
    total: int = int(contacts.sum() + failed.sum() + warned.sum()) + len(state) + len(active) + hinge.id
    with Batch(m, total) as other:
        other.reset(other.qpos[:, 2] < 0.5, keyframe=m.key("high").id)
        last: npt.NDArray[np.float64] = other.rollout(4, record=["qpos"])["qpos"][:, -1]
    angle: npt.NDArray[np.float64] = batch.sensor("angle").data
    last += batch.xpos[:, 1] * batch.body_mass[:, 1:2] + angle
    return last
"""
# lines that are wrong -> what mypy calls it
WRONG = {
    "batch.qposs": "attr-defined",
    "batch.gravity": "attr-defined",
    "batch.qposs = 1": "attr-defined",
    "batch.xpos = 1": "assignment",
    "batch.status = 1": "assignment",
    "batch.qpos.name": "attr-defined",
    "batch.joint('hinge').qposs": "attr-defined",
    "batch.joint('hinge').id.shape": "attr-defined",
    "batch.joint(1.5)": "arg-type",
    "batch.body('arm').masss = 1": "attr-defined",
    "batch.body('arm').xpos = 1": "assignment",
    "batch.bones('arm')": "attr-defined",
    "batch.step(steps=3)": "call-arg",
    "Batch('humanoid', 4)": "arg-type",
}
# what the model of these tests lacks
EVERY = """
<mujoco>
  <asset><material name="m"/></asset>
  <custom><numeric name="n" data="1 2"/></custom>
  <worldbody>
    <light name="l"/>
    <body name="a"><freejoint/><geom name="a" size=".1" material="m"/></body>
    <body name="b"><freejoint/><geom name="b" size=".1"/></body>
  </worldbody>
  <contact><pair name="p" geom1="a" geom2="b"/></contact>
</mujoco>
"""
CONTEXT = """
def wrong(batch: Batch) -> None:
"""


@pytest.fixture(scope="module")
def told():
    """The stub: attributes of each class, and whether they can be written."""
    tree = ast.parse((ROOT / PAGES["batches"].path).read_text(encoding="utf-8"))
    found = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            known = found[node.name] = {}
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    known[part.name] = any(isinstance(d, ast.Attribute) for d in part.decorator_list)
    return found


def test_a_typed_program_is_right_and_wrong_names_and_types_are_reported(tmp_path):
    pytest.importorskip("mypy")
    text = PROGRAM + CONTEXT + "".join(f"    {line}\n" for line in WRONG)
    first = (PROGRAM + CONTEXT).count("\n") + 1
    said = {line: text for line, kind, text in checked(tmp_path, text) if kind == "error"}
    assert not {line: text for line, text in said.items() if line < first}
    for i, (line, code) in enumerate(WRONG.items()):
        assert said.get(first + i, "").endswith(f"[{code}]"), f"{line}: {said.get(first + i)}"


def test_the_stub_has_every_field_and_says_which_can_be_written(told):
    batch, rows = Batch(model(), 2), told["BatchRows"]
    plain = {name for name in MODEL_FIELDS if "." not in name}
    assert set(rows) == {*DATA_FIELDS, *plain, *KINDS_OF_ROWS}
    for name in DATA_FIELDS:
        assert rows[name] == getattr(batch, name).flags.writeable, name
    assert all(rows[name] for name in plain)


@pytest.mark.parametrize("kind", KINDS_OF_ROWS)
def test_the_stub_of_a_named_view_has_what_the_view_has(told, kind):
    batch = Batch(model(EVERY) if kind in ("light", "material", "numeric", "pair") else model(), 2)
    view = getattr(batch, kind)(0)
    assert set(told[rows_name(kind)]) == set(dir(view)) - {"id", "name"}
    for name, writable in told[rows_name(kind)].items():
        array = getattr(view, name)
        if not writable:
            assert not array.flags.writeable, name
        else:
            setattr(view, name, array.copy())
            assert getattr(view, name).flags.writeable, name


def test_the_types_in_the_stub_are_those_of_the_arrays():
    batch, text = Batch(model(), 2), (ROOT / PAGES["batches"].path).read_text(encoding="utf-8")
    text = text[text.index("class BatchRows") :]
    for name in sorted(DATA_FIELDS):
        assert f"def {name}(self) -> npt.NDArray[np.{batch.bind(name).dtype}]:" in text, name
    for name in sorted(MODEL_FIELDS):
        array = batch.expand(name)
        if "." not in name:
            assert f"def {name}(self) -> npt.NDArray[np.{array.dtype}]:" in text, name
