// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Corners of continuous curvature beside the shape that was read off iOS 7.
struct CornerCurveTests {
  /// The published corner, in radii from the corner: along the entering side, then away from it.
  private static let published: [[(Double, Double)]] = [
    [(1.52866483, 0), (1.08849323, 0), (0.86840689, 0), (0.66993427, 0.065496)],
    [
      (0.63149399, 0.074911), (0.37282392, 0.16905899), (0.16905899, 0.37282392),
      (0.074911, 0.63149399),
    ],
    [(0.065496, 0.66993427), (0, 0.86840689), (0, 1.08849323), (0, 1.52866483)],
  ]

  /// Places along the published corner; the short lines between its cubics are in it.
  private static var publishedPlaces: [Point] {
    published.flatMap { p in
      (0...200).map { i in
        let t = Double(i) / 200
        let u = 1 - t
        let weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
        return Point(
          x: zip(weights, p).reduce(0) { $0 + $1.0 * $1.1.0 },
          y: zip(weights, p).reduce(0) { $0 + $1.0 * $1.1.1 })
      }
    }
  }

  private func image(
    side: Double = 200, height: Double? = nil, radius: Double = 40,
    curve: CornerCurve = .continuous,
    scale: Double = 1, _ change: (inout LayerProperties) -> Void = { _ in }
  ) throws -> Bitmap {
    let height = height ?? side
    let node = RenderNode(Rect(width: side, height: height), .black) {
      $0.cornerRadius = radius
      $0.cornerCurve = curve
      change(&$0)
    }
    return try RenderTree(side, height, scale: scale, background: nil, [node]).image
  }

  private func ink(_ image: Bitmap) -> Double {
    var sum = 0
    for y in 0..<image.height { for x in 0..<image.width { sum += Int(image.rgba(x, y)[3]) } }
    return Double(sum) / 255
  }

  @Test func theCurveLiesWithinThreeThousandthsOfThePublishedOne() throws {
    let outline = ShapeOutline(
      rect: Rect(width: 1000, height: 1000), radius: 100, curve: .continuous,
      map: .affine(.identity))
    #expect(abs(outline.reach - 152.8665) < 1e-9)
    // Just inside of the shape the path covers, just outside it does not.
    for place in Self.publishedPlaces where place.x > 0.02 && place.y > 0.02 {
      let d = 0.0021 * 2.0.squareRoot()
      let inside = Point(x: 100 * (place.x + d), y: 100 * (place.y + d))
      let outside = Point(x: 100 * (place.x - d), y: 100 * (place.y - d))
      #expect(outline.path.contains(inside) && !outline.path.contains(outside), "\(place)")
    }
  }

  @Test func moreIsCutOffThanByACircle() throws {
    // Each corner lacks 0.2247 squares of the radius, the published shape's area; a circle's lacks
    // 1 − π/4.
    #expect(abs(ink(try image()) - (40_000 - 4 * 0.2247 * 1600)) < 12)
    #expect(abs(ink(try image(curve: .circular)) - (40_000 - 4 * (1 - .pi / 4) * 1600)) < 2)
  }

  @Test func theCurveBeginsBeyondTheRadius() throws {
    let (smooth, round) = (try image(scale: 4), try image(curve: .circular, scale: 4))
    // 1.1 radii from the corner, in the upper row: the circle is over, the curve is not.
    #expect(round.rgba(176, 0)[3] == 255 && smooth.rgba(176, 0)[3] < 255)
    #expect(smooth.rgba(0, 176)[3] < 255 && smooth.rgba(799 - 176, 799)[3] < 255)
    // Beyond 1.528665 radii, 244.6 pixels, both are straight.
    #expect(smooth.rgba(246, 0)[3] == 255 && smooth.rgba(0, 246)[3] == 255)
    // On the diagonal both are the same.
    for i in 0..<60 { #expect(smooth.rgba(i, i) == round.rgba(i, i)) }
  }

  @Test func withoutRoomTheCurveIsTheCircle() throws {
    for (side, height) in [(80.0, 80.0), (200, 80)] {
      let (smooth, round) = (
        try image(side: side, height: height),
        try image(side: side, height: height, curve: .circular)
      )
      #expect(smooth == round)
    }
    // With some room it lies between: 1.25 radii of 40 are half of 100.
    let inks = try [CornerCurve.circular, .continuous].map { ink(try image(side: 100, curve: $0)) }
    let lost = inks[0] - inks[1]
    #expect(lost > 2 && lost < 4 * 1600 * (0.2247 - 0.2146) * 0.8)
  }

  @Test func singleCorners() throws {
    let image = try image { $0.maskedCorners = [.topLeft, .bottomRight] }
    #expect(image.rgba(0, 0)[3] == 0 && image.rgba(199, 199)[3] == 0)
    #expect(image.rgba(199, 0)[3] == 255 && image.rgba(0, 199)[3] == 255)
    #expect(abs(ink(image) - (40_000 - 2 * 0.2247 * 1600)) < 6)
  }

  @Test func borderClipAndShadowHaveTheCurve() throws {
    let sharp = try image()
    // A border that fills all is the shape.
    let border = try image {
      $0.backgroundColor = nil
      $0.borderWidth = 100
    }
    #expect(border == sharp)
    let clipped = try RenderTree(
      200, 200, background: nil,
      [
        RenderNode(
          Rect(width: 200, height: 200),
          sublayers: [RenderNode(Rect(x: -9, y: -9, width: 300, height: 300), .black)]
        ) {
          $0.cornerRadius = 40
          $0.cornerCurve = .continuous
          $0.masksToBounds = true
        }
      ]
    ).image
    #expect(clipped == sharp)
    // A shadow without blur, moved beside the layer, is the shape; of the circle it is not.
    func shadow(_ curve: CornerCurve) throws -> Bitmap {
      let node = RenderNode(Rect(x: -200, y: 0, width: 200, height: 200), .black) {
        $0.cornerRadius = 40
        $0.cornerCurve = curve
        $0.shadow = Shadow(opacity: 1, offset: Size(width: 200, height: 0), radius: 0)
      }
      return try RenderTree(200, 200, background: nil, [node]).image
    }
    let cast = try shadow(.continuous)
    var most = 0
    for y in 0..<200 {
      for x in 0..<200 {
        most = max(most, abs(Int(cast.rgba(x, y)[3]) - Int(sharp.rgba(x, y)[3])))
      }
    }
    #expect(most <= 1)
    #expect(ink(try shadow(.circular)) - ink(cast) > 40)
  }

  @Test func aKeyAndADefault() throws {
    var properties = LayerProperties()
    #expect(properties.cornerCurve == .circular)
    try properties.setValue(.string("continuous"), forKeyPath: "cornerCurve")
    #expect(properties.cornerCurve == .continuous)
    #expect(throws: LayerKeyError.self) {
      try properties.setValue(.string("square"), forKeyPath: "cornerCurve")
    }
    #expect(CornerCurve.continuous.expansionFactor == 1.528665)
    #expect(CornerCurve.circular.expansionFactor == 1)
  }
}
