// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemFiles
@testable import TextFonts

/// Deltas computed by hand after "OpenType Font Variations Common Table Formats".
@Suite struct ItemVariationStoreTests {
  private static func words(_ numbers: Int...) -> [UInt8] { words(numbers) }
  private static func words(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
  private static func long(_ number: Int) -> [UInt8] { words(number >> 16, number) }
  /// A number of 2.14 bits.
  private static func fixed(_ value: Double) -> Int { Int(value * 16384) }

  /// Two axes, three regions: the first axis from 0 over 1/2 to 1; the same times the second axis from
  /// -1 over -1/2 to 0; and one that holds everywhere.
  private static let regions: [UInt8] =
    words(2, 3)
    + words([0, 0.5, 1, 0, 0, 0].map(fixed)) + words([0, 0.5, 1, -1, -0.5, 0].map(fixed))
    + words([0, 0, 0, 0, 0, 0].map(fixed))

  /// A store with sets of deltas.
  private static func store(_ sets: [[UInt8]]) -> [UInt8] {
    var head = words(1) + long(8 + 4 * sets.count) + words(sets.count)
    var offset = 8 + 4 * sets.count + regions.count
    for set in sets {
      head += long(offset)
      offset += set.count
    }
    return head + regions + sets.flatMap { $0 }
  }

  /// Two rows of words and bytes: 100, 20, 7 and -100, -20, -7. The first `count` are wide.
  private static func set(wide count: Int, isLong: Bool = false) -> [UInt8] {
    var bytes = words(2, count | (isLong ? 0x8000 : 0), 3, 0, 1, 2)
    for sign in [1, -1] {
      for (i, value) in [100, 20, 7].enumerated() {
        let value = sign * value
        switch (isLong, i < count) {
        case (true, true): bytes += long(value)
        case (true, false), (false, true): bytes += words(value)
        case (false, false): bytes.append(UInt8(truncatingIfNeeded: value))
        }
      }
    }
    return bytes
  }

  private static func delta(
    _ bytes: [UInt8], map: [UInt8]? = nil, at coordinates: [Double], _ base: Int, _ offset: Int = 0
  ) throws -> Double {
    let table = FontTable(bytes: bytes + (map ?? []))
    let store = try #require(
      ItemVariationStore(
        table, store: 0, map: map.map { _ in FileNumber(bytes.count) },
        coordinates: coordinates.map { Int32(fixed($0)) }))
    return store.delta(FileNumber(base), offset)
  }

  private static let places: [([Double], Double)] = [
    // Peaks, halfway up and down, the ends, and beyond them.
    ([0.5, 0], 107.0), ([0.25, 0], 57), ([0.75, 0], 57), ([0, 0], 7), ([1, 0], 7), ([-0.5, 0], 7),
    ([0.5, -0.5], 127), ([0.5, -0.25], 117), ([0.25, -0.75], 62), ([0.5, -1], 107),
    ([0.5, 0.5], 107),
    // An axis that is not there is at 0.
    ([0.5], 107),
  ]

  @Test(arguments: places)
  func regions(_ coordinates: [Double], _ expected: Double) throws {
    for (wide, isLong) in [(0, false), (1, false), (2, false), (3, false), (1, true), (3, true)] {
      let store = Self.store([Self.set(wide: 3), Self.set(wide: wide, isLong: isLong)])
      for set in [0, 1] {
        #expect(try Self.delta(store, at: coordinates, set << 16) == expected, "\(wide) \(isLong)")
        #expect(try Self.delta(store, at: coordinates, set << 16, 1) == -expected)
      }
      // Neither a third row nor a third set.
      #expect(try Self.delta(store, at: coordinates, 2) == 0)
      #expect(try Self.delta(store, at: coordinates, 2 << 16) == 0)
    }
  }

  /// A map from an index to a set and a row: entries of one to four bytes, and so many bits of the row.
  @Test(arguments: [1, 2, 3, 4], [1, 3, 7])
  func maps(size: Int, innerBits: Int) throws {
    let store = Self.store([Self.set(wide: 0), Self.set(wide: 3)])
    let entries = [(0, 1), (1, 0), (1, 1), (0, 0)].map { $0.0 << innerBits | $0.1 }
    let bytes = entries.flatMap { entry in
      (0..<size).map { UInt8(truncatingIfNeeded: entry >> (8 * (size - 1 - $0))) }
    }
    let format = UInt8((size - 1) << 4 | (innerBits - 1))
    for map in [[0, format] + Self.words(4) + bytes, [1, format] + Self.long(4) + bytes] {
      let found = try (0..<6).map { try Self.delta(store, map: map, at: [0.5, 0], 0, $0) }
      // The last one stands for those beyond it.
      #expect(found == [-107, 107, -107, 107, 107, 107])
    }
    #expect(try Self.delta(store, map: [2, format] + Self.long(4) + bytes, at: [0.5, 0], 0) == 0)
    #expect(try Self.delta(store, map: [0, format] + Self.words(0), at: [0.5, 0], 0) == 0)
  }

  /// Where an index says that there is none.
  @Test func none() throws {
    let store = Self.store([Self.set(wide: 3)])
    #expect(try Self.delta(store, at: [0.5, 0], 0xFFFF_FFFF) == 0)
    #expect(
      try Self.delta(store, map: [0, 0x3F] + Self.words(1, 0xFFFF, 0xFFFF), at: [0.5, 0], 0) == 0)
    let table = FontTable(bytes: store)
    #expect(ItemVariationStore(table, store: nil, map: nil, coordinates: [1]) == nil)
    #expect(ItemVariationStore(table, store: 0, map: nil, coordinates: []) == nil)
    let other = FontTable(bytes: [0, 2] + store.dropFirst(2))
    #expect(ItemVariationStore(other, store: 0, map: nil, coordinates: [1]) == nil)
  }

  /// A region whose peak is 0, or whose ends lie on both sides of it or in no order, holds everywhere.
  @Test(arguments: [
    [0.25, 0, 0.5], [-0.5, 0.25, 0.5], [0.5, 0.25, 1], [0, 0.75, 0.5],
  ])
  func axesThatDoNotCount(_ region: [Double]) throws {
    var store = Self.store([Self.set(wide: 3)])
    let list = Self.words(region.map(Self.fixed))
    store.replaceSubrange(12 + 4..<12 + 4 + 6, with: list)
    #expect(try Self.delta(store, at: [0.9, 0], 0) == 107)
  }
}
