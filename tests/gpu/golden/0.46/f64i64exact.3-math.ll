; ModuleID = '<string>'
source_filename = "<string>"
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@gelenk_tile = internal constant i64 32
@gelenk_number_UNIT = internal constant double 0x3CF203AF9EE75616
@gelenk_model_own_slots = internal addrspace(4) constant [64 x i8] zeroinitializer, align 64
@gelenk_data_slots = external addrspace(4) global [16384 x i8]









declare i64 @lane_offset()

declare void @gelenk_call_pair(i64, i64, i64, i64)

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double)

declare double @__nv_atan2(double, double)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p1.i64(ptr addrspace(1) nocapture writeonly, i8, i64, i1 immarg)

define i64 @gelenk_velocity(i64 %m, i64 %d) {
entry:
  %tile = load i64, ptr @gelenk_tile, align 8
  %unit = load double, ptr @gelenk_number_UNIT, align 8
  %qs = load ptr addrspace(1), ptr addrspace(4) getelementptr inbounds ([16384 x i8], ptr addrspace(4) @gelenk_data_slots, i64 0, i64 SLOT_A), align 8
  %"$v.1" = load ptr addrspace(1), ptr addrspace(4) getelementptr inbounds ([16384 x i8], ptr addrspace(4) @gelenk_data_slots, i64 0, i64 SLOT_B), align 8
  %own = load i64, ptr addrspace(4) @gelenk_model_own_slots, align 8
  store double 1.500000e+00, ptr addrspace(1) %qs, align 8, !tbaa !0
  %first = add i64 0, 0
  %step = add i64 0, 1
  br label %head

head:
  %i = phi i64 [ %first, %entry ], [ %next, %body ]
  %sum = phi double [ 0.000000e+00, %entry ], [ %more.sum, %body ]
  %more = icmp slt i64 %i, 4611686018427387904
  br i1 %more, label %one, label %none

one:
  br label %join

none:
  br label %join

join:
  br i1 %more, label %body, label %after

body:
  %p = getelementptr double, ptr addrspace(1) %"$v.1", i64 %i
  %x = load double, ptr addrspace(1) %p, align 8, !tbaa !0
  %y = call i64 @inner(i64 %i, i64 %own)
  %z = sitofp i64 %y to double
  %w = fmul double %x, %z
  %more.sum = fadd double %sum, %w
  call void @gelenk_call_pair(i64 %d, i64 7, i64 %i, i64 %i)
  store double %w, ptr addrspace(1) %p, align 8, !tbaa !0
  %next = add nsw i64 %i, %step
  br label %head

after:
  %total = bitcast double %sum to double
  %old = load double, ptr addrspace(1) %qs, align 8, !tbaa !0
  %new = fadd double %old, %total
  %angle = call double @__nv_atan2(double %new, double 1.000000e-01)
  %size = call double @llvm.fabs.f64(double %angle)
  %single = fptrunc double %size to float
  %wide = fpext float %single to double
  %scaled = fmul double %wide, %unit
  store double %scaled, ptr addrspace(1) %qs, align 8, !tbaa !0
  call void @llvm.memset.p1.i64(ptr addrspace(1) %"$v.1", i8 0, i64 %tile, i1 false)
  ret i64 0
}

; Function Attrs: noinline
define internal i64 @inner(i64 %i, i64 %n) #2 {
entry:
  %narrow = trunc i64 %n to i32
  %back = sext i32 %narrow to i64
  %at = add i64 %i, 0
  %r = add i64 %at, %back
  br label %head

head:
  %more = icmp slt i64 %r, 3
  br i1 %more, label %one, label %none

one:
  %step = add i64 0, 1
  br label %join

none:
  br label %join

join:
  br i1 %more, label %head, label %after

after:
  %w = add i64 0, 0
  %s = add i64 %w, %r
  ret i64 %s
}

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { noinline }

!0 = !{!1, !1, i64 0}
!1 = !{!"float64", !2, i64 0}
!2 = !{!"root"}
