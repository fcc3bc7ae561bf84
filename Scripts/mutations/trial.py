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
import time
from pathlib import Path

# Suites that take long by their nature and show nothing that the others do not.
SLOW = (r"Stress|CommitLoopStressTests|RenderLanesLoadTests|DisplayGroupSizeTests|DisplayCostTests"
        r"|ScheduleTests|SchedulesTests|ReadmeCommandTests")
RED = re.compile(r"^(?:\x1b\[\d+m)*✘(?:\x1b\[\d+m)* (?:Test|Suite) (.*?) (?:recorded an issue|failed after)")
MEMORY = 12 << 30
# The exit status where a filter leaves no test.
NO_TESTS = 69


class Trial:
    def __init__(self, work):
        self.work = Path(work)
        self.program = next((self.work / ".build/debug").glob("*PackageTests.xctest"))
        self.trace = self.work / ".trace"
        self.targets = self.test_targets()
        self.seconds = {}
        self.reached = {}

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

    def first_run(self, modules):
        """Runs all tests that can notice a change of the modules, without one; they must be green."""
        for target, below in self.targets.items():
            if not set(modules) & set(below):
                continue
            self.trace.write_bytes(bytes(4096))
            start = time.monotonic()
            red, output = self.run(["--filter", rf"^{target}\."], 0, 1800, self.trace)
            self.seconds[target] = time.monotonic() - start
            if red is not None:
                raise SystemExit(f"{target} is red without any change: {red}\n" + output[-2000:])
            self.reached[target] = {i for i, b in enumerate(self.trace.read_bytes()) if b}
            if not self.reached[target]:
                del self.reached[target]
                continue
            print(f"           {target}: green without a change, {self.seconds[target]:.0f} s,"
                  f" {len(self.reached[target])} changes within reach", flush=True)

    def near_suites(self, file):
        """The suites of test files that are named for a source file."""
        stem = Path(file).stem.split("+")[0]
        suites = []
        for path in (self.work / "Tests").rglob("*.swift"):
            if path.stem.startswith(stem):
                suites += re.findall(r"^(?:final )?(?:struct|class|actor|enum) (\w+Tests)\b",
                                     path.read_text(), re.M)
        return sorted(suites)

    def steps(self, change):
        """The arguments of the runs for a change, nearest first, with their limits in seconds."""
        module = change.file.split("/")[1]
        targets = sorted(
            (t for t in self.reached if change.number in self.reached[t]),
            key=lambda t: self.targets[t].get(module, 99))
        limits = {t: 30 + 3 * self.seconds[t] for t in targets}
        suites = change.suites or "|".join(self.near_suites(change.file))
        if targets and suites:
            own = rf"\b({suites})\b"
            yield ["--filter", own], max(limits.values())
        for target in targets:
            skipped = ["--skip", own] if suites else []
            yield ["--filter", rf"^{target}\.", *skipped], limits[target]

    def verdict(self, change):
        """What noticed a change, or `None`; and whether any test comes by."""
        is_reached = False
        for arguments, limit in self.steps(change):
            is_reached = True
            red, _ = self.run(arguments, change.number, limit)
            if red is not None:
                return red, True
        return None, is_reached
