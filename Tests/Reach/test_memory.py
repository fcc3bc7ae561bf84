#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""The private memory of a batch over a million requests: flat after the first tenth.

    python3 test_memory.py [--quick] [--count N] [--files N]

Distinct short texts of 30 scripts, once with --inline, their replies read and let go; once into files, the texts of
a pool again and again, with a checkpoint. The last line is 'N passed, N failed'.
"""

import os
import subprocess
import threading
import time

import checks
from checks import check
import texts

POOL = 3000  # texts that the others are made of
# KiB that the rest may lie above 110 % of the first tenth, in which few requests do not fill the caches.
SLACK = (24 if checks.quick() else 8) << 10
MARK = "000000"  # what stands for the number of a request in the pool


def pool(distinct):
    """Lines cut where the id, and in distinct texts the number, is put in."""
    made = []
    for request in texts.requests(POOL, kind="scripts", seed=31):
        request["id"] = MARK
        if distinct:
            document = request["document"]
            document["text"] = document["text"].rpartition(" ")[0] + " " + MARK
        parts = texts.line(request).replace(f'"id":"{MARK}"', f'"id":{MARK}').split(MARK)
        made.append([part.encode() for part in parts])
    return made


def private(pid):
    """The memory of a process that no file backs, in KiB."""
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))


def watch(name, count, distinct, *args):
    cut = pool(distinct)
    child = subprocess.Popen(
        [checks.tool(), "batch", "--jobs", "2", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    answered, failed, err = [0], [0], []

    def write():
        try:
            for first in range(0, count, 1000):
                child.stdin.write(
                    b"".join(
                        b"%d".join(cut[i % POOL]) % ((i,) * (len(cut[i % POOL]) - 1)) + b"\n"
                        for i in range(first, min(first + 1000, count))
                    )
                )
            child.stdin.close()
        except BrokenPipeError:
            pass

    def read():
        seen = b""
        while part := os.read(child.stdout.fileno(), 1 << 20):
            answered[0] += part.count(b"\n")
            failed[0] += (seen + part).count(b'"failure":')
            seen = part[-9:]

    threads = [threading.Thread(target=work) for work in (write, read, lambda: err.append(child.stderr.read()))]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    samples = []
    while child.poll() is None:
        try:
            samples.append((answered[0], private(child.pid)))
        except (OSError, StopIteration):
            break
        time.sleep(0.005)
    for thread in threads:
        thread.join()
    code, seconds = child.wait(), time.monotonic() - began
    for pipe in (child.stdout, child.stderr):
        pipe.close()
    told = checks.summary(err[0])
    check(
        f"{name}: status 0, a reply to each, none a failure",
        code == 0 and answered[0] == count and not failed[0] and told is not None and told["done"] == count,
        (code, answered[0], failed[0], err[0][-300:]),
    )
    before = [memory for done, memory in samples if done <= count // 10]
    after = [memory for done, memory in samples if done > count // 10]
    if not check(f"{name}: looked at often enough", len(before) >= 5 and len(after) >= 45, (len(before), len(after))):
        return
    tenths = [
        max([m for d, m in samples if count * t // 10 <= d <= count * (t + 1) // 10] or [0]) >> 10 for t in range(10)
    ]
    print(f"{name}: {count} requests in {seconds:.0f} s; MiB at most in each tenth: {tenths}", flush=True)
    check(f"{name}: flat after the first tenth", max(after) <= 1.1 * max(before) + SLACK, f"MiB: {tenths}")


def main():
    checks.tool()
    folder = checks.scratch()
    count = checks.amount("--count", 1_000_000, 60_000)
    watch("replies with pictures", count, True, "--inline")
    files = checks.amount("--files", max(count // 5, 1), max(count // 5, 30_000))
    watch(
        "files",
        files,
        False,
        "--into",
        os.path.join(folder, "into"),
        "--checkpoint",
        os.path.join(folder, "checkpoint"),
    )
    check("files: those of the pool", len(checks.files(os.path.join(folder, "into"))) == POOL)
    watch("files that are there", files, False, "--into", os.path.join(folder, "into"), "--resume")
    checks.finish()


if __name__ == "__main__":
    main()
