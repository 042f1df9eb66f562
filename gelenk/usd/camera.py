"""Cameras of a USD scene.

Documents: drop-in / mujoco.usd; Literature / UsdGeom.Camera
"""

import numpy.typing as npt
from pxr import Gf, Usd, UsdGeom

from gelenk.usd.utils import create_transform_matrix


class USDCamera:
    """A camera of a USD scene."""

    def __init__(self, stage: Usd.Stage, obj_name: str) -> None:
        xform = UsdGeom.Xform.Define(stage, f"/World/Camera_Xform_{obj_name}")
        camera = UsdGeom.Camera.Define(stage, f"{xform.GetPath()}/Camera_{obj_name}")
        self.pose = xform.AddTransformOp()
        camera.CreateFocalLengthAttr().Set(12.0)
        camera.CreateFocusDistanceAttr().Set(400.0)
        camera.GetHorizontalApertureAttr().Set(12.0)
        camera.GetClippingRangeAttr().Set(Gf.Vec2f(1e-4, 1e6))

    def update(self, cam_pos: npt.ArrayLike, cam_mat: npt.ArrayLike, frame: int) -> None:
        """Set the pose in a frame; the columns of cam_mat are right, up and backward."""
        self.pose.Set(create_transform_matrix(cam_mat, cam_pos), frame)
