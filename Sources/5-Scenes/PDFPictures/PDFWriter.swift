// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import LayerCompositing
internal import PDFFiles
package import SystemConcurrency

/// Writes pages of PDF 1.7 one after another: in memory is one page at a time.
///
/// ```swift
/// let writer = try PDFWriter { file.append(contentsOf: $0) }
/// try writer.add(page.tree, size: page.tree.size)
/// try writer.finish()
/// ```
///
/// Text is found, copied and read aloud; fonts are embedded with the glyphs in use. The same pages
/// give the same bytes. One thread at a time uses a writer.
public final class PDFWriter {
  /// What is said of a document as a whole.
  public struct Metadata: Hashable, Sendable {
    /// The title; empty for none.
    public var title = ""
    /// The authors; empty for none.
    public var author = ""
    /// The language of the text as a BCP 47 tag; empty for none.
    public var language = ""

    /// Creates metadata.
    public init(title: String = "", author: String = "", language: String = "") {
      (self.title, self.author, self.language) = (title, author, language)
    }
  }

  /// A rectangle of a page that leads to an address.
  public struct Link: Hashable, Sendable {
    /// The place, in points of the page from its upper left corner.
    public var frame: Rect
    /// The address.
    public var url: String

    /// Creates a link.
    public init(frame: Rect, url: String) { (self.frame, self.url) = (frame, url) }
  }

  private let document: PDFDocument
  private let metadata: Metadata
  private let tree: PDFReference
  private var pages: [PDFReference] = []
  private var isFinished = false
  /// Polled while a page is drawn.
  package var cancellation = Cancellation.never
  /// The pixels per point of what has no shapes in PDF: shadows, filters, masks.
  public var pixelScale = 2.0

  /// The pixels per point of things in text.
  static let attachmentScale = 3.0

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - metadata: What is said of the document as a whole.
  ///   - isPacked: Whether streams are packed.
  ///   - output: Takes the bytes of the file, in order.
  /// - Throws: What `output` throws.
  public init(
    metadata: Metadata = Metadata(), isPacked: Bool = true,
    output: @escaping ([UInt8]) throws -> Void
  ) throws {
    document = try PDFDocument(packs: isPacked, output: output)
    self.metadata = metadata
    tree = document.reserve()
  }

  /// Adds a page that shows a tree as a whole.
  ///
  /// - Parameters:
  ///   - tree: What the page shows. Its scale does not count.
  ///   - size: The size of the page, in points (1/72 inch).
  ///   - links: Places that lead to addresses.
  /// - Throws: What the output throws, `GraphicsError`, or `CancellationError`: then the file is not
  ///   a whole one.
  public func add(_ tree: RenderTree, size: Size, links: [Link] = []) throws {
    try add(
      tree, sheets: [Rect(origin: .zero, size: tree.size)], size: size, links: [links])
  }

  /// Adds pages that each show a part of a tree.
  ///
  /// - Parameters:
  ///   - tree: What the pages show. Its scale does not count.
  ///   - sheets: The part of each page, in points of the tree.
  ///   - size: The size of the pages, in points (1/72 inch).
  ///   - links: The places of each page that lead to addresses; empty for none.
  /// - Throws: What the output throws, `GraphicsError`, or `CancellationError`: then the file is not
  ///   a whole one.
  public func add(
    _ tree: RenderTree, sheets: [Rect], size: Size, links: [[Link]] = []
  ) throws {
    let tree = tree.presented
    let whole = sheets.dropFirst().reduce(sheets.first ?? .zero) { $0.union($1) }
    let shapes = try PaintedShapes(
      tree, scale: pixelScale, in: whole, cancellation: cancellation)
    for (index, area) in sheets.enumerated() {
      try cancellation.check()
      let map = AffineTransform(
        a: size.width / max(area.width, .leastNormalMagnitude), b: 0, c: 0,
        d: size.height / max(area.height, .leastNormalMagnitude), tx: 0, ty: 0)
      // The y of PDF is upwards.
      let place = AffineTransform.translation(x: -area.minX, y: -area.minY)
        .concatenating(map)
        .concatenating(AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: size.height))
      let painter = PDFPagePainter(
        document: document, pixelScale: pixelScale, cancellation: cancellation)
      let drawn = try painter.draw(
        shapes, background: tree.background, area: area, map: place)
      let annotations = try (links.indices.contains(index) ? links[index] : [])
        .map { try write($0, height: size.height) }
      let page = document.reserve()
      try document.write(page) { syntax in
        syntax.dictionary {
          $0.entry("Type", name: "Page")
          $0.entry("Parent", self.tree)
          $0.entry("MediaBox", rect: Rect(origin: .zero, size: size))
          $0.entry("Contents", drawn.contents)
          $0.entry("Resources", drawn.resources)
          if !annotations.isEmpty { $0.entry("Annots", references: annotations) }
          $0.entry("Tabs", name: "S")
        }
      }
      pages.append(page)
    }
  }

  private func write(_ link: Link, height: Double) throws -> PDFReference {
    let reference = document.reserve()
    let frame = link.frame
    try document.write(reference) { syntax in
      syntax.dictionary {
        $0.entry("Type", name: "Annot")
        $0.entry("Subtype", name: "Link")
        $0.entry(
          "Rect", numbers: [frame.minX, height - frame.maxY, frame.maxX, height - frame.minY])
        $0.entry("Border", numbers: [0, 0, 0])
        // Bit 3: the annotation is printed with the page.
        $0.entry("F", 4)
        $0.key("A")
        $0.dictionary {
          $0.entry("S", name: "URI")
          $0.entry("URI", text: link.url)
        }
      }
    }
    return reference
  }

  /// Ends the file: writes its fonts and its table.
  ///
  /// - Returns: Sentences about what the file shows otherwise than pictures do.
  /// - Throws: What the output throws.
  @discardableResult
  public func finish() throws -> [String] {
    guard !isFinished else { return [] }
    isFinished = true
    try document.write(tree) { syntax in
      syntax.dictionary {
        $0.entry("Type", name: "Pages")
        $0.entry("Count", pages.count)
        $0.entry("Kids", references: pages)
      }
    }
    let catalog = document.reserve()
    try document.write(catalog) { syntax in
      syntax.dictionary {
        $0.entry("Type", name: "Catalog")
        $0.entry("Pages", tree)
        if !metadata.language.isEmpty { $0.entry("Lang", text: metadata.language) }
        $0.key("ViewerPreferences")
        $0.dictionary {
          $0.key("DisplayDocTitle")
          if metadata.title.isEmpty { $0.raw("false") } else { $0.raw("true") }
        }
      }
    }
    let info = document.reserve()
    try document.write(info) { syntax in
      syntax.dictionary {
        if !metadata.title.isEmpty { $0.entry("Title", text: metadata.title) }
        if !metadata.author.isEmpty { $0.entry("Author", text: metadata.author) }
        $0.entry("Producer", text: "AsyncTextLayer")
      }
    }
    try document.finish(catalog: catalog, info: info)
    return PDFFlaw.allCases.compactMap { flaw in document.flaws[flaw].map { flaw.sentence($0) } }
  }
}
