// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels

/// The colours that occur in an image, for the choice of a file's form.
struct ColorSurvey {
  /// Whether every pixel has equal red, green and blue.
  let isGray: Bool
  /// Whether every pixel is opaque.
  let isOpaque: Bool
  /// The colours, those that are not opaque first; `nil` if there are more than 256.
  let palette: [UInt32]?
  /// The index in the palette of each pixel.
  let indices: [UInt8]

  /// - Parameter pixels: Straight RGBA.
  init(_ pixels: [UInt8]) {
    var found = ctk_colors()
    var palette = [UInt32](repeating: 0, count: 256)
    var indices = [UInt8](repeating: 0, count: pixels.count / 4)
    // C call: an index for each pixel and a palette of 256.
    let isReduced = unsafe ctk_survey_colors(pixels, indices.count, &found, &palette, &indices)
    isGray = found.gray
    isOpaque = found.opaque
    self.palette = isReduced ? Array(palette[..<Int(found.count)]) : nil
    self.indices = indices
  }
}
