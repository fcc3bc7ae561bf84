// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
package import Markup
internal import StyleSheets
internal import StyledDocuments
internal import SystemConcurrency
internal import TextFonts

/// A document of HTML or Markdown and its style sheets, read but not laid out: what pages are made of
/// that differ in their size or in some texts.
///
/// ```swift
/// let card = try HTMLDocument(html)
/// let page = try card.page(width: 1200, height: 630, replacing: ["title": "Hello"])
/// ```
public struct HTMLDocument: Sendable {
  private let tree: MarkupTree
  private let sheets: [StyleSheet]
  private let options: HTMLPageOptions
  /// Style sheets that were not read, with the reasons.
  private let missing: [String: String]
  /// The length of the source, in bytes.
  package let length: Int

  /// Reads a document, on the calling thread.
  ///
  /// - Parameters:
  ///   - html: The source, by the HTML Standard, §13.
  ///   - options: The medium, fonts and files of the pages.
  /// - Throws: `MarkupError`.
  public init(_ html: String, options: HTMLPageOptions = HTMLPageOptions()) throws {
    try self.init(utf8: Array(html.utf8), options: options)
  }

  /// Reads a document of Markdown, on the calling thread: CommonMark with the tables, task lists,
  /// strikes and footnotes of GitHub, and HTML within it.
  ///
  /// Its pages have a style sheet like that of a readme, which those of the options follow. Headings
  /// have an `id` of their text, as on GitHub.
  ///
  /// ```swift
  /// let page = try HTMLDocument(markdown: readme).page(width: 800)
  /// ```
  ///
  /// - Parameters:
  ///   - markdown: The source.
  ///   - options: The medium, fonts and files of the pages.
  /// - Throws: `MarkupError`.
  public init(markdown: String, options: HTMLPageOptions = HTMLPageOptions()) throws {
    try self.init(utf8: Array(markdown.utf8), .markdown, options: options)
  }

  /// Reads a document of UTF-8, on the calling thread.
  ///
  /// - Throws: `MarkupError`, or `CancellationError`.
  package init(
    utf8 source: [UInt8], _ language: MarkupLanguage = .html, options: HTMLPageOptions
  ) throws {
    let cancellation = options.cancellation
    var tree =
      switch language {
      case .html: try MarkupTree(bytes: source, cancellation: cancellation)
      case .markdown: try MarkupTree(markdown: source, cancellation: cancellation)
      }
    if language == .markdown { tree.nameHeadings() }
    if let highlights = options.highlights { tree = tree.highlighting(highlights) }
    self.tree = tree
    (self.options, length) = (options, source.count)
    let resources = PageResources(
      options.files, options.environment(.zero), cancellation: cancellation)
    sheets =
      (language == .markdown ? [.markdown] : [])
      + (try StyleSheet.sheets(
        of: tree, load: { resources.sheet($0) }, cancellation: cancellation))
    missing = Dictionary(resources.missing.map { ($0.reference, $0.reason) }) { first, _ in first }
  }

  /// The values of `id` of the elements whose contents ``page(width:height:replacing:)`` replaces:
  /// those that hold text alone, and pictures.
  ///
  /// - Complexity: O(*n*) in the elements of the document.
  public var replaceable: [String] { tree.replaceable }

  /// Lays out a page of the document, on the calling thread.
  ///
  /// - Parameters:
  ///   - width: The width of the page, in points.
  ///   - height: The height of the page, in points; `nil` for that of its contents.
  ///   - contents: Texts that take the place of those of elements, and files that take the place of
  ///     those of pictures, by the `id` of the element.
  /// - Throws: `DocumentError` with `unsupported` where the options are strict and anything has no
  ///   effect; errors of fonts and layouts.
  public func page(
    width: Double, height: Double? = nil, replacing contents: [String: String] = [:]
  ) throws -> HTMLPage {
    try page(width: width, height: height, replacing: contents, options)
  }

  /// Lays out the document on sheets of paper, in the medium of print, on the calling thread.
  ///
  /// - Parameters:
  ///   - paper: The sheets, unless `@page` says others.
  ///   - contents: Texts that take the place of those of elements, and files that take the place of
  ///     those of pictures, by the `id` of the element.
  /// - Throws: `DocumentError` with `unsupported` where the options are strict and anything has no
  ///   effect; errors of fonts and layouts.
  public func page(
    on paper: Paper, replacing contents: [String: String] = [:]
  ) throws -> HTMLPage {
    var options = options
    (options.paper, options.medium) = (paper, .print)
    return try page(width: 1, height: nil, replacing: contents, options)
  }

  /// A note as a sentence, with the reason where a style sheet was not read.
  private func described(_ note: StyleNote) -> String {
    let reason = note.kind == .resource ? missing[note.text] : nil
    return note.description + (reason.map { " (\($0))" } ?? "")
  }

  /// Lays out a page of the document on another medium, with other fonts or style sheets.
  package func page(
    width: Double, height: Double?, replacing contents: [String: String],
    _ options: HTMLPageOptions
  ) throws -> HTMLPage {
    let cancellation = options.cancellation
    let tree = contents.isEmpty ? tree : tree.replacing(contents)
    let paper = options.paper.map { Sheet($0, []) }
    var viewport = paper?.contents ?? Size(width: width, height: height ?? width * 0.75)
    let environment = options.environment(viewport)
    let resources = PageResources(options.files, environment, cancellation: cancellation)
    var sheets = sheets
    for name in options.styleSheets {
      guard let text = resources.sheet(name) else {
        let reason = resources.missing.first { $0.reference == StyleNote.shortened(name) }?.reason
        throw DocumentError(
          .unreadable, "css", "\(name) cannot be read" + (reason.map { ": \($0)" } ?? ""))
      }
      sheets.append(
        try StyleSheet(
          text, name: name, base: name, load: { resources.sheet($0) }, cancellation: cancellation))
    }
    let cascade = try Cascade(
      author: sheets, environment: environment, cancellation: cancellation)
    let sheet = options.paper.map { Sheet($0, cascade.pageRules) }
    viewport = sheet?.contents ?? viewport
    let fonts = try options.fonts ?? FontCache.shared.fonts(of: StyledDocument())
    let styles = FontStyles(resources.fonts(cascade.fontFaces, among: fonts.byFamily))
    let styled = try cascade.styled(
      tree, fontUnits: { styles.units(of: $0) }, cancellation: cancellation)
    var generator = BoxGenerator(styled, resources, styles, cancellation: cancellation)
    let root = try generator.root()
    let layout = try PageLayout(
      root, of: tree, viewport: viewport, sheet: sheet, styles: styles,
      resources: resources, cancellation: cancellation)
    let areas = sheet.map(layout.sheetAreas) ?? []
    let all = areas.dropFirst().reduce(areas.first ?? .zero) { $0.union($1) }
    let size =
      sheet != nil
      ? all.size : Size(width: width, height: height ?? max(1, layout.height.rounded(.up)))
    guard sheet != nil || size.height * options.scale <= Double(CanvasLimits.bitmapSide) else {
      throw DocumentError(
        .tooLarge, "html",
        "the page is \(Int(min(size.height, 1e15))) points high, and a picture has "
          + "\(CanvasLimits.bitmapSide) pixels a side at most: choose a height, which cuts it off, "
          + "or a smaller scale")
    }
    let decorator = BoxDecorator(tree: tree, resources: resources, viewport: viewport)
    let painter = PagePainter(
      layout: layout, decorator: decorator,
      markers: MarkerSetter(styles: styles, decorator: decorator, cancellation: cancellation),
      scale: options.scale)
    var node = try painter.root(size: size, from: all.origin)
    if let sheet, let margins = try Self.margins(cascade.pageRules, sheet, areas, in: all, options)
    {
      node = RenderNode(
        properties: node.properties, sublayers: node.sublayers + [margins])
    }
    let layers = RenderTree(
      root: node, size: size, scale: options.scale, background: options.background)
    let deep = MarkupTree.depthNote(generator.flattened)
    let notes =
      tree.notes + deep + styled.notes.map(described) + layout.notes + resources.notes
    if options.isStrict, let note = notes.first { throw DocumentError(.unsupported, "html", note) }
    let frames = try PageFrames(of: layers, painter)
    return HTMLPage(
      tree: layers, frames: frames, sheets: areas,
      structure: try PageStructure(painter, links: frames.links.map(\.node)), notes: notes,
      missing: layout.missing)
  }

  /// The layer of the boxes in the margins of sheets; `nil` without any.
  private static func margins(
    _ rules: [PageRule], _ sheet: Sheet, _ areas: [Rect], in all: Rect,
    _ options: HTMLPageOptions
  ) throws -> RenderNode? {
    let own = areas.map { $0.offsetBy(dx: -all.minX, dy: -all.minY) }
    guard let html = RunningMatter(rules, on: sheet, own).html else { return nil }
    var options = options
    (options.paper, options.styleSheets, options.isStrict) = (nil, [], false)
    let page = try HTMLDocument(html, options: options)
      .page(width: all.width, height: all.height)
    return RenderNode(
      properties: LayerProperties(at: all.origin, size: all.size), sublayers: [page.tree.root])
  }
}
