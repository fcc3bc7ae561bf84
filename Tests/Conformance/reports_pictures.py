# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Reports about pictures: seams, odd JPEG and PNG files, animations."""
import base64
import json
import math
import os
import struct
import subprocess
import zlib

import makers
from reporting import Picture, case, close, expect, needs, save, scene, shown, tool
import reporting

RED, GREEN, BLUE, YELLOW = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255), (255, 255, 0, 255)


def opaque_picture(name="parts.png", width=12, height=12):
    save(name, makers.png([[(40 + 15 * x, 40 + 15 * y, 90, 255) for x in range(width)] for y in range(height)]))
    return name


def least_alpha(picture, inside):
    """The least alpha of pixels that lie inside by a function of their four corners."""
    found = [(picture.at(x, y)[3], x, y) for y in range(picture.height) for x in range(picture.width)
             if all(inside(x + dx, y + dy) for dx in (0, 1) for dy in (0, 1))]
    expect(len(found) > 20, f"{len(found)} pixels inside")
    return min(found)


# --- parts of nine ----------------------------------------------------------------------------
FRAMES = [(5, 5, 60, 40), (5.5, 5.5, 60, 40), (5.25, 4.75, 33.3, 47.7), (7.013, 6.31, 21.7, 18.9), (3, 3, 5, 6)]


@case("nine parts have no seams", *[(f"{frame} at {scale}, {kind}", frame, scale, kind) for frame in FRAMES
      for scale in (1, 1.25, 1.5) for kind in ("linear", "nearest")])
def _(frame, scale, kind):
    layer = {
    "frame": list(frame),
    "contents": {
        "image": opaque_picture()},
        "contentsCenter": [
            1 / 3,
            1 / 3,
            1 / 3,
            1 / 3],
            "magnificationFilter": kind,
             "minificationFilter": kind}
    picture = scene({"size": [72, 60], "scale": scale, "layers": [layer]})
    x, y, w, h = (v * scale for v in frame)
    least = min(picture.at(i, j)[3] for j in range(int(y + 1), int(y + h - 0.001))
                for i in range(int(x + 1), int(x + w - 0.001)))
    expect(least == 255, f"alpha {least}")


@case("parts of nine that share too little room fill it", 9, 10, 12)
def _(count):
    """Pictures of so many pixels a side, divided in every way, in frames that are smaller than the ends together."""
    opaque_picture("small.png", count, count)
    cases = [(low, middle, side) for low in range(1, count - 1) for middle in range(1, count - low)
             for side in (2, 3, 4, 5, 6, 7)]
    lines = "".join(json.dumps({"scene": {"size": [10, 10], "layers": [{
        "frame": [2, 2, side, side], "contents": {"image": "small.png"},
        "contentsCenter": [low / count, low / count, middle / count, middle / count]}]}}) + "\n"
        for low, middle, side in cases)
    code, out, err = tool("batch", "--inline", stdin=lines)
    expect(code == 0, err.strip())
    wrong = []
    for (low, middle, side), line in zip(cases, out.splitlines()):
        picture = Picture(base64.b64decode(json.loads(line)["png"]))
        least = min(pixel[3] for pixel in picture.area(2, 2, 2 + side, 2 + side))
        if least < 255:
            wrong.append(f"alpha {least} with {low}, {middle} of {count} in {side}")
    expect(not wrong, f"{len(wrong)} of {len(cases)}: {wrong[:3]}")


@case("turned parts of nine have no seams", 7, 30, 45, 91, 163)
def _(degrees):
    layer = {"frame": [20, 20, 50, 40], "contents": {"image": opaque_picture()},
             "contentsCenter": [0.25, 0.25, 0.5, 0.5],
             "transform": [{"rotate": [degrees, 0, 0, 1]}]}
    picture = scene({"size": [90, 80], "layers": [layer]})
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def inside(x, y):
        x, y = x - 45, y - 40
        return abs(x * c + y * s) < 24.9 and abs(-x * s + y * c) < 19.9
    least = least_alpha(picture, inside)
    expect(least[0] >= 254, f"alpha {least}")


@case("parts of nine in perspective have no seams", 20, 40, -55)
def _(degrees):
    layer = {"frame": [20, 20, 50, 40], "contents": {"image": opaque_picture()},
             "contentsCenter": [0.25, 0.25, 0.5, 0.5],
             "transform": [{"rotate": [degrees, 0, 1, 0]}]}
    around = {"frame": [0, 0, 90, 80], "sublayerTransform": {"m34": -0.004}}
    nine = scene({"size": [90, 80], "layers": [around | {"sublayers": [layer]}]})
    plain = {"frame": [20, 20, 50, 40], "backgroundColor": "red", "transform": layer["transform"]}
    fill = scene({"size": [90, 80], "layers": [around | {"sublayers": [plain]}]})
    bad = [(x, y) for y in range(80) for x in range(90) if fill.at(x, y)[3] == 255 and nine.at(x, y)[3] < 254]
    expect(not bad, f"{len(bad)} pixels, {bad[:4]}")


@case("what lies side by side has no seams", "tiles", "sprites", "copies", "gradients")
def _(kind):
    """Neighbours that meet at whole pixels of their own, turned together: no gap between tiles and between parts."""
    size = 64
    if kind == "tiles":
        for i in range(4):
            save(f"seam_{i % 2}_{i // 2}.png", makers.png([[(200, 90, 20, 255)] * 32 for _ in range(32)]))
        layers = [{"type": "tiled", "frame": [0, 0, size, size], "tiles": "seam_%d_%d.png", "tileSize": [32, 32],
                   "transform": [{"rotate": [20, 0, 0, 1]}]}]
        picture = scene({"size": [100, 100], "layers": [{"frame": [18, 18, size, size], "sublayers": layers}]})
        area = [(x, y) for x in range(36, 64) for y in range(36, 64)]
    elif kind == "sprites":
        save("sheet.png", makers.png([[(255 * (x // 8 % 2), 90, 20, 255) for x in range(16)] for _ in range(8)]))
        layers = [{"frame": [10 * i + 5, 5, 10, 40], "contents": {"image": "sheet.png"},
            "contentsRect": [0.5 * (i % 2), 0, 0.5, 1]} for i in range(6)]
        picture = scene({"size": [90, 60], "scale": 1, "layers": layers})
        area = [(x, y) for x in range(5, 65) for y in range(5, 45)]
        for x in range(5, 65):  # no neighbour's colour at the sides
            expect(picture.at(x, 20)[0] in (0, 255), f"{picture.at(x, 20)} at {x}")
    elif kind == "copies":
        layers = [{"type": "replicator", "frame": [0, 0, 90, 60], "instanceCount": 6,
                   "instanceTransform": [{"translate": [10, 0, 0]}],
                   "sublayers": [{"frame": [5, 5, 10, 40], "backgroundColor": "#805020"}]}]
        picture = scene({"size": [90, 60], "layers": layers})
        area = [(x, y) for x in range(5, 65) for y in range(5, 45)]
    else:
        layers = [{"type": "gradient", "frame": [5 + 20 * i, 5, 20, 40], "colors": ["#805020", "#308050"]}
            for i in range(3)]
        picture = scene({"size": [90, 60], "layers": layers})
        area = [(x, y) for x in range(5, 65) for y in range(5, 45)]
    least = min(picture.at(x, y)[3] for x, y in area)
    expect(least >= 254, f"alpha {least}")


# --- JPEG of inks -----------------------------------------------------------------------------
def inverted(*inks):
    """As Adobe stores inks: 255 is none."""
    return tuple(255 - ink for ink in inks)


def of_inks(c, m, y, k):
    return tuple(round((255 - ink) * (255 - k) / 255) for ink in (c, m, y))


INKS = [("red", (0, 255, 255, 0)), ("grey", (0, 0, 0, 128)), ("paper", (0, 0, 0, 0)), ("blue", (255, 200, 0, 30)),
        ("black", (0, 0, 0, 255))]  # each is given to a function as one value


@case("a JPEG of inks without a marker", *INKS)
def _(inks):
    """Inverted, as with a marker whose transform is 0: so Chromium, ImageMagick and Pillow read it."""
    needs("JPEG")
    save("inks.jpg", makers.jpeg([[inverted(*inks)] * 2] * 2))
    close(shown("inks.jpg", 16, 16).at(8, 8)[:3], of_inks(*inks), 3, "pixel")


@case("a JPEG of inks with a marker of no transform", *INKS)
def _(inks):
    needs("JPEG")
    save("inks.jpg", makers.jpeg([[inverted(*inks)] * 2] * 2, adobe=0))
    close(shown("inks.jpg", 16, 16).at(8, 8)[:3], of_inks(*inks), 3, "pixel")


@case("a JPEG of YCCK", *INKS)
def _(inks):
    needs("JPEG")
    c, m, y, k = inks
    # Transform 2: Y, Cb and Cr are those of the inks' complements, taken as red, green and blue, inverted.
    r, g, b = (255 - v for v in inverted(c, m, y))
    luma = 0.299 * r + 0.587 * g + 0.114 * b
    blue, red = 128 - 0.168736 * r - 0.331264 * g + 0.5 * b, 128 + 0.5 * r - 0.418688 * g - 0.081312 * b
    block = tuple(max(0, min(255, round(v))) for v in (luma, blue, red, 255 - k))
    save("inks.jpg", makers.jpeg([[block] * 2] * 2, adobe=2))
    close(shown("inks.jpg", 16, 16).at(8, 8)[:3], of_inks(*inks), 5, f"pixel of {block}")


@case("tiles of a JPEG of inks", *INKS)
def _(inks):
    needs("JPEG")
    save("inks.jpg", makers.jpeg([[inverted(*inks)] * 2] * 2))
    code, _, err = tool("tiles", "inks.jpg", "--format", "png", "--out", "cut")
    expect(code == 0, err.strip())
    with open(os.path.join(reporting.folder, "cut/inks_00_00.png"), "rb") as file:
        close(Picture(file.read()).at(8, 8)[:3], of_inks(*inks), 3, "pixel")


# --- orientation ------------------------------------------------------------------------------
# The colours of the corners: top left, top right, bottom left, bottom right, by the value of Exif's orientation
# (JEITA CP-3451, 4.6.4): which corner of the stored picture is seen where.
STORED = (RED, GREEN, BLUE, YELLOW)
SEEN = {1: (0, 1, 2, 3), 2: (1, 0, 3, 2), 3: (3, 2, 1, 0), 4: (2, 3, 0, 1), 5: (0, 2, 1, 3), 6: (2, 0, 3, 1),
        7: (3, 1, 2, 0), 8: (1, 3, 0, 2)}


def corners(picture):
    w, h = picture.width, picture.height
    return tuple(picture.at(x, y) for y in (1, h - 2) for x in (1, w - 2))


def stored(width=24, height=12):
    return [[STORED[(y >= height // 2) * 2 + (x >= width // 2)] for x in range(width)] for y in range(height)]


@case("the orientation of a PNG", *[(f"{turn}{order}", turn, order) for turn in range(1, 9) for order in "<>"])
def _(turn, order):
    save("turn.png", makers.png(stored(), before=[(b"eXIf", makers.exif(turn, order))]))
    size = (12, 24) if turn >= 5 else (24, 12)
    want = tuple(STORED[i] for i in SEEN[turn])
    expect(corners(shown("turn.png", *size)) == want, f"{corners(shown('turn.png', *size))}, not {want}")
    code, _, err = tool("tiles", "turn.png", "--format", "png", "--out", "turned")
    expect(code == 0, err.strip())
    with open(os.path.join(reporting.folder, "turned/turn_00_00.png"), "rb") as file:
        tile = Picture(file.read())
    expect((tile.width, tile.height) == size and corners(tile) ==
           want, f"tile {tile.width} × {tile.height} {corners(tile)}")


@case("the orientation of a JPEG", *range(1, 9))
def _(turn):
    needs("JPEG")
    gray = ((40,), (110,), (180,), (250,))
    save("turn.jpg", makers.jpeg([[gray[0]] + [gray[1]] * 1, [gray[2], gray[3]]], orientation=turn))
    got = [p[0] for p in corners(shown("turn.jpg", 16, 16))]
    close(got, [gray[i][0] for i in SEEN[turn]], 2, f"orientation {turn}")


@case("an orientation that is none leaves a PNG as it is", 0, 9, 65535)
def _(turn):
    save("turn.png", makers.png(stored(), before=[(b"eXIf", makers.exif(turn))]))
    expect(corners(shown("turn.png", 24, 12)) == STORED, "turned")


@case("a damaged eXIf leaves a PNG as it is", ("empty", b""), ("cut", makers.exif(6)
      [:14]), ("no TIFF", b"Exif\0\0" * 4), ("far", b"II*\0\xff\xff\xff\x7f"), ("many", b"II*\0\x08\0\0\0\xff\xff"))
def _(body):
    save("turn.png", makers.png(stored(), before=[(b"eXIf", body)]))
    expect(corners(shown("turn.png", 24, 12)) == STORED, "turned")


# --- animations and transparency --------------------------------------------------------------
@case("an animated WebP shows its first frame", ("contents", "contents"), ("particles", "particles"))
def _(place):
    needs("WebP")
    frames = []
    for name, color in (("first", RED), ("second", BLUE)):
        save(f"{name}.png", makers.png([[color] * 8 for _ in range(8)]))
        code, _, err = tool("tiles", f"{name}.png", "--format", "webp", "--quality", "100", "--out", "webp")
        expect(code == 0, err.strip())
        with open(os.path.join(reporting.folder, f"webp/{name}_00_00.webp"), "rb") as file:
            frames.append(file.read())
    save("moving.webp", makers.animated_webp(frames, 8, 8))
    if place == "contents":
        got = shown("moving.webp", 8, 8).at(4, 4)
    else:
        cell = {"birthRate": 9, "lifetime": 9, "contents": {"image": "moving.webp"}}
        emitter = {"type": "emitter", "frame": [0, 0, 40, 40], "time": 1, "emitterPosition": [20, 20], "cells": [cell]}
        got = scene({"size": [40, 40], "layers": [emitter]}).at(20, 20)
    close(got, RED, 6, "pixel")


@case("an APNG shows its first frame")
def _():
    first = makers.png([[RED] * 8 for _ in range(8)], before=[
        (b"acTL", struct.pack(">II", 2, 0)), (b"fcTL", struct.pack(">IIIIIHHBB", 0, 8, 8, 0, 0, 1, 10, 0, 0))])
    save("moving.png", first)
    expect(shown("moving.png", 8, 8).at(4, 4) == RED, f"{shown('moving.png', 8, 8).at(4, 4)}")


def png16(color, samples, transparent):
    """A PNG of one row with 16 bits a sample, and a transparent colour."""
    channels = len(transparent)
    width = len(samples) // channels
    head = struct.pack(">IIBBBBB", width, 1, 16, color, 0, 0, 0)
    raw = b"\0" + struct.pack(f">{len(samples)}H", *samples)
    return (b"\x89PNG\r\n\x1a\n" + makers.png_chunk(b"IHDR", head)
            + makers.png_chunk(b"tRNS", struct.pack(f">{channels}H", *transparent))
            + makers.png_chunk(b"IDAT", zlib.compress(raw)) + makers.png_chunk(b"IEND", b""))


@case("a transparent colour of 16 bits is matched whole", ("grey", 0, (0x1234, 0x1235, 0x1334, 0x0034), (0x1234,)),
      ("colour", 2, (1, 2, 3, 1, 2, 4, 257, 2, 3, 1, 258, 3), (1, 2, 3)))
def _(color, samples, transparent):
    save("deep.png", png16(color, samples, transparent))
    got = [shown("deep.png", 4, 1).at(x, 0)[3] for x in range(4)]
    expect(got == [0, 255, 255, 255], f"{got}")


@case("a picture that changed is read again", "another size", "the same size and time")
def _(kind):
    """A batch draws one name three times; between, the file's pixels are others."""
    spec = {"size": [8, 8], "layers": [{"frame": [0, 0, 8, 8], "contents": {"image": "swap.png"}}]}
    process = subprocess.Popen([reporting.TOOL, "batch", "--inline"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, cwd=reporting.folder)
    try:
        moment = None
        for k, color in enumerate((RED, GREEN, BLUE)):
            side = 8 + (4 * k if kind == "another size" else 0)
            data = makers.png([[color] * side for _ in range(side)]).ljust(400, b"\0")
            path = os.path.join(reporting.folder, "swap.png")
            with open(path, "r+b" if os.path.exists(path) and moment else "wb") as file:
                file.write(data)
            if moment and kind != "another size":
                os.utime(path, ns=moment)
            status = os.stat(path)
            moment = (status.st_atime_ns, status.st_mtime_ns)
            process.stdin.write(json.dumps({"id": k, "scene": spec}).encode() + b"\n")
            process.stdin.flush()
            reply = json.loads(process.stdout.readline())
            expect(reply["exit"] == 0, f"{reply}")
            got = Picture(base64.b64decode(reply["png"])).at(3, 3)
            expect(got == color, f"picture {k} is {got}")
    finally:
        process.stdin.close()
        process.wait(10)


@case("white to clear stays white on white", "axial", "radial", "conic")
def _(kind):
    layer = {"type": "gradient", "gradientType": kind, "frame": [0, 0, 60, 20], "colors": ["#ffffff", None],
             "startPoint": [0, 0.5], "endPoint": [1, 1]}
    picture = scene({"size": [60, 20], "background": "white", "layers": [layer]})
    expect(set(picture.area(0, 0, 60, 20)) == {(255, 255, 255, 255)}, "a band that is not white")


@case("a mask counts by its alpha alone", "black", "white", "#ff00ff")
def _(color):
    layer = {"frame": [0, 0, 20, 20], "backgroundColor": "red",
        "mask": {"frame": [0, 0, 20, 20], "backgroundColor": color}}
    expect(set(scene({"size": [20, 20], "layers": [layer]}).area(0, 0, 20, 20)) == {RED}, "not all is red")
