"""Keyboard: GLFW key codes, and names of shortcuts.

Documents: design / The wire

Pages report the physical key (KeyboardEvent.code); programs get GLFW key codes, as `launch_passive(key_callback=...)`
has always passed them. A shortcut is a name with its modifiers: `Ctrl+A`.
"""

import string
from typing import Any

SHIFT, CONTROL, ALT, META = 1, 2, 4, 8
_NAMED = {
    "Space": 32,
    "Quote": 39,
    "Comma": 44,
    "Minus": 45,
    "Period": 46,
    "Slash": 47,
    "Semicolon": 59,
    "Equal": 61,
    "BracketLeft": 91,
    "Backslash": 92,
    "BracketRight": 93,
    "Backquote": 96,
    "IntlBackslash": 161,
    "IntlRo": 162,
    "Escape": 256,
    "Enter": 257,
    "Tab": 258,
    "Backspace": 259,
    "Insert": 260,
    "Delete": 261,
    "ArrowRight": 262,
    "ArrowLeft": 263,
    "ArrowDown": 264,
    "ArrowUp": 265,
    "PageUp": 266,
    "PageDown": 267,
    "Home": 268,
    "End": 269,
    "CapsLock": 280,
    "ScrollLock": 281,
    "NumLock": 282,
    "PrintScreen": 283,
    "Pause": 284,
    "NumpadDecimal": 330,
    "NumpadDivide": 331,
    "NumpadMultiply": 332,
    "NumpadSubtract": 333,
    "NumpadAdd": 334,
    "NumpadEnter": 335,
    "NumpadEqual": 336,
    "ShiftLeft": 340,
    "ControlLeft": 341,
    "AltLeft": 342,
    "MetaLeft": 343,
    "ShiftRight": 344,
    "ControlRight": 345,
    "AltRight": 346,
    "MetaRight": 347,
    "ContextMenu": 348,
}
GLFW: dict[str, int] = {
    **{f"Key{letter}": ord(letter) for letter in string.ascii_uppercase},
    **{f"Digit{n}": 48 + n for n in range(10)},
    **{f"F{n}": 289 + n for n in range(1, 26)},
    **{f"Numpad{n}": 320 + n for n in range(10)},
    **_NAMED,
}
# physical key -> name in shortcuts, where the two differ
_WRITTEN = {
    "ArrowLeft": "Left",
    "ArrowRight": "Right",
    "ArrowUp": "Up",
    "ArrowDown": "Down",
    "Escape": "Esc",
    "Equal": "=",
    "Minus": "-",
    "BracketLeft": "[",
    "BracketRight": "]",
    "Comma": ",",
    "Period": ".",
    "Slash": "/",
    "Semicolon": ";",
    "Quote": "'",
    "Backquote": "`",
    "Backslash": "\\",
}


def glfw_code(code: str) -> int:
    """Return the GLFW code of a key; -1 for an unknown key."""
    return GLFW.get(code, -1)


def shortcut_name(message: dict[str, Any]) -> str:
    """Return the key of a message as the table of shortcuts writes it."""
    code, mods = message["code"], message.get("mods", 0)
    letter = message.get("key", "")
    name = _WRITTEN.get(code) or code.removeprefix("Key").removeprefix("Digit")
    # keyboard layouts differ in the places of punctuation marks, so the typed character counts if it is one
    if len(letter) == 1 and letter in _WRITTEN.values():
        name, mods = letter, mods & ~SHIFT
    before = (("Ctrl+", CONTROL | META), ("Alt+", ALT), ("Shift+", SHIFT))
    return "".join(text for text, bit in before if mods & bit) + name
