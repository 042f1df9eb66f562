"""The reference's own tests pass on gelenk, but for those that have a reason not to.

Documents: API / Python bindings
"""

import pytest

from tests.reference.files import FAILING, FILES
from tests.reference.run import run_file, unpack


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reference")
    unpack(folder)
    return folder


@pytest.mark.parametrize("name", [name for name, reason in FILES.items() if not reason])
def test_the_references_own_tests_pass_but_for_those_with_a_reason(unpacked, name):
    outcome = run_file(unpacked, name)
    assert not outcome.unexpected, outcome.output
    assert outcome.names("passed")


def test_reasons_are_sentences_for_files_that_run():
    assert set(FAILING) <= {name for name, reason in FILES.items() if not reason}
    assert all(len(reason) > 20 for tests in FAILING.values() for reason in tests.values())
