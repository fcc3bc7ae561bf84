# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""ALTO 4.2: analysed layout and text objects."""

from __future__ import annotations

from typing import Dict, Union

from .markup import Markup
from .pages import Element, Line, Page
from .polygons import Box

_START = """<?xml version="1.0" encoding="UTF-8"?>
<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" SCHEMAVERSION="4.2">"""


def _place(box: Box) -> Dict[str, Union[str, int, float]]:
    left, top, right, bottom = box
    return {"HPOS": left, "VPOS": top, "WIDTH": right - left, "HEIGHT": bottom - top}


def _shape(markup: Markup, element: Element) -> None:
    points = " ".join(f"{x:.3f},{y:.3f}" for x, y in element.outline)
    markup.begin("Shape")
    markup.element("Polygon", POINTS=points)
    markup.end()


def _write(markup: Markup, line: Line, number: str) -> None:
    markup.begin("TextLine", ID=number, **_place(line.box))
    _shape(markup, line)
    # A line has a string at least.
    if not line.words:
        markup.element("String", CONTENT=line.text, **_place(line.box))
    for index, word in enumerate(line.words):
        if word.follows_space:
            markup.element("SP")
        markup.begin("String", ID=f"{number}_{index}", CONTENT=word.text, **_place(word.box))
        _shape(markup, word)
        for place, cluster in enumerate(word.clusters):
            markup.begin(
                "Glyph",
                ID=f"{number}_{index}_{place}",
                CONTENT=cluster.text,
                **_place(cluster.box),
            )
            _shape(markup, cluster)
            markup.end()
        markup.end()
    markup.end()


def alto(page: Page) -> str:
    """Returns an ALTO file of one page.

    Each text is a `TextBlock`, with `TextLine`, `String` (a word), `SP` where white space is, and
    `Glyph` (a grapheme cluster), all with rectangles and polygons in pixels, and text in logical
    order.
    """
    markup = Markup(_START)
    markup.begin("Description")
    markup.element("MeasurementUnit", "pixel")
    markup.begin("sourceImageInformation")
    markup.element("fileName", page.name)
    markup.end()
    markup.end()
    markup.begin("Layout")
    markup.begin("Page", ID="page", PHYSICAL_IMG_NR=1, WIDTH=page.width, HEIGHT=page.height)
    markup.begin("PrintSpace", HPOS=0, VPOS=0, WIDTH=page.width, HEIGHT=page.height)
    for number, block in enumerate(page.blocks):
        markup.begin("TextBlock", ID=f"text_{number}", **_place(block.box))
        for index, line in enumerate(block.lines):
            _write(markup, line, f"line_{number}_{index}")
        markup.end()
    for _ in range(3):
        markup.end()
    return markup.text() + "</alto>\n"
