#!/usr/bin/env python3
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Requests for `textrender batch`, made by rule: the same arguments give the same lines on every machine.

    python3 texts.py COUNT [--kind scripts|cells] [--seed N] [--into SUB] [--first N] [--plain]

Kind `scripts`: short distinct texts in 30 scripts. Kind `cells`: cells of a feed, a bold title over a body of styled
runs. All are drawn with the built-in fonts alone. The request with the id N is the same whatever --first and COUNT are.
--plain prints the texts alone, one a line.
"""
import argparse
import json
import random
import sys

# One script a row: its name, the language, words.
SCRIPTS = [
    ("Latin", "de", "Wörter Straße Übung Brot täglich frisch heute Garten Schlüssel fünf Äpfel offen"),
    ("Greek", "el", "καλημέρα ψωμί φρέσκο κάθε μέρα θάλασσα ήλιος βιβλίο ανοιχτό δρόμος μήλο σήμερα"),
    ("Cyrillic", "ru", "свежий хлеб каждый день книга улица сегодня открыто яблоко ключ щука подъезд"),
    ("Arabic", "ar", "خبز طازج كل يوم كتاب شارع اليوم مفتوح تفاح مفتاح السلام مدينة"),
    ("Hebrew", "he", "לחם טרי כל יום ספר רחוב היום פתוח תפוח מפתח שלום עיר"),
    ("Devanagari", "hi", "रोटी ताज़ी हर दिन किताब सड़क आज खुला सेब चाबी नमस्ते शहर"),
    ("Bengali", "bn", "রুটি তাজা প্রতিদিন বই রাস্তা আজ খোলা আপেল চাবি নমস্কার শহর নদী"),
    ("Gurmukhi", "pa", "ਰੋਟੀ ਤਾਜ਼ੀ ਹਰ ਦਿਨ ਕਿਤਾਬ ਸੜਕ ਅੱਜ ਖੁੱਲ੍ਹਾ ਸੇਬ ਚਾਬੀ ਸ਼ਹਿਰ ਪਾਣੀ"),
    ("Gujarati", "gu", "રોટલી તાજી દરરોજ પુસ્તક રસ્તો આજે ખુલ્લું સફરજન ચાવી નમસ્તે શહેર પાણી"),
    ("Oriya", "or", "ରୁଟି ତାଜା ପ୍ରତିଦିନ ବହି ରାସ୍ତା ଆଜି ଖୋଲା ସେଓ ଚାବି ନମସ୍କାର ସହର ପାଣି"),
    ("Tamil", "ta", "ரொட்டி புதிய தினமும் புத்தகம் தெரு இன்று திறந்த ஆப்பிள் சாவி வணக்கம் நகரம் தண்ணீர்"),
    ("Telugu", "te", "రొట్టె తాజా ప్రతిరోజు పుస్తకం వీధి ఈరోజు తెరిచి ఆపిల్ తాళం నమస్కారం నగరం నీరు"),
    ("Kannada", "kn", "ರೊಟ್ಟಿ ತಾಜಾ ಪ್ರತಿದಿನ ಪುಸ್ತಕ ರಸ್ತೆ ಇಂದು ತೆರೆದ ಸೇಬು ಕೀಲಿ ನಮಸ್ಕಾರ ನಗರ ನೀರು"),
    ("Malayalam", "ml", "റൊട്ടി പുതിയ ദിവസവും പുസ്തകം തെരുവ് ഇന്ന് തുറന്ന ആപ്പിൾ താക്കോൽ നമസ്കാരം നഗരം വെള്ളം"),
    ("Sinhala", "si", "පාන් අලුත් දිනපතා පොත පාර අද විවෘත ඇපල් යතුර ආයුබෝවන් නගරය ජලය"),
    ("Thai", "th", "ขนมปังสดใหม่ทุกวัน หนังสือ ถนนใหญ่ วันนี้ เปิดประตู แอปเปิ้ล กุญแจ สวัสดีครับ เมืองเก่า น้ำดื่ม"),
    ("Lao", "lo", "ເຂົ້າຈີ່ ສົດ ທຸກມື້ ປຶ້ມ ຖະໜົນ ມື້ນີ້ ເປີດ ໝາກແອັບເປິ້ນ ກະແຈ ສະບາຍດີ ເມືອງ ນ້ຳ"),
    ("Khmer", "km", "នំប៉័ង ស្រស់ រាល់ថ្ងៃ សៀវភៅ ផ្លូវ ថ្ងៃនេះ បើក ផ្លែប៉ោម សោ សួស្តី ទីក្រុង ទឹក"),
    ("Myanmar", "my", "ပေါင်မုန့် လတ်ဆတ်သော နေ့တိုင်း စာအုပ် လမ်း ဒီနေ့ ဖွင့် ပန်းသီး သော့ မင်္ဂလာပါ မြို့ ရေ"),
    ("Tibetan", "bo", "བག་ལེབ་ སོ་མ་ ཉིན་ལྟར་ དཔེ་དེབ་ ལམ་ཁ་ དེ་རིང་ ཀུ་ཤུ་ ལྡེ་མིག་ བཀྲ་ཤིས་བདེ་ལེགས་ གྲོང་ཁྱེར་ ཆུ་"),
    ("Georgian", "ka", "პური ახალი ყოველდღე წიგნი ქუჩა დღეს ღიაა ვაშლი გასაღები გამარჯობა ქალაქი წყალი"),
    ("Armenian", "hy", "հաց թարմ ամենօրյա գիրք փողոց այսօր բաց խնձոր բանալի բարև քաղաք ջուր"),
    ("Ethiopic", "am", "ዳቦ ትኩስ በየቀኑ መጽሐፍ መንገድ ዛሬ ክፍት ፖም ቁልፍ ሰላም ከተማ ውሃ"),
    ("Han", "zh", "新鲜的面包 每天七点 一本书 大街 今天 开门 苹果 钥匙 你好 城市 清水 春天"),
    ("Kana", "ja", "やきたてのパン まいにち ほん みち きょう ひらく リンゴ カギ こんにちは まち みず はる"),
    ("Hangul", "ko", "신선한 빵 매일 책 거리 오늘 열림 사과 열쇠 안녕하세요 도시 물"),
    ("Cherokee", "chr", "ᎦᏚ ᎣᏏᏲ ᎠᎹ ᎪᏪᎵ ᏅᏃᎯ ᎪᎯ ᎢᎦ ᏒᎦᏔ ᏧᎳᏍᎩ ᎦᏚᎲ ᏩᏙ ᏣᎳᎩ"),
    ("Canadian Aboriginal", "iu", "ᓂᐊᖁᔭᖅ ᐅᓪᓗᒥ ᐃᒥᖅ ᐅᖃᓕᒫᒐᖅ ᐊᖅᑯᑦ ᓄᓇ ᐃᓄᒃᑎᑐᑦ ᖃᓄᐃᑉᐱᑦ ᐊᐃ ᓯᓚ ᐃᒡᓗ ᓇᓄᖅ"),
    ("Tifinagh", "zgh", "ⴰⵖⵔⵓⵎ ⴰⵙⵙⴰ ⴰⵎⴰⵏ ⴰⴷⵍⵉⵙ ⴰⴱⵔⵉⴷ ⵜⴰⵙⴰⵔⵓⵜ ⴰⵣⵓⵍ ⵜⴰⵎⴷⵉⵏⵜ ⵜⵉⴼⵉⵏⴰⵖ ⴰⴼⵓⵙ ⵜⴰⴼⵓⴽⵜ ⵉⵖⵣⵔ"),
    ("Thaana", "dv", "ރޮށި އަލަށް ކޮންމެ ދުވަހަކު ފޮތް މަގު މިއަދު ހުޅުވާ އާފަލު ތަޅުދަނޑި ފެން ރަށް"),
]
SCRIPTS = [(name, language, words.split()) for name, language, words in SCRIPTS]

COLOURS = ["#1d1d1f", "#333", "#8a1c1c", "#1c4f8a", "#0a7d4b"]
BODY = ("bread river morning street quiet window letter garden market summer bridge yellow station number simple "
        "people always between coffee picture evening without another little harbour paper travel music").split()


def scripts(index, rng):
    """A short text in one of the scripts, the scripts in turn."""
    _, language, words = SCRIPTS[index % len(SCRIPTS)]
    text = " ".join(rng.choices(words, k=rng.randint(2, 5))) + f" {index}"
    document = {"text": text, "language": language, "systemFonts": False}
    if index % 3 == 1:
        document["width"] = 160
    style = {}
    if index % 4:
        style["size"] = 12 + index % 7 * 3
    if index % 5 == 2:
        style["color"] = COLOURS[index // 5 % len(COLOURS)]
    if style:
        document["style"] = style
    return {"document": document, "options": {"background": "white"} if index % 2 else {}}


def cells(index, rng):
    """A cell of a feed: a title, and about 200 characters in seven or eight runs."""
    text = f"{rng.choice(BODY).capitalize()} {rng.choice(BODY)} No. {index}"
    spans = [{"start": 0, "end": len(text), "style": {"size": 18, "weight": "bold"}}]
    looks = [
        {"color": "#1c4f8a"}, {"weight": "bold"}, {"slant": "italic"}, {"color": "#8a1c1c", "underline": True},
        {"family": "monospace", "size": 13}, {"background": "#fff3c4"}, {"family": "serif"}, {"strikethrough": True}]
    rng.shuffle(looks)
    text += "\n"
    body = len(text)
    for look in looks[:7 + index % 2]:
        start = len(text)
        while len(text) - start < 24:
            text += rng.choice(BODY) + " "
        spans.append({"start": start, "end": len(text) - 1, "style": look})
    spans.append({"start": body, "end": len(text), "style": {"lineHeight": "140%"}})
    document = {"text": text.rstrip(" "), "language": "en", "width": 320, "style": {"size": 15, "color": "#1d1d1f"},
                "spans": [dict(span, end=min(span["end"], len(text.rstrip()))) for span in spans], "systemFonts": False}
    return {"document": document, "options": {"scale": 2, "background": "white"}}


KINDS = {"scripts": scripts, "cells": cells}


def requests(count, kind="scripts", seed=0, into=None, first=0):
    """COUNT requests with the ids FIRST, FIRST + 1, …"""
    make = KINDS[kind]
    for index in range(first, first + count):
        request = {"id": index}
        request.update(make(index, random.Random(f"{kind} {seed} {index}")))
        if into is not None:
            request["into"] = into
        yield request


def line(request):
    return json.dumps(request, ensure_ascii=False, separators=(",", ":"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int)
    parser.add_argument("--kind", choices=sorted(KINDS), default="scripts")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--into")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="the texts alone; line feeds become blanks")
    given = parser.parse_args()
    for request in requests(given.count, given.kind, given.seed, given.into, given.first):
        print(request["document"]["text"].replace("\n", " ") if given.plain else line(request))


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
