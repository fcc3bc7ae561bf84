// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
package import SystemConcurrency

extension Path {
  /// Reads SVG path data, with all its commands.
  ///
  /// The path ends before the first error in the data, as SVG specifies. Source: SVG 2, "Path data"
  /// and "Error handling in path data".
  ///
  /// - Complexity: O(length).
  public init(svg data: String) {
    self = SVGPathReader.path(data).path
  }
}

/// A reader of SVG path data.
package struct SVGPathReader {
  private let bytes: [UInt8]
  private var at = 0
  private var path = Path()
  /// The end of the last segment.
  private var current = Point.zero
  /// The beginning of the subpath.
  private var start = Point.zero
  /// The second control point of the previous segment if it was a cubic curve, for `S`.
  private var cubicControl: Point?
  /// The control point of the previous segment if it was a quadratic curve, for `T`.
  private var quadControl: Point?
  /// Whether a number of the same command was read before.
  private var mayHaveComma = false

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads path data.
  ///
  /// - Returns: The path, and the byte offset at which the data goes wrong, if it does.
  package static func path(_ data: String) -> (path: Path, errorOffset: Int?) {
    // Reading throws only if it is cancelled.
    (try? path(data, cancellation: .never)) ?? (Path(), nil)
  }

  /// Reads path data, and polls a cancellation every 256 segments.
  ///
  /// - Throws: `CancellationError`.
  package static func path(
    _ data: String, cancellation: Cancellation
  ) throws -> (path: Path, errorOffset: Int?) {
    var reader = SVGPathReader(Array(data.utf8))
    let isWhole = try reader.read(cancellation)
    return (reader.path, isWhole ? nil : reader.at)
  }

  /// Reads commands until the end.
  ///
  /// - Returns: `false` if the data goes wrong at ``at``.
  private mutating func read(_ cancellation: Cancellation) throws -> Bool {
    skipSpace()
    var command: UInt8?
    var segments = 0
    while at < bytes.count {
      segments += 1
      if segments & 255 == 0 { try cancellation.check() }
      if isLetter(bytes[at]) {
        // SVG path data begins with a moveto; any other first command is an error.
        if command == nil, lower(bytes[at]) != UInt8(ascii: "m") { return false }
        command = bytes[at]
        at += 1
        mayHaveComma = false
      } else if lower(command ?? UInt8(ascii: "z")) == UInt8(ascii: "z") {
        return false
      }
      guard let letter = command, segment(letter) else { return false }
      // Further pairs of coordinates after a moveto are lines.
      if letter == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if letter == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
      skipSpace()
    }
    return true
  }

  private func lower(_ byte: UInt8) -> UInt8 { byte | 0x20 }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower(byte))
  }

  // MARK: Segments

  /// Reads the arguments of one segment and appends it.
  private mutating func segment(_ command: UInt8) -> Bool {
    let isRelative = command & 0x20 != 0
    let origin = isRelative ? current : .zero
    let (oldCubic, oldQuad) = (cubicControl, quadControl)
    (cubicControl, quadControl) = (nil, nil)
    switch lower(command) {
    case UInt8(ascii: "m"):
      guard let p = point(origin) else { return false }
      path.move(to: p)
      (current, start) = (p, p)
    case UInt8(ascii: "l"):
      guard let p = point(origin) else { return false }
      line(to: p)
    case UInt8(ascii: "h"):
      guard let x = number(), (origin.x + x).isFinite else { return false }
      line(to: Point(x: origin.x + x, y: current.y))
    case UInt8(ascii: "v"):
      guard let y = number(), (origin.y + y).isFinite else { return false }
      line(to: Point(x: current.x, y: origin.y + y))
    case UInt8(ascii: "c"):
      guard let c1 = point(origin), let c2 = point(origin), let p = point(origin) else {
        return false
      }
      cubic(c1, c2, p)
    case UInt8(ascii: "s"):
      guard let c2 = point(origin), let p = point(origin), let c1 = reflected(oldCubic) else {
        return false
      }
      cubic(c1, c2, p)
    case UInt8(ascii: "q"):
      guard let c = point(origin), let p = point(origin) else { return false }
      quad(c, p)
    case UInt8(ascii: "t"):
      guard let p = point(origin), let c = reflected(oldQuad) else { return false }
      quad(c, p)
    case UInt8(ascii: "a"):
      guard let rx = number(), let ry = number(), let turn = number(), let isLarge = flag(),
        let isSweep = flag(), let p = point(origin)
      else { return false }
      path.addEllipticalArc(
        to: p, radii: Size(width: rx, height: ry), rotation: turn * .pi / 180, isLarge: isLarge,
        clockwise: isSweep)
      current = p
    case UInt8(ascii: "z"):
      path.closeSubpath()
      current = start
    default:
      at -= 1
      return false
    }
    return true
  }

  /// The control point of the previous curve, mirrored at the current point; the current point
  /// without one. `nil` if a coordinate would be infinite.
  private func reflected(_ control: Point?) -> Point? {
    guard let control else { return current }
    let point = Point(x: 2 * current.x - control.x, y: 2 * current.y - control.y)
    return point.x.isFinite && point.y.isFinite ? point : nil
  }

  private mutating func line(to p: Point) {
    path.addLine(to: p)
    current = p
  }

  private mutating func cubic(_ c1: Point, _ c2: Point, _ p: Point) {
    path.addCurve(to: p, control1: c1, control2: c2)
    (current, cubicControl) = (p, c2)
  }

  private mutating func quad(_ c: Point, _ p: Point) {
    path.addQuadCurve(to: p, control: c)
    (current, quadControl) = (p, c)
  }

  // MARK: Tokens

  private mutating func skipSpace() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[at]) { at += 1 }
  }

  /// Skips white space with one comma at most, which stands between two numbers.
  private mutating func skipSeparator() {
    skipSpace()
    if mayHaveComma, at < bytes.count, bytes[at] == UInt8(ascii: ",") {
      at += 1
      skipSpace()
    }
  }

  private mutating func point(_ origin: Point) -> Point? {
    guard let x = number(), let y = number() else { return nil }
    let point = Point(x: origin.x + x, y: origin.y + y)
    return point.x.isFinite && point.y.isFinite ? point : nil
  }

  /// A flag of an arc: one digit, which nothing needs to separate from what follows.
  private mutating func flag() -> Bool? {
    skipSeparator()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "0") || bytes[at] == UInt8(ascii: "1") else {
      return nil
    }
    at += 1
    mayHaveComma = true
    return bytes[at - 1] == UInt8(ascii: "1")
  }

  private mutating func number() -> Double? {
    skipSeparator()
    let first = at
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
      at += 1
    }
    var digits = skipDigits()
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      digits += skipDigits()
    }
    guard digits > 0 else {
      at = first
      return nil
    }
    let mantissaEnd = at
    if at < bytes.count, lower(bytes[at]) == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
        at += 1
      }
      if skipDigits() == 0 { at = mantissaEnd }
    }
    guard let value = Double(String(decoding: bytes[first..<at], as: UTF8.self)), value.isFinite
    else {
      at = first
      return nil
    }
    mayHaveComma = true
    return value
  }

  private mutating func skipDigits() -> Int {
    let first = at
    while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
    return at - first
  }
}
