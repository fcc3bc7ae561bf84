# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Ends of drawings under way."""

from __future__ import annotations

import asyncio
import ctypes
from typing import Any, Callable, TypeVar

from ._library import Error, Handle, failure, lib

_Result = TypeVar("_Result")


class Cancellation:
    """A switch that tells drawings to stop: within some 2 ms they raise `DrawingCancelled`.

    Any thread may call `cancel`; drawings that begin later stop at once.
    """

    __slots__ = ("_owner",)

    def __init__(self) -> None:
        handle, error = ctypes.c_uint64(), Error()
        if lib.at_cancellation_create(ctypes.byref(handle), ctypes.byref(error)):
            raise failure(error)
        self._owner = Handle(handle.value)

    @property
    def handle(self) -> int:
        """The number by which the C library knows the switch."""
        return self._owner.value

    def cancel(self) -> None:
        """Tells all drawings with this switch to stop."""
        error = Error()
        if lib.at_cancel(self.handle, ctypes.byref(error)):
            raise failure(error)


def number_of(cancellation: Any) -> int:
    """Returns the number of a switch. Raises `TypeError` for other things."""
    if not isinstance(cancellation, Cancellation):
        raise TypeError(f"A cancellation is a Cancellation, not {type(cancellation).__name__}.")
    return cancellation.handle


async def stopped_with_task(call: Callable[[], _Result], switch: Cancellation) -> _Result:
    """Runs a function on a thread, and tells it to stop if the task is cancelled."""
    try:
        return await asyncio.get_running_loop().run_in_executor(None, call)
    except asyncio.CancelledError:
        switch.cancel()
        raise
