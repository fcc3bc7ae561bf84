// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The parts of valid JSON that may not be meant as they are read.
package struct JSONFlaws: Hashable, Sendable {
  /// A name that an object has twice.
  package struct RepeatedName: Hashable, Sendable {
    package let name: String
    /// The offset of the later value, in bytes.
    package let offset: Int
  }

  package var repeatedNames: [RepeatedName] = []
  /// The number of escapes of a surrogate without its other half.
  package var loneSurrogates = 0
  /// The offset of the first such escape, in bytes.
  package var firstLoneSurrogate = 0

  /// Creates a record without flaws.
  package init() {}
}
