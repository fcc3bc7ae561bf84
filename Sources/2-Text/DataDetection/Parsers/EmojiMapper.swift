// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// Replaces keys, such as `:cat:`, by attachments.
///
/// Each key becomes one U+FFFC with the style and link of the key's first character. The key is
/// the attachment's `plainText`, so a copied text has it again. From each place the longest key
/// counts; keys do not overlap.
///
/// ```swift
/// let mapper = EmojiMapper([":cat:": TextAttachment(.reserved("cat"))])
/// mapper.parse(&text, selection: &selection)
/// ```
public struct EmojiMapper: TextParser {
  /// The longest key, in UTF-16 code units; longer ones are ignored, as is the empty one.
  package static let maximumKeyLength = 64

  private struct Node: Sendable {
    var children: [UInt16: Int] = [:]
    var attachment: TextAttachment?
  }

  /// A trie of the keys; the first node is its root.
  private var nodes = [Node()]

  /// Creates a mapper.
  ///
  /// - Parameter attachments: The attachment of each key; its own `plainText` is replaced by the
  ///   key.
  public init(_ attachments: [String: TextAttachment]) {
    for (key, attachment) in attachments {
      let units = Array(key.utf16)
      guard 1...Self.maximumKeyLength ~= units.count else { continue }
      var node = 0
      for unit in units {
        if let child = nodes[node].children[unit] {
          node = child
        } else {
          nodes[node].children[unit] = nodes.count
          node = nodes.count
          nodes.append(Node())
        }
      }
      nodes[node].attachment = attachment
      nodes[node].attachment?.plainText = key
    }
  }

  /// Replaces all keys in a text.
  ///
  /// A caret inside or behind a key moves behind its attachment. A selection that begins inside a
  /// key begins before the attachment, and ends behind it if it ends inside.
  ///
  /// - Returns: Whether there was a key.
  /// - Complexity: O(length of the text × length of the longest key + runs).
  @discardableResult
  public func parse(_ text: inout AttributedText, selection: inout TextRange?) -> Bool {
    let keys = self.keys(in: text.utf16)
    guard !keys.isEmpty else { return false }
    selection = selection.map { Self.moved($0.clamped(to: text.range), keys.map(\.range)) }
    text = text.replacing(keys)
    return true
  }

  private func keys(in units: [UInt16]) -> [AttachmentKey] {
    var keys: [AttachmentKey] = []
    var offset = 0
    while offset < units.count {
      if let key = key(in: units, at: offset) {
        keys.append(key)
        offset = key.range.end
      } else {
        offset += 1
      }
    }
    return keys
  }

  /// The longest key at an offset.
  private func key(in units: [UInt16], at start: Int) -> AttachmentKey? {
    var longest: AttachmentKey?
    var node = 0
    var offset = start
    while offset < units.count, let child = nodes[node].children[units[offset]] {
      node = child
      offset += 1
      if let attachment = nodes[node].attachment {
        longest = AttachmentKey(range: TextRange(start, offset), attachment: attachment)
      }
    }
    return longest
  }

  private static func moved(_ selection: TextRange, _ keys: [TextRange]) -> TextRange {
    var removed = 0
    var start = selection.start
    var end = selection.end
    for key in keys where key.start < selection.end {
      removed += key.count - 1
      // The offset in the changed text at which the text after the key begins.
      let behind = key.end - removed
      if key.end <= selection.start {
        start = selection.start - removed
      } else if key.start < selection.start {
        start = selection.isEmpty ? behind : behind - 1
      }
      end = key.end <= selection.end ? selection.end - removed : behind
    }
    return TextRange(start, end)
  }
}

/// A key in a text, and the attachment that replaces it.
struct AttachmentKey {
  var range: TextRange
  var attachment: TextAttachment
}

extension AttributedText {
  /// The text with keys replaced by attachments; the keys are sorted and do not overlap.
  ///
  /// - Complexity: O(length of the text + runs).
  fileprivate func replacing(_ keys: [AttachmentKey]) -> AttributedText {
    var units: [UInt16] = []
    units.reserveCapacity(length)
    // The first unit of each key stays, so the attachment has the key's styles.
    var kept: [TextRange] = []
    var start = 0
    for key in keys {
      units += utf16[start..<key.range.start]
      units.append(TextAttachment.character)
      kept.append(TextRange(start, key.range.start + 1))
      start = key.range.end
    }
    units += utf16[start...]
    kept.append(TextRange(start, length))
    func append<Value>(
      _ range: TextRange, of column: RunColumn<Value>, to result: inout RunColumn<Value>
    ) {
      guard !range.isEmpty else { return }
      let part = column.slice(range)
      for run in 0..<part.count {
        result.append(part.value(ofRun: run), count: part.range(of: run).count)
      }
    }
    func column<Value>(_ column: RunColumn<Value>) -> RunColumn<Value> {
      var result = RunColumn(column.value(ofRun: 0), length: 0)
      for range in kept { append(range, of: column, to: &result) }
      return result
    }
    var elements = RunColumn(TextElement.none, length: 0)
    start = 0
    for key in keys {
      append(TextRange(start, key.range.start), of: self.elements, to: &elements)
      var element = self.elements.value(at: key.range.start)
      element.attachment = key.attachment
      elements.append(element, count: 1)
      start = key.range.end
    }
    append(TextRange(start, length), of: self.elements, to: &elements)
    return AttributedText(
      utf16: units, shaping: column(shaping), paragraphs: column(paragraphs),
      paint: column(paint), elements: elements)
  }
}
