"""Tables of the structs under the name that add-ons such as MJX ask for: ``mujoco.introspect.mjxmacro``.

Documents: API / MjModel, MjData
"""
