"""The classes of abstract visualisation: rendered by `python tools/render.py`; do not edit."""

import weakref
from collections.abc import Sequence
from typing import Protocol, Self, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from gelenk.toolchain.extension.load import Base
from gelenk.runtime.struct_bases import Record
from gelenk.runtime.block import Block, Closed
from gelenk.runtime.model import MjModel

class _Array(Protocol):
    def __array__(self) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]: ...

_Numbers: TypeAlias = Sequence[SupportsFloat] | _Array
_Matrix: TypeAlias = _Numbers | Sequence[Sequence[SupportsFloat]]

class MjvCamera(Record, Block):
    """Abstract camera. (API / MjvCamera)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    def _reset(self) -> None: ...
    @property
    def type(self) -> int:
        """camera type (mjtCamera): int32"""
    @type.setter
    def type(self, value: SupportsIndex) -> None: ...
    @property
    def fixedcamid(self) -> int:
        """id of the fixed camera: int32"""
    @fixedcamid.setter
    def fixedcamid(self, value: SupportsIndex) -> None: ...
    @property
    def trackbodyid(self) -> int:
        """id of the tracked body: int32"""
    @trackbodyid.setter
    def trackbodyid(self, value: SupportsIndex) -> None: ...
    @property
    def lookat(self) -> npt.NDArray[np.float64]:
        """lookat point [m]: float64 (3)"""
    @lookat.setter
    def lookat(self, value: _Numbers) -> None: ...
    @property
    def distance(self) -> float:
        """distance to the lookat point [m]: float64"""
    @distance.setter
    def distance(self, value: SupportsFloat) -> None: ...
    @property
    def azimuth(self) -> float:
        """azimuth [degree]: float64"""
    @azimuth.setter
    def azimuth(self, value: SupportsFloat) -> None: ...
    @property
    def elevation(self) -> float:
        """elevation [degree]: float64"""
    @elevation.setter
    def elevation(self, value: SupportsFloat) -> None: ...
    @property
    def orthographic(self) -> int:
        """1: orthographic projection, 0: perspective: int32"""
    @orthographic.setter
    def orthographic(self, value: SupportsIndex) -> None: ...
    _a_lookat: npt.NDArray[np.float64]

class MjvGLCamera(Record, Base):
    """OpenGL camera: pose and frustum. (API / MjvGLCamera)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    _columns: dict[str, np.ndarray]
    @property
    def pos(self) -> npt.NDArray[np.float32]:
        """position [m]: float32 (3)"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def forward(self) -> npt.NDArray[np.float32]:
        """forward direction: float32 (3)"""
    @forward.setter
    def forward(self, value: _Numbers) -> None: ...
    @property
    def up(self) -> npt.NDArray[np.float32]:
        """up direction: float32 (3)"""
    @up.setter
    def up(self, value: _Numbers) -> None: ...
    @property
    def frustum_center(self) -> float:
        """horizontal center of the frustum on the near plane [m]: float32"""
    @frustum_center.setter
    def frustum_center(self, value: SupportsFloat) -> None: ...
    @property
    def frustum_width(self) -> float:
        """half width of the frustum on the near plane [m]: float32"""
    @frustum_width.setter
    def frustum_width(self, value: SupportsFloat) -> None: ...
    @property
    def frustum_bottom(self) -> float:
        """bottom of the frustum on the near plane [m]: float32"""
    @frustum_bottom.setter
    def frustum_bottom(self, value: SupportsFloat) -> None: ...
    @property
    def frustum_top(self) -> float:
        """top of the frustum on the near plane [m]: float32"""
    @frustum_top.setter
    def frustum_top(self, value: SupportsFloat) -> None: ...
    @property
    def frustum_near(self) -> float:
        """distance of the near plane [m]: float32"""
    @frustum_near.setter
    def frustum_near(self, value: SupportsFloat) -> None: ...
    @property
    def frustum_far(self) -> float:
        """distance of the far plane [m]: float32"""
    @frustum_far.setter
    def frustum_far(self, value: SupportsFloat) -> None: ...
    @property
    def orthographic(self) -> int:
        """1: orthographic projection, 0: perspective: int32"""
    @orthographic.setter
    def orthographic(self, value: SupportsIndex) -> None: ...

class MjvOption(Record, Block):
    """Abstract visualization options. (API / MjvOption)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    def _reset(self) -> None: ...
    @property
    def label(self) -> int:
        """type of the labels (mjtLabel): int32"""
    @label.setter
    def label(self, value: SupportsIndex) -> None: ...
    @property
    def frame(self) -> int:
        """type of the drawn frames (mjtFrame): int32"""
    @frame.setter
    def frame(self, value: SupportsIndex) -> None: ...
    @property
    def geomgroup(self) -> npt.NDArray[np.uint8]:
        """visible geom groups: uint8 (6)"""
    @geomgroup.setter
    def geomgroup(self, value: _Numbers) -> None: ...
    @property
    def sitegroup(self) -> npt.NDArray[np.uint8]:
        """visible site groups: uint8 (6)"""
    @sitegroup.setter
    def sitegroup(self, value: _Numbers) -> None: ...
    @property
    def jointgroup(self) -> npt.NDArray[np.uint8]:
        """visible joint groups: uint8 (6)"""
    @jointgroup.setter
    def jointgroup(self, value: _Numbers) -> None: ...
    @property
    def tendongroup(self) -> npt.NDArray[np.uint8]:
        """visible tendon groups: uint8 (6)"""
    @tendongroup.setter
    def tendongroup(self, value: _Numbers) -> None: ...
    @property
    def actuatorgroup(self) -> npt.NDArray[np.uint8]:
        """visible actuator groups: uint8 (6)"""
    @actuatorgroup.setter
    def actuatorgroup(self, value: _Numbers) -> None: ...
    @property
    def flexgroup(self) -> npt.NDArray[np.uint8]:
        """visible flex groups: uint8 (6)"""
    @flexgroup.setter
    def flexgroup(self, value: _Numbers) -> None: ...
    @property
    def skingroup(self) -> npt.NDArray[np.uint8]:
        """visible skin groups: uint8 (6)"""
    @skingroup.setter
    def skingroup(self, value: _Numbers) -> None: ...
    @property
    def flags(self) -> npt.NDArray[np.uint8]:
        """visualization flags (mjtVisFlag): uint8 (31)"""
    @flags.setter
    def flags(self, value: _Numbers) -> None: ...
    @property
    def bvh_depth(self) -> int:
        """depth of the drawn BVH nodes: int32"""
    @bvh_depth.setter
    def bvh_depth(self, value: SupportsIndex) -> None: ...
    @property
    def flex_layer(self) -> int:
        """drawn element layer of 3D flexes: int32"""
    @flex_layer.setter
    def flex_layer(self, value: SupportsIndex) -> None: ...
    _a_geomgroup: npt.NDArray[np.uint8]
    _a_sitegroup: npt.NDArray[np.uint8]
    _a_jointgroup: npt.NDArray[np.uint8]
    _a_tendongroup: npt.NDArray[np.uint8]
    _a_actuatorgroup: npt.NDArray[np.uint8]
    _a_flexgroup: npt.NDArray[np.uint8]
    _a_skingroup: npt.NDArray[np.uint8]
    _a_flags: npt.NDArray[np.uint8]

class MjvPerturb(Record, Block):
    """Mouse selection and perturbation of a body. (API / MjvPerturb)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    def _reset(self) -> None: ...
    @property
    def select(self) -> int:
        """id of the selected body; 0: none: int32"""
    @select.setter
    def select(self, value: SupportsIndex) -> None: ...
    @property
    def flexselect(self) -> int:
        """id of the selected flex; -1: none: int32"""
    @flexselect.setter
    def flexselect(self, value: SupportsIndex) -> None: ...
    @property
    def skinselect(self) -> int:
        """id of the selected skin; -1: none: int32"""
    @skinselect.setter
    def skinselect(self, value: SupportsIndex) -> None: ...
    @property
    def active(self) -> int:
        """perturbation bits (mjtPertBit): int32"""
    @active.setter
    def active(self, value: SupportsIndex) -> None: ...
    @property
    def active2(self) -> int:
        """secondary perturbation bits (mjtPertBit): int32"""
    @active2.setter
    def active2(self, value: SupportsIndex) -> None: ...
    @property
    def refpos(self) -> npt.NDArray[np.float64]:
        """reference position of the selected object [m]: float64 (3)"""
    @refpos.setter
    def refpos(self, value: _Numbers) -> None: ...
    @property
    def refquat(self) -> npt.NDArray[np.float64]:
        """reference orientation of the selected object: float64 (4)"""
    @refquat.setter
    def refquat(self, value: _Numbers) -> None: ...
    @property
    def refselpos(self) -> npt.NDArray[np.float64]:
        """reference position of the selection point [m]: float64 (3)"""
    @refselpos.setter
    def refselpos(self, value: _Numbers) -> None: ...
    @property
    def localpos(self) -> npt.NDArray[np.float64]:
        """selection point in the frame of the object [m]: float64 (3)"""
    @localpos.setter
    def localpos(self, value: _Numbers) -> None: ...
    @property
    def localmass(self) -> float:
        """apparent mass at the selection point [kg]: float64"""
    @localmass.setter
    def localmass(self, value: SupportsFloat) -> None: ...
    @property
    def scale(self) -> float:
        """ratio of spatial motion to mouse motion: float64"""
    @scale.setter
    def scale(self, value: SupportsFloat) -> None: ...
    _a_refpos: npt.NDArray[np.float64]
    _a_refquat: npt.NDArray[np.float64]
    _a_refselpos: npt.NDArray[np.float64]
    _a_localpos: npt.NDArray[np.float64]

class MjvLight(Record, Base):
    """Light of a scene. (API / MjvLight)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    _columns: dict[str, np.ndarray]
    @property
    def id(self) -> int:
        """id of the light in the model: int32"""
    @id.setter
    def id(self, value: SupportsIndex) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float32]:
        """position [m]: float32 (3)"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def dir(self) -> npt.NDArray[np.float32]:
        """direction: float32 (3)"""
    @dir.setter
    def dir(self, value: _Numbers) -> None: ...
    @property
    def type(self) -> int:
        """light type (mjtLightType): int32"""
    @type.setter
    def type(self, value: SupportsIndex) -> None: ...
    @property
    def texid(self) -> int:
        """id of the texture of an image light: int32"""
    @texid.setter
    def texid(self, value: SupportsIndex) -> None: ...
    @property
    def attenuation(self) -> npt.NDArray[np.float32]:
        """attenuation coefficients: constant, linear, quadratic: float32 (3)"""
    @attenuation.setter
    def attenuation(self, value: _Numbers) -> None: ...
    @property
    def ambient(self) -> npt.NDArray[np.float32]:
        """ambient color: float32 (3)"""
    @ambient.setter
    def ambient(self, value: _Numbers) -> None: ...
    @property
    def diffuse(self) -> npt.NDArray[np.float32]:
        """diffuse color: float32 (3)"""
    @diffuse.setter
    def diffuse(self, value: _Numbers) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """specular color: float32 (3)"""
    @specular.setter
    def specular(self, value: _Numbers) -> None: ...
    @property
    def cutoff(self) -> float:
        """cutoff angle of a spotlight, from the axis [degree]: float32"""
    @cutoff.setter
    def cutoff(self, value: SupportsFloat) -> None: ...
    @property
    def exponent(self) -> float:
        """exponent of the spotlight falloff: float32"""
    @exponent.setter
    def exponent(self, value: SupportsFloat) -> None: ...
    @property
    def bulbradius(self) -> float:
        """bulb radius, for soft shadows [m]: float32"""
    @bulbradius.setter
    def bulbradius(self, value: SupportsFloat) -> None: ...
    @property
    def intensity(self) -> float:
        """luminous intensity [cd]: float32"""
    @intensity.setter
    def intensity(self, value: SupportsFloat) -> None: ...
    @property
    def range(self) -> float:
        """effective range [m]: float32"""
    @range.setter
    def range(self, value: SupportsFloat) -> None: ...
    @property
    def softness(self) -> float:
        """softness of the edge of a spotlight, a fraction of the cutoff: float32"""
    @softness.setter
    def softness(self, value: SupportsFloat) -> None: ...
    @property
    def headlight(self) -> int:
        """1 if the light is a headlight: uint8"""
    @headlight.setter
    def headlight(self, value: SupportsIndex) -> None: ...
    @property
    def castshadow(self) -> int:
        """1 if the light casts shadows: uint8"""
    @castshadow.setter
    def castshadow(self, value: SupportsIndex) -> None: ...

class MjvGeom(Record, Base):
    """Geom of a scene. (API / MjvGeom)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    _columns: dict[str, np.ndarray]
    @property
    def type(self) -> int:
        """geom type (mjtGeom): int32"""
    @type.setter
    def type(self, value: SupportsIndex) -> None: ...
    @property
    def dataid(self) -> int:
        """id of the mesh, height field or plane; -1: none: int32"""
    @dataid.setter
    def dataid(self, value: SupportsIndex) -> None: ...
    @property
    def objtype(self) -> int:
        """type of the visualized object (mjtObj): int32"""
    @objtype.setter
    def objtype(self, value: SupportsIndex) -> None: ...
    @property
    def objid(self) -> int:
        """id of the visualized object: int32"""
    @objid.setter
    def objid(self, value: SupportsIndex) -> None: ...
    @property
    def category(self) -> int:
        """visual category (mjtCatBit): int32"""
    @category.setter
    def category(self, value: SupportsIndex) -> None: ...
    @property
    def matid(self) -> int:
        """id of the material; -1: none: int32"""
    @matid.setter
    def matid(self, value: SupportsIndex) -> None: ...
    @property
    def texcoord(self) -> int:
        """1 if a mesh geom has texture coordinates: int32"""
    @texcoord.setter
    def texcoord(self, value: SupportsIndex) -> None: ...
    @property
    def segid(self) -> int:
        """segmentation id; -1: not drawn: int32"""
    @segid.setter
    def segid(self, value: SupportsIndex) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float32]:
        """size parameters [m]: float32 (3)"""
    @size.setter
    def size(self, value: _Numbers) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float32]:
        """position [m]: float32 (3)"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def mat(self) -> npt.NDArray[np.float32]:
        """orientation, rotation matrix: float32 (3, 3)"""
    @mat.setter
    def mat(self, value: _Matrix) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """color: float32 (4)"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def emission(self) -> float:
        """emission: float32"""
    @emission.setter
    def emission(self, value: SupportsFloat) -> None: ...
    @property
    def specular(self) -> float:
        """specular reflection: float32"""
    @specular.setter
    def specular(self, value: SupportsFloat) -> None: ...
    @property
    def shininess(self) -> float:
        """shininess: float32"""
    @shininess.setter
    def shininess(self, value: SupportsFloat) -> None: ...
    @property
    def reflectance(self) -> float:
        """reflectance: float32"""
    @reflectance.setter
    def reflectance(self, value: SupportsFloat) -> None: ...
    @property
    def label(self) -> str:
        """text label: text"""
    @label.setter
    def label(self, value: str) -> None: ...
    @property
    def camdist(self) -> float:
        """distance to the camera, for sorting [m]: float32"""
    @camdist.setter
    def camdist(self, value: SupportsFloat) -> None: ...
    @property
    def modelrbound(self) -> float:
        """radius of the bounding sphere of a model geom [m]; 0: none: float32"""
    @modelrbound.setter
    def modelrbound(self, value: SupportsFloat) -> None: ...
    @property
    def transparent(self) -> int:
        """1 if drawn as transparent: uint8"""
    @transparent.setter
    def transparent(self, value: SupportsIndex) -> None: ...
    @property
    def castshadow(self) -> int:
        """1 if the geom casts shadows: uint8"""
    @castshadow.setter
    def castshadow(self, value: SupportsIndex) -> None: ...
    @property
    def texid(self) -> int:
        """always unused, see matid"""
    @property
    def texuniform(self) -> int:
        """always unused, see matid"""
    @property
    def texrepeat(self) -> npt.NDArray[np.float32]:
        """always unused, see matid"""

class MjvFigure(Record, Closed):
    """Line plot: data and format. (API / MjvFigure)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    def _reset(self) -> None: ...
    @property
    def flg_legend(self) -> int:
        """1: show the legend: int32"""
    @flg_legend.setter
    def flg_legend(self, value: SupportsIndex) -> None: ...
    @property
    def flg_extend(self) -> int:
        """1: extend given axis ranges to fit the data: int32"""
    @flg_extend.setter
    def flg_extend(self, value: SupportsIndex) -> None: ...
    @property
    def flg_barplot(self) -> int:
        """1: bar plot, 0: line plot: int32"""
    @flg_barplot.setter
    def flg_barplot(self, value: SupportsIndex) -> None: ...
    @property
    def flg_selection(self) -> int:
        """1: show a vertical line at the selected x: int32"""
    @flg_selection.setter
    def flg_selection(self, value: SupportsIndex) -> None: ...
    @property
    def flg_symmetric(self) -> int:
        """1: y range is symmetric about 0: int32"""
    @flg_symmetric.setter
    def flg_symmetric(self, value: SupportsIndex) -> None: ...
    @property
    def flg_ticklabel(self) -> npt.NDArray[np.int32]:
        """1: show tick labels along x, along y: int32 (2)"""
    @flg_ticklabel.setter
    def flg_ticklabel(self, value: _Numbers) -> None: ...
    @property
    def linewidth(self) -> float:
        """width of lines: float32"""
    @linewidth.setter
    def linewidth(self, value: SupportsFloat) -> None: ...
    @property
    def gridwidth(self) -> float:
        """width of grid lines: float32"""
    @gridwidth.setter
    def gridwidth(self, value: SupportsFloat) -> None: ...
    @property
    def gridsize(self) -> npt.NDArray[np.int32]:
        """number of grid points along x, along y: int32 (2)"""
    @gridsize.setter
    def gridsize(self, value: _Numbers) -> None: ...
    @property
    def gridrgb(self) -> npt.NDArray[np.float32]:
        """color of the grid: float32 (3)"""
    @gridrgb.setter
    def gridrgb(self, value: _Numbers) -> None: ...
    @property
    def figurergba(self) -> npt.NDArray[np.float32]:
        """color of the figure: float32 (4)"""
    @figurergba.setter
    def figurergba(self, value: _Numbers) -> None: ...
    @property
    def panergba(self) -> npt.NDArray[np.float32]:
        """color of the plot area: float32 (4)"""
    @panergba.setter
    def panergba(self, value: _Numbers) -> None: ...
    @property
    def legendrgba(self) -> npt.NDArray[np.float32]:
        """color of the legend: float32 (4)"""
    @legendrgba.setter
    def legendrgba(self, value: _Numbers) -> None: ...
    @property
    def textrgb(self) -> npt.NDArray[np.float32]:
        """color of text: float32 (3)"""
    @textrgb.setter
    def textrgb(self, value: _Numbers) -> None: ...
    @property
    def linergb(self) -> npt.NDArray[np.float32]:
        """color of each line: float32 (100, 3)"""
    @linergb.setter
    def linergb(self, value: _Matrix) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float32]:
        """axis ranges; automatic if minimum >= maximum: float32 (2, 2)"""
    @range.setter
    def range(self, value: _Matrix) -> None: ...
    @property
    def xformat(self) -> str:
        """format of x tick labels: text"""
    @xformat.setter
    def xformat(self, value: str) -> None: ...
    @property
    def yformat(self) -> str:
        """format of y tick labels: text"""
    @yformat.setter
    def yformat(self, value: str) -> None: ...
    @property
    def minwidth(self) -> str:
        """sample text that sets the minimum width of y tick labels: text"""
    @minwidth.setter
    def minwidth(self, value: str) -> None: ...
    @property
    def title(self) -> str:
        """title: text"""
    @title.setter
    def title(self, value: str) -> None: ...
    @property
    def xlabel(self) -> str:
        """label of the x axis: text"""
    @xlabel.setter
    def xlabel(self, value: str) -> None: ...
    @property
    def linename(self) -> npt.NDArray[np.bytes_]:
        """line names, for the legend: S100 (100)"""
    @linename.setter
    def linename(self, value: npt.NDArray[np.bytes_] | Sequence[bytes | str]) -> None: ...
    @property
    def legendoffset(self) -> int:
        """number of lines skipped in the legend: int32"""
    @legendoffset.setter
    def legendoffset(self, value: SupportsIndex) -> None: ...
    @property
    def subplot(self) -> int:
        """selected subplot: int32"""
    @subplot.setter
    def subplot(self, value: SupportsIndex) -> None: ...
    @property
    def highlight(self) -> npt.NDArray[np.int32]:
        """cursor position of the highlight [pixel]: int32 (2)"""
    @highlight.setter
    def highlight(self, value: _Numbers) -> None: ...
    @property
    def highlightid(self) -> int:
        """line id of the highlight; -1: none: int32"""
    @highlightid.setter
    def highlightid(self, value: SupportsIndex) -> None: ...
    @property
    def selection(self) -> float:
        """selected x value: float32"""
    @selection.setter
    def selection(self, value: SupportsFloat) -> None: ...
    @property
    def linepnt(self) -> npt.NDArray[np.int32]:
        """number of points of each line: int32 (100)"""
    @linepnt.setter
    def linepnt(self, value: _Numbers) -> None: ...
    @property
    def linedata(self) -> npt.NDArray[np.float32]:
        """points of each line: x, y, x, y, ...: float32 (100, 2002)"""
    @linedata.setter
    def linedata(self, value: _Matrix) -> None: ...
    @property
    def xaxispixel(self) -> npt.NDArray[np.int32]:
        """range of the x axis [pixel]: int32 (2)"""
    @xaxispixel.setter
    def xaxispixel(self, value: _Numbers) -> None: ...
    @property
    def yaxispixel(self) -> npt.NDArray[np.int32]:
        """range of the y axis [pixel]: int32 (2)"""
    @yaxispixel.setter
    def yaxispixel(self, value: _Numbers) -> None: ...
    @property
    def xaxisdata(self) -> npt.NDArray[np.float32]:
        """range of the x axis [data]: float32 (2)"""
    @xaxisdata.setter
    def xaxisdata(self, value: _Numbers) -> None: ...
    @property
    def yaxisdata(self) -> npt.NDArray[np.float32]:
        """range of the y axis [data]: float32 (2)"""
    @yaxisdata.setter
    def yaxisdata(self, value: _Numbers) -> None: ...

class MjvScene(Block):
    """Abstract scene: ``scn = MjvScene(m, maxgeom)``; ``MjvScene()`` has no capacity.

    ``scn.geoms[i]``, ``scn.lights[i]``, ``scn.camera[i]`` are views of the memory of the scene. (API / MjvScene)
    """
    def __init__(self, model: MjModel | None = ..., maxgeom: SupportsIndex | None = ...) -> None: ...
    def __copy__(self) -> Self: ...
    @property
    def maxgeom(self) -> int:
        """capacity in geoms: int32"""
    @maxgeom.setter
    def maxgeom(self, value: SupportsIndex) -> None: ...
    @property
    def ngeom(self) -> int:
        """number of geoms: int32"""
    @ngeom.setter
    def ngeom(self, value: SupportsIndex) -> None: ...
    @property
    def nflex(self) -> int:
        """number of flexes of the model: int32"""
    @nflex.setter
    def nflex(self, value: SupportsIndex) -> None: ...
    @property
    def nskin(self) -> int:
        """number of skins of the model: int32"""
    @nskin.setter
    def nskin(self, value: SupportsIndex) -> None: ...
    @property
    def nlight(self) -> int:
        """number of lights: int32"""
    @nlight.setter
    def nlight(self, value: SupportsIndex) -> None: ...
    @property
    def flexvertopt(self) -> int:
        """1: draw flex vertices: int32"""
    @flexvertopt.setter
    def flexvertopt(self, value: SupportsIndex) -> None: ...
    @property
    def flexedgeopt(self) -> int:
        """1: draw flex edges: int32"""
    @flexedgeopt.setter
    def flexedgeopt(self, value: SupportsIndex) -> None: ...
    @property
    def flexfaceopt(self) -> int:
        """1: draw flex faces: int32"""
    @flexfaceopt.setter
    def flexfaceopt(self, value: SupportsIndex) -> None: ...
    @property
    def flexskinopt(self) -> int:
        """1: draw flex skins: int32"""
    @flexskinopt.setter
    def flexskinopt(self, value: SupportsIndex) -> None: ...
    @property
    def enabletransform(self) -> int:
        """1 if the model frame is transformed to the room frame: int32"""
    @enabletransform.setter
    def enabletransform(self, value: SupportsIndex) -> None: ...
    @property
    def scale(self) -> float:
        """scale from model to room: float32"""
    @scale.setter
    def scale(self, value: SupportsFloat) -> None: ...
    @property
    def stereo(self) -> int:
        """stereoscopic rendering mode (mjtStereo): int32"""
    @stereo.setter
    def stereo(self, value: SupportsIndex) -> None: ...
    @property
    def framewidth(self) -> int:
        """width of the frame around the viewport; 0: none: int32 [pixel]"""
    @framewidth.setter
    def framewidth(self, value: SupportsIndex) -> None: ...
    @property
    def status(self) -> int:
        """1 if geoms exceeded the capacity maxgeom, else 0: int32"""
    @status.setter
    def status(self, value: SupportsIndex) -> None: ...
    @property
    def geomorder(self) -> npt.NDArray[np.int32]:
        """geom order by distance to the camera, written by mjr_render: int32 (maxgeom)"""
    @geomorder.setter
    def geomorder(self, value: _Numbers) -> None: ...
    @property
    def flexedgeadr(self) -> npt.NDArray[np.int32]:
        """address of the first edge of each flex: int32 (nflex)"""
    @flexedgeadr.setter
    def flexedgeadr(self, value: _Numbers) -> None: ...
    @property
    def flexedgenum(self) -> npt.NDArray[np.int32]:
        """number of edges of each flex: int32 (nflex)"""
    @flexedgenum.setter
    def flexedgenum(self, value: _Numbers) -> None: ...
    @property
    def flexvertadr(self) -> npt.NDArray[np.int32]:
        """address of the first vertex of each flex: int32 (nflex)"""
    @flexvertadr.setter
    def flexvertadr(self, value: _Numbers) -> None: ...
    @property
    def flexvertnum(self) -> npt.NDArray[np.int32]:
        """number of vertices of each flex: int32 (nflex)"""
    @flexvertnum.setter
    def flexvertnum(self, value: _Numbers) -> None: ...
    @property
    def flexfaceadr(self) -> npt.NDArray[np.int32]:
        """address of the first triangle of each flex: int32 (nflex)"""
    @flexfaceadr.setter
    def flexfaceadr(self, value: _Numbers) -> None: ...
    @property
    def flexfacenum(self) -> npt.NDArray[np.int32]:
        """capacity in triangles of each flex: int32 (nflex)"""
    @flexfacenum.setter
    def flexfacenum(self, value: _Numbers) -> None: ...
    @property
    def flexfaceused(self) -> npt.NDArray[np.int32]:
        """number of valid triangles of each flex: int32 (nflex)"""
    @flexfaceused.setter
    def flexfaceused(self, value: _Numbers) -> None: ...
    @property
    def flexedge(self) -> npt.NDArray[np.int32]:
        """vertex indices of flex edges, relative to the first vertex of the flex: int32 (nflexedge*2)"""
    @flexedge.setter
    def flexedge(self, value: _Numbers) -> None: ...
    @property
    def flexvert(self) -> npt.NDArray[np.float32]:
        """flex vertex positions: float32 (nflexvert*3) [m]"""
    @flexvert.setter
    def flexvert(self, value: _Numbers) -> None: ...
    @property
    def flexface(self) -> npt.NDArray[np.float32]:
        """corner positions of flex triangles: float32 (nflexface*9) [m]"""
    @flexface.setter
    def flexface(self, value: _Numbers) -> None: ...
    @property
    def flexnormal(self) -> npt.NDArray[np.float32]:
        """corner normals of flex triangles: float32 (nflexface*9)"""
    @flexnormal.setter
    def flexnormal(self, value: _Numbers) -> None: ...
    @property
    def flextexcoord(self) -> npt.NDArray[np.float32]:
        """corner texture coordinates of flex triangles: float32 (nflexface*6)"""
    @flextexcoord.setter
    def flextexcoord(self, value: _Numbers) -> None: ...
    @property
    def skinfacenum(self) -> npt.NDArray[np.int32]:
        """number of triangles of each skin: int32 (nskin)"""
    @skinfacenum.setter
    def skinfacenum(self, value: _Numbers) -> None: ...
    @property
    def skinvertadr(self) -> npt.NDArray[np.int32]:
        """address of the first vertex of each skin: int32 (nskin)"""
    @skinvertadr.setter
    def skinvertadr(self, value: _Numbers) -> None: ...
    @property
    def skinvertnum(self) -> npt.NDArray[np.int32]:
        """number of vertices of each skin: int32 (nskin)"""
    @skinvertnum.setter
    def skinvertnum(self, value: _Numbers) -> None: ...
    @property
    def skinvert(self) -> npt.NDArray[np.float32]:
        """skin vertex positions: float32 (nskinvert*3) [m]"""
    @skinvert.setter
    def skinvert(self, value: _Numbers) -> None: ...
    @property
    def skinnormal(self) -> npt.NDArray[np.float32]:
        """skin vertex normals: float32 (nskinvert*3)"""
    @skinnormal.setter
    def skinnormal(self, value: _Numbers) -> None: ...
    @property
    def translate(self) -> npt.NDArray[np.float32]:
        """position of the model frame in the room: float32 (3) [m]"""
    @translate.setter
    def translate(self, value: _Numbers) -> None: ...
    @property
    def rotate(self) -> npt.NDArray[np.float32]:
        """orientation of the model frame in the room: float32 (4)"""
    @rotate.setter
    def rotate(self, value: _Numbers) -> None: ...
    @property
    def flags(self) -> npt.NDArray[np.uint8]:
        """rendering flags (mjtRndFlag): uint8 (11)"""
    @flags.setter
    def flags(self, value: _Numbers) -> None: ...
    @property
    def framergb(self) -> npt.NDArray[np.float32]:
        """color of the frame around the viewport: float32 (3)"""
    @framergb.setter
    def framergb(self, value: _Numbers) -> None: ...
    @property
    def geoms(self) -> tuple[MjvGeom, ...]:
        """Everything to draw, those from ``ngeom`` on free: a tuple of ``maxgeom`` MjvGeom."""
    @property
    def lights(self) -> tuple[MjvLight, ...]:
        """The lights, those from ``nlight`` on free: a tuple of MjvLight."""
    @property
    def camera(self) -> tuple[MjvGLCamera, MjvGLCamera]:
        """The cameras of the left and the right eye: a tuple of two MjvGLCamera."""
    _room: dict[str, int]
    _model: weakref.ref[MjModel] | None
    _counts: tuple[int, int, int, int]
    def _link_visual(self, m: MjModel) -> None: ...
    def _copy_topology(self, m: MjModel) -> None: ...
    def _restore_face_ranges(self) -> None: ...
    _a_geomorder: npt.NDArray[np.int32]
    _a_flexedgeadr: npt.NDArray[np.int32]
    _a_flexedgenum: npt.NDArray[np.int32]
    _a_flexvertadr: npt.NDArray[np.int32]
    _a_flexvertnum: npt.NDArray[np.int32]
    _a_flexfaceadr: npt.NDArray[np.int32]
    _a_flexfacenum: npt.NDArray[np.int32]
    _a_flexfaceused: npt.NDArray[np.int32]
    _a_flexedge: npt.NDArray[np.int32]
    _a_flexvert: npt.NDArray[np.float32]
    _a_flexface: npt.NDArray[np.float32]
    _a_flexnormal: npt.NDArray[np.float32]
    _a_flextexcoord: npt.NDArray[np.float32]
    _a_skinfacenum: npt.NDArray[np.int32]
    _a_skinvertadr: npt.NDArray[np.int32]
    _a_skinvertnum: npt.NDArray[np.int32]
    _a_skinvert: npt.NDArray[np.float32]
    _a_skinnormal: npt.NDArray[np.float32]
    _a_translate: npt.NDArray[np.float32]
    _a_rotate: npt.NDArray[np.float32]
    _a_flags: npt.NDArray[np.uint8]
    _a_framergb: npt.NDArray[np.float32]
    _a_geom_type: npt.NDArray[np.int32]
    _a_geom_dataid: npt.NDArray[np.int32]
    _a_geom_objtype: npt.NDArray[np.int32]
    _a_geom_objid: npt.NDArray[np.int32]
    _a_geom_category: npt.NDArray[np.int32]
    _a_geom_matid: npt.NDArray[np.int32]
    _a_geom_texcoord: npt.NDArray[np.int32]
    _a_geom_segid: npt.NDArray[np.int32]
    _a_geom_size: npt.NDArray[np.float32]
    _a_geom_pos: npt.NDArray[np.float32]
    _a_geom_mat: npt.NDArray[np.float32]
    _a_geom_rgba: npt.NDArray[np.float32]
    _a_geom_emission: npt.NDArray[np.float32]
    _a_geom_specular: npt.NDArray[np.float32]
    _a_geom_shininess: npt.NDArray[np.float32]
    _a_geom_reflectance: npt.NDArray[np.float32]
    _a_geom_label: npt.NDArray[np.uint8]
    _a_geom_camdist: npt.NDArray[np.float32]
    _a_geom_modelrbound: npt.NDArray[np.float32]
    _a_geom_transparent: npt.NDArray[np.uint8]
    _a_geom_castshadow: npt.NDArray[np.uint8]
    _a_light_id: npt.NDArray[np.int32]
    _a_light_pos: npt.NDArray[np.float32]
    _a_light_dir: npt.NDArray[np.float32]
    _a_light_type: npt.NDArray[np.int32]
    _a_light_texid: npt.NDArray[np.int32]
    _a_light_attenuation: npt.NDArray[np.float32]
    _a_light_ambient: npt.NDArray[np.float32]
    _a_light_diffuse: npt.NDArray[np.float32]
    _a_light_specular: npt.NDArray[np.float32]
    _a_light_cutoff: npt.NDArray[np.float32]
    _a_light_exponent: npt.NDArray[np.float32]
    _a_light_bulbradius: npt.NDArray[np.float32]
    _a_light_intensity: npt.NDArray[np.float32]
    _a_light_range: npt.NDArray[np.float32]
    _a_light_softness: npt.NDArray[np.float32]
    _a_light_headlight: npt.NDArray[np.uint8]
    _a_light_castshadow: npt.NDArray[np.uint8]
    _a_camera_pos: npt.NDArray[np.float32]
    _a_camera_forward: npt.NDArray[np.float32]
    _a_camera_up: npt.NDArray[np.float32]
    _a_camera_frustum_center: npt.NDArray[np.float32]
    _a_camera_frustum_width: npt.NDArray[np.float32]
    _a_camera_frustum_bottom: npt.NDArray[np.float32]
    _a_camera_frustum_top: npt.NDArray[np.float32]
    _a_camera_frustum_near: npt.NDArray[np.float32]
    _a_camera_frustum_far: npt.NDArray[np.float32]
    _a_camera_orthographic: npt.NDArray[np.int32]
    _a_geom_mark: npt.NDArray[np.int32]
    _a_geom_value: npt.NDArray[np.float64]
    _a_select_pos: npt.NDArray[np.float64]
    _a_select_mat: npt.NDArray[np.float64]
    _a_flexvertnormal: npt.NDArray[np.float64]
    _a_flexslicenum: npt.NDArray[np.int32]
    _a_flexelemslice: npt.NDArray[np.int32]
    _a_flexslicemat: npt.NDArray[np.int32]
    _a_flexslicesize: npt.NDArray[np.int32]
    _a_flexsliceface: npt.NDArray[np.int32]
    _a_flexsliceslot: npt.NDArray[np.int32]
    _a_flexshellelem: npt.NDArray[np.int32]
    _a_flexshellnext: npt.NDArray[np.int32]
    _a_flexvertshell: npt.NDArray[np.int32]


CLASSES: dict[str, type]
