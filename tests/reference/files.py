"""The reference's own test files, and the tests of them that do not pass here, each with its reason."""

from typing import NamedTuple

from tests.reference.failing_317 import FAILING as FAILING_317
from tests.reference.failing_400 import FAILING as FAILING_400


class Release(NamedTuple):
    """Tests of one release.

    files     file in the package of the reference -> why it does not run, or nothing
    failing   file -> test that fails -> why it may
    """

    files: dict[str, str]
    failing: dict[str, dict[str, str]]


DOCSTRINGS = "compares texts of docstrings, which are our own"
FILES = {
    "bindings_test.py": "",
    "specs_test.py": "",
    "rollout_test.py": "",
    "minimize_test.py": "",
    "msh2obj_test.py": "",
    "memory_leak_test.py": "",
    "render_test.py": "",
    "renderer_test.py": "",
    "viewer_test.py": "",
    "usd/exporter_test.py": "",
    "sysid/tests": "",
}
FAILING: dict[str, dict[str, str]] = {
    "bindings_test.py": {
        "MuJoCoBindingsTest::test_docstrings": DOCSTRINGS,
        "MuJoCoBindingsTest::test_mj_step_multiple": DOCSTRINGS,
        "MuJoCoBindingsTest::test_can_raise_error": "fills the stack until it overflows: there is no stack",
        "MuJoCoBindingsTest::test_load_xml_repeated_asset_name": (
            "assets of one name in two folders are told apart by their paths, which docs/differences.md says"
        ),
    },
}

HEADERS = "describes the C headers, which gelenk does not have"
FILES_317 = FILES | {
    "batch_test.py": "",
    "vfs_test.py": "",
    "thread_safety_test.py": "",
    "gil_test.py": "",
    **dict.fromkeys(
        (
            f"introspect/{name}_test.py"
            for name in ("ast_nodes", "enums", "functions", "structs", "type_parsing")
        ),
        HEADERS,
    ),
}

FILES_400 = FILES_317 | {"egl_test.py": "chooses among EGL devices, which gelenk does not use"}

RELEASES = {
    "3.5.0": Release(FILES, FAILING),
    "3.17.0": Release(FILES_317, FAILING_317),
    "4.0.0": Release(FILES_400, FAILING_400),
}
