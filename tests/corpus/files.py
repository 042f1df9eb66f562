"""Robot files of a folder: MJCF with root `mujoco`, URDF with root `robot`.

A part is a file that another file of the package includes. It is tried as all others are, and only called a part where
3.5.0 refuses it: many parts are models as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.corpus.packages import Package

ROOT = re.compile(r"\A(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*<(mujoco|robot)\b", re.DOTALL)
INCLUDED = re.compile(r"<(?:include|model)\b[^>]*?\bfile\s*=\s*[\"']([^\"']+)[\"']", re.DOTALL)
NOT_FILLED = re.compile(r"\$\{|\$\(|<xacro:|\{\{")  # templates: programs fill them before they load
SHAPE_OF_MESH = re.compile(
    r"<(visual|collision)\b(?![^>]*/>)(?:(?!</\1\s*>).)*?<mesh\b.*?</\1\s*>|<!--.*?-->", re.DOTALL
)


@dataclass(frozen=True)
class Robot:
    """One file; `meshes` is whether it is loaded as it stands, or without the shapes that are meshes."""

    package: str
    path: str
    meshes: bool = True

    @property
    def name(self) -> str:
        """What tables call the file."""
        return f"{self.package}/{self.path}" + ("" if self.meshes else " without meshes")

    @property
    def urdf(self) -> bool:
        """Whether the file is one of URDF."""
        return self.path.lower().endswith(".urdf")

    def text(self, folder: Path) -> str:
        """What the file says, less shapes that are meshes if these are left out."""
        text = read(folder / self.package / self.path)
        return text if self.meshes else SHAPE_OF_MESH.sub("", text)


def read(path: Path) -> str:
    """The text of a file in whatever encoding it may be."""
    return path.read_bytes().decode("utf-8", "replace").lstrip("\ufeff")


def find(package: Package, folder: Path) -> tuple[list[Robot], set[str]]:
    """The robot files of an installed package, and those of them that others include."""
    place = folder / package.name
    robots, parts, sampled = [], set(), 0
    for path in sorted(p for p in place.rglob("*") if p.suffix.lower() in (".xml", ".mjcf", ".urdf")):
        text = read(path)
        for name in INCLUDED.findall(text):
            parts.add(Path(name).name)
        if not ROOT.match(text) or NOT_FILLED.search(text):
            continue
        where = str(path.relative_to(place))
        if package.sample and package.sample[0] in where:
            sampled += 1
            if sampled % package.sample[1] != 1:
                continue
        robots.append(Robot(package.name, where))
    return robots, {robot.path for robot in robots if Path(robot.path).name in parts}
