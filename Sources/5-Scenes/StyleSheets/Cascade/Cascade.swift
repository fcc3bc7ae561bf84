// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Markup
public import SystemConcurrency

/// Style sheets in an environment: what gives each element of a document its style (CSS Cascade 4).
///
/// A cascade is a value and can style one document after another.
public struct Cascade: Sendable {
  let author: [StyleSheet]
  let environment: MediaEnvironment

  /// Creates a cascade of the standard's sheet and those of an author, in order.
  public init(author: [StyleSheet], environment: MediaEnvironment) {
    (self.author, self.environment) = (author, environment)
  }

  /// The fonts of the sheets.
  public var fontFaces: [FontFace] { [] }

  /// The page boxes of the sheets, in order: later ones come first.
  public var pageRules: [PageRule] { [] }

  /// Gives each element its style.
  ///
  /// - Parameters:
  ///   - tree: The document.
  ///   - fontUnits: The sizes of the font of a style, for `ex`, `ch` and `lh`.
  ///   - cancellation: Polled.
  /// - Throws: `CancellationError`.
  public func styled(
    _ tree: MarkupTree, fontUnits: (TextStyle) -> FontUnits = { FontUnits(fontSize: $0.fontSize) },
    cancellation: Cancellation = .never
  ) throws -> StyledTree {
    StyledTree(
      tree: tree, styles: [.initial], styleOfNode: [Int32](repeating: 0, count: tree.nodes.count))
  }
}
