// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import LayerCompositing

/// A film that is not of the expected form.
public struct FilmError: Error {
  /// The line of the check in the reader.
  public let line: Int

  static func check(_ isRight: Bool, line: Int = #line) throws {
    if !isRight { throw FilmError(line: line) }
  }
}

/// The pixels of a film's picture: premultiplied RGBA, row by row.
public struct FilmCanvas: Equatable {
  public let width: Int
  public let height: Int
  public var pixels: [UInt32]

  public init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt32](repeating: 0, count: width * height)
  }

  public init(_ image: Bitmap) {
    self.init(width: image.width, height: image.height)
    for y in 0..<height { for x in 0..<width { pixels[y * width + x] = image.pixel(x: x, y: y) } }
  }
}

/// A decoder of animated PNGs that is strict about their structure, for tests.
public struct APNGReader {
  public struct Chunk {
    public let type: String
    public let data: [UInt8]
  }

  public struct Frame {
    public let area: PixelRect
    public let delay: (Int, Int)
    /// The whole picture with this frame.
    public let canvas: FilmCanvas
    /// The size of the packed rows.
    public let byteCount: Int
  }

  public let chunks: [Chunk]
  public let frames: [Frame]
  public let loops: Int
  /// 2 for RGB, 6 for RGBA.
  public let colorType: Int

  public init(_ bytes: [UInt8]) throws {
    try FilmError.check(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    var chunks: [Chunk] = []
    var at = 8
    while at < bytes.count {
      let length = Self.number(bytes[at..<at + 4])
      let body = Array(bytes[at + 4..<at + 8 + length])
      try FilmError.check(
        Self.number(bytes[at + 8 + length..<at + 12 + length]) == Self.checksum(body))
      chunks.append(
        Chunk(type: String(decoding: body[..<4], as: UTF8.self), data: Array(body[4...])))
      at += 12 + length
    }
    self.chunks = chunks
    try FilmError.check(chunks.count >= 5 && chunks[0].type == "IHDR" && chunks[1].type == "acTL")
    let header = chunks[0].data
    let (width, height) = (Self.number(header[0..<4]), Self.number(header[4..<8]))
    colorType = Int(header[9])
    loops = Self.number(chunks[1].data[4..<8])
    var canvas = FilmCanvas(width: width, height: height)
    var frames: [Frame] = []
    var sequence = 0
    var rest = chunks.dropFirst(2)
    while let control = rest.popFirst(), control.type == "fcTL" {
      let data = control.data
      try FilmError.check(data.count == 26 && Self.number(data[0..<4]) == sequence)
      sequence += 1
      let area = PixelRect(
        x: Self.number(data[12..<16]), y: Self.number(data[16..<20]),
        width: Self.number(data[4..<8]), height: Self.number(data[8..<12]))
      try FilmError.check(data[24] == 0 && data[25] == 0)
      guard let content = rest.popFirst() else { throw FilmError(line: #line) }
      var packed = content.data
      if frames.isEmpty {
        try FilmError.check(
          content.type == "IDAT" && area == PixelRect(width: width, height: height))
      } else {
        try FilmError.check(content.type == "fdAT" && Self.number(packed[0..<4]) == sequence)
        packed.removeFirst(4)
        sequence += 1
      }
      // A PNG of this frame alone.
      let png =
        Array(bytes[..<8]) + Self.chunk("IHDR", Array(data[4..<12]) + Array(header[8...]))
        + Self.chunk("IDAT", packed) + Self.chunk("IEND", [])
      let part = try Bitmap(png: png)
      for y in 0..<area.height {
        for x in 0..<area.width {
          canvas.pixels[(area.y + y) * width + area.x + x] = part.pixel(x: x, y: y)
        }
      }
      frames.append(
        Frame(
          area: area, delay: (Self.number(data[20..<22]), Self.number(data[22..<24])),
          canvas: canvas, byteCount: packed.count))
    }
    try FilmError.check(
      rest.isEmpty && chunks.last?.type == "IEND" && chunks.last?.data.isEmpty == true)
    try FilmError.check(Self.number(chunks[1].data[0..<4]) == frames.count)
    self.frames = frames
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    func bytes(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    let body = Array(type.utf8) + data
    return bytes(data.count) + body + bytes(checksum(body))
  }

  /// CRC-32 without a table.
  private static func checksum(_ bytes: [UInt8]) -> Int {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
    return Int(~sum)
  }
}
