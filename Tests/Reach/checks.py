# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of this folder share: counted checks, the tool, what it left in a folder."""
import atexit
import hashlib
import os
import re
import shutil
import struct
import sys
import tempfile
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


def scratch():
    """A folder that goes away with the process."""
    folder = tempfile.mkdtemp(prefix="reach-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def files(folder):
    """The paths of all that is no folder, relative to FOLDER, sorted."""
    return sorted(os.path.relpath(os.path.join(place, name), folder)
                  for place, _, names in os.walk(folder) for name in names)


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
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        end = place + 12 + length
        if end > len(data) or zlib.crc32(data[place + 4:end - 4]) != struct.unpack(">I", data[end - 4:end])[0]:
            return False
        if kind == b"IDAT":
            pixels.append(data[place + 8:end - 4])
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
