"""Error: what is wrong with a model, where, and what would be right; many problems in one report.

Documents: Modeling / Introduction
"""

from collections.abc import Iterable
from typing import Any


class Problem:
    """One problem: a sentence, where it is, and of which element: ``Element name 'arm', id 2``."""

    __slots__ = ("element", "hint", "message", "where")

    def __init__(self, message: str, where: str = "", hint: str = "", element: str = "") -> None:
        self.message, self.where, self.hint, self.element = message, where, hint, element

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text}; {self.hint}" if self.hint else text

    @property
    def last_line(self) -> str:
        """How messages of the reference end, which programs such as dm_control read the number of the line from."""
        _, line, column = [*self.where.rsplit(":", 2), "", ""][:3]
        if not self.element or not line.isdigit() or not column.isdigit():
            return ""
        return f"{self.element}, line {line}"


class Error(ValueError):
    """A model cannot be loaded or compiled; `problems` has every problem found, the text lists them.

    Its last line names the element of the first one as the reference does.
    """

    most_shown = 20

    def __init__(
        self,
        message: str = "",
        where: str = "",
        hint: str = "",
        problems: Iterable[Problem] | None = None,
        element: str = "",
    ) -> None:
        self.problems = list(problems) if problems else [Problem(message, where, hint, element)]
        super().__init__(self._text())

    def _text(self) -> str:
        shown = [str(problem) for problem in self.problems[: self.most_shown]]
        if len(shown) > 1:
            more = len(self.problems) - len(shown)
            rest = [f"  and {more} more"] if more else []
            shown = [f"{len(self.problems)} problems", *(f"  {line}" for line in shown), *rest]
        last = self.problems[0].last_line
        return "\n".join([*shown, *([last] if last else [])])

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, ([(p.message, p.where, p.hint, p.element) for p in self.problems],)


class NotWellFormed(Error):
    """The text is not well-formed XML, or in an encoding that expat does not know; 3.5.0 may read it nevertheless."""


class FatalError(ValueError):
    """A call that the reference gives up on in native code: a setting or argument that no stage knows what to do with.

    It is a ValueError as all errors about values are; programs written for the reference catch it by this name.
    """


class TooLargeError(ValueError, OverflowError):
    """A number has no room in its field; 3.5.0 raises an OverflowError here, which this is too."""


class UnexpectedError(Exception):
    """What the reference raises for errors of its own; kept for programs that catch it, never raised here."""


class SimulationError(RuntimeError):
    """Some worlds of a call to a `gelenk.batch.Batch` failed; `ids` (array of int64) has their numbers.

    They have the state that they had before the call; all others ran to the end. `Batch.error(i)` has the message of
    each, `Batch.status` says who failed.
    """

    def __init__(self, message: str, ids: Any = ()) -> None:
        super().__init__(message)
        self.ids = ids

    def __reduce__(self) -> tuple[Any, ...]:
        return SimulationError, (str(self), self.ids)


def _rebuild(parts: Iterable[tuple[str, str, str]]) -> Error:
    return Error(problems=[Problem(*part) for part in parts])


# Programs written for the reference test type(e).__name__; tracebacks show the qualified name,
# gelenk.errors.Error.
Error.__name__ = "ValueError"


def warn(message: str) -> None:
    """Tell, by the logger "gelenk", of something in a model that is accepted and may not be meant.

    message   what it is and where
    Source    Modeling / XML schema
    """
    import logging  # takes a while; rarely needed

    logging.getLogger("gelenk").warning(message)


def short(text: str, most: int = 40) -> str:
    """The text, cut where it is longer than a message should quote.

    text      what is quoted
    most      how many letters of it
    Returns   text
    Source    design / One source of truth
    """
    return text if len(text) <= most else text[:most] + "..."


def nearest(word: str, words: Iterable[str]) -> str:
    """The one of `words` that is most like `word`, as a hint 'did you mean ...', or an empty text.

    word      what is unknown
    words     what is known
    Returns   text
    Source    design / One source of truth
    """
    if len(word) > 60:
        return ""
    from difflib import get_close_matches  # only when something is wrong: it imports re and collections

    found = get_close_matches(word, words, 1, 0.6) or get_close_matches(word.lower(), words, 1, 0.6)
    return f"did you mean '{found[0]}'?" if found else ""
