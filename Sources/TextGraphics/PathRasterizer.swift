// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

/// 256-level coverage of a rectangle of device pixels. The memory belongs to the rasteriser that made it and
/// is valid until its next use.
@safe package struct CoverageMask {
  /// The pixels that the mask covers.
  package let bounds: PixelRect
  /// The distance from one row to the next, in bytes.
  package let stride: Int
  /// The first byte of the first row.
  @unsafe package let pixels: UnsafePointer<UInt8>
}

/// Turns paths into coverage: the one rasteriser of this library, with scratch memory that is used again.
///
/// One owner at a time; get one from ``withScratch(_:)``.
package final class PathRasterizer {
  private static let pool = ScratchPool { PathRasterizer() }

  /// Creates a rasteriser with no scratch memory yet.
  package init() {}

  /// Runs `body` with a rasteriser of its own.
  package static func withScratch<R, E: Error>(
    _ body: (PathRasterizer) throws(E) -> R
  ) throws(E) -> R {
    try pool.withScratch(body)
  }

  /// Reads a path: from now on ``coverage(in:rule:)`` is about it.
  ///
  /// - Returns: The device pixels that it can touch; empty for a path without area or with numbers that are
  ///   not finite.
  /// - Throws: `allocationFailed`.
  package func prepare(
    _ path: Path, transform: AffineTransform
  ) throws(GraphicsError) -> PixelRect {
    PixelRect(width: 0, height: 0)
  }

  /// The coverage of the prepared path in a rectangle of device pixels. The bits do not depend on the
  /// rectangle.
  ///
  /// - Returns: A mask of the part of `clip` that the path can touch, or `nil` if there is none.
  /// - Throws: `allocationFailed`.
  package func coverage(
    in clip: PixelRect, rule: FillRule = .nonZero
  ) throws(GraphicsError) -> CoverageMask? { nil }
}
