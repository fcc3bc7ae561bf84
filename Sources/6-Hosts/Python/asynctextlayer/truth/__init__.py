# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""The truth about pictures, in the formats that recognisers are trained and measured with.

Each picture that was drawn with `frames=True` becomes a `Page`, which the writers take:

    page = truth.Page("00001.png", picture)
    truth.alto(page)      # ALTO 4.2, one file a picture
    truth.page_xml(page)  # PAGE 2019-07-15, one file a picture
    truth.hocr([page])    # hOCR 1.2, any number of pictures
    truth.boxes([page])   # Tesseract's .box
    truth.coco([page])    # COCO, all pictures in one; `CocoFile` writes a file of any size

Text is in logical order, also from right to left. Coordinates are pixels of the picture; what lies
outside of it is cut off, and left out if nothing is within.
"""

from .alto import alto
from .boxes import boxes
from .coco import CocoFile, coco
from .hocr import hocr
from .page_xml import page_xml
from .pages import Block, Cluster, Line, Page, Word

__all__ = [
    "Block",
    "Cluster",
    "CocoFile",
    "Line",
    "Page",
    "Word",
    "alto",
    "boxes",
    "coco",
    "hocr",
    "page_xml",
]
