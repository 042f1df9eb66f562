"""Kernels of documented functions that are neither a stage nor a pipeline entry.

Documents: API / Vector math, Quaternions, Poses, Miscellaneous, State
"""

NO = 1  # return value of a kernel that did nothing, because Python must raise an error or take over
