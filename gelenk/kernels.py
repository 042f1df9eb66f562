"""Public API of kernels: user forces, sensors, actuators and shapes at the engine's speed.

Documents: design / Kernels; XML reference / extension

    import gelenk
    from gelenk.kernels import PASSIVE, Data, Model, constants, kernel

    @kernel
    def springs(m: Model, d: Data, instance: int, task: int) -> None:
        if task == PASSIVE:
            stiffness = constants(m, d, instance)[0]
            for i in range(m.nv):
                d.qfrc_passive[i] -= stiffness * d.qpos[i]

    class Springs(gelenk.Plugin):
        name, attributes, capabilities, kernel = "me.springs", ("stiffness",), gelenk.PluginTask.PASSIVE, springs

    gelenk.register_plugin(Springs)

A kernel is a plain function: with GELENK_JIT=0 it runs under a debugger, otherwise it is compiled when its plugin is
registered, and cached. A kernel reads and writes the fields of model and data (docs/fields.md) element by element;
small vectors are tuples. It creates no arrays, lists or texts, raises no exceptions, and each variable has one type. It
may call other functions under ``@kernel`` and those of `math`; globals are constants: numbers and tuples of numbers.

    types       Model, Data, Scene; View and Rows of numbers, Ints and IntRows; Vec2, Vec3, Quat, Mat3, Motion, Wrench
    tasks       ACTUATOR, SENSOR, PASSIVE, SDF, ADVANCE: the values of the argument task
    instance    constants: the result of Plugin.numbers
    parts       get3 set3 get4 of a View; load3 store3 load4 store4 load6 store6 load9 store9 of row i of Rows
    vectors     add sub scale add_scaled neg mul dot cross norm normalize; clamp and pick
    rotations   mul_quat neg_quat normalize4 rotate sub_quat rotation_vector axis_angle_to_quat quat_to_mat
    matrices    mat_vec mat_t_vec mat_mul
    bodies      body_point body_velocity rotation_part linear_part; add_force add_torque add_wrench wrench_at
    contacts    contact_force_torque
    scenes      Color; add_decor add_connector add_frame, set_size set_color of the row that the first two return
"""

import functools
from collections.abc import Callable
from typing import TypeVar, overload

from gelenk.algebra.spatial import Motion, Wrench, linear_part, load6, rotation_part, store6
from gelenk.algebra.vec import (
    Mat3,
    Quat,
    Vec2,
    Vec3,
    add,
    add_scaled,
    axis_angle_to_quat,
    clamp,
    cross,
    dot,
    get3,
    get4,
    load3,
    load4,
    load9,
    mat_mul,
    mat_t_vec,
    mat_vec,
    mul,
    mul_quat,
    neg,
    neg_quat,
    norm,
    normalize,
    normalize4,
    pick,
    quat_to_mat,
    rotate,
    rotation_vector,
    scale,
    set3,
    store3,
    store4,
    store9,
    sub,
    sub_quat,
)
from gelenk.engine.force.post_constraint import contact_force_torque
from gelenk.engine.plugins.run import ADVANCE, constants
from gelenk.engine.position.object_frames import (
    add_force,
    add_torque,
    add_wrench,
    body_point,
    body_velocity,
    wrench_at,
)
from gelenk.scene.shapes import Color, add_connector, add_decor, add_frame, set_color, set_size
from gelenk.tables.enums import mjtPluginCapabilityBit
from gelenk.toolchain.kernel import kernel as compiled
from gelenk.toolchain.kernel_types import Data, IntRows, Ints, Model, Rows, Scene, View

Function = TypeVar("Function", bound=Callable)
ACTUATOR: int = int(mjtPluginCapabilityBit.mjPLUGIN_ACTUATOR)
SENSOR: int = int(mjtPluginCapabilityBit.mjPLUGIN_SENSOR)
PASSIVE: int = int(mjtPluginCapabilityBit.mjPLUGIN_PASSIVE)
SDF: int = int(mjtPluginCapabilityBit.mjPLUGIN_SDF)

__all__ = [
    "ACTUATOR",
    "ADVANCE",
    "PASSIVE",
    "SDF",
    "SENSOR",
    "Color",
    "Data",
    "IntRows",
    "Ints",
    "Mat3",
    "Model",
    "Motion",
    "Quat",
    "Rows",
    "Scene",
    "Vec2",
    "Vec3",
    "View",
    "Wrench",
    "add",
    "add_connector",
    "add_decor",
    "add_force",
    "add_frame",
    "add_scaled",
    "add_torque",
    "add_wrench",
    "axis_angle_to_quat",
    "body_point",
    "body_velocity",
    "clamp",
    "constants",
    "contact_force_torque",
    "cross",
    "dot",
    "get3",
    "get4",
    "kernel",
    "linear_part",
    "load3",
    "load4",
    "load6",
    "load9",
    "mat_mul",
    "mat_t_vec",
    "mat_vec",
    "mul",
    "mul_quat",
    "neg",
    "neg_quat",
    "norm",
    "normalize",
    "normalize4",
    "pick",
    "quat_to_mat",
    "rotate",
    "rotation_part",
    "rotation_vector",
    "scale",
    "set3",
    "set_color",
    "set_size",
    "store3",
    "store4",
    "store6",
    "store9",
    "sub",
    "sub_quat",
    "wrench_at",
]


@overload
def kernel(function: Function) -> Function: ...
@overload
def kernel(*, checks: bool = True) -> Callable[[Function], Function]: ...
def kernel(function: Callable | None = None, *, checks: bool = True) -> Callable:
    """Mark a function to be compiled when its plugin is registered.

    function   plain function of numbers, tuples and structs; gelenk.kernels lists the supported features
    checks     whether an index out of range raises IndexError; False: unchecked, and such an index crashes the process
               or returns wrong values. The setting of a plugin's kernel applies to all kernels that it calls
    Returns    the function
    Source     design / Kernels
    """
    if function is None:
        return functools.partial(_marked, checks)
    return _marked(checks, function)


def _marked(checks: bool, function: Callable) -> Callable:
    """Mark a function, and record whether index checks are disabled."""
    if not checks:
        function.__gelenk_checks__ = False  # type: ignore[attr-defined]
    return compiled(function)
