// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime

/// The styles of recent jobs, prepared.
@safe
final class PreparedStyles {
  private var collection: FontCollection?

  /// The collection that was opened.
  var fonts: FontCollection {
    guard let collection else { preconditionFailure("no collection was opened") }
    return collection
  }

  /// The same without a reference.
  @unsafe @inline(__always)
  var unmanagedFonts: Unmanaged<FontCollection> {
    guard let collection else { preconditionFailure("no collection was opened") }
    return unsafe .passUnretained(collection)
  }

  private var all = HashTable<ShapingStyle, PreparedStyle>()
  private var groups = HashTable<StyleFonts.Key, StyleFonts>()
  /// The storage of recent styles, which `kept` keeps alive, and what was prepared for it.
  private let storages: UnsafeMutablePointer<UnsafeRawPointer?>
  private let prepared: UnsafeMutablePointer<Unmanaged<PreparedStyle>?>
  private var kept: [(ShapingStyle, PreparedStyle)?]
  private var next = 0

  private static let recent = 16
  private static let capacity = 1024
  /// Each has tables of 17 KB.
  private static let groupCapacity = 128

  init() {
    unsafe storages = .allocate(capacity: PreparedStyles.recent)
    unsafe storages.initialize(repeating: nil, count: PreparedStyles.recent)
    unsafe prepared = .allocate(capacity: PreparedStyles.recent)
    unsafe prepared.initialize(repeating: nil, count: PreparedStyles.recent)
    kept = Array(repeating: nil, count: PreparedStyles.recent)
  }

  deinit {
    unsafe storages.deallocate()
    unsafe prepared.deallocate()
  }

  /// Makes the styles those of this collection.
  @inline(__always)
  func open(_ fonts: FontCollection) {
    if collection !== fonts { reopen(fonts) }
  }

  @inline(never)
  private func reopen(_ fonts: FontCollection) {
    collection = fonts
    groups = HashTable()
    dropStyles()
  }

  private func dropStyles() {
    all = HashTable()
    for i in 0..<PreparedStyles.recent {
      unsafe storages[i] = nil
      unsafe prepared[i] = nil
      kept[i] = nil
    }
  }

  /// The style of a storage that the caller holds, of the collection that was opened.
  @inline(__always)
  @unsafe
  func prepare(
    _ style: Unmanaged<ShapingStyle.Storage>, _ cancellation: Cancellation
  ) throws -> PreparedStyle {
    let storage = unsafe UnsafeRawPointer(style.toOpaque())
    for i in 0..<PreparedStyles.recent where unsafe storages[i] == storage {
      if let known = unsafe prepared[i] { return unsafe known.takeUnretainedValue() }
    }
    return try unsafe look(
      up: ShapingStyle(storage: style.takeUnretainedValue()), cancellation)
  }

  @inline(never)
  private func look(
    up style: ShapingStyle, _ cancellation: Cancellation
  ) throws -> PreparedStyle {
    if all.count >= PreparedStyles.capacity { dropStyles() }
    let found =
      try all[style]
      ?? PreparedStyle(style, fonts: fonts, shared: group(of: style, cancellation))
    all.set(found, for: style)
    kept[next] = (style, found)
    unsafe storages[next] = UnsafeRawPointer(Unmanaged.passUnretained(style.storage).toOpaque())
    unsafe prepared[next] = Unmanaged.passUnretained(found)
    next = (next + 1) % PreparedStyles.recent
    return found
  }

  private func group(of style: ShapingStyle, _ cancellation: Cancellation) throws -> StyleFonts {
    let key = StyleFonts.Key(style)
    if let known = groups[key] { return known }
    if groups.count >= PreparedStyles.groupCapacity { _ = groups.removeAll() }
    let made = try StyleFonts(key, fonts: fonts, cancellation)
    groups.set(made, for: key)
    return made
  }
}
