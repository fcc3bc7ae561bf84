// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import TextModel

// Keys of links, attachments, bindings and rubies.
extension AttributeScopes.TextAttributes {
  /// The key of ``TextAttributes/textLink-property``.
  public enum Link: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = TextLink
    /// The attribute's name.
    public static let name = "AsyncTextLayer.textLink"
  }

  /// The key of ``TextAttributes/attachment-property``.
  public enum Attachment: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = TextAttachment
    /// The attribute's name.
    public static let name = "AsyncTextLayer.attachment"
  }

  /// The key of ``TextAttributes/binding-property``.
  public enum Binding: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = TextBinding
    /// The attribute's name.
    public static let name = "AsyncTextLayer.binding"
  }

  /// The key of ``TextAttributes/ruby-property``.
  public enum Ruby: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = RubyText
    /// The attribute's name.
    public static let name = "AsyncTextLayer.ruby"
  }
}
