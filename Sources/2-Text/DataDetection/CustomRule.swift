// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// A rule of a user's own, which finds links by a pattern or by code.
///
/// ## Patterns
///
/// Patterns are matched by a simulated nondeterministic automaton, which reads the text once from
/// each match to the next and never backtracks. Their syntax has
/// - characters, `.` (any but a line feed), classes `[a-z]`, `[^…]`, and
///   `\d` `\w` `\s` `\D` `\W` `\S` (digits, letters and white space of all scripts);
/// - `|`, groups `(…)` and `(?:…)`, which only group;
/// - `*` `+` `?` `{m}` `{m,}` `{m,n}`, each also lazy with `?` after it;
/// - `^` and `$` (the ends of a line), `\b` and `\B` (the edge of a word);
/// - `\n` `\r` `\t`, `\u{1F600}`, and `\` before any punctuation for the character itself.
///
/// The alternatives are tried from left to right, and the leftmost match counts, as in Perl. There
/// are neither back references nor look-around, which no automaton has. Empty matches are no links.
public struct CustomRule: Sendable {
  /// The name, which ``LinkKind/custom(_:)`` repeats.
  public let name: String
  let search: Search
  let url: @Sendable (String) -> String

  enum Search: Sendable {
    case pattern(PatternProgram)
    case matcher(@Sendable ([UInt16]) -> [TextRange])
  }

  /// Creates a rule from a pattern.
  ///
  /// - Parameters:
  ///   - name: The name of the kind.
  ///   - pattern: The pattern, of at most 1,000 characters, whose repetitions may expand to 2,000
  ///     instructions.
  ///   - ignoresCase: Whether letters match in either case (simple case mapping).
  ///   - url: Makes the address from the text of a match; by default, the address is the text.
  /// - Throws: `DataDetectionError` if the pattern does not follow the syntax.
  public init(
    name: String, pattern: String, ignoresCase: Bool = false,
    url: @escaping @Sendable (String) -> String = { $0 }
  ) throws(DataDetectionError) {
    self.name = name
    self.url = url
    search = .pattern(try PatternProgram(pattern, ignoresCase: ignoresCase))
  }

  /// Creates a rule from code.
  ///
  /// - Parameters:
  ///   - name: The name of the kind.
  ///   - matcher: Finds ranges in UTF-16 code units; it may be called on any thread. Ranges that
  ///     are empty or leave the text are ignored. Its time is not bounded.
  ///   - url: Makes the address from the text of a match; by default, the address is the text.
  public init(
    name: String, url: @escaping @Sendable (String) -> String = { $0 },
    matcher: @escaping @Sendable ([UInt16]) -> [TextRange]
  ) {
    self.name = name
    self.url = url
    search = .matcher(matcher)
  }
}
