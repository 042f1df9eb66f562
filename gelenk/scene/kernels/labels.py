"""Label texts as kernels: names of objects, and ids of unnamed ones.

Documents: Modeling / Naming elements; API / mjtLabel

Texts with fractions (forces, the selected point) are written by gelenk/scene/update.py. Letters are bytes;
a word is packed into one integer, the first letter in the lowest byte.
"""

from gelenk.scene.geoms import FRACTIONS
from gelenk.tables.enums import mjtLabel, mjtObj
from gelenk.tables.fields_visual import LABEL
from gelenk.tables.object_types import KINDS
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene


def _word_code(text: str) -> int:
    return int.from_bytes(text.encode(), "little")


_KIND = {kind.type: _word_code(kind.name) for kind in KINDS}
BODY, JOINT, GEOM, SITE, CAMERA, LIGHT, TENDON, ACTUATOR, EQUALITY, FLEX, SKIN = (
    _KIND[kind]
    for kind in (
        *(mjtObj.mjOBJ_BODY, mjtObj.mjOBJ_JOINT, mjtObj.mjOBJ_GEOM, mjtObj.mjOBJ_SITE, mjtObj.mjOBJ_CAMERA),
        *(mjtObj.mjOBJ_LIGHT, mjtObj.mjOBJ_TENDON, mjtObj.mjOBJ_ACTUATOR, mjtObj.mjOBJ_EQUALITY),
        *(mjtObj.mjOBJ_FLEX, mjtObj.mjOBJ_SKIN),
    )
)
BLANK, BAR, G, F, E, V, ZERO = (
    _word_code(" "),
    _word_code(" | "),
    _word_code("g"),
    _word_code("f"),
    _word_code(".e"),
    _word_code(".v"),
    48,
)


@kernel
def append_letter(s: Scene, n: int, at: int, letter: int) -> int:
    """Append a letter to the label of geom ``n`` if there is space; return the next position."""
    if at >= LABEL - 1:
        return at
    s.geom_label[n, at] = letter
    return at + 1


@kernel
def append_word(s: Scene, n: int, at: int, word: int) -> int:
    """Append a word; return the next position."""
    while word != 0:
        at = append_letter(s, n, at, word & 255)
        word >>= 8
    return at


@kernel
def append_number(s: Scene, n: int, at: int, number: int) -> int:
    """Append a nonnegative integer; return the next position."""
    place, rest = 1, number // 10
    while rest > 0:
        place, rest = 10 * place, rest // 10
    while place > 0:
        at = append_letter(s, n, at, ZERO + number // place % 10)
        place //= 10
    return at


@kernel
def append_name(m: Model, s: Scene, n: int, at: int, start: int) -> int:
    """Append the name at ``start`` of m.letters; return the next position, ``at`` if unnamed."""
    k = start
    while 0 <= k < m.nletters and m.letters[k] != 0 and k - start < LABEL:
        at = append_letter(s, n, at, int(m.letters[k]))
        k += 1
    return at


@kernel
def name_of(m: Model, mark: int, i: int) -> tuple[int, int]:
    """Return the address of the name of object ``i``, and the word for its kind."""
    if mark == mjtLabel.mjLABEL_BODY:
        return m.name_bodyadr[i], BODY
    if mark == mjtLabel.mjLABEL_JOINT:
        return m.name_jntadr[i], JOINT
    if mark == mjtLabel.mjLABEL_GEOM:
        return m.name_geomadr[i], GEOM
    if mark == mjtLabel.mjLABEL_SITE:
        return m.name_siteadr[i], SITE
    if mark == mjtLabel.mjLABEL_CAMERA:
        return m.name_camadr[i], CAMERA
    if mark == mjtLabel.mjLABEL_LIGHT:
        return m.name_lightadr[i], LIGHT
    if mark == mjtLabel.mjLABEL_TENDON:
        return m.name_tendonadr[i], TENDON
    if mark == mjtLabel.mjLABEL_ACTUATOR:
        return m.name_actuatoradr[i], ACTUATOR
    if mark == mjtLabel.mjLABEL_CONSTRAINT:
        return m.name_eqadr[i], EQUALITY
    if mark == mjtLabel.mjLABEL_FLEX:
        return m.name_flexadr[i], FLEX
    return m.name_skinadr[i], SKIN


@kernel
def append_side(m: Model, d: Data, s: Scene, n: int, at: int, c: int, side: int) -> int:
    """Append one side of contact ``c``: a geom, or an element or vertex of a flex."""
    geom, flex = d.contact_geom[c, side], d.contact_flex[c, side]
    if geom >= 0:
        end = append_name(m, s, n, at, m.name_geomadr[geom])
        return end if end > at else append_number(s, n, append_word(s, n, at, G), geom)
    end = append_name(m, s, n, at, m.name_flexadr[flex])
    if end == at:
        end = append_number(s, n, append_word(s, n, at, F), flex)
    elem = d.contact_elem[c, side]
    if elem >= 0:
        return append_number(s, n, append_word(s, n, end, E), elem)
    return append_number(s, n, append_word(s, n, end, V), d.contact_vert[c, side])


@kernel
def append_object(m: Model, s: Scene, n: int, mark: int, i: int) -> int:
    """Write the name of an object, or its kind and id; return the end of the text."""
    start, word = name_of(m, mark, i)
    end = append_name(m, s, n, 0, start)
    return end if end > 0 else append_number(s, n, append_word(s, n, append_word(s, n, 0, word), BLANK), i)


@kernel
def scene_labels(m: Model, d: Data, s: Scene, first: int) -> None:
    """Write the labels of the marked geoms from ``first`` on.

    Reads   geom_mark, geom_value, geom_objid, contact     Writes  geom_label, up to the terminating zero
    """
    for n in range(first, s.ngeom):
        mark, i = s.geom_mark[n], s.geom_objid[n]
        if mark == 0 or mark in FRACTIONS:
            continue
        if mark == mjtLabel.mjLABEL_CONTACTPOINT:
            end = append_word(s, n, append_side(m, d, s, n, 0, i, 0), BAR)
            end = append_side(m, d, s, n, end, i, 1)
        elif mark == mjtLabel.mjLABEL_ISLAND:
            end = append_number(s, n, 0, int(s.geom_value[n]))
        else:
            end = append_object(m, s, n, mark, i)
        s.geom_label[n, end] = 0
