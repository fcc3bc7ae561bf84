# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""What can go wrong, as exceptions with sentences.

Wrong types are `TypeError`, wrong values `ValueError`, before the library is asked; what the
library refuses is an `AsyncTextError`. Text itself is never an error: lone surrogates read as
U+FFFD, and characters that no font has are told by `Picture.notes`.
"""

from __future__ import annotations

from typing import Optional, Tuple, Type


class AsyncTextError(Exception):
    """What the library refuses or cannot do.

    The message is a sentence. `status` is the name of the C library's status, such as
    "AT_MALFORMED"; `offset` is where the value that is wrong begins in the JSON that was given, in
    bytes of UTF-8, or `None`.
    """

    status: str = "AT_FAILED"

    def __init__(self, message: str, offset: Optional[int] = None) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> Tuple[Type["AsyncTextError"], Tuple[str, Optional[int]]]:
        return (type(self), (self.message, self.offset))


class InvalidArgumentError(AsyncTextError, ValueError):
    """An argument is not one that the function takes."""

    status = "AT_INVALID_ARGUMENT"


class ClosedError(AsyncTextError, ValueError):
    """A picture, scene, set of fonts or batch was closed."""

    status = "AT_INVALID_HANDLE"


class MalformedError(AsyncTextError, ValueError):
    """JSON, a document, a scene or a style is not of its form."""

    status = "AT_MALFORMED"


class UnreadableError(AsyncTextError, OSError):
    """A file cannot be read, lies outside the root, or is not a font."""

    status = "AT_UNREADABLE"


class TooLargeError(AsyncTextError, ValueError):
    """A text, a picture or a number of layers is over a limit."""

    status = "AT_TOO_LARGE"


class NoFontsError(AsyncTextError):
    """There is no font at all."""

    status = "AT_NO_FONTS"


class BufferTooSmallError(AsyncTextError):
    """Memory is too small for the pixels; this module always gives enough."""

    status = "AT_BUFFER_TOO_SMALL"


class OutOfMemoryError(AsyncTextError, MemoryError):
    """There is no memory for the picture."""

    status = "AT_OUT_OF_MEMORY"


class DrawingCancelled(AsyncTextError):
    """The drawing was cancelled, or the batch was closed."""

    status = "AT_CANCELLED"


class ForkedError(AsyncTextError):
    """The process was forked while the library had threads at work, and cannot go on."""

    status = "AT_FORKED"


class EndOfBatch(AsyncTextError):
    """Nothing is left in a batch; iterators end in its place."""

    status = "AT_END"


class FailedError(AsyncTextError):
    """A text could not be laid out or drawn."""

    status = "AT_FAILED"


# In the order of the numbers of the header, from 1.
_BY_STATUS: Tuple[Type[AsyncTextError], ...] = (
    InvalidArgumentError,
    ClosedError,
    MalformedError,
    UnreadableError,
    TooLargeError,
    NoFontsError,
    BufferTooSmallError,
    OutOfMemoryError,
    DrawingCancelled,
    ForkedError,
    EndOfBatch,
    FailedError,
)


def error_of(status: int, message: str, offset: Optional[int] = None) -> AsyncTextError:
    """Returns the exception of a status of the C library."""
    kind = _BY_STATUS[status - 1] if 0 < status <= len(_BY_STATUS) else FailedError
    return kind(message, offset)
