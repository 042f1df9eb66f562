"""Where the numbers of sparse matrices stand: bodies and dofs, the inertia matrix, derivatives.

Documents: Modeling / MJModel
"""

from gelenk.tables.field_rows import Field

# fmt: off
MATRICES = (
    Field("B_rownnz", "int32", ("nbody",), "row lengths of the matrix of bodies and dofs", index="#", use="fixed"),
    Field("B_rowadr", "int32", ("nbody",), "row starts of the matrix of bodies and dofs",
        index="nB[B_rownnz]", use="fixed"),
    Field("B_colind", "int32", ("nB",), "columns of the matrix of bodies and dofs", index="nv", use="fixed"),
    Field("M_rownnz", "int32", ("nv",), "row lengths of M", index="#", use="fixed"),
    Field("M_rowadr", "int32", ("nv",), "row starts of M", index="nC[M_rownnz]", use="fixed"),
    Field("M_colind", "int32", ("nC",), "columns of M in compressed rows", index="nv", use="fixed"),
    Field("mapM2M", "int32", ("nC",), "address in qM of each entry of M", index="nM", use="fixed"),
    Field("D_rownnz", "int32", ("nv",), "row lengths of D", index="#", use="fixed"),
    Field("D_rowadr", "int32", ("nv",), "row starts of D", index="nD[D_rownnz]", use="fixed"),
    Field("D_diag", "int32", ("nv",), "place of the diagonal in each row of D", index="nD", use="fixed"),
    Field("D_colind", "int32", ("nD",), "columns of the full matrix of dofs", index="nv", use="fixed"),
    Field("mapM2D", "int32", ("nD",), "address in M of each entry of D", index="nC?", use="fixed"),
    Field("mapD2M", "int32", ("nC",), "address in D of each entry of M", index="nD", use="fixed"),
)
