// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasDrawing
import CanvasGeometry
import LayerModel
import Testing
import TextLayers
import TextTestSupport

/// The listings of the guide to layers in boxes, run.
@Suite("Guides: layers as boxes", .timeLimit(.minutes(30)))
@MainActor
struct LayersAsBoxesTests {
  @Test("A notice is as wide as it may be and as high as its texts, and unfolds in motion")
  func notice() async throws {
    let avatar = try GraphicsContext(size: Size(width: 40, height: 40)).makeBitmap()
    let (name, text) = (TextLayer(), TextLayer())
    for label in [name, text] { label.fonts = BundledFonts.collection }
    (name.string, text.maximumLines) = ("Ada Lovelace", 1)
    text.string = String(repeating: "The engine weaves algebraic patterns. ", count: 4)
    let notice = makeNotice(avatar: avatar, name: name, text: text)
    let root = Layer()
    let host = LayerHost(root: root, size: Size(width: 400, height: 300))
    try await show(notice, in: root, width: 300)
    _ = try await host.settledFrame()
    // 300 − 2 × 16 − 40 − 12.
    #expect(notice.bounds.width == 300 && text.bounds.width == 216)
    #expect(notice.sublayers[0].bounds.size == Size(width: 40, height: 40))
    let line = text.bounds.height
    #expect(notice.bounds.height == max(40, name.bounds.height + 4 + line) + 32)
    unfold(text)
    #expect(text.bounds.height > 2.5 * line)
    #expect(abs((text.presentation()?.bounds.height ?? 0) - line) < 1)
    host.close()
  }
}
