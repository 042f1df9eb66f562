"""From text of LLVM to PTX, NVIDIA's portable assembly, and by ptxas to machine code.

Documents: design / Many worlds on GPUs

LLVM has the target; what it lacks is mathematics, which libdevice has, a file of LLVM code that comes with CUDA. Both
ptxas and libdevice are looked for where GELENK_CUDA says, in the packages of the extra `gpu`, on the PATH, and where
CUDA is installed.
"""

import functools
import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gelenk.toolchain.gpu import barriers
from gelenk.toolchain.symbols import ALONE, REGISTERS

if TYPE_CHECKING:
    import llvmlite.binding as llvm

TRIPLE = "nvptx64-nvidia-cuda"
CHIP, FEATURES = "sm_90", "+ptx83"
LEAST_CHIP = "sm_80"
# Warps of a GPU share a small cache of instructions, and worlds part: a step waited for code half of its time where
# loops were unrolled and functions were inlined as for a processor (docs/gpu.md). So code is kept small, and a loop of
# a kernel is unrolled where its text is
INLINED = 40
_NO_UNROLLING = '.pragma "nounroll";'  # for ptxas, and the driver
_MATH = "sin cos tan asin acos atan atan2 exp expm1 log log1p log10 pow fmod hypot"
_NATIVE = ("sqrt", "floor", "ceil")  # LLVM knows instructions for these
# functions of other libraries, which LLVM leaves the names that they have: PTX knows no dots
ALONE_PTX = "__alone"
_FAR = re.compile(rf"@(gelenk_\w+){re.escape(ALONE)}\(")
_DECLARED = re.compile(r'^declare .*?@("[^"]+"|[\w.$]+)\(')


class Missing(RuntimeError):
    """A tool of CUDA is not there: what, and how to get it."""


def _folders() -> list[Path]:
    """Where CUDA may be."""
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
            f"{what} takes {name} of CUDA, which is not here: pip install 'gelenk[gpu]', or gelenk-cuda, which has "
            "programs that are made"
        )
    return found


@functools.cache
def libdevice() -> Path:
    """The file of mathematical functions for GPUs; Missing where there is none."""
    return _needed("nvvm/libdevice/libdevice.10.bc", "code for GPUs")


@functools.cache
def ptxas() -> Path:
    """NVIDIA's assembler; Missing where there is none."""
    return _needed("bin/ptxas", "machine code for GPUs")


@functools.cache
def nvlink() -> Path | None:
    """NVIDIA's linker; None where there is none."""
    found = _find("bin/nvlink")
    on_path = shutil.which("nvlink")
    return found or (Path(on_path) if on_path else None)


def named(text: str) -> str:
    """Functions of the C library and of LLVM by their names in libdevice; each is declared once."""
    for f in _MATH.split():
        text = re.sub(rf"@(?:llvm\.)?{f}(?:\.f64)?(?=\()", f"@__nv_{f}", text)
        text = re.sub(rf"@(?:llvm\.{f}\.f32|{f}f)(?=\()", f"@__nv_{f}f", text)
    for f in _NATIVE:
        text = re.sub(rf"@{f}(?=\()", f"@llvm.{f}.f64", text)
        text = re.sub(rf"@{f}f(?=\()", f"@llvm.{f}.f32", text)
    seen, out = set(), []
    for line in text.split("\n"):
        declared = _DECLARED.match(line)
        if declared:
            if declared.group(1) in seen:
                continue
            seen.add(declared.group(1))
            line = re.sub(r" #\d+", "", line)
        out.append(line)
    return "\n".join(out)


def machine() -> "llvm.TargetMachine":
    """LLVM's target."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(CHIP, FEATURES, 3, "default")


def for_gpu(module: "llvm.ModuleRef") -> "llvm.ModuleRef":
    """The module with the names, types of pointers and mathematics of a GPU."""
    import llvmlite.binding as llvm

    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', named(str(module)))
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{machine().target_data}"', text)
    made = llvm.parse_assembly(text)
    other = llvm.parse_bitcode(libdevice().read_bytes())
    other.triple, other.data_layout = made.triple, made.data_layout
    made.link_in(other)
    return made


def assembly(module: "llvm.ModuleRef", keep: Collection[str], apart: bool = True, lanes: int = 1) -> str:
    """PTX of a module, optimised, of which only the functions ``keep`` stay visible.

    apart   stages stay functions that are called, else they become part of their kernels
    lanes   of each world
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
        text = barriers.order(str(module), lanes, gpu=True)
        module = llvm.parse_assembly(_FAR.sub(rf"@\1{ALONE_PTX}(", text))
    return target.emit_assembly(module).replace(".address_size 64", f".address_size 64\n{_NO_UNROLLING}", 1)


class Use(NamedTuple):
    """What a function takes of a thread: registers, bytes of stack, bytes of spilled stores and loads."""

    registers: int
    stack: int
    stores: int
    loads: int


def portable(text: str) -> str:
    """The same PTX for all chips from LEAST_CHIP on; one that it cannot be for is told of by `assemble`."""
    return text.replace(f".target {CHIP}", f".target {LEAST_CHIP}")


def assemble(
    text: str, relocatable: bool = False, most_registers: int = REGISTERS, chip: str = CHIP
) -> tuple[bytes, dict[str, Use]]:
    """Machine code of PTX for a chip, and what each function takes.

    Errors   Missing: there is no ptxas; RuntimeError: it refuses the text, and says why
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
    """Machine code of a program, each function of it once.

    By itself ptxas makes a copy of everything that a kernel reaches for each kernel: three times the code, in fifteen
    times the time. So functions are assembled apart and linked, where there is a linker.

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


_PROPERTIES = re.compile(r"Function properties for (\S+)")
_STACK = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = re.compile(r"Used (\d+) registers")


def uses(said: str) -> dict[str, Use]:
    """What ptxas said with -v."""
    found: dict[str, Use] = {}
    name = ""
    for line in said.split("\n"):
        at = _PROPERTIES.search(line)
        if at:
            name = at.group(1)
        numbers = _STACK.search(line)
        if numbers and name:
            found[name] = Use(0, *map(int, numbers.groups()))
        registers = _USED.search(line)
        if registers and name in found:
            found[name] = found[name]._replace(registers=int(registers.group(1)))
    return found
