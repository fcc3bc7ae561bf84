# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Rubies and emphasis marks beside a browser's, for Scripts/compare/pages.

At 100 points, where browsers round no ascent of the font. Of a ruby's first character browsers tell no edge, since
space that is added before it belongs to it there; neighbours are kana, over which the library, too, lets a ruby reach.
"""
import base64, html, json, subprocess, tempfile
from pathlib import Path

SIZE = 100
# Ascent and the part of the em above the baseline of Noto Sans CJK.
ASCENT, EM = 1.16, 0.88

# The ink of some rectangles of a picture in a data address, in its pixels.
INK = """(async () => {
  const picture = new Image(); picture.src = ADDRESS; await picture.decode()
  const canvas = new OffscreenCanvas(picture.width, picture.height), context = canvas.getContext("2d")
  context.drawImage(picture, 0, 0)
  return RECTS.map(([left, top, width, height]) => {
    const { data } = context.getImageData(left, top, width, height)
    let box = [1e9, 1e9, -1e9, -1e9]
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (data[4 * (y * width + x)] < 128)
          box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x + 1), Math.max(box[3], y + 1)]
    return box }) })()"""


def body(text, rubies):
    """The HTML of a text, and for each of its text nodes the range of the text, or the number of the ruby."""
    parts, nodes, at = [], [], 0
    for number, (start, end, ruby, style) in enumerate(rubies):
        if at < start:
            parts.append(html.escape(text[at:start]))
            nodes.append((at, start))
        parts.append(f"<ruby style='{style}'>{text[start:end]}<rt>{ruby}</rt></ruby>")
        nodes += [(start, end), number]
        at = end
    if at < len(text):
        parts.append(html.escape(text[at:]))
        nodes.append((at, len(text)))
    return "".join(parts), nodes


class Rubies:
    """One text with rubies: [(start, end, ruby, CSS)]."""

    def __init__(self, comparison, ours, page, edges, font):
        self.comparison, self.ours, self.page, self.edges, self.font = comparison, ours, page, edges, font

    def run(self, name, text, rubies, style, more, members=lambda css: {}, near=0.5):
        spans = [{"start": start, "end": end, "ruby": {"text": ruby, **members(css)}} for start, end, ruby, css in rubies]
        report = self.ours({"text": text, "spans": spans, "style": {"size": SIZE, "language": "ja"}, **more})
        vertical = "writingMode" in more
        content, nodes = body(text, rubies)
        browser = self.comparison.browser
        browser.open(self.page(content, f"font-size: {SIZE}px; {style}", self.font))
        theirs, at = browser.evaluate(self.edges), 0
        along, across = ("y", "x") if vertical else ("x", "y")
        carets = {}
        for line in report["lines"]:
            for caret in line["carets"][:-1]: carets[caret["offset"]] = (caret[along], line["baseline"])
        found = [a for a in report["annotations"] if a["kind"] == "ruby"]
        differences, count, bases = [], 0, {}

        def compare(what, mine, there):
            nonlocal count
            count += 1
            if abs(mine - there) > near: differences.append((what, round(mine, 2), round(there, 2)))

        def baseline(rect, size):
            return (rect[0] + rect[2]) / 2 if vertical else rect[1] + round(ASCENT * size)

        for node in nodes:
            if isinstance(node, tuple):
                for offset in range(*node):
                    rect, at = theirs[at], at + 1
                    bases[offset] = baseline(rect, SIZE)
                    is_base = any(start <= offset < end for start, end, _, _ in rubies)
                    if not is_base or offset > node[0]: compare(text[offset], carets[offset][0], rect[1 if vertical else 0])
                    compare(f"{text[offset]} across", carets[offset][1], bases[offset])
                continue
            start, _, ruby, _ = rubies[node]
            glyphs = next(a for a in found if a["base"][0] == start)["glyphs"]
            for place, glyph in enumerate(glyphs):
                rect, at = theirs[at], at + 1
                size = SIZE / 2
                mine = glyph[along] - (EM * size if vertical else 0)
                if place > 0: compare(f"{ruby} {place}", mine, rect[1 if vertical else 0])
                line = glyph["x"] + size / 2 if vertical else glyph["y"]
                compare(f"{ruby} across", line - carets[start][1], baseline(rect, size) - bases[start])
        print(f"{name}: {count} places, {len(differences)} differ", flush=True)
        for what, mine, there in differences[:self.comparison.options.show]: print(f"  {what}: {mine} here, {there} there")
        return not differences


def marks(comparison, tool, fonts, page, font, name, text, css, emphasis, near=0.5):
    """Whether the ink of emphasis marks lies where a browser has it, at two pixels a point.

    Browsers centre the ink of a mark over its character, the library its advance: marks here are symmetric.
    """
    browser, scale = comparison.browser, 2
    width = SIZE * len(text)
    rects = [[scale * SIZE * at, 0, scale * SIZE, scale * SIZE // 2] for at in range(len(text))]
    if emphasis.endswith("under"): rects = [[left, scale * 128, w, scale * 50] for left, _, w, _ in rects]
    with tempfile.TemporaryDirectory() as folder:
        theirs, mine = Path(folder) / "theirs.png", Path(folder) / "mine.png"
        markup = page(f"<span style='text-emphasis: {css}'>{html.escape(text)}</span>", f"font-size: {SIZE}px", font)
        browser.picture(markup, (width, 200), theirs, scale)
        document = {"fonts": [{"file": str(fonts / file)} for file in font.split()], "systemFonts": False, "text": text,
                    "style": {"size": SIZE, "language": "ja", "emphasis": emphasis}}
        subprocess.run([tool, "render", "--document", "-", "--scale", str(scale), "--background", "white", "--output", mine],
                       input=json.dumps(document), text=True, check=True, capture_output=True)
        boxes = []
        for file in (theirs, mine):
            address = "data:image/png;base64," + base64.b64encode(file.read_bytes()).decode()
            browser.open("<!doctype html>")
            boxes.append(browser.evaluate(INK.replace("ADDRESS", json.dumps(address)).replace("RECTS", json.dumps(rects))))
    differences = []
    for at, (there, here) in enumerate(zip(*boxes)):
        if max(abs(a - b) for a, b in zip(there, here)) > near * scale: differences.append((text[at], here, there))
    print(f"{name}: {len(text)} marks, {len(differences)} differ", flush=True)
    for character, here, there in differences[:comparison.options.show]: print(f"  {character}: {here} here, {there} there")
    return not differences
