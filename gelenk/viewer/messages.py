"""Messages between the viewer and its page: encoding, decoding and validation.

Documents: design / The wire

To the page: the length of a JSON head (u32), the head, the arrays that the head lists. From the page: a JSON object, or
files. Received messages are validated here before they are processed: `parse_message` returns a message whose keys have
the types of SCHEMA, or raises Refused.
"""

import base64
import binascii
import json
import math
import struct
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

PROTOCOL = 1
TEXT_MOST, FILES_MOST = 1 << 16, 1 << 28  # largest text message, largest message with files [byte]
PENDING_MOST = FILES_MOST + (1 << 22)  # largest sum of unprocessed messages of all pages [byte]
PARTS_MOST = 1 << 25  # largest message with files that is sent in parts, by polling pages [byte]
# largest number of files, length of a list, characters of a text
MOST_FILES, MOST_LIST, MOST_TEXT = 1000, 1000, 4096
Message = dict[str, Any]


class Refused(Exception):
    """Error: a page sent an invalid message; its socket is closed."""


# ---- to the page


def to_json_values(value: Any) -> Any:
    """Convert numpy values to Python values for JSON; non-finite numbers become 0."""
    if isinstance(value, np.ndarray):
        return to_json_values(value.tolist())
    if isinstance(value, float | np.floating):
        return float(value) if math.isfinite(value) else 0.0
    if isinstance(value, list | tuple):
        return [to_json_values(v) for v in value]
    if isinstance(value, dict):
        return {str(k): to_json_values(v) for k, v in value.items()}
    if isinstance(value, np.generic):
        return value.item()
    return value


def pack(head: Mapping[str, Any], arrays: Mapping[str, np.ndarray] | None = None) -> bytes:
    """Return a message to the page: a head, and arrays in the types '<f4 <i4 <u4 <u2 |u1'."""
    parts: list[bytes] = []
    listed, at = {}, 0
    for name, array in (arrays or {}).items():
        array = np.ascontiguousarray(array)
        listed[name] = [array.dtype.str, list(array.shape), at]
        raw = array.tobytes()
        parts.append(raw)
        if pad := -len(raw) % 4:
            parts.append(bytes(pad))
        at += len(raw) + pad
    text = json.dumps(
        to_json_values({**head, "arrays": listed}), separators=(",", ":"), allow_nan=False
    ).encode()
    text += b" " * (-len(text) % 4)
    return b"".join((struct.pack("<I", len(text)), text, *parts))


def unpack(message: bytes) -> tuple[Message, dict[str, np.ndarray]]:
    """Return head and arrays of a message to the page, for tests and recordings."""
    (n,) = struct.unpack_from("<I", message)
    head = json.loads(message[4 : 4 + n])
    arrays = {}
    for name, (kind, shape, at) in head["arrays"].items():
        arrays[name] = np.frombuffer(message, kind, math.prod(shape), 4 + n + at).reshape(shape)
    return head, arrays


# ---- from the page


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) < 1e300  # within the range of a float, and finite


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 31


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MOST_TEXT


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(map(_is_number, value))


def _is_row_value(value: Any) -> bool:
    """Return whether a row of the panel can have a value.

    Valid are a number, a flag, a text, or a list of numbers or flags.
    """
    if isinstance(value, list):
        return len(value) <= MOST_LIST and all(_is_number(v) or _is_flag(v) for v in value)
    return _is_number(value) or _is_flag(value) or _is_text(value)


def _is_text_list(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_LIST and all(map(_is_text, value))


def _one_of(*words: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in words


Check = Callable[[Any], bool]
CAMERA: dict[str, Check] = {
    "type": _is_integer,
    "fixedcamid": _is_integer,
    "trackbodyid": _is_integer,
    "lookat": _is_point,
    "distance": _is_number,
    "azimuth": _is_number,
    "elevation": _is_number,
    "orthographic": _is_integer,
}
# kind -> required keys, optional keys
SCHEMA: dict[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "ack": ({"number": _is_integer}, {}),
    "size": ({"width": _is_number, "height": _is_number}, {"ratio": _is_number}),
    "camera": (CAMERA, {}),
    "select": (
        {"x": _is_number, "y": _is_number, "aspect": _is_number},
        {"action": _one_of("select", "center", "track")},
    ),
    "grab": ({"mode": _one_of("translate", "rotate")}, {}),
    "drag": ({"action": _is_integer, "dx": _is_number, "dy": _is_number}, {}),
    "release": ({}, {}),
    "set": ({"id": _is_text, "value": _is_row_value}, {}),
    "key": ({"code": _is_text, "down": _is_flag}, {"key": _is_text, "mods": _is_integer, "repeat": _is_flag}),
    "open": ({"sections": _is_text_list}, {}),
    "scrub": ({"index": _is_integer}, {}),
    "role": ({}, {"want": _one_of("control", "watch"), "give": _is_integer}),
    "frames": ({"as": _one_of("frames", "pictures")}, {}),
    "part": ({"size": _is_integer, "at": _is_integer, "data": _is_text}, {}),
    "model": ({}, {}),
}
# kinds that pages without control may send
WATCHERS = ("ack", "size", "camera", "select", "open", "role", "frames", "model")


def _no_constant(name: str) -> float:
    raise Refused(f"{name} is not a JSON number")


def parse_message(data: str | bytes) -> Message:
    """Return the validated message of a page, or raise Refused; drop unknown keys."""
    if isinstance(data, bytes):
        return _parse_files(data)
    if len(data) > TEXT_MOST:
        raise Refused("a message is too long")
    return check_message(_parse_json(data))


def _parse_json(text: str | bytes) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Refused("a message is not JSON") from None


def parse_messages(text: str) -> list[Message]:
    """Return the messages of a JSON list, as long-poll requests have them."""
    found = _parse_json(text)
    if not isinstance(found, list) or len(found) > MOST_LIST:
        raise Refused("messages must be a list")
    return [check_message(message) for message in found]


def check_message(message: Any) -> Message:
    """Return a message with the keys of its kind, each of its type, or raise Refused."""
    kind = message.get("kind") if isinstance(message, dict) else None
    if not isinstance(kind, str) or kind not in SCHEMA:
        raise Refused("the kind of a message is unknown")
    needed, optional = SCHEMA[kind]
    found: Message = {"kind": kind}
    for key, check in (*needed.items(), *optional.items()):
        if key in message:
            if not check(message[key]):
                raise Refused(f"{key} of a message of kind {kind} has the wrong type")
            found[key] = message[key]
        elif key in needed:
            raise Refused(f"a message of kind {kind} has no {key}")
    return found


def _parse_files(data: bytes) -> Message:
    """Return dropped files as {"kind": "file", "files": {name: content}}, without folders."""
    if len(data) > FILES_MOST or len(data) < 4:
        raise Refused("files are missing or too large")
    (n,) = struct.unpack_from("<I", data)
    if n > TEXT_MOST or 4 + n > len(data):
        raise Refused("the header of files is too long")
    head = _parse_json(data[4 : 4 + n])
    rows = head.get("files") if isinstance(head, dict) and head.get("kind") == "file" else None
    if not isinstance(rows, list) or not 0 < len(rows) <= MOST_FILES:
        raise Refused("files must be a list")
    found, at = {}, 4 + n
    for row in rows:
        if not (
            isinstance(row, list)
            and len(row) == 2
            and _is_text(row[0])
            and _is_integer(row[1])
            and row[1] >= 0
        ):
            raise Refused("each file must have a name and a length")
        if at + row[1] > len(data):
            raise Refused("a file is truncated")
        found[plain_name(row[0])] = data[at : at + row[1]]
        at += row[1]
    return {"kind": "file", "files": found}


class MessageParts:
    """The parts of a message with files, received in any order."""

    def __init__(self) -> None:
        self._size, self._count, self._found = 0, 0, dict[int, bytes]()

    @property
    def pending(self) -> int:
        """Number of bytes of an incomplete message."""
        return self._count if self._size else 0

    def add(self, message: Message) -> bytes | None:
        """Add a part; return the whole message when it is complete, else None, or raise Refused."""
        size, at = message["size"], message["at"]
        try:
            data = base64.b64decode(message["data"], altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise Refused("a part of files is not base64") from None
        if not 0 < size <= PARTS_MOST or not data or not 0 <= at <= size - len(data):
            raise Refused("a part of files is out of range")
        if size != self._size:
            self._size, self._count, self._found = size, 0, {}
        self._count += len(data) - len(self._found.get(at, b""))
        self._found[at] = data
        if self._count < size:
            return None
        found = sorted(self._found.items())
        self._size, self._found = 0, {}
        ends = [k + len(part) for k, part in found]
        if [k for k, _ in found] != [0, *ends[:-1]] or ends[-1] != size:
            raise Refused("parts of files overlap")
        return b"".join(part for _, part in found)


def plain_name(path: str) -> str:
    """Return the last part of a path, as the name of a file in memory."""
    return path.replace("\\", "/").rpartition("/")[2] or "file"


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """Return a message with files in the format of a page, for tests and scripts."""
    head = {"kind": "file", "files": [[name, len(content)] for name, content in files.items()]}
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 4)
    return b"".join((struct.pack("<I", len(text)), text, *files.values()))
