# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""The examples of README and of the article about data sets, the types, and what is in the wheel."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import asynctextlayer as atl

ARTICLE = "Sources/4-Layers/TextLayers/TextLayers.docc/DataSetsForRecognition.md"
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def programs():
    path = ROOT / ARTICLE
    if not path.exists():
        pytest.skip("the article is not here")
    return re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.S)


def test_the_program_of_the_article_makes_a_data_set(programs, tmp_path):
    pytest.importorskip("numpy")
    Image = pytest.importorskip("PIL.Image")
    program = tmp_path / "dataset.py"
    program.write_text(programs[0].replace("PER_FILE = 1000", "PER_FILE = 8"), encoding="utf-8")
    assert len(programs[0].splitlines()) <= 60
    runs = []
    for _ in range(2):
        subprocess.run(
            [sys.executable, str(program), str(tmp_path / "lines"), "20"], check=True, timeout=300
        )
        pictures = sorted((tmp_path / "lines").glob("*.jpg"))
        assert len(pictures) == 20
        files = sorted((tmp_path / "lines").glob("*.json"))
        truth = [json.loads(file.read_text()) for file in files]
        assert [len(each["images"]) for each in truth] == [8, 8, 4]
        runs.append(([(picture.name, picture.read_bytes()) for picture in pictures], truth))
    assert runs[0] == runs[1], "a part is the same each time"
    image = truth[0]["images"][3]
    assert Image.open(tmp_path / "lines" / image["file_name"]).size == (
        image["width"],
        image["height"],
    )
    words = [a for a in truth[0]["annotations"] if a["image_id"] == 4 and a["category_id"] == 2]
    assert len(words) >= 2


def test_the_lines_of_the_article_are_requests(programs):
    lines = []
    scope = {"__name__": "dataset", "print": lines.append}
    exec(programs[0], scope)
    scope["PER_FILE"] = 3
    exec(programs[1].replace("range(500)", "range(4)"), scope)
    requests = [json.loads(line) for line in lines]
    assert len(requests) == 12 and requests[-1]["id"] == "00003-0002"
    for picture in atl.render_many(requests):
        assert picture.frames["words"] and not any("unknown" in note for note in picture.notes)


def test_the_example_of_the_readme_runs(tmp_path, monkeypatch):
    pytest.importorskip("numpy")
    path = ROOT / "README.md"
    if not path.exists():
        pytest.skip("README.md is not here")
    (example,) = re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.S)
    monkeypatch.chdir(tmp_path)
    scope = {}
    exec(example, scope)
    assert (tmp_path / "hello.png").read_bytes().startswith(b"\x89PNG")
    assert scope["pixels"].shape[2] == 4
    assert [word["text"] for word in scope["words"]] == ["ताज़ी", "रोटी"]


def test_types_hold(tmp_path):
    pytest.importorskip("mypy")
    package = Path(atl.__file__).parent
    assert (package / "py.typed").exists()
    # A copy: mypy takes what lies beside it for a part of the program.
    shutil.copytree(package, tmp_path / "asynctextlayer", ignore=shutil.ignore_patterns("_lib"))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "asynctextlayer"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout


def test_all_that_is_public_is_described():
    for name in atl.__all__:
        value = getattr(atl, name)
        assert value.__doc__ and not value.__doc__.startswith(name + "("), name
        for member, function in vars(value).items() if isinstance(value, type) else ():
            if not member.startswith("_") and callable(function):
                assert function.__doc__, f"{name}.{member}"


def test_the_wheel_says_what_it_is():
    from importlib import metadata

    try:
        found = metadata.metadata("asynctextlayer")
    except metadata.PackageNotFoundError:
        pytest.skip("not installed from a wheel")
    assert found["Version"] == atl.__version__ == atl.version()
    assert found["Requires-Python"] == ">=3.9" and "pillow" in str(found.get_all("Requires-Dist"))
    files = [str(file) for file in metadata.files("asynctextlayer") or ()]
    for wanted in ("licenses/LICENSE", "libasynctext.so.0", "py.typed"):
        assert any(file.endswith(wanted) for file in files), wanted
    assert "HarfBuzz" in atl.versions()
