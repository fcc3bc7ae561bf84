// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import CanvasGeometry

/// The colours of a gradient, prepared for kernels: 0 is the place of the first stop, 1 that of the
/// last one.
///
/// The line is cut into cells of one colour each, a quarter of a level apart as far as memory for
/// 4,096 cells allows. A pixel in a cell that holds a stop, or colours more than one level apart,
/// has its colour computed from the stops around it. So a colour is at most half a level off before
/// it is rounded, and sudden changes are as sharp as pixels. Most axial gradients need no cells.
struct ColorLine {
  /// The offset of the first stop.
  let first: Double
  /// The distance from the first stop's offset to the last one's; 0 for a sudden change.
  let length: Double
  /// Whether all colours are opaque.
  let isOpaque: Bool
  private let extend: Gradient.Extend
  private let stops: [ctk_stop]
  /// The colour before the line, the colours of the cells, the colour beyond the line, and the
  /// colour of pixels that have no place on the line.
  private var cells: [UInt32]

  /// Whether the line has stops in several places, and goes on with the colours of its ends.
  var isPaddedRamp: Bool { extend == .pad && !stops.isEmpty }

  /// The greatest number of cells: 16 KB.
  private static let mostCells = 4096

  /// - Returns: `nil` if there is no colour: no stop has a finite offset, or a line without length
  ///   would have to be repeated or reflected.
  init?(_ gradient: Gradient) {
    var sorted = gradient.stops.filter { $0.offset.isFinite }
    if zip(sorted, sorted.dropFirst()).contains(where: { $0.offset > $1.offset }) {
      // Sorted by offset and then by position, since `sorted` is not stable.
      sorted = sorted.enumerated().sorted {
        ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
      }.map(\.element)
    }
    guard let head = sorted.first, let tail = sorted.last else { return nil }
    let (first, length) = (head.offset, tail.offset - head.offset)
    guard length.isFinite, length > 0 || gradient.extend == .pad else { return nil }
    (self.first, self.length, extend) = (first, length, gradient.extend)
    isOpaque = sorted.allSatisfy { $0.color.premultiplied8 >> 24 == 255 }
    let (before, beyond) = (head.color.premultiplied8, tail.color.premultiplied8)
    guard length > 0 else {
      stops = []
      cells = [before, beyond, beyond, 0]
      return
    }
    stops = sorted.map { ctk_stop($0, place: ($0.offset - first) / length) }
    cells = [before, beyond, 0]
  }

  /// Cuts the line into cells.
  mutating func makeCells() {
    if stops.isEmpty { return }
    let count = Self.cellCount(stops)
    var cells = [UInt32](repeating: 0, count: count + 3)
    // C call: `cells` has room for `count` cells after the first one.
    unsafe cells.withUnsafeMutableBufferPointer { cells in
      guard let start = cells.baseAddress else { return }
      _ = unsafe ctk_fill_color_cells(start + 1, Int32(count), stops, Int32(stops.count))
    }
    cells[0] = self.cells[0]
    cells[count + 1] = self.cells[1]
    self.cells = cells
  }

  /// The power of two that makes cells differ by a quarter of a level at most.
  private static func cellCount(_ stops: [ctk_stop]) -> Int {
    var steepest = 0.0
    for (a, b) in zip(stops, stops.dropFirst()) where a.place < b.place {
      let (p, q) = (a.color, b.color)
      let most = max(abs(p.0 - q.0), abs(p.1 - q.1), abs(p.2 - q.2), abs(p.3 - q.3))
      steepest = max(steepest, Double(most) / (b.place - a.place))
    }
    var count = 1
    while count < mostCells, Double(count) < 4 * steepest { count *= 2 }
    return count
  }

  /// Calls a closure with the line as the kernels take it.
  @unsafe func withKernelLine(_ body: (UnsafePointer<ctk_color_line>) -> Void) {
    let kernelExtend =
      switch extend {
      case .pad: CTK_PAD
      case .repeat: CTK_REPEAT
      case .reflect: CTK_REFLECT
      }
    unsafe cells.withUnsafeBufferPointer { cells in
      unsafe stops.withUnsafeBufferPointer { stops in
        var line = unsafe ctk_color_line(
          cells: cells.baseAddress, stops: stops.baseAddress, cell_count: Int32(cells.count - 3),
          stop_count: Int32(stops.count), extend: Int32(kernelExtend.rawValue))
        unsafe body(&line)
      }
    }
  }
}

extension ctk_stop {
  /// A stop with its colour premultiplied.
  fileprivate init(_ stop: Gradient.Stop, place: Double) {
    func unit(_ v: Double) -> Float { v > 0 ? min(Float(v), 1) : 0 }
    let alpha = unit(stop.color.alpha) * 255
    let (red, green, blue) = (unit(stop.color.red), unit(stop.color.green), unit(stop.color.blue))
    self.init(place: place, color: (red * alpha, green * alpha, blue * alpha, alpha))
  }
}
