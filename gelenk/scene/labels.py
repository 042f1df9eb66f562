"""The texts of labels: kernels mark the geoms that have one, and what it says, and write what has no fractions.

Documents: Modeling / Naming elements; API / mjtLabel
"""

from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.appearance import FRACTIONS
from gelenk.scene.cameras import Numbers
from gelenk.scene.classes import MjvPerturb, MjvScene
from gelenk.tables.enums import mjtLabel
from gelenk.tables.fields_scene import LABEL
from gelenk.toolchain import library


def write(m: MjModel, d: MjData, pert: MjvPerturb, scn: MjvScene, first: int, label: int) -> None:
    """The texts of the geoms from ``first`` on that are marked; ``label`` is what the options ask for (mjtLabel)."""
    library.call("scene_labels", m, d, scn, first)
    if label not in FRACTIONS:
        return
    labels = scn._a_geom_label.reshape(-1).data
    for i in (scn._a_geom_mark[first : scn.ngeom].nonzero()[0] + first).tolist():
        written = _text(pert, scn, i).encode()[: LABEL - 1] + b"\0"
        labels[i * LABEL : i * LABEL + len(written)] = written


def _text(pert: MjvPerturb, scn: MjvScene, i: int) -> str:
    """How large a force is, or where a point."""
    if scn._a_geom_mark[i] == mjtLabel.mjLABEL_SELPNT:
        return _triple(scn._a_geom_pos[i]) + f" (local {_triple(pert.localpos)})"
    return f"{float(scn._a_geom_value[i]):.3g}"


def _triple(numbers: Numbers) -> str:
    return " ".join(f"{float(x):.3f}" for x in numbers)
