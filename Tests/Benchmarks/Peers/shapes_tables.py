#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Compares the pictures that Scripts/bench/shapes has drawn, and prints the tables of its times.

    shapes_tables.py PICTURES TIMES

PICTURES has a folder of PNG files for each engine. A line of TIMES is an engine, a scene, the median and the least
milliseconds of its passes, and for Blend2D those of its calls without a shape.
"""
import collections, os, statistics, sys
import numpy as np
from PIL import Image

pictures, times = sys.argv[1:]
NAMES = {"blend2d": "Blend2D", "cairo": "cairo"}


def premultiplied(path):
    levels = np.asarray(Image.open(path).convert("RGBA")).astype(float)
    return np.dstack([levels[..., :3] * levels[..., 3:] / 255, levels[..., 3]])


# Pictures of other shapes, places or colours differ by more, at one size at least: by half of the mean level where
# shapes are small and the picture mostly clear, by 20 levels and more where they are large. Engines that add up
# the edges of a pixel, as Blend2D does, differ most where a small polygon crosses itself often.
MOST, PART = 4.5, 0.35
faults = 0
for peer, name in NAMES.items():
    if not os.path.isdir(f"{pictures}/{peer}"):
        continue
    worst = {}
    for file in sorted(os.listdir(f"{pictures}/project")):
        ours, theirs = (premultiplied(f"{pictures}/{one}/{file}") for one in ("project", peer))
        mean = abs(ours - theirs).mean()
        worst[file.removesuffix(".png")] = mean
        if mean > min(MOST, 0.1 + PART * ours.mean()):
            print(f"{name} draws {file} otherwise: {mean:.2f} levels on average")
            faults += 1
    scene = max(worst, key=worst.get)
    print(f"{name}: {len(worst)} pictures, {statistics.mean(worst.values()):.2f} levels beside ours on average, "
          f"{worst[scene]:.2f} at most ({scene})")
if faults:
    sys.exit(1)

least, calls = collections.defaultdict(list), collections.defaultdict(list)
for line in open(times):
    who, scene, _, time, *alone = line.split()
    least[who, scene].append(float(time))
    if alone:
        calls[scene].append(float(alone[0]))
least = {key: statistics.median(values) for key, values in least.items()}
calls = {key: statistics.median(values) for key, values in calls.items()}
scenes = [scene for who, scene in least if who == "project"]
peers = [peer for peer in NAMES if (peer, scenes[0]) in least]
sizes = list(dict.fromkeys(scene.rsplit("-", 1)[1] for scene in scenes))
for style in dict.fromkeys(scene.split("-")[1] for scene in scenes):
    columns = ["ours", "Blend2D, with calls", "Blend2D (× ours)", "cairo (× ours)"][: 2 + len(peers)]
    print(f"\n| {style}, µs a shape | " + " | ".join(f"{size} px: {columns[0]} | " + " | ".join(columns[1:]) for size in sizes) + " |")
    print("|---|" + "--:|" * len(columns) * len(sizes))
    for name in dict.fromkeys(scene.split("-")[0] for scene in scenes if scene.split("-")[1] == style):
        cells = [name]
        for size in sizes:
            scene = f"{name}-{style}-{size}"
            ours, theirs = least["project", scene], least["blend2d", scene]
            cells += [f"{ours:.3g}", f"{theirs:.3g}"]
            figures = [max(theirs - calls[scene], 0)] + [least[peer, scene] for peer in peers if peer == "cairo"]
            cells += [f"{figure:.3g} ({figure / ours:.2f})" for figure in figures]
        print("| " + " | ".join(cells) + " |")
