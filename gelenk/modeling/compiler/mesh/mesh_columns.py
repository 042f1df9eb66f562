"""The mesh columns (mesh_*) of a model; equal sources are processed once.

Documents: XML reference / asset / mesh; API / MJModel (mesh_*)
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from threading import Lock
from typing import Any

import numpy as np

from gelenk.errors import Error, warn
from gelenk.modeling.assets.asset_cache import load, load_or_make
from gelenk.modeling.assets.mesh_content import RawMesh, describe_parts
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.element_frames import floats
from gelenk.modeling.compiler.mesh.hull import Polygons
from gelenk.modeling.compiler.mesh.octree import DEEPEST_LEVEL
from gelenk.modeling.compiler.mesh.processed_mesh import Mesh, Settings, arrays_of, mesh_of
from gelenk.modeling.compiler.plugins import has_plugin, instance_of
from gelenk.modeling.compiler.spec_columns import media_type, starts_or_none
from gelenk.modeling.compiler.tree import bodies_depth_first
from gelenk.modeling.mjcf.file_sources import Stamp
from gelenk.modeling.spec.element import name_after_files
from gelenk.runtime.memory_plan import Parts
from gelenk.runtime.plugin_registry import Task
from gelenk.tables.enums import mjtGeom, mjtObj
from gelenk.tables.releases import R3_6, R3_8, R3_10, R3_13, R4_0

COLLIDERS = (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF)
READERS = {  # media type -> (module, function) that reads such a file
    "model/obj": ("mesh_formats", "read_obj"),
    "model/ply": ("mesh_formats", "read_ply"),
    "model/stl": ("mesh_formats", "read_stl"),
    "model/vnd.mujoco.msh": ("binary_formats", "read_msh"),
}
MOST_CACHED = 1 << 27  # bytes of processed meshes in the memory cache
MESH_RELEASES = (0, R3_10, R3_13, R4_0)  # releases that changed mesh processing; 0: all before R3_10
MOST_STAMPED = 1 << 12  # limit on the files in the table of stamps
# number of meshes with a hull that a process stores on disk even if processing is fast, so that the next process can
# avoid loading Qhull, which takes longer than processing this number of small meshes
HULLS = 64


def prepare_meshes(build: Build) -> None:
    """Process all meshes; build.meshes maps names to Mesh."""
    elements = build.spec.meshes
    name_after_files(elements)
    for el in elements:
        if not el.name:
            build.fail(el, "empty name in mesh", "name", "a mesh without a file needs a name")
    build.register(mjtObj.mjOBJ_MESH, list(elements))
    colliding, fields = colliding_meshes(build) if len(elements) else (set(), set())
    build.meshes = {
        el.name: compile_mesh(build, el, el.name in colliding, el.name in fields or bool(el.needsdf))
        for el in elements
    }


def discard_unused(build: Build) -> None:
    """Drop the meshes that no geom, site or sensor refers to (discardvisual)."""
    users = [part for body in bodies_depth_first(build.world) for part in body.geoms + body.sites]
    used = {part.el.meshname for part in users}
    used |= {el.objname for el in build.spec.sensors if el.objtype == mjtObj.mjOBJ_MESH}
    build.register(mjtObj.mjOBJ_MESH, [el for el in build.spec.meshes if el.name in used])
    for part in users:
        if part.el.meshname:
            part.dataid = build.find(mjtObj.mjOBJ_MESH, part.el.meshname)


def colliding_meshes(build: Build) -> tuple[set[str], set[str]]:
    """Return the names of meshes that need a hull, and of those that need an octree.

    Meshes of sites and of geoms that can collide need a hull, those of SDF geoms without a plugin an octree as well.
    """
    paired = {name for pair in build.spec.pairs for name in (pair.geomname1, pair.geomname2)}
    made = {mesh.name for mesh in build.spec.meshes if has_plugin(mesh)}
    found: set[str] = set()
    fields: set[str] = set()
    stack = [build.spec.worldbody]
    while stack:
        body = stack.pop()
        stack.extend(body.bodies)
        found.update(site.meshname for site in body.sites if site.meshname)
        for geom in body.geoms:
            if geom.meshname and int(geom.type) in COLLIDERS:
                if int(geom.type) == mjtGeom.mjGEOM_SDF:
                    (found if geom.meshname in made and has_plugin(geom) else fields).add(geom.meshname)
                if int(geom.contype) or int(geom.conaffinity) or (geom.name and geom.name in paired):
                    found.add(geom.meshname)
    return found | fields, fields


def compile_mesh(build: Build, el: Any, collides: bool, field: bool) -> Mesh:
    """Return the processed mesh of an element, cached by source and settings."""
    state = el.__dict__  # the raw state: attribute access would make arrays of its values
    scale = floats(state["scale"])
    settings = Settings(
        scale,
        floats(state["refpos"]),
        floats(state["refquat"]),
        bool(el.smoothnormal),
        int(el.maxhullvert),
        int(el.inertia),
        collides,
        sum(s < 0.0 for s in scale) % 2 == 1 and is_turned(el, build.release),
        field,
        stretch=state.get("_stretch", ()),
        deepest=int(el.octree_maxdepth),
        release=max(release for release in MESH_RELEASES if release <= build.release),
    )
    if not 0 <= settings.deepest <= DEEPEST_LEVEL:
        message = f"octree_maxdepth must be 0 to {DEEPEST_LEVEL}, got {settings.deepest}"
        build.fail(el, message, "octree_maxdepth")
    attribute = "file" if el.file else "vertex"
    try:
        if has_plugin(el):
            return made_by_plugin(build, el, settings)
        if el.file:
            if len(state["uservert"]) or len(state["userface"]):
                raise Error("repeated vertex specification", hint="give vertices or a file, not both")
            kind = media_type(el, el.file)
            if kind not in READERS:
                raise Error(
                    "unknown kind of mesh file",
                    hint="use the extension .obj, .ply, .stl or .msh, or give content_type",
                )
            # taken before the file is read, so that a file modified meanwhile is read again
            stamp = build.stamp(el, el.file)
            known = CACHE.find_by_stamp(stamp, kind, settings)
            mesh = known or CACHE.mesh_of_file(build.read_file(el, el.file), kind, settings, stamp)
            if mesh.parts != 1:
                tell_of_parts(el, mesh)
            return mesh
        return CACHE.mesh_of_data(inline(el), settings)
    except Error as error:
        problem = error.problems[0]
        if problem.where:
            raise
        build.fail(el, problem.message, attribute, problem.hint)


def is_turned(el: Any, release: int) -> bool:
    """Return whether the triangles of a mirrored mesh are reversed.

    Meshes given by attributes are reversed from release 3.8 on. From 3.8 until 4.0, MSH files are not reversed, since
    MuJoCo reversed them twice.
    """
    if not el.file:
        return release >= R3_8
    return not (R3_8 <= release < R4_0 and media_type(el, el.file) == "model/vnd.mujoco.msh")


def tell_of_parts(el: Any, mesh: Mesh) -> None:
    """Warn about a mesh file of several objects, of which 3.5.0 reads only the first."""
    place = f"{el.where}: " if el.where else ""
    warn(f"{place}the file '{el.file}' of mesh '{el.name}' {describe_parts(int(mesh.parts))}")


def made_by_plugin(build: Build, el: Any, settings: Settings) -> Mesh:
    """Return the mesh of a plugin's distance field, in the frame of the plugin.

    Only geoms without a plugin use the octree of the mesh.
    """
    instance = instance_of(build, el, Task.SDF)
    if settings.scale != (1.0, 1.0, 1.0):
        build.fail(el, "a mesh that a plugin makes cannot be scaled", "scale", "the plugin states its size")
    from gelenk.modeling.compiler.mesh.sdf_surface import plugin_mesh

    return processed(plugin_mesh(build, el, instance), settings._replace(fixed=True))


def processed(raw: RawMesh, settings: Settings) -> Mesh:
    """Process a raw mesh; the import is deferred until the disk cache misses."""
    from gelenk.modeling.compiler.mesh.process import process

    return process(raw, settings)


def inline(el: Any) -> RawMesh:
    """Return the mesh that the attributes of an element define."""
    nvert = len(el.uservert) // 3
    for name, values, width in (
        ("vertex", el.uservert, 3),
        ("normal", el.usernormal, 3),
        ("texcoord", el.usertexcoord, 2),
        ("face", el.userface, 3),
    ):
        if len(values) % width:
            raise Error(f"{name} has {len(values)} numbers, not a multiple of {width}")
    face_normal = el.userfacenormal if len(el.userfacenormal) else None
    face_texcoord = el.userfacetexcoord if len(el.userfacetexcoord) else None
    if len(el.usertexcoord) and face_texcoord is None and len(el.usertexcoord) != 2 * nvert:
        raise Error(f"texcoord has {len(el.usertexcoord)} numbers for {nvert} vertices", hint="two for each")
    for name, index in (("userfacenormal", face_normal), ("userfacetexcoord", face_texcoord)):
        if index is not None and len(index) != len(el.userface):
            raise Error(f"{name} has {len(index)} numbers, face has {len(el.userface)}")
    return RawMesh(el.uservert, el.userface, el.usernormal, el.usertexcoord, face_normal, face_texcoord)


class Cache:
    """LRU cache of processed meshes, by content and settings.

    The stamp of an unchanged file identifies its content, so that the file is not read again.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.kept: OrderedDict[tuple, Mesh] = OrderedDict()
        # (stamp, kind, settings), which is also a cache key -> key of the mesh, which may have been evicted since
        self.stamped: dict[tuple, tuple] = {}
        self.bytes = 0
        self.hulls = 0  # meshes with a hull that were not in the memory cache

    def find_by_stamp(self, stamp: Stamp | None, kind: str, settings: Settings) -> Mesh | None:
        """Return the mesh of a file by its stamp, from memory or disk, or None."""
        if not stamp:
            return None
        origin = (stamp, kind, settings)
        with self.lock:
            key = self.stamped.get(origin, origin)
            if key in self.kept:
                self.kept.move_to_end(key)
                return self.kept[key]
        arrays = load(origin)
        return self._store(origin, mesh_of(arrays)) if arrays else None

    def mesh_of_file(self, content: bytes, kind: str, settings: Settings, stamp: Stamp | None = None) -> Mesh:
        """Return the processed mesh of the content of a file."""
        key = (hashlib.sha256(content).digest(), kind, settings)
        origin = (stamp, kind, settings) if stamp else None
        with self.lock:
            if origin:
                if len(self.stamped) >= MOST_STAMPED:
                    self.stamped.clear()
                self.stamped[origin] = key

        def make() -> Mesh:
            module, name = READERS[kind]
            read = getattr(import_module(f"gelenk.modeling.assets.{module}"), name)
            if kind == "model/obj":
                read = partial(read, release=settings.release)
            raw = read(content)
            if raw.parts > 1:
                with suppress(Error):
                    return processed(raw, settings)
                raw = read(content, joined=False)  # only the first part, as in 3.5.0
            return processed(raw, settings)

        return self._mesh_of_key(key, make, settings, origin)

    def mesh_of_data(self, raw: RawMesh, settings: Settings) -> Mesh:
        """Return the processed mesh of inline data."""
        arrays = (raw.vert, raw.face, raw.normal, raw.texcoord, raw.face_normal, raw.face_texcoord)
        digest = hashlib.sha256()
        for array in arrays:
            digest.update(b"-" if array is None else b"%d " % len(array))
            digest.update(b"" if array is None else array.data)
        return self._mesh_of_key((digest.digest(), "", settings), lambda: processed(raw, settings), settings)

    def _mesh_of_key(
        self, key: tuple, make: Callable[[], Mesh], settings: Settings, origin: tuple | None = None
    ) -> Mesh:
        """Return the mesh of a key, from memory, from disk, or processed now."""
        with self.lock:
            if key in self.kept:
                self.kept.move_to_end(key)
                return self.kept[key]
        loads = settings.hull and self.hulls < HULLS
        self.hulls += settings.hull
        least = 0.0 if loads else None
        return self._store(key, mesh_of(load_or_make(key, lambda: arrays_of(make()), origin, least)))

    def _store(self, key: tuple, mesh: Mesh) -> Mesh:
        size = nbytes(mesh)
        with self.lock:
            if key not in self.kept:
                self.kept[key] = mesh  # no call until the next store, so Ctrl-C cannot interrupt between them
                self.bytes += size
            while self.bytes > MOST_CACHED:
                oldest = next(iter(self.kept))
                size = nbytes(self.kept[oldest])
                del self.kept[oldest]
                self.bytes -= size
        return mesh


def nbytes(mesh: Mesh) -> int:
    """Return the bytes of the arrays of a mesh."""
    arrays = [*mesh, *mesh.polygons, *mesh.tree, *(mesh.octree or ())]
    return sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))


CACHE = Cache()


# ---- columns of the model


def _polygons_of(mesh: Mesh, release: int) -> Polygons:
    """Return the polygons of a mesh.

    From release 3.6 on a mesh without a hull, which never collides, has none.
    """
    if mesh.graph is not None or release < R3_6:
        return mesh.polygons
    none = [array[:0] for array in mesh.polygons]
    return Polygons(*none)._replace(mapnum=np.zeros_like(mesh.polygons.mapnum))


def mesh_columns(build: Build) -> None:
    """Fill all mesh fields (mesh_*), one mesh after the other."""
    elements = build.elements[int(mjtObj.mjOBJ_MESH)]
    meshes = [build.meshes[el.name] for el in elements]
    polygons = [_polygons_of(mesh, build.release) for mesh in meshes]
    graphs = [np.zeros(0, np.int32) if mesh.graph is None else mesh.graph for mesh in meshes]
    vertnum = [len(mesh.vert) for mesh in meshes]
    polyvertnum = stack([p.vertnum for p in polygons])
    mapnum = stack([p.mapnum for p in polygons])
    texcoordnum = [len(mesh.texcoord) for mesh in meshes]
    graphadr = starts([len(graph) for graph in graphs])
    build.set_fields(
        mesh_vert=Parts([mesh.vert for mesh in meshes]),
        mesh_vertadr=starts(vertnum),
        mesh_vertnum=vertnum,
        mesh_face=Parts([mesh.face for mesh in meshes]),
        mesh_faceadr=starts([len(mesh.face) for mesh in meshes]),
        mesh_facenum=[len(mesh.face) for mesh in meshes],
        mesh_normal=Parts([mesh.normal for mesh in meshes]),
        mesh_normaladr=starts([len(mesh.normal) for mesh in meshes]),
        mesh_normalnum=[len(mesh.normal) for mesh in meshes],
        mesh_facenormal=Parts([mesh.face_normal for mesh in meshes]),
        mesh_texcoord=Parts([mesh.texcoord for mesh in meshes]),
        mesh_texcoordadr=starts_or_none(texcoordnum),
        mesh_texcoordnum=texcoordnum,
        mesh_facetexcoord=Parts([mesh.face_texcoord for mesh in meshes]),
        mesh_graph=Parts(graphs),
        mesh_graphadr=[-1 if mesh.graph is None else a for a, mesh in zip(graphadr, meshes, strict=True)],
        mesh_polyadr=starts([len(p.normal) for p in polygons]),
        mesh_polynum=[len(p.normal) for p in polygons],
        mesh_polynormal=Parts([p.normal for p in polygons]),
        mesh_polyvert=Parts([p.turned() if build.release >= R3_8 else p.vert for p in polygons]),
        mesh_polyvertadr=starts(polyvertnum),
        mesh_polyvertnum=polyvertnum,
        mesh_polymap=Parts([p.map for p in polygons]),
        mesh_polymapadr=starts(mapnum),
        mesh_polymapnum=mapnum,
        mesh_pos=[mesh.pos for mesh in meshes],
        mesh_quat=[mesh.quat for mesh in meshes],
        mesh_scale=[floats(el.scale) for el in elements],
    )
    _octree_columns(build, meshes)
    build.sizes.update(
        nmesh=len(meshes),
        nmeshvert=sum(vertnum),
        nmeshface=sum(len(mesh.face) for mesh in meshes),
        nmeshnormal=sum(len(mesh.normal) for mesh in meshes),
        nmeshtexcoord=sum(texcoordnum),
        nmeshgraph=sum(len(graph) for graph in graphs),
        nmeshpoly=len(polyvertnum),
        nmeshpolyvert=sum(len(p.vert) for p in polygons),
        nmeshpolymap=sum(len(p.map) for p in polygons),
    )


def _octree_columns(build: Build, meshes: list[Any]) -> None:
    """Fill the octrees (oct_*) of signed distance fields, and their addresses in meshes."""
    trees = [mesh.octree for mesh in meshes if mesh.octree is not None]
    cells = [0 if mesh.octree is None else len(mesh.octree.depth) for mesh in meshes]
    build.set_fields(
        mesh_octadr=starts_or_none(cells),
        mesh_octnum=cells,
        oct_aabb=stack([tree.aabb for tree in trees]),
        oct_child=stack([tree.child for tree in trees]),
        oct_depth=stack([tree.depth for tree in trees]),
        oct_coeff=stack([tree.coeff for tree in trees]),
    )
    build.sizes["noct"] = sum(cells)


def stack(arrays: list[np.ndarray]) -> np.ndarray:
    """Return the arrays concatenated; empty if there are none."""
    return np.concatenate(arrays) if arrays else np.zeros(0)


def starts(counts: Any) -> np.ndarray:
    """Return the start of each part when parts of these lengths are concatenated."""
    counts = np.asarray(counts, np.int64)
    return np.cumsum(counts) - counts
