// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The rows of an image, without padding, in the smallest PNG form that loses nothing.
struct PNGRows {
  /// The form of a pixel.
  enum Form {
    case gray
    case rgb
    case rgba
    /// Straight colours, red in the lowest byte.
    case palette([UInt32])
  }

  let width: Int
  let height: Int
  private(set) var rowBytes: Int
  private(set) var bytes: [UInt8]
  private(set) var form: Form

  init(_ bitmap: Bitmap, reducesColor: Bool) {
    width = bitmap.width
    height = bitmap.height
    let bytesPerPixel = bitmap.format.bytesPerPixel
    form = bitmap.format == .rgba8 ? .rgba : .gray
    rowBytes = width * bytesPerPixel
    bytes = []
    bytes.reserveCapacity(rowBytes * height)
    // Whole rows, as one copy each.
    unsafe bitmap.withUnsafeBytes { source in
      for y in 0..<height {
        let start = y * bitmap.bytesPerRow
        unsafe bytes.append(
          contentsOf: UnsafeRawBufferPointer(rebasing: source[start..<start + rowBytes]))
      }
    }
    if bitmap.format == .rgba8 {
      StraightPixels.unpremultiply(&bytes)
      if reducesColor { reduce() }
    }
  }

  /// Creates the rows of a part of an `rgba8` bitmap in a form that its colours do not change.
  ///
  /// - Parameters:
  ///   - area: The part.
  ///   - isOpaque: Whether opacity is left out.
  init(_ bitmap: Bitmap, in area: PixelRect, isOpaque: Bool) {
    (width, height) = (area.width, area.height)
    form = .rgba
    rowBytes = width * 4
    bytes = bitmap.straightPixels(in: area)
    if isOpaque { removeOpacity() }
  }

  /// Creates the rows of an area of pixels with straight opacity.
  init(straight pixels: Span<UInt8>, size: PixelSize, bytesPerRow: Int, reducesColor: Bool) {
    (width, height) = (size.width, size.height)
    form = .rgba
    rowBytes = width * 4
    bytes = []
    bytes.reserveCapacity(rowBytes * height)
    for y in 0..<height {
      // Whole rows, as one copy each.
      unsafe pixels.extracting(y * bytesPerRow..<y * bytesPerRow + rowBytes)
        .withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
    if reducesColor { reduce() }
  }

  /// Chooses the form by the colours that occur.
  private mutating func reduce() {
    let survey = ColorSurvey(bytes)
    if survey.isOpaque, survey.isGray {
      form = .gray
      rowBytes = width
      bytes = stride(from: 0, to: bytes.count, by: 4).map { bytes[$0] }
    } else if let palette = survey.palette {
      form = .palette(palette)
      rowBytes = width
      bytes = survey.indices
    } else if survey.isOpaque {
      removeOpacity()
    }
  }

  private mutating func removeOpacity() {
    form = .rgb
    rowBytes = width * 3
    let area = width * height
    var result = [UInt8](repeating: 0, count: area * 3)
    for i in 0..<area {
      result[3 * i] = bytes[4 * i]
      result[3 * i + 1] = bytes[4 * i + 1]
      result[3 * i + 2] = bytes[4 * i + 2]
    }
    bytes = result
  }
}
