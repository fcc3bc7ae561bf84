// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
internal import TextModel

/// The members of `lineHeight`, if it is an object: bounds of the natural height, or a
/// distance.
package enum LineHeightMember: String, DocumentTable {
  case min
  case max
  case baselines

  package var row: Row {
    switch self {
    case .min: (.absoluteLength, "the least height (default: any)")
    case .max: (.absoluteLength, "the greatest height (default: any)")
    case .baselines:
      (.absoluteLength, "the distance from one baseline to the next, whatever the lines hold")
    }
  }
}

extension LineHeight {
  /// Reads a number, a word or a length, or bounds.
  init(
    _ value: JSONValue, _ key: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    guard case .object = value else {
      self = try key.value(value, .lineHeight) { LineHeight($0) }
      return
    }
    let members = try ObjectMembers<LineHeightMember>(value, key, &unknownKeys)
    func points(_ name: LineHeightMember) throws(DocumentError) -> Double? {
      guard let (value, key) = members[name] else { return nil }
      let length = try key.length(value)
      guard !length.isRelative, length.value >= 0 else {
        throw key.error("a length in px or pt, from 0, is wanted")
      }
      return length.value
    }
    if let distance = try points(.baselines) {
      guard members[.min] == nil, members[.max] == nil else {
        throw key.error("baselines stands alone")
      }
      self = .baselineDistance(distance)
      return
    }
    let (least, most) = (try points(.min), try points(.max))
    self =
      switch (least, most) {
      case (nil, nil): .natural
      case (let least?, nil): .atLeast(least)
      case (nil, let most?): .atMost(most)
      case (let least?, let most?): .between(least: least, most: most)
      }
  }
}
