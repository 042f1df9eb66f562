"""Base class of the enums: members are integers with names.

Documents: API / Enums
"""

from typing import Any, ClassVar


class Enum(int):
    """Base of the enums; converts the integers in the body of a subclass to members.

    Members are `int` instances, so that kernels, numpy and formatting accept them. Python's own `enum` is not used,
    since creating seventy such classes would take a tenth of the import time.
    """

    __slots__ = ()
    __members__: ClassVar[dict[str, "Enum"]] = {}
    _by_value: ClassVar[dict[int, tuple[str, "Enum"]]] = {}

    def __init_subclass__(cls) -> None:
        cls.__members__ = {}
        cls._by_value = {}
        for name, value in list(vars(cls).items()):
            if name.startswith("mj"):
                member = int.__new__(cls, value)
                setattr(cls, name, member)
                cls.__members__[name] = member
                if (
                    not name.startswith("mjN") or value not in cls._by_value
                ):  # a count may equal a later member
                    cls._by_value[value] = (name, member)

    def __new__(cls, value: Any) -> Any:
        try:
            return cls._by_value[value.__index__()][1]
        except (AttributeError, TypeError):  # arrays of several elements have the method, too
            raise TypeError(f"{cls.__name__}() takes an integer, not {value!r}") from None
        except KeyError:
            raise ValueError(f"Invalid int value for {cls.__name__}: {int(value)}") from None

    @property
    def name(self) -> str:
        """Name of the member, such as 'mjGEOM_BOX'."""
        return self._by_value[int(self)][0]

    @property
    def value(self) -> int:
        """The member as a plain `int`."""
        return int(self)

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}.{self.name}: {int(self)}>"

    def __reduce__(self) -> tuple[type, tuple[int]]:
        return type(self), (int(self),)
