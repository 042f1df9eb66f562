"""USDExporter: exports a simulation to a USD scene, frame by frame.

Documents: drop-in / mujoco.usd; XML reference / visual / headlight, camera, light
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image
from pxr import Tf

from gelenk.algebra.orientation import euler_quat
from gelenk.algebra.vec import quat_to_mat
from gelenk.runtime.annotation_checks import methods_checked, vector
from gelenk.runtime.arguments import check_fit
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.named_access import names_of
from gelenk.scene.classes import MjvOption
from gelenk.tables.enums import mjtGeom, mjtObj, mjtTextureRole
from gelenk.tables.fields_visual import GROUPS
from gelenk.usd import shapes
from gelenk.usd.objects import USDCamera, USDDomeLight, USDObject, USDSphereLight, new_stage

__all__ = ["USDExporter"]

FRAMERATE = 60
ROLES = (mjtTextureRole.mjTEXROLE_RGB, mjtTextureRole.mjTEXROLE_RGBA)
SHAPES = range(int(mjtGeom.mjGEOM_MESH) + 1)  # geom types that are drawn
Part = tuple[str, int, np.ndarray | None]  # name, material and elements of an object; skins have no elements
TURN = 0.5**0.5  # sine and cosine of 45 degrees, the elevation of the free camera


@methods_checked
class USDExporter:
    """Exports geoms, sites, tendons, flexes, skins, cameras and lights of a simulation.

    model                   MjModel
    output_directory, output_directory_root   folder of ``frames`` and ``assets``, and its parent folder
    light_intensity         intensity of all lights
    camera_names            cameras of the model to export
    verbose                 whether to print the written files
    height, width, max_geom, specialized_materials_file   accepted for compatibility, without effect
    """

    def __init__(
        self,
        model: MjModel,
        height: int = 480,
        width: int = 480,
        max_geom: int = 10000,
        output_directory: str | Path = "mujoco_usdpkg",
        output_directory_root: str | Path = "./",
        light_intensity: float = 10000,
        camera_names: Iterable[str] | None = None,
        specialized_materials_file: str | Path | None = None,
        verbose: bool = True,
    ) -> None:
        self.model, self.height, self.width, self.max_geom = model, height, width, max_geom
        self.light_intensity, self.verbose = light_intensity, verbose
        self.camera_names = list(() if camera_names is None else camera_names)
        for name in self.camera_names:
            model.camera(name)  # raises KeyError with the names of the cameras for an unknown name
        self.folder = Path(output_directory_root) / output_directory
        for part in ("frames", "assets"):
            (self.folder / part).mkdir(parents=True, exist_ok=True)
        self._print(f"Writing output frames and assets to {self.folder}")
        self.stage = new_stage(FRAMERATE)
        self.frame_count = 0  # frames added so far
        self.updates = 0
        self._objects: dict[str, USDObject] = {}
        self._parts: dict[int, list[Part]] = {}  # flex -> objects
        self._cameras: dict[str, USDCamera] = {}
        self._lights: dict[int, USDSphereLight] = {}
        self._images = self._write_textures()
        self._names: set[str] = set()  # USD identifiers of the lights and cameras added by the user

    @property
    def usd(self) -> str:
        """The scene as text."""
        return self.stage.GetRootLayer().ExportToString()

    def _print(self, text: str) -> None:
        if self.verbose:
            print(text)  # noqa: T201

    # ---- frames

    def update_scene(self, data: MjData, scene_option: MjvOption | None = None) -> None:
        """Add a frame with the current state of ``data``.

        data           MjData, after mj_forward or a step
        scene_option   MjvOption with the visible groups; None: the defaults
        Source         drop-in / mujoco.usd
        """
        check_fit("update_scene", self.model, data)
        frame = self.frame_count
        if frame == 0:
            for i in range(self._light_count()):
                self._lights[i] = USDSphereLight(self.stage, str(i))
            for name in self.camera_names:
                self._cameras[name] = USDCamera(self.stage, _valid_identifier(name))
        self._update_lights(data, frame)
        for name, camera in self._cameras.items():
            pos, axes = _camera_pose(data.camera(name))
            camera.update(pos, axes, frame)
        shown = {
            *self._update_geoms(data, scene_option, frame),
            *self._update_tendons(data, scene_option, frame),
            *self._update_soft(data, scene_option, frame),
        }
        for name, thing in self._objects.items():
            if name not in shown:
                thing.update_visibility(False, frame)
        self.frame_count += 1
        self.updates += 1

    def _update_geoms(self, data: MjData, option: MjvOption | None, frame: int) -> Iterator[str]:
        """Update geoms and sites; yield the names of the visible ones."""
        m = self.model
        for kind, suffix, types, poses, mats in (
            ("geom", "_geom", m.geom_type, data.geom_xpos, data.geom_xmat),
            ("site", "", m.site_type, data.site_xpos, data.site_xmat),
        ):
            names = names_of(m, getattr(mjtObj, f"mjOBJ_{kind.upper()}"))
            groups = getattr(option, f"{kind}group", GROUPS)
            for i, group in enumerate(getattr(m, f"{kind}_group").tolist()):
                if not groups[min(max(group, 0), len(groups) - 1)] or int(types[i]) not in SHAPES:
                    continue
                name = _valid_identifier(f"{names[i] or None}_id{i}{suffix}")
                if name not in self._objects:
                    self._objects[name] = self._make_object(name, kind, i)
                pose = poses[i], mats[i]
                if kind == "site" and int(types[i]) == mjtGeom.mjGEOM_MESH:
                    pose = self._mesh_pose(*pose, int(m.site_dataid[i]))
                self._objects[name].update(*pose, True, frame)
                yield name

    def _mesh_pose(self, pos: np.ndarray, mat: np.ndarray, mesh: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the pose of a compiled mesh, given the pose of the frame of the mesh file."""
        m, axes = self.model, mat.reshape(3, 3)
        turn = np.reshape(quat_to_mat(tuple(m.mesh_quat[mesh].tolist())), (3, 3))
        return pos + axes @ m.mesh_pos[mesh], (axes @ turn).ravel()

    def _make_object(self, name: str, kind: str, i: int) -> USDObject:
        m = self.model
        prefix = f"{kind}_"
        shape = shapes.geom_mesh(
            m,
            int(getattr(m, f"{prefix}type")[i]),
            getattr(m, f"{prefix}size")[i],
            int(getattr(m, f"{prefix}dataid")[i]),
        )
        return self._object_with_material(
            name, shape, int(getattr(m, f"{prefix}matid")[i]), getattr(m, f"{prefix}rgba")[i]
        )

    def _object_with_material(
        self, name: str, shape: shapes.TriangleMesh, material: int, rgba: np.ndarray
    ) -> USDObject:
        m = self.model
        if material < 0:
            return USDObject(self.stage, name, shape, rgba)
        # the default color of geoms, which the color of the material replaces
        if np.array_equal(rgba, np.array([0.5, 0.5, 0.5, 1], np.float32)):
            rgba = m.mat_rgba[material]
        image = next(
            (self._images[t] for role in ROLES if (t := int(m.mat_texid[material, role])) >= 0), None
        )
        if image is not None and shape.uv is None:
            uv = shapes.planar_uv(shape, m.mat_texrepeat[material], bool(m.mat_texuniform[material]))
            shape = shapes.TriangleMesh(shape.vertices, shape.faces, uv)
        surface = float(m.mat_shininess[material]), 1.0 - float(m.mat_shininess[material])
        return USDObject(self.stage, name, shape, rgba, image, *surface)

    def _update_tendons(self, data: MjData, option: MjvOption | None, frame: int) -> Iterator[str]:
        """Update spatial tendons as cylinders between path points; yield the visible names."""
        m = self.model
        names = names_of(m, mjtObj.mjOBJ_TENDON)
        groups = getattr(option, "tendongroup", GROUPS)
        path, pulley = np.asarray(data.wrap_xpos).reshape(-1, 3), np.asarray(data.wrap_obj).ravel()
        for i, group in enumerate(m.tendon_group.tolist()):
            if not groups[min(max(group, 0), len(groups) - 1)]:
                continue
            start, count = int(data.ten_wrapadr[i]), int(data.ten_wrapnum[i])
            for j in range(start, start + count - 1):
                if pulley[j] == -2 or pulley[j + 1] == -2:  # no segment across a pulley
                    continue
                name = _valid_identifier(f"{names[i] or None}_id{i}_tendon_{j - start}")
                if name not in self._objects:
                    unit = shapes.cylinder(1.0, 0.5)
                    self._objects[name] = self._object_with_material(
                        name, unit, int(m.tendon_matid[i]), m.tendon_rgba[i]
                    )
                span = path[j + 1] - path[j]
                length, width = float(np.linalg.norm(span)), float(m.tendon_width[i])
                middle = 0.5 * (path[j] + path[j + 1])
                self._objects[name].update(middle, _frame_along(span), True, frame, (width, width, length))
                yield name

    def _update_soft(self, data: MjData, option: MjvOption | None, frame: int) -> Iterator[str]:
        """Update flexes and skins by their vertices; yield the names of the visible ones."""
        m = self.model
        for kind in ("flex", "skin"):
            names = names_of(m, getattr(mjtObj, f"mjOBJ_{kind.upper()}"))
            groups = getattr(option, f"{kind}group", GROUPS)
            for i, group in enumerate(getattr(m, f"{kind}_group").tolist()):
                if not groups[min(max(group, 0), len(groups) - 1)]:
                    continue
                name = _valid_identifier(f"{names[i] or None}_id{i}_{kind}")
                parts = self._flex_parts(name, i) if kind == "flex" else [(name, int(m.skin_matid[i]), None)]
                for part, material, shown in parts:
                    shape = (
                        shapes.skin_mesh(m, data, i) if shown is None else shapes.flex_mesh(m, data, i, shown)
                    )
                    if part not in self._objects:
                        self._objects[part] = self._object_with_material(
                            part, shape, material, getattr(m, f"{kind}_rgba")[i]
                        )
                    self._objects[part].update(np.zeros(3), np.eye(3), True, frame)
                    self._objects[part].move_vertices(shape.vertices, frame)
                    yield part

    def _flex_parts(self, name: str, i: int) -> list[Part]:
        """Return name, material and elements of the objects of a flex, one for each material.

        The parts are computed in the first frame only, since the faces of a USD object are constant.
        """
        if i not in self._parts:
            found = shapes.flex_parts(self.model, i)
            names = [name if len(found) == 1 else f"{name}_{k}" for k in range(len(found))]
            self._parts[i] = [(part, *one) for part, one in zip(names, found, strict=True)]
        return self._parts[i]

    # ---- lights and cameras

    def _light_count(self) -> int:
        return int(self.model.vis.headlight.active != 0) + self.model.nlight

    def _update_lights(self, data: MjData, frame: int) -> None:
        m = self.model
        found: list[tuple[np.ndarray, np.ndarray]] = []
        if m.vis.headlight.active:
            back = 1.5 * m.stat.extent * TURN
            eye = np.asarray(m.stat.center + np.array([0.0, -back, back]), np.float32)
            found.append((eye, m.vis.headlight.diffuse))
        found += [(data.light_xpos[i], m.light_diffuse[i] * bool(m.light_active[i])) for i in range(m.nlight)]
        for light, (pos, color) in zip(self._lights.values(), found, strict=True):
            light.update(pos, self.light_intensity, color, frame)

    def add_light(
        self,
        pos: Sequence[float],
        intensity: float,
        radius: float = 1.0,
        color: Sequence[float] = (0.3, 0.3, 0.3),
        obj_name: str = "light_1",
        light_type: str = "sphere",
    ) -> None:
        """Add a static light: a sphere, or a dome around the scene.

        pos          position (3) of a sphere in the world [m]
        intensity    intensity in USD
        radius       of a sphere [m]
        color        red, green, blue, from 0 to 1
        obj_name     name in the scene
        light_type   sphere or dome
        Errors       ValueError: an unknown light_type, or obj_name is taken or not printable
        Source       drop-in / mujoco.usd
        """
        place, tint = vector("add_light: pos", pos, 3), vector("add_light: color", color, 3)
        if light_type not in ("sphere", "dome"):
            raise ValueError(f"light_type must be sphere or dome, not '{light_type}'")
        self._register_name(obj_name)
        if light_type == "sphere":
            USDSphereLight(self.stage, _valid_identifier(obj_name), radius).update(place, intensity, tint, 0)
        else:
            USDDomeLight(self.stage, _valid_identifier(obj_name)).update(intensity, tint)

    def add_camera(
        self, pos: npt.ArrayLike, rotation_xyz: Sequence[float], obj_name: str = "camera_1"
    ) -> None:
        """Add a static camera, rotated about x, y and z [rad].

        pos            position (3) in the world [m]
        rotation_xyz   angles (3) [rad]
        obj_name       name in the scene
        Source         drop-in / mujoco.usd
        """
        place = vector("add_camera: pos", pos, 3)
        x, y, z = vector("add_camera: rotation_xyz", rotation_xyz, 3).tolist()
        self._register_name(obj_name)
        turn = euler_quat((x, y, z), "xyz")
        USDCamera(self.stage, _valid_identifier(obj_name)).update(
            place, np.array(quat_to_mat(turn)).reshape(3, 3), 0
        )

    def _register_name(self, name: str) -> None:
        """Register the name of a light or camera; ValueError if it is taken or not printable."""
        if not name.isprintable():
            raise ValueError(f"obj_name must be printable text, not {name!r:.100}")
        identifier = _valid_identifier(name)
        if identifier in self._names:
            raise ValueError(
                f"a light or camera named {name!r:.100} already exists, as {identifier:.100} in USD"
            )
        self._names.add(identifier)

    # ---- files

    def _write_textures(self) -> list[str]:
        """Write all textures as PNG; return their paths relative to the frames."""
        m, paths = self.model, []
        for i in range(m.ntex):
            pixels = m.texture(i).data
            pixels = np.repeat(pixels, 3, axis=2) if pixels.shape[2] == 1 else pixels
            name = f"texture_{i}.png"
            Image.fromarray(
                np.ascontiguousarray(pixels[:, :, :4] if pixels.shape[2] > 3 else pixels[:, :, :3])
            ).save(self.folder / "assets" / name)
            paths.append(f"../assets/{name}")
        self._print(f"Completed writing {len(paths)} textures to {self.folder / 'assets'}")
        return paths

    def save_scene(self, filetype: str = "usd") -> None:
        """Write all frames so far to frames/frame_N in this file type.

        filetype   usd, usda (text) or usdc
        Errors     ValueError: an unknown filetype; the errors of USD if the file cannot be written
        Source     drop-in / mujoco.usd
        """
        if filetype not in ("usd", "usda", "usdc"):
            raise ValueError(f"filetype must be usd, usda or usdc, not '{filetype}'")
        for thing in self._objects.values():
            thing.update_visibility(False, self.frame_count)
            thing.shown = None  # unknown, so that a further frame sets the visibility again
        self.stage.SetEndTimeCode(self.frame_count)
        name = f"frame_{self.frame_count}.{filetype}"
        self.stage.Export(str(self.folder / "frames" / name))
        self._print(f"Completed writing {name}")


def _valid_identifier(name: str) -> str:
    """Return a valid USD identifier for a name."""
    return (
        Tf.MakeValidIdentifier(name)
        if not name[:1].isdigit()
        else f"_{Tf.MakeValidIdentifier('a' + name)[1:]}"
    )


def _camera_pose(view: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the position and axes of a camera, rounded to single precision.

    The columns of the axes are right, up and backward.
    """
    axes = np.asarray(view.xmat).reshape(3, 3)
    forward, up = np.float32(-axes[:, 2]).astype(float), np.float32(axes[:, 1]).astype(float)
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    return np.float32(view.xpos).astype(float), np.column_stack([right, up, -forward])


def _frame_along(span: np.ndarray) -> np.ndarray:
    """Return a rotation whose z axis is parallel to ``span``."""
    length = float(np.linalg.norm(span))
    z = span / length if length > 0 else np.array([0.0, 0.0, 1.0])
    x = np.cross(np.eye(3)[int(np.argmin(np.abs(z)))], z)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])
