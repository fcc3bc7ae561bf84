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
    // Sheets lie side by side, and are equally large.
    func sheet(at point: Point) -> Int? {
      let index = ((point.x - sheets[0].minX) / max(1, sheets[0].width)).rounded(.down)
      guard index >= 0, index < Double(sheets.count) else { return nil }
      return sheets[Int(index)].contains(point) ? Int(index) : nil
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

  /// The smallest rectangle around a quad, in points.
  private static func frame(around quad: PageFrames.Quad, scale: Double) -> Rect? {
    let (xs, ys) = (quad.map { $0.x / scale }, quad.map { $0.y / scale })
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
