// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The members of a kind of object in documents; the cases are the members.
package protocol DocumentObject: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  /// The meaning of the member.
  var summary: String { get }
  /// The type of the value; `nil` for a nested object or a list of objects.
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

/// The members of an object as a table: each member has a row with its type and its meaning.
package protocol DocumentTable: DocumentObject {
  typealias Row = (form: ValueForm?, summary: String)

  var row: Row { get }
}

extension DocumentTable {
  package var form: ValueForm? { row.form }
  package var summary: String { row.summary }
}
