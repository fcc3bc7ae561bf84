# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Odd PNG files, made byte by byte, with the pixels that they stand for (PNG specification, third edition)."""
import struct
import zlib

from odd_picture import OddPicture, oriented, tiff

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
# The passes of Adam7: first column and row, and the steps.
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
WIDTH, HEIGHT = 13, 9


def chunk(kind, body=b"", crc=None):
    name = kind.encode()
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body) if crc is None else crc)


def sample(x, y, channel, depth):
    return (x * 31 + y * 57 + channel * 101 + (x * y * 7 << 8) + 3) & ((1 << depth) - 1)


def filtered(kind, row, before, step):
    """A row with one of the five filters."""
    out = bytearray([kind])
    for i, value in enumerate(row):
        a = row[i - step] if i >= step else 0
        b = before[i]
        c = before[i - step] if i >= step else 0
        p = a + b - c
        nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        out.append((value - [0, a, b, (a + b) // 2, nearest][kind]) & 255)
    return bytes(out)


class PNG:
    """A file to be made; chunks can be put before and behind the pixels."""

    def __init__(self, colour=2, depth=8, interlaced=False, palette=None, trns=None, width=WIDTH, height=HEIGHT):
        self.colour, self.depth, self.interlaced = colour, depth, interlaced
        self.width, self.height = width, height
        if palette is None and colour == 3:
            palette = [(i * 37 & 255, i * 91 & 255, 255 - i & 255) for i in range(1 << depth)]
        self.palette, self.trns = palette, trns

    def value(self, x, y):
        return tuple(sample(x, y, c, self.depth) for c in range(CHANNELS[self.colour]))

    def pixel(self, x, y):
        """The pixel as straight RGBA: of 16 bits the upper ones, of fewer than 8 all the way to 255."""
        value, depth = self.value(x, y), self.depth
        if self.colour == 3:
            index = value[0]
            alpha = self.trns[index] if self.trns and index < len(self.trns) else 255
            return (*(self.palette[index] if index < len(self.palette) else (0, 0, 0)), alpha)
        most = (1 << depth) - 1
        # Bits of a transparent value beyond the depth do not count (11.3.1.1).
        is_clear = self.trns and value == tuple(v & most for v in struct.unpack(f">{len(value)}H", self.trns))
        eight = [v >> 8 if depth == 16 else v * 255 // most for v in value]
        if self.colour in (0, 4):
            eight = [eight[0]] * 3 + eight[1:]
        return tuple(eight) if len(eight) == 4 else (*eight, 0 if is_clear else 255)

    def pixels(self):
        return (self.width, self.height,
                b"".join(bytes(self.pixel(x, y)) for y in range(self.height) for x in range(self.width)))

    def head(self):
        return chunk("IHDR", struct.pack(">IIBBBBB", self.width, self.height, self.depth, self.colour, 0, 0,
                                         int(self.interlaced)))

    def rows(self, columns, lines):
        """The filtered bytes of some columns of some rows."""
        if not columns: return b""
        bits = CHANNELS[self.colour] * self.depth
        length, step = (len(columns) * bits + 7) // 8, max(1, bits // 8)
        before, out = bytes(length), b""
        for number, y in enumerate(lines):
            packed = 0
            for x in columns:
                for v in self.value(x, y): packed = packed << self.depth | v
            row = (packed << (length * 8 - len(columns) * bits)).to_bytes(length, "big")
            out += filtered(number % 5, row, before, step)
            before = row
        return out

    def packed(self):
        passes = PASSES if self.interlaced else [(0, 0, 1, 1)]
        return zlib.compress(b"".join(self.rows(range(x, self.width, dx), range(y, self.height, dy))
                                      for x, y, dx, dy in passes))

    def file(self, first=b"", late=b"", last=b"", idat=None, end=None):
        """The file; `first` follows the header, `late` the palette, and `last` the pixels."""
        plte = chunk("PLTE", bytes(v for entry in self.palette for v in entry)) if self.palette else b""
        trns = chunk("tRNS", bytes(self.trns)) if self.trns else b""
        pixels = chunk("IDAT", self.packed()) if idat is None else idat
        return (SIGNATURE + self.head() + first + plte + trns + late + pixels + last
                + (chunk("IEND") if end is None else end))


def cases():
    yield from kinds()
    yield from transparencies()
    yield from ancillary()
    yield from orientations()
    yield from containers()
    yield from damage()


def case(name, png, file, **more):
    return OddPicture(f"png/{name}", file, "png", pixels=more.pop("pixels", None) or png.pixels(), **more)


def kinds():
    depths = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
    for colour, all_depths in depths.items():
        for depth in all_depths:
            for interlaced in (False, True):
                png = PNG(colour, depth, interlaced)
                # Pillow rounds 16 bits of some kinds.
                yield case(f"type {colour}, {depth} bits{', interlaced' * interlaced}", png, png.file(),
                           pillow_bound=1 if depth == 16 else 0)
    for width, height in ((1, 1), (1, 7), (7, 1), (3, 5)):
        png = PNG(6, 8, True, width=width, height=height)
        yield case(f"interlaced, {width} by {height}", png, png.file())


def transparencies():
    others = {2: "Pillow compares levels of 8 bits with a value of 2", 4: "Pillow compares levels of 8 bits with a value "
              "of 4", 16: "Pillow knows no transparent value of 16 bits"}
    for depth in (1, 2, 4, 8, 16):
        png = PNG(0, depth)
        png.trns = struct.pack(">H", png.value(4, 3)[0])
        yield case(f"tRNS of type 0, {depth} bits", png, png.file(), differs=others.get(depth))
    for depth in (8, 16):
        png = PNG(2, depth)
        png.trns = struct.pack(">3H", *png.value(4, 3))
        yield case(f"tRNS of type 2, {depth} bits", png, png.file(),
                   differs="Pillow compares the upper 8 of 16 bits" if depth == 16 else None)
    for depth in (1, 2, 4, 8):
        png = PNG(3, depth, trns=[0, 128, 7, 255, 254][:1 << depth])
        yield case(f"tRNS of type 3, {depth} bits", png, png.file())
    png = PNG(3, 4, trns=[i * 16 for i in range(16)])
    yield case("tRNS of all entries", png, png.file())
    png = PNG(0, 8, trns=struct.pack(">H", 0x1200 + PNG(0, 8).value(4, 3)[0]))
    yield case("tRNS beyond the depth", png, png.file(), differs="Pillow takes the upper byte along")
    png = PNG(2, 8)
    yield case("tRNS too short", png, png.file(late=chunk("tRNS", b"\0\1")),
               differs="Pillow refuses the file")
    png = PNG(6, 8)
    yield case("tRNS beside opacities", png, png.file(late=chunk("tRNS", bytes(6))))
    png = PNG(3, 2)
    yield case("tRNS of more entries than the palette has", png, png.file(late=chunk("tRNS", bytes(5))),
               differs="Pillow takes the entries that there are")
    png = PNG(3, 8, palette=[(200, 10, 20), (30, 220, 40)])
    yield case("palette too short", png, png.file(), differs="older Pillows show a part of another palette")
    png = PNG(3, 2, palette=[(9, 9, 9)] * 4)
    yield case("no palette", png, png.file().replace(chunk("PLTE", b"\t" * 12), b""), refused="PNG",
               differs="Pillow takes grey")


def ancillary():
    png = PNG()
    profile = zlib.compress(b"\0\0\2\0lcms" + bytes(504))
    whole = {
        "gAMA 1": chunk("gAMA", struct.pack(">I", 100_000)),
        "gAMA 1/2.2": chunk("gAMA", struct.pack(">I", 45_455)),
        "gAMA 0": chunk("gAMA", bytes(4)),
        "gAMA too short": chunk("gAMA", b"\1"),
        "sRGB": chunk("sRGB", b"\0"),
        "sRGB of an unknown intent": chunk("sRGB", b"\x63"),
        "cHRM": chunk("cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)),
        "cHRM of zeros": chunk("cHRM", bytes(32)),
        "iCCP": chunk("iCCP", b"profile\0\0" + profile),
        "iCCP whose stream is broken": chunk("iCCP", b"profile\0\0" + profile[:9] + b"\xff\xff\xff"),
        "iCCP without a name": chunk("iCCP", b"\0\0" + profile),
        "iCCP of another method": chunk("iCCP", b"profile\0\7" + profile),
        "sRGB and iCCP": chunk("iCCP", b"profile\0\0" + profile) + chunk("sRGB", b"\0"),
        "bKGD": chunk("bKGD", struct.pack(">3H", 255, 0, 0)),
        "sBIT": chunk("sBIT", b"\5\6\5"),
        "pHYs": chunk("pHYs", struct.pack(">IIB", 9000, 3000, 1)),
        "unknown ancillary": chunk("prVt", b"any bytes"),
        "tEXt, zTXt, iTXt and tIME": chunk("tEXt", b"Title\0odd") + chunk("zTXt", b"Title\0\0" + zlib.compress(b"odd"))
        + chunk("iTXt", b"Title\0\0\0en\0\0odd") + chunk("tIME", b"\x07\xea\1\1\0\0\0"),
        "zTXt whose stream is broken": chunk("zTXt", b"Title\0\0abcdef"),
    }
    # What Pillow says of each, where it does not just read the file.
    refusals = {"iCCP of another method", "gAMA too short", "iCCP without a name"}
    for name, chunks in whole.items():
        yield case(name, png, png.file(first=chunks),
                   differs="Pillow refuses the file" if name in refusals else None)
    clear = PNG(6, 8)
    yield case("bKGD behind opacities", clear, clear.file(late=chunk("bKGD", struct.pack(">3H", 255, 0, 0))))
    yield case("unknown ancillary behind the pixels", png, png.file(last=chunk("prVt", b"any bytes")))
    yield case("unknown critical", png, png.file(first=chunk("PRVT", b"any bytes")), refused="PNG",
               differs="Pillow passes over it")


def orientations():
    for place in ("before", "behind"):
        for orientation in range(1, 9):
            for is_big in (False, True) if place == "before" else (orientation % 2 == 0,):
                png = PNG(2, 8, interlaced=place == "behind" and orientation == 6)
                exif = chunk("eXIf", tiff(orientation, is_big))
                order = "MM" if is_big else "II"
                yield case(f"orientation {orientation} {order} {place} the pixels", png,
                           png.file(first=exif) if place == "before" else png.file(last=exif),
                           pixels=oriented(png.pixels(), orientation),
                           # Rows that were given out stay, and an interlaced picture has none before its end.
                           rows=png.pixels() if place == "behind" and not png.interlaced else None,
                           note="orientation" if place == "behind" and orientation > 1 and not png.interlaced else None)
    for orientation in (0, 9, 255):
        png = PNG()
        yield case(f"orientation {orientation}", png, png.file(first=chunk("eXIf", tiff(orientation))))
    for kind in (0, 3, 4, 6):
        png = PNG(kind, 8, trns=None if kind != 3 else [0, 99])
        yield case(f"orientation 6 of type {kind}", png, png.file(first=chunk("eXIf", tiff(6))),
                   pixels=oriented(png.pixels(), 6))
    png = PNG()
    yield case("orientation 6, then 3", png, png.file(first=chunk("eXIf", tiff(6)), last=chunk("eXIf", tiff(3))),
               pixels=oriented(png.pixels(), 6), differs="Pillow takes the last one")
    yield case("eXIf too short", png, png.file(first=chunk("eXIf", tiff(6)[:12])))
    yield case("eXIf with a wrong checksum", png, png.file(first=chunk("eXIf", tiff(6), crc=1)),
               differs="Pillow refuses the file")
    yield case("eXIf behind the pixels with a wrong checksum", png, png.file(last=chunk("eXIf", tiff(6), crc=1)),
               differs="Pillow refuses the file")
    yield case("eXIf behind the pixels, cut off", png, png.file(last=chunk("eXIf", tiff(6))[:20], end=b""),
               differs="Pillow refuses the file")


def containers():
    png = PNG()
    packed = png.packed()
    parts = [chunk("IDAT", packed[i:i + 7]) for i in range(0, len(packed), 7)]
    yield case("IDATs of 7 bytes", png, png.file(idat=b"".join(parts)))
    yield case("IDATs without bytes", png, png.file(idat=chunk("IDAT").join([b"", *parts, b""])))
    yield case("bytes behind the pixels' stream", png, png.file(idat=chunk("IDAT", packed + b"more")))
    yield case("more rows than the header says", png, png.file(idat=chunk("IDAT", zlib.compress(
        zlib.decompress(packed) + bytes(40 * 3)))))
    yield case("bytes behind the end", png, png.file() + b"more bytes")
    yield case("stored, not packed", png, png.file(idat=chunk("IDAT", zlib.compress(zlib.decompress(packed), 0))))
    control = struct.pack(">IIIIIHHBB", 0, WIDTH, HEIGHT, 0, 0, 1, 10, 0, 0)
    more = struct.pack(">IIIIIHHBB", 1, 4, 4, 2, 2, 1, 10, 0, 0)
    patch = zlib.compress(b"".join(b"\0" + bytes([255, 0, 0] * 4) for _ in range(4)))
    frames = chunk("fcTL", more) + chunk("fdAT", struct.pack(">I", 2) + patch)
    yield case("APNG", png, png.file(first=chunk("acTL", struct.pack(">II", 2, 0)) + chunk("fcTL", control), last=frames))
    yield case("APNG whose first picture is no frame", png,
               png.file(first=chunk("acTL", struct.pack(">II", 1, 0)), last=chunk("fcTL", b"\0\0\0\0" + more[4:])
                        + chunk("fdAT", struct.pack(">I", 1) + patch)))
    yield case("APNG without frames", png, png.file(first=chunk("acTL", bytes(8))))


def damage():
    png = PNG()
    whole, packed = png.file(), png.packed()
    cut = dict(refused="PNG", is_cut=True, differs="Pillow shows the rows before the cut if it is told to")
    yield case("cut off within the pixels", png, whole[:len(whole) - 12 - 40], **cut)
    row = zlib.compress(zlib.decompress(packed)[:4 * (3 * WIDTH + 1) + 11])
    yield case("pixels that end within a row", png, png.file(idat=chunk("IDAT", row)), **cut)
    yield case("cut off behind the header", png, whole[:33], refused="PNG", differs=cut["differs"])
    yield case("cut off within the header", png, whole[:20], refused="", differs=cut["differs"])
    yield case("cut off before IEND", png, png.file(end=b""), is_cut=True)
    yield case("cut off within IEND", png, png.file(end=chunk("IEND")[:7]), is_cut=True)
    yield case("no pixels", png, png.file(idat=b""), refused="PNG")
    yield case("wrong checksum of IHDR", png, whole.replace(png.head(), png.head()[:-1] + b"!"), refused="PNG")
    yield case("wrong checksum of IDAT", png, png.file(idat=chunk("IDAT", packed, crc=1)), refused="PNG",
               differs="Pillow reads as much as it needs first")
    yield case("wrong checksum of a profile", png, png.file(first=chunk("gAMA", struct.pack(">I", 45_455), crc=1)),
               differs="Pillow refuses the file")
    yield case("wrong checksum of IEND", png, png.file(end=chunk("IEND", crc=1)))
    broken = bytearray(packed)
    broken[len(broken) // 2] ^= 0x55
    yield case("a changed byte of the pixels", png, png.file(idat=chunk("IDAT", bytes(broken))), **cut)
    for name, body in {"of no width": struct.pack(">IIBBBBB", 0, 9, 8, 2, 0, 0, 0),
                       "of type 5": struct.pack(">IIBBBBB", 13, 9, 8, 5, 0, 0, 0),
                       "of 3 bits": struct.pack(">IIBBBBB", 13, 9, 3, 0, 0, 0, 0),
                       "of an unknown interlacing": struct.pack(">IIBBBBB", 13, 9, 8, 2, 0, 0, 2),
                       "of 2^31 columns": struct.pack(">IIBBBBB", 1 << 31, 9, 8, 2, 0, 0, 0)}.items():
        yield case(f"a header {name}", png, whole.replace(png.head(), chunk("IHDR", body)), refused="",
                   differs="Pillow reads some of these headers")
