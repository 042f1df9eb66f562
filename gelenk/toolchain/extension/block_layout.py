"""LLVM text that computes the memory layout of a struct's arrays in one block.

Documents: design / The border; Memory

``_planned(record, fields, dimensions, sizes, rows)`` places arrays one after the other, each aligned to 64 bytes, for a
tuple of sizes. Returns the total in bytes, -1 if the total exceeds ADDRESS_SPACE. The record has for each field a type
code, the bytes per element, and for each dimension the index of a size and a factor. Each row receives the field's
offset, element count and code.

``_addressed(words, pointing, slots, address, count)`` writes the slots of a struct in new memory: the words of an
image, plus the address of the memory for words that are pointers.

``_pointed(slots, rows, fields, first, words, pointing)`` writes the offset of each field, plus ``first``, into the
words of an image (runtime/memory_plan.py) at the field's slot, and marks the word as a pointer. All arguments except
``sizes`` are integers.
"""

from gelenk.toolchain.extension.argument_checks import expand, given

ADDRESS_SPACE = 2.0**60  # bytes, above any address space: larger totals could overflow
ALIGN = 64

PLANNED = f"""
define internal ptr @planned(ptr %self, ptr %args, i64 %n) {{
{given("o0", "o1", "o2", "sizes", "o4")}
  %record = call i64 @PyLong_AsLongLong(ptr %o0)
  %fields = call i64 @PyLong_AsLongLong(ptr %o1)
  %dimensions = call i64 @PyLong_AsLongLong(ptr %o2)
  %target = call i64 @PyLong_AsLongLong(ptr %o4)
  %count = call i64 @PyTuple_Size(ptr %sizes)
  %known = alloca i64, i64 %count
  br label %size
size:
  %s = phi i64 [0, %0], [%s1, %put]
  %item = call ptr @PyTuple_GetItem(ptr %sizes, i64 %s)
  %value = call i64 @PyLong_AsLongLong(ptr %item)
  %sure = icmp ne i64 %value, -1
  br i1 %sure, label %put, label %ask
ask:
  %error = call ptr @PyErr_Occurred()
  %good = icmp eq ptr %error, null
  br i1 %good, label %put, label %fail
put:
  %place = getelementptr i64, ptr %known, i64 %s
  store i64 %value, ptr %place
  %s1 = add i64 %s, 1
  %rest = icmp slt i64 %s1, %count
  br i1 %rest, label %size, label %begin
begin:
  %from = inttoptr i64 %record to ptr
  %to = inttoptr i64 %target to ptr
  br label %field
field:
  %f = phi i64 [0, %begin], [%f1, %end]
  %r = phi ptr [%from, %begin], [%d, %end]
  %w = phi ptr [%to, %begin], [%w1, %end]
  %first = phi i64 [0, %begin], [%next, %end]
  %all = phi double [0.0, %begin], [%more, %end]
  %left = icmp slt i64 %f, %fields
  br i1 %left, label %start, label %done
start:
  %code = look i64 %r + 0
  %width = look i64 %r + 8
  %wide = sitofp i64 %width to double
  %r2 = getelementptr i8, ptr %r, i64 16
  br label %dimension
dimension:
  %k = phi i64 [0, %start], [%k1, %multiply]
  %d = phi ptr [%r2, %start], [%d1, %multiply]
  %numbers = phi i64 [1, %start], [%product, %multiply]
  %bytes = phi double [%wide, %start], [%large, %multiply]
  %again = icmp slt i64 %k, %dimensions
  br i1 %again, label %multiply, label %end
multiply:
  %which = look i64 %d + 0
  %factor = look i64 %d + 8
  %at = getelementptr i64, ptr %known, i64 %which
  %of = load i64, ptr %at
  %extent = mul i64 %of, %factor
  %product = mul i64 %numbers, %extent
  %real = sitofp i64 %extent to double
  %large = fmul double %bytes, %real
  %k1 = add i64 %k, 1
  %d1 = getelementptr i8, ptr %d, i64 16
  br label %dimension
end:
  store i64 %first, ptr %w
  %w8 = getelementptr i8, ptr %w, i64 8
  store i64 %numbers, ptr %w8
  %w16 = getelementptr i8, ptr %w, i64 16
  store i64 %code, ptr %w16
  %taken = mul i64 %numbers, %width
  %up = add i64 %taken, {ALIGN - 1}
  %whole = and i64 %up, -{ALIGN}
  %next = add i64 %first, %whole
  %more = fadd double %all, %bytes
  %w1 = getelementptr i8, ptr %w, i64 24
  %f1 = add i64 %f, 1
  br label %field
done:
  %fits = fcmp ole double %all, {ADDRESS_SPACE:.1f}
  %total = select i1 %fits, i64 %first, i64 -1
  %answer = call ptr @PyLong_FromLongLong(i64 %total)
  ret ptr %answer
fail:
  ret ptr null
}}
"""

POINTED = """
define internal ptr @pointed(ptr %self, ptr %args, i64 %n) {
  %numbers = alloca [6 x i64], align 8
  br label %number
number:
  %i = phi i64 [0, %0], [%i1, %number]
  %ap = getelementptr ptr, ptr %args, i64 %i
  %o = load ptr, ptr %ap
  %x = call i64 @PyLong_AsLongLong(ptr %o)
  %np = getelementptr i64, ptr %numbers, i64 %i
  store i64 %x, ptr %np
  %i1 = add i64 %i, 1
  %all = icmp slt i64 %i1, 6
  br i1 %all, label %number, label %begin
begin:
  %slots = look ptr %numbers + 0
  %rows = look ptr %numbers + 8
  %fields = look i64 %numbers + 16
  %first = look i64 %numbers + 24
  %words = look ptr %numbers + 32
  %pointing = look ptr %numbers + 40
  br label %field
field:
  %f = phi i64 [0, %begin], [%f1, %put]
  %left = icmp slt i64 %f, %fields
  br i1 %left, label %put, label %done
put:
  %sp = getelementptr i64, ptr %slots, i64 %f
  %slot = load i64, ptr %sp
  %skip = mul i64 %f, 24
  %rp = getelementptr i8, ptr %rows, i64 %skip
  %start = load i64, ptr %rp
  %at = add i64 %start, %first
  %wp = getelementptr i64, ptr %words, i64 %slot
  store i64 %at, ptr %wp
  %pp = getelementptr i64, ptr %pointing, i64 %slot
  store i64 1, ptr %pp
  %f1 = add i64 %f, 1
  br label %field
done:
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
}
"""

ADDRESSED = f"""
define internal ptr @addressed(ptr %self, ptr %args, i64 %n) {{
{given("o0", "o1", "o2", "o3", "o4")}
  %w = call i64 @PyLong_AsLongLong(ptr %o0)
  %p = call i64 @PyLong_AsLongLong(ptr %o1)
  %s = call i64 @PyLong_AsLongLong(ptr %o2)
  %address = call i64 @PyLong_AsLongLong(ptr %o3)
  %count = call i64 @PyLong_AsLongLong(ptr %o4)
  %words = inttoptr i64 %w to ptr
  %pointing = inttoptr i64 %p to ptr
  %slots = inttoptr i64 %s to ptr
  br label %slot
slot:
  %i = phi i64 [0, %0], [%i1, %put]
  %left = icmp slt i64 %i, %count
  br i1 %left, label %put, label %done
put:
  %wp = getelementptr i64, ptr %words, i64 %i
  %word = load i64, ptr %wp
  %pp = getelementptr i64, ptr %pointing, i64 %i
  %points = load i64, ptr %pp
  %more = mul i64 %points, %address
  %full = add i64 %word, %more
  %sp = getelementptr i64, ptr %slots, i64 %i
  store i64 %full, ptr %sp
  %i1 = add i64 %i, 1
  br label %slot
done:
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
}}
"""


def text() -> str:
    """Return the LLVM text of the three functions."""
    return expand(PLANNED + POINTED + ADDRESSED)
