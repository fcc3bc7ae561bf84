// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import LayerCompositing
// Exported, since pages throw the errors of documents.
@_exported public import StyledDocuments
public import SystemLanes

/// A page of HTML that is laid out: a value, which any thread may draw.
///
/// ```swift
/// let page = try HTMLPage(html, width: 1200, height: 630)
/// let picture = try await TreeRenderer().render(page.tree).image
/// ```
public struct HTMLPage: Sendable {
  /// The layers of the page.
  public let tree: RenderTree
  /// The places of elements, lines, words and links.
  public let frames: PageFrames
  /// The areas of the sheets of paper in the ``tree``, in its points (1/96 inch); empty for a page
  /// that is not printed on paper.
  public let sheets: [Rect]
  /// What of the page had no effect, in sentences with lines and columns, each kind once.
  public let notes: [String]
  /// The parts of the page as its readers understand them.
  package let structure: PageStructure
  /// The characters that no font has, in the order of the texts; a character may occur repeatedly.
  package let missing: [Unicode.Scalar]

  init(
    tree: RenderTree, frames: PageFrames, sheets: [Rect], structure: PageStructure, notes: [String],
    missing: [Unicode.Scalar]
  ) {
    (self.tree, self.frames, self.notes, self.missing) = (tree, frames, notes, missing)
    (self.sheets, self.structure) = (sheets, structure)
  }

  /// Reads, styles and lays out a page, on the calling thread.
  ///
  /// - Parameters:
  ///   - html: The source, by the HTML Standard, §13.
  ///   - width: The width of the page, in points.
  ///   - height: The height of the page, in points; `nil` for that of its contents.
  ///   - options: The medium, fonts and files of the page.
  /// - Throws: `MarkupError`; `DocumentError` with `unsupported` where the options are strict and
  ///   anything has no effect; errors of fonts and layouts.
  public init(
    _ html: String, width: Double, height: Double? = nil,
    options: HTMLPageOptions = HTMLPageOptions()
  ) throws {
    self = try HTMLDocument(html, options: options).page(width: width, height: height)
  }

  /// Reads, styles and lays out a page of Markdown, on the calling thread, as
  /// ``HTMLDocument/init(markdown:options:)`` reads it.
  ///
  /// - Parameters:
  ///   - markdown: The source.
  ///   - width: The width of the page, in points.
  ///   - height: The height of the page, in points; `nil` for that of its contents.
  ///   - options: The medium, fonts and files of the page.
  /// - Throws: `MarkupError`; `DocumentError` with `unsupported` where the options are strict and
  ///   anything has no effect; errors of fonts and layouts.
  public init(
    markdown: String, width: Double, height: Double? = nil,
    options: HTMLPageOptions = HTMLPageOptions()
  ) throws {
    self = try HTMLDocument(markdown: markdown, options: options)
      .page(width: width, height: height)
  }

  /// Reads, styles and lays out a page on a lane.
  ///
  /// A task that is cancelled frees its lane within milliseconds.
  ///
  /// - Parameters:
  ///   - html: The source, by the HTML Standard, §13.
  ///   - width: The width of the page, in points.
  ///   - height: The height of the page, in points; `nil` for that of its contents.
  ///   - options: The medium, fonts and files of the page.
  ///   - lanes: The lanes to work on.
  /// - Throws: What the synchronous initializer throws, or `CancellationError`.
  public static nonisolated(nonsending) func laidOut(
    _ html: String, width: Double, height: Double? = nil,
    options: HTMLPageOptions = HTMLPageOptions(), on lanes: RenderLanes = .shared
  ) async throws -> HTMLPage {
    try await lanes.perform { cancellation in
      var options = options
      options.cancellation = cancellation
      return try HTMLPage(html, width: width, height: height, options: options)
    }
  }
}
