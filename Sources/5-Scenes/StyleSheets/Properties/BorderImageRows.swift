// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// Pictures in place of borders: CSS Backgrounds 3, §5.
  static let borderImageRows: [Property] = [
    Property("border-image-source", \.rare.borderImage.image) { $0.imageOrNone() },
    Property(
      "border-image-slice",
      copy: { style, other in
        style.rare.borderImage.slice = other.rare.borderImage.slice
        style.rare.borderImage.fills = other.rare.borderImage.fills
      }, read: { $0.slice(&$1.rare.borderImage) }),
    Property("border-image-width", \.rare.borderImage.widths) { $0.imageWidths() },
    Property("border-image-outset", \.rare.borderImage.outset) { $0.imageOutset() },
    Property("border-image-repeat", \.rare.borderImage.repeats) { $0.borderRepeats() },
    Property(
      "border-image",
      sets: ["source", "slice", "width", "outset", "repeat"].map { "border-image-\($0)" }
    ) { reader, style in
      var image = StyleBorderImage()
      let isRead = reader.parts([
        { $0.imageOrNone().map { image.image = $0 } },
        { reader in
          guard reader.slice(&image) else { return nil }
          guard reader.takeSlash() else { return () }
          let widths = reader.imageWidths()
          if let widths { image.widths = widths }
          guard reader.takeSlash() else { return widths.map { _ in () } }
          return reader.imageOutset().map { image.outset = $0 }
        },
        { $0.borderRepeats().map { image.repeats = $0 } },
      ])
      guard isRead else { return false }
      style.rare.borderImage = image
      return true
    },
  ]
}

extension ValueReader {
  fileprivate mutating func slice(_ image: inout StyleBorderImage) -> Bool {
    var fills = take("fill")
    let sides =
      sides { reader in
        reader.number(0...1e15).map { .number($0) }
          ?? reader.percentage().flatMap { $0 < 0 ? nil : .length(.percent($0)) }
      } as Sides<StyleBorderImage.Length>?
    guard let sides else { return false }
    fills = fills || take("fill")
    (image.slice, image.fills) = (sides, fills)
    return true
  }

  fileprivate mutating func imageWidths() -> Sides<StyleBorderImage.Length>? {
    sides { reader in
      reader.take("auto")
        ? .auto
        : reader.number(0...1e15).map { .number($0) } ?? reader.positiveLength().map { .length($0) }
    }
  }

  fileprivate mutating func imageOutset() -> Sides<StyleBorderImage.Length>? {
    sides { reader in
      reader.number(0...1e15).map { .number($0) }
        ?? reader.length(0...1e15).map { .length(.points($0)) }
    }
  }

  fileprivate mutating func borderRepeats() -> [StyleBorderImage.Repeat]? {
    several(most: 2) { $0.keyword() }
  }
}
