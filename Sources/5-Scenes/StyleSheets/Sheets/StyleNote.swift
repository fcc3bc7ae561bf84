// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Something of a style sheet that has no effect.
package struct StyleNote: Sendable, Hashable, CustomStringConvertible {
  /// What is not understood.
  package enum Kind: String, Sendable {
    case property, value, selector, rule, media, syntax, resource, limit
    /// A number of notes that are left out.
    case more
  }

  /// The most notes of a document.
  package static let most = 100

  /// What is not understood.
  package var kind: Kind
  /// What it says, shortened: `colour: red`.
  package var text: String
  /// The name of the style sheet; empty for the document.
  package var sheet: String
  /// The line, from 1.
  package var line: Int
  /// The column, from 1; it counts bytes.
  package var column: Int

  /// The note as a sentence with its place.
  package var description: String {
    let place = "\(sheet.isEmpty ? "" : "\(sheet):")\(line):\(column): "
    switch kind {
    case .property: return place + "The property is not known: \(text)."
    case .value: return place + "The value is not understood: \(text)."
    case .selector: return place + "The selector is not understood: \(text)."
    case .rule: return place + "The rule has no effect: \(text)."
    case .media: return place + "The condition is not understood: \(text)."
    case .syntax: return place + "This is not CSS: \(text)."
    case .resource: return place + "It was not loaded: \(text)."
    case .limit: return place + "It is too large: \(text)."
    case .more: return "And \(text) more."
    }
  }

  /// A reference of at most 60 characters, for notes.
  package static func shortened(_ reference: String) -> String {
    reference.utf8.count <= 60 ? reference : "\(reference.prefix(59))…"
  }
}
