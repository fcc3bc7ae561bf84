#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes the workloads W1 to W7 as NDJSON into a folder (README.md has the format).

    generate.py FOLDER

Deterministic: one fixed seed per workload, no clock, no set iteration; the prose
comes from two Debian packages (developers-reference, debian-reference-en) and the
licence texts every Debian machine has. Prints the SHA-256 of each file, so that two
runs can be told to have used the same text.
"""
import gzip, hashlib, json, os, random, sys

SEED = 20250731
PROSE = ["/usr/share/developers-reference/developers-reference.txt.gz",
         "/usr/share/debian-reference/debian-reference.en.txt.gz"]
LICENCES = ["GPL-3", "LGPL-2.1", "MPL-2.0", "GFDL-1.3", "Apache-2.0", "GPL-2", "MPL-1.1",
            "LGPL-2", "CC0-1.0", "GPL-1", "Artistic"]

# --------------------------------------------------------------------------- prose

def paragraphs():
    """Unwrapped paragraphs of running prose, in a fixed order."""
    raws = []
    for p in PROSE:
        with gzip.open(p, "rt", encoding="utf-8", errors="replace") as f:
            raws.append(f.read())
    for n in LICENCES:
        with open("/usr/share/common-licenses/" + n, encoding="utf-8", errors="replace") as f:
            raws.append(f.read())
    out, seen = [], {}
    for raw in raws:
        for block in raw.replace("\r", "").replace("\f", "\n\n").split("\n\n"):
            t = " ".join(block.split())
            if len(t) < 60 or t in seen:
                continue
            ok = sum(c.isalpha() or c == " " for c in t)
            if ok < 0.80 * len(t) or max(len(w) for w in t.split()) > 40:
                continue
            if any(ord(c) < 32 or 0x2500 <= ord(c) < 0x2600 for c in t):
                continue
            seen[t] = 1
            out.append(t)
    return out

def run(text, font, size, color="#1C1C1E", weight=400, italic=False, underline=False):
    r = {"text": text, "font": font, "size": size, "color": color}
    if weight != 400: r["weight"] = weight
    if italic: r["italic"] = True
    if underline: r["underline"] = True
    return r

# ----------------------------------------------------------------------- workloads

VERBS = ("Open Close Save Edit Delete Share Copy Paste Move Rename Archive Restore Upload Download Sync Pin Mute "
         "Follow Block Report Search Filter Sort Print Export Import Duplicate Preview Install Update Remove Enable "
         "Disable Reset Verify Confirm Cancel Retry Resume Pause Play Record Connect Invite Merge Review Approve").split()
NOUNS = ("message photo album file folder document contact account profile setting device network playlist video "
         "comment draft invoice order payment address calendar event reminder backup bookmark password session "
         "project branch ticket report dashboard widget channel member notification shortcut template location "
         "subscription attachment preference keyboard language").split()
ADJ = ("new old all last next shared recent hidden private public offline unread pinned default local remote "
       "selected archived failed pending monthly weekly daily custom").split()
NAMES = ("Anna Marek Chloe Diego Elif Farid Greta Hiro Ines Jonas Kavya Liam Mina Noah Olga Pavel Quinn Rosa Sofia "
         "Tariq Uma Viktor Wendy Xavier Yara Zoe").split()

def w1(n=10000):
    rnd, seen, items = random.Random(SEED + 1), {}, []
    while len(items) < n:
        k = rnd.randrange(5)
        if k == 0: t = f"{rnd.choice(VERBS)} {rnd.choice(ADJ)} {rnd.choice(NOUNS)}"
        elif k == 1: t = f"{rnd.choice(NAMES)}’s {rnd.choice(ADJ)} {rnd.choice(NOUNS)}"
        elif k == 2: t = f"{rnd.choice(VERBS)} {rnd.choice(NOUNS)} ({rnd.randrange(1, 1000)})"
        elif k == 3: t = f"{rnd.randrange(1, 60)} min ago · {rnd.choice(NAMES)} {rnd.choice(NAMES)[0]}."
        else: t = f"{rnd.choice(ADJ).capitalize()} {rnd.choice(NOUNS)}: {rnd.randrange(1, 100)}%"
        if not 22 <= len(t) <= 28 or t in seen:
            continue
        seen[t] = 1
        items.append({"id": f"w1-{len(items):05d}", "width": 200, "height": 24, "scale": 2, "maxLines": 1,
                      "truncate": "end", "background": "#00000000", "runs": [run(t, "Inter", 13)]})
    return {"title": "labels", "phases": ["layout", "draw"]}, items

def w2(paras, n=2000):
    rnd, items = random.Random(SEED + 2), []
    words = [w for p in paras for w in p.split()]
    F = "Noto Sans"
    while len(items) < n:
        name = rnd.choice(NAMES) + " " + rnd.choice(NAMES)
        title = f"{name} · {rnd.choice(NOUNS)} {rnd.randrange(1, 500)}"
        want = rnd.randrange(120, 215)
        at = rnd.randrange(len(words) - 80)
        ws, ln = [], 0
        while ln < want:
            ws.append(words[at]); ln += len(words[at]) + 1; at += 1
        runs = [run(title + "\n", F, 17, "#000000", weight=700)]
        i = 0
        while i < len(ws):
            k = rnd.randrange(10)
            m = min(len(ws) - i, rnd.randrange(5, 12) if k < 5 else rnd.randrange(1, 4))
            t = " ".join(ws[i:i + m]); i += m
            if i < len(ws): t += " "
            if k < 5: runs.append(run(t, F, 14))
            elif k == 5: runs.append(run(t, F, 14, weight=700))
            elif k == 6: runs.append(run(t, F, 14, italic=True))
            elif k == 7: runs.append(run(t, F, 14, "#0A60FF", underline=True))
            elif k == 8: runs.append(run("@" + rnd.choice(NAMES).lower() + " ", F, 14, "#B0206A")); runs.append(run(t, F, 14))
            else: runs.append(run(t, F, 14, "#8E8E93"))
        items.append({"id": f"w2-{len(items):05d}", "width": 320, "scale": 2, "maxLines": 4, "truncate": "end",
                      "background": "#FFFFFFFF", "runs": runs})
    return {"title": "cells", "phases": ["layout", "draw"]}, items

SAMPLES = {
 "latin": ["All human beings are born free and equal in dignity and rights.", "They are endowed with reason and conscience.",
           "Toute personne a droit à l’éducation.", "Jeder hat das Recht auf Leben, Freiheit und Sicherheit.",
           "Każdy człowiek ma prawo do życia, wolności i bezpieczeństwa.", "Everyone has the right to rest and leisure.",
           "Herkesin yaşamak, özgürlük ve kişi güvenliği hakkı vardır.", "Mọi người sinh ra đều được tự do và bình đẳng."],
 "arabic": ["يولد جميع الناس أحراراً ومتساوين في الكرامة والحقوق.", "وقد وهبوا العقل والوجدان وعليهم أن يعاملوا بعضهم بعضاً بروح الإخاء.",
            "لكل فرد الحق في الحياة والحرية وفي الأمان على شخصه.", "لا يجوز استرقاق أحد أو استعباده.",
            "لكل شخص الحق في التعليم.", "كل الناس سواسية أمام القانون (المادة 7)."],
 "hebrew": ["כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.", "כולם חוננו בתבונה ובמצפון.",
            "כל אדם יש לו הזכות לחיים, לחירות ולביטחון אישי.", "לא יהיה אדם עבד או משועבד (סעיף 4).", "כל אדם זכאי לחינוך."],
 "devanagari": ["सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
                "उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है।", "प्रत्येक व्यक्ति को शिक्षा का अधिकार है।",
                "कानून की निगाह में सभी समान हैं।", "प्रत्येक व्यक्ति को जीवन और स्वतंत्रता का अधिकार है।"],
 "thai": ["มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ", "ต่างมีเหตุผลและมโนธรรม",
          "ทุกคนมีสิทธิในการดำรงชีวิต เสรีภาพ และความมั่นคงแห่งตัวตน", "ทุกคนมีสิทธิในการศึกษา"],
 "cjk": ["人人生而自由，在尊严和权利上一律平等。", "他们赋有理性和良心，并应以兄弟关系的精神相对待。",
         "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
         "何人も、教育を受ける権利を有する。", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
         "모든 사람은 교육을 받을 권리를 가진다.", "人人有權享有生命、自由和人身安全。"],
 "emoji": ["😀", "🎉", "👍🏽", "👩‍💻", "🇫🇷", "❤️", "🚀", "🌍", "🍜", "👨‍👩‍👧", "✅", "🐈"],
}

def w3(n=500):
    rnd, items = random.Random(SEED + 3), []
    scripts = ["latin", "arabic", "hebrew", "devanagari", "thai", "cjk"]
    while len(items) < n:
        parts = []
        order = scripts[:]
        rnd.shuffle(order)
        for s in order:
            parts.append(rnd.choice(SAMPLES[s]))
            if rnd.random() < 0.5: parts.append(rnd.choice(SAMPLES["emoji"]))
            if rnd.random() < 0.4: parts.append(rnd.choice(SAMPLES["latin"]))
            if rnd.random() < 0.3: parts.append(str(rnd.randrange(1, 100000)))
        text = " ".join(parts)
        if order[0] in ("arabic", "hebrew") and rnd.random() < 0.5:
            text = rnd.choice(SAMPLES["latin"]) + " " + text
        items.append({"id": f"w3-{len(items):05d}", "width": 360, "scale": 2, "background": "#FFFFFFFF",
                      "runs": [run(text, "Noto Sans", 15)]})
    return {"title": "multilingual paragraphs", "phases": ["layout", "draw"]}, items

def w4(paras, size=1_000_000):
    out, ln = [], 0
    i = 0
    rnd = random.Random(SEED + 4)
    while ln < size:
        if i < len(paras):
            p = paras[i]
        else:  # ran out of prose: paragraphs made of sentences drawn from all of it, never the same twice
            p = " ".join(rnd.choice(rnd.choice(paras).split(". ")) + "." for _ in range(5))
        i += 1
        out.append(p); ln += len(p.encode()) + 1
    text = "\n".join(out)
    b = text.encode()[:size]
    text = b.decode("utf-8", "ignore")
    text = text[:text.rfind(" ")]
    return ({"title": "long document", "phases": ["layout", "tile"]},
            [{"id": "w4-0", "width": 600, "scale": 2, "background": "#FFFFFFFF",
              "tile": {"x": 0, "y": "middle", "width": 1024, "height": 1024},
              "runs": [run(text, "Noto Sans", 14)]}])

def w5(paras):
    words = [w for p in paras[40:] for w in p.split()][:2000]
    return ({"title": "re-layout at changing width", "phases": ["relayout"]},
            [{"id": "w5-0", "width": 200, "scale": 2, "background": "#FFFFFFFF", "widths": [200 + 2 * i for i in range(200)],
              "runs": [run(" ".join(words), "Noto Sans", 14)]}])

def w6(n=64):
    rnd, items = random.Random(SEED + 6), []
    lat = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&?@"]
    cjk = [c for c in "永東国酬愛鬱龍飛鳥繁體書法競争議論講義護衛機械構築響警察驚顔願類験際離難電雪雲霧"]
    for i in range(n):
        k = i % 8
        size = 88 + 0.25 * i                   # every headline has a size of its own: no glyph was drawn before it
        if k < 3: t, f, w = "".join(rnd.sample(lat, 24)), "Inter", 700
        elif k < 6: t, f, w = "".join(rnd.sample(lat, 24)), "Noto Sans", 400
        else: t, f, w = "".join(rnd.sample(cjk, 12)), "Noto Sans CJK JP", 400
        items.append({"id": f"w6-{i:02d}", "scale": 1, "maxLines": 1, "background": "#00000000",
                      "runs": [run(t, f, size, "#101010", weight=w)]})
    return {"title": "headlines, cold glyphs", "phases": ["layout", "draw"]}, items

def w7():
    return ({"title": "cold start", "phases": ["process"]},
            [{"id": "w7-0", "scale": 1, "background": "#FFFFFFFF", "runs": [run("Hello, world", "Noto Sans", 32, "#000000")]}])

def main():
    if len(sys.argv) != 2:
        sys.exit("usage: generate.py FOLDER")
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    ps = paragraphs()
    for name, (head, items) in (("W1", w1()), ("W2", w2(ps)), ("W3", w3()), ("W4", w4(ps)), ("W5", w5(ps)), ("W6", w6()), ("W7", w7())):
        path = os.path.join(folder, name + ".ndjson")
        head = {"workload": name, "format": 1, "seed": SEED, "items": len(items), **head}
        body = "\n".join(json.dumps(x, ensure_ascii=False, separators=(",", ":")) for x in [head] + items) + "\n"
        with open(path, "w", encoding="utf-8") as f:
            f.write(body)
        chars = sum(len(r["text"]) for it in items for r in it["runs"])
        print(f"{name} {len(items):6d} items {chars:8d} chars {len(body.encode()):8d} bytes sha256 {hashlib.sha256(body.encode()).hexdigest()[:16]}")

main()
