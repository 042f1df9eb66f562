"""Slices of flexes: triangles by material, if elements have several materials.

Documents: API / MjvGeom (dataid, size, of 4.0.0); XML reference / deformable/flex / material

Each slice is a geom of the scene with one material. Slices are in the order in which their materials first appear among
the elements. The triangles of a slice follow each other, those of elements before those of the shell; a triangle of the
shell belongs to the element that has it as a side. A flex of one material has no slices.

The slice of a material is found in a table with open addressing, of as many slots as the flex has elements. The element
of a fragment of the shell is searched among the fragments with the same smallest vertex, once for each scene.
"""

from gelenk.tables.enums import mjtVisFlag
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Model, Scene


@kernel
def material_of_element(m: Model, f: int, elem: int) -> int:
    """Return the material of an element of flex ``f``, or -1."""
    single = m.flex_elemmatid[m.flex_elemadr[f] + elem]
    return single if single >= 0 else m.flex_matid[f]


@kernel
def is_mixed(m: Model, f: int) -> bool:
    """Return whether the elements of flex ``f`` have several materials."""
    for elem in range(1, m.flex_elemnum[f]):
        if material_of_element(m, f, elem) != material_of_element(m, f, 0):
            return True
    return False


@kernel
def slice_of_material(m: Model, s: Scene, f: int, material: int, count: int) -> int:
    """Return the slice of a material: one of ``count`` known ones, or a new one.

    The new one is number ``count``.
    """
    first, slots = m.flex_elemadr[f], m.flex_elemnum[f]
    at = (material + 1) % slots
    while s.flexsliceslot[first + at] != 0:
        k = s.flexsliceslot[first + at] - 1
        if s.flexslicemat[first + k] == material:
            return k
        at = at + 1 if at + 1 < slots else 0
    s.flexsliceslot[first + at] = count + 1
    s.flexslicemat[first + count] = material
    return count


@kernel
def sort_elements(m: Model, s: Scene, f: int) -> None:
    """Assign the elements of flex ``f`` to slices."""
    first, count = m.flex_elemadr[f], 0
    if is_mixed(m, f):
        for elem in range(m.flex_elemnum[f]):
            s.flexsliceslot[first + elem] = 0
        for elem in range(m.flex_elemnum[f]):
            k = slice_of_material(m, s, f, material_of_element(m, f, elem), count)
            s.flexelemslice[first + elem] = k
            count = max(count, k + 1)
    s.flexslicenum[f] = count


# The shell


@kernel
def side_vertex(m: Model, f: int, elem: int, side: int, k: int) -> int:
    """Return vertex ``k`` of the side opposite to corner ``side`` of an element."""
    corners = m.flex_dim[f] + 1
    return m.flex_elem[m.flex_elemdataadr[f] + elem * corners + (side + 1 + k) % corners]


@kernel
def is_side(m: Model, f: int, at: int, elem: int, side: int) -> bool:
    """Return whether the fragment of the shell at address ``at`` is a side of an element."""
    for j in range(m.flex_dim[f]):
        found = False
        for k in range(m.flex_dim[f]):
            found = found or m.flex_shell[at + j] == side_vertex(m, f, elem, side, k)
        if not found:
            return False
    return True


@kernel
def link_fragments(m: Model, s: Scene, f: int) -> None:
    """Link the fragments of the shell of flex ``f`` to lists, one for each smallest vertex."""
    dim, adr, first = m.flex_dim[f], m.flex_shelldataadr[f], m.flex_vertadr[f]
    for v in range(first, first + m.flex_vertnum[f]):
        s.flexvertshell[v] = -1
    for at in range(adr, adr + dim * m.flex_shellnum[f], dim):
        least = m.flex_shell[at]
        for j in range(1, dim):
            least = min(least, m.flex_shell[at + j])
        s.flexshellnext[at] = s.flexvertshell[first + least]
        s.flexvertshell[first + least] = at


@kernel
def find_shell_elements(m: Model, s: Scene, f: int) -> None:
    """Find the element of each fragment of the shell of flex ``f``, unless they are known."""
    dim, adr = m.flex_dim[f], m.flex_shelldataadr[f]
    if dim == 1 or m.flex_shellnum[f] == 0 or s.flexshellelem[adr] != 0:
        return
    link_fragments(m, s, f)
    for elem in range(m.flex_elemnum[f]):
        for side in range(dim + 1):
            least = side_vertex(m, f, elem, side, 0)
            for k in range(1, dim):
                least = min(least, side_vertex(m, f, elem, side, k))
            at = s.flexvertshell[m.flex_vertadr[f] + least]
            while at >= 0:
                if is_side(m, f, at, elem, side):
                    s.flexshellelem[at] = elem + 1
                at = s.flexshellnext[at]


@kernel
def shell_element(m: Model, s: Scene, f: int, k: int) -> int:
    """Return the element of fragment ``k`` of the shell of a flex with slices, else 0."""
    if s.flexslicenum[f] == 0:
        return 0
    return max(0, s.flexshellelem[m.flex_shelldataadr[f] + k * m.flex_dim[f]] - 1)


# Triangles


@kernel
def count_triangles(m: Model, s: Scene, f: int, elem: int, count: int) -> None:
    """Count triangles of an element in its slice."""
    first = m.flex_elemadr[f]
    s.flexslicesize[first + s.flexelemslice[first + elem]] += count


@kernel
def lay_out_slices(m: Model, s: Scene, f: int) -> None:
    """Assign the elements of flex ``f`` to slices, with the triangles that the options show.

    Writes flexslicenum, flexslicemat, flexslicesize, flexsliceface of the scene
    """
    sort_elements(m, s, f)
    if s.flexslicenum[f] == 0:
        return
    find_shell_elements(m, s, f)
    dim, first = m.flex_dim[f], m.flex_elemadr[f]
    skin = s.opt.flags[mjtVisFlag.mjVIS_FLEXSKIN] != 0
    for k in range(first, first + s.flexslicenum[f]):
        s.flexslicesize[k] = 0
    for elem in range(m.flex_elemnum[f]):
        if dim == 2 and (skin or s.opt.flags[mjtVisFlag.mjVIS_FLEXFACE] != 0):
            count_triangles(m, s, f, elem, 2)
        elif dim == 3 and not skin and s.opt.flags[mjtVisFlag.mjVIS_FLEXFACE] != 0:
            count_triangles(m, s, f, elem, 4 if m.flex_elemlayer[first + elem] == s.opt.flex_layer else 0)
    for k in range(m.flex_shellnum[f] if skin and dim > 1 else 0):
        count_triangles(m, s, f, shell_element(m, s, f, k), 2 if dim == 2 else 1)
    at = 0
    for k in range(first, first + s.flexslicenum[f]):
        s.flexsliceface[k] = at
        at += s.flexslicesize[k]


@kernel
def take_triangles(m: Model, s: Scene, f: int, elem: int, count: int) -> int:
    """Return the first of ``count`` triangles for an element, and advance its slice."""
    t = s.flexfaceused[f]
    if s.flexslicenum[f] > 0:
        k = m.flex_elemadr[f] + s.flexelemslice[m.flex_elemadr[f] + elem]
        t = s.flexsliceface[k]
        s.flexsliceface[k] += count
    s.flexfaceused[f] += count
    return s.flexfaceadr[f] + t
