"""Write tests/reference/releases.json: enums and names of MuJoCo's releases, compact, for tests.

    python tools/release_api.py FOLDER      FOLDER has api_350.json, api_3170.json, api_400.json and api_history.json

The files list the public names of a release by kind, with the values of enum members; the history says in which release
a name came (+) or went (-). They were made with the packages `mujoco` of these releases, which tests may not need.
"""

import json
import sys
from pathlib import Path

FILES = {"3.5.0": "api_350.json", "3.17.0": "api_3170.json", "4.0.0": "api_400.json"}
TARGET = Path(__file__).resolve().parents[1] / "tests" / "reference" / "releases.json"


def compact(folder: Path) -> str:
    """Return the text of the table: an enum or a name a line."""
    found = {level: json.loads((folder / name).read_text())["enums"] for level, name in FILES.items()}
    history = json.loads((folder / "api_history.json").read_text())
    enums: dict[str, list] = {level: [] for level in FILES}
    for level, table in found.items():
        for name, members in table.items():
            if level == "3.5.0" or members != found["3.5.0"].get(name):  # else equal to those of 3.5.0
                enums[level].append(f"{json.dumps(name)}: {json.dumps(members)}")
    parts = [f'"{level}": {{\n{joined(lines)}\n}}' for level, lines in enums.items()]
    names = [f"{json.dumps(name)}: {json.dumps(' '.join(changes))}" for name, changes in history.items()]
    return f'{{"enums": {{{", ".join(parts)}}},\n"history": {{\n{joined(names)}\n}}}}\n'


def joined(lines: list[str]) -> str:
    """Return entries of an object, one a line."""
    return ",\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    TARGET.write_text(compact(Path(sys.argv[1])), encoding="utf-8")
