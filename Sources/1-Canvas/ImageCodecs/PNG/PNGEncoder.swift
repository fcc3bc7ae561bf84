// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

/// The encoder of PNG images.
///
/// Rows are filtered into a part of at most 96 KiB, and each part is deflated into the file;
/// between two parts the cancellation is polled.
///
/// Source: PNG specification, third edition, sections 5, 9, 10 and 12.
struct PNGEncoder: ~Copyable {
  private let rows: PNGRows
  private let level: Int
  private let usesZlib: Bool
  private let cancellation: Cancellation

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - level: The level of compression, 0 to 9.
  ///   - usesZlib: Whether zlib packs even if libdeflate is there.
  ///   - cancellation: Polled between two parts.
  init(
    _ rows: PNGRows, level: Int, usesZlib: Bool = false,
    cancellation: Cancellation = .never
  ) {
    self.rows = rows
    (self.level, self.usesZlib, self.cancellation) = (level, usesZlib, cancellation)
  }

  /// The bytes of the file; `nil` if there is no memory, or if the packing was cancelled.
  ///
  /// - Parameter pixels: The pixels that the rows were chosen for.
  /// - Complexity: O(pixels).
  func encode(_ pixels: Span<UInt8>) -> [UInt8]? {
    var file = PNGChunk.signature
    PNGChunk.append("IHDR", header, to: &file)
    if case .palette(let palette) = rows.form {
      PNGChunk.append(
        "PLTE", palette.flatMap { c in [0, 8, 16].map { UInt8(truncatingIfNeeded: c >> $0) } },
        to: &file)
      // Opaque colours come last in the palette and need no entry in `tRNS`.
      let opacities = palette.map { UInt8($0 >> 24) }.prefix { $0 != 255 }
      if !opacities.isEmpty { PNGChunk.append("tRNS", Array(opacities), to: &file) }
    }
    let smooth = smoothRows(of: pixels)
    guard
      pack(
        0..<rows.size.height, of: pixels, smooth: smooth,
        each: { PNGChunk.append("IDAT", $0, to: &file) })
    else { return nil }
    PNGChunk.append("IEND", to: &file)
    return file
  }

  private var header: [UInt8] {
    var header: [UInt8] = []
    PNGChunk.append32(UInt32(rows.size.width), to: &header)
    PNGChunk.append32(UInt32(rows.size.height), to: &header)
    let colorType: UInt8 =
      switch rows.form {
      case .gray, .bits: 0
      case .rgb: 2
      case .palette: 3
      case .rgba: 6
      }
    // The last bytes stand for deflate, the filters of section 9 and no interlace.
    return header + [UInt8(rows.depth), colorType, 0, 0, 0]
  }

  /// Whether each row gets the filter for photographs; `nil` if none does.
  ///
  /// Gradients and shadows look like photographs, too, but are often smaller with the filter for
  /// text, since their rows repeat each other: a sample is packed both ways.
  private func smoothRows(of pixels: Span<UInt8>) -> [Bool]? {
    guard level > 0, !rows.isIndexed else { return nil }
    // Only every fourth row is examined, and in it every fourth pixel.
    var smooth: [Bool] = []
    let rowsBetweenPolls = 4 + (1 << 19) / rows.size.width / 4 * 4
    for y in 0..<rows.size.height {
      if y % rowsBetweenPolls == 0, cancellation.isCancelled { return nil }
      smooth.append(y % 4 == 0 ? rows.isSmooth(row: y, of: pixels) : smooth[y - 1])
    }
    guard let sample = Self.sample(of: smooth, rowBytes: rows.rowBytes) else { return nil }
    func packedCount(_ smooth: [Bool]?) -> Int? {
      var count = 0
      return pack(sample, of: pixels, smooth: smooth, each: { count += $0.count }) ? count : nil
    }
    guard let flat = packedCount(nil), let better = packedCount(smooth) else { return nil }
    // The filter for photographs makes them smaller by a third or more. A gain of less than a
    // quarter would be lost where rows repeat others farther above, as in pictures of cards, which
    // the sample does not show.
    return better * 4 < flat * 3 ? smooth : nil
  }

  /// The middle of the longest run of smooth rows, 16 rows and 64 KiB at most, or one row; `nil`
  /// without smooth rows.
  static func sample(of smooth: [Bool], rowBytes: Int) -> Range<Int>? {
    var longest = 0..<0
    var start = 0
    for (row, isSmooth) in smooth.enumerated() {
      if !isSmooth {
        start = row + 1
      } else if row + 1 - start > longest.count {
        longest = start..<row + 1
      }
    }
    if longest.isEmpty { return nil }
    let count = min(16, longest.count, max(1, (1 << 16) / rowBytes))
    let first = longest.lowerBound + (longest.count - count) / 2
    return first..<first + count
  }

  /// Packs rows as one stream; `false` if there is no memory, or if the packing was cancelled.
  ///
  /// - Parameters:
  ///   - range: The rows.
  ///   - pixels: The pixels of the image.
  ///   - smooth: Whether each row of the image gets the filter for photographs; `nil` for no row.
  ///   - each: Gets the bytes of the stream, piece by piece.
  private func pack(
    _ range: Range<Int>, of pixels: Span<UInt8>, smooth: [Bool]?, each: ([UInt8]) -> Void
  ) -> Bool {
    guard var stream = DeflateStream(level: level, usesZlib: usesZlib) else { return false }
    // Parts of 96 KiB keep the polls about 2 ms apart: at level 5 the slowest parts (photographs;
    // small, dense text) take that long, above level 6 several times as long. The price: with
    // libdeflate a part does not refer to the one before, so against parts of 256 KiB most pictures
    // grow by less than 1 %, the densest by 4 %, photographs not at all. zlib takes two to four
    // times as long and gets 32 KiB: its parts refer to those before, so small ones cost no size.
    let partBytes = usesZlib || DeflateStream.isZlib ? 1 << 15 : 3 << 15
    let rowsOfPart = max(1, min(partBytes / (rows.rowBytes + 1), (1 << 18) / rows.size.width))
    var filter = PNGRowFilter(rows)
    var part = [UInt8](
      repeating: 0, count: (rows.rowBytes + 1) * min(rowsOfPart, range.count) + rows.size.width)
    for first in stride(from: range.lowerBound, to: range.upperBound, by: rowsOfPart) {
      if cancellation.isCancelled { return false }
      let end = min(range.upperBound, first + rowsOfPart)
      // `part` has room for these rows, and for one of a palette before its bits are packed.
      var span = part.mutableSpan
      for y in first..<end {
        filter.copyRow(
          y, of: rows, in: pixels, isSmooth: smooth?[y] ?? false, to: &span,
          at: (y - first) * (rows.rowBytes + 1))
      }
      let count = (end - first) * (rows.rowBytes + 1)
      let isLast = end == range.upperBound
      guard let bytes = stream.pack(part.span.extracting(first: count), isLast: isLast) else {
        return false
      }
      if !bytes.isEmpty { each(bytes) }
    }
    return true
  }
}

extension Bitmap {
  /// Packs a part as a PNG file; `nil` if there is no memory, or if the packing was cancelled.
  func encodedPNG(
    in area: PixelRect, choice: PNGRows.Choice, level: Int, usesZlib: Bool = false,
    cancellation: Cancellation = .never
  ) -> [UInt8]? {
    precondition(
      !area.isEmpty && PixelRect(width: width, height: height).contains(area), "outside the bitmap")
    return withBytes { bytes in
      let pixels = bytes.extracting((area.y * bytesPerRow + area.x * format.bytesPerPixel)...)
      guard
        let rows = PNGRows(
          pixels, format == .alpha8 ? .coverage : .premultiplied,
          size: PixelSize(width: area.width, height: area.height), bytesPerRow: bytesPerRow,
          choice: choice, cancellation: cancellation)
      else { return nil }
      return PNGEncoder(rows, level: level, usesZlib: usesZlib, cancellation: cancellation)
        .encode(pixels)
    }
  }
}
