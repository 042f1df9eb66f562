"""Cameras of a scene.

Documents: drop-in / mujoco.usd; Literature / UsdGeom.Camera
"""

import numpy.typing as npt
from pxr import Gf, Usd, UsdGeom

from gelenk.usd.utils import create_transform_matrix


class USDCamera:
    """A camera."""

    def __init__(self, stage: Usd.Stage, obj_name: str) -> None:
        xform = UsdGeom.Xform.Define(stage, f"/World/Camera_Xform_{obj_name}")
        camera = UsdGeom.Camera.Define(stage, f"{xform.GetPath()}/Camera_{obj_name}")
        self.pose = xform.AddTransformOp()
        camera.CreateFocalLengthAttr().Set(12.0)
        camera.CreateFocusDistanceAttr().Set(400.0)
        camera.GetHorizontalApertureAttr().Set(12.0)
        camera.GetClippingRangeAttr().Set(Gf.Vec2f(1e-4, 1e6))

    def update(self, cam_pos: npt.ArrayLike, cam_mat: npt.ArrayLike, frame: int) -> None:
        """Pose in a frame; columns of cam_mat: right, up, against the view."""
        self.pose.Set(create_transform_matrix(cam_mat, cam_pos), frame)
