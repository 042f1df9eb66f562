"""Our own linker: its libraries do what the system's do, need the oldest C library, and have equal bytes."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

from gelenk.toolchain import link, platforms, targets
from gelenk.toolchain.elf import image, objects
from gelenk.toolchain.elf.image import needs
from tests.support.llvm_objects import MAIN, OTHER, compile_text

elf_only = pytest.mark.skipif(
    platforms.here().suffix != ".so" or platforms.platform.machine() != "x86_64",
    reason="libraries of this platform are linked by the system",
)
FUNCTIONS = {
    "lookup": (ctypes.c_double, (ctypes.c_int64,), [(i,) for i in range(4)]),
    "count": (ctypes.c_int64, (), [(), (), ()]),
    "math": (ctypes.c_double, (ctypes.c_double,), [(0.3,), (1.7,), (2.0,)]),
    "indirect": (ctypes.c_double, (ctypes.c_int64, ctypes.c_double), [(0, 3.0), (1, 3.0)]),
    "zeros": (
        ctypes.c_double,
        (ctypes.c_int64, ctypes.c_int64, ctypes.c_double),
        [(5, 0, 7.0), (5, 8, 2.0), (5, 512, 3.0), (63, 512, 1.0), (0, 8, 1.0)],
    ),
    "switch": (ctypes.c_int64, (ctypes.c_int64,), [(i,) for i in range(-1, 6)]),
}


@pytest.fixture(scope="module")
def parts():
    return [compile_text(MAIN), compile_text(OTHER)]


def linked(parts, **changes):
    return image.shared_library(parts, changes.get("provider", platforms.provider))


def loaded(data, folder, name):
    path = Path(folder) / name
    path.write_bytes(data)
    return ctypes.CDLL(str(path))


def results(dll):
    found = {}
    for name, (result, kinds, calls) in FUNCTIONS.items():
        entry = getattr(dll, f"gelenk_{name}")
        entry.restype, entry.argtypes = result, kinds
        found[name] = [entry(*call) for call in calls]
    return found


@elf_only
def test_our_library_does_what_the_systems_does(parts, tmp_path):
    ours, theirs = linked(parts), link.link_by_driver(parts)
    assert results(loaded(ours, tmp_path, "ours.so")) == results(loaded(theirs, tmp_path, "theirs.so"))
    here, there = needs(ours), needs(theirs)
    assert here.exports == {
        s for s in there.exports if not s.startswith("_")
    }  # linkers add _edata and others
    assert here.imports == there.imports == {"sin", "pow", "memset"}
    assert set(here.libraries) == set(there.libraries)


@elf_only
def test_every_kind_of_relocation_is_in_these_objects(parts):
    kinds = {r.kind for data in parts for s in objects.read(data).sections for r in s.relocations}
    assert {objects.PC32, objects.PLT32, objects.REX_GOTPCRELX, objects.X86_64.pointer} <= kinds


@elf_only
def test_functions_of_c_are_asked_for_in_their_oldest_version(parts):
    """pow has had a newer one since 2.29, which a system linker binds to."""
    found = needs(linked(parts))
    assert found.versions == dict.fromkeys(("sin", "pow", "memset"), "GLIBC_2.2.5")
    row = platforms.here()
    tags = "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64"
    assert row.tag(found.versions.values()) == tags
    assert row.tag(["GLIBC_2.2.5", "GLIBC_2.35"]) == "manylinux_2_35_x86_64.musllinux_1_1_x86_64"


@elf_only
def test_the_c_library_has_every_function_that_kernels_may_call_in_that_version():
    row = platforms.here()
    find = ctypes.CDLL(None).dlvsym
    find.restype, find.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)
    for library, names in ((row.math, targets.MATH), (row.c, targets.MEMORY | row.calls)):
        handle = ctypes.CDLL(library)._handle
        assert not [name for name in names if not find(handle, name.encode(), row.version.encode())]


@elf_only
def test_tools_for_elf_read_our_libraries(parts, tmp_path):
    readelf = shutil.which("readelf")
    if readelf is None:
        pytest.skip("no readelf here")
    path = tmp_path / "ours.so"
    path.write_bytes(linked(parts))
    done = subprocess.run([readelf, "-aW", str(path)], capture_output=True, text=True, check=True)
    assert not done.stderr
    assert "pow@GLIBC_2.2.5" in done.stdout and "BIND_NOW" in done.stdout
    assert "RWE" not in done.stdout, "no memory is both written and run"


def test_equal_objects_give_equal_bytes(parts):
    assert linked(parts) == linked(parts)


def test_a_function_that_nobody_has_is_named():
    with pytest.raises(objects.LinkError, match="numba_gamma"):
        linked([compile_text("declare double @numba_gamma(double)\n" + CALLS.format(name="numba_gamma"))])


CALLS = "define double @gelenk_f(double %x) {{\n  %y = call double @{name}(double %x)\n  ret double %y\n}}\n"


def test_a_symbol_that_is_defined_twice_is_named(parts):
    with pytest.raises(objects.LinkError, match="gelenk_other is defined twice"):
        linked([*parts, compile_text(OTHER)])


@pytest.mark.parametrize("data", [b"", b"\x7fELF", b"not an object at all" * 10])
def test_what_is_no_object_is_refused(data):
    with pytest.raises(objects.LinkError, match="ELF"):
        linked([data])


def test_names_of_kernels_are_kept_for_profilers_without_their_types():
    mangled = "_ZN6gelenk6engine5boxes6besideB3v40B108c8tJTIeE17Struct_28model_29"
    assert image.readable_name(mangled) == "gelenk.engine.boxes.beside"
    assert image.readable_name("gelenk_step") == "gelenk_step"


def test_code_for_aarch64_is_linked_too():
    """Its addresses are spread over instructions: each page and offset must meet where the symbol is."""
    parts = [compile_text(text, "aarch64") for text in (MAIN, OTHER)]
    found = needs(linked(parts, provider=targets.platform_named("linux-aarch64").provider))
    assert found.imports == {"sin", "pow", "memset"}
    assert set(found.versions.values()) == {"GLIBC_2.17"}


def test_without_a_linker_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(RuntimeError, match=r"install gcc or clang"):
        link.link_by_driver([b""])


def test_a_link_that_fails_shows_what_the_linker_said(tmp_path):
    if not any(shutil.which(name) for name in link.DRIVERS):
        pytest.skip("no compiler driver here")
    with pytest.raises(RuntimeError, match=r"could not link compiled kernels: .+"):
        link.link_by_driver([b"no object"])
