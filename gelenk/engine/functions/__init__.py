"""What documented functions compute that are neither a stage nor an entry of the pipeline: small kernels.

Documents: API / Vector math, Quaternions, Poses, Miscellaneous, State
"""

NO = 1  # what a kernel answers that has done nothing: there is something for Python to say or to do
