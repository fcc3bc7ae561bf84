// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import BoxTrees
package import CanvasGeometry
package import SystemConcurrency
package import TextFonts
package import TextModel
package import TextTypesetting

/// A text as the contents of a box: shaped once, and broken into lines for each width at which it
/// is measured.
///
/// Horizontal text takes the width that its box offers, and is as high as its lines. Lines of
/// vertical text end at the height of the rules or, without one, at mandatory breaks; the text is
/// as wide as its lines need, whatever width is offered. In a box of another size, lines end at the
/// height of the box, and lines for which the box has no room are left out.
///
/// An empty text is as high as its insets, as in CSS.
package struct TextBox: BoxContent {
  private let cache: LayoutCache
  /// The rules of the text. They have no width and no height, which come from the box; rules of
  /// vertical text keep the height at which lines end while the text is measured.
  private let rules: TextContainer
  private let cancellation: Cancellation

  /// Creates the contents of a box.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - rules: The rules of setting; their width is ignored, and for horizontal text also their
  ///     height.
  ///   - fonts: The fonts with which it is shaped.
  ///   - cancellation: Polled while the text is shaped and set.
  package init(
    _ text: AttributedText, rules: TextContainer, fonts: FontCollection = .default,
    cancellation: Cancellation = .never
  ) {
    self.init(LayoutCache(text: text, fonts: fonts), rules: rules, cancellation: cancellation)
  }

  init(_ cache: LayoutCache, rules: TextContainer, cancellation: Cancellation = .never) {
    self.cache = cache
    self.cancellation = cancellation
    var rules = rules
    rules.width = nil
    if !rules.writingMode.isVertical { rules.height = nil }
    self.rules = rules
  }

  package var minContentWidth: Double {
    get throws {
      if isVertical { return try verticalSize.width }
      let widths = try cache.contentWidths(cancellation)
      return (rules.isWrapped ? widths.least : widths.greatest) + insets
    }
  }

  package var maxContentWidth: Double {
    get throws {
      if isVertical { return try verticalSize.width }
      return try cache.contentWidths(cancellation).greatest + insets
    }
  }

  private var isVertical: Bool { rules.writingMode.isVertical }

  /// The size of vertical text, which does not depend on the box.
  private var verticalSize: Size {
    get throws {
      if cache.text.length > 0 {
        return try cache.layout(in: rules, cancellation: cancellation).size
      }
      let insets = rules.boundedInsets
      return Size(width: insets.leading + insets.trailing, height: insets.top + insets.bottom)
    }
  }

  /// The width of the container's insets.
  private var insets: Double {
    if rules.insets == .zero { return 0 }
    let insets = rules.boundedInsets
    return insets.leading + insets.trailing
  }

  package func measure(width: Double) throws -> BoxContentSize {
    if isVertical { return BoxContentSize(height: try verticalSize.height) }
    if cache.text.length == 0 {
      let insets = rules.boundedInsets
      return BoxContentSize(height: insets.top + insets.bottom)
    }
    let layout = try layout(width: width, height: nil)
    let lines = layout.lines
    return BoxContentSize(
      height: layout.size.height, firstBaseline: lines.first?.baseline,
      lastBaseline: lines.last?.baseline)
  }

  /// The layout of the text in the room that its box has. If the layout that was measured fits and
  /// needs no change, it is that one.
  ///
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`, or `CancellationError`.
  package func layout(in room: Size) throws -> TextLayout {
    if isVertical { return try layout(width: room.width, height: room.height) }
    let measured = try layout(width: room.width, height: nil)
    let isPlaced = rules.verticalAlignment == .top && !(rules.maximumScale > 1)
    if isPlaced, measured.size.height <= room.height + Self.tolerance, !measured.isTruncated {
      return measured
    }
    return try layout(width: room.width, height: room.height)
  }

  private func layout(width: Double, height: Double?) throws -> TextLayout {
    var container = rules
    (container.width, container.height) = (width, height)
    return try cache.layout(in: container, cancellation: cancellation)
  }

  /// The most that a sum of heights may lose to rounding, in points.
  private static let tolerance = 1e-6
}
