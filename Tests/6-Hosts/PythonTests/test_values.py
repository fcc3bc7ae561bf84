# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Values of other libraries: colours, pictures, files of pictures, fonts."""

import base64
import io
import math
import os
import pickle
import sys

import pytest

import asynctextlayer as atl

FONT = os.environ.get("ASYNCTEXT_TEST_FONT") or os.path.join(
    os.path.dirname(__file__), "../../../Fonts/files/NotoSerif-Regular.ttf"
)


def first_pixel(**keys):
    return atl.draw(" ", font=atl.Fonts(system=False), **keys).straight()[:4]


# Colours


def test_the_type_of_numbers_tells_their_range():
    # 255 · 1, 255 · 0.5 = 127.5, 255 · 0; and the same as integers.
    assert first_pixel(background=(1.0, 0.0, 0.0)) == bytes([255, 0, 0, 255])
    assert first_pixel(background=(255, 0, 0)) == bytes([255, 0, 0, 255])
    assert first_pixel(background=(1, 1, 1)) == bytes([1, 1, 1, 255])
    assert first_pixel(background=(1.0, 1.0, 1.0)) == bytes([255, 255, 255, 255])
    # In the other order as well: equal tuples are not the same colour.
    assert first_pixel(background=(1, 1, 1)) == bytes([1, 1, 1, 255])
    assert first_pixel(background=[0, 0, 255, 255]) == bytes([0, 0, 255, 255])
    assert first_pixel(background=(0.0, 0.0, 1.0, 1.0)) == bytes([0, 0, 255, 255])
    assert first_pixel(background=(0.0, 0.2, 0.0)) == bytes([0, 51, 0, 255])
    assert abs(first_pixel(background=(1.0, 0.0, 0.0, 0.5))[3] - 128) <= 1


def test_every_door_reads_colours_alike(fonts):
    def drawn(color):
        return (
            atl.draw("█", font=fonts, size=40, color=color).tobytes(),
            atl.draw(atl.Text("█", color=color, size=40), font=fonts).tobytes(),
            atl.draw("█", font=fonts, style=atl.Style(color=color, size=40)).tobytes(),
            atl.draw("█", font=fonts, style={"color": color, "size": 40}).tobytes(),
            next(iter(atl.render_many(["█"], font=fonts, size=40, color=color))).tobytes(),
            atl.draw(atl.Text("█", size=40).span(0, 1, color=color), font=fonts).tobytes(),
        )

    dark, red = drawn((1, 0, 0)), drawn((1.0, 0.0, 0.0))
    assert set(dark) == {dark[0]} and set(red) == {red[0]} and dark[0] != red[0]
    assert set(drawn("rgb(1 0 0)")) == {dark[0]} and set(drawn("#f00")) == {red[0]}


@pytest.mark.parametrize(
    "color, sentence",
    [
        ((255, 0, 0, 0.5), "not both"),
        ((1.0, 0, 0), "not both"),
        ((255.0, 0.0, 0.0), "floats from 0 to 1"),
        ((256, 0, 0), "integers from 0 to 255"),
        ((-1, 0, 0), "integers from 0 to 255"),
        ((math.nan, 0.0, 0.0), "floats from 0 to 1"),
        ((1, 2), "3 or 4 numbers"),
        ((1, 2, 3, 4, 5), "3 or 4 numbers"),
        ((True, False, True), "3 or 4 numbers"),
        (("1", "2", "3"), "3 or 4 numbers"),
    ],
)
def test_colours_that_are_none(color, sentence):
    for keys in ({"color": color}, {"background": color}, {"style": {"color": color}}):
        with pytest.raises(ValueError, match=sentence):
            atl.draw("x", **keys)
    with pytest.raises(ValueError, match=sentence):
        atl.Style(color=color)


def test_colours_of_numpy():
    numpy = pytest.importorskip("numpy")
    for kind in ("uint8", "int64"):
        assert first_pixel(background=numpy.array([0, 255, 0], kind)) == bytes([0, 255, 0, 255])
        assert first_pixel(background=tuple(numpy.array([1, 1, 1], kind))) == b"\1\1\1\xff"
    for kind in ("float32", "float64"):
        assert first_pixel(background=numpy.array([0, 1, 0], kind)) == bytes([0, 255, 0, 255])


# Pictures in scenes and documents


def scene_of(image):
    layers = [{"frame": [0, 0, 4, 4], "contents": {"image": image}, "magnificationFilter": "nearest"}]
    return {"size": [4, 4], "layers": layers}


@pytest.fixture
def square():
    """Two by two pixels: red, green, blue, and one that is half transparent."""
    numpy = pytest.importorskip("numpy")
    return numpy.array(
        [[[255, 0, 0, 255], [0, 255, 0, 255]], [[0, 0, 255, 255], [255, 255, 255, 128]]], "uint8"
    )


def corners(picture):
    pixels = picture.straight()
    return [tuple(pixels[i : i + 4]) for i in (0, 12, 48, 60)]


def test_arrays_are_pictures_of_scenes(square):
    numpy = pytest.importorskip("numpy")
    wanted = [(255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255), (255, 255, 255, 128)]
    assert corners(atl.scene(scene_of(square))) == wanted
    # Not in one piece, without alpha, in grey, of truth.
    assert corners(atl.scene(scene_of(square[:, ::-1]))) == [wanted[i] for i in (1, 0, 3, 2)]
    assert corners(atl.scene(scene_of(square[:, :, :3])))[3] == (255, 255, 255, 255)
    grey = numpy.array([[0, 85], [170, 255]], "uint8")
    assert [c[0] for c in corners(atl.scene(scene_of(grey)))] == [0, 85, 170, 255]
    assert [c[0] for c in corners(atl.scene(scene_of(grey > 100)))] == [0, 0, 255, 255]
    assert atl.Scene(scene_of(square)).draw().tobytes() == atl.scene(scene_of(square)).tobytes()
    pictures = list(atl.render_many([scene_of(square), {"scene": scene_of(square)}]))
    assert pictures[0].tobytes() == pictures[1].tobytes() == atl.scene(scene_of(square)).tobytes()


def test_other_pictures_in_memory_are_the_same(square):
    image = pytest.importorskip("PIL.Image")
    given = image.fromarray(square)
    wanted = atl.scene(scene_of(square)).tobytes()
    file = io.BytesIO()
    given.save(file, "PNG")
    address = "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()
    for picture in (given, file.getvalue(), bytearray(file.getvalue()), address):
        assert atl.scene(scene_of(picture)).tobytes() == wanted
    for mode in ("P", "RGB", "L", "LA", "1", "CMYK", "I"):
        assert atl.scene(scene_of(given.convert("L").convert(mode))).notes == []
    drawn = atl.draw("a", size=20, font=atl.Fonts(system=False), background="white")
    assert corners(atl.scene(scene_of(drawn)))[0] == (255, 255, 255, 255)


def test_pictures_in_documents(square, fonts):
    text = atl.Text("\ufffc", size=20).attach(0, image=square, size=[20, 20])
    picture = atl.draw(text, font=fonts)
    assert picture.notes == [] and picture.width >= 20
    pixels = picture.straight()
    assert bytes([255, 0, 0, 255]) in [pixels[i : i + 4] for i in range(0, len(pixels), 4)]


def test_numbers_of_arrays_stay_numbers():
    numpy = pytest.importorskip("numpy")
    scene = {
        "size": numpy.array([4, 4]),
        "layers": [{"frame": numpy.array([0, 0, 4, 4], "uint8"), "backgroundColor": "#f00"}],
    }
    red = atl.scene(scene)
    assert red.straight()[:4] == bytes([255, 0, 0, 255])
    # As numbers of two dimensions, which have the shape of a grey picture.
    scene["layers"][0]["transform"] = numpy.eye(4, dtype="uint8")
    with pytest.raises(atl.MalformedError, match="not a list"):
        atl.scene(scene)


def test_pictures_that_are_none(square):
    numpy = pytest.importorskip("numpy")
    with pytest.raises(TypeError, match="uint8"):
        atl.scene(scene_of(square / 255))
    with pytest.raises(ValueError, match="shape"):
        atl.scene(scene_of(numpy.zeros((2, 2, 5), "uint8")))
    with pytest.raises(ValueError, match="shape"):
        atl.scene(scene_of(numpy.zeros((0, 2), "uint8")))
    with pytest.raises(TypeError, match="'image' alone"):
        atl.scene({"size": [4, 4], "layers": [{"name": b"bytes"}]})
    for address in ("data:", "data:image/png,abc", "data:;base64,!", "data:;base64,aGFsbG8="):
        with pytest.raises((atl.MalformedError, atl.UnreadableError), match="picture 'data:"):
            atl.scene(scene_of(address))
    with pytest.raises(atl.UnreadableError) as error:
        atl.scene(scene_of(b"no picture" * 10_000))
    assert len(str(error.value)) < 300


# Files


def test_a_file_is_what_its_ending_says(fonts, tmp_path):
    picture = atl.draw("Hi", font=fonts, size=30, background="white")
    starts = {
        "a.png": b"\x89PNG", "b": b"\x89PNG", "c.PNG": b"\x89PNG", "d.jpg": b"\xff\xd8\xff",
        "e.JPEG": b"\xff\xd8\xff", "f.webp": b"RIFF", "g.gif": b"GIF8", "h.bmp": b"BM",
        "i.tiff": b"II*\0",
    }  # fmt: skip
    pytest.importorskip("PIL")
    for name, start in starts.items():
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start), name
    from PIL import Image

    opened = Image.open(tmp_path / "f.webp").convert("RGBA")
    assert opened.tobytes() == picture.straight()
    opened = Image.open(tmp_path / "d.jpg")
    assert opened.size == (picture.width, picture.height) and opened.getpixel((0, 0)) == (255,) * 3


def test_what_cannot_be_written_leaves_no_file(fonts, tmp_path, monkeypatch):
    picture = atl.draw("Hi", font=fonts, size=30)
    for name in ("a.svg", "a.pdf", "a.txt", "a.avif"):
        with pytest.raises(ValueError, match="saved as .png"):
            picture.save(tmp_path / name)
    pytest.importorskip("PIL")
    with pytest.raises(ValueError, match="transparent"):
        picture.save(str(tmp_path / "a.jpg"))
    atl.draw("Hi", font=fonts, size=30, opacity=True).save(tmp_path / "grey.jpg")
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ValueError, match="Without Pillow"):
        picture.save(tmp_path / "a.webp")
    assert os.listdir(tmp_path) == ["grey.jpg"]


# Fonts and names


def test_a_font_is_opened_at_once(tmp_path):
    with pytest.raises(atl.UnreadableError, match="nope.ttf"):
        atl.Font("nope.ttf")
    with pytest.raises(OSError):
        atl.Font(b"no font")
    damaged = tmp_path / "damaged.ttf"
    damaged.write_bytes(b"\0\1\0\0" + bytes(100))
    with pytest.raises(atl.UnreadableError):
        atl.Font(damaged)
    with pytest.raises((atl.UnreadableError, ValueError)):
        atl.Font(FONT, face=7)
    font = pickle.loads(pickle.dumps(atl.Font(FONT)))
    assert atl.draw("a", font=font).width


def test_the_name_of_a_family_is_no_file():
    for call in (lambda f: atl.draw("x", font=f), atl.Font, atl.Fonts, lambda f: atl.layout("x", font=f)):
        with pytest.raises(atl.UnreadableError, match="family='Noto Sans'"):
            call("Noto Sans")


@pytest.mark.parametrize(
    "given, wanted",
    [
        ("font_size", "size"), ("fontsize", "size"), ("font_family", "family"), ("bg", "background"),
        ("background_color", "background"), ("font_weight", "weight"), ("text_align", "align"),
        ("max_width", "width"), ("line_hight", "line_height"), ("tracking", "letter_spacing"),
    ],
)  # fmt: skip
def test_other_names_are_told_the_right_one(given, wanted):
    with pytest.raises(TypeError, match=f"Did you mean '{wanted}'"):
        atl.Style(**{given: 12})
    with pytest.raises(TypeError, match=f"'{given}'"):
        atl.draw("x", **{given: 12})


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_are_finite(number):
    for name in ("size", "width", "padding", "scale", "letter_spacing"):
        with pytest.raises(ValueError, match=f"{name} is a finite number, not {number}"):
            atl.draw("x", **{name: number})
    with pytest.raises(ValueError, match="width is a finite number"):
        atl.scene({"size": [4, 4], "layers": [{"borderWidth": 1, "shape": {"width": number}}]})
    with pytest.raises(ValueError, match="size is a finite number"):
        list(atl.render_many(["x"], size=number))


def test_characters_of_a_font():
    font = atl.Font(FONT)
    # Latin, Greek and Cyrillic; no Hebrew, no Han (see Fonts/README.md).
    assert font.covers("Grüße, мир, κόσμε") and font.covers("")
    assert font.missing("a שלום א中a") == "שלוםא中"
    ranges = font.characters
    assert list(ranges) == sorted(ranges) and any(a <= ord("A") <= b for a, b in ranges)
    for (_, last), (first, _) in zip(ranges, ranges[1:]):
        assert first > last + 1
    tools = pytest.importorskip("fontTools.ttLib")
    mapped = set(tools.TTFont(FONT).getBestCmap())
    assert {c for a, b in ranges for c in range(a, b + 1)} == mapped


def test_frames_are_typed(fonts, tmp_path):
    api = pytest.importorskip("mypy.api")
    program = tmp_path / "typed.py"
    program.write_text(
        "import asynctextlayer as atl\n"
        "frames = atl.draw('a b', frames=True).frames\n"
        "words = frames['words']\n"
        "name: str = words[0]['text']\n"
        "quads: list[atl.Quad] = words[0]['quads']\n"
        "quad: atl.Quad = frames['clusters'][0]['quad']\n"
        "places: list[atl.Line] = frames.texts()[0]['lines']\n"
        "wrong: int = words[0]['text']\n"
        "words[0]['quad']\n"
    )
    report = api.run(["--strict", str(program)])[0].splitlines()
    wrong = [line.split(":")[1] for line in report if ": error:" in line]
    assert wrong == ["8", "9"], report
    frames = atl.draw("a b", font=fonts, frames=True).frames
    assert set(frames["words"][0]) >= {"text", "range", "quads"}
    assert set(frames["lines"][0]) >= {"text", "range", "quad"}
