# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Small files made by hand: fonts, PNG, JPEG and animated WebP, without a library that may have faults of its own."""
import struct
import zlib


# --- PNG --------------------------------------------------------------------------------------
def png_chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def exif(orientation, order="<", kind=3):
    """A TIFF block whose only entry is the orientation."""
    mark = b"II" if order == "<" else b"MM"
    value = struct.pack(order + ("H" if kind == 3 else "I"), orientation).ljust(4, b"\0")
    return (mark + struct.pack(order + "HI", 42, 8) + struct.pack(order + "H", 1)
            + struct.pack(order + "HHI", 0x112, kind, 1) + value + struct.pack(order + "I", 0))


def png(rows, before=(), after=()):
    """A PNG of rows of RGBA tuples; `before` and `after` are chunks before and after the pixels."""
    raw = b"".join(b"\0" + b"".join(bytes(pixel) for pixel in row) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", head) + b"".join(png_chunk(*c) for c in before)
            + png_chunk(b"IDAT", zlib.compress(raw)) + b"".join(png_chunk(*c) for c in after)
            + png_chunk(b"IEND", b""))


# --- JPEG -------------------------------------------------------------------------------------
def jpeg(blocks, adobe=None, orientation=None):
    """A baseline JPEG of even blocks of 8 × 8: rows of blocks of samples, one number for each component.

    `adobe` is the transform of a marker APP14; without it there is none.
    """
    count = len(blocks[0][0])

    def segment(mark, body):
        return bytes([0xFF, mark]) + struct.pack(">H", len(body) + 2) + body
    data = b"\xff\xd8"
    if orientation is not None:
        data += segment(0xE1, b"Exif\0\0" + exif(orientation))
    if adobe is not None:
        data += segment(0xEE, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, adobe))
    data += segment(0xDB, b"\0" + b"\1" * 64)
    height, width = len(blocks) * 8, len(blocks[0]) * 8
    data += segment(0xC0, struct.pack(">BHHB", 8, height, width, count)
                    + b"".join(bytes([i + 1, 0x11, 0]) for i in range(count)))
    # Sixteen codes of four bits but the last, for the categories of DC 0 to 11; one code for the end of a block.
    lengths = [0, 0, 0, 12] + [0] * 12
    data += segment(0xC4, b"\x00" + bytes(lengths) + bytes(range(12)))
    data += segment(0xC4, b"\x10" + bytes([1] + [0] * 15) + b"\0")
    data += segment(0xDA, bytes([count]) + b"".join(bytes([i + 1, 0x00]) for i in range(count)) + b"\0\x3f\0")
    bits, last = "", [0] * count
    for row in blocks:
        for block in row:
            for i, sample in enumerate(block):
                level = (sample - 128) * 8
                step, last[i] = level - last[i], level
                size = abs(step).bit_length()
                bits += format(size, "04b")
                if size:
                    bits += format(step if step > 0 else step + (1 << size) - 1, f"0{size}b")
                bits += "0"
    bits += "1" * (-len(bits) % 8)
    body = bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))
    return data + body.replace(b"\xff", b"\xff\0") + b"\xff\xd9"


# --- WebP -------------------------------------------------------------------------------------
def animated_webp(frames, width, height):
    """An animation of still WebP files, which fill the canvas."""
    def chunk(kind, body):
        return kind + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)

    def three(number):
        return struct.pack("<I", number)[:3]
    body = chunk(b"VP8X", b"\x12\0\0\0" + three(width - 1) + three(height - 1))
    body += chunk(b"ANIM", b"\0\0\0\0" + struct.pack("<H", 0))
    for frame in frames:
        at, parts = 12, b""
        while at + 8 <= len(frame):
            size = struct.unpack("<I", frame[at + 4:at + 8])[0]
            if frame[at:at + 4] in (b"VP8 ", b"VP8L", b"ALPH"):
                parts += frame[at:at + 8 + size + size % 2]
            at += 8 + size + size % 2
        body += chunk(b"ANMF", three(0) * 2 + three(width - 1) + three(height - 1) + three(100) + b"\0" + parts)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


# --- fonts ------------------------------------------------------------------------------------
def font(cmaps, advances=(500, 400, 500, 600), hhea=(800, -200, 0), typographic=(800, -200, 0), windows=(800, 200)):
    """A TrueType font of 1000 units an em whose glyphs are boxes.

    `cmaps` is a list of (platform, encoding, format, {character: glyph}); formats are 0, 4, 6 and 12. The three
    metrics are ascender, descender and gap of a line; those of Windows have no gap and no sign.
    """
    count = len(advances)
    glyphs = []
    for number, advance in enumerate(advances):
        right, top = advance - 50, 700 - 50 * number
        points = [(50, 0), (50, top), (right, top), (right, 0)]
        glyphs.append(struct.pack(">hhhhh", 1, 50, 0, right, top) + struct.pack(">HH", 3, 0) + b"\1" * 4
                      + b"".join(struct.pack(">h", b[0] - a[0]) for a, b in zip([(0, 0)] + points, points))
                      + b"".join(struct.pack(">h", b[1] - a[1]) for a, b in zip([(0, 0)] + points, points)))
    glyphs = [g + b"\0" * (-len(g) % 4) for g in glyphs]
    offsets = [sum(len(g) for g in glyphs[:i]) for i in range(count + 1)]
    parts = [cmap(form, mapping) for _, _, form, mapping in cmaps]
    start, heads = 4 + 8 * len(cmaps), b""
    for (platform, encoding, _, _), part in zip(cmaps, parts):
        heads += struct.pack(">HHI", platform, encoding, start)
        start += len(part)
    first = 0xF020 if cmaps and cmaps[0][1] == 0 and cmaps[0][0] == 3 else 0x20
    tables = {
        b"OS/2": struct.pack(">HhHHH", 4, 500, 400, 5, 0) + struct.pack(">hhhhhhhhhhh", *[500] * 10, 0) + b"\0" * 10
        + struct.pack(">IIII", 1, 0, 0, 0) + b"MADE" + struct.pack(
            ">HHHhhhHH", 64, first, 0xFFFF, *typographic, *windows)
        + struct.pack(">II", 1 if first == 0x20 else 1 << 31, 0) + struct.pack(">hhHHH", 500, 700, 0, 32, 1),
        b"cmap": struct.pack(">HH", 0, len(cmaps)) + heads + b"".join(parts),
        b"glyf": b"".join(glyphs),
        b"head": struct.pack(">IIIIHHQQhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, 1000, 0, 0, 0, -200, 1000, 800,
                             0, 8, 2, 1, 0),
        b"hhea": struct.pack(">IhhhHhhhhhh", 0x10000, *hhea, max(advances), 0, 0, 1000, 1, 0, 0)
        + b"\0" * 8 + struct.pack(">hH", 0, count),
        b"hmtx": b"".join(struct.pack(">Hh", advance, 50) for advance in advances),
        b"loca": b"".join(struct.pack(">I", o) for o in offsets),
        b"maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        b"name": name({1: "Made", 2: "Regular", 4: "Made", 6: "Made"}),
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
    }
    at, directory, body = 12 + 16 * len(tables), b"", b""
    for tag, table in sorted(tables.items()):
        padded = table + b"\0" * (-len(table) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        directory += tag + struct.pack(">III", total, at + len(body), len(table))
        body += padded
    size = 1 << (len(tables).bit_length() - 1)
    return struct.pack(">IHHHH", 0x10000, len(tables), size * 16, size.bit_length() - 1,
                       len(tables) * 16 - size * 16) + directory + body


def cmap(form, mapping):
    codes = sorted(mapping)
    if form == 0:
        return struct.pack(">HHH", 0, 262, 0) + bytes(mapping.get(i, 0) for i in range(256))
    if form == 6:
        first, last = codes[0], codes[-1]
        ids = [mapping.get(i, 0) for i in range(first, last + 1)]
        return struct.pack(f">HHHHH{len(ids)}H", 6, 10 + 2 * len(ids), 0, first, len(ids), *ids)
    if form == 12:
        return struct.pack(">HHIII", 12, 0, 16 + 12 * len(codes), 0, len(codes)) + b"".join(
            struct.pack(">III", c, c, mapping[c]) for c in codes)
    segments = [(c, c, mapping[c] - c & 0xFFFF) for c in codes] + [(0xFFFF, 0xFFFF, 1)]
    n = len(segments)
    size = 1 << (n.bit_length() - 1)
    return (struct.pack(">HHHHHHH",
    4,
    16 + 8 * n,
    0,
    2 * n,
    2 * size,
    size.bit_length() - 1,
    2 * n - 2 * size) + struct.pack(f">{n}H",
    *[s[1] for s in segments]) + b"\0\0" + struct.pack(f">{n}H",
    *[s[0] for s in segments]) + struct.pack(f">{n}H",
     *[s[2] for s in segments]) + b"\0\0" * n)


def name(strings):
    records, body = b"", b""
    for number, text in sorted(strings.items()):
        data = text.encode("utf-16-be")
        records += struct.pack(">HHHHHH", 3, 1, 0x409, number, len(data), len(body))
        body += data
    return struct.pack(">HHH", 0, len(strings), 6 + len(records)) + records + body
