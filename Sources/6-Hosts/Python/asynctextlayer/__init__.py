# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Text in any script as pictures: strings, documents in several styles, scenes of layers.

    import asynctextlayer as atl

    atl.draw("Grüße, مرحبا, नमस्ते 👩‍🚀", size=32, padding=8, background="white").save("hello.png")
    for picture in atl.render_many(lines, size=24, frames=True):
        words = picture.frames["words"]

Lengths are points, at `scale` pixels each; y runs downwards. Offsets are characters of `str`. Any
thread may call any function; the work is done without Python's lock. What goes wrong is a subclass
of `AsyncTextError` with a sentence, or `TypeError` and `ValueError` for arguments that are none.

After `fork` the child may draw, unless the parent was drawing just then or had begun a batch
(`render_many`, `shards`, `frames`): then each call raises `ForkedError`. With `multiprocessing` prefer
"spawn" or "forkserver", or fork first.
"""

from ._library import handle_count, version, versions
from .batches import Pictures, render_many
from .cancellation import Cancellation
from .drawing import (
    draw,
    draw_async,
    draw_file,
    draw_html,
    draw_html_async,
    draw_markdown,
    draw_markdown_async,
    layout,
    layout_async,
)
from .errors import (
    AsyncTextError,
    BufferTooSmallError,
    ClosedError,
    DrawingCancelled,
    FailedError,
    ForkedError,
    InvalidArgumentError,
    MalformedError,
    NoFontsError,
    OutOfMemoryError,
    TooLargeError,
    UnreadableError,
)
from .fonts import Font, Fonts
from .picture import Picture
from .places import Annotation, Cluster, Element, Frames, Layer, Line, Link, TextPlaces, Word
from .places import Quad as Quad
from .scenes import Scene, frames, frames_async, scene, scene_async
from .shard_files import shards
from .streams import PictureStream, render_many_async
from .style import Style
from .text import Text

__version__: str = version()

__all__ = [
    "Annotation",
    "AsyncTextError",
    "BufferTooSmallError",
    "Cancellation",
    "ClosedError",
    "Cluster",
    "DrawingCancelled",
    "Element",
    "FailedError",
    "Font",
    "Fonts",
    "ForkedError",
    "Frames",
    "InvalidArgumentError",
    "Layer",
    "Line",
    "Link",
    "MalformedError",
    "NoFontsError",
    "OutOfMemoryError",
    "Picture",
    "PictureStream",
    "Pictures",
    "Scene",
    "Style",
    "Text",
    "TextPlaces",
    "TooLargeError",
    "UnreadableError",
    "Word",
    "draw",
    "draw_async",
    "draw_file",
    "draw_html",
    "draw_html_async",
    "draw_markdown",
    "draw_markdown_async",
    "frames",
    "frames_async",
    "handle_count",
    "layout",
    "layout_async",
    "render_many",
    "render_many_async",
    "scene",
    "scene_async",
    "shards",
    "version",
    "versions",
]
