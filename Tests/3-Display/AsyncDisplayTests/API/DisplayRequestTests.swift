// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AsyncDisplay
@testable import CanvasGeometry

struct DisplayRequestTests {
  private static let lengths: [Double] = [
    0, -0.0, .leastNonzeroMagnitude, 0.5, 1 - 1e-16, 1, 1 + 1e-12, 1.5, 2, 99.999_999_999_999, 4096,
    16_383.000_000_000_1, 16_384, 16_384.000_000_000_1, 1e9, .greatestFiniteMagnitude, .infinity,
    .nan,
    -1, -.infinity,
  ]

  /// The same as `Size.pixels(scale:)` says, however strange the numbers.
  @Test func theGeometryIsThatOfTheSize() {
    for width in Self.lengths {
      for height in Self.lengths {
        for scale in Self.lengths {
          let size = Size(width: width, height: height)
          let request = DisplayRequest(task: nil, size: size, scale: scale)
          let expected = Self.geometry(size, scale: scale)
          #expect(request.geometry == expected, "\(size) at \(scale)")
        }
      }
    }
  }

  private static func geometry(_ size: Size, scale: Double) -> DisplayRequest.Geometry {
    for number in [size.width, size.height, scale] where !(number >= 0 && number.isFinite) {
      return .bad
    }
    if let pixels = size.pixels(scale: scale) {
      return pixels.width * pixels.height * 4 <= CanvasLimits.bitmapBytes ? .drawable(pixels) : .bad
    }
    let (width, height) = (size.width * scale, size.height * scale)
    return width.isFinite && height.isFinite && (width < 1 || height < 1) ? .empty : .bad
  }
}
