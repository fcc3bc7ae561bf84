# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs of the tests with one change, those first that are nearest to it, until one is red."""

import json
import os
import re
import resource
import selectors
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

# Suites that take long by their nature and show nothing that the others do not.
SLOW = (r"\.\w*Stress|CommitLoopStressTests|RenderLanesLoadTests|DisplayGroupSizeTests|DisplayCostTests"
        r"|ScheduleTests|SchedulesTests|ReadmeCommandTests")
RED = re.compile(r"^(?:\x1b\[\d+m)*✘(?:\x1b\[\d+m)* (?:Test|Suite) (.*?) (?:recorded an issue|failed after)")
MEMORY = 12 << 30
# The exit status where a filter leaves no test.
NO_TESTS = 69


class Trial:
    def __init__(self, work, jobs):
        self.work = Path(work)
        self.jobs = jobs
        self.program = next((self.work / ".build/debug").glob("*PackageTests.xctest"))
        self.targets = self.test_targets()
        self.suites = self.all_suites()
        # What each suite that ran without a change has shown.
        self.file = self.work / ".first-run.json"
        self.made = self.program.stat().st_mtime
        kept = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.known = {suite: known for suite, known in kept.items() if known["made"] == self.made}
        self.guard, self.locks = threading.Lock(), {}

    def test_targets(self):
        """The modules below each test target, with their distances."""
        package = json.loads(subprocess.run(
            ["swift", "package", "dump-package"], cwd=self.work, capture_output=True, check=True).stdout)
        below = {
            t["name"]: [(d.get("byName") or d.get("target") or [None])[0] for d in t["dependencies"]]
            for t in package["targets"]}
        result = {}
        for target in (t["name"] for t in package["targets"] if t["type"] == "test"):
            distance, front = {target: 0}, [target]
            while front:
                module = front.pop(0)
                for other in below.get(module, []):
                    if other and other not in distance:
                        distance[other] = distance[module] + 1
                        front.append(other)
            result[target] = distance
        return result

    def run(self, arguments, number, limit, trace=None):
        """Runs tests up to the first red one.

        Returns what was red, `None` if nothing was, and the output.
        """
        environment = dict(
            os.environ, MUTATION=str(number), SWIFT_BACKTRACE="enable=no", NO_COLOR="1")
        if trace:
            environment["MUTATION_TRACE"] = str(trace)
        process = subprocess.Popen(
            [self.program, "--testing-library", "swift-testing", "--skip", SLOW, *arguments],
            cwd=self.work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
        end = time.monotonic() + limit
        output, red = b"", None
        selector = selectors.DefaultSelector()
        selector.register(process.stdout, selectors.EVENT_READ)
        while red is None:
            if time.monotonic() > end:
                red = f"a hang: more than {limit:.0f} s"
                break
            if not selector.select(timeout=1):
                continue
            piece = os.read(process.stdout.fileno(), 1 << 16)
            if not piece:
                break
            seen = output.rfind(b"\n") + 1
            output += piece
            for line in output[seen:output.rfind(b"\n") + 1].decode(errors="replace").splitlines():
                if match := RED.match(line):
                    red = match[1]
                    break
        if red is None:
            status = process.wait()
            if status < 0:
                red = f"a crash: {signal.Signals(-status).name}"
            elif status not in (0, NO_TESTS):
                red = f"an exit with {status}"
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        return red, output.decode(errors="replace")

    def all_suites(self):
        """The suites of each test target that a change can turn red."""
        names = subprocess.run(
            [self.program, "--testing-library", "swift-testing", "--list-tests"], cwd=self.work,
            capture_output=True, text=True, check=True).stdout.split("\n")
        result = {}
        for name in {re.split(r"[/(]", name)[0] for name in names if "." in name}:
            if not re.search(SLOW, name):
                result.setdefault(name.split(".")[0], []).append(name)
        return result

    def has_suites(self, module):
        return any(module in self.targets[target] for target in self.suites)

    def measure(self, suite):
        """Runs a suite without a change, which must be green, and finds the changes it comes by.

        What a program has shown once is kept beside it.
        """
        with self.guard:
            lock = self.locks.setdefault(suite, threading.Lock())
        with lock:
            if suite in self.known:
                return
            with tempfile.NamedTemporaryFile() as trace:
                trace.write(bytes(4096))
                trace.flush()
                start = time.monotonic()
                for _ in range(2):  # Red once may be chance.
                    red, output = self.run(["--filter", filter_of([suite])], 0, 1200, trace.name)
                    if red is None:
                        break
                else:
                    raise SystemExit(f"{suite} is red without any change: {red}\n" + output[-2000:])
                reached = [i for i, b in enumerate(Path(trace.name).read_bytes()) if b]
            with self.guard:
                self.known[suite] = {"made": self.made, "seconds": time.monotonic() - start,
                                     "reached": reached}
                self.file.write_text(json.dumps(self.known))

    def near_suites(self, file):
        """The suites of test files that are named for a source file."""
        stem = Path(file).stem.split("+")[0]
        suites = []
        for path in (self.work / "Tests").rglob("*.swift"):
            if path.stem.startswith(stem):
                suites += re.findall(r"^(?:@Suite(?:\(.*?\))? )?(?:final )?(?:struct|class|actor|enum) (\w+Tests)\b",
                                     path.read_text(), re.M)
        return sorted(suites)

    def steps(self, change):
        """Groups of suites to run for a change, of those that come by.

        First those that are named for the file, then the module's own, then those above, the nearest
        first; of each the fastest first, in groups that take twice as long each.
        """
        near = change.suites.split("|") if change.suites else self.near_suites(change.file)
        ranks = {}
        for target, suites in self.suites.items():
            if (distance := self.targets[target].get(change.module)) is not None:
                for suite in suites:
                    is_own = target == f"{change.module}Tests"
                    rank = 0 if suite.split(".")[1] in near else 1 if is_own else 1 + distance
                    ranks.setdefault(rank, []).append(suite)
        for rank in sorted(ranks):
            for suite in ranks[rank]:
                self.measure(suite)
            seconds = {suite: self.known[suite]["seconds"] for suite in ranks[rank]
                       if change.number in self.known[suite]["reached"]}
            group, room = [], 5
            for suite in sorted(seconds, key=seconds.get):
                if group and sum(map(seconds.get, group)) + seconds[suite] > room:
                    yield group
                    group, room = [], room * 2
                group.append(suite)
            if group:
                yield group

    def verdict(self, change):
        """What noticed a change, or `None`; and whether any suite comes by.

        What is red without the change, too, does not tell: a machine may be busy.
        """
        is_reached = False
        for group in self.steps(change):
            is_reached = True
            limit = 30 + 5 * sum(self.known[suite]["seconds"] for suite in group)
            red, _ = self.run(["--filter", filter_of(group)], change.number, limit)
            if red is not None and self.run(["--filter", filter_of(group)], 0, limit)[0] is None:
                return red, True
        return None, is_reached


def filter_of(suites):
    return rf"^({'|'.join(map(re.escape, suites))})[/(]"
