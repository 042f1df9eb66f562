"""What stands in a scene: an object with its mesh, material, poses and visibility over the frames; cameras; lights.

Documents: names of mujoco.usd; UsdPreviewSurface, UsdLux, UsdGeom
"""

import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, UsdLux, UsdShade, Vt

MATERIALS = "/World/_materials"


def matrix(rotation, position) -> Gf.Matrix4d:
    """The transformation of USD, which multiplies rows: axes of the frame are rows, the position is the last."""
    full = np.eye(4)
    full[:3, :3] = np.asarray(rotation, float).reshape(3, 3).T
    full[3, :3] = position
    return Gf.Matrix4d(full.tolist())


class USDObject:
    """Triangles with a material.

    name        unique in the stage
    shape       shapes.TriangleMesh
    rgba        color, where there is no image
    image       path of the texture, relative to the frames, or None
    metallic, roughness   of the surface, 0 to 1
    """

    def __init__(self, stage, name, shape, rgba, image=None, metallic=0.5, roughness=0.5):
        self.stage, self.name = stage, name
        self.shown = None
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
        self._paint(rgba, image if shape.uv is not None else None, metallic, roughness)
        self.pose, self.size = self.xform.AddTransformOp(), self.xform.AddScaleOp()

    def _paint(self, rgba, image, metallic, roughness):
        path = f"{MATERIALS}/Material_{self.name}"
        material = UsdShade.Material.Define(self.stage, path)
        shader = UsdShade.Shader.Define(self.stage, f"{path}/Principled_BSDF")
        shader.CreateIdAttr("UsdPreviewSurface")
        color = shader.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f)
        if image is None:
            color.Set(tuple(float(x) for x in rgba[:3]))
        else:
            color.ConnectToSource(self._image(path, image))
        for name, value in (("metallic", metallic), ("roughness", roughness), ("opacity", rgba[3])):
            shader.CreateInput(name, Sdf.ValueTypeNames.Float).Set(float(value))
        material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
        UsdShade.MaterialBindingAPI.Apply(self.mesh.GetPrim()).Bind(material)

    def _image(self, path, image):
        """The output of a shader that looks a color up in an image."""
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

    def update(self, pos, mat, visible, frame, scale=None) -> None:
        """Pose (rotation ``mat``), and how much each axis is stretched, from a frame on."""
        self.pose.Set(matrix(mat, pos), frame)
        if scale is not None:
            self.size.Set(Gf.Vec3f(*(float(x) for x in scale)), frame)
        self.update_visibility(visible, frame)

    def update_visibility(self, visible, frame) -> None:
        """Whether it is to be seen, from a frame on."""
        if visible != self.shown:
            self.xform.GetVisibilityAttr().Set("inherited" if visible else "invisible", frame)
            self.shown = visible


class USDCamera:
    """A camera."""

    def __init__(self, stage, obj_name):
        xform = UsdGeom.Xform.Define(stage, f"/World/Camera_Xform_{obj_name}")
        camera = UsdGeom.Camera.Define(stage, f"{xform.GetPath()}/Camera_{obj_name}")
        self.pose = xform.AddTransformOp()
        camera.CreateFocalLengthAttr().Set(12.0)
        camera.CreateFocusDistanceAttr().Set(400.0)
        camera.GetHorizontalApertureAttr().Set(12.0)
        camera.GetClippingRangeAttr().Set(Gf.Vec2f(1e-4, 1e6))

    def update(self, cam_pos, cam_mat, frame) -> None:
        """Pose in a frame; columns of cam_mat: right, up, against the view."""
        self.pose.Set(matrix(cam_mat, cam_pos), frame)


class USDSphereLight:
    """A light that shines everywhere from a small ball."""

    def __init__(self, stage, obj_name, radius=0.3):
        xform = UsdGeom.Xform.Define(stage, f"/World/Light_Xform_{obj_name}")
        self.light = UsdLux.SphereLight.Define(stage, f"{xform.GetPath()}/Light_{obj_name}")
        self.light.GetRadiusAttr().Set(float(radius))
        self.light.GetTreatAsPointAttr().Set(False)
        self.light.GetNormalizeAttr().Set(True)
        self.place = xform.AddTranslateOp()

    def update(self, pos, intensity, color, frame) -> None:
        """Place in a frame; intensity and color are those of the last call."""
        self.place.Set(Gf.Vec3d(*(float(x) for x in pos)), frame)
        self.light.GetIntensityAttr().Set(float(intensity))
        self.light.GetColorAttr().Set(Gf.Vec3f(*(float(x) for x in color)))


class USDDomeLight:
    """A light from all around."""

    def __init__(self, stage, obj_name):
        xform = UsdGeom.Xform.Define(stage, f"/World/Light_Xform_{obj_name}")
        self.light = UsdLux.DomeLight.Define(stage, f"{xform.GetPath()}/Light_{obj_name}")
        self.light.GetNormalizeAttr().Set(True)

    def update(self, intensity, color) -> None:
        """Intensity and color."""
        self.light.GetIntensityAttr().Set(float(intensity))
        self.light.GetColorAttr().Set(Gf.Vec3f(*(float(x) for x in color)))


def new_stage(framerate) -> Usd.Stage:
    """An empty stage with a world, z up, and frames from 0 on."""
    stage = Usd.Stage.CreateInMemory()
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    stage.SetStartTimeCode(0)
    stage.SetTimeCodesPerSecond(framerate)
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/World").GetPrim())
    return stage
