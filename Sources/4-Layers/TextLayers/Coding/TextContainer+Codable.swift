// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import TextModel
public import TextTypesetting

extension TextContainer.Truncation: Codable {}
extension TextContainer.VerticalAlignment: Codable {}

extension TextContainer: Codable {
  private enum CodingKeys: String, CodingKey {
    case width, height, maximumLines, truncation, ellipsis, token
    case insets, verticalAlignment, minimumScale, maximumScale, isWrapped
    case writingMode, shape, shapeRule, exclusions, columns, trim
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
    maximumScale = try members.decode(forKey: .maximumScale, default: maximumScale)
    isWrapped = try members.decode(forKey: .isWrapped, default: isWrapped)
    writingMode = try members.decode(forKey: .writingMode, default: writingMode)
    if let path = try members.decodeIfPresent(CodedPath.self, forKey: .shape) {
      let isEvenOdd = try members.decode(forKey: .shapeRule, default: false)
      shape = .path(path.path, rule: isEvenOdd ? .evenOdd : .nonZero)
    }
    exclusions = try members.decode(forKey: .exclusions, default: exclusions)
    columns = try members.decode(forKey: .columns, default: columns)
    trim = try members.decode(forKey: .trim, default: trim)
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
    try members.encode(maximumScale, forKey: .maximumScale, default: standard.maximumScale)
    try members.encode(isWrapped, forKey: .isWrapped, default: standard.isWrapped)
    try members.encode(writingMode, forKey: .writingMode, default: standard.writingMode)
    if case .path(let path, let rule) = shape {
      try members.encode(CodedPath(path), forKey: .shape)
      try members.encode(rule == .evenOdd, forKey: .shapeRule, default: false)
    }
    try members.encode(exclusions, forKey: .exclusions, default: standard.exclusions)
    try members.encode(columns, forKey: .columns, default: standard.columns)
    try members.encode(trim, forKey: .trim, default: standard.trim)
  }
}

/// A path as SVG path data, for archives.
private struct CodedPath: Codable {
  let path: Path

  init(_ path: Path) { self.path = path }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    path = Path(svg: try value.decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(path.svgData)
  }
}

extension Exclusion: Codable {
  private enum CodingKeys: String, CodingKey { case path, margin }

  /// Decodes an exclusion, its path from SVG path data.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try members.decode(CodedPath.self, forKey: .path).path,
      margin: try members.decode(forKey: .margin, default: 0.0))
  }

  /// Encodes the exclusion, its path as SVG path data.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(CodedPath(path), forKey: .path)
    try members.encode(margin, forKey: .margin, default: 0)
  }
}
