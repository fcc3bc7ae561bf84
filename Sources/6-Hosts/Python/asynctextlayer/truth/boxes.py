# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Tesseract's .box: characters with boxes, y upwards."""

from __future__ import annotations

from typing import Iterable, List

from .pages import Page
from .polygons import Box, whole


def boxes(pages: Iterable[Page]) -> str:
    """Returns the lines of a .box file of pages, which are the pages of one picture file.

    A line has a grapheme cluster, the left, bottom, right and top edge of its box in whole pixels
    from the lower left corner, and the number of the page. As training asks for, a space is an
    element of its own between words, and a tab ends each line of text. Characters are in logical
    order.
    """
    found: List[str] = []
    for number, page in enumerate(pages):

        def add(text: str, box: Box) -> None:
            left, top, right, bottom = whole(box)
            found.append(
                f"{text} {left} {page.height - bottom} {right} {page.height - top} {number}\n"
            )

        for line in page.lines:
            before = None
            for word in line.words:
                if word.follows_space and before is not None:
                    add(" ", _between(before, word.box))
                for cluster in word.clusters:
                    text = cluster.text
                    if not any(character in " \t\r\n" for character in text):
                        add(text, cluster.box)
                before = word.box
            if line.words:
                _, top, right, bottom = line.box
                add("\t", (right, top, right + 1, bottom))
    return "".join(found)


def _between(first: Box, second: Box) -> Box:
    """The box of the space between two words, in either direction."""
    left, right = min(first[2], second[2]), max(first[0], second[0])
    if left > right:
        left = right = (left + right) / 2
    return (left, min(first[1], second[1]), right, max(first[3], second[3]))
