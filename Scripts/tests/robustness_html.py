# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Bad pages of HTML and CSS: what Scripts/tests/robustness gives to `textrender html`.

A case is a name, the page, and what is asked of it: INK (the picture is not blank), words that standard error
has, or nothing. All of them end within 10 s of the processor and 1 GiB.
"""
import random

INK = "ink"


def each(count, text):
    """The text so many times, with `#` as the number."""
    return "".join(text.replace("#", str(i)) for i in range(count))


def styled(css, body="<p>text"):
    return f"<style>{css}</style>{body}"


def declared(value, text="text"):
    return f'<div style="{value}">{text}</div>'


def markup(full):
    deep, size = 100_000, (256 << 20) if full else (4 << 20)
    for tag in ("div span b a p table li ul ruby svg g font button nobr h1 form select option details math template "
                "object td tr marquee x-y blockquote dl dd fieldset noscript").split():
        # Each item ends the one before it, so that the text lies far below.
        plain = tag in ("li", "g", "svg", "math", "template", "select", "option", "details", "object")
        yield f"{deep} deep {tag}", f"<{tag}>" * deep + "text", None if plain else INK
        if tag in ("div", "span", "b", "table", "svg"):
            yield f"{deep} deep and closed {tag}", f"<{tag}>" * deep + "text" + f"</{tag}>" * deep + "text", INK
    yield "a table in each cell", "<table><tr><td>" * deep + "text", INK
    yield "formatting in formatting", "<b><i><u><font><a href=x>" * 20_000 + "text", INK
    yield "formatting never closed", "<b>a<p>" * 20_000, INK
    yield "formatting closed crosswise", "<b><i>a</b>b</i>" * 50_000, INK
    yield "end tags alone", "</div></p></b></table>" * 100_000 + "text", INK
    yield "tables that foster", "<table>" + "<b>a" * 20_000, INK
    yield "unclosed", "text<", INK
    for tail in ("<div", "<div a", '<div a="', "<!--", "<![CDATA[", "<!doctype", "<?", "</", "<style>", "<script>",
                 "<title>", "<textarea>", "<svg><style>", "&", "&#", "&#x", "&am"):
        yield f"cut at {tail}", "text" + tail, INK
    for tail in ("<div a='", "<!--", "<div ", "<style>", "<script>", "</", "<a b=c d=", "&#", "<", "<textarea>"):
        yield f"{size >> 20} MB after {tail}", "text" + tail + "x " * (size // 2), INK if not full else "at most"
    for name, piece in {"text": "lorem ipsum ", "tags": "<b>a</b>", "attributes": "<p a=b c='d'>", "comments": "<!-- -->",
                        "entities": "&amp;&eacute;", "styles": "<p style='color:red'>a", "lt": "<", "quotes": "\"'",
                        }.items():
        few = 16 if name in ("tags", "attributes", "styles") else 4
        yield f"megabytes of {name}", piece * (size // few // len(piece)) + "text", INK if not full else None
    yield "one tag of attributes", "<p " + each(100_000, "a#=# ") + ">text", INK
    yield "many tags of many attributes", ("<p " + each(256, "a#=# ") + ">text") * 500, INK
    yield "one long attribute", "<p class='" + "a " * 500_000 + "'>text", INK
    yield "entities", "&nope;&#0;&#x110000;&#99999999999999999999999;&#xD800;&" + "a" * 100_000 + ";&notin&amp", INK
    yield "a numeral of a megabyte", "&#" + "9" * 1_000_000 + ";text", INK
    yield "a name of a megabyte", "<" + "x" * 1_000_000 + ">text", INK
    yield "NUL bytes", b"te\0xt<p\0 a\0=\0>\0<\0b>text<style>p{\0color:\0red}</style>" + b"\0" * 100_000, INK
    yield "ill-formed UTF-8", b"text\xff\xfe\xc0\x80<p\xff a\xff=\xed\xa0\x80>\xf4\x90\x80\x80\x80<b\xe2\x82>", INK
    yield "a mark of UTF-16", b"\xff\xfe" + "<p>text".encode("utf-16-le") + b"\0", INK
    yield "surrogates alone in UTF-16", b"\xfe\xff" + b"\xd8\0\0<\xdc\0" * 1000 + "<p>text".encode("utf-16-be"), INK
    yield "random bytes", bytes(random.Random(5).randrange(256) for _ in range(200_000)), None
    chance, parts = random.Random(6), "< > </ /> = \" ' div table td tr b i p a svg math style select frameset & ; ! --".split()
    yield "random marks", "".join(chance.choice(parts) + " " * chance.randrange(2) for _ in range(100_000)), None
    for n in ("1e6", "65534", "1000000", "-1", "99999999999999999999"):
        yield f"spans of {n}", f"<table><tr><td colspan={n} rowspan={n}>text<td>a<tr><td>b</table>", INK
    yield "many spans", "<table>" + "<tr><td colspan=1000 rowspan=1000>a" * 300, None
    yield "columns", "<table>" + "<col span=1000>" * 1000 + "<tr><td>text</table>", INK
    yield "lists from far", "<ol start=2147483647><li>a<li>b<li value=-99999999999999999999>text</ol>", INK


NUMBERS = "1e308 -1e308 1e400 1e-320 NaN 1e9 -1e9 1e15 0 -0 99999999999999999999 calc(1/0) calc(-1/0) calc(0/0) 1e6".split()
PROPERTIES = """
width height min-width max-height margin padding border-width border-radius top letter-spacing word-spacing line-height
font-size text-indent tab-size outline-offset columns column-gap column-width flex-basis gap grid-row z-index order
perspective scale rotate opacity font-weight stroke-width -webkit-line-clamp aspect-ratio orphans shape-margin translate
counter-increment text-underline-offset text-decoration-thickness border-spacing object-position background-size
border-image-slice border-image-width vertical-align flex-grow zoom font-size-adjust
""".split()


def values(full):
    """Absurd numbers: each property with all of them, one element each."""
    for name in PROPERTIES:
        units = ("", "px") if name not in ("line-height", "tab-size") else ("", "px", "em", "%")
        kinds = "block flex grid inline-block table".split()
        body = "".join(declared(f"position:relative;border:1px solid;display:{kinds[i % 5]};{name}:{n}{u}", "a\tb<i>c</i>")
                       for i, n in enumerate(NUMBERS) for u in (units if n[0] != "c" else ("", ) if name in ("scale", "order") else ("*1px", ))
                       for n in [n.replace(")", u + ")") if n[0] == "c" else n] for u in ["" if n[0] == "c" else u])
        yield f"numbers of {name}", "<body style='height:200px;overflow:hidden'>text" + body, None
    for css in ("width:1e9px", "height:1e9px", "border:1e6px solid", "font-size:1e6px", "font-size:0", "font-size:-5px",
                "line-height:1e9", "border-radius:1e9px;border:1px solid", "box-shadow:0 0 1e5px red", "columns:1000000",
                "text-shadow:0 0 1e5px red", "filter:blur(1e5px)", "backdrop-filter:blur(1e5px)", "margin:-1e9px",
                "tab-size:1e9;white-space:pre", "letter-spacing:1e9px", "transform:scale(0)", "transform:scale(1e300)",
                "transform:matrix(1,1,1,1,0,0)", "transform:perspective(0) rotateX(89.9999deg)", "transform:matrix3d("
                + ",".join(["1e300"] * 16) + ")", "perspective:0;transform:rotateY(90deg)", "zoom:1e9", "outline:1e9px solid",
                "display:grid;grid-template-columns:repeat(1000000,1px)", "columns:1000 1px;height:1px",
                "display:grid;grid-template-columns:repeat(auto-fill,0.0001px)", "position:absolute;left:1e15px",
                "background:repeating-linear-gradient(red,blue 1e-300px)", "background:url(data:,) 0 0/1e-9px 1e-9px,red",
                "background:radial-gradient(1e300px 1e-300px at 1e308px,red,blue)", "width:-webkit-calc(1px",
                "border-image:linear-gradient(red,blue) 1e9/1e9px/1e9px round", "clip-path:circle(1e308px at NaN)",
                "mask:linear-gradient(red,blue) 0/1e-5px 1e-5px", "clip-path:path('M0 0A1e308 1e-308 0 0 1 9 9z')",
                "background:linear-gradient(red,blue) 0 0/0.001px 0.001px", "outline:1px dotted;width:1e8px;border:0.01px dotted",
                "text-decoration:underline wavy 1e6px;text-underline-offset:1e9px", "-webkit-text-stroke:1e6px red",
                "display:grid;grid-template-areas:'" + "a " * 5000 + "'", "columns:3;column-rule:1e9px dotted;height:9px"):
        yield f"{css[:60]}", declared(css), None
    row = "grid-row:999999999;grid-column:-999999999/span 999999999"
    yield "items far off in a grid", declared("display:grid", f"<p style='{row}'>text" + f"<p style='{row}'>text" * 100), None
    yield "counters beyond", styled("p{counter-increment:a 2147483647}p::after{content:counter(a)counters(a,'.')}", "<p>text" * 99), INK
    for kind in "lower-roman cjk-ideographic hebrew armenian lower-alpha georgian ethiopic-numeric none".split():
        text = "<li value=2147483647>a<li value=-2147483648>b<li value=0>c"
        yield f"numerals {kind}", f"<ol style='list-style:{kind}'>{text}", INK
    for name, (start, end) in {"calc": ("calc(", ")"), "min": ("min(1px,", ")"), "brackets": ("calc((", "))")}.items():
        yield f"{name} 10,000 deep", declared("width:" + start * 10_000 + "1px" + end * 10_000), INK
    yield "a long sum", declared("width:calc(" + "1px + " * 100_000 + "1px)"), INK
    yield "a long product", declared("width:calc(" + "1e300*" * 10_000 + "1px)"), INK
    for name, value in {"color-mix(in srgb,": "red)", "light-dark(": "red,red)", "rgb(from ": "red r g b)"}.items():
        yield f"{name} nested", declared("color:" + name * 5000 + value * 5000), INK
    doubling = each(60, "--v#:var(--w#) var(--w#);").replace("w", "v") + "--v0:a b"
    for i in range(60, 0, -1): doubling = doubling.replace(f"--v{i}:var(--v{i}) var(--v{i})", f"--v{i}:var(--v{i - 1}) var(--v{i - 1})")
    yield "var() that doubles", declared(doubling + ";width:var(--v59)"), INK
    yield "var() that doubles each time one more is around", f"<div style='--a:a b'>" + "<div style='--a:var(--b) var(--b);--b:var(--a)'>" * 300 + "text", INK
    yield "var() in a circle", declared("--a:var(--b);--b:var(--c,var(--a));--c:var(--a);color:var(--a,red)"), INK
    yield "long var() many times", styled("p{--a:" + "x " * 8000 + ";" + each(5000, "--b#:var(--a);") + "}"), INK
    yield "a chain of var()", styled("p{--a0:red;" + "".join(f"--a{i + 1}:var(--a{i});" for i in range(20_000)) + "color:var(--a20000)}"), INK
    yield "fallbacks of var() nested", declared("color:" + "var(--x," * 10_000 + "red" + ")" * 10_000), INK
    yield "custom properties many and inherited", styled("div{" + each(5000, "--c#:#;") + "}", "<div>" * 300 + "text"), INK


def selectors(full):
    n = 100_000 if full else 4000
    flat, tree = "<p class=a>t" * n, "<div class=a>" * 400 + "text"
    many = "<div>" * 400 + "<i></i>" * n + "text"
    for name, (css, body) in {
            ":has() in a chain": (":has(:has(:has(i)))" + each(200, ",p:has(~p~p.x#)") + "{color:red}", flat),
            ":has() of all": (each(100, "*:has(.x#){color:red}"), flat), ":has() beside": (each(100, "p:has(+ p:has(+ .x#)){color:red}"), flat),
            ":nth-child() of": (each(50, ":nth-child(# of :not(.b#)){color:red}"), flat),
            ":nth-last-child() of": (":nth-last-child(3n of :nth-child(2n of p)){color:red}", flat),
            "siblings": (each(100, ".a~.a~.x#~.a{color:red}"), flat), "a chain of descendants": (each(200, "div div div div div .x# div div div{color:red}"), tree),
            "a chain of 10,000": ("div " * 10_000 + "{color:red}", tree), "chains of children": (each(500, "div>div>div .a>div>.x# div{color:red}"), tree),
            ":not(:is()) nested": (":not(:is(" * 1000 + "b" + "))" * 1000 + "{color:red}", flat),
            ":is() that multiplies": (":is(a,div) " * 30 + "b{color:red}", tree), "lists of 100,000": (each(100_000, ".b#,") + "p{color:red}", flat[:4000]),
            "parts of a long attribute": (each(500, "[class*=bbbbbbc#]{color:red}"), ("<p class='" + "b" * 2000 + "'>t") * 500),
            "parts of one attribute": (each(20, "[class*='" + "b" * 5000 + "c#']{color:red}"), "<p class='" + "b" * 1_000_000 + "'>t"),
            "many classes, many rules": (each(5000, ".c1.x#{color:red}"), "<p class='" + each(20_000, "c# ") + "'>text" * 20),
            ":lang() deep": (each(1000, ":lang(x#){color:red}"), many), ":dir() deep": (each(1000, "i:dir(rtl).x#,:dir(rtl){color:red}"), many),
            ":disabled deep": (each(1000, ":disabled{color:red}"), many.replace("i>", "button>")),
            ":empty with much": (each(1000, ":empty.b,:empty{color:red}"), many), ":first-of-type": (each(1000, ":nth-of-type(#n){color:red}"), each(n, "<x#>t</x#>")),
            "rules that all match": (each(1000, "*{color:red}"), flat), "rules that none matches": (each(50_000, "*.x#{color:red}"), flat[:20000]),
            "rules by attribute": (each(2000, "[data-x#]{color:red}"), ("<p " + each(50, "data-y#=# ") + ">t") * 500),
            "nested rules": ("div{&" * 10_000 + "{color:red}" + "}" * 10_000, tree), "nested lists that multiply": ("a,div{& b,& div" * 40 + "{color:red}", tree),
            "before, after and first letter": ("*::before{content:'a'}*::after{content:open-quote}*::first-letter{color:red}*::first-line{color:red}", tree + flat),
            "ten thousand rules": (each(10_000 if not full else 100_000, ".c#{color:red}p.c#>b{color:red}"), each(10_000 if not full else 100_000, "<p class='c# a'><b>t</b>")),
    }.items():
        yield f"selectors: {name}", styled(css, body), INK if not full else None
    for name, text in {"brackets": "p{color:red}" + "{[(" * 300_000, "string": "p{content:'" + "a" * 2_000_000, "comment": "p{color:red}/*" + "a" * 2_000_000,
                       "url": "p{background:url(" + "a" * 2_000_000, "escapes": "\\" * 1_000_000, "at-rules nested": "@media all{" * 10_000 + "p{color:red}",
                       "at-rules of all kinds": "@supports(a:b){@layer a{@container x{@media all{@scope{" * 2000, "layers nested": "@layer a{" * 5000,
                       "layers": each(20_000, "@layer a#.b;"), "media": "@media " + "not all and (width>1px)," * 50_000 + "all{p{color:red}}",
                       "media nested": "@media " + "(not " * 10_000 + "(width)" + ")" * 10_000 + "{p{color:red}}", "closing": "}" * 1_000_000 + "p{color:red}",
                       "semicolons": "p{" + ";" * 1_000_000 + "color:red}", "declarations": "p{" + "color:red;" * 200_000 + "}", "bangs": "p{color:red" + "!important" * 50_000 + "}",
                       "unknown": each(50_000, "p{x#:1;y#:2}@z#;"), "fonts": each(5000, "@font-face{font-family:f#;src:url(data:font/ttf;base64,AAEAAAA=)}") + "p{font-family:f0}",
                       "families": "p{font-family:" + each(50_000, "f#,") + "serif}", "properties": each(20_000, "@property --p#{syntax:'*';inherits:false;initial-value:a}")}.items():
        yield f"style sheet: {name}", styled(text), None if name == "at-rules nested" else INK


def painting(full):
    n = 100_000 if full else 10_000
    yield "filters 60 deep", "<div style='filter:blur(2px)'>" * 60 + "text", INK
    yield "filters in a row", declared("filter:" + "blur(1px) drop-shadow(1px 1px 1px red)" * 100), INK
    yield "300 blurred", "<div style='filter:blur(9px);height:40px;background:red'>t</div>" * 300, INK
    yield "blends 60 deep", "<div style='mix-blend-mode:multiply;opacity:.99;isolation:isolate'>" * 60 + "text", INK
    yield "stacking contexts", each(5000, "<i style='position:absolute;z-index:-#;opacity:.9'>t</i>"), INK
    yield "masks and clips 60 deep", "<div style='clip-path:circle();mask:linear-gradient(red,red);overflow:hidden;border-radius:9px'>" * 60 + "text", None
    yield "transforms 300 deep", "<div style='transform:rotate(1deg) scale(.99);transform-style:preserve-3d;perspective:9px'>" * 300 + "text", None
    yield "3D that meets", "<div style='transform-style:preserve-3d'>" + each(300, "<p style='position:absolute;transform:rotateY(#deg)'>text"), INK
    yield "backgrounds of 10,000 layers", declared("background:" + "linear-gradient(red,blue)," * n + "red"), INK
    yield "backdrops", "<div style='backdrop-filter:blur(9px);height:20px'>t</div>" * 200, INK
    yield "shadows", declared("box-shadow:" + "0 0 30px red," * 2000 + "0 0 red;text-shadow:" + "0 0 30px red," * 500 + "0 0 red"), INK
    yield "a gradient of 100,000 stops", declared("background:linear-gradient(red" + ",red,blue" * 50_000 + ")"), INK
    yield "a conic gradient in tiles", declared("background:repeating-conic-gradient(red 0 1e-5deg,blue 0 2e-5deg) 0 0/1px 1px;height:9000px"), INK
    yield "many borders", "<i style='border:3px dotted red;border-radius:50%;outline:1px dashed'>t</i> " * (n // 2), INK
    yield "a dotted border without end", declared("border:0.1px dotted;height:16000px") + declared("border:1px dashed;width:1e7px"), INK
    yield "decorations nested", "<u style='text-decoration:underline wavy'>" * 400 + "text", INK
    yield "floats", "<div style='float:left;width:3px;height:3px;background:red'></div>" * n, None
    yield "floats of many widths", each(3000, "<div style='float:left;width:#px;height:#px'>t</div>text "), None
    yield "floats with shapes", "<div style='float:left;shape-outside:circle();width:30px;height:30px'></div>text " * 1000, INK
    yield "inline blocks", "<b style='display:inline-block'>t</b> " * n, None
    yield "inline blocks nested", "<b style='display:inline-block'>t" * 400, INK
    yield "shrink to fit nested", "<div style='float:left'><table><td>" * 150 + "text", INK
    for kind in ("flex", "inline-flex", "grid", "inline-grid", "table", "flex;flex-direction:column;flex-wrap:wrap", "grid;grid-template-columns:min-content auto 1fr",
                 "flow-root;columns:2", "block;columns:2;height:99px", "block;writing-mode:vertical-rl", "inline-block;width:min-content"):
        yield f"{kind} nested", f"<div style='display:{kind}'>a" * 250 + "text", INK
    yield "writing modes nested", "<div style='writing-mode:vertical-rl'><div style='writing-mode:horizontal-tb'>a" * 100, INK
    yield "aspect ratios nested", "<div style='aspect-ratio:1;display:flex'>a" * 200, None
    yield "flex items", "<div style='display:flex;flex-wrap:wrap'>" + "<i>t</i>" * n, None
    yield "grid items", "<div style='display:grid;grid-template-columns:repeat(50,1fr);grid-auto-flow:dense'>" + each(n, "<i style='grid-column:span #'>t</i>"), None
    yield "a table of 300 × 300", "<table border=1>" + ("<tr>" + "<td>t" * 300) * 300, None
    yield "a table of collapsed borders", "<table border=1 style='border-collapse:collapse'>" + ("<tr>" + "<td>t" * 100) * 100, INK
    yield "columns without end", declared("columns:9;height:9px", "text <p>" * n), None
    yield "columns in columns", "<div style='columns:2'>text " * 30, INK


def lines(full):
    n = 100_000
    yield "breaks", "text" + "<br>" * n, "points high"
    yield "a word of 5 MB", "x" * (5 << 20), None
    yield "a word of 5 MB that may break", declared("overflow-wrap:anywhere;font-size:1px", "x" * (1 << 20)), None
    yield "combining marks", "a" + "\u0301" * n, INK
    yield "turns of direction", "text\u202e\u202a\u2067a\u2069" * (n // 4), None
    yield "embeddings nested", "\u202b" * n + "text" + "\u202c" * n, INK
    yield "bdo nested", "<bdo dir=rtl>a<bdo dir=ltr>b" * 250 + "text", INK
    yield "spans in a line", "<span>t</span>" * (n // 2), INK
    yield "spans with edges", "<span style='padding:1px;border:1px solid'>t</span> " * (n // 10), INK
    yield "ruby", "<ruby>t<rt>r</ruby>" * (n // 10), INK
    yield "ruby nested", "<ruby>a<rt>" * 500 + "text", None
    yield "preformatted", "<pre>" + "t\t" * n + "\n" * 100, INK
    yield "balance", declared("text-wrap:balance", "text " * n), None
    yield "soft hyphens justified", declared("text-align:justify;hyphens:auto", "te\u00adxt " * (n // 4)), INK
    yield "first letters", "<style>p::first-letter{float:left;font-size:30px}</style>" + "<p>((((text" * 500, INK
    yield "a first letter of a megabyte", "<style>p::first-letter{color:red}</style><p>" + "(" * 1_000_000 + "text", None
    yield "emphasis, shadows, strokes", declared("text-emphasis:dot;text-shadow:1px 1px 5px red;-webkit-text-stroke:1px", "text " * 4000), INK
    yield "line clamp", declared("-webkit-line-clamp:999999;display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden", "text " * 20_000), INK
    yield "ellipsis", declared("text-overflow:ellipsis;white-space:nowrap;overflow:hidden", "text " * n), INK
    yield "vertical", declared("writing-mode:vertical-rl;text-combine-upright:all;height:300px", "<b>12</b>\u65e5" * 5000), None
    yield "quotes", "<q>a" * n, INK
    yield "text of all transforms", declared("text-transform:uppercase full-width;font-variant:small-caps", "\u0149\u00dfi\u0307\u1e9e" * 20_000), INK
