# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Whether words lie where their quads say: 25 scripts, turned and in perspective.

Each word is drawn alone in the place that it has in the whole text, so that the ink is known without the
library's own numbers.
"""

import os
import random
import shutil
import subprocess

import pytest

import asynctextlayer as atl
from scripts import RIGHT_TO_LEFT, WORDS

numpy = pytest.importorskip("numpy")

SIDE = 420


def transform(random, kind):
    """A turn, or a turn in space under a perspective."""
    if kind == 0:
        return [{"rotate": [random.uniform(-180, 180), 0, 0, 1]}]
    if kind == 1:
        scale = random.uniform(0.6, 1.5)
        return [{"scale": [scale, scale * random.uniform(0.7, 1.3), 1]},
                {"rotate": [random.uniform(-30, 30), 0, 0, 1]}]  # fmt: skip
    return [
        {"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1 / random.uniform(500, 2000), 0, 0, 0, 1]},
        {"rotate": [random.uniform(-40, 40), 1, 0.3, 0]},
        {"rotate": [random.uniform(-40, 40), 0, 1, 0]},
        {"rotate": [random.uniform(-20, 20), 0, 0, 1]},
    ]


def scene(words, shown, style, change):
    """A scene with the words, of which those that are not shown are transparent."""
    spans, at = [], 0
    for index, word in enumerate(words):
        if index not in shown:
            spans.append({"start": at, "end": at + len(word), "style": {"color": "transparent"}})
        at += len(word) + 1
    document = {"text": " ".join(words), "style": style, "spans": spans, "width": 260}
    layer = {"type": "text", "document": document, "position": [SIDE / 2, SIDE / 2]}
    return {"size": [SIDE, SIDE], "layers": [{**layer, "transform": change}]}


def ink_of(picture):
    """The centres of the pixels that have ink."""
    rows, columns = numpy.nonzero(numpy.asarray(picture)[:, :, 3] > 8)
    return numpy.stack([columns + 0.5, rows + 0.5], 1)


def outside(points, quads, margin):
    """The points that lie outside of all quads, by more than a margin in pixels."""
    left = numpy.ones(len(points), bool)
    for quad in quads:
        corners = list(zip(quad[0::2], quad[1::2]))
        edges = list(zip(corners, corners[1:] + corners[:1]))
        sign = 1 if sum(a[0] * b[1] - a[1] * b[0] for a, b in edges) > 0 else -1
        inside = numpy.ones(len(points), bool)
        for (ax, ay), (bx, by) in edges:
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1
            cross = (bx - ax) * (points[:, 1] - ay) - (by - ay) * (points[:, 0] - ax)
            inside &= sign * cross / length > -margin
        left &= ~inside
    return points[left]


def grown(quad, by):
    """A quad whose edges lie further out, by a part of its own height."""
    corners = numpy.array(quad).reshape(4, 2)
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    along = across / (numpy.hypot(*across) or 1) * numpy.hypot(*down) * by
    down = down * by
    far = corners + numpy.array([-along - down, along - down, along + down, down - along])
    return far.reshape(8).tolist()


def cases(count, seed):
    """Pictures to be drawn: script, words, style, transform."""
    choice = random.Random(seed)
    for index in range(count):
        script = list(WORDS)[index % len(WORDS)]
        words = choice.sample(WORDS[script], min(3, len(WORDS[script])))
        style = {"size": choice.uniform(18, 36), "weight": choice.choice([400, 700])}
        if script == "Latin" and choice.random() < 0.3:
            style["family"] = "Noto Serif"
        yield script, words, style, transform(choice, index % 3)


def word_quads(frames, words):
    """The quads of each of our words, which have several of the library's in some scripts."""
    found, at = [], 0
    for word in words:
        ranges = (at, at + len(word))
        found.append(
            [
                quad
                for element in frames["words"]
                if ranges[0] <= element["range"][0] < ranges[1]
                for quad in element["quads"]
            ]
        )
        at += len(word) + 1
    return found


def test_ink_lies_within_the_quads_of_its_word(full, fonts):
    count = 10_000 if full else 300
    ink_pixels = overhanging = 0
    beyond = []
    for script, words, style, change in cases(count, seed=42):
        text = " ".join(words)
        scenes = [scene(words, {shown}, style, change) for shown in range(len(words))]
        pictures = atl.render_many(scenes, font=fonts, frames=True)
        for shown, (word, picture) in enumerate(zip(words, pictures)):
            frames = picture.frames
            ranges = [tuple(element["range"]) for element in frames["words"]]
            assert ranges == sorted(ranges), "words are in logical order"
            for element in frames["words"] + frames["clusters"]:
                start, end = element["range"]
                assert element["text"] == text[start:end]
            quads = word_quads(frames, words)[shown]
            ink = ink_of(picture)
            assert len(ink) > 20
            away = outside(ink, quads, 1.0)
            ink_pixels += len(ink)
            overhanging += len(away)
            # Letters that hang over the edges are told by `ink`, the quad around all that is drawn.
            if len(outside(away, [frames["ink"]], 1.0)):
                beyond.append((script, word, style))
            # None hangs over by more than half of a line's height.
            if len(outside(away, [grown(quad, 0.5) for quad in quads], 1.0)):
                beyond.append((script, word, style, "far"))
    print(f"{count} pictures, {ink_pixels} pixels, {overhanging} of them overhang")
    assert not beyond, beyond[:10]
    assert overhanging < 0.015 * ink_pixels


def test_quads_of_ink_lie_tight_around_the_ink_of_each_part(full, fonts):
    """Beside the pixels of each word drawn alone: none is outside, and no side is further away than a
    pixel, or a pixel and its diagonal where the text is turned."""
    for script, words, style, change in cases(2000 if full else 100, seed=7):
        plain = random.Random(script).random() < 0.5
        change = [] if plain else change
        scenes = [scene(words, {shown}, style, change) for shown in range(len(words))]
        for shown, picture in enumerate(atl.render_many(scenes, font=fonts, frames=True)):
            at = sum(len(word) + 1 for word in words[:shown])
            own = range(at, at + len(words[shown]))
            parts = [part for part in picture.frames["words"] if part["range"][0] in own]
            assert all(len(part["quads"]) == len(part["inks"]) for part in parts)
            quads = [quad for part in parts for quad in part["inks"] if quad is not None]
            clusters = [
                part["ink"]
                for part in picture.frames["clusters"]
                if part["range"][0] in own and part["ink"] is not None
            ]
            others = [part for part in picture.frames["words"] if part["range"][0] not in own]
            assert all(quad is None for part in others for quad in part["inks"]), "clear text"
            ink = ink_of(picture)
            margin = 0 if plain else 0.8
            assert not len(outside(ink, quads, margin)), (script, words[shown], style)
            assert not len(outside(ink, clusters, margin)), (script, words[shown], style)
            for quad in quads:
                inner = numpy.array(quad).reshape(4, 2)
                for (ax, ay), (bx, by) in zip(inner, numpy.roll(inner, -1, 0)):
                    length = numpy.hypot(bx - ax, by - ay)
                    away = ((bx - ax) * (ink[:, 1] - ay) - (by - ay) * (ink[:, 0] - ax)) / length
                    # Faint pixels at the edge of a letter are not counted as ink above.
                    assert away.min() < 2.3, (script, words[shown], style, quad)


def test_markers_and_rubies_are_told(fonts):
    text = atl.Text("読む漢字", size=32)
    text.span(2, 4, ruby="かんじ")
    frames = atl.draw(text, font=fonts, frames=True).frames
    (ruby,) = frames["annotations"]
    assert (ruby["kind"], ruby["text"], ruby["base"]) == ("ruby", "かんじ", [2, 4])
    assert 63.9 < ruby["quad"][0] <= ruby["ink"][0] + 1 and ruby["quad"][2] < 128.1
    assert not atl.draw("読む", font=fonts, frames=True).frames["annotations"]


def test_words_from_right_to_left_lie_in_that_order(fonts):
    for script in RIGHT_TO_LEFT:
        words = WORDS[script]
        frames = atl.draw(" ".join(words), font=fonts, size=20, frames=True).frames
        lefts = [quads[0][0] for quads in word_quads(frames, words)]
        assert lefts == sorted(lefts, reverse=True), script


def test_a_quad_too_small_is_noticed():
    ink = numpy.stack(numpy.mgrid[10:20, 10:20], -1).reshape(-1, 2) + 0.5
    assert not len(outside(ink, [[10, 10, 20, 10, 20, 20, 10, 20]], 0))
    assert not len(outside(ink, [[10, 10, 10, 20, 20, 20, 20, 10]], 0))
    assert len(outside(ink, [[13, 10, 20, 10, 20, 20, 13, 20]], 1.0)) == 20


SENTENCES = """The quick brown fox jumps over the lazy dog while seven wizards watch
Fresh bread is baked every morning before the market opens its gates
Our committee will meet again on Thursday to discuss the annual report
She packed her bags and left the quiet village early in the morning
Nothing in the garden had changed since the long summer of her youth
The engineer measured the bridge twice and wrote the numbers down
Several hundred visitors came to see the collection of old maps
A gentle wind moved the curtains and brought the smell of rain""".splitlines()


@pytest.mark.skipif(not shutil.which("tesseract"), reason="tesseract is not installed")
def test_a_recogniser_reads_the_text_back(full, fonts, tmp_path):
    choice = random.Random(7)
    words = sorted({word for line in SENTENCES for word in line.split()})
    lines = SENTENCES + [" ".join(choice.sample(words, 8)) for _ in range(192 if full else 24)]
    families = ["Noto Sans", "Noto Serif", "Liberation Mono"]
    right = 0
    for index, line in enumerate(lines):
        picture = atl.draw(
            line, font=fonts, family=families[index % 3], size=28, padding=20, background="white"
        )
        picture.save(tmp_path / "line.png")
        read = subprocess.run(
            ["tesseract", str(tmp_path / "line.png"), "-", "--psm", "7"],
            capture_output=True, text=True, env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        ).stdout  # fmt: skip
        right += read.split() == line.split()
    print(f"{right} of {len(lines)} lines are read right")
    assert right >= 0.98 * len(lines)
