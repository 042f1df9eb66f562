"""A step as a jax function with exact derivatives (extra `jax`).

Documents: design / Rollouts and programs of others
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.gradients.arguments import STATE
from gelenk.gradients.jacobian import Names
from gelenk.gradients.step_function import Arrays, StepFunction
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.model import MjModel

MODES = ("reverse", "forward")


@checked
def jax_step(
    m: MjModel,
    of: Names = STATE,
    by: Names = (),
    mode: str = "reverse",
    smooth: float = 0.0,
    reach: float = 0.0,
) -> Callable[..., Any]:
    """Return a step as a function of jax arrays, which jax differentiates exactly.

    step = jax_step(m); after = step(state, ctrl)

    m      model; with `by`, a copy of it as it is now
    of     results: "state" after the step; results of `jacobian` at the state before it, such as "site_xpos"
    by     parameters of the model, such as "body_mass", which are further arguments of the step
    smooth, reach   of derivatives, as in `jacobian` [m/s^2 or rad/s^2; m]; results stay exact
    mode   "reverse" for jax.grad, jax.vjp, jax.jacrev (custom_vjp); "forward" for jax.jvp, jax.jacfwd (custom_jvp)

    Arrays are float64, which takes jax_enable_x64: state (nq + nv + na) has qpos, qvel and act; ctrl (nu). The step may
    be used within jit, vmap, lax.scan and lax.map: jax calls the host (pure_callback), which runs the rows of a vmap
    one after the other. A step begins without a warm start, so that it is a function of its arguments alone.
    Derivatives with respect to a quaternion are those in its tangent space.

    Returns   function (state, ctrl, *parameters) -> array; of several results, a tuple of arrays
    Errors    ModuleNotFoundError: jax is not installed; ValueError: jax_enable_x64 is off, an unknown name;
              gelenk.gradients.Unsupported: a feature without a rule. Of a step, ValueError: an array of a wrong shape
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
    return _JaxStep(jax, StepFunction(m, of, by, "jax_step", smooth, reach), mode).step


class _JaxStep:
    """The step that jax calls on the host."""

    def __init__(self, jax: Any, run: StepFunction, mode: str) -> None:
        self._jax, self._run = jax, run
        if mode == "reverse":
            self._differentiable = jax.custom_vjp(self._forward)
            self._differentiable.defvjp(lambda *inputs: (self._forward(*inputs), inputs), self._backward)
        else:
            self._differentiable = jax.custom_jvp(self._forward)
            self._differentiable.defjvp(self._along)

    def step(self, *inputs: Any) -> Any:
        """Return the results of a step."""
        run = self._run
        arrays = [self._jax.numpy.asarray(array, np.float64) for array in inputs]
        if run.check_shapes([array.shape for array in arrays]):
            raise ValueError("jax_step: a step takes one state; jax.vmap(step) takes many")
        found = self._differentiable(*arrays)
        return found[0] if run.single else tuple(found)

    def _forward(self, *inputs: Any) -> Any:
        run = self._run
        return self._call(run.forward, run.input_shapes, run.result_shapes, *inputs)

    def _backward(self, inputs: Any, weights: Any) -> Any:
        run = self._run
        shapes = [*run.input_shapes, *run.result_shapes]
        return self._call(run.pull_back, shapes, run.input_shapes, *inputs, *weights)

    def _along(self, inputs: Any, tangents: Any) -> Any:
        run = self._run
        shapes = [*run.input_shapes, *run.input_shapes]
        y = self._call(run.push_forward, shapes, run.result_shapes, *inputs, *tangents)
        return self._differentiable(*inputs), y

    def _call(self, function: Callable[..., Arrays], shapes: Any, results: Any, *arrays: Any) -> Any:
        """Run a function on the host for rows of inputs, followed by weights or tangents."""
        jax, count = self._jax, len(self._run.input_shapes)

        def host(*arrays: Any) -> tuple[np.ndarray, ...]:
            given = [np.asarray(array, np.float64) for array in arrays]
            lead = given[0].shape[: given[0].ndim - len(shapes[0])]  # leading dimensions that vmap added
            size = int(np.prod(lead, dtype=np.int64))
            rows = [array.reshape(size, *shape) for array, shape in zip(given, shapes, strict=True)]
            found = function(rows[:count], *([rows[count:]] if len(rows) > count else []))
            return tuple(array.reshape(*lead, *shape) for array, shape in zip(found, results, strict=True))

        like = tuple(jax.ShapeDtypeStruct(shape, np.float64) for shape in results)
        return jax.pure_callback(host, like, *arrays, vmap_method="broadcast_all")
