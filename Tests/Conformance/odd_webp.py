# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Odd WebP files: pictures by Pillow, containers by code of our own (WebP Container Specification, RFC 9649)."""
import io
import struct

from PIL import Image

from odd_picture import OddPicture, tiff

WIDTH, HEIGHT = 40, 28


def image(mode="RGBA", width=WIDTH, height=HEIGHT, shift=0):
    def pixel(x, y):
        return (x * 5 + shift & 255, y * 7 & 255, 200 - x - y & 255, min(255, 9 * x) if y < 20 else 255)[:len(mode)]
    return Image.frombytes(mode, (width, height), b"".join(bytes(pixel(x, y)) for y in range(height) for x in range(width)))


def saved(picture, **options):
    out = io.BytesIO()
    picture.save(out, "WEBP", **options)
    return out.getvalue()


def chunk(kind, body):
    return kind.encode() + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)


def chunks(data):
    at, result = 12, []
    while at + 8 <= len(data):
        length = struct.unpack("<I", data[at + 4:at + 8])[0]
        result.append((data[at:at + 4].decode(), data[at + 8:at + 8 + length]))
        at += 8 + length + length % 2
    return result


def container(parts):
    body = b"WEBP" + b"".join(chunk(*part) for part in parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def three(value):
    return struct.pack("<I", value)[:3]


def extended(flags, width=WIDTH, height=HEIGHT):
    return "VP8X", bytes([flags, 0, 0, 0]) + three(width - 1) + three(height - 1)


def frame(picture, x, y, blends=True, **options):
    """A frame of an animation, at an even place."""
    parts = [p for p in chunks(saved(picture, **options)) if p[0] in ("ALPH", "VP8 ", "VP8L")]
    return "ANMF", (three(x // 2) + three(y // 2) + three(picture.width - 1) + three(picture.height - 1) + three(100)
                    + bytes([0 if blends else 2]) + b"".join(chunk(*p) for p in parts))


def animated(*frames, flags=0x12, background=bytes(4)):
    return container([extended(flags), ("ANIM", background + b"\0\0"), *frames])


def case(name, data, bound=0, **more):
    return OddPicture(f"webp/{name}", data, "webp", bound=bound, **more)


def cases():
    for mode in ("RGB", "RGBA"):
        yield case(f"lossless {mode}", saved(image(mode), lossless=True))
        for quality in (1, 80, 100):
            yield case(f"quality {quality}, {mode}", saved(image(mode), quality=quality), 2)
        yield case(f"one pixel, {mode}", saved(image(mode, 1, 1), lossless=True))
        yield case(f"odd sides, {mode}", saved(image(mode, 17, 3)), 2)
    yield case("lossless, colours of clear pixels kept", saved(image(), lossless=True, exact=True))
    yield case("opacities of poor quality", saved(image(), alpha_quality=5), 2)
    whole = saved(image("RGB"), quality=80)
    yield case("in an extended container", container([extended(0), *chunks(whole)]), 2)
    yield case("with a profile", saved(image("RGB"), lossless=True, icc_profile=bytes(300)))
    yield case("with chunks that nobody knows", container([extended(0), ("ABCD", b"odd"), *chunks(whole)]), 2)
    lossless = saved(image("RGB"), lossless=True)
    with Image.open(io.BytesIO(lossless)) as picture:
        stored = (*picture.size, picture.convert("RGBA").tobytes())
    for orientation in (1, 3, 6, 8):
        # As in Chromium: a WebP is shown as it is stored.
        yield case(f"orientation {orientation}", container([extended(8), *chunks(lossless), ("EXIF", tiff(orientation))]),
                   pixels=stored, differs=None if orientation == 1 else "Pillow turns it")
    red = Image.new("RGBA", (10, 8), (250, 10, 20, 255))
    yield case("animated", saved(image(shift=0), save_all=True, append_images=[image(shift=90)], lossless=True))
    yield case("animated, lossy", saved(image("RGB"), save_all=True, append_images=[image("RGB", shift=90)]), 2)
    yield case("animated, first frame within the picture",
               animated(frame(red, 6, 4, lossless=True), frame(image(), 0, 0, lossless=True)))
    yield case("animated, first frame half clear",
               animated(frame(image("RGBA", 20, 20), 12, 8, False, lossless=True), frame(red, 0, 0, lossless=True)))
    yield case("animated, a background", animated(frame(red, 6, 4, lossless=True), background=b"\x10\x80\xf0\xff"),
               pixels=placed(red, 6, 4), differs="Pillow paints the background, which is a hint; browsers do not")
    yield case("animated, lossy opacities", animated(frame(image("RGBA", 20, 20), 0, 0), frame(red, 0, 0)), 2)
    yield case("animated, one frame", animated(frame(image(), 0, 0, lossless=True)))
    yield case("animated, a frame beyond the picture", animated(frame(image(), 4, 4, lossless=True)), refused="WebP")
    yield case("animated, no frame", container([extended(2), ("ANIM", bytes(6))]), refused="WebP")
    yield case("animated, cut off within the second frame",
               animated(frame(red, 6, 4, lossless=True), frame(image(), 0, 0, lossless=True))[:-40],
               pixels=placed(red, 6, 4), differs="Pillow refuses the file")
    for name, data in {"lossy": whole, "lossless": lossless, "with opacities": saved(image())}.items():
        yield case(f"cut off within the pixels, {name}", data[:len(data) * 2 // 3], refused="WebP")
        yield case(f"cut off within the header, {name}", data[:24], refused="WebP")
    yield case("bytes behind the end", whole + b"more bytes", 2)
    yield case("a size that is not that of the container", container([extended(0, 99, 99), *chunks(whole)]),
               refused="WebP")


def placed(picture, x, y):
    """A picture on a clear ground."""
    ground = Image.new("RGBA", (WIDTH, HEIGHT))
    ground.paste(picture, (x, y))
    return WIDTH, HEIGHT, ground.tobytes()
