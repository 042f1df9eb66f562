"""Triangles that are connected: groups by what stands first in each, as a library of graphs finds them."""

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from gelenk.modeling.compiler.mesh.hull import connected


@pytest.mark.parametrize("n, links", [(1, 0), (5, 0), (50, 30), (200, 199), (1000, 700), (1000, 5000)])
def test_groups_are_the_components_of_the_graph(n, links):
    rng = np.random.default_rng(n + links)
    i, j = rng.integers(n, size=(2, links))
    expected = connected_components(coo_array((np.ones(links), (i, j)), shape=(n, n)), directed=False)[1]
    _, first = np.unique(expected, return_index=True)
    np.testing.assert_array_equal(connected(n, i, j), first[expected])


def test_a_chain_in_any_order_is_one_group():
    order = np.random.default_rng(0).permutation(500)
    assert not connected(500, order[:-1], order[1:]).any()
