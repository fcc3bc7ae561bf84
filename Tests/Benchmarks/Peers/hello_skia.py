# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Cold start: hello_skia.py FAMILY TEXT PX OUT.png"""
import sys, math, skia
f = skia.Font(skia.FontMgr.RefDefault().matchFamilyStyle(sys.argv[1], skia.FontStyle.Normal()), float(sys.argv[3]))
f.setHinting(skia.FontHinting.kNone); f.setSubpixel(True); f.setEdging(skia.Font.Edging.kAntiAlias)
m = f.getMetrics()
s = skia.Surface.MakeRasterN32Premul(math.ceil(f.measureText(sys.argv[2])), math.ceil(m.fDescent - m.fAscent))
c = s.getCanvas(); c.clear(skia.ColorWHITE)
c.drawString(sys.argv[2], 0, -m.fAscent, f, skia.Paint(Color=skia.ColorBLACK))
s.makeImageSnapshot().save(sys.argv[4], skia.kPNG)
