# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Reports about text: spaces, marks, letter spacing, tabs, fonts, links."""
import json
import os

import makers
from reporting import (advances, case, expect, glyphs, host_font, layout, near, runs, save, starts, tool)
import reporting


# --- spaces hang ------------------------------------------------------------------------------
def hanging(text, width, **more):
    """No line begins with a space, and none has more than its width without the spaces at its end."""
    laid, _ = layout({"text": text, "width": width} | more)
    bad = [s for s in starts(laid)[1:] if text[s] in " \u3000"]
    expect(not bad, f"lines begin at {starts(laid)}, with spaces at {bad}")
    for line in laid["lines"]:
        expect(line["width"] <= width + 0.01, f"a line of {line['width']} in {width}")
    return laid


# Where no break is allowed before a mark, even after spaces (UAX #14, LB13 and LB14), emergency breaks are left.
@case("a space before a mark hangs", *[(f"{text[:7]!r} at {width}", text, width) for text in (
    "} " * 14, ") ] ) ] ) ] ) ] )", "; : ; : ; : ; : ; :", "!  !  !  !  !  !  !", "/ ! / ! / ! / !",
    "؟ ؟ ؟ ؟ ؟ ؟ ؟ ؟ ؟", "、 。 、 。 、 。 、 。", "» » » » » » » » »") for width in (31, 47, 58.5)])
def _(text, width):
    hanging(text, width)


@case("a space before a mark hangs in a justified line")
def _():
    laid = hanging("! " * 20, 60, align="justify")
    expect(len(laid["lines"]) > 2, "one line")


@case("a space before a mark hangs with letter spacing")
def _():
    hanging("! " * 20, 60, style={"letterSpacing": 3})


@case("many spaces before a mark are one line's end")
def _():
    text = "a" + " " * 40 + ")"
    expect(starts(hanging(text, 40)) == [0, 41], "other lines than two")


@case("without emergency breaks the row stays whole")
def _():
    laid, _ = layout({"text": "! " * 20 + "!", "width": 50, "overflowWrap": "normal"})
    expect(len(laid["lines"]) == 1, f"lines begin at {starts(laid)}")


@case("a space that does not break does not hang")
def _():
    text = "!\u00a0" * 12 + "!"
    laid, _ = layout({"text": text, "width": 40})
    expect(len(laid["lines"]) > 1, "one line")
    for line in laid["lines"]:
        expect(line["width"] <= 40.01, f"a line of {line['width']}")


# --- marks that the letter's font lacks -------------------------------------------------------
def whole(text, **more):
    """Nothing is missing, nothing is a box; the fonts of the clusters."""
    laid, notes = layout({"text": text} | more)
    expect("no font" not in notes, f"noted: {notes.strip()}")
    expect(all(g["id"] for g in glyphs(laid)), f"boxes: {[g['id'] for g in glyphs(laid)]}")
    return laid


def has(font, character):
    code, out, _ = tool("layout", "--no-system-fonts", "--font", os.path.join(
        reporting.ROOT, "Fonts/files", font), "--text", character)
    return code == 0 and all(g["id"] for g in glyphs(json.loads(out)))


@case("a mark comes from another font than its letter", *[(f"{ord(a):04X} {' '.join(f'{ord(c):04X}' for c in b)}", a, b)
      for a, b in (("ж", "\u0e35"), ("\u03a9", "\u0735"), ("k", "\u0eb4"), ("\u05d0", "\u0951"), ("\u0e01", "\u0301"),
                   ("z", "\u1a7f"), ("\u10d0", "\u0e48"), ("Q", "\u0e31\u0951"))])
def _(letter, marks):
    alone, _ = layout({"text": letter})
    laid, notes = layout({"text": "a" + letter + marks + "a"})
    lacking = [m for m in marks if "no font" in layout(
        {"text": "\u25cc" + m})[1] and "no font" in layout({"text": m})[1]]
    # What no font has is a box and noted; the letter keeps its own font and glyph.
    boxes = sum(g["id"] == 0 for g in glyphs(laid))
    expect(boxes == len(lacking), f"{boxes} boxes, {len(lacking)} marks that no font has: {notes.strip()}")
    expect(f"U+{ord(letter):04X}" not in notes, f"the letter is noted: {notes.strip()}")
    own = {(r["font"]["name"], g["id"]) for r in runs(alone) for g in r["glyphs"]}
    drawn = {(r["font"]["name"], g["id"]) for r in runs(laid) for g in r["glyphs"]}
    expect(own <= drawn, f"the letter is drawn with {drawn}, alone with {own}")


@case("a mark from another font has no part of its own in carets")
def _():
    laid = whole("ж\u0e35x")
    offsets = [c["offset"] for c in laid["lines"][0]["carets"]]
    expect(1 not in offsets and 2 in offsets, f"carets at {offsets}")


@case("a mark that no font has is noted alone")
def _():
    _, notes = layout({"text": "a\U0001E8D0b"})  # of Mende Kikakui
    expect("U+1E8D0" in notes and "U+0061" not in notes, notes.strip())


# --- letter spacing of cursive scripts --------------------------------------------------------
@case("letter spacing opens no cursive word", *[(repr(text), text) for text in (
    "سلام", "سلام 12", "سلام, abc", "مرحبا! نعم", "ܫܠܡܐ.", "ߒߞߏ ߒߞߏ", "ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ", "𞤀𞤁𞤂𞤢𞤥 𞤆𞤵𞤤𞤢𞤪", "(سلام)",
    "سلام\u200cها")])
def _(text):
    wide, _ = layout({"text": text, "style": {"letterSpacing": 4}})
    plain, _ = layout({"text": text})
    a, b = advances(wide), advances(plain)
    cursive = [c for c in a if text[c].isalpha() and not text[c].isascii()]
    grown = [text[c] for c in cursive if a[c] > b.get(c, a[c]) + 0.01]
    expect(cursive and not grown, f"letters that grow: {grown}")


@case("letter spacing is there in scripts that do not join", *[(repr(t), t) for t in (
    "שלום", "ދިވެހި", "Привет", "สวัสดี", "ქართ", "abc")])
def _(text):
    wide, _ = layout({"text": text, "style": {"letterSpacing": 4}})
    plain, _ = layout({"text": text})
    clusters = len(advances(plain))
    near(wide["width"] - plain["width"], 4 * clusters, 4.01, f"{clusters} clusters grow together by")
    expect(wide["width"] - plain["width"] >= 4 * (clusters - 1) - 0.01, "some do not grow")


# --- tabs -------------------------------------------------------------------------------------
def tab_end(text, every):
    laid, _ = layout({"text": text, "tabs": f"every:{every}"})
    return laid["lines"][0]["width"] - advances(laid)[len(text) - 1], laid


@case("a tab that would be a sliver goes to the next stop", 0.5, 2, 4, 4.4)
def _(short):
    """Half of the digit 0 of Noto Sans at 16 px is 0.286 em: 4.576 px."""
    text = "mmm\tx"
    plain, _ = layout({"text": "mmm"})
    every = plain["width"] + short
    end, _ = tab_end(text, every)
    near(end, 2 * every, 0.02, "x begins")


@case("a tab of half a digit and more goes to its stop", 4.8, 6, 20)
def _(short):
    plain, _ = layout({"text": "mmm"})
    every = plain["width"] + short
    end, _ = tab_end("mmm\tx", every)
    near(end, every, 0.02, "x begins")


# --- names of families ------------------------------------------------------------------------
ALIASES = {
    "Noto Sans": [
        "Helvetica",
        "Arial",
        "helvetica",
        "ARIAL",
        "Helvetica Neue",
        "Verdana",
        "Tahoma",
        "sans-serif"],
        "Noto Serif": [
            "Times",
            "Times New Roman",
            "serif",
            "Georgia"],
            "Liberation Mono": [
                "Courier",
                "Courier New",
                "monospace",
                "Consolas",
                "Menlo",
                "Monaco",
                 "courier new"]}


@case("a usual name of a family leads to a built-in one",
      *[(alias, alias, family) for family, names in ALIASES.items() for alias in names])
def _(alias, family):
    code, out, _ = tool("fonts", "--no-system-fonts", "--font-family", alias, "--format", "json")
    got = json.loads(out)["fonts"][0]["family"]
    expect(code == 0 and got == family, f"{got}, not {family}")


@case("a usual name after one that is missing", "Nowhere, Courier", "Nowhere Grotesk,monospace", "'Courier New', serif")
def _(names):
    laid, _ = layout({"text": "il1WM.", "style": {"family": names}})
    widths = {round(a, 3) for a in advances(laid).values()}
    expect(len(widths) == 1, f"advances {widths}")


@case("bold and slanted by a usual name", ("Courier", "Courier", "LiberationMono-BoldItalic"),
      ("Times", "Times", "NotoSerif-BoldItalic"), ("Arial", "Arial", "NotoSans-BoldItalic"))
def _(alias, name):
    laid, _ = layout({"text": "abc", "style": {"family": alias, "weight": 700, "slant": "italic"}})
    got = {run["font"]["name"] for run in runs(laid)}
    expect(got == {name}, f"{got}")


# --- symbol fonts -----------------------------------------------------------------------------
@case("a symbol font draws the letters that it has",
      ("small letters", {0xF061: 1, 0xF062: 2, 0xF063: 3}, "abc", [1, 2, 3]),
      ("digits", {0xF030: 1, 0xF031: 2, 0xF039: 3}, "019", [1, 2, 3]),
      ("Latin-1", {0xF0E9: 1, 0xF0FC: 2}, "éü", [1, 2]),
      ("private characters", {0xF061: 1, 0xF062: 2}, "\uf061\uf062", [1, 2]),
      ("one letter alone", {0xF07A: 2}, "z", [2]),
      ("without the private area", {0x61: 1, 0x62: 3}, "ab", [1, 3]))
def _(mapping, text, want):
    save("symbol.ttf", makers.font([(3, 0, 4, mapping)]))
    laid, _ = layout({"fonts": [{"file": "symbol.ttf"}], "defaultFonts": True, "text": text, "style": {"size": 100}})
    got = [(run["font"]["name"], g["id"]) for run in runs(laid) for g in run["glyphs"]]
    expect(got == [("Made", g) for g in want], f"{got}")


@case("letters that a symbol font lacks come from the next font")
def _():
    save("symbol.ttf", makers.font([(3, 0, 4, {0xF061: 1})]))
    laid, notes = layout({"fonts": [{"file": "symbol.ttf"}], "defaultFonts": True, "text": "abа"})
    expect(runs(laid)[0]["font"]["name"] == "Made" and all(g["id"]
           for g in glyphs(laid)) and not notes, f"{runs(laid)}")


@case("a character that is mapped to no glyph is one that the font lacks", 4, 6, 12)
def _(form):
    save("none.ttf", makers.font([(3, 10 if form == 12 else 1, form, {0x61: 1, 0x62: 0, 0x63: 2})]))
    laid, _ = layout({"fonts": [{"file": "none.ttf"}], "defaultFonts": True, "text": "abc"})
    names = [run["font"]["name"] for run in runs(laid)]
    expect(names[0] == names[-1] == "Made" and len(names) == 3 and all(g["id"] for g in glyphs(laid)), f"{names}")


# --- one face for one word --------------------------------------------------------------------
@case("a bold word of Han is of one face", "漢字鬱", "龘漢", "日本語の字")
def _(text):
    host_font("Noto Sans CJK JP", "Bold")
    laid, _ = layout({"text": text, "systemFonts": True, "language": "ja", "style": {"weight": 700}})
    names = {run["font"]["name"] for run in runs(laid)}
    expect(len(names) == 1 and "Bold" in next(iter(names)), f"{names}")


@case("a bold word of a script whose built-in face is regular", ("Bengali", "Noto Sans Bengali", "বাংলা"),
      ("Tamil", "Noto Sans Tamil", "தமிழ்"), ("Georgian", "Noto Sans Georgian", "ქართული"),
      ("Armenian", "Noto Sans Armenian", "Հայերեն"), ("Khmer", "Noto Sans Khmer", "ខ្មែរ"))
def _(family, text):
    host_font(family, "Bold")
    laid, _ = layout({"text": text, "systemFonts": True, "style": {"weight": 700}})
    names = {run["font"]["name"] for run in runs(laid)}
    expect(len(names) == 1 and "Bold" in next(iter(names)), f"{names}")


@case("a serif word of Han is of one face")
def _():
    host_font("Noto Serif CJK JP", "Regular")
    laid, _ = layout({"text": "漢字鬱龘", "systemFonts": True, "language": "ja", "style": {"family": "serif"}})
    names = {run["font"]["name"] for run in runs(laid)}
    expect(len(names) == 1 and "Serif" in next(iter(names)), f"{names}")


# --- font files -------------------------------------------------------------------------------
@case("a font with a Mac table of characters alone gives way to the next")
def _():
    save("mac.ttf", makers.font([(1, 0, 0, {0x61: 1, 0x62: 2})]))
    laid, _ = layout({"fonts": [{"file": "mac.ttf"}], "defaultFonts": True, "text": "ab"})
    expect(all(run["font"]["name"] != "Made" for run in runs(laid))
           and all(g["id"] for g in glyphs(laid)), f"{runs(laid)}")
    _, notes = layout({"fonts": [{"file": "mac.ttf"}], "text": "ab"})
    expect("U+0061" in notes, "alone: not noted")


@case("the height of a line without numbers of hhea", ("Windows'", (0, 0, 0), (0, 0, 0), (900, 300), 120),
      ("typographic", (0, 0, 0), (700, -200, 50), (900, 300), 95),
      ("of hhea", (650, -150, 20), (700, -200, 50), (900, 300), 82))
def _(hhea, typographic, windows, height):
    """FreeType's order: hhea, then the typographic ones, then Windows'."""
    save("height.ttf", makers.font([(3, 1, 4, {0x61: 1})], hhea=hhea, typographic=typographic, windows=windows))
    laid, _ = layout({"fonts": [{"file": "height.ttf"}], "text": "aa", "style": {"size": 100}})
    near(laid["height"], height, 0.01, "height")


@case("one underline below two sizes")
def _():
    document = {"systemFonts": False, "text": "small large small", "style": {"size": 20, "underline": True},
                "spans": [{"start": 6, "end": 11, "style": {"size": 40}}]}
    code, _, err = tool("render", "--document", "-", "-o", "line.png", "--scale", "2", stdin=json.dumps(document))
    expect(code == 0, err.strip())
    with open(os.path.join(reporting.folder, "line.png"), "rb") as file:
        picture = reporting.Picture(file.read())
    full = [y for y in range(picture.height) if all(picture.at(x, y)[3] >= 128 for x in range(4, picture.width - 4))]
    expect(full and full == list(range(full[0], full[-1] + 1)) and len(full) <= 8, f"rows that are full: {full}")


# --- lines that are cut, links, files ---------------------------------------------------------
@case("an ellipsis stands at the end of the line's direction", ("digits", "1234567890 1234567890 1234567890", "rtl"),
      ("Hebrew", "שלום עולם שלום עולם", "rtl"), ("Latin", "some words that do not fit", "ltr"))
def _(text, direction):
    laid, _ = layout({"text": text, "width": 90, "maxLines": 1, "ellipsis": "…", "direction": direction})
    token = laid["token"]["rect"]
    others = [g["x"] for r in runs(laid) if r.get("kind") != "ellipsis" for g in r["glyphs"]]
    inside = token[0] < min(others) + 0.01 if direction == "rtl" else token[0] > max(others)
    expect(inside and laid["lines"][0]["width"] <= 90.01, f"the token is at {token}, text from {min(others)}")


@case("a line feed after the last line that fits is no cut text", ("one more line", "a\nb\nc", True),
      ("an empty one", "a\n\nc", True), ("the feed alone", "a\nb\n", False), ("two feeds", "a\nb\n\n", True))
def _(text, cut):
    laid, _ = layout({"text": text, "maxLines": 2, "ellipsis": "…"})
    expect(bool(laid.get("truncated")) == cut and len(laid["lines"]) == 2, f"{laid.get('truncated')}")


@case("soft hyphens that are not used have no width", "un\u00adbe\u00adliev\u00adable", "a\u00adb\u00adc", "\u00adx\u00ad")
def _(text):
    laid, _ = layout({"text": text})
    plain, _ = layout({"text": text.replace("\u00ad", "")})
    near(laid["width"], plain["width"], 0.001, "width")


@case("one emoji is one glyph", ("a family", "👨‍👩‍👧"), ("a tone", "👍🏽"), ("two flags", "🇩🇪🇯🇵"), ("a keycap", "7️⃣"),
      ("a rainbow flag", "🏳️‍🌈"))
def _(text):
    for features in ("", "liga=0"):
        laid, _ = layout({"text": "a" + text + "b", "style": {"features": features} if features else {}})
        emoji = [g for run in runs(laid) if "Emoji" in run["font"]["name"] for g in run["glyphs"]]
        expect(len(emoji) == (2 if text == "🇩🇪🇯🇵" else 1) and all(g["id"] for g in emoji), f"{features}: {emoji}")


@case("justified lines grow at spaces alone", "a few 👨‍👩‍👧 words and 👍🏽 more of them here", "eins zwei drei vier fünf")
def _(text):
    laid, _ = layout({"text": text, "width": 150, "align": "justify"})
    plain, _ = layout({"text": text, "width": 150})
    near(laid["lines"][0]["width"], 150, 0.01, "first line")
    a, b = advances(laid), advances(plain)
    grown = {text[c] for c in a if a[c] > b[c] + 0.01}
    expect(grown == {" "}, f"these grow: {grown}")


@case("centred lines without a width share their middle", "a\nlonger line\nmid", "שלום\nab")
def _(text):
    laid, _ = layout({"text": text, "align": "center"})
    for line in laid["lines"]:
        near(line["x"] + line["width"] / 2, laid["width"] / 2, 0.01, "middle")


@case("what was measured fits again", 11, 13.7, 16, 21.3)
def _(size):
    text = "Words of several lengths, 12 numbers; and אותיות too — again and again."
    for width in (60, 97.3, 140, 233):
        document = {"text": text, "width": width, "style": {"size": size, "letterSpacing": 0.3}}
        first, _ = layout(document)
        again, _ = layout(document | {"width": max(line["width"] for line in first["lines"]), "height": first["height"],
                                      "truncation": {"mode": "end"}})
        expect(starts(first) == starts(again) and not again.get("truncated"), f"{starts(first)}, then {starts(again)}")


@case("a link on two lines is hit where it is seen")
def _():
    text = "see the pages of the manual for more"
    document = {"systemFonts": False, "text": text, "width": 90, "links": [{"start": 8, "end": 27, "url": "x:y"}]}
    laid, _ = layout(document)
    rects = laid["links"][0]["rects"]
    expect(len(rects) >= 2, f"{len(rects)} rectangles")
    for y in range(0, int(laid["height"]), 7):
        for x in range(0, 90, 9):
            _, out, _ = tool("hit", "--document", "-", "--at", f"{x},{y}", stdin=json.dumps(document))
            inside = any(l <= x < l + w and t <= y < t + h for l, t, w, h in rects)
            expect(bool(json.loads(out)["link"]) == inside, f"at {x},{y}")


@case("files of UTF-16 and of other line ends", ("little", "utf-16-le", b"\xff\xfe"), ("big", "utf-16-be", b"\xfe\xff"),
      ("UTF-8 with a mark", "utf-8", b"\xef\xbb\xbf"))
def _(encoding, mark):
    for ends, count in (("\n", 3), ("\r\n", 3), ("\r", 3)):
        path = save("text.txt", mark + ends.join(["one", "two", "three"]).encode(encoding) + ends.encode(encoding))
        code, out, err = tool("layout", "--no-system-fonts", "--text-file", path)
        lines = json.loads(out)["lines"]
        expect(code == 0 and len(lines) == count and not err, f"{ends!r}: {len(lines)} lines, {err.strip()}")
        near(lines[0]["width"], layout({"text": "one"})[0]["width"], 0.001, "first line")
