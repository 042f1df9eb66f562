"""Models of worlds: copies with their expanded fields, and constants that follow from these.

Documents: design / Batches; API / mj_setConst
"""

from typing import Any

import numpy as np

from gelenk.batch import fields
from gelenk.batch.cpu import Cpu
from gelenk.world.constants import set_const
from gelenk.world.copying import copy_model, model_state, put_settings
from gelenk.world.model import MjModel

# what mj_setConst computes
CONSTANTS = (
    *("body_subtreemass", "body_invweight0", "dof_M0", "dof_invweight0", "dof_length", "tendon_length0"),
    *("tendon_invweight0", "tendon_lengthspring", "actuator_length0", "actuator_acc0", "actuator_biasprm"),
    *("eq_data", "cam_pos0", "cam_poscom0", "cam_mat0", "light_pos0", "light_poscom0", "light_dir0"),
    *("flexedge_length0", "flexedge_invweight0"),
    *("stat.meaninertia", "stat.meanmass", "stat.meansize", "stat.extent", "stat.center"),
)


def _field(model: MjModel, name: str) -> tuple[Any, Any]:
    owner, row = fields.MODEL[name]
    return (model._nested[owner] if owner else model), row


def _put_expanded(cpu: Cpu, world: int, model: MjModel) -> None:
    for name, array in cpu.expanded.items():
        block, row = _field(model, name)
        if row.shape:
            getattr(block, "_a_" + row.name)[...] = array[world]
        else:
            setattr(block, row.name, array[world].item())


def world_model(cpu: Cpu, world: int) -> MjModel:
    """A copy of the model of a world."""
    made = copy_model(cpu.models[world] if cpu.models is not None else cpu.model)
    _put_expanded(cpu, world, made)
    return made


def write_model(cpu: Cpu, world: int, model: MjModel) -> None:
    """The numbers of the model of a world into ``model``, which has its sizes."""
    source = cpu.models[world] if cpu.models is not None else cpu.model
    if model is not source:
        model._buffer[:] = source._buffer
        put_settings(model, model_state(source)[3])
    _put_expanded(cpu, world, model)


def _value(model: MjModel, name: str) -> np.ndarray:
    block, row = _field(model, name)
    return getattr(block, "_a_" + row.name) if row.shape else np.array(getattr(block, row.name), np.float64)


def set_constants(cpu: Cpu, ids: np.ndarray) -> None:
    """mj_setConst of each world; what is then other than what all worlds share becomes expanded."""
    if not cpu.expanded:
        return
    model = copy_model(cpu.model)
    settings = model_state(cpu.model)[3]
    for world in ids.tolist():
        model._buffer[:] = cpu.model._buffer
        put_settings(model, settings)
        _put_expanded(cpu, world, model)
        try:
            set_const(model, cpu.spare)
        except Exception as error:
            cpu._failed(world, error)
            continue
        for name in CONSTANTS:
            value = _value(model, name)
            array = cpu.expanded.get(name)
            if array is None:
                if np.array_equal(value, _value(cpu.model, name), equal_nan=True):
                    continue
                array = cpu.expand(name)
                cpu.computed.add(name)
            array[world] = value
