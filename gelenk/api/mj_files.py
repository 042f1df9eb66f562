"""Model files: mj_saveModel, mj_saveLastXML, mj_printModel, mj_printData, mj_printSchema.

Documents: API / Parse and compile, Save and load, Printing; API / Asset cache

The asset cache: mj_getCache, mj_getCacheSize, mj_getCacheCapacity, mj_setCacheCapacity, mj_clearCache.
"""

import sys

import numpy as np

from gelenk.api.file_output import write_file
from gelenk.api.model_methods import last_spec
from gelenk.modeling.assets.memory_cache import CACHE, AssetCache
from gelenk.runtime.arguments import STRUCT_CLASSES, check_struct, checked, described, documented
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel

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
    from gelenk.modeling.compiler.copy_back import copy_back
    from gelenk.modeling.compiler.save_xml import text_of

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
    from gelenk.modeling.mjcf.dependencies import dependencies

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
        raise TypeError(f"mj_setCacheCapacity: size cannot be negative, as {size} is")
    if size != cache.capacity:
        cache.resize(size)
    return size


@described
def mj_clearCache(cache: AssetCache) -> None:
    """Remove all assets from the cache."""
    if type(cache) is not AssetCache:
        check_struct("mj_clearCache", "cache", cache, AssetCache)
    cache.clear()
