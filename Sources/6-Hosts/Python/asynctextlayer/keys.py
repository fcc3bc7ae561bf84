# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""The names of styles and documents, and their JSON."""

from __future__ import annotations

import codecs
import difflib
import json
import math
import numbers
import os
import re
from typing import Any, Dict, FrozenSet, Mapping, Optional, Tuple

from ._library import style_keys
from .errors import TooLargeError
from .files import NeedsPictures, is_picture, with_pictures

STYLE_KEYS: FrozenSet[str] = frozenset(style_keys()) - {"font"}
"""The members of a style, which spans have, too; fonts are arguments of their own."""

DOCUMENT_KEYS: FrozenSet[str] = frozenset("""
    width height writingMode shape exclusions columns insets verticalAlign trim minimumScale
    maximumScale maxLines ellipsis truncation
    """.split())
"""The members of a document that say how all of its text is laid out."""

_COLORS = frozenset({"color", "background"})
_OTHER_NAMES = {
    "fontSize": "size",
    "fontFamily": "family",
    "fontWeight": "weight",
    "fontStyle": "slant",
    "fontStretch": "stretch",
    "fontFeatures": "features",
    "fontVariations": "variations",
    "italic": "slant",
    "bold": "weight",
    "colour": "color",
    "foreground": "color",
    "foregroundColor": "color",
    "backgroundColor": "background",
    "bg": "background",
    "fg": "color",
    "textAlign": "align",
    "alignment": "align",
    "lang": "language",
    "locale": "language",
    "maxWidth": "width",
    "lineClamp": "maxLines",
    "tracking": "letterSpacing",
    "kerning": "letterSpacing",
    "leading": "lineSpacing",
    "vertical": "writingMode",
}
"""The names of other programs for members of styles and documents."""
_ILL_FORMED = "asynctextlayer.ill_formed"
_TEXT_LIMIT = 1 << 24
"""The most characters of a text: no text of more UTF-16 units is laid out."""


def camel(name: str) -> str:
    """Returns `letterSpacing` for `letter_spacing`."""
    if "_" not in name:
        return name
    first, *others = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in others)


def snake(name: str) -> str:
    """Returns `letter_spacing` for `letterSpacing`."""
    return re.sub("[A-Z]", lambda match: "_" + match[0].lower(), name)


def color_text(value: Any) -> Any:
    """Returns a colour of CSS for three or four numbers; others as they are.

    Their type says which: all integers from 0 to 255, or all floats from 0 to 1. Raises
    `ValueError` for both kinds in one colour, and for numbers outside.
    """
    if value is None or isinstance(value, (str, Mapping)):
        return value
    parts = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(parts, (tuple, list)):
        return value
    parts = [part.item() if hasattr(part, "item") else part for part in parts]
    numeric = all(isinstance(p, numbers.Real) and not isinstance(p, bool) for p in parts)
    if not 3 <= len(parts) <= 4 or not numeric:
        raise ValueError(
            "A colour is a string of CSS, or 3 or 4 numbers: integers from 0 to 255 or floats from "
            f"0 to 1: {value!r}."
        )
    whole = [isinstance(part, numbers.Integral) for part in parts]
    if all(whole):
        top = 255
    elif not any(whole):
        top = 1
    else:
        raise ValueError(
            "The numbers of a colour are all integers from 0 to 255 or all floats from 0 to 1, not "
            f"both: {value!r}."
        )
    if not all(0 <= part <= top for part in parts):
        kind = "integers from 0 to 255" if top == 255 else "floats from 0 to 1"
        raise ValueError(f"The numbers of a colour are {kind}: {value!r}.")
    red, green, blue = (part * 255 / top for part in parts[:3])
    alpha = parts[3] / top if len(parts) == 4 else 1
    return f"rgb({red:.8g} {green:.8g} {blue:.8g} / {alpha:.8g})"


def members(values: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns values by their names in JSON, without those that are `None`; nested ones, too."""
    return {
        name: _member(name, value)
        for name, value in ((camel(name), value) for name, value in values.items())
        if value is not None
    }


def _member(name: str, value: Any) -> Any:
    if name in _COLORS:
        value = color_text(value)
    # The axes of a font have names of their own.
    if name == "variations":
        return value
    if isinstance(value, Mapping):
        return members(value)
    if isinstance(value, (list, tuple)):
        return [members(part) if isinstance(part, Mapping) else part for part in value]
    return value


def split(
    values: Mapping[str, Any], what: str, *known: FrozenSet[str]
) -> Tuple[Dict[str, Any], ...]:
    """Divides values among sets of names; the first set that has a name gets it.

    Raises `TypeError` for a name that none has, with the nearest one.
    """
    parts: Tuple[Dict[str, Any], ...] = tuple({} for _ in known)
    for name, value in members(values).items():
        for part, names in zip(parts, known):
            if name in names:
                part[name] = value
                break
        else:
            raise TypeError(unknown_name(name, what, frozenset().union(*known)))
    return parts


def unknown_name(name: str, what: str, known: FrozenSet[str]) -> str:
    """Returns the sentence about a keyword that is not known."""
    other = _OTHER_NAMES.get(name)
    near = [other] if other in known else difflib.get_close_matches(name, known, 1)
    hint = f" Did you mean {snake(near[0])!r}?" if near else ""
    return f"{what} has no keyword {snake(name)!r}.{hint}"


def _ill_formed(error: UnicodeError) -> Tuple[bytes, int]:
    """Stands for each lone surrogate with a byte that is in no UTF-8."""
    assert isinstance(error, UnicodeEncodeError)
    return b"\xff" * (error.end - error.start), error.end


codecs.register_error(_ILL_FORMED, _ill_formed)


def utf8(text: str) -> bytes:
    """Returns a text in UTF-8, in which lone surrogates are ill-formed bytes.

    The library reads each as U+FFFD, and notes it. Raises `TooLargeError` for a text of more than
    16,777,216 characters, before it is copied.
    """
    if len(text) > _TEXT_LIMIT:
        raise TooLargeError(
            f"The text has {len(text):,} characters; a text has {_TEXT_LIMIT:,} at most."
        )
    return text.encode("utf-8", _ILL_FORMED)


def check_text(value: Any) -> None:
    """Raises `TypeError` for what is no string, `TooLargeError` for one that is too long."""
    if not isinstance(value, str):
        raise TypeError(f"A text is a str, not {type(value).__name__}.")
    if len(value) > _TEXT_LIMIT:
        utf8(value)


def to_json(value: Any) -> bytes:
    """Returns JSON in UTF-8.

    Paths become strings, numbers of NumPy numbers; what is no string in the place of a picture, the
    member `image`, an address that holds it. Raises `TypeError` for what JSON does not have,
    `ValueError` for NaN, infinity, and a value that holds itself or is nested too deep.
    """
    try:
        try:
            text = _encoded(value)
        except NeedsPictures:
            text = _encoded(with_pictures(value))
    except RecursionError:
        raise ValueError("The value is nested too deep.") from None
    except ValueError:
        try:
            place = _not_finite(value)
        except RecursionError:
            raise ValueError("The value holds itself.") from None
        if place is None:
            raise
        raise ValueError(place) from None
    return text.encode("utf-8", _ILL_FORMED)


def _not_finite(value: Any, name: str = "") -> Optional[str]:
    """Returns a sentence about the first number that is infinite or NaN, if there is one."""
    if isinstance(value, float) and not math.isfinite(value):
        return f"{snake(name) or 'A number'} is a finite number, not {value}."
    parts: Any = ()
    if isinstance(value, Mapping):
        parts = value.items()
    elif isinstance(value, (list, tuple)):
        parts = ((name, part) for part in value)
    for key, part in parts:
        found = _not_finite(part, str(key))
        if found:
            return found
    return None


def _plain(value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return dict(value)
    if is_picture(value):
        raise NeedsPictures(type(value).__name__)
    for name in ("tolist", "item", "document"):
        method = getattr(value, name, None)
        if callable(method):
            return method()
    raise TypeError(f"A value of the type {type(value).__name__} cannot stand in a document.")


def path_bytes(path: Any, what: str) -> bytes:
    """Returns a path for the library.

    Raises `TypeError` for what is no path, `ValueError` for one with U+0000.
    """
    try:
        encoded = os.fsencode(path)
    except TypeError:
        raise TypeError(f"{what} is a path, not {type(path).__name__}.") from None
    if b"\0" in encoded:
        raise ValueError(f"{what} has a character U+0000, which no path has.")
    return encoded


_encoded = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain
).encode
