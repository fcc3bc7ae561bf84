# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Fonts: files, and sets of them."""

from __future__ import annotations

import bisect
import ctypes
import json
import os
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

from . import _library
from ._library import Error, FontFile, Handle, failure, lib
from .errors import AsyncTextError, ClosedError, UnreadableError
from .keys import path_bytes

FontLike = Union["Font", str, "os.PathLike[str]", bytes]
"""What stands for a font: a `Font`, the path of a file, or the bytes of one."""


class Font:
    """A font file, by its path or its bytes.

    `face` is the number of a face in a collection; without it, all faces of the file are searched.
    The file is opened at once: `UnreadableError` for one that is missing or no font. A font may be
    used by several threads, and pickled.
    """

    __slots__ = ("path", "data", "face", "_set", "_owner", "_ranges")

    def __init__(self, path_or_bytes: FontLike, face: Optional[int] = None) -> None:
        self._take(path_or_bytes, face)
        self._owner: Optional[Handle] = _opened([self], 0)

    def _take(self, path_or_bytes: FontLike, face: Optional[int]) -> None:
        """Sets all but what is opened."""
        self.path: Optional[bytes] = None
        self.data: Optional[bytes] = None
        self._set: Optional[Fonts] = None
        self._owner = None
        self._ranges: Optional[Tuple[Tuple[int, int], ...]] = None
        if isinstance(path_or_bytes, Font):
            self.path, self.data = path_or_bytes.path, path_or_bytes.data
            face = path_or_bytes.face if face is None else face
        elif isinstance(path_or_bytes, (bytes, bytearray, memoryview)):
            self.data = bytes(path_or_bytes)
        else:
            self.path = path_bytes(path_or_bytes, "A font")
        if face is not None and (not isinstance(face, int) or isinstance(face, bool)):
            raise TypeError(f"The face of a font is a number, not {type(face).__name__}.")
        if face is not None and not 0 <= face < 1 << 31:
            raise ValueError(f"The face of a font is a number from 0, not {face}.")
        self.face: Optional[int] = face

    @property
    def characters(self) -> Tuple[Tuple[int, int], ...]:
        """The characters that the font has glyphs for: the first and the last code point of each
        range, in ascending order. Read when it is first asked for.
        """
        if self._ranges is None:
            if self._owner is None:
                self._owner = _opened([self], 0)
            found = json.loads(_library.take_data(lib.at_fonts_characters, self._owner.value))
            self._ranges = tuple((first, last) for first, last in found)
        return self._ranges

    def missing(self, text: str) -> str:
        """Returns the characters of a text that the font has no glyph for, each once, in their
        order.

        What is never drawn counts, too: control characters, joiners and selectors.
        """
        ranges = self.characters
        starts = [first for first, _ in ranges]
        found: Dict[str, None] = {}
        for character in text:
            code = ord(character)
            place = bisect.bisect_right(starts, code) - 1
            if place < 0 or code > ranges[place][1]:
                found[character] = None
        return "".join(found)

    def covers(self, text: str) -> bool:
        """Whether the font has a glyph for each character of a text."""
        return not self.missing(text)

    def __repr__(self) -> str:
        what = os.fsdecode(self.path) if self.path is not None else f"{len(self.data or b'')} bytes"
        return f"Font({what!r})" if self.face is None else f"Font({what!r}, face={self.face})"

    def __reduce__(self) -> Tuple[Any, ...]:
        source = self.data if self.path is None else os.fsdecode(self.path)
        return (Font, (source, self.face))

    def fonts(self) -> "Fonts":
        """Returns this font, the built-in ones and the host's as a set, which is made once."""
        if self._set is None:
            self._set = Fonts([self])
        return self._set


class Fonts:
    """A set of fonts that texts are drawn with.

    The given fonts are searched first, in their order, for every text; then, with `built_in`, those
    within the library (Noto Sans and Serif in many scripts), then, with `system`, those of the
    host, through fontconfig. For pictures that are the same on every machine say `system=False`.

    Raises `UnreadableError` for a file that is missing or no font, `NoFontsError` for an empty set.
    It may be used by several threads, and pickled if its files stay where they are.
    """

    __slots__ = ("_fonts", "_built_in", "_system", "_owner")

    def __init__(
        self, fonts: Iterable[FontLike] = (), *, built_in: bool = True, system: bool = True
    ) -> None:
        if isinstance(fonts, (str, bytes, os.PathLike, Font)):
            fonts = [fonts]
        self._fonts: List[Font] = [f if isinstance(f, Font) else _unopened(f) for f in fonts]
        self._built_in, self._system = bool(built_in), bool(system)
        flags = _library.FONTS_BUILT_IN * self._built_in + _library.FONTS_SYSTEM * self._system
        self._owner: Optional[Handle] = _opened(self._fonts, flags)

    def __repr__(self) -> str:
        return f"Fonts({self._fonts!r}, built_in={self._built_in}, system={self._system})"

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_made, (self._fonts, self._built_in, self._system))

    @property
    def handle(self) -> int:
        """The number by which the C library knows the set. Raises `ClosedError` after `close`."""
        if self._owner is None:
            raise ClosedError("The fonts were closed.")
        return self._owner.value

    def close(self) -> None:
        """Frees the set; drawings under way keep what they need."""
        self._owner = None


def _unopened(source: FontLike) -> Font:
    """Returns a font that is opened with others."""
    font = Font.__new__(Font)
    font._take(source, None)
    return font


def _opened(fonts: List[Font], flags: int) -> Handle:
    """Opens fonts as a set."""
    files = (FontFile * max(1, len(fonts)))()
    for file, font in zip(files, fonts):
        if font.path is not None:
            file.path = font.path
        else:
            # Even an empty file is bytes.
            file.bytes, file.count = font.data, len(font.data or b"")
        file.face = -1 if font.face is None else font.face
    handle, error = ctypes.c_uint64(), Error()
    if lib.at_fonts_create(files, len(fonts), flags, ctypes.byref(handle), ctypes.byref(error)):
        raise _explained(failure(error), fonts)
    return Handle(handle.value)


def _explained(error: AsyncTextError, fonts: List[Font]) -> AsyncTextError:
    """Returns an error about fonts, with a hint where the name of a family stands for a path."""
    for font in fonts:
        name = os.fsdecode(font.path or b"")
        looks_like_a_file = os.sep in name or os.path.splitext(name)[1] or os.path.exists(name)
        if isinstance(error, UnreadableError) and name and not looks_like_a_file:
            return UnreadableError(
                f"There is no font file {name!r}. `font` is a file; a family is named by "
                f"family={name!r}.",
                error.offset,
            )
    return error


def _made(fonts: List[Font], built_in: bool, system: bool) -> Fonts:
    return Fonts(fonts, built_in=built_in, system=system)


_by_file: Dict[Tuple[Any, ...], Fonts] = {}
"""Sets of one file each, by its path and the state of the file."""
_FILES = 64


def fonts_of(font: Union[FontLike, Fonts, Iterable[FontLike], None]) -> Optional[Fonts]:
    """Returns the set that the argument `font` of a drawing stands for; `None` for the default."""
    if font is None or isinstance(font, Fonts):
        return font
    if isinstance(font, Font):
        return font.fonts()
    if isinstance(font, (str, os.PathLike)):
        path = path_bytes(font, "A font")
        try:
            state = os.stat(path)
        except OSError:
            return Fonts([font])
        key = (path, state.st_ino, state.st_dev, state.st_mtime_ns, state.st_size)
        found = _by_file.get(key)
        if found is None:
            found = Fonts([font])
            while len(_by_file) >= _FILES:
                try:
                    del _by_file[next(iter(_by_file))]
                except (KeyError, RuntimeError, StopIteration):
                    pass  # another thread does the same just now
            _by_file[key] = found
        return found
    if isinstance(font, (bytes, bytearray, memoryview)):
        return Fonts([bytes(font)])
    try:
        given = list(font)
    except TypeError:
        raise TypeError(
            f"A font is a Font, a path, bytes, Fonts or several fonts, not {type(font).__name__}."
        ) from None
    return Fonts(given)
