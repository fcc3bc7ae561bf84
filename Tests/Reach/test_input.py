#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Bad input to a batch, and what lies about it: lines, ids, folders, checkpoints, standard error, limits of failures.

    python3 test_input.py [--quick]

The last line is 'N passed, N failed'.
"""

import fcntl
import json
import os
import random
import subprocess
import threading
import time

import checks
from checks import check
import texts

BOM = b"\xef\xbb\xbf"
LIMIT = 30  # seconds that a run of a few requests may take
# What fails in any folder: `into` leads out of it.
BAD = {"document": {"text": "bad", "systemFonts": False}, "into": "../bad"}


def good(index, **more):
    return {"id": index, "document": {"text": f"good {index}", "systemFonts": False}, **more}


def run(*args, data=b"", limit=LIMIT, **more):
    return checks.batch(*args, data=data, limit=limit, **more)


def exits(ran):
    return [reply["exit"] for reply in ran.replies]


def names(ran):
    return [reply.get("name") for reply in ran.replies]


def forms(folder):
    """Line ends, a BOM, a torn last line, what is no request, the same id twice."""
    requests = list(texts.requests(5, seed=4))
    plain = checks.lines(requests)
    into = os.path.join(folder, "forms")
    usual = run("--into", into, data=plain)
    check("five requests", usual.code == 0 and exits(usual) == [0] * 5, usual.err)
    for name, data in {
        "CRLF": plain.replace(b"\n", b"\r\n"),
        "a BOM": BOM + plain,
        "a BOM and CRLF": BOM + plain.replace(b"\n", b"\r\n"),
        "no last line feed": plain[:-1],
        "no last line feed, but CR": plain[:-1] + b"\r",
    }.items():
        ran = run("--into", into, data=data)
        check(f"{name}: the same replies", ran.code == 0 and ran.out == usual.out, (ran.code, ran.out[:200]))
        record = os.path.join(folder, f"{name}.checkpoint")
        run("--into", into, "--checkpoint", record, data=data)
        end = data.rindex(b"\n") + 1
        check(f"{name}: the checkpoint is the end of the last whole line", offset(record) == end, offset(record))
        ran = run("--into", into, "--checkpoint", record, "--resume", data=data)
        check(
            f"{name}: resumed, no reply but for a line without its end",
            ran.code == 0 and [r["id"] for r in ran.replies] == ([4] if end < len(data) else []),
            ran.out[:200],
        )
    last = json.dumps(good(6)).encode()
    for cut in (1, len(last) // 2, len(last) - 1):
        record = os.path.join(folder, f"torn-{cut}.checkpoint")
        ran = run("--into", into, "--checkpoint", record, data=plain + last[:cut])
        check(
            f"a last line torn after {cut} bytes fails alone",
            ran.code == 0 and exits(ran) == [0] * 5 + [2] and ran.replies[-1].get("failure") == "usage",
            ran.out[-200:],
        )
        check(
            f"a last line torn after {cut} bytes is not in the checkpoint", offset(record) == len(plain), offset(record)
        )
        # The writer of the input goes on: the line is whole in the second run.
        ran = run("--into", into, "--checkpoint", record, "--resume", data=plain + last + b"\n")
        check(
            f"a last line torn after {cut} bytes is answered once it is whole",
            [(r["id"], r["exit"]) for r in ran.replies] == [(6, 0)],
            ran.out[-200:],
        )
    ran = run("--into", into, data=BOM + plain + BOM + plain)
    check("a BOM amid the input is no part of JSON", exits(ran) == [0] * 5 + [2] + [0] * 4, exits(ran))
    twice = checks.lines([good(1), good(1), {**good(2), "id": 1}])
    ran = run("--into", into, "--jobs", 2, data=twice)
    check(
        "the same id twice: a reply to each, in order",
        ran.code == 0
        and [r["id"] for r in ran.replies] == [1, 1, 1]
        and exits(ran) == [0] * 3
        and names(ran)[0] == names(ran)[1] != names(ran)[2],
        ran.out,
    )
    lines = {
        "blanks": b"   ",
        "no JSON": b"x",
        "a list": b"[1]",
        "a number": b"7",
        "a word": b'"x"',
        "null": b"null",
        "a NUL": b"\0",
        "UTF-16": '{"id":1}'.encode("utf-16"),
        "an id alone": b'{"id":1}',
        "document and scene": b'{"id":1,"document":{"text":"a"},"scene":{"size":[1,1]}}',
        "document and args": b'{"id":1,"document":{"text":"a"},"args":["versions"]}',
        "a document that is a list": b'{"id":1,"document":[]}',
        "a scene that is a word": b'{"id":1,"scene":"x"}',
        "an option of another kind": b'{"id":1,"document":{"text":"a"},"options":{"scale":"much"}}',
        "options that are a list": b'{"id":1,"document":{"text":"a"},"options":[1]}',
        "into a number": b'{"id":1,"document":{"text":"a"},"into":7}',
        "deep": b'{"id":1,"document":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        "a deep id": b'{"id":' + b"[" * 100_000 + b"]" * 100_000 + b',"document":{"text":"a"}}',
        "two values": b'{"id":1,"document":{"text":"a"}} {"id":2}',
    }
    for name, line in lines.items():
        ran = run("--into", into, data=line + b"\n" + json.dumps(good(2)).encode() + b"\n")
        check(
            f"a line that is {name} fails alone",
            ran.code == 0
            and len(ran.replies) == 2
            and ran.replies[0]["exit"] in (1, 2)
            and ran.replies[0]["stderr"].startswith("textrender: ")
            and ran.replies[0].get("failure") == "usage"
            and (ran.replies[1]["id"], ran.replies[1]["exit"]) == (2, 0),
            (ran.code, ran.out[:300], ran.err[-200:]),
        )
    for name, line in {
        "colours": b'{"id":1,"document":{"text":"a","style":{"color":"nocolour"}}}',
        "a picture that is not there": b'{"id":1,"document":{"text":"a","fonts":["none.ttf"]}}',
        "a size too large": b'{"id":1,"document":{"text":"a","systemFonts":false},"options":{"scale":100000}}',
    }.items():
        ran = run("--into", into, data=line + b"\n" + json.dumps(good(2)).encode() + b"\n")
        check(
            f"{name}: a told failure",
            exits(ran)[1:] == [0]
            and ran.replies[0]["exit"] in (1, 2)
            and ran.replies[0].get("failure") in ("usage", "unreadable", "unusableFont", "tooLarge"),
            ran.out[:300],
        )
    ran = run("--into", into, data=b'{"id":1,"document":{"text":"a\xff\xfeb"}}\n')
    check(
        "ill-formed UTF-8 in a text: repaired, and told",
        exits(ran) == [0] and "ill-formed" in ran.replies[0]["stderr"],
        ran.out,
    )
    check(
        "no input: status 0 and a summary",
        (lambda r: r.code == 0 and r.out == b"" and r.summary is not None and r.summary["done"] == 0)(
            run("--into", into)
        ),
    )
    ran = run("--into", into, data=BOM)
    check("a BOM alone: no request", ran.code == 0 and ran.out == b"", ran.out)
    ran = run("--into", into, stdin=os.open(folder, os.O_RDONLY))
    check(
        "an input that is a folder: status 1, told", ran.code == 1 and b"textrender: " in ran.err, (ran.code, ran.err)
    )
    check("nothing is left over", not checks.leftovers(into), checks.leftovers(into)[:3])


def offset(record):
    with open(record) as file:
        return json.load(file)["offset"]


def peak(pid):
    """The most memory that a process has had, in MiB."""
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) >> 10


def huge(folder):
    """One line of 256 MiB: memory stays bounded, the next line is answered."""
    size = (16 if checks.quick() else 256) << 20
    part = b"x" * (1 << 20)
    for name, before, after in (
        ("a text", b'{"id":1,"document":{"text":"', b'","systemFonts":false}}\n'),
        ("an id", b'{"id":"', b'","document":{"text":"a","systemFonts":false}}\n'),
        ("no JSON", b"", b"\n"),
        ("no JSON and no end", b"", b""),
    ):
        what = f"a line of {size >> 20} MiB, {name}"
        child = subprocess.Popen(
            [checks.tool(), "batch", "--into", os.path.join(folder, "huge")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        timer = threading.Timer(300, child.kill)
        timer.start()
        found = []

        def read():
            for line in child.stdout:
                found.append(line if len(line) < 1 << 20 else line[:100] + b"..." + line[-400:])

        reader = threading.Thread(target=read)
        reader.start()
        most = 0
        try:
            child.stdin.write(before)
            for _ in range(size >> 20):
                child.stdin.write(part)
            child.stdin.write(after)
            if after:
                child.stdin.write(checks.lines([good(2)]))
            child.stdin.flush()
            wanted = 2 if after else 0
            while len(found) < wanted and child.poll() is None:
                most = max(most, peak(child.pid))
                time.sleep(0.05)
            most = max(most, peak(child.pid))
            child.stdin.close()
        except (BrokenPipeError, StopIteration, FileNotFoundError):
            pass
        reader.join(300)
        err = child.stderr.read()
        code = child.wait()
        timer.cancel()
        check(f"{what}: status 0", code == 0, (code, err[-300:]))
        check(f"{what}: memory stays below 600 MiB", 0 < most < 600, f"{most} MiB")
        print(f"{what}: {most} MiB at most", flush=True)
        if after:
            check(
                f"{what}: it has a reply, and so has the next line",
                len(found) == 2 and b'"id":2,"exit":0' in found[1],
                [line[:300] for line in found],
            )
            check(
                f"{what}: it is drawn, or told as a failure",
                found and (b'"failure":"' in found[0][-1000:] or name == "an id" and b'"exit":0' in found[0][-1000:]),
                found and found[0][:300],
            )
        else:
            check(f"{what}: it has a reply", len(found) == 1 and b'"failure":"' in found[0], [f[:300] for f in found])
    # The reply to a line must not depend on how its bytes come: from a file, or with a pause before the last ones.
    line = b'{"id":1,"document":{"text":"' + b"x" * (256 << 20) + b'","systemFonts":false}}\n'
    source = os.path.join(folder, "line.ndjson")
    with open(source, "wb") as file:
        file.write(line)
    with open(source, "rb") as file:
        seen = {run("--inline", stdin=file, limit=300).out[:300]: "from a file"}
    for tail in (10, 24) if checks.quick() else (1, 10, 24, 30, 70_000):
        child = subprocess.Popen([checks.tool(), "batch", "--inline"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        child.stdin.write(line[:-tail])
        child.stdin.flush()
        time.sleep(0.3)
        seen.setdefault(child.communicate(line[-tail:], timeout=300)[0][:300], f"a pause before the last {tail} bytes")
    check("a line of 256 MiB has the same reply however its bytes come", len(seen) == 1, seen)


def ids(folder):
    """Ids are copied as they stand."""
    given = [
        '{"b":1,"a":{"c":[1,2,{"d":null}]}}',
        '[1,"two",null,true]',
        '"a \\" \\u00e9 é \\n 𝄞"',
        "1",
        "-0.0",
        "1.0",
        "1e2",
        "12345678901234567890123",
        "0.1000000000000000055511151231257827",
        "null",
        "true",
        '""',
        "{}",
        "[]",
        '"\\ud83d\\ude00"',
        '{"a":1,"a":2}',
        '"' + "x" * 100_000 + '"',
    ]
    data = "".join(f'{{"id":{i},"document":{{"text":"a","systemFonts":false}}}}\n' for i in given).encode()
    data += "".join(
        f'{{"document":{{"text":"a","systemFonts":false}},"into":"../x","id":{i}}}\n' for i in given
    ).encode()
    ran = run("--into", os.path.join(folder, "ids"), data=data)
    replies = ran.out.decode().split("\n")[:-1]
    check("ids: a reply to each", ran.code == 0 and len(replies) == 2 * len(given), (ran.code, len(replies)))
    for i, reply in zip(given + given, replies):
        check(f"the id {i[:40]} is copied unchanged", reply.startswith(f'{{"id":{i},'), reply[:120])


def places(folder):
    """An `into` that leads out is refused, and nothing is written outside."""
    base = os.path.join(folder, "places")
    inside, outside = os.path.join(base, "inside"), os.path.join(base, "outside")
    os.makedirs(os.path.join(inside, "sub"))
    os.mkdir(outside)
    os.symlink(outside, os.path.join(inside, "out"))
    os.symlink("../outside", os.path.join(inside, "out-relative"))
    os.symlink("..", os.path.join(inside, "sub", "up"))
    os.symlink("../..", os.path.join(inside, "sub", "up-twice"))
    os.symlink("sub", os.path.join(inside, "within"))
    os.symlink("loop", os.path.join(inside, "loop"))
    os.symlink(os.path.join(outside, "none"), os.path.join(inside, "dangling"))
    open(os.path.join(inside, "file"), "w").close()
    before = checks.files(base)
    refused = [
        "..",
        "../",
        "../outside",
        "sub/..",
        "sub/../..",
        "sub/../../outside",
        "./..",
        outside,
        "/",
        "/tmp",
        "out",
        "out/",
        "out/x",
        "out-relative",
        "out-relative/x",
        "sub/up-twice",
        "sub/up-twice/outside",
        "a\0b",
        "..\0",
        "dangling",
        "dangling/x",
        "loop",
        "loop/x",
        "file",
        "file/x",
        "x" * 300,
    ]
    for flags in ([], ["--resume"]):
        data = checks.lines([good(i, into=place) for i, place in enumerate(refused)] + [good(99)])
        ran = run("--into", inside, *flags, data=data)
        check(f"places{flags}: a reply to each", ran.code == 0 and len(ran.replies) == len(refused) + 1, ran.err[-300:])
        for place, reply in zip(refused, ran.replies):
            # What is no folder may count as one that cannot be made.
            kinds = {"usage": 2} | ({"notWritten": 1} if place[:4] in ("dang", "loop", "file", "xxxx") else {})
            check(f"into {place[:40]!r}{flags} is refused", kinds.get(reply.get("failure")) == reply["exit"], reply)
        check(f"places{flags}: the last one is drawn", ran.replies[-1]["exit"] == 0, ran.replies[-1])
        new = [name for name in checks.files(base) if name not in before and not name.startswith("inside/")]
        check(f"places{flags}: nothing is written outside", not new and not os.listdir(outside), new[:3])
    allowed = ["sub", "sub/", "new/deep/er", "./sub", "sub//x", ".", "within", " ", "é", "..a", "a..", "...", "~"]
    ran = run("--into", inside, data=checks.lines([good(i, into=place) for i, place in enumerate(allowed)]))
    for place, reply in zip(allowed, ran.replies):
        fine = (
            reply["exit"] == 0
            and os.path.isfile(reply["name"])
            and os.path.realpath(reply["name"]).startswith(os.path.realpath(os.path.join(inside, place)))
        )
        check(f"into {place!r} is drawn there", fine, reply)
    deep = os.path.join(base, "deep")
    ran = run("--into", deep, data=checks.lines([good(1, into="x/" * 3000), good(2)]), limit=10)
    check("into of 3,000 folders: refused, without delay", exits(ran) in ([1, 0], [2, 0]), (ran.code, ran.out[:100]))
    subprocess.run(["rm", "-rf", deep])
    # The folder of --into itself may be a symlink: whoever calls says so. And without --into it is the current one.
    os.symlink(inside, os.path.join(base, "link"))
    ran = run("--into", os.path.join(base, "link"), data=checks.lines([good(1), good(2, into="sub")]))
    check("--into that is a symlink", exits(ran) == [0, 0], ran.out[:300])
    here = os.path.join(base, "here")
    os.mkdir(here)
    ran = run(data=checks.lines([good(1), good(2, into="sub"), good(3, into="../x")]), cwd=here)
    check(
        "without --into: the current folder for those with into, a failure for those without",
        exits(ran) == [2, 0, 2] and os.listdir(here) == ["sub"],
        ran.out[:400],
    )
    ran = run("--inline", data=checks.lines([good(1), good(2, into="sub")]), cwd=here)
    check(
        "--inline without a folder: no name, and the picture",
        exits(ran) == [0, 0] and "name" not in ran.replies[0] and "png" in ran.replies[0] and "png" in ran.replies[1],
        ran.out[:200],
    )


def written(members):
    """The bytes of a checkpoint, which is known by how it begins."""
    return json.dumps(members, separators=(",", ":")).encode()


def checkpoints(folder):
    """Checkpoints of other inputs, versions and fonts, torn and damaged; and places that take none."""
    into = os.path.join(folder, "checkpoints")
    requests = [good(i) for i in range(6)]
    data, half = checks.lines(requests), checks.lines(requests[:3])
    record = os.path.join(folder, "checkpoint")

    def made(content=None):
        if os.path.exists(record):
            os.unlink(record)
        if content is None:
            run("--into", into, "--checkpoint", record, data=half)
            with open(record, "rb") as file:
                return file.read()
        with open(record, "wb") as file:
            file.write(content)

    def resumed(given=data):
        return run("--into", into, "--checkpoint", record, "--resume", data=given)

    whole = made()
    run("--into", into, data=data)
    there = checks.outputs(into)
    ran = resumed()
    check(
        "resumed: the rest alone is answered",
        ran.code == 0 and [r["id"] for r in ran.replies] == [3, 4, 5],
        ran.out[:200],
    )
    for name, given in {
        "another input": checks.lines([good(9)] * 9),
        "a byte before its offset changed": half.replace(b"good 1", b"good 7") + data[len(half) :],
        "the input cut before its offset": checks.lines(requests[:2]),
        "no input": b"",
        "the input cut by one byte": half[:-1],
    }.items():
        made(whole)
        ran = resumed(given)
        with open(record, "rb") as file:
            same = file.read() == whole
        check(
            f"{name}: refused with 2 and told, nothing drawn, the checkpoint as it was",
            ran.code == 2 and ran.out == b"" and b"checkpoint" in ran.err and same and checks.outputs(into) == there,
            (ran.code, ran.out[:100], ran.err),
        )
        # A pipe that goes on is not read to its end before the refusal, nor waited for.
    made(whole)
    child = subprocess.Popen(
        [checks.tool(), "batch", "--into", into, "--checkpoint", record, "--resume"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    child.stdin.write(checks.lines([good(9)] * 9))
    child.stdin.flush()
    code = checks.end_within(child, 5)
    child.stdin.close()
    check("another input by a pipe that stays open: refused at once", code == 2, code)
    made(whole)
    ran = run("--into", into, "--checkpoint", record, data=data)
    with open(record, "rb") as file:
        now = file.read()
    check(
        "without --resume: told; either from the beginning or refused and as it was",
        b"checkpoint" in ran.err
        and (ran.code == 0 and len(ran.replies) == 6 or ran.code == 2 and ran.out == b"" and now == whole),
        (ran.code, ran.err),
    )

    members = json.loads(whole)
    check(
        "a checkpoint tells offset, versions and fonts",
        members.get("offset") == len(half)
        and any("version" in m for m in members)
        and any("font" in m.lower() for m in members),
        members,
    )
    for member in [m for m in members if "version" in m or "font" in m.lower()]:
        other = "another" if isinstance(members[member], str) else {"/none.ttf": "another"}
        made(written({**members, member: other}))
        ran = resumed()
        check(
            f"another {member}: told, and from the beginning",
            ran.code == 0
            and [r["id"] for r in ran.replies] == list(range(6))
            and b"textrender: " in ran.err
            and all(r["reused"] for r in ran.replies),
            (ran.code, ran.err, ran.out[:99]),
        )
        check(f"another {member}: then it is of this one", resumed().out == b"")

    def never_claims_more(name):
        """Whatever the checkpoint says: refused, or all is answered that the true one leaves."""
        ran = resumed()
        answered = [r["id"] for r in ran.replies]
        return (
            ran.code == 2
            and ran.out == b""
            and ran.err
            or ran.code == 0
            and answered in ([3, 4, 5], list(range(6)))
            and exits(ran) == [0] * len(answered)
        ), (name, ran.code, answered, ran.err)

    for value in (
        0,
        -1,
        1,
        len(half) - 1,
        len(half) + 1,
        len(data),
        10**6,
        2**63 - 1,
        2**63,
        2**64,
        1e300,
        0.5,
        "7",
        None,
        True,
        [],
        {},
    ):
        made(written({**members, "offset": value}))
        fine, what = never_claims_more(value)
        check(f"a checkpoint with the offset {value!r} never claims more", fine, what)
    for member in members:
        made(written({m: v for m, v in members.items() if m != member}))
        fine, what = never_claims_more(member)
        check(f"a checkpoint without {member} never claims more", fine, what)
    wrong, started = [], 0
    for cut in range(len(whole) + 1) if not checks.quick() else range(0, len(whole) + 1, 16):
        made(whole[:cut])
        ran = resumed()
        answered = [r["id"] for r in ran.replies]
        # Without the last line feed it may count as whole.
        if not (
            ran.code == 0
            and exits(ran) == [0] * len(answered)
            and (
                answered == list(range(6))
                and b"textrender: " in ran.err
                or cut >= len(whole) - 1
                and answered == [3, 4, 5]
            )
        ):
            wrong.append((cut, ran.code, answered, ran.err))
        started += len(answered) == 6
    check("a checkpoint torn at every length: told, and from the beginning", not wrong and started, wrong[:2])
    chance, wrong = random.Random(8), []
    for turn in range(60 if checks.quick() else 600):
        changed = bytearray(whole)
        for _ in range(chance.choice((1, 1, 3, 30))):
            changed[chance.randrange(len(whole))] = chance.choice(
                (0, 0x20, 0x30 + chance.randrange(10), chance.randrange(256))
            )
        made(bytes(changed))
        fine, what = never_claims_more(turn)
        if not fine:
            wrong.append((bytes(changed), what))
    check("a checkpoint with bytes changed never claims more", not wrong, wrong[:1])
    for name, content in {"empty": b"", "twice": whole + whole, "cut": whole[:9]}.items():
        made(content)
        ran = resumed()
        check(
            f"a checkpoint that is {name}: told, and from the beginning",
            ran.code == 0 and len(ran.replies) == 6 and b"textrender: " in ran.err,
            (ran.code, ran.err, len(ran.replies)),
        )
    for name, content in {
        "zeroes": bytes(300),
        "random bytes": random.Random(9).randbytes(4000),
        "a list": b"[]",
        "requests": data,
        "a megabyte of brackets": b"[" * (1 << 20),
    }.items():
        made(content)
        ran = resumed()
        with open(record, "rb") as file:
            kept = file.read() == content
        check(
            f"{name} for a checkpoint: refused, and the file is kept",
            ran.code == 2 and kept and ran.out == b"" and b"textrender: " in ran.err,
            (ran.code, ran.err, kept),
        )
    made(b"")
    os.truncate(record, 4 << 30)
    ran = run("--into", into, "--checkpoint", record, "--resume", data=data, preexec_fn=lambda: limited(1 << 30))
    check(
        "a checkpoint of 4 GiB is not read whole",
        ran.code in (0, 1, 2) and b"textrender: " in ran.err,
        (ran.code, ran.err[:300]),
    )
    os.unlink(record)
    check("checkpoints: the pictures are as they were", checks.outputs(into) == there)

    closed = os.path.join(folder, "is a file")
    open(closed, "w").close()
    pipe = os.path.join(folder, "checkpoint.pipe")
    os.mkfifo(pipe)
    impossible = {
        "in a folder that does not exist": os.path.join(folder, "none", "checkpoint"),
        "a folder": folder,
        "below a file": os.path.join(closed, "checkpoint"),
        "empty": "",
        "a pipe": pipe,
        "/dev/full": "/dev/full",
        "/dev/zero": "/dev/zero",
        "too long": os.path.join(folder, "x" * 300),
    }
    if os.path.isdir("/proc/self"):
        impossible["in a folder that takes no files"] = "/proc/checkpoint"
    for name, path in impossible.items():
        for flags in ([], ["--resume"]):
            child = subprocess.Popen(
                [checks.tool(), "batch", "--into", into, "--checkpoint", path, *flags],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            try:
                out, err = child.communicate(data, timeout=10)
            except subprocess.TimeoutExpired:
                child.kill()
                out, err = child.communicate()
            check(
                f"a checkpoint {name}{' '.join([''] + flags)}: told, and no success",
                child.returncode in (1, 2) and b"textrender: " in err,
                (child.returncode, err[-300:]),
            )
    check(
        "/dev/full and /dev/zero are as they were",
        all(os.path.exists(p) and not os.path.isfile(p) for p in ("/dev/full", "/dev/zero")),
    )


def limited(memory):
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def errors(folder):
    """Standard error that takes nothing: it must do its work and end all the same."""
    requests = list(texts.requests(200, seed=6))
    data = checks.lines(requests)
    into = os.path.join(folder, "errors-usual")
    usual = run("--into", into, data=data)
    expected = checks.outputs(into)

    def same(name, code, out, place, limit_note=""):
        check(
            f"{name}: status 0, all replies",
            code == 0
            and [r["id"] for r in checks.whole_lines(out)] == [r["id"] for r in usual.replies]
            and out.replace(place.encode(), b"") == usual.out.replace(into.encode(), b""),
            (code, len(out), limit_note),
        )
        check(f"{name}: the files", checks.outputs(place) == expected)

    place = os.path.join(folder, "errors-full")
    with open("/dev/full", "wb") as full:
        ran = run("--into", place, "--checkpoint", os.path.join(folder, "errors.checkpoint"), data=data, stderr=full)
    same("full standard error", ran.code, ran.out, place)
    check("full standard error: the checkpoint", offset(os.path.join(folder, "errors.checkpoint")) == len(data))
    for refused in (["--fail-after", "x"], ["--checkpoint", folder]):
        with open("/dev/full", "wb") as full:
            ran = run("--into", place, *refused, data=data, stderr=full)
        check(f"full standard error and {refused[0]}: its status all the same", ran.code in (1, 2), ran.code)
    # A pipe that is full and that nobody reads.
    read, write = os.pipe()
    os.set_blocking(write, False)
    try:
        while True:
            os.write(write, b"x" * 4096)
    except BlockingIOError:
        pass
    os.set_blocking(write, True)
    place = os.path.join(folder, "errors-pipe")
    ran = run("--into", place, data=data, stderr=write, limit=20)
    same("standard error a full pipe that is never read", ran.code, ran.out, place, f"{ran.seconds:.0f} s")
    flags = fcntl.fcntl(write, fcntl.F_GETFL)
    check("standard error a pipe: its mode is as it was for those who share it", not flags & os.O_NONBLOCK)
    os.close(read)
    place = os.path.join(folder, "errors-left")
    ran = run("--into", place, data=data, stderr=write)
    same("standard error a pipe whose reader left", ran.code, ran.out, place)
    os.close(write)
    # A descriptor that is closed: the next file must not become standard error, output or input.
    for number, name in ((2, "standard error"), (1, "standard output"), (0, "standard input")):
        place = os.path.join(folder, f"errors-closed-{number}")
        record = place + ".checkpoint"
        ran = subprocess.run(
            ["sh", "-c", f'exec "$0" batch --into "$1" --checkpoint "$2" {number}>&-', checks.tool(), place, record],
            input=data,
            capture_output=True,
            timeout=LIMIT,
        )
        if number == 2:
            same(f"{name} closed", ran.returncode, ran.stdout, place)
            check(f"{name} closed: the checkpoint", offset(record) == len(data))
        else:
            # No input may count as one that is empty.
            nothing = number == 0 and ran.returncode == 0 and (checks.summary(ran.stderr) or {}).get("done") == 0
            check(
                f"{name} closed: status 1, told",
                nothing or ran.returncode == 1 and b"textrender: " in ran.stderr,
                (ran.returncode, ran.stderr[-300:]),
            )
            check(
                f"{name} closed: whole pictures alone",
                not os.path.isdir(place) or all(expected.get(n) == h for n, h in checks.outputs(place).items()),
            )


def failures(folder):
    """--fail-after."""
    into = os.path.join(folder, "failures")
    for value in (
        "",
        "x",
        "-1",
        "%",
        "5 %",
        "1.5",
        "-5%",
        "101%",
        "1e3",
        "5%%",
        "nan",
        "nan%",
        "inf%",
        "99999999999999999999",
        " 5",
    ):
        ran = run("--into", into, "--fail-after", value, data=checks.lines([good(1)]))
        check(
            f"--fail-after {value!r} is refused with 2 and told",
            ran.code == 2 and b"--fail-after" in ran.err and ran.out == b"" and not os.path.exists(into),
            (ran.code, ran.err),
        )
    ran = run("--into", into, "--fail-after", data=checks.lines([good(1)]))
    check("--fail-after without a value is refused", ran.code == 2 and ran.out == b"", ran.code)

    def line(kinds):
        return checks.lines(
            [good(i % 7) | {"id": i} if kind == "." else {"id": i, **BAD} for i, kind in enumerate(kinds)]
        )

    for limit, kinds, code in (
        (0, "." * 10, 0),
        (0, "..x.......", 3),
        (0, "." * 9 + "x", 3),
        (0, "x", 3),
        (2, "xx........", 0),
        (2, "xxx.......", 3),
        (2, ".......xxx", 3),
        ("10%", ".........x", 0),
        ("10%", "........xx", 3),
        ("0%", "." * 10, 0),
        ("0%", ".x", 3),
        ("50%", "x.", 0),
        ("50%", "xx.", 3),
        ("100%", "xxx", 0),
        ("50%", "x" * 400 + "." * 500, 0),
        ("50%", "x" * 500 + "." * 500, 0),
        ("50%", "x" * 501 + "." * 499, 3),
        ("10%", "x" * 100 + "." * 1900, 0),
        ("10%", "x" * 110 + "." * 1890, 3),
        ("10%", "." * 1890 + "x" * 110, 0),
        ("10%", "." * 1000 + "x" * 200, 3),
    ):
        ran = run("--into", into, "--fail-after", limit, data=line(kinds))
        told = kinds if len(kinds) < 20 else f"{len(kinds)} requests that begin with {kinds[:1]}"
        what = f"--fail-after {limit} of {told}"
        check(f"{what}: status {code}", ran.code == code, (ran.code, ran.summary))
        ids_seen = [r["id"] for r in ran.replies]
        check(
            f"{what}: replies from the first on{', all' if code == 0 else ''}",
            ids_seen == list(range(len(ids_seen))) and (code == 3 or len(ids_seen) == len(kinds)),
            len(ids_seen),
        )
        check(
            f"{what}: the summary counts the replies",
            ran.summary is not None
            and ran.summary["done"] == exits(ran).count(0)
            and sum(ran.summary["failed"].values()) == len(ids_seen) - exits(ran).count(0),
            ran.summary,
        )
    # Without end: it reads no further, though the input stays open; and its checkpoint goes as far as its replies.
    record = os.path.join(folder, "failures.checkpoint")
    child = subprocess.Popen(
        [checks.tool(), "batch", "--into", into, "--fail-after", "0", "--checkpoint", record],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    data = line("....x")
    child.stdin.write(data)
    child.stdin.flush()
    code = checks.end_within(child, 5)
    answered = len(child.stdout.read().splitlines())
    for stream in (child.stdin, child.stdout, child.stderr):
        stream.close()
    check("--fail-after 0 with an input that stays open: ends with 3", code == 3 and answered == 5, (code, answered))
    check("--fail-after 0: the checkpoint ends where the replies do", offset(record) == len(data), offset(record))
    os.unlink(record)
    many = line("." * 50 + "x" + "." * 4000)
    ran = run("--into", into, "--fail-after", 0, "--checkpoint", record, data=many)
    check("--fail-after 0: the rest is not read", ran.code == 3 and 51 <= len(ran.replies) < 4000, len(ran.replies))
    check(
        "--fail-after 0 amid the input: the checkpoint ends where the replies do",
        offset(record) == sum(len(part) + 1 for part in many.split(b"\n")[: len(ran.replies)]),
        offset(record),
    )
    for words in (
        ["--jobs", "0"],
        ["--jobs", "-1"],
        ["--jobs", "x"],
        ["--jobs", "1000000"],
        ["--checkpoint", record + "2", "-o", record + ".out"],
        ["--nothing"],
        ["word"],
    ):
        ran = run("--into", into, *words, data=line("."))
        check(
            f"batch {' '.join(words[:1])} {os.path.basename(words[-1])} is refused with 2",
            ran.code == 2 and ran.out == b"" and b"textrender: " in ran.err,
            (ran.code, ran.err),
        )


def main():
    checks.tool()
    folder = checks.scratch()
    for part in (forms, ids, places, checkpoints, errors, failures, huge):
        part(folder)
    checks.finish()


if __name__ == "__main__":
    main()
