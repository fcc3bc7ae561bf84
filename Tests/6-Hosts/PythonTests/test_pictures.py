# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Pictures and their memory."""

import gc
import io
import os
import struct
import sys
import zlib

import pytest

import asynctextlayer as atl
from conftest import black


def test_a_picture_has_the_size_of_its_text(fonts):
    small = atl.draw("Hello", size=16, font=fonts)
    large = atl.draw("Hello", size=32, font=fonts)
    assert small.width < large.width and small.height < large.height
    assert atl.draw("Hello", size=16, font=fonts, scale=2).width in range(
        2 * small.width - 2, 2 * small.width + 3
    )
    padded = atl.draw("Hello", size=16, font=fonts, padding=10)
    assert (padded.width, padded.height) == (small.width + 20, small.height + 20)
    assert black(atl.draw("Hello", size=16, font=fonts, background="white")) > 1000


def test_widths_break_lines_and_options_have_effect(fonts):
    one = atl.draw("Hello world", size=16, font=fonts)
    two = atl.draw("Hello world", size=16, font=fonts, width=60)
    assert two.height > 1.8 * one.height
    canvas = atl.draw("Hello", font=fonts, canvas=[300, 100], origin=(150, 50), anchor="middle")
    assert (canvas.width, canvas.height) == (300, 100)
    assert atl.draw("fjord", font=fonts, slant="italic", size=40, fit_ink=True).notes == []


def test_colours_are_css_or_numbers(fonts):
    red = atl.draw("█", font=fonts, size=40, color="#ff0000").tobytes()
    assert red == atl.draw("█", font=fonts, size=40, color=(255, 0, 0)).tobytes()
    half = atl.draw(" ", font=fonts, background=(255, 0, 0, 128))
    assert half.tobytes()[:4] == bytes([128, 0, 0, 128])
    assert half.straight()[:4] == bytes([255, 0, 0, 128])
    with pytest.raises(ValueError, match="3 or 4 numbers"):
        atl.draw("x", color=(1, 2))


def test_equal_arguments_are_no_matter_how_often_they_come(fonts):
    first = atl.draw("Hello", font=fonts, size=20).png()
    for _ in range(3):
        assert atl.draw("Hello", font=fonts, size=20.0).png() == first
        atl.draw("Hello", font=fonts, size=21, features=["liga=0"])
    for name in ("scale", "size", "width", "padding"):
        with pytest.raises(atl.MalformedError):
            atl.draw("Hello", font=fonts, **{name: True})
        assert atl.draw("Hello", font=fonts, **{name: 1}).width
    with pytest.raises(atl.MalformedError):
        atl.draw("Hello", underline=1)
    atl.draw("Hello", underline=True)
    with pytest.raises(atl.MalformedError):
        atl.draw("Hello", underline=1)


def test_arrays_see_the_pixels_without_a_copy(fonts, no_leak):
    numpy = pytest.importorskip("numpy")
    picture = atl.draw("Hello, مرحبا", font=fonts, size=31, background="white")
    array = numpy.asarray(picture)
    assert array.shape == (picture.height, picture.width, 4) == picture.shape
    assert array.dtype == numpy.uint8 and not array.flags.writeable
    assert array.tobytes() == picture.tobytes()
    again = numpy.asarray(picture)
    address = lambda a: a.__array_interface__["data"][0]  # noqa: E731
    assert address(again) == address(array)
    handles = atl.handle_count()
    copy = array.copy()
    picture.close()
    del picture, again
    gc.collect()
    assert atl.handle_count() == handles, "the array keeps the memory"
    assert (array == copy).all()
    del array
    gc.collect()
    assert atl.handle_count() == handles - 1, "and lets go of it"


def test_rows_may_have_gaps(fonts):
    numpy = pytest.importorskip("numpy")
    for width in range(17, 24):
        picture = atl.draw("A", font=fonts, canvas=[width, 30], background="navy")
        array = numpy.array(picture)
        assert array.shape == (30, width, 4) and array.tobytes() == picture.tobytes()
        assert len(picture.pixels) == picture.stride * picture.height
        assert picture.pixels.readonly


@pytest.mark.skipif(sys.version_info < (3, 12), reason="buffers of classes need Python 3.12")
def test_a_picture_is_a_buffer(fonts, no_leak):
    picture = atl.draw("Hello", font=fonts, canvas=[17, 9], background="navy")
    view = memoryview(picture)
    assert view.shape == (9, 17, 4) and view.readonly
    assert view.tobytes() == picture.tobytes() == bytes(picture)
    handles = atl.handle_count()
    picture.close()
    del picture
    gc.collect()
    assert atl.handle_count() == handles
    assert view[0, 0, 2] == 128
    del view
    gc.collect()
    assert atl.handle_count() == handles - 1


def test_opacity_is_one_byte_a_pixel(fonts):
    picture = atl.draw("Hello", font=fonts, opacity=True)
    assert picture.channels == 1 and picture.shape == (picture.height, picture.width)
    whole = atl.draw("Hello", font=fonts)
    assert picture.straight() == whole.tobytes()[3::4]


def test_png_files_hold_straight_colours(fonts, tmp_path):
    picture = atl.draw("Hello", font=fonts, size=30, color="rgb(200 100 50 / 50%)")
    picture.save(tmp_path / "a.png")
    data = (tmp_path / "a.png").read_bytes()
    assert data == picture.png() == picture._repr_png_()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert (width, height, depth) == (picture.width, picture.height, 8) and kind in (3, 6)
    with pytest.raises(OSError):
        picture.save(tmp_path / "none" / "a.png")


def test_pillow_takes_pictures(fonts):
    Image = pytest.importorskip("PIL.Image")
    picture = atl.draw("Hello", font=fonts, size=30, color="rgb(200 100 50 / 50%)")
    image = picture.image()
    assert image.mode == "RGBA" and image.tobytes() == picture.straight()
    read = Image.open(io.BytesIO(picture.png())).convert("RGBA")
    assert read.tobytes() == picture.straight()
    assert Image.fromarray(picture).size == (picture.width, picture.height)


def test_a_closed_picture_says_so(fonts, no_leak):
    with atl.draw("Hello", font=fonts, frames=True) as picture:
        picture.png()
    for use in (
        lambda: picture.pixels,
        lambda: picture.__array_interface__,
        picture.png,
        picture.straight,
        picture.tobytes,
        picture.image if "PIL" in sys.modules else picture.png,
        lambda: picture.frames,
        lambda: picture.notes,
    ):
        with pytest.raises(atl.ClosedError, match="closed"):
            use()
    picture.close()
    assert "pixels" in repr(picture)


def test_frames_have_words_in_logical_order(fonts):
    picture = atl.draw("one שתיים שלוש", font=fonts, frames=True)
    frames = picture.frames
    assert picture.frames is frames
    assert [word["text"] for word in frames["words"]] == ["one", "שתיים", "שלוש"]
    assert [word["range"] for word in frames["words"]] == [[0, 3], [4, 9], [10, 14]]
    # The second Hebrew word lies to the left of the first.
    second, third = frames["words"][1]["quads"][0], frames["words"][2]["quads"][0]
    assert third[0] < second[0]
    assert len(frames["clusters"]) == 12 and len(frames["lines"]) == 1
    assert len(frames["ink"]) == 8 and set(frames) >= {"lines", "words", "clusters", "size"}
    with pytest.raises(KeyError):
        frames["letters"]
    with pytest.raises(atl.InvalidArgumentError, match="frames=True"):
        atl.draw("x").frames


def test_notes_tell_missing_characters(fonts):
    assert any("U+E000" in note for note in atl.draw("\ue000", font=fonts).notes)


def test_pictures_cannot_be_pickled(fonts):
    import pickle

    with pytest.raises(TypeError, match="png"):
        pickle.dumps(atl.draw("x", font=fonts))


def test_pixels_do_not_depend_on_the_machine(fonts):
    picture = atl.draw("Ágnes, Übergröße", font=fonts, size=24, padding=4, background="white")
    again = atl.draw("Ágnes, Übergröße", font=fonts, size=24, padding=4, background="white")
    assert zlib.crc32(picture.tobytes()) == zlib.crc32(again.tobytes())


def test_a_drawing_leaves_nothing_to_the_next(fonts, tmp_path):
    own = atl.Fonts(system=False)
    path = os.environ["ASYNCTEXT_TEST_FONT"]
    others = [
        ("Ab", {"frames": True, "opacity": True}),
        ("Ab", {"font": path}),
        ("Ab " * 400, {}),
        ("Ab " * 5_000, {"size": 6, "width": 2000, "folder": tmp_path}),
        ({"text": "Ab"}, {"strict": True, "cancellation": atl.Cancellation()}),
    ]
    plain = atl.draw("Ab\0cd", size=20, font=own).png()
    long = atl.draw("é" * 600, size=9, font=own).png()
    for item, arguments in others:
        atl.draw(item, **arguments)
        picture = atl.draw("Ab\0cd", size=20, font=own)
        assert picture.png() == plain
        with pytest.raises(atl.InvalidArgumentError):
            picture.frames
        assert atl.draw("é" * 600, size=9, font=own).png() == long
    default = atl.draw("Ab", size=20)
    atl.draw("Ab", size=20, font=path, frames=True)
    again = atl.draw("Ab", size=20)
    assert again.png() == default.png()
    with pytest.raises(atl.InvalidArgumentError):
        again.frames
    # A text of another kind of request, too.
    with pytest.raises(atl.MalformedError):
        atl.draw({"text": 1})
    assert atl.draw("Ab", size=20).png() == default.png()
