# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Cold start: hello_pillow.py FONTFILE TEXT PX OUT.png"""
import sys
from PIL import Image, ImageDraw, ImageFont
f = ImageFont.truetype(sys.argv[1], float(sys.argv[3]), layout_engine=ImageFont.Layout.RAQM)
im = Image.new("RGBA", (int(f.getlength(sys.argv[2])) + 2, sum(f.getmetrics())), (255, 255, 255, 255))
ImageDraw.Draw(im).text((0, 0), sys.argv[2], font=f, fill=(0, 0, 0, 255))
im.save(sys.argv[4])
