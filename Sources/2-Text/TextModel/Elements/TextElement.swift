// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A meaning that characters have besides their glyphs: an attachment, a link, a ruby, or a unit
/// that the caret does not enter.
///
/// Most text has no element, so a value is a single optional reference. Values are compared by
/// their parts.
public struct TextElement: Hashable, Sendable {
  private struct Fields: Hashable, Sendable {
    var attachment: TextAttachment?
    var link: TextLink?
    var binding: TextBinding?
    var ruby: RubyText?

    static let none = Fields()
  }

  private final class Storage: Sendable {
    let fields: Fields
    let hasAttachment: Bool
    let hasFreeAttachment: Bool
    let hasInlinePart: Bool
    let hasRuby: Bool

    init(_ fields: Fields) {
      self.fields = fields
      hasAttachment = fields.attachment != nil
      hasFreeAttachment = fields.attachment.map { $0.wrap != .inline } ?? false
      hasInlinePart = fields.attachment?.inlinePart != nil
      hasRuby = fields.ruby != nil
    }
  }

  private var storage: Storage?

  /// Creates an element.
  public init(
    attachment: TextAttachment? = nil, link: TextLink? = nil, binding: TextBinding? = nil,
    ruby: RubyText? = nil
  ) {
    self.init(Fields(attachment: attachment, link: link, binding: binding, ruby: ruby))
  }

  private init(_ fields: Fields) { storage = fields == .none ? nil : Storage(fields) }

  /// Plain text.
  public static let none = TextElement()

  /// Whether the text is plain.
  public var isNone: Bool { storage == nil }

  /// Whether there is an attachment; cheaper than reading ``attachment``, which copies it.
  package var hasAttachment: Bool { storage?.hasAttachment ?? false }

  /// Whether there is an attachment whose ``TextAttachment/wrap`` is not `inline`.
  package var hasFreeAttachment: Bool { storage?.hasFreeAttachment ?? false }

  /// Whether there is an attachment with a part in an inline formatting context.
  package var hasInlinePart: Bool { storage?.hasInlinePart ?? false }

  /// Whether there is a ruby; cheaper than reading ``ruby``, which copies it.
  package var hasRuby: Bool { storage?.hasRuby ?? false }

  private func with(_ change: (inout Fields) -> Void) -> TextElement {
    var fields = storage?.fields ?? .none
    change(&fields)
    return TextElement(fields)
  }

  /// The attachment that each U+FFFC of the run stands for; other characters ignore it.
  public var attachment: TextAttachment? {
    get { storage?.fields.attachment }
    set { self = with { $0.attachment = newValue } }
  }

  /// The link of the characters.
  public var link: TextLink? {
    get { storage?.fields.link }
    set { self = with { $0.link = newValue } }
  }

  /// The unit that the characters form.
  public var binding: TextBinding? {
    get { storage?.fields.binding }
    set { self = with { $0.binding = newValue } }
  }

  /// The ruby of the characters. Its base is the sequence of neighbours that have an equal ruby.
  public var ruby: RubyText? {
    get { storage?.fields.ruby }
    set { self = with { $0.ruby = newValue } }
  }

  /// Whether both are plain or have equal parts.
  public static func == (a: TextElement, b: TextElement) -> Bool {
    a.storage === b.storage || a.storage?.fields == b.storage?.fields
  }

  /// Hashes the parts.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage?.fields) }
}

/// A range that acts as one character, such as a name in a message that refers to a person: a caret
/// does not enter it, and a selection contains all of it or nothing. Equal bindings that are set on
/// neighbouring ranges stay separate. If appending one text to another makes equal bindings meet,
/// they become one.
public struct TextBinding: Hashable, Codable, Sendable {
  /// The text that stands for the range when it is copied; `nil` for its own characters.
  public var plainText: String?
  /// Distinguishes neighbouring bindings that have the same text, so that they stay separate.
  package var number: Int

  /// Creates a binding.
  public init(plainText: String? = nil) {
    self.plainText = plainText
    number = 0
  }
}
