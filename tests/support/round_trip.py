"""Check that models survive text, archive and binary form: load, save, load, compare.

    python -m tests.support.round_trip cases.json [--only REGEX] [--skip REGEX]

The file of cases is a list (or {"cases": list}) of {"id", "xml", "assets"}; assets map names to text or {"b64": ...}.
Cases that do not load are left out. Text: mj_saveLastXML and MjSpec.to_xml, to 1e-9; archive: MjSpec.to_zip, to 1e-9;
binary: mj_saveModel, bit for bit.
"""

import argparse
import base64
import io
import json
import os
import re
import sys
import tempfile

import gelenk
from tests.support.same_model import differences

AS_SAVED = 1e-9


def through_last_xml(m, spec, assets):
    """Return the model of the text of mj_saveLastXML."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "saved.xml")
        gelenk.mj_saveLastXML(path, m)
        with open(path, encoding="utf-8") as file:
            return gelenk.MjModel.from_xml_string(file.read(), assets)


def through_to_xml(m, spec, assets):
    """Return the model of the text of a spec."""
    return gelenk.MjSpec.from_string(spec.to_xml(), assets=assets).compile()


def through_zip(m, spec, assets):
    """Return the model of an archive, without the original files."""
    file = io.BytesIO()
    spec.to_zip(file)
    file.seek(0)
    return gelenk.MjSpec.from_zip(file).compile()


def through_binary(m, spec, assets):
    """Return the model of its binary form."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "saved.mjb")
        gelenk.mj_saveModel(m, path)
        return gelenk.MjModel.from_binary_path(path)


WAYS = {
    "mj_saveLastXML": (through_last_xml, AS_SAVED),
    "to_xml": (through_to_xml, AS_SAVED),
    "to_zip": (through_zip, AS_SAVED),
    "mj_saveModel": (through_binary, 0.0),
}


def failures(xml, assets):
    """Return (form, differences or error) of each failing form; None if the case is invalid."""
    try:
        m = gelenk.MjModel.from_xml_string(xml, assets)
    except ValueError:
        return None
    spec = gelenk.MjSpec.from_string(xml, assets=assets)
    found = []
    for way, (through, tolerance) in WAYS.items():
        try:
            different = differences(m, through(m, spec, assets), tolerance)
        except Exception as error:
            found.append((way, f"{type(error).__name__}: {error}"))
        else:
            if different:
                found.append((way, " ".join(different)))
    return found


def assets_of(case):
    """Return the files of a case as bytes."""
    return {
        name: base64.b64decode(content["b64"]) if isinstance(content, dict) else content.encode()
        for name, content in case.get("assets", {}).items()
    }


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("cases")
    parser.add_argument("--only", default="")
    parser.add_argument("--skip")
    options = parser.parse_args(arguments)
    with open(options.cases, encoding="utf-8") as file:
        cases = json.load(file)
    cases = cases["cases"] if isinstance(cases, dict) else cases
    loaded = wrong = 0
    for case in cases:
        name = case["id"]
        if "xml" not in case or not re.search(options.only, name):
            continue
        if options.skip and re.search(options.skip, name):
            continue
        found = failures(case["xml"], assets_of(case))
        loaded += found is not None
        wrong += bool(found)
        for way, what in found or ():
            print(f"{name}  {way}: {what[:400]}", flush=True)
    print(f"{loaded} models, {wrong} changed by saving and loading")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
