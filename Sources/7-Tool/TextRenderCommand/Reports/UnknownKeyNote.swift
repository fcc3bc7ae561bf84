// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments

extension [UnknownKey] {
  /// The most keys that a note names.
  private static let shownCount = 5

  /// Notes the keys, if there are any.
  func note(to console: CommandConsole) {
    if isEmpty { return }
    let shown = prefix(Self.shownCount).map(\.description).joined(separator: ", ")
    let more = count > Self.shownCount ? " and \(count - Self.shownCount) more" : ""
    console.note("unknown keys were ignored: \(shown)\(more)")
  }
}
