"""Methods of MjModel that read MJCF, URDF, binary files and specs; binding of elements.

Documents: Modeling / MJCF, Compilation; API / Parse and compile; Modeling / Model editing; API / MjSpec

Reading methods return a new MjModel; `last_spec` returns the spec of the model that was read last.

Binding gives spec elements the fields of a model or data: ``d.bind(spec.joints).qpos``.
"""

import gc
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.runtime.assignment import described, file_name
from gelenk.runtime.block import attach
from gelenk.runtime.copy_pickle import add_copying, refresh_data
from gelenk.runtime.counters import add_stats
from gelenk.runtime.data import MjData
from gelenk.runtime.exclusive_use import whole
from gelenk.runtime.model import MjModel, MjOption
from gelenk.runtime.named_access import Accessor, add_accessors
from gelenk.runtime.query import watch_reads
from gelenk.runtime.vfs import MjVfs, assets_or_vfs
from gelenk.tables import fields_data, fields_model
from gelenk.tables.levels import is_known, release_number

if TYPE_CHECKING:
    from gelenk.modeling.spec.element_classes import Named
    from gelenk.modeling.spec.spec import MjSpec

_last: "dict[str, MjSpec]" = {}  # "spec": the spec read from MJCF last, for mj_saveLastXML
_shown: "dict[str, MjSpec]" = {}  # the entry of _last, once a caller has requested it
_lock = threading.Lock()


class garbage_collection_paused:  # a class, since contextlib would slow small models down measurably
    """Context that disables garbage collection.

    Reading a model creates many thousand objects and no cyclic garbage.
    """

    __slots__ = ("_was",)

    def __enter__(self) -> None:
        self._was = gc.isenabled()
        if self._was:
            try:  # Ctrl-C may arrive after the call, before the with block begins
                gc.disable()
            except BaseException:
                gc.enable()
                raise

    @whole
    def __exit__(self, kind: object, error: object, trace: object) -> None:  # *args would allocate a tuple
        try:
            if self._was:
                gc.enable()
        except BaseException:  # also Ctrl-C at the first instruction
            if self._was:
                gc.enable()
            raise


def last_spec() -> "MjSpec | None":
    """Return the spec of the model that was read last, or None."""
    with _lock:
        _shown.update(_last)
        spec = _last.get("spec")
    if spec is not None:
        from gelenk.modeling import model_cache

        model_cache.MODELS.forget(spec)  # saving changes it
    return spec


def clear_models() -> None:
    """Clear the cache of loaded models."""
    if "gelenk.modeling.model_cache" in sys.modules:
        sys.modules["gelenk.modeling.model_cache"].MODELS.clear()


def release_text(release: object) -> str:
    """Return the argument `release` of a function that reads a model.

    Errors   TypeError: release is not text; ValueError: no API level has this release
    """
    if not isinstance(release, str):
        raise TypeError(f"release must be text, not {type(release).__name__}")
    release_number(release)
    return release


def _load(kind: str, text: str | bytes, assets: Any, within: Any, release: str) -> MjModel:
    """Return the model of a text (kind "string") or a file, and keep its spec."""
    with garbage_collection_paused():  # imports create many objects, too
        from gelenk.modeling import model_cache

        key = model_cache.key_of(kind, text, within, release)
        found = model_cache.MODELS.find(key, assets)
        if found is None:
            found = model_cache.MODELS.load(
                key, assets, lambda: _compiled(kind, text, assets, within, release)
            )
        _keep_last(found[1])
        return found[0]


def _compiled(kind: str, *given: Any) -> "tuple[MjModel, MjSpec]":
    """Return the model and the spec; ``given`` are the arguments of `from_string`."""
    from gelenk.modeling.compiler.compile import compile
    from gelenk.modeling.mjcf import read

    spec = (read.from_string if kind == "string" else read.from_file)(*given)
    return compile(spec, edited=False), spec


def _keep_last(spec: "MjSpec") -> None:
    """Record the spec that was read last; free the previous one unless it is in use."""
    from gelenk.modeling import model_cache
    from gelenk.modeling.spec.spec import release

    with _lock:
        before = _last.get("spec")
        _last["spec"] = spec
        if before is None or before is spec:
            return
        if before is not _shown.pop("spec", None) and not model_cache.MODELS.has_spec(before):
            # until the garbage collector ran, several specs would accumulate, each larger than its model
            release(before)


def _from_xml_string(
    cls: type,
    xml: str | bytes,
    assets: Mapping[str, bytes] | None = None,
    vfs: MjVfs | None = None,
    *,
    within: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None = None,
    release: str = "",
) -> MjModel:
    """Load a model from a text in MJCF or URDF.

    xml      the text
    assets   contents of files by name; they take precedence over files on disk
    vfs      an MjVfs with such contents, instead of assets
    within   one or several folders: only files on disk inside of them are read; None: no restriction
    release  MuJoCo release whose semantics the model follows, such as "4.0"; "": that of the API level

    Returns    the compiled model
    Errors     TypeError: xml is not text
               gelenk.Error (a ValueError) with file, line, column, element, attribute, and the remedy
    Source     API / Parse and compile; XML reference
    """
    if not isinstance(xml, (str, bytes)):
        raise TypeError(f"xml must be text, not {type(xml).__name__}")
    assets = assets_or_vfs(assets, vfs, "from_xml_string")
    return _load("string", xml, assets, within, release_text(release))


def _from_xml_path(
    cls: type,
    filename: str | os.PathLike[str],
    assets: Mapping[str, bytes] | None = None,
    vfs: MjVfs | None = None,
    *,
    within: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None = None,
    release: str = "",
) -> MjModel:
    """Load a model from a file in MJCF or URDF.

    filename path of the file, or the name of an asset
    assets   contents of files by name; they take precedence over files on disk
    vfs      an MjVfs with such contents, instead of assets
    within   one or several folders: only files on disk inside of them are read; None: no restriction
    release  MuJoCo release whose semantics the model follows, such as "4.0"; "": that of the API level

    Returns    the compiled model
    Errors     gelenk.Error (a ValueError) as for from_xml_string, and where there is no such file
    Source     API / Parse and compile; XML reference
    """
    assets = assets_or_vfs(assets, vfs, "from_xml_path")
    return _load("file", file_name("filename", filename), assets, within, release_text(release))


def _from_binary_path(
    cls: type,
    filename: str | os.PathLike[str],
    assets: Mapping[str, bytes] | None = None,
    vfs: MjVfs | None = None,
) -> MjModel:
    """Load a model from a file in binary form, as mj_saveModel writes it.

    filename path of the file, or the name of an asset
    assets   contents of files by name
    vfs      an MjVfs with such contents, instead of assets

    Returns    the model
    Errors     gelenk.Error (a ValueError): the file does not exist, is not a model, or is damaged
    Source     API / Save and load
    """
    from gelenk.modeling.mjcf.file_sources import Sources
    from gelenk.runtime.binary_model import from_bytes

    assets = assets_or_vfs(assets, vfs, "from_binary_path")
    _, content = Sources("", assets).find(file_name("filename", filename))
    return from_bytes(content)


def copy_data(dest: MjData, m: MjModel, src: MjData) -> None:
    """Copy ``src`` to ``dest``; both are MjData of ``m`` (mj_copyData)."""
    if dest._buffer.nbytes != src._buffer.nbytes:
        raise ValueError("MjData: the arrays do not fit the model")
    refresh_data(dest, src)


# fields of constraints and islands that the list of 3.5.0 omits
_LEFT_OUT = (
    "tendon_efcadr",
    "tree_island",
    "dof_island",
    "map_dof2idof",
    "map_idof2dof",
    "map_itree2tree",
)


def _add_field_lists() -> None:
    """Add lists of field names for programs that iterate over fields: ``_all_fields``, ..."""
    sizes = tuple(f.name for f in fields_model.SIZES if f.name != "signature" and is_known(f.since))
    attach(
        MjModel,
        _size_fields=sizes,
        _all_fields=(*sizes, *(f.name for f in fields_model.MODEL if is_known(f.since))),
        _sizes=property(lambda self: np.array([getattr(self, n) for n in sizes], np.int64)),
    )
    scalars = tuple(f.name for f in fields_data.SCALARS if f.name != "signature")
    arrays = tuple(f.name for f in fields_data.DATA if f.name not in _LEFT_OUT and is_known(f.since))
    attach(MjData, _all_fields=(*scalars, "solver", "timer", "warning", *arrays))
    option = fields_model.OPTION
    numbers = tuple(f.name for f in option if f.dtype == "float64" and not f.shape)
    vectors = tuple(f.name for f in option if f.dtype == "float64" and f.shape)
    integers = tuple(f.name for f in option if f.dtype != "float64")
    attach(
        MjOption,
        _float_fields=numbers,
        _floatarray_fields=vectors,
        _int_fields=integers,
        _all_fields=(*numbers, *vectors, *integers),
    )


def _add_methods() -> None:
    """Add the methods of this module to the classes."""
    attach(
        MjModel,
        from_xml_string=classmethod(_from_xml_string),
        from_xml_path=classmethod(_from_xml_path),
        from_binary_path=classmethod(_from_binary_path),
    )
    add_accessors(MjModel, MjData)
    add_copying()
    add_stats(MjData)
    watch_reads()
    _add_field_lists()


_add_methods()


# Binding of spec elements

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
