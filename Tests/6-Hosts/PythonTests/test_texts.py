# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Strings, styles, documents and fonts: what is taken, and what is refused."""

import pickle
import threading
import time

import pytest

import asynctextlayer as atl
from asynctextlayer import keys


def test_a_text_has_spans(fonts):
    text = atl.Text("Fresh bread", size=18).span(0, 5, color="red", letter_spacing=2)
    assert text.document() == {
        "text": "Fresh bread",
        "style": {"size": 18},
        "spans": [{"start": 0, "end": 5, "style": {"color": "red", "letterSpacing": 2}}],
    }
    text.append(" today", weight="bold").link(0, 5, "https://example.org")
    document = text.document()
    assert document["spans"][1] == {"start": 11, "end": 17, "style": {"weight": "bold"}}
    assert document["links"][0]["url"] == "https://example.org"
    picture = atl.draw(text, font=fonts)
    assert picture.notes == [] and len(text) == 17 and str(text) == "Fresh bread today"
    assert atl.draw(document, font=fonts).png() == picture.png()
    assert atl.draw({"document": document}, font=fonts).png() == picture.png()
    assert atl.Text("東京").span(0, 2, ruby="とうきょう").document()["spans"][0]["ruby"]
    attached = atl.Text("a\ufffcb").attach(1, reserved="x", size=[10, 10], plain_text="x")
    assert atl.layout(attached, font=fonts)["attachments"][0]["at"] == 1


def test_keywords_count_before_the_documents_style(fonts):
    large = atl.draw(atl.Text("Hello", size=40), font=fonts)
    assert atl.draw(atl.Text("Hello", size=10), font=fonts, size=40).png() == large.png()
    style = atl.Style(size=40)
    assert atl.draw("Hello", style=style, font=fonts).png() == large.png()
    assert atl.draw("Hello", style={"size": 40}, font=fonts).png() == large.png()
    assert atl.draw("Hello", style=style, size=10, font=fonts).height < large.height


def test_styles_are_values():
    style = atl.Style({"size": 12, "letterSpacing": 1}, width=200, max_lines=2, color=(1, 2, 3))
    assert style.document() == {
        "style": {"size": 12, "letterSpacing": 1, "color": "rgb(1 2 3 / 1)"},
        "width": 200,
        "maxLines": 2,
    }
    assert atl.Style(style.document()) == style == pickle.loads(pickle.dumps(style))
    assert hash(atl.Style(size=1)) == hash(atl.Style(size=1)) and style != atl.Style(size=12)
    text = atl.Text("ab", style).span(0, 1, size=3)
    assert pickle.loads(pickle.dumps(text)).document() == text.document()


def test_all_names_are_known_to_the_library(fonts):
    """A member that the library does not know is noted."""
    assert {"size", "letterSpacing", "list"} < keys.STYLE_KEYS and "font" not in keys.STYLE_KEYS
    for name in sorted(keys.STYLE_KEYS | keys.DOCUMENT_KEYS):
        inside = name in keys.STYLE_KEYS
        for value in (1, "x", True, [], {}, [1]):
            document = {"text": "a", **({"style": {name: value}} if inside else {name: value})}
            try:
                notes = atl.draw(document, font=fonts).notes
            except atl.AsyncTextError:
                break  # known: its value is not
            assert not any(name in note and "unknown" in note for note in notes), notes
    assert any(
        "siez" in note and "unknown" in note
        for note in atl.draw({"text": "a", "siez": 1}, font=fonts).notes
    )


def test_unknown_keywords_are_told_with_the_nearest(fonts):
    for call in (
        lambda: atl.draw("a", siez=3),
        lambda: atl.Style(siez=3),
        lambda: atl.Text("a").span(0, 1, siez=3),
        lambda: atl.layout("a", siez=3),
        lambda: atl.render_many(["a"], siez=3),
    ):
        with pytest.raises(TypeError, match="Did you mean 'size'"):
            call()
    with pytest.raises(TypeError, match="letter_spacing"):
        atl.draw("a", letter_spacings=3)


@pytest.mark.parametrize("text", [3, None, b"x", ["a"], 1.5, object(), ("a", {})])
def test_what_is_no_text_is_a_type_error(text):
    with pytest.raises(TypeError, match="A text is"):
        atl.draw(text)
    with pytest.raises(TypeError, match="A text is"):
        atl.layout(text)
    with pytest.raises(TypeError):
        atl.Text(text)


def test_odd_characters_are_text(fonts):
    nul = atl.draw("a\0b", font=fonts, frames=True)
    assert nul.frames["lines"][0]["text"] == "a\0b"
    lone = atl.draw("a\ud800b", font=fonts, frames=True)
    assert lone.frames["lines"][0]["text"] == "a\ufffdb"
    assert "1 ill-formed sequence was read as U+FFFD" in str(list(lone.notes))
    document = atl.draw({"text": "\udfff"}, font=fonts, frames=True)
    assert document.frames["lines"][0]["text"] == "\ufffd"
    assert "U+FFFD" in str(list(document.notes))
    assert not list(atl.draw("a\ufffdb", font=fonts).notes)
    assert atl.draw("", font=fonts).height > 0
    assert atl.draw("👩‍🚀", frames=True).frames["clusters"][0]["range"] == [0, 3]


def test_two_gigabytes_of_text_are_refused_at_once(full):
    text = "a" * (1 << 31 if full else 1 << 28)
    began = time.perf_counter()
    for call in (atl.draw, atl.layout, atl.Text, lambda text: list(atl.render_many([text]))):
        with pytest.raises(atl.TooLargeError, match=f"{len(text):,} characters"):
            call(text)
    assert time.perf_counter() - began < 0.05, "it was copied"


def test_values_that_json_does_not_have_are_refused(fonts):
    with pytest.raises(ValueError):
        atl.draw("a", size=float("nan"))
    with pytest.raises(TypeError, match="object"):
        atl.draw("a", size=object())
    deep = value = []
    for _ in range(100_000):
        value.append([])
        value = value[0]
    with pytest.raises(ValueError):
        atl.draw({"text": "a", "x": deep})
    numpy = pytest.importorskip("numpy")
    big = atl.draw("a", size=numpy.float32(20), font=fonts)
    assert big.png() == atl.draw("a", size=20, font=fonts).png()


def test_errors_tell_the_member_and_its_offset():
    with pytest.raises(atl.MalformedError, match="style.size") as caught:
        atl.draw({"text": "a", "style": {"size": -1}})
    json = b'{"text":"a","style":{"size":-1}}'
    assert json[caught.value.offset :] == b"-1}}" and caught.value.status == "AT_MALFORMED"
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is atl.MalformedError and str(copy) == str(caught.value)
    assert copy.offset == caught.value.offset and isinstance(copy, ValueError)
    with pytest.raises(atl.MalformedError):
        atl.draw({"style": {}})
    with pytest.raises(atl.MalformedError):
        atl.draw({"text": "a", "unknown": 1}, strict=True)
    with pytest.raises(atl.TooLargeError):
        atl.draw("a", canvas=[20_000, 20])


def test_fonts_come_from_paths_and_bytes(fonts, tmp_path):
    import os

    path = os.environ.get("ASYNCTEXT_TEST_FONT")
    if not path:
        pytest.skip("ASYNCTEXT_TEST_FONT names no font file")
    with open(path, "rb") as file:
        data = file.read()
    by_path = atl.draw("Hello", font=path).png()
    assert by_path == atl.draw("Hello", font=data).png() == atl.draw("Hello", font=[path]).png()
    font = atl.Font(path, face=0)
    assert atl.draw("Hello", font=font).png() == by_path
    assert atl.draw("Hello", font=pickle.loads(pickle.dumps(font))).png() == by_path
    only = atl.Fonts([font], built_in=False, system=False)
    assert atl.draw("Hello", font=only).png() == by_path
    assert atl.draw("Hello", font=pickle.loads(pickle.dumps(only))).png() == by_path
    name = atl.layout("Hello", font=only)["lines"][0]["runs"][0]["font"]["file"]
    assert os.path.basename(path) in name
    only.close()
    with pytest.raises(atl.ClosedError):
        atl.draw("Hello", font=only)
    # A path whose file has changed is read anew.
    target = tmp_path / "font.ttf"
    target.write_bytes(data)
    atl.draw("Hello", font=target)
    target.write_bytes(b"no font any more")
    with pytest.raises(atl.UnreadableError):
        atl.draw("Hello", font=target)


def test_what_is_no_font_is_told(tmp_path):
    with pytest.raises(atl.UnreadableError) as caught:
        atl.draw("a", font="/none/font.ttf")
    assert isinstance(caught.value, OSError)
    with pytest.raises(atl.UnreadableError):
        atl.Fonts([b"no font"])
    with pytest.raises(atl.UnreadableError):
        atl.Fonts([b""])
    with pytest.raises(atl.NoFontsError):
        atl.Fonts(built_in=False, system=False)
    with pytest.raises(ValueError, match=r"U\+0000"):
        atl.draw("a", font="a\0b")
    with pytest.raises(ValueError, match=r"U\+0000"):
        atl.draw("a", folder="a\0b")
    with pytest.raises(TypeError):
        atl.draw("a", font=3)
    with pytest.raises(TypeError):
        atl.draw("a", folder=3)
    for face in (-1, 1 << 40):
        with pytest.raises(ValueError):
            atl.Font("a.ttf", face=face)
    with pytest.raises(TypeError):
        atl.Font("a.ttf", face="b")


def test_ranges_are_checked():
    text = atl.Text("abc")
    for start, end in ((-1, 2), (2, 1), (0, 4)):
        with pytest.raises(ValueError, match="3 characters"):
            text.span(start, end)
    with pytest.raises(TypeError):
        text.span(0.5, 2)
    with pytest.raises(ValueError, match="U.FFFC"):
        text.attach(0, reserved="x")


def test_a_root_bounds_what_is_read(tmp_path, fonts):
    document = {"text": "\ufffc", "attachments": [{"at": 0, "image": "../a.png"}]}
    with pytest.raises(atl.UnreadableError):
        atl.draw(document, font=fonts, folder=tmp_path, root=tmp_path, strict=True)


def test_layouts_tell_lines_and_glyphs(fonts):
    found = atl.layout("Hello world", font=fonts, width=60)
    assert [line["start"] for line in found["lines"]] == [0, 6]
    assert len(found["lines"][0]["runs"][0]["glyphs"]) == 6
    with pytest.raises(atl.InvalidArgumentError):
        atl.layout({"size": [3, 3], "layers": []})
    for picture in ({"scale": 2}, {"background": "red"}, {"frames": True}, {"opacity": True}):
        for text in ("Hello", {"text": "Hello"}):
            with pytest.raises(TypeError, match="for pictures"):
                atl.layout(text, font=fonts, **picture)
    with pytest.raises(atl.MalformedError, match="on a layout"):
        atl.layout({"document": {"text": "Hello"}, "options": {"padding": 2}}, font=fonts)
    assert atl.layout("Hello", font=fonts, fit_ink=False, scale=None)["lines"]


def test_a_cancellation_stops_a_drawing():
    switch = atl.Cancellation()
    text = "Long text, in which much has to be shaped. " * 100_000
    threading.Timer(0.05, switch.cancel).start()
    began = time.perf_counter()
    with pytest.raises(atl.DrawingCancelled):
        atl.layout(text, width=300, cancellation=switch)
    assert time.perf_counter() - began < 5
    with pytest.raises(atl.DrawingCancelled):
        atl.draw("a", cancellation=switch)
