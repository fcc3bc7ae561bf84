# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Views of rows with gaps between them, which `memoryview` cannot make itself."""

from __future__ import annotations

import ctypes
from typing import Any, Tuple


class _Buffer(ctypes.Structure):
    """`Py_buffer`, a part of Python's stable binary interface since 3.11."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
        ("suboffsets", ctypes.POINTER(ctypes.c_ssize_t)),
        ("internal", ctypes.c_void_p),
    ]


_view_of: Any = ctypes.pythonapi.PyMemoryView_FromBuffer
_view_of.restype = ctypes.py_object
_view_of.argtypes = [ctypes.POINTER(_Buffer)]
_FORMAT = ctypes.c_char_p(b"B")


def strided(shape: Tuple[int, ...], strides: Tuple[int, ...], start: int) -> memoryview:
    """Returns a view of the bytes at an address, with a shape and strides of its own.

    It keeps nothing alive: whoever gets it through `__buffer__` keeps the object that has it.
    """
    sizes = (ctypes.c_ssize_t * len(shape))(*shape)
    steps = (ctypes.c_ssize_t * len(shape))(*strides)
    count = 1
    for side in shape:
        count *= side
    # Shape and strides are copied.
    buffer = _Buffer(start, None, count, 1, 1, len(shape), _FORMAT, sizes, steps, None, None)
    view: memoryview = _view_of(ctypes.byref(buffer))
    return view
