// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import Markup
package import SystemConcurrency

/// Style sheets in an environment: what gives each element of a document its style (CSS Cascade 4).
///
/// A cascade is a value and can style one document after another.
package struct Cascade: Sendable {
  let environment: MediaEnvironment
  let index: RuleIndex
  private let sheets: [StyleSheet]

  /// Creates a cascade of the standard's sheet and those of an author, in order.
  ///
  /// - Throws: `CancellationError`.
  package init(
    author: [StyleSheet], environment: MediaEnvironment, cancellation: Cancellation = .never
  ) throws {
    self.environment = environment
    sheets = author
    index = try RuleIndex(
      standard: .standard, author: author, environment: environment, cancellation: cancellation)
  }

  /// The fonts of the sheets.
  package var fontFaces: [FontFace] { holding(\.faces) }

  /// The page boxes of the sheets, in order: later ones come first.
  package var pageRules: [PageRule] { holding(\.pages) }

  private func holding<Rule>(_ path: KeyPath<StyleSheet, [ConditionalRule<Rule>]>) -> [Rule] {
    sheets.flatMap { sheet in
      let holding = sheet.holding(in: environment)
      return sheet[keyPath: path].filter { $0.condition.map { holding[$0] } ?? true }.map(\.rule)
    }
  }

  /// Gives each element its style.
  ///
  /// - Parameters:
  ///   - tree: The document.
  ///   - fontUnits: The sizes of the font of a style, for `ex`, `ch` and `lh`.
  ///   - cancellation: Polled.
  /// - Throws: `CancellationError`.
  package func styled(
    _ tree: MarkupTree,
    fontUnits: @escaping (TextStyle) -> FontUnits = { FontUnits(fontSize: $0.fontSize) },
    cancellation: Cancellation = .never
  ) throws -> StyledTree {
    var run = try CascadeRun(self, tree, fontUnits: fontUnits, cancellation: cancellation)
    return try run.styled(notes: sheets.flatMap(\.notes), cancellation: cancellation)
  }
}
