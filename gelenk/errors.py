"""Errors of a model with place, cause and remedy, several in one report.

Documents: Modeling / Introduction; promises / Restored models
"""

import functools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


SIMILAR = 0.65  # least similarity of a name for a hint, as difflib measures it; 1 for equal names


class Problem:
    """One problem: a sentence, its place and its element: ``Element name 'arm', id 2``."""

    __slots__ = ("element", "hint", "message", "where")

    def __init__(self, message: str, where: str = "", hint: str = "", element: str = "") -> None:
        self.message, self.where, self.hint, self.element = message, where, hint, element

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text}; {self.hint}" if self.hint else text

    @property
    def last_line(self) -> str:
        """Last line of messages in the form of 3.5.0.

        Programs such as dm_control read the line number from it.
        """
        _, line, column = [*self.where.rsplit(":", 2), "", ""][:3]
        if not self.element or not line.isdigit() or not column.isdigit():
            return ""
        return f"{self.element}, line {line}"


class Error(ValueError):
    """A model cannot be loaded or compiled; `problems` lists every problem found.

    A line after each problem names its element, as the last line of messages of 3.5.0 does.
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
        if len(self.problems) == 1:
            only = self.problems[0]
            return "\n".join(filter(None, (str(only), only.last_line)))
        shown = [f"{len(self.problems)} problems"]
        for problem in self.problems[: self.most_shown]:
            shown.append(f"  {problem}")
            if problem.last_line:
                shown.append(f"    {problem.last_line}")
        more = len(self.problems) - self.most_shown
        return "\n".join([*shown, *([f"  and {more} more"] if more > 0 else [])])

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, ([(p.message, p.where, p.hint, p.element) for p in self.problems],)


class NotWellFormed(Error):
    """The text is not well-formed XML, or its encoding is unknown to expat.

    3.5.0 accepts some of these texts.
    """


class FatalError(ValueError):
    """A call that 3.5.0 aborts in native code: an argument or setting that no stage supports.

    FatalError is a ValueError, as all errors about values; programs written for 3.5.0 catch it by this name.
    """


class TooLargeError(ValueError, OverflowError):
    """A value does not fit its field; also an OverflowError, as in 3.5.0."""


class UnexpectedError(Exception):
    """Internal error of 3.5.0; kept for programs that catch it, never raised here."""


class SimulationError(RuntimeError):
    """Some worlds of a call to a `gelenk.batch.Batch` failed; `ids` (int64) lists them.

    The failed worlds have the state before the call; all others have finished. `Batch.error(i)` is the message of world
    i, and `Batch.status` marks the failed worlds.
    """

    def __init__(self, message: str, ids: Any = ()) -> None:
        super().__init__(message)
        self.ids = ids

    def __reduce__(self) -> tuple[Any, ...]:
        return SimulationError, (str(self), self.ids)


def _rebuild(parts: Iterable[tuple[str, str, str]]) -> Error:
    return Error(problems=[Problem(*part) for part in parts])


# Programs written for 3.5.0 test type(e).__name__; tracebacks show the qualified name, gelenk.errors.Error.
Error.__name__ = "ValueError"


warnings_logged = 0  # by this process


def warn(message: str) -> None:
    """Log a warning about a model to the logger "gelenk".

    message   description and place
    Source    Modeling / XML schema
    """
    global warnings_logged
    import logging  # imports slowly, and is rarely needed

    warnings_logged += 1
    logging.getLogger("gelenk").warning(message)


def short(text: str, most: int = 40) -> str:
    """Truncate a text for quotation in a message.

    text      text to quote
    most      maximum length in characters
    Returns   text
    Source    design / One source of truth
    """
    return text if len(text) <= most else text[:most] + "..."


def nearest(word: str, words: Iterable[str]) -> str:
    """Return a hint 'did you mean ...' with the most similar of `words`, or "".

    word      unknown word
    words     known words
    Returns   text
    Source    design / One source of truth
    """
    if len(word) > 60:
        return ""
    from difflib import get_close_matches  # imported only on an error, since it imports re and collections

    known = list(words)
    found = get_close_matches(word, known, 1, SIMILAR) or get_close_matches(word.lower(), known, 1, SIMILAR)
    return f"did you mean '{found[0]}'?" if found else ""


def nearest_of_all(word: str, words: Iterable[str], they: str) -> str:
    """Return a hint with the most similar of `words`, if one is similar, and all of them.

    word      unknown word
    words     known words
    they      words before the list, such as "shipped models are"
    Returns   text
    Source    design / One source of truth
    """
    known = list(words)
    return " ".join(filter(None, (nearest(word, known), f"{they} {', '.join(known)}")))


def with_hint(message: str, word: str, words: Iterable[str]) -> str:
    """Return a message, followed by a hint at the most similar of `words`, if one is similar.

    message   the message
    word      unknown word
    words     known words
    Returns   text
    Source    design / One source of truth
    """
    hint = nearest(word, words)
    if not hint:
        return message
    return f"{message} {hint[0].upper()}{hint[1:]}" if message.endswith(".") else f"{message}; {hint}"


class _Hinted(Exception):
    """Error whose hint is computed when its text is read.

    Loops of hasattr or of try ... except KeyError look names up without reading the text.
    """

    def __init__(self, message: str, word: str, words: Callable[[], Iterable[str]], **more: Any) -> None:
        super().__init__(message, **more)
        self._word, self._words = word, words

    def _hinted(self) -> str:
        return with_hint(str(self.args[0]), self._word, (name for name in self._words() if name[:1] != "_"))


class UnknownAttribute(_Hinted, AttributeError):
    """AttributeError with a hint at the most similar public name.

    message   the message without the hint
    name      unknown attribute
    words     function that returns the known names
    """

    def __init__(self, message: str, name: str, words: Callable[[], Iterable[str]]) -> None:
        # None, since for any other object the interpreter would append its own hint
        super().__init__(message, name, words, name=name, obj=None)

    def __str__(self) -> str:
        return self._hinted()

    def __reduce__(self) -> tuple[Any, ...]:
        return AttributeError, (str(self),)


class UnknownKey(_Hinted, KeyError):
    """KeyError with a hint at the most similar name.

    message   the message without the hint
    name      unknown name
    words     function that returns the known names
    """

    def __str__(self) -> str:
        return repr(self._hinted())

    def __reduce__(self) -> tuple[Any, ...]:
        return KeyError, (self._hinted(),)


# Tracebacks and programs name these errors by their documented types.
for _error, _documented in ((UnknownAttribute, AttributeError), (UnknownKey, KeyError)):
    _error.__name__ = _error.__qualname__ = _documented.__name__
    _error.__module__ = _documented.__module__


class Damaged(ValueError):
    """Error of inconsistent restored values; the message says how they conflict."""


def guarded(what: str) -> Callable[[Function], Function]:
    """Decorate a function that a pickle calls: any failure becomes one ValueError.

    An IndexError of an index out of range is raised unchanged, since its message is specific.

    what       name of the restored object

    Returns    the decorator
    Errors     ValueError: the pickle is damaged; the message names the restored object
    Source     promises / Restored models
    """

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def restore(*args: Any, **kwargs: Any) -> Any:
            try:
                return function(*args, **kwargs)
            except Damaged as error:
                raise ValueError(f"{what}: the pickle is damaged: {error}") from None
            except RecursionError:
                raise ValueError(f"{what}: the pickle is damaged: it is nested too deeply") from None
            except (
                ArithmeticError,
                AssertionError,
                AttributeError,
                LookupError,
                TypeError,
                ValueError,
            ) as error:
                if type(error) is IndexError and str(error).startswith(("m.", "d.")):
                    raise
                raise ValueError(f"{what}: the pickle is damaged") from None

        return restore  # type: ignore[return-value]

    return decorate
