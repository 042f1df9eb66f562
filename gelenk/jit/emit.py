"""From a Python stage to a shared library. Imported only by the process that compiles.

Documents: design / Compiled ahead, loaded without Numba (an improvement on the prototype ahead_of_time.py)
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import llvmlite.binding as llvm
from numba import types

from gelenk.jit import bridge

# One letter per argument of an entry: how it arrives from C, and what the kernel sees
ARGUMENTS = {
    "m": ("i64", types.int64, "model"),
    "d": ("i64", types.int64, "data"),
    "F": ("i64", types.int64, "float64"),
    "I": ("i64", types.int64, "int32"),
    "i": ("i64", types.int64, None),
    "f": ("double", types.float64, None),
}


def _entry(function, kinds):
    """A function of plain addresses and numbers that casts its arguments and calls ``function``."""
    scope = {"function": function}
    casts = []
    for i, kind in enumerate(kinds):
        target = ARGUMENTS[kind][2]
        if target is None:
            casts.append(f"a{i}")
            continue
        make = bridge.as_struct if kind in "md" else bridge.as_view
        scope[f"cast{i}"] = make(target)
        casts.append(f"cast{i}(a{i})")
    names = ", ".join(f"a{i}" for i in range(len(kinds)))
    exec(f"def entry({names}):\n    return function({', '.join(casts)})\n", scope)  # noqa: S102
    return scope["entry"]


def _c_wrapper(symbol, mangled, kinds, result):
    """LLVM text: ``i64 symbol(args)`` in C convention around Numba's (result*, error**, args)."""
    params = [f"{ARGUMENTS[k][0]} %a{i}" for i, k in enumerate(kinds)]
    slot = {"void": "i8*", "double": "double", "i64": "i64"}[result]
    give = "i64" if result == "void" else result
    value = "  ret i64 0" if result == "void" else f"  %v = load {result}, {result}* %r\n  ret {result} %v"
    return (
        f"define {give} @{symbol}({', '.join(params)}) {{\n"
        f"  %r = alloca {slot}\n  %e = alloca i8*\n"
        f"  %s = call i32 @{mangled}({', '.join([f'{slot}* %r', 'i8** %e', *params])})\n{value}\n}}\n"
    )


def emit_object(entries):
    """Compile ``entries`` [(symbol, function, kinds)] into one relocatable object (bytes)."""
    modules = []
    for symbol, function, kinds in entries:
        dispatcher = bridge.compile_kernel(_entry(function, kinds))
        dispatcher.compile(tuple(ARGUMENTS[k][1] for k in kinds))
        compiled = dispatcher.overloads[dispatcher.signatures[0]]
        mangled = compiled.fndesc.mangled_name
        ret = compiled.signature.return_type
        result = "double" if ret == types.float64 else "i64" if isinstance(ret, types.Integer) else "void"
        text = compiled.library.get_llvm_str()
        quoted = f'"{mangled}"' if f'@"{mangled}"' in text else mangled
        module = llvm.parse_assembly(text + _c_wrapper(symbol, quoted, kinds, result))
        modules.append((symbol, mangled, module))
    return [_object(module, {symbol}) for symbol, _, module in modules]


def _object(module, keep):
    for function in module.functions:
        if not function.is_declaration and function.name not in keep:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration and variable.name != bridge.OUT_OF_BOUNDS:
            variable.linkage = "internal"
    machine = _target_machine()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.slp_vectorization = True  # hand-unrolled lines become vector instructions
    passes = llvm.create_pass_builder(machine, options)
    manager = passes.getModulePassManager()
    manager.run(module, passes)
    return machine.emit_object(module)


def _target_machine():
    from numba.core import config

    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=config.CPU_NAME or llvm.get_host_cpu_name(),
        features=config.CPU_FEATURES
        if config.CPU_FEATURES is not None
        else llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="pic",
        codemodel="small",
    )


def link(objects, path):
    """Write ``path``, a shared library of ``objects``, atomically; a C compiler or a linker must be there."""
    path = Path(path)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".build-") as folder:
        files = []
        for i, data in enumerate(objects):
            files.append(Path(folder) / f"{i}.o")
            files[-1].write_bytes(data)
        made = Path(folder) / "made.so"
        driver = next((c for c in ("cc", "gcc", "clang") if shutil.which(c)), None)
        command = [driver] if driver else ["ld"]
        subprocess.run(
            [*command, "-shared", "-o", str(made), *map(str, files), "-lm", "-z", "defs"]
            if not driver
            else [
                driver,
                "-shared",
                "-nostartfiles",
                "-o",
                str(made),
                *map(str, files),
                "-lm",
                "-Wl,-z,defs",
            ],
            check=True,
            capture_output=True,
        )
        os.replace(made, path)
