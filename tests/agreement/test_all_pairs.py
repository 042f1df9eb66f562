"""Every pair of geom types at 20 random poses that touch: contacts are the reference's, or proven where it errs.

The number of poses that agree is the one of docs/collision.md. Where they do not, ours attain the bounds of their own
normals (see tests/support/pair_table.py), so it is the reference that has stopped early: between prisms and shapes with
corners often, elsewhere at one pose in twenty.
"""

import pytest

from tests.support.pair_table import PAIRS, POSES, VARIANTS, compare

# between prisms and what has corners 3.5.0 stops at an overlap that is not the least, unless there is a margin
STOPS_EARLY = {("hfield", "box"), ("hfield", "mesh")}
# poses in which rounding decides between faces that are equally near: distances agree to 6e-7, normals to 7e-3, between
# two compilations of ours as between either and 3.5.0; up to one half of the poses
TIES = {("hfield", "cylinder"): 10}
# a second point, hardly apart from the first, counts in one and not in the other
NUMBER = {("cylinder", "cylinder")}


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_contacts_agree_or_are_proven(pair):
    for variant in VARIANTS[:4]:
        outcome = compare(pair, variant)
        assert outcome.open <= (pair in NUMBER and bool(variant.flag)), variant.title
        if variant.margin or pair not in STOPS_EARLY:
            assert outcome.agree >= POSES - 1, variant.title


@pytest.mark.parametrize("pair", [p for p in PAIRS if p[0] != "plane"], ids="-".join)
def test_contacts_agree_at_the_default_tolerance(pair):
    """There both are up to 1e-2 off in the normals of smooth shapes, and alike, for they stop at the same step."""
    outcome = compare(pair, VARIANTS[4])
    if pair in STOPS_EARLY:
        assert outcome.open == 0
    else:
        assert outcome.agree >= POSES - TIES.get(pair, 1)
