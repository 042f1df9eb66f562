"""Parameters to be identified: bounded values and their modifiers of a spec.

Documents: drop-in / mujoco.sysid
"""

import copy
import enum
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from gelenk.runtime.annotation_checks import checked, methods_checked

if TYPE_CHECKING:
    from gelenk.modeling.spec.spec import MjSpec

# modifier (spec, parameter): writes the value into the spec
Modifier = Callable[["MjSpec", "Parameter"], object]
Default = TypeVar("Default")


class InertiaType(enum.Enum):
    """Inertial properties that form a parameter: mass; mass and center of mass; all."""

    Mass = 0
    MassIpos = 1
    Pseudo = 2


AT_BOUND = 1e-6  # distance from a bound, relative to the range, within which a value is at the bound


@methods_checked
class Parameter:
    """A parameter, scalar or array, within bounds.

    name        unique in its ParameterDict
    nominal     expected value; `value` starts there
    min_value, max_value   bounds, of the shape of nominal or scalar
    frozen      whether optimization leaves the value unchanged
    modifier    (spec, parameter): writes the value into a spec
    """

    # set by `body_inertia_param`
    inertia_type: InertiaType | None = None
    scale_rot_inertia: bool = False

    def __init__(
        self,
        name: str,
        nominal: npt.ArrayLike,
        min_value: npt.ArrayLike,
        max_value: npt.ArrayLike,
        frozen: bool = False,
        modifier: Modifier | None = None,
    ) -> None:
        self.name = name
        self.nominal = np.atleast_1d(np.array(nominal, np.float64))
        self.min_value = np.broadcast_to(np.asarray(min_value, np.float64), self.nominal.shape).copy()
        self.max_value = np.broadcast_to(np.asarray(max_value, np.float64), self.nominal.shape).copy()
        if not (self.min_value <= self.max_value).all():
            raise ValueError(f"parameter {name}: min_value must not be above max_value")
        self.value = self.nominal.copy()
        self.frozen = frozen
        self.modifier = modifier

    @property
    def size(self) -> int:
        """Number of elements of the value."""
        return self.nominal.size

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the value."""
        return self.nominal.shape

    def apply_modifier(self, spec: "MjSpec") -> None:
        """Write the value into a spec, if there is a modifier.

        spec     MjSpec to modify
        Source   drop-in / mujoco.sysid
        """
        if self.modifier is not None:
            self.modifier(spec, self)

    def as_vector(self) -> np.ndarray:
        """Return the value as a vector (size).

        Returns   float64 (size), a copy, in the unit of the parameter
        Source    drop-in / mujoco.sysid
        """
        return self.value.ravel().copy()

    def as_nominal_vector(self) -> np.ndarray:
        """Return the nominal value as a vector (size).

        Returns   float64 (size), a copy, in the unit of the parameter
        Source    drop-in / mujoco.sysid
        """
        return self.nominal.ravel().copy()

    def update_from_vector(self, vector: npt.ArrayLike) -> None:
        """Set the value from a vector (size).

        vector   values (size), in the unit of the parameter
        Errors   ValueError: vector has a wrong size
        Source   drop-in / mujoco.sysid
        """
        vector = np.asarray(vector, np.float64)
        if vector.size != self.size:
            raise ValueError(f"Input vector length {vector.size} does not match parameter size {self.size}.")
        self.value = vector.reshape(self.shape).copy()

    def get_bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the lower and upper bounds as vectors (size).

        Returns   (lower, upper), float64 (size) each, in the unit of the parameter
        Source    drop-in / mujoco.sysid
        """
        return self.min_value.ravel().copy(), self.max_value.ravel().copy()

    def reset(self) -> None:
        """Reset the value to the nominal value.

        Source   drop-in / mujoco.sysid
        """
        self.value = self.nominal.copy()

    def move_off_bound(self, fraction: float = 0.05) -> None:
        """Shift elements at a bound inwards, so that gradients of transformed parameters exist.

        fraction   size of the shift, relative to the range of the bounds
        Errors     ValueError: fraction is not between 0 and 1
        Source     drop-in / mujoco.sysid
        """
        if not 0 < fraction < 1:
            raise ValueError(f"move_off_bound: fraction must be between 0 and 1, got {fraction}")
        width = self.max_value - self.min_value
        near = AT_BOUND * np.where(np.isfinite(width), width, 0.0)
        low, high = self.value - self.min_value <= near, self.max_value - self.value <= near
        shift = fraction * np.where(np.isfinite(width), width, 0.0)
        self.value = np.where(low, self.min_value + shift, np.where(high, self.max_value - shift, self.value))

    def sample(self, rng: np.random.Generator | None = None) -> np.ndarray:
        """Return a vector (size) drawn uniformly from within the bounds.

        rng       generator of random numbers; None: a new one
        Returns   float64 (size), in the unit of the parameter
        Source    drop-in / mujoco.sysid
        """
        rng = np.random.default_rng() if rng is None else rng
        return rng.uniform(*self.get_bounds())

    def __repr__(self) -> str:
        numbers = np.array2string(self.value, separator=", ", precision=6)
        low, high = (
            np.array2string(side, separator=", ", precision=6) for side in (self.min_value, self.max_value)
        )
        return f"Parameter({self.name!r}, {numbers}, {low}, {high}{', frozen' if self.frozen else ''})"


_STORED = ("name", "nominal", "min_value", "max_value", "value", "frozen")


@methods_checked
class ParameterDict:
    """Parameters by name, in order. As a vector: the concatenated non-frozen parameters."""

    def __init__(self, parameters: dict[str, Parameter] | None = None) -> None:
        self.parameters = dict(parameters or {})

    def __getitem__(self, key: str) -> Parameter:
        return self.parameters[key]

    def __setitem__(self, key: str, value: Parameter) -> None:
        self.parameters[key] = value

    @overload
    def get(self, key: str) -> Parameter | None: ...
    @overload
    def get(self, key: str, default: Default) -> Parameter | Default: ...
    def get(self, key: str, default: object = None) -> object:
        """Return the parameter of that name, or the default.

        key       name of a parameter
        default   result for an unknown name
        Returns   Parameter, or the default
        Source    drop-in / mujoco.sysid
        """
        return self.parameters.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self.parameters

    def __len__(self) -> int:
        return len(self.parameters)

    def __iter__(self) -> Iterator[str]:
        return iter(self.parameters)

    def __repr__(self) -> str:
        return "\n".join(["ParameterDict(", *(f"  {p!r}" for p in self.parameters.values()), ")"])

    def keys(self) -> list[str]:
        """Return the names of the parameters.

        Returns   list of texts, in order
        Source    drop-in / mujoco.sysid
        """
        return list(self.parameters)

    def values(self) -> list[Parameter]:
        """Return the parameters.

        Returns   list of Parameter, in order
        Source    drop-in / mujoco.sysid
        """
        return list(self.parameters.values())

    def items(self) -> list[tuple[str, Parameter]]:
        """Return the (name, parameter) pairs.

        Returns   list of pairs, in order
        Source    drop-in / mujoco.sysid
        """
        return list(self.parameters.items())

    def add(self, param: Parameter) -> None:
        """Add a parameter under its name.

        param    Parameter; replaces a parameter of the same name
        Source   drop-in / mujoco.sysid
        """
        self.parameters[param.name] = param

    def update(self, pdict: "ParameterDict | Mapping[str, Parameter]") -> None:
        """Add the parameters of another dictionary.

        pdict    parameters by name
        Source   drop-in / mujoco.sysid
        """
        self.parameters.update(dict(pdict.items()))

    def copy(self) -> "ParameterDict":
        """Return a dictionary of copies; modifiers are shared.

        Returns   ParameterDict
        Source    drop-in / mujoco.sysid
        """
        new = type(self)()
        for name, param in self.parameters.items():
            twin = copy.copy(param)
            for field in ("nominal", "min_value", "max_value", "value"):
                setattr(twin, field, getattr(param, field).copy())
            new[name] = twin
        return new

    def _selected(self, include_frozen: bool = False) -> list[Parameter]:
        return [p for p in self.parameters.values() if include_frozen or not p.frozen]

    @property
    def size(self) -> int:
        """Number of elements that are not frozen."""
        return sum(p.size for p in self._selected())

    def as_vector(self, include_frozen: bool = False) -> np.ndarray:
        """Return the values as a vector (size).

        include_frozen   whether to include frozen parameters
        Returns          float64 (size), a copy, each in the unit of its parameter
        Source           drop-in / mujoco.sysid
        """
        return _concatenate([p.as_vector() for p in self._selected(include_frozen)])

    def as_nominal_vector(self, include_frozen: bool = False) -> np.ndarray:
        """Return the nominal values as a vector (size).

        include_frozen   whether to include frozen parameters
        Returns          float64 (size), a copy, each in the unit of its parameter
        Source           drop-in / mujoco.sysid
        """
        return _concatenate([p.as_nominal_vector() for p in self._selected(include_frozen)])

    def update_from_vector(self, vector: npt.ArrayLike) -> None:
        """Set the values from a vector (size).

        vector   values (size) of the parameters that are not frozen
        Errors   ValueError: vector has a wrong size
        Source   drop-in / mujoco.sysid
        """
        vector = np.asarray(vector, np.float64).ravel()
        if vector.size != self.size:
            raise ValueError(
                f"Input vector length {vector.size} does not match the {self.size} free numbers."
            )
        start = 0
        for param in self._selected():
            param.update_from_vector(vector[start : start + param.size])
            start += param.size

    def get_bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the lower and upper bounds as vectors (size).

        Returns   (lower, upper), float64 (size) each, in the units of the parameters
        Source    drop-in / mujoco.sysid
        """
        bounds = [p.get_bounds() for p in self._selected()]
        return _concatenate([low for low, _ in bounds]), _concatenate([high for _, high in bounds])

    def reset(self) -> None:
        """Reset all values to the nominal values.

        Source   drop-in / mujoco.sysid
        """
        for param in self.parameters.values():
            param.reset()

    def sample(self, rng: np.random.Generator | None = None) -> np.ndarray:
        """Return a vector (size) drawn uniformly from within the bounds.

        rng       generator of random numbers; None: a new one
        Returns   float64 (size), in the units of the parameters
        Source    drop-in / mujoco.sysid
        """
        rng = np.random.default_rng() if rng is None else rng
        return _concatenate([p.sample(rng) for p in self._selected()])

    def randomize(self, rng: np.random.Generator | None = None) -> None:
        """Draw all values uniformly from within the bounds.

        rng      generator of random numbers; None: a new one
        Source   drop-in / mujoco.sysid
        """
        self.update_from_vector(self.sample(rng))

    def move_off_bounds(self, fraction: float = 0.05) -> "ParameterDict":
        """Shift all elements that are not frozen and at a bound inwards.

        fraction   size of the shift, relative to the range of the bounds
        Returns    the ParameterDict itself
        Errors     ValueError: fraction is not between 0 and 1
        Source     drop-in / mujoco.sysid
        """
        for parameter in self._selected():
            parameter.move_off_bound(fraction)
        return self

    def get_non_frozen_parameter_names(self) -> list[str]:
        """Return a name for each element that is not frozen: 'mass', 'com[0]', ...

        Returns   list of texts (size)
        Source    drop-in / mujoco.sysid
        """
        return [p.name if p.size == 1 else f"{p.name}[{i}]" for p in self._selected() for i in range(p.size)]

    def save_to_disk(self, path: str | Path) -> None:
        """Write all parameters except their modifiers as YAML.

        path     file to write
        Errors   OSError: the file cannot be written
        Source   drop-in / mujoco.sysid
        """
        import yaml

        plain = {name: {field: _to_plain(getattr(p, field)) for field in _STORED} for name, p in self.items()}
        Path(path).write_text(yaml.safe_dump(plain), "utf-8")

    @classmethod
    def load_from_disk(cls, path: str | Path) -> "ParameterDict":
        """Read the parameters that `save_to_disk` wrote.

        path      file to read
        Returns   ParameterDict without modifiers
        Errors    OSError: the file cannot be read
        Source    drop-in / mujoco.sysid
        """
        import yaml

        new = cls()
        for name, stored in yaml.safe_load(Path(path).read_text("utf-8")).items():
            new[name] = Parameter(*(stored[field] for field in ("name", "nominal", "min_value", "max_value")))
            new[name].value = np.array(stored["value"], np.float64).reshape(new[name].shape)
            new[name].frozen = stored["frozen"]
        return new

    def compare_parameters(
        self,
        init_params: np.ndarray,
        predicted_params: np.ndarray,
        measured_params: npt.ArrayLike | None = None,
        sig_digits: int = 4,
    ) -> str:
        """Return a table that compares initial and identified with true values.

        init_params        values (size) before
        predicted_params   identified values (size)
        measured_params    true values (size); None: unknown
        sig_digits         digits shown
        Returns            text
        Source             drop-in / mujoco.sysid
        """
        low, high = self.get_bounds()
        known = np.full(len(low), np.nan) if measured_params is None else np.asarray(measured_params, float)
        rows = []
        columns = (self.get_non_frozen_parameter_names(), init_params, known, predicted_params, low, high)
        for name, start, true, found, a, b in zip(*columns, strict=True):
            differences = (abs(found - true), abs(found - start))
            parts = (_format_share(differences[0], true), _format_share(differences[1], start))
            rows.append(
                [
                    name,
                    *(_format_number(x, sig_digits) for x in (start, true, found, a, b, *differences)),
                    *parts,
                ]
            )
        head = ["Parameter", "Initial", "Nominal", "Identified", "Lower", "Upper"]
        text = table([*head, "Abs Err", "Abs Del", "Rel Err", "Rel Del"], rows)
        error = np.sqrt(np.mean((np.asarray(predicted_params) - known) ** 2)) if len(low) else np.nan
        moved = (
            np.sqrt(np.mean((np.asarray(predicted_params) - np.asarray(init_params)) ** 2))
            if len(low)
            else 0.0
        )
        return f"{text}\nRMSE: {_format_number(error, sig_digits)}\nRMS Delta: {_format_number(moved, sig_digits)}"

    def get_parameter_info(self) -> str:
        """Return a table of names, sizes, shapes and frozen flags.

        Returns   text
        Source    drop-in / mujoco.sysid
        """
        rows = [[n, str(p.size), str(p.shape), "Yes" if p.frozen else "No"] for n, p in self.items()]
        return "Parameter Information:\n" + table(["Name", "Size", "Shape", "Frozen"], rows)


def _concatenate(vectors: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(vectors) if vectors else np.zeros(0)


def _to_plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


def _format_number(value: float, digits: int) -> str:
    return "" if np.isnan(value) else f"{value:.{digits}g}"


def _format_share(difference: float, of: float) -> str:
    return "" if np.isnan(of) or of == 0 else f"{100 * difference / abs(of):.1f}%"


@checked
def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a text table: a header, a line, and rows with aligned columns."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    lines = []
    for row in (head, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append("  ".join(cells).rstrip())
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])
