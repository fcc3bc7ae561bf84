#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""A batch that is killed at random moments and resumed; one that is stopped; one whose reader leaves.

    python3 test_kill.py [--quick] [--count KILLS] [--requests N] [--kind cells|scripts] [--seed N]

Rounds of one input into a fresh folder: the tool is killed and started again with --checkpoint and --resume until it
ends by itself, as many rounds as it takes to kill it KILLS times by SIGKILL. Four ways, by chance: SIGKILL after up
to three seconds, SIGKILL around the fifth second (when it writes its checkpoint by itself), SIGKILL in the moment
in which something changes in the checkpoint's folder, and SIGTERM. The last line is 'N passed, N failed'.
"""

import hashlib
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time

import checks
from checks import check
import texts

INTERVAL = 5  # seconds between two checkpoints


class Input:
    """Requests as a file, with what one undisturbed run makes of them."""

    def __init__(self, folder, requests):
        self.path = os.path.join(folder, "requests.ndjson")
        self.data = checks.lines(requests)
        with open(self.path, "wb") as file:
            file.write(self.data)
        self.ids = [request["id"] for request in requests]
        self.ends = list(itertools.accumulate(len(line) + 1 for line in self.data.split(b"\n")[:-1]))
        self.starts = {end: i + 1 for i, end in enumerate(self.ends)} | {0: 0}
        out = os.path.join(folder, "undisturbed")
        with open(self.path, "rb") as file:
            ran = checks.batch("--into", out, stdin=file, limit=3000)
        self.expected = checks.outputs(out)
        self.seconds = ran.seconds
        self.names = {reply["id"]: os.path.relpath(reply["name"], out) for reply in ran.replies if reply["exit"] == 0}
        check(
            "the undisturbed run",
            ran.code == 0
            and [r["id"] for r in ran.replies] == self.ids
            and set(self.names.values()) == set(self.expected)
            and len(self.expected) == len(requests),
            f"status {ran.code}, {len(ran.replies)} replies, {len(self.expected)} files",
        )
        shutil.rmtree(out)


class Faults(dict):
    """{name: the first detail}: what went wrong in all rounds, told once each at the end."""

    def note(self, name, good, detail=""):
        self.setdefault(name, None)
        if not good and self[name] is None:
            self[name] = str(detail() if callable(detail) else detail) or "no detail"
        return good

    def tell(self):
        for name, detail in self.items():
            check(name, detail is None, detail)


def offset_of(checkpoint):
    """The offset that a checkpoint claims; None where there is no file."""
    try:
        with open(checkpoint, "rb") as file:
            return json.loads(file.read())["offset"]
    except FileNotFoundError:
        return None


def listing(folder):
    return {name: os.stat(os.path.join(folder, name)) for name in checks.files(folder)}


def wait_for_change(folder, child, until):
    """Returns once something in a folder is made, renamed or gone, the child has ended, or it is late."""
    before = sorted(os.listdir(folder)), os.stat(folder).st_mtime_ns
    while time.monotonic() < until and child.poll() is None:
        if (sorted(os.listdir(folder)), os.stat(folder).st_mtime_ns) != before:
            return True
    return False


class Round:
    """One way through the input, with as many ends as it takes."""

    def __init__(self, given, folder, faults, chance):
        self.given, self.faults, self.chance = given, faults, chance
        self.into = os.path.join(folder, "into")
        self.records = os.path.join(folder, "records")  # of the checkpoint alone
        os.mkdir(self.records)
        self.checkpoint = os.path.join(self.records, "checkpoint")
        self.replies = os.path.join(folder, "replies.ndjson")
        self.answered = {}
        self.seen = {}  # the files that were there before the run
        self.kills = {"early": 0, "around": 0, "writing": 0, "stopped": 0}

    def run(self, way):
        """One run, ended in a way (None: left alone) unless it ends before. Returns whether it ended by itself."""
        note, given = self.faults.note, self.given
        claimed = offset_of(self.checkpoint) or 0
        place = os.path.getsize(self.replies) if os.path.exists(self.replies) else 0
        with open(given.path, "rb") as source, open(self.replies, "ab") as out:
            child = subprocess.Popen(
                [
                    checks.tool(),
                    "batch",
                    "--jobs",
                    str(self.chance.choice((1, 2))),
                    "--into",
                    self.into,
                    "--checkpoint",
                    self.checkpoint,
                    "--resume",
                ],
                stdin=source,
                stdout=out,
                stderr=subprocess.PIPE,
            )
            told = []
            reader = threading.Thread(target=lambda: told.append(child.stderr.read()))
            reader.start()
            began = time.monotonic()
            if way is None:
                child.wait(3000)
            elif way == "writing":
                if wait_for_change(self.records, child, began + 4 * INTERVAL):
                    time.sleep(self.chance.choice((0, 0, 0.0002, 0.001, 0.005)))
            else:
                delay = (
                    self.chance.uniform(INTERVAL - 0.1, INTERVAL + 0.3)
                    if way == "around"
                    else self.chance.choice(
                        (self.chance.uniform(0, 0.2), self.chance.uniform(0, min(3, given.seconds / 2)))
                    )
                )
                if way == "stopped":
                    delay = max(delay, 0.2)  # A program that has just begun does not listen yet.
                try:
                    child.wait(delay)
                except subprocess.TimeoutExpired:
                    pass
            ended = child.poll() is not None
            if not ended:
                child.send_signal(signal.SIGTERM if way == "stopped" else signal.SIGKILL)
                sent = time.monotonic()
                try:
                    child.wait(60)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()
                took = time.monotonic() - sent
            reader.join()
            child.stderr.close()
        err = told[0]
        with open(self.replies, "rb") as file:
            file.seek(place)
            written = file.read()
        torn = len(written) - (written.rfind(b"\n") + 1)
        replies = checks.whole_lines(written)
        if torn:
            # What the next run appends begins a line of its own.
            os.truncate(self.replies, place + len(written) - torn)
        note(
            "a resumed run begins where the checkpoint ends",
            not replies or claimed in given.starts and replies[0]["id"] == given.ids[given.starts[claimed]],
            lambda: (claimed, replies[0]["id"]),
        )
        note(
            "replies in order, none left out",
            [r["id"] for r in replies] == given.ids[given.starts.get(claimed, 0) :][: len(replies)],
        )
        note("each reply a success", all(r["exit"] == 0 for r in replies), [r for r in replies if r["exit"]][:1])
        if ended:
            note("a run that is left alone ends with 0", child.returncode == 0, (child.returncode, err[-300:]))
            note("no torn reply but by SIGKILL", not torn, written[-80:])
        elif way == "stopped":
            # Everything may have been answered in the moment of the signal.
            ended = child.returncode == 0
            note("SIGTERM: status 143", child.returncode in (0, 143), child.returncode)
            note("SIGTERM: no torn reply", not torn, written[-80:])
            note("SIGTERM: ends within 2 s", took < 2, f"{took:.1f} s")
            told = checks.summary(err)
            note(
                "SIGTERM: the summary counts the replies",
                told is not None
                and told["done"] == len(replies)
                and told["failed"] == {}
                and told["reused"] == sum(r["reused"] for r in replies),
                (told, len(replies), err[-200:]),
            )
            done = given.starts.get(claimed, 0) + len(replies)
            note(
                "SIGTERM: the checkpoint is the end of what was answered",
                offset_of(self.checkpoint) == (given.ends[done - 1] if done else 0),
                f"{offset_of(self.checkpoint)} after {done} requests",
            )
        if child.returncode < 0 or child.returncode == 143:
            self.kills[way] += 1
        self.look(replies)
        return ended

    def look(self, replies):
        """What is on the disk after a run, and what the replies and the checkpoint claim."""
        note, given = self.faults.note, self.given
        found = listing(self.into)
        again = [
            name
            for name, was in self.seen.items()
            if name not in found
            or (found[name].st_ino, found[name].st_mtime_ns, found[name].st_size)
            != (was.st_ino, was.st_mtime_ns, was.st_size)
        ]
        note("what was there is not drawn again", not again, again[:3])
        named = [given.names[r["id"]] for r in replies]
        again = [name for name, r in zip(named, replies) if not r["reused"] and name in self.seen]
        note("what was there is told as reused", not again, again[:3])
        again = [name for name, r in zip(named, replies) if r["reused"] and name not in self.seen]
        note("what was not there is told as drawn", not again, again[:3])
        note("a reply comes after its picture", set(named) <= set(found), lambda: (set(named) - set(found)).pop())
        for name in found.keys() - self.seen.keys():
            with open(os.path.join(self.into, name), "rb") as file:
                data = file.read()
            note(
                "whole pictures alone, at every moment",
                name in given.expected and hashlib.sha256(data).hexdigest() == given.expected[name],
                f"{name}, {len(data)} bytes",
            )
        for reply in replies:
            self.answered[reply["id"]] = reply
        try:
            claimed = offset_of(self.checkpoint)
        except (ValueError, KeyError, TypeError) as error:
            note("the checkpoint is whole at every moment", False, error)
            claimed = None
        if claimed is not None:
            whole = note("a checkpoint ends at a line", claimed in given.starts, claimed)
            done = given.ids[: given.starts[claimed]] if whole else []
            note("a checkpoint claims what is answered", all(i in self.answered for i in done), claimed)
            note("a checkpoint claims what is on the disk", all(given.names[i] in found for i in done), claimed)
        self.seen = found

    def end(self):
        note, given = self.faults.note, self.given
        found = checks.outputs(self.into)
        note(
            "the set is that of the undisturbed run",
            found == given.expected,
            lambda: (len(found), sorted(found.keys() ^ given.expected.keys())[:5]),
        )
        note("every request has a reply", self.answered.keys() == set(given.ids), len(self.answered))
        note("at the end the checkpoint is the end of the input", offset_of(self.checkpoint) == len(given.data))
        # A checkpoint has a hidden name for some microseconds, in which SIGKILL may come: whole, one for each at most.
        left = [name for name in os.listdir(self.records) if name != "checkpoint"]
        note(
            "nothing but a hidden checkpoint is left beside the checkpoint",
            len(left) <= self.kills["writing"] + self.kills["around"]
            and all(name[0] == "." and offset_of(os.path.join(self.records, name)) is not None for name in left),
            left,
        )


def killed(folder):
    count = checks.amount("--count", 100, 12)
    kind = sys.argv[sys.argv.index("--kind") + 1] if "--kind" in sys.argv else "cells"
    seed = checks.amount("--seed", 5, 5)
    chance = random.Random(seed)
    number = checks.amount("--requests", 0, 0)
    if not number:
        # As many as take 12 seconds (quick: 3).
        probe = list(texts.requests(200, kind=kind, seed=seed))
        ran = checks.batch("--jobs", 2, "--into", os.path.join(folder, "probe"), data=checks.lines(probe))
        number = max(400, int(200 / ran.seconds * (3 if checks.quick() else 12)))
    given = Input(folder, list(texts.requests(number, kind=kind, seed=seed)))
    faults, ends, rounds = Faults(), {}, 0

    def kills(ways):
        return sum(times for way, times in ways.items() if way != "stopped")

    while kills(ends) < count and rounds < 10 * count:
        rounds += 1
        place = os.path.join(folder, "round")
        os.mkdir(place)
        this = Round(given, place, faults, chance)
        while True:
            left = count - kills(ends) - kills(this.kills)
            way = chance.choices(("early", "around", "writing", "stopped"), (60, 12, 12, 16))[0] if left > 0 else None
            if this.run(way):
                break
        this.end()
        for way, times in this.kills.items():
            ends[way] = ends.get(way, 0) + times
        shutil.rmtree(place)
    faults.tell()
    check(f"killed {count} times", kills(ends) >= count, ends)
    print(f"{rounds} rounds of {number} requests ({given.seconds:.0f} s undisturbed); ended: {ends}", flush=True)


class Held:
    """A batch whose input stays open."""

    def __init__(self, *args, **more):
        more.setdefault("stderr", subprocess.PIPE)
        self.child = subprocess.Popen(
            [checks.tool(), "batch", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, **more
        )

    def ask(self, requests):
        self.child.stdin.write(checks.lines(requests))

    def answers(self, count, seconds=20):
        """COUNT lines of its output."""
        found = []
        timer = threading.Timer(seconds, self.child.kill)
        timer.start()
        rest = b""
        while len(found) < count:
            part = self.child.stdout.read(65536)
            if not part:
                break
            *whole, rest = (rest + part).split(b"\n")
            found += [json.loads(line) for line in whole]
        timer.cancel()
        return found

    def ends(self, seconds):
        """The status, or None where it does not end in time; then it is killed. And the seconds that it took."""
        began = time.monotonic()
        try:
            return self.child.wait(seconds), time.monotonic() - began
        except subprocess.TimeoutExpired:
            return None, time.monotonic() - began
        finally:
            self.child.kill()
            self.child.wait()
            for pipe in (self.child.stdin, self.child.stdout, self.child.stderr):
                if pipe:
                    pipe.close()


def idle(folder):
    """Signals, and a reader that leaves, while the input is open and nothing comes."""
    requests = list(texts.requests(3, seed=1))
    for sent, status in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
        for count in (0, 3):
            name = f"{sent.name} after {count} requests, the input open and idle"
            place = os.path.join(folder, f"{sent.name}-{count}")
            record = place + ".checkpoint"
            held = Held("--into", place, "--checkpoint", record)
            if count:
                held.ask(requests)
                check(f"{name}: answered while the input is open", len(held.answers(count)) == count)
            else:
                time.sleep(0.5)
            held.child.send_signal(sent)
            err = []
            reader = threading.Thread(target=lambda: err.append(held.child.stderr.read()))
            reader.start()
            reader.join(5)
            code, took = held.ends(2)
            check(f"{name}: ends within 2 s with {status}", code == status and took < 2, f"{code} after {took:.1f} s")
            told = checks.summary(err[0]) if err else None
            check(f"{name}: the summary", told is not None and told["done"] == count, err)
            if count:
                try:
                    claimed = offset_of(record)
                except ValueError as error:
                    claimed = error
                check(f"{name}: the checkpoint", claimed == len(checks.lines(requests)), claimed)
    # A part of a line is no request.
    held = Held("--into", os.path.join(folder, "part"))
    held.ask(requests)
    held.child.stdin.write(b'{"id":4,"docu')
    held.answers(3)
    time.sleep(0.2)
    held.child.send_signal(signal.SIGTERM)
    rest = held.child.stdout.read()
    code, took = held.ends(2)
    check("SIGTERM amid a line: 143, and no reply to the part", code == 143 and not rest, (code, rest[:80]))


def closed(folder):
    """The reader of the output leaves."""
    requests = list(texts.requests(3, seed=1))
    held = Held("--into", os.path.join(folder, "closed"))
    held.ask(requests)
    head = subprocess.run(["head", "-n", "1"], stdin=held.child.stdout, stdout=subprocess.PIPE)
    held.child.stdout.close()
    code, took = held.ends(5)
    check(
        "output closed while the input is open and idle: ends within 2 s",
        code not in (None, 0) and took < 2 and head.stdout,
        f"{code} after {took:.1f} s",
    )
    # While it works: what it had answered stays whole, and it does not go on to the end.
    many = list(texts.requests(3000, kind="cells", seed=1))
    place = os.path.join(folder, "closed-busy")
    source = os.path.join(folder, "many.ndjson")
    with open(source, "wb") as file:
        file.write(checks.lines(many))
    with open(source, "rb") as file:
        child = subprocess.Popen(
            [checks.tool(), "batch", "--into", place], stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        subprocess.run(["head", "-n", "1"], stdin=child.stdout, stdout=subprocess.DEVNULL)
        child.stdout.close()
        code = checks.end_within(child, 2)
    check("output closed amid work: ends within 2 s", code not in (None, 0), code)
    check("output closed amid work: not all was drawn", len(checks.files(place)) < len(many), len(checks.files(place)))
    check("output closed amid work: whole pictures alone", not checks.leftovers(place), checks.leftovers(place)[:3])


def bare(folder):
    """Nothing in the environment, another working folder."""
    requests = list(texts.requests(60, seed=2))
    usual = checks.batch("--into", os.path.join(folder, "usual"), data=checks.lines(requests))
    nothing = subprocess.run(
        ["env", "-i", checks.tool(), "batch", "--into", os.path.join(folder, "bare")],
        input=checks.lines(requests),
        capture_output=True,
        cwd="/",
    )
    check("an empty environment: status 0", nothing.returncode == 0, nothing.stderr[-300:])
    check(
        "an empty environment: the same files",
        usual.code == 0
        and checks.outputs(os.path.join(folder, "usual")) == checks.outputs(os.path.join(folder, "bare")),
    )


def main():
    folder = checks.scratch()
    checks.tool()
    bare(folder)
    idle(folder)
    closed(folder)
    killed(folder)
    checks.finish()


if __name__ == "__main__":
    main()
