# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Files that bad pages of HTML name: what lies beyond the root, hostile style sheets, pictures and fonts; sizes that
are absurd; and the same refusals as lines of a batch. Scripts/tests/robustness gives them to the tool."""
import base64
import json
import os
import struct
import zlib

SECRET = "SECRET7316"
MOST = (10, 1 << 30)
# Nothing of /etc/passwd is told.
UNTOLD = "(?s)^(?!.*root:)"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, rows=None):
    """A red PNG, with as many rows as it says, or fewer."""
    row = b"\0" + b"\xff\0\0\xff" * width
    packer = zlib.compressobj()
    data = b"".join(packer.compress(row) for _ in range(height if rows is None else rows)) + packer.flush()
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def svg(body, more=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90" {more}>{body}</svg>'


def write(path, data):
    with open(path, "wb") as file: file.write(data.encode() if isinstance(data, str) else data)


class Site:
    """A root with a page, and beside it what the page must not show."""

    def __init__(self, folder, check, note):
        self.folder, self.check, self.note = folder, check, note
        self.root, self.out = os.path.join(folder, "root"), os.path.join(folder, "out.rgba")
        os.makedirs(os.path.join(self.root, "sub/folder"))
        for place in (folder, self.root):
            kind = "inside" if place == self.root else SECRET
            write(os.path.join(place, f"{kind}.png"), png(20, 20))
            write(os.path.join(place, f"{kind}.svg"), svg('<rect width="90" height="90" fill="red"/>'))
            write(os.path.join(place, f"{kind}.css"), f"body{{background:red}} /* {SECRET} */")
        os.symlink("../" + SECRET + ".png", os.path.join(self.root, "link.png"))
        os.symlink("../" + SECRET + ".css", os.path.join(self.root, "link.css"))
        os.symlink("..", os.path.join(self.root, "up"))
        os.symlink("loop.png", os.path.join(self.root, "loop.png"))
        os.symlink("/dev/zero", os.path.join(self.root, "zero.png"))
        os.mkfifo(os.path.join(self.root, "pipe.png"))
        os.mkfifo(os.path.join(self.root, "pipe.css"))
        write(os.path.join(self.root, "empty.png"), b"")
        write(os.path.join(self.root, "empty.ttf"), b"")
        write(os.path.join(self.root, "garbage.ttf"), b"\0\1\0\0\0\xff" + b"\xff" * 5000)
        write(os.path.join(self.root, "torn.png"), png(900, 900)[:500])
        write(os.path.join(self.root, "huge.png"), png(30_000, 30_000, 3))
        write(os.path.join(self.root, "bomb.png"), png(16_000, 16_000, 16_000))

    def draw(self, name, page, ink=None, message=None, exits=(0, 1), more=(), size=("--width", "300", "--height", "200")):
        """Draws a page within the root. What the picture shows and what is told is checked."""
        source = os.path.join(self.root, "page.html")
        write(source, page)
        if os.path.exists(self.out): os.unlink(self.out)
        self.check(f"page: {name}", ["html", source, "--no-system-fonts", "--image-root", self.root, "--format", "rgba",
                                     "-o", self.out, *size, *more], set(exits), message=message, most=MOST)
        if ink is None: return
        data = open(self.out, "rb").read() if os.path.exists(self.out) else b""
        shows = data.count(0) != len(data)
        self.note(f"page: {name}: {'it is drawn' if ink else 'nothing is drawn'}", [] if shows == ink else [f"ink: {shows}"])


def beyond(site):
    """Names of files that lie outside of the root, or that are no files."""
    for name in (f"../{SECRET}", f"sub/../../{SECRET}", f"..%2f{SECRET}", f"%2e%2e/{SECRET}", f"up/{SECRET}", "link", f"..\\{SECRET}",
                 site.folder + "/" + SECRET, "file://" + site.folder + "/" + SECRET, "//localhost" + site.folder + "/" + SECRET,
                 f"http://127.0.0.1:9/{SECRET}", f"./.././{SECRET}", f"..%252f{SECRET}", f"\t../{SECRET}", f"inside.png/../../{SECRET}",
                 "x" * 5000, "a/" * 3000 + SECRET, f"../{SECRET}.png%00.", "javascript:1", "%", "", "?", "#"):
        site.draw(f"a picture at {name[:50]}", f'<img src="{name}.png">'
                  f'<div style="background:url({name}.png);width:50px;height:50px"></div><i style="content:url({name}.png)"></i>'
                  f'<ul style="list-style:url({name}.svg);margin:0;padding:0"><b style="mask:url({name}.png);border-image:url({name}.png) 5 5px"></b>'
                  f'<object data="{name}.svg"></object><embed src="{name}.png"><div style="float:left;shape-outside:url({name}.png)"></div>', False)
        site.draw(f"a style sheet at {name[:50]}", f'<link rel=stylesheet href="{name}.css"><style>@import "{name}.css";</style>', False)
    for name in ("/etc/passwd", "../../../../../../etc/passwd", "file:///etc/passwd", "/proc/self/environ"):
        site.draw(f"lines of {name}", f'<link rel=stylesheet href="{name}"><style>@import url({name});@font-face{{font-family:a;src:url({name})}}'
                  f"</style><img src='{name}'><object data='{name}'></object>", False, UNTOLD)
    for name in ("pipe.png", "zero.png", "loop.png", "/dev/zero", "/dev/stdin", "sub/folder", ".", "empty.png", "torn.png", "huge.png"):
        site.draw(f"a picture is {name}", f'<img src="{name}">', None if name == "torn.png" else False)
        site.draw(f"a style sheet is {name}", f'<link rel=stylesheet href="{name}"><p>text', True)
    site.draw("a style sheet is a pipe", "<link rel=stylesheet href=pipe.css>text", True)
    site.draw("a large picture", "<img src=bomb.png style='width:9px'>", None)
    site.draw("a style sheet is a picture", "<link rel=stylesheet href=inside.png>text", True)
    site.draw("10,000 pictures that are not there", "".join(f"<img src={i}.png>" for i in range(10_000)) + "text", None, "And 99|more files")
    site.draw("a page that names itself", "<object data=page.html></object><iframe src=page.html></iframe><link rel=stylesheet href=page.html>text", True)
    site.draw("what lies in the root", "<img src=inside.png><img src=sub/../inside.svg><link rel=stylesheet href=%69nside.css>", True)
    for face in ("garbage.ttf", "empty.ttf", "pipe.png", "inside.png", "none.ttf", "data:font/ttf;base64,AAEAAAA", "data:,", "http://127.0.0.1:9/a.woff2"):
        site.draw(f"a font is {face}", f"<style>@font-face{{font-family:a;src:url({face})}}p{{font-family:a}}</style><p>text", True)


def sheets(site, full):
    """Style sheets that import one another."""
    def sheet(name, text): write(os.path.join(site.root, name), text)
    sheet("a.css", "@import 'b.css';p{color:red}")
    sheet("b.css", "@import 'a.css';@import 'b.css';@import 'a.css?1';p{color:red}")
    for i in range(300): sheet(f"chain{i}.css", f"@import 'chain{i + 1}.css';p{{color:red}}")
    for i in range(12): sheet(f"twice{i}.css", f"@import 'twice{i + 1}.css';@import 'twice{i + 1}.css' print;" * 4)
    sheet("twice12.css", "p{color:red}" * 1000)
    sheet("large.css", "p{color:red}" * ((20 << 20) // 12))
    sheet("full.css", "p{color:red}\n" * ((15 << 20) // 13))
    sheet("utf16.css", b"\xff\xfe" + "p{color:red}".encode("utf-16-le") + b"\0\xd8\0")
    sheet("nul.css", b"\0" * 100_000 + b"p{color:\0red}\xff\xfe")
    for name in ("a", "chain0", "twice0", "large", "utf16", "nul") + (("full",) if full else ()):
        site.draw(f"style sheet {name}.css", f"<link rel=stylesheet href={name}.css><p>text", True)
        site.draw(f"--css {name}.css", "<p>text", None if name == "large" else True, more=("--css", os.path.join(site.root, f"{name}.css")))
    site.draw("1,000 times the same sheet", "<link rel=stylesheet href=twice12.css>" * 1000 + "<p>text", True)
    for css in ("none.css", ".", "/dev/zero", os.path.join(site.folder, SECRET + ".css"), "pipe.css", ""):
        site.draw(f"--css {css[-20:]}", "<p>text", None, exits=(0, 1, 2), more=("--css", css))


def pictures(site, full):
    """Pictures of SVG, and in addresses."""
    deep, many = 20_000, 20_000
    uses = "".join(f'<g id="u{i + 1}"><use href="#u{i}"/><use href="#u{i}"/></g>' for i in range(40))
    entities = "".join(f'<!ENTITY e{i + 1} "{f"&e{i};" * 10}">' for i in range(9))
    for name, text in {
            "deep": svg("<g>" * deep + "<rect/>" + "</g>" * deep), "many": svg('<rect x="1" width="9" height="9"/>' * many),
            "use of itself": svg('<g id="a"><use href="#a"/></g>'), "use in a circle": svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
            "use that doubles": svg('<rect id="u0" width="9" height="9"/>' + uses + '<use href="#u40"/>'),
            "entities": f'<!DOCTYPE svg [<!ENTITY e0 "ha">{entities}]>' + svg("<text>&e9;</text>"),
            "outer entity": '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + svg("<text>&x;</text><style>&x;</style>"),
            "pictures within": svg(f'<image href="../{SECRET}.png" width="90" height="90"/><image href="file://{site.folder}/{SECRET}.png" width="9" height="9"/>'),
            "itself within": svg('<image href="hostile.svg" width="90" height="90"/>'),
            "a script": svg("<script>while(1);</script>"), "a path": svg('<path d="' + "M0 0L1e308 -1e308A1e300 1 0 0 1 9 9" * 5000 + '"/>'),
            "a long path": svg('<path stroke="red" stroke-dasharray="0.001" d="M0 0' + "l1 1 -1 1" * 50_000 + '"/>'),
            "numbers": svg('<rect width="1e308" height="NaN" rx="-1" stroke-width="1e308" transform="scale(1e300) rotate(1e308)"/>'),
            "gradients in a circle": svg('<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect fill="url(#a)" width="9" height="9"/>'),
            "clips in a circle": svg('<clipPath id="a" clip-path="url(#b)"><rect clip-path="url(#a)"/></clipPath><clipPath id="b" clip-path="url(#a)"/><rect clip-path="url(#a)"/>'),
            "a view box": svg('<rect width="9" height="9"/>', 'viewBox="0 0 1e-300 1e300"'), "no size": "<svg>", "huge": svg("<rect/>").replace('"90"', '"1e9"'),
            "cut": svg("<rect")[:-30], "NUL": "\0" * 1000, "empty": "", "HTML": "<html><body><p>text", "not UTF-8": b"<svg \xff\xfe width='9'><rect width='\xc0'/>"}.items():
        write(os.path.join(site.root, "hostile.svg"), text)
        inner = text if isinstance(text, str) else text.decode("latin-1")
        site.draw(f"SVG {name}", "<img src=hostile.svg><div style='background:url(hostile.svg);height:50px'></div>",
                  False if name in ("pictures within", "outer entity", "itself within") else None, UNTOLD)
        site.draw(f"SVG in the page, {name}", inner, None, UNTOLD)
    good = base64.b64encode(png(20, 20)).decode()
    for name, text in {
            "garbage": "data:image/png;base64,!!!!", "nothing": "data:", "a comma": "data:,", "cut": "data:image/png;base64," + good[:50], "no base64": "data:image/png,abc",
            "12 MB": "data:image/png;base64," + "A" * (12 << 20), "12 MB of SVG": "data:image/svg+xml," + svg("<g/>" * (3 << 20)).replace('"', "'").replace("#", "%23"),
            "another kind": "data:text/html;base64," + good, "percents": "data:image/svg+xml," + "%" * 100_000, "nested": "data:image/svg+xml," + "data:image/svg+xml," * 10_000,
            "GIF": "data:image/gif;base64,R0lGODlhAQABAAAAACw=", "broken WebP": "data:image/webp;base64," + base64.b64encode(b"RIFF\xff\xff\xff\xffWEBPVP8X" + b"\xff" * 99).decode(),
            "broken JPEG": "data:image/jpeg;base64," + base64.b64encode(b"\xff\xd8\xff\xe0" + b"\xff\xc0\0\x11\x08\xff\xff\xff\xff\3" + b"\xff" * 999).decode(),
    }.items():
        site.draw(f"data: {name}", f'<img src="{text}">', None)
    site.draw("a data: picture", f"<img src=data:image/png;base64,{good}>" * 1000, True)


def sizes(site):
    """Sizes of pages, and refusals as lines of a batch: exit statuses and codes."""
    for option in ("--width", "--height", "--scale"):
        for value in ("0", "-1", "1e9", "1e308", "NaN", "inf", "1e-9", "16385", "x", ""):
            if option == "--scale" and value in ("1e-9",): continue
            other = () if option == "--width" else ("--width", "100")
            site.draw(f"{option}={value}", "<p style='width:100vw;height:100vh'>text", None, exits=(1, 2), size=(*other, f"{option}={value}"))
    refused = {"high": "<p style='height:1e9px'>a", "large": "<p>" + "a" * (17 << 20), "elements": "<i></i>" * 2_000_000, "a border": "<p style='border:1e6px solid'>a"}
    lines = [json.dumps({"id": name, "html": page, "options": {"width": 300}}) for name, page in refused.items()]
    lines += [json.dumps({"id": f"options {i}", "html": "<p>a", "options": options}) for i, options in enumerate((
        {"width": 1e9}, {"width": 0}, {"width": "x"}, {"height": -1}, {"scale": 1e9}, {"strict": True, "media": "x"}, {"css": 1}, {"css": "none.css", "strict": True}))]
    lines += ['{"id":"kind","html":1}', '{"id":"two","html":"a","scene":{}}', '{"id":"null","html":null}']
    lines.append(json.dumps({"id": "strict", "html": f"<img src=../{SECRET}.png>", "options": {"strict": True, "imageRoot": site.root}}))
    out = site.check("a batch of bad pages", ["batch", "--into", os.path.join(site.folder, "into")], {0, 1}, ("\n".join(lines) + "\n").encode(), limit=120, most=(30, 1 << 30))
    replies = [json.loads(line) for line in out.decode().splitlines() if line.startswith('{"id"')]
    site.note("a reply for each bad page", [] if len(replies) == len(lines) else [f"{len(replies)} of {len(lines)}"])
    for reply in replies:
        good = reply.get("exit") in (1, 2) and reply.get("failure") and reply.get("stderr", "").startswith("textrender: ")
        site.note(f"a bad page in a batch: {reply['id']}", [] if good else [json.dumps(reply)[:200]])


def run(folder, check, note, full):
    site = Site(folder, check, note)
    beyond(site)
    sheets(site, full)
    pictures(site, full)
    sizes(site)
