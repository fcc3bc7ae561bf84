// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemFiles
import TextModel

/// Reads the colour glyphs of table `COLR`, versions 0 and 1, at one position on the axes.
///
/// The tables are read here and not by FreeType, whose version 2.12 (Debian 12) knows only parts of
/// them.
///
/// A paint that is malformed, too deep or part of a cycle becomes ``PaintNode/empty``, and so do
/// paints that would make the graph draw more than `TextLimits.paintNodes` nodes.
struct PaintGraphReader {
  let table: FontTable
  let palette: ColorPalette
  let variations: ItemVariationStore?
  private let baseGlyphs: FileNumber?
  private let layers: FileNumber?
  private let clips: FileNumber?
  /// The stops that the graph's gradients may still have: a small table can hold one long line of
  /// stops for thousands of gradients.
  var stopsLeft = 4 * TextLimits.paintNodes

  private var nodes: [PaintNode] = []
  /// The number of nodes that are drawn for each node, children counted as often as they are drawn.
  private var costs: [Int] = []
  private var empty: Int?
  /// The node of each paint table that has been read.
  private var known: [Int: Int] = [:]
  /// The paint tables on the path that is being read, by which a cycle is found.
  private var open: Set<Int> = []

  init(_ tables: ColorTables, coordinates: [Int32]) {
    let table = tables.colr
    func offset(_ at: FileNumber) -> FileNumber? {
      guard let version = table.u16(0), version >= 1, let value = table.u32(at), value > 0 else {
        return nil
      }
      return value
    }
    self.table = table
    palette = ColorPalette(tables.cpal)
    baseGlyphs = offset(14)
    layers = offset(18)
    clips = offset(22)
    variations = ItemVariationStore(
      table, store: offset(30), map: offset(26), coordinates: coordinates)
  }

  /// The paints of a glyph; `nil` if the table has none for it.
  mutating func graph(of glyph: UInt32) -> PaintGraph? {
    let glyph = FileNumber(Int(glyph))
    if let paint = basePaint(of: glyph) {
      let root = read(paint, depth: 0)
      return PaintGraph(nodes: nodes, root: root, clipBox: clipBox(of: glyph))
    }
    guard let root = layerRecords(of: glyph) else { return nil }
    return PaintGraph(nodes: nodes, root: root, clipBox: nil)
  }

  // MARK: - Records of a glyph

  private func basePaint(of glyph: FileNumber) -> FileNumber? {
    guard let baseGlyphs, let count = table.u32(baseGlyphs),
      let at = table.search(glyph, count: count, first: baseGlyphs + 4, stride: 6),
      let offset = table.u32(at + 2), offset > 0
    else { return nil }
    return baseGlyphs + offset
  }

  private func baseRecord(of glyph: FileNumber) -> FileNumber? {
    guard let count = table.u16(2), let first = table.u32(4), first > 0 else { return nil }
    return table.search(glyph, count: count, first: first, stride: 6)
  }

  private mutating func layerRecords(of glyph: FileNumber) -> Int? {
    guard let record = baseRecord(of: glyph), let first = table.u16(record + 2),
      let count = table.u16(record + 4), let records = table.u32(8), let total = table.u16(12)
    else { return nil }
    var children: [Int] = []
    let most = FileNumber(TextLimits.paintNodes / 4)
    for layer in first.upTo((first + count.clamped(to: most)).clamped(to: total)) {
      let at = records + 4 * FileNumber(layer)
      guard let outline = table.u16(at)?.value, let color = table.u16(at + 2) else { break }
      let fill = add(.solid(palette.color(color, alpha: 1)), cost: 1)
      children.append(add(.glyph(UInt32(outline), child: fill), cost: 2))
    }
    return add(.layers(children), cost: 1)
  }

  private func clipBox(of glyph: FileNumber) -> Rect? {
    guard let clips, table.byte(clips) == 1, let count = table.u32(clips + 1) else { return nil }
    var low = 0
    var high = count.clamped(to: FileNumber(table.count / 7)).value ?? 0
    while low < high {
      let middle = (low + high) / 2
      let at = clips + 5 + 7 * FileNumber(middle)
      guard let start = table.u16(at), let end = table.u16(at + 2) else { return nil }
      if glyph < start {
        high = middle
      } else if glyph > end {
        low = middle + 1
      } else {
        guard let offset = table.u24(at + 4) else { return nil }
        return readBox(clips + offset)
      }
    }
    return nil
  }

  private func readBox(_ at: FileNumber) -> Rect? {
    guard let format = table.byte(at), format == 1 || format == 2 else { return nil }
    let base = format == 2 ? table.u32(at + 9) : nil
    guard let x0 = fword(at + 1, base, 0), let y0 = fword(at + 3, base, 1),
      let x1 = fword(at + 5, base, 2), let y1 = fword(at + 7, base, 3)
    else { return nil }
    return Rect(x: x0, y: y0, width: max(0, x1 - x0), height: max(0, y1 - y0))
  }

  // MARK: - Nodes

  /// Adds a node; one that would draw more than the limit becomes empty.
  mutating func add(_ node: PaintNode, cost: Int) -> Int {
    guard cost <= TextLimits.paintNodes, nodes.count < TextLimits.paintNodes else {
      return nothing()
    }
    nodes.append(node)
    costs.append(cost)
    return nodes.count - 1
  }

  /// The one empty node.
  private mutating func nothing() -> Int {
    if let empty { return empty }
    nodes.append(.empty)
    costs.append(1)
    empty = nodes.count - 1
    return nodes.count - 1
  }

  func cost(of node: Int) -> Int { costs[node] }

  /// Reads the paint at an offset and returns its node.
  mutating func read(_ at: FileNumber, depth: Int) -> Int {
    guard let place = at.value else { return nothing() }
    if let node = known[place] { return node }
    guard depth < TextLimits.paintDepth, nodes.count < TextLimits.paintNodes,
      known.count < 4 * TextLimits.paintNodes, open.insert(place).inserted
    else { return nothing() }
    defer { open.remove(place) }
    guard let format = table.byte(at) else { return nothing() }
    let node: Int
    switch format {
    case 1: node = readLayers(at, depth: depth)
    case 11: node = readGlyph(at, depth: depth)
    default: node = readPaint(format, at, depth: depth) ?? nothing()
    }
    known[place] = node
    return node
  }

  private mutating func readLayers(_ at: FileNumber, depth: Int) -> Int {
    guard let layers, let total = table.u32(layers), let count = table.u8(at + 1),
      let first = table.u32(at + 2), first < total
    else { return nothing() }
    var children: [Int] = []
    var cost = 1
    for layer in first.upTo((first + count).clamped(to: total)) {
      guard let offset = table.u32(layers + 4 + 4 * FileNumber(layer)) else { break }
      let child = read(layers + offset, depth: depth + 1)
      children.append(child)
      cost += costs[child]
    }
    return add(.layers(children), cost: cost)
  }

  private mutating func readGlyph(_ at: FileNumber, depth: Int) -> Int {
    guard let glyph = table.u16(at + 1), let paint = basePaint(of: glyph) else {
      return nothing()
    }
    let child = read(paint, depth: depth + 1)
    guard let box = clipBox(of: glyph) else { return child }
    return add(.clip(box, child: child), cost: costs[child] + 1)
  }

  // MARK: - Numbers with their deltas

  func fword(_ at: FileNumber, _ base: FileNumber?, _ item: Int) -> Double? {
    guard let value = table.i16(at) else { return nil }
    return Double(value) + delta(base, item)
  }

  func ufword(_ at: FileNumber, _ base: FileNumber?, _ item: Int) -> Double? {
    guard let value = table.u16(at)?.value else { return nil }
    return Double(value) + delta(base, item)
  }

  func f2dot14(_ at: FileNumber, _ base: FileNumber?, _ item: Int) -> Double? {
    guard let value = table.i16(at) else { return nil }
    return (Double(value) + delta(base, item)) / 16384
  }

  func fixed(_ at: FileNumber, _ base: FileNumber?, _ item: Int) -> Double? {
    guard let value = table.i32(at) else { return nil }
    return (Double(value) + delta(base, item)) / 65536
  }

  private func delta(_ base: FileNumber?, _ item: Int) -> Double {
    guard let base, let variations else { return 0 }
    return variations.delta(base, item)
  }
}
