#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes into a file of inline formatting contexts what a browser makes of them: `inline_lines.py CASES.json`.

A case is a block of text with spans, boxes, floats and absolute boxes. Recorded are the left edge and the baseline of
each character, the pieces of each span, the rectangles of boxes and floats, and the height of the block. Sizes are
multiples of 1000 px, in a font of 1000 units per em, so that no metric is rounded.
"""
import html, json, sys
from pathlib import Path

from headless import Browser

FONTS = Path(__file__).resolve().parents[2] / "Fonts/files"
PAGE = """<!doctype html><meta charset=utf-8><style>
@font-face{font-family:F;src:url(%s)} @font-face{font-family:H;src:url(%s)}
html,body{margin:0;font:1000px/normal F,H;font-kerning:none;
font-variant-ligatures:none;text-rendering:geometricPrecision}
section{position:absolute;left:0;top:0;display:flow-root}
.s{background:#0001} i{position:absolute;width:0;height:0}</style>""" % ((FONTS / "NotoSans-Regular.ttf").as_uri(), (FONTS / "NotoSansHebrew-Regular.ttf").as_uri())

MEASURE = """[...document.querySelectorAll('section')].map(section => {
  const origin = section.querySelector('.block').getBoundingClientRect();
  const round = x => Math.round(x * 1e3) / 1e3;
  const chars = [], spans = [], boxes = [];
  const rect = r => [r.left - origin.left, r.top - origin.top, r.width, r.height].map(round);
  const visit = node => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) {
        const size = parseFloat(getComputedStyle(child.parentElement).fontSize);
        for (let i = 0; i < child.length; i++) {
          const range = document.createRange();
          range.setStart(child, i); range.setEnd(child, i + 1);
          const r = [...range.getClientRects()].find(r => r.width !== 0);
          chars.push(r ? [round(r.left - origin.left), round(r.top - origin.top + Math.round(1.069 * size))] : null);
        }
        continue;
      }
      if (child.classList.contains('s')) {
        spans.push([...child.getClientRects()].map(r => [r.left - origin.left, r.right - origin.left].map(round)));
      }
      if (child.classList.contains('b') || child.classList.contains('f') || child.tagName === 'I') {
        boxes.push(rect(child.getBoundingClientRect()));
      } else visit(child);
    }
  };
  visit(section.querySelector('.block'));
  return {chars, spans, boxes, height: round(origin.height),
          outer: [...section.querySelectorAll('.o')].map(o => rect(o.getBoundingClientRect()))};
})"""


def sides(numbers): return " ".join(f"{number}px" for number in numbers)


def style(members):
    css = []
    for name, value in members.items():
        match name:
            case "size": css.append(f"font-size:{value}px")
            case "lineHeight": css.append(f"line-height:{value}px" if value else "line-height:normal")
            case "padding": css.append(f"padding:0 {value[1]}px 0 {value[0]}px")
            case "margins": css.append(f"margin:0 {value[1]}px 0 {value[0]}px")
            case "wrap": css.append("white-space:" + ("normal" if value else "nowrap"))
            case "raise": css.append(f"vertical-align:{value}px")
            case "align": css.append(f"vertical-align:{value}")
            case "color": css.append(f"color:{value}")
            case _: raise ValueError(name)
    return ";".join(css)


def markup(node):
    if isinstance(node, str): return html.escape(node)
    if "span" in node:
        return f'<span class=s style="{style(node.get("style", {}))}">{"".join(map(markup, node["span"]))}</span>'
    if "box" in node or "float" in node:
        is_float = "float" in node
        width, height = node["size"] if is_float else node["box"]
        css = [f"width:{width}px;height:{height}px;margin:{sides(node.get('margin', [0, 0, 0, 0]))}"]
        if is_float: css.append(f"float:{node['float']};clear:{node.get('clear', 'none')}")
        else: css.append("display:inline-block;" + style({k: node[k] for k in ("raise", "align") if k in node}))
        return f'<span class={"f" if is_float else "b"} style="{";".join(css)}"></span>'
    if "break" in node: return "<br>"
    if "absolute" in node: return "<i></i>"
    raise ValueError(node)


def section(case):
    css = [f"width:{case['width']}px"]
    css.append(f"line-height:{case['lineHeight']}px" if case.get("lineHeight") else "line-height:normal")
    for key, name in (("align", "text-align"), ("overflowWrap", "overflow-wrap"), ("direction", "direction"),
                      ("whiteSpace", "white-space")):
        if key in case: css.append(f"{name}:{case[key]}")
    if case.get("indent"): css.append(f"text-indent:{case['indent']}px")
    outer = "".join(markup(node).replace("class=f", 'class="f o"') for node in case.get("outer", []))
    nodes = "".join(map(markup, case["nodes"]))
    return (f"<section style='width:{case['width']}px'>{outer}"
            f"<div class=block style=\"{';'.join(css)}\">{nodes}</div></section>")


def measure(browser, cases):
    browser.open(PAGE + "".join(map(section, cases)))
    return browser.evaluate(MEASURE)


def main(path):
    cases = json.loads(Path(path).read_text())
    browser = Browser()
    try:
        for case, found in zip(cases, measure(browser, cases), strict=True): case["browser"] = found
    finally:
        browser.end()
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    Path(path).write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__": main(sys.argv[1])
