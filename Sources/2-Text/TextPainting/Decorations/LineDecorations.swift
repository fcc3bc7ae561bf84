// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextModel
import TextTypesetting

/// The decorations of one line of text as shapes to fill.
struct LineDecorations: ~Copyable {
  private let layout: TextLayout
  private let index: Int
  private let space: MarkSpace
  private let selection: PaintSelection
  private let cancellation: Cancellation
  /// The gaps of the bands so far, by upper edge and height.
  private var gaps: [Band: InkGaps] = [:]

  private struct Band: Hashable {
    var top: Double
    var height: Double
  }

  /// The most bands on one line of text that leave gaps where glyphs cross them, since each band
  /// reads all glyphs of the line. Further bands have no gaps.
  private static let bandsWithGaps = 64

  init(
    _ index: Int, of layout: TextLayout, in space: MarkSpace, _ selection: PaintSelection,
    _ cancellation: Cancellation
  ) {
    self.index = index
    self.layout = layout
    self.space = space
    self.selection = selection
    self.cancellation = cancellation
  }

  /// The shapes of one kind of decoration, from left to right.
  mutating func marks(_ kind: DecorationKind) throws -> [TextMark] {
    var marks: [TextMark] = []
    let bars = try DecorationBar.bars(
      kind, onLine: index, of: layout, selection, cancellation: cancellation)
    for bar in bars {
      func add(_ shape: TextMark.Shape) { marks.append(TextMark(shape: shape, color: bar.color)) }
      if kind == .background {
        add(space.grid.map { .pixels($0.snapped(bar.rect, isLine: false)) } ?? .rect(bar.rect))
        continue
      }
      try cancellation.check()
      let bands = bands(of: bar, kind)
      let parts = try parts(of: bands, bar)
      for band in bands {
        switch bar.style {
        case .solid, .double, .thick:
          for part in parts {
            add(
              space.rectangle(
                left: part.left, top: band.minY, right: part.right, height: band.height))
          }
        case .dotted, .dashed, .dashDot, .dashDotDot:
          let pattern = DashPattern(bar.style, thickness: band.height)
          let path = pattern.path(in: band, parts: parts, visible: space.visible)
          add(.path(path, overlap: .none))
        case .wavy:
          let wave = Wave(band, thickness(of: bar))
          add(.path(wave.path(parts: parts, visible: space.visible), overlap: .none))
        }
      }
    }
    return marks
  }

  private func thickness(of bar: DecorationBar) -> Double { space.thickness(bar.rect.height) }

  /// The bands that a bar fills, in the space: two for a double line, the height of a wave.
  private func bands(of bar: DecorationBar, _ kind: DecorationKind) -> [Rect] {
    var band = space.band(bar.rect)
    switch bar.style {
    case .double:
      // The second line lies farther from the text; a double strikethrough lies on both sides of
      // the place of a single one.
      var second = band
      switch kind {
      case .overline: second.origin.y -= 2 * band.height
      case .strikethrough:
        band.origin.y -= band.height
        second.origin.y = band.origin.y + 2 * band.height
      default: second.origin.y += 2 * band.height
      }
      return [band, second]
    case .wavy:
      let height = Wave.height(thickness: band.height, scale: space.scale)
      switch kind {
      case .overline: band.origin.y -= height - band.height
      case .strikethrough: band.origin.y -= (height - band.height) / 2
      default: break
      }
      band.size.height = height
      return [band]
    default: return [band]
    }
  }

  /// The parts of bands outside of the gaps that they leave to glyphs; the whole width for a bar
  /// without gaps.
  private mutating func parts(
    of bands: [Rect], _ bar: DecorationBar
  ) throws -> [(left: Double, right: Double)] {
    let band = bands.dropFirst().reduce(bands[0]) { $0.union($1) }
    guard bar.skipsInk else { return [(band.minX, band.maxX)] }
    let key = Band(top: band.minY, height: band.height)
    if gaps[key] == nil {
      guard gaps.count < Self.bandsWithGaps else { return [(band.minX, band.maxX)] }
      gaps[key] = try InkGaps(
        band, margin: thickness(of: bar), onLine: index, of: layout, in: space, cancellation)
    }
    let parts = gaps[key]?.visible(from: band.minX, to: band.maxX) ?? []
    return parts.compactMap { part in
      let (left, right) = (space.snapped(part.left), space.snapped(part.right))
      return left < right ? (left, right) : nil
    }
  }
}

extension TextLayout {
  /// The shapes of decorations of some kinds on a line.
  func marks(
    _ kinds: [DecorationKind], onLine index: Int, in space: MarkSpace,
    _ selection: PaintSelection = .all, _ cancellation: Cancellation
  ) throws -> [TextMark] {
    var line = LineDecorations(index, of: self, in: space, selection, cancellation)
    var marks: [TextMark] = []
    for kind in kinds { marks += try line.marks(kind) }
    return marks
  }
}
