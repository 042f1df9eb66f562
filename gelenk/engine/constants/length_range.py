"""Simulation of the length range of an actuator: steps with a force along its moment arm.

Documents: Modeling / Length range; XML reference / compiler / lengthrange; API / mj_setLengthRange

Everything but the loop over steps is in runtime/length_range.py. If a stage stops, the call is repeated and continues
with the step that was not completed, since no stage before the integrator changes the state.
"""

import math

from gelenk.algebra.linalg import copy
from gelenk.engine.constraint.solver.primal import ISLANDS
from gelenk.engine.position.inertia import solve_m_vector
from gelenk.engine.step import run
from gelenk.tables.enums import mjMINVAL
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

STEP1, STEP2 = INDEX["step1"], INDEX["step2"]
# inputs: sign of the force; norm of the acceleration by the force, and largest norm of the force (0: unset);
# factor that scales velocities after each step; time of the end [s], and of the first length that counts [s];
# operations of a step that do not depend on its constraints, and of a factorization of M
SIDE, ACCEL, MAXFORCE, SHRINK, END, SINCE, OPERATIONS, FACTOR = 0, 1, 2, 3, 4, 5, 6, 7
# results: operations that are left, negative if the last step exceeded them; least and largest length
LEFT, LOW, HIGH = 8, 9, 10
NUMBERS = 11


@kernel
def norm_of(x: View, n: int) -> float:
    """Return the norm of x (n)."""
    total = 0.0
    for i in range(n):
        total += x[i] * x[i]
    return math.sqrt(total)


@kernel
def pull(m: Model, d: Data, numbers: View, output: int, moment: View) -> None:
    """Set qfrc_applied along the moment arm of an output; moment (2 nv) is work space."""
    nv = m.nv
    acceleration = moment[nv:]
    for i in range(nv):
        moment[i] = 0.0
    for k in range(d.moment_rowadr[output], d.moment_rowadr[output] + d.moment_rownnz[output]):
        moment[d.moment_colind[k]] = d.actuator_moment[k]
    copy(acceleration, moment, nv)
    solve_m_vector(m, d, acceleration)
    force = 0.0
    if numbers[ACCEL] > 0.0:
        force = numbers[ACCEL] / max(mjMINVAL, norm_of(acceleration, nv))
    if numbers[MAXFORCE] > 0.0:
        force = min(force, numbers[MAXFORCE] / max(mjMINVAL, norm_of(moment, nv)))
    for i in range(nv):
        d.qfrc_applied[i] = numbers[SIDE] * force * moment[i]


@kernel
def step_operations(m: Model, d: Data, numbers: View) -> float:
    """Estimate the operations of the last step: bodies, products with M and J, factorizations."""
    iterations = 1.0
    for i in range(ISLANDS):
        iterations += d.solver_niter[i]
    dense = numbers[FACTOR] + 1.0 * d.nJ * d.nJ / max(d.nefc, 1)
    return numbers[OPERATIONS] + iterations * (dense + 10.0 * (d.nJ + m.nC))


@kernel
def length_steps(m: Model, d: Data, numbers: View, moment: View, output: int, steps: int) -> None:
    """Take up to ``steps`` steps of the simulation of an actuator's length range.

    numbers  (NUMBERS): inputs and results, see above; the simulation ends if d.time >= END or LEFT < 0
    moment   (2 nv): work space       output   of the actuator
    Status   that of the stages step1 and step2
    """
    for _ in range(steps):
        if not d.time < numbers[END] or numbers[LEFT] < 0.0:
            return
        run(m, d, STEP1)
        if d.status != DONE:
            return
        pull(m, d, numbers, output, moment)
        run(m, d, STEP2)
        if d.status != DONE:
            return
        numbers[LEFT] -= step_operations(m, d, numbers)
        for i in range(m.nv):
            d.qvel[i] *= numbers[SHRINK]
        if d.time > numbers[SINCE]:
            length = d.actuator_length[output]
            numbers[LOW] = min(numbers[LOW], length)
            numbers[HIGH] = max(numbers[HIGH], length)
