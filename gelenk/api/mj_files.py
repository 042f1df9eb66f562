"""Models to and from files: mj_saveModel, mj_saveLastXML, mj_printModel, mj_printData, mj_printSchema.

Documents: API / Parse and compile, Save and load, Printing
"""

import sys

import numpy as np

from gelenk.api.models import last_spec
from gelenk.api.writing import write_file
from gelenk.world.arguments import check_struct, described, documented
from gelenk.world.data import MjData
from gelenk.world.model import MjModel

FORMAT = "% -9.2g"


@documented
def mj_saveModel(m: MjModel, filename: str | None = None, buffer: np.ndarray | None = None) -> None:
    """Save a model in binary form, to a file or to a buffer. MjModel.from_binary_path reads it.

    Errors     ValueError: neither file nor buffer is given, or the buffer is too small
               gelenk.Error: the file cannot be written
    Source     API / mj_saveModel
    """
    from gelenk.world import mjb  # whoever saves no model needs none of what it imports

    if filename is None and buffer is None:
        raise ValueError("mj_saveModel: give a filename or a buffer")
    if buffer is not None:
        size = mjb.byte_count(m)
        if buffer.size < size:
            raise ValueError(f"mj_saveModel: buffer has {buffer.size} bytes, the model takes {size}")
        mjb.put(m, buffer)
    elif filename is not None:
        write_file("mj_saveModel", filename, mjb.pieces(m))


@described
def mj_sizeModel(m: MjModel) -> int:
    """How much memory a model takes in binary form.

    Returns    the size [bytes]
    Source     API / mj_sizeModel
    """
    from gelenk.world import mjb

    check_struct("mj_sizeModel", "m", m, MjModel)
    return mjb.byte_count(m)


@documented
def mj_saveLastXML(filename: str, m: MjModel) -> None:
    """Save the model that was read last as MJCF, with the numbers of m that have been changed since.

    Errors     ValueError: no model has been read yet, or m is not the one that was read last
               gelenk.Error: MJCF cannot say what the model has, or the file cannot be written
    Source     API / mj_saveLastXML
    """
    from gelenk.compiler.copy_back import copy_back
    from gelenk.compiler.save import text_of

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
    """Write sizes, options and arrays of a model to a text file, with a format for the numbers.

    Errors     ValueError: float_format is no format of one number
               gelenk.Error: the file cannot be written
    Source     API / mj_printFormattedModel
    """
    from gelenk.api import printing

    printing.check_format("mj_printFormattedModel", float_format)
    write_file("mj_printFormattedModel", filename, [printing.model_text(m, float_format)])


@documented
def mj_printData(m: MjModel, d: MjData, filename: str) -> None:
    """Write the state, and everything that is computed from it, to a text file.

    Errors     gelenk.Error: the file cannot be written
    Source     API / mj_printData
    """
    mj_printFormattedData(m, d, filename, FORMAT)


@documented
def mj_printFormattedData(m: MjModel, d: MjData, filename: str, float_format: str) -> None:
    """Write the state, and everything that is computed from it, to a text file, with a format for the numbers.

    Errors     ValueError: float_format is no format of one number
               gelenk.Error: the file cannot be written
    Source     API / mj_printFormattedData
    """
    from gelenk.api import printing

    printing.check_format("mj_printFormattedData", float_format)
    write_file("mj_printFormattedData", filename, [printing.data_text(m, d, float_format)])


@documented
def mj_printSchema(flg_html: bool, flg_pad: bool) -> str:
    """The schema of MJCF: every element, how often it may stand, and its attributes.

    Returns    the text, or HTML
    Source     API / mj_printSchema; XML reference / XML schema
    """
    from gelenk.api import printing

    return printing.schema_html(flg_pad) if flg_html else printing.schema_text(flg_pad)


@documented
def mju_getXMLDependencies(filename: str) -> list[str]:
    """The file of a model, and all files that it depends on: included, attached, and those of its assets.

    Returns    their paths, the model's first
    Errors     gelenk.Error: the file cannot be read, or is not XML
    Source     API / mju_getXMLDependencies
    """
    from gelenk.mjcf.dependencies import dependencies

    return dependencies(filename)
