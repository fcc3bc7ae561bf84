// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import PDFFiles

/// Bitmaps as pictures of PDF (ISO 32000-1, §8.9): straight colours, and opacity as a mask beside
/// them.
enum PDFImage {
  /// Writes a picture.
  ///
  /// - Parameter isSmooth: Whether pixels are interpolated where the picture is magnified.
  static func write(
    _ bitmap: Bitmap, isSmooth: Bool, to document: PDFDocument
  ) throws -> PDFReference {
    let (colors, opacities) = planes(of: bitmap)
    var mask: PDFReference?
    if let opacities {
      let reference = document.reserve()
      try document.write(reference, stream: opacities) {
        entries(&$0, bitmap, space: "DeviceGray", isSmooth && document.interpolates)
      }
      mask = reference
    }
    let reference = document.reserve()
    let isGray = colors.count == bitmap.width * bitmap.height
    try document.write(reference, stream: colors) {
      entries(
        &$0, bitmap, space: isGray ? "DeviceGray" : "DeviceRGB",
        isSmooth && document.interpolates)
      if let mask { $0.entry("SMask", mask) }
    }
    return reference
  }

  private static func entries(
    _ syntax: inout PDFSyntax, _ bitmap: Bitmap, space: String, _ isSmooth: Bool
  ) {
    syntax.entry("Type", name: "XObject")
    syntax.entry("Subtype", name: "Image")
    syntax.entry("Width", bitmap.width)
    syntax.entry("Height", bitmap.height)
    syntax.entry("ColorSpace", name: space)
    syntax.entry("BitsPerComponent", 8)
    if isSmooth {
      syntax.key("Interpolate")
      syntax.raw("true")
    }
  }

  /// The colours, and the opacities; `nil` where all is opaque. A coverage mask is black.
  private static func planes(of bitmap: Bitmap) -> (colors: [UInt8], opacities: [UInt8]?) {
    let count = bitmap.width * bitmap.height
    var (colors, opacities) = ([UInt8](), [UInt8]())
    var (isOpaque, isGray) = (true, true)
    let isMask = bitmap.format == .alpha8
    opacities.reserveCapacity(count)
    colors.reserveCapacity(isMask ? count : 3 * count)
    bitmap.withBytes { bytes in
      for y in 0..<bitmap.height {
        var at = y * bitmap.bytesPerRow
        for _ in 0..<bitmap.width {
          if isMask {
            colors.append(0)
            opacities.append(bytes[at])
            isOpaque = isOpaque && bytes[at] == 255
            at += 1
            continue
          }
          let (r, g, b, a) = (bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3])
          func straight(_ value: UInt8) -> UInt8 {
            a == 0 || a == 255 ? value : UInt8(min(255, (Int(value) * 255 + Int(a) / 2) / Int(a)))
          }
          isGray = isGray && r == g && g == b
          isOpaque = isOpaque && a == 255
          colors += [straight(r), straight(g), straight(b)]
          opacities.append(a)
          at += 4
        }
      }
    }
    if isGray, !isMask {
      var grays: [UInt8] = []
      grays.reserveCapacity(count)
      for index in 0..<count { grays.append(colors[3 * index]) }
      colors = grays
    }
    return (colors, isOpaque ? nil : opacities)
  }
}
