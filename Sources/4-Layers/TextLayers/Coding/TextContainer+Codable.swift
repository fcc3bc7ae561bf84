// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
public import TextTypesetting

extension TextContainer.Truncation: Codable {}
extension TextContainer.VerticalAlignment: Codable {}

extension TextContainer: Codable {
  private enum CodingKeys: String, CodingKey {
    case width, height, maximumLines, truncation, ellipsis, token
    case insets, verticalAlignment, minimumScale, isWrapped
  }

  /// Decodes a container; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    width = try members.decodeIfPresent(Double.self, forKey: .width)
    height = try members.decodeIfPresent(Double.self, forKey: .height)
    maximumLines = try members.decode(forKey: .maximumLines, default: maximumLines)
    truncation = try members.decode(forKey: .truncation, default: truncation)
    ellipsis = try members.decode(forKey: .ellipsis, default: ellipsis)
    token = try members.decodeIfPresent(AttributedText.self, forKey: .token)
    insets = try members.decode(forKey: .insets, default: insets)
    verticalAlignment = try members.decode(forKey: .verticalAlignment, default: verticalAlignment)
    minimumScale = try members.decode(forKey: .minimumScale, default: minimumScale)
    isWrapped = try members.decode(forKey: .isWrapped, default: isWrapped)
  }

  /// Encodes the container; members that have their defaults are left out.
  ///
  /// - Throws: `EncodingError` for a token with attachments that cannot be coded.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    let standard = TextContainer()
    try members.encodeIfPresent(width, forKey: .width)
    try members.encodeIfPresent(height, forKey: .height)
    try members.encode(maximumLines, forKey: .maximumLines, default: standard.maximumLines)
    try members.encode(truncation, forKey: .truncation, default: standard.truncation)
    try members.encode(ellipsis, forKey: .ellipsis, default: standard.ellipsis)
    try members.encodeIfPresent(token, forKey: .token)
    try members.encode(insets, forKey: .insets, default: standard.insets)
    try members.encode(
      verticalAlignment, forKey: .verticalAlignment, default: standard.verticalAlignment)
    try members.encode(minimumScale, forKey: .minimumScale, default: standard.minimumScale)
    try members.encode(isWrapped, forKey: .isWrapped, default: standard.isWrapped)
  }
}
