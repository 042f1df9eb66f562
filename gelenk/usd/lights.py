"""Lights of a USD scene.

Documents: drop-in / mujoco.usd; Literature / UsdLux
"""

from collections.abc import Iterable

from pxr import Gf, Usd, UsdGeom, UsdLux


class USDSphereLight:
    """A spherical light."""

    def __init__(self, stage: Usd.Stage, obj_name: str, radius: float = 0.3) -> None:
        xform = UsdGeom.Xform.Define(stage, f"/World/Light_Xform_{obj_name}")
        self.light = UsdLux.SphereLight.Define(stage, f"{xform.GetPath()}/Light_{obj_name}")
        self.light.GetRadiusAttr().Set(float(radius))
        self.light.GetTreatAsPointAttr().Set(False)
        self.light.GetNormalizeAttr().Set(True)
        self.place = xform.AddTranslateOp()

    def update(self, pos: Iterable[float], intensity: float, color: Iterable[float], frame: int) -> None:
        """Set the position in a frame; intensity and color apply to all frames."""
        self.place.Set(Gf.Vec3d(*(float(x) for x in pos)), frame)
        self.light.GetIntensityAttr().Set(float(intensity))
        self.light.GetColorAttr().Set(Gf.Vec3f(*(float(x) for x in color)))


class USDDomeLight:
    """A light from all directions."""

    def __init__(self, stage: Usd.Stage, obj_name: str) -> None:
        xform = UsdGeom.Xform.Define(stage, f"/World/Light_Xform_{obj_name}")
        self.light = UsdLux.DomeLight.Define(stage, f"{xform.GetPath()}/Light_{obj_name}")
        self.light.GetNormalizeAttr().Set(True)

    def update(self, intensity: float, color: Iterable[float]) -> None:
        """Set intensity and color."""
        self.light.GetIntensityAttr().Set(float(intensity))
        self.light.GetColorAttr().Set(Gf.Vec3f(*(float(x) for x in color)))
