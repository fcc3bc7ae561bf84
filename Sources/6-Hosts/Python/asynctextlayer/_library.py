# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""The functions of the C library, as asynctext.h declares them.

The module `ctypes` lets go of the interpreter's lock for each call, so that threads draw at the
same time.
"""

from __future__ import annotations

import ctypes
import os
import struct
from ctypes import POINTER, c_char, c_char_p, c_double, c_int32, c_int64, c_size_t
from ctypes import c_uint32, c_uint64, c_uint8, c_void_p
from typing import Any, List

from .errors import AsyncTextError, error_of

OK = 0
END = 11

# Kinds and flags of requests.
TEXT, JSON, SCENE = 0, 1, 2
FRAMES, STRICT, OPACITY = 1, 2, 4
PREMULTIPLIED, STRAIGHT = 0, 1
FONTS_BUILT_IN, FONTS_SYSTEM = 1, 2


class Error(ctypes.Structure):
    """`at_error`."""

    _fields_ = [("status", c_int32), ("offset", c_int64), ("message", c_char * 500)]


class FontFile(ctypes.Structure):
    """`at_font_file`."""

    _fields_ = [("path", c_char_p), ("bytes", c_char_p), ("count", c_size_t), ("face", c_int32)]


class Request(ctypes.Structure):
    """`at_request`."""

    _fields_ = [
        ("size", c_size_t),
        ("kind", c_uint32),
        ("flags", c_uint32),
        ("text", c_char_p),
        ("length", c_size_t),
        ("style", c_uint64),
        ("fonts", c_uint64),
        ("scene", c_uint64),
        ("time", c_double),
        ("folder", c_char_p),
        ("root", c_char_p),
        ("cancellation", c_uint64),
    ]


class PictureInfo(ctypes.Structure):
    """`at_picture_info`."""

    _fields_ = [
        ("width", c_int32),
        ("height", c_int32),
        ("stride", c_size_t),
        ("pixel_bytes", c_size_t),
        ("pixels", c_void_p),
    ]


class Drawn(ctypes.Structure):
    """The two results of a drawing, side by side."""

    _fields_ = [("info", PictureInfo), ("picture", c_uint64)]


drawn_values = struct.Struct("@iiNNPQ").unpack_from
"""The values of a `Drawn`, all at once, which takes less time than to read each by its name."""


def _load() -> Any:
    """Loads the library that ASYNCTEXT_LIBRARY names, or the one in this package."""
    path = os.environ.get("ASYNCTEXT_LIBRARY")
    if not path:
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_lib", "libasynctext.so.0")
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"The library of asynctextlayer cannot be loaded: {error}. It needs Linux on the "
            "processor that the wheel was built for, with glibc as new as the wheel's name says."
        ) from error


lib: Any = _load()

_HANDLE, _HANDLES, _ERROR = c_uint64, POINTER(c_uint64), POINTER(Error)
for _name, _result, _arguments in (
    ("at_status_name", c_char_p, [c_int32]),
    ("at_version", c_char_p, []),
    ("at_versions", c_char_p, []),
    ("at_style_keys", c_char_p, []),
    ("at_free", c_int32, [_HANDLE, _ERROR]),
    ("at_handle_count", c_size_t, []),
    ("at_data_bytes", c_int32, [_HANDLE, POINTER(c_void_p), POINTER(c_size_t), _ERROR]),
    ("at_fonts_create", c_int32, [POINTER(FontFile), c_size_t, c_uint32, _HANDLES, _ERROR]),
    ("at_fonts_characters", c_int32, [_HANDLE, _HANDLES, _ERROR]),
    ("at_style_create", c_int32, [c_char_p, c_size_t, c_char_p, c_size_t, _HANDLES, _ERROR]),
    ("at_layout", c_int32, [POINTER(Request), _HANDLES, _ERROR]),
    ("at_file", c_int32, [POINTER(Request), _HANDLES, _ERROR]),
    ("at_draw", c_int32, [POINTER(Request), _HANDLES, POINTER(PictureInfo), _ERROR]),
    (
        "at_picture_copy",
        c_int32,
        [_HANDLE, c_uint32, POINTER(c_uint8), c_size_t, c_size_t, _ERROR],
    ),
    ("at_picture_png", c_int32, [_HANDLE, _HANDLES, _ERROR]),
    ("at_picture_frames", c_int32, [_HANDLE, _HANDLES, _ERROR]),
    ("at_picture_notes", c_int32, [_HANDLE, _HANDLES, _ERROR]),
    ("at_scene_create", c_int32, [POINTER(Request), _HANDLES, POINTER(c_double), _ERROR]),
    ("at_cancellation_create", c_int32, [_HANDLES, _ERROR]),
    ("at_cancel", c_int32, [_HANDLE, _ERROR]),
    ("at_batch_create", c_int32, [c_uint32, c_void_p, c_void_p, _HANDLES, _ERROR]),
    ("at_batch_submit", c_int32, [_HANDLE, POINTER(Request), c_uint64, _ERROR]),
    ("at_batch_count", c_size_t, [_HANDLE]),
    (
        "at_batch_next",
        c_int32,
        [_HANDLE, POINTER(c_uint64), _HANDLES, POINTER(PictureInfo), _ERROR],
    ),
    ("at_batch_end", c_int32, [_HANDLE, _ERROR]),
):
    _function = getattr(lib, _name)
    _function.restype = _result
    _function.argtypes = _arguments


# The same functions again for what is called most, with structures as they are: Python need not
# convert what `Call` has prepared.
draw_prepared: Any = lib["at_draw"]
draw_prepared.restype = c_int32
free_prepared: Any = lib["at_free"]
free_prepared.restype = None
free_prepared.argtypes = [c_uint64, c_void_p]


def failure(error: Error, prefix: int = 0) -> AsyncTextError:
    """Returns the exception of an error that a call has filled.

    `prefix` is the number of bytes that stand before the caller's own JSON.
    """
    offset = int(error.offset)
    message = bytes(error.message).decode("utf-8", "replace")
    return error_of(error.status, message, max(0, offset - prefix) if offset >= 0 else None)


class Handle:
    """A handle of the library, which is freed with the last reference to this."""

    __slots__ = ("value", "__weakref__")

    def __init__(self, value: int) -> None:
        self.value = value

    def __del__(self, _free: Any = free_prepared) -> None:
        _free(self.value, None)


MEMORY = 1024
"""The bytes of a text for which a call has memory."""


class Call:
    """The structures of one call. They are lent by `calls`, which keeps them for the next.

    A request that is kept is for a text in `memory`, with no fonts and no flags: most drawings set
    the text, its length and the style alone.
    """

    __slots__ = ("request", "memory", "drawn", "handle", "error", "arguments", "tag")

    def __init__(self) -> None:
        self.memory = (c_char * MEMORY)()
        self.request = Request(size=ctypes.sizeof(Request), text=ctypes.addressof(self.memory))
        self.drawn = Drawn()
        self.handle = c_uint64.from_buffer(self.drawn, Drawn.picture.offset)
        self.error = Error()
        self.tag = c_uint64()
        self.arguments = (
            ctypes.byref(self.request),
            ctypes.byref(self.handle),
            ctypes.byref(self.drawn.info),
            ctypes.byref(self.error),
        )


# Taking from the end of a list and adding to it is whole in all threads.
calls: List[Call] = []


def take_data(function: Any, first: Any, prefix: int = 0) -> bytes:
    """Calls a function that makes bytes, and returns a copy of them; see `failure`."""
    handle, error = c_uint64(), Error()
    if function(first, ctypes.byref(handle), ctypes.byref(error)):
        raise failure(error, prefix)
    owner = Handle(handle.value)
    start, count = c_void_p(), c_size_t()
    if lib.at_data_bytes(
        owner.value, ctypes.byref(start), ctypes.byref(count), ctypes.byref(error)
    ):
        raise failure(error)
    return ctypes.string_at(start.value or 0, count.value) if count.value else b""


def version() -> str:
    """Returns the version of the library, such as "0.2.0"."""
    return str(lib.at_version().decode())


def versions() -> str:
    """Returns the versions of all that pictures depend on, on one line."""
    return str(lib.at_versions().decode())


def style_keys() -> List[str]:
    """Returns the members that a style has in documents."""
    return str(lib.at_style_keys().decode()).split()


def handle_count() -> int:
    """Returns the number of handles of the C library that were not freed, for tests."""
    return int(lib.at_handle_count())
