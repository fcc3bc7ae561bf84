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
    for link in page.frames.links {
      for quad in link.quads {
        guard let frame = Self.frame(around: quad, scale: page.tree.scale),
          let sheet = sheets.firstIndex(where: {
            $0.contains(Point(x: frame.midX, y: frame.midY))
          })
        else { continue }
        let corner = sheets[sheet].origin
        links[sheet].append(
          Link(
            frame: Rect(
              x: (frame.minX - corner.x) * unit, y: (frame.minY - corner.y) * unit,
              width: frame.width * unit, height: frame.height * unit), url: link.url))
      }
    }
    let size = sheets[0].size
    try add(
      page.tree, sheets: sheets, size: Size(width: size.width * unit, height: size.height * unit),
      links: links)
  }

  /// The smallest rectangle around a quad, in points.
  private static func frame(around quad: PageFrames.Quad, scale: Double) -> Rect? {
    let (xs, ys) = (quad.map { $0.x / scale }, quad.map { $0.y / scale })
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
