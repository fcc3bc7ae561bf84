// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Foundation
import Testing
import TextTestSupport

@testable import LayerCompositing

/// The compositor beside ``ReferencePainter``, which shares no painter, plan or arithmetic with it.
///
/// Where all samples in and around a pixel have nearly one colour, the compositor must have it,
/// too. At edges it joins coverages where the reference joins samples, so there up to a quarter of
/// the pixels may lie outside of the colours that the samples have.
@Suite("Compositor beside a reference")
struct ReferencePainterTests {
  /// Samples along a side of a pixel.
  private static let samples = 3
  /// What rounding to 8 bits in each group may add up to.
  private static let rounding = 4.0

  /// How the pictures of a scene compare.
  struct Comparison {
    var calm = 0
    var wrong = 0
    var edges = 0
    var outside = 0
    var first = ""
  }

  /// Scenes for each subject: `REFERENCE_SCENES`, or few enough for each day.
  private static let count =
    ProcessInfo.processInfo.environment["REFERENCE_SCENES"].flatMap { Int($0) } ?? 3

  @Test(arguments: ReferenceScene.Subject.allCases)
  func picturesAreAlike(_ subject: ReferenceScene.Subject) throws {
    for seed in 0..<UInt64(Self.count) {
      var scene = try ReferenceScene(subject, seed: seed)
      let tree = scene.tree()
      let result = Self.compare(try Compositor.image(of: tree), ReferencePainter(tree))
      #expect(result.wrong == 0, "\(subject) \(seed): \(result)")
      #expect(result.outside * 4 <= result.edges, "\(subject) \(seed): \(result)")
    }
  }

  private static func compare(_ image: Bitmap, _ painter: ReferencePainter) -> Comparison {
    let (width, height) = (image.width, image.height)
    // A sample more on each side of the picture, so that each pixel has those around it.
    let columns = width * samples + 2
    var field: [ReferencePixel] = []
    for y in -1..<height * samples + 1 {
      for x in -1..<width * samples + 1 {
        field.append(painter.color(x, y, samples: samples))
      }
    }
    var result = Comparison()
    for y in 0..<height {
      for x in 0..<width {
        var range = ReferenceRange()
        for row in y * samples..<(y + 1) * samples + 2 {
          for column in x * samples..<(x + 1) * samples + 2 {
            range.add(field[row * columns + column])
          }
        }
        let parts = image.rgba(x, y).map(Double.init)
        let value = ReferencePixel(parts[0], parts[1], parts[2], parts[3])
        if !range.contains(value, rounding) {
          // Slivers lie between samples: a closer look.
          for row in y * 16..<y * 16 + 16 {
            for column in x * 16..<x * 16 + 16 {
              range.add(painter.color(column, row, samples: 16))
            }
          }
        }
        let isWithin = range.contains(value, rounding)
        if range.isCalm {
          result.calm += 1
          if !isWithin {
            result.wrong += 1
            if result.first.isEmpty { result.first = "\(x), \(y): \(value), not \(range)" }
          }
        } else {
          result.edges += 1
          if !isWithin { result.outside += 1 }
        }
      }
    }
    return result
  }
}

/// The colours of samples.
private struct ReferenceRange: CustomStringConvertible {
  var low = ReferencePixel(repeating: 255)
  var high = ReferencePixel.zero

  mutating func add(_ sample: ReferencePixel) {
    low = pointwiseMin(low, sample)
    high = pointwiseMax(high, sample)
  }

  /// Whether they are nearly one colour.
  var isCalm: Bool { (high - low).max() <= 8 }

  func contains(_ value: ReferencePixel, _ tolerance: Double) -> Bool {
    max((low - value).max(), (value - high).max()) <= tolerance
  }

  var description: String { isCalm ? "\((low + high) / 2)" : "\(low)…\(high)" }
}

extension ReferencePainter {
  /// The colour of a sample by its number from the picture's corner, 0 to 255.
  fileprivate func color(_ x: Int, _ y: Int, samples: Int) -> ReferencePixel {
    pixel(at: (SIMD2(Double(x), Double(y)) + 0.5) / Double(samples)) * 255
  }
}
