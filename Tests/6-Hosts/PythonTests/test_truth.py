# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""The writers of truth, read back by others where they are installed."""

import json
import os
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest

import asynctextlayer as atl
from asynctextlayer import truth
from asynctextlayer.truth.polygons import area, clipped, hull, whole

TEXT = "Hello, big “world” & <xml>. مرحبا بالعالم 12 שלום, एक दो\nand incomprehensibilities end\x07"
ALTO = "{http://www.loc.gov/standards/alto/ns-v4#}"
PAGE = "{http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15}"


@pytest.fixture(scope="module")
def page(fonts):
    picture = atl.draw(TEXT, size=20, width=170, padding=5, font=fonts, frames=True)
    return truth.Page('a "b" & c.png', picture)


@pytest.fixture(scope="module")
def turned(fonts):
    document = {"text": "turned words here", "style": {"size": 30}}
    scene = {
        "size": [200, 120],
        "layers": [
            {"type": "text", "name": "x", "document": document, "position": [100, 60],
             "transform": [{"rotate": [30, 0, 0, 1]}]},
            {"type": "text", "string": "outside", "position": [500, 60]},
        ],
    }  # fmt: skip
    return truth.Page("t.png", atl.scene(scene, font=fonts, frames=True))


def test_a_page_has_all_text_in_logical_order(page):
    lines = list(page.lines)
    assert "".join(word.text for line in lines for word in line.words) == "".join(
        TEXT.split()
    ).replace("\x07", "\x07")
    for line in lines:
        for word in line.words:
            assert word.text == "".join(cluster.text for cluster in word.clusters)
            assert word.text == TEXT[word.range[0] : word.range[1]]
    assert [word.follows_space for word in lines[0].words] == [
        False,
        False,
        True,
        True,
        False,
        False,
    ]
    # A word that does not fit on a line is in parts, which lie on their lines.
    first, second = lines[-2].words[-1], lines[-1].words[0]
    assert first.text + second.text == "incomprehensibilities"
    assert first.box[3] <= second.box[1] + 1
    assert lines[1].is_right_to_left and not lines[0].is_right_to_left


def test_what_is_outside_is_cut_off(turned):
    assert [block.name for block in turned.blocks] == ["x"]
    for line in turned.lines:
        for word in line.words:
            left, top, right, bottom = word.box
            assert 0 <= left < right <= 200 and 0 <= top < bottom <= 120


def test_polygons():
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    assert area(square) == 16 and clipped(square, 2, 3) and area(clipped(square, 2, 3)) == 6
    moved = [(x + 10, y) for x, y in square]
    assert clipped(moved, 8, 8) == []
    assert area(clipped([(-2, 2), (2, -2), (6, 2), (2, 6)], 4, 4)) == 16
    assert set(hull(square + [(2.0, 2.0), (1.0, 3.0)])) == set(square)
    assert whole((0.2, 1.0, 3.0, 3.0000001)) == (0, 1, 3, 3)


def test_coco(page, turned, tmp_path):
    found = truth.coco([page, turned], ["lines", "words", "clusters"])
    assert [image["file_name"] for image in found["images"]] == [page.name, "t.png"]
    numbers = [each["id"] for each in found["annotations"]]
    assert numbers == list(range(1, len(numbers) + 1))
    words = [a["attributes"]["text"] for a in found["annotations"] if a["category_id"] == 2]
    assert words[:2] == ["Hello", ","] and words[-3:] == ["turned", "words", "here"]
    for each in found["annotations"]:
        left, top, width, height = each["bbox"]
        assert each["area"] <= width * height + 0.01
    path = tmp_path / "a.json"
    with truth.CocoFile(path, ["lines", "words", "clusters"]) as file:
        assert file.add(page) == 1 and file.add(turned) == 2
        assert not path.exists()
    assert json.loads(path.read_text()) == json.loads(json.dumps(found))
    with pytest.raises(RuntimeError):
        with truth.CocoFile(tmp_path / "b.json") as file:
            file.add(page)
            raise RuntimeError
    assert os.listdir(tmp_path) == ["a.json"]
    with pytest.raises(ValueError, match="'lines'"):
        truth.coco([page], "letters")
    coco = pytest.importorskip("pycocotools.coco").COCO(str(path))
    for number, each in coco.anns.items():
        if each["category_id"] == 2 and each["area"] > 100:
            assert abs(int(coco.annToMask(each).sum()) - each["area"]) < 0.25 * each["area"] + 20


def test_alto(page, turned):
    root = ElementTree.fromstring(truth.alto(page).encode())
    lines = root.findall(f".//{ALTO}TextLine")
    assert len(lines) == len(list(page.lines))
    strings = [s.get("CONTENT") for s in root.iter(f"{ALTO}String")]
    assert strings == [
        word.text.replace("\x07", "\ufffd") for line in page.lines for word in line.words
    ]
    assert len(lines[0].findall(f"{ALTO}SP")) == 2
    assert root.find(f".//{ALTO}fileName").text == page.name
    numbers = [e.get("ID") for e in root.iter() if e.get("ID")]
    assert len(set(numbers)) == len(numbers)
    points = ElementTree.fromstring(truth.alto(turned).encode()).find(f".//{ALTO}Polygon")
    assert len(points.get("POINTS").split()) >= 4
    for element in root.iter(f"{ALTO}Glyph"):
        assert float(element.get("WIDTH")) >= 0 and list(element)[0].tag == f"{ALTO}Shape"


def test_page_xml(page, turned, tmp_path):
    text = truth.page_xml(page, created=0)
    root = ElementTree.fromstring(text.encode())
    assert root.find(f".//{PAGE}Created").text == "1970-01-01T00:00:00Z"
    assert root.find(f"{PAGE}Page").get("imageFilename") == page.name
    words = [w.find(f"{PAGE}TextEquiv/{PAGE}Unicode").text for w in root.iter(f"{PAGE}Word")]
    assert words[:2] == ["Hello", ","]
    directions = [line.get("readingDirection") for line in root.iter(f"{PAGE}TextLine")]
    assert directions[:2] == ["left-to-right", "right-to-left"]
    # The schema of PAGE, if the caller has it.
    etree = pytest.importorskip("lxml.etree")
    schema = os.environ.get("PAGE_SCHEMA")
    if schema:
        checked = etree.XMLSchema(etree.parse(schema))
        for each in (text, truth.page_xml(turned)):
            checked.assertValid(etree.fromstring(each.encode()))


def test_hocr(page, turned):
    text = truth.hocr([page, turned])
    root = ElementTree.fromstring(text.encode())
    by_class = {}
    for element in root.iter():
        by_class.setdefault(element.get("class"), []).append(element)
    assert len(by_class["ocr_page"]) == 2 and len(by_class["ocr_line"]) == 1 + len(list(page.lines))
    assert by_class["ocr_page"][0].get("title").startswith('image "a \\"b\\" & c.png"; bbox 0 0 ')
    line = "".join(by_class["ocr_line"][0].itertext())
    assert line == "Hello, big “world”"
    for word in by_class["ocrx_word"]:
        kind, *box = word.get("title").split()
        left, top, right, bottom = map(int, box)
        assert kind == "bbox" and 0 <= left < right and 0 <= top < bottom


def test_boxes(page):
    lines = truth.boxes([page, page]).splitlines()
    assert lines[0].split()[0] == "H" and lines[0].endswith(" 0") and lines[-1].endswith(" 1")
    assert sum(line.startswith("\t ") for line in lines) == 2 * len(list(page.lines))
    assert sum(line.startswith("  ") for line in lines) > 4
    for line in lines:
        symbol, left, bottom, right, top, number = line.rsplit(" ", 5)
        assert int(left) <= int(right) and int(bottom) < int(top) <= page.height
    # y points upwards: the first line is the uppermost.
    assert int(lines[0].split()[4]) > int(lines[len(lines) // 2 - 1].rsplit(" ", 5)[4])


@pytest.mark.skipif(not shutil.which("tesseract"), reason="tesseract is not installed")
def test_tesseract_trains_with_boxes(fonts, tmp_path):
    picture = atl.draw(
        "Fresh bread is baked", size=32, padding=10, background="white", font=fonts, frames=True
    )
    picture.save(tmp_path / "a.png")
    (tmp_path / "a.box").write_text(truth.boxes([truth.Page("a.png", picture)]))
    done = subprocess.run(
        ["tesseract", "a.png", "a", "--psm", "13", "lstm.train"], cwd=tmp_path, capture_output=True
    )
    assert done.returncode == 0 and (tmp_path / "a.lstmf").stat().st_size > 1000, done.stderr


def test_pages_need_frames(fonts):
    with pytest.raises(atl.InvalidArgumentError):
        truth.Page("a.png", atl.draw("a", font=fonts))
    frames = atl.draw("a", font=fonts, frames=True).frames
    with pytest.raises(TypeError, match="size"):
        truth.Page("a.png", frames)
    assert truth.Page("a.png", frames, (20, 30)).height == 30
