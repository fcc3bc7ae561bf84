// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import HTMLPages
internal import LayerCompositing
internal import PDFPictures
internal import SystemConcurrency
internal import TextTypesetting

/// A picture as a file of PDF.
enum PDFDrawing {
  /// Draws a tree on one page, a point of the tree as a point of paper (1/72 inch).
  ///
  /// - Returns: The file, and notes about what it shows otherwise than pixels do.
  /// - Throws: `GraphicsError`, or `CancellationError`.
  static func file(
    of tree: RenderTree, _ options: PictureOptions, _ cancellation: Cancellation
  ) throws -> (bytes: [UInt8], notes: [String]) {
    try file(options, cancellation) { try $0.add(tree, size: tree.size) }
  }

  /// Draws a page of HTML on its sheets of paper; without any on one page of its size.
  ///
  /// - Returns: The file, and notes about what it shows otherwise than pixels do.
  /// - Throws: `GraphicsError`, or `CancellationError`.
  static func file(
    of page: HTMLPage, _ options: PictureOptions, _ cancellation: Cancellation
  ) throws -> (bytes: [UInt8], notes: [String]) {
    try file(options, cancellation) { try $0.add(page) }
  }

  /// Draws the lines of a layout on sheets of paper.
  ///
  /// - Returns: The file, and notes about what it shows otherwise than pixels do.
  /// - Throws: `GraphicsError`, or `CancellationError`.
  static func file(
    of layout: TextLayout, on paper: Paper, _ options: PictureOptions,
    _ cancellation: Cancellation
  ) throws -> (bytes: [UInt8], notes: [String]) {
    try file(options, cancellation) {
      try $0.add(layout, on: paper, background: options.background)
    }
  }

  private static func file(
    _ options: PictureOptions, _ cancellation: Cancellation,
    _ body: (PDFWriter) throws -> Void
  ) throws -> (bytes: [UInt8], notes: [String]) {
    var bytes: [UInt8] = []
    let metadata = PDFWriter.Metadata(standards: options.standards)
    let writer = try PDFWriter(metadata: metadata) { bytes += $0 }
    writer.cancellation = cancellation
    try body(writer)
    let notes = try writer.finish()
    return (bytes, notes)
  }
}
