"""What Windows and macOS are asked, with stand-ins for their functions: those systems are not here."""

import ctypes
import errno
import io
import os
import sys
import types

import pytest

from gelenk.toolchain import cache, platforms, targets

V2 = {13, 14, 36, 37, 38}  # numbers of IsProcessorFeaturePresent
SYSCTL = ("sse3", "supplementalsse3", "sse4_1", "sse4_2")


@pytest.fixture
def windows(monkeypatch):
    """The functions of kernel32 that are asked, which tests replace."""
    kernel = types.SimpleNamespace()
    monkeypatch.setattr(ctypes, "WinDLL", lambda name, **more: kernel, raising=False)
    monkeypatch.setattr(platforms.sys, "platform", "win32")
    return kernel


@pytest.mark.parametrize(
    ("present", "level"), [(V2 | {40}, "x86-64-v3"), (V2, "x86-64-v2"), (V2 - {38}, targets.HOST)]
)
def test_windows_is_asked_for_the_features_of_the_cpu(monkeypatch, windows, present, level):
    windows.IsProcessorFeaturePresent = lambda number: number in present
    found = platforms._cpu_of_windows()
    monkeypatch.setattr(platforms, "_cpu_facts", lambda: found)
    monkeypatch.setattr(platforms, "here", lambda: targets.platform_named("win32-x86_64"))
    assert platforms.level() == level


@pytest.mark.parametrize(
    ("further", "level"),
    [(("avx2_0", "fma", "bmi1", "bmi2", "f16c"), "x86-64-v3"), (("avx1_0",), "x86-64-v2")],
)
def test_macos_is_asked_for_the_features_of_the_cpu(monkeypatch, further, level):
    """Rosetta, before macOS 15, is the second case."""
    present = {f"hw.optional.{name}" for name in (*SYSCTL, *further)}
    values = {"machdep.cpu.brand_string": b"Apple M9\0"} | dict.fromkeys(present, b"\1\0\0\0")
    monkeypatch.setattr(platforms, "_sysctl", lambda name, size: values.get(name, b""))
    found = platforms._cpu_of_mac()
    monkeypatch.setattr(platforms, "_cpu_facts", lambda: found)
    monkeypatch.setattr(platforms, "here", lambda: targets.platform_named("darwin-x86_64"))
    assert platforms.level() == level and platforms.processor() == "Apple M9"


def test_libraries_of_windows_are_opened_by_its_loader(monkeypatch, windows):
    import _ctypes

    windows.GetProcAddress = types.SimpleNamespace()
    monkeypatch.setattr(_ctypes, "LoadLibrary", lambda path, flags: len(path), raising=False)
    opened, find = platforms.loader.__wrapped__()
    assert opened("C:\\a.dll") == 8 and find is windows.GetProcAddress
    assert find.restype is ctypes.c_void_p and len(find.argtypes) == 2


def test_the_clock_of_windows_counts_ticks(monkeypatch, windows):
    counter = ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1)

    def frequency(out):
        out._obj.value = 10_000_000
        return 1

    windows.QueryPerformanceFrequency, windows.QueryPerformanceCounter = frequency, counter
    monkeypatch.setattr(platforms, "here", lambda: targets.platform_named("win32-x86_64"))
    address, _, tick = platforms.clock()
    assert address and tick == 1e-7


def test_a_lock_of_windows_waits_longer_than_its_system_does(monkeypatch, tmp_path):
    """The system gives up after 10 s; compiling takes minutes."""
    tries = []

    def locking(number, mode, count):
        tries.append(mode)
        if len(tries) < 3:
            raise OSError(errno.EDEADLOCK, "Resource deadlock avoided")

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", types.SimpleNamespace(locking=locking, LK_LOCK=1))
    with platforms.locked(str(tmp_path / "lock")):
        assert len(tries) == 3
    assert not (tmp_path / "lock").exists()


def test_another_error_of_a_lock_is_raised(monkeypatch, tmp_path):
    def locking(number, mode, count):
        raise OSError(errno.EACCES, "denied")

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", types.SimpleNamespace(locking=locking, LK_LOCK=1))
    with pytest.raises(OSError, match="denied"), platforms.locked(str(tmp_path / "lock")):
        pass


@pytest.mark.parametrize(
    ("system", "folder"), [("win32", "local"), ("darwin", "home/Library/Caches"), ("linux", "home/.cache")]
)
def test_caches_are_where_the_system_has_them(monkeypatch, system, folder):
    monkeypatch.setattr(platforms.sys, "platform", system)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("LOCALAPPDATA", "local")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path.replace("~", "home"))
    assert platforms.cache_folder() == os.path.join(*folder.split("/"))
    monkeypatch.setenv("XDG_CACHE_HOME", os.path.abspath("own"))
    assert platforms.cache_folder() == os.path.abspath("own")


def test_a_console_with_a_code_page_shows_what_it_can(monkeypatch):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="cp1252"))
    monkeypatch.setattr(sys, "stderr", None)  # of a program without a console
    platforms.accept_all_characters()
    print("done \N{CHECK MARK} 5\N{DEGREE SIGN}", flush=True)
    assert written.getvalue().strip() == b"done ? 5\xb0"


def test_a_library_that_a_process_has_loaded_is_not_replaced_and_that_is_no_error(monkeypatch, tmp_path):
    """As on Windows; two processes that make one library at the same time write equal contents."""
    path = tmp_path / "library.dll"
    cache.write_sealed(path, b"contents" * 9)

    def refused(source, target):
        raise PermissionError(errno.EACCES, "is being used by another process")

    monkeypatch.setattr(cache.os, "replace", refused)
    cache.write_sealed(path, b"contents" * 9)
    assert [file.name for file in tmp_path.iterdir()] == ["library.dll"]
    path.write_bytes(b"damaged")
    with pytest.raises(RuntimeError, match="cannot be written"):
        cache.write_sealed(path, b"contents" * 9)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (0xC0000005, "it was ended by exception 0xc0000005 (access violation)"),
        (0xC000001D, "it was ended by exception 0xc000001d (illegal instruction)"),
        (3, "it ended with status 3"),
    ],
)
def test_how_a_process_of_windows_ended_is_told_in_words(code, told):
    assert platforms.ending(code) == told
