"""All scenarios by name."""

import shutil

from tests.faults import lives, scenarios

SCENARIOS = {
    name: kind
    for module in (scenarios, lives)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and kind.__module__ == module.__name__ and hasattr(kind, "check")
}
if shutil.which("cc") is None:  # which makes the stand-in for the driver
    del SCENARIOS["Device"]
