// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

/// A recursive-descent parser for JSON (RFC 8259).
///
/// It records the byte range of each member, so that an `id` can be copied unchanged; it reads lone
/// surrogates and ill-formed UTF-8 as U+FFFD, and limits the nesting and the number of values.
package struct JSONReader {
  let bytes: [UInt8]
  /// The offset of the next byte.
  var at = 0
  /// The number of values so far.
  private var count = 0
  var flaws = JSONFlaws()

  private let depthLimit: Int
  let cancellation: Cancellation
  /// Whether something can cancel the reading.
  let isPolled: Bool
  /// The offset from which on the cancellation is polled again.
  var nextPoll: Int

  /// The elements for which an object or a list has room from the start.
  private static let usualCount = 4

  /// The bytes between two polls: at most some thousand values.
  static let bytesBetweenPolls = 8192

  private init(_ bytes: [UInt8], depth: Int, _ cancellation: Cancellation) {
    self.bytes = bytes
    depthLimit = depth
    self.cancellation = cancellation
    isPolled = !cancellation.isNever
    nextPoll = isPolled ? 0 : .max
  }

  /// Parses one value; only white space may follow it.
  ///
  /// - Parameter cancellation: Polled every 8 KiB.
  /// - Throws: ``JSONError``, with ``JSONError/isCancelled`` if it was cancelled.
  package static func value(
    of bytes: [UInt8], depth: Int = JSONLimits.depth, cancellation: Cancellation = .never
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, depth: depth, cancellation)
    return try reader.whole()
  }

  private mutating func whole() throws(JSONError) -> JSONValue {
    // A byte order mark is no part of the text. Source: RFC 8259, section 8.1.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    let value = try value(depth: 0)
    try skipSpace()
    guard at == bytes.count else { throw error("more follows the value") }
    return value
  }

  /// Parses one object; only white space may follow it.
  ///
  /// - Parameter cancellation: Polled every 8 KiB.
  /// - Returns: The object, and the flaws of the whole text.
  /// - Throws: ``JSONError``, with ``JSONError/isCancelled`` if it was cancelled.
  package static func object(
    of bytes: [UInt8], depth: Int = JSONLimits.depth, cancellation: Cancellation = .never
  ) throws(JSONError) -> (object: JSONObject, flaws: JSONFlaws) {
    var reader = JSONReader(bytes, depth: depth, cancellation)
    guard case .object(let object) = try reader.whole() else {
      throw JSONError(offset: 0, message: "an object is wanted")
    }
    try reader.sortRepeatedNames()
    return (object, reader.flaws)
  }

  // MARK: Polls

  /// Polls the cancellation; the next poll is due after some more bytes.
  mutating func poll() throws(JSONError) {
    if cancellation.isCancelled { throw cancelled }
    if isPolled { nextPoll = at + Self.bytesBetweenPolls }
  }

  /// Makes room for another element of a list that may be long, unless nothing can cancel.
  @inline(__always)
  private mutating func makeRoom<Element>(in list: inout [Element]) throws(JSONError) {
    if isPolled, list.count >= Self.longList, list.count == list.capacity { try move(&list) }
  }

  /// Moves a list to where there is room for twice as many elements.
  private mutating func move<Element>(_ list: inout [Element]) throws(JSONError) {
    var moved: [Element] = []
    moved.reserveCapacity(2 * list.count)
    while moved.count < list.count {
      try poll()
      let end = min(moved.count + Self.longList, list.count)
      moved.append(contentsOf: list[moved.count..<end])
    }
    swap(&moved, &list)
    while !moved.isEmpty {
      try poll()
      moved.removeLast(min(Self.longList, moved.count))
    }
  }

  /// The elements that are moved or compared between two polls.
  private static let longList = 4096

  private var cancelled: JSONError {
    JSONError(offset: at, message: "the reading was cancelled", isCancelled: true)
  }

  // MARK: Values

  func error(_ message: String) -> JSONError { JSONError(offset: at, message: message) }

  private func overLimit(_ message: String) -> JSONError {
    JSONError(offset: at, message: message, isOverLimit: true)
  }

  /// Skips white space, of which there is none in most places of most files.
  @inline(__always)
  private mutating func skipSpace() throws(JSONError) {
    if at < bytes.count, bytes[at] <= 0x20 { try skipSpaces() }
  }

  @inline(never)
  private mutating func skipSpaces() throws(JSONError) {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D:
        at += 1
        if at >= nextPoll { try poll() }
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    try skipSpace()
    guard at < bytes.count else { throw error("it ends too early") }
    guard depth < depthLimit else {
      throw overLimit("nested deeper than \(depthLimit) levels")
    }
    if at >= nextPoll { try poll() }
    count += 1
    guard count <= JSONLimits.values else {
      throw overLimit("more than \(JSONLimits.values) values")
    }
    switch bytes[at] {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[at...].starts(with: word.utf8) else { throw error("an unknown word") }
    at += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    at += 1
    try skipSpace()
    if take(UInt8(ascii: "}")) { return .object(JSONObject(capacity: 0)) }
    var object = JSONObject(capacity: Self.usualCount)
    while true {
      try skipSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
        throw error("a name in quotes is wanted")
      }
      let name = try string()
      try skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a colon is wanted") }
      try skipSpace()
      let start = at
      let value = try value(depth: depth + 1)
      try makeRoom(in: &object.members)
      object.append(JSONObject.Member(name: name, value: value, bytes: start..<at))
      try skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "}")) {
        try findRepeatedNames(in: object)
        return .object(object)
      }
      throw error("a comma or } is wanted")
    }
  }

  /// The members for which names are compared with each other, rather than put into a set.
  private static let fewMembers = 8

  private mutating func findRepeatedNames(in object: JSONObject) throws(JSONError) {
    let members = object.members
    if members.count <= Self.fewMembers {
      let repeats = members.indices.contains { i in
        members[..<i].contains { $0.name == members[i].name }
      }
      if !repeats { return }
    }
    var seen = Set<String>(minimumCapacity: members.count)
    var repeated: [JSONFlaws.RepeatedName] = []
    swap(&repeated, &flaws.repeatedNames)
    for (index, member) in members.enumerated() {
      if index & 1023 == 1023 { try poll() }
      if seen.insert(member.name).inserted { continue }
      try makeRoom(in: &repeated)
      repeated.append(JSONFlaws.RepeatedName(name: member.name, offset: member.bytes.lowerBound))
    }
    swap(&repeated, &flaws.repeatedNames)
  }

  private mutating func sortRepeatedNames() throws(JSONError) {
    if flaws.repeatedNames.isEmpty { return }
    var compared = 0
    do {
      try flaws.repeatedNames.sort { [cancellation] first, second in
        compared += 1
        if compared % Self.longList == 0 { try cancellation.check() }
        return first.offset < second.offset
      }
    } catch {
      throw cancelled
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    at += 1
    var values: [JSONValue] = []
    var offsets: [Int] = []
    try skipSpace()
    if take(UInt8(ascii: "]")) { return .array(values, offsets: offsets) }
    values.reserveCapacity(Self.usualCount)
    offsets.reserveCapacity(Self.usualCount)
    while true {
      try skipSpace()
      try makeRoom(in: &offsets)
      offsets.append(at)
      let value = try value(depth: depth + 1)
      try makeRoom(in: &values)
      values.append(value)
      try skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "]")) { return .array(values, offsets: offsets) }
      throw error("a comma or ] is wanted")
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = at
    let isNegative = take(UInt8(ascii: "-"))
    var digits = UInt64(0)
    let whole = try read(&digits)
    guard whole > 0 else { throw error("no value begins like this") }
    if whole > 1 && bytes[at - whole] == UInt8(ascii: "0") {
      throw error("a number does not begin with 0")
    }
    var decimals = 0
    if take(UInt8(ascii: ".")) {
      decimals = try read(&digits)
      guard decimals > 0 else { throw error("digits are wanted after the point") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      var exponent = UInt64(0)
      guard try read(&exponent) > 0 else { throw error("digits are wanted in the exponent") }
    } else if whole + decimals <= Self.exactDigits {
      // The digits and the power of ten are exact, so that the quotient is rounded only once.
      var power = 1.0
      for _ in 0..<decimals { power *= 10 }
      let number = Double(digits) / power
      return isNegative ? -number : number
    }
    // A number that is too large becomes infinity, which all users of numbers reject.
    return Double(String(decoding: bytes[start..<at], as: UTF8.self)) ?? .infinity
  }

  /// The most digits: every whole number of up to 15 digits is exactly a Double, and so is each
  /// power of ten up to 10¹⁵.
  private static let exactDigits = 15

  /// Reads digits after those that a number has already, modulo 2^64, and returns their count.
  private mutating func read(_ digits: inout UInt64) throws(JSONError) -> Int {
    let start = at
    while true {
      let end = min(bytes.count, at + Self.bytesBetweenPolls)
      while at < end, bytes[at] >= UInt8(ascii: "0"), bytes[at] <= UInt8(ascii: "9") {
        digits = digits &* 10 &+ UInt64(bytes[at] - UInt8(ascii: "0"))
        at += 1
      }
      if at < end || at == bytes.count { return at - start }
      try poll()
    }
  }
}
