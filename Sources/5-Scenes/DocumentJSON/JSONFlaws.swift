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

  /// The most repeated names that are noted one by one.
  private static let notedNames = 5

  /// Sentences about the flaws, for the user.
  package var notes: [String] {
    var notes = repeatedNames.prefix(Self.notedNames).map { repeated in
      "'\(repeated.name)' is there twice, again at byte \(repeated.offset); the last one counts"
    }
    if repeatedNames.count > Self.notedNames {
      notes.append("\(repeatedNames.count - Self.notedNames) more names are there twice")
    }
    if loneSurrogates > 0 {
      let what =
        loneSurrogates == 1
        ? "half of a surrogate pair was" : "\(loneSurrogates) halves of surrogate pairs were"
      notes.append("\(what) read as U+FFFD, the first at byte \(firstLoneSurrogate)")
    }
    return notes
  }
}
