// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import LayerCompositing

/// A decoder of animated GIFs of the form that the library writes, for tests.
public struct GIFReader {
  public struct Frame {
    public let area: PixelRect
    /// Hundredths of a second.
    public let delay: Int
    public let disposal: Int
    public let colorCount: Int
    /// The whole picture with this frame; transparent pixels are 0.
    public let canvas: FilmCanvas
  }

  public let frames: [Frame]
  /// The number of the loop extension; `nil` without one.
  public let repetitions: Int?

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  public init(_ bytes: [UInt8]) throws {
    try FilmError.check(String(decoding: bytes[..<6], as: UTF8.self) == "GIF89a")
    let (width, height) = (Self.number(bytes[6..<8]), Self.number(bytes[8..<10]))
    try FilmError.check(bytes[10] & 0x80 == 0)
    var at = 13
    var repetitions: Int?
    if bytes[at] == 0x21, bytes[at + 1] == 0xFF {
      try FilmError.check(String(decoding: bytes[at + 3..<at + 14], as: UTF8.self) == "NETSCAPE2.0")
      try FilmError.check(bytes[at + 14] == 3 && bytes[at + 15] == 1 && bytes[at + 18] == 0)
      repetitions = Self.number(bytes[at + 16..<at + 18])
      at += 19
    }
    self.repetitions = repetitions
    var canvas = FilmCanvas(width: width, height: height)
    var frames: [Frame] = []
    while bytes[at] != 0x3B {
      try FilmError.check(bytes[at..<at + 3].elementsEqual([0x21, 0xF9, 4]) && bytes[at + 7] == 0)
      let disposal = Int(bytes[at + 3] >> 2)
      try FilmError.check(bytes[at + 3] & 3 == 1)
      let delay = Self.number(bytes[at + 4..<at + 6])
      let transparent = bytes[at + 6]
      at += 8
      try FilmError.check(bytes[at] == 0x2C)
      let sides = (0..<4).map { Self.number(bytes[at + 1 + 2 * $0..<at + 3 + 2 * $0]) }
      let area = PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
      try FilmError.check(PixelRect(width: width, height: height).contains(area) && !area.isEmpty)
      try FilmError.check(bytes[at + 9] & 0xF8 == 0x80)
      let colorCount = 2 << Int(bytes[at + 9] & 7)
      at += 10
      let colors = (0..<colorCount).map { i in
        UInt32(bytes[at + 3 * i]) | UInt32(bytes[at + 3 * i + 1]) << 8
          | UInt32(bytes[at + 3 * i + 2]) << 16 | 0xFF00_0000
      }
      at += 3 * colorCount
      let depth = Int(bytes[at])
      at += 1
      var packed: [UInt8] = []
      while bytes[at] != 0 {
        packed += bytes[at + 1...at + Int(bytes[at])]
        at += 1 + Int(bytes[at])
      }
      at += 1
      let indexes = try Self.unpack(packed, depth: depth)
      try FilmError.check(indexes.count == area.width * area.height)
      var shown = canvas
      for (i, index) in indexes.enumerated() where index != transparent {
        shown.pixels[(area.y + i / area.width) * width + area.x + i % area.width] =
          colors[Int(index)]
      }
      frames.append(
        Frame(
          area: area, delay: delay, disposal: disposal, colorCount: colorCount, canvas: shown))
      canvas = shown
      if disposal == 2 {
        for y in area.y..<area.maxY {
          for x in area.x..<area.maxX { canvas.pixels[y * width + x] = 0 }
        }
      }
    }
    try FilmError.check(at == bytes.count - 1)
    self.frames = frames
  }

  /// Unpacks LZW; the codes must end with the end code, in the last byte.
  private static func unpack(_ packed: [UInt8], depth: Int) throws -> [UInt8] {
    let (clear, end) = (1 << depth, (1 << depth) + 1)
    var (position, width) = (0, depth + 1)
    var table: [[UInt8]] = []
    var result: [UInt8] = []
    var previous: [UInt8]?
    func restart() {
      table = (0..<1 << depth).map { [UInt8($0)] } + [[], []]
      width = depth + 1
      previous = nil
    }
    restart()
    while true {
      try FilmError.check(position + width <= packed.count * 8)
      let code = (0..<width).reduce(0) { sum, i in
        let bit = position + i
        return sum | Int(packed[bit / 8] >> UInt8(bit % 8) & 1) << i
      }
      position += width
      if code == clear {
        restart()
        continue
      }
      if code == end { break }
      try FilmError.check(code < table.count || code == table.count && previous != nil)
      if let old = previous {
        let next = code < table.count ? table[code] : old + [old[0]]
        if table.count < 4096 { table.append(old + [next[0]]) }
        if table.count == 1 << width, width < 12 { width += 1 }
        result += next
        previous = next
      } else {
        result += table[code]
        previous = table[code]
      }
    }
    try FilmError.check(packed.count * 8 - position < 8)
    return result
  }
}
