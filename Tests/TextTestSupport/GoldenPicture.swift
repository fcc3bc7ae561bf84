// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
public import TextGraphics
import TextModel

/// Compares a picture with one that was looked at and kept.
public enum GoldenPicture {
  /// Says how a picture differs from the golden one.
  ///
  /// Where it does, the actual picture, the expected one and the difference (bright where they differ) are
  /// written next to each other into `.build/goldens/`. With `UPDATE_GOLDENS` set the golden picture is
  /// written instead.
  ///
  /// - Parameters:
  ///   - bitmap: The actual picture.
  ///   - name: The golden picture's file name without its extension.
  ///   - tolerance: How far a component of a pixel may be off.
  ///   - file: The test file; golden pictures lie in the folder `Goldens` beside it.
  /// - Returns: `nil` if the pictures agree, else a sentence.
  public static func difference(
    _ bitmap: Bitmap, _ name: String, tolerance: Int = 0, file: String = #filePath
  ) -> String? {
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let path = folder.joined(separator: "/") + "/Goldens/\(name).png"
    do {
      if getenv("UPDATE_GOLDENS") != nil {
        try bitmap.write(to: path)
        return nil
      }
      guard access(path, R_OK) == 0 else {
        return
          "There is no golden picture \(name).png; make it with UPDATE_GOLDENS=1 and look at it."
      }
      let expected = try Bitmap(pngFile: path)
      guard let most = greatestDifference(bitmap, expected) else {
        try keep(bitmap, expected, name)
        return "\(name) is \(bitmap.width)×\(bitmap.height) pixels, expected "
          + "\(expected.width)×\(expected.height); see .build/goldens."
      }
      if most <= tolerance { return nil }
      try keep(bitmap, expected, name)
      return "\(name) differs by up to \(most) of 255; see .build/goldens."
    } catch {
      return "\(name) could not be compared: \(error)"
    }
  }

  /// The greatest difference of any component of any pixel, 0 to 255; `nil` if the sizes differ.
  public static func greatestDifference(_ a: Bitmap, _ b: Bitmap) -> Int? {
    guard a.width == b.width, a.height == b.height else { return nil }
    var most = 0
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (p, q) = (a.pixel(x: x, y: y), b.pixel(x: x, y: y))
        if p == q { continue }
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
          most = max(most, abs(Int(p >> shift & 255) - Int(q >> shift & 255)))
        }
      }
    }
    return most
  }

  private static func keep(_ actual: Bitmap, _ expected: Bitmap, _ name: String) throws {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    let build = root.joined(separator: "/") + "/.build"
    mkdir(build, 0o755)
    mkdir(build + "/goldens", 0o755)
    let path = build + "/goldens/\(name)"
    try actual.write(to: path + "-actual.png")
    try expected.write(to: path + "-expected.png")
    if let difference = try differencePicture(actual, expected) {
      try difference.write(to: path + "-difference.png")
    }
  }

  private static func differencePicture(_ a: Bitmap, _ b: Bitmap) throws -> Bitmap? {
    guard a.width == b.width, a.height == b.height else { return nil }
    var context = try GraphicsContext(
      pixels: PixelSize(width: a.width, height: a.height), background: .black)
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (p, q) = (a.pixel(x: x, y: y), b.pixel(x: x, y: y))
        if p == q { continue }
        var most: UInt32 = 64
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
          most = max(most, UInt32(abs(Int(p >> shift & 255) - Int(q >> shift & 255))))
        }
        try context.fill(
          Rect(x: Double(x), y: Double(y), width: 1, height: 1),
          with: Color(white: Float(most) / 255))
      }
    }
    return context.makeBitmap()
  }
}
