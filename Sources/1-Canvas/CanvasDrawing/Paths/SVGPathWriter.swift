// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

extension Path {
  /// The path as SVG path data, with absolute commands and the shortest numbers that read back as
  /// the same values; ``init(svg:)`` gives the path again.
  ///
  /// The data ends before the first step with a number that is not finite.
  ///
  /// - Complexity: O(elements).
  public var svgData: String {
    var writer = SVGPathWriter()
    for element in elements where !writer.write(element) { break }
    return writer.data
  }
}

/// A writer of SVG path data.
private struct SVGPathWriter {
  private(set) var data = ""

  /// Writes one step.
  ///
  /// - Returns: `false`, with nothing written, if a number is not finite.
  mutating func write(_ element: PathElement) -> Bool {
    switch element {
    case .move(let p): return write("M", p)
    case .line(let p): return write("L", p)
    case .quad(let c, let p): return write("Q", c, p)
    case .cubic(let c, let d, let p): return write("C", c, d, p)
    case .close:
      data += "Z"
      return true
    }
  }

  private mutating func write(_ command: String, _ points: Point...) -> Bool {
    for p in points where !p.x.isFinite || !p.y.isFinite { return false }
    data += command
    for (i, p) in points.enumerated() {
      write(p.x, isFirst: i == 0)
      write(p.y, isFirst: false)
    }
    return true
  }

  /// Writes a number, after a space where no sign separates it from the one before.
  private mutating func write(_ value: Double, isFirst: Bool) {
    var text = value.description[...]
    if text.hasSuffix(".0") { text.removeLast(2) }
    let isNegative = text.first == "-"
    if isNegative { text.removeFirst() }
    if text.hasPrefix("0.") { text.removeFirst() }
    data += isNegative ? "-" : isFirst ? "" : " "
    data += text
  }
}
