"""Assets that a model refers to: file readers, builtin textures, and asset caches.

Documents: Modeling / XML reference / asset
"""
