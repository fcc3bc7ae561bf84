// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer

extension Sample {
  /// The sample with something after the first line of each text.
  func inserting(_ insert: (inout AttributedText, TextStyle) -> Void) -> Sample {
    var sample = self
    for index in sample.items.indices {
      let text = sample.items[index].text
      let at = (text.utf16.firstIndex(of: 0x0A) ?? 0) + 1
      var changed = text[TextRange(0, at)]
      insert(&changed, text.style(at: at))
      changed.append(text[TextRange(at, text.length)])
      sample.items[index].text = changed
    }
    return sample
  }

  /// A picture of 16 points at the scale of the samples.
  static func icon() -> TextAttachment {
    guard
      let context = try? GraphicsContext(
        pixels: PixelSize(width: 32, height: 32), background: .black)
    else { preconditionFailure("no memory for a small picture") }
    return TextAttachment(.bitmap(context.makeBitmap(), scale: 2), alignment: .center)
  }

  private static func linkRange(_ text: AttributedText) -> TextRange {
    let start = (text.utf16.firstIndex(of: 0x0A) ?? 0) + 8
    return TextRange(start, start + 12)
  }

  /// The sample with a link in each text.
  func linking() -> Sample {
    var sample = self
    for index in sample.items.indices {
      let range = Self.linkRange(sample.items[index].text)
      sample.items[index].text[link: range] = TextLink("x")
    }
    return sample
  }

  /// The layout with its link in the paint of a highlight.
  static func pressed(_ layout: TextLayout) -> TextLayout {
    let range = linkRange(layout.text)
    return layout.repainted { paint in
      paint.update(range) { $0.background = TextBackground(Color(white: 0.8), cornerRadius: 4) }
    }
  }

  /// Hits of 100 points, all over the layout.
  static func hits(_ layout: TextLayout) -> Int {
    var count = 0
    for y in 0..<10 {
      for x in 0..<10 {
        let point = Point(
          x: layout.size.width * (Double(x) + 0.5) / 10,
          y: layout.size.height * (Double(y) + 0.5) / 10)
        if layout.item(at: point, slop: 4) != nil { count += 1 }
      }
    }
    return count
  }
}
