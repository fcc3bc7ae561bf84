#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""GNU parallel and xargs, by the scripts that users copy: the set of files of one batch, failures seen and made good.

    python3 test_parallel.py [--quick] [--count N]
    python3 test_parallel.py --measure [--count N]    how much of the speed of one batch is left

The last line is 'N passed, N failed'.
"""

import collections
import os
import shutil
import statistics
import subprocess
import sys
import time

import checks
from checks import check
import texts


def script(name, *args, **more):
    return subprocess.run([os.path.join(checks.HERE, name), *map(str, args)], capture_output=True, **more)


def children_at_once(command, match, seconds=120):
    """The status of a command, and the most processes seen at one time whose arguments have MATCH in them."""
    child = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most, end = 0, time.monotonic() + seconds
    while child.poll() is None and time.monotonic() < end:
        found = 0
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    with open(f"/proc/{entry}/cmdline", "rb") as file:
                        words = file.read().split(b"\0")
                except OSError:
                    continue
                found += checks.tool().encode() in words[:2] and match.encode() in words
        most = max(most, found)
        time.sleep(0.005)
    if child.poll() is None:
        child.kill()
    return child.wait(), most


def jobs(path):
    """{number: [status, status of a later run, …]} of a joblog."""
    found = collections.defaultdict(list)
    with open(path) as file:
        for line in file.readlines()[1:]:
            fields = line.split("\t")
            found[int(fields[0])].append(int(fields[6]))
    return found


def replies_of(path):
    with open(path, "rb") as file:
        return checks.whole_lines(file.read())


def gnu_parallel(folder, requests, data, expected):
    if not shutil.which("parallel"):
        checks.skip("GNU parallel", "no parallel")
        return
    os.environ["PARALLEL_HOME"] = os.path.join(folder, "home of parallel")
    os.mkdir(os.environ["PARALLEL_HOME"])
    source = os.path.join(folder, "requests.ndjson")
    block = len(data) // 8 + 1

    # A folder whose name has a blank and a quote: what the script passes on it must quote.
    out = os.path.join(folder, "it's parallel")
    ran = script("parallel.sh", checks.tool(), source, out, block)
    check("parallel ends with 0", ran.returncode == 0, ran.stderr.decode()[-300:])
    check("parallel: the names and bytes of one batch", checks.outputs(out + "/pictures") == expected)
    replies = replies_of(out + "/replies.ndjson")
    check("parallel: replies in the order of the requests", [r["id"] for r in replies] == [r["id"] for r in requests])
    log = jobs(out + "/joblog")
    check("parallel: eight jobs and more, each with status 0", len(log) >= 8 and set(sum(log.values(), [])) == {0}, log)
    ran = script("parallel.sh", checks.tool(), source, out, block)
    check(
        "parallel again: nothing is left to do",
        ran.returncode == 0
        and jobs(out + "/joblog") == log
        and len(replies_of(out + "/replies.ndjson")) == len(requests),
    )

    out = os.path.join(folder, "two")
    code, most = children_at_once(
        [os.path.join(checks.HERE, "parallel.sh"), checks.tool(), source, out, block], out + "/pictures"
    )
    check("parallel: two jobs at once", code == 0 and most == 2, f"status {code}, {most} at once")

    # A request that fails at first: a file has the place of its folder.
    late = [dict(r, into="late/") if r["id"] == requests[len(requests) // 2]["id"] else r for r in requests]
    with open(os.path.join(folder, "late.ndjson"), "wb") as file:
        file.write(checks.lines(late))
    out = os.path.join(folder, "late")
    os.makedirs(out + "/pictures")
    taken = out + "/pictures/late"
    open(taken, "w").close()
    ran = script("parallel.sh", checks.tool(), os.path.join(folder, "late.ndjson"), out, block)
    log = jobs(out + "/joblog")
    failed = [number for number, codes in log.items() if codes != [0]]
    check(
        "parallel: a failed request fails its job alone, with 3",
        ran.returncode == 1 and len(failed) == 1 and log[failed[0]] == [3],
        f"status {ran.returncode}, {dict(log)}",
    )
    before = {
        name: os.stat(os.path.join(out, "pictures", name)).st_ino
        for name in checks.files(out + "/pictures")
        if name != "late"
    }
    count = len(replies_of(out + "/replies.ndjson"))
    os.unlink(taken)
    ran = script("parallel.sh", checks.tool(), os.path.join(folder, "late.ndjson"), out, block)
    again = jobs(out + "/joblog")
    check(
        "parallel: --resume-failed does that job again, and no other",
        ran.returncode == 0 and all(codes == ([3, 0] if number in failed else [0]) for number, codes in again.items()),
        f"status {ran.returncode}, {dict(again)}",
    )
    check(
        "parallel: --resume-failed draws nothing again",
        all(os.stat(os.path.join(out, "pictures", name)).st_ino == node for name, node in before.items()),
    )
    reference = os.path.join(folder, "late-reference")
    ran = checks.batch("--into", reference, data=checks.lines(late))
    check(
        "parallel: then the set is that of one batch",
        ran.code == 0 and checks.outputs(out + "/pictures") == checks.outputs(reference),
    )
    replies = replies_of(out + "/replies.ndjson")
    check("parallel: replies of the second run are appended", len(replies) > count)
    check(
        "parallel: the last reply of each request is a success",
        set({r["id"]: r["exit"] for r in replies}.values()) == {0}
        and {r["id"] for r in replies} == {r["id"] for r in requests},
    )


def split_and_xargs(folder, requests, expected):
    if not (shutil.which("xargs") and shutil.which("split")):
        checks.skip("xargs", "no xargs or no split")
        return
    source = os.path.join(folder, "requests.ndjson")
    out = os.path.join(folder, "it's xargs")
    ran = script("xargs.sh", checks.tool(), source, out, 8)
    check("xargs ends with 0", ran.returncode == 0, ran.stderr.decode()[-300:])
    check("xargs: the names and bytes of one batch", checks.outputs(out + "/pictures") == expected)

    def all_replies(place):
        names = sorted(name for name in os.listdir(place + "/parts") if name.endswith(".replies"))
        return [reply for name in names for reply in replies_of(os.path.join(place, "parts", name))]

    check(
        "xargs: the replies of all parts, in order", [r["id"] for r in all_replies(out)] == [r["id"] for r in requests]
    )
    ran = script("xargs.sh", checks.tool(), source, out, 8)
    check(
        "xargs again: all is reused",
        ran.returncode == 0
        and checks.outputs(out + "/pictures") == expected
        and len(all_replies(out)) == len(requests)
        and all(r["reused"] for r in all_replies(out)),
    )
    out = os.path.join(folder, "two of xargs")
    code, most = children_at_once(
        [os.path.join(checks.HERE, "xargs.sh"), checks.tool(), source, out, 8], out + "/pictures"
    )
    check("xargs: two processes at once", code == 0 and most == 2, f"status {code}, {most} at once")
    out = os.path.join(folder, "bad of xargs")
    os.makedirs(out + "/pictures")
    first = sorted(expected)[0]
    os.makedirs(os.path.join(out, "pictures", first))
    ran = script("xargs.sh", checks.tool(), source, out, 8)
    check("xargs: a failed request is seen", ran.returncode == 123, ran.returncode)
    os.rmdir(os.path.join(out, "pictures", first))
    ran = script("xargs.sh", checks.tool(), source, out, 8)
    check("xargs: and made good", ran.returncode == 0 and checks.outputs(out + "/pictures") == expected)


def measure(folder):
    """The texts a second of both scripts against those of one batch with two jobs: medians of five, in turn."""
    count = checks.amount("--count", 4000, 1000)
    source = os.path.join(folder, "requests.ndjson")
    with open(source, "wb") as file:
        block = file.write(checks.lines(texts.requests(count, kind="cells", seed=5))) // 8 + 1
    os.environ["PARALLEL_HOME"] = os.path.join(folder, "home of parallel")
    os.mkdir(os.environ["PARALLEL_HOME"])
    took = collections.defaultdict(list)
    for _ in range(5):
        for name in ("batch --jobs 2", "parallel.sh", "xargs.sh"):
            out = os.path.join(folder, "out")
            began = time.monotonic()
            if name.endswith(".sh"):
                code = script(name, checks.tool(), source, out, block if name == "parallel.sh" else 8).returncode
            else:
                with open(source, "rb") as file, open(os.path.join(folder, "replies"), "wb") as replies:
                    code = checks.batch("--jobs", 2, "--into", out + "/pictures", stdin=file, stdout=replies).code
            took[name].append(time.monotonic() - began)
            check(f"{name}: all are drawn", code == 0 and len(checks.files(out + "/pictures")) == count, code)
            shutil.rmtree(out)
    usual = statistics.median(took["batch --jobs 2"])
    for name, seconds in took.items():
        half = statistics.median(seconds)
        print(
            f"{name}: {count / half:.0f} texts a second, {100 * usual / half:.0f} %; seconds "
            f"{', '.join(f'{s:.2f}' for s in sorted(seconds))}",
            flush=True,
        )
    share = usual / statistics.median(took["parallel.sh"])
    check("GNU parallel has 85 % of the speed of one batch", share >= 0.85, f"{100 * share:.0f} %")


def main():
    if "--measure" in sys.argv:
        measure(checks.scratch())
        checks.finish()
    count = checks.amount("--count", 4000, 600)
    folder = checks.scratch()
    requests = list(texts.requests(count, kind="scripts", seed=3))
    data = checks.lines(requests)
    with open(os.path.join(folder, "requests.ndjson"), "wb") as file:
        file.write(data)
    reference = os.path.join(folder, "reference")
    ran = checks.batch("--into", reference, data=data)
    expected = checks.outputs(reference)
    if not check("one batch", ran.code == 0 and len(expected) == count, f"status {ran.code}, {len(expected)} files"):
        checks.finish()
    gnu_parallel(folder, requests, data, expected)
    split_and_xargs(folder, requests, expected)
    checks.finish()


if __name__ == "__main__":
    main()
