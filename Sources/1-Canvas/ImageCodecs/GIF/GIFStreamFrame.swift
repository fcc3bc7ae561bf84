// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A frame as it stands in the bytes of a GIF: its place on the screen, its colours, and its packed
/// pixels.
struct GIFStreamFrame {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  /// The bits of a pixel in the packed data.
  let codeSize: Int
  /// The packed pixels, without the lengths of their blocks.
  let data: [UInt8]
  /// Premultiplied colours, red in the lowest byte.
  private let colors: [UInt32]
  private let isInterlaced: Bool

  /// Finds the first frame; `nil` where the bytes hold none.
  init?(firstOf bytes: [UInt8]) {
    var at = 13
    var (table, clear) = ([UInt32](), Int?.none)
    func byte(_ place: Int) -> Int? { place < bytes.count ? Int(bytes[place]) : nil }
    func word(_ place: Int) -> Int? {
      place + 1 < bytes.count ? Int(bytes[place]) | Int(bytes[place + 1]) << 8 : nil
    }
    /// Reads a table of colours whose size the lowest bits of a field give.
    func colors(_ field: Int) -> [UInt32]? {
      let count = 2 << (field & 7)
      guard at + 3 * count <= bytes.count else { return nil }
      defer { at += 3 * count }
      return (0..<count).map { index in
        let place = at + 3 * index
        return UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
          | UInt32(bytes[place + 2]) << 16 | 0xFF00_0000
      }
    }
    guard let screen = byte(10) else { return nil }
    if screen & 0x80 != 0 {
      guard let global = colors(screen) else { return nil }
      table = global
    }
    while let kind = byte(at) {
      at += 1
      switch kind {
      case 0x21:
        // A graphic control extension names the clear colour.
        if byte(at) == 0xF9, let field = byte(at + 2), field & 1 != 0 { clear = byte(at + 5) }
        at += 1
        while let length = byte(at), length > 0 { at += 1 + length }
        at += 1
      case 0x2C:
        guard let x = word(at), let y = word(at + 2), let width = word(at + 4),
          let height = word(at + 6), let field = byte(at + 8), width > 0, height > 0
        else { return nil }
        at += 9
        if field & 0x80 != 0 {
          guard let local = colors(field) else { return nil }
          table = local
        }
        guard let codeSize = byte(at), (1...8).contains(codeSize) else { return nil }
        at += 1
        var data: [UInt8] = []
        while let length = byte(at), length > 0 {
          data += bytes[min(at + 1, bytes.count)..<min(at + 1 + length, bytes.count)]
          at += 1 + length
        }
        if let clear, table.indices.contains(clear) { table[clear] = 0 }
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
        (self.codeSize, self.data) = (codeSize, data)
        (self.colors, isInterlaced) = (table, field & 0x40 != 0)
        return
      default: return nil
      }
    }
    return nil
  }

  /// The colour of a number; clear for one that the table lacks.
  func color(_ index: UInt8) -> UInt32 { Int(index) < colors.count ? colors[Int(index)] : 0 }

  /// The rows in the order of the data: interlaced ones come in four passes.
  var rows: [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: height, by: $1)) }
  }
}
