// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import LayerCompositing
internal import Markup
package import StyleSheets
package import StyledDocuments
package import SystemConcurrency
package import TextFonts

/// A page of HTML that is laid out: a value, which any thread may draw.
///
/// ```swift
/// let page = try HTMLPage(html, options: HTMLPageOptions(width: 1200, height: 630), files: files)
/// let picture = try page.tree.frame(on: lanes).image
/// ```
package struct HTMLPage: Sendable {
  /// The layers of the page.
  package let tree: RenderTree
  /// What of the page had no effect, in sentences.
  package let notes: [String]

  /// Reads, styles and lays out a page, on the calling thread.
  ///
  /// - Parameters:
  ///   - html: The source, in UTF-8.
  ///   - options: The medium that the page is shown on.
  ///   - files: Style sheets, pictures and fonts below a root.
  ///   - fonts: The fonts of the page, which its style sheets find by their families.
  ///   - cancellation: Polled in each step.
  /// - Throws: `MarkupError`, errors of fonts and layouts, or `CancellationError`.
  package init(
    _ html: [UInt8], options: HTMLPageOptions, files: DocumentFiles, fonts: FontCollection,
    cancellation: Cancellation = .never
  ) throws {
    let tree = try MarkupTree(String(decoding: html, as: UTF8.self), cancellation: cancellation)
    let viewport = Size(width: options.width, height: options.height ?? options.width * 0.75)
    let environment = MediaEnvironment(
      viewport: viewport, scale: options.scale, medium: options.medium,
      colorScheme: options.colorScheme)
    let resources = PageResources(files, environment, cancellation: cancellation)
    var sheets = try StyleSheet.sheets(
      of: tree, load: { resources.sheet($0) }, cancellation: cancellation)
    for sheet in options.sheets {
      sheets.append(
        try StyleSheet(
          sheet.text, name: sheet.name, load: { resources.sheet($0) }, cancellation: cancellation))
    }
    let cascade = Cascade(author: sheets, environment: environment)
    let styles = FontStyles(fonts)
    let styled = try cascade.styled(
      tree, fontUnits: { styles.units(of: $0) }, cancellation: cancellation)
    var generator = BoxGenerator(styled, resources, cancellation: cancellation)
    let root = try generator.root()
    let layout = try PageLayout(
      root, of: tree, viewport: viewport, hasHeight: options.height != nil, styles: styles,
      cancellation: cancellation)
    let size = Size(
      width: options.width,
      height: options.height ?? max(1, layout.height.rounded(FloatingPointRoundingRule.up)))
    let decorator = BoxDecorator(tree: tree, resources: resources, viewport: viewport)
    let painter = PagePainter(
      layout: layout, decorator: decorator,
      markers: MarkerSetter(styles: styles, decorator: decorator, cancellation: cancellation),
      scale: options.scale)
    self.tree = RenderTree(
      root: try painter.root(size: size), size: size, scale: options.scale,
      background: options.background)
    notes =
      styled.notes.map(\.description) + resources.notes
      + resources.missing.map { "'\($0.reference)' is not shown: \($0.reason)" }
  }
}

/// The medium on which a page of HTML is shown.
package struct HTMLPageOptions: Sendable {
  /// The width of the page, in points.
  package var width: Double
  /// The height of the page, in points; `nil` for that of its contents.
  package var height: Double?
  /// Device pixels per point.
  package var scale: Double
  /// The colour behind the page; `nil` for none.
  package var background: Color?
  /// The kind of medium.
  package var medium: MediaEnvironment.Medium
  /// The colours that the reader prefers.
  package var colorScheme: MediaEnvironment.ColorScheme
  /// Style sheets besides those of the page, which come after them.
  package var sheets: [(name: String, text: String)]

  /// Creates options for a page on a screen.
  package init(
    width: Double = 800, height: Double? = nil, scale: Double = 1, background: Color? = nil,
    medium: MediaEnvironment.Medium = .screen,
    colorScheme: MediaEnvironment.ColorScheme = .light,
    sheets: [(name: String, text: String)] = []
  ) {
    (self.width, self.height, self.scale) = (width, height, scale)
    (self.background, self.medium, self.colorScheme) = (background, medium, colorScheme)
    self.sheets = sheets
  }
}
