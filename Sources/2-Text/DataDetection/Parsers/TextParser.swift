// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// Changes a text after it was set or edited; for example, it replaces `:smile:` with an emoji, or
/// binds the characters of a name together.
public protocol TextParser: Sendable {
  /// Changes a text and moves the selection with it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - selection: The selected range in UTF-16 code units, empty for a caret, `nil` for none. A
  ///     parser that changes the length of the text moves it.
  /// - Returns: Whether the text has changed.
  func parse(_ text: inout AttributedText, selection: inout TextRange?) -> Bool
}
