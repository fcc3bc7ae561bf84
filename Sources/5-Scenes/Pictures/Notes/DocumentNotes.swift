// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import StyledDocuments
package import SystemConcurrency

extension [UnknownKey] {
  /// The most keys that a note names.
  private static let shownCount = 5

  /// The note about the keys; `nil` if there are none.
  package var note: String? {
    if isEmpty { return nil }
    let shown = prefix(Self.shownCount).map(\.description).joined(separator: ", ")
    let more = count > Self.shownCount ? " and \(count - Self.shownCount) more" : ""
    return "unknown keys were ignored: \(shown)\(more)"
  }
}

extension StyledDocument {
  /// Notes about spans and ranges of features that are empty or reach beyond the text, and about
  /// built-in fonts that are searched although the document excludes them.
  ///
  /// - Throws: `DocumentError` with `cancelled`.
  package func notes(_ cancellation: Cancellation = .never) throws(DocumentError) -> [String] {
    let ranges = try rangeNotes(cancellation: cancellation)
    return ranges.shown.map(\.description)
      + [ranges.more, fontNote?.description].compactMap(\.self)
  }
}
