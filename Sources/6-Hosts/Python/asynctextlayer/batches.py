# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Many pictures, drawn on several threads, in their order."""

from __future__ import annotations

import ctypes
import os
import threading
from collections import deque
from typing import Any, Deque, Iterable, Iterator, Optional, Tuple, Union

from . import _library
from ._library import Error, Handle, failure, lib
from .errors import ClosedError, DrawingCancelled
from .picture import Picture
from .request import Arguments, give_call, take_call

Result = Union[Picture, Exception]

_FEW, _MANY, _SMALL = 4, 32, 32 << 20
"""How many pictures a lane draws ahead, and how many of those that have together at most so many
bytes: lanes that go to sleep after each small picture take three times as long."""


class Pictures(Iterator[Any]):
    """The pictures of `render_many`, in order; an iterator, a context manager.

    Several threads may take from it; `close` may come from any.
    """

    def __init__(
        self,
        items: Iterable[Any],
        *,
        lanes: int = 0,
        ahead: Optional[int] = None,
        errors: str = "raise",
        **arguments: Any,
    ) -> None:
        for name, value in (("lanes", lanes), ("ahead", ahead)):
            if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
                raise TypeError(f"'{name}' is an int, not {type(value).__name__}.")
        if not 0 <= lanes <= 16:
            raise ValueError(f"A batch has 1 to 16 lanes, or 0 for one a processor, not {lanes}.")
        if ahead is not None and ahead < 1:
            raise ValueError(f"A batch is at least 1 picture ahead, not {ahead}.")
        if errors not in ("raise", "yield"):
            raise ValueError(f"'errors' is 'raise' or 'yield', not {errors!r}.")
        self._items: Optional[Iterator[Any]] = iter(items)
        self._arguments = arguments
        self._given = Arguments(**arguments)
        self._yields_errors = errors == "yield"
        self._lanes = lanes or len(os.sched_getaffinity(0))
        self._adapts = ahead is None
        self.ahead = ahead or _FEW * self._lanes
        """The most pictures that are drawn before they are taken."""
        self._lock = threading.Lock()
        # The thread that has the lock.
        self._thread: Optional[int] = None
        # For each request that was queued, how many bytes stand before the caller's JSON; or what
        # went wrong before, and whether that ends the items.
        self._waiting: Deque[Union[int, Tuple[Exception, bool]]] = deque()
        handle, error = ctypes.c_uint64(), Error()
        if lib.at_batch_create(lanes, None, None, ctypes.byref(handle), ctypes.byref(error)):
            raise failure(error)
        self._batch: Optional[Handle] = Handle(handle.value)

    def __iter__(self) -> "Pictures":
        return self

    def __next__(self) -> Any:
        if self._thread == threading.get_ident():
            # It would wait for itself.
            raise ValueError("The batch is taking an item already, which cannot wait for pictures.")
        with self._lock:
            try:
                self._thread = threading.get_ident()
                result, ends = self._turn()
            finally:
                self._thread = None
        if result is None:
            raise StopIteration
        if isinstance(result, Exception) and (ends or not self._yields_errors):
            raise result
        return result

    def _turn(self) -> Tuple[Optional[Result], bool]:
        """Queues items and takes the next result; `None` if there is none."""
        if self._batch is None:
            return None, True
        try:
            self.fill()
        except BaseException:
            self.close()
            raise
        if not self._waiting:
            self.close()
            return None, True
        return self.take()

    # The parts of a turn

    @property
    def has_room(self) -> bool:
        """Whether another request may be queued."""
        return len(self._waiting) < self.ahead

    @property
    def is_waiting(self) -> bool:
        """Whether a picture or an error is to come."""
        return bool(self._waiting)

    @property
    def yields_errors(self) -> bool:
        """Whether errors come in place of pictures."""
        return self._yields_errors

    def fill(self) -> None:
        """Queues items until there is no room or no item, once half of the room is free.

        Several in a row, since a lane that sleeps takes longer to wake than to draw a label.
        """
        if len(self._waiting) > self.ahead // 2:
            return
        while self._items is not None and self.has_room:
            try:
                item = next(self._items)
            except StopIteration:
                self._items = None
            except Exception as error:  # comes after the pictures of the items before
                self.fail(error)
            else:
                self.submit(item)

    def fail(self, error: Exception) -> None:
        """Ends the items with an error of their own, in its place."""
        self._items = None
        self._waiting.append((error, True))

    def submit(self, item: Any) -> None:
        """Queues one item, unless the batch was closed; what is wrong comes in the item's place."""
        batch = self._batch
        if batch is None:
            return
        call = take_call()
        try:
            given = self._given
            if isinstance(item, tuple):
                if len(item) != 2 or not isinstance(item[1], dict):
                    raise TypeError("A tuple is an item and a dict of its own arguments.")
                item, own = item
                given = Arguments(**{**self._arguments, **own})
            prefix = given.fill(call.request, item)
            if lib.at_batch_submit(batch.value, call.arguments[0], 0, call.arguments[3]):
                raise failure(call.error, prefix)
            self._waiting.append(prefix)
        except Exception as error:
            self._waiting.append((error, False))
        finally:
            give_call(call)

    def take(self) -> Tuple[Optional[Result], bool]:
        """Waits for the next picture or error.

        Returns it, or `None` once the batch was closed, and whether the error is that of the items.
        """
        waiting, batch = self._waiting.popleft(), self._batch
        if batch is None:
            return None, True
        if not isinstance(waiting, int):
            return waiting
        call = take_call()
        try:
            _, handle, info, error = call.arguments
            status = lib.at_batch_next(batch.value, ctypes.byref(call.tag), handle, info, error)
            if status == _library.OK:
                picture = Picture(call.drawn)
                if self._adapts:
                    size = picture.stride * picture.height * _MANY * self._lanes
                    self.ahead = (_MANY if size <= _SMALL else _FEW) * self._lanes
                return picture, False
            reason = failure(call.error, waiting)
            if self._batch is None and isinstance(reason, (DrawingCancelled, ClosedError)):
                return None, True
            return reason, False
        finally:
            give_call(call)

    # The end

    def close(self) -> None:
        """Ends the work; the threads let go of it within some milliseconds."""
        batch, self._batch = self._batch, None
        self._items = None
        if batch is not None:
            lib.at_batch_end(batch.value, None)

    def __enter__(self) -> "Pictures":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_batch", None) is not None:
            self.close()


def render_many(
    items: Iterable[Any],
    *,
    lanes: int = 0,
    ahead: Optional[int] = None,
    errors: str = "raise",
    **arguments: Any,
) -> Pictures:
    """Draws many texts and scenes on several threads; pictures come in the order of items.

    - `items`: what `draw` takes, a `Scene`, or a tuple of one of these and a dict of arguments of
      its own: `("Hello", {"size": 20})`, `(scene, {"time": 0.5})`. They are taken as pictures are.
    - `lanes`: threads that draw, 1 to 16; 0 for one a processor, shared by all such batches.
    - `ahead`: the most pictures that are drawn before they are taken; four a lane without it, 32
      if they are small.
    - `errors`: "raise" raises an error in the place of the picture, after which the iterator goes
      on; "yield" gives the exception in its place. An error of `items` itself is raised in its
      place, as is the `ValueError` of items that take pictures of this same iterator.
    - `arguments`: those of `draw`, for all items.

    The work ends when the iterator is closed, is gone, or its `with` block ends. The threads belong
    to the library: after `fork` a child of a process that drew many raises `ForkedError`.
    """
    return Pictures(items, lanes=lanes, ahead=ahead, errors=errors, **arguments)
