"""Grammar of LLVM IR text: tokens, types, values, instructions, functions, modules.

Documents: design / Loops that lanes may share

Only this package parses LLVM text, for the passes (gpu/, tangents/) and the short forms of the extension module; no
other module applies regular expressions to LLVM text (tests/gpu/test_ir_text.py). Code that a pass adds is written as
plain text.

    functions.py
    module      @gelenk_tile = external global i64            symbols, replace_external_globals
                declare double @llvm.sin.f64(double) #1       each_declaration
                attributes #1 = { nosync nounwind }           without_attributes
                !3 = !{!4, !4, i64 0}                         metadata_nodes
    function    define internal i32 @f(i64 %n, ptr %0) {      functions, joined, Function
    block       head:                                         Block
    instructions.py
    instruction   %x = load double, ptr %p, align 8, !tbaa !3     opcode, access, attachment
                  %y = tail call i32 @f(i64 %n, ptr null)         call, callee, with_callee
                  %z = phi i32 [ 0, %entry ], [ %y, %head ]       incoming
                  br i1 %c, label %head, label %end               successors
    tokens.py
    operand     ptr addrspace(1) nonnull %p                   Operand, operands_of
    token       %x  @"quoted name"  i64  -7  0x3FF0000000000000   word_replacer, replace_reals, rename_functions

llvmlite promises no format. tests/gpu/golden has the text of each pass for each version of llvmlite.
"""
