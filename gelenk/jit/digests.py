"""blake2b as hashlib has it, without hashlib, which also loads OpenSSL: 3.5 MB of memory and 3 ms of every process.

Documents: design / Names are hashes
"""

try:
    from _blake2 import blake2b
except ImportError:  # an interpreter that keeps it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b"]
