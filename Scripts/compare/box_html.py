# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Scenes of boxes written as HTML.

A box is a <div> with the same words in CSS's spelling, a text is one that holds its words. `overflowWrap: anywhere` of
documents is `overflow-wrap: break-word`, since emergency breaks count only where a line is set. A text of at most some
lines has the line clamp within, so that its own automatic minimum stays that of a text.
"""
import html, re
from pathlib import Path

RESET = """<!doctype html><meta charset=utf-8><style>html,body{margin:0}
div,img,span,section{box-sizing:border-box;min-width:auto;min-height:auto}
section{position:absolute;left:0;top:0} .l{position:relative;border:0 solid transparent}
.t{white-space:pre-wrap;overflow-wrap:break-word} img{display:block}
svg{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
.c{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}
</style>"""

LINES = {"start": "start", "end": "end", "left": "left", "right": "right", "center": "center", "justify": "justify"}


def kebab(name):
    return re.sub("[A-Z]", lambda capital: "-" + capital[0].lower(), name)


def plain(number):
    return f"{number:.6f}".rstrip("0").rstrip(".")


def length(value):
    """A length of CSS: numbers are points."""
    return f"{plain(value)}px" if isinstance(value, (int, float)) else value


def track(value):
    """A track of a grid; a number is a length, within words too, but not where it counts repetitions."""
    if isinstance(value, (int, float)): return length(value)
    return re.sub(r"(?<![\w.%-])(?<!repeat\()(\d+(?:\.\d+)?)(?![\w.%])", r"\1px", value)


def listed(value, one=length):
    return " ".join(map(one, value)) if isinstance(value, list) else one(value)


def box_style(layout, is_text):
    """The declarations of a box's layout."""
    css = []
    for name, value in layout.items():
        if name in ("display", "position"): continue
        if name.startswith("gridTemplate") or name in ("gridAutoColumns", "gridAutoRows"):
            css.append(f"{kebab(name)}:{listed(value, track)}")
        elif name.startswith("border"):
            css.append(f"{kebab(name)}-width:{listed(value)}")
        elif name in ("flexGrow", "flexShrink", "order", "aspectRatio") or name.startswith(("gridColumn", "gridRow")):
            css.append(f"{kebab(name)}:{value}")
        elif name == "overflow":
            # Scroll bars take no room; the browser turns a visible beside another into one that scrolls.
            css.append("overflow:" + listed(value).replace("scroll", "hidden"))
        else:
            css.append(f"{kebab(name)}:{listed(value)}")
    display = layout.get("display", "flex")
    if is_text and display != "none": display = "block"
    css.append(f"display:{display}")
    if "position" in layout: css.append(f"position:{layout['position']}")
    return css


def frame_style(frame, around):
    """The place of a layer that keeps its frame; absolute boxes count from within the border around."""
    border = around.get("border", 0)
    four = [border] * 4 if not isinstance(border, list) else border * (4 // len(border))
    left, top = around.get("borderLeft", four[3]), around.get("borderTop", four[0])
    x, y, w, h = frame
    return ["position:absolute", "margin:0"] + [
        f"{name}:{length(value)}" for name, value in
        (("left", x - left), ("top", y - top), ("width", w), ("height", h))]


def color(value):
    return "transparent" if value is None else value


def unit(point):
    """A direction of CSS for a gradient between opposite sides or corners of the unit square."""
    (x0, y0), (x1, y1) = point
    if not {x0, y0, x1, y1} <= {0, .5, 1} or abs(x1 - x0) == .5 or abs(y1 - y0) == .5:
        raise ValueError(f"a gradient along {point} has no words in CSS")
    words = {(0, 1): "bottom", (0, -1): "top", (1, 0): "right", (-1, 0): "left", (1, 1): "bottom right",
             (-1, 1): "bottom left", (1, -1): "top right", (-1, -1): "top left"}
    return "to " + words[(x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)]


def look_style(layer, has_transforms):
    """The declarations of what is drawn; none of them moves a box."""
    css, shadows = [], []
    if "backgroundColor" in layer: css.append(f"background-color:{color(layer['backgroundColor'])}")
    if layer.get("type") == "gradient":
        stops = [color(c) for c in layer["colors"]]
        if "locations" in layer: stops = [f"{c} {100 * at}%" for c, at in zip(stops, layer["locations"])]
        (x0, y0), (x1, y1) = ends = layer.get("startPoint", [.5, 0]), layer.get("endPoint", [.5, 1])
        if layer.get("gradientType") == "radial":
            css.append(f"background-image:radial-gradient({100 * abs(x1 - x0)}% {100 * abs(y1 - y0)}% at "
                       f"{100 * x0}% {100 * y0}%,{','.join(stops)})")
        else:
            css.append(f"background-image:linear-gradient({unit(ends)},{','.join(stops)})")
        css.append("background-origin:border-box")
    if "cornerRadius" in layer:
        corners = layer.get("maskedCorners", ["topLeft", "topRight", "bottomRight", "bottomLeft"])
        css.append("border-radius:" + " ".join(
            length(layer["cornerRadius"] if name in corners else 0)
            for name in ("topLeft", "topRight", "bottomRight", "bottomLeft")))
    if layer.get("borderWidth"):
        shadows.append(f"inset 0 0 0 {length(layer['borderWidth'])} {layer.get('borderColor', '#000')}")
    shadow = layer.get("shadow")
    if shadow:
        (dx, dy), ink = shadow.get("offset", [0, -3]), shadow.get("color", "#000000")
        ink = f"color-mix(in srgb,{ink} {100 * shadow.get('opacity', 0)}%,transparent)"
        shadows.append(f"{length(dx)} {length(dy)} {length(2 * shadow.get('radius', 3))} {ink}")
    if shadows: css.append("box-shadow:" + ",".join(shadows))
    if "opacity" in layer: css.append(f"opacity:{layer['opacity']}")
    # `clip` is no scroll container: the automatic minimum of the box stays.
    if layer.get("masksToBounds") and "overflow" not in layer.get("layout", {}): css.append("overflow:clip")
    if has_transforms and "transform" in layer:
        css.append("transform:" + " ".join(f"rotate({step['rotate'][0]}deg)" for step in layer["transform"]))
    return css


class Page:
    """An HTML page of scenes. Its fonts are the files that their documents name."""

    def __init__(self, folder, has_transforms=False):
        self.folder, self.has_transforms = Path(folder), has_transforms
        self.fonts, self.sections = {}, []

    def add(self, scene):
        width, height = scene["size"]
        style = f"width:{length(width)};height:{length(height)};background:{color(scene.get('background'))}"
        inside = "".join(self.layer(layer, None, scene["size"]) for layer in scene["layers"])
        self.sections.append(f'<section style="{style}">{inside}</section>')

    def text(self):
        faces = "".join(
            f"@font-face{{font-family:{name};src:url({Path(file).as_uri()})}}" for file, name in self.fonts.items())
        # Faces are loaded before anything is measured, although some may be in no line.
        loads = "".join(f'<i style="position:absolute;font-family:{name};opacity:0">x</i>'
                        for name in self.fonts.values())
        return f"{RESET}<style>{faces}</style>{''.join(self.sections)}{loads}"

    def layer(self, layer, around, size):
        """A layer; `around` is the layout of the one that it is in, if that has one."""
        kind, layout = layer.get("type"), layer.get("layout")
        css = []
        if around is None:
            frame = layer.get("frame") or [0, 0, *size]
            if layout is not None: css += box_style(layout, kind == "text")
            css += [line for line in frame_style(frame, {})]
        elif "frame" in layer:
            css += box_style(layout or {}, kind == "text") + frame_style(layer["frame"], around)
        else:
            css += box_style(layout or {}, kind == "text")
        css += look_style(layer, self.has_transforms)
        inside, names = "", "l"
        if kind == "text":
            names = "l t"
            more, inside = self.words(layer["document"])
            css += more
        elif kind == "shape":
            inside = self.shape(layer)
        elif "contents" in layer:
            fit = {"resizeAspect": "contain", "resizeAspectFill": "cover", "resize": "fill"}
            css.append(f"object-fit:{fit[layer.get('contentsGravity', 'resize')]}")
            source = (self.folder / layer["contents"]["image"]).as_uri()
            return f'<img class=l src="{source}" style="{html.escape(";".join(css))}">'
        inside += "".join(self.layer(child, layout or {}, size) for child in layer.get("sublayers", []))
        return f'<div class="{names}" style="{html.escape(";".join(css))}">{inside}</div>'

    def shape(self, layer):
        path = layer["path"]
        if isinstance(path, str): shape = f'<path d="{path}"'
        elif "circle" in path: shape = '<circle cx="{}" cy="{}" r="{}"'.format(*path["circle"])
        else: shape = '<rect x="{}" y="{}" width="{}" height="{}"'.format(*path["rect"])
        for name, key, default in (("fill", "fillColor", "#000"), ("stroke", "strokeColor", "none"),
                                   ("stroke-width", "lineWidth", 1), ("stroke-linecap", "lineCap", "butt"),
                                   ("stroke-linejoin", "lineJoin", "miter"), ("fill-rule", "fillRule", "nonzero")):
            value = layer.get(key, default)
            shape += f' {name}="{"none" if value is None else value}"'
        return f"<svg>{shape}/></svg>"

    def font(self, document, style):
        """The names of the faces that are searched for a style of the document, in order."""
        files = [font["file"] for font in document["fonts"]]
        files.insert(0, files[style.get("font", 0)])
        paths = [str((self.folder / file).resolve()) for file in dict.fromkeys(files)]
        return ",".join(self.fonts.setdefault(path, f"F{len(self.fonts)}") for path in paths)

    def inline(self, document, style):
        css = []
        if "fonts" in document: css.append(f"font-family:{self.font(document, style)}")
        css.append(f"font-size:{length(style.get('size', 16))}")
        if "color" in style: css.append(f"color:{style['color']}")
        if "letterSpacing" in style: css.append(f"letter-spacing:{length(style['letterSpacing'])}")
        lines = [word for key, word in (("underline", "underline"), ("strikethrough", "line-through"))
                 if style.get(key)]
        if lines: css.append("text-decoration:" + " ".join(lines))
        if "background" in style: css.append(f"background:{style['background']}")
        return css

    def words(self, document):
        """The declarations and the content of a text."""
        style, text = document.get("style", {}), document["text"]
        css = self.inline(document, style)
        if document.get("overflowWrap") == "normal": css.append("overflow-wrap:normal")
        height = document.get("lineHeight")
        if height is not None:
            # Of CSS's numbers the words stay, which are multiples of the size; those of documents are of the natural height.
            if not isinstance(height, str): raise ValueError(f"lineHeight {height} is not comparable: write px or em")
            css.append("line-height:" + height.removesuffix("em"))
        if "align" in document: css.append(f"text-align:{LINES[document['align']]}")
        if document.get("direction") in ("ltr", "rtl"): css.append(f"direction:{document['direction']}")
        inside, at = "", 0
        for span in document.get("spans", []):
            start, end = span["start"], span["end"]
            more = ";".join(self.inline(document, style | span["style"]))
            inside += html.escape(text[at:start]) + f'<span style="{more}">{html.escape(text[start:end])}</span>'
            at = end
        inside += html.escape(text[at:])
        most = document.get("maxLines", 0)
        if most: inside = f'<div class=c style="-webkit-line-clamp:{most}">{inside}</div>'
        return css, inside
