# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Reports about shapes and layers: strokes, dashes, arcs, order, time."""
import json
import math
import random
import resource

import makers
from reporting import case, expect, near, save, scene, tool


def stroke(path, size, width, *options, timeout=60, **more):
    return scene({"size": size,
    "layers": [{"type": "shape",
    "frame": [0,
    0,
    *size],
    "path": path,
    "fillColor": None,
    "strokeColor": "#000",
    "lineWidth": width} | more]},
    *options,
     timeout=timeout)


def row(picture, y, bar=128):
    """The stretches of a row that are covered."""
    found, begin = [], None
    for x in range(picture.width + 1):
        on = x < picture.width and picture.at(x, y)[3] >= bar
        if on and begin is None:
            begin = x
        if not on and begin is not None:
            found.append((begin, x))
            begin = None
    return found


# --- strokes of many points -------------------------------------------------------------------
def seconds(points, width, join="miter", closed=False):
    """Those of the processor that a picture of a line takes."""
    path = "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in points) + ("Z" if closed else "")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    stroke(path, [800, 200], width, lineJoin=join, timeout=120)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def chart(count, reach=80, seed=5):
    dice = random.Random(seed)
    return [(800 * i / count, 100 + dice.uniform(-reach, reach)) for i in range(count)]


@case("a line of many points takes time in proportion", ("a chart", 1, "miter", False), ("a wide one", 6, "round",
      False), ("with bevels", 2, "bevel", False), ("closed", 3, "miter", True), ("a hairline", 0.2, "miter", False))
def _(width, join, closed):
    few, many = seconds(chart(10_000), width, join, closed), seconds(chart(40_000), width, join, closed)
    expect(many <= 8 * few + 0.5 and many < 12, f"{few:.2f} s for 10,000 points, {many:.2f} s for 40,000")


@case("a scribble of many points takes time in proportion")
def _():
    dice = random.Random(3)
    points = [(dice.uniform(0, 800), dice.uniform(0, 200)) for _ in range(4_000)]
    few, many = seconds(points[:2_000], 1), seconds(points, 1)
    # Crossings grow with the square, and a row's edges with the number of lines.
    expect(many <= 8 * few + 0.5 and many < 20, f"{few:.2f} s for 2,000 points, {many:.2f} s for 4,000")


@case("a chart of a million points is drawn")
def _():
    taken = seconds(chart(1_000_000, 60), 1)
    expect(taken < 60, f"{taken:.1f} s")


# --- curves that turn sharply -----------------------------------------------------------------
def curve(points, steps=1500):
    """Points along a line or a Bézier curve."""
    for k in range(steps + 1):
        t, rest = k / steps, points
        while len(rest) > 1:
            rest = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in zip(rest, rest[1:])]
        yield rest[0]


TURNS = {
    "at its end, then a line": [[(110, 10), (110, 20), (110.1, 100), (110, 100)], [(110, 100), (15, 100)]],
    "at its beginning, after a line": [[(15, 100), (110, 100)], [(110, 100), (110.1, 100), (110, 20), (110, 10)]],
    "downwards": [[(15, 30), (40, 30), (110, 29.9), (110, 30)], [(110, 30), (110, 115)]],
    "of second order": [[(20, 70), (110, 70.05), (110, 70)], [(110, 70), (110, 12)]],
    "back": [[(20, 60), (100, 60), (100.05, 60.05), (100, 60.1)], [(100, 60.1), (20, 110)]],
    "as a cusp": [[(30, 100), (110, 20), (30, 20), (110, 100)]],
    "as a hairpin": [[(20, 60), (120, 60), (20, 60.2)]],
    "as a loop": [[(50, 90), (75, 10), (75.2, 10), (75.1, 90)]],
    "softly": [[(30, 110), (30, 30), (31, 30), (110, 30)]],
}


@case("a curve that turns within the width of its stroke is round outside",
      *[(f"{name}, {width}", parts, width) for name, parts in TURNS.items() for width in (14, 22)])
def _(parts, width):
    """Each pixel within the half width of the path is covered, and none outside; the two ends do not count."""
    text = "M{} {}".format(*parts[0][0])
    for part in parts:
        text += {2: "L", 3: "Q", 4: "C"}[len(part)] + " ".join(f"{x} {y}" for x, y in part[1:])
    path = [point for part in parts for point in curve(part)]
    pictures = {join: stroke(text, [130, 130], width, lineJoin=join) for join in ("bevel", "miter")}
    for y in range(130):
        for x in range(130):
            place = (x + 0.5, y + 0.5)
            distance = min(math.dist(place, point) for point in path[::12])
            if abs(distance - width / 2) < 1.1 or min(math.dist(place, end) for end in (path[0], path[-1])) < width:
                continue
            for join, picture in pictures.items():
                alpha = picture.at(x, y)[3]
                expect((alpha >= 250) if distance < width / 2 else (alpha <= 5),
                       f"{join}: alpha {alpha} at {x},{y}, which is {distance:.2f} from the path")


@case("a line that goes back on itself is whole",
      *[(f"{way}, {join}", way, join) for way in ("back", "past", "closed", "dashed")
        for join in ("miter", "bevel", "round")])
def _(way, join):
    """Lines of whole numbers and back by a quarter, a half or more; a half disc is added where joins are round."""
    dice, wrong, count = random.Random(way), [], 0
    for _ in range(30):
        x0, y0, x1, y1 = (dice.randint(20, 60) for _ in range(4))
        length, share = math.hypot(x1 - x0, y1 - y0), dice.choice((0.25, 0.5, 0.75))
        if length < 8:
            continue
        more = {}
        path = f"M {x0} {y0} L {x1} {y1}"
        if way == "back":
            path += f" L {x1 + (x0 - x1) * share} {y1 + (y0 - y1) * share}"
        elif way == "past":
            path += f" L {x0 + (x0 - x1) * share / 2} {y0 + (y0 - y1) * share / 2}"
        else:
            path += " Z"
            more = {"strokeEnd": 0.5 + share / 2} if way == "closed" else {"lineDashPattern": [length * (1 + share), 999]}
        area = 6 * length * (1 + share / 2 if way == "past" else 1) + (math.pi * 4.5 if join == "round" else 0)
        got = stroke(path, [90, 90], 6, lineJoin=join, **more).ink()
        count += 1
        if abs(got - area) > 2.5:
            wrong.append(f"{path} {more}: area {got:.1f}, not {area:.1f}")
    expect(not wrong, f"{len(wrong)} of {count}: {wrong[0] if wrong else ''}")


# --- dashes -----------------------------------------------------------------------------------
def dashes(pattern, phase, length):
    pattern = pattern * 2 if len(pattern) % 2 else pattern
    found = []
    for x in range(length):
        s, on = (x + 0.5 + phase) % sum(pattern), False
        for k, piece in enumerate(pattern):
            if s < piece:
                on = k % 2 == 0
                break
            s -= piece
        if on and found and found[-1][1] == x:
            found[-1] = (found[-1][0], x + 1)
        elif on:
            found.append((x, x + 1))
    return found


@case("dashes by their definition", *[(f"{pattern} {phase}", pattern, phase)
      for pattern in ([7], [9, 4, 2], [12, 5], [1, 2, 3, 4]) for phase in (0, 5, -5, -33, 400, -1000)])
def _(pattern, phase):
    got = row(stroke("M 0 10 L 150 10", [150, 20], 6, lineDashPattern=pattern, lineDashPhase=phase), 10)
    expect(got == dashes(pattern, phase, 150), f"{got}, not {dashes(pattern, phase, 150)}")


@case("dashes of no length are dots", ("round", "round", math.pi * 16), ("square", "square", 64), ("butt", "butt", 0))
def _(cap, area):
    picture = stroke("M 10 20 L 125 20", [140, 40], 8, lineCap=cap, lineDashPattern=[0, 20])
    near(picture.ink(), area * 6, 6, "area of six dots")


@case("a dash as long as a side ends there")
def _():
    picture = stroke("M 10 10 L 110 10 L 110 90", [130, 110], 10, lineDashPattern=[100, 1000], lineJoin="miter")
    expect(row(picture, 10) == [(10, 110)] and not any(picture.at(110, y)[3]
           for y in range(20, 90)), f"{row(picture, 10)}")


@case("a line without length leaves nothing", ("round caps, no part", {"strokeEnd": 0, "lineCap": "round"}),
      ("equal ends", {"strokeStart": 0.5, "strokeEnd": 0.5, "lineCap": "round"}),
      ("turned ends", {"strokeStart": 0.7, "strokeEnd": 0.2, "lineCap": "square"}))
def _(more):
    expect(stroke("M 10 20 L 90 20", [100, 40], 10, **more).ink() == 0, "a dot is left")


# --- arcs -------------------------------------------------------------------------------------
@case("arcs of SVG", ("no radius is a line", "M 20 20 A 0 0 0 0 1 100 100 L 180 20 Z", 6400, 4),
      ("one radius of none", "M 20 20 A 40 0 0 0 1 100 100 L 180 20 Z", 6400, 4),
      ("radii that are too small grow", "M 50 100 A 1 1 0 0 1 150 100 Z", math.pi * 2500 / 2, 6),
      ("flags without spaces", "M 50 100 A 50 50 0 01150 100 Z", math.pi * 2500 / 2, 6),
      ("negative radii", "M 50 100 A -50 -50 0 0 1 150 100 Z", math.pi * 2500 / 2, 6),
      ("to its own place", "M 20 20 L 120 20 A 30 30 0 1 1 120 20 L 120 120 Z", 5000, 4))
def _(path, area, tolerance):
    picture = scene({"size": [200, 200], "layers": [{"type": "shape", "path": path, "fillColor": "#000"}]})
    near(picture.ink(), area, tolerance, "area")


# --- layers -----------------------------------------------------------------------------------
@case("flat siblings keep their order", 60, -60, 85)
def _(degrees):
    layers = [{"frame": [20, 20, 60, 60], "backgroundColor": "red", "transform": [{"rotate": [degrees, 0, 1, 0]}]},
              {"frame": [20, 20, 60, 60], "backgroundColor": "blue"}]
    picture = scene({"size": [100, 100], "layers": layers})
    expect(set(picture.area(20, 20, 80, 80)) == {(0, 0, 255, 255)}, "the sibling below shows")


@case("a layer moves in depth under a perspective", ("towards the eye", 60), ("further", 140), ("away", -120))
def _(z):
    turn, depth = math.radians(40), 0.0015
    layer = {"frame": [60, 60, 80, 80], "backgroundColor": "red", "zPosition": z}
    eye = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -depth, 0, 0, 0, 1]
    around = {"frame": [0, 0, 200, 200], "sublayerTransform": [{"matrix": eye}, {"rotate": [40, 0, 1, 0]}],
              "sublayers": [layer]}
    picture = scene({"size": [200, 200], "layers": [around]})
    got = [x for x in range(200) if picture.at(x, 100)[3] > 127]

    def seen(x):
        """Turned about y, the eye at 1 / depth."""
        x -= 100
        return 100 + (x * math.cos(turn) + z * math.sin(turn)) / (1 - depth * (z * math.cos(turn) - x * math.sin(turn)))
    near(got[0], seen(60), 1, "left edge")
    near(got[-1] + 1, min(200, seen(140)), 1, "right edge")


@case("layers at one depth keep their order where one covers a third", ("in order", 0), ("turned", 30), ("nearer", 5))
def _(turn):
    """Two layers of one plane, the first of which lies before a third one: the second stays above the first."""
    nearer = [{"translate": [0, 0, 1 + turn]}]
    layers = [{"frame": [0, 0, 20, 20], "backgroundColor": "red", "transform": nearer},
              {"frame": [10, 0, 20, 20], "backgroundColor": "blue", "transform": nearer},
              {"frame": [0, 0, 5, 20], "backgroundColor": "lime"}]
    picture = scene({"size": [30, 20], "layers": [{"type": "transform", "frame": [0, 0, 30, 20], "sublayers": layers}]})
    got = [picture.at(x, 10)[:3] for x in (2, 15, 25)]
    expect(got == [(255, 0, 0), (0, 0, 255), (0, 0, 255)], f"{got}")


@case("a gradient that is cut off at its own bounds keeps its edge")
def _():
    layer = {"type": "gradient", "frame": [0.5, 0.5, 9, 9], "colors": ["#f00", "#f00"]}
    for cut in (False, True):
        picture = scene({"size": [10, 10], "layers": [layer | {"masksToBounds": cut}]})
        near(picture.at(0, 5)[3], 128, 1, f"masksToBounds {cut}: alpha of an edge at half a pixel")


@case("an opaque border fades like one that is nearly opaque")
def _():
    def border(color):
        layer = {"frame": [0, 0, 20, 20], "backgroundColor": "#f00", "borderWidth": 6, "borderColor": color,
                 "opacity": 0.5, "allowsGroupOpacity": False}
        return scene({"size": [20, 20], "layers": [layer]}).at(1, 10)
    whole, nearly = border("#00f"), border("#0000fffe")
    expect(max(abs(a - b) for a, b in zip(whole, nearly)) <= 2, f"{whole} and {nearly}")


@case("source-out and destination-atop draw in an empty group",
      "source-out", "destination-atop", "xor", "destination-over")
def _(mode):
    inner = {"frame": [0, 0, 10, 10], "backgroundColor": "#f00", "blendMode": mode}
    picture = scene({"size": [10, 10], "layers": [{"frame": [0, 0, 10, 10], "opacity": 0.5, "sublayers": [inner]}]})
    near(picture.at(5, 5)[3], 128, 1, "alpha")


@case("a dash that ends where a line begins leaves no dot", *
    [(f"{pattern} {phase}", pattern, phase) for pattern, phase in ( ([5, 5, 5.336, 3], -
    3), ([0.7, 6.1, 0.1, 3.3], -
    3.3), ([4.1, 2.3, 1.7, 3.9], -
    3.9))])
def _(pattern, phase):
    """A phase that is minus the last gap begins with all of that gap."""
    picture = stroke("M 20 10 L 60 10", [80, 20], 8, lineCap="round", lineDashPattern=pattern, lineDashPhase=phase)
    gap = -phase
    reach = 20 + gap - 4  # where the cap of the first dash begins
    dots = [x for x in range(80) if picture.at(x, 10)[3] > 10 and x + 1 < reach]
    expect(not dots, f"covered at {dots}")


@case("a picture at great scales is exact", 2 ** 10, 2 ** 18)
def _(scale):
    side = 100 / scale
    layers = [{"frame": [0, 0, 200, 200], "sublayerTransform": [{"scale": [scale, scale, 1]}], "sublayers": [
        {"bounds": [side, side], "position": [100, 100], "backgroundColor": "red"}]}]
    expect(row(scene({"size": [200, 200], "layers": layers}), 100) == [(50, 150)], "other edges")


# --- time -------------------------------------------------------------------------------------
@case("an animation that alternates settles at its end", *[(str(n), n, end) for n, end in (
    (1, 0), (2, 0), (1.5, 100), (0.5, 100), (1.25, 50), (3, 0))])
def _(repeat, end):
    """Half a repetition goes there, half of it comes back (repeat counts pairs, as autoreverses has it)."""
    layer = {"bounds": [10, 10], "position": [5, 5], "backgroundColor": "red", "animations": [{
        "key": "position", "by": [100, 0], "duration": 1, "repeat": repeat, "autoreverses": True, "curve": "linear",
        "fill": "forwards"}]}
    picture = scene({"size": [140, 10], "layers": [layer]}, "--time", "9")
    near(row(picture, 5)[0][0], end, 1, "left edge")


@case("particles begin at their source")
def _():
    cell = {"birthRate": 60, "lifetime": 9, "velocity": 40, "emissionRange": 6.3, "beginTime": 1,
            "contents": {"image": "p.png"}}
    emitter = {"type": "emitter", "frame": [0, 0, 100, 100], "emitterPosition": [50, 50], "cells": [cell]}
    spec = {"size": [100, 100], "layers": [emitter]}
    save("p.png", makers.png([[(0, 0, 0, 255)] * 2 for _ in range(2)]))

    def reach(moment):
        picture = scene(spec, "--time", str(moment))
        return max([max(abs(x - 49.5), abs(y - 49.5)) for y in range(100)
                   for x in range(100) if picture.at(x, y)[3]], default=-1)
    expect(reach(0.9) == -1, "particles before the beginning")
    for after in (0.1, 0.5):
        expect(0 <= reach(1 + after) <= 40 * after + 2.5, f"after {after} s they are {reach(1 + after)} away")


# --- asynchronous -----------------------------------------------------------------------------
@case("no old state stays", ("of tiles", "--tiles", "--requests", "5000"),
      ("of pictures in labels that are used again", "--images", "--layers", "300", "--requests", "3000"))
def _(*options):
    code, out, err = tool("stress", *options, "--json", timeout=120)
    expect(code == 0 and not json.loads(out)["violations"], f"{out[:200]} {err[:200]}")
