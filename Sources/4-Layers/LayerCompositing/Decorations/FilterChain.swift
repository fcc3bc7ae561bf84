// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The filters of a group, prepared for the pixels of the device.
final class FilterChain: Sendable {
  let filters: [PixelFilter]
  /// The most pixels by which a result lies from what it depends on.
  let reach: Int

  init(_ filters: [LayerFilter], _ map: AffineTransform) {
    let scale = map.leastScale
    self.filters = filters.compactMap { filter in
      switch filter {
      case .blur(let deviation): .blur(GaussianBlur(deviation: deviation * scale))
      case .dropShadow(let color, let offset, let deviation):
        .dropShadow(
          AlphaShadow(
            color: color.premultiplied8,
            dx: Self.pixels(map.a * offset.width + map.c * offset.height),
            dy: Self.pixels(map.b * offset.width + map.d * offset.height),
            blur: GaussianBlur(deviation: deviation * scale)))
      default: filter.matrix.map { .color($0) }
      }
    }
    reach = self.filters.reduce(0) { $0 + $1.reach }
  }

  private static func pixels(_ length: Double) -> Int {
    length.isFinite ? Int(max(-1e4, min(1e4, length.rounded()))) : 0
  }
}

/// The filtered pixels of what lies behind a layer.
final class BackdropDraw: Sendable {
  let chain: FilterChain
  /// The border box, which cuts the backdrop off.
  let clip: PathClip

  init(_ chain: FilterChain, _ clip: PathClip) {
    (self.chain, self.clip) = (chain, clip)
  }
}

extension LayerFilter {
  /// The matrix of a filter of colours: Filter Effects 1, §8.2 and §8.5; `nil` for others.
  fileprivate var matrix: ColorMatrix? {
    func limited(_ value: Double) -> Double { max(0, min(1, value)) }
    switch self {
    case .blur, .dropShadow: return nil
    case .brightness(let amount): return ColorMatrix(slope: max(0, amount), intercept: 0)
    case .contrast(let amount):
      return ColorMatrix(slope: max(0, amount), intercept: 0.5 - max(0, amount) / 2)
    case .invert(let amount):
      return ColorMatrix(slope: 1 - 2 * limited(amount), intercept: limited(amount))
    case .opacity(let amount): return ColorMatrix(alpha: limited(amount))
    case .grayscale(let amount):
      let rest = 1 - limited(amount)
      return ColorMatrix(
        [0.2126, 0.7152, 0.0722], [0.7874, -0.7152, -0.0722], [-0.2126, 0.2848, -0.0722],
        [-0.2126, -0.7152, 0.9278], rest)
    case .saturate(let amount):
      return ColorMatrix(
        [0.213, 0.715, 0.072], [0.787, -0.715, -0.072], [-0.213, 0.285, -0.072],
        [-0.213, -0.715, 0.928], max(0, amount))
    case .sepia(let amount):
      let rest = 1 - limited(amount)
      return ColorMatrix(rows: [
        [0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest],
        [0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest],
        [0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest],
      ])
    case .hueRotate(let degrees):
      let (sine, cosine) = Angle.sineAndCosine(degrees.remainder(dividingBy: 360) * .pi / 180)
      return ColorMatrix(rows: [
        [
          0.213 + cosine * 0.787 - sine * 0.213, 0.715 - cosine * 0.715 - sine * 0.715,
          0.072 - cosine * 0.072 + sine * 0.928,
        ],
        [
          0.213 - cosine * 0.213 + sine * 0.143, 0.715 + cosine * 0.285 + sine * 0.140,
          0.072 - cosine * 0.072 - sine * 0.283,
        ],
        [
          0.213 - cosine * 0.213 - sine * 0.787, 0.715 - cosine * 0.715 + sine * 0.715,
          0.072 + cosine * 0.928 + sine * 0.072,
        ],
      ])
    }
  }

  /// How far the filter reaches beyond what is drawn, in points: an extent for one of that.
  func extent(of rect: Rect) -> Rect {
    func blurred(_ rect: Rect, _ deviation: Double) -> Rect {
      let reach = GaussianBlur.furthest * max(0, deviation) + 2
      return rect.insetBy(dx: -reach, dy: -reach)
    }
    switch self {
    case .blur(let deviation): return blurred(rect, deviation)
    case .dropShadow(_, let offset, let deviation):
      return rect.union(
        blurred(rect, deviation).offsetBy(dx: offset.width, dy: offset.height))
    default: return rect
    }
  }
}

extension ColorMatrix {
  /// A row for each colour that all results share, and what each result adds in proportion to an
  /// amount.
  fileprivate init(
    _ common: [Double], _ red: [Double], _ green: [Double], _ blue: [Double], _ amount: Double
  ) {
    self.init(rows: [red, green, blue].map { row in zip(common, row).map { $0 + amount * $1 } })
  }
}
