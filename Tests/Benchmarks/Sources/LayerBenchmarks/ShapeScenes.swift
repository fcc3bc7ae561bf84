// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Foundation
import LayerCompositing

/// The scenes of Blend2D's benchmark bl_bench: a thousand shapes at random places of a clear
/// picture of 512 × 600 pixels. `Peers/blend2d_shapes.py` and `Peers/cairo_shapes.c` draw the same
/// ones.
///
/// Every scene begins with state 1 of the generator `state = state × 1664525 + 1013904223`
/// (mod 2³²), whose numbers are its upper 24 bits as a fraction. A shape takes, in this order: its
/// x (of 512 − size) and y (of 600 − size), rounded down in the scenes whose names end in A; of a
/// rounded rectangle the radius, 4 to 40, half the size at most; of a polygon x and y of each corner
/// within the square of its size; the colour: red, green, blue, alpha; or for a gradient red, green,
/// blue of each of three stops and an alpha that they share, since engines that interpolate straight
/// colours and premultiplied ones draw the same then. Shape i of the scenes whose names end in Rot
/// is turned by i / 100 radians around the middle of the picture. Lines are 2 pixels wide, with
/// mitres up to 4.
struct ShapeScene {
  /// The kind of the shapes of a scene.
  enum Shape {
    case rectangle, rounded
    case polygon(corners: Int)
  }
  /// The colour of a shape.
  enum Style: String, CaseIterable { case solid, radial }

  let name: String
  let shape: Shape
  var isAligned = false
  var isTurned = false
  var isStroked = false
  var rule = FillRule.nonZero

  static let all: [Self] =
    [
      Self(name: "FillRectA", shape: .rectangle, isAligned: true),
      Self(name: "FillRectU", shape: .rectangle),
      Self(name: "FillRectRot", shape: .rectangle, isTurned: true),
      Self(name: "FillRoundU", shape: .rounded),
      Self(name: "FillRoundRot", shape: .rounded, isTurned: true),
      Self(name: "FillTriangle", shape: .polygon(corners: 3)),
    ]
    + [10, 20, 40].flatMap { corners in
      [
        Self(name: "FillPoly\(corners)NZ", shape: .polygon(corners: corners)),
        Self(name: "FillPoly\(corners)EO", shape: .polygon(corners: corners), rule: .evenOdd),
      ]
    } + [
      Self(name: "StrokeRectA", shape: .rectangle, isAligned: true, isStroked: true),
      Self(name: "StrokeRectU", shape: .rectangle, isStroked: true),
      Self(name: "StrokeRoundU", shape: .rounded, isStroked: true),
      Self(name: "StrokeTriangle", shape: .polygon(corners: 3), isStroked: true),
    ]
    + [10, 20, 40].map {
      Self(name: "StrokePoly\($0)", shape: .polygon(corners: $0), isStroked: true)
    }

  /// Times every scene, size and style, and prints lines as the other scenes have.
  ///
  /// - Parameter argument: A folder: a picture of each is written there instead. Or the name of a
  ///   scene with its style and size: that one alone, twenty times as often, for a profile.
  static func run(_ argument: String?) throws {
    let folder = argument.flatMap { $0.contains("/") ? $0 : nil }
    let only = folder == nil ? argument : nil
    for scene in all {
      // A context strokes with one colour.
      for style in scene.isStroked ? [.solid] : Style.allCases {
        for size in [8, 32, 128] {
          let name = "\(scene.name)-\(style)-\(size)"
          guard only == nil || only == name else { continue }
          let drawings = scene.drawings(style, size: Double(size))
          if let folder {
            let (_, picture) = try scene.draw(drawings)
            try picture.write(to: "\(folder)/\(name).png")
          } else {
            // As many passes as fit 100 ms, 3 to 21, beside one that warms.
            let more = only == nil ? 1 : 20
            var times: [Double] = []
            while times.count < 4
              || times.count < 22 * more && times.reduce(0, +) < 100 * Double(more)
            {
              times.append(try scene.draw(drawings).0)
            }
            report(name, Array(times.dropFirst()))
          }
        }
      }
    }
  }

  /// A shape and its colour, made before the clock starts.
  private enum Drawing {
    case rectangle(Rect, Color)
    case path(Path, Color)
    case gradient(Path, Gradient)
  }

  private func drawings(_ style: Style, size: Double) -> [Drawing] {
    var state: UInt32 = 1
    func number() -> Double {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Double(state >> 8) / 16_777_216
    }
    func level() -> Double { (number() * 256).rounded(.down) / 255 }
    return (0..<1000).map { _ in
      var (x, y) = (number() * (512 - size), number() * (600 - size))
      if isAligned { (x, y) = (x.rounded(.down), y.rounded(.down)) }
      let rect = Rect(x: x, y: y, width: size, height: size)
      let path: Path
      switch shape {
      case .rectangle: path = Path(rect: rect)
      case .rounded:
        path = Path(roundedRect: rect, cornerRadius: min(4 + 36 * number(), size / 2))
      case .polygon(let corners):
        var polygon = Path()
        polygon.addLines(
          between: (0..<corners).map { _ in Point(x: x + size * number(), y: y + size * number()) })
        polygon.closeSubpath()
        path = polygon
      }
      switch style {
      case .solid:
        let color = Color(red: level(), green: level(), blue: level(), alpha: level())
        if case .rectangle = shape { return .rectangle(rect, color) }
        return .path(path, color)
      case .radial:
        var stops = [0, 0.5, 1].map {
          Gradient.Stop(
            offset: $0, color: Color(red: level(), green: level(), blue: level()))
        }
        let alpha = level()
        for k in stops.indices { stops[k].color.alpha = alpha }
        let (middle, radius) = (Point(x: x + size / 2, y: y + size / 2), size / 2)
        let focus = Point(x: middle.x - radius / 2, y: middle.y - radius / 2)
        return .gradient(
          path,
          Gradient(
            .radial(center: focus, radius: 0, toCenter: middle, toRadius: radius), stops: stops))
      }
    }
  }

  /// Draws the shapes into a new picture.
  ///
  /// - Returns: The processor time of the drawing alone, in milliseconds, and the picture.
  private func draw(_ drawings: [Drawing]) throws -> (Double, Bitmap) {
    var context = try GraphicsContext(pixels: PixelSize(width: 512, height: 600))
    let line = StrokeStyle(lineWidth: 2, miterLimit: 4)
    let start = processorMilliseconds()
    for (i, drawing) in drawings.enumerated() {
      if isTurned {
        context.saveGState()
        context.translateBy(x: 256, y: 300)
        context.rotate(by: Double(i) / 100)
        context.translateBy(x: -256, y: -300)
      }
      switch drawing {
      case .rectangle(let rect, let color):
        if isStroked {
          try context.stroke(rect, with: color, style: line)
        } else {
          try context.fill(rect, with: color)
        }
      case .path(let path, let color):
        if isStroked {
          try context.stroke(path, with: color, style: line)
        } else {
          try context.fill(path, with: color, rule: rule)
        }
      case .gradient(let path, let gradient): try context.fill(path, with: gradient, rule: rule)
      }
      if isTurned { context.restoreGState() }
    }
    return (processorMilliseconds() - start, context.makeBitmap())
  }
}

/// What the process has taken of processors, so that other work on the machine counts little.
private func processorMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
