// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The stack of open brackets in the search for bracket pairs. Source: BD16.
struct BracketStack {
  private struct Entry {
    /// The canonical form of the closing bracket.
    var closing: UInt32
    var position: Int32
  }

  private var entries: [Entry] = []
  /// The most entries of the stack. The limit bounds the search for each pair.
  private static let capacity = 63

  var count: Int { entries.count }

  /// Adds an opening bracket.
  ///
  /// - Returns: False where the stack is full, which ends the search for pairs.
  mutating func push(_ scalar: UInt32, at position: Int) -> Bool {
    if entries.count == Self.capacity { return false }
    let closing = BidiClass.canonicalBracket(ofOpening: scalar)
    entries.append(Entry(closing: closing, position: Int32(position)))
    return true
  }

  /// Removes the opening bracket that belongs to a closing one, and all brackets above it.
  ///
  /// - Returns: The position of the opening bracket; `nil` if none matches.
  mutating func pop(_ scalar: UInt32) -> Int? {
    let closing = BidiClass.canonicalBracket(scalar)
    guard let k = entries.lastIndex(where: { $0.closing == closing }) else { return nil }
    let position = Int(entries[k].position)
    entries.removeLast(entries.count - k)
    return position
  }
}

extension BidiSequence {
  /// The bracket pairs: for each item the position of its closing bracket, or -1 if it opens no
  /// pair.
  ///
  /// Source: BD16.
  /// - Returns: `nil` if there is no pair.
  private func bracketPairs(
    _ items: Span<Item>, _ text: Span<UInt16>, _ poller: inout CancellationPoller
  ) throws -> [Int32]? {
    var closers: [Int32] = []
    var stack = BracketStack()
    let table = CharacterTable.shared
    for i in 0..<items.count {
      try poller.count()
      guard items[i].type == BidiClass.on else { continue }
      let (scalar, _) = decodeScalar(text, at: Int(items[i].unit))
      let traits = table[scalar]
      guard traits.isBracket else { continue }
      if traits.isOpeningBracket {
        if !stack.push(scalar, at: i) { break }
      } else {
        if let opening = stack.pop(scalar) {
          if closers.isEmpty {
            closers = try [Int32](repeating: -1, count: items.count, poller.cancellation)
          }
          closers[opening] = Int32(i)
        }
        try poller.count(stack.count)
      }
    }
    return closers.isEmpty ? nil : closers
  }

  /// Resolves the bracket pairs by rule N0.
  func resolveBrackets(
    _ items: inout MutableSpan<Item>, _ units: Span<BidiUnit>, _ text: Span<UInt16>,
    _ poller: inout CancellationPoller
  ) throws {
    guard let closers = try bracketPairs(items.span, text, &poller) else { return }
    let embedding = BidiClass.direction(ofLevel: level)
    let opposite = embedding == BidiClass.l ? BidiClass.r : BidiClass.l
    // The numbers of strong characters before each item, one array for each direction, tell in
    // constant time which directions occur inside a pair. They need no update: pairs are resolved
    // from the outside in, so no bracket inside a pair becomes strong before that pair is resolved.
    var embeddings: [Int32] = []
    var opposites: [Int32] = []
    embeddings.reserveCapacity(items.count + 1)
    opposites.reserveCapacity(items.count + 1)
    var (embeddingCount, oppositeCount) = (Int32(0), Int32(0))
    for i in 0..<items.count {
      try poller.count()
      embeddings.append(embeddingCount)
      opposites.append(oppositeCount)
      let strong = BidiClass.strongType(items[i].type)
      if strong == embedding { embeddingCount += 1 }
      if strong == opposite { oppositeCount += 1 }
    }
    var before = sos
    for i in 0..<items.count {
      try poller.count()
      let closer = Int(closers[i])
      if closer >= 0 {
        var resolved: UInt8?
        if embeddings[closer] > embeddings[i] {
          resolved = embedding
        } else if opposites[closer] > opposites[i] {
          resolved = before == opposite ? opposite : embedding
        }
        if let resolved {
          try setBracket(&items, at: i, to: resolved, units, &poller)
          try setBracket(&items, at: closer, to: resolved, units, &poller)
        }
      }
      if let strong = BidiClass.strongType(items[i].type) { before = strong }
    }
  }

  /// Sets the type of a bracket and of the nonspacing marks after it.
  private func setBracket(
    _ items: inout MutableSpan<Item>, at position: Int, to type: UInt8, _ units: Span<BidiUnit>,
    _ poller: inout CancellationPoller
  ) throws {
    items[position].type = type
    var i = position + 1
    while i < items.count, units[Int(items[i].unit)].originalClass == BidiClass.nsm {
      items[i].type = type
      try poller.count()
      i += 1
    }
  }
}
