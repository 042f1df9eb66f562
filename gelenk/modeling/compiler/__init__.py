"""From an editable spec to a compiled model: orientations, masses, tree, addresses, references.

Documents: Modeling / XML reference / compiler
"""
