"""Bind spec elements to the fields of a model or data: ``d.bind(spec.joints).qpos``.

Documents: Modeling / Model editing; API / MjSpec
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.runtime.assignment import described
from gelenk.runtime.block import attach
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.named_access import Accessor
from gelenk.tables.levels import is_known

if TYPE_CHECKING:
    from gelenk.modeling.spec.element_classes import Named

# spec element -> name of its accessor in MjModel and MjData, where the two names differ
ACCESSORS = {"key": "keyframe"}


class Bound:
    """The fields of several elements, concatenated in the order of the elements.

    Assigning to a field writes into the model or data.
    """

    __slots__ = ("_parts",)

    _parts: list[Accessor]

    def __init__(self, parts: list[Accessor]) -> None:
        object.__setattr__(self, "_parts", parts)

    def __getattr__(self, name: str) -> Any:
        values = [np.ravel(getattr(part, name)) for part in self._parts]
        if name in ("id", "name"):
            return [getattr(part, name) for part in self._parts]
        return np.concatenate(values) if values else np.zeros(0)

    def __setattr__(self, name: str, value: Any) -> None:
        arrays = [getattr(part, name) for part in self._parts]
        value = np.asarray(value)
        if value.ndim == 0 and is_known("4.0.0"):
            raise ValueError(f"{name} takes one number for each element, not a single one")
        if value.ndim == 0:
            value = np.full(sum(array.size for array in arrays), value)
        value = value.ravel()
        if value.size != sum(array.size for array in arrays):
            raise ValueError(f"{name} takes {sum(array.size for array in arrays)} numbers, not {value.size}")
        start = 0
        for part, array in zip(self._parts, arrays, strict=True):
            setattr(part, name, value[start : start + array.size].reshape(array.shape))
            start += array.size

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[Accessor]:
        return iter(self._parts)


def _bind(self: MjModel | MjData, specs: "Named | Iterable[Named]") -> Accessor | Bound:
    """Return live views of the fields of one spec element, or of a sequence of elements.

    specs     an element, or several of one kind
    Returns   an accessor as of m.body(...), or an object with the fields of all elements
    Errors    TypeError: an element has no fields here; ValueError: the spec was edited since its compilation
    Source    API / MjSpec; Modeling / Model editing
    """
    from gelenk.modeling.spec.element_classes import Named  # only programs with a spec call bind

    if isinstance(specs, Named):
        return _bind_elements(self, specs, set())
    if not isinstance(specs, Iterable):
        raise TypeError(f"bind: specs must be an element of a spec, or several, not {described(specs)}")
    checked: set[int] = set()
    return Bound([_bind_elements(self, el, checked) for el in specs])


def _bind_scalar(self: MjModel | MjData, spec: "Named") -> Accessor:
    """Return live views of the fields of one spec element, as `bind` does.

    spec      an element
    Returns   an accessor as of m.body(...)
    Errors    as for `bind`
    Source    API / MjSpec
    """
    return _bind_elements(self, spec, set())


def _bind_elements(self: MjModel | MjData, el: "Named", checked: set[int]) -> Accessor:
    from gelenk.modeling.spec.edit_methods import signature
    from gelenk.modeling.spec.element_classes import Named

    kind = ACCESSORS.get(getattr(el, "tag", ""), getattr(el, "tag", ""))
    access = getattr(type(self), kind, None) if isinstance(el, Named) else None
    if access is None:
        raise TypeError(f"{type(self).__name__} has no fields of {el!r}")
    model = self if isinstance(self, MjModel) else self._model
    if id(el.spec) not in checked and (el.spec is None or signature(el.spec) != model.signature):
        raise ValueError("The mjSpec does not match mjModel. Please recompile the mjSpec.")
    checked.add(id(el.spec))
    return access(self, el.id)


for _cls in (MjModel, MjData):
    attach(_cls, bind=_bind, bind_scalar=_bind_scalar)
