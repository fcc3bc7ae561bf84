# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Texts and documents as pictures and layouts."""

from __future__ import annotations

import functools
import json
import os
from typing import Any, Dict, Iterable, Mapping, Optional, Sequence, Union

from . import _library
from ._library import MEMORY, Call, calls, failure, lib
from .cancellation import Cancellation, stopped_with_task
from .fonts import FontLike, Fonts, fonts_of
from .keys import color_text, members, utf8
from .picture import Picture
from .request import (
    OPTION_NAMES,
    SHORT,
    Arguments,
    Item,
    bound,
    drawn_ways,
    fill,
    give_call,
    keep,
    take_call,
    way_of,
)
from .style import Color, Length, Number, Style
from .text import Text

FontArgument = Union[FontLike, Fonts, Iterable[FontLike], None]
Path = Union[str, "os.PathLike[str]"]

_draw = _library.draw_prepared


def draw(
    text: Item,
    *,
    size: Optional[Length] = None,
    font: FontArgument = None,
    color: Optional[Color] = None,
    width: Optional[Length] = None,
    style: Union[Style, Dict[str, Any], None] = None,
    scale: Optional[Number] = None,
    padding: Optional[Length] = None,
    background: Optional[Color] = None,
    canvas: Optional[Sequence[Number]] = None,
    origin: Optional[Sequence[Number]] = None,
    anchor: Optional[str] = None,
    fit_ink: Optional[bool] = None,
    grid_fitting: Optional[str] = None,
    one_bit: Optional[bool] = None,
    dither: Optional[str] = None,
    threshold: Optional[Number] = None,
    frames: bool = False,
    opacity: bool = False,
    strict: bool = False,
    folder: Optional[Path] = None,
    root: Optional[Path] = None,
    cancellation: Optional[Cancellation] = None,
    **keys: Any,
) -> Picture:
    """Draws a text, a document or a scene on the calling thread, without Python's lock.

    - `text`: a string, a `Text`, a document or a scene as a dict, or a line of a batch.
    - `size`, `color`, `width` and other keywords (`family`, `weight`, `align`, `max_lines`, …):
      those of `Style`, in points; they count before `style`, which counts before a document's own.
    - `font`: a `Font`, a path or bytes, searched before all others; several of them; or `Fonts`.
    - `scale`: pixels a point. `padding`: points around the text. `background`: of the picture.
    - `fit_ink`: the picture grows until nothing of the text is cut off.
    - `canvas`: width and height of the picture in points; `origin`: the start of the first baseline
      in it; `anchor`: which end of the line lies there, as "middle".
    - `grid_fitting`: "heights" (the default) or "none".
    - `one_bit`: black and white pixels alone; `dither`: "none" (the default), "ordered" or
      "floyd-steinberg"; `threshold`: the brightness from which a pixel is white, 0.5.
    - `frames`: where lines, words and clusters lie is measured: `Picture.frames`.
    - `opacity`: one byte a pixel, the opacity alone.
    - `strict`: unknown members of documents, and pictures that cannot be read, are errors, not
      notes.
    - `folder`: where paths in documents begin; `root`: the folder outside of which nothing is read.
      Set it for documents of strangers.

    Raises `TypeError` and `ValueError` for arguments that are none, and subclasses of
    `AsyncTextError`: `MalformedError`, `UnreadableError`, `TooLargeError` (more than 16 Mi units of
    text, a side of more than 16,384 pixels), `DrawingCancelled`, `ForkedError`. Any number of
    threads may draw at a time.
    """
    # As text: numbers of colours mean something else by their types.
    if color is not None and color.__class__ is not str:
        color = color_text(color)
    if background is not None and background.__class__ is not str:
        background = color_text(background)
    # What belongs to the style is looked up by its values and the types of numbers, since True
    # equals 1. Few labels have numbers besides their size.
    types: Any = size.__class__
    if not width is scale is padding is threshold is None:
        types = (types, width.__class__, scale.__class__, padding.__class__, threshold.__class__)
    key: Any = (
        types,
        style,
        size,
        color,
        width,
        scale,
        padding,
        background,
        canvas,
        origin,
        anchor,
        fit_ink,
        grid_fitting,
        one_bit,
        dither,
        threshold,
    )
    try:
        way = drawn_ways[key] if not keys else None
    except (KeyError, TypeError):
        way = None
    if way is None:
        named = {"size": size, "color": color, "width": width, **keys}
        box = (scale, padding, background, canvas, origin, anchor, fit_ink, grid_fitting)
        options = (*box, one_bit, dither, threshold, None)
        way = way_of(style, options, {n: v for n, v in named.items() if v is not None})
        if not keys:
            keep(drawn_ways, key, way)
    fonts = None if font is None else fonts_of(font)
    try:
        call = calls.pop()
    except IndexError:
        call = Call()
    request = call.request
    # Few drawings change more of the request than style, text and length: see `Call`.
    has_flags = fonts is not None or frames or strict or opacity
    has_others = folder is not None or root is not None or cancellation is not None
    try:
        if text.__class__ is str and len(text) < SHORT:
            # The most usual request, as `fill` has it.
            try:
                data = text.encode()
            except UnicodeEncodeError:
                data = utf8(text)
            owner = way.owner
            request.style = way.handle().value if owner is None else owner.value
            request.length = length = len(data)
            prefix = 0
            if length <= MEMORY:
                call.memory.value = data
            else:
                has_others = True
                request.text = data
        else:
            has_others = True
            prefix = fill(request, text, way)
        if has_flags:
            request.flags = frames + 2 * strict + 4 * opacity
            request.fonts = 0 if fonts is None else fonts.handle
        if has_others:
            bound(request, folder, root, cancellation)
        if _draw(*call.arguments):
            raise failure(call.error, prefix)
        return Picture(call.drawn)
    finally:
        if has_others:
            give_call(call)
        else:
            if has_flags:
                request.flags = request.fonts = 0
            calls.append(call)


def layout(
    text: Item,
    *,
    font: FontArgument = None,
    style: Union[Style, Dict[str, Any], None] = None,
    strict: bool = False,
    folder: Optional[Path] = None,
    root: Optional[Path] = None,
    cancellation: Optional[Cancellation] = None,
    **keys: Any,
) -> Dict[str, Any]:
    """Lays a text or a document out without drawing it, on the calling thread.

    Arguments are those of `draw`, without the ones of its picture. Returns size, lines, runs, glyphs
    and carets, as `textrender layout` tells them: lengths in points, offsets in characters of the
    text. Raises what `draw` raises, and `InvalidArgumentError` for a scene.
    """
    for name in (*OPTION_NAMES, "frames", "opacity"):
        if keys.get(name) not in (None, False):
            raise TypeError(f"A layout takes no '{name}': that is for pictures.")
    given = Arguments(
        style=style,
        font=font,
        strict=strict,
        folder=folder,
        root=root,
        cancellation=cancellation,
        **keys,
    )
    call = take_call()
    try:
        prefix = given.fill(call.request, text)
        found: Dict[str, Any] = json.loads(
            _library.take_data(lib.at_layout, call.arguments[0], prefix)
        )
        return found
    finally:
        give_call(call)


def draw_file(
    item: Item,
    format: str = "pdf",
    *,
    quality: Optional[int] = None,
    effort: Optional[int] = None,
    paper: Optional[str] = None,
    standard: Optional[str] = None,
    **arguments: Any,
) -> bytes:
    """Draws a text, a document, a scene or a page as a file, on the calling thread.

    - `item`: what `draw` takes; a page of HTML is `{"html": "..."}`.
    - `format`: "pdf", "png", "svg", "jpeg" or "webp".
    - `quality`: of JPEG and WebP, 1 to 100.
    - `effort`: the time taken for a small WebP, from 0, the fastest, to 6, the smallest file.
    - `paper`: the sheets of a document or a page in PDF, as "a4" or "letter-landscape".
    - `standard`: "a-2u", "ua-1" or "a-2u+ua-1", the standards that a PDF says it follows.
    - Other arguments are those of `draw`, but for `frames` and `opacity`.

    Raises what `draw` raises.
    """
    if isinstance(item, str):
        line: Dict[str, Any] = {"document": {"text": item}}
    elif isinstance(item, Text):
        line = {"document": item.document()}
    elif not isinstance(item, Mapping):
        raise TypeError(f"A file is of a str, a Text or a dict, not {type(item).__name__}.")
    elif "layers" in item:
        line = {"scene": item}
    elif any(name in item for name in ("scene", "document", "html", "markdown")):
        line = dict(item)
    else:
        line = {"document": item}
    packing = {"format": format, "quality": quality, "effort": effort}
    values = {**packing, "paper": paper, "standard": standard}
    line["options"] = {**(line.get("options") or {}), **members(values)}
    given = Arguments(**arguments)
    call = take_call()
    try:
        prefix = given.fill(call.request, line)
        return _library.take_data(lib.at_file, call.arguments[0], prefix)
    finally:
        give_call(call)


async def draw_async(text: Item, **arguments: Any) -> Picture:
    """Draws as `draw` does, on a thread of the running loop's executor.

    A task that is cancelled meanwhile ends the drawing.
    """
    switch = Cancellation()
    call = functools.partial(draw, text, cancellation=switch, **arguments)
    return await stopped_with_task(call, switch)


def draw_html(
    html: str,
    *,
    width: Optional[Length] = None,
    height: Optional[Length] = None,
    css: Optional[Path] = None,
    media: Optional[str] = None,
    color_scheme: Optional[str] = None,
    **arguments: Any,
) -> Picture:
    """Draws a page of HTML and CSS on the calling thread, without Python's lock.

    - `width`, `height`: of the page, in points; 800 and that of its contents unless they are given.
    - `css`: a file with a style sheet that comes after those of the page.
    - `media`: "screen" or "print"; `color_scheme`: "light" or "dark".
    - `scale`, `background`, `font`, `frames`, `strict`, `folder`, `root`, `cancellation`: as `draw`
      has them. Style sheets and pictures lie below `root`; set it for pages of strangers.

    Scripts are not run, and nothing is read from the network. What has no effect is told by
    `Picture.notes`. Raises what `draw` raises.
    """
    options = page_options(width, height, css, media, color_scheme)
    return draw({"html": html, "options": options}, **arguments)


async def draw_html_async(html: str, **arguments: Any) -> Picture:
    """Draws as `draw_html` does, on a thread; a task that is cancelled ends the drawing."""
    switch = Cancellation()
    call = functools.partial(draw_html, html, cancellation=switch, **arguments)
    return await stopped_with_task(call, switch)


def draw_markdown(
    markdown: str,
    *,
    width: Optional[Length] = None,
    height: Optional[Length] = None,
    css: Optional[Path] = None,
    media: Optional[str] = None,
    color_scheme: Optional[str] = None,
    **arguments: Any,
) -> Picture:
    """Draws a page of Markdown, with a style sheet like that of a readme, before `css`.

    CommonMark is read, and the tables, task lists, strikes and footnotes of GitHub. All else is as
    `draw_html` has it.
    """
    options = page_options(width, height, css, media, color_scheme)
    return draw({"markdown": markdown, "options": options}, **arguments)


async def draw_markdown_async(markdown: str, **arguments: Any) -> Picture:
    """Draws as `draw_markdown` does, on a thread; a task that is cancelled ends the drawing."""
    switch = Cancellation()
    call = functools.partial(draw_markdown, markdown, cancellation=switch, **arguments)
    return await stopped_with_task(call, switch)


def page_options(
    width: Optional[Length],
    height: Optional[Length],
    css: Optional[Path],
    media: Optional[str],
    color_scheme: Optional[str],
) -> Dict[str, Any]:
    """Returns the options of a page as a line of a batch has them."""
    return members(
        {
            "width": width,
            "height": height,
            "css": None if css is None else os.fspath(css),
            "media": media,
            "color_scheme": color_scheme,
        }
    )


async def layout_async(text: Item, **arguments: Any) -> Dict[str, Any]:
    """Lays out as `layout` does, on a thread; a task that is cancelled ends the work."""
    switch = Cancellation()
    call = functools.partial(layout, text, cancellation=switch, **arguments)
    return await stopped_with_task(call, switch)
