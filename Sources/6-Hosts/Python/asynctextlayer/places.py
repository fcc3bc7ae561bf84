# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Where the texts of a picture lie."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Mapping, Optional, Tuple, TypedDict, overload

Quad = Optional[List[float]]
"""Eight numbers, the corners clockwise from the upper left one of the upright text, in pixels of
the picture. A corner that a perspective shows nowhere makes it `None`."""


class Cluster(TypedDict):
    """A grapheme cluster, or a line: its text in logical order, its range in characters of the
    whole text, where it lies, as high as its line, and where its ink lies."""

    text: str
    range: List[int]
    quad: Quad
    ink: Quad


class Line(Cluster):
    """A line."""


class Word(TypedDict):
    """A word: several quads where a line ends in it, or where its parts lie apart."""

    text: str
    range: List[int]
    quads: List[Quad]
    inks: List[Quad]
    """The ink of each of `quads`; `None` where there is none."""


class Annotation(TypedDict):
    """The marker of a list, or a ruby: its text, the range beside which it stands, and where it
    lies."""

    kind: Literal["marker", "ruby"]
    text: str
    base: List[int]
    quad: Quad
    ink: Quad


class _Layer(TypedDict):
    frame: List[float]


class Layer(_Layer, total=False):
    """A layer of a scene, with its frame in its superlayer in points."""

    name: str
    text: Dict[str, Any]
    copies: List[Dict[str, Any]]
    sublayers: List[Any]


class Element(TypedDict, total=False):
    """An element of a page of HTML that has an `id` or a `class`: the smallest rectangle around its
    boxes in points, and the boxes themselves in pixels."""

    name: str
    id: str
    classes: List[str]
    frame: List[float]
    quads: List[Quad]


class Link(TypedDict):
    """An `a` with `href` of a page of HTML."""

    url: str
    quads: List[Quad]


KINDS = ("lines", "words", "clusters")


class TextPlaces(Mapping[str, Any]):
    """The places of one text: `["lines"]`, `["words"]`, `["clusters"]`, each a list of elements.

    `["annotations"]` are the markers of its lists and its rubies, if it has any. `["ink"]` is the
    quad around all that the text draws, `["token"]`, if it is there, that of the mark for text that
    is left out.
    """

    def __init__(self, values: Dict[str, Any], name: str = "") -> None:
        self._values = values
        self.name = name
        """The name of the layer that has the text."""

    @overload
    def __getitem__(self, key: Literal["lines"]) -> List[Line]: ...

    @overload
    def __getitem__(self, key: Literal["words"]) -> List[Word]: ...

    @overload
    def __getitem__(self, key: Literal["clusters"]) -> List[Cluster]: ...

    @overload
    def __getitem__(self, key: Literal["annotations"]) -> List[Annotation]: ...

    @overload
    def __getitem__(self, key: Literal["ink", "token"]) -> Quad: ...

    @overload
    def __getitem__(self, key: str) -> Any: ...

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(f'{len(self[k])} {k}' for k in KINDS)}>"


class Frames(Mapping[str, Any]):
    """The places of all texts of a picture, in pixels after all transforms.

    `frames["lines"]`, `["words"]` and `["clusters"]` are the elements of all texts, one after the
    other, and `["annotations"]` their markers of lists and rubies; `texts()` has them text by text.
    Of a scene, `frames["layers"]` is its tree of layers. Of a page of HTML, `frames["elements"]` are
    its elements with an `id` or a `class`, `frames["links"]` its links; it has lines and words, but
    no clusters. The values are those of the C library's
    JSON, read once.
    """

    def __init__(self, values: Dict[str, Any]) -> None:
        self._values = values
        self._texts: List[TextPlaces] = []
        if isinstance(values.get("text"), dict):
            self._texts.append(TextPlaces(values["text"]))
        # Layers in the order in which they are painted; a stack, since trees may be deep.
        stack = list(reversed(values.get("layers") or []))
        while stack:
            layer = stack.pop()
            name = layer.get("name", "")
            if isinstance(layer.get("text"), dict):
                self._texts.append(TextPlaces(layer["text"], name))
            self._texts.extend(TextPlaces(copy, name) for copy in layer.get("copies") or [])
            stack.extend(reversed(layer.get("sublayers") or []))

    @property
    def size(self) -> Tuple[float, float]:
        """Width and height in points."""
        width, height = self._values["size"]
        return (width, height)

    def texts(self) -> List[TextPlaces]:
        """Returns the texts of all layers, from back to front, copies of replicators included."""
        return list(self._texts)

    @overload
    def __getitem__(self, key: Literal["lines"]) -> List[Line]: ...

    @overload
    def __getitem__(self, key: Literal["words"]) -> List[Word]: ...

    @overload
    def __getitem__(self, key: Literal["clusters"]) -> List[Cluster]: ...

    @overload
    def __getitem__(self, key: Literal["annotations"]) -> List[Annotation]: ...

    @overload
    def __getitem__(self, key: Literal["ink", "token"]) -> Quad: ...

    @overload
    def __getitem__(self, key: Literal["size"]) -> List[float]: ...

    @overload
    def __getitem__(self, key: Literal["layers"]) -> List[Layer]: ...

    @overload
    def __getitem__(self, key: Literal["elements"]) -> List[Element]: ...

    @overload
    def __getitem__(self, key: Literal["links"]) -> List[Link]: ...

    @overload
    def __getitem__(self, key: str) -> Any: ...

    def __getitem__(self, key: str) -> Any:
        if "elements" in self._values:
            if key == "words":
                return [word for line in self._values["lines"] for word in line["words"]]
            return self._values[key] if key in self._values else []
        if key in KINDS:
            return [element for text in self._texts for element in text[key]]
        if key == "annotations":
            return [element for text in self._texts for element in text.get(key, [])]
        if key in self._values:
            return self._values[key]
        if len(self._texts) == 1:
            return self._texts[0][key]
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        yield from KINDS
        yield "annotations"
        yield from self._values

    def __len__(self) -> int:
        return len(KINDS) + 1 + len(self._values)

    def __repr__(self) -> str:
        return f"<Frames of {len(self._texts)} texts>"


def points(quad: List[float]) -> List[Tuple[float, float]]:
    """Returns the four corners of a quad as pairs of x and y."""
    return list(zip(quad[0::2], quad[1::2]))
