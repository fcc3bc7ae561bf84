#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Peer: Skia's paragraph module (SkParagraph) through skia-python, on raster surfaces.

Paragraph styles are made once and kept, so the binding costs little beside the work.
SkParagraph keeps a cache of the last 128 shaped paragraphs; each timed pass gets a new
FontCollection and no text comes twice in a pass, so shaping is always done anew.
The binding has no setMaxLines/setEllipsis: a cell is laid out whole and the bitmap cut after
`maxLines` lines' height. SkParagraph asks for slight hinting and sub-pixel positions itself.
"""
import math, os, sys, time
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pycommon as pc
import skia
tl = skia.textlayout

_null = os.open(os.devnull, os.O_WRONLY); _err = os.dup(2)
os.dup2(_null, 2)                      # its bundled fontconfig warns about Debian's newer options
FM = skia.FontMgr.RefDefault() if hasattr(skia.FontMgr, "RefDefault") else skia.FontMgr()
UNI = skia.Unicodes.ICU.Make()
FM.countFamilies()
os.dup2(_err, 2)


FALLBACK = ["Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans CJK SC",
            "Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Color Emoji"]


class State:
    families = []          # variant `families`: the fallback fonts named in the style, as a careful user would

    def __init__(self):
        self.styles = {}
        self.renew()

    def renew(self):
        self.fc = tl.FontCollection()
        self.fc.setDefaultFontManager(FM)

    def style(self, r, scale):
        k = (r["font"], r["size"] * scale, r.get("weight", 400), r.get("italic"), r.get("underline"), r["color"])
        s = self.styles.get(k)
        if s is None:
            s = tl.TextStyle()
            s.setFontFamilies([r["font"]] + self.families)
            s.setFontSize(r["size"] * scale)
            s.setFontStyle(skia.FontStyle(r.get("weight", 400), skia.FontStyle.kNormal_Width,
                           skia.FontStyle.kItalic_Slant if r.get("italic") else skia.FontStyle.kUpright_Slant))
            R, G, B, A = pc.rgba(r["color"])
            s.setColor(skia.Color(R, G, B, A))
            if r.get("underline"):
                s.setDecoration(tl.TextDecoration.kUnderline)
                s.setDecorationMode(tl.TextDecorationMode.kThrough)
                s.setDecorationColor(skia.Color(R, G, B, A))
            ps = tl.ParagraphStyle()
            ps.setTextStyle(s)
            self.styles[k] = s = (s, ps)
        return s


def build(st, it):
    sc, runs = it["scale"], it["runs"]
    s, ps = st.style(runs[0], sc)
    b = tl.ParagraphBuilder.make(ps, st.fc, UNI)
    if len(runs) == 1:
        b.addText(runs[0]["text"])
    else:
        for r in runs:
            b.pushStyle(st.style(r, sc)[0]); b.addText(r["text"]); b.pop()
    return b.Build()


def layout(st, it):
    p = build(st, it)
    p.layout(it["width"] * it["scale"] if "width" in it else 1e6)
    return p


LINE = {}


def lines_height(st, it):
    """Height of maxLines lines of a cell: the title line and the body lines."""
    k = it["maxLines"]
    if k not in LINE:
        one = dict(it, runs=it["runs"][:1]); t = layout(st, dict(one, runs=[dict(it["runs"][0], text="X")])).Height
        b = layout(st, dict(one, runs=[dict(it["runs"][1], text="X")])).Height
        LINE[k] = math.ceil(t + b * (k - 1))
    return LINE[k]


def draw(st, it, p, dump):
    sc = it["scale"]
    w = int(it["width"] * sc) if "width" in it else math.ceil(p.LongestLine)
    if "height" in it: h = int(it["height"] * sc)
    else:
        h = math.ceil(p.Height)
        if it.get("maxLines", 1) > 1: h = min(h, lines_height(st, it))
    s = skia.Surface.MakeRasterN32Premul(w, h)
    c = s.getCanvas()
    R, G, B, A = pc.rgba(it["background"])
    if A: c.clear(skia.Color(R, G, B, A))
    p.paint(c, 0, 0)
    if dump: s.makeImageSnapshot().save(dump, skia.kPNG)


def warm(st, items):
    for it in items[:8]:
        x = dict(it, runs=[dict(it["runs"][0], size=20)])
        draw(st, x, layout(st, x), None)


def w4(opt, items):
    it = items[0]; st = State(); now = time.process_time
    text = it["runs"][0]["text"]; whole = opt.variant != "paragraphs"
    parts = [it] if whole else [dict(it, runs=[dict(it["runs"][0], text=t)]) for t in text.split("\n")]
    peer = "skia" if whole else "skia-paragraphs"
    tl_, tt = [], []; base = pc.status_kb("VmRSS"); after = 0
    for rep in range(1 if opt.dump else opt.reps):
        st.renew(); p = None
        t0 = now(); ps, tops, y = [], [], 0
        for x in parts:
            p = layout(st, x); ps.append(p); tops.append(y); y += p.Height
        tl_.append(now() - t0)
        if not rep: after = pc.status_kb("VmRSS")
        tile = it["tile"]; W, H = tile["width"], tile["height"]
        y0 = int((y - H) // 2) if tile["y"] == "middle" else tile["y"]
        t0 = now()
        s = skia.Surface.MakeRasterN32Premul(W, H); c = s.getCanvas(); c.clear(skia.ColorWHITE)
        for p, top in zip(ps, tops):
            if top + p.Height > y0 and top < y0 + H: p.paint(c, 0, top - y0)
        tt.append(now() - t0)
        if opt.dump: s.makeImageSnapshot().save(os.path.join(opt.dump, peer + "-W4-0.png"), skia.kPNG); return
        del ps
    m = pc.statistics.median
    pc.result(peer, "W4", "layout", 1, 1, m(tl_), first=tl_[0])
    pc.result(peer, "W4", "tile", 1, 1, m(tt), first=tt[0])
    pc.result(peer, "W4", "layout-memory", 1, 1, 0, kb=after - base)


def w5(opt, items):
    it = items[0]; st = State(); p = layout(st, it); now = time.process_time; ts = []
    for _ in range(opt.reps + 1):
        t0 = now(); hs = 0.0
        for w in it["widths"]:
            p.layout(w * it["scale"]); hs += p.Height
        ts.append(now() - t0)
    one = layout(st, dict(it, width=1e6)).Height
    print(f"skia W5: {hs / one:.0f} lines over all widths", file=sys.stderr)
    pc.result("skia", "W5", "relayout", 1, len(it["widths"]), pc.statistics.median(ts[1:]), first=ts[0])


# W6 through skia.Font: no hinting, so that the rasteriser alone is compared (SkParagraph forces slight).
def w6_layout(st, it):
    r = it["runs"][0]
    k = (r["font"], r.get("weight", 400))
    tf = st.styles.get(k)
    if tf is None:
        tf = st.styles[k] = FM.matchFamilyStyle(r["font"], skia.FontStyle(k[1], 5, skia.FontStyle.kUpright_Slant))
    f = skia.Font(tf, r["size"] * it["scale"])
    f.setHinting(skia.FontHinting.kNone); f.setSubpixel(True); f.setEdging(skia.Font.Edging.kAntiAlias)
    return f, skia.TextBlob.MakeFromString(r["text"], f), f.measureText(r["text"])


def w6_draw(st, it, L, dump):
    f, blob, w = L; m = f.getMetrics()
    s = skia.Surface.MakeRasterN32Premul(math.ceil(w), math.ceil(m.fDescent - m.fAscent)); c = s.getCanvas()
    R, G, B, A = pc.rgba(it["runs"][0]["color"])
    c.drawTextBlob(blob, 0, -m.fAscent, skia.Paint(Color=skia.Color(R, G, B, A), AntiAlias=True))
    if dump: s.makeImageSnapshot().save(dump, skia.kPNG)


def w6_warm(st, items):
    for it in items[:8]:
        x = dict(it, runs=[dict(it["runs"][0], size=20)]); w6_draw(st, x, w6_layout(st, x), None)


def main():
    opt = pc.options(); name, items = pc.load(opt.file, opt.limit)
    if name == "W4": return w4(opt, items)
    if name == "W5": return w5(opt, items)
    if name == "W6" and opt.variant == "font":
        return pc.run("skia-font", name, items, State, w6_layout, w6_draw, opt, cold=True, warm=w6_warm)
    if opt.variant == "families": State.families = FALLBACK
    pc.run("skia-" + opt.variant if opt.variant else "skia", name, items, State, layout, draw, opt, cold=name == "W6", warm=warm,
           newpass=State.renew)


main()
