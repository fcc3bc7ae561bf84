# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""hOCR 1.2: HTML with the places of text."""

from __future__ import annotations

from typing import Iterable

from .._library import version
from .markup import escaped
from .pages import Line, Page
from .polygons import Box, whole


def _box(box: Box) -> str:
    return "bbox {} {} {} {}".format(*whole(box))


def _line(line: Line, number: str) -> str:
    words = "".join(
        f'{" " * word.follows_space}<span class="ocrx_word" id="{number}_{index}" '
        f'title="{_box(word.box)}">{escaped(word.text)}</span>'
        for index, word in enumerate(line.words)
    )
    direction = "rtl" if line.is_right_to_left else "ltr"
    return (
        f'<span class="ocr_line" id="{number}" dir="{direction}" title="{_box(line.box)}">'
        f"{words or escaped(line.text)}</span>"
    )


def hocr(pages: Iterable[Page]) -> str:
    """Returns one hOCR file of pages: `ocr_page`, `ocr_carea`, `ocr_line` and `ocrx_word`.

    Boxes are whole pixels. Text is in logical order, with spaces where white space is.
    """
    start = f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
  "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
<head>
<title>hOCR</title>
<meta http-equiv="Content-Type" content="text/html;charset=utf-8"/>
<meta name="ocr-system" content="asynctextlayer {version()}"/>
<meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_line ocrx_word ocrp_dir"/>
</head>
<body>"""
    parts = [start]
    for number, page in enumerate(pages):
        name = page.name.replace("\\", "\\\\").replace('"', '\\"')
        title = f'image "{name}"; bbox 0 0 {page.width} {page.height}; ppageno {number}'
        parts.append(f'<div class="ocr_page" id="page_{number}" title="{escaped(title)}">')
        for index, block in enumerate(page.blocks):
            identity = f"{number}_{index}"
            parts.append(f'<div class="ocr_carea" id="block_{identity}" title="{_box(block.box)}">')
            for place, line in enumerate(block.lines):
                parts.append(_line(line, f"line_{identity}_{place}") + "<br/>")
            parts.append("</div>")
        parts.append("</div>")
    return "\n".join(parts) + "\n</body>\n</html>\n"
