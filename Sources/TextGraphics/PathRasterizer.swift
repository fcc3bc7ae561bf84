// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextKernels
package import TextModel
import TextRuntime

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

/// What is known about how the contours of a path lie.
package enum OutlineProof: UInt8, Sendable {
  /// Nothing: the rasteriser finds out by itself.
  case unknown = 0
  /// No point is wound twice and nothing crosses: the plain way is right.
  case simple = 1
  /// Contours overlap, or may do so.
  case overlapping = 2
}

/// Turns paths into coverage: the one rasteriser of this library, with scratch memory that is used again.
///
/// Coverage is the exact area in fixed point, 256 levels, by non-zero winding or parity, also where contours
/// overlap (`raster.c` says how). The loops are C, for speed and so that debug builds stay usable.
///
/// One owner at a time; get one from ``withScratch(_:)``.
@safe package final class PathRasterizer {
  private static let pool = ScratchPool { PathRasterizer() }

  /// The most bytes of mask that are kept for the next path.
  private static let keptBytes = 1 << 20

  private let raster: OpaquePointer?
  private var mask: UnsafeMutablePointer<UInt8>?
  private var maskBytes = 0
  private var touched = PixelRect(width: 0, height: 0)

  /// Creates a rasteriser with no scratch memory yet.
  package init() {
    unsafe raster = ctk_raster_create()
  }

  deinit {
    unsafe ctk_raster_destroy(raster)
    freeMask()
  }

  /// Runs `body` with a rasteriser of its own.
  package static func withScratch<R, E: Error>(
    _ body: (PathRasterizer) throws(E) -> R
  ) throws(E) -> R {
    try pool.withScratch(body)
  }

  /// Reads a path: from now on ``coverage(in:rule:)`` is about it.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - transform: Maps it to device pixels.
  ///   - proof: What ``prove(_:scale:)`` has said about the path.
  /// - Returns: The device pixels that it can touch; empty for a path without area or with numbers that are
  ///   not finite. Beyond 131,072 pixels from the origin it is cut.
  /// - Throws: `allocationFailed`.
  package func prepare(
    _ path: Path, transform: AffineTransform, proof: OutlineProof = .unknown
  ) throws(GraphicsError) -> PixelRect {
    touched = PixelRect(width: 0, height: 0)
    guard let raster = unsafe raster else { throw Self.noMemory }
    var bounds: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var map = (
      transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty
    )
    let done = unsafe path.verbs.withUnsafeBufferPointer { verbs in
      unsafe path.points.withUnsafeBytes { points in
        unsafe withUnsafeBytes(of: &map) { map in
          unsafe withUnsafeMutableBytes(of: &bounds) { bounds in
            unsafe ctk_raster_prepare(
              raster, verbs.baseAddress, verbs.count,
              points.assumingMemoryBound(to: Double.self).baseAddress,
              points.count / MemoryLayout<Point>.stride,
              map.assumingMemoryBound(to: Double.self).baseAddress,
              ctk_proof(rawValue: UInt32(proof.rawValue)),
              bounds.assumingMemoryBound(to: Int32.self).baseAddress)
          }
        }
      }
    }
    guard done else { throw Self.noMemory }
    touched = PixelRect(
      x: Int(bounds.0), y: Int(bounds.1), width: Int(bounds.2), height: Int(bounds.3))
    return touched
  }

  /// Finds out how the contours of a path lie, once for all sizes at which it is drawn.
  ///
  /// Curves are looked at as they are drawn at `scale`. What overlaps by less than a thousandth of a pixel there
  /// counts as touching.
  ///
  /// - Returns: `unknown` if there is no memory.
  package func prove(_ path: Path, scale: Double) -> OutlineProof {
    touched = PixelRect(width: 0, height: 0)
    guard let raster = unsafe raster else { return .unknown }
    let proof = unsafe path.verbs.withUnsafeBufferPointer { verbs in
      unsafe path.points.withUnsafeBytes { points in
        unsafe ctk_raster_prove(
          raster, verbs.baseAddress, verbs.count,
          points.assumingMemoryBound(to: Double.self).baseAddress,
          points.count / MemoryLayout<Point>.stride, scale)
      }
    }
    return OutlineProof(rawValue: UInt8(proof.rawValue)) ?? .unknown
  }

  /// The coverage of the prepared path in a rectangle of device pixels. The bits do not depend on the
  /// rectangle.
  ///
  /// - Returns: A mask of the part of `clip` that the path can touch, or `nil` if there is none.
  /// - Throws: `allocationFailed`; `tooLarge` for more than `TextLimits.bitmapBytes` pixels.
  package func coverage(
    in clip: PixelRect, rule: FillRule = .nonZero
  ) throws(GraphicsError) -> CoverageMask? {
    let bounds = touched.intersection(clip)
    guard !bounds.isEmpty, let raster = unsafe raster else { return nil }
    let stride = (bounds.width + 15) & ~15
    guard stride * bounds.height <= TextLimits.bitmapBytes else {
      throw GraphicsError(
        .tooLarge,
        "A mask of \(bounds.width)×\(bounds.height) pixels is over \(TextLimits.bitmapBytes) bytes."
      )
    }
    let pixels = try unsafe takeMask(byteCount: stride * bounds.height)
    guard
      unsafe ctk_raster_coverage(
        raster, Int32(bounds.x), Int32(bounds.y), Int32(bounds.width), Int32(bounds.height),
        rule == .evenOdd, pixels, stride)
    else { throw Self.noMemory }
    return unsafe CoverageMask(bounds: bounds, stride: stride, pixels: UnsafePointer(pixels))
  }

  /// Whether the prepared path is filled the plain way: nothing is wound twice, nothing crosses.
  package var isSimple: Bool { unsafe ctk_raster_is_simple(raster) }

  /// For tests and measurements: fills every path from now on the slow way, which is right for all.
  package func forceResolve(_ force: Bool) {
    unsafe ctk_raster_force_resolve(raster, force)
  }

  private static let slack = 64

  private func takeMask(byteCount: Int) throws(GraphicsError) -> UnsafeMutablePointer<UInt8> {
    // Whoever draws a part of the columns reads whole vectors behind the last row, and uses none of that.
    let byteCount = byteCount + Self.slack
    if let mask = unsafe mask, byteCount <= maskBytes,
      maskBytes <= Self.keptBytes || byteCount > Self.keptBytes
    {
      return unsafe mask
    }
    freeMask()
    let room = max(byteCount, 4096)
    guard let fresh = unsafe SystemBitmapAllocator().allocate(byteCount: room) else {
      throw Self.noMemory
    }
    let bytes = unsafe fresh.bindMemory(to: UInt8.self, capacity: room)
    unsafe mask = unsafe bytes
    maskBytes = room
    return unsafe bytes
  }

  private func freeMask() {
    if let memory = unsafe mask {
      unsafe SystemBitmapAllocator().deallocate(memory, byteCount: maskBytes)
    }
    unsafe mask = nil
    maskBytes = 0
  }

  private static var noMemory: GraphicsError {
    GraphicsError(.allocationFailed, "No memory to fill a path.")
  }
}
