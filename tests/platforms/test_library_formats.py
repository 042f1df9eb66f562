"""Libraries for macOS and Windows, which no test can load here: their structure is what those systems ask for.

`.ci/run` installs zig, which links them, and names its folder in GELENK_PLATFORMS.
"""

import pytest

from gelenk.tables.functions.targets import KERNELS
from gelenk.tables.stages import LIBRARIES
from gelenk.toolchain import library, link, targets
from gelenk.toolchain.extension import abi
from tests.platforms import frozen_world, shared_objects

pytestmark = pytest.mark.slow  # many stages are compiled for each target, once
ENTRIES = {"PyInit__border", abi.TABLE, abi.TABLE_NAMES} | {f"gelenk_{name}" for name in KERNELS}
MACS = ["darwin-arm64 apple-m1"]
HEADERS = {"_mh_dylib_header", "__dso_handle"}  # of each library of macOS


def exports(system):
    """The symbols of the library of stages, and those of the library of entry points."""
    parts = frozen_world.parts(system)
    return {library.symbol(stage) for name in parts for stage in LIBRARIES[name]}, ENTRIES


@pytest.mark.parametrize("name", MACS)
def test_a_library_for_macos_is_signed_and_imports_only_the_c_library(shared, zig, name):
    row = targets.target_named(name).platform
    for path, wanted in zip(frozen_world.libraries(shared, name), exports("darwin"), strict=True):
        found = shared_objects.mach_o(path.read_bytes())
        assert found.machine == shared_objects.ARM64 and found.minimum == (11, 0)
        assert found.exports - HEADERS == wanted
        imports = found.imports.keys() - {"dyld_stub_binder"}
        assert imports <= targets.MATH | targets.MEMORY | row.calls
        assert set(found.libraries) == {row.c} and len(found.pages) > 10 and all(found.pages)


def test_a_library_for_windows_imports_only_functions_of_mathematics(shared, zig):
    row = targets.platform_named("win32-x86_64")
    made = frozen_world.libraries(shared, "win32-x86_64 x86-64-v3")
    for path, wanted in zip(made, exports("win32"), strict=True):
        found = shared_objects.pe(path.read_bytes())
        assert found.machine == shared_objects.AMD64
        assert found.exports == wanted
        assert found.imports.keys() <= targets.MATH
        assert {dll.removesuffix(".dll") for dll in found.imports.values()} <= {row.math}


def test_a_changed_page_is_noticed_in_the_signature(shared, zig):
    """So that the hashes above are known to be those of the pages."""
    data = bytearray(frozen_world.libraries(shared, MACS[0])[1].read_bytes())
    data[5000] ^= 1
    pages = shared_objects.mach_o(bytes(data)).pages
    assert not all(pages) and sum(pages) == len(pages) - 1


def test_without_zig_the_remedy_is_told(monkeypatch):
    monkeypatch.setattr(link, "zig", lambda: None)
    row = targets.platform_named("win32-x86_64")
    assert not link.can_link(row)
    with pytest.raises(
        RuntimeError, match=r"libraries for win32-x86_64 cannot be linked .*pip install ziglang"
    ):
        link.shared_library([b""], platform=row)
