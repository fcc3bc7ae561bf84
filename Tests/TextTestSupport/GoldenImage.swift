// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
import CanvasGeometry
import ImageCodecs

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Compares a picture with the PNG that was accepted for it, `Goldens/<name>.png` beside the test.
public enum GoldenImage {
  /// Compares a picture with its golden.
  ///
  /// A difference is written to `Goldens/Current` as `<name>.actual.png`, `.expected.png` and
  /// `.difference.png`.
  /// With `ATL_ACCEPT_GOLDENS=1` in the environment the picture becomes the golden.
  ///
  /// - Parameters:
  ///   - name: The golden's name, without an ending.
  ///   - tolerance: The largest difference of a channel that does not count.
  ///   - file: The test's file, which names the folder.
  /// - Returns: `nil` if they agree, otherwise what is wrong: `#expect(GoldenImage.mismatch(…) ==
  ///   nil)`.
  public static func mismatch(
    _ actual: Bitmap, named name: String, tolerance: Int = 0, file: String = #filePath
  ) -> String? {
    let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]) + "/Goldens"
    let golden = "\(folder)/\(name).png"
    do throws(GraphicsError) {
      if getenv("ATL_ACCEPT_GOLDENS") != nil {
        try actual.write(to: golden)
        return nil
      }
      let current = "\(folder)/Current"
      // What is compared is what a file keeps.
      let seen = try Bitmap(png: actual.pngData())
      let expected: Bitmap
      do throws(GraphicsError) {
        expected = try Bitmap(pngFile: golden)
      } catch {
        mkdir(current, 0o777)
        try seen.write(to: "\(current)/\(name).actual.png")
        return "\(error). Look at \(current)/\(name).actual.png, then set ATL_ACCEPT_GOLDENS=1."
      }
      if seen == expected { return nil }
      guard let count = difference(seen, expected, tolerance), count == 0 else {
        mkdir(current, 0o777)
        try seen.write(to: "\(current)/\(name).actual.png")
        try expected.write(to: "\(current)/\(name).expected.png")
        try map(seen, expected).write(to: "\(current)/\(name).difference.png")
        return "\(name) differs; see \(current)/\(name).{actual,expected,difference}.png"
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// How many pixels differ; `nil` if the sizes do.
  private static func difference(_ a: Bitmap, _ b: Bitmap, _ tolerance: Int) -> Int? {
    guard a.width == b.width, a.height == b.height else { return nil }
    var count = 0
    let others = b.allPixels
    for (index, pixel) in a.allPixels.enumerated() where pixel != others[index] {
      if distance(pixel, others[index]) > tolerance { count += 1 }
    }
    return count
  }

  private static func distance(_ p: UInt32, _ q: UInt32) -> Int {
    var most = 0
    for shift in [0, 8, 16, 24] as [UInt32] {
      most = max(most, abs(Int((p >> shift) & 255) - Int((q >> shift) & 255)))
    }
    return most
  }

  /// Red where the pictures differ, at least half opaque so that a single level is seen.
  private static func map(_ a: Bitmap, _ b: Bitmap) throws(GraphicsError) -> Bitmap {
    var context = try GraphicsContext(
      pixels: PixelSize(width: max(a.width, b.width), height: max(a.height, b.height)),
      background: .white)
    for y in 0..<context.pixelSize.height {
      for x in 0..<context.pixelSize.width {
        let both = x < min(a.width, b.width) && y < min(a.height, b.height)
        let d = both ? distance(a.pixel(x: x, y: y), b.pixel(x: x, y: y)) : 255
        guard d > 0 else { continue }
        try context.fill(
          Rect(x: Double(x), y: Double(y), width: 1, height: 1),
          with: Color(red: 1, green: 0, blue: 0, alpha: 0.5 + Double(d) / 510))
      }
    }
    return context.makeBitmap()
  }
}
