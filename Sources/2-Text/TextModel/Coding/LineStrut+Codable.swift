// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension LineStrut: FieldCodable {
  package static let fields = CodedFields(
    LineStrut(.default),
    [
      CodedField("forced", formerly: "isForced", \.isForced),
      CodedField(former: "style") { $1.style = $0 },
      // Size and family are always written: their defaults in documents are those of the
      // surrounding style, not of `LineStrut`.
      CodedField("size", write: { strut, _ in strut.style.size }) { $1.style.size = $0 },
      CodedField("family", write: { strut, _ in strut.style.font.families }) {
        $1.style.font.families = $0
      },
    ])

  /// Decodes `forced` and the members of the style.
  public init(from decoder: any Decoder) throws {
    self = try Self.fields.value(from: decoder, changing: LineStrut(ShapingStyle(from: decoder)))
  }

  public func encode(to encoder: any Encoder) throws {
    try style.encode(to: encoder)
    try Self.fields.encode(self, to: encoder)
  }
}
