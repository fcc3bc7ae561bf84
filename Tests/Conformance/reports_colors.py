# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Reports about colours: those of CSS Color 4, by its formulas."""
import json
import math

from reporting import case, close, expect, scene, tool


# --- colours ----------------------------------------------------------------------------------
def srgb(linear):
    """A channel of linear light as one of 0 to 255 (CSS Color 4, 10.2)."""
    c = min(1, max(0, linear))
    return 255 * (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055)


def of_xyz(x, y, z):
    """From XYZ of D65."""
    return [srgb(3.2409699419 * x - 1.5373831776 * y - 0.4986107603 * z),
            srgb(-0.9692436363 * x + 1.8759675015 * y + 0.0415550574 * z),
            srgb(0.0556300797 * x - 0.2039769589 * y + 1.0569715142 * z)]


def of_lab(lightness, a, b):
    """From CIE Lab of D50, by Bradford's matrix."""
    fy = (lightness + 16) / 116
    f = (fy + a / 500, fy, fy - b / 200)
    x, y, z = (w * (t ** 3 if t > 6 / 29 else 3 * (6 / 29) ** 2 * (t - 4 / 29)) for w, t in
               zip((0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585), f))
    return of_xyz(0.9554734215 * x - 0.0230984549 * y + 0.0632592432 * z,
                  -0.0283697093 * x + 1.0099953980 * y + 0.0210413986 * z,
                  0.0123140148 * x - 0.0205077490 * y + 1.3303659366 * z)


def of_oklab(lightness, a, b):
    l, m, s = (v ** 3 for v in (lightness + 0.3963377774 * a + 0.2158037573 * b,
                                lightness - 0.1055613458 * a - 0.0638541728 * b,
                                lightness - 0.0894841775 * a - 1.2914855480 * b))
    return [srgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            srgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            srgb(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)]


def turned(radius, degrees):
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


@case("colours of CSS Color 4", *[(text, text, want) for text, want in (
    ("hwb(120 20% 30%)", (51, 178.5, 51)), ("hwb(0.25turn 10% 10%)", (127.5, 229.5, 25.5)),
    ("hwb(90deg 60% 60%)", (127.5, 127.5, 127.5)), ("hsl(0.5turn 100% 50%)", (0, 255, 255)),
    ("hsl(3.14159265rad 100% 50%)", (0, 255, 255)), ("hsl(200grad 100% 50%)", (0, 255, 255)),
    ("hsl(-0.5turn 100% 25%)", (0, 127.5, 127.5)), ("hsl(540deg 100% 50%)", (0, 255, 255)),
    ("lab(50% 20 -30)", of_lab(50, 20, -30)), ("lab(70 -15 40)", of_lab(70, -15, 40)),
    ("lab(60% 20% -20%)", of_lab(60, 25, -25)), ("lch(55 30 200)", of_lab(55, *turned(30, 200))),
    ("lch(65% 25 0.6turn)", of_lab(65, *turned(25, 216))), ("oklab(0.6 0.05 -0.08)", of_oklab(0.6, 0.05, -0.08)),
    ("oklch(0.7 0.1 150)", of_oklab(0.7, *turned(0.1, 150))),
    ("oklch(60% 25% 0.75turn)", of_oklab(0.6, *turned(0.1, 270))),
    ("oklch(0.65 0.08 50grad)", of_oklab(0.65, *turned(0.08, 45))), ("OKLCH(0.65 0.08 45DEG)", of_oklab(
        0.65, *turned(0.08, 45))), ("rgb(none 128 none)", (0, 128, 0)), ("lab(none 0 0)", (0, 0, 0)))])
def _(text, want):
    got = scene({"size": [2, 2], "background": text}).at(0, 0)
    close(got[:3], want, 1.01, text)
    expect(got[3] == 255, f"alpha {got[3]}")


@case("alpha of colours of CSS Color 4", ("hwb(0 0% 0% / 50%)", "hwb(0 0% 0% / 50%)", (255, 0, 0, 128)),
      ("oklch(1 0 0 / 0.25)", "oklch(1 0 0 / 0.25)", (255, 255, 255, 64)),
      ("lab(0 0 0 / none)", "lab(0 0 0 / none)", None))
def _(text, want):
    got = scene({"size": [2, 2], "background": text}).at(0, 0)
    if want:
        close(got, want, 1, text)
    else:
        expect(got[3] == 0, f"{got}")


@case("what is no colour is refused", "hwb(0 0%)", "lab()", "oklch(1 2)", "hwb(0 0% 0% / )", "lch(1 2 3 4)", "turn")
def _(text):
    code, _, err = tool("scene", "-", "-o", "x.png", stdin=json.dumps({"size": [2, 2], "background": text}))
    expect(code in (1, 2) and "background" in err, f"exit {code}: {err.strip()}")
