// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import LayerModel
import Testing
import TextModel
import TextTestSupport
import TextTypesetting

@testable import TextLayers

/// Vertical text in boxes and layers: its lines run along the height.
@Suite("Vertical text in boxes", .timeLimit(.minutes(30)))
@MainActor
struct VerticalBoxTests {
  private nonisolated static let sample = "Zwei Segel erhellend die tiefblaue Bucht, zwei Segel."

  private nonisolated static func layout(
    _ mode: WritingMode, width: Double? = nil, height: Double? = nil
  ) throws -> TextLayout {
    var container = TextContainer(width: width, height: height)
    container.writingMode = mode
    return try TextLayout(
      AttributedText(sample), in: container, fonts: BundledFonts.collection)
  }

  private nonisolated static func box(
    _ mode: WritingMode, height: Double? = nil, text: String = sample,
    insets: EdgeInsets = .zero
  ) -> TextBox {
    var rules = TextContainer(width: 7, height: height, insets: insets)
    rules.writingMode = mode
    return TextBox(AttributedText(text), rules: rules, fonts: BundledFonts.collection)
  }

  @Test("It is as wide as its lines, whatever width is offered, and as high as the longest one")
  func size() throws {
    for mode in [WritingMode.verticalRL, .verticalLR] {
      let free = try Self.layout(mode)
      let box = Self.box(mode)
      #expect(try box.minContentWidth == free.size.width)
      #expect(try box.maxContentWidth == free.size.width)
      for width in [1, 1000.0] { #expect(try box.measure(width: width).height == free.size.height) }
      // A height of the rules is where lines end.
      let broken = try Self.layout(mode, height: 120)
      #expect(broken.lines.count > 2)
      let bounded = Self.box(mode, height: 120)
      #expect(try bounded.maxContentWidth == broken.size.width)
      #expect(try bounded.measure(width: 1).height == 120)
    }
  }

  @Test("In its box it breaks at the height that the box has")
  func placed() throws {
    let box = Self.box(.verticalRL, height: 120)
    let size = Size(width: try box.maxContentWidth, height: 120)
    let measured = try box.layout(in: size)
    #expect(!measured.isTruncated && measured.size == size)
    #expect(
      measured.lines.map(\.range) == (try Self.layout(.verticalRL, height: 120)).lines.map(\.range))
    let lower = try box.layout(in: Size(width: 500, height: 80))
    #expect(lower.lines.count > measured.lines.count && !lower.isTruncated)
    // The first line lies at the right edge.
    #expect(lower.lines[0].frame.maxX == 500)
    let narrow = try box.layout(in: Size(width: size.width / 2, height: 120))
    #expect(narrow.isTruncated)
  }

  @Test("An empty text is as large as its insets")
  func empty() throws {
    let box = Self.box(
      .verticalRL, text: "", insets: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
    #expect(try box.maxContentWidth == 6 && box.measure(width: 50).height == 4)
  }

  @Test("A label's size is that of its lines, each side rounded up, and shows all of them")
  func fitting() async throws {
    let layer = TextLayer()
    layer.fonts = BundledFonts.collection
    layer.string = Self.sample
    layer.writingMode = .verticalRL
    layer.contentsScale = 2
    let size = try await layer.size(thatFits: Size(width: 0, height: 120))
    let expected = try Self.layout(.verticalRL, height: 120).fittingSize
    #expect(size.width == (expected.width * 2).rounded(.up) / 2)
    #expect(size.height == (expected.height * 2).rounded(.up) / 2)
    #expect(size.height <= 120)
    let shown = try Self.layout(.verticalRL, width: size.width, height: size.height)
    #expect(!shown.isTruncated)
    // Lines that are not wrapped are as long as they are, in any height.
    layer.isWrapped = false
    let long = try await layer.size(thatFits: Size(width: 0, height: 120))
    #expect(long.height > 300 && long.width < 40)
  }
}
