#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Peer: Blend2D on one thread, through blend2d-python, with the scenes of Sources/LayerBenchmarks/ShapeScenes.swift,
which says what they are.

Paths and gradients are made before the clock starts; gradients anew before each pass, since they keep their tables
of colours. Each scene is also run with shapes of no area in the place of its own: what the calls cost from
Python, with the setting of colours and transforms. Prints name, median and least milliseconds of the processor
and the least of the calls alone; given a folder, writes a picture of each scene there.
"""
import gc, sys, time
import blend2d as b2

W, H, SHAPES = 512, 600, 1000
PASSES, SPAN = range(3, 22), 100  # as many passes as fit so many milliseconds, beside one that warms

# Name, corners (0: rectangle, 1: rounded), aligned, turned, stroked, even-odd.
SCENES = [
    ("FillRectA", 0, True, False, False, False),
    ("FillRectU", 0, False, False, False, False),
    ("FillRectRot", 0, False, True, False, False),
    ("FillRoundU", 1, False, False, False, False),
    ("FillRoundRot", 1, False, True, False, False),
    ("FillTriangle", 3, False, False, False, False),
    *((f"FillPoly{n}{rule}", n, False, False, False, rule == "EO") for n in (10, 20, 40) for rule in ("NZ", "EO")),
    ("StrokeRectA", 0, True, False, True, False),
    ("StrokeRectU", 0, False, False, True, False),
    ("StrokeRoundU", 1, False, False, True, False),
    ("StrokeTriangle", 3, False, False, True, False),
    *((f"StrokePoly{n}", n, False, False, True, False) for n in (10, 20, 40)),
]


def make(corners, aligned, radial, size):
    """The shapes of a scene, and what makes the colour of each: a tuple, or the arguments of `gradient`."""
    state = 1

    def number():
        nonlocal state
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (state >> 8) / 16777216

    def level():
        return int(256 * number()) / 255

    made = []
    for _ in range(SHAPES):
        x, y = number() * (W - size), number() * (H - size)
        if aligned:
            x, y = float(int(x)), float(int(y))
        if corners == 0:
            shape = b2.BLRect(x, y, size, size)
        else:
            shape = b2.BLPath()
            if corners == 1:
                shape.add_round_rect(b2.BLRect(x, y, size, size), min(4 + 36 * number(), size / 2))
            else:
                shape.move_to(x + size * number(), y + size * number())
                for _ in range(corners - 1):
                    shape.line_to(x + size * number(), y + size * number())
                shape.close()
        if radial:
            stops = [(level(), level(), level()) for _ in range(3)]
            made.append((shape, (x, y, size, stops, level())))
        else:
            made.append((shape, color(level(), level(), level(), level())))
    return made


def color(red, green, blue, alpha):
    return blue, green, red, alpha  # the order that this version of the package takes


def gradient(x, y, size, stops, alpha):
    r = size / 2
    made = b2.create_radial_gradient(x + r, y + r, x + r / 2, y + r / 2, r)
    for k, stop in enumerate(stops):
        made.add_stop(k / 2, color(*stop, alpha))
    return made


def draw(context, made, turned, set_style, paint):
    """Processor milliseconds."""
    start = time.process_time()
    if turned:
        save, rotate, restore = context.save, context.rotate_around, context.restore
        for i, (shape, style) in enumerate(made):
            save()
            rotate(i / 100, W / 2, H / 2)
            set_style(style)
            paint(shape)
            restore()
    else:
        for shape, style in made:
            set_style(style)
            paint(shape)
    context.flush()
    return 1e3 * (time.process_time() - start)


folder = sys.argv[1] if len(sys.argv) > 1 else None
gc.disable()
for name, corners, aligned, turned, stroked, even_odd in SCENES:
    for style in ["solid"] if stroked else ["solid", "radial"]:
        for size in (8, 32, 128):
            image = b2.BLImage.createNew(W, H, b2.BLFormat.PRGB32)
            context = b2.BLContext(image)
            context.stroke_width = 2.0
            context.stroke_join = b2.BLStrokeJoin.JOIN_MITER_BEVEL
            context.stroke_miter_limit = 4.0
            context.fill_rule = b2.BLFillRule.EVEN_ODD if even_odd else b2.BLFillRule.NON_ZERO
            set_style = context.set_stroke_style if stroked else context.set_fill_style
            nothing, fill = (b2.BLPath(), context.fill_path) if corners else (b2.BLRect(8, 8, 0, 0), context.fill_rect)
            paint = (context.stroke_path if corners else context.stroke_rect) if stroked else fill
            made = make(corners, aligned, style == "radial", size)
            times, calls = [], []
            while True:
                drawn = [(shape, gradient(*colors)) for shape, colors in made] if style == "radial" else made
                calls.append(draw(context, [(nothing, colors) for _, colors in drawn], turned, set_style, fill))
                context.clear_all()
                context.flush()
                times.append(draw(context, drawn, turned, set_style, paint))
                count = len(times) - 1
                if folder or count == PASSES[-1] or (count >= PASSES[0] and sum(times) > SPAN):
                    break
            if folder:
                image.writeToFile(f"{folder}/{name}-{style}-{size}.png")
                continue
            times = sorted(times[1:])
            print(f"{name}-{style}-{size} {times[count // 2]:.3f} {times[0]:.3f} {min(calls[1:]):.3f}", flush=True)
