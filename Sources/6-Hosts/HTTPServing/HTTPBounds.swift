// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The bounds of the head of a request. What is longer is answered with status 400, and its
/// connection is closed.
package struct HTTPBounds: Hashable, Sendable {
  /// The most bytes of the target: the path with the query.
  package var targetSize = 8 << 10
  /// The most bytes of a field, its name and its value.
  package var fieldSize = 8 << 10
  /// The most bytes of all fields.
  package var listSize = 16 << 10
  /// The most fields, with those behind a body of chunks.
  package var fieldCount = 64

  /// Creates the bounds of a server whose addresses are short.
  package init() {}

  /// Whether the head of a request is within the bounds.
  func allow(target: String, fields: some Sequence<(name: String, value: String)>) -> Bool {
    guard target.utf8.count <= targetSize else { return false }
    var sum = 0
    for field in fields {
      let size = field.name.utf8.count + field.value.utf8.count
      sum += size
      if size > fieldSize || sum > listSize { return false }
    }
    return true
  }
}
