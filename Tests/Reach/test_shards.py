#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""A batch into shards: killed at random moments and resumed, on full disks, read by WebDataset and others.

    python3 test_shards.py [--quick] [--kills N] [--seed N]

Whatever happens, the shards in the end are those of one undisturbed run, byte for byte, and a file that ends in .tar is
a whole shard at every moment. The last line is 'N passed, N failed'.
"""

import base64
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import time
import warnings

import checks
from checks import check, skip
from test_disk import INSIDE, mount, mounts
import texts

NAME = "set-%04d.tar"


def whole(path):
    """The members of a shard, in order: [(name, bytes)]; None where it is torn."""
    with open(path, "rb") as file:
        data = file.read()
    if not data or len(data) % 10240 or any(data[-1024:]):
        return None
    found = []
    with tarfile.open(fileobj=io.BytesIO(data)) as shard:
        for info in shard:
            if (info.mode, info.uid, info.gid, info.mtime, info.isreg()) != (0o644, 0, 0, 0, True):
                return None
            found.append((info.name, shard.extractfile(info).read()))
    return found


def samples(folder):
    """The members of all shards of a folder, in order."""
    return [member for name in sorted(os.listdir(folder)) for member in whole(os.path.join(folder, name))]


class Set:
    """Requests and the shards of an undisturbed run."""

    def __init__(self, folder, requests, *limits):
        self.data = checks.lines(requests)
        self.limits = [str(word) for word in limits]
        self.path = os.path.join(folder, "requests.ndjson")
        with open(self.path, "wb") as file:
            file.write(self.data)
        self.folder = os.path.join(folder, "undisturbed")
        began = time.monotonic()
        ran = self.run(self.folder, "--jobs", 2)
        self.seconds = time.monotonic() - began
        self.files = checks.outputs(self.folder)
        good = ran.code == 0 and len(ran.replies) == len(requests)
        check("an undisturbed run", good, (ran.code, len(ran.replies), ran.err[-300:]))
        alone = os.path.join(folder, "alone")
        ran = self.run(alone, "--jobs", 1)
        check("one lane: the same bytes as two", ran.code == 0 and checks.outputs(alone) == self.files, ran.err[-300:])
        shutil.rmtree(alone)

    def run(self, into, *more, **others):
        return checks.batch("--into", os.path.join(into, NAME), *self.limits, *more, data=self.data, **others)


def content(folder, requests):
    """Members have the names and the contents that the requests ask for."""
    made = [dict(request, options={**request["options"], "frames": True}) for request in requests]
    given = Set(folder, made, "--maxcount", 7)
    found = samples(given.folder)
    names = [f"{n:09}.{end}" for n in range(len(made)) for end in ("png", "json", "txt")]
    check("names and their order", [name for name, _ in found] == names, [name for name, _ in found][:6])
    contents = dict(found)
    plain = checks.batch("--inline", data=checks.lines(made))
    wrong = []
    for number, (request, reply) in enumerate(zip(made, plain.replies)):
        truth = {"id": request["id"], "size": reply["size"], "frames": reply["frames"]}
        if (
            contents[f"{number:09}.png"] != base64.b64decode(reply["png"])
            or json.loads(contents[f"{number:09}.json"]) != truth
            or contents[f"{number:09}.txt"].decode() != request["document"]["text"]
        ):
            wrong.append(number)
    check("pictures, truth and texts are those of replies", not wrong and len(plain.replies) == len(made), wrong[:3])
    readers(given, made)


def readers(given, made):
    """Readers of others open the shards."""
    paths = [os.path.join(given.folder, name) for name in sorted(given.files)]
    ran = subprocess.run(["tar", "-tvf", paths[0]], capture_output=True, text=True, env={**os.environ, "TZ": "UTC"})
    lines = ran.stdout.splitlines()
    check(
        "tar lists members",
        ran.returncode == 0
        and not ran.stderr
        and len(lines) == 21
        and all(line.startswith("-rw-r--r-- 0/0 ") and " 1970-01-01 00:00 0000000" in line for line in lines),
        (lines[:1], ran.stderr),
    )
    wanted = [
        (f"{number:09}", request["id"], request["document"]["text"]) for number, request in enumerate(made)
    ]
    try:
        import webdataset
    except ImportError as error:
        skip("WebDataset", error)
    else:
        urls = os.path.join(given.folder, "set-{0000..%04d}.tar" % (len(paths) - 1))
        read = [
            (s["__key__"], s["json"]["id"], s["txt"], s["png"][:4], len(s["json"]["frames"]["text"]["lines"]))
            for s in webdataset.WebDataset(urls, shardshuffle=False).decode()
        ]
        check("WebDataset reads all samples in order", [r[:3] for r in read] == wanted, read[:1])
        check("WebDataset: pictures and places", all(r[3] == b"\x89PNG" and r[4] > 0 for r in read))
        try:
            import PIL  # noqa: F401
        except ImportError as error:
            skip("WebDataset decodes pictures", error)
        else:
            warnings.simplefilter("ignore")  # of Pillow, about palettes with opacities
            sizes = [
                (list(picture.size), truth["size"])
                for picture, truth in webdataset.WebDataset(urls, shardshuffle=False).decode("pil").to_tuple("png", "json")
            ]
            good = len(sizes) == len(made) and all(a == b for a, b in sizes)
            check("WebDataset decodes pictures to their size", good, sizes[:1])
    try:
        import datasets
    except ImportError as error:
        skip("Hugging Face's datasets", error)
    else:
        os.environ["HF_HUB_OFFLINE"] = "1"
        found = datasets.load_dataset(
            "webdataset", data_files={"train": paths}, split="train", streaming=True, cache_dir=given.folder + ".cache"
        )
        read = [(s["__key__"].rpartition("/")[2], s["json"]["id"], s["txt"]) for s in found]
        check("Hugging Face's datasets reads all samples in order", read == wanted, read[:1])


class Watch:
    """Reads each file that ends in .tar again and again while a batch runs: all are whole, at any moment."""

    def __init__(self, folder, wanted):
        self.folder, self.wanted, self.torn, self.looks = folder, wanted, [], 0
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.look)
        self.thread.start()

    def look(self):
        while not self.ends.wait(0.02):
            names = [n for n in os.listdir(self.folder) if n.endswith(".tar")] if os.path.isdir(self.folder) else []
            for name in names[-3:]:
                try:
                    with open(os.path.join(self.folder, name), "rb") as file:
                        data = file.read()
                except FileNotFoundError:
                    continue
                self.looks += 1
                if len(data) % 10240 or any(data[-1024:]) or checks.hashlib.sha256(data).hexdigest() != self.wanted[name]:
                    self.torn.append((name, len(data)))

    def end(self):
        self.ends.set()
        self.thread.join()


def killed(folder):
    count = checks.amount("--kills", 24, 8)
    chance = random.Random(checks.amount("--seed", 3, 3))
    probe = checks.lines(texts.requests(2000, kind="scripts", seed=8))
    ran = checks.batch("--jobs", 2, "--inline", data=probe, stdout=subprocess.DEVNULL)
    # As many as take 14 seconds: a checkpoint is written every five.
    number = max(2000, int(2000 / ran.seconds * 14))
    for limits in (["--maxcount", str(number // 5)], ["--maxsize", "3000000"]):
        place = os.path.join(folder, limits[0])
        os.mkdir(place)
        given = Set(place, list(texts.requests(number, kind="scripts", seed=8)), *limits)
        kills, resumed, within, rounds, wrong = 0, 0, 0, 0, []
        while kills < count // 2:
            rounds += 1
            into, record = os.path.join(place, "into"), os.path.join(place, "checkpoint")
            while True:
                delay = chance.choice((chance.uniform(0, 3), chance.uniform(4.9, 5.5), chance.uniform(5, 12)))
                if not kills:
                    delay = chance.uniform(6, 9)  # after a checkpoint
                if kills >= count // 2:
                    delay = 3000
                if os.path.exists(record):
                    with open(record) as file:
                        position = json.load(file)["shards"]
                    resumed += position["length"] > 0 or position["number"] > 0
                    within += position["length"] > 0
                watch = Watch(into, given.files)
                with open(given.path, "rb") as source:
                    child = subprocess.Popen(
                        [checks.tool(), "batch", "--into", os.path.join(into, NAME), *limits, "--checkpoint", record]
                        + ["--resume", "--jobs", str(chance.choice((1, 2)))],
                        stdin=source,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.PIPE,
                    )
                    try:
                        err = child.communicate(timeout=delay)[1]
                    except subprocess.TimeoutExpired:
                        child.send_signal(signal.SIGKILL)
                        err = child.communicate()[1]
                watch.end()
                if watch.torn:
                    wrong.append(("torn", watch.torn[:2]))
                kills += child.returncode == -signal.SIGKILL
                if child.returncode not in (0, -signal.SIGKILL):
                    wrong.append((child.returncode, err[-200:]))
                    break
                found = checks.outputs(into) if os.path.isdir(into) else {}
                strange = {n: d for n, d in found.items() if not n.endswith(".part") and given.files.get(n) != d}
                if strange:
                    wrong.append(("another shard", sorted(strange)[:2]))
                if child.returncode == 0:
                    if found != given.files:
                        wrong.append(("the set", sorted(found)[:9]))
                    break
            shutil.rmtree(into, ignore_errors=True)
            if os.path.exists(record):
                os.unlink(record)
            if wrong:
                break
        what = f"killed by SIGKILL, {limits[0]}"
        check(f"{what}: the shards of an undisturbed run, byte for byte, whole at any moment", not wrong, wrong[:3])
        check(f"{what}: some runs went on within a shard", within > 0, (kills, resumed, within))
        print(
            f"{what} {kills} times in {rounds} rounds of {number} requests into {len(given.files)} shards; "
            f"{resumed} runs went on at a checkpoint, {within} of them within a shard",
            flush=True,
        )
        shutil.rmtree(place)


def stopped(folder, given):
    """SIGTERM: what was begun is in the shards; the next run goes on."""
    into, record = os.path.join(folder, "stopped"), os.path.join(folder, "stopped.checkpoint")
    options = ["--into", os.path.join(into, NAME), *given.limits, "--checkpoint", record]
    child = subprocess.Popen(
        [checks.tool(), "batch", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    half = given.data[: given.data.index(b"\n", len(given.data) // 2) + 1]
    child.stdin.write(half)
    child.stdin.flush()
    for _ in range(half.count(b"\n")):
        child.stdout.readline()
    child.send_signal(signal.SIGTERM)
    checks.end_within(child, 60)  # with its input open, whose end would be another one
    child.communicate()
    found = checks.files(into)
    check("SIGTERM: status 143, one part", child.returncode == 143 and [n[-5:] for n in found].count(".part") == 1, found)
    ran = given.run(into, "--checkpoint", record, "--resume")
    check("SIGTERM: the resumed run completes the set", ran.code == 0 and checks.outputs(into) == given.files, ran.err)
    check("SIGTERM: it answers the rest", len(ran.replies) == given.data.count(b"\n") - half.count(b"\n"))


def refused(folder, given):
    """Places that take no shards, and outputs that take no replies."""
    into, record = os.path.join(folder, "refused"), os.path.join(folder, "refused.checkpoint")
    with open("/dev/full", "wb") as full:
        ran = given.run(into, stdout=full)
    check("replies to /dev/full: status 1, told", ran.code == 1 and b"textrender: " in ran.err, (ran.code, ran.err))
    check("replies to /dev/full: whole shards alone", all(whole(os.path.join(into, n)) for n in checks.files(into)))
    shutil.rmtree(into)
    child = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", checks.tool(), "batch", "--into", os.path.join(into, NAME)],
        input=given.data,
        capture_output=True,
    )
    left = checks.files(into) if os.path.isdir(into) else []
    good = child.returncode == 1 and b"textrender: " in child.stderr
    check("a closed output: status 1, told", good, (child.returncode, child.stderr))
    check("a closed output: whole shards alone", all(whole(os.path.join(into, name)) for name in left), left)
    shutil.rmtree(into, ignore_errors=True)
    # Two batches at once: the second one is refused, and the first one's shards are right.
    options = ["--into", os.path.join(into, NAME), *given.limits]
    first = subprocess.Popen(
        [checks.tool(), "batch", *options, "--checkpoint", record],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    half = given.data[: given.data.index(b"\n", len(given.data) // 2) + 1]
    first.stdin.write(half)
    first.stdin.flush()
    for _ in range(half.count(b"\n")):
        first.stdout.readline()
    ran = given.run(into)
    check("a second batch: refused", ran.code == 2 and b"exists" in ran.err, (ran.code, ran.err))
    wait = time.monotonic() + 20
    while time.monotonic() < wait:
        with open(record) as file:
            if json.load(file)["offset"] == len(half):
                break
        time.sleep(0.1)
    ran = given.run(into, "--checkpoint", record, "--resume")
    check("a second one at the same checkpoint: refused", ran.code == 1 and b"another process" in ran.err, ran.err)
    first.communicate(given.data[len(half) :])
    check("the first one is not disturbed", first.returncode == 0 and checks.outputs(into) == given.files)
    if INSIDE not in os.environ:
        skip("disks for shards", "no right to mount one")
        return
    place = os.path.join(folder, "read-only")
    os.mkdir(place)
    mount("--bind", place, place)
    mount("-o", "remount,ro,bind", place)
    ran = given.run(place)
    check("a read-only folder: status 1, told, no replies", ran.code == 1 and b"read-only" in ran.err and not ran.replies)
    subprocess.run(["umount", place])
    for size in (4, 3 * max(os.path.getsize(os.path.join(given.folder, n)) for n in given.files) // 2 >> 10):
        for record in (None, os.path.join(folder, f"full-{size}.checkpoint")):
            place = os.path.join(folder, f"full-{size}-{bool(record)}")
            os.mkdir(place)
            mount("-t", "tmpfs", "-o", f"size={size}k", "tmpfs", place)
            more = ["--checkpoint", record, "--resume"] if record else []
            ran = given.run(place, *more)
            what = f"a full disk of {size} KiB{', a checkpoint' if record else ''}"
            check(f"{what}: status 1, told", ran.code == 1 and b"no space left" in ran.err, (ran.code, ran.err))
            left = [name for name in checks.files(place) if name.endswith(".tar")]
            same = all(checks.outputs(place)[name] == given.files[name] for name in left)
            check(f"{what}: no half shard under its name", same, left)
            if record:
                mount("-o", "remount,size=1g", place)
                ran = given.run(place, *more)
                good = ran.code == 0 and checks.outputs(place) == given.files
                check(f"{what}: with room again, the set is complete", good, (ran.code, ran.err[-200:]))
            else:
                check(f"{what}: nothing else is left", len(left) == len(checks.files(place)), checks.files(place))
            subprocess.run(["umount", place])


def make(folder, name):
    path = os.path.join(folder, name)
    os.mkdir(path)
    return path


def main():
    checks.tool()
    mounts()
    folder = checks.scratch()
    requests = list(texts.requests(60, kind="scripts", seed=4))
    content(make(folder, "content"), requests[:30])
    given = Set(make(folder, "given"), requests, "--maxcount", 25)
    stopped(folder, given)
    refused(folder, given)
    killed(folder)
    checks.finish()


if __name__ == "__main__":
    main()
