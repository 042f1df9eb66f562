"""Make the wheels of several platforms on this machine: python tools/wheels.py [--out FOLDER] [PLATFORM...]

First all objects are compiled, each library once for all platforms; then wheels are linked and packed, several at a
time. Bitcode and objects are kept in GELENK_OBJECTS, by default in the cache folder, so that a second run compiles only
what changed. The packages that a build requires must be installed: pip install 'gelenk[wheels]'. Without ziglang, the
wheels of macOS and Windows are left out, with a line that says so.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def wheel_work(rows):
    """Return the libraries of the wheels of ``rows``, each with its target."""
    from gelenk.toolchain import build, wasm
    from gelenk.toolchain.tangents import load

    work = []
    for row in rows:
        each = build.wheel_targets(row)
        work += [(one, target) for target in each for part in build.target_work(target) for one in part]
        work += [(one, each[0]) for one in load.work(each[0])]
    with contextlib.suppress(RuntimeError):  # without a linker for WebAssembly, wheels have no such module
        wasm.find_linker()
        work += [(one, wasm.target()) for one in wasm.work()]
    return work


def compile_all(rows):
    """Compile the objects of the wheels of ``rows`` into the folder GELENK_OBJECTS.

    The page of the viewer is bundled meanwhile.
    """
    import hatch_build
    from gelenk.toolchain import build

    work = wheel_work(rows)
    with ThreadPoolExecutor(1) as beside, build.objects_folder() as folder:
        if os.environ.get("GELENK_PAGE") != "off":
            beside.submit(hatch_build.bundle, str(ROOT))  # where it fails, each build says why
        build.make_objects(work, build.WHY, folder)


def pack(platform, out):
    """Link and pack the wheel of one platform; return its path and the seconds that it took."""
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory(dir=out, prefix=".wheel-") as fresh:
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", fresh, str(ROOT)]
        environment = os.environ | {"GELENK_WHEEL": platform}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{platform}: {(done.stderr or done.stdout).strip()[-2000:]}")
        for line in (done.stdout + done.stderr).splitlines():
            if "without the page of the viewer" in line:
                print(f"{platform}: {line.strip()}", file=sys.stderr)
        (made,) = Path(fresh).glob("*.whl")
        return made.replace(out / made.name), time.perf_counter() - begin


def libraries(wheel):
    """Return names and sizes of the compiled libraries of a wheel, as text."""
    with zipfile.ZipFile(wheel) as archive:
        found = [
            row
            for row in archive.infolist()
            if "/_lib/" in row.filename and not row.filename.endswith(".json")
        ]
    return ", ".join(f"{Path(row.filename).name} {row.compress_size / 1e6:.2f} MB" for row in found)


def main():
    """Build the wheels that are named, by default all, and print their sizes."""
    import hatch_build

    hatch_build.stand_in(str(ROOT))
    from gelenk.toolchain import cache, link, targets

    rows = targets.PLATFORMS.values()
    names, linked = [row.name for row in rows], [row.name for row in rows if link.can_link(row)]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "platform", nargs="*", default=linked, help=f"one of {', '.join(names)}; by default all"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder of the wheels")
    asked = parser.parse_args()
    if unknown := set(asked.platform) - set(names):
        parser.error(f"platform must be one of {', '.join(names)}, got {', '.join(sorted(unknown))}")
    if asked.platform == linked and linked != names:
        left = ", ".join(name for name in names if name not in linked)
        print(f"wheels of {left} are omitted, since they need ziglang: pip install ziglang", file=sys.stderr)
    os.environ["GELENK_OBJECTS"] = os.environ.get("GELENK_OBJECTS") or str(
        cache.configured_folder() / "objects"
    )
    asked.out.mkdir(parents=True, exist_ok=True)
    compile_all([targets.platform_named(name) for name in asked.platform])
    # Those that zig links take longest, so they come first.
    longest_first = sorted(
        asked.platform, key=lambda name: targets.platform_named(name).linker != targets.ZIG
    )
    with ThreadPoolExecutor(os.cpu_count()) as several:
        for wheel, seconds in several.map(lambda platform: pack(platform, asked.out), longest_first):
            print(
                f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB in {seconds:.0f} s ({libraries(wheel)})",
                flush=True,
            )


if __name__ == "__main__":
    main()
