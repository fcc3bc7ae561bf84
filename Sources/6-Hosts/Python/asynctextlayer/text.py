# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Texts in several styles."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from .keys import STYLE_KEYS, check_text, members, split
from .style import Style


class Text:
    """A text with a style of its whole, and spans with styles of their own.

        Text("Fresh bread\\nEvery day", size=18).span(0, 11, size="2em", color="crimson")

    Offsets are those of `str`: characters (Unicode scalars), an end is the one after the last.
    Keywords are those of `Style`. A text may be pickled; one thread at a time may change it.
    """

    __slots__ = ("text", "style", "spans", "_members")

    def __init__(
        self, text: str = "", style: Union[Style, Mapping[str, Any], None] = None, **keys: Any
    ) -> None:
        check_text(text)
        self.text: str = text
        self.style: Style = Style(style, **keys)
        self.spans: List[Dict[str, Any]] = []
        self._members: Dict[str, List[Dict[str, Any]]] = {}

    def span(self, start: int, end: Optional[int] = None, **style: Any) -> "Text":
        """Gives a range a style of its own, and returns this text.

        Later spans take precedence. Keywords are those of a style, and `ruby`: a string or a
        mapping, a small text over the range. Without an end, the range reaches to the text's.
        Raises `ValueError` for a range that is not within the text, `TypeError` for unknown
        keywords.
        """
        start, end = self._range(start, end)
        ruby = style.pop("ruby", None)
        (values,) = split(style, "A span", STYLE_KEYS)
        span: Dict[str, Any] = {"start": start, "end": end}
        if values:
            span["style"] = values
        if ruby is not None:
            span["ruby"] = members(ruby) if isinstance(ruby, Mapping) else ruby
        self.spans.append(span)
        return self

    def append(self, text: str, **style: Any) -> "Text":
        """Adds text at the end, in a style of its own if there are keywords; returns this text."""
        check_text(text)
        start = len(self.text)
        self.text += text
        return self.span(start, **style) if style and text else self

    def link(self, start: int, end: int, url: str, **highlight: Any) -> "Text":
        """Makes a range a link, which `layout` reports; it has no look of its own."""
        start, end = self._range(start, end)
        link: Dict[str, Any] = {"start": start, "end": end, "url": url}
        if highlight:
            link["highlight"] = members(highlight)
        self._members.setdefault("links", []).append(link)
        return self

    def attach(self, at: int, **attachment: Any) -> "Text":
        """Puts an attachment in place of the U+FFFC at an offset, and returns this text.

        Keywords are those of attachments in documents: `image` (a path, an array, a
        Pillow image or the bytes of a file), `reserved` or `scene`,
        `size`, `alignment`, `margins`, `plain_text` and others.
        """
        if not 0 <= at < len(self.text) or self.text[at] != "\ufffc":
            raise ValueError(f"The text has no U+FFFC at {at}.")
        self._members.setdefault("attachments", []).append({"at": at, **members(attachment)})
        return self

    def document(self) -> Dict[str, Any]:
        """Returns the document as JSON has it."""
        document: Dict[str, Any] = {"text": self.text, **self.style.document()}
        if self.spans:
            document["spans"] = [dict(span) for span in self.spans]
        for name, values in self._members.items():
            document[name] = [dict(value) for value in values]
        return document

    def _range(self, start: int, end: Optional[int]) -> Tuple[int, int]:
        last = len(self.text) if end is None else end
        for offset in (start, last):
            if not isinstance(offset, int) or isinstance(offset, bool):
                raise TypeError(f"An offset is an int, not {type(offset).__name__}.")
        if not 0 <= start <= last <= len(self.text):
            raise ValueError(
                f"The range {start} to {last} is not within the text of {len(self.text)} "
                "characters."
            )
        return start, last

    def __repr__(self) -> str:
        return (
            f"Text({self.text[:40]!r}{'…' if len(self.text) > 40 else ''}, {len(self.spans)} spans)"
        )

    def __str__(self) -> str:
        return self.text

    def __len__(self) -> int:
        return len(self.text)
