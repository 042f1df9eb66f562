"""PTX, NVIDIA's portable assembly, from LLVM IR; machine code by ptxas.

Documents: design / Many worlds on GPUs

LLVM can generate PTX but lacks mathematical functions, which libdevice provides, a file of LLVM bitcode in CUDA.
ptxas and libdevice are searched in GELENK_CUDA, in the packages of the extra `gpu`, on the PATH, and where CUDA is
installed.
"""

import functools
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gelenk.toolchain.gpu import barriers
from gelenk.toolchain.gpu.variant import MATH
from gelenk.toolchain.ir_text.functions import each_declaration, with_target, without_groups
from gelenk.toolchain.ir_text.tokens import rename_functions
from gelenk.toolchain.struct_layout import ALONE, REGISTERS

if TYPE_CHECKING:
    import llvmlite.binding as llvm

TRIPLE = "nvptx64-nvidia-cuda"
CHIP, FEATURES = "sm_90", "+ptx83"
LEAST_CHIP = "sm_80"
# Threshold of LLVM's inliner. Warps share a small instruction cache, and worlds diverge: with the unrolling and
# inlining of a CPU, a step waited for instructions half of its time (docs/gpu.md). Code is therefore kept small, and
# loops are unrolled only where a kernel's source is.
INLINED = 40
_NO_UNROLLING = '.pragma "nounroll";'  # for ptxas and the driver
_NATIVE = ("sqrt", "floor", "ceil")  # LLVM has instructions for these
_LIBDEVICE = [name for name in MATH.split() if name not in _NATIVE]
_NAMES = {
    **{name: f"__nv_{f}" for f in _LIBDEVICE for name in (f, f"{f}.f64", f"llvm.{f}", f"llvm.{f}.f64")},
    **{name: f"__nv_{f}f" for f in _LIBDEVICE for name in (f"{f}f", f"llvm.{f}.f32")},
    **{f: f"llvm.{f}.f64" for f in _NATIVE},
    **{f"{f}f": f"llvm.{f}.f32" for f in _NATIVE},
}
# replaces ALONE in external symbols, since PTX names have no dots
ALONE_PTX = "__alone"


class Missing(RuntimeError):
    """A CUDA tool is not installed; the message says which, and how to get it."""


def _folders() -> list[Path]:
    """Return the folders that may contain CUDA, in order of preference."""
    found = [Path(os.environ["GELENK_CUDA"])] if os.environ.get("GELENK_CUDA") else []
    for package in ("nvidia.cu13", "nvidia.cuda_nvcc"):
        try:
            spec = importlib.util.find_spec(package)
        except ModuleNotFoundError:
            spec = None
        found += [Path(place) for place in (spec.submodule_search_locations or [] if spec else [])]
    on_path = shutil.which("ptxas")
    found += [Path(on_path).resolve().parents[1]] if on_path else []
    return [*found, Path("/usr/local/cuda")]


def _find(*places: str) -> Path | None:
    return next((f / p for f in _folders() for p in places if (f / p).is_file()), None)


def _needed(place: str, what: str) -> Path:
    found = _find(place)
    if found is None:
        name = place.rpartition("/")[2]
        raise Missing(
            f"{what} needs {name} of CUDA, which is not installed: pip install 'gelenk[gpu]', or gelenk-cuda, which "
            "contains compiled programs"
        )
    return found


@functools.cache
def libdevice() -> Path:
    """Return the path of the GPU's mathematical functions; raise Missing if not found."""
    return _needed("nvvm/libdevice/libdevice.10.bc", "code for GPUs")


@functools.cache
def ptxas() -> Path:
    """Return the path of NVIDIA's assembler; raise Missing if not found."""
    return _needed("bin/ptxas", "machine code for GPUs")


@functools.cache
def nvlink() -> Path | None:
    """Return the path of NVIDIA's linker, None if not found."""
    found = _find("bin/nvlink")
    on_path = shutil.which("nvlink")
    return found or (Path(on_path) if on_path else None)


def rename_math_functions(text: str) -> str:
    """Rename functions of the C library and LLVM to those of libdevice; declare each once."""
    seen: set[str] = set()

    def once(name: str, line: str) -> str | None:
        if name in seen:
            return None
        seen.add(name)
        return without_groups(line)

    return each_declaration(rename_functions(text, _NAMES), once)


def _external(name: str) -> str:
    """Return the PTX name of an external symbol."""
    far = name.startswith("gelenk_") and name.endswith(ALONE)
    return name.removesuffix(ALONE) + ALONE_PTX if far else name


def machine() -> "llvm.TargetMachine":
    """Return LLVM's target machine of NVIDIA GPUs."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(CHIP, FEATURES, 3, "default")


def for_gpu(module: "llvm.ModuleRef") -> "llvm.ModuleRef":
    """Return the module for the GPU target, with libdevice linked in."""
    import llvmlite.binding as llvm

    text = with_target(rename_math_functions(str(module)), TRIPLE, str(machine().target_data))
    made = llvm.parse_assembly(text)
    other = llvm.parse_bitcode(libdevice().read_bytes())
    other.triple, other.data_layout = made.triple, made.data_layout
    made.link_in(other)
    return made


def assembly(module: "llvm.ModuleRef", keep: Collection[str], apart: bool = True, lanes: int = 1) -> str:
    """Return the PTX of a module after LLVM's passes; only the functions ``keep`` are visible.

    apart   stages remain functions, instead of being inlined into their kernels
    lanes   threads per world
    """
    import llvmlite.binding as llvm

    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name not in keep and not part.name.endswith("_slots"):
            part.linkage = "internal"
    for function in module.functions:
        if apart and not function.is_declaration and function.name.startswith("gelenk_"):
            function.add_function_attribute("noinline")
    target = machine()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.slp_vectorization = options.loop_vectorization = False
    options.loop_unrolling, options.inlining_threshold = False, INLINED
    passes = llvm.create_pass_builder(target, options)
    passes.getModulePassManager().run(module, passes)
    if lanes > 1:
        text = barriers.insert_barriers(str(module), lanes, gpu=True)
        module = llvm.parse_assembly(rename_functions(text, _external))
    return target.emit_assembly(module).replace(".address_size 64", f".address_size 64\n{_NO_UNROLLING}", 1)


class Use(NamedTuple):
    """Resources of a function per thread: registers; bytes of stack, spill stores and loads."""

    registers: int
    stack: int
    stores: int
    loads: int


def portable(text: str) -> str:
    """Return the PTX for all chips from LEAST_CHIP on.

    `assemble` raises an error if the code needs a later chip.
    """
    return text.replace(f".target {CHIP}", f".target {LEAST_CHIP}")


def assemble(
    text: str, relocatable: bool = False, most_registers: int = REGISTERS, chip: str = CHIP
) -> tuple[bytes, dict[str, Use]]:
    """Assemble PTX for a chip; return the machine code and the resources of each function.

    Errors   Missing: ptxas is not installed; RuntimeError: ptxas rejects the text, with its message
    """
    with tempfile.TemporaryDirectory(prefix="gelenk-ptx-") as folder:
        source, made = Path(folder) / "made.ptx", Path(folder) / "made.cubin"
        source.write_text(text)
        command = [str(ptxas()), "-v", f"-arch={chip}", "-O3", f"-maxrregcount={most_registers}"]
        command += ["-c"] if relocatable else []
        command += ["-o", str(made), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"ptxas: {(done.stderr or done.stdout).strip()[:2000]}")
        return made.read_bytes(), uses(done.stderr + done.stdout)


def executable(text: str, chip: str = CHIP) -> bytes:
    """Return the machine code of a program, with each function once.

    Without nvlink, ptxas copies all functions that a kernel reaches into each kernel: three times the code, in fifteen
    times the time. Functions are therefore assembled separately and linked, if nvlink is found.

    Errors   those of `assemble`
    """
    linker = nvlink()
    if linker is None:
        return assemble(text, chip=chip)[0]
    with tempfile.TemporaryDirectory(prefix="gelenk-ptx-") as folder:
        source, made = Path(folder) / "made.o", Path(folder) / "made.cubin"
        source.write_bytes(assemble(text, relocatable=True, chip=chip)[0])
        command = [str(linker), f"-arch={chip}", "-o", str(made), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"nvlink: {(done.stderr or done.stdout).strip()[:2000]}")
        return made.read_bytes()


def uses(said: str) -> dict[str, Use]:
    """Parse the output of ptxas -v.

    ptxas info    : Function properties for gelenk_step
        16 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads
    ptxas info    : Used 40 registers, used 1 barriers
    """
    found: dict[str, Use] = {}
    name = ""
    for line in said.split("\n"):
        words = line.replace(",", "").split()
        if "Function properties for" in line:
            name = words[-1]
        elif "bytes stack frame" in line and name:
            found[name] = Use(0, *[int(word) for word in words if word.isdigit()])
        elif "registers" in words and "Used" in words and name in found:
            found[name] = found[name]._replace(registers=int(words[words.index("registers") - 1]))
    return found
