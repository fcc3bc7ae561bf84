// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import TextDefaultFonts
import TextFonts
import TextModel
import TextTypesetting

let fonts: [FontCollection] = [
  .default,  // those of TextDefaultFonts, if it is imported, then the host's
  .embedded,  // those of TextDefaultFonts: the same pixels everywhere
  FontCollection(),  // the host's alone
]

func collection(brandFont path: String) throws -> FontCollection {
  let brand = try FontSource(FontFile(path: path))
  return FontCollection(
    given: [brand], defaultFonts: DefaultFonts.all, includesSystemFonts: false)
}

func title() -> AttributedText {
  let title = FontDescriptor(families: ["Noto Serif", "serif"], weight: 600)
  var style = TextStyle.default
  style.shaping.font = title
  style.shaping.size = 24
  style.shaping.features = [FontFeature("smcp")]
  let text = AttributedText("Small capitals", style: style)
  return text
}

func languages() -> [AttributedText] {
  let texts = ["ja", "zh-Hans", "zh-Hant", "ko"].map { language in
    var style = TextStyle(size: 32)
    style.shaping.language = language
    return AttributedText("直", style: style)
  }
  return texts
}

func charactersWithoutGlyph(in string: String, fonts: FontCollection) throws -> [Unicode.Scalar] {
  let layout = try TextLayout(AttributedText(string), fonts: fonts)
  return layout.missing.flatMap(\.scalars)
}
