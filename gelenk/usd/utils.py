"""Utilities of a USD scene: an empty stage, and transformation matrices.

Documents: drop-in / mujoco.usd
"""

import numpy as np
import numpy.typing as npt
from pxr import Gf, Usd, UsdGeom


def create_transform_matrix(rotation_matrix: npt.ArrayLike, translation_vector: npt.ArrayLike) -> Gf.Matrix4d:
    """Return a transformation matrix of USD, which multiplies row vectors.

    The first three rows are the axes of the frame and the last row is the position.
    """
    full = np.eye(4)
    full[:3, :3] = np.asarray(rotation_matrix, float).reshape(3, 3).T
    full[3, :3] = translation_vector
    return Gf.Matrix4d(full.tolist())


def new_stage(framerate: float) -> Usd.Stage:
    """Return an empty stage with a root prim, z up, and frames from 0 on."""
    stage = Usd.Stage.CreateInMemory()
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    stage.SetStartTimeCode(0)
    stage.SetTimeCodesPerSecond(framerate)
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/World").GetPrim())
    return stage
