// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextTestSupport

@testable import SystemFiles
@testable import TextFonts

/// Cut and damaged tables: whatever is read stays within its bounds.
struct ColorTableFuzzTests {
  func bytes(_ table: FontTable) throws -> [UInt8] {
    try #require(table.bytes(0, FileNumber(table.count)))
  }

  func check(_ tables: ColorTables, glyphs: Range<UInt32>) {
    for glyph in glyphs {
      var reader = PaintGraphReader(tables, coordinates: [9000])
      if let graph = reader.graph(of: glyph) {
        #expect(graph.nodes.indices.contains(graph.root))
        #expect(graph.nodes.count <= TextLimits.paintNodes + 1)
        for (i, node) in graph.nodes.enumerated() {
          let children: [Int] =
            switch node {
            case .glyph(_, let child), .transform(_, let child), .clip(_, let child): [child]
            case .composite(let source, _, let backdrop): [source, backdrop]
            case .layers(let layers): layers
            default: []
            }
          #expect(children.allSatisfy { $0 < i })
        }
      }
      _ = tables.bitmap(of: glyph, pixelsPerEm: 20, glyphCount: 400)
    }
  }

  @Test func truncatedPaints() throws {
    let tables = try BundledFonts.testFace("ColorPaints.ttf").colorTables
    let colr = try bytes(tables.colr)
    let cpal = try bytes(tables.cpal)
    for length in stride(from: 0, through: colr.count, by: 13) {
      check(ColorTables(colr: Array(colr.prefix(length)), cpal: cpal), glyphs: 4..<70)
    }
    for length in 0..<cpal.count {
      check(ColorTables(colr: colr, cpal: Array(cpal.prefix(length))), glyphs: 4..<8)
    }
  }

  @Test func damagedPaints() throws {
    let tables = try BundledFonts.testFace("ColorPaints.ttf").colorTables
    let colr = try bytes(tables.colr)
    let cpal = try bytes(tables.cpal)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var damaged = colr
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] =
          [0, 1, 11, 32, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      check(ColorTables(colr: damaged, cpal: cpal), glyphs: 4..<70)
    }
  }

  @Test func damagedPictures() throws {
    let emoji = try BundledFonts.face("NotoColorEmoji.ttf").colorTables
    let cblc = try bytes(emoji.cblc)
    let cbdt = try #require(emoji.cbdt.bytes(0, 200_000))
    let sbix = try bytes(BundledFonts.testFace("ColorBitmaps.ttf").colorTables.sbix)
    var random = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      var location = Array(cblc.prefix(Int.random(in: 0...cblc.count, using: &random)))
      var pictures = Array(sbix.prefix(Int.random(in: 0...sbix.count, using: &random)))
      for _ in 0..<8 {
        if !location.isEmpty {
          location[Int.random(in: 0..<min(200, location.count), using: &random)] =
            UInt8.random(in: 0...255, using: &random)
        }
        if !pictures.isEmpty {
          pictures[Int.random(in: 0..<min(60, pictures.count), using: &random)] =
            UInt8.random(in: 0...255, using: &random)
        }
      }
      check(ColorTables(cblc: location, cbdt: cbdt), glyphs: 0..<40)
      check(ColorTables(sbix: pictures), glyphs: 0..<5)
    }
  }

  /// A graph in which each level paints the next one twice: 2⁶⁰ nodes if it were unfolded.
  @Test func doublingGraphIsCutDown() {
    func u16(_ v: Int) -> [UInt8] { [UInt8(v >> 8 & 255), UInt8(v & 255)] }
    func u24(_ v: Int) -> [UInt8] { [UInt8(v >> 16 & 255)] + u16(v) }
    func u32(_ v: Int) -> [UInt8] { u16(v >> 16) + u16(v) }
    let levels = 60
    var colr = u16(1) + u16(0) + u32(0) + u32(0) + u16(0)
    colr += u32(34) + u32(0) + u32(0) + u32(0) + u32(0)
    colr += u32(1) + u16(1) + u32(10)
    for _ in 0..<levels { colr += [32] + u24(8) + [3] + u24(8) }
    colr += [2] + u16(0xFFFF) + u16(0x4000)
    var reader = PaintGraphReader(ColorTables(colr: colr), coordinates: [])
    let graph = reader.graph(of: 1)
    #expect((graph?.nodes.count ?? 0) <= levels + 2)
    var costs: [Int] = []
    for node in graph?.nodes ?? [] {
      if case .composite(let a, _, let b) = node {
        costs.append(min(costs[a] + costs[b] + 1, 1 << 40))
      } else {
        costs.append(1)
      }
    }
    #expect((costs.max() ?? 0) <= TextLimits.paintNodes)
  }

  /// A glyph that paints itself.
  @Test func cycleEnds() {
    let colr: [UInt8] =
      [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 34] + [UInt8](repeating: 0, count: 16)
      + [0, 0, 0, 1, 0, 5, 0, 0, 0, 10] + [11, 0, 5]
    var reader = PaintGraphReader(ColorTables(colr: colr), coordinates: [])
    let graph = reader.graph(of: 5)
    #expect(graph?.nodes.count == 1)
  }

  /// A base glyph whose first layer lies beyond the layer records, or whose count reaches there.
  @Test(arguments: [(3, 1), (1, 1), (0, 9), (0xFFFF, 0xFFFF)])
  func layersBeyondTheRecords(first: Int, count: Int) throws {
    func u16(_ v: Int) -> [UInt8] { [UInt8(v >> 8 & 255), UInt8(v & 255)] }
    func u32(_ v: Int) -> [UInt8] { u16(v >> 16) + u16(v) }
    // One base glyph record at 14, one layer record at 20.
    var colr = u16(0) + u16(1) + u32(14) + u32(20) + u16(1)
    colr += u16(7) + u16(first) + u16(count) + u16(2) + u16(0)
    var reader = PaintGraphReader(ColorTables(colr: colr), coordinates: [])
    let found = reader.graph(of: 7)
    let graph = try #require(found)
    guard case .layers(let children) = graph.nodes[graph.root] else {
      Issue.record("not layers")
      return
    }
    #expect(children.count == (first == 0 ? 1 : 0))
  }

  /// Gradients that share one line of 65,535 stops: 16 million stops if each had a copy.
  @Test func sharedStopsAreBounded() throws {
    func u16(_ v: Int) -> [UInt8] { [UInt8(v >> 8 & 255), UInt8(v & 255)] }
    func u24(_ v: Int) -> [UInt8] { [UInt8(v >> 16 & 255)] + u16(v) }
    func u32(_ v: Int) -> [UInt8] { u16(v >> 16) + u16(v) }
    let (count, stops) = (255, 0xFFFF)
    // Header, a base glyph at 34, its paint at 44, the list of layers at 50, then gradients of 16
    // bytes each, then the line.
    let list = 50
    let gradients = list + 4 + 4 * count
    let line = gradients + 16 * count
    var colr = u16(1) + u16(0) + u32(0) + u32(0) + u16(0)
    colr += u32(34) + u32(list) + u32(0) + u32(0) + u32(0)
    colr += u32(1) + u16(1) + u32(10) + [1, UInt8(count)] + u32(0)
    colr += u32(count)
    for i in 0..<count { colr += u32(gradients - list + 16 * i) }
    for i in 0..<count {
      colr += [4] + u24(line - gradients - 16 * i) + [UInt8](repeating: 0, count: 12)
    }
    colr += [0] + u16(stops) + [UInt8](repeating: 0, count: 6 * stops)
    var reader = PaintGraphReader(ColorTables(colr: colr), coordinates: [])
    let graph = reader.graph(of: 1)
    var total = 0
    for node in graph?.nodes ?? [] {
      if case .linearGradient(_, _, _, let line) = node { total += line.stops.count }
    }
    #expect(total == stops)
  }

  /// Each glyph would look at all strikes.
  @Test func strikesAreBounded() {
    let count = 5000
    var location: [UInt8] = [0, 3, 0, 0, 0, 0, UInt8(count >> 8), UInt8(count & 255)]
    for _ in 0..<count { location += [UInt8](repeating: 1, count: 48) }
    let reader = ColorBitmapReader(
      location: FontTable(bytes: location), data: FontTable(bytes: []))
    #expect(reader.strikes.count == ColorBitmapReader.mostStrikes)
    var sbix: [UInt8] = [0, 1, 0, 1, 0, 0, UInt8(count >> 8), UInt8(count & 255)]
    for _ in 0..<count { sbix += [0, 0, 0, 8] }
    let standard = SbixReader(table: FontTable(bytes: sbix), glyphCount: 5)
    #expect(standard.strikes.count <= ColorBitmapReader.mostStrikes)
  }
}
