# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Which changes are tried: those of the lists, and those drawn at random from the layers of modules."""

import random
import re
from pathlib import Path

from kinds import KINDS, Change, is_poll
from swift_text import code_of


def blocks(path):
    """The blocks of a list in the format of async-display.txt, as dictionaries."""
    for block in path.read_text().split("\n\n"):
        fields = {}
        for line in block.splitlines():
            if line and not line.startswith("#"):
                key, _, value = line.partition(":")
                fields[key] = value.strip()
        if fields:
            yield fields


def listed(root, path):
    """The changes of a list."""
    for fields in blocks(path):
        file, old, new = fields["file"], fields["old"], fields.get("new", "")
        lines = (root / file).read_text().split("\n") if (root / file).exists() else []
        found = [i for i, line in enumerate(lines) if old in line]
        if len(found) < int(fields.get("nth", 1)):
            raise SystemExit(f"stale: {fields['name']}: the line is gone from {file}")
        number = found[int(fields.get("nth", 1)) - 1]
        start = sum(len(x) + 1 for x in lines[:number]) + lines[number].index(old)
        if lines[number].strip() == old:
            made = f"if mutated(N) {{ {new} }} else {{ {old} }}"
        else:
            made = f"(mutated(N) ? ({new}) : ({old}))"
        yield Change(path.stem, [(start, start + len(old), made)], what=fields["name"], file=file,
                     line=number + 1, last_line=number + 1, suites=fields.get("tests", ""),
                     group=path.stem, is_noticeable=fields.get("expect", "noticed") == "noticed")


def layers(root):
    """The folders of Sources that are drawn from unless some are named."""
    return sorted(path.name for path in (root / "Sources").iterdir() if path.is_dir())


def places(root, folders):
    """All changes that could be made, by kind."""
    result = {kind: [] for kind in KINDS}
    for folder in folders:
        if not (root / "Sources" / folder).is_dir():
            raise SystemExit(f"Sources/{folder} is no folder")
        for path in sorted((root / "Sources" / folder).rglob("*.swift")):
            code = code_of(path.read_text())
            for kind, find in KINDS.items():
                for change in find(code):
                    if is_poll(code, change.edits[0][0]):
                        continue
                    change.file = path.relative_to(root).as_posix()
                    change.line = code.count("\n", 0, change.edits[0][0]) + 1
                    change.last_line = code.count("\n", 0, change.edits[-1][1]) + 1
                    result[kind].append(change)
    return result


def drawn(seed, found):
    """All changes in a random order, evenly over the kinds and the layers of modules.

    Each round has one change of each kind, and the layers take turns.
    """
    source = random.Random(seed)
    piles = {}
    for kind, changes in found.items():
        for change in source.sample(changes, len(changes)):
            piles.setdefault(kind, {}).setdefault(change.layer, []).append(change)
    turns = source.sample(all_layers := sorted({s for pile in piles.values() for s in pile}),
                          len(all_layers))
    while piles:
        for kind in source.sample(sorted(piles), len(piles)):
            # The layer whose turn was the longest ago, of those where the kind has a place.
            layer = next(s for s in turns if s in piles[kind])
            turns.remove(layer)
            turns.append(layer)
            change = piles[kind][layer].pop()
            if not piles[kind][layer]:
                del piles[kind][layer]
            if not piles[kind]:
                del piles[kind]
            yield Change(**{**vars(change), "group": f"seed {seed}"})


class Equivalents:
    """Places where no test could tell a change, each with its reason, of equivalent.txt."""

    def __init__(self, root, path):
        self.root = root
        self.reasons = {}
        for fields in blocks(path):
            key = (fields["file"], fields["kind"], fields["what"], fields["line"])
            if not any(line.strip() == fields["line"]
                       for line in (root / fields["file"]).read_text().split("\n")):
                raise SystemExit(f"stale: {fields['line']} is gone from {fields['file']}")
            self.reasons[key] = fields["why"]

    def reason(self, change):
        return self.reasons.get((change.file, change.kind, change.what, line_of(self.root, change)))


def line_of(root, change):
    return (root / change.file).read_text().split("\n")[change.line - 1].strip()


def described(change):
    number = f"#{change.number} " if change.number else ""
    return f"{change.group} {number}{change.file}:{change.line} ({change.kind}) {change.what}"


class Selection:
    """The changes of the lists and of the seeds, without two on one line."""

    def __init__(self, root, lists, seeds, count, folders):
        self.root, self.count = root, count
        self.changes = [c for path in lists for c in listed(root, Path(path))]
        self.next_number = 1
        for change in self.changes:
            self.give_number(change)
        self.equivalents = Equivalents(root, root / "Scripts/mutations/equivalent.txt")
        found = places(root, folders)
        print(f"{sum(map(len, found.values()))} places of {len(found)} kinds: "
              + ", ".join(f"{kind} {len(changes)}" for kind, changes in found.items()))
        self.sources = {f"seed {seed}": drawn(seed, found) for seed in seeds}
        for group in self.sources:
            # Some do not compile; so that not each of them costs a build, more are drawn at once.
            self.draw(group, self.count + self.count // 2)

    def give_number(self, change):
        change.number = self.next_number
        self.next_number += 1

    def draw(self, group, count):
        while count > 0 and (change := next(self.sources[group], None)):
            if reason := self.equivalents.reason(change):
                print(f"left out   {described(change)}: no test could tell: {reason}", flush=True)
            elif not any(c.file == change.file and c.line <= change.last_line
                         and change.line <= c.last_line for c in self.changes):
                self.give_number(change)
                self.changes.append(change)
                count -= 1

    def drop(self, bad):
        """Leaves changes out, and draws others where too few are left."""
        for change in self.changes:
            if change.number in bad:
                print(f"left out   {described(change)}: does not compile: {bad[change.number]}",
                      flush=True)
        self.changes = [c for c in self.changes if c.number not in bad]
        for group in self.sources:
            left = len([c for c in self.changes if c.group == group])
            if left < self.count:
                self.draw(group, (self.count - left) * 2)

    def chosen(self):
        """The changes that are tried: those of the lists, and the first of each seed."""
        taken = {group: 0 for group in self.sources}
        for change in self.changes:
            if change.group in taken:
                taken[change.group] += 1
                if taken[change.group] > self.count:
                    continue
            yield change
