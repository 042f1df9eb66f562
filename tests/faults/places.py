"""Interrupts a scenario at every place where CPython looks for signals: python -m tests.faults.places NAME...

CPython 3.11 looks after calls, at the start of functions and at backward jumps. A trace function raises there, at the
first calls of each place (``--times``), so that windows of one instruction are found, which a timer meets once in
thousands of rounds. Each interrupt is followed by the check of the scenario. The place that comes next is printed to
``--log`` first, so that it is known if the process crashes.
"""

import argparse
import dis
import faulthandler
import signal
import sys
import traceback
import warnings
from pathlib import Path

import gelenk
from tests.faults.catalog import SCENARIOS

ROOT = str(Path(gelenk.__file__).parent)
# instructions after which signals are looked for
LOOKS = {
    code
    for name, code in dis.opmap.items()
    if name in ("RESUME", "JUMP_BACKWARD", "CALL", "CALL_FUNCTION_EX") or name.startswith("POP_JUMP_BACKWARD")
}


class Struck(KeyboardInterrupt):
    """What is raised at a place."""


class Places:
    """The places that a call of a scenario meets: (file, function, first line of it, instruction) -> line."""

    def __init__(self, call):
        self.call, self.met = call, {}
        self.target, self.left, self.struck = None, 0, False
        self.before = {}  # frame -> its last instruction

    def trace(self, frame, event, argument):
        """Note the places, or raise at the one that is wanted."""
        code, frame_id = frame.f_code, id(frame)
        if event == "call":
            if not code.co_filename.startswith(ROOT):
                return None
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
            self.before[frame_id] = -1
        elif event == "return":
            self.before.pop(frame_id, None)
        elif event == "opcode":
            before = self.before.get(frame_id, -1)
            self.before[frame_id] = code.co_code[frame.f_lasti]
            if before in LOOKS:
                self.at(
                    (code.co_filename, code.co_qualname, code.co_firstlineno, frame.f_lasti), frame.f_lineno
                )
        return self.trace

    def at(self, place, line):
        """Note the place, or raise there."""
        if self.target is None:
            self.met.setdefault(place, line)
        elif place == self.target and not self.struck:
            self.left -= 1
            if self.left == 0:
                self.struck = True
                raise Struck

    def traced(self):
        """Call under the trace."""
        sys.settrace(self.trace)
        try:
            self.call()
        finally:
            sys.settrace(None)

    def strike(self, place, number):
        """Interrupt the call where it is at the place for that time; return whether it came so far."""
        self.target, self.left, self.struck = place, number, False
        self.before.clear()
        try:
            self.traced()
        except Struck:
            return True
        assert not self.struck, "the interrupt did not reach the caller"
        return False


def name_of(place, line):
    """The place for people."""
    return f"{Path(place[0]).relative_to(ROOT)}:{line} in {place[1]}"


def run(name, only="", times=1, first=0, log=None):
    """Interrupt one scenario everywhere, yielding a text for each thing that went wrong, then the totals."""
    scenario = SCENARIOS[name]()
    scenario.call()
    scenario.check()
    places = Places(scenario.call)
    places.traced()
    scenario.check()
    chosen = [place for place in places.met if only in f"{place[0]} {place[1]}"][first:]
    count = 0
    for at, place in enumerate(chosen, first):
        for number in range(1, times + 1):
            where = f"{at} {name_of(place, places.met[place])}, time {number}"
            if log is not None:
                print(where, file=log, flush=True)
            try:
                struck = places.strike(place, number)
                scenario.check()
            except BaseException as error:
                yield f"{where}: {''.join(traceback.format_exception(error))}"
                scenario = SCENARIOS[name]()
                places.call = scenario.call
                continue
            if not struck:
                break
            count += 1
    yield f"{name}: {count} interrupts at {len(chosen)} places"


def main():
    """Run the scenarios; the exit status says whether anything went wrong."""
    parser = argparse.ArgumentParser(
        description="Interrupts public objects at every place where CPython looks."
    )
    parser.add_argument("--only", default="", help="places in whose file or function this text is")
    parser.add_argument("--times", type=int, default=2, help="how often each place is struck")
    parser.add_argument("--first", type=int, default=0, help="the place to begin with")
    parser.add_argument("--log", type=argparse.FileType("a"), help="file for the place that comes next")
    parser.add_argument("names", nargs="*", help=f"of {', '.join(SCENARIOS)}; all unless given")
    said = parser.parse_args()
    faulthandler.enable()
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    lost = []
    sys.unraisablehook = lost.append
    wrong = 0
    for name in said.names or SCENARIOS:
        for text in run(name, said.only, said.times, said.first, said.log):
            wrong += "\n" in text
            print(text, flush=True)
    print(f"{wrong} wrong, {len(lost)} lost in what is freed")
    return wrong > 0 or bool(lost)


if __name__ == "__main__":
    sys.exit(main())
