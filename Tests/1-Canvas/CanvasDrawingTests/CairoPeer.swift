// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lines and fills by cairo, loaded at run time where it is installed.
struct CairoPeer {
  private let library: UnsafeMutableRawPointer

  /// The system's cairo; `nil` where it is not installed.
  init?() {
    guard let library = dlopen("libcairo.so.2", RTLD_NOW) else { return nil }
    self.library = library
  }

  private func call<F>(_ name: String, as type: F.Type) -> F {
    guard let symbol = dlsym(library, "cairo_" + name) else { fatalError("cairo_\(name)") }
    return unsafeBitCast(symbol, to: type)
  }

  private typealias Object = UnsafeMutableRawPointer
  private typealias WithNothing = @convention(c) (Object) -> Void
  private typealias WithInt = @convention(c) (Object, Int32) -> Void
  private typealias WithDouble = @convention(c) (Object, Double) -> Void
  private typealias WithPoint = @convention(c) (Object, Double, Double) -> Void

  /// The coverage of a square of pixels.
  ///
  /// cairo counts coverage in 17 rows of a pixel; means of 4 × 4 of its pixels are near the area.
  ///
  /// - Parameters:
  ///   - style: The line; `nil` to fill.
  ///   - tolerance: The distance of cairo's flat curves, in pixels.
  func coverage(
    _ path: Path, style: StrokeStyle?, side pixels: Int, tolerance: Double = 0.01
  ) -> [UInt8] {
    let side = pixels * 4
    let surface = call(
      "image_surface_create", as: (@convention(c) (Int32, Int32, Int32) -> Object).self)(
        2, Int32(side), Int32(side))
    let context = call("create", as: (@convention(c) (Object) -> Object).self)(surface)
    call("scale", as: WithPoint.self)(context, 4, 4)
    call("set_tolerance", as: WithDouble.self)(context, tolerance)
    // CAIRO_ANTIALIAS_BEST
    call("set_antialias", as: WithInt.self)(context, 6)
    add(path, to: context)
    if let style {
      set(style, of: context)
      call("stroke", as: WithNothing.self)(context)
    } else {
      call("fill", as: WithNothing.self)(context)
    }
    call("surface_flush", as: WithNothing.self)(surface)
    let data = call(
      "image_surface_get_data", as: (@convention(c) (Object) -> UnsafePointer<UInt8>).self)(surface)
    let stride = Int(
      call("image_surface_get_stride", as: (@convention(c) (Object) -> Int32).self)(surface))
    var result: [UInt8] = []
    for y in 0..<pixels {
      for x in 0..<pixels {
        var sum = 8
        for row in 0..<4 {
          for column in 0..<4 { sum += Int(data[(4 * y + row) * stride + 4 * x + column]) }
        }
        result.append(UInt8(sum / 16))
      }
    }
    call("destroy", as: WithNothing.self)(context)
    call("surface_destroy", as: WithNothing.self)(surface)
    return result
  }

  private func add(_ path: Path, to context: Object) {
    let (move, line) = (call("move_to", as: WithPoint.self), call("line_to", as: WithPoint.self))
    let curve = call(
      "curve_to",
      as: (@convention(c) (Object, Double, Double, Double, Double, Double, Double) -> Void).self)
    let close = call("close_path", as: WithNothing.self)
    for element in path.elements {
      switch element {
      case .move(let p): move(context, p.x, p.y)
      case .line(let p): line(context, p.x, p.y)
      case .cubic(let c, let d, let p): curve(context, c.x, c.y, d.x, d.y, p.x, p.y)
      case .quad: fatalError("cairo has no quadratic curves")
      case .close: close(context)
      }
    }
  }

  private func set(_ style: StrokeStyle, of context: Object) {
    call("set_line_width", as: WithDouble.self)(context, style.lineWidth)
    call("set_miter_limit", as: WithDouble.self)(context, style.miterLimit)
    call("set_line_cap", as: WithInt.self)(
      context, [.butt: 0, .round: 1, .square: 2][style.lineCap] ?? 0)
    call("set_line_join", as: WithInt.self)(
      context, [.miter: 0, .round: 1, .bevel: 2][style.lineJoin] ?? 0)
    let dash = call(
      "set_dash", as: (@convention(c) (Object, UnsafePointer<Double>, Int32, Double) -> Void).self)
    dash(context, style.dashPattern, Int32(style.dashPattern.count), style.dashPhase)
  }
}
