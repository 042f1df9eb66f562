"""Copies of small structs as LLVM text: of one piece of memory, and of a row of several columns.

Documents: design / The border

``_copied(struct, address, record)`` gives a struct memory that is a copy of what is at the address, and returns that.
The record has how many bytes the memory has, how many pointers, and of each where it is and what it points to, from the
start of the memory.

``_restored(structs, table)`` does so to each struct of a tuple, in the memory that it has; False where one has none.
The table has two addresses for each: of what is copied, and of the record.

``_gathered(struct, record, row)``, all of them numbers, returns a row of several columns in one piece; None where there
is no such row. The record has where the struct says how many rows there are, how many columns, how many bytes a row of
all has, and of each column where its address is, how many bytes a row of it has, and where these go.

``_transferred(row, source, target, to, record)``, all of them numbers, copies one row of several columns to another,
maybe of another struct. The record has how many columns there are, and of each where its address is in both structs,
and how many bytes a row of it has.
"""

from gelenk.jit.border.common import THREE, expand, given
from gelenk.jit.border.places import SLOT

# what the pointers of a piece of memory at an address point to, as the record says
POINT = """
define internal void @point(ptr %at, i64 %address, ptr %f) {
  %count = look i64 %f + 8
  br label %each
each:
  %k = phi i64 [0, %0], [%k1, %put]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %put, label %done
put:
  %k2 = mul i64 %k, 16
  %pair = getelementptr i8, ptr %f, i64 %k2
  %where = look i64 %pair + 16
  %what = look i64 %pair + 24
  %place = getelementptr i8, ptr %at, i64 %where
  %pointed = add i64 %address, %what
  store i64 %pointed, ptr %place
  %k1 = add i64 %k, 1
  br label %each
done:
  ret void
}
"""

COPIED = f"""
declare ptr @PyByteArray_FromStringAndSize(ptr, i64)
declare ptr @PyByteArray_AsString(ptr)
define internal ptr @copied(ptr %self, ptr %args, i64 %n) {{
{THREE}
  %from = inttoptr i64 %i1 to ptr
  %f = inttoptr i64 %i2 to ptr
  %size = look i64 %f + 0
  %memory = call ptr @PyByteArray_FromStringAndSize(ptr %from, i64 %size)
  %made = icmp ne ptr %memory, null
  need %made else no
  %at = call ptr @PyByteArray_AsString(ptr %memory)
  %address = ptrtoint ptr %at to i64
  %slot = getelementptr i8, ptr %o0, i64 {SLOT["_address"]}
  store i64 %address, ptr %slot
  call void @point(ptr %at, i64 %address, ptr %f)
  ret ptr %memory
no:
  ret ptr null
}}
"""

RESTORED = f"""
define internal ptr @restored(ptr %self, ptr %args, i64 %n) {{
  %structs = look ptr %args + 0
  %o1 = look ptr %args + 8
  %i1 = call i64 @PyLong_AsLongLong(ptr %o1)
  %table = inttoptr i64 %i1 to ptr
  %all = call i64 @PyTuple_Size(ptr %structs)
  br label %start
start:
  br label %struct
struct:
  %s = phi i64 [0, %start], [%s1, %put_into]
  %left = icmp slt i64 %s, %all
  br i1 %left, label %read, label %done
read:
  %o = call ptr @PyTuple_GetItem(ptr %structs, i64 %s)
  %address = look i64 %o + {SLOT["_address"]}
  %made = icmp ne i64 %address, 0
  br i1 %made, label %put_into, label %no
put_into:
  %s2 = mul i64 %s, 16
  %row = getelementptr i8, ptr %table, i64 %s2
  %from = look ptr %row + 0
  %f = look ptr %row + 8
  %at = inttoptr i64 %address to ptr
  %size = look i64 %f + 0
  call void @llvm.memcpy.p0.p0.i64(ptr %at, ptr %from, i64 %size, i1 false)
  call void @point(ptr %at, i64 %address, ptr %f)
  %s1 = add i64 %s, 1
  br label %struct
done:
  %true = call ptr @PyBool_FromLong(i64 1)
  ret ptr %true
no:
  %false = call ptr @PyBool_FromLong(i64 0)
  ret ptr %false
}}
"""

GATHERED = f"""
define internal ptr @gathered(ptr %self, ptr %args, i64 %n) {{
{THREE}
  %i0 = call i64 @PyLong_AsLongLong(ptr %o0)
  %s = inttoptr i64 %i0 to ptr
  %f = inttoptr i64 %i1 to ptr
  %where = look i64 %f + 0
  %count = look i64 %f + 8
  %size = look i64 %f + 16
  %rows_at = getelementptr i8, ptr %s, i64 %where
  %rows = load i64, ptr %rows_at
  %in = icmp ult i64 %i2, %rows
  need %in else none
  %memory = call ptr @PyByteArray_FromStringAndSize(ptr null, i64 %size)
  %made = icmp ne ptr %memory, null
  need %made else no
  %out = call ptr @PyByteArray_AsString(ptr %memory)
  br label %start
start:
  br label %each
each:
  %k = phi i64 [0, %start], [%k1, %put]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %put, label %done
put:
  %k3 = mul i64 %k, 24
  %c = getelementptr i8, ptr %f, i64 %k3
  %slot = look i64 %c + 24
  %bytes = look i64 %c + 32
  %place = look i64 %c + 40
  %column_at = getelementptr i8, ptr %s, i64 %slot
  %column = load ptr, ptr %column_at
  %skip = mul i64 %i2, %bytes
  %from = getelementptr i8, ptr %column, i64 %skip
  %to = getelementptr i8, ptr %out, i64 %place
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  %k1 = add i64 %k, 1
  br label %each
done:
  ret ptr %memory
none:
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
no:
  ret ptr null
}}
"""

TRANSFERRED = (
    """
define internal ptr @transferred(ptr %self, ptr %args, i64 %n) {
"""
    + THREE
    + given("o3", "o4", first=3)
    + """
  %row = call i64 @PyLong_AsLongLong(ptr %o0)
  %to = call i64 @PyLong_AsLongLong(ptr %o3)
  %record = call i64 @PyLong_AsLongLong(ptr %o4)
  %s = inttoptr i64 %i1 to ptr
  %t = inttoptr i64 %i2 to ptr
  %f = inttoptr i64 %record to ptr
  %count = look i64 %f + 0
  br label %each
each:
  %k = phi i64 [0, %0], [%k1, %put]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %put, label %done
put:
  %k2 = mul i64 %k, 16
  %c = getelementptr i8, ptr %f, i64 %k2
  %slot = look i64 %c + 8
  %bytes = look i64 %c + 16
  %ps = getelementptr i8, ptr %s, i64 %slot
  %pt = getelementptr i8, ptr %t, i64 %slot
  %source = load ptr, ptr %ps
  %target = load ptr, ptr %pt
  %skip = mul i64 %row, %bytes
  %over = mul i64 %to, %bytes
  %a = getelementptr i8, ptr %source, i64 %skip
  %b = getelementptr i8, ptr %target, i64 %over
  call void @llvm.memmove.p0.p0.i64(ptr %b, ptr %a, i64 %bytes, i1 false)
  %k1 = add i64 %k, 1
  br label %each
done:
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
}
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
"""
)


def row_text() -> str:
    """All of them."""
    return expand(POINT) + expand(COPIED) + expand(RESTORED) + expand(GATHERED) + expand(TRANSFERRED)
