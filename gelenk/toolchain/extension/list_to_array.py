"""LLVM text that copies lists of numbers into the arrays of a model.

Documents: design / The border

``_packed(columns, rows, record, memory)`` takes a dictionary of columns by name, a dictionary of row numbers, and two
addresses. The record has for each row the byte offset of the array in memory, its element count, and the type, an index
into CODES. Columns are lists of numbers, lists of lists or tuples of numbers, or arrays of that type. Returns the names
of the columns that Python must handle: other types, objects except int and float, values out of range, wrong length.
"""

from gelenk.toolchain.extension.abi import DATA, DESCR, FLAGS, NDIM, NUMBER, NUMBERS, ORDER, READ, SHAPE, TYPE
from gelenk.toolchain.extension.argument_checks import expand, given

CODES = ("float64", "float32", "int32", "uint8")
_BYTES = {"float64": 8, "float32": 4, "int32": 4, "uint8": 1}


def _of_code(values: dict[str, int], result: str, kind: str) -> str:
    """Return text that selects the value for %code; 0 for other codes."""
    lines, last = [], "0"
    for i, name in enumerate(CODES):
        here = result if i == len(CODES) - 1 else f"{result}{i}"
        lines.append(f"  {result}is{i} = icmp eq i64 %code, {i}")
        lines.append(f"  {here} = select i1 {result}is{i}, {kind} {values[name]}, {kind} {last}")
        last = here
    return "\n".join(lines)


PACKED = f"""
declare i32 @PyDict_Next(ptr, ptr, ptr, ptr)
declare ptr @PyDict_GetItemWithError(ptr, ptr)
declare ptr @PyList_New(i64)
declare i32 @PyList_Append(ptr, ptr)
define internal i1 @stored(ptr %x, i64 %code, ptr %at, i64 %k) {{
  %real = call i1 @is(ptr %x, ptr @PyFloat_Type)
  br i1 %real, label %float, label %other
float:
  %value = call double @PyFloat_AsDouble(ptr %x)
  br label %reals
other:
  %integral = call i1 @is(ptr %x, ptr @PyLong_Type)
  need %integral else no
  %n = call i64 @PyLong_AsLongLong(ptr %x)
  %sure = icmp ne i64 %n, -1
  br i1 %sure, label %whole, label %ask
ask:
  %error = call ptr @PyErr_Occurred()
  %good = icmp eq ptr %error, null
  br i1 %good, label %whole, label %clear
clear:
  call void @PyErr_Clear()
  br label %no
whole:
  %exact = sitofp i64 %n to double
  switch i64 %code, label %reals_of [i64 {CODES.index("int32")}, label %int32
    i64 {CODES.index("uint8")}, label %uint8]
reals_of:
  br label %reals
reals:
  %number = phi double [%value, %float], [%exact, %reals_of]
  switch i64 %code, label %no [i64 {CODES.index("float64")}, label %float64
    i64 {CODES.index("float32")}, label %float32]
float64:
  %at64 = getelementptr double, ptr %at, i64 %k
  store double %number, ptr %at64
  ret i1 true
float32:
  %single = fptrunc double %number to float
  %at32 = getelementptr float, ptr %at, i64 %k
  store float %single, ptr %at32
  ret i1 true
int32:
  %up = add i64 %n, {2**31}
  %fits32 = icmp ult i64 %up, {2**32}
  need %fits32 else no
  %narrow = trunc i64 %n to i32
  %ati = getelementptr i32, ptr %at, i64 %k
  store i32 %narrow, ptr %ati
  ret i1 true
uint8:
  %fits8 = icmp ult i64 %n, 256
  need %fits8 else no
  %byte = trunc i64 %n to i8
  %atb = getelementptr i8, ptr %at, i64 %k
  store i8 %byte, ptr %atb
  ret i1 true
no:
  ret i1 false
}}
define internal i64 @filled(ptr %list, i64 %code, ptr %at, i64 %k, i64 %count, i1 %outer) {{
  %tuple = call i1 @is(ptr %list, ptr @PyTuple_Type)
  br i1 %tuple, label %of_tuple, label %of_list
of_tuple:
  %nt = call i64 @PyTuple_Size(ptr %list)
  br label %start
of_list:
  %nl = call i64 @PyList_Size(ptr %list)
  br label %start
start:
  %n = phi i64 [%nt, %of_tuple], [%nl, %of_list]
  br label %each
each:
  %i = phi i64 [0, %start], [%i1, %next]
  %j = phi i64 [%k, %start], [%j1, %next]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %take, label %done
take:
  br i1 %tuple, label %take_tuple, label %take_list
take_tuple:
  %xt = call ptr @PyTuple_GetItem(ptr %list, i64 %i)
  br label %look
take_list:
  %xl = call ptr @PyList_GetItem(ptr %list, i64 %i)
  br label %look
look:
  %x = phi ptr [%xt, %take_tuple], [%xl, %take_list]
  br i1 %outer, label %maybe, label %one
maybe:
  %row_tuple = call i1 @is(ptr %x, ptr @PyTuple_Type)
  %row_list = call i1 @is(ptr %x, ptr @PyList_Type)
  %row = or i1 %row_tuple, %row_list
  br i1 %row, label %inner, label %one
inner:
  %jr = call i64 @filled(ptr %x, i64 %code, ptr %at, i64 %j, i64 %count, i1 false)
  %fine = icmp sge i64 %jr, 0
  br i1 %fine, label %next, label %no
one:
  %room = icmp slt i64 %j, %count
  need %room else no
  %put = call i1 @stored(ptr %x, i64 %code, ptr %at, i64 %j)
  br i1 %put, label %went, label %no
went:
  %jn = add i64 %j, 1
  br label %next
next:
  %j1 = phi i64 [%jr, %inner], [%jn, %went]
  %i1 = add i64 %i, 1
  br label %each
done:
  ret i64 %j
no:
  ret i64 -1
}}
define internal i1 @moved(ptr %o, i64 %code, ptr %at, i64 %count) {{
  %type = look ptr %o + {TYPE}
  %class = load ptr, ptr @class_array
  %plain = icmp eq ptr %type, %class
  need %plain else no
  %descr = look ptr %o + {DESCR}
  %number = look i32 %descr + {NUMBER}
{_of_code(NUMBERS, "%wanted", "i32")}
{_of_code(_BYTES, "%width", "i64")}
  %known = icmp ne i64 %width, 0
  need %known else no
  %typed = icmp eq i32 %number, %wanted
  need %typed else no
  %order = look i8 %descr + {ORDER}
  %native = icmp ne i8 %order, 62
  need %native else no
  %flags = look i32 %o + {FLAGS}
  %both = and i32 %flags, {READ}
  %able = icmp eq i32 %both, {READ}
  need %able else no
  %ndim = look i32 %o + {NDIM}
  %dimensions = sext i32 %ndim to i64
  %shape = look ptr %o + {SHAPE}
  br label %ready
ready:
  br label %axis
axis:
  %k = phi i64 [0, %ready], [%k1, %more]
  %size = phi i64 [1, %ready], [%larger, %more]
  %left = icmp slt i64 %k, %dimensions
  br i1 %left, label %more, label %whole
more:
  %place = getelementptr i64, ptr %shape, i64 %k
  %extent = load i64, ptr %place
  %larger = mul i64 %size, %extent
  %k1 = add i64 %k, 1
  br label %axis
whole:
  %fits = icmp eq i64 %size, %count
  br i1 %fits, label %move, label %no
move:
  %numbers = look ptr %o + {DATA}
  %bytes = mul i64 %count, %width
  call void @llvm.memcpy.p0.p0.i64(ptr %at, ptr %numbers, i64 %bytes, i1 false)
  ret i1 true
no:
  ret i1 false
}}
define internal ptr @packed(ptr %self, ptr %args, i64 %n) {{
  %pos = alloca i64, align 8
  %key = alloca ptr, align 8
  %value = alloca ptr, align 8
{given("columns", "rows", "o2", "o3")}
  %record = call i64 @PyLong_AsLongLong(ptr %o2)
  %memory = call i64 @PyLong_AsLongLong(ptr %o3)
  %records = inttoptr i64 %record to ptr
  %bytes = inttoptr i64 %memory to ptr
  %left = call ptr @PyList_New(i64 0)
  store i64 0, ptr %pos
  %made = icmp ne ptr %left, null
  need %made else fail
  br label %each
each:
  %more = call i32 @PyDict_Next(ptr %columns, ptr %pos, ptr %key, ptr %value)
  %any = icmp ne i32 %more, 0
  br i1 %any, label %one, label %done
one:
  %name = load ptr, ptr %key
  %column = load ptr, ptr %value
  %found = call ptr @PyDict_GetItemWithError(ptr %rows, ptr %name)
  %known = icmp ne ptr %found, null
  need %known else leave
  %row = call i64 @PyLong_AsLongLong(ptr %found)
  %skip = mul i64 %row, 24
  %r = getelementptr i8, ptr %records, i64 %skip
  %start = look i64 %r + 0
  %count = look i64 %r + 8
  %code = look i64 %r + 16
  %at = getelementptr i8, ptr %bytes, i64 %start
  %type = look ptr %column + {TYPE}
  %list = icmp eq ptr %type, @PyList_Type
  br i1 %list, label %of_list, label %of_array
of_array:
  %moved = call i1 @moved(ptr %column, i64 %code, ptr %at, i64 %count)
  br i1 %moved, label %each, label %leave
of_list:
  %end = call i64 @filled(ptr %column, i64 %code, ptr %at, i64 0, i64 %count, i1 true)
  %whole = icmp eq i64 %end, %count
  br i1 %whole, label %each, label %leave
leave:
  %r1 = call i32 @PyList_Append(ptr %left, ptr %name)
  br label %each
done:
  %error = call ptr @PyErr_Occurred()
  %well = icmp eq ptr %error, null
  need %well else fail
  ret ptr %left
fail:
  ret ptr null
}}
"""


def text() -> str:
    """Return the LLVM text of the function."""
    return expand(PACKED)
