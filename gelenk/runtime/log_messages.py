"""Log messages (MjLogMessage, MjLogConfig), and user warnings of compiled code.

Documents: API / mjLogConfig; API / mjLogMessage; Modeling / Warnings; API / mju_user_warning

MjLogConfig holds the destinations of log messages. By default, messages go to the Python logger "gelenk", to which
programs add handlers, as at level 3.5.0. A program can set a configuration that adds a log file or disables the logger.
Topics are groups of informational messages, which are off by default.

User warnings: report the warnings that compiled code counted.
"""

from __future__ import annotations

import ctypes
import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from gelenk.engine.arena import arena_bytes
from gelenk.errors import Error
from gelenk.runtime.assignment import file_name
from gelenk.tables.api_enums import mjtLogLevel
from gelenk.tables.enums import mjtWarning

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import DataBlock

DEFAULT_FILE = "MUJOCO_LOG.TXT"
topics = 0  # bits of the topics that are logged, 1 << (topic - 1)
console, logfile = True, ""  # whether messages go to the Python logger; file that they are appended to


class _Checked:
    """Base of the structs of the log: attributes of fixed names and types."""

    _types: ClassVar[dict[str, tuple[Any, ...]]]

    def __setattr__(self, name: str, value: Any) -> None:
        kinds = self._types.get(name)
        if kinds is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        if not isinstance(value, kinds):
            raise TypeError(
                f"{name} of {type(self).__name__} takes {kinds[0].__name__}, not {type(value).__name__}"
            )
        object.__setattr__(self, name, kinds[0](value) if kinds[0] in (bool, int) else value)

    def __repr__(self) -> str:
        rows = (f"  {name}: {getattr(self, name)!r}" for name in sorted(self._types))
        return "\n".join([f"<{type(self).__name__}", *rows, ">"])

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and all(getattr(self, n) == getattr(other, n) for n in self._types)

    __hash__ = None  # type: ignore[assignment]


class MjLogMessage(_Checked):
    """A message of the log.

    level      mjtLogLevel
    topic      mjtLogTopic; 0 for errors, warnings and messages of programs
    subject    one line
    body       more lines, or None
    func, file, line   place that the message comes from, or None and 0
    timestamp  whether the time is written before the message
    """

    _types: ClassVar[dict[str, tuple[Any, ...]]] = {
        "level": (int,),
        "topic": (int,),
        "subject": (str,),
        "body": (str, type(None)),
        "func": (str, type(None)),
        "file": (str, type(None)),
        "line": (int,),
        "timestamp": (bool, int),
    }
    level = topic = line = 0
    subject: str = ""
    body: str | None = None
    func: str | None = None
    file: str | None = None
    timestamp: bool = False


class MjLogConfig(_Checked):
    """Destinations of log messages: get() returns a copy, set() applies a copy.

    logto_console   whether messages go to the Python logger "gelenk"
    logto_file      whether messages are appended to a file
    logfile         name of the file
    topics          topics (mjtLogTopic) of informational messages that are logged, as bits 1 << (topic - 1)
    """

    _types: ClassVar[dict[str, tuple[Any, ...]]] = {
        "logto_console": (bool, int),
        "logto_file": (bool, int),
        "logfile": (str,),
        "topics": (int,),
    }
    logto_console: bool = True
    logto_file: bool = False
    logfile: str = DEFAULT_FILE
    topics: int = 0

    @staticmethod
    def get() -> MjLogConfig:
        """Return the configuration of the process.

        Returns  a copy
        Source   API / mjLogConfig
        """
        found = MjLogConfig()
        found.logto_console, found.topics = console, topics
        found.logto_file, found.logfile = bool(logfile), logfile or _last_file
        return found

    def set(self) -> None:
        """Make this the configuration of the process.

        Errors   ValueError: a log to a file without a name, or bits of topics below 0
        Source   API / mjLogConfig
        """
        global console, topics, logfile, _last_file
        if self.logto_file and not self.logfile:
            raise ValueError("MjLogConfig: logfile must be the name of a file, got ''")
        if self.topics < 0:
            raise ValueError(f"MjLogConfig: topics must be >= 0, got {self.topics}")
        console, topics = bool(self.logto_console), int(self.topics)
        _last_file = self.logfile or DEFAULT_FILE
        logfile = file_name("MjLogConfig: logfile", self.logfile) if self.logto_file else ""


_last_file = DEFAULT_FILE


def append(kind: str, message: str) -> None:
    """Append a message to the file of the log, if there is one.

    Errors   gelenk.Error: the file cannot be written
    """
    if not logfile:
        return
    stamp = datetime.datetime.now().strftime("%a %b %d %H:%M:%S %Y")
    try:
        with open(logfile, "a", encoding="utf-8") as file:
            file.write(f"{stamp}\n{kind}: {message}\n\n")
    except OSError as error:
        raise Error(f"cannot write the log '{logfile}': {error.strerror}") from None


def info(topic: int, subject: str) -> None:
    """Log an informational message of a topic, if it is on."""
    if not topics & 1 << (topic - 1):
        return
    append(mjtLogLevel.mjLOG_INFO.name.removeprefix("mjLOG_"), subject)
    if console:
        import logging  # imported here, since most programs log nothing

        logging.getLogger("gelenk").info(subject)


# User warnings

_MESSAGES = {
    mjtWarning.mjWARN_INERTIA: "Inertia matrix is too close to singular at DOF {info}. Check model.",
    mjtWarning.mjWARN_CONTACTFULL: "Too many contacts: {info} do not fit in the memory that the model allows.",
    mjtWarning.mjWARN_CNSTRFULL: "Too many constraint rows: {info} do not fit in the memory that the model allows.",
    mjtWarning.mjWARN_VGEOMFULL: "Not all geoms fit into the scene: its maxgeom is {info}.",
    mjtWarning.mjWARN_BADQPOS: "Nan, Inf or huge value in QPOS at DOF {info}. The simulation is unstable.",
    mjtWarning.mjWARN_BADQVEL: "Nan, Inf or huge value in QVEL at DOF {info}. The simulation is unstable.",
    mjtWarning.mjWARN_BADQACC: "Nan, Inf or huge value in QACC at DOF {info}. The simulation is unstable.",
    mjtWarning.mjWARN_BADCTRL: "Nan, Inf or huge value in CTRL at ACTUATOR {info}. The control is set to zero.",
}
# the texts before and after {info}
_TEXT: dict[int, tuple[str, ...]] = {
    kind: tuple(message.split("{info}")) for kind, message in _MESSAGES.items()
}
_FromC: Any = ctypes.CFUNCTYPE(None).__mro__[1]  # base of ctypes functions, which take a char* as bytes
user_warning: Any = None  # set_mju_user_warning: receives the text instead of the log


def text(kind: int, info: int) -> str:
    """Return the message of warning ``kind`` (mj_warningText)."""
    message = _TEXT.get(kind)
    before, after = message if message is not None else _TEXT[mjtWarning(kind)]  # raises for unknown kinds
    return f"{before}{info}{after}"


def _lost(d: DataBlock, kind: int, found: int) -> str:
    """Return what was dropped for lack of model memory, and how much memory is needed."""
    m, ncon = d._model._view, d._scalar("ncon")
    if kind == mjtWarning.mjWARN_CONTACTFULL:
        need = arena_bytes(m, found, 0, 0, 0)
        what = f"{ncon} of them are kept. All take {need} bytes without their rows"
    elif kind == mjtWarning.mjWARN_CNSTRFULL:
        numbers, dual = d._scalar("lost_J"), d._scalar("lost_A")
        need = arena_bytes(m, ncon, found, numbers, dual)
        what = (
            f"With {numbers} elements of efc_J, {dual} of efc_AR and {ncon} contacts they take {need} bytes"
        )
    else:
        return ""
    return f" {what}, <size memory> allows {m.narena}."


def report(d: DataBlock) -> None:
    """Report each kind of warning of ``d`` on its first count after a reset."""
    if not d._scalar("warned"):
        return
    d._set_scalar("warned", 0)
    counts = d._a_warning_number
    for kind in range(mjtWarning.mjNWARNING):
        if counts[kind] and not d._told & 1 << kind:
            d._told |= 1 << kind
            info = int(d._a_warning_lastinfo[kind])
            message = f"{text(kind, info)}{_lost(d, kind, info)} Time = {d.time:.4f}."
            send(message)


def send(message: str) -> None:
    """Send a warning to the user's function if set, else to the log."""
    message = encodable(message)
    if user_warning is not None:
        user_warning(message.encode() if isinstance(user_warning, _FromC) else message)
    else:
        write_log("WARNING", message)


def write_log(kind: str, message: str) -> None:
    """Send ``message`` to the log at the level that ``kind`` names."""
    append(kind, encodable(message))
    if not console:
        return
    import logging  # imported here, since it is slow and most programs log nothing

    level = logging.ERROR if kind.upper() == "ERROR" else logging.WARNING
    logging.getLogger("gelenk").log(level, encodable(message))


def encodable(message: str) -> str:
    """Return ``message`` with lone surrogates escaped, as in file names that are not UTF-8."""
    return message.encode("utf-8", "backslashreplace").decode()
