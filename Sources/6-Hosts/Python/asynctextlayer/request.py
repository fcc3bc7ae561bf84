# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""What is asked of the library: a text, a document or a scene, and the way to draw it."""

from __future__ import annotations

import ctypes
import json
import math
from typing import Any, Dict, Mapping, Optional, Tuple, Union

from . import _library
from ._library import Call, Error, Handle, Request, calls, failure, lib
from .cancellation import number_of
from .errors import ClosedError, InvalidArgumentError, MalformedError
from .fonts import fonts_of
from .keys import (
    DOCUMENT_KEYS,
    STYLE_KEYS,
    color_text,
    members,
    path_bytes,
    split,
    to_json,
    utf8,
)
from .style import Style
from .text import Text

Item = Union[str, Text, Mapping[str, Any]]
"""What can be drawn: a string, a `Text`, a document or a scene as JSON has it, or a line of a batch
with one of these as `document` or `scene` or a page as `html` or `markdown`, and `options`."""

OPTION_NAMES = (
    "scale",
    "padding",
    "background",
    "canvas",
    "origin",
    "anchor",
    "fit_ink",
    "grid_fitting",
    "one_bit",
    "dither",
    "threshold",
    "time",
)
"""The options of pictures, in the order in which `way_of` takes them."""

_BACKGROUND = OPTION_NAMES.index("background")
_WAYS = 256
_ways: Dict[Any, "Way"] = {}
"""The ways of the last drawings, by their arguments."""


class Way:
    """A style, a box and the options of pictures, for any text.

    Of strings, the library reads them once. A document's own style and box come after these.
    """

    __slots__ = ("style", "layout", "options", "owner", "_made", "_options_json")

    def __init__(
        self, style: Optional[Style], options: Tuple[Any, ...], keys: Mapping[str, Any]
    ) -> None:
        values = dict(zip(OPTION_NAMES, options))
        named, layout = split(keys, "A drawing", STYLE_KEYS, DOCUMENT_KEYS)
        self.style: Dict[str, Any] = {**style.style, **named} if style else named
        self.layout: Dict[str, Any] = {**style.layout, **layout} if style else layout
        self.options: Dict[str, Any] = members(values)
        self.owner: Optional[Handle] = None
        self._made: Dict[str, Handle] = {}
        self._options_json: Optional[bytes] = None

    def handle(self) -> Handle:
        """The handle of the style, for strings: one, which lives as long as this does.

        Who draws with it keeps this meanwhile. Raises `MalformedError`.
        """
        if self.owner is None:
            document = dict(self.layout)
            if self.style:
                document["style"] = self.style
            text, options = to_json(document), self.options_json
            handle, error = ctypes.c_uint64(), Error()
            if lib.at_style_create(
                text, len(text), options, len(options), ctypes.byref(handle), ctypes.byref(error)
            ):
                raise failure(error)
            # Several threads may come here together. All take the first one's: `setdefault` is
            # whole in all threads, and holds no lock that a child of `fork` would wait for.
            self.owner = self._made.setdefault("style", Handle(handle.value))
        return self.owner

    @property
    def options_json(self) -> bytes:
        """The options as JSON."""
        if self._options_json is None:
            self._options_json = to_json(self.options)
        return self._options_json

    def line(self, item: Mapping[str, Any]) -> Tuple[bytes, int]:
        """Returns the line of a batch for a document or a scene, and where its JSON begins in it.
        """
        if any(kind in item for kind in ("scene", "document", "html", "markdown")):
            line = dict(item)
            line.pop("id", None)
            if self.options:
                line["options"] = {**(line.get("options") or {}), **self.options}
            if isinstance(line.get("document"), Mapping):
                line["document"] = self.over(line["document"])
            return to_json(line), 0
        if "layers" in item:
            return self.wrapped(b"scene", to_json(item))
        return self.wrapped(b"document", to_json(self.over(item)))

    def wrapped(self, name: bytes, text: bytes) -> Tuple[bytes, int]:
        """Returns a line around the JSON of a document or a scene, and where that begins in it."""
        start = b'{"%b":' % name
        return b'%b%b,"options":%b}' % (start, text, self.options_json), len(start)

    def over(self, document: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns a document with this style and box in place of its own."""
        if not self.style and not self.layout:
            return document
        own = document.get("style") or {}
        style = {**own, **self.style} if isinstance(own, Mapping) else own
        return {**document, **self.layout, "style": style}


def way_of(style: Any, options: Tuple[Any, ...], keys: Mapping[str, Any]) -> Way:
    """Returns the way for some arguments: that of an earlier drawing if there is one.

    Raises `TypeError` and `ValueError` for what cannot be an argument.
    """
    if style is not None and not isinstance(style, Style):
        style = Style(style)
    # Numbers of colours mean something else by their types, which are not looked at below.
    if isinstance(options[_BACKGROUND], (tuple, list)):
        options = tuple(color_text(o) if n == _BACKGROUND else o for n, o in enumerate(options))
    if "color" in keys and not isinstance(keys["color"], str):
        keys = {**keys, "color": color_text(keys["color"])}
    # Types count, since True equals 1 and means something else.
    key: Any = (style, options, tuple([type(value) for value in options]))
    if keys:
        key += (tuple(keys.items()), tuple([type(value) for value in keys.values()]))
    try:
        found = _ways.get(key)
    except TypeError:
        # Values that cannot be compared so are by their JSON.
        found = Way(style, options, keys)
        key = to_json([found.style, found.layout, found.options])
        found = _ways.get(key, found)
    else:
        if found is None:
            found = Way(style, options, keys)
    if key not in _ways:
        keep(_ways, key, found)
    return found


def keep(ways: Dict[Any, Way], key: Any, way: Way) -> None:
    """Keeps a way for drawings to come, in place of the oldest one if there are many."""
    if len(ways) >= _WAYS:
        try:
            del ways[next(iter(ways))]
        except (KeyError, RuntimeError, StopIteration):
            pass  # another thread does the same just now
    try:
        ways[key] = way
    except TypeError:
        pass  # values that cannot be a key


drawn_ways: Dict[Any, Way] = {}
"""The ways of `draw`, by its own arguments."""


SHORT = 10_000
"""Texts with fewer characters are no matter of limits."""


def fill(request: Request, item: Any, way: Way) -> int:
    """Sets what is to be drawn, and returns where the caller's JSON begins in the request's.

    Raises `TypeError` for what cannot be drawn.
    """
    if isinstance(item, str):
        text = item.encode() if item.isascii() and len(item) < SHORT else utf8(item)
        request.kind = _library.TEXT
        owner = way.owner
        request.style = way.handle().value if owner is None else owner.value
        prefix = 0
    else:
        if isinstance(item, Text):
            item = item.document()
        elif not isinstance(item, Mapping):
            raise TypeError(
                f"A text is a str, a Text, or a document or scene as a dict, not "
                f"{type(item).__name__}."
            )
        text, prefix = way.line(item)
        request.kind = _library.JSON
        request.style = 0
    request.text = text
    request.length = len(text)
    return prefix


def scene_line(scene: Union[str, bytes, Mapping[str, Any]], way: Way) -> Tuple[bytes, int]:
    """Returns the line of a batch for a scene, given as JSON or as a mapping.

    Raises `MalformedError` for text that is not one JSON object, `TypeError` for other things.
    """
    if isinstance(scene, Mapping):
        if "scene" in scene or "layers" in scene:
            return way.line(scene)
        return way.wrapped(b"scene", to_json(scene))
    if not isinstance(scene, (str, bytes, bytearray)):
        raise TypeError(f"A scene is JSON or a dict, not {type(scene).__name__}.")
    text = utf8(scene) if isinstance(scene, str) else bytes(scene)
    # It becomes a part of other JSON, so it must be one object and no more.
    try:
        value = json.loads(text.decode("utf-8", "replace"))
    except json.JSONDecodeError as error:
        offset = len(error.doc[: error.pos].encode())
        raise MalformedError(f"The scene is not JSON: {error.msg}.", offset) from None
    except (RecursionError, ValueError) as error:
        raise MalformedError(f"The scene cannot be read: {error}.") from None
    if not isinstance(value, dict):
        raise MalformedError("A scene is an object.", 0)
    return way.wrapped(b"scene", text)


class OpenScene:
    """A scene that the library has read."""

    __slots__ = ("_owner",)

    _owner: Optional[Handle]

    @property
    def handle(self) -> int:
        """The number by which the C library knows the scene. Raises `ClosedError` after `close`."""
        if self._owner is None:
            raise ClosedError("The scene was closed.")
        return self._owner.value


class Arguments:
    """The arguments of a drawing that hold for any number of texts and scenes."""

    __slots__ = ("way", "fonts", "flags", "folder", "root", "time", "cancellation")

    def __init__(
        self,
        *,
        style: Any = None,
        font: Any = None,
        frames: bool = False,
        strict: bool = False,
        opacity: bool = False,
        folder: Any = None,
        root: Any = None,
        time: Any = None,
        cancellation: Any = None,
        **keys: Any,
    ) -> None:
        options = [keys.pop(name, None) for name in OPTION_NAMES[:-1]]
        self.way = way_of(style, (*options, time), keys)
        self.fonts = fonts_of(font)
        self.flags = (
            _library.FRAMES * bool(frames)
            + _library.STRICT * bool(strict)
            + _library.OPACITY * bool(opacity)
        )
        self.folder = None if folder is None else path_bytes(folder, "A folder")
        self.root = None if root is None else path_bytes(root, "A root")
        self.time = time
        if time is not None:
            seconds(time)
        self.cancellation = cancellation

    def fill(self, request: Request, item: Any) -> int:
        """Sets a whole request; returns what `fill` does, and raises what it raises."""
        prefix = 0
        if isinstance(item, OpenScene):
            request.kind, request.length = _library.SCENE, 0
            request.scene, request.time = item.handle, seconds(self.time or 0)
        else:
            prefix = fill(request, item, self.way)
        self._fill_others(request)
        return prefix

    def fill_scene(self, request: Request, scene: Any) -> int:
        """Sets a whole request for a scene; returns what `fill` does, raises what `scene_line`
        does.
        """
        text, prefix = scene_line(scene, self.way)
        request.kind, request.text, request.length = _library.JSON, text, len(text)
        self._fill_others(request)
        return prefix

    def _fill_others(self, request: Request) -> None:
        request.flags = self.flags
        request.fonts = 0 if self.fonts is None else self.fonts.handle
        bound(request, self.folder, self.root, self.cancellation)


def seconds(time: Any) -> float:
    """Returns a time. Raises `InvalidArgumentError` for infinity and NaN, else as `float`."""
    try:
        found = float(time)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise InvalidArgumentError(f"A time is a finite number of seconds, not {found}.")
    return found


def take_call() -> Call:
    """Returns structures for a call; `give_call` takes them back."""
    try:
        return calls.pop()
    except IndexError:
        return Call()


def bound(request: Request, folder: Any, root: Any, cancellation: Any) -> None:
    """Sets what few requests have; `give_call` takes it away."""
    if folder is not None:
        request.folder = path_bytes(folder, "A folder")
    if root is not None:
        request.root = path_bytes(root, "A root")
    if cancellation is not None:
        request.cancellation = number_of(cancellation)


def give_call(call: Call) -> None:
    """Takes the structures of a call back, with a request as `Call` has it."""
    request = call.request
    request.kind, request.text = _library.TEXT, ctypes.addressof(call.memory)
    request.flags = request.fonts = request.scene = request.cancellation = 0
    request.folder = request.root = None
    calls.append(call)
