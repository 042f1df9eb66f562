"""Gradients: exact derivatives of a step with respect to state, controls and parameters.

Documents: design / Tangents of kernels

    from gelenk import gradients

    J = gradients.jacobian(m, d)                                  # J.A, J.B, J.C, J.D of a step
    J = gradients.jacobian(m, d, of="qacc", by=("body_mass", "dof_damping"))
    y = gradients.jvp(m, d, {"qvel": v})["state"]
    g = gradients.vjp(m, d, {"state": w})["ctrl"]
    value, g = gradients.rollout(m, d, ctrl, loss)                # a loss over steps: reverse mode
    y = gradients.sensitivities(m, d, ctrl, {"body_mass": e})     # of a rollout: forward mode
    step = gradients.torch_step(m)                                # or jax_step: for their autograd

The compiled stages of the engine are rewritten to carry tangents (toolchain/tangents), at the first call.
"""

from gelenk.gradients.adjoint import vjp
from gelenk.gradients.arguments import Unsupported
from gelenk.gradients.jacobian import Jacobian, jacobian, jvp
from gelenk.gradients.jax_step import jax_step
from gelenk.gradients.rollouts import rollout
from gelenk.gradients.sensitivities import sensitivities
from gelenk.gradients.torch_step import torch_step

__all__ = [
    "Jacobian",
    "Unsupported",
    "jacobian",
    "jax_step",
    "jvp",
    "rollout",
    "sensitivities",
    "torch_step",
    "vjp",
]
