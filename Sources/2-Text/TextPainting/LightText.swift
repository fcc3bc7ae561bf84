// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Glibc

/// The levels of coverage of light text, by four classes of luma.
enum LightText {
  /// The class of a colour, 0 to 3; 0 keeps the exact coverage.
  static func lightness(of color: Color) -> UInt8 {
    let luma = 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
    return luma >= 0.75 ? 3 : luma >= 0.5 ? 2 : luma >= 0.25 ? 1 : 0
  }

  /// The raised level of each level, for class 1 to 3: coverage to the power of 1 / (1 + luma / 5),
  /// close to the tables of Skia for its gamma of 1.2 on Linux.
  static let levels: [[UInt8]] = (1...3).map { lightness in
    let power = 1 / (1 + Double(lightness) / 15)
    return (0...255).map { UInt8((255 * pow(Double($0) / 255, power)).rounded()) }
  }
}
