// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// What a layout remembers of floats, lines, tables and columns.
///
/// A class, so that a ``LayoutPass`` without them stays small: closures copy it.
final class PageState {
  /// The lines that each box had last, with the room for which they were set.
  var setLines: [Int: (room: LineRoom, lines: LinesOfBox)] = [:]
  /// The floats of the block formatting context that is laid out.
  var floats = FloatContext()
  /// What boxes measured beside floats, and the floats before and after; a few for each box.
  var besideFloats: [Int: [MeasuredBesideFloats]] = [:]
  /// The size of the root as it is given; infinite where it is not.
  var limits = Size(width: Double.infinity, height: .infinity)
  /// What the margins of the first boxes in a box were found to be, where that was not foreseen.
  var leadingMargins: [Int: (margins: MarginStrut, collapsesThrough: Bool)] = [:]
  /// The rows, columns and cells of each table, with their widths.
  var tables: [Int: Table] = [:]
  var tableFrames: [Int: TableFrame] = [:]
  /// The parts of boxes that are broken over columns, and the columns.
  var parts: [Int: [BoxPart]] = [:]
  var columnFrames: [Int: [[Rect]]] = [:]
  var repeats: [Int: [Point]] = [:]
  /// The halves of collapsed borders that belong to each table and cell.
  var collapsedBorders: [Int: Edges] = [:]
  /// Block formatting contexts whose margins floats keep from joining those of their containers,
  /// with the widths of these.
  var separated: [Int: Double] = [:]
  /// Absolute boxes whose containing block lies further out.
  var hoisted: [HoistedBox] = []
  /// Whether floats of a box's contents count outside of it, for each box; empty in a tree without
  /// floats.
  var hasFloats = ContiguousArray<Bool>()
}

extension LayoutPass {
  var setLines: [Int: (room: LineRoom, lines: LinesOfBox)] {
    get { page.setLines }
    nonmutating _modify { yield &page.setLines }
  }
  var floats: FloatContext {
    get { page.floats }
    nonmutating _modify { yield &page.floats }
  }
  var limits: Size {
    get { page.limits }
    nonmutating _modify { yield &page.limits }
  }
  var leadingMargins: [Int: (margins: MarginStrut, collapsesThrough: Bool)] {
    get { page.leadingMargins }
    nonmutating _modify { yield &page.leadingMargins }
  }
  var tables: [Int: Table] {
    get { page.tables }
    nonmutating _modify { yield &page.tables }
  }
  var tableFrames: [Int: TableFrame] {
    get { page.tableFrames }
    nonmutating _modify { yield &page.tableFrames }
  }
  var parts: [Int: [BoxPart]] {
    get { page.parts }
    nonmutating _modify { yield &page.parts }
  }
  var repeats: [Int: [Point]] {
    get { page.repeats }
    nonmutating _modify { yield &page.repeats }
  }
  var columnFrames: [Int: [[Rect]]] {
    get { page.columnFrames }
    nonmutating _modify { yield &page.columnFrames }
  }
  var collapsedBorders: [Int: Edges] {
    get { page.collapsedBorders }
    nonmutating _modify { yield &page.collapsedBorders }
  }
  var separated: [Int: Double] {
    get { page.separated }
    nonmutating _modify { yield &page.separated }
  }
  var hoisted: [HoistedBox] {
    get { page.hoisted }
    nonmutating _modify { yield &page.hoisted }
  }
  var hasFloats: ContiguousArray<Bool> { page.hasFloats }
}
