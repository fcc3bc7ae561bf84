// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
package import TextModel
public import TextTypesetting

extension TextContainer.Truncation: Codable {}
extension TextContainer.VerticalAlignment: Codable {}

extension TextContainer: FieldCodable {
  package static let fields = CodedFields(
    TextContainer(),
    [
      CodedField("width", \.width), CodedField("height", \.height),
      CodedField("maximumLines", \.maximumLines), CodedField("truncation", \.truncation),
      CodedField("ellipsis", \.ellipsis), CodedField("token", \.token),
      CodedField("insets", \.insets), CodedField("verticalAlignment", \.verticalAlignment),
      CodedField("minimumScale", \.minimumScale), CodedField("maximumScale", \.maximumScale),
      CodedField("isWrapped", \.isWrapped), CodedField("writingMode", \.writingMode),
      CodedField("shape", \.path), CodedField("shapeRule", \.isEvenOdd),
      CodedField("exclusions", \.exclusions), CodedField("columns", \.columns),
      CodedField("trim", \.trim),
    ])

  /// The path of the shape, if it has one.
  private var path: CodedPath? {
    get { if case .path(let path, _) = shape { CodedPath(path) } else { nil } }
    set { if let newValue { shape = .path(newValue.path, rule: .nonZero) } }
  }

  /// Whether the even-odd rule decides which points lie inside the path.
  private var isEvenOdd: Bool {
    get { if case .path(_, .evenOdd) = shape { true } else { false } }
    set {
      guard case .path(let path, _) = shape else { return }
      shape = .path(path, rule: newValue ? .evenOdd : .nonZero)
    }
  }
}

/// A path as SVG path data, for archives.
private struct CodedPath: Codable, Equatable {
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

extension Exclusion: FieldCodable {
  package static let fields = CodedFields(
    Exclusion(Path()),
    [CodedField("path", \.coded, isRequired: true), CodedField("margin", \.margin)])

  private var coded: CodedPath {
    get { CodedPath(path) }
    set { path = newValue.path }
  }
}
