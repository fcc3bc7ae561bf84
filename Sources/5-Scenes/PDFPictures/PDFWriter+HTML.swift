// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
public import HTMLPages
internal import LayerCompositing

extension PDFWriter {
  /// Adds a page of HTML: on its sheets of paper, or as one page of its size where it has none. A
  /// point of CSS is 1/96 inch.
  ///
  /// - Throws: What the output throws, `GraphicsError`, or `CancellationError`: then the file is not
  ///   a whole one.
  public func add(_ page: HTMLPage) throws {
    let unit = 72.0 / 96
    let sheets =
      page.sheets.isEmpty ? [Rect(origin: .zero, size: page.tree.size)] : page.sheets
    var links = [[Link]](repeating: [], count: sheets.count)
    if metadata.title.isEmpty { metadata.title = page.structure.title }
    if metadata.author.isEmpty { metadata.author = page.structure.author }
    if metadata.language.isEmpty { metadata.language = page.structure.language }
    // Sheets are equally large, and lie in a row or in a column.
    let corners = Dictionary(
      sheets.indices.map { (Cell(sheets[$0].origin, sheets[0]), $0) },
      uniquingKeysWith: { a, _ in a })
    func sheet(at point: Point) -> Int? {
      corners[Cell(point, sheets[0])].flatMap { sheets[$0].contains(point) ? $0 : nil }
    }
    // The places of elements that links of the page lead to, by their `id`.
    let targets = Set(
      page.frames.links.compactMap { $0.url.hasPrefix("#") ? $0.url.dropFirst() : nil })
    var places: [Substring: Link.Place] = [:]
    for element in page.frames.elements {
      guard let id = element.id.map({ Substring($0) }), targets.contains(id), places[id] == nil,
        let sheet = sheet(at: Point(x: element.frame.midX, y: element.frame.minY + 0.01))
      else { continue }
      places[id] = Link.Place(sheet: sheet, y: (element.frame.minY - sheets[sheet].minY) * unit)
    }
    for (index, link) in page.frames.links.enumerated() {
      for quad in link.quads {
        guard let frame = Self.frame(around: quad, scale: page.tree.scale),
          let sheet = sheet(at: Point(x: frame.midX, y: frame.midY))
        else { continue }
        let corner = sheets[sheet].origin
        var drawn = Link(
          frame: Rect(
            x: (frame.minX - corner.x) * unit, y: (frame.minY - corner.y) * unit,
            width: frame.width * unit, height: frame.height * unit), url: link.url)
        if link.url.hasPrefix("#") { drawn.place = places[link.url.dropFirst()] }
        drawn.element = page.structure.links[index]
        links[sheet].append(drawn)
      }
    }
    let size = sheets[0].size
    try add(
      page.tree, sheets: sheets, clips: [],
      size: Size(width: size.width * unit, height: size.height * unit),
      links: links, structure: page.structure)
  }

  /// A place among equally large sheets, counted from the first one.
  private struct Cell: Hashable {
    let column, row: Double

    init(_ point: Point, _ first: Rect) {
      column = ((point.x - first.minX) / first.width + 1e-6).rounded(.down)
      row = ((point.y - first.minY) / first.height + 1e-6).rounded(.down)
    }
  }

  /// The smallest rectangle around a quad, in points.
  private static func frame(around quad: PageFrames.Quad, scale: Double) -> Rect? {
    let (xs, ys) = (quad.map { $0.x / scale }, quad.map { $0.y / scale })
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
