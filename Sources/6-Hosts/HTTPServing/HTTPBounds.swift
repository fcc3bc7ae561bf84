// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The bounds of the head of a request. What is longer is answered with status 400, and its
/// connection is closed.
package struct HTTPBounds: Hashable, Sendable {
  /// The most bytes of the target: the path with the query.
  package var targetSize: Int
  /// The most bytes of a field, its name and its value.
  package var fieldSize = 8 << 10
  /// The most bytes of the target and all fields.
  package var headSize: Int
  /// The most fields, with those behind a body of chunks.
  package var fieldCount = 64

  /// Creates bounds with room for 8 KiB of fields beside the longest target.
  package init(targetSize: Int = 8 << 10) {
    (self.targetSize, headSize) = (targetSize, targetSize + (8 << 10))
  }

  /// Whether the head of a request is within the bounds.
  func allow(target: String, fields: some Sequence<(name: String, value: String)>) -> Bool {
    guard target.utf8.count <= targetSize else { return false }
    var sum = target.utf8.count
    for field in fields {
      let size = field.name.utf8.count + field.value.utf8.count
      sum += size
      if size > fieldSize || sum > headSize { return false }
    }
    return true
  }
}
