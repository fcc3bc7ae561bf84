// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import SystemConcurrency
internal import TextModel
internal import TextTypesetting

/// LRU caches of documents that clients have stored, by the hash of their bytes, and of the layouts
/// from which their tiles are drawn.
final class StoredDocuments: Sendable {
  /// The layout of a document at a width.
  struct LayoutKey: Hashable {
    let hash: String
    let width: Double
    /// Whether unknown keys were errors when the document was read.
    let isStrict: Bool
    /// ``ServiceResources/revision``: the fonts and versions with which the layout was made.
    let revision: [UInt8]
  }

  private struct State {
    var documents: LRUTable<String, [UInt8]>
    var layouts: LRUTable<LayoutKey, TextLayout>
  }

  /// The approximate memory of a layout, in bytes for each UTF-16 unit.
  static let layoutCost = 96

  private let state: Mutex<State>

  /// - Parameter bytes: The most memory: a quarter for documents, the rest for layouts.
  init(bytes: Int) {
    state = Mutex(
      State(
        documents: LRUTable(capacity: bytes / 4), layouts: LRUTable(capacity: bytes / 4 * 3)))
  }

  /// The bytes of a document.
  func document(_ hash: String) -> [UInt8]? { state.withLock { $0.documents.use(hash) } }

  /// Keeps a document.
  ///
  /// - Returns: Whether the document was kept; `false` if it is too large.
  func keep(_ bytes: [UInt8], _ hash: String) -> Bool {
    let (left, isKept) = state.withLock { state in
      let left = state.documents.insert(bytes, for: hash, cost: bytes.count + 64)
      return (left, state.documents.use(hash) != nil)
    }
    _ = left
    return isKept
  }

  func layout(_ key: LayoutKey) -> TextLayout? { state.withLock { $0.layouts.use(key) } }

  func keep(_ layout: TextLayout, _ key: LayoutKey) {
    let cost = layout.text.length * Self.layoutCost + 4096
    let left = state.withLock { $0.layouts.insert(layout, for: key, cost: cost) }
    _ = left
  }
}
