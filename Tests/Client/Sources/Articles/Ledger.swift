// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import HostViews

/// What was expected of the systems, and how long their listings are.
@MainActor
final class Ledger {
  private(set) var passed = 0
  private(set) var failed = 0
  private var name = ""
  private var table: [(name: String, original: Int, here: Int, failed: Int)] = []
  private var firstLine = 0

  /// Starts a system; the listing begins on the next line.
  ///
  /// - Parameter original: About how many lines the articles' listing has, in Objective-C and
  ///   without what the project's template brings.
  func listing(_ name: String, original: Int, line: Int = #line) {
    self.name = name
    firstLine = line
    table.append((name, original, 0, 0))
  }

  /// Ends the listing on the line before.
  func listingEnds(line: Int = #line) {
    if let last = table.indices.last { table[last].here = line - firstLine - 1 }
  }

  /// Counts an expectation.
  func expect(
    _ holds: Bool, _ what: @autoclosure () -> String, file: String = #fileID, line: Int = #line
  ) {
    if holds {
      passed += 1
      return
    }
    failed += 1
    if let last = table.indices.last { table[last].failed += 1 }
    print("FAILED: \(name): \(what()) (\(file):\(line))")
  }

  /// Expects a number within a distance of another one.
  func near(
    _ value: Double, _ expected: Double, within distance: Double, _ what: String,
    file: String = #fileID, line: Int = #line
  ) {
    expect(
      abs(value - expected) <= distance, "\(what) is \(value) and not \(expected) ± \(distance)",
      file: file, line: line)
  }

  /// Expects the colour of a pixel, each channel within a distance.
  func pixel(
    _ picture: Picture, _ x: Int, _ y: Int, _ color: RGB, within distance: Int = 1, _ what: String,
    file: String = #fileID, line: Int = #line
  ) {
    let found = picture[x, y]
    expect(
      found.distance(to: color) <= distance, "\(what): (\(x), \(y)) is \(found) and not \(color)",
      file: file, line: line)
  }

  /// Prints the table of listings and the counts.
  func report() {
    let width = table.map(\.name.count).max() ?? 0
    for row in table {
      let name = row.name + String(repeating: " ", count: width - row.name.count)
      let result = row.failed == 0 ? "" : ", \(row.failed) failed"
      print("\(name)  about \(row.original) lines in the articles, \(row.here) here\(result)")
    }
    print("\(table.count) systems")
    print("\(passed) passed, \(failed) failed")
  }
}

/// A colour of three bytes.
struct RGB: CustomStringConvertible {
  var red, green, blue: Int

  init(_ red: Int, _ green: Int, _ blue: Int) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  static let white = RGB(255, 255, 255)
  static let black = RGB(0, 0, 0)
  static let red = RGB(255, 0, 0)
  static let lime = RGB(0, 255, 0)
  static let blue = RGB(0, 0, 255)
  static let yellow = RGB(255, 255, 0)
  /// The colour behind windows: CSS's `silver`.
  static let silver = RGB(192, 192, 192)

  /// The colour of the library, opaque.
  var color: Color {
    Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
  }

  func distance(to other: RGB) -> Int {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
  }

  var description: String { "(\(red), \(green), \(blue))" }
}

/// A frame that was drawn.
struct Picture {
  let bitmap: Bitmap

  subscript(x: Int, y: Int) -> RGB {
    let p = bitmap.pixel(x: x, y: y)
    return RGB(Int(p & 255), Int(p >> 8 & 255), Int(p >> 16 & 255))
  }

  /// The sum over an area of what a measure says of each pixel.
  func sum(
    _ xs: Range<Int>, _ ys: Range<Int>, _ measure: (RGB) -> Double
  ) -> Double {
    ys.reduce(0) { sum, y in xs.reduce(sum) { $0 + measure(self[$1, y]) } }
  }
}

/// Shows a layer in a window of its size on silver, and returns the picture once all is displayed.
@MainActor
func shown(_ layer: Layer, scale: Double = 1) async throws -> Picture {
  let host = LayerHost(
    root: layer, size: layer.bounds.size, scale: scale, background: RGB.silver.color)
  defer { host.close() }
  return Picture(bitmap: try await host.settledFrame().image)
}

/// Shows a view in a window of its size on silver.
@MainActor
func shown(_ view: HostView, scale: Double = 1) async throws -> Picture {
  let window = HostWindow(size: view.bounds.size, scale: scale, background: RGB.silver.color)
  window.contentView = view
  let picture = Picture(bitmap: try await window.host.settledFrame().image)
  window.contentView = nil
  window.host.close()
  return picture
}

/// A picture file's stand-in: a bitmap that is drawn.
func image(
  _ width: Double, _ height: Double, _ body: (inout GraphicsContext) throws -> Void
) throws -> Bitmap {
  var context = try GraphicsContext(size: Size(width: width, height: height))
  try body(&context)
  return context.makeBitmap()
}
