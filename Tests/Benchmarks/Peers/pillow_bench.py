#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Peer: Pillow with its Raqm layout (HarfBuzz + FriBidi + FreeType).

Pillow has neither line breaking, nor mixed styles, nor font fallback: the harness does what its
users do. W1, W6: one ImageDraw.text call. W2: words measured with getlength (kept by word and
style), greedy lines, one text call for each stretch of one style on a line. W4, W5: greedy wrap
over kept word widths. W3 is left out (no fallback). Pillow keeps no glyph: every glyph is loaded
and rendered on every draw; hinting cannot be turned off through its API.
For W1 and W6 'total' is the one text call (which shapes and draws) and 'layout' a getlength call
timed apart (shaping and glyph metrics); there is no draw without shaping.
"""
import os, subprocess, sys, time
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pycommon as pc
from PIL import Image, ImageDraw, ImageFont, features

assert features.check("raqm"), "Pillow without raqm"
FILES, FONTS = {}, {}


def font(r, scale):
    k = (r["font"], r.get("weight", 400), bool(r.get("italic")), r["size"] * scale)
    f = FONTS.get(k)
    if f is None:
        fk = k[:3]
        if fk not in FILES:
            pat = f"{k[0]}:weight={200 if k[1] >= 700 else 80}:slant={100 if k[2] else 0}"
            path, index = subprocess.check_output(["fc-match", "-f", "%{file}\t%{index}", pat], text=True).split("\t")
            FILES[fk] = path, int(index)
        f = FONTS[k] = ImageFont.truetype(FILES[fk][0], k[3], index=FILES[fk][1], layout_engine=ImageFont.Layout.RAQM)
    return f


WIDTH = {}


def word_width(f, w):
    k = (id(f), w)
    v = WIDTH.get(k)
    if v is None: v = WIDTH[k] = f.getlength(w)
    return v


def wrap(it):
    """Lines of (font, run, text, x); mixed styles, greedy."""
    sc = it["scale"]; limit = it["width"] * sc if "width" in it else 1e9
    lines, line, x = [], [], 0.0
    for r in it["runs"]:
        f = font(r, sc); space = word_width(f, " ")
        for pi, para in enumerate(r["text"].split("\n")):
            if pi:
                lines.append(line); line, x = [], 0.0
            cur, cx = [], x
            toks = para.split(" ")
            for ti, w in enumerate(toks):
                ww = word_width(f, w)
                if x + ww > limit and (line or cur):
                    if cur: line.append((f, r, " ".join(cur), cx))
                    lines.append(line); line, x, cur, cx = [], 0.0, [], 0.0
                cur.append(w); x += ww + (space if ti < len(toks) - 1 else 0)
            if cur and any(cur): line.append((f, r, " ".join(cur), cx))
    if line: lines.append(line)
    n = it.get("maxLines", 0)
    if n and len(lines) > n:
        lines = lines[:n]
        f, r, t, cx = lines[-1][-1]
        lines[-1][-1] = (f, r, t[:-2] + "…", cx)
    return lines


def new(it, w, h):
    return Image.new("RGBA", (w, h), pc.rgba(it["background"]))


def draw_cell(st, it, lines, dump):
    sc = it["scale"]; w = int(it["width"] * sc)
    hs = [max(sum(f.getmetrics()) for f, *_ in l) if l else 0 for l in lines]
    im = new(it, w, sum(hs)); d = ImageDraw.Draw(im); y = 0
    for l, h in zip(lines, hs):
        for f, r, t, x in l:
            c = pc.rgba(r["color"])
            d.text((x, y + h * 0.8), t, font=f, fill=c, anchor="ls")
            if r.get("underline"): d.line((x, y + h * 0.88, x + f.getlength(t), y + h * 0.88), fill=c, width=2)
        y += h
    if dump: im.save(dump)


def measure(st, it):
    r = it["runs"][0]
    return font(r, it["scale"]).getlength(r["text"])


def draw_line(st, it, width, dump):
    r = it["runs"][0]; f = font(r, it["scale"]); a, dsc = f.getmetrics()
    w = int(it["width"] * it["scale"]) if "width" in it else int(width) + 2
    h = int(it["height"] * it["scale"]) if "height" in it else a + dsc
    im = new(it, w, h)
    ImageDraw.Draw(im).text((0, 0), r["text"], font=f, fill=pc.rgba(r["color"]))
    if dump: im.save(dump)


def draw_only(st, it, _, dump):
    draw_line(st, it, 1700, dump)  # W6: no line is wider; asking getlength first would shape twice


def main():
    opt = pc.options(); name, items = pc.load(opt.file, opt.limit); now = time.process_time; med = pc.statistics.median
    if name in ("W1", "W6"):
        if opt.threads == 1 and not opt.dump:
            pc.run("pillow", name, items, lambda: None, lambda s, i: None, draw_only, opt, cold=name == "W6", metrics=(None, None, "total"),
                   warm=lambda s, i: [draw_only(s, dict(x, runs=[dict(x["runs"][0], size=20)]), None, None) for x in i[:8]])
            ts = []
            for _ in range(opt.reps + 1):
                t0 = now()
                for it in items: measure(None, it)
                ts.append(now() - t0)
            pc.result("pillow", name, "layout", 1, len(items), med(ts[1:]), first=ts[0])
        else:
            pc.run("pillow", name, items, lambda: None, lambda s, i: None, draw_only, opt, cold=name == "W6")
    elif name == "W2":
        pc.run("pillow", name, items, lambda: None, lambda s, it: wrap(it), draw_cell, opt)
    elif name == "W4":
        it = items[0]; tl, tt = [], []
        for rep in range(1 if opt.dump else opt.reps):
            WIDTH.clear()
            t0 = now(); lines = wrap(it); tl.append(now() - t0)
            tile = it["tile"]; f = font(it["runs"][0], it["scale"]); h = sum(f.getmetrics())
            t0 = now(); n = -(-tile["height"] // h); a = (len(lines) - n) // 2
            im = new(it, tile["width"], tile["height"]); d = ImageDraw.Draw(im)
            for i, l in enumerate(lines[a:a + n]):
                for f, r, t, x in l: d.text((x, i * h), t, font=f, fill=pc.rgba(r["color"]))
            tt.append(now() - t0)
            if opt.dump: im.save(os.path.join(opt.dump, "pillow-W4-0.png")); return
        print(f"pillow W4: {len(lines)} lines", file=sys.stderr)
        pc.result("pillow", name, "layout", 1, 1, med(tl), first=tl[0])
        pc.result("pillow", name, "tile", 1, 1, med(tt), first=tt[0])
    elif name == "W5":
        it = items[0]; ts = []
        for _ in range(opt.reps + 1):
            t0 = now(); n = 0
            for w in it["widths"]: n += len(wrap(dict(it, width=w)))
            ts.append(now() - t0)
        print(f"pillow W5: {n} lines over all widths", file=sys.stderr)
        pc.result("pillow", name, "relayout", 1, len(it["widths"]), med(ts[1:]), first=ts[0])


main()
