# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""The places of elements and lines of a page of HTML, by a browser and by textrender, and how far they are apart."""
import base64, json, re, subprocess
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

NEAR = 1.0
VIEWPORT = re.compile(r'<meta name="viewport" content="width=(\d+)(?:, height=(\d+))?">')

# The elements that have an id or a class, and boxes: name, frame, number of boxes.
ELEMENTS = """[...document.querySelectorAll('[id], [class]')].filter(e => !e.closest('svg') || e.matches('svg'))
  .filter(e => e.getClientRects().length && !e.closest('details:not([open]) > :not(summary)'))
  .map(e => {
    const frame = e.getBoundingClientRect()
    const classes = [...e.classList].map(c => '.' + c).join('')
    return [e.localName + (e.id ? '#' + e.id : '') + classes, [frame.x + scrollX, frame.y + scrollY, frame.width,
      frame.height], e.getClientRects().length] })"""
# A shadow that is not seen: without a decoration, an inline box is measured by what is in it, not by its own font.
DECORATED = """document.head.insertAdjacentHTML('beforeend',
  '<style>[id], [class] { box-shadow: 0 0 transparent !important }</style>')"""
CONTROLS = "[...document.querySelectorAll('input, textarea, select')].map(e => e.value)"
# Lines are looked for in the upright page; what was turned or moved is named.
UPRIGHT = """for (const e of document.querySelectorAll('*')) for (const part of [null, '::before', '::after']) {
  const s = getComputedStyle(e, part)
  if ([s.transform, s.rotate, s.scale, s.translate].some(v => v != 'none')) e.dataset.turned = 1
}
document.head.insertAdjacentHTML('beforeend', `<style>*, *::before, *::after { transform: none !important;
  rotate: none !important; scale: none !important; translate: none !important }</style>`)"""
STYLES = ["display", "direction", "writing-mode", "list-style-position", "list-style-type", "text-overflow",
          "-webkit-line-clamp", "column-count", "column-width"]
SIGNS = {"disc", "circle", "square", "disclosure-open", "disclosure-closed"}
INLINE = {"inline", "contents", "ruby", "ruby-text", "none"}


@dataclass
class Places:
    """Elements as (name, frame, number of boxes), and lines."""
    elements: list
    lines: list
    # The texts of the controls of a form, whose lines the browser does not tell.
    controls: set = frozenset()


@dataclass
class Line:
    """The text of a line and its frame; of the browser's also what holds of the block around."""
    text: str
    frame: tuple
    is_vertical: bool = False
    is_turned: bool = False
    is_cut: bool = False
    # Whether the frame has a space at its left or upper side, and at the other.
    has_spaces: tuple = (False, False)


def without_space(text):
    """What is drawn of a text."""
    return re.sub(r"[\s\u00AD\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFFFC]", "", text)


class PagePlaces:
    """One page."""

    def __init__(self, tool, file, root):
        self.tool, self.file, self.root, self.name = tool, file, root, file.stem
        found = VIEWPORT.search(file.read_text())
        if not found: raise SystemExit(f"{file}: the page does not say its size")
        self.width, self.height = int(found[1]), found[2] and int(found[2])

    def run(self, *words):
        size = ["--width", str(self.width)] + (["--height", str(self.height)] if self.height else [])
        done = subprocess.run([self.tool, "html", str(self.file), *size, "--no-system-fonts", "--image-root",
                               str(self.root), *words], capture_output=True, text=True)
        if done.returncode: raise SystemExit(f"{self.file}: {done.stderr}")
        return done.stdout

    def draw(self, picture):
        self.run("-o", str(picture), "--background", "white")

    def places(self):
        """The places by textrender."""
        found = json.loads(self.run("--frames"))
        elements = []
        for e in found["elements"]:
            name = e["name"] + ("#" + e["id"] if e.get("id") else "") + "".join("." + c for c in e.get("classes", []))
            elements.append((name, e["frame"], len(e["quads"])))
        lines = []
        for line in found["lines"]:
            quads = [word["quad"] for word in line["words"]] or [line["quad"]]
            xs, ys = [x for quad in quads for x in quad[::2]], [y for quad in quads for y in quad[1::2]]
            lines.append(Line(without_space(line["text"]), (min(xs), min(ys), max(xs), max(ys))))
        return Places(elements, [line for line in lines if line.text])

    def visit(self, browser):
        browser.call("Emulation.setDeviceMetricsOverride", width=self.width, height=self.height or self.width * 3 // 4,
                     deviceScaleFactor=1, mobile=False)
        browser.visit(self.file)

    def draw_there(self, browser, picture):
        """Writes the browser's picture; returns its size."""
        self.visit(browser)
        height = self.height or browser.evaluate("Math.ceil(document.documentElement.getBoundingClientRect().bottom)")
        clip = {"x": 0, "y": 0, "width": self.width, "height": height, "scale": 1}
        data = browser.call("Page.captureScreenshot", format="png", **(
            {} if self.height else {"clip": clip, "captureBeyondViewport": True}))["data"]
        Path(picture).write_bytes(base64.b64decode(data))
        return self.width, height

    def places_there(self, browser):
        """The places by the browser."""
        self.visit(browser)
        browser.evaluate(DECORATED)
        elements = browser.evaluate(ELEMENTS)
        controls = {without_space(line) for text in browser.evaluate(CONTROLS) for line in text.splitlines()}
        browser.evaluate(UPRIGHT)
        snapshot = browser.call("DOMSnapshot.captureSnapshot", computedStyles=STYLES)
        return Places(elements, list(lines_of(snapshot["documents"][0], snapshot["strings"])), controls)


def lines_of(document, strings):
    """The lines of a page: the boxes of text of one block that overlap across."""
    nodes, layout, boxes = document["nodes"], document["layout"], document["textBoxes"]
    parents = nodes["parentIndex"]
    styles = {node: dict(zip(STYLES, (strings[at] for at in styles)))
              for node, styles in zip(layout["nodeIndex"], layout["styles"])}
    pseudo = {index: strings[value] for index, value in zip(nodes["pseudoType"]["index"], nodes["pseudoType"]["value"])}

    attributes = nodes["attributes"]

    def is_in_closed(node):
        """Whether a node is in `details` that are not open, and not their summary."""
        parent = parents[node]
        if parent < 0 or strings[nodes["nodeName"][parent]] != "DETAILS": return False
        return (strings[nodes["nodeName"][node]] != "SUMMARY"
                and not any(strings[name] == "open" for name in attributes[parent][::2]))

    def is_in_turned(node):
        while node >= 0:
            if any(strings[name] == "data-turned" for name in attributes[node][::2]): return True
            # The browser's snapshot has the lines of columns below one another.
            if any(styles.get(node, {}).get(name, "auto") != "auto" for name in STYLES[-2:]): return True
            node = parents[node]
        return False

    def is_beside(style):
        """Whether a marker is no text of a line: it stands outside, or is drawn as a sign."""
        return style["list-style-position"] == "outside" or style["list-style-type"] in SIGNS

    def block(node):
        """The block in whose lines a text is, or nothing if it is none of them."""
        if parents[node] in styles and is_row(styles[parents[node]]): return node
        while node >= 0:
            if is_in_closed(node): return None
            style = styles.get(node)
            if pseudo.get(node) == "marker" and style and is_beside(style): return None
            if style and style["display"] == "ruby-text": return None
            if style and nodes["nodeType"][node] != 3 and style["display"] not in INLINE: return node
            if style and parents[node] in styles and is_row(styles[parents[node]]): return node
            node = parents[node]
        return None

    def place(node):
        """Where a node comes in the page: what is generated after an element is named before what is in it."""
        found = []
        while node >= 0:
            found.append((pseudo.get(node) == "after", pseudo.get(node) not in {"marker", "before"}, node))
            node = parents[node]
        return found[::-1]

    texts = {}
    for at, index in enumerate(boxes["layoutIndex"]):
        text = strings[layout["text"][index]].encode("utf-16-le")
        start, length = boxes["start"][at], boxes["length"][at]
        text = text[2 * start:2 * (start + length)].decode("utf-16-le", "replace")
        owner = block(layout["nodeIndex"][index])
        x, y, width, height = boxes["bounds"][at]
        if owner is not None and without_space(text):
            key = place(layout["nodeIndex"][index])
            texts.setdefault(owner, []).append((key, index, start, text, (x, y, x + width, y + height)))
    for owner, found in texts.items():
        style = styles.get(owner) or {}
        is_vertical = style.get("writing-mode", "").startswith(("vertical", "sideways"))
        low, high = (0, 2) if is_vertical else (1, 3)
        lines = []
        for _, _, _, text, frame in sorted(found):
            middle = (frame[low] + frame[high]) / 2
            if lines and lines[-1][1][low] < middle < lines[-1][1][high]:
                lines[-1][0].append(text)
                lines[-1][1] = tuple(f(a, b) for f, a, b in zip((min, min, max, max), lines[-1][1], frame))
            else: lines.append([[text], frame])
        clamp = style.get("-webkit-line-clamp", "none")
        if clamp != "none": lines = lines[:int(clamp)]
        is_cut, is_turned = style.get("text-overflow", "clip") != "clip", is_in_turned(owner)
        for at, (parts, frame) in enumerate(lines):
            edges = parts[0][0].isspace(), parts[-1][-1].isspace()
            yield Line(without_space("".join(parts)), frame, is_vertical, is_turned, is_cut or clamp == str(at + 1),
                       edges[::-1] if style.get("direction") == "rtl" else edges)


def is_row(style):
    """Whether texts in a box are items of their own."""
    return style["display"] in {"flex", "inline-flex", "grid", "inline-grid"}


def differences(ours, theirs):
    """Sentences about what differs, with how far it is apart."""
    names, names_there = [e[0] for e in ours.elements], [e[0] for e in theirs.elements]
    pairs = SequenceMatcher(None, names, names_there, autojunk=False)
    for kind, a, b, c, d in pairs.get_opcodes():
        if kind != "equal":
            for name in names[a:b]: yield 1e4, f"{name} has a box here alone"
            for name in names_there[c:d]: yield 1e4, f"{name} has no box here"
            continue
        for mine, there in zip(ours.elements[a:b], theirs.elements[c:d]):
            far = max(abs((p[0] + p[2] * k) - (q[0] + q[2] * k)) for k in (0, 1)
                      for p, q in ((mine[1], there[1]), (mine[1][1:] + [0], there[1][1:] + [0])))
            if far > NEAR: yield far, f"{mine[0]}: {far:.2f} apart: {words(mine[1])}, in Chromium {words(there[1])}"
            if mine[2] != there[2]: yield 1e3, f"{mine[0]}: {mine[2]} boxes, in Chromium {there[2]}"
    yield from differences_of_lines([line for line in ours.lines if line.text not in theirs.controls],
                                    [line for line in theirs.lines if line.text not in theirs.controls])


def differences_of_lines(ours, theirs):
    """What differs of lines: each is put beside the nearest with its text."""
    left = list(ours)
    for line in theirs:
        same = ([mine for mine in left if mine.text == line.text]
                or [mine for mine in left if line.is_cut and line.text.startswith(mine.text.removesuffix("…"))])
        if not same:
            yield 2e3, f"line here not: {line.text[:60]!r} at {words(line.frame)}"
            continue
        best = min(same, key=lambda mine: distance(mine.frame, line.frame))
        left.remove(best)
        start, end = (1, 3) if line.is_vertical else (0, 2)
        sides = [side for side, has_space in zip((start, end), line.has_spaces) if not has_space]
        if line.is_cut: sides = sides[:1]
        far = max((abs(best.frame[at] - line.frame[at]) for at in sides), default=0)
        if far > NEAR and not line.is_turned:
            yield far, f"line {line.text[:40]!r}: {far:.2f} apart: {words(best.frame)}, in Chromium {words(line.frame)}"
    for line in left: yield 2e3, f"line here alone: {line.text[:60]!r} at {words(line.frame)}"


def distance(a, b): return max(abs(p - q) for p, q in zip(a, b))


def words(frame): return "[" + ", ".join(f"{x:.6g}" for x in (round(x, 2) for x in frame)) + "]"
