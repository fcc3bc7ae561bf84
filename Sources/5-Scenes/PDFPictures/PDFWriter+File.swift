// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
public import HTMLPages
public import LayerCompositing
internal import SystemFiles
public import TextTypesetting

extension PDFWriter {
  /// Writes a file that appears under its name only when it is complete.
  ///
  /// - Parameter body: Adds the pages.
  /// - Returns: The sentences of ``finish()``.
  /// - Throws: `GraphicsError` with `writeFailed` and the system's error number, and the errors of
  ///   `body`; then there is no file, or the old one.
  @discardableResult
  public static func write(
    to path: String, metadata: Metadata = Metadata(), _ body: (PDFWriter) throws -> Void
  ) throws -> [String] {
    do {
      let file = try OutputFile(path: path)
      let writer = try PDFWriter(metadata: metadata) { try file.write($0) }
      try body(writer)
      let notes = try writer.finish()
      try file.commit()
      return notes
    } catch let error as FileError {
      throw GraphicsError(
        .writeFailed,
        error == .noName
          ? "The name of the file is empty." : "The file cannot be written: \(error.message).",
        path: path, errno: error.number)
    }
  }
}

extension HTMLPage {
  /// Writes the page as a file of PDF: its sheets of paper, or one page of its size without any.
  ///
  /// - Returns: Sentences about what the file shows otherwise than pictures do.
  /// - Throws: What ``PDFWriter/write(to:metadata:_:)`` throws.
  @discardableResult
  public func writePDF(
    to path: String, metadata: PDFWriter.Metadata = PDFWriter.Metadata()
  ) throws -> [String] {
    try PDFWriter.write(to: path, metadata: metadata) { try $0.add(self) }
  }
}

extension HTMLDocument {
  /// Lays the document out on sheets of paper, and writes them as a file of PDF.
  ///
  /// ```swift
  /// try HTMLDocument(invoice).writePDF(to: "invoice.pdf", pages: .a4)
  /// ```
  ///
  /// - Returns: Sentences about what had no effect, and about what the file shows otherwise than
  ///   pictures do.
  /// - Throws: What laying out and ``PDFWriter/write(to:metadata:_:)`` throw.
  @discardableResult
  public func writePDF(
    to path: String, pages paper: Paper = .a4, replacing contents: [String: String] = [:],
    metadata: PDFWriter.Metadata = PDFWriter.Metadata()
  ) throws -> [String] {
    let page = try page(on: paper, replacing: contents)
    return page.notes + (try page.writePDF(to: path, metadata: metadata))
  }
}

extension TextLayout {
  /// Writes the text on sheets of paper as a file of PDF, a point of the layout as a point of paper
  /// (1/72 inch).
  ///
  /// - Returns: Sentences about what the file shows otherwise than pictures do.
  /// - Throws: What ``PDFWriter/write(to:metadata:_:)`` throws.
  @discardableResult
  public func writePDF(
    to path: String, pages paper: Paper = .a4, metadata: PDFWriter.Metadata = PDFWriter.Metadata()
  ) throws -> [String] {
    try PDFWriter.write(to: path, metadata: metadata) { try $0.add(self, on: paper) }
  }
}

extension RenderTree {
  /// Writes the tree as a file of PDF with one page of its size, a point as a point of paper (1/72
  /// inch).
  ///
  /// - Returns: Sentences about what the file shows otherwise than pictures do.
  /// - Throws: What ``PDFWriter/write(to:metadata:_:)`` throws.
  @discardableResult
  public func writePDF(
    to path: String, metadata: PDFWriter.Metadata = PDFWriter.Metadata()
  ) throws -> [String] {
    try PDFWriter.write(to: path, metadata: metadata) { try $0.add(self, size: size) }
  }
}
