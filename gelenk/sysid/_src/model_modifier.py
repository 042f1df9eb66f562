"""Model modifiers: functions that write gains, masses and inertias into a spec.

Documents: Modeling / Model editing; Computation / Actuation model
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gelenk.algebra.vec import quat_to_mat
from gelenk.modeling.spec.spec import MjSpec
from gelenk.runtime.annotation_checks import checked, vector
from gelenk.runtime.model import MjModel
from gelenk.sysid._src import inertia
from gelenk.sysid._src.inertia import (
    cholesky_decompose_upper,
    pi_from_theta,
    pseudoinertia_from_pi,
    skew,
    theta_from_pseudoinertia,
)
from gelenk.sysid._src.parameter import InertiaType, Modifier, Parameter, ParameterDict
from gelenk.tables.enums import mjtBias, mjtGain, mjtOrientation

__all__ = [
    "cholesky_decompose_upper",
    "pi_from_theta",
    "pseudoinertia_from_pi",
    "skew",
    "theta_from_pseudoinertia",
]


@checked
def apply_param_modifiers_spec(params: ParameterDict, spec: MjSpec) -> MjSpec:
    """Write all parameters into a spec and return the spec.

    params    ParameterDict
    spec      MjSpec to modify
    Returns   the spec
    Source    drop-in / mujoco.sysid
    """
    for param in params.values():
        param.apply_modifier(spec)
    return spec


@checked
def apply_param_modifiers(params: ParameterDict, spec: MjSpec) -> MjModel:
    """Compile a copy of the spec with all parameters written into it.

    params    ParameterDict
    spec      MjSpec, unchanged
    Returns   MjModel
    Source    drop-in / mujoco.sysid
    """
    return apply_param_modifiers_spec(params, spec.copy()).compile()


@checked
def remove_visuals(in_spec: MjSpec) -> MjSpec:
    """Return a copy of the spec without textures and materials, which compiles faster.

    in_spec   MjSpec, unchanged
    Returns   MjSpec
    Source    drop-in / mujoco.sysid
    """
    spec = in_spec.copy()
    elements: list[Any] = [*spec.geoms, *spec.sites, *spec.tendons, *spec.meshes, *spec.skins, *spec.flexes]
    for element in elements:
        if getattr(element, "material", ""):
            element.material = ""
    for asset in (*spec.materials, *spec.textures):
        spec.delete(asset)
    return spec


def _find_element(spec: MjSpec, kind: str, name: str) -> Any:
    found = getattr(spec, kind)(name)
    if found is None:
        raise ValueError(f"{kind.capitalize()} '{name}' not found in spec.")
    return found


# ---- actuators


@checked
def is_position_actuator(actuator: Any) -> bool:
    """Return whether an actuator is a position servo.

    The force of a servo is kp (ctrl - length) - kv velocity. The actuator belongs to a model or a spec.
    """
    kinds = (("gaintype", mjtGain.mjGAIN_FIXED), ("biastype", mjtBias.mjBIAS_AFFINE))
    if any(int(np.ravel(getattr(actuator, name))[0]) != int(kind) for name, kind in kinds):
        return False
    gain, bias = np.ravel(actuator.gainprm), np.ravel(actuator.biasprm)
    return bool(gain[0] == -bias[1] and gain[0] != 0)


@checked
def get_actuator_pd_gains(model: MjModel, actuator_name: str) -> tuple[float, float]:
    """Return the gains (kp, kv) of a position servo."""
    actuator = model.actuator(actuator_name)
    return float(actuator.gainprm[0]), float(-actuator.biasprm[2])


def _find_servo(spec: MjSpec, name: str) -> Any:
    actuator = _find_element(spec, "actuator", name)
    if not is_position_actuator(actuator):
        raise ValueError(f"Actuator '{name}' is not a position actuator.")
    return actuator


@checked
def apply_pgain(spec: MjSpec, actuator_name: str, value: npt.ArrayLike) -> MjSpec:
    """Set the gain kp of a position servo.

    spec            MjSpec to modify
    actuator_name   name of a position servo
    value           kp [N/m or N m/rad]
    Returns         the spec
    Errors          ValueError: no such actuator, or the actuator is not a position servo
    Source          drop-in / mujoco.sysid
    """
    actuator, gain = _find_servo(spec, actuator_name), _to_scalar(value)
    actuator.gainprm[0], actuator.biasprm[1] = gain, -gain
    return spec


@checked
def apply_dgain(spec: MjSpec, actuator_name: str, value: npt.ArrayLike) -> MjSpec:
    """Set the damping kv of a position servo.

    spec            MjSpec to modify
    actuator_name   name of a position servo
    value           kv [N s/m or N m s/rad]
    Returns         the spec
    Errors          ValueError: no such actuator, or the actuator is not a position servo
    Source          drop-in / mujoco.sysid
    """
    _find_servo(spec, actuator_name).biasprm[2] = -_to_scalar(value)
    return spec


@checked
def apply_pdgain(spec: MjSpec, actuator_name: str, value: Sequence[float] | np.ndarray) -> MjSpec:
    """Set the gains (kp, kv) of a position servo.

    spec            MjSpec to modify
    actuator_name   name of a position servo
    value           kp [N/m or N m/rad] and kv [N s/m or N m s/rad]
    Returns         the spec
    Errors          ValueError: no such actuator, or the actuator is not a position servo
    Source          drop-in / mujoco.sysid
    """
    kp, kv = vector("apply_pdgain: value", value, 2)
    return apply_dgain(apply_pgain(spec, actuator_name, kp), actuator_name, kv)


def _to_scalar(value: npt.ArrayLike) -> float:
    array = np.ravel(np.asarray(value, np.float64))
    if not array.size:
        raise ValueError("value must be a number, not an empty array")
    return float(array[0])


# ---- bodies


def _infer_inertial(spec: MjSpec, body_name: str) -> Any:
    """Set the mass and inertia of a body to those that the compiler infers; return the body."""
    body = _find_element(spec, "body", body_name)
    if not body.explicitinertial or not np.isnan(np.asarray(body.fullinertia, float)).all():
        view = spec.copy().compile().body(body_name)
        body.explicitinertial = True
        body.fullinertia = [np.nan] * 6
        body.mass, body.ipos, body.iquat, body.inertia = (
            float(view.mass[0]),
            view.ipos,
            view.iquat,
            view.inertia,
        )
    return body


@checked
def apply_body_mass_ipos(
    spec: MjSpec, body_name: str, mass: Any = None, ipos: Any = None, rot_inertia_scale: bool = False
) -> MjSpec:
    """Set mass and center of mass of a body.

    With rot_inertia_scale, the inertia is scaled in proportion to the mass.
    """
    body = _infer_inertial(spec, body_name)
    if mass is not None:
        if rot_inertia_scale:
            body.inertia = np.asarray(body.inertia) * (_to_scalar(mass) / body.mass)
        body.mass = _to_scalar(mass)
    if ipos is not None:
        body.ipos = ipos
    return spec


@checked
def scale_body_inertia(spec: MjSpec, body_name: str, value: float) -> MjSpec:
    """Scale the principal inertias of a body, without changing its mass."""
    body = _infer_inertial(spec, body_name)
    body.inertia = np.asarray(body.inertia) * value
    return spec


@checked
def inertia_to_fullinertia(q: Iterable[float], inertia: npt.ArrayLike) -> np.ndarray:
    """Return the tensor (3, 3) of principal inertias in a frame rotated by a quaternion."""
    w, x, y, z = (float(part) for part in q)
    turn: np.ndarray = np.array(quat_to_mat((w, x, y, z))).reshape(3, 3)
    return turn @ np.diag(inertia) @ turn.T


@checked
def pi_from_body(spec: MjSpec, body_name: str) -> np.ndarray:
    """Return pi (13) of a body (see inertia.py)."""
    view = spec.copy().compile().body(body_name)
    return inertia.pi_from_inertial(
        float(view.mass[0]), view.ipos, inertia_to_fullinertia(view.iquat, view.inertia)
    )


@checked
def theta_inertia_from_body(spec: MjSpec, body_name: str) -> np.ndarray:
    """Return theta (10) of a body (see inertia.py)."""
    return theta_from_pseudoinertia(pseudoinertia_from_pi(pi_from_body(spec, body_name)))


@checked
def apply_body_theta_inertia(spec: MjSpec, body_name: str, theta: npt.ArrayLike) -> MjSpec:
    """Set mass, center of mass and inertia of a body from theta (10)."""
    body = _find_element(spec, "body", body_name)
    mass, com, tensor = inertia.inertial_from_pi(pi_from_theta(theta))
    body.explicitinertial = True
    body.mass, body.ipos = mass, com
    body.inertia, body.iquat = [0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]
    body.fullinertia = tensor[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
    body.ialt.type = (
        mjtOrientation.mjORIENTATION_QUAT
    )  # fullinertia determines the axes, so the compiler rejects a second orientation
    return spec


@checked
def apply_body_inertia(spec: MjSpec, name: str, param: Parameter) -> MjSpec:
    """Set the inertia of a body from a parameter of `body_inertia_param`.

    spec      MjSpec to modify
    name      name of a body
    param     Parameter: mass [kg]; mass and center of mass [m]; theta
    Returns   the spec
    Errors    ValueError: there is no such body
    Source    drop-in / mujoco.sysid
    """
    value = param.value.ravel()
    if param.inertia_type is InertiaType.Pseudo:
        return apply_body_theta_inertia(spec, name, value)
    ipos = value[1:4] if param.inertia_type is InertiaType.MassIpos else None
    return apply_body_mass_ipos(spec, name, value[0], ipos, param.scale_rot_inertia)


def _bounds_pair(name: str, value: npt.ArrayLike | None, default: tuple[float, float]) -> np.ndarray:
    """Return a lower and an upper bound, or the defaults."""
    array = np.asarray(default if value is None else value, np.float64)
    if array.ndim == 0 or len(array) != 2:
        raise ValueError(
            f"body_inertia_param: {name} must be a lower and an upper bound, not of shape {array.shape}"
        )
    return array


@checked
def body_inertia_param(
    spec: MjSpec,
    model: MjModel,
    body_name: str,
    inertia_type: InertiaType = InertiaType.MassIpos,
    scale_rot_inertia: bool = False,
    mass_bound_mult: npt.ArrayLike | None = None,
    ipos_bound_off: npt.ArrayLike | None = None,
    stretch_bound_mult: npt.ArrayLike | None = None,
    shear_bound_off: npt.ArrayLike | None = None,
    param_name: str | None = None,
    modifier: Modifier | None = None,
) -> Parameter:
    """Create a parameter for the inertia of a body, with the nominal value of the model.

    spec                 MjSpec with the body
    model                MjModel that was compiled from spec
    body_name            name of the body
    inertia_type         the parameters: mass; mass and center of mass; theta (inertia.py)
    scale_rot_inertia    whether the inertia is scaled with the mass
    mass_bound_mult      bounds of the mass, as multiples (default 0.1, 10)
    ipos_bound_off       bounds of the center of mass, as offsets [m] (default -0.5, 0.5)
    stretch_bound_mult   bounds of the stretches exp(d), as multiples (default 2^-1/2, 2^1/2)
    shear_bound_off      bounds of the shears, as offsets (default -0.5, 0.5)
    param_name           name of the parameter; None: derived from body name and type
    modifier             (spec, parameter) instead of `apply_body_inertia`
    Returns              Parameter
    Source               drop-in / mujoco.sysid
    """
    by_mass = _bounds_pair("mass_bound_mult", mass_bound_mult, (0.1, 10.0))
    by_place = _bounds_pair("ipos_bound_off", ipos_bound_off, (-0.5, 0.5))
    by_stretch = _bounds_pair("stretch_bound_mult", stretch_bound_mult, (0.5**0.5, 2.0**0.5))
    by_shear = _bounds_pair("shear_bound_off", shear_bound_off, (-0.5, 0.5))
    view = model.body(body_name)
    mass, ipos = float(view.mass[0]), np.array(view.ipos)
    if inertia_type is InertiaType.Pseudo:
        nominal = theta_inertia_from_body(spec, body_name)
        offsets = [(np.log(by_mass) / 2, 1), (np.log(by_stretch), 3), (by_shear, 3), (by_place, 3)]
        low, high = (np.concatenate([np.full(n, pair[side]) for pair, n in offsets]) for side in (0, 1))
        bounds = [nominal + low, nominal + high]
    else:
        places = 3 if inertia_type is InertiaType.MassIpos else 0
        nominal = np.concatenate([[mass], ipos[:places]])
        bounds = [np.concatenate([[mass * by_mass[side]], ipos[:places] + by_place[side]]) for side in (0, 1)]
    write = modifier or (lambda spec, param: apply_body_inertia(spec, body_name, param))
    low, high = bounds
    param = Parameter(param_name or f"{body_name}_inertia", nominal, low, high, modifier=write)
    param.inertia_type, param.scale_rot_inertia = inertia_type, scale_rot_inertia
    return param
