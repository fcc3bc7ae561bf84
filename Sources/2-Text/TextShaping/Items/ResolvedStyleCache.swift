// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel

/// The resolved styles of recent jobs, all of one collection of fonts; one cache for each scratch
/// set.
///
/// The last 16 styles are found by the identity of their storage, up to 1,024 by their value.
final class ResolvedStyleCache {
  private struct Recent {
    /// Retained, so that no other style can get the same address.
    let original: ShapingStyle
    let resolved: ResolvedStyle
  }

  private var collection: FontCollection?
  /// The collection's identity, read without counting a reference that threads share.
  private(set) var fontsIdentifier: ObjectIdentifier?
  private var all = HashTable<ShapingStyle, ResolvedStyle>()
  private var groups = HashTable<StyleFonts.Key, StyleFonts>()
  private var recent: [Recent] = []
  private var next = 0

  private static let recentCapacity = 16
  private static let capacity = 1024
  /// The most groups of styles; each takes 11 KB.
  private static let groupCapacity = 128

  /// The collection that was opened.
  var fonts: FontCollection {
    guard let collection else { preconditionFailure("no collection was opened") }
    return collection
  }

  /// Sets the collection of fonts; another one than before drops all styles.
  @inline(__always)
  func open(_ fonts: FontCollection) {
    if fontsIdentifier != ObjectIdentifier(fonts) { reopen(fonts) }
  }

  @inline(never)
  private func reopen(_ fonts: FontCollection) {
    collection = fonts
    fontsIdentifier = ObjectIdentifier(fonts)
    groups = HashTable()
    dropStyles()
  }

  private func dropStyles() {
    all = HashTable()
    recent.removeAll(keepingCapacity: true)
    next = 0
  }

  /// The resolved style of a storage.
  ///
  /// - Throws: `CancellationError`, and `FontError` where there is no font at all.
  @inline(__always)
  func style(
    of storage: ShapingStyle.Storage, _ cancellation: Cancellation
  ) throws -> ResolvedStyle {
    for index in recent.indices where recent[index].original.storage === storage {
      return recent[index].resolved
    }
    return try find(ShapingStyle(storage: storage), cancellation)
  }

  @inline(never)
  private func find(
    _ style: ShapingStyle, _ cancellation: Cancellation
  ) throws -> ResolvedStyle {
    if all.count >= ResolvedStyleCache.capacity { dropStyles() }
    let found =
      try all[style]
      ?? ResolvedStyle(
        style, fonts: fonts, shared: group(of: style, cancellation),
        annotations: style.storage.hasEmphasis ? annotations(of: style) : nil)
    all.set(found, for: style)
    let entry = Recent(original: style, resolved: found)
    if recent.count < ResolvedStyleCache.recentCapacity {
      recent.append(entry)
    } else {
      recent[next] = entry
      next = (next + 1) % ResolvedStyleCache.recentCapacity
    }
    return found
  }

  private func annotations(of style: ShapingStyle) throws -> RunAnnotations? {
    try ShapedEmphasis(style) { character, isVertical in
      try Shaper.shapeToken(
        Array(character.utf16), style: style.ofRuby(0.5), level: 0, script: nil, fonts: fonts,
        isVertical: isVertical)
    }.map { RunAnnotations(ruby: nil, emphasis: $0) }
  }

  private func group(of style: ShapingStyle, _ cancellation: Cancellation) throws -> StyleFonts {
    var key = StyleFonts.Key(style)
    let group = try group(of: key, cancellation)
    guard let sized = group.cascade.descriptor(atSize: style.size) else { return group }
    key.font = sized
    return try self.group(of: key, cancellation)
  }

  private func group(of key: StyleFonts.Key, _ cancellation: Cancellation) throws -> StyleFonts {
    if let known = groups[key] { return known }
    if groups.count >= ResolvedStyleCache.groupCapacity { _ = groups.removeAll() }
    let made = try StyleFonts(key, fonts: fonts, cancellation)
    groups.set(made, for: key)
    return made
  }
}
