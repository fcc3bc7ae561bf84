// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes

extension JSONFlaws {
  /// The most repeated names that are noted one by one.
  private static let notedNames = 5

  /// Notes the flaws.
  ///
  /// - Parameter source: The option or the line that the JSON comes from.
  func note(_ source: String, to console: CommandConsole) {
    for repeated in repeatedNames.prefix(Self.notedNames) {
      console.note(
        "\(source): '\(repeated.name)' is there twice, again at byte \(repeated.offset); the last "
          + "one counts")
    }
    if repeatedNames.count > Self.notedNames {
      console.note("\(source): \(repeatedNames.count - Self.notedNames) more names are there twice")
    }
    if loneSurrogates > 0 {
      let what =
        loneSurrogates == 1
        ? "half of a surrogate pair was" : "\(loneSurrogates) halves of surrogate pairs were"
      console.note(
        "\(source): \(what) read as U+FFFD, the first at byte \(firstLoneSurrogate)")
    }
  }
}
