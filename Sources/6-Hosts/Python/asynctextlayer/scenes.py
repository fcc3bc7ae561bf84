# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Scenes: trees of layers, at any time."""

from __future__ import annotations

import ctypes
import functools
import math
from typing import Any, Dict, Iterable, Iterator, Mapping, Optional, Tuple, Union

from . import _library
from ._library import Handle, failure, lib
from .batches import render_many
from .cancellation import Cancellation, number_of, stopped_with_task
from .drawing import FontArgument, Path
from .picture import Picture
from .request import Arguments, OpenScene, give_call, seconds, take_call
from .streams import PictureStream, render_many_async
from .style import Number

SceneSource = Union[str, bytes, Mapping[str, Any]]
"""A scene: JSON, or a mapping that JSON can hold.

In a mapping a picture (`"contents": {"image": …}`) is a path, a `data:` address, the bytes of a
file, an array of pixels (height, width, 1 to 4 bytes, with alpha that colours are not multiplied
by), a Pillow image or a `Picture`.
"""


class Scene(OpenScene):
    """A scene that was read, for pictures of it at several times.

    `scale` is in pixels a point, otherwise that of the scene. Arguments and errors are those of
    `draw`. Any number of threads may draw it at a time.
    """

    __slots__ = ("duration",)

    def __init__(
        self,
        scene: SceneSource,
        *,
        scale: Optional[Number] = None,
        font: FontArgument = None,
        strict: bool = False,
        folder: Optional[Path] = None,
        root: Optional[Path] = None,
    ) -> None:
        given = Arguments(scale=scale, font=font, strict=strict, folder=folder, root=root)
        call = take_call()
        try:
            prefix = given.fill_scene(call.request, scene)
            duration = ctypes.c_double()
            if lib.at_scene_create(
                call.arguments[0], call.arguments[1], ctypes.byref(duration), call.arguments[3]
            ):
                raise failure(call.error, prefix)
            self._owner = Handle(call.handle.value)
        finally:
            give_call(call)
        self.duration = None if math.isnan(duration.value) else duration.value
        """The seconds that the scene says it lasts; `None` if it says none."""

    def draw(
        self,
        time: Number = 0,
        *,
        frames: bool = False,
        cancellation: Optional[Cancellation] = None,
    ) -> Picture:
        """Draws the scene at a time in seconds, on the calling thread. Errors are those of `draw`.
        """
        call = take_call()
        try:
            request = call.request
            request.kind, request.length = _library.SCENE, 0
            request.scene, request.time = self.handle, seconds(time)
            request.style = request.fonts = 0
            request.flags = _library.FRAMES * bool(frames)
            if cancellation is not None:
                request.cancellation = number_of(cancellation)
            if lib.at_draw(*call.arguments):
                raise failure(call.error)
            return Picture(call.drawn)
        finally:
            give_call(call)

    async def draw_async(self, time: Number = 0, *, frames: bool = False) -> Picture:
        """Draws as `draw` does, on a thread; a task that is cancelled ends the drawing."""
        switch = Cancellation()
        call = functools.partial(self.draw, time, frames=frames, cancellation=switch)
        return await stopped_with_task(call, switch)

    def close(self) -> None:
        """Frees the scene; drawings under way keep what they need."""
        self._owner = None

    def __enter__(self) -> "Scene":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def scene(
    scene: SceneSource,
    *,
    time: Optional[Number] = None,
    scale: Optional[Number] = None,
    font: FontArgument = None,
    frames: bool = False,
    strict: bool = False,
    folder: Optional[Path] = None,
    root: Optional[Path] = None,
    cancellation: Optional[Cancellation] = None,
) -> Picture:
    """Draws a scene, given as JSON or as a mapping, on the calling thread.

    `time` in seconds is otherwise that of the scene. Arguments and errors are those of `draw`.
    """
    given = Arguments(
        scale=scale,
        font=font,
        frames=frames,
        strict=strict,
        folder=folder,
        root=root,
        time=time,
        cancellation=cancellation,
    )
    call = take_call()
    try:
        prefix = given.fill_scene(call.request, scene)
        if lib.at_draw(*call.arguments):
            raise failure(call.error, prefix)
        return Picture(call.drawn)
    finally:
        give_call(call)


_scene = scene
"""`scene`, where an argument has its name."""


async def scene_async(scene: SceneSource, **arguments: Any) -> Picture:
    """Draws as `scene` does, on a thread; a task that is cancelled ends the drawing."""
    switch = Cancellation()
    call = functools.partial(_scene, scene, cancellation=switch, **arguments)
    return await stopped_with_task(call, switch)


def frames(
    scene: Union[Scene, SceneSource],
    times: Optional[Iterable[Number]] = None,
    *,
    fps: Optional[Number] = None,
    duration: Optional[Number] = None,
    frames: bool = False,
    lanes: int = 0,
    ahead: Optional[int] = None,
    **arguments: Any,
) -> Iterator[Picture]:
    """Draws a scene at several times, on several threads; pictures come in the order of the times.

    Give `times` in seconds, or `fps`: then there is a picture each 1/fps seconds, from 0 up to the
    `duration`, that of the scene if it has one. Arguments are those of `Scene`, unless it is one
    already; `lanes`, `ahead` and when the work ends are those of `render_many`. Raises `ValueError`
    without times, and in the place of a time that is infinite or NaN, after which nothing comes.
    """
    items = _moments(scene, times, fps, duration, arguments)
    return render_many(items, lanes=lanes, ahead=ahead, frames=frames)


def frames_async(
    scene: Union[Scene, SceneSource],
    times: Optional[Iterable[Number]] = None,
    *,
    fps: Optional[Number] = None,
    duration: Optional[Number] = None,
    frames: bool = False,
    lanes: int = 0,
    ahead: Optional[int] = None,
    **arguments: Any,
) -> PictureStream:
    """Draws as `frames` does, for `async for`; `render_many_async` says when the work ends.

    The scene is read at once, on the calling thread.
    """
    items = _moments(scene, times, fps, duration, arguments)
    return render_many_async(items, lanes=lanes, ahead=ahead, frames=frames)


def _moments(
    scene: Union[Scene, SceneSource],
    times: Optional[Iterable[Number]],
    fps: Optional[Number],
    duration: Optional[Number],
    arguments: Mapping[str, Any],
) -> Iterator[Tuple[Scene, Dict[str, Any]]]:
    """Returns the scene with each of its times, as items of a batch."""
    if not isinstance(scene, Scene):
        scene = Scene(scene, **arguments)
    elif arguments:
        names = ", ".join(map(repr, arguments))
        raise TypeError(f"A scene that was read takes no more arguments: {names}.")
    if times is None:
        length = scene.duration if duration is None else seconds(duration)
        if fps is None or not fps > 0 or length is None:
            raise ValueError("Frames need times, or a number of frames a second and a duration.")
        try:
            rate = float(fps)
            count = max(1, math.ceil(length * rate - 1e-9))
        except OverflowError:
            raise ValueError("The frames of the scene are too many to count.") from None
        times = (index / rate for index in range(count))
    return ((scene, {"time": seconds(time)}) for time in times)
