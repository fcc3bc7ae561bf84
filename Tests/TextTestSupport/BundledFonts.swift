// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextDefaultFonts
public import TextFonts

/// The fonts that tests may use: the embedded ones and the tiny colour fonts, never the host's.
public enum BundledFonts {
  /// The embedded fonts alone.
  public static var collection: FontCollection { .embedded }

  /// The project's folder of fonts.
  public static let folder = "\(Checkout.path)/Fonts"

  /// The path of an embedded font's file, for example `NotoSans-Regular.ttf`.
  public static func path(_ name: String) -> String { "\(folder)/files/\(name)" }

  /// The path of a test font's file, for example `ColorPaints.ttf`.
  public static func testPath(_ name: String) -> String { "\(folder)/test/\(name)" }

  /// The first face of an embedded font's file.
  public static func face(_ name: String) throws -> FontFace {
    try FontFile(path: path(name)).face()
  }

  /// The first face of a test font's file.
  public static func testFace(_ name: String) throws -> FontFace {
    try FontFile(path: testPath(name)).face()
  }

  /// A collection of given files only, in order; test fonts and embedded ones are found by name.
  public static func collection(of names: [String]) throws -> FontCollection {
    let given = try names.map { name in
      let isTest = name.hasPrefix("Color") && name.hasSuffix(".ttf")
      return try FontSource(FontFile(path: isTest ? testPath(name) : path(name)))
    }
    return FontCollection(given: given, includesSystemFonts: false)
  }
}
