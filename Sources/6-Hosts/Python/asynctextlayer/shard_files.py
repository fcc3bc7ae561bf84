# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Shards: tar files of pictures and their truth, as WebDataset reads them."""

from __future__ import annotations

import errno
import itertools
import json
import os
import re
import tarfile
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import (
    IO,
    Any,
    Callable,
    Deque,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Tuple,
    Union,
)

from . import _library
from ._library import lib
from .batches import render_many
from .errors import InvalidArgumentError
from .picture import Picture
from .text import Text

Path = Union[str, "os.PathLike[str]"]
_BLOCK, _RECORD = tarfile.BLOCKSIZE, tarfile.RECORDSIZE
_PART = ".part"
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Names:
    """The paths of shards: `sets/train-%05d.tar`."""

    def __init__(self, pattern: Path) -> None:
        self.folder, name = os.path.split(os.fspath(pattern))
        found = re.fullmatch(r"([^%]*)%(?:0(\d{1,2}))?d([^%]*\.tar)", name, re.DOTALL)
        digits = int(found[2] or 1) if found else 0
        if not found or not 1 <= digits <= 18 or "%" in self.folder:
            raise ValueError(f"Shards are named as in set-%05d.tar, not {os.fspath(pattern)!r}.")
        self._start, self._digits, self._end = found[1], digits, found[3]

    def path(self, number: int) -> str:
        name = f"{self._start}{number:0{self._digits}}{self._end}"
        return os.path.join(self.folder, name)

    def found(self) -> List[Tuple[int, str]]:
        """The shards that are there, whole or not, with their numbers, in order."""
        number = re.escape(self._start) + r"(\d+)" + re.escape(self._end)
        names = re.compile(f"({number})(?:{re.escape(_PART)})?", re.DOTALL)
        shards = []
        for name in os.listdir(self.folder or "."):
            one = names.fullmatch(name)
            if one and os.path.basename(self.path(int(one[2]))) == one[1]:
                shards.append((int(one[2]), os.path.join(self.folder, name)))
        return sorted(shards)


class _Writer:
    """Writes samples into one shard after the other."""

    def __init__(self, names: _Names, number: int, maxcount: int, maxsize: int) -> None:
        self._names, self._number = names, number
        self._maxcount, self._maxsize = maxcount, maxsize
        self._file: Optional[IO[bytes]] = None
        self._count = self._size = 0

    def add(self, members: List[Tuple[str, bytes]]) -> None:
        blocks: List[bytes] = []
        for name, data in members:
            info = tarfile.TarInfo(name)  # with the mode 0644, user, group and time 0
            info.size = len(data)
            blocks += (info.tobuf(tarfile.PAX_FORMAT), data, bytes(-len(data) % _BLOCK))
        sample = b"".join(blocks)
        whole = self._size + len(sample) + 2 * _BLOCK
        if self._count and whole + -whole % _RECORD > self._maxsize:
            self.close()
        if self._file is None:
            self._file = open(self._names.path(self._number) + _PART, "xb")
        self._file.write(sample)
        self._count += 1
        self._size += len(sample)
        if self._count == self._maxcount:
            self.close()

    def close(self) -> None:
        """Ends the shard, if it has samples, and gives it its name."""
        if self._file is None:
            return
        whole = self._size + 2 * _BLOCK
        self._file.write(bytes(2 * _BLOCK + -whole % _RECORD))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        os.rename(self._file.name, self._names.path(self._number))
        self._file = None
        self._number += 1
        self._count = self._size = 0

    def discard(self) -> None:
        """Removes a shard that is not whole."""
        if self._file is not None:
            self._file.close()
            os.unlink(self._file.name)


class _Label(NamedTuple):
    """What of an item goes beside its picture: the JSON of its id, and the text of a document."""

    id: bytes
    text: Optional[str]


def _label(item: Any) -> _Label:
    if isinstance(item, tuple) and item:
        item = item[0]
    identity = None
    if isinstance(item, Mapping):
        if any(kind in item for kind in ("scene", "document", "html", "markdown")):
            identity, item = item.get("id"), item.get("document")
        elif "layers" in item:
            item = None
        if isinstance(item, Mapping):
            item = item.get("text")
    elif isinstance(item, Text):
        item = item.text
    data = json.dumps(identity, ensure_ascii=False, separators=(",", ":"))
    return _Label(_clean(data).encode(), _clean(item) if isinstance(item, str) else None)


def _clean(text: str) -> str:
    return _SURROGATE.sub("\ufffd", text)


def _members(number: int, label: _Label, picture: Picture) -> List[Tuple[str, bytes]]:
    """Returns the names and contents of a sample, as `textrender batch` writes them."""
    truth = b'{"id":%b,"size":[%d,%d]' % (label.id, picture.width, picture.height)
    try:
        truth += b',"frames":' + _library.take_data(lib.at_picture_frames, picture._handle())
    except InvalidArgumentError:
        pass  # drawn without
    key = f"{number:09}"
    members = [(f"{key}.png", picture.png()), (f"{key}.json", truth + b"}")]
    if label.text is not None:
        members.append((f"{key}.txt", label.text.encode()))
    picture.close()
    return members


def _items_of(path: str) -> int:
    """Returns the number of the item after the last one in a whole shard."""
    if os.path.getsize(path) % _RECORD:
        raise tarfile.ReadError(f"{path} is not whole: it was cut off.")
    name = ""
    with open(path, "rb") as file:
        while any(block := file.read(_BLOCK)):
            info = tarfile.TarInfo.frombuf(block, tarfile.ENCODING, "strict")
            name = info.name
            file.seek(info.size + -info.size % _BLOCK, os.SEEK_CUR)
    found = re.fullmatch(r"(\d{9,})\.[a-z]+", name)
    if not found:
        raise ValueError(f"{path} is no shard of this function: its last member is {name!r}.")
    return int(found[1]) + 1


def shards(
    items: Iterable[Any],
    pattern: Path,
    *,
    maxcount: int = 100_000,
    maxsize: int = 3_000_000_000,
    resume: bool = False,
    on_error: Optional[Callable[[int, Exception], None]] = None,
    lanes: int = 0,
    **arguments: Any,
) -> List[str]:
    """Draws many texts and scenes into shards: tar files that WebDataset and others read.

    - `items`, `lanes` and `arguments`: as `render_many` has them.
    - `pattern`: the path of the shards with their number, as "sets/train-%05d.tar". The folder is
      made.
    - `maxcount`: the most samples of a shard. `maxsize`: its most bytes, unless a single sample has
      more.
    - `resume`: goes on after the shards that are there, with the item after the last one in them;
      give the same items and arguments. Without it, shards of this name are an error.
    - `on_error`: called with the number of an item that cannot be drawn and its exception; the item
      is then left out. Without it, the exception is raised.

    Samples are in the order of the items, and have the item's number as their key, from
    "000000000": a PNG file; `json`, with the `id` of a line of a batch, the `size` in pixels and
    with `frames=True` the places of lines, words and clusters; and `txt`, the text of a string, a
    `Text` or a document. `textrender batch` writes the same samples for the same requests.

    A shard appears under its name when it is whole; until then its name ends in ".part". A process
    that is killed loses the shard at which it was: smaller shards lose less.

    Returns the paths of all shards that are there, in order. Raises `FileExistsError` and what
    `render_many` and `open` raise; whole shards then stay.
    """
    for name, value in (("maxcount", maxcount), ("maxsize", maxsize)):
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"'{name}' is an int, not {type(value).__name__}.")
        if value < 1:
            raise ValueError(f"'{name}' is at least 1, not {value}.")
    names = _Names(pattern)
    if names.folder:
        os.makedirs(names.folder, exist_ok=True)
    number = first = 0
    there = names.found()
    if there and not resume:
        raise FileExistsError(errno.EEXIST, "There are shards already", there[0][1])
    for other, path in there:
        if path.endswith(_PART):
            os.unlink(path)
        elif other >= number:
            number, last = other + 1, path
    if number:
        first = _items_of(last)
    writer = _Writer(names, number, maxcount, maxsize)
    try:
        for members in _samples(items, first, on_error, lanes, arguments):
            writer.add(members)
        writer.close()
    except BaseException:
        writer.discard()
        raise
    return [path for _, path in names.found()]


def _samples(
    items: Iterable[Any],
    first: int,
    on_error: Optional[Callable[[int, Exception], None]],
    lanes: int,
    arguments: Mapping[str, Any],
) -> Iterator[List[Tuple[str, bytes]]]:
    """The members of the items from one on, in order; files are packed on threads meanwhile."""
    labels: Deque[_Label] = deque()

    def labelled() -> Iterator[Any]:
        for number, item in enumerate(items):
            if number >= first:
                labels.append(_label(item))
                yield item

    count = lanes or len(os.sched_getaffinity(0))
    packed: Deque["Future[List[Tuple[str, bytes]]]"] = deque()
    failure: Optional[Exception] = None
    with ThreadPoolExecutor(count) as pool:
        with render_many(labelled(), lanes=lanes, errors="yield", **arguments) as pictures:
            for number in itertools.count(first):
                try:
                    picture = next(pictures, None)
                except Exception as error:  # of the items themselves
                    failure = error
                    break
                if picture is None:
                    break
                label = labels.popleft()
                if not isinstance(picture, Exception):
                    packed.append(pool.submit(_members, number, label, picture))
                elif on_error is not None:
                    on_error(number, picture)
                else:
                    failure = picture
                    break
                if len(packed) > 8 * count:
                    yield packed.popleft().result()
        # What was drawn before an error is written before it is raised.
        while packed:
            yield packed.popleft().result()
    if failure is not None:
        raise failure
