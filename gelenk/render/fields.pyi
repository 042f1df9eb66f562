"""Attributes of MjrContext and MjrRect: rendered by `python tools/render.py`.

There is no module of this name: checkers and editors see its classes as bases of those of gelenk.render.
"""

from collections.abc import Sequence
from typing import Protocol, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

class _Array(Protocol):
    def __array__(self) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]: ...

_Numbers: TypeAlias = Sequence[SupportsFloat] | _Array
_Matrix: TypeAlias = _Numbers | Sequence[Sequence[SupportsFloat]]

class ContextFields:
    """Fields of MjrContext."""
    @property
    def lineWidth(self) -> float:
        """width of lines [pixels]: float32"""
    @lineWidth.setter
    def lineWidth(self, value: SupportsFloat) -> None: ...
    @property
    def shadowClip(self) -> float:
        """half width of the shadow volume of directional lights [m]: float32"""
    @shadowClip.setter
    def shadowClip(self, value: SupportsFloat) -> None: ...
    @property
    def shadowScale(self) -> float:
        """fraction of the spotlight cutoff angle that casts shadows: float32"""
    @shadowScale.setter
    def shadowScale(self, value: SupportsFloat) -> None: ...
    @property
    def fogStart(self) -> float:
        """distance at which fog starts [m]: float32"""
    @fogStart.setter
    def fogStart(self, value: SupportsFloat) -> None: ...
    @property
    def fogEnd(self) -> float:
        """distance at which fog ends [m]: float32"""
    @fogEnd.setter
    def fogEnd(self, value: SupportsFloat) -> None: ...
    @property
    def fogRGBA(self) -> npt.NDArray[np.float32]:
        """color of fog: float32 (4)"""
    @fogRGBA.setter
    def fogRGBA(self, value: _Numbers) -> None: ...
    @property
    def shadowSize(self) -> int:
        """resolution of the shadow map [pixels]; 0: no shadows: int32"""
    @shadowSize.setter
    def shadowSize(self, value: SupportsIndex) -> None: ...
    @property
    def offWidth(self) -> int:
        """width of the offscreen buffer [pixels]: int32"""
    @offWidth.setter
    def offWidth(self, value: SupportsIndex) -> None: ...
    @property
    def offHeight(self) -> int:
        """height of the offscreen buffer [pixels]: int32"""
    @offHeight.setter
    def offHeight(self, value: SupportsIndex) -> None: ...
    @property
    def offSamples(self) -> int:
        """number of samples per pixel of the offscreen buffer: int32"""
    @offSamples.setter
    def offSamples(self, value: SupportsIndex) -> None: ...
    @property
    def fontScale(self) -> int:
        """font scale (mjtFontScale): int32"""
    @fontScale.setter
    def fontScale(self, value: SupportsIndex) -> None: ...
    @property
    def auxWidth(self) -> npt.NDArray[np.int32]:
        """widths of the auxiliary buffers [pixels]; 0: buffer is absent: int32 (10)"""
    @auxWidth.setter
    def auxWidth(self, value: _Numbers) -> None: ...
    @property
    def auxHeight(self) -> npt.NDArray[np.int32]:
        """heights of the auxiliary buffers [pixels]: int32 (10)"""
    @auxHeight.setter
    def auxHeight(self, value: _Numbers) -> None: ...
    @property
    def auxSamples(self) -> npt.NDArray[np.int32]:
        """number of samples per pixel of the auxiliary buffers: int32 (10)"""
    @auxSamples.setter
    def auxSamples(self, value: _Numbers) -> None: ...
    @property
    def offFBO(self) -> int:
        """1 if the offscreen buffer exists: int32"""
    @offFBO.setter
    def offFBO(self, value: SupportsIndex) -> None: ...
    @property
    def offFBO_r(self) -> int:
        """1 if the offscreen buffer exists: int32"""
    @offFBO_r.setter
    def offFBO_r(self, value: SupportsIndex) -> None: ...
    @property
    def offColor(self) -> int:
        """1 if the offscreen buffer exists: int32"""
    @offColor.setter
    def offColor(self, value: SupportsIndex) -> None: ...
    @property
    def offColor_r(self) -> int:
        """1 if the offscreen buffer exists: int32"""
    @offColor_r.setter
    def offColor_r(self, value: SupportsIndex) -> None: ...
    @property
    def offDepthStencil(self) -> int:
        """1 if the offscreen buffer exists: int32"""
    @offDepthStencil.setter
    def offDepthStencil(self, value: SupportsIndex) -> None: ...
    @property
    def offDepthStencil_r(self) -> int:
        """1 if the offscreen buffer exists: int32"""
    @offDepthStencil_r.setter
    def offDepthStencil_r(self, value: SupportsIndex) -> None: ...
    @property
    def shadowFBO(self) -> int:
        """1 if shadows are enabled: int32"""
    @shadowFBO.setter
    def shadowFBO(self, value: SupportsIndex) -> None: ...
    @property
    def shadowTex(self) -> int:
        """1 if shadows are enabled: int32"""
    @shadowTex.setter
    def shadowTex(self, value: SupportsIndex) -> None: ...
    @property
    def auxFBO(self) -> npt.NDArray[np.uint32]:
        """1 if the auxiliary buffer exists: uint32 (10)"""
    @auxFBO.setter
    def auxFBO(self, value: _Numbers) -> None: ...
    @property
    def auxFBO_r(self) -> npt.NDArray[np.uint32]:
        """1 if the auxiliary buffer exists: uint32 (10)"""
    @auxFBO_r.setter
    def auxFBO_r(self, value: _Numbers) -> None: ...
    @property
    def auxColor(self) -> npt.NDArray[np.uint32]:
        """1 if the auxiliary buffer exists: uint32 (10)"""
    @auxColor.setter
    def auxColor(self, value: _Numbers) -> None: ...
    @property
    def auxColor_r(self) -> npt.NDArray[np.uint32]:
        """1 if the auxiliary buffer exists: uint32 (10)"""
    @auxColor_r.setter
    def auxColor_r(self, value: _Numbers) -> None: ...
    @property
    def mat_texid(self) -> npt.NDArray[np.int32]:
        """ids of the textures of each material by role (mjtTextureRole); -1: none: int32 (10000)"""
    @mat_texid.setter
    def mat_texid(self, value: _Numbers) -> None: ...
    @property
    def mat_texuniform(self) -> npt.NDArray[np.int32]:
        """1 if the texture repeats per unit of length instead of per object: int32 (1000)"""
    @mat_texuniform.setter
    def mat_texuniform(self, value: _Numbers) -> None: ...
    @property
    def mat_texrepeat(self) -> npt.NDArray[np.float32]:
        """number of texture repetitions along each axis: float32 (2000)"""
    @mat_texrepeat.setter
    def mat_texrepeat(self, value: _Numbers) -> None: ...
    @property
    def ntexture(self) -> int:
        """number of textures: int32"""
    @ntexture.setter
    def ntexture(self, value: SupportsIndex) -> None: ...
    @property
    def textureType(self) -> npt.NDArray[np.int32]:
        """texture types (mjtTexture): int32 (1000)"""
    @textureType.setter
    def textureType(self, value: _Numbers) -> None: ...
    @property
    def texture(self) -> npt.NDArray[np.uint32]:
        """texture handles, from 1: uint32 (1000)"""
    @texture.setter
    def texture(self, value: _Numbers) -> None: ...
    @property
    def basePlane(self) -> int:
        """id of the first shape of this kind: int32"""
    @basePlane.setter
    def basePlane(self, value: SupportsIndex) -> None: ...
    @property
    def baseMesh(self) -> int:
        """id of the first shape of this kind: int32"""
    @baseMesh.setter
    def baseMesh(self, value: SupportsIndex) -> None: ...
    @property
    def baseHField(self) -> int:
        """id of the first shape of this kind: int32"""
    @baseHField.setter
    def baseHField(self, value: SupportsIndex) -> None: ...
    @property
    def baseBuiltin(self) -> int:
        """id of the first shape of this kind: int32"""
    @baseBuiltin.setter
    def baseBuiltin(self, value: SupportsIndex) -> None: ...
    @property
    def baseFontNormal(self) -> int:
        """id of the first character of the font: int32"""
    @baseFontNormal.setter
    def baseFontNormal(self, value: SupportsIndex) -> None: ...
    @property
    def baseFontShadow(self) -> int:
        """id of the first character of the font: int32"""
    @baseFontShadow.setter
    def baseFontShadow(self, value: SupportsIndex) -> None: ...
    @property
    def baseFontBig(self) -> int:
        """id of the first character of the font: int32"""
    @baseFontBig.setter
    def baseFontBig(self, value: SupportsIndex) -> None: ...
    @property
    def rangePlane(self) -> int:
        """number of shapes of this kind: int32"""
    @rangePlane.setter
    def rangePlane(self, value: SupportsIndex) -> None: ...
    @property
    def rangeMesh(self) -> int:
        """number of shapes of this kind: int32"""
    @rangeMesh.setter
    def rangeMesh(self, value: SupportsIndex) -> None: ...
    @property
    def rangeHField(self) -> int:
        """number of shapes of this kind: int32"""
    @rangeHField.setter
    def rangeHField(self, value: SupportsIndex) -> None: ...
    @property
    def rangeBuiltin(self) -> int:
        """number of shapes of this kind: int32"""
    @rangeBuiltin.setter
    def rangeBuiltin(self, value: SupportsIndex) -> None: ...
    @property
    def rangeFont(self) -> int:
        """number of characters per font: int32"""
    @rangeFont.setter
    def rangeFont(self, value: SupportsIndex) -> None: ...
    @property
    def nskin(self) -> int:
        """number of skins: int32"""
    @nskin.setter
    def nskin(self, value: SupportsIndex) -> None: ...
    @property
    def charWidth(self) -> npt.NDArray[np.int32]:
        """widths of characters [pixels]: int32 (127)"""
    @charWidth.setter
    def charWidth(self, value: _Numbers) -> None: ...
    @property
    def charWidthBig(self) -> npt.NDArray[np.int32]:
        """widths of big characters [pixels]: int32 (127)"""
    @charWidthBig.setter
    def charWidthBig(self, value: _Numbers) -> None: ...
    @property
    def charHeight(self) -> int:
        """height of characters [pixels]: int32"""
    @charHeight.setter
    def charHeight(self, value: SupportsIndex) -> None: ...
    @property
    def charHeightBig(self) -> int:
        """height of big characters [pixels]: int32"""
    @charHeightBig.setter
    def charHeightBig(self, value: SupportsIndex) -> None: ...
    @property
    def glInitialized(self) -> int:
        """1 until the context is freed: int32"""
    @glInitialized.setter
    def glInitialized(self, value: SupportsIndex) -> None: ...
    @property
    def windowAvailable(self) -> int:
        """1 if a window buffer exists: int32"""
    @windowAvailable.setter
    def windowAvailable(self, value: SupportsIndex) -> None: ...
    @property
    def windowSamples(self) -> int:
        """number of samples per pixel of the window buffer: int32"""
    @windowSamples.setter
    def windowSamples(self, value: SupportsIndex) -> None: ...
    @property
    def windowStereo(self) -> int:
        """1 if the window buffer supports stereo: int32"""
    @windowStereo.setter
    def windowStereo(self, value: SupportsIndex) -> None: ...
    @property
    def windowDoublebuffer(self) -> int:
        """1 if the window buffer is double-buffered: int32"""
    @windowDoublebuffer.setter
    def windowDoublebuffer(self, value: SupportsIndex) -> None: ...
    @property
    def currentBuffer(self) -> int:
        """current buffer (mjtFramebuffer): int32"""
    @currentBuffer.setter
    def currentBuffer(self, value: SupportsIndex) -> None: ...
    @property
    def readPixelFormat(self) -> int:
        """channel order of mjr_readPixels; 6407: RGB, 32992: BGR: int32"""
    @readPixelFormat.setter
    def readPixelFormat(self, value: SupportsIndex) -> None: ...
    @property
    def readDepthMap(self) -> int:
        """depth mapping (mjtDepthMap): int32"""
    @readDepthMap.setter
    def readDepthMap(self, value: SupportsIndex) -> None: ...
    @property
    def skinvertVBO(self) -> tuple[int, ...]:
        """numbers of the skins, from 1 on: there are no buffers of OpenGL"""
    @property
    def skinnormalVBO(self) -> tuple[int, ...]:
        """numbers of the skins, from 1 on: there are no buffers of OpenGL"""
    @property
    def skintexcoordVBO(self) -> tuple[int, ...]:
        """numbers of the skins, from 1 on: there are no buffers of OpenGL"""
    @property
    def skinfaceVBO(self) -> tuple[int, ...]:
        """numbers of the skins, from 1 on: there are no buffers of OpenGL"""
    _a_fogRGBA: npt.NDArray[np.float32]
    _a_auxWidth: npt.NDArray[np.int32]
    _a_auxHeight: npt.NDArray[np.int32]
    _a_auxSamples: npt.NDArray[np.int32]
    _a_auxFBO: npt.NDArray[np.uint32]
    _a_auxFBO_r: npt.NDArray[np.uint32]
    _a_auxColor: npt.NDArray[np.uint32]
    _a_auxColor_r: npt.NDArray[np.uint32]
    _a_mat_texid: npt.NDArray[np.int32]
    _a_mat_texuniform: npt.NDArray[np.int32]
    _a_mat_texrepeat: npt.NDArray[np.float32]
    _a_textureType: npt.NDArray[np.int32]
    _a_texture: npt.NDArray[np.uint32]
    _a_charWidth: npt.NDArray[np.int32]
    _a_charWidthBig: npt.NDArray[np.int32]
    _a_tex_kind: npt.NDArray[np.int32]
    _a_tex_level: npt.NDArray[np.int32]
    _a_tex_nlevel: npt.NDArray[np.int32]
    _a_level_width: npt.NDArray[np.int32]
    _a_level_height: npt.NDArray[np.int32]
    _a_level_adr: npt.NDArray[np.int64]
    _a_level_block: npt.NDArray[np.int64]
    _a_block: npt.NDArray[np.uint32]
    _a_texel: npt.NDArray[np.uint32]
    _a_shape_vertadr: npt.NDArray[np.int32]
    _a_shape_vertnum: npt.NDArray[np.int32]
    _a_shape_faceadr: npt.NDArray[np.int32]
    _a_shape_facenum: npt.NDArray[np.int32]
    _a_shape_sphere: npt.NDArray[np.float32]
    _a_shape_pos: npt.NDArray[np.float32]
    _a_shape_normal: npt.NDArray[np.float32]
    _a_shape_uv: npt.NDArray[np.float32]
    _a_shape_face: npt.NDArray[np.int32]
    _a_plane_block: npt.NDArray[np.int32]
    _a_seen: npt.NDArray[np.float64]
    _a_light_row: npt.NDArray[np.int32]
    _a_lamp: npt.NDArray[np.float64]
    _a_shadow: npt.NDArray[np.float64]
    _a_haze_rgba: npt.NDArray[np.float64]
    _a_haze_plane: npt.NDArray[np.float64]
    _a_part: npt.NDArray[np.int32]
    _a_part_num: npt.NDArray[np.float64]
    _a_vert: npt.NDArray[np.float32]
    _a_cut: npt.NDArray[np.int32]
    _a_cut_share: npt.NDArray[np.float32]
    _a_tri: npt.NDArray[np.int32]
    _a_bin_start: npt.NDArray[np.int32]
    _a_bin_entry: npt.NDArray[np.int32]
    _a_stamp: npt.NDArray[np.int32]
    _a_lit: npt.NDArray[np.float32]
    _a_frag: npt.NDArray[np.float64]
    _a_row: npt.NDArray[np.float64]
    _a_row_key: npt.NDArray[np.int32]
    _a_span: npt.NDArray[np.int32]
    _a_span_z: npt.NDArray[np.float64]
    _a_paint: npt.NDArray[np.float32]
    _a_tile_depth: npt.NDArray[np.float32]
    _a_tile_tri: npt.NDArray[np.int32]
    _a_tile_color: npt.NDArray[np.float32]
    _a_back_color: npt.NDArray[np.float32]
    _a_back_depth: npt.NDArray[np.float32]
    _a_tile_back: npt.NDArray[np.int32]
    _a_caster: npt.NDArray[np.float32]
    _a_map_depth: npt.NDArray[np.float32]
    _a_map_stamp: npt.NDArray[np.int32]
    _a_map_cover: npt.NDArray[np.int32]
    _a_map_drawn: npt.NDArray[np.int32]
    _a_map_covered: npt.NDArray[np.int32]
    _a_map_plane: npt.NDArray[np.float64]
    _a_out_rgb: npt.NDArray[np.uint8]
    _a_out_depth: npt.NDArray[np.float32]

class RectFields:
    """Sides of MjrRect."""
    @property
    def left(self) -> int:
        """left of the rectangle [pixel]"""
    @left.setter
    def left(self, value: SupportsIndex) -> None: ...
    @property
    def bottom(self) -> int:
        """bottom of the rectangle [pixel]"""
    @bottom.setter
    def bottom(self, value: SupportsIndex) -> None: ...
    @property
    def width(self) -> int:
        """width of the rectangle [pixel]"""
    @width.setter
    def width(self, value: SupportsIndex) -> None: ...
    @property
    def height(self) -> int:
        """height of the rectangle [pixel]"""
    @height.setter
    def height(self, value: SupportsIndex) -> None: ...
