#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Cards of 1200 × 630 (gradient, panel with a shadow, label, title, text, footer), each with texts
of its own, drawn to PNG by this library in process, by `textrender batch` from frames, from boxes
(`batch-boxes`: the same card without coordinates) and from the HTML that the other engines get
(`batch-html`), and by what people use for them. Prints a table: processor milliseconds a card, fonts read and process warm, and
kilobytes of a file.

    cards.py TEXTRENDER CARDBENCHMARKS FONTS LICENSE FOLDER [--cards N] [--rounds N]

Scripts/bench/cards calls it. An engine that is not there is left out, which is said.
"""
import argparse
import json
import os
import pathlib
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys

WIDTH, HEIGHT = 1200, 630
# The ends of CSS's 135 degrees in a box that is not square; and the same in the unit square of a layer, which
# is stretched with what is at right angles to the axis.
GRADIENT = ((142.5, -142.5), (1057.5, 772.5))
UNIT_GRADIENT = ((-0.097745, 0.186184), (1.097745, 0.813816))


def make_cards(license_path, count):
    """Texts from the words of the licence: title, text, label, footer."""
    dice = random.Random(5)
    words = [w for w in pathlib.Path(license_path).read_text().split() if re.fullmatch(r"[A-Za-z,]{2,12}", w)]

    def pick(number):
        return " ".join(dice.choice(words) for _ in range(number)).capitalize()

    return [(pick(7), pick(24), pick(1), pick(2) + " · 2026") for _ in range(count)]


def html(card):
    title, text, label, footer = card
    return (
        '<div style="width:1200px;height:630px;display:flex;background-image:linear-gradient(135deg,#1e3a8a,#9333ea);'
        "padding:60px;box-sizing:border-box;font-family:'Noto Sans'\">"
        '<div style="display:flex;flex-direction:column;flex:1;background-color:#ffffff;border-radius:24px;padding:48px;'
        'box-sizing:border-box;box-shadow:0 12px 40px rgba(0,0,0,0.35)">'
        '<div style="display:flex"><div style="background-color:#e0e7ff;color:#3730a3;border-radius:18px;padding:6px 18px;'
        f'font-size:24px">{label}</div></div>'
        f'<div style="font-size:56px;font-weight:700;color:#111827;margin-top:24px;line-height:1.2">{title}</div>'
        f'<div style="font-size:28px;color:#4b5563;margin-top:20px;line-height:1.4">{text}</div>'
        f'<div style="margin-top:auto;font-size:24px;color:#6b7280">{footer}</div></div></div>'
    )


def scene(card):
    title, text, label, footer = card

    def layer(string, frame, size, color, weight=400, height=1.2):
        style = {"size": size, "color": color, "weight": weight, "family": "Noto Sans"}
        return {"type": "text", "frame": frame,
                "document": {"text": string, "style": style, "lineHeight": f"{height}em"}}

    return {"size": [WIDTH, HEIGHT], "layers": [
        {"type": "gradient", "frame": [0, 0, WIDTH, HEIGHT], "colors": ["#1e3a8a", "#9333ea"],
         "startPoint": UNIT_GRADIENT[0], "endPoint": UNIT_GRADIENT[1]},
        {"frame": [60, 60, 1080, 510], "backgroundColor": "#fff", "cornerRadius": 24,
         "shadow": {"opacity": 0.35, "radius": 20, "offset": [0, 12]}, "sublayers": [
             {"frame": [48, 48, 170, 45], "backgroundColor": "#e0e7ff", "cornerRadius": 18},
             layer(label, [66, 54, 150, 34], 24, "#3730a3"),
             layer(title, [48, 117, 984, 140], 56, "#111827", 700),
             layer(text, [48, 275, 984, 120], 28, "#4b5563", 400, 1.4),
             layer(footer, [48, 428, 984, 34], 24, "#6b7280")]}]}


def boxes_scene(card):
    """The same card without coordinates, said as the HTML says it."""
    title, text, label, footer = card

    def words(string, size, color, layout, weight=400, height=None):
        document = {"text": string, "style": {"size": size, "color": color, "weight": weight, "family": "Noto Sans"}}
        if height:
            document["lineHeight"] = f"{height}em"
        return {"type": "text", "document": document, "layout": layout}

    pill = words(label, 24, "#3730a3", {"padding": [6, 18]}) | {"backgroundColor": "#e0e7ff", "cornerRadius": 18}
    return {"size": [WIDTH, HEIGHT], "layers": [
        {"type": "gradient", "frame": [0, 0, WIDTH, HEIGHT], "colors": ["#1e3a8a", "#9333ea"],
         "startPoint": UNIT_GRADIENT[0], "endPoint": UNIT_GRADIENT[1], "layout": {"padding": 60}, "sublayers": [
             {"backgroundColor": "#fff", "cornerRadius": 24,
              "shadow": {"opacity": 0.35, "radius": 20, "offset": [0, 12]},
              "layout": {"flexDirection": "column", "flexGrow": 1, "flexBasis": 0, "padding": 48}, "sublayers": [
                  {"layout": {}, "sublayers": [pill]},
                  words(title, 56, "#111827", {"marginTop": 24}, 700, 1.2),
                  words(text, 28, "#4b5563", {"marginTop": 20}, 400, 1.4),
                  words(footer, 24, "#6b7280", {"marginTop": "auto"})]}]}]}


def lines_of(words, fits):
    """Breaks words into lines, for engines without lines of their own."""
    lines, line = [], ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and not fits(longer):
            lines.append(line)
            longer = word
        line = longer
    return lines + [line]


def placed_lines(card, width_of):
    """Lines with baselines, sizes, weights and colours: (x, y, size, is bold, color, text)."""
    title, text, label, footer = card
    placed = [(126, 138, 24, False, "#3730a3", label)]
    for index, line in enumerate(lines_of(title, lambda s: width_of(s, 56, True) <= 984)):
        placed.append((108, 231 + 67.2 * index, 56, True, "#111827", line))
    for index, line in enumerate(lines_of(text, lambda s: width_of(s, 28, False) <= 984)):
        placed.append((108, 364 + 39.2 * index, 28, False, "#4b5563", line))
    return placed + [(108, 514, 24, False, "#6b7280", footer)]


def seconds(who):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


class Engines:
    def __init__(self, options, cards):
        self.options, self.cards = options, cards
        self.fonts = pathlib.Path(options.fonts)
        self.regular_path, self.bold_path = (str(self.fonts / f"NotoSans-{w}.ttf") for w in ("Regular", "Bold"))
        self.folder = pathlib.Path(options.folder)

    def keep(self, name, index, data):
        (self.folder / f"{name}{index}.png").write_bytes(data)

    def in_process(self, draw, name):
        """Times `draw`, which returns the bytes of a card's file."""
        def run():
            start = seconds(resource.RUSAGE_SELF)
            for index, card in enumerate(self.cards):
                data = draw(card)
                if data:
                    self.keep(name, index, data)
            return (seconds(resource.RUSAGE_SELF) - start) / len(self.cards)
        run()
        return run

    def ours(self):
        cards = "".join(f"{l}\t{t}\t{x}\t{f}\n" for t, x, l, f in self.cards)
        def run():
            done = subprocess.run([self.options.benchmark, str(self.folder), "1"], input=cards, text=True,
                                  capture_output=True, check=True)
            for index in range(len(self.cards)):
                os.replace(self.folder / f"card{index}.png", self.folder / f"ours{index}.png")
            return float(done.stdout) / 1000
        return run

    def batch(self, make=lambda card: {"scene": scene(card)}, name="batch"):
        def some(count):
            requests = "".join(json.dumps({"id": i} | make(c)) + "\n" for i, c in enumerate(self.cards[:count]))
            into = self.folder / name
            start = seconds(resource.RUSAGE_CHILDREN)
            done = subprocess.run([self.options.textrender, "batch", "--jobs", "1", "--into", str(into)],
                                  input=requests, text=True, capture_output=True)
            taken = seconds(resource.RUSAGE_CHILDREN) - start
            replies = [json.loads(line) for line in done.stdout.splitlines()]
            assert done.returncode == 0 and all(r["exit"] == 0 for r in replies), done.stderr[-300:]
            for reply in replies:
                shutil.copy(reply["name"], self.folder / f"{name}{reply['id']}.png")
            return taken
        # What starting and reading fonts takes is taken away.
        return lambda: (some(len(self.cards)) - some(4)) / (len(self.cards) - 4)

    def batch_boxes(self):
        return self.batch(lambda card: {"scene": boxes_scene(card)}, "batch-boxes")

    def batch_html(self):
        """The HTML that the other engines get; the margin of a body is theirs, too: none."""
        return self.batch(
            lambda card: {"html": f"<!doctype html><body style='margin:0'>{html(card)}",
                          "options": {"width": WIDTH, "height": HEIGHT}}, "batch-html")

    def takumi(self):
        import takumi_py
        renderer = takumi_py.Renderer()
        renderer.register_fonts([pathlib.Path(p).read_bytes() for p in (self.regular_path, self.bold_path)])
        return self.in_process(
            lambda c: renderer.render_html(html(c), width=WIDTH, height=HEIGHT, format="png"), "takumi")

    def blitz(self):
        import blitz_py
        fonts = [pathlib.Path(p).read_bytes() for p in (self.regular_path, self.bold_path)]
        return self.in_process(
            lambda c: blitz_py.render_png(html(c), width=WIDTH, height=HEIGHT, fonts=fonts), "blitz")

    def pillow(self):
        import io

        from PIL import Image, ImageDraw, ImageFilter, ImageFont
        fonts = {(size, bold): ImageFont.truetype(self.bold_path if bold else self.regular_path, size)
                 for size, bold in ((24, False), (28, False), (56, True))}

        def draw(card):
            # Pillow has gradients along y alone: one is turned and cut.
            side = 1294
            ramp = Image.linear_gradient("L").resize((side, side)).rotate(45, Image.BICUBIC, expand=True)
            left, top = (ramp.width - WIDTH) // 2, (ramp.height - HEIGHT) // 2
            ramp = ramp.crop((left, top, left + WIDTH, top + HEIGHT))
            picture = Image.composite(Image.new("RGB", ramp.size, "#9333ea"), Image.new("RGB", ramp.size, "#1e3a8a"), ramp)
            shadow = Image.new("L", ramp.size, 0)
            ImageDraw.Draw(shadow).rounded_rectangle((60, 72, 1140, 582), 24, fill=89)
            picture.paste("black", mask=shadow.filter(ImageFilter.GaussianBlur(20)))
            canvas = ImageDraw.Draw(picture)
            canvas.rounded_rectangle((60, 60, 1140, 570), 24, fill="white")
            canvas.rounded_rectangle((108, 108, 278, 153), 18, fill="#e0e7ff")
            for x, y, size, bold, color, line in placed_lines(card, lambda s, z, b: fonts[z, b].getlength(s)):
                canvas.text((x, y), line, font=fonts[size, bold], fill=color, anchor="ls")
            file = io.BytesIO()
            picture.save(file, "PNG")
            return file.getvalue()
        return self.in_process(draw, "pillow")

    def skia(self):
        import skia
        faces = {False: skia.Typeface.MakeFromFile(self.regular_path), True: skia.Typeface.MakeFromFile(self.bold_path)}
        fonts = {(size, bold): skia.Font(faces[bold], size) for size, bold in ((24, False), (28, False), (56, True))}

        def color(text):
            return skia.Color(*bytes.fromhex(text[1:]))

        def draw(card):
            surface = skia.Surface(WIDTH, HEIGHT)
            canvas = surface.getCanvas()
            canvas.drawPaint(skia.Paint(Shader=skia.GradientShader.MakeLinear(
                [skia.Point(*p) for p in GRADIENT], [color("#1e3a8a"), color("#9333ea")])))
            panel = skia.RRect.MakeRectXY(skia.Rect.MakeXYWH(60, 60, 1080, 510), 24, 24)
            canvas.drawRRect(panel, skia.Paint(
                AntiAlias=True, Color=skia.ColorWHITE,
                ImageFilter=skia.ImageFilters.DropShadow(0, 12, 20, 20, skia.Color(0, 0, 0, 89))))
            canvas.drawRRect(skia.RRect.MakeRectXY(skia.Rect.MakeXYWH(108, 108, 170, 45), 18, 18),
                             skia.Paint(AntiAlias=True, Color=color("#e0e7ff")))
            for x, y, size, bold, ink, line in placed_lines(card, lambda s, z, b: fonts[z, b].measureText(s)):
                canvas.drawString(line, x, y, fonts[size, bold], skia.Paint(AntiAlias=True, Color=color(ink)))
            return bytes(surface.makeImageSnapshot().encodeToData(skia.kPNG, 100))
        return self.in_process(draw, "skia")

    def resvg(self):
        import resvg_py
        from PIL import ImageFont
        fonts = {(size, bold): ImageFont.truetype(self.bold_path if bold else self.regular_path, size)
                 for size, bold in ((24, False), (28, False), (56, True))}

        def svg(card):
            (x0, y0), (x1, y1) = GRADIENT
            texts = "".join(
                f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{700 if bold else 400}" fill="{color}">{line}</text>'
                for x, y, size, bold, color, line in placed_lines(card, lambda s, z, b: fonts[z, b].getlength(s)))
            return (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="Noto Sans"><defs>'
                f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}">'
                '<stop stop-color="#1e3a8a"/><stop offset="1" stop-color="#9333ea"/></linearGradient>'
                '<filter id="s" x="-20%" y="-30%" width="140%" height="160%"><feDropShadow dx="0" dy="12" '
                'stdDeviation="20" flood-opacity="0.35"/></filter></defs><rect width="1200" height="630" fill="url(#g)"/>'
                '<rect x="60" y="60" width="1080" height="510" rx="24" fill="#fff" filter="url(#s)"/>'
                f'<rect x="108" y="108" width="170" height="45" rx="18" fill="#e0e7ff"/>{texts}</svg>')
        return self.in_process(
            lambda c: bytes(resvg_py.svg_to_bytes(svg_string=svg(c), font_files=[self.regular_path, self.bold_path])),
            "resvg")

    def chromium(self):
        from playwright.sync_api import sync_playwright
        # The system's browser, or that of playwright.
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = sync_playwright().start().chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        # One page with both faces shows card after card.
        faces = "".join(f"@font-face{{font-family:'Noto Sans';font-weight:{weight};src:url({pathlib.Path(path).as_uri()})}}"
                        for weight, path in ((400, self.regular_path), (700, self.bold_path)))
        file = self.folder.resolve() / "page.html"
        file.write_text(f"<!doctype html><meta charset=utf-8><style>{faces}</style><body style='margin:0'>")
        page.goto(file.as_uri())

        def all_seconds():
            """Of all the browser's processes, which are below this one."""
            ticks = os.sysconf("SC_CLK_TCK")
            parents, times = {}, {}
            for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
                try:
                    fields = stat.read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                pid = int(stat.parent.name)
                parents[pid], times[pid] = int(fields[1]), (int(fields[11]) + int(fields[12])) / ticks
            def is_below(pid):
                while pid in parents:
                    if pid == os.getpid():
                        return True
                    pid = parents[pid]
                return False
            return sum(t for pid, t in times.items() if is_below(pid))

        def run():
            start = all_seconds()
            for index, card in enumerate(self.cards):
                page.evaluate(
                    "async card => { document.body.innerHTML = card; await document.fonts.ready }", html(card))
                self.keep("chromium", index, page.screenshot())
            return (all_seconds() - start) / len(self.cards)
        run()
        return run


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("textrender", "benchmark", "fonts", "license", "folder"):
        parser.add_argument(name)
    parser.add_argument("--cards", type=int, default=120)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    pathlib.Path(options.folder).mkdir(parents=True, exist_ok=True)
    cards = make_cards(options.license, options.cards)
    makers = Engines(options, cards)
    engines = {}
    for name in ("ours", "batch", "batch-boxes", "batch-html", "takumi", "blitz", "pillow", "skia", "resvg", "chromium"):
        try:
            engines[name] = getattr(makers, name.replace("-", "_"))()
            engines[name]()
        except Exception as error:  # whatever a foreign engine fails with
            engines.pop(name, None)
            if name in ("ours", "batch", "batch-boxes", "batch-html"):
                raise
            print(f"{name} is left out: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
    times = {name: [] for name in engines}
    for _ in range(options.rounds):
        for name, run in engines.items():
            times[name].append(run() * 1000)
    middle = {name: statistics.median(of) for name, of in times.items()}
    print("| engine | ms a card | × ours in process | × batch | kB |")
    print("|---|--:|--:|--:|--:|")
    for name, figure in middle.items():
        sizes = [p.stat().st_size for p in pathlib.Path(options.folder).glob(f"{name}[0-9]*.png")]
        print(f"| {name} | {figure:.1f} | {figure / middle['ours']:.2f} | {figure / middle['batch']:.2f} | "
              f"{statistics.mean(sizes) / 1000:.0f} |")


if __name__ == "__main__":
    sys.exit(main())
