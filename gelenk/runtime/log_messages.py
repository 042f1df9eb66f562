"""Log messages: MjLogMessage, and MjLogConfig, which says where messages of the log go.

Documents: API / mjLogConfig; API / mjLogMessage; Modeling / Warnings

Messages go to the Python logger "gelenk", where programs add their handlers, as at level 3.5.0. A configuration that a
program sets adds a file, or takes them from the console. Topics are informational messages, which are off at first.
"""

from __future__ import annotations

import datetime
from typing import Any, ClassVar

from gelenk.errors import Error
from gelenk.runtime.assignment import file_name
from gelenk.tables.api_enums import mjtLogLevel

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
    """Where messages of the log go: get() returns a copy, set() makes a copy valid.

    logto_console   whether they go to the Python logger "gelenk"
    logto_file      whether they are appended to a file
    logfile         its name
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
