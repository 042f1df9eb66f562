"""The step that was compiled for a model: its address in the model's struct.

Documents: design / Models made to measure

The stage `step` calls it, so that mj_step, rollouts and batches need not know. Zero stands for the ordinary stages.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gelenk.tables.structure import ARRAYS, CHECKED
from gelenk.toolchain.struct_layout import MODEL, OWN_STEP

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import ModelBlock

_SLOT = MODEL.offset[OWN_STEP] // 8
_CONSTANT = ARRAYS - {*CHECKED}  # columns that nothing compares when a step begins


def install(m: ModelBlock, address: int) -> None:
    """Let steps of a model run the code at an address; 0: the ordinary stages."""
    m._ints[_SLOT] = address


def installed(m: ModelBlock) -> int:
    """Return the address of the code that steps of a model run, 0 for the ordinary stages."""
    return int(m._ints[_SLOT])


def forget_if_changed(m: ModelBlock, names: Iterable[str]) -> None:
    """Go back to the ordinary stages if one of the changed columns is a constant of the code."""
    if m._ints[_SLOT] and not _CONSTANT.isdisjoint(names):
        m._ints[_SLOT] = 0


def follow(struct: ModelBlock, m: ModelBlock, expanded: Iterable[str]) -> None:
    """Let a second struct of ``m`` run its code, unless it has own values of a constant."""
    struct._ints[_SLOT] = m._ints[_SLOT] if _CONSTANT.isdisjoint(expanded) else 0
