// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Markup
public import SystemConcurrency

/// A parsed style sheet: a value that styles any document in any environment.
public struct StyleSheet: Sendable {
  /// Loads the text of a style sheet by its reference; `nil` if it is not there.
  public typealias Loader = (_ reference: String) throws -> String?

  /// The name for notes.
  public let name: String
  /// What has no effect, each kind once.
  public internal(set) var notes: [StyleNote] = []

  /// Parses a style sheet and those that it imports.
  ///
  /// - Parameters:
  ///   - text: The sheet.
  ///   - name: The name for notes.
  ///   - base: The reference of the sheet: those within it are resolved against it.
  ///   - media: The media query on which the sheet depends; empty for all.
  ///   - line: The line of the document at which the text begins, for notes.
  ///   - load: Loads what is imported.
  ///   - cancellation: Polled.
  /// - Throws: `CancellationError`, and what `load` throws.
  public init(
    _ text: String, name: String = "", base: String = "", media: String = "", line: Int = 1,
    load: Loader = { _ in nil }, cancellation: Cancellation = .never
  ) throws {
    self.name = name
  }

  /// The sheets of a document in order: those of `<style>` and of `<link rel=stylesheet>`.
  ///
  /// - Throws: `CancellationError`, and what `load` throws.
  public static func sheets(
    of tree: MarkupTree, base: String = "", load: Loader = { _ in nil },
    cancellation: Cancellation = .never
  ) throws -> [StyleSheet] {
    []
  }
}
