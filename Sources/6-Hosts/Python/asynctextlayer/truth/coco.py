# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""COCO: pictures and annotations in one JSON file."""

from __future__ import annotations

import json
import os
import tempfile
from typing import IO, Any, Dict, Iterable, List, Optional, Sequence, Union

from .pages import Element, Page
from .polygons import area, bounds

_encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
LEVELS = ("lines", "words", "clusters")
_CATEGORIES = [
    {"id": 1, "name": "line", "supercategory": "text"},
    {"id": 2, "name": "word", "supercategory": "text"},
    {"id": 3, "name": "cluster", "supercategory": "text"},
]


def _checked(levels: Union[str, Sequence[str]]) -> List[str]:
    levels = [levels] if isinstance(levels, str) else list(levels)
    for level in levels:
        if level not in LEVELS:
            raise ValueError(f"A level is 'lines', 'words' or 'clusters', not {level!r}.")
    return levels


def _image(page: Page, number: int) -> Dict[str, Any]:
    return {"id": number, "file_name": page.name, "width": page.width, "height": page.height}


def _annotations(page: Page, image: int, levels: Sequence[str], first: int) -> List[Dict[str, Any]]:
    found: List[Dict[str, Any]] = []

    def add(element: Element, category: int) -> None:
        left, top, right, bottom = bounds(element.polygons)
        found.append(
            {
                "id": first + len(found),
                "image_id": image,
                "category_id": category,
                "segmentation": [
                    [round(value, 3) for point in polygon for value in point]
                    for polygon in element.polygons
                ],
                "bbox": [round(v, 3) for v in (left, top, right - left, bottom - top)],
                "area": round(sum(area(polygon) for polygon in element.polygons), 3),
                "iscrowd": 0,
                "attributes": {"text": element.text},
            }
        )

    for line in page.lines:
        if "lines" in levels:
            add(line, 1)
        for word in line.words:
            if "words" in levels:
                add(word, 2)
            if "clusters" in levels:
                for cluster in word.clusters:
                    add(cluster, 3)
    return found


def coco(pages: Iterable[Page], levels: Union[str, Sequence[str]] = "words") -> Dict[str, Any]:
    """Returns COCO's `images`, `annotations` and `categories` for pages.

    Each line, word or cluster of the levels is an annotation with `segmentation` (its polygons),
    `bbox` (left, top, width, height) and `area`, and `attributes.text`. Numbers begin at 1.
    """
    levels = _checked(levels)
    images: List[Dict[str, Any]] = []
    annotations: List[Dict[str, Any]] = []
    for number, page in enumerate(pages, 1):
        images.append(_image(page, number))
        annotations += _annotations(page, number, levels, len(annotations) + 1)
    return {"images": images, "annotations": annotations, "categories": _CATEGORIES}


class CocoFile:
    """A COCO file of any number of pages, written as they come: a context manager.

    Until its end annotations lie in a file without a name beside it; the file appears when it is
    closed without an exception.
    """

    def __init__(
        self, path: Union[str, "os.PathLike[str]"], levels: Union[str, Sequence[str]] = "words"
    ) -> None:
        self._levels = _checked(levels)
        self._path = os.fspath(path)
        self._images = 0
        self._annotations = 0
        folder = os.path.dirname(os.path.abspath(self._path))
        self._file: Optional[IO[str]] = tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=folder, prefix=".coco-", delete=False
        )
        self._rest: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", dir=folder)
        self._file.write('{"images":[\n')

    def add(self, page: Page) -> int:
        """Adds a page, and returns the number of its image."""
        if self._file is None:
            raise ValueError("The file was closed.")
        self._images += 1
        self._write(self._file, _image(page, self._images), self._images > 1)
        for found in _annotations(page, self._images, self._levels, self._annotations + 1):
            self._annotations += 1
            self._write(self._rest, found, self._annotations > 1)
        return self._images

    @staticmethod
    def _write(file: IO[str], value: Dict[str, Any], follows: bool) -> None:
        file.write(",\n" * follows + _encoded(value))

    def close(self) -> None:
        """Completes the file."""
        file, self._file = self._file, None
        if file is None:
            return
        with file, self._rest as rest:
            file.write('\n],"annotations":[\n')
            rest.seek(0)
            while True:
                part = rest.read(1 << 20)
                if not part:
                    break
                file.write(part)
            file.write('\n],"categories":' + json.dumps(_CATEGORIES) + "}\n")
        os.chmod(file.name, 0o644)
        os.replace(file.name, self._path)

    def __enter__(self) -> "CocoFile":
        return self

    def __exit__(self, kind: Optional[type], *error: object) -> None:
        if kind is None:
            self.close()
        elif self._file is not None:
            file, self._file = self._file, None
            file.close()
            self._rest.close()
            os.unlink(file.name)
