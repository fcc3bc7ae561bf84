# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Shards: the samples of `textrender batch`, their limits, errors, and going on after an end."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tarfile

import pytest

import asynctextlayer as atl

_ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOL = os.environ.get("TEXTRENDER", str(_ROOT / ".build/release/textrender"))
FONTS = {"systemFonts": False, "defaultFonts": True}
SCENE = {"size": [8, 8], "background": "red", "layers": []}


def members(path):
    """The members of a shard in order: all that a reader sees of them."""
    with tarfile.open(path) as shard:
        return [
            (i.name, i.mode, i.uid, i.gid, i.mtime, i.uname, i.gname, shard.extractfile(i).read())
            for i in shard
        ]


def names(folder):
    return sorted(os.listdir(folder))


def texts(count):
    return [f"Line {index}" for index in range(count)]


@pytest.mark.skipif(not os.access(TOOL, os.X_OK), reason=f"there is no {TOOL}")
@pytest.mark.parametrize("limits", [{"maxcount": 4}, {"maxsize": 20480}], ids=json.dumps)
def test_the_samples_are_those_of_the_tool(tmp_path, fonts, limits):
    lines = [
        {"id": index, "document": {"text": f"Grüße مرحبا {index}", **FONTS}, "options": {"scale": 2}}
        for index in range(9)
    ]
    lines += [
        {"id": "e", "scene": SCENE},
        {"document": {"text": "a\ud800\nb \U0010fffd", **FONTS}, "options": {"frames": True}},
        {"id": None, "scene": SCENE, "options": {"frames": True}},
        {"id": [1, "."], "document": {"text": "x" * 40, **FONTS, "style": {"size": 90}}},
    ]
    python, tool = tmp_path / "python", tmp_path / "tool"
    paths = atl.shards(lines, python / "set-%03d.tar", font=fonts, **limits)
    given = "".join(json.dumps(line) + "\n" for line in lines)
    options = [word for name, value in limits.items() for word in (f"--{name}", str(value))]
    subprocess.run(
        [TOOL, "batch", "--into", str(tool / "set-%03d.tar"), *options],
        input=given.replace("[1, \".\"]", "[1,\".\"]").encode(), check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert paths == [str(python / name) for name in names(python)] and len(paths) > 2
    assert names(python) == names(tool)
    for name in names(tool):
        assert members(python / name) == members(tool / name)


def test_keys_texts_and_truth(tmp_path, fonts):
    opened = atl.Scene(SCENE)
    items = ["a", atl.Text("b\nc", size=30), {"text": "d"}, SCENE, ("e", {"frames": False}), opened]
    (path,) = atl.shards(iter(items), tmp_path / "%d.tar", font=fonts, frames=True)
    found = {name: data for name, *_, data in members(path)}
    kinds = ["png json txt"] * 3 + ["png json", "png json txt", "png json"]
    assert list(found) == [f"{n:09}.{end}" for n, k in enumerate(kinds) for end in k.split()]
    assert [found[f"{n:09}.txt"] for n in (0, 1, 2, 4)] == [b"a", b"b\nc", b"d", b"e"]
    truth = [json.loads(found[f"{n:09}.json"]) for n in range(6)]
    assert [list(each) for each in truth] == [["id", "size", "frames"]] * 4 + [
        ["id", "size"],
        ["id", "size", "frames"],
    ]
    picture = atl.draw("a", font=fonts, frames=True)
    assert truth[0]["size"] == [picture.width, picture.height] and truth[3]["size"] == [8, 8]
    assert found["000000000.png"] == picture.png()
    assert truth[0]["frames"]["text"]["words"][0]["text"] == "a"


def test_lanes_change_nothing(tmp_path, fonts):
    for lanes in (1, 2, 5):
        atl.shards(texts(70), tmp_path / f"{lanes}-%d.tar", lanes=lanes, font=fonts, maxcount=30)
    for number in range(3):
        first = (tmp_path / f"1-{number}.tar").read_bytes()
        assert (tmp_path / f"2-{number}.tar").read_bytes() == first
        assert (tmp_path / f"5-{number}.tar").read_bytes() == first


def test_limits(tmp_path, fonts):
    paths = atl.shards(texts(7), tmp_path / "count-%d.tar", font=fonts, maxcount=3)
    assert [len(members(path)) for path in paths] == [9, 9, 3]
    paths = atl.shards(texts(7), tmp_path / "size-%d.tar", font=fonts, maxsize=10240)
    assert len(paths) > 2 and {os.path.getsize(path) for path in paths} == {10240}
    assert len(atl.shards(texts(2), tmp_path / "small-%d.tar", font=fonts, maxsize=1)) == 2
    assert atl.shards([], tmp_path / "none-%d.tar") == []


def test_errors(tmp_path, fonts, no_leak):
    items = ["a", 3, "b", {"text": "x", "style": {"size": -1}}, "c"]
    told = []
    pattern = tmp_path / "told" / "%d.tar"
    (path,) = atl.shards(items, pattern, font=fonts, on_error=lambda *error: told.append(error))
    assert [(number, type(error).__name__) for number, error in told] == [
        (1, "TypeError"),
        (3, "MalformedError"),
    ]
    assert [name for name, *_ in members(path)][::3] == [f"{n:09}.png" for n in (0, 2, 4)]
    with pytest.raises(TypeError):
        atl.shards(items, tmp_path / "raised" / "%d.tar", font=fonts, maxcount=1)
    assert names(tmp_path / "raised") == ["0.tar"]
    with pytest.raises(TypeError):
        atl.shards(items, tmp_path / "part" / "%d.tar", font=fonts)
    assert names(tmp_path / "part") == []


def test_going_on(tmp_path, fonts):
    def broken(count):
        yield from texts(count)
        raise RuntimeError

    atl.shards(texts(20), tmp_path / "whole" / "%02d.tar", font=fonts, maxcount=6)
    pattern = tmp_path / "out" / "%02d.tar"
    for count in (3, 8, 8, 17):
        with pytest.raises(RuntimeError):
            atl.shards(broken(count), pattern, font=fonts, maxcount=6, resume=True)
        assert names(tmp_path / "out") == [f"{n:02}.tar" for n in range(count // 6)]
    # What a killed process leaves is made again.
    (tmp_path / "out" / "02.tar.part").write_bytes(b"torn")
    with pytest.raises(FileExistsError, match="already"):
        atl.shards(texts(20), pattern, font=fonts, maxcount=6)
    paths = atl.shards(texts(20), pattern, font=fonts, maxcount=6, resume=True)
    assert [os.path.basename(path) for path in paths] == names(tmp_path / "whole")
    for name in names(tmp_path / "whole"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert names(tmp_path / "out") == names(tmp_path / "whole")
    # A shard that was cut off is told.
    last = pathlib.Path(paths[-1])
    last.write_bytes(last.read_bytes()[:-512])
    with pytest.raises(tarfile.ReadError, match="not whole"):
        atl.shards(texts(20), pattern, font=fonts, resume=True)


def test_going_on_after_a_kill(tmp_path, fonts):
    program = """
import os, signal, sys
import asynctextlayer as atl

def items():
    for index in range(40):
        if index == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
        yield f"Line {index}"

fonts = atl.Fonts(system=False)
atl.shards(items(), sys.argv[1], font=fonts, maxcount=6, resume=True, lanes=1, ahead=1)
"""
    for at in (9, 25, 39):
        run = [sys.executable, "-c", program, str(tmp_path / "out" / "%02d.tar"), str(at)]
        assert subprocess.run(run).returncode == -signal.SIGKILL
        for name in names(tmp_path / "out"):
            assert name.endswith(".part") or members(tmp_path / "out" / name)
    assert "00.tar" in names(tmp_path / "out")
    atl.shards(texts(40), tmp_path / "out" / "%02d.tar", font=fonts, maxcount=6, resume=True)
    atl.shards(texts(40), tmp_path / "whole" / "%02d.tar", font=fonts, maxcount=6)
    assert names(tmp_path / "out") == names(tmp_path / "whole")
    for name in names(tmp_path / "whole"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize(
    "pattern",
    ["set.tar", "set-%05d", "set-%5d.tar", "%d-%d.tar", "%d/a.tar", "a%-%d.tar", "%00d.tar", "%019d.tar"],
)  # fmt: skip
def test_names_that_are_none(pattern, tmp_path):
    with pytest.raises(ValueError, match="set-%05d.tar"):
        atl.shards([], tmp_path / pattern)
    assert names(tmp_path) == []


def test_arguments_that_are_none(tmp_path):
    for name in ("maxcount", "maxsize"):
        with pytest.raises(ValueError, match=name):
            atl.shards([], tmp_path / "%d.tar", **{name: 0})
        with pytest.raises(TypeError, match=name):
            atl.shards([], tmp_path / "%d.tar", **{name: 1.5})
    with pytest.raises(OSError):
        atl.shards(["a"], __file__ + "/%d.tar")


def test_readers_of_others(tmp_path, fonts):
    webdataset = pytest.importorskip("webdataset")
    paths = atl.shards(texts(10), tmp_path / "set-%03d.tar", font=fonts, maxcount=4, frames=True)
    found = list(webdataset.WebDataset(paths, shardshuffle=False).decode())
    assert [(s["__key__"], s["txt"]) for s in found] == [(f"{n:09}", f"Line {n}") for n in range(10)]
    assert all(s["json"]["frames"]["text"]["words"] for s in found)
