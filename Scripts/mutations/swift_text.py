# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Swift source as text: what of it is code, and where its lines and conditions lie."""

import re


def code_of(source):
    """The source with all that is in comments and strings replaced by spaces, character for character.

    Lines between `#if` and `#endif` are not compiled on every system, and are blank too.
    """
    out = list(source)
    i, depth = 0, 0

    def blank(start, end):
        for k in range(start, min(end, len(out))):
            if out[k] != "\n":
                out[k] = " "

    while i < len(source):
        if source.startswith("//", i):
            end = source.find("\n", i)
            end = len(source) if end < 0 else end
            blank(i, end)
            i = end
        elif source.startswith("/*", i):
            end = source.find("*/", i)
            end = len(source) if end < 0 else end + 2
            blank(i, end)
            i = end
        elif match := re.compile(r'(#*)("""|")').match(source, i):
            end = end_of_string(source, match.end(), match[2], match[1])
            blank(match.end(), end - len(match[0]))
            i = end
        else:
            i += 1
    lines = "".join(out).split("\n")
    for number, line in enumerate(lines):
        word = line.strip()
        depth += word.startswith("#if")
        is_end = word.startswith("#endif")
        if depth > 0:
            lines[number] = " " * len(line)
        depth -= is_end
    return "\n".join(lines)


def end_of_string(source, i, quote, hashes):
    """The offset behind a string that begins before `i`; interpolations belong to it."""
    close, escape, nested = quote + hashes, "\\" + hashes, 0
    while i < len(source):
        if nested == 0 and source.startswith(close, i):
            return i + len(close)
        if source.startswith(escape + "(", i):
            nested += 1
            i += len(escape) + 1
        elif nested == 0 and source.startswith(escape, i):
            i += len(escape) + 1
        elif nested and source[i] == '"':
            # A string within an interpolation.
            quote_within = '"""' if source.startswith('"""', i) else '"'
            i = end_of_string(source, i + len(quote_within), quote_within, "")
        else:
            nested += nested and {"(": 1, ")": -1}.get(source[i], 0)
            i += 1
    return i


def is_balanced(text):
    """Whether the brackets of a piece of code match."""
    open_brackets = []
    for c in text:
        if c in "([{":
            open_brackets.append({"(": ")", "[": "]", "{": "}"}[c])
        elif c in ")]}" and (not open_brackets or open_brackets.pop() != c):
            return False
    return not open_brackets


def conditions(code):
    """The clauses of each `if`, `guard` and `while` at the start of a line, as lists of (start, end)."""
    for match in re.finditer(r"^ *(?:\} else )?(if|guard|while) ", code, re.M):
        clauses, depth, start = [], 0, match.end()
        for i in range(match.end(), min(len(code), match.end() + 1000)):
            c = code[i]
            is_end = depth == 0 and (
                code.startswith("else ", i) and code[i - 1].isspace()
                if match[1] == "guard" else c == "{")
            if is_end or depth == 0 and c == ",":
                clauses.append(trimmed(code, start, i))
                start = i + 1
            if is_end:
                yield match[1], clauses
                break
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(c, 0)


def trimmed(code, start, end):
    """The range without the white space at its ends."""
    while start < end and code[start].isspace():
        start += 1
    while end > start and code[end - 1].isspace():
        end -= 1
    return start, end


def is_truth_value(clause):
    """Whether a clause is an expression, not a binding or a pattern."""
    return bool(clause) and not re.match(r"(let|var|case|_)\b|#", clause) and " = " not in clause


def statements(code):
    """The lines that are whole statements of one line, as (start, end)."""
    lines = code.split("\n")
    offset = 0
    for number, line in enumerate(lines):
        text = line.strip()
        start = offset + len(line) - len(line.lstrip())
        offset += len(line) + 1
        if not text or not is_balanced(text) or not re.match(r"[A-Za-z_(]", text):
            continue
        before = next((x.strip() for x in reversed(lines[:number]) if x.strip()), "")
        after = next((x.strip() for x in lines[number + 1:] if x.strip()), "")
        # The line before ends a statement or opens a block; the next one does not go on.
        if not re.search(r"([{}\])]|[\w?!]|\bin)$", before) or re.search(r"\b(return|else|case .*)$", before):
            continue
        if re.match(r"[.?:&|+\-*/=<>,{)\]]|else\b", after):
            continue
        yield start, start + len(line.strip())
