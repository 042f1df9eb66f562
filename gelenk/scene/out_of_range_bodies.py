"""Out-of-range bodies: emulate the out-of-bounds reads of 3.5.0 for body ids past nbody.

Documents: API / MjvPerturb, mjv_updateScene, mjv_movePerturb

A perturbation may select any body id, and 3.5.0 shows and moves what it reads there. Its arrays are consecutive in
memory, each at a multiple of 64 bytes, with zeros between them, in the order of ORDER. An id whose data would lie past
the last array of ORDER selects nothing.
"""

import numpy as np

from gelenk.runtime.data import MjData

ORDER = (
    *("xpos", "xquat", "xmat", "xipos", "ximat", "xanchor", "xaxis", "geom_xpos", "geom_xmat", "site_xpos"),
    *("site_xmat", "cam_xpos", "cam_xmat", "light_xpos", "light_xdir", "subtree_com", "cdof", "cinert"),
    *("flexvert_xpos", "flexelem_aabb", "flexedge_J", "flexedge_length", "flexvert_J", "flexvert_length"),
    *("bvh_aabb_dyn", "ten_wrapadr", "ten_wrapnum", "ten_J_rownnz", "ten_J_rowadr", "ten_J_colind", "ten_J"),
    *("ten_length", "wrap_obj", "wrap_xpos", "actuator_length", "moment_rownnz", "moment_rowadr"),
    *("moment_colind", "actuator_moment", "crb", "qM", "M", "qLD", "qLDiagInv"),
)
FRAMES = ("xpos", 3), ("xipos", 3), ("xmat", 9), ("ximat", 9)  # pose arrays of a body, and values per body
_ALIGN_BYTES = 64  # alignment of arrays [byte]


def pose_beyond(d: MjData, body: int) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the poses that 3.5.0 reads for a body id past nbody, or None.

    The poses are xpos, xipos (2, 3) and xmat, ximat (2, 9).
    """
    start: dict[str, int] = {}
    memory = bytearray()
    for name in ORDER:
        start[name] = len(memory)
        memory += np.ascontiguousarray(getattr(d, "_a_" + name)).tobytes()
        memory += bytes(-len(memory) % _ALIGN_BYTES)
    found = []
    for name, count in FRAMES:
        first = start[name] + 8 * count * body
        if first + 8 * count > len(memory):
            return None
        found.append(np.frombuffer(memory, np.float64, count, first))
    if not all(np.isfinite(part).all() for part in found):
        return None
    return np.stack(found[:2]), np.stack(found[2:])
