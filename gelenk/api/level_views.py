"""Fields of MjModel and MjData whose type or shape differs between API levels.

Documents: Modeling / MJModel and MJData; design / One source of truth

Memory has the types and shapes of 3.5.0. From the level at which a field changed, its property returns the later form:

    flags               bool instead of uint8, in shared memory
    flex elasticity     one dimension
    flex_matid          the material of each element
    ten_J               one array with the structure of m.ten_J_rownnz, m.ten_J_rowadr and m.ten_J_colind

flex_matid and ten_J are computed at each read, and elements assigned to them are written to memory. From level 3.17 on,
options, statistics and visual settings can be assigned, which copies their values.
"""

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.algebra.linalg import is_sparse
from gelenk.api.derived_fields import (
    element_material,
    kept_array,
    later_bending,
    later_stiffness,
    ten_colind,
    ten_rowadr,
    ten_rownnz,
    tendon_dofs,
)
from gelenk.runtime.assignment import assign, described
from gelenk.runtime.block import Fixed, attach
from gelenk.runtime.data import MjData
from gelenk.runtime.model import VISUAL_CLASSES, MjModel, MjOption, MjVisual
from gelenk.tables import fields_data, fields_model
from gelenk.tables.levels import is_known
from gelenk.toolchain import struct_layout

SLEEP_SINCE, SLEEP_TOLERANCE = "3.11.0", 1e-3  # since this level, default of new options
SETTINGS_SINCE = "3.17.0"  # settings can be assigned
GRAVCOMP = struct_layout.MODEL.offset["ngravcomp"] // 8  # slot
FLAGS_SINCE = "3.9.0"  # flags are bool
FLAT_SINCE = "3.8.1"  # elasticity of flexes has one dimension
ELEMENTS_SINCE = "4.0.0"  # materials of flexes are those of elements
ROWS_SINCE = "3.6.0"  # ten_J has one dimension
# uint8 fields that are not flags
_BYTES = frozenset(("tex_data", "body_simple", "body_sameframe", "geom_sameframe", "site_sameframe"))
FLAGS: dict[type, tuple[str, ...]] = {
    MjModel: tuple(f.name for f in fields_model.MODEL if f.dtype == "uint8" and f.name not in _BYTES),
    MjData: tuple(f.name for f in fields_data.DATA if f.dtype == "uint8"),
}


def _flags(name: str, plain: property) -> property:
    """Return the property of an array of flags as bool."""
    assert plain.fget is not None
    read, key = plain.fget, f"_flags_of_{name}"

    def get(self: Any) -> np.ndarray:
        array = read(self)
        kept = self.__dict__.get(key)
        if kept is None or kept[0] is not array:  # one view per array, since programs keep weak references
            kept = self.__dict__[key] = array, array.view(np.bool_)
        found: np.ndarray = kept[1]
        return found

    def put(self: Any, value: Any) -> None:
        assign(name, get(self), value)

    return property(get, put if plain.fset else None, doc=plain.__doc__)


def _computed(name: str, rule: Callable[[Any], np.ndarray]) -> property:
    """Return the property of a field whose elements may be arranged otherwise than in memory.

    The array shares the memory if both arrangements are equal, and is read-only otherwise.
    """

    def get(self: Any) -> np.ndarray:
        found = rule(self)
        return found if found.base is not None else kept_array(self, name, found)

    return property(get, doc=rule.__doc__)


class Rearranged(np.ndarray):
    """A field arranged otherwise than in memory; assigned elements go to its struct."""

    _owner: "weakref.ref[Any]"

    def __setitem__(self, key: Any, value: Any) -> None:
        owner = getattr(self, "_owner", None)
        struct = None if owner is None else owner()
        if struct is None:
            super().__setitem__(key, value)
            return
        values = np.array(self)
        values[key] = value
        self._write(struct, values)

    def _write(self, struct: Any, values: np.ndarray) -> None:
        """Write all elements to the struct, and update the array that programs hold."""
        raise NotImplementedError


class TendonRows(Rearranged):
    """Rows of tendons: ten_J as one array (nJten); assigned elements go to the data."""

    def _write(self, struct: Any, values: np.ndarray) -> None:
        write_tendon_jacobian(struct, values)
        sparse_tendon_jacobian(struct)


class ElementMaterials(Rearranged):
    """Materials of elements: flex_matid (nflexelem); assigned elements go to the model."""

    def _write(self, struct: Any, values: np.ndarray) -> None:
        write_element_materials(struct, values)


def element_materials(m: MjModel) -> np.ndarray:
    """Return flex_matid as one array of the materials of all elements (nflexelem)."""
    kept = kept_array(m, "flex_matid", element_material(m).view(ElementMaterials))
    kept._owner = weakref.ref(m)  # type: ignore[attr-defined]
    return kept


def write_element_materials(m: MjModel, values: np.ndarray) -> None:
    """Write the materials of all elements (nflexelem) to the memory of the model.

    Errors   IndexError: there is no such material
    """
    wrong = np.flatnonzero((values < -1) | (values >= m.nmat))
    if wrong.size:
        e = int(wrong[0])
        raise IndexError(f"m.flex_matid[{e}] is {values[e]}, which is not in -1 .. {m.nmat - 1}")
    common, single = FLEX_MATERIALS.__get__(m), m.flex_elemmatid  # reads that the index guard notes
    for f, (first, count) in enumerate(
        zip(m._a_flex_elemadr.tolist(), m._a_flex_elemnum.tolist(), strict=True)
    ):
        part = values[first : first + count]
        mixed = bool((part != part[:1]).any())
        common[f] = -1 if mixed or not count else part[0]
        single[first : first + count] = part if mixed else -1
    element_materials(m)


def assign_element_materials(m: MjModel, value: Any) -> None:
    """Set all elements of flex_matid."""
    values = np.array(element_materials(m))
    assign("flex_matid", values, value)
    write_element_materials(m, values)


def sparse_tendon_jacobian(d: MjData) -> np.ndarray:
    """Return ten_J as one array (nJten), in the structure of m.ten_J_rownnz, ..."""
    m = d._model
    values, dense = d._a_ten_J.reshape(-1), d._a_ten_J
    found = np.zeros(sum(map(len, tendon_dofs(m)))).view(TendonRows)
    sparse = is_sparse(m._view)
    for t, (adr, dofs) in enumerate(zip(ten_rowadr(m).tolist(), tendon_dofs(m), strict=True)):
        if not sparse:
            found[adr : adr + len(dofs)] = dense[t, dofs]
            continue
        first, count = int(d._a_ten_J_rowadr[t]), int(d._a_ten_J_rownnz[t])
        at = np.searchsorted(dofs, d._a_ten_J_colind.reshape(-1)[first : first + count])
        found[adr + at] = values[first : first + count]
    kept = kept_array(d, "ten_J", found)
    kept._owner = weakref.ref(d)  # type: ignore[attr-defined]
    return kept


def write_tendon_jacobian(d: MjData, values: np.ndarray) -> None:
    """Write ten_J (nJten) to the memory of the data, dense or with the model's structure."""
    m = d._model
    dofs, starts = tendon_dofs(m), ten_rowadr(m)
    if is_sparse(m._view):
        d._a_ten_J_rowadr[:] = starts
        d._a_ten_J_rownnz[:] = ten_rownnz(m)
        d._a_ten_J_colind.reshape(-1)[: len(values)] = ten_colind(m)
        d._a_ten_J.reshape(-1)[: len(values)] = values
        return
    for t, (adr, columns) in enumerate(zip(starts.tolist(), dofs, strict=True)):
        d._a_ten_J[t] = 0.0
        d._a_ten_J[t, columns] = values[adr : adr + len(columns)]


def assign_tendon_jacobian(d: MjData, value: Any) -> None:
    """Set all elements of ten_J."""
    values = np.zeros(len(sparse_tendon_jacobian(d)))
    assign("ten_J", values, value)
    write_tendon_jacobian(d, values)


def _settings(name: str, plain: property) -> property:
    """Return a property of model settings; an assignment copies the values of the settings."""
    assert plain.fget is not None
    read = plain.fget

    def put(self: Any, value: Any) -> None:
        own = read(self)
        if type(value) is not type(own):
            raise TypeError(f"{name} takes {type(own).__name__}, not {described(value)}")
        if value is not own:
            copy_settings(own, value)

    return property(read, put, doc=plain.__doc__)


def copy_settings(own: Any, other: Any) -> None:
    """Copy the values of one struct of settings into another of its class."""
    if isinstance(own, MjVisual):
        for group in VISUAL_CLASSES:
            getattr(own, group)._copy_values(getattr(other, group)._memory)
    else:
        own._copy_values(other._memory)


def compensate_gravity(m: MjModel, value: Any) -> None:
    """Set the flag of gravity compensation, and with it the number of compensated bodies."""
    m._ints[GRAVCOMP] = bool(value) and max(1, m.ngravcomp)


def _new_option(self: MjOption) -> None:
    """Initialize options with the defaults of the level."""
    Fixed.__init__(self)
    self.sleep_tolerance = SLEEP_TOLERANCE


def _reset_option(self: MjOption) -> None:
    """Set options to the defaults of the level."""
    Fixed._reset(self)
    self.sleep_tolerance = SLEEP_TOLERANCE


if is_known(SLEEP_SINCE):
    attach(MjOption, __init__=_new_option, _reset=_reset_option)
if is_known(SETTINGS_SINCE):
    attach(MjModel, **{_name: _settings(_name, vars(MjModel)[_name]) for _name in ("opt", "stat", "vis")})
    attach(MjVisual, **{_name: _settings(_name, vars(MjVisual)[_name]) for _name in VISUAL_CLASSES})
    _plain = vars(MjModel)["flg_gravcomp"]
    attach(MjModel, flg_gravcomp=property(_plain.fget, compensate_gravity, doc=_plain.__doc__))
if is_known(FLAGS_SINCE):
    for _cls, _names in FLAGS.items():
        attach(_cls, **{_name: _flags(_name, vars(_cls)[_name]) for _name in _names})
if is_known(FLAT_SINCE):
    attach(
        MjModel,
        flex_stiffness=_computed("flex_stiffness", later_stiffness),
        flex_bending=_computed("flex_bending", later_bending),
    )
FLEX_MATERIALS: property = vars(MjModel)["flex_matid"]  # of flexes (nflex), as in memory
if is_known(ELEMENTS_SINCE):
    _materials = property(element_materials, assign_element_materials, doc=element_materials.__doc__)
    attach(MjModel, flex_matid=_materials)
if is_known(ROWS_SINCE):
    _rows = property(sparse_tendon_jacobian, assign_tendon_jacobian, doc=sparse_tendon_jacobian.__doc__)
    attach(MjData, ten_J=_rows)
