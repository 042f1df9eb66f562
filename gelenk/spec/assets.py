"""Spec elements that are assets or made of many: meshes, textures, materials, height fields, skins, flexes.

Documents: API / MjSpec; XML reference / asset, deformable
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gelenk.spec import attributes
from gelenk.spec.arguments import converted
from gelenk.spec.element import Classed, Named, plugin_of
from gelenk.tables.enums import mjtMeshInertia


@plugin_of
class MjsMesh(Classed, attributes.MeshAttributes):
    """A mesh. The make_ methods fill in a builtin one: its vertices, triangles and normals (mesh_shapes.py)."""

    tag = "mesh"

    @converted
    def make_sphere(self, subdivision: int) -> None:
        """An icosahedron whose triangles are cut into four, several times, with its corners at distance 1.

        subdivision   how many times

        Errors     ValueError: subdivision is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take("sphere", subdivision)

    @converted
    def make_hemisphere(self, resolution: int) -> None:
        """The upper half of a unit sphere, closed by a flat bottom.

        resolution   how finely it is cut

        Errors     ValueError: resolution is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take("hemisphere", resolution)

    @converted
    def make_cone(self, nedge: int, radius: float) -> None:
        """A cone, perhaps cut off at the top, of radius 1 at its bottom.

        nedge      how many sides
        radius     radius at the top [1], as a part of that at the bottom

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take("cone", nedge, radius)

    @converted
    def make_supersphere(self, resolution: int, e: float, n: float) -> None:
        """A superellipsoid: with exponents 1 a sphere, 0 a box, 2 an octahedron.

        resolution   how finely it is cut
        e          exponent along the longitude [1]
        n          exponent along the latitude [1]

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take("supersphere", resolution, e, n)

    @converted
    def make_supertorus(self, resolution: int, radius: float, s: float, t: float) -> None:
        """A supertoroid: a ring of radius 1 around z.

        resolution   how finely it is cut
        radius     radius of the section [1], as a part of that of the ring
        s          exponent of the section [1]
        t          exponent of the ring [1]

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take("supertorus", resolution, radius, s, t)

    @converted
    def make_wedge(
        self, resolution: Sequence[int] = (0, 0), fov: Sequence[float] = (0.0, 0.0), gamma: float = 0.0
    ) -> None:
        """A grid of tactile cells on a unit sphere around -z.

        resolution   cells along longitude and latitude
        fov        half angles of view, horizontal and vertical [degree]
        gamma      how much cells are finer near the middle [1]

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take("wedge", tuple(resolution), tuple(fov), gamma)

    @converted
    def make_plate(self, resolution: Sequence[int] = (0, 0)) -> None:
        """A square grid of tactile cells; it has no volume, so its inertia is that of a shell.

        resolution   cells along x and y

        Errors     ValueError: resolution is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take("plate", *resolution)
        self.inertia = mjtMeshInertia.mjMESH_INERTIA_SHELL

    def _take(self, name: str, *parameters: Any) -> None:
        from gelenk.spec import mesh_shapes  # few meshes are builtin ones

        shape = getattr(mesh_shapes, name)(*parameters)
        self.uservert = shape.vert.ravel()
        self.userface = shape.face.ravel()
        self.usernormal = shape.normal.ravel()


class MjsHField(Named, attributes.HFieldAttributes):
    """A height field: elevations on a grid, from a file or `userdata` (nrow ncol).

    Source   XML reference / asset / hfield
    """

    tag = "hfield"


class MjsSkin(Named, attributes.SkinAttributes):
    """A skin: a mesh that is drawn, each vertex moved by bodies according to weights.

    Source   XML reference / deformable / skin
    """

    tag = "skin"


class MjsFlex(Named, attributes.FlexAttributes):
    """A flex: a deformable line, sheet or solid whose vertices are bodies.

    Source   XML reference / deformable / flex
    """

    tag = "flex"


class MjsTexture(Named, attributes.TextureAttributes):
    """A texture: an image from a file, a builtin pattern, or `data`.

    Source   XML reference / asset / texture
    """

    tag = "texture"


class MjsMaterial(Classed, attributes.MaterialAttributes):
    """A material: color, textures and how light is reflected.

    Source   XML reference / asset / material
    """

    tag = "material"
