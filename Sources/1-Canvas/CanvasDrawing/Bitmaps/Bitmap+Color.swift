// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

extension Bitmap {
  /// The colour of a pixel, not premultiplied; a clear pixel is clear black. A pixel of
  /// `PixelFormat.alpha8` is black with its coverage as alpha.
  ///
  /// - Precondition: The position lies in the bitmap.
  public func color(x: Int, y: Int) -> Color {
    let pixel = pixel(x: x, y: y)
    if format == .alpha8 { return Color(white: 0, alpha: Double(pixel) / 255) }
    let alpha = Double(pixel >> 24)
    if alpha == 0 { return .clear }
    func straight(_ shift: UInt32) -> Double { min(1, Double(pixel >> shift & 0xFF) / alpha) }
    return Color(red: straight(0), green: straight(8), blue: straight(16), alpha: alpha / 255)
  }
}
