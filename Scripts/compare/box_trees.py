# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Random trees of boxes as scenes, and smaller trees that still show the same.

Every property of the table of `layout` occurs, most boxes have few of them: a tree with all at once says nothing about
any. Texts are in a font whose letters are squares, so frames do not depend on how a face is read.
"""
import copy, random
from pathlib import Path

FONT = str(Path(__file__).resolve().parents[2] / "Tests/Conformance/files/boxes.ttf")
CONTENT_SIZES = ["min-content", "max-content", "fit-content"]
POSITIONS = ["center", "start", "end", "flex-start", "flex-end"]
DISTRIBUTIONS = ["space-between", "space-around", "space-evenly", "stretch", "normal"]
BASELINES = ["baseline", "first baseline", "last baseline"]
OF_CONTAINERS = ("display", "flexDirection", "flexWrap", "gap", "row", "column", "alignItems", "alignContent", "justifyItems",
                 "justifyContent", "gridTemplate", "gridAuto", "direction", "overflow")
WORDS = ["HHHH", "HH", "HHHHHH", "H", "HHH", "HHHHHHHHH", "HH\u200bHHH", "HHHHH\u200bHH"]


class TreeMaker:
    """Makes one tree from a seed. `has_ratios`: boxes and pictures with a ratio of their sides are among them."""

    def __init__(self, seed, has_ratios, pictures=()):
        self.dice, self.has_ratios, self.pictures = random.Random(seed), has_ratios, pictures

    def chance(self, share):
        return self.dice.random() < share

    def pick(self, words):
        return self.dice.choice(words)

    def scene(self):
        width, height = self.dice.randrange(60, 400, 5), self.dice.randrange(60, 300, 5)
        self.left = self.dice.randint(2, 14)
        layout = self.container()
        root = {"frame": [0, 0, width, height], "layout": layout}
        if self.chance(0.2): layout["direction"] = "rtl"
        self.fill(root, 0)
        return {"size": [width, height], "layers": [root]}

    def fill(self, layer, depth):
        """Puts layers into a container."""
        display = layer["layout"].get("display", "flex")
        count = self.dice.randint(1, 4) if depth < 3 else self.dice.randint(0, 2)
        layer["sublayers"] = []
        while count > 0 and self.left > 0:
            count -= 1
            self.left -= 1
            layer["sublayers"].append(self.child(display, depth + 1))
        if not layer["sublayers"]: del layer["sublayers"]

    def child(self, around, depth):
        if self.chance(0.03):
            frame = [self.dice.randint(-10, 50), self.dice.randint(-10, 50), self.dice.randint(0, 60),
                     self.dice.randint(0, 60)]
            return {"frame": frame, "layout": {"display": self.pick(["flex", "block", "grid"])}}
        if self.chance(0.35):
            layer = self.text()
            if self.chance(0.6): layer["layout"] = self.item(around, is_leaf=True)
            return layer
        if self.has_ratios and self.pictures and self.chance(0.12):
            layer = {"contents": {"image": self.pick(self.pictures)}, "contentsGravity": "resizeAspect"}
            # A picture fills its layer: room within it is nothing that CSS has.
            if self.chance(0.7):
                layer["layout"] = {name: value for name, value in self.item(around, is_leaf=True).items()
                                   if not name.startswith(("padding", "border"))}
            return layer
        layer = {"layout": self.item(around, is_leaf=False)}
        if depth < 4 and self.chance(0.6):
            layer["layout"] = self.container() | layer["layout"]
            self.fill(layer, depth)
        elif self.chance(0.02):
            layer["layout"]["display"] = "none"
        return layer

    def text(self):
        words = [self.pick(WORDS) for _ in range(self.pick([1, 1, 2, 3, 5, 8]))]
        document = {"text": "\n".join(words) if self.chance(0.05) else " ".join(words),
                    "fonts": [{"file": FONT}], "systemFonts": False, "style": {"size": self.pick([10, 10, 5, 20])}}
        if self.chance(0.5): document["overflowWrap"] = "normal"
        return {"type": "text", "document": document}

    def length(self, low=0, high=60, percentages=0.2):
        if self.chance(percentages): return f"{self.pick([5, 10, 20, 25, 30, 50, 75, 100])}%"
        return self.dice.randint(low, high)

    def size(self):
        if self.chance(0.2): return self.pick(CONTENT_SIZES)
        return self.length(5, 150, 0.3)

    def sides(self, one):
        count = self.pick([1, 1, 2, 4])
        return one() if count == 1 else [one() for _ in range(count)]

    def item(self, around, is_leaf):
        """What a box says of itself within a container."""
        layout = {}
        chance = self.chance
        for name in ("width", "height"):
            if chance(0.35): layout[name] = self.size()
        for name in ("minWidth", "minHeight", "maxWidth", "maxHeight"):
            if chance(0.07): layout[name] = self.size()
        if self.has_ratios and chance(0.15) and not is_leaf: layout["aspectRatio"] = self.pick([0.5, 1, 1.5, 2, 3])
        if chance(0.1): layout["boxSizing"] = self.pick(["content-box", "border-box"])
        margin = lambda: "auto" if chance(0.15) else self.length(-10 if chance(0.2) else 0, 20, 0.1)
        if chance(0.15): layout["margin"] = self.sides(margin)
        elif chance(0.15): layout["margin" + self.pick(["Top", "Bottom", "Left", "Right"])] = margin()
        if chance(0.15): layout["padding"] = self.sides(lambda: self.length(0, 15, 0.15))
        elif chance(0.05): layout["padding" + self.pick(["Top", "Bottom", "Left", "Right"])] = self.length(0, 15, 0.1)
        if chance(0.1): layout["border"] = self.sides(lambda: self.dice.randint(0, 8))
        elif chance(0.03): layout["border" + self.pick(["Top", "Bottom", "Left", "Right"])] = self.dice.randint(1, 8)
        if chance(0.1): layout["overflow"] = self.pick(["hidden", "scroll", ["hidden", "visible"], ["visible", "scroll"]])
        if chance(0.08): self.absolute(layout)
        elif chance(0.05): layout[self.pick(["left", "top", "right", "bottom"])] = self.length(-10, 20)
        if chance(0.04): layout["direction"] = self.pick(["rtl", "ltr"])
        if around in ("flex", "grid"):
            if chance(0.12): layout["alignSelf"] = self.alignment()
            if chance(0.06): layout["order"] = self.dice.randint(-1, 2)
        if around == "flex":
            if chance(0.3): layout["flexGrow"] = self.pick([1, 1, 2, 0.5, 0.25])
            if chance(0.2): layout["flexShrink"] = self.pick([0, 0, 1, 2, 0.5])
            if chance(0.2): layout["flexBasis"] = self.pick([0, "auto", "content", self.size(), self.size()])
        if around == "grid":
            if chance(0.1): layout["justifySelf"] = self.alignment(False)
            if chance(0.3): layout["gridColumn"] = self.line()
            if chance(0.3): layout["gridRow"] = self.line()
            if chance(0.04): layout["gridColumnStart"] = self.pick([1, 2, "span 2", -2])
            if chance(0.04): layout["gridRowEnd"] = self.pick([2, 3, "span 2", -1])
        return layout

    def absolute(self, layout):
        layout["position"] = "absolute"
        if self.chance(0.15): layout["inset"] = self.length(-5, 20)
        else:
            for name in ("left", "top", "right", "bottom"):
                if self.chance(0.4): layout[name] = self.length(-10, 40)
        if self.chance(0.2): layout["alignSelf"] = self.alignment()
        if self.chance(0.2): layout["justifySelf"] = self.alignment(False)

    def alignment(self, has_baselines=True):
        word = self.pick(POSITIONS + POSITIONS + ["stretch", "normal"] + (BASELINES if has_baselines else []))
        return f"{self.pick(['safe', 'unsafe'])} {word}" if word in POSITIONS and self.chance(0.1) else word

    def distribution(self):
        word = self.pick(POSITIONS + DISTRIBUTIONS)
        return f"{self.pick(['safe', 'unsafe'])} {word}" if word in POSITIONS and self.chance(0.1) else word

    def line(self):
        first, last = self.dice.randint(1, 4), self.dice.randint(2, 4)
        return self.pick([first, -1, "auto", "span 2", f"{first} / {first + last - 1}", f"{first} / span {last - 1}",
                          f"-{last} / -1", "1 / -1"])

    def container(self):
        """How a box lays out what is in it."""
        layout, chance = {}, self.chance
        display = self.pick(["flex", "flex", "flex", "grid", "grid", "block"])
        if display != "flex" or chance(0.3): layout["display"] = display
        if chance(0.35 if display != "block" else 0.05): layout["gap"] = self.length(0, 20, 0.1)
        if chance(0.05): layout[self.pick(["rowGap", "columnGap"])] = self.length(0, 20, 0.1)
        if display == "block":
            if chance(0.1): layout["alignContent"] = self.distribution()
            return layout
        if chance(0.3): layout["alignItems"] = self.alignment()
        if chance(0.3): layout["justifyContent"] = self.pick([self.distribution(), self.distribution(), "left", "right"])
        if chance(0.15): layout["alignContent"] = self.distribution()
        if display == "flex":
            if chance(0.55): layout["flexDirection"] = self.pick(["column", "column", "row-reverse", "column-reverse", "row"])
            if chance(0.35): layout["flexWrap"] = self.pick(["wrap", "wrap", "wrap-reverse", "nowrap"])
        else:
            if chance(0.75): layout["gridTemplateColumns"] = self.tracks()
            if chance(0.5): layout["gridTemplateRows"] = self.tracks()
            if chance(0.15): layout["gridAutoColumns"] = [self.track()]
            if chance(0.15): layout["gridAutoRows"] = [self.track() for _ in range(self.pick([1, 2]))]
            if chance(0.25): layout["gridAutoFlow"] = self.pick(["row", "column", "row dense", "column dense"])
            if chance(0.15): layout["justifyItems"] = self.alignment(False)
        return layout

    def tracks(self):
        if self.chance(0.12): return [f"repeat({self.pick(['auto-fill', 'auto-fit'])}, {self.dice.randint(15, 80)})"]
        if self.chance(0.12): return [f"repeat({self.dice.randint(2, 3)}, 1fr)"]
        tracks = [self.track() for _ in range(self.dice.randint(1, 4))]
        return " ".join(map(str, tracks)) if self.chance(0.1) else tracks

    def track(self):
        kind = self.dice.randrange(10)
        if kind < 2: return self.dice.randint(10, 80)
        if kind == 2: return f"{self.pick([10, 20, 25, 50])}%"
        if kind < 5: return self.pick(["1fr", "1fr", "2fr", "0.5fr"])
        if kind < 7: return "auto"
        if kind == 7: return self.pick(["min-content", "max-content"])
        if kind == 8: return f"fit-content({self.dice.randint(20, 100)})"
        low = self.pick([0, 10, 20, "auto", "min-content", "max-content"])
        return f"minmax({low}, {self.pick(['1fr', 'auto', 'max-content', 'min-content', self.dice.randint(20, 90)])})"


def layers_of(layer):
    yield layer
    for child in layer.get("sublayers", []): yield from layers_of(child)


def size_of(scene):
    """How much a reader has to look at: boxes first, then what they say."""
    layers = list(layers_of(scene["layers"][0]))
    return len(layers), sum(len(layer.get("layout", {})) for layer in layers), len(str(scene))


def smaller(scene):
    """Scenes with something less than this one, large cuts first."""
    def changed(change):
        other = copy.deepcopy(scene)
        change(other, list(layers_of(other["layers"][0])))
        return other

    root = scene["layers"][0]
    count = len(list(layers_of(root)))
    width, height = scene["size"]
    for at, layer in enumerate(layers_of(root)):
        if at and "layout" in layer and layer.get("type") != "text" and "contents" not in layer:
            # The outermost box has the size of its frame, whatever it says.
            layout = {name: value for name, value in layer["layout"].items() if name.startswith(OF_CONTAINERS)}
            yield {"size": [width, height], "layers": [layer | {"frame": [0, 0, width, height], "layout": layout}]}
    for at in range(count):
        for place in range(len(list(layers_of(root))[at].get("sublayers", []))):
            def drop(_, layers, at=at, place=place):
                del layers[at]["sublayers"][place]
                if not layers[at]["sublayers"]: del layers[at]["sublayers"]
            yield changed(drop)
    for at, layer in enumerate(layers_of(root)):
        for name, value in list(layer.get("layout", {}).items()):
            yield changed(lambda _, layers, at=at, name=name: layers[at]["layout"].pop(name))
            if isinstance(value, list) and not name.startswith("grid"):
                for one in value[:2]:
                    yield changed(lambda _, layers, at=at, name=name, one=one: layers[at]["layout"].update({name: one}))
            elif isinstance(value, list) and len(value) > 1:
                for place in range(len(value)):
                    yield changed(lambda _, layers, at=at, name=name, place=place: layers[at]["layout"][name].pop(place))
        if layer.get("type") == "text":
            words = layer["document"]["text"].split(" ")
            for some in (words[:len(words) // 2], words[:-1], ["HH"]):
                if some and some != words:
                    yield changed(lambda _, layers, at=at, some=some:
                                  layers[at]["document"].update({"text": " ".join(some)}))
    if (width, height) != (100, 100):
        def resize(other, layers):
            other["size"], layers[0]["frame"] = [100, 100], [0, 0, 100, 100]
        yield changed(resize)


def shrunk(scene, differ, rounds=40):
    """The smallest scene on the way down that still differs; `differ` judges a list of scenes at once."""
    for _ in range(rounds):
        tries = [other for other in smaller(scene) if size_of(other) < size_of(scene) or other["size"] != scene["size"]]
        found = [other for other, is_different in zip(tries, differ(tries)) if is_different]
        if not found: break
        scene = min(found, key=size_of)
    return scene
