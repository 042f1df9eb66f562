"""Objects for tests of the linker, compiled from LLVM text: every kind of relocation."""

import llvmlite.binding as llvm

from gelenk.toolchain.targets import PLATFORMS, Target

# constants, a writable table, zeros, a table of addresses, C functions, a switch, a function of another object
MAIN = """
declare double @sin(double)
declare double @pow(double, double)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare double @gelenk_other(double)
@table = private constant [4 x double] [double 1.0, double 2.0, double 4.0, double 8.0], align 32
@count = internal global i64 5
@zeros = internal global [64 x double] zeroinitializer
@shared = external global i64
@steps = internal global [2 x ptr] [ptr @twice, ptr @half]

define internal double @twice(double %x) noinline {
  %y = fmul double %x, 2.0
  ret double %y
}
define internal double @half(double %x) noinline {
  %y = fmul double %x, 0.5
  ret double %y
}
define double @gelenk_lookup(i64 %i) {
  %p = getelementptr [4 x double], ptr @table, i64 0, i64 %i
  %v = load volatile double, ptr %p
  ret double %v
}
define i64 @gelenk_count() {
  %c = load i64, ptr @count
  %d = add i64 %c, 1
  store i64 %d, ptr @count
  %s = load i64, ptr @shared
  %e = add i64 %d, %s
  ret i64 %e
}
define double @gelenk_math(double %x) {
  %s = call double @sin(double %x)
  %p = call double @pow(double %x, double 1.25)
  %o = call double @gelenk_other(double %x)
  %a = fadd double %s, %p
  %b = fadd double %a, %o
  ret double %b
}
define double @gelenk_indirect(i64 %i, double %x) {
  %p = getelementptr [2 x ptr], ptr @steps, i64 0, i64 %i
  %f = load volatile ptr, ptr %p
  %y = call double %f(double %x)
  ret double %y
}
define double @gelenk_zeros(i64 %i, i64 %n, double %x) {
  %p = getelementptr [64 x double], ptr @zeros, i64 0, i64 %i
  %old = load volatile double, ptr %p
  store volatile double %x, ptr %p
  call void @llvm.memset.p0.i64(ptr @zeros, i8 0, i64 %n, i1 false)
  %new = load volatile double, ptr %p
  %y = fadd double %old, %new
  ret double %y
}
define i64 @gelenk_switch(i64 %i) {
  switch i64 %i, label %other [ i64 0, label %a i64 1, label %b i64 2, label %c i64 3, label %d i64 4, label %e ]
a:
  %va = call i64 @gelenk_count()
  ret i64 %va
b:
  ret i64 20
c:
  %vc = load volatile i64, ptr @shared
  ret i64 %vc
d:
  ret i64 -4
e:
  %ve = load volatile i64, ptr @count
  ret i64 %ve
other:
  ret i64 -1
}
"""
OTHER = """
declare double @sin(double)
@shared = weak global i64 100
define double @gelenk_other(double %x) {
  %s = call double @sin(double %x)
  %y = fmul double %s, 3.0
  ret double %y
}
"""


def compile_text(text: str, machine: str = "x86_64") -> bytes:
    """Return the object of an LLVM text."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    triple = PLATFORMS["linux", machine].triple
    module = llvm.parse_assembly(f'target triple = "{triple}"\n{text}')
    module.verify()
    return (
        llvm.Target.from_triple(triple)
        .create_target_machine(opt=2, reloc="pic", codemodel="small")
        .emit_object(module)
    )


def bitcode(text: str) -> bytes:
    """Return the bitcode of an LLVM text."""
    return llvm.parse_assembly(text).as_bitcode()


def for_target(text: str, target: Target) -> bytes:
    """Return the object of an LLVM text for a target of the toolchain."""
    from gelenk.toolchain import object_code

    return object_code.from_bitcode(bitcode(text), [target])[0]
