// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Exported, since reading throws `MarkupError`.
@_exported public import Markup
public import SystemConcurrency
public import TextModel

/// A picture that a text of Markdown names.
public struct MarkdownImage: Hashable, Sendable {
  /// The address or the file, as the text has it.
  public let source: String
  /// The text that stands for the picture.
  public let description: String
  /// The title; `nil` for none.
  public let title: String?
}

/// A part of a block of code, and how its style is changed.
public struct MarkdownHighlight: Sendable {
  /// The part, in UTF-16 code units from the beginning of the code.
  public var range: TextRange
  /// What is changed of the style of code.
  public var change: MarkdownStyle.Change

  /// Creates a part.
  public init(_ range: TextRange, _ change: @escaping MarkdownStyle.Change) {
    (self.range, self.change) = (range, change)
  }
}

/// What reading a text of Markdown asks others for, and its bounds.
public struct MarkdownOptions: Sendable {
  /// Makes the attachment for a picture; `nil`, or the result `nil`, shows the text that stands for
  /// it. Called on the thread that reads.
  public var image: (@Sendable (MarkdownImage) -> TextAttachment?)?
  /// Tells the parts of a block of code, of which the language is the first word behind the fence,
  /// or empty; `nil` leaves code as it is. Called on the thread that reads.
  public var highlights: (@Sendable (_ code: String, _ language: String) -> [MarkdownHighlight])?
  /// The bounds of the source.
  public var limits = MarkupLimits()
  /// Polled while the text is read.
  public var cancellation = Cancellation.never

  /// Creates options without pictures and highlights.
  public init() {}
}

/// A text of Markdown as attributed text, and what of it is shown otherwise than on a page.
///
/// CommonMark and the tables, task lists, strikes and footnotes of GitHub become paragraphs: items
/// of lists have markers and levels, quotes are indented, the lines of code are paragraphs of their
/// own, a rule is U+2E3B as in Foundation, a break within a paragraph U+2028. The cells of a table
/// stand at tab stops.
public struct MarkdownText: Sendable {
  /// The text, with its styles, links, lists and attachments.
  public let text: AttributedText
  /// What is shown otherwise, in sentences with lines and columns.
  public let notes: [String]

  /// Reads a text, on the calling thread.
  ///
  /// - Parameters:
  ///   - markdown: The source.
  ///   - style: The styles of the elements.
  ///   - options: Pictures, highlights and bounds.
  /// - Throws: `MarkupError`, or `CancellationError`.
  /// - Complexity: O(*n*) in the source, except for some that are made to take long, which
  ///   `MarkupLimits.seconds` bounds.
  public init(
    _ markdown: String, style: MarkdownStyle = .standard,
    options: MarkdownOptions = MarkdownOptions()
  ) throws {
    let tree = try MarkupTree(
      markdown: markdown, limits: options.limits, cancellation: options.cancellation)
    var builder = MarkdownTextBuilder(tree, style, options)
    (text, notes) = try builder.build()
  }
}

extension AttributedText {
  /// Reads a text of Markdown, on the calling thread, as ``MarkdownText`` does, which tells what is
  /// shown otherwise, too.
  ///
  /// ```swift
  /// let text = try AttributedText(markdown: readme)
  /// ```
  ///
  /// - Parameters:
  ///   - markdown: The source.
  ///   - style: The styles of the elements.
  ///   - options: Pictures, highlights and bounds.
  /// - Throws: `MarkupError`, or `CancellationError`.
  public init(
    markdown: String, style: MarkdownStyle = .standard,
    options: MarkdownOptions = MarkdownOptions()
  ) throws {
    self = try MarkdownText(markdown, style: style, options: options).text
  }
}
