"""The documented functions, in groups: signatures, shapes and units of arguments, what is read and written.

Documents: API / Functions

One group of functions is one page of the reference. A row is a line, and indented lines that belong to it:

    mj_jac m:m d:d jacp:W(3,nv)? jacr:W(3,nv)? point:R3 body:i<nbody -> None
        reads cdof subtree_com
        point [m]: a point that moves with the body, world frame

The line has the name, arguments as name:kind, and the result. Kinds: m MjModel, d MjData, i integer, f float, s text,
b bool, or the name of a struct; i<nbody is an index below a size. Arrays are R read or W writable, then their storage
(none float64, i int32, s float32, b uint8) and shape: 3, a fixed length; n any vector; mn any matrix; *6 any shape of
6 numbers, * any shape; (3,nv) a shape that is checked. Its entries are numbers, sizes of the model or data, integer
arguments, multiples as 3*nray, or other letters, which mean the same number in all arguments of the call.
? after a kind: may be None; = its default.

`reads` and `writes` name fields of MjData that a function uses beside its arguments; what stages write stands in the
rows of the fields (tables/stage_writes.py). The other indented lines tell what an argument is, with its unit; what a
group says in its notes holds for all its rows, and NOTES for all groups.
From here come the checks of arguments, the first line and the lists of docstrings, stubs, pages and tests.
"""

from gelenk.tables.functions import mathematics, model, pipeline, visual
from gelenk.tables.functions.group import Group

GROUPS: tuple[Group, ...] = (*pipeline.GROUPS, *model.GROUPS, *mathematics.GROUPS, *visual.GROUPS)

NOTES = """
    m: the model
    d: the state of m, and what is computed from it
"""
