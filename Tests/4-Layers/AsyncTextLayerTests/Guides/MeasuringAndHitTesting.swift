// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import CanvasGeometry
import FoundationEssentials
import TextDefaultFonts
import TextLayers
import TextModel
import TextTypesetting

@MainActor
func fit(_ label: TextLayer, in width: Double) async throws {
  let size = try await label.size(thatFits: Size(width: width, height: .infinity))
  label.bounds = Rect(origin: .zero, size: size)
}

func size(of text: AttributedText, in container: TextContainer) async throws -> Size {
  try await TextRenderer(fonts: .embedded).layout(text, in: container).size
}

@MainActor
func offset(of point: Point, in label: TextLayer) -> Int? {
  label.layOutNow()?.position(at: point).offset
}

@MainActor
func link(at point: Point, in label: TextLayer, links: [TextRange: String]) -> String? {
  guard let grapheme = label.layOutNow()?.grapheme(at: point) else { return nil }
  return links.first { $0.key.contains(grapheme.start) }?.value
}

@MainActor
func select(_ word: String, in label: TextLayer) -> [Rect] {
  let string = label.attributedString
  guard let range = string.range(of: word), let layout = label.layOutNow() else { return [] }
  return layout.rectangles(for: TextRange(range, in: string))
}

func caret(after position: TextPosition, in layout: TextLayout) -> Rect {
  layout.caret(at: position)
}
