; ModuleID = '<string>'
source_filename = "<string>"
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@gelenk_tile = internal constant i32 32
@gelenk_number_UNIT = internal constant float 0x3E8AD7F2A0000000
@gelenk_model_own_slots = internal addrspace(4) constant [64 x i8] zeroinitializer, align 64
@gelenk_data_slots = external addrspace(4) global [16384 x i8]









declare i32 @lane_offset()

declare void @gelenk_call_pair(i32, i32, i32, i32)

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float)

declare float @__nv_atan2f(float, float)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p1.i32(ptr addrspace(1) nocapture writeonly, i8, i32, i1 immarg)

define i32 @gelenk_velocity(i32 %m, i32 %d) {
entry:
  %tile = load i32, ptr @gelenk_tile, align 4
  %unit = load float, ptr @gelenk_number_UNIT, align 4
  %qs = load ptr addrspace(1), ptr addrspace(4) getelementptr inbounds ([16384 x i8], ptr addrspace(4) @gelenk_data_slots, i32 0, i32 SLOT_A), align 8
  %"$v.1" = load ptr addrspace(1), ptr addrspace(4) getelementptr inbounds ([16384 x i8], ptr addrspace(4) @gelenk_data_slots, i32 0, i32 SLOT_B), align 8
  %own = load i32, ptr addrspace(4) @gelenk_model_own_slots, align 4
  store float 0x3FF8000000000000, ptr addrspace(1) %qs, align 4, !tbaa !0
  %first = add i32 0, 0
  %step = add i32 0, 1
  br label %head

head:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %sum = phi float [ 0x0000000000000000, %entry ], [ %more.sum, %body ]
  %more = icmp slt i32 %i, 1073741824
  br i1 %more, label %one, label %none

one:
  br label %join

none:
  br label %join

join:
  br i1 %more, label %body, label %after

body:
  %p = getelementptr float, ptr addrspace(1) %"$v.1", i32 %i
  %x = load float, ptr addrspace(1) %p, align 4, !tbaa !0
  %y = call i32 @inner(i32 %i, i32 %own)
  %z = sitofp i32 %y to float
  %w = fmul reassoc nsz arcp contract float %x, %z
  %more.sum = fadd reassoc nsz arcp contract float %sum, %w
  call void @gelenk_call_pair(i32 %d, i32 7, i32 %i, i32 %i)
  store float %w, ptr addrspace(1) %p, align 4, !tbaa !0
  %next = add nsw i32 %i, %step
  br label %head

after:
  %total = bitcast float %sum to float
  %old = load float, ptr addrspace(1) %qs, align 4, !tbaa !0
  %new = fadd float %old, %total
  %angle = call float @__nv_atan2f(float %new, float 0x3FB99999A0000000)
  %size = call float @llvm.fabs.f32(float %angle)
  %single = bitcast float %size to float
  %wide = bitcast float %single to float
  %scaled = fmul float %wide, %unit
  store float %scaled, ptr addrspace(1) %qs, align 4, !tbaa !0
  call void @llvm.memset.p1.i32(ptr addrspace(1) %"$v.1", i8 0, i32 %tile, i1 false)
  ret i32 0
}

; Function Attrs: noinline
define internal i32 @inner(i32 %i, i32 %n) #2 {
entry:
  %narrow = add i32 %n, 0
  %back = add i32 %narrow, 0
  %at = add i32 %i, 0
  %r = add i32 %at, %back
  br label %head

head:
  %more = icmp slt i32 %r, 3
  br i1 %more, label %one, label %none

one:
  %step = add i32 0, 1
  br label %join

none:
  br label %join

join:
  br i1 %more, label %head, label %after

after:
  %w = add i32 0, 0
  %s = add i32 %w, %r
  ret i32 %s
}

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { noinline }

!0 = !{!1, !1, i32 0}
!1 = !{!"float64", !2, i32 0}
!2 = !{!"root"}
