"""Inputs and activations of actuators, by gain type.

Documents: XML reference / actuator / general / input, pid, dcmotor, orientation (of 4.0.0)

A signature (ctrlspec) names the inputs of an actuator: bits of mjtCtrlInput, or for orientations a chart
(mjtCtrlChart); 0 stands for the default of the gain type.
"""

from __future__ import annotations

from typing import Any

from gelenk.tables.api_enums import mjtDyn, mjtGain
from gelenk.tables.enums import mjtCtrlChart, mjtCtrlInput

DRIVES = (mjtGain.mjGAIN_PID, mjtGain.mjGAIN_DCMOTOR, mjtGain.mjGAIN_SO3)  # gain types with laws of their own
WORDS: dict[str, int] = {
    "pos": mjtCtrlInput.mjINPUT_POS,
    "vel": mjtCtrlInput.mjINPUT_VEL,
    "ff": mjtCtrlInput.mjINPUT_FF,
    "voltage": mjtCtrlInput.mjINPUT_VOLTAGE,
    "none": mjtCtrlInput.mjINPUT_NONE,
    "pressure": mjtCtrlInput.mjINPUT_PRESSURE,
}
CHARTS = {"expmap": mjtCtrlChart.mjCHART_EXPMAP, "quat": mjtCtrlChart.mjCHART_QUAT}
# words that each gain type knows, in their order; the other gain types have one input
KNOWN: dict[int, tuple[str, ...]] = {
    mjtGain.mjGAIN_PID: ("pos", "vel", "ff"),
    mjtGain.mjGAIN_DCMOTOR: ("pos", "vel", "ff", "voltage"),
    mjtGain.mjGAIN_SO3: ("expmap", "quat"),
}
DECLARED = ("pos", "vel", "pressure")
DEFAULT: dict[int, int] = {
    mjtGain.mjGAIN_PID: mjtCtrlInput.mjINPUT_POS | mjtCtrlInput.mjINPUT_VEL,
    mjtGain.mjGAIN_DCMOTOR: mjtCtrlInput.mjINPUT_VOLTAGE,
    mjtGain.mjGAIN_SO3: mjtCtrlChart.mjCHART_EXPMAP,
}
INPUT_NAMES: dict[int, tuple[str, ...]] = {
    mjtCtrlChart.mjCHART_EXPMAP: ("x", "y", "z"),
    mjtCtrlChart.mjCHART_QUAT: ("qw", "qx", "qy", "qz"),
}


def signature(text: str, gaintype: int) -> int:
    """Return the signature that an attribute `input` states; 0 for an empty text.

    Errors   ValueError: an unknown word, a repeated word, or words in another order
    """
    words = text.split()
    kind = int(gaintype)
    if not words:
        return 0
    known = KNOWN.get(kind, DECLARED)
    if kind == mjtGain.mjGAIN_DCMOTOR and words == ["none"]:
        return mjtCtrlInput.mjINPUT_NONE
    for word in words:
        if word not in known:
            raise ValueError(f"unknown input '{word}', the inputs are {', '.join(known)}")
    if (kind == mjtGain.mjGAIN_SO3 or kind not in KNOWN) and len(words) > 1:
        raise ValueError(f"input takes one word of {', '.join(known)}, got '{text}'")
    places = [known.index(word) for word in words]
    if sorted(set(places)) != places:
        raise ValueError(f"inputs must be in the order {', '.join(known)}, got '{text}'")
    return CHARTS[words[0]] if kind == mjtGain.mjGAIN_SO3 else sum(WORDS[word] for word in words)


def is_valid(spec: int, gaintype: int) -> bool:
    """Return whether a signature is one of the gain type, or its default."""
    kind = int(gaintype)
    if kind == mjtGain.mjGAIN_SO3:
        return spec in (0, mjtCtrlChart.mjCHART_EXPMAP, mjtCtrlChart.mjCHART_QUAT)
    if kind not in KNOWN:
        return spec in (0, mjtCtrlInput.mjINPUT_POS, mjtCtrlInput.mjINPUT_VEL, mjtCtrlInput.mjINPUT_PRESSURE)
    return (kind == mjtGain.mjGAIN_DCMOTOR and spec == mjtCtrlInput.mjINPUT_NONE) or not spec & ~sum(
        WORDS[word] for word in KNOWN[kind]
    )


def words_of(spec: int, gaintype: int) -> str:
    """Return the text of a signature; the inverse of `signature`."""
    table = CHARTS if int(gaintype) == mjtGain.mjGAIN_SO3 else WORDS
    if int(gaintype) == mjtGain.mjGAIN_SO3:
        return next((word for word, value in table.items() if value == spec), "")
    return " ".join(word for word, bit in table.items() if spec & bit)


def input_names(spec: int, gaintype: int) -> tuple[str, ...]:
    """Return the names of the inputs of a signature, in their order; none for a command."""
    if int(gaintype) == mjtGain.mjGAIN_SO3:
        return INPUT_NAMES.get(spec, ())
    return tuple(word for word, bit in WORDS.items() if spec & bit and bit != mjtCtrlInput.mjINPUT_NONE)


def spec_of(el: Any) -> int:
    """Return the signature of an actuator, with the default of its gain type."""
    return int(el.ctrlspec) or DEFAULT.get(int(el.gaintype), 0)


def control_count(el: Any) -> int:
    """Return the number of controls of an actuator."""
    kind = int(el.gaintype)
    if kind not in DRIVES:
        return 1
    spec = spec_of(el)
    if kind == mjtGain.mjGAIN_SO3:
        return 4 if spec == mjtCtrlChart.mjCHART_QUAT else 3
    return (spec & ~mjtCtrlInput.mjINPUT_NONE).bit_count()


def output_count(el: Any) -> int:
    """Return the number of outputs of an actuator."""
    return 3 if int(el.gaintype) == mjtGain.mjGAIN_SO3 else 1


def activation_count(el: Any) -> int | None:
    """Return the number of activations that a drive uses; None for other actuators."""
    kind = int(el.gaintype)
    if kind not in DRIVES:
        return None
    if kind == mjtGain.mjGAIN_SO3:
        return 0 if int(el.dyntype) == mjtDyn.mjDYN_NONE else 3
    gain, dyn = el._numbers("gainprm"), el._numbers("dynprm")
    if kind == mjtGain.mjGAIN_PID:
        return 0 if int(el.dyntype) == mjtDyn.mjDYN_NONE else int(dyn[1] > 0) + int(gain[0] != 0)
    if int(el.dyntype) == mjtDyn.mjDYN_NONE:
        return 0
    return sum((dyn[7] > 0, gain[5] != 0, dyn[2] > 0, dyn[5] > 0, dyn[0] > 0))
