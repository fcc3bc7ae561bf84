# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Scenes, and pictures of them at several times."""

import asyncio
import json
import math

import pytest

import asynctextlayer as atl

MOVING = {
    "size": [60, 20],
    "duration": 1,
    "background": "white",
    "layers": [
        {
            "name": "box",
            "frame": [0, 0, 10, 20],
            "backgroundColor": "black",
            "animations": [
                {"key": "position.x", "from": 5, "to": 55, "duration": 1, "fill": "both"}
            ],
        }
    ],
}
TEXTS = {
    "size": [100, 60],
    "layers": [
        {"type": "text", "name": "a", "string": "one two", "position": [50, 15]},
        {"sublayers": [{"type": "text", "name": "b", "string": "three", "position": [50, 45]}]},
    ],
}


def test_scenes_come_as_json_and_as_mappings(fonts):
    text = json.dumps(TEXTS)
    picture = atl.scene(TEXTS, font=fonts)
    assert (picture.width, picture.height) == (100, 60)
    for given in (text, text.encode(), {"scene": TEXTS}):
        assert atl.scene(given, font=fonts).png() == picture.png()
    assert atl.draw(TEXTS, font=fonts).png() == picture.png()
    assert atl.scene(TEXTS, font=fonts, scale=2).width == 200


def test_frames_of_scenes_have_all_texts(fonts):
    frames = atl.scene(TEXTS, font=fonts, frames=True).frames
    assert [text.name for text in frames.texts()] == ["a", "b"]
    assert [word["text"] for word in frames["words"]] == ["one", "two", "three"]
    assert frames["layers"][1]["sublayers"][0]["name"] == "b" and frames.size == (100, 60)
    assert [word["text"] for word in frames.texts()[1]["words"]] == ["three"]


def test_a_scene_is_drawn_at_any_time():
    with atl.Scene(MOVING) as scene:
        assert scene.duration == 1
        first, last = scene.draw(0), scene.draw(1.0)
        assert first.png() != last.png()
        assert atl.scene(MOVING, time=1).png() == last.png()
        with pytest.raises(atl.InvalidArgumentError):
            scene.draw(float("inf"))
    with pytest.raises(atl.ClosedError):
        scene.draw(0)
    assert atl.Scene({"size": [1, 1], "layers": []}).duration is None


def test_frames_come_in_order():
    with atl.Scene(MOVING) as scene:
        pictures = list(atl.frames(scene, fps=10))
        assert len(pictures) == 10
        for index, picture in enumerate(pictures):
            assert picture.png() == scene.draw(index / 10).png()
        times = [0.9, 0.1, 0.5]
        assert [p.png() for p in atl.frames(MOVING, times)] == [scene.draw(t).png() for t in times]
    assert len(list(atl.frames(MOVING, fps=4, duration=2))) == 8
    with pytest.raises(ValueError):
        atl.frames(MOVING)
    with pytest.raises(ValueError):
        atl.frames({"size": [1, 1], "layers": []}, fps=3)


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan, 10**400])
def test_times_without_end_are_told(value, no_leak):
    with atl.Scene(MOVING) as scene:
        for arguments in ({"fps": 10, "duration": value}, {"fps": value}):
            with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
                atl.frames(scene, **arguments)
        pictures = atl.frames(scene, [0, value, 1])
        assert next(pictures).width == 60
        with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
            next(pictures)
        assert list(pictures) == []
        with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
            atl.scene(MOVING, time=value)
        with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
            scene.draw(value)


def test_a_value_that_holds_itself_is_told():
    layer = {}
    layer["sublayers"] = [layer]
    with pytest.raises(ValueError, match="holds itself|nested too deep"):
        atl.scene({"size": [1, 1], "layers": [layer]})


def test_arguments_of_a_scene_that_was_read_are_not_read_past():
    with atl.Scene(MOVING) as scene:
        with pytest.raises(TypeError, match="'scale', 'bogus'"):
            atl.frames(scene, [0], scale=3, bogus=1)
    with pytest.raises(TypeError):
        atl.frames(MOVING, [0], bogus=1)
    assert [p.width for p in atl.frames(MOVING, [0], scale=3)] == [180]


def test_a_cancellation_is_one():
    with atl.Scene(MOVING) as scene:
        for call in (
            scene.draw,
            lambda **given: atl.scene(MOVING, **given),
            lambda **given: atl.draw("a", **given),
            lambda **given: atl.layout("a", **given),
            lambda **given: list(atl.render_many(["a"], **given)),
        ):
            for wrong in (5, 0, scene):
                with pytest.raises(TypeError, match=r"^A cancellation .*\.$"):
                    call(cancellation=wrong)
            assert call(cancellation=atl.Cancellation())


def test_frames_for_async_for():
    async def main():
        with atl.Scene(MOVING) as scene:
            found = [p.png() async for p in atl.frames_async(scene, fps=10)]
            assert found == [p.png() for p in atl.frames(scene, fps=10)]
            with pytest.raises(TypeError):
                atl.frames_async(scene, [0], bogus=1)
        with pytest.raises(ValueError):
            atl.frames_async(MOVING, fps=math.inf)
        return [p.width async for p in atl.frames_async(MOVING, [0, 1], scale=2)]

    assert asyncio.run(main()) == [120, 120]


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "3", '{"size":[1,1]},"options":{"scale":9}', "[" * 100_000,
        '{"size":[1,1]}}', b"\xff", '{"size":"x","layers":[]}',
    ],
)  # fmt: skip
def test_what_is_no_scene_is_told(text):
    with pytest.raises(atl.MalformedError):
        atl.scene(text)


def test_offsets_are_those_of_the_callers_json():
    text = '{"size":[10,10],"layers":[{"opacity":"x"}]}'
    with pytest.raises(atl.MalformedError) as caught:
        atl.scene(text)
    assert caught.value.offset == text.index('"x"')
    with pytest.raises(TypeError):
        atl.scene(3)
    with pytest.raises(atl.MalformedError) as caught:
        atl.scene('{"é": }')
    assert caught.value.offset == 7
