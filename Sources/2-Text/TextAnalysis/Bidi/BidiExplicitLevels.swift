// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The results of a paragraph's directional controls: the pairs of isolate controls, the paragraph's
// level, and the level of each unit before the implicit rules.

extension BidiResolver {
  /// Matches isolate initiators and PDIs. Source: BD9.
  ///
  /// - Parameter matches: All -1 at first. On return, the index of the PDI for each initiator, and
  ///   the index of the initiator for each PDI.
  mutating func matchIsolates(
    _ units: Span<BidiUnit>, _ matches: inout MutableSpan<Int32>
  ) throws {
    var initiators: [Int32] = []
    for i in 0..<units.count {
      try poller.count()
      let type = units[i].originalClass
      if BidiClass.isIsolateInitiator(type) {
        initiators.append(Int32(i))
      } else if type == BidiClass.pdi {
        if let initiator = initiators.popLast() {
          matches[i] = initiator
          matches[Int(initiator)] = Int32(i)
        }
      } else if type == BidiClass.b {
        initiators.removeAll(keepingCapacity: true)
      }
    }
  }

  /// The level of the first strong character outside isolates; `nil` if there is none.
  ///
  /// Source: rules P2 and P3.
  mutating func firstStrongLevel(
    in range: Range<Int>, of units: Span<BidiUnit>, _ matches: Span<Int32>
  ) throws -> UInt8? {
    var i = range.lowerBound
    while i < range.upperBound {
      try poller.count()
      switch units[i].originalClass {
      case BidiClass.l: return 0
      case BidiClass.r, BidiClass.al: return 1
      case BidiClass.b where i + 1 < range.upperBound: return nil
      case BidiClass.fsi, BidiClass.lri, BidiClass.rli:
        let match = matches[i]
        if match < 0 { return nil }
        i = Int(match)
      default: break
      }
      i += 1
    }
    return nil
  }

  /// An entry of the directional status stack.
  private struct Status {
    var level: UInt8
    /// The type that an override gives to characters; ON without an override.
    var override: UInt8
    var isIsolate: Bool

    func override(_ unit: inout BidiUnit) {
      if override != BidiClass.on { unit.type = override }
    }

    /// The least level above this one that has a direction; it may exceed ``maximumLevel``.
    func nextLevel(isRightToLeft: Bool) -> UInt8 {
      isRightToLeft ? (level + 1) | 1 : (level + 2) & ~1
    }
  }

  /// The deepest explicit level. Source: BD2.
  private static var maximumLevel: UInt8 { 125 }

  /// Applies the rules X1 to X8.
  mutating func applyExplicitLevels(
    _ paragraphLevel: UInt8, to units: inout MutableSpan<BidiUnit>, _ matches: Span<Int32>
  ) throws {
    let base = Status(level: paragraphLevel, override: BidiClass.on, isIsolate: false)
    var stack = [base]
    stack.reserveCapacity(128)
    var top = base
    var overflowIsolates = 0
    var overflowEmbeddings = 0
    var validIsolates = 0
    for i in 0..<units.count {
      try poller.count()
      let type = units[i].originalClass
      units[i].level = top.level
      switch type {
      case BidiClass.rle, BidiClass.lre, BidiClass.rlo, BidiClass.lro:
        let next = top.nextLevel(
          isRightToLeft: type == BidiClass.rle || type == BidiClass.rlo)
        if next <= Self.maximumLevel && overflowIsolates == 0 && overflowEmbeddings == 0 {
          let override =
            type == BidiClass.rlo
            ? BidiClass.r : type == BidiClass.lro ? BidiClass.l : BidiClass.on
          top = Status(level: next, override: override, isIsolate: false)
          stack.append(top)
        } else if overflowIsolates == 0 {
          overflowEmbeddings += 1
        }
      case BidiClass.rli, BidiClass.lri, BidiClass.fsi:
        top.override(&units[i])
        var isRightToLeft = type == BidiClass.rli
        if type == BidiClass.fsi {
          let end = matches[i] < 0 ? units.count : Int(matches[i])
          isRightToLeft = try firstStrongLevel(in: i + 1..<end, of: units.span, matches) == 1
        }
        let next = top.nextLevel(isRightToLeft: isRightToLeft)
        if next <= Self.maximumLevel && overflowIsolates == 0 && overflowEmbeddings == 0 {
          validIsolates += 1
          top = Status(level: next, override: BidiClass.on, isIsolate: true)
          stack.append(top)
        } else {
          overflowIsolates += 1
        }
      case BidiClass.pdi:
        if overflowIsolates > 0 {
          overflowIsolates -= 1
        } else if validIsolates > 0 {
          overflowEmbeddings = 0
          while !stack[stack.count - 1].isIsolate { stack.removeLast() }
          stack.removeLast()
          validIsolates -= 1
          top = stack[stack.count - 1]
        }
        units[i].level = top.level
        top.override(&units[i])
      case BidiClass.pdf:
        if overflowIsolates > 0 { break }
        if overflowEmbeddings > 0 {
          overflowEmbeddings -= 1
        } else if !top.isIsolate && stack.count >= 2 {
          stack.removeLast()
          top = stack[stack.count - 1]
        }
      case BidiClass.b:
        stack.removeLast(stack.count - 1)
        top = base
        overflowIsolates = 0
        overflowEmbeddings = 0
        validIsolates = 0
        units[i].level = paragraphLevel
      case BidiClass.bn:
        break
      default:
        top.override(&units[i])
      }
    }
  }
}
