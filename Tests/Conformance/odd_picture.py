# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""A picture file that is odd in one way, and what is to be seen of it."""
import struct
from dataclasses import dataclass


@dataclass
class OddPicture:
    """What `Scripts/compare/pictures` puts to the tool and to Pillow.

    Pixels are (width, height, bytes of straight RGBA).
    """
    name: str
    data: bytes
    ending: str
    # What is to be seen; None: what Pillow sees.
    pixels: tuple = None
    # How far a channel may be off.
    bound: int = 0
    # How far Pillow may be off `pixels`.
    pillow_bound: int = 0
    # Why Pillow is not asked, or need not see `pixels`.
    differs: str = None
    # The picture is refused with a message that holds this.
    refused: str = None
    # The file is cut short, and Pillow is to show what there is.
    is_cut: bool = False
    # What is seen row by row (by `tiles`), if it is something else; and what the tool says then.
    rows: tuple = None
    note: str = None
    # The message if it cannot be read row by row.
    refused_rows: str = None


def tiff(orientation, is_big=True):
    """A directory of Exif with a width, then the orientation (Exif 2.32, 4.6.4)."""
    e = ">" if is_big else "<"
    entries = struct.pack(e + "HHII", 0x100, 4, 1, 3) + struct.pack(e + "HHIHH", 0x112, 3, 1, orientation, 0)
    return (b"MM" if is_big else b"II") + struct.pack(e + "HIH", 42, 8, 2) + entries + bytes(4)


def oriented(picture, orientation):
    """A stored picture as it is to be shown: row 0 is the side, column 0 the other one, of Exif's table."""
    width, height, data = picture
    # Of each shown pixel the column and row of the stored one.
    right, bottom = width - 1, height - 1
    place = {1: lambda x, y: (x, y), 2: lambda x, y: (right - x, y), 3: lambda x, y: (right - x, bottom - y),
             4: lambda x, y: (x, bottom - y), 5: lambda x, y: (y, x), 6: lambda x, y: (y, bottom - x),
             7: lambda x, y: (right - y, bottom - x), 8: lambda x, y: (right - y, x)}[orientation]
    w, h = (height, width) if orientation > 4 else (width, height)
    at = [place(x, y) for y in range(h) for x in range(w)]
    return w, h, b"".join(data[(y * width + x) * 4:(y * width + x) * 4 + 4] for x, y in at)
