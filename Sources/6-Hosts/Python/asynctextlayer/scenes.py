# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Scenes: trees of layers, at any time."""

from __future__ import annotations

import ctypes
import functools
import math
from typing import Any, Iterable, Iterator, Mapping, Optional, Union

from . import _library
from ._library import Handle, failure, lib
from .batches import render_many
from .drawing import Cancellation, FontArgument, Path, stopped_with_task
from .picture import Picture
from .request import Arguments, OpenScene, give_call, take_call
from .style import Number

SceneSource = Union[str, bytes, Mapping[str, Any]]
"""A scene: JSON, or a mapping that JSON can hold."""


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
            request.scene, request.time = self.handle, float(time)
            request.style = request.fonts = 0
            request.flags = _library.FRAMES * bool(frames)
            if cancellation is not None:
                request.cancellation = cancellation.handle
            if lib.at_draw(*call.arguments):
                raise failure(call.error)
            return Picture(call.handle.value, call.info)
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
        return Picture(call.handle.value, call.info)
    finally:
        give_call(call)


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
    `duration`, that of the scene if it has one. Arguments are those of `Scene` and `render_many`,
    which says when the work ends. Raises `ValueError` without times.
    """
    opened = scene if isinstance(scene, Scene) else Scene(scene, **arguments)
    if times is None:
        length = opened.duration if duration is None else float(duration)
        if fps is None or not fps > 0 or length is None:
            raise ValueError("Frames need times, or a number of frames a second and a duration.")
        rate = float(fps)
        times = (index / rate for index in range(max(1, math.ceil(length * rate - 1e-9))))
    return render_many(
        ((opened, {"time": time}) for time in times), lanes=lanes, ahead=ahead, frames=frames
    )
