# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Pictures."""

from __future__ import annotations

import ctypes
import io
import json
import os
import threading
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

from . import _library
from ._library import Drawn, Handle, drawn_values, lib
from .errors import ClosedError, InvalidArgumentError
from .files import pillow_format
from .places import Frames

if TYPE_CHECKING:
    from types import TracebackType


_owners = threading.Lock()
"""Taken where a picture's memory gets an owner, or is let go."""


def _renew() -> None:
    """In the child of a fork no thread holds the lock."""
    global _owners
    _owners = threading.Lock()


os.register_at_fork(after_in_child=_renew)


class Picture:
    """A picture that was drawn: rows of pixels, the uppermost first.

    Pixels are red, green, blue, alpha, a byte each, with colours that are multiplied by alpha
    (premultiplied); of a picture drawn with `opacity=True` one byte of opacity.
    `numpy.asarray(picture)` is an array of the shape (height, width, 4) without a copy, not to be
    written; `straight()` gives colours as most programs want them, `image()` a Pillow image, `png`
    a PNG file, `save` a file of the kind that its name says.

    The memory is freed when the picture is closed or gone, and the last array or view of it, too. A
    picture may be used by several threads. It cannot be pickled; send `png()` or an array.
    """

    __slots__ = (
        "width",
        "height",
        "stride",
        "channels",
        "_pixels",
        "_number",
        "_owner",
        "_frames",
        "_view",
        "_lent",
        "__weakref__",
    )

    width: int
    """In pixels."""
    height: int
    """In pixels."""
    stride: int
    """From row to row, in bytes; a row has `width * channels` of them and a few that mean nothing.
    """
    channels: int
    """4, or 1 for opacity."""

    _pixels: int
    _number: int
    _owner: Optional[Handle]
    _view: Optional[memoryview]
    _lent: Optional[memoryview]
    _frames: Optional[Frames]

    def __init__(self, drawn: Drawn) -> None:
        # `_number` is the handle, until views need an owner that they keep.
        self.width, self.height, self.stride, self.channels, self._pixels, self._number = (
            drawn_values(drawn)
        )
        self._owner = self._view = self._lent = self._frames = None

    def _handle(self) -> int:
        number = self._number
        if number == 0:
            raise ClosedError("The picture was closed.")
        return number

    def _kept(self) -> Handle:
        """The owner of the memory, which frees it once neither this nor a view keeps it."""
        with _owners:
            if self._owner is None:
                self._owner = Handle(self._handle())
            return self._owner

    def __del__(self, _free: Any = _library.free_prepared) -> None:
        if self._number and self._owner is None:
            _free(self._number, None)

    # Memory

    @property
    def pixels(self) -> memoryview:
        """The bytes of all rows, each of `stride` bytes, without a copy, not to be written.

        The view stays valid after `close`. Raises `ClosedError` after it.
        """
        view = self._view
        if view is None:
            owner = self._kept()
            memory = (ctypes.c_ubyte * (self.stride * self.height)).from_address(self._pixels)
            # Views keep the array that they are of, and it keeps the handle.
            memory._owner = owner  # type: ignore[attr-defined]
            view = self._view = memoryview(memory).cast("B").toreadonly()
        return view

    @property
    def shape(self) -> Tuple[int, ...]:
        """(height, width, 4), or (height, width) for opacity."""
        size = (self.height, self.width)
        return size if self.channels == 1 else (*size, self.channels)

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        strides = (self.stride, 1) if self.channels == 1 else (self.stride, self.channels, 1)
        return {
            "version": 3,
            "shape": self.shape,
            "strides": strides,
            "typestr": "|u1",
            "data": self.pixels,
        }

    def __buffer__(self, flags: int) -> memoryview:
        """A view of the shape of the picture, for Python 3.12 and later."""
        from ._strided import strided

        # Whoever asked keeps this picture alone, which keeps the memory even if it is closed.
        self._lent = self.pixels
        return strided(self.shape, self.__array_interface__["strides"], self._pixels)

    def _copy(self, format: int) -> bytes:
        row = self.width * self.channels
        memory = bytearray(row * self.height)
        target = (ctypes.c_uint8 * len(memory)).from_buffer(memory)
        error = _library.Error()
        if lib.at_picture_copy(
            self._handle(), format, target, row, len(memory), ctypes.byref(error)
        ):
            raise _library.failure(error)
        del target
        return bytes(memory)

    def tobytes(self) -> bytes:
        """Returns a copy of the pixels as they are, without gaps between rows."""
        return self._copy(_library.PREMULTIPLIED)

    def straight(self) -> bytes:
        """Returns a copy of the pixels with colours that are not multiplied by alpha.

        Without gaps between rows. Of opacity it is the same as `tobytes`.
        """
        return self._copy(_library.STRAIGHT if self.channels == 4 else _library.PREMULTIPLIED)

    # Files and other libraries

    def png(self) -> bytes:
        """Returns a PNG file: 8 bits a channel, straight alpha."""
        return _library.take_data(lib.at_picture_png, self._handle())

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a file of the kind that its ending names: PNG, also without an ending.

        With Pillow also JPEG, WebP (without loss), GIF, BMP and TIFF. Raises `ValueError` for other
        endings, for these without Pillow, and for transparent pixels as JPEG; `OSError` as `open`
        does. What is refused leaves no file.
        """
        format = pillow_format(path)
        if format is None:
            data = self.png()
        else:
            try:
                image = self.image()
            except ImportError:
                raise ValueError(
                    f"Without Pillow a picture is saved as .png, not as {os.fsdecode(path)!r}."
                ) from None
            if format in ("JPEG", "BMP") and self.channels == 4:
                if image.getextrema()[3][0] < 255:
                    raise ValueError(
                        f"{format} has no transparent pixels: draw with a background, or save a "
                        ".png or .webp file."
                    )
                image = image.convert("RGB")
            file = io.BytesIO()
            if format == "JPEG":
                image.save(file, format, quality=95)
            else:
                image.save(file, format, **({"lossless": True} if format == "WEBP" else {}))
            data = file.getvalue()
        with open(path, "wb") as target:
            target.write(data)

    def image(self) -> Any:
        """Returns a Pillow image, RGBA or of opacity L. Raises `ImportError` without Pillow."""
        from PIL import Image

        mode = "RGBA" if self.channels == 4 else "L"
        return Image.frombytes(mode, (self.width, self.height), self.straight())

    def _repr_png_(self) -> bytes:
        return self.png()

    # What was found

    @property
    def frames(self) -> Frames:
        """Where lines, words and grapheme clusters lie, of a picture drawn with `frames=True`.

        Read when it is first asked for. Raises `InvalidArgumentError` for other pictures.
        """
        if self._frames is None:
            try:
                text = _library.take_data(lib.at_picture_frames, self._handle())
            except InvalidArgumentError:
                raise InvalidArgumentError("The picture was drawn without frames=True.") from None
            self._frames = Frames(json.loads(text))
        return self._frames

    @property
    def notes(self) -> List[str]:
        """Sentences: characters that no font has, ink that is cut off, members that are not known,
        pictures that cannot be read."""
        notes = json.loads(_library.take_data(lib.at_picture_notes, self._handle()))
        return [str(note) for note in notes]

    # Its end

    def close(self) -> None:
        """Lets go of the picture; its memory is freed once no array and no view sees it.

        What used it as a buffer keeps the memory as long as this object is there.
        """
        with _owners:
            number, self._number = self._number, 0
            owner, self._owner = self._owner, None
            self._view = None
        if number and owner is None:
            _library.free_prepared(number, None)

    def __enter__(self) -> "Picture":
        return self

    def __exit__(
        self,
        kind: Optional[type],
        error: Optional[BaseException],
        trace: Optional["TracebackType"],
    ) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("A picture cannot be pickled: send its png(), or an array of it.")

    def __repr__(self) -> str:
        return f"<Picture of {self.width} × {self.height} pixels>"
