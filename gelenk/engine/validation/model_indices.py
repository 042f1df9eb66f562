"""Range checks of the indices of a model that compiled code follows without a check.

Documents: promises / Indices

Each part relies on the parts before it, so the checks stop at the first error.
"""

from gelenk.engine.validation.elements import check_dofs, check_elements, check_rest
from gelenk.engine.validation.flexes import check_flexes
from gelenk.engine.validation.index_columns import check_columns
from gelenk.engine.validation.meshes import check_bodies, check_meshes
from gelenk.engine.validation.report import LENGTH, has_error
from gelenk.engine.validation.sensors import check_sensors
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, Model, View


@kernel
def check_model(
    m: Model,
    at: int,
    ids: Ints,
    ranges: Ints,
    choices: Ints,
    kinds: Ints,
    sensors: Ints,
    work: Ints,
    report: View,
) -> None:
    """Find the first index of m that is out of its range, and report it.

    at                            address of m
    ids, ranges, choices          columns, see index_columns.py
    kinds, sensors                tables by type, see elements.py and sensors.py
    work                          (nv, nbvh or noct, whichever is largest)
    report                        see report.py
    """
    for k in range(LENGTH):
        report[k] = 0.0
    check_columns(at, ids, ranges, choices, report)
    if not has_error(report):
        check_dofs(m, work, report)
    if not has_error(report):
        check_elements(m, at, kinds, report)
    if not has_error(report):
        check_sensors(m, at, kinds, sensors, report)
    if not has_error(report):
        check_rest(m, kinds, report)
    if not has_error(report):
        check_bodies(m, work, report)
    if not has_error(report):
        check_meshes(m, work, report)
    if not has_error(report):
        check_flexes(m, work, report)
