// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasBoxes
package import CanvasGeometry
package import SystemConcurrency
package import TextFonts
package import TextModel
package import TextTypesetting

/// A text as the contents of a box: shaped once, and broken into lines for each width that is
/// asked.
///
/// An empty text is as high as its insets, as in CSS.
package struct TextBox: BoxContent {
  private let memory: LayoutMemory
  /// The rules of the text without a width and a height, which are those of the box.
  private let rules: TextContainer
  private let cancellation: Cancellation

  /// Creates the contents of a box.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - rules: How it is set; its width and height count for nothing.
  ///   - fonts: The fonts with which it is shaped.
  ///   - cancellation: Polled while it is shaped and set.
  package init(
    _ text: AttributedText, rules: TextContainer, fonts: FontCollection = .default,
    cancellation: Cancellation = .never
  ) {
    self.init(LayoutMemory(text: text, fonts: fonts), rules: rules, cancellation: cancellation)
  }

  init(_ memory: LayoutMemory, rules: TextContainer, cancellation: Cancellation = .never) {
    self.memory = memory
    self.cancellation = cancellation
    var rules = rules
    (rules.width, rules.height) = (nil, nil)
    self.rules = rules
  }

  package var minContentWidth: Double {
    get throws {
      let widths = try memory.contentWidths(cancellation)
      return (rules.isWrapped ? widths.least : widths.greatest) + insets
    }
  }

  package var maxContentWidth: Double {
    get throws { try memory.contentWidths(cancellation).greatest + insets }
  }

  /// The width of the container's insets.
  private var insets: Double {
    if rules.insets == .zero { return 0 }
    let insets = rules.boundedInsets
    return insets.leading + insets.trailing
  }

  package func measure(width: Double) throws -> BoxContentSize {
    if memory.text.length == 0 {
      let insets = rules.boundedInsets
      return BoxContentSize(height: insets.top + insets.bottom)
    }
    let layout = try layout(width: width, height: nil)
    let lines = layout.lines
    return BoxContentSize(
      height: layout.size.height, firstBaseline: lines.first?.baseline,
      lastBaseline: lines.last?.baseline)
  }

  /// The text in the room that its box has: the layout that was measured, where all of it fits.
  ///
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`, or `CancellationError`.
  package func layout(in room: Size) throws -> TextLayout {
    let measured = try layout(width: room.width, height: nil)
    let isPlaced = rules.verticalAlignment == .top
    if isPlaced, measured.size.height <= room.height + Self.tolerance, !measured.isTruncated {
      return measured
    }
    return try layout(width: room.width, height: room.height)
  }

  private func layout(width: Double, height: Double?) throws -> TextLayout {
    var container = rules
    (container.width, container.height) = (width, height)
    return try memory.layout(in: container, cancellation: cancellation)
  }

  /// What sums of heights may lose to rounding, in points.
  private static let tolerance = 1e-6
}
