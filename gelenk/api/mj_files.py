"""Files of models, the asset cache, and MjSpec.encode: mj_saveModel, mj_getCache, ...

Documents: API / Parse and compile; Save and load; Printing; Asset cache; MjSpec; Programming / Model Editing

Functions of files and of the cache: mj_saveLastXML, mj_printModel, mj_loadTexture, mju_getXMLDependencies, ...

An existing file is overwritten and then truncated to its new length. Emptying it first, as `open` does, takes ten times
as long on some file systems, since they release its blocks and allocate them again.

`MjSpec.encode` writes a spec, or the model compiled from it, to a file in the form of its suffix.
"""

import errno
import os
import sys
from collections.abc import Iterable

import numpy as np

from gelenk.api.model_methods import clear_models, last_spec
from gelenk.errors import Error, FatalError, short
from gelenk.modeling.assets.asset_cache import CACHE, AssetCache
from gelenk.modeling.spec.spec import MjSpec
from gelenk.runtime.arguments import STRUCT_CLASSES, check_struct, checked, described, documented
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel

# O_BINARY: Windows otherwise converts line ends
FLAGS = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
MODE = 0o666  # permissions of new files, restricted by the user's umask


def write_text(filename: str | os.PathLike[str], text: str) -> None:
    """Write a text to a file, as `write_pieces`."""
    write_pieces(filename, [text.encode()])


def write_pieces(filename: str | os.PathLike[str], pieces: Iterable[bytes | memoryview]) -> None:
    """Write byte pieces to a file; after an error the file holds what was written so far.

    Errors   OSError: the file cannot be written; ValueError: the name is not a valid file name
    """
    file = os.open(filename, FLAGS, MODE)
    try:
        size = 0
        try:
            for piece in pieces:
                left = memoryview(piece).cast("B")
                while left:
                    done = os.write(file, left)
                    size += done
                    left = left[done:]
        finally:
            truncate_file(file, size)
    finally:
        os.close(file)


def truncate_file(file: int, size: int) -> None:
    """Truncate a file to `size` bytes; devices and pipes, which have no length, are ignored."""
    try:
        os.ftruncate(file, size)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ESPIPE):
            raise


def write_file(
    function: str, filename: str | os.PathLike[str], content: str | Iterable[bytes | memoryview]
) -> None:
    """Write text or byte pieces to a file; raise Error in the name of `function`."""
    if not isinstance(filename, str | bytes | os.PathLike):
        raise TypeError(
            f"{function or 'to_file'}: filename must be the name of a file, not {type(filename).__name__}"
        )
    try:
        if isinstance(content, str):
            write_text(filename, content)
        else:
            write_pieces(filename, content)
    except (OSError, ValueError) as error:
        name = os.fsdecode(filename)
        no_name = "\0" in name or (not name.isascii() and not _is_encodable(name))
        reason = "this is not the name of a file" if no_name else getattr(error, "strerror", None) or error
        raise Error(
            f"{function + ': ' * bool(function)}cannot write the file '{short(str(filename), 300)}': {reason}"
        ) from None


def _is_encodable(name: str) -> bool:
    """Return whether a file name can be encoded for the system."""
    try:
        os.fsencode(name)
    except UnicodeError:
        return False
    return True


FORMAT = "% -9.2g"


@documented
def mj_saveModel(m: MjModel, filename: str | None = None, buffer: np.ndarray | None = None) -> None:
    """Save a model in binary form to a file or buffer; MjModel.from_binary_path reads it.

    Errors     ValueError: neither file nor buffer is given, or the buffer is too small
               gelenk.Error: the file cannot be written
    Source     API / mj_saveModel
    """
    # imported here, since only programs that save models need its imports
    from gelenk.runtime import binary_model

    if filename is None and buffer is None:
        raise ValueError("mj_saveModel: give a filename or a buffer")
    if buffer is not None:
        size = binary_model.byte_count(m)
        if buffer.size < size:
            raise ValueError(f"mj_saveModel: buffer has {buffer.size} bytes, the model takes {size}")
        binary_model.put(m, buffer)
    elif filename is not None:
        write_file("mj_saveModel", filename, binary_model.pieces(m))


@described
def mj_sizeModel(m: MjModel) -> int:
    """Return the size of a model in binary form.

    Returns    the size [bytes]
    Source     API / mj_sizeModel
    """
    from gelenk.runtime import binary_model

    check_struct("mj_sizeModel", "m", m, MjModel)
    return binary_model.byte_count(m)


@documented
def mj_saveLastXML(filename: str, m: MjModel) -> None:
    """Save the model that was read last as MJCF, updated with the values of m.

    Errors     ValueError: no model has been read yet, or m is not the model read last
               gelenk.Error: MJCF cannot express the model, or the file cannot be written
    Source     API / mj_saveLastXML
    """
    from gelenk.modeling.compiler.compile import text_of
    from gelenk.modeling.compiler.copy_back import copy_back

    spec = last_spec()
    if spec is None:
        raise ValueError("mj_saveLastXML: no model has been read from MJCF yet")
    try:
        kept = copy_back(spec, m)
    except ValueError as error:
        raise ValueError(f"mj_saveLastXML: {error}") from None
    text = text_of(spec, kept=kept)
    if filename:
        write_file("mj_saveLastXML", filename, text)
    else:
        sys.stdout.write(text)


@documented
def mj_loadTexture(m: MjModel, id: int) -> tuple[np.ndarray, int]:
    """Return the pixels of a texture, decoded from its file if it is by reference.

    Returns    (pixels (height, width, nchannel) uint8, color space: mjtColorSpace)
    Errors     ValueError: there is no such texture
               gelenk.Error (a ValueError): its file cannot be read or decoded
    Source     API / mj_loadTexture; XML reference / asset / texture (embed)
    """
    # imported here, since few programs read files of models that exist
    from gelenk.modeling.compiler.textures import load_texture

    if not 0 <= id < m.ntex:
        raise ValueError(f"mj_loadTexture: texture id {id} out of range, the model has {m.ntex}")
    return load_texture(m, id)


@documented
def mj_embedAssets(m: MjModel) -> MjModel:
    """Return a copy of a model that has the pixels of its textures by reference.

    Returns    the MjModel, equal to one that was compiled without passthrough
    Errors     gelenk.Error (a ValueError): a file cannot be read or decoded
    Source     API / mj_embedAssets; XML reference / compiler (passthrough)
    """
    from gelenk.modeling.compiler.textures import embed_textures

    return embed_textures(m)


@documented
def mj_printModel(m: MjModel, filename: str) -> None:
    """Write sizes, options and arrays of a model to a text file.

    Errors     gelenk.Error: the file cannot be written
    Source     API / mj_printModel
    """
    mj_printFormattedModel(m, filename, FORMAT)


@documented
def mj_printFormattedModel(m: MjModel, filename: str, float_format: str) -> None:
    """Write sizes, options and arrays of a model to a text file, in a number format.

    Errors     ValueError: float_format is not a format of one float
               gelenk.Error: the file cannot be written
    Source     API / mj_printFormattedModel
    """
    from gelenk.api import printing

    printing.check_format("mj_printFormattedModel", float_format)
    write_file("mj_printFormattedModel", filename, [printing.model_text(m, float_format)])


@documented
def mj_printData(m: MjModel, d: MjData, filename: str) -> None:
    """Write the state and all computed fields to a text file.

    Errors     gelenk.Error: the file cannot be written
    Source     API / mj_printData
    """
    mj_printFormattedData(m, d, filename, FORMAT)


@documented
def mj_printFormattedData(m: MjModel, d: MjData, filename: str, float_format: str) -> None:
    """Write the state and all computed fields to a text file, in a number format.

    Errors     ValueError: float_format is not a format of one float
               gelenk.Error: the file cannot be written
    Source     API / mj_printFormattedData
    """
    from gelenk.api import printing

    printing.check_format("mj_printFormattedData", float_format)
    write_file("mj_printFormattedData", filename, [printing.data_text(m, d, float_format)])


@documented
def mj_printSchema(flg_html: bool, flg_pad: bool) -> str:
    """Return the MJCF schema: elements, their cardinality and their attributes.

    Returns    the text, or HTML
    Source     API / mj_printSchema; XML reference / XML schema
    """
    from gelenk.api import printing

    return printing.schema_html(flg_pad) if flg_html else printing.schema_text(flg_pad)


@documented
def mju_getXMLDependencies(filename: str) -> list[str]:
    """Return the paths of a model file and of all files that it includes or uses.

    Returns    the paths, that of the model first
    Errors     gelenk.Error: the file cannot be read, or is not XML
    Source     API / mju_getXMLDependencies
    """
    from gelenk.modeling.mjcf.element_files import dependencies

    return dependencies(filename)


STRUCT_CLASSES["CapsuleType"] = AssetCache


@documented
def mj_getCache() -> AssetCache:
    """Return the process-wide cache of decoded meshes, textures and height fields.

    Returns    the cache, for the functions of this group
    """
    return CACHE


@described
def mj_getCacheSize(cache: AssetCache) -> int:
    """Return the size of the cached assets.

    Returns    the size [bytes]
    """
    check_struct("mj_getCacheSize", "cache", cache, AssetCache)
    return cache.size


@described
def mj_getCacheCapacity(cache: AssetCache) -> int:
    """Return the capacity of the cache.

    Returns    the capacity [bytes]
    """
    check_struct("mj_getCacheCapacity", "cache", cache, AssetCache)
    return cache.capacity


@described
def mj_setCacheCapacity(cache: AssetCache, size: int) -> int:
    """Set the capacity of the cache; the oldest assets that no longer fit are dropped.

    Returns    the capacity [bytes]
    Errors     TypeError: size is negative
    """
    if type(cache) is not AssetCache or type(size) is not int:
        cache, size = checked("mj_setCacheCapacity", (cache, size))
    if size < 0:
        raise TypeError(f"mj_setCacheCapacity: size must be >= 0 [bytes], got {size}")
    if size != cache.capacity:
        cache.resize(size)
    return size


@described
def mj_clearCache(cache: AssetCache) -> None:
    """Remove all assets from the cache, and all cached models."""
    if type(cache) is not AssetCache:
        check_struct("mj_clearCache", "cache", cache, AssetCache)
    cache.clear()
    clear_models()


# Encoding of a spec: MjSpec.encode

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
