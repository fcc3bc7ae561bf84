// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

/// A text set at the largest scale at which it fits its container, or else at the least one.
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
  /// - Parameter unscaled: The text at full size, which does not fit.
  /// - Returns: `nil` if the container permits no smaller scale, or has no sides that could be too
  ///   short.
  /// - Throws: `FontError`, `ShapingError`, ``TypesettingError``, or `CancellationError`.
  init?(
    of unscaled: ShapedText, in container: TextContainer, _ cancellation: Cancellation
  ) throws {
    let minimum = container.minimumScale
    guard minimum < 1, container.inlineRoom != nil || container.blockRoom != nil else {
      return nil
    }
    let least = max(1, Int((max(0, minimum) * Double(Self.steps)).rounded(.up)))
    if least >= Self.steps { return nil }
    // The largest step that fits is in `low..<high`, unless even the least is too large.
    var (low, high) = (least, Self.steps)
    while low + 1 < high {
      let middle = (low + high) / 2
      let probe = Self.enlarged(container, by: Double(Self.steps) / Double(middle))
      if try Typesetter.set(unscaled, in: probe, cancellation: cancellation).fits {
        low = middle
      } else {
        high = middle
      }
    }
    // Fonts with optical sizes are wider at a smaller scale, so a step may not fit after all.
    while true {
      let scale = Double(low) / Double(Self.steps)
      var scaled = container
      scaled.token = container.token?.scaled(by: scale)
      let shaped = try ShapedText(
        unscaled.text.scaled(by: scale), fonts: unscaled.fonts, cancellation: cancellation)
      let result = try Typesetter.set(shaped, in: scaled, cancellation: cancellation)
      if result.fits || low == least {
        (self.shaped, self.result, self.scale) = (shaped, result, scale)
        return
      }
      low -= 1
    }
  }

  /// A container without insets, whose size is the content size of another one times a factor.
  private static func enlarged(_ container: TextContainer, by factor: Double) -> TextContainer {
    let (inline, block) = (
      container.inlineRoom.map { $0 * factor }, container.blockRoom.map { $0 * factor }
    )
    let isVertical = container.writingMode.isVertical
    var enlarged = TextContainer(
      width: isVertical ? block : inline, height: isVertical ? inline : block,
      maximumLines: container.maximumLines, truncation: container.truncation, ellipsis: "",
      isWrapped: container.isWrapped)
    enlarged.writingMode = container.writingMode
    return enlarged
  }
}
