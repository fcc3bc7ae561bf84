// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasGeometry
import Testing
import TextLayers
import TextModel
import TextTestSupport

/// A text layer of a client: it counts displays and commits, and measures with a margin.
@MainActor
private final class CountingLayer: TextLayer {
  var displays = 0
  var commitCount = 0

  override func makeDisplayTask() -> AnyDisplayTask? {
    displays += 1
    // What each display changes anew is displayed again without an end.
    if displays == 1 { string = "display 1" }
    return super.makeDisplayTask()
  }

  override func didCommit(_ contents: DisplayContents?) {
    commitCount += 1
    super.didCommit(contents)
  }

  override func size(thatFits size: Size) async throws -> Size {
    let own = try await super.size(thatFits: size)
    return Size(width: own.width + 10, height: own.height)
  }
}

@Suite("TextLayer: presets, subclasses and words")
@MainActor
struct TextLayerPresetTests {
  @Test("S-140: a layer may begin with the defaults of Core Animation")
  func s140_coreAnimation() throws {
    let layer = TextLayer(.coreAnimation)
    #expect(layer.fontSize == 36 && layer.foregroundColor == .white && !layer.isWrapped)
    #expect(layer.alignmentMode == .natural && layer.truncationMode == .none)
    layer.fonts = BundledFonts.collection
    layer.bounds = Rect(width: 50, height: 60)
    layer.string = "one line"
    layer.displayAndWait()
    let layout = try #require(layer.layOutNow())
    #expect(layout.lines.count == 1 && !layout.isTruncated && layout.lines[0].width > 50)
    #expect(abs(layout.lines[0].height - 36 * 1.362) < 1e-6)
    #expect(TextLayer(.standard).style == TextLayer().style)
    #expect(TextLayer(.standard).container == TextLayer().container)
    var preset = TextLayerPreset.coreAnimation
    preset.style.paint.color = .red
    #expect(TextLayer(preset).foregroundColor == .red)
  }

  @Test("S-131: alignments have Core Animation's names, too")
  func s131_names() throws {
    #expect(TextAlignment.justified == .justify && TextAlignment.natural == .start)
    let layer = TextLayer()
    layer.alignmentMode = .justified
    #expect(layer.style.paragraph.alignment == .justify)
    #expect(TextStyle(size: 12, alignment: .natural).paragraph.alignment == .start)
  }

  @Test("A subclass is asked for its task, its size, and told of commits")
  func subclass() async throws {
    let layer = CountingLayer()
    layer.fonts = BundledFonts.collection
    layer.bounds = Rect(width: 100, height: 30)
    layer.displayAndWait()
    #expect(layer.displays == 1 && layer.commitCount == 1 && layer.string == "display 1")
    let plain = TextLayer(layer.text, fonts: BundledFonts.collection)
    let size = try await layer.size(thatFits: .zero)
    let own = try await plain.size(thatFits: .zero)
    #expect(size == Size(width: own.width + 10, height: own.height))
  }
}
