"""Build wheels of the package mujoco that are implemented by gelenk, one for each level.

    python tools/level_wheels.py [--out FOLDER] [LEVEL...]

Their source is distributions/gelenk-mujoco, the distribution of level 3.5.0 under our own name. These wheels are
named mujoco, with the level as version, so that packages that require a release of mujoco find it. A wheel holds its
level in mujoco/gelenk_level.txt, which gelenk/tables/levels.py reads. Needs build and hatchling:
pip install 'gelenk[wheels]'.
"""

import argparse
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "distributions" / "gelenk-mujoco"
_FORCED = re.compile(r"\n# tells installers[^\n]*\n\[tool\.hatch[^\n]*force-include\]\n.*", re.DOTALL)


def levels_module():
    """Return gelenk/tables/levels.py, without an import of gelenk."""
    spec = importlib.util.spec_from_file_location("gelenk_levels", ROOT / "gelenk" / "tables" / "levels.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def prepare(level, mark, folder):
    """Write the source of the distribution mujoco of a level into an empty folder."""
    for name in ("LICENSE", "README.md"):
        shutil.copy(SOURCE / name, folder / name)
    shutil.copytree(SOURCE / "mujoco", folder / "mujoco", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "mujoco" / mark).write_text(f"{level}\n", encoding="utf-8")
    project = (SOURCE / "pyproject.toml").read_text(encoding="utf-8")
    old = re.search(r'^version = "(.*)"$', project, re.MULTILINE).group(1)
    project = project.replace('name = "gelenk-mujoco"', 'name = "mujoco"').replace(
        f'version = "{old}"', f'version = "{level}"'
    )
    (folder / "pyproject.toml").write_text(_FORCED.sub("\n", project), encoding="utf-8")
    bill = (SOURCE / "sbom.cdx.json").read_text(encoding="utf-8")
    bill = bill.replace("gelenk-mujoco", "mujoco").replace(f"@{old}", f"@{level}")
    bill = bill.replace(f'"version": "{old}"', f'"version": "{level}"')
    (folder / "sbom.cdx.json").write_text(bill, encoding="utf-8")


def build(level, mark, out):
    """Build the wheel of a level; return its path."""
    with tempfile.TemporaryDirectory(prefix="gelenk-level-") as made:
        prepare(level, mark, Path(made))
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), made]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{level}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return out / f"mujoco-{level}-py3-none-any.whl"


def main():
    """Build the wheels of the levels that are named, by default all."""
    levels = levels_module()
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("level", nargs="*", help=f"one of {', '.join(levels.LEVELS)}; by default all")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder of the wheels")
    asked = parser.parse_args()
    if unknown := set(asked.level) - set(levels.LEVELS):
        parser.error(f"level must be one of {', '.join(levels.LEVELS)}, got {', '.join(sorted(unknown))}")
    asked.out.mkdir(parents=True, exist_ok=True)
    for level in asked.level or levels.LEVELS:
        print(build(level, levels.MARK, asked.out), flush=True)


if __name__ == "__main__":
    main()
