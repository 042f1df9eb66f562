"""Values of d.status after a native call, and the code that handles each.

Documents: design / Memory; Kernels

Kernels cannot raise: they store a code here and return. Nothing before the integrator changes the state, so the call is
repeated once Python has handled the code (runtime/pipeline.py).

    DONE            0   success
    GROW            1   a buffer is too small (need_con, need_efc, need_J, need_A); d._grow enlarges it
    MISSING         2   stage need_stage is not loaded; toolchain/library.py loads it
    FAILED          3   a callback raised, or Ctrl-C arrived; runtime/callbacks.py raises it again
    RESTARTED       4   a reset in native code cleared histories or states of plugins; runtime/state.py and
                        runtime/plugin_registry.py initialize them
    BAD_SOLVER      5   the options name no solver; raised
    BAD_INTEGRATOR  6   the options name no integrator; raised
    BAD_SLEEP       7   on a GPU: a tree of policy init could not fall asleep in a reset; raised
"""

DONE, GROW, MISSING, FAILED, RESTARTED, BAD_SOLVER, BAD_INTEGRATOR, BAD_SLEEP = range(8)
