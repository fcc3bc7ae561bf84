#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Two hosts draw twice as much as one: network namespaces with a fifth of a core each, fed by GNU parallel.

    python3 test_hosts.py [--quick] [--seconds SECONDS OF ONE HOST]

Instead of ssh, parallel gets a program that enters the namespace and the control group of the host and runs the
command there. Both hosts write into one folder. Needs root, ip, parallel and the cpu controller of cgroup (1 or 2).
The last line is 'N passed, N failed'.
"""

import atexit
import os
import shutil
import signal
import statistics
import subprocess
import time

import checks
from checks import check, skip
import texts

SHARE = 20  # percent of a core that a host has
PERIOD = 100_000  # microseconds
JOBS = 16  # of a run: an even number, since each host gets half of them
RUNNER = """#!/bin/sh
# HOST -- COMMAND…: what parallel calls instead of ssh.
host=$1
shift 2
echo $$ >{groups}/{prefix}-"$host"/cgroup.procs || exit 255
exec ip netns exec {prefix}-"$host" sh -c "$*"
"""


def groups():
    """The folder in which groups with a share of the processor are made, and how the share is written; else why not."""
    for place in ("/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"):
        if os.path.exists(os.path.join(place, "cpu.cfs_quota_us")):
            return place, {"cpu.cfs_period_us": PERIOD, "cpu.cfs_quota_us": PERIOD * SHARE // 100}
    place = "/sys/fs/cgroup"
    try:
        with open(os.path.join(place, "cgroup.controllers")) as file:
            if "cpu" in file.read().split():
                with open(os.path.join(place, "cgroup.subtree_control"), "w") as control:
                    control.write("+cpu")
                return place, {"cpu.max": f"{PERIOD * SHARE // 100} {PERIOD}"}
    except OSError:
        pass
    return None, "no cpu controller of cgroup"


class Hosts:
    """Two of them, until the process ends."""

    def __init__(self, folder):
        self.prefix = f"reach-{os.getpid()}"
        self.runner = os.path.join(folder, "runner")
        self.place, share = groups()
        if self.place is None:
            raise OSError(share)
        atexit.register(self.close)
        for host in ("host1", "host2"):
            group = os.path.join(self.place, f"{self.prefix}-{host}")
            os.mkdir(group)
            for name, value in share.items():
                with open(os.path.join(group, name), "w") as file:
                    file.write(str(value))
            made = subprocess.run(["ip", "netns", "add", f"{self.prefix}-{host}"], capture_output=True, text=True)
            if made.returncode:
                raise OSError("no network namespaces: " + made.stderr.strip())
        with open(self.runner, "w") as file:
            file.write(RUNNER.format(groups=self.place, prefix=self.prefix))
        os.chmod(self.runner, 0o755)

    def close(self):
        for host in ("host1", "host2"):
            subprocess.run(["ip", "netns", "delete", f"{self.prefix}-{host}"], capture_output=True)
            group = os.path.join(self.place, f"{self.prefix}-{host}")
            for _ in range(50):  # What still runs on the host ends with it.
                try:
                    with open(os.path.join(group, "cgroup.procs")) as file:
                        for line in file:
                            os.kill(int(line), signal.SIGKILL)
                    os.rmdir(group)
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.1)
                    continue
                break

    def on(self, host, *command, **more):
        return subprocess.run([self.runner, host, "--", *command], capture_output=True, **more)

    def throttled(self, host):
        """How often the host had used up its share."""
        with open(os.path.join(self.place, f"{self.prefix}-{host}", "cpu.stat")) as file:
            return int(dict(line.split() for line in file)["nr_throttled"])

    def draw(self, names, source, count, into):
        """The seconds that parallel takes for the requests of a file over some of the hosts, and how it ended."""
        with open(source, "rb") as requests:
            began = time.monotonic()
            ran = subprocess.run(
                [
                    "parallel",
                    "--will-cite",
                    "--quote",
                    "--ssh",
                    self.runner,
                    "-S",
                    ",".join("1/" + name for name in names),
                    "--pipe",
                    "-N",
                    str(count // JOBS),
                    "--joblog",
                    into + ".log",
                    checks.tool(),
                    "batch",
                    "--jobs",
                    "1",
                    "--into",
                    into,
                    "--fail-after",
                    "0",
                ],
                stdin=requests,
                capture_output=True,
            )
            return time.monotonic() - began, ran


def main():
    folder = checks.scratch()
    tool = checks.tool()
    needed = [name for name in ("ip", "parallel") if not shutil.which(name)]
    if os.geteuid() != 0 or needed:
        skip("two hosts", "not root" if not needed else f"no {needed[0]}")
        checks.finish()
    os.environ["PARALLEL_HOME"] = os.path.join(folder, "home of parallel")
    os.mkdir(os.environ["PARALLEL_HOME"])
    try:
        hosts = Hosts(folder)
    except OSError as error:
        skip("two hosts", error)
        checks.finish()
    # The names of the namespaces' devices show that the command runs in one: its loopback alone, and down.
    seen = hosts.on("host1", "ip", "-o", "link").stdout.decode().splitlines()
    check("a host is a network of its own", len(seen) == 1 and " lo:" in seen[0], seen)

    # As many requests as take one host so long.
    seconds = checks.amount("--seconds", 60, 8)
    probe = list(texts.requests(150, kind="cells", seed=21))
    rates = []
    for size in (30, 150):
        began = time.monotonic()
        ran = hosts.on(
            "host1",
            tool,
            "batch",
            "--jobs",
            "1",
            "--into",
            os.path.join(folder, f"probe{size}"),
            input=checks.lines(probe[:size]),
        )
        rates.append(time.monotonic() - began)
    check("a host draws", ran.returncode == 0, ran.stderr[-300:])
    rate = 120 / max(rates[1] - rates[0], 0.1)
    count = max(JOBS * 10, int(rate * seconds) // JOBS * JOBS)
    requests = list(texts.requests(count, kind="cells", seed=22))
    source = os.path.join(folder, "requests.ndjson")
    with open(source, "wb") as file:
        file.write(checks.lines(requests))
    reference = os.path.join(folder, "reference")
    with open(source, "rb") as file:
        ran = checks.batch("--into", reference, stdin=file, limit=3000)
    expected = checks.outputs(reference)
    check("one batch", ran.code == 0 and len(expected) == count, ran.err[-300:])
    shutil.rmtree(reference)

    took = {1: [], 2: []}
    for turn in range(1 if checks.quick() else 3):
        for number in (1, 2):
            into = os.path.join(folder, f"into-{turn}-{number}")
            before = [hosts.throttled(name) for name in ("host1", "host2")]
            time_taken, ran = hosts.draw(["host1", "host2"][:number], source, count, into)
            took[number].append(time_taken)
            after = [hosts.throttled(name) for name in ("host1", "host2")]
            name = f"{number} host{'s' * (number - 1)}, run {turn + 1}"
            check(f"{name}: ends with 0", ran.returncode == 0, ran.stderr[-300:])
            check(f"{name}: the set of one batch", checks.outputs(into) == expected)
            with open(into + ".log") as file:
                shares = [line.split("\t")[1] for line in file.readlines()[1:]]
            check(
                f"{name}: each host has its part of the jobs",
                len(shares) == JOBS
                and all(shares.count(h) >= JOBS // number - 1 for h in set(shares))
                and len(set(shares)) == number,
                shares,
            )
            # Else it was not the share that bounded it.
            check(
                f"{name}: the hosts in use had no more than their share",
                [b > a for a, b in zip(before, after)] == [True, number == 2],
                (before, after),
            )
            shutil.rmtree(into)
    one, two = (statistics.median(took[number]) for number in (1, 2))
    most = 1.6 if checks.quick() else 1.85
    print(
        f"{count} requests at {SHARE} % of a core a host: one host {one:.1f} s, two {two:.1f} s, {one / two:.2f} ×; "
        f"all { {n: [round(t, 1) for t in ts] for n, ts in took.items()} }",
        flush=True,
    )
    check(f"two hosts draw {most} × what one draws", one / two >= most, f"{one / two:.2f} ×")
    checks.finish()


if __name__ == "__main__":
    main()
