# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of other libraries in scenes and documents, and the files that pictures become."""

from __future__ import annotations

import base64
import io
import os
import struct
import zlib
from typing import Any, List, Mapping, Optional, Tuple

_BYTES = (bytes, bytearray, memoryview)
_DEEPEST = 900


class NeedsPictures(Exception):
    """A value of a document is a picture in memory, or only looks like one."""


def is_picture(value: Any) -> bool:
    """Whether a value can stand for a picture: bytes of a file, an array of pixels, an image.

    An array may also be numbers: the name of the member decides.
    """
    if isinstance(value, _BYTES):
        return True
    return _is_image(value) or callable(getattr(value, "png", None)) or _shape(value) is not None


def _is_image(value: Any) -> bool:
    """Whether a value is a Pillow image."""
    return all(hasattr(value, name) for name in ("mode", "save", "convert", "getbands"))


def _shape(value: Any) -> Optional[Tuple[int, ...]]:
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and len(shape) in (2, 3) and hasattr(value, "tolist"):
        return shape
    return None


def with_pictures(value: Any, depth: int = 0) -> Any:
    """Returns a document or a scene with addresses in place of pictures in memory.

    Those of members with the name `image` are pictures; other arrays become lists of numbers.
    """
    if depth > _DEEPEST:
        raise ValueError("The value is nested too deep.")
    if isinstance(value, Mapping):
        return {
            name: data_address(part)
            if name == "image" and not isinstance(part, Mapping) and is_picture(part)
            else with_pictures(part, depth + 1)
            for name, part in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [with_pictures(part, depth + 1) for part in value]
    if isinstance(value, _BYTES) or _is_image(value) or callable(getattr(value, "png", None)):
        raise TypeError(
            f"A value of the type {type(value).__name__} stands in a document as an 'image' alone."
        )
    return value.tolist() if _shape(value) is not None else value


def data_address(picture: Any) -> str:
    """Returns a `data:` address of a picture: of the bytes of a file, an array or an image.

    Arrays have the shape (height, width), (height, width, 3) or (height, width, 4), with bytes (or
    booleans, as grey), and alpha that colours are not multiplied by.
    """
    if isinstance(picture, _BYTES):
        data = bytes(picture)
    elif callable(getattr(picture, "png", None)):
        data = picture.png()
    elif _is_image(picture):
        data = _file_of(picture)
    else:
        data = _png_of(picture)
    # What kind of file it is, its bytes say.
    return "data:image/png;base64," + base64.b64encode(data).decode("ascii")


def _file_of(image: Any) -> bytes:
    if image.mode not in ("1", "L", "LA", "P", "RGB", "RGBA"):
        image = image.convert("RGBA")
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _png_of(array: Any) -> bytes:
    """Returns a PNG file of an array."""
    shape: Tuple[int, ...] = tuple(array.shape)
    channels = shape[2] if len(shape) == 3 else 1
    kind = str(getattr(array, "dtype", ""))
    if kind not in ("uint8", "bool"):
        raise TypeError(f"An array of pixels has the type uint8, not {kind or 'another'}.")
    if channels not in (1, 2, 3, 4) or 0 in shape:
        raise ValueError(
            "An array of pixels has the shape (height, width), or (height, width, n) with n from 1 "
            f"to 4, not {shape}."
        )
    pixels = array.tobytes()
    if kind == "bool":
        pixels = pixels.replace(b"\1", b"\xff")
    height, row = shape[0], shape[1] * channels
    # Each row has a filter of its own: none.
    rows: List[bytes] = [b"\0" + pixels[y * row : (y + 1) * row] for y in range(height)]
    color = (0, 4, 2, 6)[channels - 1]
    header = struct.pack(">IIBBBBB", shape[1], height, 8, color, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in (
            (b"IHDR", header),
            (b"IDAT", zlib.compress(b"".join(rows), 1)),
            (b"IEND", b""),
        )
    )


_PILLOW = {
    ".jpg": "JPEG",
    ".jpeg": "JPEG",
    ".webp": "WEBP",
    ".gif": "GIF",
    ".bmp": "BMP",
    ".tif": "TIFF",
    ".tiff": "TIFF",
}
"""The endings of files that Pillow writes."""


def pillow_format(path: Any) -> Optional[str]:
    """Returns the format that the ending of a path names, for Pillow; `None` for PNG.

    A path without an ending is a PNG file. Raises `ValueError` for other endings.
    """
    ending = os.path.splitext(os.fsdecode(path))[1].lower()
    if ending in ("", ".png"):
        return None
    found = _PILLOW.get(ending)
    if found is None:
        others = ", ".join(_PILLOW)
        raise ValueError(
            f"A picture is saved as .png, or with Pillow as {others}, not as {ending!r}."
        )
    return found
