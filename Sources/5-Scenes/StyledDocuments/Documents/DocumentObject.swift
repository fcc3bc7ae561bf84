// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An object of a document that has members of its own, besides the properties of styles.
package protocol DocumentObject: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  /// The meaning of the member.
  var summary: String { get }
  /// The type of the value; `nil` for a nested object or a list of them.
  var form: ValueForm? { get }
  /// Whether the member must be there.
  var isRequired: Bool { get }
  /// The schema of a value without a ``form``.
  var nested: NestedForm { get }
}

extension DocumentObject {
  package var isRequired: Bool { false }
  package var nested: NestedForm { .anything }

  package static var keys: [String] { allCases.map(\.rawValue) }
}

/// An object of which each member has one row: the type of its value and its meaning.
package protocol DocumentTable: DocumentObject {
  typealias Row = (form: ValueForm?, summary: String)

  var row: Row { get }
}

extension DocumentTable {
  package var form: ValueForm? { row.form }
  package var summary: String { row.summary }
}
