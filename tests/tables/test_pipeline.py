"""The stage table has the order of the pipeline, which engine/step.py and the kernels of GPUs are code for."""

import ast
import inspect

import pytest

from gelenk.engine import step
from gelenk.engine.batch import gpu_step
from gelenk.tables import gpu_stages, stages
from gelenk.tables.enums import mjtTimer
from gelenk.tables.stages import NAMED, STAGE_AT, TIMED

RUNS = ("run", "run_growing")  # functions that call the stage of their last argument


def functions(module):
    """Functions of a module by name."""
    return {f.name: f for f in ast.parse(inspect.getsource(module)).body if isinstance(f, ast.FunctionDef)}


KNOWN = functions(step) | functions(gpu_step)


class Calls(ast.NodeVisitor):
    """The stages and functions that a function calls, in the order of the text, those of its helpers included."""

    def __init__(self, name):
        self.stages, self.functions = [], []
        self.generic_visit(KNOWN[name])

    def visit_Call(self, node):
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in RUNS:
            stage = STAGE_AT[getattr(step, node.args[-1].id)].name
            if stage not in self.stages:  # contacts are found again after trees woke up
                self.stages.append(stage)
        elif name in KNOWN:
            self.functions.append(name)
            found = Calls(name)
            self.stages += [stage for stage in found.stages if stage not in self.stages]
            self.functions += found.functions
        else:
            self.generic_visit(node)


@pytest.mark.parametrize(
    "function, stage",
    [
        ("one_step", "step"),
        ("forward_skip", "forward"),
        ("step1", "step1"),
        ("fwd_position", "position_part"),
        ("fwd_velocity", "velocity_part"),
        ("places", "places"),
    ],
)
def test_code_calls_stages_in_the_order_of_the_table(function, stage):
    assert Calls(function).stages == list(stages.sequence(stage))


def test_the_second_half_of_a_step_is_that_of_the_table_without_runge_kutta():
    found = Calls("step2").stages
    assert (
        "runge_kutta" in found
    )  # the branch is in code that both kinds of step share, and step2 never takes it
    assert [name for name in found if name != "runge_kutta"] == list(stages.sequence("step2"))


def test_a_step_on_a_gpu_calls_the_stages_of_a_step_in_its_order():
    found = Calls("batch_step")
    assert found.stages == list(stages.PIPELINE)
    assert tuple(name for name in found.functions if name in gpu_stages.CHAIN) == gpu_stages.CHAIN
    launched = [stage for name in gpu_stages.CHAIN for stage in Calls(name).stages]
    assert launched == list(stages.PIPELINE)


def test_every_timed_stage_is_a_part_of_a_step_and_timers_are_those_of_the_reference():
    inner = {"velocity_part": stages.VELOCITY.split()}
    covered = [name for stage in TIMED for name in inner.get(stage.name, [stage.name])]
    assert covered == [name for name in stages.PIPELINE if name in covered]
    assert {stage.name for stage in NAMED.values() if stage.label or stage.timer or stage.smooth} == {
        stage.name for stage in TIMED
    }
    for stage in TIMED:
        assert stage.label and stage.documented
        assert not stage.timer or hasattr(mjtTimer, f"mjTIMER_{stage.timer}")
