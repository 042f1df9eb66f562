"""Make the wheels of several platforms on this machine: python tools/wheels.py [--out FOLDER] [PLATFORM...]

Bitcode and objects are kept in GELENK_OBJECTS, by default in the cache folder, so that a second run compiles only what
changed. The packages that a build requires must be installed: pip install 'gelenk[wheels]'. Without ziglang, the wheels
of macOS and Windows are left out, with a line that says so.
"""

import argparse
import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def build(platform, out, objects):
    """Build the wheel of one platform; return its path and the seconds that it took."""
    begin = time.perf_counter()
    before = set(out.glob("*.whl"))
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    environment = os.environ | {"GELENK_WHEEL": platform, "GELENK_OBJECTS": str(objects)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{platform}: {(done.stderr or done.stdout).strip()[-2000:]}")
    for line in (done.stdout + done.stderr).splitlines():
        if "without the page of the viewer" in line:
            print(f"{platform}: {line.strip()}", file=sys.stderr)
    made = set(out.glob("*.whl")) - before or {
        max(out.glob("*.whl"), key=lambda file: file.stat().st_mtime_ns)
    }
    return made.pop(), time.perf_counter() - begin


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
        print(f"without {left}: pip install ziglang", file=sys.stderr)
    objects = Path(os.environ.get("GELENK_OBJECTS") or cache.configured_folder() / "objects")
    asked.out.mkdir(parents=True, exist_ok=True)
    for platform in asked.platform:
        wheel, seconds = build(platform, asked.out, objects)
        print(
            f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB in {seconds:.0f} s ({libraries(wheel)})",
            flush=True,
        )


if __name__ == "__main__":
    main()
