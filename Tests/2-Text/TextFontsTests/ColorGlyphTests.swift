// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextTestSupport

@testable import CanvasGeometry
@testable import TextFonts

struct ColorGlyphTests {
  func graph(_ character: Unicode.Scalar, weight: Double = 400) throws -> PaintGraph {
    let face = try BundledFonts.testFace("ColorPaints.ttf")
    let tag = try #require(FontTag("wght"))
    let font = face.font(variations: [FontVariation(tag: tag, value: weight)])
    let glyph = try #require(font.glyph(for: character))
    guard case .paint(let graph)? = font.colorGlyph(glyph) else {
      Issue.record("no paints")
      return PaintGraph(nodes: [.empty], root: 0, clipBox: nil)
    }
    return graph
  }

  /// The fill of a glyph whose paint is one outline.
  func fill(_ character: Unicode.Scalar, weight: Double = 400) throws -> PaintNode {
    let graph = try graph(character, weight: weight)
    guard case .glyph(_, let child) = graph.nodes[graph.root] else { return .empty }
    return graph.nodes[child]
  }

  func map(_ character: Unicode.Scalar, weight: Double = 400) throws -> AffineTransform? {
    let graph = try graph(character, weight: weight)
    guard case .transform(let map, _) = graph.nodes[graph.root] else { return nil }
    return map
  }

  func isNear(_ a: AffineTransform?, _ b: AffineTransform) -> Bool {
    guard let a else { return false }
    let values = [a.a, a.b, a.c, a.d, a.tx, a.ty]
    let wanted = [b.a, b.b, b.c, b.d, b.tx, b.ty]
    return zip(values, wanted).allSatisfy { (value: Double, wanted: Double) -> Bool in
      (value - wanted).magnitude < (wanted.magnitude > 2 ? 0.1 : 0.001)
    }
  }

  func around(_ x: Double, _ y: Double, _ map: AffineTransform) -> AffineTransform {
    AffineTransform.translation(x: -x, y: -y)
      .concatenating(map.concatenating(.translation(x: x, y: y)))
  }

  func rotation(_ degrees: Double) -> AffineTransform {
    // Exact for the angles that are used: 0, 20, 45, 90.
    let sine = [0: 0, 20: 0.342_020, 45: 0.707_107, 90: 1][degrees] ?? .nan
    let cosine = [0: 1, 20: 0.939_693, 45: 0.707_107, 90: 0][degrees] ?? .nan
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  @Test func solidColours() throws {
    guard case .solid(let red) = try fill("A"), case .solid(let text) = try fill("B"),
      case .solid(let half) = try fill("C")
    else {
      Issue.record("not solid")
      return
    }
    #expect(red == PaintColor(color: Color(red: 1, green: 0, blue: 0), isForeground: false))
    #expect(text.isForeground)
    #expect(text.resolved(foreground: .white) == .white)
    #expect(half.color == Color(red: 0, green: 0, blue: 1, alpha: 0.5))
  }

  @Test func gradients() throws {
    guard case .linearGradient(let p0, let p1, let p2, let line) = try fill("E"),
      case .radialGradient(let c0, let r0, let c1, let r1, _) = try fill("G"),
      case .sweepGradient(let center, let start, let end, let reflected) = try fill("L")
    else {
      Issue.record("not gradients")
      return
    }
    #expect([p0, p1, p2] == [Point(x: 300, y: 0), Point(x: 700, y: 0), Point(x: 300, y: 400)])
    #expect(line.extend == .repeat)
    #expect(line.stops.map(\.offset) == [0.25, 0.75])
    #expect(line.stops[1].color.color == Color(red: 0, green: 0, blue: 1))
    #expect([c0, c1] == [Point(x: 400, y: 400), Point(x: 500, y: 400)])
    #expect([r0, r1] == [50, 300])
    #expect(center == Point(x: 500, y: 400))
    #expect([start, end] == [45, 225])
    #expect(reflected.extend == .reflect)
  }

  @Test func transforms() throws {
    let tan20 = 0.363_970, tan5 = 0.087_489
    let expected: [(Unicode.Scalar, AffineTransform)] = [
      ("O", AffineTransform(a: 0.5, b: 0.2, c: -0.2, d: 0.5, tx: 200, ty: 100)),
      ("P", .translation(x: 100, y: -50)), ("Q", .scale(x: 0.5, y: 1.25)),
      ("R", around(500, 400, .scale(x: 0.5, y: 0.75))), ("S", .scale(x: 0.5, y: 0.5)),
      ("T", around(500, 400, .scale(x: 0.5, y: 0.5))), ("U", rotation(20)),
      ("V", around(500, 400, rotation(90))),
      ("W", AffineTransform(a: 1, b: tan5, c: -tan20, d: 1, tx: 0, ty: 0)),
      ("X", around(500, 400, AffineTransform(a: 1, b: 0, c: tan20, d: 1, tx: 0, ty: 0))),
    ]
    for (character, wanted) in expected {
      let found = try map(character)
      #expect(isNear(found, wanted), "\(character): \(String(describing: found))")
    }
  }

  @Test func variableFormatsFollowTheAxis() throws {
    func variable(_ i: UInt32) -> Unicode.Scalar { Unicode.Scalar(0xE100 + i) ?? "?" }
    for (weight, part) in [(400.0, 0.0), (650, 0.5), (900, 1)] {
      guard case .solid(let solid) = try fill(variable(0), weight: weight),
        case .linearGradient(let p0, let p1, let p2, let line) = try fill(
          variable(1), weight: weight),
        case .radialGradient(let c0, let r0, let c1, let r1, _) = try fill(
          variable(2), weight: weight),
        case .sweepGradient(let center, let start, let end, _) = try fill(
          variable(3), weight: weight)
      else {
        Issue.record("wrong formats")
        return
      }
      #expect(solid.color.alpha == 1 - 0.5 * part)
      #expect(p0 == Point(x: 300 - 100 * part, y: 0))
      #expect(p1 == Point(x: 700 + 100 * part, y: 0))
      #expect(p2 == Point(x: 300 - 100 * part, y: 400))
      #expect(line.stops.map(\.offset) == [0.25 + 0.25 * part, 0.75 + 0.25 * part])
      #expect(line.stops[0].color.color.alpha == 1 - 0.5 * part)
      #expect(c0 == Point(x: 400 + 50 * part, y: 400))
      #expect([r0, r1] == [50 + 20 * part, 300 + 50 * part])
      #expect(c1 == Point(x: 500, y: 400))
      #expect(center == Point(x: 500, y: 400 + 50 * part))
      #expect([start, end] == [45 + 45 * part, 225 + 45 * part])
    }
    let skew = AffineTransform(a: 1, b: 0, c: -1, d: 1, tx: 0, ty: 0)
    let expected: [(UInt32, AffineTransform)] = [
      (4, AffineTransform(a: 0.75, b: 0.1, c: 0, d: 0.75, tx: 100, ty: 50)),
      (5, .translation(x: 100, y: 200)), (6, .scale(x: 1, y: 0.75)),
      (7, around(600, 300, .scale(x: 1, y: 1))), (8, .scale(x: 1, y: 1)),
      (9, around(600, 400, .scale(x: 1, y: 1))), (10, rotation(45)),
      (11, around(500, 500, rotation(45))), (12, skew), (13, around(500, 500, skew)),
    ]
    for (i, wanted) in expected {
      let found = try map(variable(i), weight: 900)
      #expect(isNear(found, wanted), "variable \(i): \(String(describing: found))")
    }
    #expect(try graph(variable(5)).clipBox == Rect(width: 1000, height: 1000))
  }

  @Test func everyCompositeModeIsRead() throws {
    for mode in PaintCompositeMode.allCases {
      let graph = try graph(Unicode.Scalar(0xE000 + UInt32(mode.rawValue)) ?? "?")
      guard case .composite(_, let found, _) = graph.nodes[graph.root] else {
        Issue.record("not a composite: \(mode)")
        continue
      }
      #expect(found == mode)
      #expect(graph.clipBox == Rect(x: 0, y: -200, width: 1000, height: 1200))
    }
  }

  @Test func layersAndGlyphsInGlyphs() throws {
    let layers = try graph("M")
    guard case .layers(let children) = layers.nodes[layers.root] else {
      Issue.record("no layers")
      return
    }
    #expect(children.count == 2)
    guard case .solid(let red) = try fill("N") else {
      Issue.record("not the first glyph's paint")
      return
    }
    #expect(red.color == Color(red: 1, green: 0, blue: 0))
  }

  @Test func versionZeroHasLayers() throws {
    let font = try BundledFonts.testFace("ColorLayers.ttf").font()
    let flag = try #require(font.glyph(for: "A"))
    guard case .paint(let graph)? = font.colorGlyph(flag),
      case .layers(let children) = graph.nodes[graph.root],
      case .glyph(_, let last) = graph.nodes[children[2]], case .solid(let text) = graph.nodes[last]
    else {
      Issue.record("no layers")
      return
    }
    #expect(children.count == 3)
    #expect(text.isForeground)
    let square = try #require(font.glyph(for: "B"))
    if font.colorGlyph(square) != nil { Issue.record("a plain glyph has no colours") }
    #expect(!font.isColorGlyph(square))
  }

  @Test func picturesOfTableSbix() throws {
    let font = try BundledFonts.testFace("ColorBitmaps.ttf").font()
    for character in ["A", "B"] as [Unicode.Scalar] {
      let glyph = try #require(font.glyph(for: character))
      guard case .bitmap(let picture)? = font.colorGlyph(glyph) else {
        Issue.record("no picture for \(character)")
        continue
      }
      #expect(picture.pixelsPerEm == 32)
      #expect(picture.bearingX == 2)
      #expect(picture.bearingY == nil)
      #expect(picture.originOffsetY == -4)
      #expect(Array(picture.png.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
    }
  }

  @Test func picturesOfTableCBDT() throws {
    let font = try BundledFonts.face("NotoColorEmoji.ttf").font()
    let glyph = try #require(font.glyph(for: "😀"))
    guard case .bitmap(let picture)? = font.colorGlyph(glyph, pixelsPerEm: 16) else {
      Issue.record("no picture")
      return
    }
    #expect(picture.pixelsPerEm == 109)
    #expect((picture.bearingY ?? 0) > 90)
    #expect(Array(picture.png.suffix(8).prefix(4)) == Array("IEND".utf8))
  }
}
