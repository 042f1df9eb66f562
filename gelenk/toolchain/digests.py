"""Digests that seal files of compiled code, and hashes of sources, which name libraries.

Documents: design / Names are hashes; design / Compiled ahead, loaded without Numba

Digests use blake2b without hashlib: importing hashlib loads OpenSSL as well, which costs every process 3.5 MB of memory
and 3 ms. Each file of code that gelenk writes ends with a digest, which is compared before the file is loaded:

    content | MAGIC (8 bytes) | digest (16 bytes)

Loaders of shared libraries ignore bytes after the last section; other readers take the content from `read_sealed`. The
digest detects accidents (disk errors, truncated copies), not attackers who can write to the folder. It is the blake2b
hash of the length, of the sums of 64-bit words over each page and over each column of a table with a prime number of
columns, and of the remaining bytes. Any change of one or two words changes a sum, and so does any page that is zeroed,
missing or swapped with another. Summing takes a twentieth of the time of hashing every byte.

Hashes of sources name compiled libraries, so that stale code never runs.
"""

import functools
import mmap
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gelenk.tables.stages import CALLBACK, INDEX, STAGES, Stage
from gelenk.toolchain import platforms
from gelenk.toolchain.targets import HOST, Target

try:
    from _blake2 import blake2b
except ImportError:  # interpreters without the private module
    from hashlib import blake2b

__all__ = ["blake2b"]


MAGIC = b"gelenk\x00\x01"
SIZE = len(MAGIC) + 16  # bytes after the content
PAGE = 512  # 64-bit words
COLUMNS = 509  # 64-bit words; a prime, so that swapped pages change a sum
MAPPED = 1 << 20  # bytes; larger files are mapped instead of read


def _digest(content: memoryview) -> bytes:
    made = blake2b(len(content).to_bytes(8, "little"), digest_size=16)
    for width, axis in ((PAGE, 1), (COLUMNS, 0)):
        count = len(content) // (8 * width)
        table = np.frombuffer(content, "<u8", count * width).reshape(count, width)
        made.update(table.sum(axis=axis, dtype=np.uint64).tobytes())
        made.update(content[8 * count * width :])
    return made.digest()


def seal(content: bytes) -> bytes:
    """Return the content followed by its digest."""
    return content + MAGIC + _digest(memoryview(content))


def is_seal_valid(data: memoryview) -> bool:
    """Return whether the digest of sealed data matches."""
    end = len(data) - SIZE
    return end >= 0 and data[end : end + 8] == MAGIC and data[end + 8 :] == _digest(data[:end])


def unseal(data: bytes) -> bytes | None:
    """Return the content of sealed data, None if damaged."""
    return data[:-SIZE] if is_seal_valid(memoryview(data)) else None


def read_sealed(path: str | os.PathLike[str]) -> bytes | None:
    """Return the content of a sealed file, None if damaged.

    Errors   OSError: the file cannot be read
    """
    with open(path, "rb", buffering=0) as file:
        return unseal(file.readall())


def _mapped(file: int, size: int) -> mmap.mmap:
    """Map a file for reading, and prefault its pages where the system can."""
    if hasattr(mmap, "MAP_POPULATE"):
        return mmap.mmap(file, size, mmap.MAP_SHARED | mmap.MAP_POPULATE, mmap.PROT_READ)
    return mmap.mmap(file, size, access=mmap.ACCESS_READ)


def is_intact(path: str | os.PathLike[str]) -> bool:
    """Return whether the digest of a sealed file matches; False if the file cannot be read."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except OSError:
        return False
    try:
        size = os.fstat(file).st_size
        if size < MAPPED:
            data = os.read(file, size + 1)
            return len(data) == size and is_seal_valid(memoryview(data))
        with _mapped(file, size) as pages, memoryview(pages) as view:
            return is_seal_valid(view)
    except OSError:
        return False
    finally:
        os.close(file)


# Hashes of sources

ROOT = Path(__file__).resolve().parents[1]
_IMPORT = re.compile(rb"^from gelenk(?:\.([\w.]+))? import (?:\(([^)]*)\)|([^\n(]*))$", re.MULTILINE)
FORMAT = "sealed 1"  # format of cache files; part of their names
# compiler modules that the bitcode of all kernels depends on, and those that turn bitcode into objects
_FRONT = ("toolchain.numba_types", "toolchain.bitcode", "toolchain.struct_layout")
_BACK = ("toolchain.object_code",)
_STRICT = (
    "toolchain.strict_bitcode",
    "toolchain.object_code",
    "algebra.elementary",
)  # further modules that strict bitcode depends on
_KERNELS = ("engine.", "scene.", "render.")  # packages of stages and what they call
# modules whose functions the compiler replaces -> modules of the replacements
_TWINS = {
    "toolchain.memory": "toolchain.intrinsics",
    "toolchain.extension.cpython": "toolchain.extension.cpython_intrinsics",
}
# tables of which only the used rows are hashed, so that a new field does not invalidate every library
_TABLES = {
    *("tables.field_rows", "tables.fields_model", "tables.fields_data", "tables.fields_scratch"),
    *(
        "tables.fields_visual",
        "tables.fields_context",
        "tables.fields_visual",
        "tables.stages",
        "tables.enums",
    ),
    "toolchain.targets",  # file names have the facts of a target (`_file_name`)
}


def file_of(module: str) -> Path | None:
    """Return the file of a gelenk module (name without "gelenk.")."""
    path = ROOT.joinpath(*module.split("."))
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


@functools.cache
def _read(module: str) -> tuple[bytes, tuple[str, ...]]:
    """Return the hash of a module's text, and the gelenk modules that it imports at top level."""
    path = file_of(module)
    text = path.read_bytes() if path else b""
    found = []
    for package, several, one in _IMPORT.findall(text):
        prefix = package.decode()
        for name in re.findall(r"\w+", re.sub(r"#.*|\bas\s+\w+", "", (several or one).decode())):
            inner = f"{prefix}.{name}".strip(".")
            found.append(inner if file_of(inner) else prefix)
    return blake2b(text, digest_size=16).digest(), tuple(found)


def closure(module: str, back: bool = True) -> list[str]:
    """Return the gelenk modules that ``module`` reaches by top-level imports, sorted.

    Names are without "gelenk.". The compiler's modules are included.

    back   include the modules that turn bitcode into objects
    """
    seen, todo = set(), [module, *_FRONT, *(_BACK if back else ()), *(_strict_modules() if strict() else ())]
    while todo:
        name = todo.pop()
        if name and name not in seen:
            seen.add(name)
            todo.extend(_read(name)[1])
            if name in _TWINS:
                todo.append(_TWINS[name])
    return sorted(seen)


@functools.cache
def _strict_modules() -> tuple[str, ...]:
    """Return the modules that strict bitcode depends on, beyond those of ordinary bitcode."""
    functions = ROOT.joinpath("algebra", "elementary").glob("[a-z]*.py")
    return (*_STRICT, *sorted(f"algebra.elementary.{path.stem}" for path in functions))


@functools.cache
def cpu_level() -> str:
    """Return the CPU level to compile for: GELENK_CPU, else `platforms.level`."""
    return platforms.target().level.name


def checking() -> bool:
    """Return whether GELENK_CHECK=1 asks for kernels that check every index."""
    return os.environ.get("GELENK_CHECK", "0") == "1"


def strict() -> bool:
    """Return whether GELENK_STRICT=1 asks for results that are equal on all platforms."""
    return os.environ.get("GELENK_STRICT", "0") == "1"


def mode() -> str:
    """Return the part of file names that marks a special mode: ".check", ".strict"; else ""."""
    return (".check" if checking() else "") + (".strict" if strict() else "")


@functools.cache
def compiler_version() -> str:
    """Return the versions of Numba and llvmlite, which determine the code too."""
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
    """Return name -> table rows that code depends on: field offsets, stages, enum members.

    Structs of the visualizer and renderer share field names with other structs, so they are included only if ``seen``.
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
    """Return the words (names, keywords, numbers) of a module's source."""
    path = file_of(module)
    return _words_in(path.read_text(encoding="utf-8") if path else "")


def _words_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def closure_of(rows: Iterable[Stage], back: bool = True) -> set[str]:
    """Return all modules that the code of these stages depends on.

    back   include the modules that turn bitcode into objects
    """
    return {m for row in rows for m in closure(row.module.removeprefix("gelenk."), back)}


def length(modules: Iterable[str]) -> int:
    """Return the total size of these kernel modules and those that they call, in bytes."""
    found = {m for module in modules for m in closure(module.removeprefix("gelenk."))}
    files = [file_of(m) for m in found if m.startswith(_KERNELS)]
    return sum(file.stat().st_size for file in files if file)


def source_hash(rows: Sequence[Stage], back: bool = True) -> str:
    """Return the hash of the stages' rows, their modules, and the table rows in use.

    back   include the modules that turn bitcode into objects
    """
    return _hash(repr([row.code for row in rows]), closure_of(rows, back))


def _hash(text: str, modules: set[str], words: frozenset[str] = frozenset()) -> str:
    """Return the hash of a text, of modules, and of the table rows that their words name.

    words    further words that name rows
    """
    digest = blake2b(text.encode(), digest_size=10)
    # tables are excluded here: only their rows in use are hashed (below)
    ours = sorted(m for m in modules if ".".join(m.split(".")[:2]) not in _TABLES)
    for module in ours:
        digest.update(module.encode() + _read(module)[0])
    facts = _rows(any(m.startswith(("scene.", "render.")) for m in ours))
    for name in sorted(facts.keys() & words.union(*map(_words, ours))):
        digest.update(f"{name}{facts[name]}".encode())
    callbacks = [INDEX[stage.name] for stage in STAGES if stage.library == CALLBACK]
    digest.update(repr(callbacks).encode())
    return digest.hexdigest()


def library_name(library: str, rows: Sequence[Stage], target: Target | None = None) -> str:
    """Return the file name of ``library``: "position-<sources>-<compiler>.x86-64-v3.so"."""
    return _file_name(library, source_hash(rows), target)


def bitcode_names(rows: Iterable[Stage]) -> list[str]:
    """Return the file names of the bitcode of stages, which is equal for all targets."""
    return [_bitcode_name(row.name, source_hash([row], back=False)) for row in rows]


def object_name(file: str, target: Target) -> str:
    """Return the file name of the objects of the library ``file`` for a target."""
    return f"{file}.{target.platform.name}.o"


def _bitcode_name(library: str, hashed: str) -> str:
    return f"{library}-{hashed}-{_compiler()}{mode()}.bc"


def piece_hash(rows: Sequence[Stage]) -> str:
    """Return the hash of the sources of these stages' interleaved code, without the compiler."""
    return _hash(source_hash(rows), set(closure("toolchain.interleaved_types")))


def passes_hash() -> str:
    """Return the hash of the passes of GPU code (toolchain/gpu)."""
    return _passes()


def piece_name(library: str, rows: Sequence[Stage]) -> str:
    """Return the file name of a library's unoptimized batch code: "position-...tiles.bc"."""
    return f"{library}-{piece_hash(rows)}-{_compiler()}.{mode()[1:] + '.' if mode() else ''}tiles.bc"


def variant_name(piece: str, variant: str, ending: str) -> str:
    """Return the file name of a variant: "position-....f32i32-<passes>.tiles.o"."""
    return piece.replace(".tiles.bc", f".{variant}-{_passes()}.tiles.{ending}")


def program_name(kind: str, facts: str, variant: str, ending: str) -> str:
    """Return the file name of a program; ``facts`` contains the names of its pieces."""
    digest = blake2b(facts.encode(), digest_size=10).hexdigest()
    return f"{kind}-{digest}-{_compiler()}.{variant}-{_passes()}.tiles.{ending}"


@functools.cache
def _passes() -> str:
    """Return the hash of the passes of GPU code (toolchain/gpu)."""
    return _hash("", set(closure("toolchain.gpu.library_ir")))[:8]


def _compiler() -> str:
    return _made().hexdigest()


def _made() -> Any:
    """Return a hash of the compiler's version and the file format."""
    return blake2b(f"{compiler_version()} {FORMAT}".encode(), digest_size=4)


BORDER = "border"
TANGENTS = "tangents"  # name of the library of stages with tangents in a wheel
WASM = "wasm"  # name of the stages as WebAssembly in manifests


def wasm_name(rows: Sequence[Stage], target: Target) -> str:
    """Return the file name of the WebAssembly module of these stages."""
    return _file_name("stages", source_hash(rows), target)


def border_modules(back: bool = True) -> set[str]:
    """Return the modules that the extension module is made of.

    Rows of functions are hashed separately (`border_hash`).

    back   include the modules that turn bitcode into objects
    """
    from gelenk.tables.functions.targets import KERNELS

    roots = {
        "toolchain.extension.module",
        "engine.validation.index_columns",
        *(k.module.removeprefix("gelenk.") for k in KERNELS.values()),
    }
    return {m for root in roots for m in closure(root, back) if not m.startswith("tables.functions")}


def border_hash(back: bool = True) -> str:
    """Return the hash of all that the extension module depends on (toolchain/extension).

    back   include the modules that turn bitcode into objects
    """
    from gelenk.tables.functions.targets import TARGETS
    from gelenk.toolchain.extension.abi import CLEARED
    from gelenk.toolchain.extension.struct_copy import KNOWN

    text = repr(
        [
            (t, [a._replace(default=repr(a.default)[:9]) for a in t.signature.arguments], t.signature.result)
            for t in TARGETS.values()
        ]
    ) + repr((CLEARED, KNOWN))
    return _hash(text, border_modules(back), _words_in(text))


def border_name(target: Target | None = None) -> str:
    """Return the file name of the extension module."""
    return _file_name(BORDER, border_hash(), target)


def border_bitcode_names(rows: Iterable[Stage]) -> list[str]:
    """Return the file names of the bitcode of entries and kernels of the extension module."""
    hashed = border_hash(back=False)
    return [_bitcode_name(f"{row.name}_{BORDER}", hashed) for row in rows]


def parcel_name(parcel: list[dict[str, Any]], kinds: str) -> str:
    """Return the file name of the library of one user kernel, packed as ``parcel``."""
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


def _file_name(library: str, hashed: str, target: Target | None = None) -> str:
    """Return the file name of a library for a target, by default that of this process."""
    target = target or Target(platforms.here(), platforms.here().level(cpu_level()))
    made = _made()
    made.update(target.facts.encode())
    if target.level.name == HOST:
        made.update(platforms.processor_features().encode())
    return f"{library}-{hashed}-{made.hexdigest()}.{target.level.name}{mode()}{target.platform.suffix}"
