#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Reftests of the W3C: a page has to look as another page does that is written in other words.

The pages are those of the CSS test suite without scripts that Chromium passes: wpt/reftests.tar.xz. Each is drawn on
800 x 600 white pixels. A test passes if it looks like each page that it names as a match (60 pixels may be anything, or
each off by 8 of 255), is not the same as any that it names as a mismatch, and has about as many pixels of its main
colours as in Chromium. reftests-known.txt lists those that fail, with reasons: one of them that passes is a failure.
"""
import argparse
import collections
import fnmatch
import json
import os
import queue
import re
import sys
import tarfile
import tempfile
import threading
import time

import conform
import tool

HERE = os.path.dirname(os.path.abspath(__file__))
WIDTH, HEIGHT = 800, 600
SPARE, SLIGHT = 60, 8  # pixels that may differ as they like; how far all of them may, of 255


class Lacking(Exception):
    """The tool is built without a package trait that a page needs: HTML, or JPEG for a picture in it."""


class Picture:
    """Opaque pixels of four bytes. Rows that are equal are one object, so that a plain page takes little room."""

    def __init__(self, data):
        if len(data) != WIDTH * HEIGHT * 4:
            raise ValueError(f"{len(data)} bytes are no picture of {WIDTH} x {HEIGHT} pixels")
        rows = (data[at:at + WIDTH * 4] for at in range(0, len(data), WIDTH * 4))
        same = {}
        self.rows = [same.setdefault(row, row) for row in rows]

    def difference(self, other):
        """How many pixels differ at all, how many by more than SLIGHT, and the most that a colour is off."""
        all_of_them = clearly = most = 0
        for (row, beside), times in collections.Counter(zip(self.rows, other.rows)).items():
            if row == beside:
                continue
            for at in range(0, len(row), 4):
                if row[at:at + 4] != beside[at:at + 4]:
                    off = max(abs(a - b) for a, b in zip(row[at:at + 3], beside[at:at + 3]))
                    all_of_them += times
                    clearly += times if off > SLIGHT else 0
                    most = max(most, off)
        return all_of_them, clearly, most

    def areas(self):
        """The number of pixels of each colour, by what its four bytes are as a number of this machine."""
        counts = collections.Counter()
        for row, times in collections.Counter(self.rows).items():
            for colour, count in collections.Counter(memoryview(row).cast("I")).items():
                counts[colour] += count * times
        return counts


def unpacked(folder):
    """The cases of the archive, whose pages are in the folder then."""
    with tarfile.open(os.path.join(HERE, "wpt", "reftests.tar.xz")) as archive:
        for member in archive.getmembers():
            member.name = member.name.partition("/")[2]
            if member.name and not member.name.startswith("/") and ".." not in member.name.split("/"):
                if member.isfile() or member.isdir():
                    archive.extract(member, folder, set_attrs=False)
    with open(os.path.join(folder, "cases.ndjson"), encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def known_failures():
    """Why a test fails, by its path: reftests-known.txt."""
    known = {}
    with open(os.path.join(HERE, "reftests-known.txt"), encoding="utf-8") as lines:
        for line in lines:
            line = line.strip()
            if line and not line.startswith("#"):
                path, _, reason = line.partition(" ")
                known[path] = reason.strip() or "no reason"
    return known


def pages_of(case):
    return [case["test"], *case["match"], *case["mismatch"]]


def drawn(pages, root, args):
    """(page, picture) in order; a page that is not drawn has the words of the tool in place of the picture."""
    with tempfile.TemporaryDirectory(prefix="reftests-") as folder:
        requests = ({"page": page, "file": os.path.join(folder, f"{number}.rgba")} for number, page in enumerate(pages))

        def commands():
            for request in requests:
                yield {**request, "args": [
                    "html", os.path.join(root, request["page"]), "-o", request["file"], "--width", str(WIDTH),
                    "--height", str(HEIGHT), "--background", "white", "--image-root", root, "--font",
                    os.path.join(root, "fonts/ahem.ttf"), "--default-fonts", "--no-system-fonts"]}

        for request, reply in tool.answers(commands(), args.patience, args.jobs):
            lack = re.search(r"built without the package trait (\w+)", reply.get("stderr", ""))
            if lack:
                yield request["page"], Lacking(lack.group(1))
                continue
            if reply.get("exit") != 0:
                words = reply.get("died") or reply.get("error") or reply.get("stderr") or f"status {reply.get('exit')}"
                yield request["page"], words.strip()[-200:]
                continue
            with open(request["file"], "rb") as file:
                data = file.read()
            os.remove(request["file"])
            try:
                yield request["page"], Picture(data)
            except ValueError as wrong:
                yield request["page"], str(wrong)


def ahead(items, bound=64):
    """The same items, made on a thread while those before are looked at."""
    ready = queue.Queue(bound)

    def make():
        try:
            for item in items:
                ready.put((item, None))
            ready.put((None, StopIteration()))
        except Exception as problem:  # is raised where the item is asked for
            ready.put((None, problem))
    threading.Thread(target=make, daemon=True).start()
    while True:
        item, problem = ready.get()
        if isinstance(problem, StopIteration):
            return
        if problem:
            raise problem
        yield item


def judge(case, pictures):
    """What is wrong with a case, or None. Lacking where the tool cannot draw it as it is built."""
    for page in pages_of(case):
        if isinstance(pictures[page], Lacking):
            raise pictures[page]
        if isinstance(pictures[page], str):
            return f"{page} is not drawn: {pictures[page]}"
    test = pictures[case["test"]]
    for page in case["match"]:
        count, clearly, most = test.difference(pictures[page])
        if count > SPARE and most > SLIGHT:
            return f"{clearly} pixels differ from {page}, at most by {most}"
    for page in case["mismatch"]:
        if test.rows == pictures[page].rows:
            return f"is the same as {page}"
    areas = test.areas() if case["hist"] else {}
    for colour, expected in case["hist"].items():
        found = areas[int.from_bytes(bytes.fromhex(colour) + b"\xff", sys.byteorder)]
        within = case["within"]
        more = within if within < 0.5 else 2 * within
        if not (1 - within) * expected <= found <= (1 + more) * expected:
            return f"{found} pixels are #{colour}, in a browser {expected}"
    return None


def group_of(path):
    parts = path.split("/")
    return f"mozilla/{parts[3]}" if parts[0] == "vendor-imports" else parts[0]


def judged(cases, root, args):
    """(case, what is wrong, None or Lacking), in order. A page is drawn once, and kept up to the last case with it."""
    needed = collections.Counter(page for case in cases for page in pages_of(case))
    coming = ahead(drawn(list(needed), root, args))
    pictures = {}
    for case in cases:
        for page in pages_of(case):
            while page not in pictures:
                name, picture = next(coming)
                pictures[name] = picture
        try:
            yield case, judge(case, pictures)
        except Lacking as lacking:
            yield case, lacking
        for page in pages_of(case):
            needed[page] -= 1
            if not needed[page]:
                del pictures[page]


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="GLOB", help="tests whose path matches")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth test only")
    parser.add_argument("--list", type=int, default=40, metavar="N", help="failures shown (0 = all)")
    parser.add_argument("--groups", action="store_true", help="a line for each folder of tests")
    parser.add_argument("--known", action="store_true", help="show the known failures, too")
    parser.add_argument("--jobs", type=int, default=2, help="of textrender batch")
    parser.add_argument("--patience", type=float, default=60, metavar="S", help="seconds for one page")
    parser.add_argument("--keep", metavar="FOLDER", help="unpack the pages there, and leave them")
    return parser.parse_args()


def main():
    args = options()
    begun = time.monotonic()
    known, failures, known_here, skipped = known_failures(), [], 0, collections.Counter()
    groups = collections.defaultdict(lambda: [0, 0, 0])  # passed, known, failed
    with tempfile.TemporaryDirectory(prefix="reftests-") as scratch:
        root = os.path.abspath(args.keep or scratch)
        cases = unpacked(root)
        gone = known.keys() - {case["test"] for case in cases}
        failures += [f"{path}: is in reftests-known.txt, and no test" for path in sorted(gone)]
        cases = [case for case in cases if fnmatch.fnmatchcase(case["test"], args.only or "*")][::args.every]
        try:
            for case, wrong in judged(cases, root, args):
                path = case["test"]
                if isinstance(wrong, Lacking):
                    skipped[str(wrong)] += 1
                    continue
                tally = groups[group_of(path)]
                if wrong and path in known:
                    known_here += 1
                    tally[1] += 1
                    if args.known:
                        print(f"KNOWN {path}: {wrong} ({known[path]})", flush=True)
                    continue
                if path in known:
                    wrong = "passes: take it from reftests-known.txt"
                tally[2 if wrong else 0] += 1
                if wrong:
                    failures.append(f"{path}: {wrong}")
        except tool.NoTool as problem:
            print(f"{problem}\n0 passed, 1 failed")
            return 1
    shown = failures[:args.list] if args.list else failures
    for failure in shown:
        print(f"FAIL {failure}")
    if len(failures) > len(shown):
        print(f"… and {len(failures) - len(shown)} more (--list 0 for all)")
    if args.groups:
        for name, (good, expected, bad) in sorted(groups.items()):
            print(f"  {name}: {good} of {good + expected + bad}" + (f", {expected} known" if expected else ""))
    for trait, count in sorted(skipped.items()):
        print(f"SKIPPED: {count} reftest{'s' if count > 1 else ''}: the tool is built without {trait}")
    passed = sum(tally[0] for tally in groups.values())
    print(f"reftests: {time.monotonic() - begun:.1f} s, {known_here} known (reftests-known.txt)")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0 if passed else conform.NOTHING_RAN


if __name__ == "__main__":
    sys.exit(main())
