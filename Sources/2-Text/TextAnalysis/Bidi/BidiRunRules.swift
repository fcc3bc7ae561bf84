// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension BidiRuns {
  /// Applies rules W4 to N2. Each run has the type L, R, EN or AN afterwards.
  func resolveTypes(_ level: UInt8, _ text: Span<UInt16>, _ runs: inout MutableSpan<Run>) {
    let embedding = BidiClass.direction(ofLevel: level)
    runs[0].type = embedding
    if contains(BidiClass.en, BidiClass.an, BidiClass.et, BidiClass.es, BidiClass.cs) {
      resolveNumbers(embedding, &runs)
    }
    if contains(Self.bracket) { resolveBrackets(embedding, text, &runs) }
    resolveNeutral(embedding, &runs)
  }

  /// Rules W4 to W7.
  private func resolveNumbers(_ sos: UInt8, _ runs: inout MutableSpan<Run>) {
    if count > 2 {
      for r in 1..<(count - 1) {
        let (before, type) = (runs[r - 1].type, runs[r].type)
        guard before == runs[r + 1].type else { continue }
        if type == BidiClass.es && before == BidiClass.en {
          runs[r].type = BidiClass.en
        } else if type == BidiClass.cs && (before == BidiClass.en || before == BidiClass.an) {
          runs[r].type = before
        }
      }
    }
    for r in 0..<count {
      let type = runs[r].type
      if type == BidiClass.et {
        let isNearNumber =
          (r > 0 && runs[r - 1].type == BidiClass.en)
          || (r + 1 < count && runs[r + 1].type == BidiClass.en)
        runs[r].type = isNearNumber ? BidiClass.en : BidiClass.on
      } else if type == BidiClass.es || type == BidiClass.cs {
        runs[r].type = BidiClass.on
      }
    }
    var strong = sos
    for r in 0..<count {
      let type = runs[r].type
      if type == BidiClass.l || type == BidiClass.r {
        strong = type
      } else if type == BidiClass.en && strong == BidiClass.l {
        runs[r].type = BidiClass.l
      }
    }
  }

  /// The bracket pairs: for each run the run of its closing bracket, or -1 if it opens no pair.
  ///
  /// Source: BD16.
  /// - Returns: `nil` if there is no pair.
  private func bracketPairs(_ text: Span<UInt16>, _ runs: Span<Run>) -> [Int32]? {
    let table = CharacterTable.shared
    var closers: [Int32] = []
    var stack = BracketStack()
    for r in 0..<count where runs[r].type == Self.bracket {
      let (scalar, _) = decodeScalar(text, at: Int(runs[r].start))
      if table[scalar].isOpeningBracket {
        if !stack.push(scalar, at: r) { break }
      } else if let opening = stack.pop(scalar) {
        if closers.isEmpty { closers = [Int32](repeating: -1, count: count) }
        closers[opening] = Int32(r)
      }
    }
    return closers.isEmpty ? nil : closers
  }

  /// N0. A bracket has the direction of its pair afterwards, or is ON.
  private func resolveBrackets(
    _ embedding: UInt8, _ text: Span<UInt16>, _ runs: inout MutableSpan<Run>
  ) {
    let opposite = embedding == BidiClass.l ? BidiClass.r : BidiClass.l
    if let closers = bracketPairs(text, runs.span) {
      // The numbers of strong runs before each run, one array for each direction, tell in constant
      // time which directions occur inside a pair. They need no update: pairs are resolved from the
      // outside in, so no bracket inside a pair becomes strong before that pair is resolved.
      var embeddings: [Int32] = [0]
      var opposites: [Int32] = [0]
      embeddings.reserveCapacity(count + 1)
      opposites.reserveCapacity(count + 1)
      for r in 0..<count {
        let strong = BidiClass.strongType(runs[r].type)
        embeddings.append(embeddings[r] + (strong == embedding ? 1 : 0))
        opposites.append(opposites[r] + (strong == opposite ? 1 : 0))
      }
      var before = embedding
      for r in 0..<count {
        let closer = Int(closers[r])
        if closer >= 0 {
          var resolved: UInt8?
          if embeddings[closer] > embeddings[r] {
            resolved = embedding
          } else if opposites[closer] > opposites[r] {
            resolved = before == opposite ? opposite : embedding
          }
          if let resolved {
            runs[r].type = resolved
            runs[closer].type = resolved
          }
        }
        if let strong = BidiClass.strongType(runs[r].type) { before = strong }
      }
    }
    for r in 0..<count where runs[r].type == Self.bracket { runs[r].type = BidiClass.on }
  }

  /// Rules N1 and N2.
  private func resolveNeutral(_ embedding: UInt8, _ runs: inout MutableSpan<Run>) {
    var before = embedding
    var r = 0
    while r < count {
      let type = runs[r].type
      if !BidiClass.isNeutral(type) {
        before = type == BidiClass.l ? BidiClass.l : BidiClass.r
        r += 1
        continue
      }
      var end = r + 1
      while end < count, BidiClass.isNeutral(runs[end].type) { end += 1 }
      var after = embedding
      if end < count { after = runs[end].type == BidiClass.l ? BidiClass.l : BidiClass.r }
      let resolved = before == after ? before : embedding
      while r < end {
        runs[r].type = resolved
        r += 1
      }
    }
  }
}
