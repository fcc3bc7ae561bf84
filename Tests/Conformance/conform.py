#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Drives a textrender binary over the cases of this folder and judges its answers.

A case is an object: {"id": "SUITE/NAME", "args": […], "stdin": "…", "check": {…}} for a command, or
{"id": …, "segment": KIND, "request": {…}, "check": {…}} for the stream of `textrender segment`.
README.md lists the sources, checks.py holds the kinds of checks.
"""
import argparse
import collections
import fnmatch
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

import checks
import tool

HERE = os.path.dirname(os.path.abspath(__file__))
NOTHING_RAN = 77  # the exit status where every case was skipped


class Missing(Exception):
    """A file of a Debian package that is not installed."""


def packaged(package, name):
    """A file of an installed Debian package, found by the end of its path."""
    try:
        listing = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True).stdout.split("\n")
    except OSError:
        listing = []
    for path in listing:
        if path.endswith("/" + name) and os.path.isfile(path):
            return path
    raise Missing(f"{name} is not here (apt-get install {package})")


def scratch():
    """A folder for pictures that goes away with the process."""
    if not hasattr(scratch, "folder"):
        scratch.folder = tempfile.TemporaryDirectory(prefix="conform-")
    return scratch.folder.name


def data_cases(folder, names):
    """The cases of FOLDER/*.ndjson, with @files/, @tmp/ and @pkg:PACKAGE:FILE made paths.

    A case that needs a package that is not installed has "skip" with the reason.
    """
    found = sorted(n for n in os.listdir(folder) if n.endswith(".ndjson") and (not names or n[:-7] in names))
    if not found:
        raise SystemExit(f"no such cases in {folder}")
    for name in found:
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            for line in f:
                line = line.replace("@files/", os.path.join(folder, "files") + "/").replace("@tmp/", scratch() + "/")
                try:
                    line = re.sub(r"@pkg:([\w.+-]+):([\w.+-]+)", lambda m: packaged(m.group(1), m.group(2)), line)
                except Missing as missing:
                    yield {"id": json.loads(line)["id"], "skip": str(missing)}
                    continue
                yield json.loads(line)


def known_differences():
    """Why a case may fail, by its id: known.json."""
    with open(os.path.join(HERE, "known.json"), encoding="utf-8") as f:
        return {case_id: entry["why"] for entry in json.load(f)["known"] for case_id in entry["ids"]}


class Report:
    """The counts, and the first failures as they come."""

    def __init__(self, shown, out):
        self.shown, self.out = shown, out
        self.known = known_differences()
        self.groups, self.skipped = {}, collections.Counter()
        self.passed = self.failed = 0

    def skip(self, reason):
        self.skipped[reason] += 1

    def note(self, case, wrong):
        case_id = case["id"]
        if self.out:
            self.out.write(json.dumps({"id": case_id, "ok": wrong is None, "wrong": wrong}, ensure_ascii=False) + "\n")
        tally = self.groups.setdefault(case_id.rpartition("/")[0], [0, 0])
        if wrong is None:
            self.passed += 1
            tally[0] += 1
        elif case_id in self.known:
            self.skip(f"{self.known[case_id]} (known.json)")
        else:
            self.failed += 1
            tally[1] += 1
            if self.failed <= self.shown:
                print(f"FAIL {case_id}: {wrong}", flush=True)

    def close(self, with_groups):
        if self.out:
            self.out.close()
        if self.failed > self.shown:
            print(f"… and {self.failed - self.shown} more (--list 0 for all, --report FILE for a file)")
        if with_groups:
            for name, (good, bad) in sorted(self.groups.items()):
                print(f"  {name}: {good} of {good + bad}")
        for reason, count in sorted(self.skipped.items()):
            print(f"SKIPPED: {count} case{'s' if count > 1 else ''}: {reason}")


def options(about, has_files):
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    if has_files:
        parser.add_argument("suite", nargs="*", help="names of .ndjson files (default: all)")
        parser.add_argument("--folder", default="", metavar="NAME", help="the cases of a folder here: scenes")
    parser.add_argument("--only", metavar="GLOB", help="cases whose id matches")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth case only")
    parser.add_argument("--list", type=int, default=40, metavar="N", help="failing cases shown (0 = all)")
    parser.add_argument("--report", metavar="FILE", help="one JSON line a case")
    parser.add_argument("--groups", action="store_true", help="a line for each group of cases")
    parser.add_argument("--no-batch", action="store_true", help="one process a case")
    parser.add_argument("--jobs", type=int, default=2, help="of textrender batch")
    parser.add_argument("--patience", type=float, default=20, metavar="S", help="seconds for one answer")
    parser.add_argument("--names", action="store_true", help="print the ids and stop")
    parser.add_argument("--dump", action="store_true", help="print the cases as JSON lines and stop")
    return parser.parse_args()


def main(name, about, cases=None):
    """Runs the cases of a function, or those of files here."""
    args = options(about, cases is None)
    found = cases() if cases else data_cases(os.path.join(HERE, args.folder), args.suite)
    report = Report(args.list or 10**9, open(args.report, "w", encoding="utf-8") if args.report else None)

    def wanted():
        number = 0
        for case in found:
            if args.only and not fnmatch.fnmatchcase(case["id"], args.only):
                continue
            number += 1
            if (number - 1) % args.every:
                continue
            if "skip" in case:
                report.skip(case["skip"])
            else:
                yield case

    begun = time.monotonic()
    try:
        if args.names or args.dump:
            for case in wanted():
                print(case["id"] if args.names else json.dumps(case, ensure_ascii=False))
            return 0
        for case, reply in tool.answers(wanted(), args.patience, args.jobs, not args.no_batch):
            report.note(case, checks.judge(case, reply))
    except Missing as missing:
        print(f"SKIPPED: {name}: {missing}")
    except tool.NoTool as problem:
        print(f"{problem}\n0 passed, 1 failed")
        return 1
    report.close(args.groups)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"{name}: {time.monotonic() - begun:.1f} s, largest process {peak} MiB")
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0 if report.passed else NOTHING_RAN


if __name__ == "__main__":
    sys.exit(main("conformance", __doc__))
