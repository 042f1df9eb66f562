"""Objects of a USD scene: meshes with poses and material by frame, cameras, lights.

Documents: drop-in / mujoco.usd; Literature / UsdPreviewSurface, UsdGeom, UsdGeom.Camera, UsdLux
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from pxr import Gf, Sdf, Usd, UsdGeom, UsdLux, UsdShade, Vt

from gelenk.usd.shapes import TriangleMesh


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


MATERIALS = "/World/_materials"


class USDObject:
    """A triangle mesh with a material.

    name        unique in the stage
    shape       shapes.TriangleMesh
    rgba        color, if image is None
    image       path of the texture, relative to the frames, or None
    metallic, roughness   of the surface, 0 to 1
    """

    def __init__(
        self,
        stage: Usd.Stage,
        name: str,
        shape: TriangleMesh,
        rgba: np.ndarray,
        image: str | None = None,
        metallic: float = 0.5,
        roughness: float = 0.5,
    ) -> None:
        self.stage, self.name = stage, name
        self.shown: bool | None = None
        self.xform = UsdGeom.Xform.Define(stage, f"/World/Mesh_Xform_{name}")
        self.mesh = UsdGeom.Mesh.Define(stage, f"{self.xform.GetPath()}/Mesh_{name}")
        self.mesh.GetPointsAttr().Set(Vt.Vec3fArray.FromNumpy(np.asarray(shape.vertices, np.float32)))
        self.mesh.GetFaceVertexCountsAttr().Set([3] * len(shape.faces))
        self.mesh.GetFaceVertexIndicesAttr().Set(np.asarray(shape.faces).ravel().tolist())
        self.mesh.GetSubdivisionSchemeAttr().Set("none")
        if image is not None and shape.uv is not None:
            coordinates = UsdGeom.PrimvarsAPI(self.mesh).CreatePrimvar(
                "UVMap", Sdf.ValueTypeNames.TexCoord2fArray, UsdGeom.Tokens.faceVarying
            )
            coordinates.Set(Vt.Vec2fArray.FromNumpy(np.asarray(shape.uv, np.float32)))
        self._add_material(rgba, image if shape.uv is not None else None, metallic, roughness)
        self.pose, self.size = self.xform.AddTransformOp(), self.xform.AddScaleOp()

    def _add_material(self, rgba: np.ndarray, image: str | None, metallic: float, roughness: float) -> None:
        path = f"{MATERIALS}/Material_{self.name}"
        material = UsdShade.Material.Define(self.stage, path)
        shader = UsdShade.Shader.Define(self.stage, f"{path}/Principled_BSDF")
        shader.CreateIdAttr("UsdPreviewSurface")
        color = shader.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f)
        if image is None:
            color.Set(tuple(float(x) for x in rgba[:3]))
        else:
            color.ConnectToSource(self._image_output(path, image))
        for name, value in (("metallic", metallic), ("roughness", roughness), ("opacity", rgba[3])):
            shader.CreateInput(name, Sdf.ValueTypeNames.Float).Set(float(value))
        material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
        UsdShade.MaterialBindingAPI.Apply(self.mesh.GetPrim()).Bind(material)

    def _image_output(self, path: str, image: str) -> UsdShade.Output:
        """Return the output of a shader that samples an image."""
        texture = UsdShade.Shader.Define(self.stage, f"{path}/Image_Texture")
        texture.CreateIdAttr("UsdUVTexture")
        texture.CreateInput("file", Sdf.ValueTypeNames.Asset).Set(image)
        texture.CreateInput("sourceColorSpace", Sdf.ValueTypeNames.Token).Set("sRGB")
        for side in ("wrapS", "wrapT"):
            texture.CreateInput(side, Sdf.ValueTypeNames.Token).Set("repeat")
        reader = UsdShade.Shader.Define(self.stage, f"{path}/uvmap")
        reader.CreateIdAttr("UsdPrimvarReader_float2")
        reader.CreateInput("varname", Sdf.ValueTypeNames.Token).Set("UVMap")
        found = reader.CreateOutput("result", Sdf.ValueTypeNames.Float2)
        texture.CreateInput("st", Sdf.ValueTypeNames.Float2).ConnectToSource(found)
        return texture.CreateOutput("rgb", Sdf.ValueTypeNames.Color3f)

    def update(
        self,
        pos: npt.ArrayLike,
        mat: npt.ArrayLike,
        visible: bool,
        frame: int,
        scale: Iterable[float] | None = None,
    ) -> None:
        """Set pose (rotation ``mat``), visibility and scale of the axes from a frame on."""
        self.pose.Set(create_transform_matrix(mat, pos), frame)
        if scale is not None:
            self.size.Set(Gf.Vec3f(*(float(x) for x in scale)), frame)
        self.update_visibility(visible, frame)

    def move_vertices(self, vertices: np.ndarray, frame: int) -> None:
        """Set the vertex positions from a frame on."""
        self.mesh.GetPointsAttr().Set(Vt.Vec3fArray.FromNumpy(np.asarray(vertices, np.float32)), frame)

    def update_visibility(self, visible: bool, frame: int) -> None:
        """Set the visibility from a frame on."""
        if visible != self.shown:
            self.xform.GetVisibilityAttr().Set("inherited" if visible else "invisible", frame)
            self.shown = visible


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
