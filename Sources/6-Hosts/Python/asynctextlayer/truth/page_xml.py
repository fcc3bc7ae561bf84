# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""PAGE: the format of PRImA, 2019-07-15."""

from __future__ import annotations

import time
from typing import Optional

from .._library import version
from .markup import Markup
from .pages import Block, Element, Line, Page
from .polygons import Box, Polygon

_START = """<?xml version="1.0" encoding="UTF-8"?>
<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15">"""


def _coordinates(markup: Markup, polygon: Polygon) -> None:
    # Whole pixels, none outside of the picture.
    points = " ".join(f"{round(x)},{round(y)}" for x, y in polygon)
    markup.element("Coords", points=points)


def _corners(box: Box) -> Polygon:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _text(markup: Markup, text: str) -> None:
    markup.begin("TextEquiv")
    markup.element("Unicode", text)
    markup.end()


def _end(markup: Markup, element: Element) -> None:
    _text(markup, element.text)
    markup.end()


def _write_line(markup: Markup, line: Line, number: str) -> None:
    direction = "right-to-left" if line.is_right_to_left else "left-to-right"
    markup.begin("TextLine", id=number, readingDirection=direction)
    _coordinates(markup, line.outline)
    for index, word in enumerate(line.words):
        markup.begin("Word", id=f"{number}w{index}")
        _coordinates(markup, word.outline)
        for place, cluster in enumerate(word.clusters):
            markup.begin("Glyph", id=f"{number}w{index}g{place}")
            _coordinates(markup, cluster.outline)
            _end(markup, cluster)
        _end(markup, word)
    _end(markup, line)


def _write_block(markup: Markup, block: Block, number: str) -> None:
    markup.begin("TextRegion", id=number, type="paragraph")
    _coordinates(markup, _corners(block.box))
    for index, line in enumerate(block.lines):
        _write_line(markup, line, f"{number}l{index}")
    _text(markup, block.text)
    markup.end()


def page_xml(page: Page, created: Optional[float] = None) -> str:
    """Returns a PAGE file of one page.

    Each text is a `TextRegion`, with `TextLine`, `Word` and `Glyph` (a grapheme cluster), all with
    polygons in whole pixels. Text is in logical order; `readingDirection` says where a line begins.
    `created` is the time that the file tells, in seconds since 1970; without it, now.
    """
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(created))
    markup = Markup(_START)
    markup.begin("Metadata")
    markup.element("Creator", f"asynctextlayer {version()}")
    markup.element("Created", moment)
    markup.element("LastChange", moment)
    markup.end()
    markup.begin("Page", imageFilename=page.name, imageWidth=page.width, imageHeight=page.height)
    for number, block in enumerate(page.blocks):
        _write_block(markup, block, f"r{number}")
    markup.end()
    return markup.text() + "</PcGts>\n"
