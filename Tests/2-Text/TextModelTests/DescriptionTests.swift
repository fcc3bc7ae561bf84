// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextModel

/// Values as they are printed.
struct DescriptionTests {
  @Test func geometry() {
    #expect("\(Point(x: 1, y: -2.5))" == "(1, -2.5)")
    #expect("\(Size(width: 320, height: 0.1))" == "320 × 0.1")
    #expect("\(PixelSize(width: 3, height: 4))" == "3 × 4")
    #expect("\(Rect(x: 1, y: 2.25, width: 3, height: 4))" == "(1, 2.25, 3 × 4)")
    #expect("\(Point(x: .nan, y: -.infinity))" == "(nan, -inf)")
    #expect("\(Size(width: 1e300, height: 1e-300))" == "1e+300 × 1e-300")
  }

  @Test func colors() {
    #expect("\(Color.black) \(Color.white) \(Color.clear)" == "#000000 #ffffff #00000000")
    #expect("\(Color(hex: "#0066cc80") ?? .clear)" == "#0066cc80")
    #expect(
      "\(Color(red: 0.1, green: 0.25, blue: 2, alpha: 0.5))"
        == "Color(red: 0.1, green: 0.25, blue: 2.0, alpha: 0.5)")
  }

  /// What is written as a colour is what was meant.
  @Test func aHexDescriptionIsExact() {
    for byte in UInt8.min...UInt8.max {
      let color = Color(red8: byte, green8: 0, blue8: 255, alpha8: byte)
      #expect(Color(hex: color.description) == color)
    }
  }
}
