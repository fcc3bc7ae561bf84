# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Styles: how a whole text looks and is laid out."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

from .keys import DOCUMENT_KEYS, STYLE_KEYS, split, to_json

Number = Union[int, float]
Length = Union[int, float, str]
"""Points, or a string with a unit: "12px", "9pt", "1.5em"."""
Color = Union[str, Sequence[Number]]
"""A colour of CSS ("navy", "#0a08", "rgb(204 0 0 / 50%)"), or 3 or 4 numbers: all integers from 0
to 255, or all floats from 0 to 1."""


class Style:
    """How a text looks and is laid out: a value, which may be shared, compared and pickled.

    Keywords are the members of documents with underscores (`letter_spacing`, `max_lines`): of
    styles, as in `size`, `family`, `weight`, `color`, `align`, `line_height`, and of documents, as
    in `width`, `height`, `writing_mode`, `columns`. Lengths are points; a string may have a unit. A
    mapping may hold some of them, by either kind of name; keywords take precedence.

        Style(size=32, color="navy", family="Noto Serif", width=300, align="center")

    `background` lies behind the text; that of a picture is an argument of `draw`.

    A name that is not known is a `TypeError`. Values are checked when a text is drawn:
    `MalformedError`.
    """

    __slots__ = ("style", "layout", "_key")

    def __init__(
        self,
        values: Union[Mapping[str, Any], "Style", None] = None,
        *,
        size: Optional[Length] = None,
        family: Union[str, Sequence[str], None] = None,
        weight: Union[int, str, None] = None,
        color: Optional[Color] = None,
        align: Optional[str] = None,
        language: Optional[str] = None,
        width: Optional[Length] = None,
        **keys: Any,
    ) -> None:
        named = dict(
            size=size,
            family=family,
            weight=weight,
            color=color,
            align=align,
            language=language,
            width=width,
            **keys,
        )
        self._key: Optional[bytes] = None
        self.style: Dict[str, Any] = {}
        """The members of `style` of a document."""
        self.layout: Dict[str, Any] = {}
        """The members of a document that say how all of it is laid out."""
        if isinstance(values, Style):
            self.style.update(values.style)
            self.layout.update(values.layout)
        elif values is not None:
            if not isinstance(values, Mapping):
                raise TypeError(f"A style is a mapping, not {type(values).__name__}.")
            others = {name: value for name, value in values.items() if name != "style"}
            self._add(values.get("style") or {})
            self._add(others)
        self._add(named)

    def _add(self, values: Mapping[str, Any]) -> None:
        style, layout = split(values, "A style", STYLE_KEYS, DOCUMENT_KEYS)
        self.style.update(style)
        self.layout.update(layout)

    def document(self) -> Dict[str, Any]:
        """Returns a document without text."""
        return {"style": dict(self.style), **self.layout} if self.style else dict(self.layout)

    def __repr__(self) -> str:
        return f"Style({self.document()!r})"

    @property
    def key(self) -> bytes:
        """All of the style as JSON, by which styles are compared."""
        if self._key is None:
            self._key = to_json([self.style, self.layout])
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Style) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Style, (self.document(),))
