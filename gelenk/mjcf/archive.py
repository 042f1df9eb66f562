"""Models in zip archives (MJZ): a model file and the files that it names.

Documents: Modeling / MJCF; API / MjSpec
"""

import io
import posixpath
import zipfile
from typing import Any

from gelenk.errors import Error
from gelenk.mjcf.sources import MOST_BYTES, read_file
from gelenk.world.assigning import file_name

MOST_FILES = 20_000


def read_zip(file: Any) -> tuple[str, dict[str, bytes]]:
    """(name of the model's file, {name: bytes} of all files) of an archive, a path or an open binary file.

    Names are relative to the folder of the model's file: that is the XML file in the fewest folders, and of several
    the last. Nothing is written to disk.

    Errors   gelenk.Error: no archive, damaged, more than 256 MiB unpacked, without an XML file
    """
    content = file.read() if hasattr(file, "read") else read_file(file_name("file", file))
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            files = unpacked(archive)
    except (Error, MemoryError):
        raise
    except Exception:  # zipfile raises about ten types on damaged archives
        raise Error("the file is not a zip file, or damaged") from None
    models = [name for name in files if name.lower().endswith((".xml", ".mjcf", ".urdf"))]
    if not models:
        raise Error("no XML file found in zip file")
    fewest = min(name.count("/") for name in models)
    main = [name for name in models if name.count("/") == fewest][-1]
    folder = posixpath.dirname(main)
    return posixpath.basename(main), {posixpath.relpath(name, folder or "."): files[name] for name in files}


def unpacked(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """Files of an archive by name; its folders are left out."""
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > MOST_FILES:
        raise Error(f"the zip file has {len(entries)} files; at most {MOST_FILES} are read")
    files, left = {}, MOST_BYTES
    for entry in entries:
        with archive.open(entry) as part:
            content = part.read(left + 1)  # what the header says is not believed
        left -= len(content)
        if left < 0:
            raise Error(f"the zip file has more than {MOST_BYTES} bytes when unpacked")
        name = posixpath.normpath(entry.filename.replace("\\", "/")).lstrip("/")
        while name.startswith("../"):
            name = name[3:]
        files[name] = content
    return files


def write_zip(file: Any, files: dict[str, Any]) -> None:
    """Write files {name: bytes or text}, of which the last is the model, to a path or an open binary file."""
    file = file if hasattr(file, "write") else file_name("file", file)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
