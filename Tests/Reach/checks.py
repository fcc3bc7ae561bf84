# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of this folder share: counted checks, the tool, what it left in a folder."""

import atexit
import collections
import hashlib
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PICTURE = re.compile(r"(?:^|/)[0-9a-f]{2}/[0-9a-f]{62}\.png$")

_counts = {"passed": 0, "failed": 0}


def check(name, good, detail=""):
    """Counts one check; says at once where it fails. Returns whether it passed."""
    if good:
        _counts["passed"] += 1
    else:
        _counts["failed"] += 1
        print(f"FAILED: {name}" + (f": {detail}" if str(detail) else ""), flush=True)
    return bool(good)


def skip(name, reason):
    print(f"SKIPPED: {name}: {reason}", flush=True)


def finish():
    """The last line, and the exit status of the test."""
    print(f"{_counts['passed']} passed, {_counts['failed']} failed", flush=True)
    sys.exit(1 if _counts["failed"] else 0)


def tool():
    path = os.path.abspath(os.environ.get("TEXTRENDER") or os.path.join(ROOT, ".build/release/textrender"))
    if not os.access(path, os.X_OK):
        check("the tool", False, f"none at {path}; build it or set TEXTRENDER")
        finish()
    return path


def quick():
    """Whether small counts are asked for."""
    return "--quick" in sys.argv or bool(os.environ.get("REACH_QUICK"))


def amount(option, usual, small):
    """A number: that after OPTION on the command line, otherwise SMALL with --quick, otherwise USUAL."""
    if option in sys.argv:
        return int(sys.argv[sys.argv.index(option) + 1])
    return small if quick() else usual


def lines(requests):
    """Requests as the bytes that batch reads."""
    return b"".join(json.dumps(r, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for r in requests)


def whole_lines(data):
    """The values of the lines that end with a line feed: the last one of a process that was killed may be torn."""
    return [json.loads(line) for line in data.split(b"\n")[:-1]]


def summary(err):
    """The last line of standard error, None where that is no summary."""
    try:
        found = json.loads(err.decode().rstrip("\n").rpartition("\n")[2])
        return found if isinstance(found, dict) and "done" in found else None
    except ValueError:
        return None


# One run of batch: its status (negative: a signal), standard output and error, the replies, the summary, seconds.
Run = collections.namedtuple("Run", "code out err replies summary seconds")


def batch(*args, data=b"", limit=300, **more):
    """Runs batch over bytes (or over more["stdin"]). One that takes LIMIT seconds is killed: its status is -9."""
    if "stdin" not in more:
        more["stdin"] = subprocess.PIPE
    more.setdefault("stdout", subprocess.PIPE)
    more.setdefault("stderr", subprocess.PIPE)
    began = time.monotonic()
    child = subprocess.Popen([tool(), "batch", *map(str, args)], **more)
    try:
        out, err = child.communicate(data if more["stdin"] == subprocess.PIPE else None, timeout=limit)
    except subprocess.TimeoutExpired:
        child.kill()
        out, err = child.communicate()
    out, err = out or b"", err or b""
    return Run(child.returncode, out, err, whole_lines(out), summary(err), time.monotonic() - began)


def end_within(child, seconds):
    """The status with which a child ends in time; None if it does not, and then it is killed."""
    try:
        return child.wait(seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        return None


def end_children(parent="self"):
    """Ends what this process has started and what that has started."""
    try:
        tasks = [os.path.join(f"/proc/{parent}/task", task, "children") for task in os.listdir(f"/proc/{parent}/task")]
    except OSError:
        return
    for task in tasks:
        try:
            with open(task) as file:
                children = file.read().split()
        except OSError:
            continue
        for child in children:
            end_children(child)
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                pass


def scratch():
    """A folder that goes away with the process and what that has started, also where SIGTERM ends it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = tempfile.mkdtemp(prefix="reach-")

    def close():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        end_children()
        for _ in range(20):  # What has just been ended may still make a file.
            shutil.rmtree(folder, ignore_errors=True)
            if not os.path.exists(folder):
                break
            time.sleep(0.1)

    atexit.register(close)
    return folder


def files(folder):
    """The paths of all that is no folder, relative to FOLDER, sorted."""
    return sorted(
        os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(folder) for name in names
    )


def outputs(folder):
    """{relative path: SHA-256 of the bytes} of all files."""
    found = {}
    for name in files(folder):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def whole_png(data):
    """Whether the bytes are a PNG from its signature to IEND, each chunk with the right CRC, the pixels complete."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return False
    place, pixels = 8, []
    while place + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        end = place + 12 + length
        if end > len(data) or zlib.crc32(data[place + 4 : end - 4]) != struct.unpack(">I", data[end - 4 : end])[0]:
            return False
        if kind == b"IDAT":
            pixels.append(data[place + 8 : end - 4])
        if kind == b"IEND":
            inflate = zlib.decompressobj()
            try:
                inflate.decompress(b"".join(pixels))
            except zlib.error:
                return False
            return end == len(data) and inflate.eof
        place = end
    return False


def leftovers(folder):
    """Files that are no finished pictures: other names than those of the results, short or torn pictures."""
    found = []
    for name in files(folder):
        path = os.path.join(folder, name)
        if os.path.islink(path) or not PICTURE.search(name):
            found.append(name)
            continue
        with open(path, "rb") as file:
            if not whole_png(file.read()):
                found.append(name)
    return found
