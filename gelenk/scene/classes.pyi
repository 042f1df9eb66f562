"""The classes of abstract visualisation: rendered by `python tools/render.py`; do not edit."""

import weakref
from collections.abc import Sequence
from typing import Protocol, Self, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from gelenk.toolchain.extension.load import Base
from gelenk.tables.records import Record
from gelenk.runtime.block import Block, Closed
from gelenk.runtime.model import MjModel

class _Array(Protocol):
    def __array__(self) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]: ...

_Numbers: TypeAlias = Sequence[SupportsFloat] | _Array
_Matrix: TypeAlias = _Numbers | Sequence[Sequence[SupportsFloat]]

class MjvCamera(Record, Block):
    """The camera of a picture. (API / MjvCamera)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    def _reset(self) -> None: ...
    @property
    def type(self) -> int:
        """kind of camera (mjtCamera): int32"""
    @type.setter
    def type(self, value: SupportsIndex) -> None: ...
    @property
    def fixedcamid(self) -> int:
        """camera of the model: int32"""
    @fixedcamid.setter
    def fixedcamid(self, value: SupportsIndex) -> None: ...
    @property
    def trackbodyid(self) -> int:
        """body that is followed: int32"""
    @trackbodyid.setter
    def trackbodyid(self, value: SupportsIndex) -> None: ...
    @property
    def lookat(self) -> npt.NDArray[np.float64]:
        """point that is looked at [m]: float64 (3)"""
    @lookat.setter
    def lookat(self, value: _Numbers) -> None: ...
    @property
    def distance(self) -> float:
        """distance to that point [m]: float64"""
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
        """whether parallels stay parallel: int32"""
    @orthographic.setter
    def orthographic(self, value: SupportsIndex) -> None: ...
    _a_lookat: npt.NDArray[np.float64]

class MjvGLCamera(Record, Base):
    """A camera as graphics hardware takes it. (API / MjvGLCamera)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    _columns: dict[str, np.ndarray]
    @property
    def pos(self) -> npt.NDArray[np.float32]:
        """frame of the camera: float32 (3)"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def forward(self) -> npt.NDArray[np.float32]:
        """frame of the camera: float32 (3)"""
    @forward.setter
    def forward(self, value: _Numbers) -> None: ...
    @property
    def up(self) -> npt.NDArray[np.float32]:
        """frame of the camera: float32 (3)"""
    @up.setter
    def up(self, value: _Numbers) -> None: ...
    @property
    def frustum_center(self) -> float:
        """frustum of the camera: float32"""
    @frustum_center.setter
    def frustum_center(self, value: SupportsFloat) -> None: ...
    @property
    def frustum_width(self) -> float:
        """frustum of the camera: float32"""
    @frustum_width.setter
    def frustum_width(self, value: SupportsFloat) -> None: ...
    @property
    def frustum_bottom(self) -> float:
        """frustum of the camera: float32"""
    @frustum_bottom.setter
    def frustum_bottom(self, value: SupportsFloat) -> None: ...
    @property
    def frustum_top(self) -> float:
        """frustum of the camera: float32"""
    @frustum_top.setter
    def frustum_top(self, value: SupportsFloat) -> None: ...
    @property
    def frustum_near(self) -> float:
        """frustum of the camera: float32"""
    @frustum_near.setter
    def frustum_near(self, value: SupportsFloat) -> None: ...
    @property
    def frustum_far(self) -> float:
        """frustum of the camera: float32"""
    @frustum_far.setter
    def frustum_far(self, value: SupportsFloat) -> None: ...
    @property
    def orthographic(self) -> int:
        """whether parallels stay parallel: int32"""
    @orthographic.setter
    def orthographic(self, value: SupportsIndex) -> None: ...

class MjvOption(Record, Block):
    """What of a model is shown. (API / MjvOption)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    def _reset(self) -> None: ...
    @property
    def label(self) -> int:
        """what is labeled (mjtLabel): int32"""
    @label.setter
    def label(self, value: SupportsIndex) -> None: ...
    @property
    def frame(self) -> int:
        """whose frames are shown (mjtFrame): int32"""
    @frame.setter
    def frame(self, value: SupportsIndex) -> None: ...
    @property
    def geomgroup(self) -> npt.NDArray[np.uint8]:
        """which groups of geoms are shown: uint8 (6)"""
    @geomgroup.setter
    def geomgroup(self, value: _Numbers) -> None: ...
    @property
    def sitegroup(self) -> npt.NDArray[np.uint8]:
        """which groups of sites are shown: uint8 (6)"""
    @sitegroup.setter
    def sitegroup(self, value: _Numbers) -> None: ...
    @property
    def jointgroup(self) -> npt.NDArray[np.uint8]:
        """which groups of joints are shown: uint8 (6)"""
    @jointgroup.setter
    def jointgroup(self, value: _Numbers) -> None: ...
    @property
    def tendongroup(self) -> npt.NDArray[np.uint8]:
        """which groups of tendons are shown: uint8 (6)"""
    @tendongroup.setter
    def tendongroup(self, value: _Numbers) -> None: ...
    @property
    def actuatorgroup(self) -> npt.NDArray[np.uint8]:
        """which groups of actuators are shown: uint8 (6)"""
    @actuatorgroup.setter
    def actuatorgroup(self, value: _Numbers) -> None: ...
    @property
    def flexgroup(self) -> npt.NDArray[np.uint8]:
        """which groups of flexs are shown: uint8 (6)"""
    @flexgroup.setter
    def flexgroup(self, value: _Numbers) -> None: ...
    @property
    def skingroup(self) -> npt.NDArray[np.uint8]:
        """which groups of skins are shown: uint8 (6)"""
    @skingroup.setter
    def skingroup(self, value: _Numbers) -> None: ...
    @property
    def flags(self) -> npt.NDArray[np.uint8]:
        """what is shown (mjtVisFlag): uint8 (31)"""
    @flags.setter
    def flags(self, value: _Numbers) -> None: ...
    @property
    def bvh_depth(self) -> int:
        """level of the bounding volumes that are shown: int32"""
    @bvh_depth.setter
    def bvh_depth(self, value: SupportsIndex) -> None: ...
    @property
    def flex_layer(self) -> int:
        """layer of solid flexes that is shown: int32"""
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
    """How the user pulls at a body. (API / MjvPerturb)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    def _reset(self) -> None: ...
    @property
    def select(self) -> int:
        """selected body, 0: none: int32"""
    @select.setter
    def select(self, value: SupportsIndex) -> None: ...
    @property
    def flexselect(self) -> int:
        """selected flex: int32"""
    @flexselect.setter
    def flexselect(self, value: SupportsIndex) -> None: ...
    @property
    def skinselect(self) -> int:
        """selected skin: int32"""
    @skinselect.setter
    def skinselect(self, value: SupportsIndex) -> None: ...
    @property
    def active(self) -> int:
        """how the body is perturbed (mjtPertBit): int32"""
    @active.setter
    def active(self, value: SupportsIndex) -> None: ...
    @property
    def active2(self) -> int:
        """how a second one is: int32"""
    @active2.setter
    def active2(self, value: SupportsIndex) -> None: ...
    @property
    def refpos(self) -> npt.NDArray[np.float64]:
        """where the body is wanted [m]: float64 (3)"""
    @refpos.setter
    def refpos(self, value: _Numbers) -> None: ...
    @property
    def refquat(self) -> npt.NDArray[np.float64]:
        """orientation that is wanted: float64 (4)"""
    @refquat.setter
    def refquat(self, value: _Numbers) -> None: ...
    @property
    def refselpos(self) -> npt.NDArray[np.float64]:
        """where the selected point is wanted [m]: float64 (3)"""
    @refselpos.setter
    def refselpos(self, value: _Numbers) -> None: ...
    @property
    def localpos(self) -> npt.NDArray[np.float64]:
        """selected point in the body [m]: float64 (3)"""
    @localpos.setter
    def localpos(self, value: _Numbers) -> None: ...
    @property
    def localmass(self) -> float:
        """mass that is felt there [kg]: float64"""
    @localmass.setter
    def localmass(self, value: SupportsFloat) -> None: ...
    @property
    def scale(self) -> float:
        """from mouse to space: float64"""
    @scale.setter
    def scale(self, value: SupportsFloat) -> None: ...
    _a_refpos: npt.NDArray[np.float64]
    _a_refquat: npt.NDArray[np.float64]
    _a_refselpos: npt.NDArray[np.float64]
    _a_localpos: npt.NDArray[np.float64]

class MjvLight(Record, Base):
    """A light of a scene. (API / MjvLight)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    _columns: dict[str, np.ndarray]
    @property
    def id(self) -> int:
        """light of the model: int32"""
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
        """kind of light (mjtLightType): int32"""
    @type.setter
    def type(self, value: SupportsIndex) -> None: ...
    @property
    def texid(self) -> int:
        """texture of an image light: int32"""
    @texid.setter
    def texid(self, value: SupportsIndex) -> None: ...
    @property
    def attenuation(self) -> npt.NDArray[np.float32]:
        """attenuation part: float32 (3)"""
    @attenuation.setter
    def attenuation(self, value: _Numbers) -> None: ...
    @property
    def ambient(self) -> npt.NDArray[np.float32]:
        """ambient part: float32 (3)"""
    @ambient.setter
    def ambient(self, value: _Numbers) -> None: ...
    @property
    def diffuse(self) -> npt.NDArray[np.float32]:
        """diffuse part: float32 (3)"""
    @diffuse.setter
    def diffuse(self, value: _Numbers) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """specular part: float32 (3)"""
    @specular.setter
    def specular(self, value: _Numbers) -> None: ...
    @property
    def cutoff(self) -> float:
        """cutoff of the light: float32"""
    @cutoff.setter
    def cutoff(self, value: SupportsFloat) -> None: ...
    @property
    def exponent(self) -> float:
        """exponent of the light: float32"""
    @exponent.setter
    def exponent(self, value: SupportsFloat) -> None: ...
    @property
    def bulbradius(self) -> float:
        """bulbradius of the light: float32"""
    @bulbradius.setter
    def bulbradius(self, value: SupportsFloat) -> None: ...
    @property
    def intensity(self) -> float:
        """intensity of the light: float32"""
    @intensity.setter
    def intensity(self, value: SupportsFloat) -> None: ...
    @property
    def range(self) -> float:
        """range of the light: float32"""
    @range.setter
    def range(self, value: SupportsFloat) -> None: ...
    @property
    def headlight(self) -> int:
        """whether it is at the camera: uint8"""
    @headlight.setter
    def headlight(self, value: SupportsIndex) -> None: ...
    @property
    def castshadow(self) -> int:
        """whether it casts shadows: uint8"""
    @castshadow.setter
    def castshadow(self, value: SupportsIndex) -> None: ...

class MjvGeom(Record, Base):
    """Something to draw. (API / MjvGeom)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    _columns: dict[str, np.ndarray]
    @property
    def type(self) -> int:
        """shape (mjtGeom): int32"""
    @type.setter
    def type(self, value: SupportsIndex) -> None: ...
    @property
    def dataid(self) -> int:
        """mesh, height field or plane: int32"""
    @dataid.setter
    def dataid(self, value: SupportsIndex) -> None: ...
    @property
    def objtype(self) -> int:
        """kind of object that it stands for (mjtObj): int32"""
    @objtype.setter
    def objtype(self, value: SupportsIndex) -> None: ...
    @property
    def objid(self) -> int:
        """and its number: int32"""
    @objid.setter
    def objid(self, value: SupportsIndex) -> None: ...
    @property
    def category(self) -> int:
        """category (mjtCatBit): int32"""
    @category.setter
    def category(self, value: SupportsIndex) -> None: ...
    @property
    def matid(self) -> int:
        """material: int32"""
    @matid.setter
    def matid(self, value: SupportsIndex) -> None: ...
    @property
    def texcoord(self) -> int:
        """whether a mesh has texture coordinates: int32"""
    @texcoord.setter
    def texcoord(self, value: SupportsIndex) -> None: ...
    @property
    def segid(self) -> int:
        """number in segmentation pictures: int32"""
    @segid.setter
    def segid(self, value: SupportsIndex) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float32]:
        """size [m]: float32 (3)"""
    @size.setter
    def size(self, value: _Numbers) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float32]:
        """position [m]: float32 (3)"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def mat(self) -> npt.NDArray[np.float32]:
        """orientation: float32 (3, 3)"""
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
        """text beside it: text"""
    @label.setter
    def label(self, value: str) -> None: ...
    @property
    def camdist(self) -> float:
        """distance to the camera [m]: float32"""
    @camdist.setter
    def camdist(self, value: SupportsFloat) -> None: ...
    @property
    def modelrbound(self) -> float:
        """radius around it [m]: float32"""
    @modelrbound.setter
    def modelrbound(self, value: SupportsFloat) -> None: ...
    @property
    def transparent(self) -> int:
        """whether it is drawn as transparent: uint8"""
    @transparent.setter
    def transparent(self, value: SupportsIndex) -> None: ...

class MjvFigure(Record, Closed):
    """A plot of lines. (API / MjvFigure)"""
    def __init__(self) -> None: ...
    def __copy__(self) -> Self: ...
    def _reset(self) -> None: ...
    @property
    def flg_legend(self) -> int:
        """whether there is a legend: int32"""
    @flg_legend.setter
    def flg_legend(self, value: SupportsIndex) -> None: ...
    @property
    def flg_extend(self) -> int:
        """whether there is a extend: int32"""
    @flg_extend.setter
    def flg_extend(self, value: SupportsIndex) -> None: ...
    @property
    def flg_barplot(self) -> int:
        """whether there is a barplot: int32"""
    @flg_barplot.setter
    def flg_barplot(self, value: SupportsIndex) -> None: ...
    @property
    def flg_selection(self) -> int:
        """whether there is a selection: int32"""
    @flg_selection.setter
    def flg_selection(self, value: SupportsIndex) -> None: ...
    @property
    def flg_symmetric(self) -> int:
        """whether there is a symmetric: int32"""
    @flg_symmetric.setter
    def flg_symmetric(self, value: SupportsIndex) -> None: ...
    @property
    def flg_ticklabel(self) -> npt.NDArray[np.int32]:
        """whether the axes have numbers: int32 (2)"""
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
        """number of grid points along the axes: int32 (2)"""
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
        """color of the plot: float32 (4)"""
    @panergba.setter
    def panergba(self, value: _Numbers) -> None: ...
    @property
    def legendrgba(self) -> npt.NDArray[np.float32]:
        """color of the legend: float32 (4)"""
    @legendrgba.setter
    def legendrgba(self, value: _Numbers) -> None: ...
    @property
    def textrgb(self) -> npt.NDArray[np.float32]:
        """color of texts: float32 (3)"""
    @textrgb.setter
    def textrgb(self, value: _Numbers) -> None: ...
    @property
    def linergb(self) -> npt.NDArray[np.float32]:
        """color of each line: float32 (100, 3)"""
    @linergb.setter
    def linergb(self, value: _Matrix) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float32]:
        """ranges of the axes, found where minimum >= maximum: float32 (2, 2)"""
    @range.setter
    def range(self, value: _Matrix) -> None: ...
    @property
    def xformat(self) -> str:
        """format of the numbers along x: text"""
    @xformat.setter
    def xformat(self, value: str) -> None: ...
    @property
    def yformat(self) -> str:
        """format of the numbers along y: text"""
    @yformat.setter
    def yformat(self, value: str) -> None: ...
    @property
    def minwidth(self) -> str:
        """a text as wide as numbers along y may be: text"""
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
        """names of the lines: S100 (100)"""
    @linename.setter
    def linename(self, value: npt.NDArray[np.bytes_] | Sequence[bytes | str]) -> None: ...
    @property
    def legendoffset(self) -> int:
        """lines that the legend leaves out: int32"""
    @legendoffset.setter
    def legendoffset(self, value: SupportsIndex) -> None: ...
    @property
    def subplot(self) -> int:
        """selected part of the figure: int32"""
    @subplot.setter
    def subplot(self, value: SupportsIndex) -> None: ...
    @property
    def highlight(self) -> npt.NDArray[np.int32]:
        """where the pointer is [pixel]: int32 (2)"""
    @highlight.setter
    def highlight(self, value: _Numbers) -> None: ...
    @property
    def highlightid(self) -> int:
        """line under the pointer: int32"""
    @highlightid.setter
    def highlightid(self, value: SupportsIndex) -> None: ...
    @property
    def selection(self) -> float:
        """x that is selected: float32"""
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
        """how many geoms there is room for: int32"""
    @maxgeom.setter
    def maxgeom(self, value: SupportsIndex) -> None: ...
    @property
    def ngeom(self) -> int:
        """geoms: int32"""
    @ngeom.setter
    def ngeom(self, value: SupportsIndex) -> None: ...
    @property
    def nflex(self) -> int:
        """flexes of the model: int32"""
    @nflex.setter
    def nflex(self, value: SupportsIndex) -> None: ...
    @property
    def nskin(self) -> int:
        """skins of the model: int32"""
    @nskin.setter
    def nskin(self, value: SupportsIndex) -> None: ...
    @property
    def nlight(self) -> int:
        """lights: int32"""
    @nlight.setter
    def nlight(self, value: SupportsIndex) -> None: ...
    @property
    def flexvertopt(self) -> int:
        """whether vertices of flexes are drawn: int32"""
    @flexvertopt.setter
    def flexvertopt(self, value: SupportsIndex) -> None: ...
    @property
    def flexedgeopt(self) -> int:
        """whether edges of flexes are drawn: int32"""
    @flexedgeopt.setter
    def flexedgeopt(self, value: SupportsIndex) -> None: ...
    @property
    def flexfaceopt(self) -> int:
        """whether faces of flexes are drawn: int32"""
    @flexfaceopt.setter
    def flexfaceopt(self, value: SupportsIndex) -> None: ...
    @property
    def flexskinopt(self) -> int:
        """whether the skins of flexes are drawn: int32"""
    @flexskinopt.setter
    def flexskinopt(self, value: SupportsIndex) -> None: ...
    @property
    def enabletransform(self) -> int:
        """whether the model stands elsewhere in the room: int32"""
    @enabletransform.setter
    def enabletransform(self, value: SupportsIndex) -> None: ...
    @property
    def scale(self) -> float:
        """size of the model in the room: float32"""
    @scale.setter
    def scale(self, value: SupportsFloat) -> None: ...
    @property
    def stereo(self) -> int:
        """how two pictures are shown (mjtStereo): int32"""
    @stereo.setter
    def stereo(self, value: SupportsIndex) -> None: ...
    @property
    def framewidth(self) -> int:
        """width of the frame round the picture, 0: none: int32 [pixel]"""
    @framewidth.setter
    def framewidth(self, value: SupportsIndex) -> None: ...
    @property
    def status(self) -> int:
        """0: all fits; 1: there are more geoms than there is room for: int32"""
    @status.setter
    def status(self, value: SupportsIndex) -> None: ...
    @property
    def geomorder(self) -> npt.NDArray[np.int32]:
        """order by distance to the camera, written when a picture is drawn: int32 (maxgeom)"""
    @geomorder.setter
    def geomorder(self, value: _Numbers) -> None: ...
    @property
    def flexedgeadr(self) -> npt.NDArray[np.int32]:
        """first edge of each flex: int32 (nflex)"""
    @flexedgeadr.setter
    def flexedgeadr(self, value: _Numbers) -> None: ...
    @property
    def flexedgenum(self) -> npt.NDArray[np.int32]:
        """number of its edges: int32 (nflex)"""
    @flexedgenum.setter
    def flexedgenum(self, value: _Numbers) -> None: ...
    @property
    def flexvertadr(self) -> npt.NDArray[np.int32]:
        """first vertex of each flex: int32 (nflex)"""
    @flexvertadr.setter
    def flexvertadr(self, value: _Numbers) -> None: ...
    @property
    def flexvertnum(self) -> npt.NDArray[np.int32]:
        """number of its vertices: int32 (nflex)"""
    @flexvertnum.setter
    def flexvertnum(self, value: _Numbers) -> None: ...
    @property
    def flexfaceadr(self) -> npt.NDArray[np.int32]:
        """first triangle of each flex: int32 (nflex)"""
    @flexfaceadr.setter
    def flexfaceadr(self, value: _Numbers) -> None: ...
    @property
    def flexfacenum(self) -> npt.NDArray[np.int32]:
        """triangles that there is room for: int32 (nflex)"""
    @flexfacenum.setter
    def flexfacenum(self, value: _Numbers) -> None: ...
    @property
    def flexfaceused(self) -> npt.NDArray[np.int32]:
        """triangles that are there: int32 (nflex)"""
    @flexfaceused.setter
    def flexfaceused(self, value: _Numbers) -> None: ...
    @property
    def flexedge(self) -> npt.NDArray[np.int32]:
        """vertices of the edges, counted from those of the flex: int32 (nflexedge*2)"""
    @flexedge.setter
    def flexedge(self, value: _Numbers) -> None: ...
    @property
    def flexvert(self) -> npt.NDArray[np.float32]:
        """positions of the vertices: float32 (nflexvert*3) [m]"""
    @flexvert.setter
    def flexvert(self, value: _Numbers) -> None: ...
    @property
    def flexface(self) -> npt.NDArray[np.float32]:
        """corners of the triangles: float32 (nflexface*9) [m]"""
    @flexface.setter
    def flexface(self, value: _Numbers) -> None: ...
    @property
    def flexnormal(self) -> npt.NDArray[np.float32]:
        """normals at the corners: float32 (nflexface*9)"""
    @flexnormal.setter
    def flexnormal(self, value: _Numbers) -> None: ...
    @property
    def flextexcoord(self) -> npt.NDArray[np.float32]:
        """texture coordinates at the corners: float32 (nflexface*6)"""
    @flextexcoord.setter
    def flextexcoord(self, value: _Numbers) -> None: ...
    @property
    def skinfacenum(self) -> npt.NDArray[np.int32]:
        """number of triangles of each skin: int32 (nskin)"""
    @skinfacenum.setter
    def skinfacenum(self, value: _Numbers) -> None: ...
    @property
    def skinvertadr(self) -> npt.NDArray[np.int32]:
        """first vertex of each skin: int32 (nskin)"""
    @skinvertadr.setter
    def skinvertadr(self, value: _Numbers) -> None: ...
    @property
    def skinvertnum(self) -> npt.NDArray[np.int32]:
        """number of its vertices: int32 (nskin)"""
    @skinvertnum.setter
    def skinvertnum(self, value: _Numbers) -> None: ...
    @property
    def skinvert(self) -> npt.NDArray[np.float32]:
        """positions of the vertices: float32 (nskinvert*3) [m]"""
    @skinvert.setter
    def skinvert(self, value: _Numbers) -> None: ...
    @property
    def skinnormal(self) -> npt.NDArray[np.float32]:
        """normals at the vertices: float32 (nskinvert*3)"""
    @skinnormal.setter
    def skinnormal(self, value: _Numbers) -> None: ...
    @property
    def translate(self) -> npt.NDArray[np.float32]:
        """where the origin of the model is in the room: float32 (3) [m]"""
    @translate.setter
    def translate(self, value: _Numbers) -> None: ...
    @property
    def rotate(self) -> npt.NDArray[np.float32]:
        """orientation of the model in the room: float32 (4)"""
    @rotate.setter
    def rotate(self, value: _Numbers) -> None: ...
    @property
    def flags(self) -> npt.NDArray[np.uint8]:
        """how it is drawn (mjtRndFlag): uint8 (11)"""
    @flags.setter
    def flags(self, value: _Numbers) -> None: ...
    @property
    def framergb(self) -> npt.NDArray[np.float32]:
        """color of the frame: float32 (3)"""
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
    def _see(self, m: MjModel) -> None: ...
    def _take_topology(self, m: MjModel) -> None: ...
    def _place_faces(self) -> None: ...
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


CLASSES: dict[str, type]
