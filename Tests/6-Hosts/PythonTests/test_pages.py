# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Pages of HTML, in a library that is built with the package trait `HTML`."""

import asyncio

import pytest

import asynctextlayer as atl

PAGE = """<!DOCTYPE html><style>body { margin: 0; font: 16px/20px 'Noto Sans' }</style>
<div id=a class="b c" style="height: 30px">one <a href="x.html">two</a></div>"""


@pytest.fixture(autouse=True)
def pages():
    try:
        atl.draw_html("x")
    except atl.AsyncTextError as error:
        if "package trait HTML" in str(error):
            pytest.skip(str(error))
        raise


def test_a_page_is_a_picture(fonts):
    picture = atl.draw_html(PAGE, font=fonts, width=120)
    assert (picture.width, picture.height) == (120, 30)
    assert picture.png() == atl.draw({"html": PAGE, "options": {"width": 120}}, font=fonts).png()
    assert atl.draw_html(PAGE, font=fonts, width=120, height=50, scale=2).height == 100
    assert not picture.notes


def test_places_of_a_page(fonts):
    frames = atl.draw_html(PAGE, font=fonts, width=120, frames=True).frames
    (element,) = frames["elements"]
    assert (element["name"], element["id"], element["classes"]) == ("div", "a", ["b", "c"])
    assert element["frame"] == [0, 0, 120, 30]
    assert [line["text"] for line in frames["lines"]] == ["one two"]
    assert [word["text"] for word in frames["words"]] == ["one", "two"]
    assert [link["url"] for link in frames["links"]] == ["x.html"]


def test_what_has_no_effect(fonts):
    wrong = "<p style='colour: red'>x"
    assert any("colour" in note for note in atl.draw_html(wrong, font=fonts).notes)
    with pytest.raises(atl.AsyncTextError, match="colour"):
        atl.draw_html(wrong, font=fonts, strict=True)
    with pytest.raises(TypeError):
        atl.draw_html(PAGE, wdith=3)


def test_media_and_sheets(fonts, tmp_path):
    (tmp_path / "more.css").write_text("@media print { body { height: 77px } }")
    arguments = {"font": fonts, "css": "more.css", "folder": tmp_path, "root": tmp_path}
    assert atl.draw_html("<body style='margin: 0'>", media="print", **arguments).height == 77
    assert atl.draw_html("<body style='margin: 0'>", **arguments).height != 77


def test_a_page_is_drawn_on_a_thread(fonts):
    picture = asyncio.run(atl.draw_html_async(PAGE, font=fonts, width=120))
    assert picture.png() == atl.draw_html(PAGE, font=fonts, width=120).png()


def test_a_page_of_markdown(fonts):
    text = "# One\n\n- [x] two\n"
    try:
        picture = atl.draw_markdown(text, font=fonts, width=120)
    except atl.AsyncTextError as error:
        if "package trait Markdown" in str(error):
            pytest.skip(str(error))
        raise
    assert picture.width == 120 and not picture.notes
    assert picture.png() == atl.draw(
        {"markdown": text, "options": {"width": 120}}, font=fonts
    ).png()
    awaited = asyncio.run(atl.draw_markdown_async(text, font=fonts, width=120))
    assert awaited.png() == picture.png()
