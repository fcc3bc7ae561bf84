# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Many pictures in asynchronous programs."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterable, AsyncIterator, Iterable, Optional, Union

from .batches import Pictures


class PictureStream(AsyncIterator[Any]):
    """The pictures of `render_many_async`, in order. It belongs to one event loop."""

    def __init__(
        self,
        items: Union[Iterable[Any], AsyncIterable[Any]],
        *,
        lanes: int = 0,
        ahead: Optional[int] = None,
        errors: str = "raise",
        **arguments: Any,
    ) -> None:
        self._source: Optional[AsyncIterator[Any]] = None
        given: Iterable[Any] = ()
        if isinstance(items, AsyncIterable):
            self._source = items.__aiter__()
        else:
            given = items
        self._pictures = Pictures(given, lanes=lanes, ahead=ahead, errors=errors, **arguments)
        self._item: Optional["asyncio.Future[Any]"] = None
        self._taking: Optional["asyncio.Future[Any]"] = None

    def __aiter__(self) -> "PictureStream":
        return self

    async def __anext__(self) -> Any:
        try:
            result, ends = await self._next()
        except BaseException:
            # Also a cancellation, which ends the work.
            self._close()
            raise
        if result is None:
            self._close()
            raise StopAsyncIteration
        if isinstance(result, Exception) and (ends or not self._pictures.yields_errors):
            raise result
        return result

    async def _next(self) -> Any:
        """Waits for the next picture, and meanwhile for items."""
        pictures = self._pictures
        while True:
            if self._source is None:
                pictures.fill()
            elif self._item is None and pictures.has_room:
                self._item = asyncio.ensure_future(_following(self._source))
            if self._taking is None and pictures.is_waiting:
                loop = asyncio.get_running_loop()
                self._taking = loop.run_in_executor(None, pictures.take)
            under_way = [each for each in (self._item, self._taking) if each is not None]
            if not under_way:
                return None, True
            await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            if self._item is not None and self._item.done():
                item, self._item = self._item, None
                self._accept(item)
            if self._taking is not None and self._taking.done():
                taking, self._taking = self._taking, None
                return taking.result()

    def _accept(self, item: "asyncio.Future[Any]") -> None:
        try:
            found = item.result()
        except StopAsyncIteration:
            self._source = None
        except Exception as error:
            self._source = None
            self._pictures.fail(error)
        else:
            if found is _END:
                self._source = None
            else:
                self._pictures.submit(found)

    def _close(self) -> None:
        self._source = None
        if self._item is not None:
            self._item.cancel()
            self._item = None
        self._taking = None
        self._pictures.close()

    async def aclose(self) -> None:
        """Ends the work; it may hold the loop up for some 2 ms."""
        self._close()

    async def __aenter__(self) -> "PictureStream":
        return self

    async def __aexit__(self, *error: object) -> None:
        self._close()

    def __del__(self) -> None:
        pictures = getattr(self, "_pictures", None)
        if pictures is not None:
            pictures.close()


_END = object()


async def _following(source: AsyncIterator[Any]) -> Any:
    try:
        return await source.__anext__()
    except StopAsyncIteration:
        return _END


def render_many_async(
    items: Union[Iterable[Any], AsyncIterable[Any]],
    *,
    lanes: int = 0,
    ahead: Optional[int] = None,
    errors: str = "raise",
    **arguments: Any,
) -> PictureStream:
    """Draws as `render_many` does, for `async for`; items may come from an asynchronous iterator.

    A task that is cancelled while it waits for a picture ends the work; so does `aclose`, or the
    end of an `async with` block.
    """
    return PictureStream(items, lanes=lanes, ahead=ahead, errors=errors, **arguments)
