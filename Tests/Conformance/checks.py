# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Kinds of checks: each function check_KIND returns None, or what is wrong with an answer."""
import json
import os
import re
import struct
import zlib

from pictures import nearest, read_png, worst_spot


def payload(reply):
    if reply.get("exit") != 0:
        return None, f"exit {reply.get('exit')}: {reply.get('stderr', '').strip()[:160]}"
    try:
        return json.loads(reply["stdout"]), None
    except ValueError:
        return None, f"stdout is no JSON: {reply['stdout'][:120]!r}"


def hb_line(glyphs, options):
    """hb-shape's text for these glyphs under its output options."""
    ned = "--ned" in options
    x = y = 0
    parts = []
    for g in glyphs:
        s = str(g["id"]) if "--no-glyph-names" in options else g["name"]
        if not (ned or "--no-clusters" in options):
            s += f"={g['cluster']}"
        if ned:
            px, py = x + g["dx"], y + g["dy"]
            if (px or py) and "--no-positions" not in options:
                s += f"@{px},{py}"
        elif "--no-positions" not in options:
            if g["dx"] or g["dy"]:
                s += f"@{g['dx']},{g['dy']}"
            s += f"+{g['ax']}"
            if g["ay"]:
                s += f",{g['ay']}"
        x, y = x + g["ax"], y + g["ay"]
        parts.append(s)
    return "[" + "|".join(parts) + "]"


def check_hb(reply, check):
    """The glyphs, written as hb-shape writes them, equal the expected line ('*' = any answer)."""
    if check["expected"] == "*":
        return None if reply.get("exit") == 0 else payload(reply)[1]
    if check.get("text"):
        got = reply.get("stdout", "").strip()
    else:
        data, wrong = payload(reply)
        if wrong:
            return wrong
        try:
            got = hb_line(data["glyphs"], check["options"])
        except (KeyError, TypeError) as e:
            return f"glyphs lack {e}"
    return None if got == check["expected"] else f"got {got[:300]} want {check['expected'][:300]}"


TOKEN = re.compile(r"[MLQCZ]|-?(?:\d+\.?\d*|\.\d+)")


def path_tokens(d, sign):
    """Commands and numbers, y multiplied by sign, subpaths of only M and Z dropped."""
    out, sub, drawn, axis = [], [], False, 0
    for t in TOKEN.findall(d.replace("z", "Z")):
        if t.isalpha():
            if t == "M" and sub and not drawn:
                sub = []
            elif t == "M" and sub:
                out += sub
                sub, drawn = [], False
            sub.append(t)
            drawn |= t in "LQC"
            axis = 0
            if t == "Z":
                if drawn:
                    out += sub
                sub, drawn = [], False
        else:
            sub.append(float(t) * (sign if axis else 1))
            axis ^= 1
    return out + (sub if drawn else [])


def near(got, want, tolerance):
    """Within the tolerance as it stands, cut, or rounded to a whole unit (expected pictures hold whole units)."""
    return min(abs(got - want), abs(int(got) - want), abs(round(got) - want)) <= tolerance


def close_enough(a, b, tolerance):
    if len(a) != len(b):
        return False
    return all(x == y if isinstance(x, str) or isinstance(y, str) else near(x, y, tolerance) for x, y in zip(a, b))


def read_svg(text):
    box = re.search(r'viewBox="([^"]*)"', text)
    symbols = [(m.group(1), m.group(2)) for m in re.finditer(
        r'<symbol\s[^>]*?id="([^"]*)"[^>]*>\s*<path\s[^>]*?d="([^"]*)"', text)]
    uses = []
    for m in re.finditer(r"<use\s([^>]*)>", text):
        attributes = dict(re.findall(r'([\w:]+)="([^"]*)"', m.group(1)))
        uses.append((attributes.get("xlink:href", "").lstrip("#"), float(attributes.get("x", "nan")),
                     float(attributes.get("y", "nan"))))
    symbols = [(i, d) for i, d in symbols if d.strip()]
    ids = {i for i, _ in symbols}
    return [float(v) for v in (box.group(1) if box else "").replace(",", " ").split()], symbols, [
        u for u in uses if u[0] in ids]


def check_svg(reply, check):
    """Outlines, names and positions within 1 unit, as Unicode's text-rendering-tests judge them."""
    if reply.get("exit") != 0:
        return payload(reply)[1]
    box, symbols, uses = read_svg(reply["stdout"])
    tolerance = check.get("tolerance", 1.0)
    want = check["viewBox"]
    if len(box) != 4 or not near(box[2], want[2], tolerance):
        return f"viewBox {box} want {want}"
    if check.get("metrics", True) and not close_enough(box, want, tolerance):
        return f"viewBox {box} want {want}"
    names = [i.split(".", 1)[-1] for i, _ in symbols]
    if names != [n for n, _ in check["symbols"]]:
        return f"glyphs {names[:12]} want {[n for n, _ in check['symbols']][:12]}"
    for (i, d), (name, expected) in zip(symbols, check["symbols"]):
        if not close_enough(path_tokens(d, 1), path_tokens(expected, -1), tolerance):
            return f"outline of {name}: {d[:100]} want (y up) {expected[:100]}"
    got = [(i.split(".", 1)[-1], x, -y) for i, x, y in uses]
    if len(got) != len(check["uses"]) or any(
            g[0] != w[0] or not near(g[1], w[1], tolerance) or not near(g[2], w[2], tolerance)
            for g, w in zip(got, check["uses"])):
        return f"places {got[:8]} want {check['uses'][:8]}"
    return None


def check_exit0(reply, check):
    return None if reply.get("exit") == 0 else payload(reply)[1]


def check_breaks(reply, check):
    got = reply.get("breaks")
    if got is None:
        return f"no breaks: {json.dumps(reply, ensure_ascii=False)[:160]}"
    if got != check["breaks"]:
        return f"breaks {got[:40]} want {check['breaks'][:40]}"
    if "mandatory" in check and reply.get("mandatory") != check["mandatory"]:
        return f"mandatory {reply.get('mandatory')} want {check['mandatory']}"
    return None


def check_orientations(reply, check):
    """Whether every scalar has one vertical orientation."""
    got = reply.get("orientations")
    if got is None:
        return f"no orientations: {json.dumps(reply, ensure_ascii=False)[:160]}"
    if len(got) != check["count"]:
        return f"{len(got)} orientations want {check['count']}"
    return None if set(got) == {check["value"]} else f"orientations {sorted(set(got))} want {check['value']}"


def check_break_at(reply, check):
    """Whether there is an opportunity at one place."""
    got = reply.get("breaks")
    if got is None:
        return f"no breaks: {json.dumps(reply, ensure_ascii=False)[:160]}"
    return None if (check["at"] in got) == check["allowed"] else (
        f"break at {check['at']} {'wanted' if check['allowed'] else 'forbidden'}, got {got}")


def check_last_break(reply, check):
    """The last opportunity before the text's end is at one place (None: there is none)."""
    got = reply.get("breaks")
    if got is None:
        return f"no breaks: {json.dumps(reply, ensure_ascii=False)[:160]}"
    last = ([None] + got[:-1])[-1]
    return None if last == check["at"] else f"last break {last} want {check['at']}, got {got}"


def check_bidi(reply, check):
    levels, order = reply.get("levels"), reply.get("order")
    if levels is None or order is None:
        return f"no levels: {json.dumps(reply)[:160]}"
    want = check["levels"]
    if len(levels) != len(want):
        return f"levels {levels} want {want}"
    pairs = [(g, w) for g, w in zip(levels, want) if w is not None]
    # Text of one direction may carry the paragraph's level throughout, as ICU gives it: the order is the same.
    one_way = len({w & 1 for _, w in pairs}) == 1 and {g for g, _ in pairs} == {pairs[0][1] & 1}
    if any(g != w for g, w in pairs) and not one_way:
        return f"levels {levels} want {want}"
    removed = {i for i, w in enumerate(want) if w is None}
    got = [i for i in order if i not in removed]
    if got != check["order"]:
        return f"order {got} want {check['order']}"
    if "paragraphLevel" in check and reply.get("paragraphLevel") != check["paragraphLevel"]:
        return f"paragraph level {reply.get('paragraphLevel')} want {check['paragraphLevel']}"
    return None


def line_glyphs(line):
    """(id, cluster, ax, dx, dy) in visual order, dx and dy found from the pen."""
    out = []
    for run in line["runs"]:
        pen = run["x"]
        for g in run["glyphs"]:
            out.append((g["id"], g["cluster"], g["ax"], g["x"] - pen, line["baseline"] - g["y"]))
            pen += g["ax"]
    return out


def check_glyphs(reply, check):
    """One line whose glyphs, clusters, advances and offsets are these; also the direction and run levels."""
    data, wrong = payload(reply)
    if wrong:
        return wrong
    try:
        lines = [ln for ln in data["lines"] if ln["runs"]]
        got = [g for ln in lines for g in line_glyphs(ln)]
    except (KeyError, TypeError) as e:
        return f"layout lacks {e}"
    if check.get("direction") and data.get("direction") != check["direction"]:
        return f"direction {data.get('direction')} want {check['direction']}"
    want, tolerance = check["glyphs"], check.get("tolerance", 0.51)
    if [g[0] for g in got] != [w[0] for w in want]:
        return f"glyph ids {[g[0] for g in got][:30]} want {[w[0] for w in want][:30]}"
    if [g[1] for g in got] != [w[1] for w in want]:
        return f"clusters {[g[1] for g in got][:30]} want {[w[1] for w in want][:30]}"
    for g, w in zip(got, want):
        if any(abs(a - b) > tolerance for a, b in zip(g[2:], w[2:])):
            return f"glyph {g} want {w}"
    return None


def check_first_line(reply, check):
    """How many scalars the first line holds, its trailing space counted or not."""
    data, wrong = payload(reply)
    if wrong:
        return wrong
    try:
        end = data["lines"][0]["end"]
    except (KeyError, IndexError, TypeError) as e:
        return f"layout lacks {e!r}"
    return None if end in check["end"] else f"first line ends at {end} want {check['end'][0]}"


def check_lines(reply, check):
    data, wrong = payload(reply)
    if wrong:
        return wrong
    got = [[ln["start"], ln["end"]] for ln in data.get("lines", [])]
    return None if got == check["lines"] else f"lines {got} want {check['lines']}"


def check_one_glyph(reply, check):
    """All of the text is one cluster: one run, one glyph that is not .notdef, from the named font."""
    data, wrong = payload(reply)
    if wrong:
        return wrong
    got = [(g["id"], os.path.basename(r["font"]["file"])) for ln in data["lines"] for r in ln["runs"]
           for g in r["glyphs"]]
    if check.get("font") and any(f != check["font"] for _, f in got):
        return f"fonts {sorted({f for _, f in got})} want {check['font']}"
    if not got or any(g == 0 for g, _ in got):
        return f".notdef or nothing: {got}"
    return None if len(got) <= check.get("most", 1) else f"{len(got)} glyphs {got[:8]}"


def check_fonts(reply, check):
    """The font of each cluster, by file name: [[offset, file], …]."""
    data, wrong = payload(reply)
    if wrong:
        return wrong
    got = {}
    for ln in data["lines"]:
        for run in ln["runs"]:
            for g in run["glyphs"]:
                got.setdefault(g["cluster"], os.path.basename(run["font"]["file"]))
    for offset, name in check["fonts"]:
        if got.get(offset) != name:
            return f"offset {offset}: {got.get(offset)} want {name}"
    return None


def check_refused(reply, check):
    """Exit 1 or 2 with a message and nothing on standard output."""
    if reply.get("exit") not in (1, 2):
        return f"exit {reply.get('exit')}, want 1 or 2"
    return "output with a refusal" if reply.get("stdout") else None if reply.get("stderr") else "no message"


def check_met(reply, check):
    """Exit 0 with JSON; or a refusal that says why."""
    return payload(reply)[1] if reply.get("exit") == 0 else check_refused(reply, check)


def check_covers(reply, check):
    """Lines cover the text without gaps; carets stay inside their line; every number is finite."""
    data, wrong = payload(reply)
    if wrong:
        return wrong
    at = 0
    for ln in data["lines"]:
        if ln["start"] != at or ln["end"] < at:
            return f"line starts at {ln['start']} want {at}"
        at = ln["end"]
        if any(not ln["start"] <= c["offset"] <= ln["end"] for c in ln["carets"]):
            return "caret outside its line"
    return None if at == check["length"] else f"lines end at {at} want {check['length']}"


def check_robust(reply, check):
    """Exit 0 or 1 (never a signal or a hang); what exit 0 wrote is well-formed."""
    if reply.get("exit") not in (0, 1):
        return f"exit {reply.get('exit')}: {reply.get('stderr', '').strip()[:160]}"
    if reply["exit"] == 1:
        return "exit 1 with output" if reply.get("stdout") else None if reply.get("stderr") else "exit 1, no message"
    if check.get("json"):
        return payload(reply)[1]
    if check.get("png"):
        try:
            with open(check["png"], "rb") as f:
                read_png(f.read())
        except (OSError, ValueError, zlib.error, struct.error) as e:
            return f"picture: {e}"
        finally:
            if os.path.exists(check["png"]):
                os.remove(check["png"])
    return None


def check_png(reply, check):
    """A picture near one of the expected ones: see difference()."""
    path = check["png"]
    try:
        if reply.get("exit") != 0:
            return payload(reply)[1]
        with open(path, "rb") as f:
            rows = read_png(f.read())[2]
    except (OSError, ValueError, zlib.error, struct.error) as e:
        return f"picture: {e}"
    finally:
        if os.path.exists(path) and not os.environ.get("KEEP_PICTURES"):
            os.remove(path)
    best = nearest(rows, check)
    if best is None:
        return "picture of another size"
    check["difference"] = best
    if best <= check["most"] and "spot" in check:
        with open(check["pictures"][0], "rb") as f:
            worst = worst_spot(rows, read_png(f.read())[2])
        return None if worst <= check["spot"] else f"a spot differs by {worst:.0f} of 255, over {check['spot']}"
    return None if best <= check["most"] else f"difference {best:.3f} over {check['most']}"


def listed(layers, path=""):
    """(place, frame) of each layer, a layer before its sublayers."""
    for i, layer in enumerate(layers or []):
        yield f"{path}{i}", layer["frame"]
        yield from listed(layer.get("sublayers"), f"{path}{i}.")


def check_frames(reply, check):
    """Each frame of `scene --frames` is within some points of the expected one."""
    answer, wrong = payload(reply)
    if wrong:
        return wrong
    found = list(listed(answer["layers"]))
    if len(found) != len(check["frames"]):
        return f"{len(found)} layers, not {len(check['frames'])}"
    for (place, frame), due in zip(found, check["frames"]):
        if len(frame) != 4 or any(abs(a - b) > check["within"] for a, b in zip(frame, due)):
            return f"layer {place} has {frame}, not {due}"
    return None


CHECKS = {name[6:].replace("_", "-"): f for name, f in list(globals().items()) if name.startswith("check_")}


def judge(case, reply):
    if "died" in reply:
        return reply["died"]
    if "error" in reply:
        return f"error: {str(reply['error'])[:200]}"
    try:
        return CHECKS[case["check"]["kind"]](reply, case["check"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as e:
        return f"answer not of the agreed form: {type(e).__name__}: {e}"
