"""Loads inputs that coverage leads to: python -m tests.hostile.coverage --seconds 600 (needs the extra `fuzz`)

Documents: promises / Hostile input

Atheris changes bytes such that lines of the readers run that have not run before. The first byte of an input chooses
the format, the others are a text, or a file that a model names. What is no model and no gelenk.Error is a finding: the
process ends with a trace, and the input is kept in the folder as crash-*. The corpus stays in the folder for later
runs.
"""

import argparse
import importlib
import sys
import tempfile
from pathlib import Path

import atheris

ROOT = Path(__file__).resolve().parents[2]
READERS = (
    "gelenk.modeling.mjcf",
    "gelenk.modeling.assets",
    "gelenk.modeling.spec",
    "gelenk.modeling.compiler",
)


def others():
    """Return the names of the modules of gelenk that are not below READERS.

    Atheris instruments whole top-level packages unless modules are named as excluded, and its instructions at the
    beginning of a function would not let `gelenk.runtime.exclusive_use.whole` find the try.
    """
    for file in (ROOT / "gelenk").rglob("*.py"):
        parts = file.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        # the name of a package excludes all that is below it
        if not name.startswith(READERS) and not any(reader.startswith(name) for reader in READERS):
            yield name


with atheris.instrument_imports(include=["gelenk"], exclude=list(others())):
    import gelenk

    for file in sorted((ROOT / "gelenk" / "modeling").rglob("*.py")):  # most are imported on first use
        parts = file.relative_to(ROOT).with_suffix("").parts
        importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))

from tests.support import mutate  # noqa: E402

MOST_BYTES = 4096
SECONDS_EACH = 20  # as long as one input may take
FORMATS = ("text", *mutate.FILES, "mjb")


def load(content):
    """Load one input."""
    if not content:
        return
    kind, rest = FORMATS[content[0] % len(FORMATS)], content[1:]
    try:
        if kind == "text":
            gelenk.MjModel.from_xml_string(rest)
        elif kind == "mjb":
            gelenk.MjModel.from_binary_path("m.mjb", {"m.mjb": mutate.with_right_head(rest)})
        else:
            name, text, _ = mutate.FILES[kind]
            gelenk.MjModel.from_xml_string(text, {name: rest})
    except gelenk.Error as error:
        assert str(error).strip()


def seeds(folder):
    """Write what the mutations of the hostile run begin with, as far as it is short."""
    contents = [(0, text.strip().encode()) for text in mutate.TEXTS.values()]
    for number, kind in enumerate(FORMATS):
        contents += [(number, content) for content in mutate.FILES.get(kind, ("", "", ()))[2]]
    for i, (number, content) in enumerate(contents):
        if len(content) < MOST_BYTES:
            (folder / f"seed-{i}").write_bytes(bytes([number]) + content)


def main():
    """Run for a while; the exit status says whether anything was found."""
    parser = argparse.ArgumentParser(description="Loads inputs that coverage leads to.")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument(
        "--folder", type=Path, help="corpus and findings; one that is thrown away unless given"
    )
    said = parser.parse_args()
    folder = said.folder or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    seeds(folder)
    limits = [f"-max_total_time={said.seconds}", f"-timeout={SECONDS_EACH}", "-rss_limit_mb=4096"]
    options = [f"-max_len={MOST_BYTES}", f"-artifact_prefix={folder}/", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *limits, *options, str(folder)], load)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
