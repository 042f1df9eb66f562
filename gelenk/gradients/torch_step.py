"""A step as a torch function with exact derivatives (extra `learn`).

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


@checked
def torch_step(
    m: MjModel, of: Names = STATE, by: Names = (), smooth: float = 0.0, reach: float = 0.0
) -> Callable[..., Any]:
    """Return a step as a function of torch tensors, which autograd differentiates exactly.

    step = torch_step(m); after = step(state, ctrl)

    m     model; with `by`, a copy of it as it is now
    of    results: "state" after the step; results of `jacobian` at the state before it, such as "site_xpos"
    by    parameters of the model, such as "body_mass", which are further arguments of the step
    smooth, reach   of derivatives, as in `jacobian` [m/s^2 or rad/s^2; m]; results stay exact

    Tensors are float64 on the CPU: state (..., nq + nv + na) of qpos, qvel and act; ctrl (..., nu); parameters have the
    shapes of their fields, and no leading dimensions. A step begins without a warm start, so that it is a function of
    its arguments alone. Derivatives with respect to a quaternion are those in its tangent space.

    Returns   function (state, ctrl, *parameters) -> tensor; of several results, a tuple of tensors
    Errors    ModuleNotFoundError: torch is not installed; gelenk.gradients.Unsupported: a feature without a rule;
              ValueError: an unknown name. Of a step, TypeError and ValueError: a tensor of a wrong kind, device or
              shape; ValueError: the state becomes infinite; RuntimeError: derivatives of derivatives
    Source    design / Tangents of kernels
    """
    try:
        import torch
    except ModuleNotFoundError as error:
        message = "torch_step needs torch: pip install 'gelenk[learn]'"
        raise ModuleNotFoundError(message, name=error.name) from error
    run = StepFunction(m, of, by, "torch_step", smooth, reach)
    apply = _function(torch, run).apply

    def step(*inputs: Any) -> Any:
        """Return the results of a step."""
        for name, tensor in zip(run.input_names, inputs, strict=False):
            if not isinstance(tensor, torch.Tensor):
                raise TypeError(f"torch_step: {name} must be a tensor, got {type(tensor).__name__}")
            if tensor.dtype != torch.float64 or tensor.device.type != "cpu":
                raise TypeError(
                    f"torch_step: {name} must be float64 on the CPU, got {tensor.dtype} on {tensor.device}: "
                    f"{name}.double().cpu()"
                )
        run.check_shapes([tuple(tensor.shape) for tensor in inputs])
        found = apply(*inputs)
        return found[0] if run.single else found

    return step


def _function(torch: Any, run: StepFunction) -> Any:
    """Return the step as an autograd function, with its derivative backward."""

    class Step(torch.autograd.Function):  # type: ignore[misc, name-defined, unused-ignore]
        @staticmethod
        def forward(ctx: Any, *inputs: Any) -> Any:
            ctx.save_for_backward(*inputs)
            ctx.lead = lead = tuple(inputs[0].shape[:-1])
            found = run.forward(_rows(inputs, lead))
            return tuple(
                torch.from_numpy(array.reshape(*lead, *shape))
                for array, shape in zip(found, run.result_shapes, strict=True)
            )

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx: Any, *weights: Any) -> Any:
            inputs = ctx.saved_tensors
            given = _rows(inputs, ctx.lead)
            shapes = [(len(given[0]), *shape) for shape in run.result_shapes]
            found = run.pull_back(
                given, [w.numpy().reshape(shape) for w, shape in zip(weights, shapes, strict=True)]
            )
            sums = [array.reshape(tensor.shape) for array, tensor in zip(found[:2], inputs[:2], strict=True)]
            sums += [array.sum(0) for array in found[2:]]
            return tuple(torch.from_numpy(np.ascontiguousarray(array)) for array in sums)

    return Step


def _rows(tensors: Any, lead: tuple[int, ...]) -> Arrays:
    """Return inputs as arrays (B, ...); parameters, without a leading dimension, get one row."""
    count = int(np.prod(lead, dtype=np.int64))
    arrays = [tensor.detach().numpy() for tensor in tensors]
    first = [array.reshape(count, array.shape[-1]) for array in arrays[:2]]
    return first + [np.broadcast_to(array, (count, *array.shape)) for array in arrays[2:]]
