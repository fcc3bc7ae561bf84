# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Odd JPEG files: scans by Pillow, markers by code of our own (ITU-T T.81; JFIF 1.02; Adobe Technical Note 5116)."""
import io
import struct

from PIL import Image

from odd_picture import OddPicture, oriented, tiff

WIDTH, HEIGHT = 64, 48
SOF, SOF2, DHT, SOI, EOI, SOS, DQT, DRI = 0xC0, 0xC2, 0xC4, 0xD8, 0xD9, 0xDA, 0xDB, 0xDD
APP0, APP1, APP2, APP14, COM = 0xE0, 0xE1, 0xE2, 0xEE, 0xFE
# Both decoders are libjpeg-turbo's, perhaps of other versions.
BOUND = 2


def level(x, y, channel):
    """Smooth, with an edge: no channel is like another."""
    return [x * 3 + 20, y * 4 + 30, 200 - x - y, 40 + 2 * y][channel] + (40 if (x // 8 + y // 16) % 2 and channel else 0)


def image(mode="RGB", width=WIDTH, height=HEIGHT):
    count = len(mode) if mode != "L" else 1
    return Image.frombytes(mode, (width, height), bytes(
        level(x, y, c) & 255 for y in range(height) for x in range(width) for c in range(count)))


def saved(picture, **options):
    out = io.BytesIO()
    picture.save(out, "JPEG", **{"quality": 92, **options})
    return out.getvalue()


class JPEG:
    """The segments of a file, and its scans."""

    def __init__(self, data):
        self.segments, at = [], 2
        while data[at + 1] != SOS:
            length = struct.unpack(">H", data[at + 2:at + 4])[0]
            self.segments.append((data[at + 1], data[at + 4:at + 2 + length]))
            at += 2 + length
        self.scans = data[at:]

    def without(self, *markers):
        self.segments = [s for s in self.segments if s[0] not in markers]
        return self

    def put(self, marker, body, at=0):
        self.segments.insert(at, (marker, body))
        return self

    def change(self, markers, body):
        """Replaces the body of all segments of some kinds by what a function makes of it."""
        self.segments = [(m, body(b) if m in markers else b) for m, b in self.segments]
        return self

    def file(self, fill=b""):
        return b"\xff\xd8" + b"".join(fill + struct.pack(">BBH", 255, m, len(b) + 2) + b
                                      for m, b in self.segments) + self.scans


def frame(body, *, width=None, height=None, factors=None, ids=None):
    """The header of a frame with another size, other sampling factors, other names of components."""
    out = bytearray(body)
    if width: out[1:5] = struct.pack(">HH", height, width)
    for i in range(out[5]):
        if factors: out[7 + 3 * i] = factors[i]
        if ids: out[6 + 3 * i] = ids[i]
    return bytes(out)


def scan_ids(scans, ids):
    out = bytearray(scans)
    for i, name in enumerate(ids): out[5 + 2 * i] = name
    return bytes(out)


def adobe(transform):
    return b"Adobe" + struct.pack(">HHHB", 100, 0, 0, transform)


def case(name, data, bound=BOUND, **more):
    return OddPicture(f"jpeg/{name}", data, "jpg", bound=bound, **more)


def cases():
    yield from sampling()
    yield from colours()
    yield from orientations()
    yield from markers()
    yield from damage()


def sampling():
    for name in ("4:4:4", "4:2:2", "4:2:0"):
        for progressive in (False, True):
            for size in ((WIDTH, HEIGHT), (37, 29), (1, 1)):
                data = saved(image("RGB", *size), subsampling=name, progressive=progressive)
                yield case(f"{name}{', progressive' * progressive}, {size[0]} by {size[1]}", data)
    # The same blocks, laid out otherwise: of 2 × 2 blocks in a row, of 2 in a column.
    quarter = JPEG(saved(image(), subsampling="4:2:0"))
    yield case("4:1:1", quarter.change([SOF], lambda b: frame(
        b, width=2 * WIDTH, height=HEIGHT // 2, factors=(0x41, 0x11, 0x11))).file())
    half = JPEG(saved(image(), subsampling="4:2:2"))
    yield case("4:4:0", half.change([SOF], lambda b: frame(
        b, width=WIDTH // 2, height=HEIGHT * 2, factors=(0x12, 0x11, 0x11))).file())
    for factor in (0x22, 0x41):
        # A scan of one component has one block a unit whatever its factors.
        grey = JPEG(saved(image("L"))).change([SOF], lambda b: frame(b, factors=(factor,)))
        yield case(f"grey with the factors {factor:x}", grey.file())
    for rows in (0, 1):
        options = {"restart_marker_rows": 1} if rows else {"restart_marker_blocks": 3}
        for progressive in (False, True):
            data = saved(image(), subsampling="4:2:0", progressive=progressive, **options)
            yield case(f"restarts each {'row' if rows else '3 units'}{', progressive' * progressive}", data)
    for quality in (1, 100):
        yield case(f"quality {quality}", saved(image(), quality=quality))


def colours():
    for progressive in (False, True):
        after = ", progressive" * progressive
        yield case(f"grey{after}", saved(image("L"), progressive=progressive))
        ink = saved(image("CMYK"), progressive=progressive)
        yield case(f"CMYK, Adobe's marker{after}", ink)
        yield case(f"CMYK, no marker{after}", JPEG(ink).without(APP14).file())
        yield case(f"YCCK{after}", JPEG(ink).without(APP14).put(APP14, adobe(2)).file())
    yield case("CMYK, restarts", JPEG(saved(image("CMYK"), restart_marker_blocks=2)).without(APP14).file())
    yield case("CMYK with a marker of JFIF", JPEG(ink).without(APP14, APP0).put(
        APP0, b"JFIF\0\1\1\0\0\1\0\1\0\0").file())
    plain = lambda: JPEG(saved(image(), subsampling="4:4:4"))
    yield case("RGB, Adobe's marker", plain().without(APP0).put(APP14, adobe(0)).file())
    yield case("YCbCr, Adobe's marker", plain().without(APP0).put(APP14, adobe(1)).file())
    yield case("YCbCr, an unknown transform", plain().without(APP0).put(APP14, adobe(7)).file())
    yield case("JFIF counts before Adobe's marker", plain().put(APP14, adobe(0), 1).file())
    yield case("neither marker", plain().without(APP0).file())
    letters = plain().without(APP0).change([SOF], lambda b: frame(b, ids=b"RGB"))
    letters.scans = scan_ids(letters.scans, b"RGB")
    yield case("components called R, G and B", letters.file())
    strange = plain().without(APP0).change([SOF], lambda b: frame(b, ids=(7, 30, 200)))
    strange.scans = scan_ids(strange.scans, (7, 30, 200))
    yield case("components with strange names", strange.file())


def orientations():
    picture = image()
    data = saved(picture, subsampling="4:4:4")
    stored = Image.open(io.BytesIO(data)).convert("RGBA").tobytes()
    for is_big in (False, True):
        for orientation in range(1, 9):
            file = JPEG(data).put(APP1, b"Exif\0\0" + tiff(orientation, is_big), 1).file()
            yield case(f"orientation {orientation}, {'MM' if is_big else 'II'}", file,
                       pixels=oriented((WIDTH, HEIGHT, stored), orientation),
                       rows=(WIDTH, HEIGHT, stored), note="orientation" if orientation > 1 else None)
    for orientation in (0, 9):
        yield case(f"orientation {orientation}", JPEG(data).put(APP1, b"Exif\0\0" + tiff(orientation)).file())
    turned = dict(pixels=oriented((WIDTH, HEIGHT, stored), 6), rows=(WIDTH, HEIGHT, stored), note="orientation")
    exif = b"Exif\0\0" + tiff(6)
    yield case("orientation before JFIF", JPEG(data).put(APP1, exif).file(), **turned)
    yield case("orientation behind XMP", JPEG(data).put(APP1, exif, 1).put(
        APP1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>", 1).file(), **turned)
    yield case("Exif cut short", JPEG(data).put(APP1, exif[:20], 1).file())
    yield case("Exif without entries", JPEG(data).put(APP1, b"Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0").file())
    for mode in ("L", "CMYK"):
        file = JPEG(saved(image(mode))).put(APP1, exif, 1).file()
        with Image.open(io.BytesIO(file)) as other:
            upright = other.convert("RGB").convert("RGBA").tobytes()
        yield case(f"orientation 6, {mode}", file, pixels=oriented((WIDTH, HEIGHT, upright), 6),
                   rows=(WIDTH, HEIGHT, upright), note="orientation")
    progressive = JPEG(saved(picture, progressive=True)).put(APP1, b"Exif\0\0" + tiff(8, False), 1).file()
    yield case("orientation 8, progressive", progressive, rows=oriented(shown(progressive), 6), note="orientation")


def shown(data):
    """A file that is turned as Pillow shows it."""
    from PIL import ImageOps
    with Image.open(io.BytesIO(data)) as picture:
        picture = ImageOps.exif_transpose(picture)
        return (*picture.size, picture.convert("RGBA").tobytes())


def markers():
    data = saved(image(), subsampling="4:2:0")
    yield case("comments", JPEG(data).put(COM, b"").put(COM, b"a comment", 2).put(COM, bytes(65533)).file())
    yield case("segments that nobody knows", JPEG(data).put(0xE5, b"what").put(0xEF, bytes(999), 1)
               .put(APP1, b"no Exif").file())
    yield case("fill bytes before markers", JPEG(data).file(fill=b"\xff" * 5))
    yield case("tables of 16 bits", JPEG(data).change([DQT], wide).file())
    yield case("a restart interval of 0", JPEG(data).put(DRI, b"\0\0").file())
    yield case("a profile", saved(image(), icc_profile=bytes(range(256)) * 4))
    yield case("a profile of many parts, one missing", JPEG(data).put(APP2, b"ICC_PROFILE\0\1\3" + bytes(90))
               .put(APP2, b"ICC_PROFILE\0\3\3" + bytes(90)).file())
    yield case("tables that are given twice", twice(data))
    yield case("bytes behind the end", data + b"more bytes")
    yield case("a thumbnail in Exif", JPEG(data).put(APP1, b"Exif\0\0" + tiff(1)[:-4] + struct.pack(">I", 38)
                                                     + bytes(6) + saved(image("L", 8, 8)), 1).file())


def wide(body):
    """Quantisation tables with entries of 16 bits."""
    out = b""
    for i in range(0, len(body), 65):
        out += bytes([body[i] | 0x10]) + b"".join(struct.pack(">H", v) for v in body[i + 1:i + 65])
    return out


def twice(data):
    """The second tables count."""
    jpeg = JPEG(data)
    for table in [b for m, b in jpeg.segments if m == DQT]:
        jpeg.put(DQT, table[:1] + bytes([9] * 64))
    return jpeg.file()


def damage():
    # What is missing is grey, and an error where rows cannot be taken back.
    cut = dict(is_cut=True, refused_rows="JPEG")
    for name, options in {"baseline": {}, "4:2:0": {"subsampling": "4:2:0"}, "restarts": {"restart_marker_blocks": 1}}.items():
        data = saved(image(), **{"subsampling": "4:4:4", **options})
        at = JPEG(data).file().index(b"\xff\xda")
        yield case(f"cut off within the pixels, {name}", data[:(at + len(data)) // 2], **cut)
    data = saved(image(), progressive=True)
    for part in (3, 5, 7, 9):
        scan = [i for i in range(len(data)) if data[i:i + 2] == b"\xff\xda"][part]
        table = data.rindex(b"\xff\xc4", 0, scan)
        nothing = dict(differs="Pillow shows nothing", refused_rows="JPEG")
        yield case(f"cut off within scan {part}", data[:scan + 30], pixels=shown(data[:scan + 30] + b"\xff\xd9"), **nothing)
        # Tables that are not whole count as not there.
        yield case(f"cut off within the tables of scan {part}", data[:table + 25], pixels=shown(data[:table] + b"\xff\xd9"),
                   **nothing)
    yield case("cut off within the pixels, CMYK", saved(image("CMYK"))[:-900], **cut)
    yield case("no EOI", saved(image())[:-2], is_cut=True, refused_rows="JPEG")
    yield case("cut off behind the first marker", saved(image())[:4], refused="JPEG")
    yield case("cut off before the pixels", saved(image())[:300], refused="JPEG")
    restarts = saved(image(), restart_marker_blocks=2, subsampling="4:2:0")
    if b"\xff\xd2" not in restarts: restarts = b""  # an older Pillow makes none
    if restarts: yield case("a restart is missing", restarts.replace(b"\xff\xd2", b"", 1), is_cut=True, refused_rows="JPEG")
    if restarts: yield case("a restart is another", restarts.replace(b"\xff\xd2", b"\xff\xd4", 1), is_cut=True, refused_rows="JPEG")
    base = JPEG(saved(image()))
    yield case("12 bits a sample", JPEG(saved(image())).change([SOF], lambda b: b"\x0c" + b[1:]).file(), refused="JPEG")
    yield case("no size", JPEG(saved(image())).change([SOF], lambda b: b[:1] + bytes(4) + b[5:]).file(), refused="JPEG")
    yield case("no Huffman tables", base.without(DHT).file(), differs="libjpeg takes the usual ones since 2.0.4",
               pixels=shown(saved(image())))
    yield case("lossless", JPEG(saved(image())).file().replace(b"\xff\xc0", b"\xff\xc3", 1), refused="JPEG")
    yield case("no frame", JPEG(saved(image())).without(SOF).file(), refused="JPEG")
