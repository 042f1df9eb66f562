"""What d.status says when a native call ends, and who mends it.

Documents: design / Memory; Kernels

Kernels raise nothing: they leave a code here and end. Nothing before the integrator changes the state, so the call is
repeated once Python has mended what stopped it (runtime/pipeline.py).

    DONE            0   all is well
    GROW            1   a buffer is too small: need_con, need_efc, need_J, need_A say for what; d._grow
    MISSING         2   stage need_stage is not loaded; toolchain/library.py
    FAILED          3   a callback raised, or Ctrl-C came; runtime/callbacks.py raises it again
    RESTARTED       4   a reset in native code cleared histories or states of plugins; runtime/state.py, registry.py
    BAD_SOLVER      5   the options name no solver; raised
    BAD_INTEGRATOR  6   the options name no integrator; raised
    BAD_SLEEP       7   on a device: a tree of policy init could not fall asleep in a reset; raised
"""

DONE, GROW, MISSING, FAILED, RESTARTED, BAD_SOLVER, BAD_INTEGRATOR, BAD_SLEEP = range(8)
