# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""XML."""

from __future__ import annotations

import re
from typing import List, Union

# What XML 1.0 does not have.
_REFUSED = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;"}
_ENTITIES["\r"] = "&#13;"
_SPECIAL = re.compile('[&<>"\t\n\r]')


def escaped(text: str) -> str:
    """Returns a text as it stands in XML; what XML does not have becomes U+FFFD."""
    return _SPECIAL.sub(lambda match: _ENTITIES[match[0]], _REFUSED.sub("\ufffd", text))


class Markup:
    """Elements of XML, written from the outside to the inside."""

    def __init__(self, start: str) -> None:
        self._lines: List[str] = [start]
        self._open: List[str] = []

    def begin(self, name: str, /, **attributes: Union[str, int, float]) -> None:
        """Begins an element."""
        self._lines.append(f"{self._indent}<{name}{_attributes(attributes)}>")
        self._open.append(name)

    def end(self) -> None:
        """Ends the element that was begun last."""
        name = self._open.pop()
        self._lines.append(f"{self._indent}</{name}>")

    def element(self, name: str, text: str = "", /, **attributes: Union[str, int, float]) -> None:
        """Writes an element with a text, or an empty one."""
        end = f">{escaped(text)}</{name}>" if text else "/>"
        self._lines.append(f"{self._indent}<{name}{_attributes(attributes)}{end}")

    @property
    def _indent(self) -> str:
        return " " * len(self._open)

    def text(self) -> str:
        """All of it."""
        return "\n".join(self._lines) + "\n"


def _attributes(attributes: "dict[str, Union[str, int, float]]") -> str:
    return "".join(
        f' {name.rstrip("_").replace("__", ":")}="{_value(value)}"'
        for name, value in attributes.items()
    )


def _value(value: Union[str, int, float]) -> str:
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    return escaped(str(value))
