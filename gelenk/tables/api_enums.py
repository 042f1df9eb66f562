"""Public enums and constants of the API, with the numbers of the level.

Documents: API / Enums; API / Constants

`__members__` lists the members of the level's release in the order of that release, or all members if the release lacks
the enum. Members of other releases are attributes, so that programs for these releases can name them. Such a member has
its number in the last release that had the member, unless a member of the level has this number; then the member has
the lowest number (for bits, the lowest bit) above all members.

Kernels read the numbers of gelenk/tables/enums, which no level changes. Python translates where these numbers meet the
user: `kernel_bits` and `public_bits` for `opt.enableflags` (runtime/model.py), `WARNING_ORDER` for `data.warning`
(runtime/counters.py, runtime/log_messages.py). Arrays of
`Batch` that hold many worlds (`expand("opt.enableflags")`, `batch.warning`) keep the numbers of the kernels.
"""

from typing import Any

from gelenk.tables import enums
from gelenk.tables.enums.constants import Enum
from gelenk.tables.field_rows import FIRST
from gelenk.tables.levels import CONSTANTS, HISTORY, LEVEL, LEVELS, NEW_ENUMS, release_key, version_number

Changes = dict[str, int | None]  # release -> number, None: removed


def parse(history: str = HISTORY) -> dict[str, dict[str, Changes]]:
    """Return enum -> member -> its numbers by release."""
    found: dict[str, dict[str, Changes]] = {}
    rows: dict[str, Changes] = {}
    for line in history.strip().split("\n"):
        name, *changes = line.split()
        if not changes:
            rows = found[name] = {}
            continue
        pairs = (change.split("@") for change in changes)
        rows[name] = {release: None if number == "-" else int(number) for number, release in pairs}
    return found


ROWS = parse()


def number_at(changes: Changes, level: str) -> int | None:
    """Return a member's number at a level; None if the level's release lacks the member."""
    number = None
    for release, value in changes.items():
        if release_key(release) <= release_key(level):
            number = value
    return number


def is_count(member: str) -> bool:
    """Return whether a member is a count (mjN...), whose number another member may have."""
    return member.startswith("mjN")


def numbers_at(name: str, level: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return the members of an enum at a level, in order, and those of other releases."""
    rows = ROWS.get(name, {})
    known = getattr(enums, name, Enum).__members__
    has = {key: int(value) for key, value in known.items() if key not in rows}
    present = {key: number_at(changes, level) for key, changes in rows.items()}
    if not known:
        has = {key: value for key, value in present.items() if value is not None}
    else:
        has = _in_order(has, {key: v for key, v in present.items() if v is not None}, list(known))
    lacking = {key: _last(rows[key]) for key, value in present.items() if value is None}
    taken = {value for key, value in has.items() if not is_count(key)}
    others = {key: value for key, value in lacking.items() if value not in taken}
    for key in sorted(lacking.keys() - others.keys()):
        top = max((*has.values(), *others.values()))
        others[key] = 1 << top.bit_length() if "Bit" in name else top + 1
    return (has, others) if has else (others, {})


def _last(changes: Changes) -> int:
    """Return the number of a member in the last release that had it."""
    return [value for value in changes.values() if value is not None][-1]


def _in_order(fixed: dict[str, int], moved: dict[str, int], known: list[str]) -> dict[str, int]:
    """Return the members in the order of 3.5.0, later ones after the next lower number."""
    numbers = fixed | moved
    order = [key for key in known if key in numbers]
    unions = {key for key in order if key.startswith("mjSTATE_") and numbers[key].bit_count() > 1}
    for key in sorted(moved.keys() - set(known), key=numbers.__getitem__):
        lower = [
            i
            for i, other in enumerate(order)
            if numbers[other] < numbers[key] and not is_count(other) and other not in unions
        ]
        order.insert(1 + max(lower, key=lambda i: numbers[order[i]], default=-1), key)
    return {key: numbers[key] for key in order}


def make(name: str, level: str) -> type[Enum]:
    """Return the public enum at a level: that of gelenk/tables/enums if it has no rows."""
    if name not in ROWS:
        return getattr(enums, name)
    known = getattr(enums, name, None)
    has, others = numbers_at(name, level)
    # sort by number, since later members are listed last; counts, whose names lack an underscore, remain last
    numbers = sorted(number for key, number in has.items() if "_" in key)
    if level != FIRST and numbers == [*range(len(numbers))]:
        has = dict(sorted(has.items(), key=lambda item: ("_" not in item[0], item[1])))
    body: dict[str, Any] = {**has, **others, "__doc__": known.__doc__ if known else NEW_ENUMS[name]}
    made = type(name, (Enum,), body | {"__module__": __name__, "__slots__": ()})
    for key in others:
        del made.__members__[key]
    return made


def make_constants(level: str) -> dict[str, Any]:
    """Return the constants at a level; a constant of later releases has its first value."""
    found = {n: v for n, v in vars(enums).items() if n.startswith("mj") and not isinstance(v, type)}
    for name, changes in CONSTANTS.items():
        values = [v for release, v in changes.items() if release_key(release) <= release_key(level)]
        found[name] = values[-1] if values else next(iter(changes.values()))
    found["mjVERSION_HEADER"] = version_number(level)
    found["mjDISABLESTRING"] = _with_later(found["mjDISABLESTRING"], "mjtDisableBit", level)
    found["mjENABLESTRING"] = _with_later(found["mjENABLESTRING"], "mjtEnableBit", level)
    if level == "4.0.0":
        found["mjRNDSTRING"] = (*found["mjRNDSTRING"], ("Post Processing", "1", ""))
    return found


# words of mjDISABLESTRING and mjENABLESTRING that differ from the names of the bits in more than case
_WORDS = {"multiccd": "MultiCCD", "diagexact": "DiagExact", "ipc": "IPC", "speculative": "Speculative"}


def _with_later(words: tuple[str, ...], name: str, level: str) -> tuple[str, ...]:
    """Return the words of the bits of a level, in the order of their numbers."""
    known = {word.lower(): word for word in words} | _WORDS
    bits = {key: number for key, number in numbers_at(name, level)[0].items() if not is_count(key)}
    return tuple(known[key.partition("_")[2].lower()] for key in sorted(bits, key=bits.__getitem__))


def _bits(level: str) -> dict[str, int]:
    has, others = numbers_at("mjtEnableBit", level)
    return {key: value for key, value in (has | others).items() if not is_count(key)}


# enable bits of the kernels (numbers of 3.5.0) -> those of the level; equal bits are left out
_MOVED = {bit: _bits(LEVEL)[name] for name, bit in _bits(LEVELS[0]).items() if bit != _bits(LEVEL)[name]}
_MOVED_BACK = {there: here for here, there in _MOVED.items()}


def _translate(flags: int, moved: dict[int, int]) -> int:
    found = flags & ~sum(moved)
    for here, there in moved.items():
        if flags & here:
            found |= there
    return found


def public_bits(flags: int) -> int:
    """Return the enable flags of a kernel with the bits of the level."""
    return _translate(flags, _MOVED)


def kernel_bits(flags: int) -> int:
    """Return enable flags of the level with the bits that kernels read."""
    return _translate(flags, _MOVED_BACK)


BITS_MOVED = bool(_MOVED)

_public = {name: make(name, LEVEL) for name in {**vars(enums), **ROWS} if name.startswith(("mjt", "mjr"))}
_public |= make_constants(LEVEL)
globals().update(_public)
__all__ = list(_public)

# numbers of warnings in kernels, in the order of the members at the level
WARNING_ORDER = tuple(
    int(getattr(enums.mjtWarning, key)) for key in _public["mjtWarning"].__members__ if not is_count(key)
)
# number of a warning at the level, also of one that its release lacks -> number in kernels
_KINDS = {
    int(getattr(_public["mjtWarning"], key)): int(kind) for key, kind in enums.mjtWarning.__members__.items()
}


def kernel_warning(kind: int) -> int:
    """Return the number of a warning in kernels; an unknown number is returned unchanged."""
    return _KINDS.get(kind, kind)
