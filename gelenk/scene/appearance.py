"""How things look: materials, transparency, the glow of what is selected, colors of islands.

Documents: XML reference / material, visual; Programming / Visualization; API / mjtVisFlag, mjtLabel

Which flags, sensors and labels take more than the geoms, sites and tendons of a model.

Kernels and what calls them both need to know; a program that draws imports no kernels.
"""

from gelenk.algebra.halton import halton
from gelenk.scene.shapes import Color, load_color, set_color
from gelenk.tables.enums import mjtCatBit, mjtEnableBit, mjtLabel, mjtSensor, mjtVisFlag
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene

GRAY = (0.7, 0.7, 0.7, 1.0)  # what no island has


@kernel
def category(m: Model, body: int) -> int:
    """Static, if the body neither moves nor can be moved as a mocap body."""
    if m.body_weldid[body] == 0 and m.body_mocapid[m.body_rootid[body]] < 0:
        return mjtCatBit.mjCAT_STATIC
    return mjtCatBit.mjCAT_DYNAMIC


@kernel
def is_default(rgba: Color) -> bool:
    """Whether a color is the one that objects have when nobody has said otherwise."""
    return rgba[0] == 0.5 and rgba[1] == 0.5 and rgba[2] == 0.5 and rgba[3] == 1.0


@kernel
def paint(m: Model, s: Scene, n: int, matid: int, rgba: Color) -> None:
    """The look of geom ``n``: that of a material if there is one, with the object's own color if it has one."""
    if matid >= 0:
        s.geom_emission[n] = m.mat_emission[matid]
        s.geom_specular[n] = m.mat_specular[matid]
        s.geom_shininess[n] = m.mat_shininess[matid]
        s.geom_reflectance[n] = m.mat_reflectance[matid]
        if s.opt.flags[mjtVisFlag.mjVIS_TEXTURE] != 0:
            s.geom_matid[n] = matid
        if is_default(rgba):
            rgba = load_color(m.mat_rgba[matid])
    set_color(s, n, rgba)


@kernel
def look_rgba(m: Model, matid: int, rgba: Color) -> Color:
    """The color that ``paint`` gives."""
    if matid >= 0 and is_default(rgba):
        return load_color(m.mat_rgba[matid])
    return rgba


@kernel
def faded(s: Scene, alpha: float, kind: int) -> float:
    """Opacity of what is dynamic (or not) when the flag makes moving things transparent."""
    if s.opt.flags[mjtVisFlag.mjVIS_TRANSPARENT] != 0 and kind == mjtCatBit.mjCAT_DYNAMIC:
        return alpha * s.vis_map.alpha
    return alpha


@kernel
def glow(s: Scene, n: int, body: int) -> None:
    """Let geom ``n`` shine if its body is selected."""
    if s.pert.select > 0 and s.pert.select == body:
        s.geom_emission[n] += s.vis_global.glow


@kernel
def from_hsv(hue: float, saturation: float, value: float) -> Color:
    """Red, green, blue of a color given by hue, saturation and value, all in 0 .. 1."""
    sector = int(6.0 * hue) % 6
    part = 6.0 * hue - int(6.0 * hue)
    low = value * (1.0 - saturation)
    falling = value * (1.0 - saturation * part)
    rising = value * (1.0 - saturation * (1.0 - part))
    if sector == 0:
        return value, rising, low, 1.0
    if sector == 1:
        return falling, value, low, 1.0
    if sector == 2:
        return low, value, rising, 1.0
    if sector == 3:
        return low, falling, value, 1.0
    if sector == 4:
        return rising, low, value, 1.0
    return value, low, falling, 1.0


@kernel
def seed_rgba(seed: int, asleep: bool) -> Color:
    """A color for a number: neighbours differ, sleepers are dark."""
    dim = 0.6 if asleep else 1.0
    pale = 0.7 if asleep else 1.0
    return from_hsv(
        halton(seed, 7), pale * (0.5 + 0.5 * halton(seed, 3)), dim * (0.6 + 0.4 * halton(seed, 5))
    )


@kernel
def island_rgba(d: Data, island: int) -> Color:
    """The color of an island, by its first dof; gray for what is in none."""
    if 0 <= island < d.nisland:
        return seed_rgba(max(0, d.island_dofadr[island]) + 1, False)
    return GRAY


@kernel
def row_rgba(d: Data, r: int) -> Color:
    """The color of the island of constraint row ``r``."""
    return island_rgba(d, d.efc_island[r] if 0 <= r < d.nefc else -1)


@kernel
def body_island(m: Model, d: Data, body: int) -> int:
    """The island of a body, -1 for none."""
    dof = m.body_dofadr[m.body_weldid[body]]
    return d.dof_island[dof] if dof >= 0 and d.nisland > 0 else -1


@kernel
def body_rgba(m: Model, d: Data, body: int) -> Color:
    """The color of a body that moves: of its island; with sleeping enabled each tree has one, dark when it sleeps."""
    island = body_island(m, d, body)
    dof = m.body_dofadr[m.body_weldid[body]]
    tree = m.dof_treeid[dof] if dof >= 0 else -1
    if island >= 0 or m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP == 0 or tree < 0:
        return island_rgba(d, island)
    # trees that fell asleep together point to each other in a ring
    first, other, left = tree, d.tree_asleep[tree], m.ntree
    while left > 0 and 0 <= other < m.ntree and other != tree:
        first = min(first, other)
        other = d.tree_asleep[other]
        left -= 1
    return seed_rgba(m.tree_dofadr[first] + 1, d.tree_asleep[tree] >= 0)


@kernel
def limited_rgba(d: Data, s: Scene, kind: int, i: int, rgba: Color) -> Color:
    """A color mixed with that of constraints as far as the limit of joint or tendon ``i`` acts: by its impedance.

    kind    of its rows, mjtConstraint     If both limits act, the upper one counts.
    """
    a = 0.0
    for r in range(min(d.ne + d.nf, d.nefc), min(d.ne + d.nf + d.nl, d.nefc)):
        if d.efc_type[r] == kind and d.efc_id[r] == i:
            a = d.efc_KBIP[r, 2]
    if a <= 0.0:
        return rgba
    c = load_color(s.vis_rgba.constraint)
    b = 1.0 - a
    return a * c[0] + b * rgba[0], a * c[1] + b * rgba[1], a * c[2] + b * rgba[2], rgba[3]


# flags that show more than geoms, sites and tendons; PERTOBJ does where there is a perturbation
_PLAIN = (
    *("CONVEXHULL", "TEXTURE", "TENDON", "ACTIVATION", "SCLINERTIA", "ISLAND", "CONTACTSPLIT", "TRANSPARENT"),
    *("STATIC", "SKIN", "FLEXVERT", "FLEXEDGE", "FLEXFACE", "FLEXSKIN", "SDFITER", "PERTOBJ"),
)
DECORATING = tuple(
    int(flag)
    for name, flag in mjtVisFlag.__members__.items()
    if name.removeprefix("mjVIS_") not in _PLAIN and name != "mjNVISFLAG"
)
RAY_SENSORS = (int(mjtSensor.mjSENS_RANGEFINDER), int(mjtSensor.mjSENS_GEOMFROMTO))  # whose rays are shown
FRACTIONS = (int(mjtLabel.mjLABEL_SELPNT), int(mjtLabel.mjLABEL_CONTACTFORCE))  # labels that labels.py writes
