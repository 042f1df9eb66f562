"""Text of LLVM in other precisions: types, constants and names change, and nothing else."""

import pytest

from gelenk.tables.precision import Limits
from gelenk.toolchain.gpu.variant import LANES, VARIANTS, Variant, apply_variant

SINGLE, NARROW, EXACT = Variant(single=True), Variant(narrow=True), Variant(exact=True)


def test_constants_are_rounded_and_huge_ones_become_infinite():
    text = apply_variant(
        "%a = fadd double %b, 1.000000e-01\n%c = fcmp olt double %a, 0x6974E718D7D7625A", SINGLE
    )
    assert text == "%a = fadd float %b, 0x3FB99999A0000000\n%c = fcmp olt float %a, 0x7FF0000000000000"


def test_names_with_numbers_in_them_stay():
    line = "%.12 = load double, ptr addrspace(1) %x.1.0e5, align 8, !tbaa !3"
    assert apply_variant(line, SINGLE) == line.replace("double", "float").replace("align 8", "align 4")


@pytest.mark.parametrize(
    "line, variant, alignment",
    [
        ("%a = load double, ptr %b, align 8", SINGLE, 4),
        ("store [3 x double] %a, ptr addrspace(1) %b, align 8, !tbaa !3", SINGLE, 4),
        ("%a = load i64, ptr %b, align 8", NARROW, 4),
        ("store { i64, [2 x i64] } %a.ptr, ptr %b.ptr, align 8", NARROW, 4),
        ("%a = load i64, ptr %b, align 8", SINGLE, 8),
        ("%a = load double, ptr %b, align 8", NARROW, 8),
        ("%a = load ptr, ptr %b, align 8", NARROW, 8),
        ("store { ptr addrspace(1), i64 } %a, ptr %b, align 8", NARROW, 8),
    ],
)
def test_loads_and_stores_promise_no_more_alignment_than_their_numbers_have(line, variant, alignment):
    assert f"align {alignment}" in apply_variant(line, variant)


def test_conversions_between_precisions_become_copies():
    assert apply_variant("  %a = fpext float %b to double", SINGLE) == "  %a = bitcast float %b to float"
    assert apply_variant("  %a = fptrunc double %b to float", SINGLE) == "  %a = bitcast float %b to float"


def test_functions_have_their_names_of_single_precision():
    text = apply_variant(
        "%a = call double @llvm.sin.f64(double %b)\n%c = call double @atan2(double %a, double %b)", SINGLE
    )
    assert text == "%a = call float @llvm.sin.f32(float %b)\n%c = call float @atan2f(float %a, float %b)"


def test_the_bits_of_a_number_may_not_be_used_as_such():
    with pytest.raises(ValueError, match="bits of a double"):
        apply_variant("%a = bitcast double %b to i64", SINGLE)


def test_integers_become_narrow_but_for_the_layout_of_the_target():
    text = 'target datalayout = "e-i64:64"\n  %a = sext i32 %b to i64\n  %c = add nsw i64 %a, 4611686018427387904'
    assert apply_variant(text, NARROW) == (
        'target datalayout = "e-i64:64"\n  %a = add i32 %b, 0\n  %c = add nsw i32 %a, 1073741824'
    )


def test_exact_text_has_no_leave_to_reorder_sums():
    text = "%a = fmul reassoc nsz arcp contract double %b, %c\n%d = call reassoc nsz arcp contract double @f(double %a)"
    assert apply_variant(text, EXACT) == "%a = fmul double %b, %c\n%d = call double @f(double %a)"


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_numbers_that_depend_on_the_precision_become_constants(variant):
    row = Limits.rows()["UNIT"]
    text = apply_variant("@gelenk_number_UNIT = external constant double", variant)
    assert text.startswith("@gelenk_number_UNIT = internal constant")
    assert variant.real in text and row.double == Limits.UNIT and row.single > row.double


def test_every_variant_has_a_name_of_its_own():
    assert len(VARIANTS) == 16 * len(LANES)
    assert all(VARIANTS[v.name] == v for v in VARIANTS.values())
