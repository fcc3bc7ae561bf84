// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
internal import SystemConcurrency

/// The values of a list with their keys, taken one by one.
///
/// The cancellation of the document is polled every 16 values, so that a caller needs no poll of
/// its own unless a single value is large.
package struct DocumentList {
  private let list: DocumentKey
  private let values: [JSONValue]
  private let offsets: [Int]
  /// The cancellation of the document; for a short list `never`, which saves the look-up.
  private let cancellation: Cancellation
  private var read = 0

  private static let valuesBetweenPolls = 16

  init(_ list: DocumentKey, _ values: [JSONValue], _ offsets: [Int]) {
    (self.list, self.values, self.offsets) = (list, values, offsets)
    cancellation = values.count < Self.valuesBetweenPolls ? .never : list.cancellation
  }

  /// The number of all values.
  package var count: Int { values.count }

  /// Takes the next value; `nil` at the end.
  ///
  /// - Throws: ``DocumentError`` with `cancelled`.
  package mutating func next() throws(DocumentError) -> (key: DocumentKey, value: JSONValue)? {
    let index = read
    guard index < values.count else { return nil }
    if index % Self.valuesBetweenPolls == Self.valuesBetweenPolls - 1 {
      try cancellation.checkReading()
    }
    read = index + 1
    return (list.at(index, offset: offsets[index]), values[index])
  }
}
