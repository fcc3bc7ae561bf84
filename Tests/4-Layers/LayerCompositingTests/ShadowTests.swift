// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Foundation
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Shadows beside a Gaussian computed in floating point.
struct ShadowTests {
  /// The coverage of a layer without its shadow, and the alpha of the shadow alone.
  private func pictures(
    _ shape: (inout LayerProperties) -> Void, children: [RenderNode] = [], radius: Double,
    path: Path? = nil
  ) throws -> (sharp: Bitmap, shadow: Bitmap) {
    let frame = Rect(x: 40, y: 40, width: 60, height: 44)
    func node(_ shadow: Shadow) -> RenderNode {
      RenderNode(frame, children.isEmpty ? .black : nil, sublayers: children) {
        shape(&$0)
        $0.shadow = shadow
      }
    }
    let sharp = try RenderTree(140, 130, background: nil, [node(Shadow())]).image
    // The offset moves the shadow away from the layer.
    let tree = RenderTree(
      root: RenderNode(
        Rect(width: 140, height: 260),
        sublayers: [
          node(
            Shadow(opacity: 1, offset: Size(width: 0, height: 130), radius: radius, path: path))
        ]), size: Size(width: 140, height: 260))
    return (sharp, try tree.image)
  }

  /// The greatest difference between the shadow and the blurred coverage.
  private func error(_ sharp: Bitmap, _ shadow: Bitmap, deviation: Double) -> Double {
    let reach = Int((6 * deviation).rounded(.up))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights.reduce(0, +)
    let (width, height) = (sharp.width, sharp.height)
    let pixels = sharp.allPixels
    func alpha(_ x: Int, _ y: Int) -> Double {
      x < 0 || x >= width || y < 0 || y >= height ? 0 : Double(pixels[y * width + x] >> 24)
    }
    var rows = [Double](repeating: 0, count: width * (height + 2 * reach))
    for y in -reach..<height + reach {
      for x in 0..<width {
        var v = 0.0
        for k in -reach...reach { v += weights[k + reach] * alpha(x + k, y) }
        rows[(y + reach) * width + x] = v / sum
      }
    }
    var most = 0.0
    for y in 0..<height {
      for x in 0..<width {
        var v = 0.0
        for k in -reach...reach { v += weights[k + reach] * rows[(y + k + reach) * width + x] }
        most = max(most, abs(v / sum - Double(shadow.pixel(x: x, y: y + 130) >> 24)))
      }
    }
    return most
  }

  /// S-098: rectangles and rounded ones are within a level and rounding of the Gaussian.
  @Test(arguments: [0.8, 3.0, 8.0], [0.0, 14]) func s098Gaussian(
    _ deviation: Double, _ radius: Double
  ) throws {
    let (sharp, shadow) = try pictures({ $0.cornerRadius = radius }, radius: deviation)
    #expect(error(sharp, shadow, deviation: deviation) <= 1.5)
  }

  /// S-098, S-099: a ring casts a ring, within two levels.
  @Test(arguments: [1.0, 4.0]) func s099Ring(_ deviation: Double) throws {
    let ring = RenderNode(Rect(x: 0, y: 0, width: 60, height: 44)) {
      $0.cornerRadius = 22
      $0.borderWidth = 6
    }
    let (sharp, shadow) = try pictures({ _ in }, children: [ring], radius: deviation)
    #expect(error(sharp, shadow, deviation: deviation) <= 2)
    #expect(shadow.pixel(x: 70, y: 62 + 130) >> 24 < 60, "the hole stays light")
    #expect(shadow.pixel(x: 70, y: 42 + 130) >> 24 > 100)
  }

  /// S-100: a path gives the shape; for the layer's own rectangle the picture is the same to a
  /// level.
  @Test func s100Path() throws {
    let child = RenderNode(Rect(x: 0, y: 0, width: 60, height: 44), .black)
    let (_, alpha) = try pictures({ _ in }, children: [child], radius: 5)
    let path = Path(rect: Rect(x: 0, y: 0, width: 60, height: 44))
    let (_, shape) = try pictures({ _ in }, children: [child], radius: 5, path: path)
    #expect(PixelDifference(alpha, shape).most <= 1)
  }

  /// A rectangle whose blurred middle is repeated has the same bits as the whole one, but for
  /// rounding, of which a wide blur has more: in a hundredth of its some 70,000 pixels.
  @Test(arguments: [1.0, 2], [0.0, 17.3]) func repeatedMiddle(
    _ scale: Double, _ radius: Double
  ) throws {
    for (x, width) in [(20.0, 200.0), (20.4, 180.7), (30.9, 33.3), (25.5, 80.2)] {
      let frame = Rect(x: x, y: x + 0.3, width: width, height: width * 0.6)
      func image(_ path: Path?) throws -> Bitmap {
        let node = RenderNode(frame, .white) {
          $0.cornerRadius = radius
          $0.maskedCorners = [.topLeft, .topRight, .bottomRight]
          $0.shadow = Shadow(
            opacity: 0.7, offset: Size(width: 3.2, height: 7), radius: 4.5, path: path)
        }
        return try RenderTree(260, 180, scale: scale, [node]).image
      }
      let bounds = Rect(width: width, height: width * 0.6)
      let clamped = min(radius, bounds.width / 2, bounds.height / 2)
      let path = Path(
        roundedRect: bounds, cornerRadius: clamped, corners: [.topLeft, .topRight, .bottomRight])
      let difference = PixelDifference(try image(nil), try image(path))
      let most = scale == 1 ? 40 : 900
      #expect(difference.most <= 1 && difference.count < most, "\(width): \(difference)")
    }
  }

  /// Rectangles too small for their middle to be left out: each deviation has its own shadow.
  @Test func otherDeviations() throws {
    for deviation in [2.0, 4, 3, 2.5] {
      func image(_ path: Path?) throws -> Bitmap {
        let node = RenderNode(Rect(x: 20, y: 20, width: 8, height: 8), .white) {
          $0.shadow = Shadow(opacity: 1, offset: .zero, radius: deviation, path: path)
        }
        return try RenderTree(48, 48, [node]).image
      }
      let path = Path(rect: Rect(width: 8, height: 8))
      let difference = PixelDifference(try image(nil), try image(path))
      #expect(difference.most <= 1, "\(deviation): \(difference)")
    }
  }

  /// Shadows have Core Animation's defaults, and none is drawn without an opacity.
  @Test func s098Defaults() throws {
    let shadow = LayerProperties().shadow
    #expect(shadow.opacity == 0 && shadow.radius == 3 && shadow.color == .black)
    #expect(shadow.offset == Size(width: 0, height: -3) && shadow.path == nil)
  }

  /// A shadow in colour, behind a translucent layer, shows through it.
  @Test func shadowBehindTranslucent() throws {
    let node = RenderNode(
      Rect(x: 10, y: 10, width: 40, height: 40), Color(red: 1, green: 0, blue: 0, alpha: 0.5)
    ) { $0.shadow = Shadow(color: .blue, opacity: 1, offset: .zero, radius: 0) }
    let pixel = try RenderTree(60, 60, background: nil, [node]).image.rgba(30, 30)
    // The alpha of the layer, 128, in blue below 128 of red.
    #expect(pixel[0] == 128 && abs(Int(pixel[2]) - 64) <= 1 && abs(Int(pixel[3]) - 192) <= 1)
  }
}
