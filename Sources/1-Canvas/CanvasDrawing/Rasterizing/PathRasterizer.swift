// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
package import CanvasGeometry
package import SystemConcurrency

/// Whether the contours of a path overlap, which decides the algorithm that fills it.
package enum ContourOverlap: UInt8, Sendable {
  /// Not known: the rasteriser tests the path each time.
  case unknown = 0
  /// No point is wound twice and no contour crosses another: signed areas can be added up.
  case none = 1
  /// Contours overlap, or may do so: crossings must be resolved.
  case possible = 2
}

/// The rasteriser of paths: computes coverage, with scratch memory that is reused.
///
/// Coverage is the exact area in fixed point, 256 levels, by non-zero winding or parity, also where
/// contours overlap (the algorithm: `raster.c`). It is written here and not a library's because
/// sums in fixed point give the same bits in tiles, with vector instructions and without.
///
/// One owner at a time; see ``withScratch(_:)``.
@safe package final class PathRasterizer {
  private static let pool = ScratchPool { PathRasterizer() }

  /// The most bytes of mask that are kept for the next path.
  private static let keptBytes = 1 << 20

  /// The C rasteriser, owned; `nil` if there was no memory for it.
  private let raster: OpaquePointer?
  /// The memory of the last mask, owned.
  private var mask: UnsafeMutableRawPointer?
  private var maskBytes = 0
  private var touched = PixelRect(width: 0, height: 0)

  /// Creates a rasteriser without scratch memory.
  package init() {
    unsafe raster = ctk_raster_create()
  }

  deinit {
    unsafe ctk_raster_destroy(raster)
    freeMask()
  }

  /// Runs `body` with a rasteriser that no other thread uses. The memory of a very large path is
  /// freed afterwards, since the pool keeps its rasterisers.
  package static func withScratch<R, E: Error>(
    _ body: (PathRasterizer) throws(E) -> R
  ) throws(E) -> R {
    try pool.withScratch { (rasterizer) throws(E) -> R in
      defer { if rasterizer.isLarge { rasterizer.releaseScratch() } }
      return try body(rasterizer)
    }
  }

  /// Whether a path of more than some 32,000 points has left its memory.
  package var isLarge: Bool { unsafe ctk_raster_is_large(raster) }

  /// The bytes of the memory that the last paths have left.
  package var scratchByteCount: Int { unsafe ctk_raster_scratch_size(raster) }

  /// Frees the memory that the last paths took; the next one has to be prepared.
  package func freeScratch() {
    unsafe ctk_raster_free_scratch(raster)
    freeMask()
    touched = PixelRect(width: 0, height: 0)
  }

  /// Frees the memory that the last paths took, much of it on another thread; the next path has to
  /// be prepared.
  private func releaseScratch() {
    let byteCount = scratchByteCount
    if byteCount >= LateRelease.leastByteCount, let other = unsafe ctk_raster_split(raster) {
      // From here on only the closure uses the memory.
      let address = UInt(bitPattern: other)
      LateRelease.perform(byteCount: byteCount) {
        unsafe ctk_raster_destroy(OpaquePointer(bitPattern: address))
      }
    }
    freeScratch()
  }

  /// Reads the path of the following calls of ``coverage(in:rule:)``.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - transform: The map from the path to device pixels.
  ///   - overlap: The result of ``overlap(of:scale:)`` for the path.
  ///   - cancellation: Ends the reading early, within a millisecond; the path must not be filled
  ///     then.
  /// - Returns: The device pixels that the path can touch; empty for a path without area or with
  ///   numbers that are not finite. The path is cut at 131,072 pixels from the origin.
  /// - Throws: `allocationFailed`.
  package func prepare(
    _ path: Path, transform: AffineTransform, overlap: ContourOverlap = .unknown,
    cancellation: Cancellation = .never
  ) throws(GraphicsError) -> PixelRect {
    touched = PixelRect(width: 0, height: 0)
    let map: InlineArray<6, Double> = [
      transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty,
    ]
    var bounds = InlineArray<4, Int32>(repeating: 0)
    var box = bounds.mutableSpan
    let proof = ctk_proof(rawValue: UInt32(overlap.rawValue))
    // C call: the counts are those of the path's arrays.
    let isRead = unsafe withPoints(of: path) { points in
      unsafe raster != nil
        && map.span.withUnsafeBufferPointer { map in
          unsafe box.withUnsafeMutableBufferPointer { box in
            asking(cancellation) {
              unsafe ctk_raster_prepare(
                raster, path.verbs, path.verbs.count, points, path.points.count, map.baseAddress,
                proof, box.baseAddress)
            }
          }
        }
    }
    guard isRead else {
      if cancellation.isCancelled { return touched }
      throw Self.noMemory
    }
    touched = PixelRect(
      x: Int(bounds[0]), y: Int(bounds[1]), width: Int(bounds[2]), height: Int(bounds[3]))
    return touched
  }

  /// Runs calls of the rasteriser that poll a cancellation.
  private func asking<R>(_ cancellation: Cancellation, _ body: () -> R) -> R {
    if cancellation.isNever { return body() }
    // The pointer is valid during the calls in `body`, which alone read it.
    return unsafe withUnsafePointer(to: cancellation) { pointer in
      unsafe ctk_raster_set_stop(raster, Cancellation.poll, pointer)
      defer { unsafe ctk_raster_set_stop(raster, nil, nil) }
      return body()
    }
  }

  /// Tests whether the contours of a path overlap, once for all sizes at which it is drawn.
  ///
  /// Curves are flattened as at `scale`. Overlaps of less than a thousandth of a pixel there count
  /// as touching.
  ///
  /// - Returns: `unknown` if there is no memory.
  package func overlap(of path: Path, scale: Double) -> ContourOverlap {
    touched = PixelRect(width: 0, height: 0)
    guard unsafe raster != nil else { return .unknown }
    // C call: the counts are those of the path's arrays.
    let proof = unsafe withPoints(of: path) { points in
      unsafe ctk_raster_prove(
        raster, path.verbs, path.verbs.count, points, path.points.count, scale)
    }
    return ContourOverlap(rawValue: UInt8(proof.rawValue)) ?? .unknown
  }

  /// Lends the points of a path as pairs of numbers.
  private func withPoints<R>(of path: Path, _ body: (UnsafePointer<Double>?) -> R) -> R {
    // A `Point` has the layout of two doubles.
    unsafe path.points.withUnsafeBytes {
      unsafe body($0.assumingMemoryBound(to: Double.self).baseAddress)
    }
  }

  /// The coverage of the prepared path in a rectangle of device pixels. The values do not depend on
  /// the rectangle.
  ///
  /// - Parameter cancellation: Ends the work early, within a millisecond.
  /// - Returns: A mask of the part of `clip` that the path can touch, or `nil` if there is none or
  ///   the work was cancelled.
  /// - Throws: `allocationFailed`; `tooLarge` for more than `CanvasLimits.bitmapBytes` pixels.
  package func coverage(
    in clip: PixelRect, rule: FillRule = .nonZero, cancellation: Cancellation = .never
  ) throws(GraphicsError) -> CoverageMask? {
    let bounds = touched.intersection(clip)
    guard !bounds.isEmpty else { return nil }
    let stride = (bounds.width + 15) & ~15
    guard stride * bounds.height <= CanvasLimits.bitmapBytes else {
      throw GraphicsError(
        .tooLarge,
        "A mask of \(bounds.width)×\(bounds.height) pixels is over \(CanvasLimits.bitmapBytes) bytes."
      )
    }
    // C call on a mask of `stride` by `height` bytes.
    guard let pixels = unsafe takeMask(byteCount: stride * bounds.height) else {
      throw Self.noMemory
    }
    let isFilled = asking(cancellation) {
      unsafe ctk_raster_coverage(
        raster, Int32(bounds.x), Int32(bounds.y), Int32(bounds.width), Int32(bounds.height),
        rule == .evenOdd, pixels, stride)
    }
    guard isFilled else {
      if cancellation.isCancelled { return nil }
      throw Self.noMemory
    }
    return unsafe CoverageMask(bounds: bounds, stride: stride, pixels: pixels)
  }

  /// Replaces each level of the last mask by that in a table of 256 levels.
  package func replaceLevels(of mask: CoverageMask, _ table: [UInt8]) {
    precondition(table.count == 256)
    // The mask is memory of this rasteriser, with `stride` bytes for each row.
    let pixels = unsafe UnsafeMutablePointer(mutating: mask.pixels)
    for row in 0..<mask.bounds.height {
      let start = row * mask.stride
      for i in start..<start + mask.bounds.width {
        unsafe pixels[i] = table[Int(pixels[i])]
      }
    }
  }

  /// Whether the prepared path was filled by signed areas alone, for tests.
  package var isSimple: Bool { unsafe ctk_raster_is_simple(raster) }

  /// Resolves crossings of every path from now on, for tests and measurements.
  package func forceResolve(_ force: Bool) {
    unsafe ctk_raster_force_resolve(raster, force)
  }

  /// Bytes beyond the last row, which vector kernels read and ignore.
  private static let slack = 64

  /// Memory for a mask, valid until the next call; `nil` if there is none.
  @unsafe private func takeMask(byteCount: Int) -> UnsafeMutablePointer<UInt8>? {
    let need = byteCount + Self.slack
    let isLarge = maskBytes > Self.keptBytes && need <= Self.keptBytes
    if need > maskBytes || isLarge {
      freeMask()
      let room = max(need, 4096)
      unsafe mask = SystemBitmapAllocator().allocate(byteCount: room)
      maskBytes = unsafe mask == nil ? 0 : room
    }
    return unsafe mask?.assumingMemoryBound(to: UInt8.self)
  }

  private func freeMask() {
    if let mask = unsafe mask {
      unsafe SystemBitmapAllocator().deallocate(mask, byteCount: maskBytes)
    }
    unsafe mask = nil
    maskBytes = 0
  }

  private static var noMemory: GraphicsError {
    GraphicsError(.allocationFailed, "No memory to fill a path.")
  }
}
