"""docs/collision.md: agreement of contacts with 3.5.0 for each pair of geom types."""

from tests.support.pair_table import PAIRS, POSES, TOLERANCE, VARIANTS, compare

DISTANCE, POSITION, NORMAL = TOLERANCE
HEAD = f"""# Contacts of every pair of geoms

This table is checked by `tests/agreement/test_all_pairs.py`. Each pair is placed at {POSES} random poses
in which it touches, and all contacts are compared with those of 3.5.0 in number,
distance, position and normal (to {DISTANCE:g} m, {POSITION:g} m and {NORMAL:g}). The numbers are the poses that
agree. In the last column both stop at the default `ccd_tolerance` of 1e-6, at the same step: the normals of smooth
shapes are off by up to 1e-2 there. In the others it is 1e-11, which makes contacts of Gelenk exact.

Where poses do not agree, the contacts of Gelenk are *proven*: the bound that each normal gives of the distance is
attained. That leaves an error of 3.5.0, which stopped early. Pairs of a plane or height field with another one do not
collide; signed distance fields and flexes are compared by tests of their own.

All this is with bit 1 << 19 of `disableflags` (`multiccd="disable"`), which asks for the contacts of 3.5.0. By default
there are more where two faces are parallel within 1.4 degrees and touch, up to 8 degrees for cylinders thinner than
their radius that overlap by more than 15 % of it; on height fields also where the straight line
of a capsule or cylinder lies on a face:

| resting on each other | 3.5.0 | Gelenk |
|---|---|---|
| box, mesh or cap of a cylinder on mesh or cap; mesh or cap on box | 1 | up to 4 |
| face on a height field | 1 for each prism | up to 4 for each of 4 planes that prisms share, else 1 |
| capsule or side of a cylinder on a height field | 1 for each prism | up to 2 for each plane |
| spheres, ellipsoids, edges, corners, boxes on boxes, lines on other faces, anything on a plane | | as in 3.5.0 |

A cylinder of 5 cm that has fallen by half a millimeter onto a box turns at 0.55 rad/s after 3 s with one contact and at
1e-18 rad/s with four, 5.9 mm and 0.6 mm lower than at first (`tests/physics/test_resting.py`).
"""
CAUSES = {
    ("hfield", "box"): "3.5.0 stops early at corners of prisms, unless there is a margin",
    ("hfield", "mesh"): "3.5.0 stops early at corners of prisms, unless there is a margin",
}


def cause(pair, outcomes) -> str:
    """Return the reason why poses differ."""
    tight = outcomes[:4]
    if all(o.agree == POSES for o in outcomes):
        return ""
    if pair in CAUSES:
        return CAUSES[pair]
    if any(o.open for o in tight):
        return "a second point, almost equal to the first, counts in one and not in the other"
    if any(o.agree < POSES for o in tight):
        return "3.5.0 stops early"
    return "rounding decides between faces that are equally near"


def page() -> str:
    """Return the whole page."""
    titles = " | ".join(variant.title for variant in VARIANTS)
    lines = [HEAD, f"| pair | {titles} | cause |", "|---" * (len(VARIANTS) + 2) + "|"]
    for pair in PAIRS:
        outcomes = [compare(pair, variant) for variant in VARIANTS]
        numbers = " | ".join(f"{o.agree}" + (f" ({o.proven} proven)" if o.proven else "") for o in outcomes)
        lines.append(f"| {pair[0]} and {pair[1]} | {numbers} | {cause(pair, outcomes)} |")
    return "\n".join(lines) + "\n"
