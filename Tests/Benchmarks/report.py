#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of what must be reached from the results of Scripts/bench/text: report.py FOLDER > RESULTS.md."""
import datetime, json, os, re, statistics, subprocess, sys

folder = sys.argv[1]
rows = {}
for line in open(os.path.join(folder, "all.ndjson")):
    try: d = json.loads(line)
    except ValueError: continue
    rows.setdefault((d["peer"], d["workload"], d["metric"], d.get("threads", 1)), []).append(d)


def rounds(peer, workload, metric, field="ms", threads=1, pick=statistics.median):
    """The figures of each round: the median of its lines, or another pick; processor time of whole passes where it is told."""
    found = {}
    for d in rows.get((peer, workload, metric, threads), []):
        x = d.get("cpu_ms", d.get("ms")) if field == "cpu" else d.get(field)
        if x is not None: found.setdefault(d.get("round", 1), []).append(x)
    return {r: pick(v) for r, v in found.items()}


def middle(values):
    values = list(values.values() if isinstance(values, dict) else values)
    return statistics.median(values) if values else None


def quotients(a, b):
    """a / b, round by round."""
    return [a[r] / b[r] for r in a if r in b and b[r]]


def more(workload, items, calls, metric):
    """The processor time an item, in µs, that a way to hand items over takes beside synchronous calls of the same process."""
    a, b = rounds("project", workload, calls, threads=2), rounds("project", workload, metric, threads=2)
    return middle([(b[r] - a[r]) / items * 1e3 for r in b if r in a])


def figure(x, unit=""):
    if x is None: return "–"
    text = f"{x:,.0f}" if abs(x) >= 1000 else f"{x:.3g}"
    return text + unit


def shell(command):
    try: return subprocess.run(command, shell=True, capture_output=True, text=True).stdout.strip()
    except OSError: return ""


# What a row means for a user, by the beginning of its name.
MEANINGS = {
    "W1 labels": "a list of short texts scrolls without a text being late",
    "W1, no word": "the same of names and numbers that no text had before",
    "W1, all bitmaps laid out, drawn and kept, RGBA": "a screen of 50 labels is drawn within a millisecond, its pictures kept",
    "W1, all bitmaps laid out, drawn and kept, A8": "the same with pictures of a quarter of the size, to be coloured later",
    "W1, the bridge": "what Foundation's `AttributedString` costs over this package's own texts",
    "W2": "a screen of twenty cells with a title and four lines of mixed styles takes half a millisecond",
    "W3": "a paragraph in nine scripts, one after another",
    "W4 1 MB, first": "a book opens within four frames",
    "W4 1 MB, layout again": "a book takes another width or size within a frame",
    "W4 first tile at half the text, the first": "the middle of a book is on the screen before all of it is laid out",
    "W4 first tile at half the text, words": "the same once its words are known",
    "W4 layout memory": "the layout of a book takes 16 bytes for each of its letters",
    "W4 one": "a screen of a long text, scrolled",
    "W5": "a window is resized while its text follows each pixel",
    "W6": "a headline whose letters were never drawn",
    "W7 process": "a script that makes a picture for each call of the tool",
    "W7, family named": "the same, with the fonts within the tool",
    "W7, family found": "the same, with fonts of the system",
    "two lanes": "what a second processor adds; 1 is what memory allows",
    "peak memory": "what the caches of words and glyphs take at most",
    "W1 through the async layer: ": "what leaving the main thread costs a short label",
    "PNG against": "a picture as a file",
    "PNG size": "its bytes on the network",
}
missed, unmeasured, table = [], [], []


def meaning(what):
    return next((text for start, text in MEANINGS.items() if what.startswith(start)), "")


def row(what, pango, ours, value, must, aim, good, unit=""):
    """One line; `good` compares a figure with a bound."""
    if value is None:
        verdict = "not measured"
        unmeasured.append(what)
    elif good(value, aim): verdict = "met, and the aim"
    elif good(value, must): verdict = "met"
    else:
        verdict = "**missed**"
        missed.append(what)
    sign = "≥" if good(2, 1) else "≤"
    table.append([what, pango, ours, figure(value, unit), f"{sign} {figure(must, unit)}", f"{sign} {figure(aim, unit)}", verdict, meaning(what)])


def information(what, value, unit=""):
    """One line without a bound, to read another one by."""
    table.append([what, "–", "–", figure(value, unit), "–", "–", "not measured" if value is None else "no target", meaning(what)])


at_least = lambda value, bound: value >= bound
at_most = lambda value, bound: value <= bound


def speed(workload, items, must, aim, what, metric="total"):
    pango, ours = rounds("pango", workload, "total", "cpu"), rounds("project", workload, metric, "cpu")
    p, o = middle(pango), middle(ours)
    rate = lambda ms: figure(items / ms * 1e3, "/s") if ms else "–"
    row(what, rate(p), rate(o), middle(quotients(pango, ours)), must, aim, at_least, " ×")


speed("W1", 10_000, 5, 6, "W1 labels, words known")
speed("W1", 10_000, 1.5, 1.75, "W1, no word seen before", "new-words")
for metric, must, name in (("kept", 20, "RGBA"), ("kept-a8", 5, "A8")):
    whole, ms = (middle(rounds("project", "W1", metric + kind)) for kind in ("-whole", ""))
    row(f"W1, all bitmaps laid out, drawn and kept, {name}, µs a label", "–", figure(whole and whole / 10), whole and whole / 10, must, must, at_most, " µs")
    information(f"the same, drawn and kept, {name}, µs a label", ms and ms / 10, " µs")
bridge = middle(rounds("project", "W1", "bridge"))
information("W1, the bridge from `AttributedString`, µs a label", bridge and bridge / 10, " µs")
speed("W2", 2_000, 5, 6, "W2 feed cells")
speed("W3", 500, 4, 5, "W3 multilingual paragraphs")
first = rounds("pango-paragraphs", "W4", "layout")
for metric, field, must, what in (("first", "ms", 5, "W4 1 MB, first layout"), ("again", "ms", 30, "W4 1 MB, layout again"),
                                  ("first-tile", "first_ms", 60, "W4 first tile at half the text, the first in a fresh process"),
                                  ("first-tile", "ms", 60, "W4 first tile at half the text, words and glyph masks known")):
    ours = rounds("project", "W4", metric, field)
    row(what, figure(middle(first), " ms"), figure(middle(ours), " ms"), middle(quotients(first, ours)), must, must, at_least, " ×")
kb = middle(rounds("project", "W4", "layout-memory", "kb"))
pango_kb = middle(rounds("pango-paragraphs", "W4", "layout-memory", "kb"))
row("W4 layout memory", figure(pango_kb and pango_kb / 1024, " MiB"), figure(kb and kb / 1024, " MiB"), kb and kb / 1024, 16, 12, at_most, " MiB")
a, b = rounds("pango-paragraphs", "W4", "tile"), rounds("project", "W4", "tile")
row("W4 one 1024² tile", figure(middle(a), " ms"), figure(middle(b), " ms"), middle(quotients(a, b)), 2, 2, at_least, " ×")
a, b = rounds("pango", "W5", "relayout"), rounds("project", "W5", "relayout")
micro = lambda x: figure(x * 5, " µs") if x else "–"
row("W5 new width for 2,000 words", micro(middle(a)), micro(middle(b)), middle(quotients(a, b)), 300, 650, at_least, " ×")
a, b = rounds("pango", "W6", "total", "cpu"), rounds("project", "W6", "total", "cpu")
row("W6 headlines, every glyph new", figure(middle(a), " ms"), figure(middle(b), " ms"), middle(quotients(a, b)), 4, 6.5, at_least, " ×")
# Bounds of milliseconds, set where pango-view took 8.65: on another machine they are as many times as long as its time there.
pango_view = rounds("pango-view", "W7", "process")
for peer, must, aim, what in (("project-file", 6, 4.5, "W7 process start to PNG, font file given"),
                              ("project-family", 8.5, 7, "W7, family named, built in"),
                              ("project-fontconfig", 8.5, 7, "W7, family found by fontconfig")):
    ours = rounds(peer, "W7", "process")
    row(what, figure(middle(pango_view), " ms"), figure(middle(ours), " ms"), middle(quotients(pango_view, ours)), 8.65 / must, 8.65 / aim, at_least, " ×")
for w in ("W1", "W2", "W3"):
    # The best pass on one thread over the best on two: all of them were made in turn.
    best = lambda peer: quotients(*(rounds(peer, w, "lanes", threads=n, pick=min) for n in (1, 2)))
    ours, floor = best("project"), best("floor")
    pango = quotients(rounds("pango", w, "total"), rounds("pango", w, "total", threads=2))
    o, f = middle(ours), middle(floor)
    row(f"two lanes, {w}: speed-up over the floor's", figure(middle(pango), " ×"), f"{figure(o)} × (floor {figure(f)} ×)", o / f if o and f else None, 0.97, 0.97, at_least)
for w, must in (("W1", 8), ("W3", 16)):
    idle = middle(rounds("project", w, "idle", "peak_kb")) or middle(rounds("project", w, "idle", "kb"))
    peak = middle(rounds("project", w, "total", "peak_kb"))
    value = (peak - idle) / 1024 if peak and idle else None
    pango_peak = middle(rounds("pango", w, "total", "peak_kb"))
    row(f"peak memory {w} above an idle process", figure(pango_peak and pango_peak / 1024, " MiB in all"), figure(value, " MiB"), value, must, must, at_most, " MiB")
value = more("W1", 10_000, "sync", "async")
row("W1 through the async layer: processor time more a label", "–", figure(value, " µs"), value, 3.0, 1.0, at_most, " µs")
information("the same layers, displayed synchronously, µs more a label", more("W1", 10_000, "sync", "layers-sync"), " µs")
information("the barest hand-off (variant `bare-lanes`), µs more a label", more("W1", 10_000, "bare-sync", "bare"), " µs")
information("W1 through the async layer in A8 (contents' format `automatic`), µs more a label", more("W1", 10_000, "sync-alpha8", "async-automatic"), " µs")
information("the same layers in A8, displayed synchronously, µs more a label", more("W1", 10_000, "sync-alpha8", "layers-sync-automatic"), " µs")
information("the barest hand-off in A8, µs more a label", more("W1", 10_000, "bare-sync-alpha8", "bare-alpha8"), " µs")
a, b = rounds("project", "W2", "png-libpng"), rounds("project", "W2", "png")
row("PNG against libpng's defaults", figure(middle(a), " ms (libpng)"), figure(middle(b), " ms"), middle(quotients(a, b)), 1.5, 1.5, at_least, " ×")
size = middle(rounds("project", "W2", "png-size", "ratio"))
row("PNG size over libpng's", "–", "–", size, 1, 1, at_most)

n = len({d.get("round", 1) for v in rows.values() for d in v})
lscpu = shell("lscpu")
model = re.search(r"Model name:\s*(.*)", lscpu)
print("# Results\n")
print("Written by `Scripts/bench/text`. What is timed, and why, stands in [Workloads](Workloads/README.md); ratios are between figures of one run, round by round, and")
print("their medians stand here. W1–W3 and W6 count the processor time of whole passes on one thread, all else what the peers' harness counts there.")
tries = [len([d for d in rows.get((peer, "W6", "total", 1), []) if d.get("round", 1) == r]) for peer in ("pango", "project")
         for r in {d.get("round", 1) for v in rows.values() for d in v}]
print(f"W6 is one cold pass of a process: the median of {min(tries, default=0)} fresh processes or more of either in each round.\n")
print(f"- **Date**: {datetime.date.today().isoformat()}, {n} rounds. **Machine**: {os.cpu_count()} cores, {model.group(1).strip() if model else 'unknown'}, Linux {shell('uname -r')}.")
print(f"- **Versions**: Pango {shell('pkg-config --modversion pangocairo')}, HarfBuzz {shell('pkg-config --modversion harfbuzz')}, FreeType {shell('dpkg-query -W -f ' + chr(39) + '${Version}' + chr(39) + ' libfreetype6')}, "
      f"fontconfig {shell('pkg-config --modversion fontconfig')}, ICU {shell('pkg-config --modversion icu-uc')}, {shell('swift --version 2>/dev/null | head -n 1')}.")
print("- Same fonts, sizes, grey anti-aliasing, unhinted. Everything goes through the public API, checks and all.\n")
print("| what | Pango + Cairo | this project | figure | must | aim | | for a user |\n|---|--:|--:|--:|--:|--:|---|---|")
for r in table: print("| " + " | ".join(r) + " |")
print()
if missed: print("Missed: " + "; ".join(missed) + ". Why stands in the README of this folder.\n")
elif not unmeasured: print("Nothing is missed.\n")
if unmeasured: print("Not measured: " + "; ".join(unmeasured) + ".\n")

print("## Other engines\n")
print("Figures of earlier runs of the same harnesses on another machine (an AMD EPYC, two virtual cores): only their ratios to Pango's figures of the")
print("same runs may be compared. The SkParagraph there draws without vector code; its layout figures are fair, its drawing is not.\n")
print("| workload | Pango | SkParagraph | cosmic-text 0.19 | floor |\n|---|--:|--:|--:|--:|")
for line in ("W1, labels/s | 62,700 | 18,300 | 77,200 | 644,000", "W2, cells/s | 6,910 | 2,750 | 10,060 | 87,900",
             "W3, paragraphs/s | 2,200 | 274 (706 with the fallback fonts named) | 2,620 | 12,500 shaping anew; 37,900 drawing alone",
             "W4 first layout, ms | 439 by paragraphs | 339 by paragraphs | 610 | 59", "W4 layout memory, MiB | 47 | 181 | 305 | 5–9",
             "W4 tile, ms | 0.94 | 6.6 | 1.23 | 0.19", "W5, µs a width | 5,260 | 151 | 151 | 1.9", "W6, ms | 70 | 66 | 22.9 | 9.7",
             "W7, ms | 8.7 | 37 | – | 2.2 file given; 4.8 through fontconfig"):
    print("| " + line + " |")

print("\n## The same lines\n")
print("Lines of each item beside Pango's (W5: at each width).\n\n| workload | items | lines, Pango | lines, this project | items that differ | by at most |\n|---|--:|--:|--:|--:|--:|")
for w in ("W1", "W2", "W3", "W4", "W5", "W6"):
    try: a, b = ([int(x) for x in open(os.path.join(folder, f"lines-{p}-{w}"))] for p in ("pango", "project"))
    except OSError: continue
    different = [abs(x - y) for x, y in zip(a, b) if x != y]
    print(f"| {w} | {len(a):,} | {sum(a):,} | {sum(b):,} | {len(different)} | {max(different, default=0)} |")
    # At each of the 200 widths of W5 some line of 350 is full to 1/64 point, and moves those that follow.
    part, most = (0.2, 2) if w == "W5" else (0.05, 1)
    assert len(a) == len(b) and len(different) <= part * len(a) and max(different, default=0) <= most, f"{w}: the lines differ too much"
print("\nWhere they differ, Thai or ideographs stand at the edge of a line: Pango finds words and forbidden line ends by rules of its own, this project by ICU's "
      "(conforming to UAX #14); a word more or less on a line moves what follows. W5 differs where a line is full to a fraction of a pixel: a line may exceed its width by 1/64 point here, the unit of browsers; Pango rounds widths to 1/1024.")
if unmeasured: sys.exit(1)
