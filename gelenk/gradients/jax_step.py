"""A step as a jax function with exact derivatives (extra `jax`).

Documents: design / Rollouts and programs of others
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.gradients.jacobian import Names
from gelenk.gradients.names import STATE
from gelenk.gradients.step_function import StepFunction
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.model import MjModel

MODES = ("reverse", "forward")


@checked
def jax_step(m: MjModel, of: Names = STATE, by: Names = (), mode: str = "reverse") -> Callable[..., Any]:
    """Return a step of a model as a function of jax arrays, which jax differentiates exactly.

    step = jax_step(m); after = step(state, ctrl)

    m      model; with `by`, a copy of it as it is now
    of     results: "state" after the step; results of `jacobian` at the state before it, such as "site_xpos"
    by     parameters of the model, such as "body_mass", which are further arguments of the step
    mode   "reverse" for jax.grad, jax.vjp, jax.jacrev (custom_vjp); "forward" for jax.jvp, jax.jacfwd (custom_jvp)

    Arrays are float64, which takes jax_enable_x64: state (nq + nv + na) has qpos, qvel and act; ctrl (nu). The step may
    be used within jit, vmap, lax.scan and lax.map: jax calls back to the host (pure_callback), where worlds of a vmap
    run one after the other. A step begins without a warm start, so that it is a function of its arguments alone.
    Derivatives by a quaternion are those in its tangent space.

    Returns   function (state, ctrl, *parameters) -> array; of several results, a tuple of arrays
    Errors    ModuleNotFoundError: jax is not installed; ValueError: without jax_enable_x64, names;
              gelenk.gradients.Unsupported: a feature without a rule. Of a step, ValueError: an array of another shape
    Source    design / Tangents of kernels
    """
    try:
        import jax
    except ModuleNotFoundError as error:
        message = "jax_step needs jax: pip install 'gelenk[jax]'"
        raise ModuleNotFoundError(message, name=error.name) from error
    if mode not in MODES:
        raise ValueError(f"jax_step: mode must be one of {', '.join(MODES)}, not {mode!r}")
    if not jax.config.jax_enable_x64:
        raise ValueError(
            "jax_step: steps are in double precision, which needs jax.config.update('jax_enable_x64', True)"
        )
    run = StepFunction(m, of, by, "jax_step")
    count = len(run.input_shapes)

    def rows(arrays: Any, shapes: Any) -> tuple[list[np.ndarray], tuple[int, ...]]:
        """Return arrays as (B, ...), and the dimensions that a vmap has put first."""
        given = [np.asarray(array, np.float64) for array in arrays]
        lead = given[0].shape[: given[0].ndim - len(shapes[0])]
        size = int(np.prod(lead, dtype=np.int64))
        return [array.reshape(size, *shape) for array, shape in zip(given, shapes, strict=True)], lead

    def call(function: Callable[..., list[np.ndarray]], shapes: Any, results: Any, *arrays: Any) -> Any:
        """Run a function of rows on the host."""

        def host(*arrays: Any) -> tuple[np.ndarray, ...]:
            given, lead = rows(arrays, shapes)
            found = function(given[:count], *([given[count:]] if len(given) > count else []))
            return tuple(
                np.asarray(array).reshape(*lead, *shape) for array, shape in zip(found, results, strict=True)
            )

        like = tuple(jax.ShapeDtypeStruct(shape, np.float64) for shape in results)
        return jax.pure_callback(host, like, *arrays, vmap_method="broadcast_all")

    def forward(*inputs: Any) -> Any:
        return call(run.forward, run.input_shapes, run.result_shapes, *inputs)

    if mode == "reverse":
        differentiable = jax.custom_vjp(forward)

        def backward(inputs: Any, weights: Any) -> Any:
            shapes = [*run.input_shapes, *run.result_shapes]
            return call(run.pull_back, shapes, run.input_shapes, *inputs, *weights)

        differentiable.defvjp(lambda *inputs: (forward(*inputs), inputs), backward)
    else:
        differentiable = jax.custom_jvp(forward)

        def along(inputs: Any, tangents: Any) -> Any:
            shapes = [*run.input_shapes, *run.input_shapes]
            y = call(run.push_forward, shapes, run.result_shapes, *inputs, *tangents)
            return differentiable(*inputs), y

        differentiable.defjvp(along)

    def step(*inputs: Any) -> Any:
        """Return the results of a step."""
        arrays = [jax.numpy.asarray(array, np.float64) for array in inputs]
        if run.check_shapes([array.shape for array in arrays]):
            raise ValueError("jax_step: a step takes one state; jax.vmap(step) takes many")
        found = differentiable(*arrays)
        return found[0] if run.single else tuple(found)

    return step
