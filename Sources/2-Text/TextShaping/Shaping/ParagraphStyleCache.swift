// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// Copies of the last 8 paragraph styles, one cache for each scratch set.
///
/// Threads that count references to the same style wait for each other; a copy is one thread's own.
final class ParagraphStyleCache {
  private struct Entry {
    /// Kept, so that no other style takes its address.
    let original: ParagraphStyle
    let copy: ParagraphStyle
  }

  private var entries: [Entry] = []
  private var next = 0

  private static let capacity = 8

  /// The copy of the style with a storage.
  @inline(__always)
  func copy(of storage: ParagraphStyle.Storage) -> ParagraphStyle {
    for index in entries.indices where entries[index].original.storage === storage {
      return entries[index].copy
    }
    return add(ParagraphStyle(storage: storage))
  }

  @inline(never)
  private func add(_ style: ParagraphStyle) -> ParagraphStyle {
    let made = Entry(original: style, copy: style.copied())
    if entries.count < Self.capacity {
      entries.append(made)
    } else {
      entries[next] = made
      next = (next + 1) % Self.capacity
    }
    return made.copy
  }
}
