// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
package import TextModel

extension FontCollection {
  /// The fonts for a style, in the order in which they are tried: those of its descriptor and
  /// language. Where one of the faces that were asked for, or the first of all, has an axis `opsz`,
  /// the axis is at the style's size.
  ///
  /// Only then are there fonts for each size: the cascades of sizes are among the up to 256 cached,
  /// and sizes beyond the ends of the axis share one. A font with such an axis that is found for
  /// single characters alone keeps its own position while no other font has one.
  ///
  /// - Throws: `CancellationError`.
  package func cascade(
    for style: ShapingStyle, _ cancellation: Cancellation
  ) throws -> FontCascade {
    let cascade = try cascade(for: style.font, language: style.language, cancellation)
    guard let descriptor = cascade.descriptor(atSize: style.size) else { return cascade }
    return try self.cascade(for: descriptor, language: style.language, cancellation)
  }

  /// As `cascade(for:_:)`, without cancellation.
  package func cascade(for style: ShapingStyle) -> FontCascade {
    do {
      return try cascade(for: style, .never)
    } catch {
      preconditionFailure("work that cannot be cancelled was cancelled")
    }
  }
}

extension FontCascade {
  private static let axis = FontVariation("opsz", 0).tag

  /// The range of the optical sizes of faces; `nil` where none has an axis for them, or where the
  /// descriptor sets it.
  static func sizes(
    of faces: [FontFace], for descriptor: FontDescriptor
  ) -> ClosedRange<Double>? {
    guard descriptor.opticalSizing == .auto,
      !descriptor.variations.contains(where: { $0.tag == axis })
    else { return nil }
    var range: ClosedRange<Double>?
    for face in faces where !face.axes.isEmpty {
      guard let own = face.axes.first(where: { $0.tag == axis }), own.minimum <= own.maximum,
        face.instance(named: descriptor.instance) == nil
      else { continue }
      let (low, high) = (range?.lowerBound ?? own.minimum, range?.upperBound ?? own.maximum)
      range = min(low, own.minimum)...max(high, own.maximum)
    }
    return range
  }

  /// The descriptor with the optical size for an em size in points; `nil` where the size does not
  /// matter.
  package func descriptor(atSize size: Double) -> FontDescriptor? {
    guard let opticalSizes, size.isFinite else { return nil }
    var sized = descriptor
    let position = min(max(size, opticalSizes.lowerBound), opticalSizes.upperBound)
    sized.variations.append(FontVariation(tag: Self.axis, value: position))
    return sized
  }
}
