#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes the streams S1 to S4: texts of which each is met once, as in a feed or a converter.

    streams.py TEXTS OUT      TEXTS: a folder with Debian packages unpacked; OUT: where the streams go

S1  30,000 names of languages, scripts, currencies and countries in all languages of iso-codes, 13 pt @2x, one line
S2  8,000 paragraphs, 360 pt @2x: manual pages in German, French, Polish, Japanese and Chinese, fortunes, a handbook
S3  the Latin paragraphs of S2 alone
S4  the Chinese and Japanese paragraphs of S2 alone
S5  80,000 paragraphs of the same sources, for memory alone: texts come more than once, each time otherwise divided

The format is that of the other workloads. Same packages, same bytes: the seed is fixed.
"""
import gzip, html, json, pathlib, random, re, struct, sys

SEED = 20261101


def messages(path):
    """The translations in a message catalogue (gettext's binary format)."""
    data = path.read_bytes()
    if len(data) < 20 or data[:4] != b"\xde\x12\x04\x95":
        return
    count, originals, translations = struct.unpack_from("<III", data, 8)
    for i in range(count):
        length, start = struct.unpack_from("<II", data, translations + 8 * i)
        if struct.unpack_from("<I", data, originals + 8 * i)[0]:
            yield data[start:start + length].split(b"\0")[0].decode("utf-8", "replace")


def names(texts):
    found = {}
    for catalogue in ("iso_639-2", "iso_639-3", "iso_15924", "iso_4217", "iso_3166-1"):
        for path in sorted(texts.glob(f"usr/share/locale/*/LC_MESSAGES/{catalogue}.mo")):
            language = path.parent.parent.name.split("@")[0].replace("_", "-")
            for text in messages(path):
                text = " ".join(text.split())
                if 2 <= len(text) <= 60:
                    found.setdefault(text, language)
    return sorted(found.items())


ESCAPES = {"(em": "—", "(en": "–", "(aq": "'", "(dq": '"', "(co": "©", "(bu": "•", "(lq": "“", "(rq": "”",
           "(oq": "‘", "(cq": "’", "-": "-", "e": "\\", "&": "", "|": "", "^": "", " ": " ", "~": " ", "0": " ",
           "/": "", ",": "", ":": "", "'": "´", "`": "`", "%": "", "c": "", "{": "", "}": ""}


def plain(line):
    """A line of a manual page without its escapes."""
    line = re.sub(r"\\f(\[[^\]]*\]|\(..|.)|\\s[-+]?\d+|\\\".*", "", line)
    line = re.sub(r"\\m?\[[^\]]*\]|\\\*(\[[^\]]*\]|\(..|.)", "", line)
    return re.sub(r"\\(\(..|.)", lambda m: ESCAPES.get(m.group(1), ""), line)


def manual_pages(folder):
    for path in sorted(folder.glob("man*/*.gz")):
        try:
            lines = gzip.open(path, "rt", encoding="utf-8").read().split("\n")
        except (UnicodeDecodeError, OSError):
            continue
        part = []
        for line in lines + [".P"]:
            macro = re.match(r"[.']\s*(\w*)\s*(.*)", line)
            if macro and macro.group(1) in ("B", "I", "BR", "RB", "IR", "RI", "BI", "IB"):
                part.append(plain(macro.group(2)).replace('"', ""))
            elif macro or not line.strip() or line.startswith(" "):
                yield " ".join(" ".join(part).split())
                part = []
            else:
                part.append(plain(line))


def fortunes(folder):
    for path in sorted(folder.glob("**/*")):
        if path.is_file() and not path.is_symlink() and path.suffix in ("", ".u8"):
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            for cookie in text.split("\n%\n"):
                yield " ".join(cookie.split())


def handbook(folder, language):
    for path in sorted(folder.glob(f"*.{language}.html")):
        for part in re.findall(r"<p>(.*?)</p>", path.read_text(encoding="utf-8", errors="replace"), re.S):
            yield " ".join(html.unescape(re.sub(r"<[^>]+>", "", part)).split())


def good(text):
    letters = sum(c.isalpha() or c == " " for c in text)
    return 40 <= len(text) <= 1200 and letters >= 0.75 * len(text) and max(map(len, text.split(" "))) < 1200


def ideographic(text):
    """Whether the text is Chinese or Japanese: some pages are not translated."""
    return sum("\u3040" <= c <= "\u9fff" for c in text) >= 0.4 * len(text)


def run(text, size):
    return [{"text": text, "font": "Noto Sans", "size": size, "color": "#1C1C1E"}]


def write(out, name, title, texts, size, width=None):
    with open(out / f"{name}.ndjson", "w", encoding="utf-8") as file:
        head = {"workload": name, "format": 1, "seed": SEED, "items": len(texts), "title": title,
                "phases": ["layout", "draw"]}
        file.write(json.dumps(head, separators=(",", ":")) + "\n")
        for i, text in enumerate(texts):
            item = {"id": f"{name}-{i:05d}", "scale": 2, "background": "#FFFFFF", "runs": run(text, size)}
            if width:
                item["width"] = width
            file.write(json.dumps(item, ensure_ascii=False, separators=(",", ":")) + "\n")
    print(f"{name}: {len(texts)} texts, {sum(map(len, texts))} characters", file=sys.stderr)


def main():
    texts, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    share = texts / "usr/share"
    order = random.Random(SEED)
    all_names = names(texts)
    order.shuffle(all_names)
    write(out, "S1", "names in many languages", [text for text, _ in all_names[:30000]], 13)
    sources = {"de": manual_pages(share / "man/de"), "fr": manual_pages(share / "man/fr"),
               "pl": manual_pages(share / "man/pl"), "ja": manual_pages(share / "man/ja"),
               "zh": manual_pages(share / "man/zh_CN"), "fortunes": fortunes(share / "games/fortunes"),
               "handbook": handbook(share / "debian-reference", "en")}
    seen, by_source = set(), {}
    for source, paragraphs in sources.items():
        kept = []
        for text in paragraphs:
            if good(text) and text not in seen and (source not in ("ja", "zh") or ideographic(text)):
                seen.add(text)
                kept.append(text)
        order.shuffle(kept)
        by_source[source] = kept
        print(f"{source}: {len(kept)} paragraphs", file=sys.stderr)
    shares = {"de": 1200, "fr": 1200, "pl": 1000, "ja": 1600, "zh": 1200, "fortunes": 1400, "handbook": 400}
    mixed = [(s, t) for s, n in shares.items() for t in by_source[s][:n]]
    order.shuffle(mixed)
    write(out, "S2", "mixed paragraphs", [t for _, t in mixed], 15, 360)
    write(out, "S3", "Latin paragraphs", [t for s, t in mixed if s not in ("ja", "zh")], 15, 360)
    write(out, "S4", "Chinese and Japanese paragraphs", [t for s, t in mixed if s in ("ja", "zh")], 15, 360)
    rest = [t for s in sorted(by_source) for t in by_source[s]]
    order.shuffle(rest)
    # Of what comes again, the first characters are left off, so that no paragraph is known.
    long = [rest[i % len(rest)][7 * (i // len(rest)):] for i in range(80000)]
    write(out, "S5", "80,000 paragraphs", long, 15, 360)


main()
