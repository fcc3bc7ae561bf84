// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Glibc
import SystemFiles

extension PaintGraphReader {
  /// Reads a paint of any format but 1 and 11; `nil` where it is malformed.
  ///
  /// Odd formats above 2 are variable: the same fields, followed by an index of deltas.
  mutating func readPaint(_ format: UInt8, _ at: FileNumber, depth: Int) -> Int? {
    switch format {
    case 2, 3: readSolid(at, isVariable: format == 3)
    case 4, 5: readLinear(at, isVariable: format == 5)
    case 6, 7: readRadial(at, isVariable: format == 7)
    case 8, 9: readSweep(at, isVariable: format == 9)
    case 10: readOutline(at, depth: depth)
    case 12...31: readTransform(format, at, depth: depth)
    case 32: readComposite(at, depth: depth)
    default: nil
    }
  }

  private mutating func readSolid(_ at: FileNumber, isVariable: Bool) -> Int? {
    guard let index = table.u16(at + 1),
      let alpha = f2dot14(at + 3, isVariable ? table.u32(at + 5) : nil, 0)
    else { return nil }
    return add(.solid(palette.color(index, alpha: alpha)), cost: 1)
  }

  private mutating func readLinear(_ at: FileNumber, isVariable: Bool) -> Int? {
    let base = isVariable ? table.u32(at + 16) : nil
    guard let line = colorLine(at, isVariable: isVariable),
      let x0 = fword(at + 4, base, 0), let y0 = fword(at + 6, base, 1),
      let x1 = fword(at + 8, base, 2), let y1 = fword(at + 10, base, 3),
      let x2 = fword(at + 12, base, 4), let y2 = fword(at + 14, base, 5)
    else { return nil }
    return add(
      .linearGradient(
        p0: Point(x: x0, y: y0), p1: Point(x: x1, y: y1), p2: Point(x: x2, y: y2), line: line),
      cost: 1)
  }

  private mutating func readRadial(_ at: FileNumber, isVariable: Bool) -> Int? {
    let base = isVariable ? table.u32(at + 16) : nil
    guard let line = colorLine(at, isVariable: isVariable),
      let x0 = fword(at + 4, base, 0), let y0 = fword(at + 6, base, 1),
      let r0 = ufword(at + 8, base, 2), let x1 = fword(at + 10, base, 3),
      let y1 = fword(at + 12, base, 4), let r1 = ufword(at + 14, base, 5)
    else { return nil }
    return add(
      .radialGradient(
        center0: Point(x: x0, y: y0), radius0: max(0, r0), center1: Point(x: x1, y: y1),
        radius1: max(0, r1), line: line), cost: 1)
  }

  private mutating func readSweep(_ at: FileNumber, isVariable: Bool) -> Int? {
    let base = isVariable ? table.u32(at + 12) : nil
    guard let line = colorLine(at, isVariable: isVariable),
      let x = fword(at + 4, base, 0), let y = fword(at + 6, base, 1),
      let start = f2dot14(at + 8, base, 2), let end = f2dot14(at + 10, base, 3)
    else { return nil }
    // The font stores each angle minus half a turn, so that a whole turn can be stored.
    return add(
      .sweepGradient(
        center: Point(x: x, y: y), startAngle: (start + 1) * 180, endAngle: (end + 1) * 180,
        line: line), cost: 1)
  }

  private mutating func colorLine(_ paint: FileNumber, isVariable: Bool) -> PaintColorLine? {
    guard let offset = table.u24(paint + 1), offset > 0, let extend = table.byte(paint + offset),
      let stopCount = table.u16(paint + offset + 1), let count = stopCount.value
    else { return nil }
    let size = isVariable ? 10 : 6
    let first = paint + offset + 3
    guard count > 0, count <= stopsLeft, table.holds(first, stopCount * FileNumber(size)) else {
      return nil
    }
    stopsLeft -= count
    var stops: [PaintColorLine.Stop] = []
    stops.reserveCapacity(count)
    for i in 0..<count {
      let at = first + FileNumber(i * size)
      let base = isVariable ? table.u32(at + 6) : nil
      guard let place = f2dot14(at, base, 0), let index = table.u16(at + 2),
        let alpha = f2dot14(at + 4, base, 1)
      else { return nil }
      stops.append(.init(offset: place, color: palette.color(index, alpha: alpha)))
    }
    let order = stops.indices.sorted {
      stops[$0].offset == stops[$1].offset ? $0 < $1 : stops[$0].offset < stops[$1].offset
    }
    return PaintColorLine(
      stops: order.map { stops[$0] }, extend: .init(rawValue: extend) ?? .pad)
  }

  private mutating func readOutline(_ at: FileNumber, depth: Int) -> Int? {
    guard let offset = table.u24(at + 1), offset > 0, let glyph = table.u16(at + 4)?.value else {
      return nil
    }
    let child = read(at + offset, depth: depth + 1)
    return add(.glyph(UInt32(glyph), child: child), cost: cost(of: child) + 1)
  }

  private mutating func readComposite(_ at: FileNumber, depth: Int) -> Int? {
    guard let source = table.u24(at + 1), source > 0, let mode = table.byte(at + 4),
      let backdrop = table.u24(at + 5), backdrop > 0,
      let mode = PaintCompositeMode(rawValue: mode)
    else { return nil }
    let above = read(at + source, depth: depth + 1)
    let below = read(at + backdrop, depth: depth + 1)
    return add(
      .composite(source: above, mode: mode, backdrop: below),
      cost: cost(of: above) + cost(of: below) + 1)
  }

  private mutating func readTransform(_ format: UInt8, _ at: FileNumber, depth: Int) -> Int? {
    guard let offset = table.u24(at + 1), offset > 0, let map = transform(format, at) else {
      return nil
    }
    let child = read(at + offset, depth: depth + 1)
    return add(.transform(map, child: child), cost: cost(of: child) + 1)
  }

  private func transform(_ format: UInt8, _ at: FileNumber) -> AffineTransform? {
    let isVariable = format & 1 == 1
    if format <= 13 { return affine(at, isVariable: isVariable) }
    let kind = format & ~1
    // The number of fields between the child's offset and the index of deltas; each has two bytes.
    let fields =
      switch kind {
      case 20, 24: 1
      case 22, 26: 3
      case 18, 30: 4
      default: 2
      }
    let base = isVariable ? table.u32(at + FileNumber(4 + 2 * fields)) : nil
    func number(_ i: Int) -> Double? { f2dot14(at + FileNumber(4 + 2 * i), base, i) }
    func length(_ i: Int) -> Double? { fword(at + FileNumber(4 + 2 * i), base, i) }
    let map: AffineTransform
    switch kind {
    case 14:
      guard let x = length(0), let y = length(1) else { return nil }
      return .translation(x: x, y: y)
    case 16, 18:
      guard let x = number(0), let y = number(1) else { return nil }
      map = .scale(x: x, y: y)
    case 20, 22:
      guard let scale = number(0) else { return nil }
      map = .scale(x: scale, y: scale)
    case 24, 26:
      guard let half = number(0) else { return nil }
      let (s, c) = (sin(half * .pi), cos(half * .pi))
      map = AffineTransform(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
    default:
      guard let x = number(0), let y = number(1) else { return nil }
      map = AffineTransform(a: 1, b: tan(y * .pi), c: -tan(x * .pi), d: 1, tx: 0, ty: 0)
    }
    guard [18, 22, 26, 30].contains(kind) else { return map }
    guard let x = length(fields - 2), let y = length(fields - 1) else { return nil }
    return AffineTransform.translation(x: -x, y: -y)
      .concatenating(map.concatenating(.translation(x: x, y: y)))
  }

  private func affine(_ paint: FileNumber, isVariable: Bool) -> AffineTransform? {
    guard let offset = table.u24(paint + 4), offset > 0 else { return nil }
    let at = paint + offset
    let base = isVariable ? table.u32(at + 24) : nil
    guard let xx = fixed(at, base, 0), let yx = fixed(at + 4, base, 1),
      let xy = fixed(at + 8, base, 2), let yy = fixed(at + 12, base, 3),
      let dx = fixed(at + 16, base, 4), let dy = fixed(at + 20, base, 5)
    else { return nil }
    return AffineTransform(a: xx, b: yx, c: xy, d: yy, tx: dx, ty: dy)
  }
}
