"""Names of compiled libraries: a hash of everything that their code depends on, so that stale code can never run.

Documents: design / Compiled ahead, loaded without Numba
"""

import functools
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from gelenk.tables.stages import CALLBACK, INDEX, STAGES, Stage
from gelenk.toolchain import platforms
from gelenk.toolchain.digests import blake2b

ROOT = Path(__file__).resolve().parents[1]
_IMPORT = re.compile(rb"^from gelenk(?:\.([\w.]+))? import (?:\(([^)]*)\)|([^\n(]*))$", re.MULTILINE)
FORMAT = "sealed 1"  # of files in the cache (digests.py)
# what turns a kernel into code, whichever kernel it is
_COMPILER = ("toolchain.numba_types", "toolchain.object_code", "toolchain.struct_layout")
_KERNELS = ("engine.", "scene.", "render.")  # where stages and what they call are
_TWINS = {
    "toolchain.memory": "toolchain.memory_intrinsics"
}  # modules whose functions the compiler replaces -> where those are
# tables of which only the rows that a library uses count, so that a new field does not make every library stale
_TABLES = {
    *("tables.field_rows", "tables.fields_model", "tables.fields_data", "tables.fields_scratch"),
    *(
        "tables.fields_scene",
        "tables.fields_context",
        "tables.fields_visual",
        "tables.stages",
        "tables.enums",
    ),
}


def file_of(module: str) -> Path | None:
    """The file of a module of ours (without the leading "gelenk.")."""
    path = ROOT.joinpath(*module.split("."))
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


@functools.cache
def _read(module: str) -> tuple[bytes, tuple[str, ...]]:
    """Hash of a module's text, and the modules of ours that it imports at its top level."""
    path = file_of(module)
    text = path.read_bytes() if path else b""
    found = []
    for package, several, one in _IMPORT.findall(text):
        prefix = package.decode()
        for name in re.findall(r"\w+", re.sub(r"#.*|\bas\s+\w+", "", (several or one).decode())):
            inner = f"{prefix}.{name}".strip(".")
            found.append(inner if file_of(inner) else prefix)
    return blake2b(text, digest_size=16).digest(), tuple(found)


def closure(module: str) -> list[str]:
    """All modules of ours that ``module`` (without the leading "gelenk.") reaches by top-level imports, sorted."""
    seen, todo = set(), [module, *_COMPILER]
    while todo:
        name = todo.pop()
        if name and name not in seen:
            seen.add(name)
            todo.extend(_read(name)[1])
            if name in _TWINS:
                todo.append(_TWINS[name])
    return sorted(seen)


@functools.cache
def cpu_level() -> str:
    """The processors that libraries are made for: GELENK_CPU, else those of wheels if this is one, else "host"."""
    return os.environ.get("GELENK_CPU") or platforms.level()


def checking() -> bool:
    """Whether GELENK_CHECK=1 asks for kernels that check every index."""
    return os.environ.get("GELENK_CHECK", "0") == "1"


@functools.cache
def compiler_version() -> str:
    """Versions of Numba and llvmlite, which decide on the code too."""
    from importlib import metadata

    found = []
    for name in ("numba", "llvmlite"):
        try:
            found.append(metadata.version(name))
        except metadata.PackageNotFoundError:
            found.append("none")
    return " ".join(found)


@functools.cache
def _rows(seen: bool) -> dict[str, str]:
    """What compiled code knows of the tables, by word: places of fields, indices of stages, members of enums.

    The structs of pictures have words in common with the others, and count only where they can be ``seen``.
    """
    from gelenk.tables import enums
    from gelenk.toolchain import struct_layout

    found: dict[str, list] = {}
    for plan in (
        struct_layout.STRUCTS if seen else [p for p in struct_layout.STRUCTS if p not in struct_layout.SEEN]
    ):
        for name, offset in plan.offset.items():
            field = plan.arrays.get(name)
            kind = (field.dtype, field.shape) if field else plan.scalars.get(name, "struct")
            found.setdefault(name, []).append((plan.name, offset, kind))
    for stage in STAGES:
        found.setdefault(stage.name, []).append((INDEX[stage.name], stage.kinds))
    for name, value in vars(enums).items():
        members = getattr(value, "__members__", {name: value})
        for member, code in members.items():
            if member.startswith("mj"):
                found.setdefault(member, []).append(code)
    return {name: repr(facts) for name, facts in found.items()}


@functools.cache
def _words(module: str) -> frozenset[str]:
    """The words of the text of a module."""
    path = file_of(module)
    return _words_in(path.read_text(encoding="utf-8") if path else "")


def _words_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def closure_of(rows: Iterable[Stage]) -> set[str]:
    """All modules that the code of these stages depends on."""
    return {m for row in rows for m in closure(row.module.removeprefix("gelenk."))}


def length(modules: Iterable[str]) -> int:
    """Bytes of text in these modules of kernels, and in those that they call."""
    found = {m for module in modules for m in closure(module.removeprefix("gelenk."))}
    files = [file_of(m) for m in found if m.startswith(_KERNELS)]
    return sum(file.stat().st_size for file in files if file)


def source_hash(rows: Sequence[Stage]) -> str:
    """Hash of the stages' rows, of all modules that their code depends on, and of what these use of the tables."""
    return _hash(repr([row.code for row in rows]), closure_of(rows))


def _hash(text: str, modules: set[str], words: frozenset[str] = frozenset()) -> str:
    """Hash of a text, of modules, and of what these use of the tables, beside the rows that ``words`` names."""
    digest = blake2b(text.encode(), digest_size=10)
    # of tables and of what they are joined of, the rows that are used count, below
    ours = sorted(m for m in modules if ".".join(m.split(".")[:2]) not in _TABLES)
    for module in ours:
        digest.update(module.encode() + _read(module)[0])
    facts = _rows(any(m.startswith(("scene.", "render.")) for m in ours))
    for name in sorted(facts.keys() & words.union(*map(_words, ours))):
        digest.update(f"{name}{facts[name]}".encode())
    callbacks = [INDEX[stage.name] for stage in STAGES if stage.library == CALLBACK]
    digest.update(repr(callbacks).encode())
    return digest.hexdigest()


def library_name(library: str, rows: Sequence[Stage]) -> str:
    """File name of ``library`` with the stages ``rows``: "position-<sources>-<compiler>.x86-64-v3.so"."""
    return _file_name(library, source_hash(rows))


def piece_hash(rows: Sequence[Stage]) -> str:
    """Hash of what the code of these stages for many worlds depends on, but for the compiler."""
    return _hash(source_hash(rows), set(closure("toolchain.interleaved_types")))


def passes_hash() -> str:
    """Hash of what turns pieces into code (toolchain/gpu)."""
    return _passes()


def piece_name(library: str, rows: Sequence[Stage]) -> str:
    """File name of the code of a library for many worlds, as the front end leaves it: "position-...tiles.bc"."""
    return f"{library}-{piece_hash(rows)}-{_compiler()}.{'check.' if checking() else ''}tiles.bc"


def variant_name(piece: str, variant: str, ending: str) -> str:
    """File name of a piece in a variant: "position-....f32i32-<passes>.tiles.o"."""
    return piece.replace(".tiles.bc", f".{variant}-{_passes()}.tiles.{ending}")


def program_name(kind: str, facts: str, variant: str, ending: str) -> str:
    """File name of what is made of pieces, which are among ``facts``: "program-..."."""
    digest = blake2b(facts.encode(), digest_size=10).hexdigest()
    return f"{kind}-{digest}-{_compiler()}.{variant}-{_passes()}.tiles.{ending}"


@functools.cache
def _passes() -> str:
    """Hash of what turns pieces into code (toolchain/gpu)."""
    return _hash("", set(closure("toolchain.gpu.library_ir")))[:8]


def _compiler() -> str:
    return _made().hexdigest()


def _made() -> Any:
    """Hash of what makes files, and of how they are kept."""
    return blake2b(f"{compiler_version()} {FORMAT}".encode(), digest_size=4)


BORDER = "border"


def border_modules() -> set[str]:
    """The modules that the entry points of Python are made of; the rows of functions count apart from their texts."""
    from gelenk.tables.functions.targets import KERNELS

    roots = {
        "toolchain.extension.build",
        "engine.validation.data_indices",
        *(k.module.removeprefix("gelenk.") for k in KERNELS.values()),
    }
    return {m for root in roots for m in closure(root) if not m.startswith("tables.functions")}


def border_hash() -> str:
    """Hash of all that the entry points of Python depend on (toolchain/extension)."""
    from gelenk.tables.functions.targets import TARGETS
    from gelenk.toolchain.extension.abi import CLEARED
    from gelenk.toolchain.extension.struct_copy import KNOWN

    text = repr(
        [
            (t, [a._replace(default=repr(a.default)[:9]) for a in t.signature.arguments], t.signature.result)
            for t in TARGETS.values()
        ]
    ) + repr((CLEARED, KNOWN))
    return _hash(text, border_modules(), _words_in(text))


def border_name() -> str:
    """File name of the library of entry points: as that of other libraries."""
    return _file_name(BORDER, border_hash())


def parcel_name(parcel: list[dict[str, Any]], kinds: str) -> str:
    """File name of the library of one kernel of a user, which travels as ``parcel`` (kernel_pickle.py)."""
    from gelenk.toolchain import kernel_pickle

    own = (
        ("toolchain.kernel_checks", "toolchain.kernel_pickle")
        if kernel_pickle.has_checks(parcel)
        else ("toolchain.kernel_pickle",)
    )
    roots = (
        "toolchain.kernel",
        *own,
        *(module.removeprefix("gelenk.") for module in kernel_pickle.modules(parcel)),
    )
    text = kinds + kernel_pickle.identity(parcel)
    hashed = _hash(text, {m for root in roots for m in closure(root)}, _words_in(text))
    return _file_name(f"user_{parcel[-1]['name']}", hashed)


def _file_name(library: str, hashed: str) -> str:
    made = _made()
    if cpu_level() == "host":
        made.update(platforms.processor_features().encode())
    checks = ".check" if checking() else ""
    return f"{library}-{hashed}-{made.hexdigest()}.{cpu_level()}{checks}{platforms.here().suffix}"
