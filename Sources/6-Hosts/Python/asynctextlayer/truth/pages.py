# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""The texts of a picture: blocks, lines, words, grapheme clusters."""

from __future__ import annotations

import unicodedata
from typing import Any, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ..picture import Picture
from ..places import Frames, TextPlaces, points
from .polygons import Box, Polygon, bounds, clipped, hull


class Element:
    """A text with the polygons that it fills in its picture, clockwise as seen."""

    __slots__ = ("text", "range", "polygons")

    def __init__(self, text: str, range: Tuple[int, int], polygons: List[Polygon]) -> None:
        self.text = text
        """In logical order."""
        self.range = range
        """Where it stands in its block's text, in characters."""
        self.polygons = polygons
        """One, but for a word in several directions, which may have more. Corners in pixels."""

    @property
    def box(self) -> Box:
        """Left, top, right, bottom in pixels."""
        return bounds(self.polygons)

    @property
    def outline(self) -> Polygon:
        """One convex polygon around all of it."""
        if len(self.polygons) == 1:
            return self.polygons[0]
        return hull([point for polygon in self.polygons for point in polygon])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text!r}>"


class Cluster(Element):
    """A grapheme cluster: what a reader takes for one character."""

    __slots__ = ()


class Word(Element):
    """A word or a mark of punctuation (UAX #29), or the part of a word that stands on one line."""

    __slots__ = ("clusters", "follows_space")

    clusters: List[Cluster]
    follows_space: bool
    """Whether white space stands before it on its line."""


class Line(Element):
    """A line of a text."""

    __slots__ = ("words",)

    words: List[Word]

    @property
    def is_right_to_left(self) -> bool:
        """Whether more of its letters run from right to left."""
        kinds = [unicodedata.bidirectional(character) for character in self.text]
        return sum(kind in ("R", "AL") for kind in kinds) > kinds.count("L")


class Block:
    """One text of a picture: all of a document, or of a layer."""

    __slots__ = ("name", "lines")

    def __init__(self, name: str, lines: List[Line]) -> None:
        self.name = name
        """The name of the layer, or ""."""
        self.lines = lines

    @property
    def box(self) -> Box:
        """Left, top, right, bottom in pixels."""
        return bounds([line.outline for line in self.lines])

    @property
    def text(self) -> str:
        """The lines, with a line feed between them."""
        return "\n".join(line.text for line in self.lines)


class Page:
    """What a writer is told of one picture: its file's name, its size and its texts.

    `picture` was drawn with `frames=True`, and is not kept; or give `Frames` and `size`, width and
    height in pixels. With `ink=True` polygons lie tight around the ink of letters; without, they
    are as high as their line. Raises `InvalidArgumentError` for a picture without frames.
    """

    __slots__ = ("name", "width", "height", "blocks", "_quad", "_quads")

    def __init__(
        self,
        name: str,
        picture: Union[Picture, Frames],
        size: Optional[Tuple[int, int]] = None,
        *,
        ink: bool = False,
    ) -> None:
        self._quad, self._quads = ("ink", "inks") if ink else ("quad", "quads")
        frames = picture
        if isinstance(frames, Picture):
            size = (frames.width, frames.height)
            frames = frames.frames
        if size is None:
            raise TypeError("A page of Frames needs the size of the picture in pixels.")
        self.name = str(name)
        self.width, self.height = size
        self.blocks: List[Block] = []
        for text in frames.texts():
            lines = self._lines(text)
            if lines:
                self.blocks.append(Block(text.name, lines))

    @property
    def lines(self) -> Iterator[Line]:
        """The lines of all blocks."""
        return (line for block in self.blocks for line in block.lines)

    def _polygons(self, quads: Sequence[Optional[List[float]]]) -> List[Polygon]:
        """The parts of quads that are in the picture."""
        found = []
        for quad in quads:
            if quad is not None:
                polygon = clipped(points(quad), self.width, self.height)
                if len(polygon) > 2:
                    found.append(polygon)
        return found

    def _lines(self, text: TextPlaces) -> List[Line]:
        lines: List[Line] = []
        given_lines: Sequence[Mapping[str, Any]] = text["lines"]
        words: Sequence[Mapping[str, Any]] = text["words"]
        clusters: Sequence[Mapping[str, Any]] = text["clusters"]
        word_index = cluster_index = 0
        for given in given_lines:
            start, end = given["range"]
            stop = cluster_index
            while stop < len(clusters) and clusters[stop]["range"][0] < end:
                stop += 1
            on_line, cluster_index = clusters[cluster_index:stop], stop
            # A word that the line's end divides goes on in the next one.
            while word_index < len(words) and words[word_index]["range"][1] <= start:
                word_index += 1
            last = word_index
            while last < len(words) and words[last]["range"][0] < end:
                last += 1
            polygons = self._polygons([given[self._quad]])
            if not polygons:
                continue
            line = Line(given["text"].rstrip("\r\n\u2028\u2029"), (start, end), polygons)
            line.words = self._words(words[word_index:last], on_line, given)
            lines.append(line)
        return lines

    def _words(
        self,
        words: Sequence[Mapping[str, Any]],
        clusters: Sequence[Mapping[str, Any]],
        line: Mapping[str, Any],
    ) -> List[Word]:
        found: List[Word] = []
        line_start, line_end = line["range"]
        after = line_start
        index = 0
        for given in words:
            start, end = given["range"]
            text, quads = given["text"], given[self._quads]
            while index < len(clusters) and clusters[index]["range"][0] < start:
                index += 1
            stop = index
            while stop < len(clusters) and clusters[stop]["range"][0] < end:
                stop += 1
            own, index = clusters[index:stop], stop
            if (start < line_start or end > line_end) and own:
                quads = [cluster[self._quad] for cluster in own]
                start, end = own[0]["range"][0], own[-1]["range"][1]
                text = given["text"][start - given["range"][0] : end - given["range"][0]]
                corners = [point for quad in quads if quad is not None for point in points(quad)]
                around = hull(corners)
                quads = [[value for point in around for value in point]] if around else []
            polygons = self._polygons(quads)
            if polygons:
                word = Word(text, (start, end), polygons)
                word.follows_space = start > after and bool(found)
                word.clusters = []
                for cluster in own:
                    parts = self._polygons([cluster[self._quad]])
                    if parts:
                        first, last = cluster["range"]
                        word.clusters.append(Cluster(cluster["text"], (first, last), parts))
                found.append(word)
            after = end
        return found


def spaced(words: Sequence[Word]) -> str:
    """Returns words with the spaces between them."""
    return "".join(" " * word.follows_space + word.text for word in words)
