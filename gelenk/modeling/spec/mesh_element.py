"""The element class of meshes, with the methods that generate builtin ones.

Documents: API / MjSpec; XML reference / asset / mesh (builtin)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gelenk.modeling.spec import attribute_bases
from gelenk.modeling.spec.arguments import converted, real, several, whole
from gelenk.modeling.spec.element import Classed, plugin_of
from gelenk.tables.enums import mjtMeshInertia


@plugin_of
class MjsMesh(Classed, attribute_bases.MeshAttributes):
    """A mesh; the make_ methods generate a builtin one (mesh_shapes.py)."""

    tag = "mesh"

    @converted
    def make_sphere(self, subdivision: int) -> None:
        """Make an icosahedron, subdivided and projected onto the unit sphere.

        subdivision   number of times that each triangle is cut into four

        Errors     ValueError: subdivision is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_shape("sphere", subdivision)

    @converted
    def make_hemisphere(self, resolution: int) -> None:
        """Make the upper half of a unit sphere, closed by a flat bottom.

        resolution   fineness of the grid

        Errors     ValueError: resolution is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_shape("hemisphere", resolution)

    @converted
    def make_cone(self, nedge: int, radius: float) -> None:
        """Make a cone of radius 1 at its bottom, possibly truncated.

        nedge      number of sides
        radius     radius at the top [1], relative to that at the bottom

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_shape("cone", nedge, radius)

    @converted
    def make_supersphere(self, resolution: int, e: float, n: float) -> None:
        """Make a superellipsoid: with exponents 1 a sphere, 0 a box, 2 an octahedron.

        resolution   fineness of the grid
        e          exponent along the longitude [1]
        n          exponent along the latitude [1]

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_shape("supersphere", resolution, e, n)

    @converted
    def make_supertorus(self, resolution: int, radius: float, s: float, t: float) -> None:
        """Make a supertoroid: a ring of radius 1 around z.

        resolution   fineness of the grid
        radius     radius of the section [1], relative to that of the ring
        s          exponent of the section [1]
        t          exponent of the ring [1]

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_shape("supertorus", resolution, radius, s, t)

    @converted
    def make_wedge(
        self, resolution: Sequence[int] = (0, 0), fov: Sequence[float] = (0.0, 0.0), gamma: float = 0.0
    ) -> None:
        """Make a grid of tactile cells on a unit sphere around -z.

        resolution   cells along longitude and latitude
        fov        half angles of view, horizontal and vertical [degree]
        gamma      0: cells of equal angles; larger values (up to 1) make cells near the middle smaller [1]

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_shape("wedge", tuple(resolution), tuple(fov), gamma)

    @converted
    def make_plate(self, resolution: Sequence[int] = (0, 0)) -> None:
        """Make a square grid of tactile cells, with the inertia of a shell since it has no volume.

        resolution   cells along x and y

        Errors     ValueError: resolution is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_shape("plate", *resolution)
        self.inertia = mjtMeshInertia.mjMESH_INERTIA_SHELL

    def make_grid(self, count: Sequence[int], spacing: Sequence[float], dim: int = 3) -> None:
        """Make a regular grid of vertices, between tetrahedra (dim 3) or triangles (dim 2).

        count      vertices along x, y and z
        spacing    distance of neighboring vertices along x, y and z [m]
        dim        3: a solid; 2: a surface in the plane z = 0, with the inertia of a shell

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_grid("grid", count, spacing, dim)

    def make_box(self, count: Sequence[int], spacing: Sequence[float], dim: int = 3) -> None:
        """Make a box: a solid around a vertex at its center (dim 3), or open at the top (dim 2).

        count      vertices along x, y and z, at least 2 each
        spacing    distance of neighboring vertices along x, y and z [m]
        dim        3: a solid; 2: a surface, with the inertia of a shell

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_grid("box", count, spacing, dim)

    def make_cylinder(self, count: Sequence[int], spacing: Sequence[float], dim: int = 3) -> None:
        """Make a cylinder along z: a box whose horizontal sections are mapped to ellipses.

        count      vertices along x, y and z, at least 2 each
        spacing    distance of neighboring vertices of the box along x, y and z [m]
        dim        3: a solid; 2: a surface without top, with the inertia of a shell

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_grid("cylinder", count, spacing, dim)

    def make_ellipsoid(self, count: Sequence[int], spacing: Sequence[float], dim: int = 3) -> None:
        """Make an ellipsoid: a box that is mapped to its inscribed ellipsoid.

        count      vertices along x, y and z, at least 2 each
        spacing    distance of neighboring vertices of the box along x, y and z [m]
        dim        3: a solid; 2: a surface without top, with the inertia of a shell

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_grid("ellipsoid", count, spacing, dim)

    def make_square(self, count: Sequence[int], spacing: Sequence[float]) -> None:
        """Make a rectangle of triangles in the plane z = 0, with the inertia of a shell.

        count      vertices along x and y; the third value is 1
        spacing    distance of neighboring vertices along x, y and z [m]

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_grid("square", count, spacing, 2)

    def make_disc(self, count: Sequence[int], spacing: Sequence[float]) -> None:
        """Make a disc of triangles in the plane z = 0, with the inertia of a shell.

        As in flexcomps, the points of the square grid are mapped to circles and multiplied by half its size [m].

        count      vertices along x and y; the third value is 1
        spacing    distance of neighboring vertices of the square grid along x, y and z [m]

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._set_grid("disc", count, spacing, 2)

    def _set_grid(self, name: str, count: Sequence[int], spacing: Sequence[float], dim: int) -> None:
        what = f"make_{name}"
        number = several(f"{what}: count", count, 3, whole)
        step = several(f"{what}: spacing", spacing, 3, real)
        dim = whole(f"{what}: dim", dim)
        self._set_shape("point_grid", name, number, step, dim)
        if dim == 2 and self.inertia == mjtMeshInertia.mjMESH_INERTIA_LEGACY:
            self.inertia = mjtMeshInertia.mjMESH_INERTIA_SHELL

    def _set_shape(self, name: str, *parameters: Any) -> None:
        from gelenk.modeling.spec import mesh_shapes  # imported on first use, since few meshes are builtin

        shape = getattr(mesh_shapes, name)(*parameters)
        self.usernode = shape.node.ravel()
        self.usertet = shape.tet.ravel()
        self.uservert = shape.vert.ravel()
        self.userface = shape.face.ravel()
        self.usernormal = shape.normal.ravel()
