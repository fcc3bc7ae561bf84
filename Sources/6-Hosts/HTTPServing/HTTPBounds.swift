// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The bounds of the head of a request. What is longer is answered with status 414 or 431, and its
/// connection is closed.
package struct HTTPBounds: Hashable, Sendable {
  /// The most bytes of the target: the path with the query.
  package var targetSize: Int
  /// The most bytes of a field, its name and its value.
  package var fieldSize = 8 << 10
  /// The most bytes of the target and all fields.
  package var headSize: Int
  /// The most fields, including the trailer fields behind a body of chunks.
  package var fieldCount = 64

  /// Creates bounds with room for 8 KiB of fields beside the longest target.
  package init(targetSize: Int = 8 << 10) {
    (self.targetSize, headSize) = (targetSize, targetSize + (8 << 10))
  }

  /// The refusal of the head of a request; `nil` if it is within the bounds.
  func refusal(
    target: String, fields: some Sequence<(name: String, value: String)>
  ) -> HTTPRefusal? {
    guard target.utf8.count <= targetSize else { return .targetTooLong(self) }
    var sum = target.utf8.count
    for field in fields {
      let size = field.name.utf8.count + field.value.utf8.count
      sum += size
      if size > fieldSize || sum > headSize { return .fieldsTooLarge(self) }
    }
    return nil
  }
}
