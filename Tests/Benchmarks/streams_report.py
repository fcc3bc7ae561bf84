#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Prints the table of the streams: medians over fresh processes, in milliseconds of processor time, and ratios.

    streams_report.py RESULTS.ndjson
"""
import collections, json, statistics, sys

new, known, draw, private = (collections.defaultdict(list) for _ in range(4))
process = {}  # the drawing's part of the second pass of the process whose lines are being read
for line in open(sys.argv[1]):
    row = json.loads(line)
    key = row["workload"], row["peer"]
    if row["metric"] == "new":
        new[key].append(row["cpu_ms"])
        process = {}
    elif row["metric"] == "private":
        private[key].append(row["kb"])
    elif row["metric"] == "draw":
        process["draw"] = row["ms"]
    elif row["metric"] == "total":
        known[key].append(row["cpu_ms"])
        if "draw" in process:
            draw[key].append(process["draw"] / row["ms"] * row["cpu_ms"])
    if row["peer"] == "floor" and row["metric"] == "draw":
        draw[key].append(row["ms"])


def median(table, *key):
    return statistics.median(table[key]) if table.get(key) else None


def ratio(a, b):
    return f"{a / b:.2f}" if a and b else "–"


def cell(value, unit=1):
    return "–" if value is None else f"{value / unit:.0f}"


print("| stream | ours | Pango | ratio | HarfBuzz + floor | known: drawing, ours | Pango | ratio | private, MiB |")
print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
for stream in sorted({key[0] for key in new}):
    ours, pango = median(new, stream, "project"), median(new, stream, "pango")
    shaping, floor = median(new, stream, "hb_shape"), median(draw, stream, "floor")
    bare = shaping + floor if shaping and floor else None
    ours_draw, pango_draw = median(draw, stream, "project"), median(draw, stream, "pango")
    print("|", " | ".join([
        stream, cell(ours), cell(pango), ratio(pango, ours), cell(bare), cell(ours_draw), cell(pango_draw),
        ratio(pango_draw, ours_draw), cell(median(private, stream, "project"), 1024)]), "|")
