"""The base of the enums: members are integers that know their names.

Documents: API / Enums
"""

from typing import Any, ClassVar


class Enum(int):
    """Base of the enums: turns the integers written in a subclass into members of it.

    Members are `int` instances, so that kernels, numpy and formatting take them as they are. Python's own
    `enum` is not used: creating seventy such classes would take a tenth of the time of an import.
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
                cls._by_value[value] = (name, member)

    def __new__(cls, value: Any) -> Any:
        try:
            return cls._by_value[value.__index__()][1]
        except (AttributeError, TypeError):  # arrays of several numbers have the method, too
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
