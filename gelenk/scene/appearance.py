"""Appearance of geoms: materials, transparency, selection glow, island colors.

Documents: XML reference / material, visual; Programming / Visualization; API / mjtVisFlag, mjtLabel

The constants at the end list the flags, sensors and labels that need more than the geoms, sites and tendons of a
model. Callers of kernels read them without importing kernels.
"""

from gelenk.algebra.random_numbers import halton
from gelenk.scene.shapes import Color, load_color, set_color
from gelenk.tables.enums import mjtCatBit, mjtEnableBit, mjtLabel, mjtSensor, mjtVisFlag
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene

GRAY = (0.7, 0.7, 0.7, 1.0)  # color of objects outside islands


@kernel
def body_category(m: Model, body: int) -> int:
    """Return mjCAT_STATIC for a body that is fixed and not mocap, else mjCAT_DYNAMIC."""
    if m.body_weldid[body] == 0 and m.body_mocapid[m.body_rootid[body]] < 0:
        return mjtCatBit.mjCAT_STATIC
    return mjtCatBit.mjCAT_DYNAMIC


@kernel
def is_default(rgba: Color) -> bool:
    """Return whether a color is the default of objects."""
    return rgba[0] == 0.5 and rgba[1] == 0.5 and rgba[2] == 0.5 and rgba[3] == 1.0


@kernel
def set_material(m: Model, s: Scene, n: int, matid: int, rgba: Color) -> None:
    """Set material and color of geom ``n``; an object's own color overrides the material's."""
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
    """Return the color that ``set_material`` sets."""
    if matid >= 0 and is_default(rgba):
        return load_color(m.mat_rgba[matid])
    return rgba


@kernel
def fade_alpha(s: Scene, alpha: float, kind: int) -> float:
    """Return opacity with mjVIS_TRANSPARENT applied to dynamic objects."""
    if s.opt.flags[mjtVisFlag.mjVIS_TRANSPARENT] != 0 and kind == mjtCatBit.mjCAT_DYNAMIC:
        return alpha * s.vis_map.alpha
    return alpha


@kernel
def highlight_selected(s: Scene, n: int, body: int) -> None:
    """Increase the emission of geom ``n`` if its body is selected."""
    if s.pert.select > 0 and s.pert.select == body:
        s.geom_emission[n] += s.vis_global.glow


@kernel
def from_hsv(hue: float, saturation: float, value: float) -> Color:
    """Convert hue, saturation and value, all in 0 .. 1, to RGBA."""
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
    """Return a color for a seed: adjacent seeds differ, sleeping ones are dark."""
    dim = 0.6 if asleep else 1.0
    pale = 0.7 if asleep else 1.0
    return from_hsv(
        halton(seed, 7), pale * (0.5 + 0.5 * halton(seed, 3)), dim * (0.6 + 0.4 * halton(seed, 5))
    )


@kernel
def island_rgba(d: Data, island: int) -> Color:
    """Return the color of an island, seeded by its first dof; gray without island."""
    if 0 <= island < d.nisland:
        return seed_rgba(max(0, d.island_dofadr[island]) + 1, False)
    return GRAY


@kernel
def row_rgba(d: Data, r: int) -> Color:
    """Return the color of the island of constraint row ``r``."""
    return island_rgba(d, d.efc_island[r] if 0 <= r < d.nefc else -1)


@kernel
def body_island(m: Model, d: Data, body: int) -> int:
    """Return the island of a body, or -1."""
    dof = m.body_dofadr[m.body_weldid[body]]
    return d.dof_island[dof] if dof >= 0 and d.nisland > 0 else -1


@kernel
def body_rgba(m: Model, d: Data, body: int) -> Color:
    """Return the color of a moving body: that of its island.

    With sleeping enabled, a tree without island has its own color, dark while it sleeps.
    """
    island = body_island(m, d, body)
    dof = m.body_dofadr[m.body_weldid[body]]
    tree = m.dof_treeid[dof] if dof >= 0 else -1
    if island >= 0 or m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP == 0 or tree < 0:
        return island_rgba(d, island)
    # trees that fell asleep together form a cycle
    first, other, left = tree, d.tree_asleep[tree], m.ntree
    while left > 0 and 0 <= other < m.ntree and other != tree:
        first = min(first, other)
        other = d.tree_asleep[other]
        left -= 1
    return seed_rgba(m.tree_dofadr[first] + 1, d.tree_asleep[tree] >= 0)


@kernel
def limited_rgba(d: Data, s: Scene, kind: int, i: int, rgba: Color) -> Color:
    """Blend a color towards that of constraints, by the impedance of an active limit.

    kind, i    mjtConstraint of the limit rows; joint or tendon
    If both limits are active, the upper one counts.
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


# flags that show only geoms, sites and tendons; PERTOBJ decorates where there is a perturbation
_PLAIN = (
    *("CONVEXHULL", "TEXTURE", "TENDON", "ACTIVATION", "SCLINERTIA", "ISLAND", "CONTACTSPLIT", "TRANSPARENT"),
    *("STATIC", "SKIN", "FLEXVERT", "FLEXEDGE", "FLEXFACE", "FLEXSKIN", "SDFITER", "PERTOBJ"),
)
DECORATING = tuple(
    int(flag)
    for name, flag in mjtVisFlag.__members__.items()
    if name.removeprefix("mjVIS_") not in _PLAIN and name != "mjNVISFLAG"
)
RAY_SENSORS = (int(mjtSensor.mjSENS_RANGEFINDER), int(mjtSensor.mjSENS_GEOMFROMTO))  # with visible rays
FRACTIONS = (int(mjtLabel.mjLABEL_SELPNT), int(mjtLabel.mjLABEL_CONTACTFORCE))  # labels that update.py writes
