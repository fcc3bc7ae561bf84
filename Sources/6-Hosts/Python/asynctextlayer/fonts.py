# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Fonts: files, and sets of them."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

from . import _library
from ._library import Error, FontFile, Handle, failure, lib
from .errors import ClosedError
from .keys import path_bytes

FontLike = Union["Font", str, "os.PathLike[str]", bytes]
"""What stands for a font: a `Font`, the path of a file, or the bytes of one."""


class Font:
    """A font file, by its path or its bytes.

    `face` is the number of a face in a collection; without it, all faces of the file are searched.
    The file is read when it is first drawn with; a damaged one raises `UnreadableError` then. A
    font may be used by several threads, and pickled.
    """

    __slots__ = ("path", "data", "face", "_set")

    def __init__(self, path_or_bytes: FontLike, face: Optional[int] = None) -> None:
        self.path: Optional[bytes] = None
        self.data: Optional[bytes] = None
        self._set: Optional[Fonts] = None
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
        self._fonts: List[Font] = [f if isinstance(f, Font) else Font(f) for f in fonts]
        self._built_in, self._system = bool(built_in), bool(system)
        files = (FontFile * max(1, len(self._fonts)))()
        for file, font in zip(files, self._fonts):
            if font.path is not None:
                file.path = font.path
            else:
                # Even an empty file is bytes.
                file.bytes, file.count = font.data, len(font.data or b"")
            file.face = -1 if font.face is None else font.face
        flags = _library.FONTS_BUILT_IN * self._built_in + _library.FONTS_SYSTEM * self._system
        handle, error = ctypes.c_uint64(), Error()
        if lib.at_fonts_create(
            files, len(self._fonts), flags, ctypes.byref(handle), ctypes.byref(error)
        ):
            raise failure(error)
        self._owner: Optional[Handle] = Handle(handle.value)

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
            return Fonts([Font(font)])
        key = (path, state.st_ino, state.st_dev, state.st_mtime_ns, state.st_size)
        found = _by_file.get(key)
        if found is None:
            found = Fonts([Font(font)])
            while len(_by_file) >= _FILES:
                try:
                    del _by_file[next(iter(_by_file))]
                except (KeyError, RuntimeError, StopIteration):
                    pass  # another thread does the same just now
            _by_file[key] = found
        return found
    if isinstance(font, (bytes, bytearray, memoryview)):
        return Fonts([Font(bytes(font))])
    try:
        given = list(font)
    except TypeError:
        raise TypeError(
            f"A font is a Font, a path, bytes, Fonts or several fonts, not {type(font).__name__}."
        ) from None
    return Fonts(given)
