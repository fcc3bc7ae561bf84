#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Crosses the boundaries of textrender from outside: what lies beyond a folder is neither read nor written, and
nothing that is no file is waited for.

    python3 Tests/Conformance/boundary.py              # a minute
    python3 Tests/Conformance/boundary.py races        # one group: names, kinds, tiles, into, checkpoints, races

Below the root pictures are lime, beyond it magenta: a magenta pixel in a result is a file that was read, a file
in the folder `beyond` that was not there before is one that was written. In `races`, another process exchanges a
folder or a file with a link or a pipe, without a moment at which there is neither, while the tool runs.
What the command line itself names is the caller's own: links there are followed.

TEXTRENDER names the tool (default: .build/release/textrender). The last line is 'N passed, N failed'.
"""
import base64
import ctypes
import hashlib
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib

import pictures

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
TOOL = os.path.abspath(os.environ.get("TEXTRENDER", os.path.join(ROOT, ".build/release/textrender")))
FONT = os.path.abspath(os.path.join(ROOT, "Fonts/files/NotoSans-Regular.ttf"))
OTHER_FONT = os.path.abspath(os.path.join(ROOT, "Fonts/files/LiberationMono-Regular.ttf"))
LIME, MAGENTA = (0, 255, 0, 255), (255, 0, 255, 255)
PATIENCE = 15  # seconds after which a run counts as one that hangs
RACE = 4.0  # seconds of a race
passed = failed = 0


def note(name, problems):
    global passed, failed
    if problems:
        failed += 1
        print(f"FAILED: {name}: {'; '.join(problems)}", flush=True)
    else:
        passed += 1


# --- pictures ---------------------------------------------------------------------------------
def png(color, side=8):
    raw = b"".join(b"\0" + bytes(color) * side for _ in range(side))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


def shows(data, color):
    """Whether a PNG has a pixel of a colour."""
    _, _, rows = pictures.read_png(data)
    wanted = bytes(color)
    return any(row[x:x + 4] == wanted for row in rows for x in range(0, len(row), 4))


def save(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def load(path):
    with open(path, "rb") as file:
        return file.read()


# --- runs -------------------------------------------------------------------------------------
class Run:
    """One run of the tool: its exit status (None if it hung), its output and its messages."""

    def __init__(self, args, stdin=b"", cwd=None):
        child = subprocess.Popen([TOOL] + args, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, cwd=cwd)
        try:
            self.out, err = child.communicate(stdin, timeout=PATIENCE)
            self.code = child.returncode
        except subprocess.TimeoutExpired:
            child.kill()
            self.out, err = child.communicate()
            self.code = None
        self.err = err.decode("utf-8", "replace")

    def problems(self, exits):
        if self.code is None:
            return [f"hung for {PATIENCE} s"]
        if self.code < 0:
            return [f"ended by signal {-self.code}"]
        if "Fatal error" in self.err:
            return [self.err[:200]]
        return [] if self.code in exits else [f"exit {self.code}, not {exits}: {self.err.strip()[:200]}"]


def scene(layer):
    return json.dumps({"size": [16, 16], "layers": [layer]}).encode()


# Everything in a scene that may name a picture.
PLACES = {
    "contents": lambda name: {"frame": [0, 0, 16, 16], "contents": {"image": name}},
    "mask": lambda name: {"frame": [0, 0, 16, 16], "backgroundColor": "magenta",
                          "mask": {"frame": [0, 0, 16, 16], "contents": {"image": name}}},
    "particle": lambda name: {"type": "emitter", "frame": [0, 0, 16, 16], "emitterPosition": [8, 8], "time": 1,
                              "cells": [{"birthRate": 5, "lifetime": 9, "contents": {"image": name}}]},
    "attachment": lambda name: {"type": "text", "frame": [0, 0, 16, 16], "document": {
        "text": "\ufffc", "attachments": [{"at": 0, "image": name, "size": [12, 12]}]}},
    "layer in text": lambda name: {"type": "text", "frame": [0, 0, 16, 16], "document": {
        "text": "\ufffc", "attachments": [
            {"at": 0, "scene": {"bounds": [12, 12], "contents": {"image": name}}, "size": [12, 12]}]}},
}


class Place:
    """A folder with a root, `pics`, and what lies beside it."""

    def __init__(self, folder):
        self.folder = folder
        self.root = os.path.join(folder, "pics")
        self.beyond = os.path.join(folder, "beyond")
        for name in ("in.png", "sub/in.png", "sub/deeper/in.png", "0_0.png", "sub/0_0.png"):
            save(os.path.join(self.root, name), png(LIME))
        for name in ("secret.png", "0_0.png", "deep/secret.png"):
            save(os.path.join(self.beyond, name), png(MAGENTA))
        # Beside the root, with its name as the beginning of theirs.
        save(self.root + "-private/secret.png", png(MAGENTA))
        save(self.root + "-private/0_0.png", png(MAGENTA))
        save(self.root + ".png", png(MAGENTA))
        shutil.copy(FONT, os.path.join(self.root, "in.ttf"))
        shutil.copy(OTHER_FONT, os.path.join(self.beyond, "secret.ttf"))
        for name, target in {
            "absolute": self.beyond + "/secret.png", "relative": "../beyond/secret.png",
            "sub/relative": "../../beyond/secret.png", "beside": "../pics-private/secret.png",
            "folder": "../beyond", "up": "..", "top": "/", "twice": "relative", "through": "folder/secret.png",
            "round": "../pics/../beyond/secret.png", "process": "/proc/self/root" + self.beyond + "/secret.png",
            "cwd": "/proc/self/cwd/beyond/secret.png", "back": "sub/deeper/../../../beyond/secret.png",
            "loop": "loop", "one": "other", "other": "one", "long": "long/x", "dangling": "nothing",
            "dangling-out": "../beyond/nothing", "zero": "/dev/zero", "inside": "sub/in.png",
            "sub/inside": "../in.png", "folder-inside": "sub", "secret.ttf": "../beyond/secret.ttf",
        }.items():
            os.symlink(target, os.path.join(self.root, name))
        os.symlink("pics", os.path.join(folder, "alias"))

    def draw(self, layer, root=None, cwd=None, more=()):
        """The run that draws a scene whose folder is the root, and its picture if there is one."""
        source = os.path.join(self.root, "scene.json")
        target = os.path.join(self.folder, "result.png")
        save(source, scene(layer))
        if os.path.exists(target):
            os.remove(target)
        run = Run(["scene", source, "-o", target, "--image-root", root or self.root, *more], cwd=cwd or self.folder)
        return run, load(target) if os.path.exists(target) else None

    def escapes(self):
        """Names of magenta pictures."""
        out = self.beyond + "/secret.png"
        return {
            "absolute": out, "up": "../beyond/secret.png", "prefix": "../pics-private/secret.png",
            "prefix, absolute": self.root + "-private/secret.png", "prefix of a file": "../pics.png",
            "up from below": "sub/../../beyond/secret.png", "dot and up": "./.././beyond//secret.png",
            "round": "../pics/../beyond/secret.png", "absolute and up": self.root + "/../beyond/secret.png",
            "up from a link": "folder-inside/../../beyond/secret.png", "slashes": "//" + out,
            "process": "/proc/self/cwd/beyond/secret.png", "process root": "/proc/self/root" + out,
            "link, absolute": "absolute", "link, relative": "relative", "link below": "sub/relative",
            "link beside": "beside", "link to a folder": "folder/secret.png", "link up": "up/beyond/secret.png",
            "link to the top": "top" + out, "link of a link": "twice", "link through a link": "through",
            "link round": "round", "link to a process": "process", "link to its folder": "cwd", "link back": "back",
            "many ups": "sub/" + "../" * 40 + out[1:], "many dots": "./" * 500 + "relative",
        }


# --- groups -----------------------------------------------------------------------------------
def names(folder):
    """Names that lead out of the root, wherever a picture may be named; and those that do not."""
    place = Place(folder)
    for where, layer in PLACES.items():
        for what, name in place.escapes().items():
            run, data = place.draw(layer(name))
            problems = run.problems({1})
            if data is not None and shows(data, MAGENTA):
                problems.append("the picture beyond the root is shown")
            note(f"{where}: {what}", problems)
        color = MAGENTA if where == "mask" else LIME
        for name in ("in.png", "sub/in.png", "./sub/../in.png", "sub//deeper/in.png", "inside", "sub/inside",
                     "folder-inside/in.png", os.path.join(place.root, "in.png")):
            run, data = place.draw(layer(name))
            note(f"{where}: {name.replace(folder, '')} is shown",
                 run.problems({0}) or ([] if shows(data, color) else ["it is not"]))
        for name in ("nothing.png", "", ".", "..", "sub", "in.png/", "in.png/x", "in.png/../in.png/..", "a\0b",
                     "in.png\0", "x" * 300, "x/" * 3000, "%2e%2e/beyond/secret.png", "..\\beyond\\secret.png",
                     "file://" + place.beyond + "/secret.png", "~/secret.png", "..%2fbeyond/secret.png", "\n"):
            run, data = place.draw(layer(name))
            problems = run.problems({0, 1, 2})
            if data is not None and shows(data, MAGENTA):
                problems.append("magenta is shown")
            note(f"{where}: {name[:40]!r}", problems)
    # The root by other names.
    for root, cwd in ((place.root + "/", None), ("pics", None), ("./pics/", None), (".", place.root),
                      ("sub/..", place.root), ("alias", None), ("alias/", None), ("../pics", place.root),
                      (place.root + "//sub/../", None), ("pics/up/pics", None)):
        run, data = place.draw(PLACES["contents"]("in.png"), root, cwd)
        note(f"root {root.replace(folder, '')}: inside",
             run.problems({0}) or ([] if shows(data, LIME) else ["it is not shown"]))
        for name in ("../beyond/secret.png", "../pics-private/secret.png", "relative", "folder/secret.png"):
            run, data = place.draw(PLACES["contents"](name), root, cwd)
            note(f"root {root.replace(folder, '')}: {name}", run.problems({1}))
    for root in ("nothing", "pics/in.png", "pics/loop", "pics/dangling", ""):
        for name in ("in.png", "../beyond/secret.png", place.beyond + "/secret.png"):
            run, data = place.draw(PLACES["contents"](name), root or "./nothing/")
            note(f"root {root!r}: {name.replace(folder, '')}", run.problems({1, 2}))
    run = Run(["scene", os.path.join(place.root, "scene.json"), "-o", "x.png", "--image-root", ""], cwd=folder)
    note("root without a name", run.problems({1, 2}))
    run, data = place.draw(PLACES["contents"]("../beyond/secret.png"), "/")
    note("root /", run.problems({0}) or ([] if shows(data, MAGENTA) else ["nothing is shown"]))
    # What is said does not tell whether a file beyond the root is there.
    told = [place.draw(PLACES["contents"](f"../beyond/{name}.png"))[0].err.replace(name, "") for name in
            ("secret", "nothing")]
    told += [place.draw(PLACES["contents"](f"{place.beyond}/{name}.png"))[0].err.replace(name, "") for name in
             ("secret", "nothing")]
    note("a file beyond the root is not told from none",
         [] if told[0] == told[1] and told[2] == told[3] else [f"{told[0].strip()!r}, {told[1].strip()!r}"])
    # The same through the other commands that take a root.
    save(os.path.join(place.root, "document.json"), json.dumps(
        PLACES["attachment"]("../beyond/secret.png")["document"]).encode())
    document = ["--document", os.path.join(place.root, "document.json"), "--image-root", place.root]
    for command in (["render", "-o", os.path.join(folder, "x.png")], ["layout"], ["hit", "--at", "1,1"]):
        note(f"{command[0]}: out", Run(command + document, cwd=folder).problems({1}))
    save(os.path.join(place.root, "scene.json"), scene(PLACES["contents"]("relative")))
    for what in (["--frame", "0"], ["--to", "0.1"], ["--to", "0.1", "--sheet", "2"]):
        run = Run(["animate", os.path.join(place.root, "scene.json"), "-o", os.path.join(folder, "x.png" if
                   "--to" not in what or "--sheet" in what else "x.apng"), "--image-root", place.root, *what])
        note(f"animate {what}: out", run.problems({1}))
    request = json.dumps({"scene": json.loads(scene(PLACES["contents"](place.beyond + "/secret.png"))),
                          "options": {"imageRoot": place.root}}).encode()
    reply = json.loads(Run(["batch", "--inline"], request).out)
    note("batch: out", [] if reply["exit"] == 1 else [str(reply)[:200]])
    # Fonts of a scene: the picture is not drawn with one beyond the root.
    text = {"type": "text", "frame": [0, 0, 16, 16]}

    def with_font(name):
        return text | {"document": {"text": "a", "systemFonts": False, "fonts": [name]}}
    _, inner = place.draw(with_font("in.ttf"))
    _, outer = place.draw(with_font("../beyond/secret.ttf"), "/")
    note("the two fonts differ", [] if inner and outer and inner != outer else ["they do not"])
    for name in (place.beyond + "/secret.ttf", "../beyond/secret.ttf", "secret.ttf", "folder/secret.ttf",
                 "up/beyond/secret.ttf"):
        run, data = place.draw(with_font(name))
        note(f"font {name.replace(folder, '')}", run.problems({1}) + (["drawn with it"] if data == outer else []))
    # Films are refused before anything is read of them.
    for what, name in place.escapes().items():
        run, data = place.draw({"type": "player", "frame": [0, 0, 16, 16], "video": name})
        if "package trait" in run.err:
            print("SKIPPED: films (the tool has none)")
            break
        note(f"film: {what}", run.problems({1}) or
             ([] if re.search("outside|does not exist", run.err) else [f"it was read: {run.err.strip()[:200]}"]))


def kinds(folder):
    """What is no file: pipes, devices, sockets, folders, loops of links; with and without a root."""
    place = Place(folder)
    os.mkfifo(os.path.join(place.root, "pipe"))
    os.symlink("pipe", os.path.join(place.root, "to-pipe"))
    server = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    os.chdir(place.root)  # the path of a socket is short
    server.bind("socket")
    os.chdir(here)
    odd = ["pipe", "to-pipe", "socket", "sub", "loop", "one", "long", "dangling", "dangling-out", "zero"]
    for name, minor in (("null", 3), ("device", 5)):
        try:
            os.mknod(os.path.join(place.root, name), 0o20644, os.makedev(1, minor))
            odd.append(name)
        except OSError:
            print(f"SKIPPED: the device {name} below the root (no right to make one)")
    for name in odd:
        for where, layer in PLACES.items():
            for root in (place.root, "/"):
                run, data = place.draw(layer(name), root)
                note(f"{where}: {name}, root {root.replace(folder, '')}", run.problems({0, 1}))
        source = os.path.join(place.root, "scene.json")
        save(source, scene(PLACES["contents"](name)))
        note(f"contents: {name}, no root", Run(["scene", source, "-o", os.path.join(folder, "x.png")]).problems({1}))
        font = os.path.join(place.root, name)
        for args in (["render", "--text", "a", "--font", font, "-o", os.path.join(folder, "x.png")],
                     ["shape", "--text", "a", "--font", font], ["fonts", "--font", font]):
            note(f"{args[0]} --font {name}", Run(args).problems({1}))
        fonts = {"type": "text", "document": {"text": "a", "fonts": [name]}}
        run, _ = place.draw(fonts)
        note(f"font of a scene: {name}", run.problems({1}))
        document = json.dumps({"text": "a", "fonts": [font]}).encode()
        note(f"font of a document: {name}", Run(["layout", "--document", "-"], document).problems({1}))
        # (A pipe that the command line names is read, hence waited for, as in any command.)
        if not name.endswith("pipe"):
            note(f"tiles {name}", Run(["tiles", font, "--out", os.path.join(folder, "cut")]).problems({1}))
        save(source, b'{"size":[8,8]}')
        run = Run(["scene", source, "--compare", font, "-o", os.path.join(folder, "x.png")])
        note(f"--compare {name}", run.problems({1}))
        reply = Run(["batch", "--inline"], json.dumps(
            {"scene": json.loads(scene(PLACES["contents"](font))), "options": {"imageRoot": place.root}}).encode())
        note(f"batch: {name}", reply.problems({0}) or
             ([] if json.loads(reply.out)["exit"] in (0, 1) else [reply.out[:200].decode()]))
    server.close()
    # Pipes with a writer, where the command line names them, are read.
    pipe = os.path.join(folder, "input")
    os.mkfifo(pipe)
    for args, data in ((["scene", pipe, "-o", os.path.join(folder, "x.png")], b'{"size":[8,8]}'),
                       (["tiles", pipe, "--format", "png", "--out", os.path.join(folder, "piped")], png(LIME)),
                       (["layout", "--document", pipe], b'{"text":"a"}'), (["layout", "--text-file", pipe], b"a")):
        writer = subprocess.Popen([sys.executable, "-c", "import sys; open(sys.argv[1], 'wb').write("
                                   "bytes.fromhex(sys.argv[2]))", pipe, data.hex()])
        note(f"{args[0]} of a pipe", Run(args).problems({0}))
        writer.kill()
        writer.wait()


def tiles(folder):
    """The files of tiled layers, and the patterns of their names."""
    place = Place(folder)
    tiled = {"type": "tiled", "frame": [0, 0, 16, 16], "tileSize": [16, 16]}
    run, data = place.draw(tiled | {"tiles": "%d_%d.png"})
    note("a tile is shown", run.problems({0}) or ([] if shows(data, LIME) else ["it is not"]))
    os.symlink("0_0.png", os.path.join(place.root, "near_0_0.png"))
    for name, target in {"link_0_0.png": "../beyond/0_0.png", "far_0_0.png": place.beyond + "/0_0.png",
                         "loop_0_0.png": "loop_0_0.png", "none_0_0.png": "nothing", "zero_0_0.png": "/dev/zero",
                         "top_0_0.png": "top/" + place.beyond + "/0_0.png"}.items():
        os.symlink(target, os.path.join(place.root, name))
    os.mkfifo(os.path.join(place.root, "pipe_0_0.png"))
    os.mkdir(os.path.join(place.root, "folder_0_0.png"))
    run, data = place.draw(tiled | {"tiles": "near_%d_%d.png"})
    note("a tile by a link is shown", run.problems({0}) or ([] if shows(data, LIME) else ["it is not"]))
    for pattern in ("link_%d_%d.png", "far_%d_%d.png", "loop_%d_%d.png", "none_%d_%d.png", "zero_%d_%d.png",
                    "pipe_%d_%d.png", "folder_%d_%d.png", "folder/%d_%d.png", "up/beyond/%d_%d.png", "top_%d_%d.png",
                    "top" + place.beyond + "/%d_%d.png", place.beyond + "/%d_%d.png", "../beyond/%d_%d.png",
                    "../pics-private/%d_%d.png", place.root + "-private/%d_%d.png", "sub/../../beyond/%d_%d.png",
                    "%d/../../beyond/%d.png", "%d_%d.png/../../beyond/0_0.png", "/%d_%d", "%d%d", "../%d_%d"):
        run, data = place.draw(tiled | {"tiles": pattern})
        problems = run.problems({0, 1, 2})
        if data is not None and shows(data, MAGENTA):
            problems.append("a tile beyond the root is shown")
        note(f"tiles {pattern.replace(folder, '')}", problems)
    for pattern in ("%s_%s.png", "%n_%n", "%d", "%d_%d_%d_%d", "%99d_%d", "%0d_%d", "%-5d_%d", "%lld_%d", "%", "%%",
                    "%d_%d%", "%1$d_%2$d", "%*d_%d", "%d\0_%d", "%02d_%02d_%n", "", "x" * 5000 + "%d_%d"):
        run, data = place.draw(tiled | {"tiles": pattern})
        note(f"pattern {pattern[-20:]!r}", run.problems({1, 2}))
    source = os.path.join(place.root, "in.png")
    for pattern in ("%n.png", "%s%s%d.png", "%d%d.png", "%1000000000d.png", "%*d.png"):
        target = os.path.join(folder, pattern)
        run = Run(["animate", os.path.join(place.root, "scene.json"), "--to", "0.1", "-o", target])
        note(f"frames {pattern}", run.problems({0, 1, 2}))
        run = Run(["render", "--text", "a", "--page-height", "9", "-o", target])
        note(f"pages {pattern}", run.problems({0, 1, 2}))
    # A folder of tiles that is a pipe or a file.
    for out in ("pipe_0_0.png", "in.png", "in.png/x", "loop", "loop/x"):
        run = Run(["tiles", source, "--format", "png", "--out", os.path.join(place.root, out)])
        note(f"--out {out}", run.problems({1}))


def batch(requests, *args, cwd=None):
    lines = b"".join(json.dumps(request).encode() + b"\n" for request in requests)
    run = Run(["batch", *args], lines, cwd)
    return run, [json.loads(line) for line in run.out.splitlines()]


def files_below(folder):
    return sorted(os.path.join(where, name) for where, _, found in os.walk(folder) for name in found)


def into(folder):
    """Pictures of a batch lie below the folder of --into, whatever lies there already."""
    place = Place(folder)
    shot = {"scene": {"size": [8, 8], "background": "lime"}}
    before = files_below(folder)

    def tried(name, request, prepare=lambda results: None, exits=(1, 2), *args):
        results = os.path.join(folder, "results")
        shutil.rmtree(results, ignore_errors=True)
        os.mkdir(results)
        prepare(results)
        run, replies = batch([request], "--into", results, *args)
        problems = run.problems({0})
        if not problems and (len(replies) != 1 or replies[0]["exit"] not in exits):
            problems.append(f"replies {str(replies)[:200]}, not {exits}")
        new = [f for f in files_below(folder) if f not in before and not f.startswith(results + "/")]
        for file in new:
            problems.append(f"wrote {os.path.relpath(file, folder)}")
            os.remove(file)
        if load(os.path.join(place.beyond, "secret.png")) != png(MAGENTA):
            problems.append("a file beyond was overwritten")
            save(os.path.join(place.beyond, "secret.png"), png(MAGENTA))
        note(f"into: {name}", problems)
        return replies

    for name in ("..", "../beyond", "a/../../beyond", place.beyond, "/", "./..", "a/b/../../..", "\0", "a\0/b",
                 "../results-beside", "x/" * 600, "..//beyond"):
        tried(repr(name[:30]), shot | {"into": name})
    for name in ("a", "a/b/", "./a", "a//b", "...", "..a", "a..", " ", "-o", "~", "a\\..\\b", "%2e%2e"):
        tried(f"{name!r} is made", shot | {"into": name}, exits=(0,))

    def link(target, name="a"):
        def prepare(results):
            os.makedirs(os.path.dirname(os.path.join(results, name)), exist_ok=True)
            os.symlink(target, os.path.join(results, name))
        return prepare
    for what, target in {"relative": "../beyond", "absolute": place.beyond, "up": "..", "top": "/",
                         "beside": "../pics-private", "dangling": "../beyond/made", "loop": "a",
                         "pipe": "/dev/null", "process": "/proc/self/cwd"}.items():
        tried(f"link {what}", shot | {"into": "a"}, link(target))
        tried(f"link {what}, below it", shot | {"into": "a/b"}, link(target))
        # (Upwards from `c` is still below the folder.)
        tried(f"link {what}, deeper", shot | {"into": "c/a/b"}, link(target, "c/a"), (0,) if what == "up" else (1, 2))
    reply = tried("the name of a picture", shot, exits=(0,))[0]
    first, last = reply["name"].split("/")[-2:]
    # Its folder is guessed, and lies there already.
    tried("the folder of a name is a link", shot, link("../beyond", first))
    tried("the folder of a name is a file", shot, lambda results: save(os.path.join(results, first), b""))
    tried("the folder of a name is a pipe", shot, lambda results: os.mkfifo(os.path.join(results, first)))

    def planted(make):
        def prepare(results):
            os.mkdir(os.path.join(results, first))
            make(os.path.join(results, first, last))
        return prepare
    victim = os.path.join(place.beyond, "secret.png")
    for resume in ((), ("--resume",)):
        how = ", --resume" if resume else ""
        for what, make in {"link": lambda path: os.symlink(victim, path), "pipe": os.mkfifo,
                           "dangling link": lambda path: os.symlink(place.beyond + "/made.png", path),
                           "device": lambda path: os.symlink("/dev/full", path),
                           "loop": lambda path: os.symlink(os.path.basename(path), path)}.items():
            replies = tried(f"the picture is a {what}{how}", shot, planted(make), (0, 1), *resume)
            path = os.path.join(folder, "results", first, last)
            if replies and replies[0]["exit"] == 0:
                note(f"the picture is a {what}{how}: it is drawn", [] if not replies[0].get("reused")
                     and os.path.isfile(path) and not os.path.islink(path) and shows(load(path), LIME)
                     else [str(replies[0])[:200]])
        tried(f"the picture is a folder{how}", shot, planted(os.mkdir), (1,), *resume)

    def foreign(results):
        # A whole picture lies where the link leads.
        save(os.path.join(place.beyond, "names", last), png(MAGENTA))
        os.symlink("../beyond/names", os.path.join(results, first))
    before.append(os.path.join(place.beyond, "names", last))
    before.sort()
    replies = tried("a whole picture by a link, --resume", shot, foreign, (1, 2), "--resume")
    note("it is not taken for one of the batch", [str(r) for r in replies if r.get("reused")])


def checkpoints(folder):
    """A checkpoint that is none, or says what it likes."""
    place = Place(folder)
    path = os.path.join(folder, "at.json")
    shot = {"id": 1, "scene": {"size": [8, 8], "background": "lime"}}
    common = ["--into", os.path.join(folder, "results"), "--checkpoint", path]
    os.mkfifo(os.path.join(folder, "pipe"))
    for what, make in {"pipe": os.mkfifo, "folder": os.mkdir, "link to a pipe": lambda p: os.symlink("pipe", p),
                       "null": lambda p: os.symlink("/dev/null", p), "zero": lambda p: os.symlink("/dev/zero", p),
                       "loop": lambda p: os.symlink("at.json", p), "another file": lambda p: save(p, b"precious"),
                       "link to another file": lambda p: os.symlink("beyond/secret.png", p)}.items():
        for resume in ([], ["--resume"]):
            make(path)
            run, _ = batch([shot], *common, *resume)
            problems = run.problems({0, 1, 2})
            if what == "another file" and (run.code != 2 or load(path) != b"precious"):
                problems.append(f"exit {run.code}: the file was not kept")
            if load(os.path.join(place.beyond, "secret.png")) != png(MAGENTA):
                problems.append("the file of the link was not kept")
                save(os.path.join(place.beyond, "secret.png"), png(MAGENTA))
            note(f"checkpoint: {what} {resume}", problems)
            if os.path.isdir(path) and not os.path.islink(path):
                os.rmdir(path)
            elif os.path.lexists(path):
                os.remove(path)
    run, _ = batch([shot], *common)
    note("checkpoint: is written", run.problems({0}) or ([] if os.path.exists(path) else ["it is not"]))
    whole = json.loads(load(path))
    lines = json.dumps(shot).encode() + b"\n"
    digest = hashlib.sha256(lines).hexdigest()
    for what, change in {
        "files that do not end": {"files": {"/dev/zero": "00", os.path.join(folder, "pipe"): "00", "/dev/full": "0"}},
        "a folder beyond": {"folder": place.beyond}, "a folder that is none": {"folder": "/dev/null/x"},
        "beyond the input": {"offset": 10**15}, "negative": {"offset": -1}, "a fraction": {"offset": 0.5},
        "in the middle of a line": {"offset": 7, "input": hashlib.sha256(lines[:7]).hexdigest()},
        "of another input": {"input": "0" * 64}, "no hash": {"input": "x"}, "many failed": {"failed": 10**9},
        "the wrong types": {"files": [1], "versions": {}, "count": "1"}, "a NUL": {"files": {"a\0b": "00"}},
    }.items():
        save(path, (json.dumps(whole | {"offset": len(lines), "input": digest} | change) + "\n").encode())
        run, replies = batch([shot], *common, "--resume")
        note(f"checkpoint: {what}", run.problems({0, 1, 2}))
        note(f"checkpoint: {what}: nothing is written beyond",
             [f for f in os.listdir(place.beyond) if f not in ("secret.png", "0_0.png", "deep", "secret.ttf")])
    for what, data in {"empty": b"", "cut": json.dumps(whole).encode()[:40], "deep": b'{"textrenderCheckpoint":1,"x":'
                       + b"[" * 100_000, "bytes": b'{"textrenderCheckpoint":1,' + bytes(range(256))}.items():
        save(path, data)
        note(f"checkpoint: {what}", batch([shot], *common, "--resume")[0].problems({0, 1, 2}))


# Exchanges two paths, again and again, until it is ended.
EXCHANGE = """
import ctypes, sys
libc, a, b = ctypes.CDLL(None, use_errno=True), sys.argv[1].encode(), sys.argv[2].encode()
while libc.renameat2(-100, a, -100, b, 2) == 0:
    pass
"""


def races(folder):
    """A folder or a file that turns into a link or a pipe, and back, while the tool looks and opens."""
    a, b = os.path.join(folder, "a"), os.path.join(folder, "b")
    save(a, b"")
    save(b, b"")
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "renameat2") or libc.renameat2(-100, a.encode(), -100, b.encode(), 2) != 0:
        print("SKIPPED: races (the system cannot exchange two names)")
        return
    place = Place(os.path.join(folder, "place"))

    def race(name, first, second, requests, judge, *args):
        """Batches of requests for RACE seconds, while two paths are exchanged."""
        other = subprocess.Popen([sys.executable, "-c", EXCHANGE, first, second])
        problems, runs, count, good = [], 0, 0, 0
        end = time.monotonic() + RACE
        try:
            while time.monotonic() < end and not problems:
                run, replies = batch(requests(runs), "--jobs", "2", *args, cwd=place.folder)
                runs += 1
                problems = run.problems({0})
                count += len(replies)
                good += sum(reply["exit"] == 0 for reply in replies)
                problems += judge(replies)[:1]
            if other.poll() is not None:
                problems.append("the exchange ended")
        finally:
            other.kill()
            other.wait()
        if problems:
            problems.append(f"request {count} at the latest")
        elif not good:
            problems.append(f"none of {count} requests was met")
        note(f"race: {name}", problems)

    def requests(layer):
        options = {"imageRoot": place.root}
        return lambda turn: [{"id": i, "scene": {"size": [16, 16 + i % 5], "layers": [layer]}, "options": options}
                             for i in range(200)]

    def magenta(replies):
        """The replies whose picture shows what lies beyond the root."""
        return ["the picture beyond the root was read" for reply in replies
                if reply["exit"] == 0 and shows(base64.b64decode(reply["png"]), MAGENTA)]

    def link(name, target):
        path = os.path.join(place.folder, name)
        os.symlink(target, path)
        return path

    def folder_of(name):
        """A folder below the root, and beside it a link that leads beyond; both are absolute paths."""
        path = os.path.join(place.root, name)
        save(os.path.join(path, "secret.png"), png(LIME))
        save(os.path.join(path, "0_0.png"), png(LIME))
        return path

    def absolute(name):
        return os.path.join(place.root, name)
    race("a folder becomes a link", folder_of("f1"), link("l1", "../beyond"),
         requests(PLACES["contents"](absolute("f1/secret.png"))), magenta, "--inline")
    race("a folder above becomes a link", os.path.dirname(folder_of("f2/deep")), link("l2", place.beyond),
         requests(PLACES["contents"](absolute("f2/deep/secret.png"))), magenta, "--inline")
    save(absolute("file.png"), png(LIME))
    race("a file becomes a link", absolute("file.png"), link("l3", place.beyond + "/secret.png"),
         requests(PLACES["contents"](absolute("file.png"))), magenta, "--inline")
    race("a link changes", link("pics/changing", "sub/in.png"), link("l4", "../beyond/secret.png"),
         requests(PLACES["contents"](absolute("changing"))), magenta, "--inline")
    race("the folder of tiles becomes a link", folder_of("f5"), link("l5", "../beyond"),
         requests({"type": "tiled", "frame": [0, 0, 16, 16], "tileSize": [16, 16], "tiles": absolute("f5/%d_%d.png")}),
         magenta, "--inline")
    race("the folder of an attachment becomes a link", folder_of("f6"), link("l6", "../beyond"),
         requests(PLACES["attachment"](absolute("f6/secret.png"))), magenta, "--inline")
    # A file that becomes a pipe is not waited for.
    save(absolute("piped.png"), png(LIME))
    os.mkfifo(os.path.join(place.folder, "p7"))
    race("a file becomes a pipe", absolute("piped.png"), os.path.join(place.folder, "p7"),
         requests(PLACES["contents"](absolute("piped.png"))), magenta, "--inline")
    # A font: each text has a glyph that only the font beyond the root draws as it does.
    os.mkdir(absolute("f8"))
    shutil.copy(FONT, absolute("f8/secret.ttf"))

    def lettered(turn, root=place.root):
        return [{"id": i, "scene": {"size": [24, 24], "layers": [{"type": "text", "document": {
            "text": "mi", "systemFonts": False, "fonts": [absolute("f8/secret.ttf")]}}]},
            "options": {"imageRoot": root}} for i in range(100)]
    _, replies = batch(lettered(0)[:1], "--inline")
    lawful = replies[0].get("png")
    race("the folder of a font becomes a link", absolute("f8"), link("l8", "../beyond"), lettered, lambda replies: [
        "another font was read" for reply in replies if reply["exit"] == 0 and reply["png"] != lawful], "--inline")
    # A folder of results becomes a link: nothing lands beyond.
    results = os.path.join(place.folder, "results")
    os.makedirs(os.path.join(results, "d"))
    known = set(files_below(place.beyond))

    def written(replies):
        found = [f for f in files_below(place.beyond) if f not in known]
        for file in found:
            os.remove(file)
        return [f"a picture was written to {os.path.relpath(found[0], place.folder)}"] if found else []
    race("a folder of results becomes a link", os.path.join(results, "d"), link("l9", place.beyond), lambda turn: [
        {"id": i, "scene": {"size": [4, 4], "background": f"#{turn * 200 + i:06x}"}, "into": "d"} for i in range(200)],
        written, "--into", results)


def main():
    if not os.access(TOOL, os.X_OK):
        print(f"no tool at {TOOL}; build it or set TEXTRENDER")
        print("0 passed, 1 failed")
        return 1
    chosen = sys.argv[1:]
    folder = os.path.realpath(tempfile.mkdtemp(prefix="boundary-"))
    try:
        for group in (names, kinds, tiles, into, checkpoints, races):
            if chosen and group.__name__ not in chosen:
                continue
            place = os.path.join(folder, group.__name__)
            os.mkdir(place)
            start, count = time.monotonic(), passed + failed
            group(place)
            print(f"{group.__name__}: {passed + failed - count} checks, {time.monotonic() - start:.0f} s", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
