"""Label texts of marked geoms, including those with fractions.

Documents: Modeling / Naming elements; API / mjtLabel

Kernels mark labeled geoms and write the texts without fractions.
"""

from gelenk.runtime import pipeline
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.appearance import FRACTIONS
from gelenk.scene.cameras import Numbers
from gelenk.scene.classes import MjvPerturb, MjvScene
from gelenk.tables.enums import mjtLabel
from gelenk.tables.fields_scene import LABEL


def write_labels(m: MjModel, d: MjData, pert: MjvPerturb, scn: MjvScene, first: int, label: int) -> None:
    """Write the labels of the marked geoms from ``first`` on; label: mjtLabel of the options."""
    pipeline.run_stage("scene_labels", m, d, scn, first)
    if label not in FRACTIONS:
        return
    labels = scn._a_geom_label.reshape(-1).data
    for i in (scn._a_geom_mark[first : scn.ngeom].nonzero()[0] + first).tolist():
        written = _mark_text(pert, scn, i).encode()[: LABEL - 1] + b"\0"
        labels[i * LABEL : i * LABEL + len(written)] = written


def _mark_text(pert: MjvPerturb, scn: MjvScene, i: int) -> str:
    """Return the text of a contact force or the selected point."""
    if scn._a_geom_mark[i] == mjtLabel.mjLABEL_SELPNT:
        return _format_vector(scn._a_geom_pos[i]) + f" (local {_format_vector(pert.localpos)})"
    return f"{float(scn._a_geom_value[i]):.3g}"


def _format_vector(numbers: Numbers) -> str:
    return " ".join(f"{float(x):.3f}" for x in numbers)
