# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Kinds of mistakes: where in a file each could be made, and the text that makes it by a switch.

A place yields `Change`s. Its edits put text in the place of text without a new line, so that errors of the
compiler lead back to the change, and its helpers are declarations that stand at the end of the file. An
operator is replaced by one of its own, of the same precedence, which asks the switch: so no operand has to
be found in the text.
"""

import re
from dataclasses import dataclass, field

from swift_text import conditions, is_truth_value, statements


@dataclass
class Change:
    kind: str
    # (start, end, text); `N` stands for the number of the change, `OPERATOR` for its operator.
    edits: list
    helpers: str = ""
    what: str = ""
    file: str = ""
    line: int = 0
    last_line: int = 0
    number: int = 0
    suites: str = ""
    group: str = ""
    # What is expected of a change of a list: whether tests notice it.
    is_noticeable: bool = True

    # The file is Sources/LAYER/MODULE/….
    @property
    def layer(self):
        return self.file.split("/")[1]

    @property
    def module(self):
        return self.file.split("/")[2]


SIGNS = "∀∁∂∃∄∅∆∇∈∉"


def operator(number):
    """An operator that no other change has: its digits as mathematical signs."""
    return "⊛" + "".join(SIGNS[int(digit)] for digit in str(number))


def infix(precedence, parameters, result, body, generic=""):
    return (f"infix operator OPERATOR: {precedence}\n"
            f"private func OPERATOR{generic}({parameters}) -> {result} {{ {body} }}\n")


def operators(kind, pattern, new, precedence, helper):
    """Finds an operator; `helper` makes the declaration from the old and the new one."""
    def find(code):
        for match in re.finditer(pattern, code):
            line = code[code.rfind("\n", 0, match.start()) + 1:match.end()]
            # An operator's own declaration, and lines of strings, where + joins.
            if re.match(r" *(static func|infix|prefix|@inlinable)|.*\"", line):
                continue
            old = match["op"]
            for changed in new(old):
                yield Change(kind, [(*match.span("op"), "OPERATOR")],
                             helper(precedence, old, changed), f"{old} becomes {changed or 'nothing'}")
    return kind, find


def compared(precedence, old, new):
    return infix(precedence, "a: T, b: T", "Bool", f"mutated(N) ? a {new} b : a {old} b",
                 "<T: Comparable>")


def equated(precedence, old, new):
    bound = "AnyObject?" if old in ("===", "!==") else "T"
    return infix(precedence, f"a: {bound}, b: {bound}", "Bool", f"mutated(N) ? a {new} b : a {old} b",
                 "" if bound != "T" else "<T: Equatable>")


def joined(precedence, old, new):
    changed = {"left": "a", "right": "b()"}.get(new) or f"a {new} b()"
    return (f"infix operator OPERATOR: {precedence}\n"
            "private func OPERATOR(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {"
            f" try mutated(N) ? ({changed}) : (a {old} b()) }}\n")


def summed(precedence, old, new):
    bound = "AdditiveArithmetic" if old in "+-" else "FloatingPoint"
    changed = f"a {new} b" if new else "a"
    return infix(precedence, "a: T, b: T", "T", f"mutated(N) ? {changed} : a {old} b", f"<T: {bound}>")


def shortened(precedence, old, new):
    return infix(precedence, "a: Int, b: Int", "Range<Int>",
                 "mutated(N) && b > a ? a..<(b - 1) : a..<b")


def extremes(code):
    for match in re.finditer(r"(?<![.\w`])(min|max)\((?!\))", code):
        if code[max(0, match.start() - 5):match.start()].endswith("func "):
            continue
        old, new = match[1], {"min": "max", "max": "min"}[match[1]]
        yield Change(
            "min, max", [(*match.span(1), "mutantN")],
            "private func mutantN<T: Comparable>(_ a: T, _ b: T) -> T "
            f"{{ mutated(N) ? {new}(a, b) : {old}(a, b) }}\n"
            "private func mutantN<T: Comparable>(_ a: T, _ b: T, _ c: T) -> T "
            f"{{ mutated(N) ? {new}(a, b, c) : {old}(a, b, c) }}\n", f"{old} becomes {new}")


def ends(code):
    for match in re.finditer(r"\.(first|last)\b(?![(\w]| \{)", code):
        new = {"first": "last", "last": "first"}[match[1]]
        yield Change(
            "first, last", [(*match.span(1), "mutantN")],
            "extension BidirectionalCollection { fileprivate var mutantN: Element? "
            f"{{ mutated(N) ? {new} : {match[1]} }} }}\n", f"{match[1]} becomes {new}")


# The types whose axes may be confused, with the module that declares them.
AXES = {
    "Point": ("CanvasGeometry", "Double", "x y"),
    "Size": ("CanvasGeometry", "Double", "width height"),
    "PixelSize": ("CanvasGeometry", "Int", "width height"),
    "Rect": ("CanvasGeometry", "Double", "minX minY maxX maxY midX midY"),
    "PixelRect": ("CanvasDrawing", "Int", "x y width height maxX maxY"),
}


def axes(code):
    swapped = {"x": "y", "width": "height", "minX": "minY", "maxX": "maxY", "midX": "midY"}
    swapped |= {b: a for a, b in swapped.items()}
    for match in re.finditer(r"(?<=[\w)\]?!])\.(x|y|width|height|(?:min|max|mid)[XY])\b(?!\()", code):
        old, new = match[1], swapped[match[1]]
        helpers = "".join(
            f"extension {name} {{ fileprivate var mutantN: {number} "
            f"{{ mutated(N) ? {new} : {old} }} }}\n"
            for name, (module, number, members) in AXES.items()
            if old in members.split() and re.search(rf"^(\w+ )?import {module}$", code, re.M))
        if helpers:
            yield Change("axis", [(*match.span(1), "mutantN")], helpers, f"{old} becomes {new}")


def ternaries(code):
    for match in re.finditer(r"(?<=[\s])\? ", code):
        yield Change("ternary", [(match.start(), match.start(), "⇎ N ")],
                     what="the two sides of a choice are exchanged")


def negations(code):
    for word, clauses in conditions(code):
        for start, end in clauses:
            clause = code[start:end]
            if is_truth_value(clause):
                yield Change("negated condition",
                             [(start, start, "(("), (end, end, ") != mutated(N))")],
                             what=f"{word}: {' '.join(clause.split())} is negated")


def drops(code):
    for word, clauses in conditions(code):
        for start, end in clauses if len(clauses) > 1 else []:
            clause = code[start:end]
            if is_truth_value(clause):
                yield Change("dropped clause", [(start, start, "(("), (end, end, ") || mutated(N))")],
                             what=f"{word}: {' '.join(clause.split())} is dropped")


def truths(code):
    for match in re.finditer(r"(?:\breturn |[\w\])?!] = )(true|false)\b", code):
        line = code[code.rfind("\n", 0, match.start()) + 1:match.start()]
        if "@" not in line:
            new = {"true": "!mutated(N)", "false": "mutated(N)"}[match[1]]
            yield Change("truth value", [(*match.span(1), new)], what=f"{match[1]} becomes its opposite")


def dropped_statements(kind, pattern):
    def find(code):
        for start, end in statements(code):
            text = code[start:end]
            if re.match(pattern, text) and not re.match(WITHOUT_EFFECT, text):
                yield Change(kind, [(start, start, "if !mutated(N) { "), (end, end, " }")],
                             what=f"{text} is dropped")
    return kind, find


# How often work looks whether it was cancelled: no test could tell a few times more or less.
POLL = re.compile(r" *if [^{]*\{ try [\w.]*(check\w*|poll)\(\) \}$")


def is_poll(code, start):
    """Whether a place stands on a line that looks every so many steps whether work was cancelled."""
    return POLL.fullmatch(code[code.rfind("\n", 0, start) + 1:code.find("\n", start)]) is not None


# Checks of the program itself, hints of size, and hashes that may be equal: no test could tell.
WITHOUT_EFFECT = (r"(precondition|assert|assertionFailure|preconditionFailure|fatalError|super\.init"
                  r"|self\.init|withExtendedLifetime|hasher\.)|.*\breserveCapacity\(|.*\bcombine\(")
KEYWORD = r"(?!(let|var|return|if|guard|for|while|case|throw|import|func|init|self|struct|@)\b)"

KINDS = dict([
    operators("boundary", r" (?P<op>[<>]=?) (?!\{)",
              lambda op: [op[0] if op.endswith("=") else op + "="], "ComparisonPrecedence", compared),
    operators("equality", r" (?P<op>[=!]==?) ",
              lambda op: [("!" if op[0] == "=" else "=") + op[1:]], "ComparisonPrecedence", equated),
    operators("and, or", r" (?P<op>&&) ", lambda op: ["||"], "LogicalConjunctionPrecedence", joined),
    operators("or, and", r" (?P<op>\|\|) ", lambda op: ["&&"], "LogicalDisjunctionPrecedence", joined),
    operators("dropped conjunct", r" (?P<op>&&) ", lambda op: ["left", "right"],
              "LogicalConjunctionPrecedence", joined),
    operators("dropped disjunct", r" (?P<op>\|\|) ", lambda op: ["left", "right"],
              "LogicalDisjunctionPrecedence", joined),
    operators("one more or less", r" (?P<op>[+-]) 1\b(?![.\d])", lambda op: [""],
              "AdditionPrecedence", summed),
    operators("sum", r" (?P<op>[+-]) (?!1\b)", lambda op: ["-" if op == "+" else "+"],
              "AdditionPrecedence", summed),
    operators("product", r" (?P<op>[*/]) ", lambda op: ["/" if op == "*" else "*"],
              "MultiplicationPrecedence", summed),
    operators("end of a range", r"(?<=[\w)\]])(?P<op>\.\.<)(?=[\w(])", lambda op: ["shorter"],
              "RangeFormationPrecedence", shortened),
    ("min, max", extremes),
    ("first, last", ends),
    ("axis", axes),
    ("ternary", ternaries),
    ("negated condition", negations),
    ("dropped clause", drops),
    ("truth value", truths),
    dropped_statements("dropped call", KEYWORD + r"(try )?[\w.?!\[\]]+\(.*\)$"),
    dropped_statements("dropped assignment", KEYWORD + r"[\w.?!]+(\[[^\]]*\])?[\w.?!]* [-+*|&]?= .+$"),
])
