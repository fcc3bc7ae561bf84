// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How a font draws a glyph.
package enum ColorGlyphKind: UInt8, Sendable {
  /// As an outline, in the text's colour.
  case outline = 1
  /// In colours of its own.
  case colored
  /// In colours of its own, the text's among them.
  case tinted

  /// Whether the picture depends on the text's colour.
  @inlinable package var isTinted: Bool {
    switch self {
    case .tinted: true
    case .outline, .colored: false
    }
  }
}

/// What is known of the glyphs of one font, a byte each: found once, read without a lock.
// @unchecked Sendable: the bytes are atomics; each goes from 0 to the one value that the font's tables give.
@safe final class ColorGlyphKinds: @unchecked Sendable {
  private let kinds: UnsafeMutablePointer<Atomic<UInt8>>
  private let count: Int

  init(glyphCount: Int) {
    count = max(0, glyphCount)
    unsafe kinds = .allocate(capacity: max(1, count))
    for i in 0..<count { unsafe (kinds + i).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe kinds.deinitialize(count: count)
    unsafe kinds.deallocate()
  }

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
  /// How the font draws a glyph; found once for each glyph, and from then on without a lock.
  package func colorGlyphKind(_ glyph: UInt32) -> ColorGlyphKind {
    guard let known = unsafe colorGlyphKinds else { return .outline }
    if let kind = unsafe known._withUnsafeGuaranteedRef({ $0[glyph] }) { return kind }
    let kind: ColorGlyphKind =
      switch colorGlyph(glyph) {
      case nil: .outline
      case .bitmap: .colored
      case .paint(let graph): graph.usesForeground ? .tinted : .colored
      }
    unsafe known._withUnsafeGuaranteedRef { $0[glyph] = kind }
    return kind
  }
}

extension PaintGraph {
  /// Whether any paint takes the text's colour, so that the picture depends on it.
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
