# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""The same requests by Python and by `textrender batch`: the same bytes, places and notes, each
note once; or the same refusal. *EntryPointTests.swift* compares the other entry points.
"""

import base64
import json
import os
import pathlib
import re
import subprocess

import pytest

import asynctextlayer as atl
from asynctextlayer import request

_ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOL = os.environ.get("TEXTRENDER", str(_ROOT / ".build/release/textrender"))

pytestmark = pytest.mark.skipif(not os.access(TOOL, os.X_OK), reason=f"there is no {TOOL}")

FONTS = {"systemFonts": False, "defaultFonts": True}
TEXT = "Aé x y"
MISSING = "h\U0010fffd"


def document(text=TEXT, **style):
    return {"text": text, "style": {"size": 20, **style}, "width": 60, **FONTS}


def scene(text="hé x", **layer):
    own = {"type": "text", "frame": [5, 5, 20, 20], "backgroundColor": "teal", "string": text}
    return {"size": [40, 30], "layers": [{**own, **layer}]}


CONTENTS = {"text": TEXT, "document": document(), "scene": scene()}

# Values of each option, alone and with others; some are refused.
SAMPLES = [
    {"scale": 1.5},
    {"scale": "150%"},
    {"scale": 0},
    {"padding": 7},
    {"padding": -1},
    {"background": "rgb(9 9 9)"},
    {"background": "none such"},
    {"canvas": [50, 40]},
    {"canvas": [9000000, 1]},
    {"canvas": [50, 40], "origin": [3, 25]},
    {"canvas": [50, 40], "origin": [20, 25], "anchor": "middle"},
    {"origin": [3, 25]},
    {"anchor": "middle"},
    {"canvas": [50, 40], "anchor": "end"},
    {"fit_ink": True},
    {"canvas": [50, 40], "fit_ink": True},
    {"canvas": [50, 40], "padding": 7},
    {"canvas": [50, 40], "origin": [3, 25], "padding": 7},
    {"grid_fitting": "none"},
    {"grid_fitting": "x"},
    {"one_bit": True},
    {"one_bit": True, "dither": "ordered"},
    {"one_bit": True, "threshold": 0.3},
    {"dither": "x"},
    {"threshold": 2},
    {"time": 0.5},
    {"strict": True},
    {"frames": True},
]

# Options that Python refuses before the library is asked. It has no `format` and `quality`, which
# `Picture.save` takes, and `folder` and `root` in place of `imageRoot`.
EXCEPTIONS = {
    ("time", "text"): "draw has no argument of this name",
    ("time", "document"): "draw has no argument of this name",
}


def words(text):
    """Returns a sentence without what only says where the request came from."""
    text = re.sub(r"^textrender: (note: )?", "", text.strip())
    return re.sub(r" \(byte \d+\)| at byte \d+|\boptions\.(?=\w)", "", text)


def batch(content, options):
    """Returns what `textrender batch` replies: bytes, notes and places, or the refusal."""
    if isinstance(content, str):
        content = {"text": content, **FONTS}
    kind = "scene" if "layers" in content else "document"
    names = {re.sub(r"_(\w)", lambda m: m[1].upper(), n): v for n, v in options.items()}
    line = json.dumps({kind: content, "options": names})
    run = subprocess.run(
        [TOOL, "batch", "--inline"], input=line.encode(), capture_output=True, check=True
    )
    reply = json.loads(run.stdout)
    told = [words(note) for note in reply["stderr"].splitlines()]
    if reply["exit"] != 0:
        return "\n".join(told)
    return without_text(base64.b64decode(reply["png"])), sorted(told), reply.get("frames")


def without_text(png):
    """Returns a PNG without the chunk in which the batch keeps missing characters."""
    kept, at = png[:8], 8
    while at < len(png):
        end = at + 12 + int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] != b"tEXt":
            kept += png[at:end]
        at = end
    return kept


def python(content, options, fonts):
    """Returns the same of Python's function."""
    try:
        if isinstance(content, dict) and "layers" in content and "time" in options:
            picture = atl.scene(content, font=fonts, **options)
        else:
            picture = atl.draw(content, font=fonts, **options)
    except atl.AsyncTextError as error:
        return words(str(error))
    notes = [words(note) for note in picture.notes]
    assert len(set(notes)) == len(notes)
    places = picture.frames._values if options.get("frames") else None
    return picture.png(), sorted(notes), places


@pytest.mark.parametrize("kind", CONTENTS)
@pytest.mark.parametrize("options", SAMPLES, ids=json.dumps)
def test_options_do_the_same(options, kind, fonts):
    content = CONTENTS[kind]
    if any((name, kind) in EXCEPTIONS for name in options):
        with pytest.raises(TypeError):
            python(content, options, fonts)
    else:
        assert python(content, options, fonts) == batch(content, options)


def test_each_option_has_a_sample():
    named = {name for options in SAMPLES for name in options}
    assert named == {*request.OPTION_NAMES, "strict", "frames"}


@pytest.mark.parametrize("content", [MISSING, document(MISSING), scene(MISSING)])
def test_missing_characters_are_noted_alike(content, fonts):
    found = python(content, {}, fonts)
    assert sum("U+10FFFD" in note for note in found[1]) == 1
    assert found == batch(content, {})


@pytest.mark.parametrize("options", [{}, {"strict": True}], ids=json.dumps)
@pytest.mark.parametrize("content", [document(szie=3), scene(bordreWidth=3)], ids=json.dumps)
def test_misspelt_keys_are_told_alike(content, options, fonts):
    found = python(content, options, fonts)
    assert "did you mean" in str(found) and isinstance(found, str) == bool(options)
    assert found == batch(content, options)


@pytest.mark.parametrize("options", [{}, {"strict": True}], ids=json.dumps)
def test_misspelt_options_are_told_alike(options, fonts):
    """A line may hold what no argument does."""
    line = {"document": document(), "options": {"scael": 2}}
    found = python(line, options, fonts)
    assert "did you mean scale" in str(found) and isinstance(found, str) == bool(options)
    assert found == batch(document(), {"scael": 2, **options})


@pytest.mark.parametrize("options", [{}, {"strict": True}], ids=json.dumps)
def test_misspelt_members_of_the_style_of_a_text_are_told_alike(options, fonts):
    """Keywords are checked before; what lies within their values is the library's to tell."""
    style = {"shadows": [{"blru": 2}]}
    found = python(TEXT, {**style, **options}, fonts)
    assert "did you mean blur" in str(found) and isinstance(found, str) == bool(options)
    assert found == batch({"text": TEXT, "style": style, **FONTS}, options)
