# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Text and cards from Python, beside the packages that people use for them.

    bench_python.py FONTS LICENSE SHIM [--rounds N]

Scripts/bench/python calls it. Each engine draws the same texts to pictures of its own, one after the other in
each round; processor time, medians of the rounds. A package that is not there is left out, which is said.
"""
import argparse
import ctypes
import json
import pathlib
import random
import re
import resource
import statistics
import subprocess
import sys
import time

import asynctextlayer as atl
import cards

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "6-Hosts/PythonTests"))
from scripts import WORDS  # noqa: E402

LABEL, PARAGRAPH, WIDTH = 14, 16, 400


class Pillow:
    """Pillow with raqm, which shapes; lines are broken as its users do, by measuring words."""

    def __init__(self, font):
        from PIL import Image, ImageDraw, ImageFont, features

        assert features.check("raqm"), "Pillow has no raqm"
        self.image, self.draw = Image, ImageDraw
        self.fonts = {
            size: ImageFont.truetype(font, size, layout_engine=ImageFont.Layout.RAQM)
            for size in (LABEL, PARAGRAPH)
        }

    def label(self, text):
        font = self.fonts[LABEL]
        left, top, right, bottom = font.getbbox(text)
        image = self.image.new("RGBA", (right + 1, bottom + 4))
        self.draw.Draw(image).text((0, 0), text, font=font, fill="black")
        return image

    def paragraph(self, text):
        font = self.fonts[PARAGRAPH]
        lines = cards.lines_of(text, lambda line: font.getlength(line) <= WIDTH)
        image = self.image.new("RGBA", (WIDTH, 22 * len(lines)))
        canvas = self.draw.Draw(image)
        for index, line in enumerate(lines):
            canvas.text((0, 22 * index), line, font=font, fill="black")
        return image


class Skia:
    """Skia's paragraphs (SkParagraph) through skia-python."""

    def __init__(self, font):
        import skia

        self.skia, self.tl = skia, skia.textlayout
        self.collection = self.tl.FontCollection()
        provider = self.tl.TypefaceFontProvider()
        provider.registerTypeface(skia.Typeface.MakeFromFile(font))
        self.collection.setDefaultFontManager(provider)
        self.unicode = skia.Unicodes.ICU.Make()
        self.styles = {}
        for size in (LABEL, PARAGRAPH):
            style, whole = self.tl.TextStyle(), self.tl.ParagraphStyle()
            style.setFontFamilies(["Noto Sans"])
            style.setFontSize(size)
            style.setColor(skia.ColorBLACK)
            whole.setTextStyle(style)
            self.styles[size] = whole

    def _draw(self, text, size, width):
        builder = self.tl.ParagraphBuilder.make(self.styles[size], self.collection, self.unicode)
        builder.addText(text)
        paragraph = builder.Build()
        paragraph.layout(width or 10_000)
        across = width or int(paragraph.LongestLine) + 1
        surface = self.skia.Surface(across, int(paragraph.Height) + 1)
        paragraph.paint(surface.getCanvas(), 0, 0)
        return surface

    def label(self, text):
        return self._draw(text, LABEL, 0)

    def paragraph(self, text):
        return self._draw(text, PARAGRAPH, WIDTH)


class Pygame:
    """pygame-ce, whose SDL_ttf shapes with HarfBuzz."""

    def __init__(self, font):
        import pygame

        pygame.font.init()
        self.fonts = {size: pygame.font.Font(font, size) for size in (LABEL, PARAGRAPH)}

    def label(self, text):
        return self.fonts[LABEL].render(text, True, "black")

    def paragraph(self, text):
        return self.fonts[PARAGRAPH].render(text, True, "black", None, WIDTH)


class Ours:
    """This package."""

    def __init__(self, font):
        self.font = atl.Fonts(system=False)

    def label(self, text):
        return atl.draw(text, size=LABEL, font=self.font)

    def paragraph(self, text):
        return atl.draw(text, size=PARAGRAPH, width=WIDTH, font=self.font)


def engines(kinds, font):
    found = {}
    for name, kind in kinds.items():
        try:
            found[name] = kind(font)
        except Exception as error:
            print(f"SKIPPED: {name}: {error}", file=sys.stderr)
    return found


def medians(runs, rounds):
    """Processor microseconds of each run, medians of rounds in which all take their turn."""
    times = {name: [] for name in runs}
    for run in runs.values():
        run()
    for _ in range(rounds):
        for name, run in runs.items():
            began = time.process_time()
            count = run()
            times[name].append((time.process_time() - began) / count * 1e6)
    return times


def text_table(options, words):
    choice = random.Random(3)
    labels = [" ".join(choice.choices(words, k=choice.randint(2, 4))) for _ in range(1500)]
    paragraphs = [" ".join(choice.choices(words, k=60)) for _ in range(100)]
    font = str(pathlib.Path(options.fonts) / "NotoSans-Regular.ttf")
    kinds = {"asynctextlayer": Ours, "Pillow with raqm": Pillow, "skia-python": Skia, "pygame-ce": Pygame}
    found = engines(kinds, font)
    print("| engine | labels, µs | over ours | paragraphs of 60 words, µs | over ours |\n|---|--:|--:|--:|--:|")
    tables = []
    for method, texts in (("label", labels), ("paragraph", paragraphs)):

        def run(engine, method=method, texts=texts):
            draw = getattr(engine, method)
            for text in texts:
                draw(text)
            return len(texts)

        tables.append(
            medians({name: lambda e=engine: run(e) for name, engine in found.items()}, options.rounds)
        )
    for name in found:
        row = f"| {name} "
        for times in tables:
            ratio = statistics.median(a / b for a, b in zip(times[name], times["asynctextlayer"]))
            row += f"| {statistics.median(times[name]):.1f} | {ratio:.2f} "
        print(row + "|")


def overhead(options, words):
    """A label from Python over the same calls in C, in one process, round by round."""
    shim = ctypes.CDLL(options.shim)
    shim.library_labels.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint64]
    choice = random.Random(4)
    labels = [" ".join(choice.choices(words, k=2)) for _ in range(1000)]
    encoded = [label.encode() for label in labels]
    texts = (ctypes.c_char_p * len(labels))(*encoded)
    lengths = (ctypes.c_size_t * len(labels))(*map(len, encoded))
    from asynctextlayer.request import way_of

    way = way_of(None, (None,) * 9, {"size": LABEL})
    style = way.handle().value

    def in_c():
        assert shim.library_labels(texts, lengths, len(labels), style) == 0
        return len(labels)

    def in_python():
        draw = atl.draw
        for label in labels:
            draw(label, size=LABEL)
        return len(labels)

    # Other work on the machine makes rounds longer, none shorter.
    times = medians({"C": in_c, "Python": in_python}, 10 * options.rounds)
    c, python = min(times["C"]), min(times["Python"])
    print(f"\nA label: {c:.1f} µs in C, {python:.1f} from Python: {python - c:.1f} more (must: 4; aim: 2).")


def lines_with_quads(options):
    choice = random.Random(5)
    scripts = list(WORDS)[:20]
    count = 20_000
    lines = [
        " ".join(choice.choices(WORDS[scripts[index % 20]], k=choice.randint(3, 7)))
        for index in range(count)
    ]
    fonts = atl.Fonts(system=False)
    began, processor = time.perf_counter(), time.process_time()
    words = 0
    for picture in atl.render_many(lines, font=fonts, size=28, frames=True, padding=4, background="white"):
        words += len(picture.frames["words"])
    elapsed, processor = time.perf_counter() - began, time.process_time() - processor
    times = 500_000 / count
    print(
        f"\n{count:,} lines in 20 scripts with quads ({words:,} words, read as objects of Python): {elapsed:.1f} s, "
        f"{processor:.1f} s of processors. 500,000: {elapsed * times / 60:.1f} minutes as it was, "
        f"{processor * times / 120:.1f} on two processors of its own (must: 5; aim: 3)."
    )


def card_table(options):
    made = cards.make_cards(options.license, 12)
    fonts = [
        (pathlib.Path(options.fonts) / f"NotoSans-{weight}.ttf").read_bytes() for weight in ("Regular", "Bold")
    ]
    own = atl.Fonts(system=False)
    kinds = {"asynctextlayer": lambda card: atl.scene(cards.scene(card), font=own).png()}
    kinds["asynctextlayer, boxes"] = lambda card: atl.scene(cards.boxes_scene(card), font=own).png()
    size = {"width": cards.WIDTH, "height": cards.HEIGHT}
    try:
        import takumi_py

        renderer = takumi_py.Renderer()
        renderer.register_fonts(fonts)
        kinds["Takumi"] = lambda card: renderer.render_html(cards.html(card), format="png", **size)
    except Exception as error:
        print(f"SKIPPED: Takumi: {error}", file=sys.stderr)
    try:
        import blitz_py

        kinds["Blitz"] = lambda card: blitz_py.render_png(cards.html(card), fonts=fonts, **size)
    except Exception as error:
        print(f"SKIPPED: Blitz: {error}", file=sys.stderr)

    def run(draw):
        for card in made:
            draw(card)
        return len(made)

    times = medians({name: lambda d=draw: run(d) for name, draw in kinds.items()}, options.rounds)
    print("\n| engine | a card to PNG, ms | over ours | kB |\n|---|--:|--:|--:|")
    for name, draw in kinds.items():
        ratio = statistics.median(a / b for a, b in zip(times[name], times["asynctextlayer"]))
        kilobytes = statistics.mean(len(draw(card)) for card in made) / 1000
        print(f"| {name} | {statistics.median(times[name]) / 1000:.1f} | {ratio:.2f} | {kilobytes:.0f} |")


MEMORY = """
import gc, json
import asynctextlayer as atl
def private():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))
found = []
for index in range(COUNT):
    atl.draw(f"Label {index}", size=14)
    if index in (COUNT // 20, COUNT // 2, COUNT - 1):
        gc.collect()
        found.append(private() / 1024)
print(json.dumps(found))
"""


def memory(options):
    program = MEMORY.replace("COUNT", str(options.calls))
    found = json.loads(subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout)
    print(
        f"\nPrivate memory over {options.calls:,} labels, none met twice: "
        f"{found[0]:.1f} MiB after a twentieth, {found[1]:.1f} after half, {found[2]:.1f} at the end."
    )


def main():
    parser = argparse.ArgumentParser()
    for name in ("fonts", "license", "shim"):
        parser.add_argument(name)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=1_000_000)
    options = parser.parse_args()
    words = re.findall(r"\b[A-Za-z]{2,12}\b", pathlib.Path(options.license).read_text())
    text_table(options, words)
    overhead(options, words)
    lines_with_quads(options)
    card_table(options)
    memory(options)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\n{atl.versions()}; peak of this process {peak:.0f} MiB.", file=sys.stderr)


main()
