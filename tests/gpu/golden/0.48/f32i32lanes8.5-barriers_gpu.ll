; ModuleID = '<string>'
source_filename = "<string>"
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@gelenk_data_slots = external local_unnamed_addr addrspace(4) global [16384 x i8]

; Function Attrs: convergent mustprogress nounwind willreturn

; Function Attrs: convergent mustprogress nounwind willreturn

; Function Attrs: convergent mustprogress nounwind willreturn
declare float @gelenk_total(float) local_unnamed_addr #0

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i32 @lane_offset() local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(errnomem: write)
declare float @atan2f(float, float) local_unnamed_addr #3

define noundef i32 @gelenk_velocity(i32 %m, i32 %d) local_unnamed_addr {
entry:
  %lane.thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane.number = and i32 %lane.thread, 7
  %lane.wide = zext i32 %lane.number to i64
  %lane.first = icmp eq i32 %lane.number, 0
  %lane.base = and i32 %lane.thread, 24
  %lane.mask = shl i32 255, %lane.base
  %qs = load ptr addrspace(1), ptr addrspace(4) getelementptr inbounds nuw (i8, ptr addrspace(4) @gelenk_data_slots, i64 SLOT_A), align 8
  %"$v.1" = load ptr addrspace(1), ptr addrspace(4) getelementptr inbounds nuw (i8, ptr addrspace(4) @gelenk_data_slots, i64 SLOT_B), align 8
  br i1 %lane.first, label %lane.1.store, label %lane.1.go
lane.1.store:
  store float 1.500000e+00, ptr addrspace(1) %qs, align 4, !tbaa !0
  br label %lane.1.go
lane.1.go:
  call void @llvm.nvvm.bar.warp.sync(i32 %lane.mask)
  %first = add i32 0, %lane.number
  %more1 = icmp slt i32 %first, 1073741824
  br i1 %more1, label %body, label %none.left

none.left:
  %sum.lcssa = phi float [ 0.000000e+00, %lane.1.go ], [ %more.sum, %body ]
  call void @llvm.nvvm.bar.warp.sync(i32 %lane.mask)
  %lane.2.1 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 %lane.mask, float %sum.lcssa, i32 1, i32 31)
  %lane.2.sum1 = call float @llvm.nvvm.add.rn.f(float %sum.lcssa, float %lane.2.1)
  %lane.2.2 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 %lane.mask, float %lane.2.sum1, i32 2, i32 31)
  %lane.2.sum2 = call float @llvm.nvvm.add.rn.f(float %lane.2.sum1, float %lane.2.2)
  %lane.2.4 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 %lane.mask, float %lane.2.sum2, i32 4, i32 31)
  %total = call float @llvm.nvvm.add.rn.f(float %lane.2.sum2, float %lane.2.4)
  %old = load float, ptr addrspace(1) %qs, align 4, !tbaa !0
  %new = fadd float %total, %old
  %angle = tail call float @atan2f(float %new, float 0x3FB99999A0000000)
  %size = tail call float @llvm.fabs.f32(float %angle)
  %scaled = fmul float %size, 0x3E8AD7F2A0000000
  br i1 %lane.first, label %lane.3.store, label %lane.3.go
lane.3.store:
  store float %scaled, ptr addrspace(1) %qs, align 4, !tbaa !0
  store i32 0, ptr addrspace(1) %"$v.1", align 1
  br label %lane.3.go
lane.3.go:
  ret i32 0

body:
  %sum3 = phi float [ %more.sum, %body ], [ 0.000000e+00, %lane.1.go ]
  %i2 = phi i32 [ %next, %body ], [ %first, %lane.1.go ]
  %0 = sext i32 %i2 to i64
  %p = getelementptr float, ptr addrspace(1) %"$v.1", i64 %0
  %x = load float, ptr addrspace(1) %p, align 4, !tbaa !0
  %y = tail call fastcc i32 @inner.alone(i32 %i2)
  %z = sitofp i32 %y to float
  %w = fmul reassoc nsz arcp contract float %x, %z
  %more.sum = fadd reassoc nsz arcp contract float %w, %sum3
  tail call void @gelenk_call_pair.alone(i32 %d, i32 7, i32 %i2, i32 %i2)
  %next = add nsw i32 %i2, 8
  %more = icmp slt i32 %i2, 1073741816
  store float %w, ptr addrspace(1) %p, align 4, !tbaa !0
  br i1 %more, label %body, label %none.left
}

; Function Attrs: nofree noinline nosync nounwind memory(none)
define internal fastcc i32 @inner.alone(i32 range(i32 -2147483648, 1073741824) %i) unnamed_addr #4 {
entry:
  %more = icmp slt i32 %i, 3
  br i1 %more, label %head, label %after

head:
  br label %head

after:
  %w = tail call i32 @lane_offset()
  %s = add i32 %w, %i
  ret i32 %s
}

declare void @gelenk_call_pair.alone(i32, i32, i32, i32) local_unnamed_addr

attributes #0 = { convergent mustprogress nounwind willreturn }
attributes #1 = { mustprogress nofree nounwind willreturn }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nounwind willreturn }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { nofree noinline nounwind }

!0 = !{!1, !1, i32 0}
!1 = !{!"float64", !2, i32 0}
!2 = !{!"root"}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare float @llvm.nvvm.add.rn.f(float, float)
declare double @llvm.nvvm.add.rn.d(double, double)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)