"""The tangent space of qpos: from motions of the dofs to motions of qpos, and back.

Documents: Computation / General framework / Coordinate frames; API / mj_integratePos

A quaternion q moves by dq = q (0, w) / 2 along the angular velocity w in its local frame, and w = 2 Im(conj(q) dq).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gelenk.tables.enums import mjtJoint

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel


class TangentSpace:
    """Indices of quaternions and of other coordinates in qpos and qvel of a model."""

    def __init__(self, m: MjModel) -> None:
        qpos, dof, quat, turn = list[int](), list[int](), list[int](), list[int]()
        for kind, adr, first in zip(
            m.jnt_type.tolist(), m.jnt_qposadr.tolist(), m.jnt_dofadr.tolist(), strict=True
        ):
            if kind == mjtJoint.mjJNT_FREE:
                qpos += range(adr, adr + 3)
                dof += range(first, first + 3)
                adr, first = adr + 3, first + 3
            if kind in (mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL):
                quat.append(adr)
                turn.append(first)
            else:
                qpos.append(adr)
                dof.append(first)
        self._nq, self._nv = m.nq, m.nv
        self._qpos, self._dof = np.array(qpos, np.int64), np.array(dof, np.int64)
        self._quat, self._turn = np.array(quat, np.int64), np.array(turn, np.int64)

    def lift(self, qpos: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Return the tangents of qpos (nq, k) along motions of the dofs v (nv, k)."""
        out = np.zeros((self._nq, v.shape[1]))
        out[self._qpos] = v[self._dof]
        for adr, dof in zip(self._quat, self._turn, strict=True):
            w, x, y, z = qpos[adr : adr + 4]
            columns = np.array([[-x, -y, -z], [w, -z, y], [z, w, -x], [-y, x, w]])
            out[adr : adr + 4] = 0.5 * columns @ v[dof : dof + 3]
        return out

    def pull_lift(self, qpos: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the transpose of `lift` times weights of qpos (nq): weights of motions (nv)."""
        out = np.zeros(self._nv)
        out[self._dof] = weights[self._qpos]
        for adr, dof in zip(self._quat, self._turn, strict=True):
            w, x, y, z = (0.5 * qpos[adr : adr + 4]).tolist()
            a, b, c, e = weights[adr : adr + 4].tolist()
            out[dof] = w * b + z * c - y * e - x * a
            out[dof + 1] = w * c + x * e - z * b - y * a
            out[dof + 2] = w * e + y * b - x * c - z * a
        return out

    def pull_lower(self, qpos: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the transpose of `lower` times weights of motions (nv): weights of qpos (nq)."""
        out = np.zeros(self._nq)
        out[self._qpos] = weights[self._dof]
        for adr, dof in zip(self._quat, self._turn, strict=True):
            w, x, y, z = qpos[adr : adr + 4].tolist()
            scale = 2.0 / (w * w + x * x + y * y + z * z)
            a, b, c = (scale * weights[dof : dof + 3]).tolist()
            out[adr] = -x * a - y * b - z * c
            out[adr + 1] = w * a - z * b + y * c
            out[adr + 2] = z * a + w * b - x * c
            out[adr + 3] = x * b - y * a + w * c
        return out

    def lower(self, qpos: np.ndarray, tangents: np.ndarray) -> np.ndarray:
        """Return the motions of the dofs (nv, k) that move qpos by tangents (nq, k)."""
        out = np.zeros((self._nv, tangents.shape[1]))
        out[self._dof] = tangents[self._qpos]
        for adr, dof in zip(self._quat, self._turn, strict=True):
            w, x, y, z = qpos[adr : adr + 4]
            rows = np.array([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])
            out[dof : dof + 3] = 2.0 / (w * w + x * x + y * y + z * z) * rows @ tangents[adr : adr + 4]
        return out
