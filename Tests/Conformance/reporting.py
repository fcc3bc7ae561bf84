# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""What the cases of reports.py are written with."""
import json
import os
import shutil
import subprocess

import pictures

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
TOOL = os.path.abspath(os.environ.get("TEXTRENDER", os.path.join(ROOT, ".build/release/textrender")))
CASES = []
folder = ""  # of files that a case makes


class Wrong(Exception):
    """A result that is not the right one."""


class Skip(Exception):
    """A case that cannot be tried here."""


def case(name, *variations):
    """Adds a case, or one for each variation, which the function is given."""
    def add(function):
        for one in variations or [None]:
            label = name if one is None else f"{name}: {one[0] if isinstance(one, tuple) else one}"
            CASES.append((label, function if one is None else lambda one=one: function(
                *(one[1:] if isinstance(one, tuple) else (one,)))))
        return function
    return add


def expect(truth, message):
    if not truth:
        raise Wrong(message)


def near(got, want, tolerance, what):
    expect(abs(got - want) <= tolerance, f"{what}: {got}, not {want}")


def close(got, want, tolerance, what):
    expect(max(abs(a - b) for a, b in zip(got, want)) <= tolerance, f"{what}: {tuple(got)}, not {tuple(want)}")


def tool(*args, stdin=None, timeout=60):
    done = subprocess.run([TOOL, *args], input=stdin.encode() if isinstance(stdin, str) else stdin,
                          capture_output=True, timeout=timeout, cwd=folder)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def save(name, data):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


# --- text -------------------------------------------------------------------------------------
def layout(document):
    """The layout of a document with the built-in fonts, unless it says otherwise; and the notes."""
    document = {"systemFonts": False} | document
    code, out, err = tool("layout", "--document", "-", stdin=json.dumps(document))
    expect(code == 0, f"exit {code}: {err.strip()}")
    return json.loads(out), err


def runs(laid):
    return [run for line in laid["lines"] for run in line["runs"]]


def glyphs(laid):
    return [glyph for run in runs(laid) for glyph in run["glyphs"]]


def advances(laid):
    """The advance of each cluster."""
    found = {}
    for glyph in glyphs(laid):
        found[glyph["cluster"]] = found.get(glyph["cluster"], 0) + glyph["ax"]
    return found


def starts(laid):
    return [line["start"] for line in laid["lines"]]


def host_font(family, style):
    """Skips a case whose font the host lacks."""
    if not shutil.which("fc-match"):
        raise Skip("no fc-match")
    found = subprocess.run(["fc-match", "-f", "%{family[0]}|%{style[0]}", f"{family}:{style.lower()}"],
                           capture_output=True, text=True).stdout
    if found != f"{family}|{style}":
        raise Skip(f"the host has no {family} {style}")


# --- pictures ---------------------------------------------------------------------------------
class Picture:
    def __init__(self, data):
        self.width, self.height, self.rows = pictures.read_png(data)

    def at(self, x, y):
        return tuple(self.rows[y][4 * x:4 * x + 4])

    def area(self, left, top, right, bottom):
        return [self.at(x, y) for y in range(top, bottom) for x in range(left, right)]

    def ink(self):
        """The sum of the coverage."""
        return sum(sum(row[3::4]) for row in self.rows) / 255


def scene(spec, *options, timeout=60):
    target = os.path.join(folder, "scene.png")
    code, _, err = tool("scene", "-", "-o", target, *options, stdin=json.dumps(spec), timeout=timeout)
    expect(code == 0, f"exit {code}: {err.strip()}")
    with open(target, "rb") as file:
        return Picture(file.read())


def shown(name, width, height, **more):
    """The picture of a file, pixel for pixel."""
    return scene({"size": [width, height], "layers": [{
        "frame": [0, 0, width, height], "contents": {"image": name}, "contentsGravity": "topLeft"} | more]})


def needs(kind):
    """Skips a case whose tool lacks a format."""
    code, out, _ = tool("help", "tiles")
    if kind not in out.decode().rpartition("This textrender has")[2]:
        raise Skip(f"the tool has no {kind}")
