#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Prints the peers' tables of a results file (medians over the rounds), as Markdown: tables.py FILE."""
import json, statistics, sys

path = sys.argv[1]
rows = {}
for line in open(path):
    try: d = json.loads(line)
    except ValueError: continue
    rows.setdefault((d["peer"], d["workload"], d["metric"], d.get("threads", 1)), []).append(d)
med = statistics.median


def value(peer, wl, metric, threads=1, field="ms"):
    """Median over rounds; a pass never left alone by other processes is counted by its processor time."""
    v = rows.get((peer, wl, metric, threads))
    if not v: return None
    out = []
    for d in v:
        x = d.get(field)
        if x is None: continue
        if field == "ms" and d.get("dirty") == -1 and threads == 1:
            t = next((e for e in rows.get((peer, wl, "total", 1), []) if e.get("round") == d.get("round")), d)
            if t.get("cpu_ms") and t["ms"]: x *= min(1, t["cpu_ms"] / t["ms"])
        out.append(x)
    if field == "ms" and threads > 1:
        clean = [d["ms"] for d in v if d.get("dirty") != -1]
        if clean: out = clean
    return med(out) if out else None


def f(x, unit="", digits=3):
    if x is None: return "–"
    if x == 0: return "0"
    s = f"{x:,.0f}" if abs(x) >= 1000 else f"{x:.{digits}g}"
    return s + unit


def table(head, body):
    print("| " + " | ".join(head) + " |\n|" + "|".join(["---"] + ["--:"] * (len(head) - 1)) + "|")
    for r in body: print("| " + " | ".join(r) + " |")
    print()


PEERS = ["project", "cosmic-text", "pango", "pango-slight", "skia", "skia-families", "skia-font", "pillow"]
known = {k[0] for k in rows}
PEERS = [p for p in PEERS if p in known] + sorted(p for p in known if p.startswith("project-"))
LIBS = [p for p in PEERS if not p.startswith("project")]
TITLES = {"W1": "10,000 labels", "W2": "2,000 feed cells", "W3": "500 multilingual paragraphs", "W6": "64 headlines at ~96 pt, every glyph drawn for the first time"}


def throughput(wl):
    n = next((d["items"] for k, v in rows.items() if k[1] == wl and k[2] == "total" for d in v), 0)
    best = min((x for p in LIBS if (x := value(p, wl, "total"))), default=None)
    body = []
    for p in PEERS:
        t1, t2 = value(p, wl, "total"), value(p, wl, "total", 2)
        if t1 is None: continue
        peak = value(p, wl, "total", 1, "peak_kb")
        body.append([p, f(value(p, wl, "layout")), f(value(p, wl, "draw")), f(t1), f(1e3 * t1 / n), f(n / t1 * 1e3), f(n / t2 * 1e3 if t2 else None),
                     f(t1 / t2 if t2 else None), f(t1 / best), f(peak / 1024 if peak else None)])
    print(f"### {wl}: {TITLES.get(wl, '')} ({n} items)\n")
    table(["peer", "layout ms", "draw ms", "total ms", "µs/item", "items/s, 1 thread", "items/s, 2 threads", "speed-up", "× the fastest peer's time", "peak MiB"], body)
    fl = []
    for label, p, m in (("hb_shape alone, Debian's HarfBuzz 6.0", "hb_shape", "layout"), ("hb_shape alone, HarfBuzz 14.5 (Pillow's copy)", "hb_shape-new", "layout"),
                        ("warm word cache: hash, copy glyphs, break lines", "floor", "words"), ("FreeType, every glyph drawn, no cache", "freetype", "raster-uncached"),
                        ("FreeType, every distinct glyph once", "freetype", "raster-distinct"), ("FreeType outline loading alone", "freetype", "load-outline"),
                        ("FreeType outline + accumulation rasteriser", "freetype", "load+accum"), ("accumulation rasteriser alone", "freetype", "accum-only"),
                        ("allocate + fill the bitmaps, reused memory", "floor", "fill"), ("the same, all bitmaps kept (new pages), 2,000 items", "floor", "keep"),
                        ("fill + A8 blits from a warm atlas (AVX2)", "floor", "draw"), ("the same, SSE2 only", "floor-sse2", "draw"),
                        ("word cache + fill + blits", "floor", "total")):
        v = value(p, wl, m)
        if v is None: continue
        k = 2000 if m == "keep" else n
        v2 = value(p, wl, m, 2)
        fl.append([label, f(v), f(1e3 * v / k), f(k / v * 1e3), f(k / v2 * 1e3 if v2 else None), f(best / v if best and m != "keep" else None)])
    table(["floor", "ms", "µs/item", "items/s, 1 thread", "2 threads", "× faster than the fastest peer"], fl)


def single():
    if any(k[1] == "W4" for k in rows):
        print("### W4: one text of 1 MB at 600 pt; one 1024×1024 tile from its middle\n")
        body = []
        for p in ["project", "cosmic-text", "pango", "pango-paragraphs", "skia", "skia-paragraphs", "pillow", "hb_shape", "hb_shape-new", "floor"]:
            l = value(p, "W4", "layout") or value(p, "W4", "words")
            if l is None: continue
            body.append([p, f(l), f(value(p, "W4", "layout", 1, "first_ms") or value(p, "W4", "words", 1, "first_ms")), f(value(p, "W4", "tile")), f((value(p, "W4", "layout-memory", 1, "kb") or 0) / 1024 or None)])
        table(["peer", "layout ms", "first layout ms", "tile ms", "layout memory MiB"], body)
    if any(k[1] == "W5" for k in rows):
        print("### W5: a 2,000-word paragraph laid out at 200 widths\n")
        body = []
        for p in ["project", "cosmic-text", "pango", "skia", "pillow", "floor"]:
            for m in ("relayout", "relayout-scan"):
                v = value(p, "W5", m)
                if v: body.append([p + (" (scan)" if m.endswith("scan") else ""), f(v), f(v * 1e3 / 200), f(200e3 / v)])
        v = value("hb_shape", "W5", "layout"); v2 = value("hb_shape-new", "W5", "layout")
        if v: body.append(["(hb_shape of the whole paragraph once)", f(v), "", ""])
        table(["peer", "ms for 200 widths", "µs/width", "layouts/s"], body)
    for m, title in (("process", "W7: process start to a PNG of 'Hello, world' (disk cache warm)"), ("latin-paragraph", "W7: process start to a PNG of one Latin paragraph"), ("paragraph", "W7: process start to a PNG of one W3 paragraph")):
        ps = sorted({k[0] for k in rows if k[1] == "W7" and k[2] == m}, key=lambda p: value(p, "W7", m))
        if not ps: continue
        print(f"### {title}\n")
        table(["command", "median ms", "cpu ms", "fastest ms", "peak MiB"],
              [[p, f(value(p, "W7", m)), f(value(p, "W7", m, 1, "cpu_ms")), f(value(p, "W7", m, 1, "min_ms")), f(value(p, "W7", m, 1, "peak_kb") / 1024)] for p in ps])


def summary():
    print("### All in one (single thread; W1–W3, W6 items/s; W4 layout ms and tile ms; W5 µs a width; W7 ms)\n")
    body = []
    for p in PEERS + ["floor"]:
        r = [p]
        for wl in ("W1", "W2", "W3", "W6"):
            t = value(p, wl, "total")
            if p == "floor" and wl in ("W3", "W6"):
                a, b = value("hb_shape", wl, "layout") if wl == "W3" else value("freetype", wl, "load+accum"), value(p, wl, "draw")
                t = a + b if a and b else None
            n = next((d["items"] for k, v in rows.items() if k[:3] == (p, wl, "total") or k[:3] == (p, wl, "draw") for d in v), 0)
            r.append(f(n / t * 1e3 if t else None))
        r.append(f(value(p, "W4", "layout") or value(p, "W4", "words"))); r.append(f(value(p, "W4", "tile")))
        v = min((x for m in ("relayout", "relayout-scan") if (x := value(p, "W5", m))), default=None); r.append(f(v * 5 if v else None))
        v = value({"pango": "pango-view", "skia": "skia-python", "floor": "floor-file"}.get(p, p), "W7", "process"); r.append(f(v))
        if any(x != "–" for x in r[1:]): body.append(r)
    table(["peer", "W1", "W2", "W3", "W6", "W4 layout", "W4 tile", "W5", "W7"], body)
    print("floor: W1, W2 word cache + fill + blits; W3 hb_shape (6.0) + fill + blits; W6 outlines + accumulation rasteriser + fill + blits; "
          "W4 word cache; W5 prefix sums; W7 a C program given the font file. project: W7 is the command HELLO.\n")


summary()
for wl in ("W1", "W2", "W3", "W6"):
    if any(k[1] == wl for k in rows): throughput(wl)
single()
bad = sorted({f"{k[0]} {k[1]} ({k[3]} threads)" for k, v in rows.items() if k[2] == "total" and all(d.get("dirty") == -1 for d in v)})
if bad: print("Never had a quiet pass (single-threaded figures then count processor time): " + ", ".join(bad) + ".\n")
