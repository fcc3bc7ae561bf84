// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// Builds a ``PatternTable`` from patterns in any order.
///
/// All sizes are bounded: states by ``Hyphenator/maximumStateCount``, records by the bytes of the
/// file. A pattern with the letters of an earlier one replaces it, as libhyphen has it.
struct PatternTableBuilder {
  private var bytes: [UInt8] = [0]
  private var firstChild: [UInt32] = [0]
  private var nextSibling: [UInt32] = [0]
  private var record: [UInt32] = [0]
  private var roots = [UInt32](repeating: 0, count: 256)
  private var recordNumbers: [[UInt8]: UInt32] = [:]
  private var digitStarts: [UInt32] = [0]
  private var digits: [UInt8] = []
  private var change: [UInt32] = []
  private var changes: [PatternTable.Change] = []

  /// The most states of a dictionary.
  static let maximumStateCount = 1 << 20

  /// Whether there is room for a pattern of a length.
  func hasRoom(for letters: Int) -> Bool {
    bytes.count + letters <= Self.maximumStateCount
  }

  /// Adds a pattern.
  ///
  /// - Parameters:
  ///   - letters: The pattern's letters and dots, at least one.
  ///   - digits: The number before each letter and behind the last, some zeros at the beginning
  ///     left out.
  ///   - change: The pattern's change of spelling, if it has one.
  mutating func add(
    _ letters: ArraySlice<UInt8>, digits: ArraySlice<UInt8>, change: PatternTable.Change?
  ) {
    var state: UInt32 = 0
    for byte in letters { state = child(of: state, byte) }
    if let change {
      changes.append(change)
      record[Int(state)] = append(digits, change: UInt32(changes.count))
    } else if let known = recordNumbers[Array(digits)] {
      record[Int(state)] = known
    } else {
      let number = append(digits, change: 0)
      recordNumbers[Array(digits)] = number
      record[Int(state)] = number
    }
  }

  private mutating func append(_ digits: ArraySlice<UInt8>, change: UInt32) -> UInt32 {
    self.digits.append(contentsOf: digits)
    digitStarts.append(UInt32(self.digits.count))
    self.change.append(change)
    return UInt32(self.change.count)
  }

  /// A record with the higher digit of two records at each place, for two patterns that end at the
  /// same place.
  private mutating func merged(_ first: UInt32, _ second: UInt32) -> UInt32 {
    if first == 0 || second == 0 || first == second { return max(first, second) }
    func row(_ number: UInt32) -> ArraySlice<UInt8> {
      digits[Int(digitStarts[Int(number) - 1])..<Int(digitStarts[Int(number)])]
    }
    var (long, short) = (Array(row(first)), row(second))
    if long.count < short.count { (long, short) = (Array(short), long[...]) }
    let begin = long.count - short.count
    for (index, digit) in short.enumerated() {
      long[begin + index] = max(long[begin + index], digit)
    }
    if let known = recordNumbers[long] { return known }
    let number = append(long[...], change: 0)
    recordNumbers[long] = number
    return number
  }

  /// The state after a byte, which is made if there is none.
  private mutating func child(of state: UInt32, _ byte: UInt8) -> UInt32 {
    if state == 0, roots[Int(byte)] != 0 { return roots[Int(byte)] }
    var child = firstChild[Int(state)]
    while state != 0, child != 0 {
      if bytes[Int(child)] == byte { return child }
      child = nextSibling[Int(child)]
    }
    let made = UInt32(bytes.count)
    bytes.append(byte)
    firstChild.append(0)
    nextSibling.append(firstChild[Int(state)])
    record.append(0)
    firstChild[Int(state)] = made
    if state == 0 { roots[Int(byte)] = made }
    return made
  }

  /// The automaton.
  ///
  /// - Parameter inheriting: Whether a state has the digits of all patterns that end there; else it
  ///   has those of the longest alone.
  /// - Throws: `CancellationError`.
  /// - Complexity: O(states) for dictionaries, in which states have few children.
  consuming func table(
    inheriting: Bool = false, _ cancellation: Cancellation
  ) throws -> PatternTable {
    let count = bytes.count
    var table = PatternTable()
    table.bytes.reserveCapacity(count)
    table.record.reserveCapacity(count)
    table.fallback.reserveCapacity(count)
    table.firstChild = []
    table.firstChild.reserveCapacity(count + 1)
    // The states in the new order, by their old numbers.
    var order: [UInt32] = [0]
    order.reserveCapacity(count)
    var done = 0
    while done < order.count {
      if done & 0x3FF == 0x3FF { try cancellation.check() }
      table.firstChild.append(UInt32(order.count))
      let begin = order.count
      var child = firstChild[Int(order[done])]
      while child != 0 {
        order.append(child)
        child = nextSibling[Int(child)]
      }
      // The children are sorted by their bytes, so that the table does not depend on the order of
      // the patterns.
      order[begin...].sort { bytes[Int($0)] < bytes[Int($1)] }
      for index in begin..<order.count {
        let (old, byte) = (Int(order[index]), bytes[Int(order[index])])
        table.bytes.append(byte)
        table.record.append(record[old])
        if done == 0 {
          table.roots[Int(byte)] = UInt32(index)
          table.fallback.append(0)
        } else {
          // The fallback of the parent has a lower depth, so that its children are known.
          let fallback = table.next(Int(table.fallback[done]), byte)
          table.fallback.append(UInt32(fallback))
          if inheriting {
            // The fallback has its own digits and those of all shorter patterns.
            table.record[index] = merged(table.record[index], table.record[fallback])
          }
        }
      }
      done += 1
    }
    table.firstChild.append(UInt32(order.count))
    (table.digitStarts, table.digits) = (digitStarts, digits)
    (table.change, table.changes) = (change, changes)
    return table
  }
}
