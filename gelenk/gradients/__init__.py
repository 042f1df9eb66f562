"""Gradients: exact derivatives of a step, through contacts, and by parameters.

Documents: design / Tangents of kernels

    from gelenk import gradients

    J = gradients.jacobian(m, d)                                  # J.A, J.B, J.C, J.D of a step
    J = gradients.jacobian(m, d, of="qacc", by=("body_mass", "dof_damping"))
    y = gradients.jvp(m, d, {"qvel": v})["state"]
    g = gradients.vjp(m, d, {"state": w})["ctrl"]

The compiled stages of the engine are rewritten to carry tangents (toolchain/tangents), at the first call.
"""

from gelenk.gradients.adjoint import vjp
from gelenk.gradients.features import Unsupported
from gelenk.gradients.jacobian import Jacobian, jacobian, jvp
from gelenk.gradients.rollouts import rollout
from gelenk.gradients.sensitivities import sensitivities

__all__ = ["Jacobian", "Unsupported", "jacobian", "jvp", "rollout", "sensitivities", "vjp"]
