# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Frames of scenes of boxes, by a browser and by textrender, and how far they are apart."""
import json, struct, subprocess, zlib
from pathlib import Path

from box_html import Page

# Frames as textrender has them: in the space of the layer around, a layer before its sublayers, zero where not shown.
MEASURE = """(() => {
  const list = (layer, origin, found) => {
    const isShown = layer.getClientRects().length > 0, box = layer.getBoundingClientRect();
    found.push((isShown ? [box.x - origin.x, box.y - origin.y, box.width, box.height] : [0, 0, 0, 0])
      .map(x => Math.round(x * 1e4) / 1e4));
    for (const child of layer.children) if (child.classList.contains('l')) list(child, box, found);
    return found;
  };
  return [...document.querySelectorAll('section')].map(section =>
    [...section.children].flatMap(layer => list(layer, section.getBoundingClientRect(), [])));
})()"""


def browser_frames(browser, scenes, folder):
    """The frames of the layers of each scene, in the order of the file, as the browser measures them."""
    page = Page(folder)
    for scene in scenes: page.add(scene)
    browser.open(page.text())
    return browser.evaluate(MEASURE)


def our_frames(tool, scenes, folder):
    """The frames of each scene by `textrender batch`; a message where the tool refuses the scene."""
    requests = "".join(json.dumps({"id": at, "args": ["scene", "-", "--frames"], "stdin": json.dumps(scene)}) + "\n"
                       for at, scene in enumerate(scenes))
    done = subprocess.run([tool, "batch"], input=requests, text=True, capture_output=True, cwd=folder, check=True)
    answers = []
    for line in done.stdout.splitlines():
        reply = json.loads(line)
        if reply["exit"]: answers.append(reply["stderr"].strip() or f"exit {reply['exit']}")
        else: answers.append(list(frames_in_order(json.loads(reply["stdout"])["layers"])))
    if len(answers) != len(scenes): raise RuntimeError(f"{len(answers)} replies to {len(scenes)} requests")
    return answers


def frames_in_order(layers):
    for layer in layers or []:
        yield layer["frame"]
        yield from frames_in_order(layer.get("sublayers"))


def farthest(ours, theirs):
    """The greatest distance of two lists of frames in points, and the index of that layer."""
    if isinstance(ours, str): return float("inf"), 0
    if len(ours) != len(theirs): return float("inf"), min(len(ours), len(theirs))
    return max(((max(abs(a - b) for a, b in zip(p, q)), at) for at, (p, q) in enumerate(zip(ours, theirs))),
               default=(0, 0))


def write_pictures(folder):
    """Writes pictures of some sizes into a folder; returns their names."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    names = []
    for width, height in ((40, 20), (24, 36), (120, 90), (7, 7)):
        rows = zlib.compress((b"\0" + b"\x60\x90\xc0" * width) * height)
        names.append(f"{width}x{height}.png")
        (Path(folder) / names[-1]).write_bytes(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
    return names
