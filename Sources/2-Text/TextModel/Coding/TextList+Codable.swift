// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension TextList: FieldCodable {
  package static let fields = CodedFields(
    TextList(.disc),
    [
      CodedField("marker", write: { list, _ in list.word }) { (form: WordOrMarker, list) in
        list.marker = form.marker
      },
      CodedField("text", \.text), CodedField("prefix", \.prefix), CodedField("suffix", \.suffix),
      CodedField("level", \.level), CodedField("start", \.ownStart),
      CodedField("number", \.ownNumber),
      CodedField("gap", write: { list, _ in list.gap }) { $1.gap = $0 },
      // The member is 0, since the style's `startIndent` already makes room for the marker; without
      // the member, a reader of documents would indent the item once more.
      CodedField("indent", write: { _, _ in 0 }) { (_: Double, _) in },
    ])

  private struct WordOrMarker: Decodable {
    let marker: Marker

    init(from decoder: any Decoder) throws {
      let word = try? String(from: decoder)
      marker = try word.flatMap { MarkerWord(keyword: $0)?.marker } ?? Marker(from: decoder)
    }
  }

  /// The word for the marker; `nil` if the marker is a text.
  private var word: String? {
    if case .counter(let style, _, _) = marker { return style.keyword }
    return MarkerWord.allCases.first { $0.marker == marker }?.keyword
  }

  private var text: String? {
    get { if case .text(let text) = marker { text } else { nil } }
    set { if let newValue { marker = .text(newValue) } }
  }

  private var prefix: String {
    get { if case .counter(_, let prefix, _) = marker { prefix } else { "" } }
    set {
      guard case .counter(let style, _, let suffix) = marker else { return }
      marker = .counter(style, prefix: newValue, suffix: suffix)
    }
  }

  private var suffix: String? {
    get { if case .counter(_, _, let suffix) = marker { suffix } else { nil } }
    set {
      guard case .counter(let style, let prefix, _) = marker else { return }
      marker = .counter(style, prefix: prefix, suffix: newValue)
    }
  }

  /// ``start``; setting it also sets ``number`` to the start, or to 1 if there is none.
  private var ownStart: Int? {
    get { start }
    set { (start, number) = (newValue, newValue ?? 1) }
  }

  /// ``number``; `nil` if it follows from ``start``, as for the first item of a list.
  private var ownNumber: Int? {
    get { number == start ?? 1 ? nil : number }
    set { number = newValue ?? start ?? 1 }
  }
}
