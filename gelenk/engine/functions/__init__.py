"""What documented functions compute that are neither a stage nor an entry of the pipeline: small kernels.

Documents: API / Vector math, Quaternions, Poses, Miscellaneous, State
"""
