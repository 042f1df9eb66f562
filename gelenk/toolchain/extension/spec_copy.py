"""Copy spec elements, as LLVM text; most share all values with the original.

Documents: design / The border

``_elements(work, spec, memo, all, words)`` copies elements and default classes for a spec. ``work`` is a flat list of
triples: a list of elements, the list that receives the copies, and the body that contains them, or None. The contents
of copied bodies are appended to ``work``. ``memo`` maps the id of an original to its copy; it has the default classes
of the elements, either from the start or by the time they are needed. Copies of frames and classes are added to
``memo``, with ``all`` every copy. ``words`` is a tuple in the order of WORDS, followed by the keys that only elements
with values of their own have. Returns a list of the copies that are in frames, whose ``frame`` Python replaces.

``kinds`` maps a class to the kind of its elements: QUICK, no values of their own unless such a key exists; OWNING,
values of their own; FRAMING, as QUICK, for frames; TEMPLATED, default classes, which hold elements besides. A value is
copied if its type is in ``copies``, which maps the type to a function. Elements of other classes, and ASKED ones, are
copied by ``copied(element, spec, memo)``.

Elements have a pointer to their dictionary (strict_base.py). Default classes are plain CPython objects, which may keep
attributes inside the object, so that their dictionary is set through ``__dict__``.
"""

from gelenk.toolchain.extension.abi import ASKED, FRAMING, QUICK, TEMPLATED, TYPE
from gelenk.toolchain.extension.argument_checks import expand, given

WORDS = ("_spec", "_default", "parent", "frame", "_children", "kinds", "copies", "copied")
_AT = {name: 8 * i for i, name in enumerate(WORDS)}

SMALL = f"""
declare i32 @PyDict_Contains(ptr, ptr)
declare i32 @PyDict_SetItem(ptr, ptr, ptr)
declare ptr @PyDict_Copy(ptr)
declare ptr @PyDict_New()
@PyUnicode_Type = external global i8
declare ptr @PyType_GenericAlloc(ptr, i64)
declare i32 @PyObject_SetAttrString(ptr, ptr, ptr)
define internal ptr @state(ptr %o) {{
  %d = call ptr @PyObject_GenericGetDict(ptr %o, ptr null)
  %made = icmp ne ptr %d, null
  need %made else no
  call void @Py_DecRef(ptr %d)
  ret ptr %d
no:
  ret ptr null
}}
define internal ptr @told(ptr %memo, ptr %o) {{
  %address = ptrtoint ptr %o to i64
  %id = call ptr @PyLong_FromLongLong(i64 %address)
  %made = icmp ne ptr %id, null
  need %made else no
  %found = call ptr @PyDict_GetItemWithError(ptr %memo, ptr %id)
  call void @Py_DecRef(ptr %id)
  ret ptr %found
no:
  ret ptr null
}}
define internal i32 @tell_copy(ptr %memo, ptr %o, ptr %copy) {{
  %address = ptrtoint ptr %o to i64
  %id = call ptr @PyLong_FromLongLong(i64 %address)
  %made = icmp ne ptr %id, null
  need %made else no
  %r = call i32 @PyDict_SetItem(ptr %memo, ptr %id, ptr %copy)
  call void @Py_DecRef(ptr %id)
  ret i32 %r
no:
  ret i32 -1
}}
define internal i1 @shared(ptr %state, ptr %words, i64 %n) {{
  br label %each
each:
  %i = phi i64 [{len(WORDS)}, %0], [%i1, %next]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %look, label %yes
look:
  %at = getelementptr ptr, ptr %words, i64 %i
  %key = load ptr, ptr %at
  %has = call i32 @PyDict_Contains(ptr %state, ptr %key)
  %not = icmp eq i32 %has, 0
  br i1 %not, label %next, label %no
next:
  %i1 = add i64 %i, 1
  br label %each
yes:
  ret i1 true
no:
  ret i1 false
}}
"""

# @holding: kind of a class; @copy_of: copy of an element; @own_value: copy of a value, or the value itself
VALUES = f"""
define internal i64 @holding(ptr %type, ptr %words) {{
  %kinds = look ptr %words + {_AT["kinds"]}
  %kind = call ptr @PyDict_GetItemWithError(ptr %kinds, ptr %type)
  %known = icmp ne ptr %kind, null
  need %known else no
  %n = call i64 @PyLong_AsLongLong(ptr %kind)
  ret i64 %n
no:
  ret i64 {ASKED}
}}
define internal ptr @copy_of(ptr %el, ptr %type, i64 %kind, ptr %spec, ptr %memo, i1 %tell, ptr %words, i64 %n) {{
  %args = alloca [3 x ptr], align 8
  %ours = icmp ne i64 %kind, {ASKED}
  need %ours else ask
  %twin = call ptr @twin(ptr %el, ptr %type, i64 %kind, ptr %spec, ptr %memo, i1 %tell, ptr %words, i64 %n)
  ret ptr %twin
ask:
  %asked = look ptr %words + {_AT["copied"]}
  store ptr %el, ptr %args
  %a1 = getelementptr ptr, ptr %args, i64 1
  %a2 = getelementptr ptr, ptr %args, i64 2
  store ptr %spec, ptr %a1
  store ptr %memo, ptr %a2
  %answer = call ptr @PyObject_Vectorcall(ptr %asked, ptr %args, i64 3, ptr null)
  ret ptr %answer
}}
define internal ptr @own_value(ptr %value, i64 %kind, ptr %spec, ptr %memo, ptr %words, i64 %n) {{
  %args = alloca ptr, align 8
  %type = look ptr %value + {TYPE}
  %text = icmp eq ptr %type, @PyUnicode_Type
  %float = icmp eq ptr %type, @PyFloat_Type
  %integer = icmp eq ptr %type, @PyLong_Type
  %tuple = icmp eq ptr %type, @PyTuple_Type
  %word = or i1 %text, %tuple
  %number = or i1 %float, %integer
  %fixed = or i1 %word, %number
  br i1 %fixed, label %same, label %other
other:
  %copies = look ptr %words + {_AT["copies"]}
  %how = call ptr @PyDict_GetItemWithError(ptr %copies, ptr %type)
  %plain = icmp eq ptr %how, null
  br i1 %plain, label %ask, label %call
call:
  store ptr %value, ptr %args
  %made = call ptr @PyObject_Vectorcall(ptr %how, ptr %args, i64 1, ptr null)
  ret ptr %made
ask:
  %templates = icmp eq i64 %kind, {TEMPLATED}
  br i1 %templates, label %look, label %same
look:
  %kinds = look ptr %words + {_AT["kinds"]}
  %known = call i32 @PyDict_Contains(ptr %kinds, ptr %type)
  %element = icmp eq i32 %known, 1
  br i1 %element, label %which, label %same
which:
  %held = call i64 @holding(ptr %type, ptr %words)
  %template = icmp ne i64 %held, {TEMPLATED}
  br i1 %template, label %copy, label %same
copy:
  %twin = call ptr @copy_of(ptr %value, ptr %type, i64 %held, ptr %spec, ptr %memo, i1 false, ptr %words, i64 %n)
  ret ptr %twin
same:
  call void @Py_IncRef(ptr %value)
  ret ptr %value
}}
define internal i32 @own_values(ptr %state, ptr %d, i64 %kind, ptr %spec, ptr %memo, ptr %words, i64 %n) {{
  %pos = alloca i64, align 8
  %key = alloca ptr, align 8
  %place = alloca ptr, align 8
  store i64 0, ptr %pos
  br label %each
each:
  %more = call i32 @PyDict_Next(ptr %state, ptr %pos, ptr %key, ptr %place)
  %any = icmp ne i32 %more, 0
  br i1 %any, label %one, label %yes
one:
  %name = load ptr, ptr %key
  %value = load ptr, ptr %place
  call void @Py_IncRef(ptr %name)
  call void @Py_IncRef(ptr %value)
  %own = call ptr @own_value(ptr %value, i64 %kind, ptr %spec, ptr %memo, ptr %words, i64 %n)
  %other = icmp ne ptr %own, %value
  %there = icmp ne ptr %own, null
  %put = and i1 %other, %there
  br i1 %put, label %set, label %next
set:
  %r = call i32 @PyDict_SetItem(ptr %d, ptr %name, ptr %own)
  br label %next
next:
  %failed = phi i32 [0, %one], [%r, %set]
  call void @Py_DecRef(ptr %name)
  call void @Py_DecRef(ptr %value)
  need %there else no
  call void @Py_DecRef(ptr %own)
  %good = icmp eq i32 %failed, 0
  need %good else no
  br label %each
yes:
  ret i32 0
no:
  ret i32 -1
}}
"""

# @twin: copy of an element; @within: new lists for the contents of a body, appended to the work
ONE = f"""
define internal ptr @twin(ptr %el, ptr %type, i64 %kind, ptr %spec, ptr %memo, i1 %tell, ptr %words, i64 %n) {{
  %state = call ptr @state(ptr %el)
  %has = icmp ne ptr %state, null
  need %has else no
  %d = call ptr @PyDict_Copy(ptr %state)
  %copied = icmp ne ptr %d, null
  need %copied else no
  %of = look ptr %words + {_AT["_spec"]}
  %r1 = call i32 @PyDict_SetItem(ptr %d, ptr %of, ptr %spec)
  %class = look ptr %words + {_AT["_default"]}
  %default = call ptr @PyDict_GetItemWithError(ptr %d, ptr %class)
  %none = call i1 @absent(ptr %default)
  br i1 %none, label %make, label %map
map:
  %mapped = call ptr @told(ptr %memo, ptr %default)
  %known = icmp ne ptr %mapped, null
  br i1 %known, label %put, label %make
put:
  %r2 = call i32 @PyDict_SetItem(ptr %d, ptr %class, ptr %mapped)
  br label %make
make:
  %new = call ptr @PyType_GenericAlloc(ptr %type, i64 0)
  %made = icmp ne ptr %new, null
  need %made else drop
  %plain = icmp eq i64 %kind, {TEMPLATED}
  br i1 %plain, label %attribute, label %pointer
attribute:
  %r5 = call i32 @PyObject_SetAttrString(ptr %new, ptr @strict_dict, ptr %d)
  br label %filled
pointer:
  %r3 = call i32 @PyObject_GenericSetDict(ptr %new, ptr %d, ptr null)
  br label %filled
filled:
  %set = phi i32 [%r5, %attribute], [%r3, %pointer]
  call void @Py_DecRef(ptr %d)
  %held = icmp eq i32 %set, 0
  need %held else undo
  br i1 %tell, label %note, label %values
note:
  %r4 = call i32 @tell_copy(ptr %memo, ptr %el, ptr %new)
  br label %values
values:
  %error = call ptr @PyErr_Occurred()
  %well = icmp eq ptr %error, null
  need %well else undo
  %mostly = icmp eq i64 %kind, {QUICK}
  %frame = icmp eq i64 %kind, {FRAMING}
  %quick = or i1 %mostly, %frame
  br i1 %quick, label %ask, label %own
ask:
  %shared = call i1 @shared(ptr %state, ptr %words, i64 %n)
  br i1 %shared, label %done, label %own
own:
  %r6 = call i32 @own_values(ptr %state, ptr %d, i64 %kind, ptr %spec, ptr %memo, ptr %words, i64 %n)
  %good = icmp eq i32 %r6, 0
  br i1 %good, label %done, label %undo
done:
  ret ptr %new
undo:
  call void @Py_DecRef(ptr %new)
  br label %no
drop:
  call void @Py_DecRef(ptr %d)
  br label %no
no:
  ret ptr null
}}
define internal i32 @within(ptr %children, ptr %d, ptr %new, ptr %work, ptr %name) {{
  %pos = alloca i64, align 8
  %key = alloca ptr, align 8
  %value = alloca ptr, align 8
  store i64 0, ptr %pos
  %own = call ptr @PyDict_Copy(ptr %children)
  %made = icmp ne ptr %own, null
  need %made else no
  %r1 = call i32 @PyDict_SetItem(ptr %d, ptr %name, ptr %own)
  call void @Py_DecRef(ptr %own)
  %held = icmp eq i32 %r1, 0
  need %held else no
  br label %each
each:
  %more = call i32 @PyDict_Next(ptr %children, ptr %pos, ptr %key, ptr %value)
  %any = icmp ne i32 %more, 0
  br i1 %any, label %one, label %yes
one:
  %kind = load ptr, ptr %key
  %group = load ptr, ptr %value
  %type = look ptr %group + {TYPE}
  %nothing = icmp eq ptr %type, @PyTuple_Type
  br i1 %nothing, label %each, label %put
put:
  %list = call ptr @PyList_New(i64 0)
  %listed = icmp ne ptr %list, null
  need %listed else no
  %r2 = call i32 @PyDict_SetItem(ptr %own, ptr %kind, ptr %list)
  call void @Py_DecRef(ptr %list)
  %kept = icmp eq i32 %r2, 0
  need %kept else no
  %r3 = call i32 @PyList_Append(ptr %work, ptr %group)
  %r4 = call i32 @PyList_Append(ptr %work, ptr %list)
  %r5 = call i32 @PyList_Append(ptr %work, ptr %new)
  br label %each
yes:
  ret i32 0
no:
  ret i32 -1
}}
"""

# @placed: copy an element, append the copy to its list, set its parent. Returns 0, or -1 with a Python exception.
PLACED = f"""
define internal i32 @placed(ptr %el, ptr %to, ptr %body, ptr %spec, ptr %memo, i1 %all, ptr %words, i64 %n,
    ptr %work, ptr %framed) {{
  %type = look ptr %el + {TYPE}
  %kind = call i64 @holding(ptr %type, ptr %words)
  %referred = icmp uge i64 %kind, {FRAMING}
  %tell = or i1 %referred, %all
  %new = call ptr @copy_of(ptr %el, ptr %type, i64 %kind, ptr %spec, ptr %memo, i1 %tell, ptr %words, i64 %n)
  %there = icmp ne ptr %new, null
  need %there else no
  %r1 = call i32 @PyList_Append(ptr %to, ptr %new)
  call void @Py_DecRef(ptr %new)
  %held = icmp eq i32 %r1, 0
  need %held else no
  %d = call ptr @state(ptr %new)
  %has = icmp ne ptr %d, null
  need %has else no
  %outside = icmp eq ptr %body, @_Py_NoneStruct
  br i1 %outside, label %contents, label %inside
inside:
  %parent = look ptr %words + {_AT["parent"]}
  %r3 = call i32 @PyDict_SetItem(ptr %d, ptr %parent, ptr %body)
  %around = look ptr %words + {_AT["frame"]}
  %old = call ptr @PyDict_GetItemWithError(ptr %d, ptr %around)
  %free = call i1 @absent(ptr %old)
  br i1 %free, label %contents, label %turn
turn:
  %r4 = call i32 @PyList_Append(ptr %framed, ptr %new)
  br label %contents
contents:
  %name = look ptr %words + {_AT["_children"]}
  %source = call ptr @state(ptr %el)
  %children = call ptr @PyDict_GetItemWithError(ptr %source, ptr %name)
  %holds = icmp ne ptr %children, null
  br i1 %holds, label %more, label %done
more:
  %r5 = call i32 @within(ptr %children, ptr %d, ptr %new, ptr %work, ptr %name)
  ret i32 %r5
done:
  ret i32 0
no:
  ret i32 -1
}}
"""

ALL = (
    """
define internal ptr @elements(ptr %self, ptr %args, i64 %n) {
"""
    + given("work", "spec", "memo", "o3", "tuple")
    + """
  %every = call i64 @PyLong_AsLongLong(ptr %o3)
  %all = icmp ne i64 %every, 0
  %count = call i64 @PyTuple_Size(ptr %tuple)
  %words = alloca ptr, i64 %count
  br label %word
word:
  %w = phi i64 [0, %0], [%w1, %word]
  %item = call ptr @PyTuple_GetItem(ptr %tuple, i64 %w)
  %place = getelementptr ptr, ptr %words, i64 %w
  store ptr %item, ptr %place
  %w1 = add i64 %w, 1
  %rest = icmp slt i64 %w1, %count
  br i1 %rest, label %word, label %begin
begin:
  %framed = call ptr @PyList_New(i64 0)
  %made = icmp ne ptr %framed, null
  br i1 %made, label %ready, label %no
ready:
  br label %group
group:
  %g = phi i64 [0, %ready], [%g3, %end]
  %size = call i64 @PyList_Size(ptr %work)
  %left = icmp slt i64 %g, %size
  br i1 %left, label %start, label %done
start:
  %g1 = add i64 %g, 1
  %g2 = add i64 %g, 2
  %g3 = add i64 %g, 3
  %from = call ptr @PyList_GetItem(ptr %work, i64 %g)
  %to = call ptr @PyList_GetItem(ptr %work, i64 %g1)
  %body = call ptr @PyList_GetItem(ptr %work, i64 %g2)
  br label %each
each:
  %i = phi i64 [0, %start], [%i1, %next]
  %many = call i64 @PyList_Size(ptr %from)
  %more = icmp slt i64 %i, %many
  br i1 %more, label %one, label %end
one:
  %el = call ptr @PyList_GetItem(ptr %from, i64 %i)
  call void @Py_IncRef(ptr %el)
  %r = call i32 @placed(ptr %el, ptr %to, ptr %body, ptr %spec, ptr %memo, i1 %all, ptr %words, i64 %count,
    ptr %work, ptr %framed)
  call void @Py_DecRef(ptr %el)
  %error = call ptr @PyErr_Occurred()
  %none = icmp eq ptr %error, null
  %placed = icmp eq i32 %r, 0
  %good = and i1 %placed, %none
  br i1 %good, label %next, label %fail
next:
  %i1 = add i64 %i, 1
  br label %each
end:
  br label %group
done:
  ret ptr %framed
fail:
  call void @Py_DecRef(ptr %framed)
  br label %no
no:
  ret ptr null
}
"""
)


def text() -> str:
    """Return the LLVM text of the function."""
    return expand(SMALL + VALUES + ONE + PLACED + ALL)
