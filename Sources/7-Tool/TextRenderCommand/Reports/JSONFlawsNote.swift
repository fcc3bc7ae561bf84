// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

extension JSONFlaws {
  /// Notes the flaws.
  ///
  /// - Parameter source: The option or the line that the JSON comes from.
  func note(_ source: String, to console: CommandConsole) {
    for note in notes { console.note("\(source): \(note)") }
  }
}
