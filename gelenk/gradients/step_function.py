"""A step as a pure function of arrays, with derivatives, for torch and jax.

Documents: design / Rollouts and programs of others

The state is the vector (qpos, qvel, act) of mjSTATE_PHYSICS. Derivatives with respect to the four elements of a
quaternion are those in its tangent space, and zero along the quaternion itself, since a step normalizes the quaternion.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from gelenk.gradients import arguments
from gelenk.gradients.adjoint import vjp
from gelenk.gradients.arguments import as_softening, refuse_model, refuse_softening
from gelenk.gradients.jacobian import Names, jvp
from gelenk.gradients.pass_memory import TangentSpace
from gelenk.gradients.passes import integrator
from gelenk.gradients.rollouts import check_forward_result, refuse_memory
from gelenk.runtime.copy_pickle import copy_model
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.pipeline import run_stage
from gelenk.toolchain.thread_start import new_lock

Arrays = list[np.ndarray]


class StepFunction:
    """(state, ctrl, parameters) -> results, for rows of inputs (B, ...).

    m    model; with `by`, a copy of it, into which parameters are written
    of   results: "state" after the step, fields at the state before the step
    by   parameters of the model
    smooth, reach   of derivatives, as in `jacobian`
    """

    def __init__(
        self, m: MjModel, of: Names, by: Names, caller: str, smooth: float = 0.0, reach: float = 0.0
    ) -> None:
        self.caller, self.of = caller, arguments.as_names(of, "of", caller)
        self.softening = as_softening(smooth, reach, caller)
        self.by = arguments.as_names(by, "by", caller) if by else ()
        for name in self.of:
            check_forward_result(m, name, caller)
        for name in self.by:
            if name not in arguments.parameters():
                raise ValueError(f"{caller}: by {name!r}: not a float field of the model")
            arguments.check_input(m, name, self.of, caller)
        refuse_model(m, caller)
        refuse_memory(m, caller)
        refuse_softening(m, self.softening, self.of, caller)
        self.single = isinstance(of, str)
        self.m = copy_model(m) if self.by else m
        self._d, self._space = MjData(m), TangentSpace(m)
        self._lock = new_lock(threading.Lock)
        self.nstate = m.nq + m.nv + m.na
        self.input_shapes = [
            (self.nstate,),
            (m.nu,),
            *(arguments.input_shape(m, self._d, n) for n in self.by),
        ]
        self.input_names = ["state", "ctrl", *self.by]
        self.result_shapes = [
            (self.nstate,) if name == arguments.STATE else arguments.result_shape(m, self._d, name)
            for name in self.of
        ]

    def check_shapes(self, shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
        """Return the leading dimensions of state and ctrl; raise if parameters have any.

        Errors   TypeError: a wrong number of inputs; ValueError: a wrong shape
        """
        expected = ", ".join(self.input_names)
        if len(shapes) != len(self.input_shapes):
            raise TypeError(f"{self.caller}: a step takes {expected}, got {len(shapes)} arrays")
        lead: tuple[int, ...] = shapes[0][:-1]
        for name, found, shape in zip(self.input_names, shapes, self.input_shapes, strict=True):
            wanted = (*lead, *shape) if name in ("state", "ctrl") else shape
            if tuple(found) != wanted:
                raise ValueError(f"{self.caller}: {name} must have the shape {wanted}, got {tuple(found)}")
        return tuple(lead)

    def forward(self, inputs: Arrays) -> Arrays:
        """Return the results (B, ...) of inputs (B, ...)."""
        count = len(inputs[0])
        found = [np.empty((count, *shape)) for shape in self.result_shapes]
        with self._lock:
            for row in range(count):
                self._enter(inputs, row)
                run_stage("forward", self.m, self._d)
                for name, out in zip(self.of, found, strict=True):
                    if name != arguments.STATE:
                        out[row] = getattr(self._d, name)
                self._advance()
                if arguments.STATE in self.of:
                    found[self.of.index(arguments.STATE)][row] = self._state()
        return found

    def pull_back(self, inputs: Arrays, weights: Arrays) -> Arrays:
        """Return the gradients (B, ...) of the sum of results times weights (B, ...)."""
        m, d, nv = self.m, self._d, self.m.nv
        found = [np.zeros_like(given) for given in inputs]
        with self._lock:
            for row in range(len(inputs[0])):
                given = {name: w[row] for name, w in zip(self.of, weights, strict=True) if w[row].any()}
                if not given:
                    continue
                if arguments.STATE in given:
                    self._enter(inputs, row)
                    run_stage("forward", m, d)
                    self._advance()
                    w = given[arguments.STATE]
                    dofs = self._space.pull_lift(d.qpos, w[: m.nq])
                    given[arguments.STATE] = np.concatenate([dofs, w[m.nq :]])
                self._enter(inputs, row)
                g = vjp(m, d, given, (arguments.STATE, "ctrl", *self.by), *self.softening)
                numbers = self._space.pull_lower(d.qpos, g[arguments.STATE][:nv])
                found[0][row] = np.concatenate([numbers, g[arguments.STATE][nv:]])
                for out, name in zip(found[1:], ("ctrl", *self.by), strict=True):
                    out[row] = g[name]
        return found

    def push_forward(self, inputs: Arrays, tangents: Arrays) -> Arrays:
        """Return the derivatives (B, ...) of the results along directions of the inputs (B, ...)."""
        m, d = self.m, self._d
        found = [np.empty((len(inputs[0]), *shape)) for shape in self.result_shapes]
        with self._lock:
            for row in range(len(inputs[0])):
                self._enter(inputs, row)
                state = tangents[0][row]
                dofs = self._space.lower(d.qpos, state[: m.nq, None])[:, 0]
                given = {arguments.STATE: np.concatenate([dofs, state[m.nq :]]), "ctrl": tangents[1][row]}
                given |= {name: t[row] for name, t in zip(self.by, tangents[2:], strict=True)}
                y: dict[str, Any] = jvp(m, d, given, self.of, *self.softening)
                if arguments.STATE in y:
                    run_stage("forward", m, d)
                    self._advance()
                    moved = self._space.lift(d.qpos, y[arguments.STATE][: m.nv, None])[:, 0]
                    y[arguments.STATE] = np.concatenate([moved, y[arguments.STATE][m.nv :]])
                for out, name in zip(found, self.of, strict=True):
                    out[row] = y[name]
        return found

    def _enter(self, inputs: Arrays, row: int) -> None:
        """Set state, controls and parameters of a row; reset everything else."""
        m, d = self.m, self._d
        state = inputs[0][row]
        d.qpos[:], d.qvel[:], d.act[:] = np.split(state, [m.nq, m.nq + m.nv])
        d.ctrl[:] = inputs[1][row]
        d.qacc_warmstart[:] = 0.0
        d.time = 0.0
        for name, values in zip(self.by, inputs[2:], strict=True):
            owner, _, last = name.rpartition(".")
            block: Any = m.opt if owner else m
            if values[row].ndim:
                getattr(block, last)[...] = values[row]
            else:
                setattr(block, last, float(values[row]))

    def _advance(self) -> None:
        run_stage(integrator(self.m), self.m, self._d)
        if not (np.isfinite(self._d.qacc).all() and np.isfinite(self._d.qpos).all()):
            raise ValueError(f"{self.caller}: the state becomes infinite or NaN in this step")

    def _state(self) -> np.ndarray:
        return np.concatenate([self._d.qpos, self._d.qvel, self._d.act])
