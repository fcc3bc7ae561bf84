# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Random scenes of boxes about one matter each, where random trees seldom go.

`KINDS` names them; each takes the dice and the names of pictures, and returns a scene. What browsers alone do is left out:
`justifySelf` in blocks, `min-content` of heights, and percentages of rows of grids that the contents decide.
"""
from box_trees import FONT

POSITIONS = ["start", "center", "end", "stretch", "normal", "flex-start", "flex-end"]
BOUNDS = ("minWidth", "maxWidth", "minHeight", "maxHeight")


class Dice:
    """What may be said of a box, by a source of random numbers."""

    def __init__(self, source):
        self.source = source

    def pick(self, *values):
        return self.source.choice(values)

    def may(self, layout, share, name, *values):
        if self.source.random() < share: layout[name] = self.pick(*values)

    def chance(self, share):
        return self.source.random() < share


def text(words):
    return {"type": "text", "document": {"text": words, "fonts": [{"file": FONT}], "systemFonts": False,
                                         "style": {"size": 10}, "overflowWrap": "normal"}}


def box(layout, *sublayers):
    return {"layout": layout, "sublayers": list(sublayers)} if sublayers else {"layout": layout}


def scene(layout, *sublayers, size):
    return {"size": size, "layers": [{"frame": [0, 0, *size], "layout": layout, "sublayers": list(sublayers)}]}


def size_of_scene(dice):
    return [dice.pick(100, 160, 240), dice.pick(80, 120, 200)]


def container(dice, *displays):
    """A container; a grid among them may have tracks."""
    layout = {"display": dice.pick(*displays)}
    if layout["display"] == "flex":
        layout["flexDirection"] = dice.pick("row", "column", "row-reverse", "column-reverse")
        dice.may(layout, .3, "flexWrap", "wrap", "wrap-reverse")
    elif layout["display"] == "grid":
        dice.may(layout, .5, "gridTemplateColumns", ["1fr", "1fr"], [50, "auto"], ["auto"])
        dice.may(layout, .4, "gridTemplateRows", ["1fr"], [50], ["auto", "auto"])
        dice.may(layout, .2, "justifyItems", *POSITIONS)
    if layout["display"] != "block": dice.may(layout, .5, "alignItems", *POSITIONS)
    return layout


def pictures(dice, names):
    """Pictures with one side, both, bounds, and places, in every container."""
    layout, around = {}, container(dice, "flex", "flex", "grid", "block")
    for name in ("width", "height"): dice.may(layout, .35, name, 20, 50, 100, "50%", "25%", "100%")
    for name in BOUNDS: dice.may(layout, .2, name, 10, 30, 80, 150, "25%", "75%")
    dice.may(layout, .2, "flexGrow", 1, 2)
    dice.may(layout, .2, "flexShrink", 0, 2)
    dice.may(layout, .2, "flexBasis", 0, 30, "content", "50%", "auto")
    dice.may(layout, .2, "margin", 5, "auto")
    dice.may(layout, .15, "aspectRatio", .5, 1, 3, 0)
    if around["display"] != "block": dice.may(layout, .25, "alignSelf", *POSITIONS)
    picture = {"contents": {"image": dice.pick(*names)}, "layout": layout}
    gravity = dice.pick(None, "resize", "resizeAspect", "resizeAspectFill")
    if gravity: picture["contentsGravity"] = gravity
    inside = [picture, box({"width": 30, "height": 10})] if dice.chance(.7) else [picture]
    return scene(around, *inside, size=size_of_scene(dice))


def repetitions(dice, _):
    """Tracks that repeat as often as a bound in percent, or in points, lets them."""
    grid = {"display": "grid", "gridTemplateColumns":
            f"repeat({dice.pick('auto-fill', 'auto-fit')}, {dice.pick('60', '40', '25', 'minmax(30, 1fr)')})"
            + dice.pick("", " 20")}
    dice.may(grid, .8, "maxWidth", "100%", "50%", "75%", "30%", 150)
    dice.may(grid, .2, "minWidth", "50%", "25%", 80)
    dice.may(grid, .3, "gap", 5, 10)
    dice.may(grid, .3, "padding", 5, 10, "5%")
    dice.may(grid, .2, "boxSizing", "content-box")
    dice.may(grid, .2, "margin", 4, "10%")
    around = {"display": dice.pick("flex", "flex", "block", "grid")}
    dice.may(around, .5, "flexDirection", "column")
    if around["display"] != "block":
        dice.may(grid, .2, "alignSelf", *POSITIONS)
        dice.may(around, .5, "alignItems", *POSITIONS)
    items = [box({"height": 10}) for _ in range(dice.pick(1, 2, 3, 5))]
    return scene(around, box(grid, *items), size=[320, dice.pick(60, 100)])


def absolutes(dice, _):
    """Absolute boxes that are larger, or smaller, than their container and its padding, from both directions."""
    def safety(): return dice.pick("safe ", "safe ", "unsafe ", "") + dice.pick("start", "end", "center", "flex-end")

    layout, around = {"position": "absolute"}, {"display": dice.pick("flex", "flex", "grid"), "alignSelf": "start"}
    for name in ("width", "height"):
        dice.may(layout, .7, name, 0, 5, 20, 150, "50%")
        dice.may(around, .5, name, 0, 10, 40)
    dice.may(layout, .5, "padding", 5, 20, [3, 9, 5, 20])
    dice.may(layout, .3, "border", 4, [0, 8, 2, 1])
    dice.may(layout, .3, "margin", 5, [2, 10, 4, -5])
    for name in ("left", "right", "top", "bottom"): dice.may(layout, .25, name, 0, 5, 20, "10%", -7)
    for name in ("alignSelf", "justifySelf"):
        if dice.chance(.6): layout[name] = safety()
    for name in ("alignItems", "justifyContent", "justifyItems"):
        if dice.chance(.3): around[name] = safety()
    dice.may(layout, .3, "direction", "rtl", "ltr")
    dice.may(around, .7, "direction", "rtl")
    dice.may(around, .5, "padding", 5, [10, 20, 30, 40], 60)
    dice.may(around, .3, "border", [1, 3, 5, 7])
    dice.may(around, .3, "flexDirection", "column", "row-reverse", "column-reverse")
    return scene({}, box(around, box(layout)), size=size_of_scene(dice))


def ratio(dice, share):
    layout = {"aspectRatio": dice.pick(.5, 1, 1.5, 2, 3)}
    for name in ("width", "height"): dice.may(layout, .2, name, 20, 50, "50%")
    for name in BOUNDS: dice.may(layout, share, name, 10, 30, 60, "25%", "75%")
    dice.may(layout, .15, "padding", 5, [2, 4, 6, 8])
    dice.may(layout, .1, "boxSizing", "content-box")
    return layout


def parts_of_ratios(dice, _):
    """Percentages in boxes with a ratio, stretched or not."""
    layout, part = ratio(dice, .12), {}
    layout["display"] = dice.pick("flex", "block", "grid")
    dice.may(layout, .3, "alignSelf", *POSITIONS)
    dice.may(layout, .2, "flexGrow", 1)
    dice.may(part, .7, "height", "50%", "100%", "25%")
    dice.may(part, .6, "width", "50%", "100%", 10, 20)
    dice.may(part, .2, "minHeight", "50%")
    inside = [box(part), text("HH HH")] if dice.chance(.3) else [box(part)]
    beside = [box({"width": 20, "height": dice.pick(10, 60)})] if dice.chance(.4) else []
    return scene(container(dice, "flex", "flex", "grid"), box(layout, *inside), *beside, size=size_of_scene(dice))


def sought_bounds(dice, _):
    """Bounds that the contents decide, with ratios and without."""
    layout = ratio(dice, .1) if dice.chance(.65) else {}
    layout[dice.pick("minHeight", "minWidth", "maxWidth")] = dice.pick("min-content", "max-content", "fit-content")
    layout["display"] = "block"
    inside = [dice.pick(text("HHH HHHH HH"), box({"width": dice.pick(30, 150), "height": dice.pick(20, 140)}))]
    return scene(container(dice, "flex", "flex", "grid", "block"), box(layout, *inside), size=size_of_scene(dice))


def roots(dice, _):
    """Roots that are smaller than their padding and border."""
    layout = {"display": dice.pick("flex", "grid"), "padding": dice.pick(3, 8, 20, [5, 10, 20, 30])}
    dice.may(layout, .5, "border", 2, [4, 8, 12, 16])
    dice.may(layout, .3, "direction", "rtl")
    dice.may(layout, .3, "flexDirection", "column", "row-reverse", "column-reverse")
    dice.may(layout, .4, "alignItems", *POSITIONS)
    dice.may(layout, .4, "justifyContent", "center", "end", "space-between")
    inside = [box({"width": dice.pick(10, "50%", "100%"), "height": dice.pick(10, "50%")}), text("HH HH")]
    made = scene(layout, *inside, size=[100, 100])
    made["layers"][0]["frame"] = [dice.pick(0, 7), dice.pick(0, 3), dice.pick(0, 5, 10, 30), dice.pick(0, 5, 10, 30)]
    return made


def cells(dice, _):
    """Cells of grids with a ratio and bounds."""
    layout, around = ratio(dice, .2), container(dice, "grid")
    dice.may(layout, .4, "maxWidth", 10, 30, 60, "25%")
    for name in ("alignSelf", "justifySelf"): dice.may(layout, .3, name, *POSITIONS)
    dice.may(layout, .2, "margin", 5, "auto")
    dice.may(around, .2, "alignContent", "start", "center")
    inside = [text("HH HHH")] if dice.chance(.4) else []
    beside = [dice.pick(box({"width": 20, "height": 10}), text("HHHH HH"))] if dice.chance(.5) else []
    return scene(around, box(layout, *inside), *beside, size=size_of_scene(dice))


def columns(dice, _):
    """Columns of several lines whose height has a bound alone."""
    layout = {"flexDirection": dice.pick("column", "column", "column-reverse"),
              "flexWrap": dice.pick("wrap", "wrap-reverse"), "maxHeight": dice.pick(25, 40, 60, "50%", "75%", "100%")}
    dice.may(layout, .15, "minHeight", 30, "25%")
    dice.may(layout, .2, "width", 80, "50%", "fit-content", "max-content", "min-content")
    dice.may(layout, .3, "gap", 4, 8)
    dice.may(layout, .2, "padding", 5, [2, 4, 6, 8])
    dice.may(layout, .2, "boxSizing", "content-box")
    dice.may(layout, .2, "alignItems", *POSITIONS)
    dice.may(layout, .2, "alignContent", "start", "center", "space-between")
    inside = [text(dice.pick("HH", "HHH HH")) if dice.chance(.2)
              else box({"width": dice.pick(10, 20, 30, "auto"), "height": dice.pick(10, 15, 20, 30)})
              for _ in range(dice.pick(2, 3, 4, 5))]
    return scene(container(dice, "flex", "block"), box(layout, *inside), size=size_of_scene(dice))


KINDS = [pictures, repetitions, absolutes, parts_of_ratios, sought_bounds, roots, cells, columns]
