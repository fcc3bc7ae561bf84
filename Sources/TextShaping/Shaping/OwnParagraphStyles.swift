// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// Copies of the paragraph styles that one scratch set met last: threads that count references to the same style wait
/// for each other.
final class OwnParagraphStyles {
  @safe private struct Known {
    /// The storage of the original, by which it is found.
    let pointer: UnsafeMutableRawPointer
    let original: ParagraphStyle
    let copy: ParagraphStyle
  }

  private var known: [Known] = []
  private var next = 0

  private static let capacity = 8

  /// The style of a storage that the caller holds, in storage of this scratch set's own.
  @inline(__always)
  @unsafe
  func own(_ style: Unmanaged<ParagraphStyle.Storage>) -> ParagraphStyle {
    for index in known.indices where unsafe known[index].pointer == style.toOpaque() {
      return known[index].copy
    }
    return unsafe add(ParagraphStyle(storage: style.takeUnretainedValue()))
  }

  @inline(never)
  private func add(_ style: ParagraphStyle) -> ParagraphStyle {
    let made = unsafe Known(
      pointer: Unmanaged.passUnretained(style.storage).toOpaque(), original: style,
      copy: style.copied())
    if known.count < Self.capacity {
      known.append(made)
    } else {
      known[next] = made
      next = (next + 1) % Self.capacity
    }
    return made.copy
  }
}
