"""Models to and from files: mj_saveModel, mj_saveLastXML, mj_printModel, mj_printData, mj_printSchema.

Documents: API / Parse and compile, Save and load, Printing
"""

import sys

import numpy as np

from gelenk.api.models import last_spec
from gelenk.errors import Error
from gelenk.world import mjb
from gelenk.world.arguments import documented

FORMAT = "% -9.2g"


def _write(function, filename, content):
    """Write text or bytes to a file; an Error that names it where that cannot be."""
    data = content.encode() if isinstance(content, str) else content
    try:
        with open(filename, "wb") as file:
            file.write(data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Error(f"{function}: cannot write the file '{filename}': {reason}") from None


@documented
def mj_saveModel(m, filename=None, buffer=None):
    """Save the model in binary form to a file, or to a buffer of at least mj_sizeModel bytes."""
    if filename is None and buffer is None:
        raise ValueError("mj_saveModel: give a filename or a buffer")
    content = mjb.to_bytes(m)
    if buffer is not None:
        if buffer.size < len(content):
            raise ValueError(f"mj_saveModel: buffer has {buffer.size} bytes, the model takes {len(content)}")
        buffer[: len(content)] = np.frombuffer(content, np.uint8)
    else:
        _write("mj_saveModel", filename, content)


@documented
def mj_sizeModel(m):
    """Bytes that the model takes in binary form."""
    return mjb.byte_count(m)


@documented
def mj_saveLastXML(filename, m):
    """Save the model that was read last as MJCF, with the numbers of ``m`` that have been changed since.

    ``m`` is what it was compiled to; an empty filename prints the text.
    """
    from gelenk.compiler.copy_back import copy_back
    from gelenk.compiler.save import text_of

    spec = last_spec()
    if spec is None:
        raise ValueError("mj_saveLastXML: no model has been read from MJCF yet")
    try:
        copy_back(spec, m)
    except ValueError as error:
        raise ValueError(f"mj_saveLastXML: {error}") from None
    text = text_of(spec)
    if filename:
        _write("mj_saveLastXML", filename, text)
    else:
        sys.stdout.write(text)


@documented
def mj_printModel(m, filename):
    """Write sizes, options and arrays of the model to a text file."""
    mj_printFormattedModel(m, filename, FORMAT)


@documented
def mj_printFormattedModel(m, filename, float_format):
    """As mj_printModel, with a format of C for the numbers, such as %.3g."""
    from gelenk.api import printing

    printing.check_format("mj_printFormattedModel", float_format)
    _write("mj_printFormattedModel", filename, printing.model_text(m, float_format))


@documented
def mj_printData(m, d, filename):
    """Write the state and everything computed from it to a text file."""
    mj_printFormattedData(m, d, filename, FORMAT)


@documented
def mj_printFormattedData(m, d, filename, float_format):
    """As mj_printData, with a format of C for the numbers, such as %.3g."""
    from gelenk.api import printing

    printing.check_format("mj_printFormattedData", float_format)
    _write("mj_printFormattedData", filename, printing.data_text(m, d, float_format))


@documented
def mj_printSchema(flg_html, flg_pad):
    """The schema of MJCF: every element, how often it may stand, and its attributes, as text or HTML."""
    from gelenk.api import printing

    return printing.schema_html(flg_pad) if flg_html else printing.schema_text(flg_pad)


@documented
def mju_getXMLDependencies(filename):
    """The file and all files that it depends on: included, attached, and those of its assets."""
    from gelenk.mjcf.dependencies import dependencies

    return dependencies(filename)
