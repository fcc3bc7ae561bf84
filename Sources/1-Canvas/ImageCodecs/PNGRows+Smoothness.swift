// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension PNGRows {
  /// Whether each row is one of a photograph, a gradient or a shadow, which filters make smaller.
  ///
  /// In such rows neighbours differ mostly by little. In rows of text and flat colour they are
  /// equal or differ by much; filters would cost time there and make the file larger. Indexes of a
  /// palette are no amounts, so their rows are not smooth.
  ///
  /// - Complexity: O(bytes).
  var smoothRows: [Bool] {
    let step: Int
    switch form {
    case .palette: return [Bool](repeating: false, count: height)
    case .gray: step = 1
    case .rgb: step = 3
    case .rgba: step = 4
    }
    return (0..<height).map { isSmooth(row: $0, step) }
  }

  /// The middle of the longest run of smooth rows, 64 rows at most; `nil` without smooth rows.
  static func sample(of smooth: [Bool]) -> Range<Int>? {
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
    let count = min(64, longest.count)
    let first = longest.lowerBound + (longest.count - count) / 2
    return first..<first + count
  }

  /// The pixels of a row of which one is compared with its neighbour.
  private static let stride = 4
  /// The most by which a channel of neighbours differs in a smooth place.
  private static let smallStep = 16

  /// - Parameter step: The bytes of a pixel.
  private func isSmooth(row: Int, _ step: Int) -> Bool {
    let bytes = bytes.span
    var (small, large) = (0, 0)
    let start = row * rowBytes
    var i = start + step
    while i < start + rowBytes {
      var most = 0
      for channel in 0..<step {
        most = max(most, abs(Int(bytes[i + channel]) - Int(bytes[i + channel - step])))
      }
      if most > Self.smallStep {
        large += 1
      } else if most > 0 {
        small += 1
      }
      i += step * Self.stride
    }
    return small > 2 * large && small * Self.stride * 32 > width
  }
}
