; ModuleID = '<string>'
source_filename = "<string>"
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@gelenk_model_own_slots = external local_unnamed_addr addrspace(4) global [64 x i8]
@gelenk_data_slots = external local_unnamed_addr addrspace(4) global [16384 x i8]

; Function Attrs: convergent mustprogress nounwind willreturn

; Function Attrs: convergent mustprogress nounwind willreturn

; Function Attrs: convergent mustprogress nounwind willreturn
declare double @gelenk_total(double) local_unnamed_addr #0

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i64 @lane_offset() local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(errnomem: write)
declare double @atan2(double, double) local_unnamed_addr #2

define noundef i64 @gelenk_velocity(i64 %m, i64 %d) local_unnamed_addr {
entry:
  %lane.thread = load i32, ptr @gelenk_thread
  %lane.number = and i32 %lane.thread, 3
  %lane.wide = zext i32 %lane.number to i64
  %lane.first = icmp eq i32 %lane.number, 0
  %qs = load ptr addrspace(1), ptr addrspace(4) getelementptr inbounds nuw (i8, ptr addrspace(4) @gelenk_data_slots, i64 SLOT_A), align 8
  %"$v.1" = load ptr addrspace(1), ptr addrspace(4) getelementptr inbounds nuw (i8, ptr addrspace(4) @gelenk_data_slots, i64 SLOT_B), align 8
  %own = load i64, ptr addrspace(4) @gelenk_model_own_slots, align 8
  br i1 %lane.first, label %lane.1.store, label %lane.1.go
lane.1.store:
  store double 1.500000e+00, ptr addrspace(1) %qs, align 8, !tbaa !0
  br label %lane.1.go
lane.1.go:
  call void @gelenk_sync()
  %first = add i64 0, %lane.wide
  %more1 = icmp slt i64 %first, 4611686018427387904
  br i1 %more1, label %body, label %none.left

none.left:
  %sum.lcssa = phi double [ 0.000000e+00, %lane.1.go ], [ %more.sum, %body ]
  call void @gelenk_sync()
  %total = tail call double @gelenk_total(double %sum.lcssa)
  %old = load double, ptr addrspace(1) %qs, align 8, !tbaa !0
  %new = fadd double %total, %old
  %angle = tail call double @atan2(double %new, double 1.000000e-01)
  %0 = fptrunc double %angle to float
  %single = tail call float @llvm.fabs.f32(float %0)
  %wide = fpext float %single to double
  %scaled = fmul double %wide, 4.000000e-15
  br i1 %lane.first, label %lane.2.store, label %lane.2.go
lane.2.store:
  store double %scaled, ptr addrspace(1) %qs, align 8, !tbaa !0
  store i64 0, ptr addrspace(1) %"$v.1", align 1
  br label %lane.2.go
lane.2.go:
  ret i64 0

body:
  %sum3 = phi double [ %more.sum, %body ], [ 0.000000e+00, %lane.1.go ]
  %i2 = phi i64 [ %next, %body ], [ %first, %lane.1.go ]
  %p = getelementptr double, ptr addrspace(1) %"$v.1", i64 %i2
  %x = load double, ptr addrspace(1) %p, align 8, !tbaa !0
  %y = tail call fastcc i64 @inner.alone(i64 %i2, i64 %own)
  %z = sitofp i64 %y to double
  %w = fmul double %x, %z
  %more.sum = fadd double %sum3, %w
  tail call void @gelenk_call_pair.alone(i64 %d, i64 7, i64 %i2, i64 %i2)
  %next = add nsw i64 %i2, 4
  %more = icmp slt i64 %i2, 4611686018427387900
  store double %w, ptr addrspace(1) %p, align 8, !tbaa !0
  br i1 %more, label %body, label %none.left
}

; Function Attrs: nofree noinline nosync nounwind memory(none)
define internal fastcc i64 @inner.alone(i64 range(i64 -9223372036854775808, 4611686018427387904) %i, i64 %n) unnamed_addr #3 {
entry:
  %sext = shl i64 %n, 32
  %back = ashr exact i64 %sext, 32
  %r = add i64 %back, %i
  %more = icmp slt i64 %r, 3
  br i1 %more, label %head, label %after

head:
  br label %head

after:
  %w = tail call i64 @lane_offset()
  %s = add i64 %w, %r
  ret i64 %s
}

declare void @gelenk_call_pair.alone(i64, i64, i64, i64) local_unnamed_addr

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #4

attributes #0 = { convergent mustprogress nounwind willreturn }
attributes #1 = { mustprogress nofree nounwind willreturn }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn }
attributes #3 = { nofree noinline nounwind }
attributes #4 = { nocallback nocreateundeforpoison nofree nounwind willreturn }

!0 = !{!1, !1, i64 0}
!1 = !{!"float64", !2, i64 0}
!2 = !{!"root"}

@gelenk_thread = external global i32
declare void @gelenk_sync()