# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Files of texts, documents, scenes and pages."""

import asynctextlayer as atl
import pytest


def test_formats():
    assert atl.draw_file("text", "png").startswith(b"\x89PNG")
    assert atl.draw_file({"text": "text"}, "svg").lstrip().startswith(b"<")
    assert atl.draw_file({"size": [4, 4], "layers": []}).startswith(b"%PDF-1.7")
    with pytest.raises(atl.AsyncTextError):
        atl.draw_file("text", "bmp")


def test_packing():
    for name, value, bounds in (("quality", 101, "1 to 100"), ("effort", 7, "0 to 6")):
        with pytest.raises(atl.AsyncTextError, match=f"{name}: {value} is not from {bounds}"):
            atl.draw_file("text", "png", **{name: value})
    assert atl.draw_file("text", "png", effort=0) == atl.draw_file("text", "png")


def test_a_document_on_paper():
    words = "word " * 2000
    one, many = atl.draw_file(words, width=300), atl.draw_file(words, paper="a6")
    assert one.startswith(b"%PDF") and many.startswith(b"%PDF")
    assert one == atl.draw_file(words, width=300), "the same bytes each time"
    assert b"pdfaid:part" in atl.draw_file("text", standard="a-2u")


def test_arguments():
    with pytest.raises(TypeError):
        atl.draw_file(3)
    with pytest.raises(atl.AsyncTextError):
        atl.draw_file("text", frames=True)
