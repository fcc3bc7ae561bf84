// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
internal import HTMLPages
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
    /// The standards that the file says it follows, if it does.
    public var standards: Set<Standard> = []

    /// Creates metadata.
    public init(
      title: String = "", author: String = "", language: String = "",
      standards: Set<Standard> = []
    ) {
      (self.title, self.author, self.language) = (title, author, language)
      self.standards = standards
    }
  }

  /// A rectangle of a page that leads to an address.
  public struct Link: Hashable, Sendable {
    /// The place, in points of the page from its upper left corner.
    public var frame: Rect
    /// The address.
    public var url: String
    /// The place in the file to which it leads, in place of an address.
    var place: Place?
    /// Its part among those of its page; `nil` for one of its own.
    var element: Int?

    /// Creates a link.
    public init(frame: Rect, url: String) { (self.frame, self.url) = (frame, url) }

    /// A height of a page among those that are added together.
    struct Place: Hashable {
      let sheet: Int
      /// In points of the page from above.
      let y: Double
    }
  }

  let document: PDFDocument
  let structure: PDFStructure
  /// What is said of the document as a whole. What is empty is taken from the first page of HTML
  /// that says it.
  public var metadata: Metadata
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
    document.interpolates = !metadata.standards.contains(.archive)
    structure = PDFStructure(document)
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
    try add(tree, sheets: sheets, clips: [], size: size, links: links, structure: nil)
  }

  /// Adds pages whose parts are known.
  ///
  /// - Parameter clips: What is seen of the tree on each page; empty for all.
  func add(
    _ tree: RenderTree, sheets: [Rect], clips: [Rect], size: Size, links: [[Link]],
    structure page: PageStructure?
  ) throws {
    let tree = tree.presented
    let whole = sheets.dropFirst().reduce(sheets.first ?? .zero) { $0.union($1) }
    let shapes = try PaintedShapes(
      tree, scale: pixelScale, in: whole, cancellation: cancellation)
    if min(size.width, size.height) < 3 || max(size.width, size.height) > 14_400 {
      document.note(.oddSize)
    }
    let own = sheets.map { _ in document.reserve() }
    let parts = PDFParts(page, in: structure)
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
        document: document, parts: parts, pixelScale: pixelScale, cancellation: cancellation)
      let drawn = try painter.draw(
        shapes, background: tree.background, area: area,
        clip: clips.indices.contains(index) ? clips[index] : nil, map: place, page: own[index],
        height: size.height)
      var annotations: [PDFReference] = []
      for link in links.indices.contains(index) ? links[index] : [] {
        annotations.append(
          try write(link, height: size.height, on: own[index], to: link.element, pages: own))
      }
      for (link, element) in drawn.links {
        annotations.append(
          try write(link, height: size.height, on: own[index], to: element, pages: own))
      }
      try document.write(own[index]) { syntax in
        syntax.dictionary {
          $0.entry("Type", name: "Page")
          $0.entry("Parent", self.tree)
          $0.entry("MediaBox", rect: Rect(origin: .zero, size: size))
          $0.entry("Contents", drawn.contents)
          $0.entry("Resources", drawn.resources)
          if !annotations.isEmpty { $0.entry("Annots", references: annotations) }
          $0.entry("StructParents", drawn.key)
          $0.entry("Tabs", name: "S")
        }
      }
      pages.append(own[index])
    }
    try structure.end()
  }

  /// - Parameters:
  ///   - element: The part of the link; `nil` for one of its own.
  ///   - pages: The pages that are added together.
  private func write(
    _ link: Link, height: Double, on page: PDFReference, to element: Int?, pages: [PDFReference]
  ) throws -> PDFReference {
    let reference = document.reserve()
    let key = structure.add(reference, page: page, to: element)
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
        $0.entry("StructParent", key)
        $0.entry("Contents", text: link.url)
        if let place = link.place, pages.indices.contains(place.sheet) {
          $0.entry("Dest", to: pages[place.sheet], y: height - place.y)
        } else {
          $0.key("A")
          $0.dictionary {
            $0.entry("S", name: "URI")
            $0.entry("URI", text: link.url.asASCII)
          }
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
    try structure.finish()
    let outline = try structure.outline.finish()
    // Fonts say which glyphs are missing, and are written before the standards are named.
    try document.writeFonts()
    var notes = PDFFlaw.allCases.compactMap { flaw in
      document.flaws[flaw].flatMap { flaw.sentence($0) }
    }
    var standards: [Standard] = []
    for standard in Standard.allCases where metadata.standards.contains(standard) {
      let obstacles = obstacles(to: standard)
      if obstacles.isEmpty {
        standards.append(standard)
      } else {
        notes.append(
          "the file does not follow \(standard.title): "
            + obstacles.joined(separator: ", "))
      }
    }
    let description = try PDFDescription.write(metadata, standards, to: document)
    let intent =
      standards.contains(.archive) ? try PDFDescription.writeIntent(to: document) : nil
    let catalog = document.reserve()
    try document.write(catalog) { syntax in
      syntax.dictionary {
        $0.entry("Type", name: "Catalog")
        $0.entry("Pages", tree)
        $0.entry("Metadata", description)
        $0.entry("StructTreeRoot", structure.root)
        $0.key("MarkInfo")
        $0.dictionary {
          $0.key("Marked")
          $0.raw("true")
        }
        if let outline { $0.entry("Outlines", outline) }
        if let intent { $0.entry("OutputIntents", references: [intent]) }
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
    return notes
  }
}

extension String {
  /// The string with the bytes of its characters that are not ASCII as percent escapes, as
  /// addresses in files have them (ISO 32000-1, §12.6.4.7).
  fileprivate var asASCII: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
      if (0x21...0x7E).contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
