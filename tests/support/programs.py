"""Run a program that edits specs in the reference and in gelenk, and compare its notes.

A program is a function of the module and a Report. Its notes, and all values of the models that it shows, must agree.
"""

import mujoco
import numpy as np

import gelenk

KINDS = {
    "nbody": "BODY",
    "njnt": "JOINT",
    "ngeom": "GEOM",
    "nsite": "SITE",
    "ncam": "CAMERA",
    "nlight": "LIGHT",
    "nmat": "MATERIAL",
    "ntex": "TEXTURE",
    "npair": "PAIR",
    "nexclude": "EXCLUDE",
    "neq": "EQUALITY",
    "ntendon": "TENDON",
    "nu": "ACTUATOR",
    "nsensor": "SENSOR",
    "nnumeric": "NUMERIC",
    "ntext": "TEXT",
    "ntuple": "TUPLE",
    "nkey": "KEY",
}
PREFIXES = (
    "body_",
    "jnt_",
    "dof_",
    "geom_",
    "site_",
    "cam_",
    "light_",
    "mat_",
    "pair_",
    "exclude_",
    "eq_",
    "key_",
)
PREFIXES += ("tendon_", "wrap_", "actuator_", "sensor_", "numeric_", "tuple_", "qpos")
NOT_JUDGED = ("plugin", "_user")


class Report:
    """The values that a program notes, as plain Python."""

    def __init__(self, module):
        self.module = module
        self.notes = []

    def note(self, *values):
        """Note values: arrays and lists are compared with rounding, elements by their names."""
        self.notes += [plain(value) for value in values]

    def refused(self, call, *args, **values):
        """Note the type of the error that a call raises, or that it raises none."""
        try:
            call(*args, **values)
        except Exception as error:
            self.notes.append(type(error).__name__)
        else:
            self.notes.append("accepted")

    def show(self, spec):
        """Note everything about the model of a spec; returns the model."""
        model = spec.compile()
        kinds = self.module.mjtObj
        for size, kind in KINDS.items():
            count = getattr(model, size)
            obj = getattr(kinds, f"mjOBJ_{kind}")
            self.notes.append((size, [self.module.mj_id2name(model, obj, i) for i in range(count)]))
        for field in sorted(gelenk.MjModel._all_fields):
            if field.startswith(PREFIXES) and not any(part in field for part in NOT_JUDGED):
                self.notes.append((field, plain(getattr(model, field))))
        return model


def plain(value):
    """Return a value of either module as plain Python."""
    if isinstance(value, np.ndarray):
        return (np.round(value.astype(float), 8) + 0.0).tolist()
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, (bool, int, float, str, bytes, type(None))):
        return value
    if isinstance(value, np.generic):
        return round(float(value), 8) + 0.0
    return getattr(value, "name", type(value).__name__)


def same_in_both(program):
    """Run a program in both modules and compare note by note."""
    reports = []
    for module in (mujoco, gelenk):
        reports.append(Report(module))
        program(module, reports[-1])
    theirs, ours = (report.notes for report in reports)
    for i, (expected, got) in enumerate(zip(theirs, ours, strict=False)):
        assert got == expected or close(got, expected), f"note {i}: {got} instead of {expected}"
    assert len(theirs) == len(ours)


def close(got, expected):
    """Return whether the elements of a field agree up to rounding."""
    if not isinstance(expected, tuple) or not isinstance(got, tuple) or got[0] != expected[0]:
        return False
    a, b = np.asarray(got[1], object).ravel(), np.asarray(expected[1], object).ravel()
    if a.shape != b.shape or any(isinstance(value, str) or value is None for value in (*a, *b)):
        return False
    return np.allclose(a.astype(float), b.astype(float), rtol=1e-7, atol=1e-9, equal_nan=True)
