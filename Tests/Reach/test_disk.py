#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Folders that do not take what a batch writes: full, read-only, taken, gone, shared, damaged.

    python3 test_disk.py [--quick]

Right files or a told failure, never a short file under a final name. As root it runs in a mount namespace of its own.
The last line is 'N passed, N failed'.
"""

import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading

import checks
from checks import check, skip
import texts

INSIDE = "REACH_MOUNTS"  # set where mounts are this process's own


def mounts():
    """Goes into a mount namespace of its own, where it may."""
    if (
        os.geteuid() == 0
        and INSIDE not in os.environ
        and shutil.which("unshare")
        and subprocess.run(["unshare", "--mount", "true"], stderr=subprocess.DEVNULL).returncode == 0
    ):
        os.environ[INSIDE] = "yes"
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv])
    return INSIDE in os.environ


def mount(*words):
    return subprocess.run(["mount", *words], capture_output=True).returncode == 0


class Set:
    """Requests and what an undisturbed run makes of them."""

    def __init__(self, folder, requests):
        self.requests, self.data = requests, checks.lines(requests)
        self.ids = [request["id"] for request in requests]
        place = os.path.join(folder, "undisturbed")
        ran = checks.batch("--into", place, data=self.data)
        self.files = checks.outputs(place)
        self.names = {r["id"]: os.path.relpath(r["name"], place) for r in ran.replies if r["exit"] == 0}
        self.pictures = {}
        for name in self.files:
            with open(os.path.join(place, name), "rb") as file:
                self.pictures[name] = file.read()
        check("an undisturbed run", ran.code == 0 and len(self.files) == len(requests), ran.err[-300:])
        shutil.rmtree(place, ignore_errors=True)

    def end_of(self, count):
        """The offset after COUNT requests."""
        return len(checks.lines(self.requests[:count]))

    def judge(self, name, ran, place, failed=None, kinds=("notWritten",), code=0):
        """Replies in order, the failed ones told by a kind, the others with the right file; no other files.

        failed: the ids that must fail and no others, "some", or None for any.
        """
        good = check(f"{name}: status {code}", ran.code == code, f"{ran.code}, {ran.err[-200:]}")
        good &= check(
            f"{name}: a reply to each request, in order",
            [r["id"] for r in ran.replies] == self.ids,
            f"{len(ran.replies)} replies",
        )
        bad = {r["id"] for r in ran.replies if r["exit"] != 0}
        told = [
            r
            for r in ran.replies
            if r["exit"] != 0
            and (r["exit"] not in (1, 2) or r.get("failure") not in kinds or not r["stderr"].startswith("textrender: "))
        ]
        good &= check(f"{name}: failures are told as {' or '.join(kinds)}", not told, told[:1])
        if failed == "some":
            good &= check(f"{name}: some fail, and some do not", 0 < len(bad) < len(self.ids), len(bad))
        elif failed is not None:
            good &= check(
                f"{name}: those fail that must", bad == set(failed), f"{len(bad)} failed, not {len(set(failed))}"
            )
        found = checks.outputs(place) if os.path.isdir(place) else {}
        should = {self.names[r["id"]] for r in ran.replies if r["exit"] == 0}
        good &= check(
            f"{name}: the files of the answered requests, no others, none short",
            found == {n: self.files[n] for n in should},
            f"{len(found)} files, {len(should)} answered, "
            f"{[n for n in found if found[n] != self.files.get(n)][:2]} wrong",
        )
        good &= check(
            f"{name}: the summary counts them",
            ran.summary is not None
            and ran.summary["done"] == len(self.ids) - len(bad)
            and sum(ran.summary["failed"].values()) == len(bad),
            ran.summary,
        )
        return good, bad


def full(folder, given):
    """A disk that becomes full, then has room again."""
    for kind, words, more in (
        ("a full tmpfs", ["-t", "tmpfs", "-o", "size={half}"], ["-o", "remount,size={twice}"]),
        ("a tmpfs without inodes", ["-t", "tmpfs", "-o", "nr_inodes={inodes}"], ["-o", "remount,nr_inodes=0"]),
        ("a full ext4", None, None),
    ):
        place = os.path.join(folder, kind)
        os.mkdir(place)
        numbers = {
            "half": sum((len(p) + 4095) // 4096 * 4096 for p in given.pictures.values()) // 2,
            "twice": 4 * sum(map(len, given.pictures.values())) + (16 << 20),
            "inodes": len(given.ids),
        }
        rest = []
        if words is None:
            # Ext4 reserves blocks late: the failure may come when a file is made durable. A picture of zeroes is
            # what takes its room at first.
            image = place + ".image"
            with open(image, "wb") as file:
                file.truncate(numbers["twice"] + (16 << 20))
            if (
                not shutil.which("mkfs.ext4")
                or subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", image], capture_output=True).returncode
                or not mount("-o", "loop", image, place)
            ):
                skip(kind, "no mkfs.ext4, or no loop device")
                continue
            shutil.rmtree(os.path.join(place, "lost+found"))
            ballast = os.path.join(place, "ballast")
            with open(ballast, "wb") as file:
                free = os.statvfs(place)
                os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize - numbers["half"])
            rest = [ballast]
        elif not mount(*[w.format(**numbers) for w in words], "tmpfs", place):
            skip(kind, "no right to mount one")
            continue
        try:
            into = os.path.join(place, "into")
            os.mkdir(into)
            record = os.path.join(folder, kind + ".checkpoint")
            ran = checks.batch("--into", into, "--checkpoint", record, data=given.data)
            good, bad = given.judge(kind, ran, into, failed="some")
            first = given.ids.index(min(bad, key=given.ids.index)) if bad else len(given.ids)
            with open(record) as file:
                claimed = json.load(file)["offset"]
            check(
                f"{kind}: the checkpoint ends before the first that was not written",
                claimed == given.end_of(first),
                f"{claimed}, not {given.end_of(first)}",
            )
            ran = checks.batch("--into", into, "--resume", "--fail-after", 0, data=given.data)
            check(f"{kind}: --fail-after 0 ends with 3", ran.code == 3, ran.code)
            # The checkpoint on the full disk itself.
            inside = os.path.join(into, "checkpoint")
            ran = checks.batch("--into", into, "--resume", "--checkpoint", inside, data=given.data)
            torn = False
            try:
                with open(inside) as file:
                    torn = json.load(file)["offset"] > given.end_of(first)
            except FileNotFoundError:
                pass
            except ValueError:
                torn = True
            left = [name for name in checks.leftovers(into) if name != "checkpoint"]
            check(
                f"{kind}: a checkpoint there is whole, or not there and told",
                not torn and not left and (os.path.exists(inside) or b"checkpoint" in ran.err),
                f"{left}, {ran.err[-200:]}",
            )
            if os.path.exists(inside):
                os.unlink(inside)
            if rest:
                os.unlink(rest[0])
            else:
                mount(*[w.format(**numbers) for w in more], place)
            ran = checks.batch("--into", into, "--resume", "--checkpoint", record, data=given.data)
            check(
                f"{kind}: with room again, the resumed run completes the set",
                ran.code == 0 and checks.outputs(into) == given.files,
                f"{ran.code}, {len(checks.files(into))} files",
            )
            check(
                f"{kind}: it answers from the checkpoint on",
                [r["id"] for r in ran.replies] == given.ids[first:] and all(r["exit"] == 0 for r in ran.replies),
                f"{len(ran.replies)} replies, {ran.err[-200:]}",
            )
            check(
                f"{kind}: what was written is not drawn again",
                all(r["reused"] == (r["id"] not in bad) for r in ran.replies),
            )
            with open(record) as file:
                check(f"{kind}: the checkpoint is then the end", json.load(file)["offset"] == len(given.data))
        finally:
            subprocess.run(["umount", place])
    place = os.path.join(folder, "full output")
    os.mkdir(place)
    for kind in ("/dev/full", "a full disk"):
        path = kind
        if kind == "a full disk":
            if not mount("-t", "tmpfs", "-o", "size=8k", "tmpfs", place):
                skip("replies to a full disk", "no right to mount one")
                continue
            path = os.path.join(place, "replies")
        into, record = os.path.join(folder, "into of " + os.path.basename(path)), os.path.join(folder, "record.full")
        with open(path, "wb") as out:
            ran = checks.batch("--into", into, "--checkpoint", record, data=given.data, stdout=out)
        check(
            f"replies to {kind}: status 1, and told", ran.code == 1 and b"textrender: " in ran.err, (ran.code, ran.err)
        )
        written = b""
        if kind == "a full disk":
            with open(path, "rb") as file:
                written = file.read()
            subprocess.run(["umount", place])
        answered = len(checks.whole_lines(written))
        claimed = 0
        if os.path.exists(record):
            with open(record) as file:
                claimed = json.load(file)["offset"]
            os.unlink(record)
        check(
            f"replies to {kind}: the checkpoint claims no reply that is not there",
            claimed <= given.end_of(answered),
            (claimed, given.end_of(answered)),
        )
        check(f"replies to {kind}: whole pictures alone", not checks.leftovers(into), checks.leftovers(into)[:3])


def read_only(folder, given):
    place = os.path.join(folder, "read-only")
    os.mkdir(place)
    if INSIDE in os.environ and mount("--bind", place, place) and mount("-o", "remount,ro,bind", place):
        try:
            into = place
            ran = checks.batch("--into", into, data=given.data)
            given.judge("a read-only folder", ran, into, failed=given.ids)
            ran = checks.batch("--into", into, "--fail-after", 0, data=given.data)
            check("a read-only folder: --fail-after 0 ends with 3", ran.code == 3, ran.code)
            ran = checks.batch("--into", os.path.join(into, "not/there"), data=given.data)
            check(
                "a folder that cannot be made: told",
                ran.code in (0, 1, 2)
                and b"textrender: " in ran.err + b"".join(r["stderr"].encode() for r in ran.replies if r["exit"])
                and not any(r["exit"] == 0 for r in ran.replies),
                (ran.code, ran.err[-200:]),
            )
        finally:
            subprocess.run(["umount", place])
        # What is there can be reused all the same.
        ran = checks.batch("--into", place, data=given.data)
        if mount("--bind", place, place) and mount("-o", "remount,ro,bind", place):
            ran = checks.batch("--into", place, "--resume", data=given.data)
            check(
                "a read-only folder that is complete: all is reused",
                ran.code == 0
                and len(ran.replies) == len(given.ids)
                and all(r["exit"] == 0 and r["reused"] for r in ran.replies),
                ran.err[-200:],
            )
            subprocess.run(["umount", place])
    else:
        skip("a folder mounted read-only", "no right to mount one")
    # The permissions alone.
    place = os.path.join(folder, "closed")
    os.mkdir(place)
    os.chmod(place, 0o555)
    for path in (folder, os.path.dirname(checks.tool())):
        while path != "/":
            if path == folder:
                os.chmod(path, 0o755)
            if os.geteuid() == 0 and not os.stat(path).st_mode & 1:
                skip("a folder without permission to write", f"another user cannot enter {os.path.basename(path)}")
                return
            path = os.path.dirname(path)
    other = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    try:
        ran = checks.batch("--into", place, data=given.data, **other)
    except PermissionError:
        skip("a folder without permission to write", "another user cannot run the tool")
        return
    given.judge("a folder without permission to write", ran, place, failed=given.ids)


def limited(folder, given):
    """A limit on the size of files (ulimit -f), as a quota acts."""
    sizes = sorted(len(picture) for picture in given.pictures.values())
    most = sizes[len(sizes) // 2]
    into = os.path.join(folder, "limited")
    ran = checks.batch(
        "--into", into, data=given.data, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    )
    large = [i for i in given.ids if len(given.pictures[given.names[i]]) > most]
    given.judge("a limit on the size of files", ran, into, failed=large)
    ran = checks.batch("--into", into, "--resume", data=given.data)
    check("without the limit: the set is complete", ran.code == 0 and checks.outputs(into) == given.files)


def two(folder, given):
    """Two batches into one folder at once."""
    halves = [checks.lines(given.requests[i::2]) for i in (0, 1)]
    for name, inputs in (
        ("the same requests", [given.data, given.data]),
        ("the same requests, one the other way round", [given.data, checks.lines(given.requests[::-1])]),
        ("different requests", halves),
    ):
        for flags in ([], ["--resume"]):
            into = os.path.join(folder, f"two, {name}{flags}")
            ran = [None, None]

            def work(i):
                ran[i] = checks.batch("--jobs", 2, "--into", into, *flags, data=inputs[i])

            threads = [threading.Thread(target=work, args=(i,)) for i in (0, 1)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            what = f"two batches into one folder, {name}{' '.join([''] + flags)}"
            check(f"{what}: both end with 0", [r.code for r in ran] == [0, 0], [r.err[-200:] for r in ran])
            check(
                f"{what}: all succeed, with the hash of the file",
                all(
                    r["exit"] == 0 and r["hash"] == given.files[os.path.relpath(r["name"], into)]
                    for each in ran
                    for r in each.replies
                )
                and sum(len(each.replies) for each in ran) == sum(data.count(b"\n") for data in inputs),
            )
            check(f"{what}: the set of one", checks.outputs(into) == given.files, len(checks.files(into)))


def gone(folder, given):
    """The folder is removed, or moved away, amid the run."""
    for name, act in (("removed", shutil.rmtree), ("moved", lambda path: os.rename(path, path + ".moved"))):
        into = os.path.join(folder, f"folder {name}")
        child = subprocess.Popen(
            [checks.tool(), "batch", "--into", into],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        half = len(given.ids) // 2
        child.stdin.write(checks.lines(given.requests[:half]))
        child.stdin.flush()
        timer = threading.Timer(60, child.kill)
        timer.start()
        before = [json.loads(child.stdout.readline()) for _ in range(half)]
        act(into)
        child.stdin.write(checks.lines(given.requests[half:]))
        child.stdin.close()
        after = [json.loads(line) for line in child.stdout.read().split(b"\n")[:-1]]
        code = child.wait()
        timer.cancel()
        err = child.stderr.read()
        child.stdout.close()
        child.stderr.close()
        what = f"a folder {name} amid the run"
        check(
            f"{what}: status 0, a reply to each",
            code == 0 and [r["id"] for r in before + after] == given.ids,
            (code, len(before), len(after), err[-200:]),
        )
        check(
            f"{what}: failures are told",
            all(r["exit"] == 0 or r.get("failure") == "notWritten" for r in after),
            [r for r in after if r["exit"]][:1],
        )
        found = checks.outputs(into) if os.path.isdir(into) else {}
        should = {given.names[r["id"]] for r in after if r["exit"] == 0}
        check(
            f"{what}: what is told as written is there",
            found == {n: given.files[n] for n in should},
            f"{len(found)} files, {len(should)} told",
        )


def taken(folder, given):
    """The place of a name is taken by something else."""
    outside = os.path.join(folder, "outside")
    os.mkdir(outside)
    kept = os.path.join(outside, "kept")
    with open(kept, "wb") as file:
        file.write(b"kept")
    target = given.ids[len(given.ids) // 2]
    name = given.names[target]

    def folder_there(path):
        os.mkdir(path)

    def folder_with_file(path):
        os.mkdir(path)
        with open(os.path.join(path, "own"), "wb") as file:
            file.write(b"own")

    def shard_is_file(path):
        os.rmdir(os.path.dirname(path))
        open(os.path.dirname(path), "w").close()

    def shard_leads_out(path):
        os.rmdir(os.path.dirname(path))
        os.symlink(outside, os.path.dirname(path))

    places = {
        "a folder": folder_there,
        "a folder that is not empty": folder_with_file,
        "a symlink to a file outside": lambda path: os.symlink(kept, path),
        "a symlink to nothing": lambda path: os.symlink(os.path.join(outside, "none"), path),
        "a symlink to itself": lambda path: os.symlink(path, path),
        "a pipe": os.mkfifo,
        "its folder a file": shard_is_file,
        "its folder a symlink out": shard_leads_out,
    }
    if os.geteuid() == 0:
        places["a device"] = lambda path: os.mknod(path, 0o600 | 0o020000, os.makedev(1, 5))  # /dev/zero
    for number, (kind, make) in enumerate(places.items()):
        for flags in ([], ["--resume"]):
            what = f"the name's place taken by {kind}{' '.join([''] + flags)}"
            into = os.path.join(folder, f"taken-{number}{flags}")
            path = os.path.join(into, name)
            os.makedirs(os.path.dirname(path))
            try:
                make(path)
            except PermissionError:
                skip(what, "may not be made here")
                continue
            ran = checks.batch("--into", into, *flags, data=given.data, limit=60)
            check(
                f"{what}: status 0, a reply to each",
                ran.code == 0 and [r["id"] for r in ran.replies] == given.ids,
                (ran.code, len(ran.replies), ran.err[-200:]),
            )
            reply = next((r for r in ran.replies if r["id"] == target), None)
            others = [r for r in ran.replies if r["id"] != target and given.names[r["id"]][:2] != name[:2]]
            check(
                f"{what}: the others succeed", all(r["exit"] == 0 for r in others), [r for r in others if r["exit"]][:1]
            )
            if reply and reply["exit"] == 0:
                regular = os.path.isfile(path) and not os.path.islink(path)
                with open(path if regular else os.devnull, "rb") as file:
                    check(
                        f"{what}: a success is a regular file of the right bytes",
                        file.read() == given.pictures[name] and regular,
                    )
            else:
                check(
                    f"{what}: a failure is told as notWritten, or as usage for a way out",
                    reply is not None
                    and reply["failure"] in (("notWritten", "usage") if "symlink" in kind else ("notWritten",)),
                    reply,
                )
            with open(kept, "rb") as file:
                check(
                    f"{what}: nothing outside is changed",
                    os.listdir(outside) == ["kept"] and file.read() == b"kept",
                    os.listdir(outside),
                )
            shutil.rmtree(outside)
            os.mkdir(outside)
            with open(kept, "wb") as file:
                file.write(b"kept")
            if kind.startswith("a folder"):
                check(
                    f"{what}: the folder is as it was",
                    os.path.isdir(path) and os.listdir(path) == (["own"] if "not empty" in kind else []),
                )


def damaged(folder, given):
    """What stands under a final name is no whole picture: drawn anew."""
    into = os.path.join(folder, "damaged")
    checks.batch("--into", into, data=given.data)
    chance = random.Random(3)
    ways = {
        "empty": lambda data: b"",
        "cut": lambda data: data[: chance.randrange(1, len(data))],
        "cut by one byte": lambda data: data[:-1],
        "cut before the last chunk": lambda data: data[:-12],
        "zeroes": lambda data: bytes(len(data)),
        "zeroes at the end": lambda data: data[: -4096 % len(data)] + bytes(min(len(data), 4096)),
        "a bit": lambda data: flip(data, chance.randrange(8 * len(data))),
        "a bit of the pixels": lambda data: flip(data, 8 * chance.randrange(len(data) // 3, len(data) - 20)),
        "a bit of the size": lambda data: flip(data, chance.randrange(8 * 16, 8 * 24)),
        "a bit of the last checksum": lambda data: flip(data, 8 * len(data) - 1),
        "more after the end": lambda data: data + b"\0",
        "another file": lambda data: b"this is no picture" * 100,
    }
    turns = {}
    for request, turn in zip(given.ids, range(len(given.ids) // 2)):
        way = list(ways)[turn % len(ways)]
        path = os.path.join(into, given.names[request])
        with open(path, "rb") as file:
            data = file.read()
        with open(path, "wb") as file:
            file.write(ways[way](data))
        turns[request] = way
    ran = checks.batch("--into", into, "--resume", data=given.data)
    check("damaged pictures: status 0, a reply to each", ran.code == 0 and [r["id"] for r in ran.replies] == given.ids)
    found = checks.outputs(into)
    for way in ways:
        mine = [r for r in ran.replies if turns.get(r["id"]) == way]
        check(
            f"a picture damaged ({way}) is drawn anew",
            mine and all(r["exit"] == 0 and not r["reused"] for r in mine),
            [(r["name"], r.get("reused")) for r in mine if r.get("reused") is not False][:1],
        )
        wrong = [
            given.names[r["id"]] for r in mine if found.get(given.names[r["id"]]) != given.files[given.names[r["id"]]]
        ]
        check(f"a picture damaged ({way}) is then right", not wrong, wrong[:1])
    check("whole pictures are reused", all(r["reused"] for r in ran.replies if r["id"] not in turns))
    check("damaged pictures: nothing left over", set(found) == set(given.files))


def injected(folder, given):
    """Calls of the system that fail, by strace: what no file system here does."""
    if (
        not shutil.which("strace")
        or subprocess.run(["strace", "-qq", "-o", os.devnull, "true"], stderr=subprocess.DEVNULL).returncode
    ):
        skip("calls of the system that fail", "no strace, or it may not trace")
        return
    log = os.path.join(folder, "strace.log")

    def traced(inject, *args, paths=(), data=given.data):
        """A run in which calls fail, those alone that name one of the paths if there are any."""
        command = ["strace", "-f", "-qq", "-o", log, "-e", f"trace={inject.split(':')[0]}", "-e", f"inject={inject}"]
        for path in paths:
            command += ["-P", path]
        began = [*command, checks.tool(), "batch", *map(str, args)]
        ran = subprocess.run(began, input=data, capture_output=True, timeout=300)
        with open(log) as file:
            hit = "(INJECTED)" in file.read()
        replies = checks.whole_lines(ran.stdout)
        return checks.Run(ran.returncode, ran.stdout, ran.stderr, replies, checks.summary(ran.stderr), 0), hit

    # A folder that has no files without a name (O_TMPFILE): each is opened under a hidden one.
    into = os.path.join(folder, "no nameless files")
    parts = sorted({os.path.join(into, name[:2]) + "/" for name in given.files})
    ran, hit = traced("openat:error=EOPNOTSUPP", "--into", into, paths=parts)
    if hit:
        given.judge("a folder without O_TMPFILE", ran, into, failed=[])
    else:
        skip("a folder without O_TMPFILE", "the tool opens folders under other paths")
    for call, error in (("syncfs", "EIO"), ("rename,renameat,renameat2", "EIO"), ("fsync", "EIO")):
        into, record = os.path.join(folder, f"{call} fails"), os.path.join(folder, f"{call}.checkpoint")
        ran, hit = traced(f"{call}:error={error}", "--into", into, "--checkpoint", record)
        claimed = 0
        if os.path.exists(record):
            with open(record) as file:
                claimed = json.load(file)["offset"]
        check(
            f"{call} fails: status 1, told",
            hit and ran.code == 1 and b"textrender: " in ran.err,
            (hit, ran.code, ran.err),
        )
        check(f"{call} fails: the checkpoint claims nothing", claimed == 0, claimed)
        check(f"{call} fails: whole pictures alone", not os.path.isdir(into) or not checks.leftovers(into))
        left = [name for name in os.listdir(folder) if name.endswith(".tmp")]
        check(f"{call} fails: nothing is left over", not left, left)
        ran = checks.batch("--into", into, "--checkpoint", record, "--resume", data=given.data)
        check(
            f"{call} works again: the set is complete", ran.code == 0 and checks.outputs(into) == given.files, ran.err
        )
    # Files that commands write are waited for, too, also where a link leads to another file system.
    for name, output in (("a file", "picture.png"), ("a link", "link.png")):
        path = os.path.join(folder, output)
        paths = ()
        if name == "a link":
            target = os.path.join(tempfile.mkdtemp(dir="/dev/shm"), "picture.png")
            open(target, "w").close()  # A link that leads nowhere is replaced.
            os.symlink(target, path)
            paths = (os.path.dirname(target),)
        record = os.path.join(folder, f"{output}.checkpoint")
        asked = checks.lines([{"id": 1, "args": ["render", "--text", "A", "--output", path]}])
        ran, hit = traced("syncfs:error=EIO", "--checkpoint", record, data=asked, paths=paths)
        with open(record) as file:
            claimed = json.load(file)["offset"]
        told = hit and ran.code == 1 and claimed == 0
        check(f"syncfs fails, a command wrote {name}: told", told, (hit, ran, claimed))
        ran = checks.batch("--checkpoint", record, "--resume", data=asked)
        with open(record) as file:
            claimed = json.load(file)["offset"]
        check(f"syncfs works again, a command wrote {name}", ran.code == 0 and claimed == len(asked), (ran, claimed))
        if name == "a link":
            shutil.rmtree(os.path.dirname(target))


def flip(data, bit):
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def main():
    checks.tool()
    own = mounts()
    folder = checks.scratch()
    requests = list(texts.requests(80 if checks.quick() else 400, kind="cells", seed=9))
    given = Set(folder, requests)
    few = Set(folder, requests[:40])
    if own:
        full(folder, given)
    else:
        skip("a full disk", "no right to mount one")
    read_only(folder, few)
    limited(folder, given)
    two(folder, given)
    gone(folder, few)
    taken(folder, few)
    damaged(folder, given)
    injected(folder, few)
    checks.finish()


if __name__ == "__main__":
    main()
