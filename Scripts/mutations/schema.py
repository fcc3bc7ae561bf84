# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""A copy of the package in which many changes are compiled in, each behind a number."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from kinds import operator

SWITCH = """
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The change that is made, of `MUTATION`; 0 for none.
private let chosen = unsafe getenv("MUTATION").map { unsafe atol($0) } ?? 0

/// A byte for each number that is asked for, in the file of `MUTATION_TRACE`.
private nonisolated(unsafe) let asked: UnsafeMutablePointer<UInt8>? = {
  guard let path = unsafe getenv("MUTATION_TRACE") else { return nil }
  let file = unsafe open(path, O_RDWR)
  let map = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
  return unsafe map == MAP_FAILED ? nil : map?.assumingMemoryBound(to: UInt8.self)
}()

public func mutated(_ number: Int) -> Bool {
  if let asked = unsafe asked { unsafe asked[number] = 1 }
  return number == chosen
}

precedencegroup MutationPrecedence {
  lowerThan: LogicalDisjunctionPrecedence
  higherThan: TernaryPrecedence
}
infix operator ⇎: MutationPrecedence

public func ⇎ (condition: Bool, number: Int) -> Bool { condition != mutated(number) }
"""

# What of the checkout no build and no test reads.
LEFT_OUT = re.compile(r"\.git$|\.build|\.ci$|__pycache__$|Current$")


class Schema:
    def __init__(self, root, work):
        self.root, self.work = Path(root), Path(work)
        self.log = self.work / ".build-log"
        name = re.search(r'^let package = Package\(\s*name: "(\w+)"', (self.root / "Package.swift").read_text(),
                         re.M)
        # The product that holds all tests.
        self.tests = name[1] + "PackageTests"
        # (first line, last line, change) of each file.
        self.lines = {}

    def write(self, changes):
        """Makes the copy anew; files that stay as they are keep their times."""
        texts = {"Package.swift": self.manifest({c.module for c in changes}),
                 "Sources/0-System/MutationSwitch/MutationSwitch.swift": SWITCH}
        self.lines = {}
        for file in sorted({c.file for c in changes}):
            texts[file] = self.changed(file, [c for c in changes if c.file == file])
        kept = set()
        for folder, folders, files in os.walk(self.root):
            folders[:] = [f for f in folders if not LEFT_OUT.search(f)]
            for name in files:
                source = Path(folder, name)
                path = source.relative_to(self.root).as_posix()
                kept.add(path)
                if path not in texts and not LEFT_OUT.search(name):
                    self.copy(source, self.work / path)
        for path, text in texts.items():
            target = self.work / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists() or target.read_text() != text:
                target.write_text(text)
        for folder in ("Sources", "Tests"):
            for path in (self.work / folder).rglob("*"):
                name = path.relative_to(self.work).as_posix()
                if not path.is_dir() and name not in kept and name not in texts:
                    path.unlink()

    @staticmethod
    def copy(source, target):
        if target.exists() and target.stat().st_size == source.stat().st_size:
            if target.stat().st_mtime == source.stat().st_mtime:
                return
            if target.read_bytes() == source.read_bytes():
                return
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)

    def manifest(self, modules):
        text = (self.root / "Package.swift").read_text()
        for module in modules:
            text, count = re.subn(r'(Module\(\s*"%s",\s*uses: \[)' % module, r'\1"MutationSwitch", ', text)
            if count != 1:
                raise SystemExit(f"Package.swift has {count} rows of {module} with modules that it uses")
        return text.replace('"0-System",\n    [\n', '"0-System",\n    [\n      Module("MutationSwitch"),\n', 1)

    def changed(self, file, changes):
        """The text of a file with its changes; lines keep their numbers."""
        text = (self.root / file).read_text()
        edits = [(start, end, new, c) for c in changes for start, end, new in c.edits]
        for start, end, new, c in sorted(edits, key=lambda e: (e[0], e[1]), reverse=True):
            text = text[:start] + self.numbered(new, c) + text[end:]
        first = re.search(r"^((\w+ )?import \w+|[A-Za-z@].*)$", text, re.M).start()
        text = text[:first] + "import MutationSwitch; " + text[first:]
        places = [(c.line, c.last_line, c) for c in changes]
        for c in changes:
            line = text.count("\n") + 1
            text += self.numbered(c.helpers, c)
            places.append((line, text.count("\n"), c))
        self.lines[file] = places
        return text

    @staticmethod
    def numbered(text, change):
        text = text.replace("OPERATOR", operator(change.number))
        return re.sub(r"(?<=mutant)N\b|\bN\b", str(change.number), text)

    def build(self):
        """Builds all; returns the changes that do not compile, none if all is well."""
        environment = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1")
        with open(self.log, "w") as log:
            # Of the tests alone where some are chosen: they need a part of the package.
            what = ["--product", self.tests] if os.environ.get("TEST_TARGETS") else ["--build-tests"]
            result = subprocess.run(
                ["swift", "build", *what, "--jobs", "2"], cwd=self.work, stdout=log,
                stderr=subprocess.STDOUT, env=environment)
        if result.returncode == 0:
            return {}
        bad = {}
        output = self.log.read_text()
        for path, line, message in re.findall(r"^(/\S+?):(\d+):\d+: error: (.*)$", output, re.M):
            path = os.path.realpath(path)
            file = os.path.relpath(path, os.path.realpath(self.work))
            places = self.lines.get(file)
            if places:
                n = int(line)
                change = min(places, key=lambda p: max(p[0] - n, n - p[1], 0))[2]
                bad.setdefault(change.number, message)
        if not bad:
            raise SystemExit("the copy does not build:\n" + output[-3000:])
        return bad
