#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Unicode's conformance data: grapheme, word, sentence and line breaks, BidiTest, BidiCharacterTest, and
VerticalOrientation: every code point but the surrogates, which JSON cannot hold.

The data are those of Debian's package unicode-data (15.0 in Debian 12); nothing of it lies here.
"""
import sys

import conform

# A character for each bidi class, none of them bracketed or mirrored in a way that BidiTest excludes.
CLASSES = {"L": "a", "R": "\u05d0", "EN": "0", "ES": "+", "ET": "#", "AN": "\u0660", "CS": ",", "B": "\u2029",
           "S": "\t", "WS": " ", "ON": "!", "LRE": "\u202a", "LRO": "\u202d", "AL": "\u0627", "RLE": "\u202b",
           "RLO": "\u202e", "PDF": "\u202c", "NSM": "\u0300", "BN": "\u00ad", "FSI": "\u2068", "LRI": "\u2066",
           "RLI": "\u2067", "PDI": "\u2069"}


def lines_of(package_file):
    with open(conform.packaged("unicode-data", package_file), encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            line = line.split("#", 1)[0].strip()
            if line:
                yield number, line


def break_cases(kind, name):
    for number, line in lines_of(f"auxiliary/{name}BreakTest.txt"):
        text, breaks = "", []
        for token in line.split():
            if token == "÷":
                breaks.append(len(text))
            elif token != "×":
                text += chr(int(token, 16))
        if any("\ud800" <= c <= "\udfff" for c in text):
            continue
        yield {"id": f"ucd-{kind}/{number}", "segment": kind, "request": {"text": text},
               "check": {"kind": "breaks", "breaks": breaks}}


def levels_of(words):
    return [None if w == "x" else int(w) for w in words]


def bidi_cases():
    levels = order = None
    for number, line in lines_of("BidiTest.txt"):
        if line.startswith("@Levels:"):
            levels = levels_of(line[8:].split())
        elif line.startswith("@Reorder:"):
            order = [int(w) for w in line[9:].split()]
        elif not line.startswith("@"):
            classes, bits = line.split(";")
            text = "".join(CLASSES[c] for c in classes.split())
            for bit, direction in ((1, "auto"), (2, "ltr"), (4, "rtl")):
                if int(bits, 16) & bit:
                    yield {"id": f"ucd-bidi/{number}/{direction}", "segment": "bidi",
                           "request": {"text": text, "direction": direction},
                           "check": {"kind": "bidi", "levels": levels, "order": order}}


def bidi_character_cases():
    for number, line in lines_of("BidiCharacterTest.txt"):
        points, direction, level, levels, order = line.split(";")
        yield {"id": f"ucd-bidichar/{number}", "segment": "bidi",
               "request": {"text": "".join(chr(int(p, 16)) for p in points.split()),
                           "direction": {"0": "ltr", "1": "rtl", "2": "auto"}[direction]},
               "check": {"kind": "bidi", "paragraphLevel": int(level), "levels": levels_of(levels.split()),
                         "order": [int(w) for w in order.split()]}}


def orientation_cases():
    # Code points that the file does not list are R.
    values = ["R"] * 0x110000
    for _, line in lines_of("VerticalOrientation.txt"):
        points, value = (part.strip() for part in line.split(";"))
        first, _, last = points.partition("..")
        for c in range(int(first, 16), int(last or first, 16) + 1):
            values[c] = value
    first = 0
    while first < len(values):
        end = first
        while end < len(values) and values[end] == values[first] and end - first < 4096:
            end += 1
        text = "".join(chr(c) for c in range(first, end) if not 0xD800 <= c <= 0xDFFF)
        if text:
            yield {"id": f"ucd-orientation/{first:04X}", "segment": "orientation", "request": {"text": text},
                   "check": {"kind": "orientations", "count": len(text), "value": values[first]}}
        first = end


def cases():
    yield from break_cases("grapheme", "Grapheme")
    yield from break_cases("word", "Word")
    yield from break_cases("sentence", "Sentence")
    # LineBreakTest marks no opportunity at the start; the others mark the start as a boundary.
    yield from break_cases("line", "Line")
    yield from orientation_cases()
    yield from bidi_character_cases()
    yield from bidi_cases()


if __name__ == "__main__":
    sys.exit(conform.main("Unicode data", __doc__, cases))
