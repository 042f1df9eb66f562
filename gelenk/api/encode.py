"""MjSpec.encode: write a spec or its model to a file, in the form of its suffix.

Documents: API / MjSpec; Programming / Model Editing
"""

import os

from gelenk.api.mj_files import mj_printModel, write_file
from gelenk.errors import FatalError
from gelenk.modeling.spec.spec import MjSpec
from gelenk.runtime.model import MjModel

# suffix of a file, or content type -> form
FORMS = {
    ".xml": "xml",
    ".mjb": "mjb",
    ".txt": "txt",
    ".zip": "zip",
    ".mjz": "zip",
    "text/xml": "xml",
    "text/plain": "txt",
    "application/zip": "zip",
}


def encode(
    self: MjSpec,
    filename: str | os.PathLike[str],
    model: MjModel | None = None,
    content_type: str | None = None,
) -> int:
    """Write the spec, or a model compiled from it, to a file.

    The suffix names the form: .xml MJCF; .mjz and .zip MJCF with its files; .mjb the model in binary form; .txt the
    model as text, as mj_printModel writes it. MJCF is that of the spec, with the values of the model if one is given.

    filename       path of the file
    model          a model compiled from this spec; needed for .mjb and .txt
    content_type   "text/xml", "text/plain" or "application/zip": decides instead of the suffix

    Returns    the size of the file [bytes]
    Errors     TypeError: an argument has another type
               FatalError: there is no such form, or the form needs a model
               ValueError: the model was not compiled from this spec
               gelenk.Error where MJCF cannot express the spec, or the file cannot be written
    Source     API / MjSpec
    """
    if not isinstance(filename, str | os.PathLike):
        raise TypeError(f"encode: filename must be a path, not {type(filename).__name__}")
    if model is not None and not isinstance(model, MjModel):
        raise TypeError(f"encode: model must be an MjModel or None, not {type(model).__name__}")
    name = os.fspath(filename)
    form = FORMS.get(content_type if content_type else os.path.splitext(name)[1].lower())
    if form is None:
        raise FatalError("no encoder found")
    if form in ("mjb", "txt"):
        if model is None:
            raise FatalError(f"model is required for {form.upper()} encoding")
        _write_model(model, name, form)
    else:
        _write_spec(self, model, name, form)
    return os.path.getsize(name)


def _write_model(model: MjModel, name: str, form: str) -> None:
    if form == "txt":
        mj_printModel(model, name)
        return
    from gelenk.runtime import binary_model

    write_file("encode", name, binary_model.pieces(model))


def _write_spec(spec: MjSpec, model: MjModel | None, name: str, form: str) -> None:
    from gelenk.modeling.compiler.copy_back import copy_back

    if model is not None:
        try:
            copy_back(spec, model)
        except ValueError as error:
            raise ValueError(f"encode: {error}") from None
    if form == "zip":
        spec.to_zip(name)
    else:
        write_file("encode", name, spec.to_xml())
