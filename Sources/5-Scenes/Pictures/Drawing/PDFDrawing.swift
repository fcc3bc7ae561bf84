// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import HTMLPages
internal import LayerCompositing
internal import PDFPictures
internal import SystemConcurrency

/// A picture as a file of PDF.
enum PDFDrawing {
  /// Draws a tree on one page, a point of the tree as a point of paper (1/72 inch).
  ///
  /// - Returns: The file, and notes about what it shows otherwise than pixels do.
  /// - Throws: `GraphicsError`, or `CancellationError`.
  static func file(
    of tree: RenderTree, _ cancellation: Cancellation
  ) throws -> (bytes: [UInt8], notes: [String]) {
    var bytes: [UInt8] = []
    let writer = try PDFWriter { bytes += $0 }
    writer.cancellation = cancellation
    try writer.add(tree, size: tree.size)
    let notes = try writer.finish()
    return (bytes, notes)
  }

  /// Draws a page of HTML on its sheets of paper; without any on one page of its size.
  ///
  /// - Returns: The file, and notes about what it shows otherwise than pixels do.
  /// - Throws: `GraphicsError`, or `CancellationError`.
  static func file(
    of page: HTMLPage, _ cancellation: Cancellation
  ) throws -> (bytes: [UInt8], notes: [String]) {
    var bytes: [UInt8] = []
    let writer = try PDFWriter { bytes += $0 }
    writer.cancellation = cancellation
    try writer.add(page)
    let notes = try writer.finish()
    return (bytes, notes)
  }
}
