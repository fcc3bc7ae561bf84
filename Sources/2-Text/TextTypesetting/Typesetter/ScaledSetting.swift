// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

/// A text set at the largest scale at which it fits its container, or else at the least one.
///
/// Text that grows keeps its words whole.
struct ScaledSetting {
  /// The text shaped at the scale.
  let shaped: ShapedText
  let result: Typesetter.Result
  let scale: Double

  /// The number of steps up to full size.
  static let steps = 64

  /// Finds the scale by bisection. Each probe sets the text at full size in an enlarged container,
  /// which breaks lines as the scaled text does; only the result is shaped again.
  ///
  /// - Parameters:
  ///   - unscaled: The text at full size.
  ///   - fits: Whether the text at full size fits.
  /// - Returns: `nil` if the container permits no other scale, or has no sides that could be too
  ///   short.
  /// - Throws: `FontError`, `ShapingError`, ``TypesettingError``, or `CancellationError`.
  init?(
    of unscaled: ShapedText, fits: Bool, in container: TextContainer, _ cancellation: Cancellation
  ) throws {
    guard let scales = try Self.scales(of: unscaled, fits: fits, in: container, cancellation)
    else { return nil }
    let isRightToLeft = unscaled.paragraphs[0].baseLevel & 1 == 1
    let least = scales.lowerBound
    // The largest step that fits is in `low..<high`, unless even the least is too large.
    var (low, high) = (least, scales.upperBound)
    while low + 1 < high {
      let middle = (low + high) / 2
      let probe = container.room(
        enlargedBy: Double(Self.steps) / Double(middle), isRightToLeft: isRightToLeft)
      if try Typesetter.set(unscaled, in: probe, cancellation: cancellation).fits {
        low = middle
      } else {
        high = middle
      }
    }
    if low == Self.steps { return nil }
    // Fonts with optical sizes are wider at a smaller scale, so a step may not fit after all.
    while true {
      let scale = Double(low) / Double(Self.steps)
      var scaled = container
      scaled.token = container.token?.scaled(by: scale)
      let shaped = try ShapedText(
        unscaled.text.scaled(by: scale), fonts: unscaled.fonts, isVertical: unscaled.isVertical,
        cancellation: cancellation)
      let result = try Typesetter.set(shaped, in: scaled, cancellation: cancellation)
      if result.fits || low == least {
        (self.shaped, self.result, self.scale) = (shaped, result, scale)
        return
      }
      low -= 1
    }
  }

  /// The steps among which the scale is searched.
  private static func scales(
    of text: ShapedText, fits: Bool, in container: TextContainer, _ cancellation: Cancellation
  ) throws -> Range<Int>? {
    if !fits {
      let minimum = container.minimumScale
      guard minimum < 1, container.inlineRoom != nil || container.blockRoom != nil else {
        return nil
      }
      let least = max(1, Int((max(0, minimum) * Double(steps)).rounded(.up)))
      return least < steps ? least..<steps : nil
    }
    var greatest = container.maximumScale
    guard greatest > 1, container.blockRoom != nil, text.text.length > 0 else { return nil }
    greatest = min(greatest, 64)
    if let room = container.inlineRoom, container.isWrapped {
      let widths = try ContentWidths(text, cancellation: cancellation)
      let room = min(room, container.shapeExtent ?? .infinity) / Double(container.columnCount)
      if widths.least > 0 { greatest = min(greatest, room / widths.least) }
    }
    let most = Int((greatest * Double(steps)).rounded(.down))
    return most > steps ? steps..<most + 1 : nil
  }
}
