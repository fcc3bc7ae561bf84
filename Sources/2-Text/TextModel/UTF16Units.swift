// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension [UInt16] {
  /// The code units of a string.
  package init(utf16Of string: String) {
    self = []
    // For an empty string the standard library writes into the shared empty array, which
    // ThreadSanitizer reports.
    if !string.isEmpty { self.init(wellFormed: string.utf8Span.span) }
  }

  /// The code units of a text in UTF-8; ill-formed parts are read as U+FFFD.
  package init(utf8: Span<UInt8>) {
    if utf8.isEmpty {
      self = []
    } else if let text = try? UTF8Span(validating: utf8) {
      self.init(wellFormed: text.span)
    } else {
      // unsafe: the buffer points to the bytes of the span, which live through the call.
      let string = unsafe utf8.withUnsafeBufferPointer {
        unsafe String(decoding: $0, as: UTF8.self)
      }
      self.init(utf16Of: string)
    }
  }

  /// Adds the code units of a string.
  package mutating func append(utf16Of string: String) {
    if string.isEmpty { return }
    let text = string.utf8Span.span
    let start = count
    append(contentsOf: repeatElement(0, count: Self.unitCount(of: text)))
    // unsafe: `decode` writes as many units as were just appended, behind the former end.
    unsafe withUnsafeMutableBufferPointer { units in
      unsafe Self.decode(text, to: UnsafeMutableBufferPointer(rebasing: units[start...]))
    }
  }

  private init(wellFormed text: Span<UInt8>) {
    let count = Self.unitCount(of: text)
    // unsafe: `decode` initializes all `count` units.
    unsafe self.init(unsafeUninitializedCapacity: count) { units, filled in
      unsafe Self.decode(text, to: UnsafeMutableBufferPointer(rebasing: units[..<count]))
      filled = count
    }
  }

  /// The number of units of well-formed UTF-8: all bytes but continuations begin a character, and
  /// those of four bytes have two.
  private static func unitCount(of text: Span<UInt8>) -> Int {
    var count = 0
    for i in text.indices {
      let byte = unsafe text[unchecked: i]
      count &+= (byte & 0xC0 == 0x80 ? 0 : 1) &+ (byte >= 0xF0 ? 1 : 0)
    }
    return count
  }

  /// The number of bytes that are checked and widened at once.
  private static var block: Int { 32 }

  /// Decodes well-formed UTF-8.
  ///
  /// - Parameter units: Room for as many code units as the text has in UTF-16.
  private static func decode(_ text: Span<UInt8>, to units: UnsafeMutableBufferPointer<UInt16>) {
    guard let units = units.baseAddress else { return }
    var (from, to) = (0, 0)
    while from < text.count {
      // A block of ASCII bytes is widened at once. The loop condition checks that it lies in the
      // text; each byte becomes one unit, so the room in `units` suffices.
      while from &+ block <= text.count {
        var bits: UInt8 = 0
        for i in 0..<block { bits |= unsafe text[unchecked: from &+ i] }
        if bits >= 0x80 { break }
        for i in 0..<block {
          unsafe units[to &+ i] = UInt16(truncatingIfNeeded: text[unchecked: from &+ i])
        }
        from &+= block
        to &+= block
      }
      let end = Swift.min(from + block, text.count)
      while from < end {
        let lead = UInt32(text[from])
        func next(_ i: Int) -> UInt32 { UInt32(text[from + i]) & 0x3F }
        switch lead {
        case ..<0x80:
          unsafe units[to] = UInt16(lead)
          from += 1
        case ..<0xE0:
          unsafe units[to] = UInt16((lead & 0x1F) << 6 | next(1))
          from += 2
        case ..<0xF0:
          unsafe units[to] = UInt16((lead & 0x0F) << 12 | next(1) << 6 | next(2))
          from += 3
        default:
          let scalar = (lead & 7) << 18 | next(1) << 12 | next(2) << 6 | next(3)
          unsafe units[to] = UInt16(0xD800 + (scalar - 0x10000) >> 10)
          to += 1
          unsafe units[to] = UInt16(0xDC00 + (scalar - 0x10000) & 0x3FF)
          from += 4
        }
        to += 1
      }
    }
  }
}
