// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The manner in which a font draws a glyph.
package enum ColorGlyphKind: UInt8, Sendable {
  /// An outline, in the text's colour.
  case outline = 1
  /// A picture in colours of its own.
  case colored
  /// A picture whose colours include the text's.
  case tinted

  /// Whether the picture depends on the text's colour.
  @inlinable package var isTinted: Bool {
    switch self {
    case .tinted: true
    case .outline, .colored: false
    }
  }
}

/// A cache of how one font draws each glyph, a byte for each, shared by all threads without a lock.
// @unchecked Sendable: the bytes are atomics; each goes from 0 to the one value that the font's
// tables give.
@safe final class ColorGlyphKinds: @unchecked Sendable {
  private let kinds: UnsafeMutableBufferPointer<Atomic<UInt8>>
  private let count: Int

  init(glyphCount: Int) {
    count = max(1, glyphCount)
    unsafe kinds = .allocate(capacity: count)
    for i in 0..<count { unsafe kinds.initializeElement(at: i, to: Atomic(0)) }
  }

  deinit { unsafe kinds.deallocate() }

  /// The kind of a glyph, `nil` while it is unknown.
  subscript(glyph: UInt32) -> ColorGlyphKind? {
    get {
      guard glyph < count else { return .outline }
      return ColorGlyphKind(rawValue: unsafe kinds[Int(glyph)].load(ordering: .relaxed))
    }
    set {
      guard glyph < count, let newValue else { return }
      unsafe kinds[Int(glyph)].store(newValue.rawValue, ordering: .relaxed)
    }
  }
}

extension Font {
  /// The manner in which the font draws a glyph; computed once for each glyph, and read without a
  /// lock afterwards.
  package func colorGlyphKind(_ glyph: UInt32) -> ColorGlyphKind {
    guard let kinds = colorGlyphKinds else { return .outline }
    if let kind = kinds[glyph] { return kind }
    let kind: ColorGlyphKind =
      switch colorGlyph(glyph) {
      case nil: .outline
      case .bitmap: .colored
      case .paint(let graph): graph.usesForeground ? .tinted : .colored
      }
    kinds[glyph] = kind
    return kind
  }
}

extension PaintGraph {
  /// Whether any paint uses the text's colour.
  var usesForeground: Bool {
    nodes.contains { node in
      switch node {
      case .solid(let color): color.isForeground
      case .linearGradient(_, _, _, let line), .radialGradient(_, _, _, _, let line),
        .sweepGradient(_, _, _, let line):
        line.stops.contains { $0.color.isForeground }
      default: false
      }
    }
  }
}
