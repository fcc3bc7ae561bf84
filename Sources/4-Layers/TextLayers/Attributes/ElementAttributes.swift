// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import TextModel

// Keys of links, attachments, bindings and rubies.
extension AttributeScopes.TextAttributes {
  /// The key of ``TextAttributes/textLink-property``.
  public enum Link: CodableAttributedStringKey {
    public typealias Value = TextLink
    public static let name = "AsyncTextLayer.textLink"
  }

  /// The key of ``TextAttributes/attachment-property``.
  public enum Attachment: CodableAttributedStringKey {
    public typealias Value = TextAttachment
    public static let name = "AsyncTextLayer.attachment"
  }

  /// The key of ``TextAttributes/binding-property``.
  public enum Binding: CodableAttributedStringKey {
    public typealias Value = TextBinding
    public static let name = "AsyncTextLayer.binding"
  }

  /// The key of ``TextAttributes/ruby-property``.
  public enum Ruby: CodableAttributedStringKey {
    public typealias Value = RubyText
    public static let name = "AsyncTextLayer.ruby"
  }
}
