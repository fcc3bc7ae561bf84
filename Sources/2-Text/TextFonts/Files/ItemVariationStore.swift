// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// Deltas of a variable table at one position on the axes.
///
/// Source: OpenType specification, "OpenType Font Variations Common Table Formats".
struct ItemVariationStore {
  private let table: FontTable
  private let store: FileNumber
  private let map: FileNumber?
  private let coordinates: [Double]
  private let work = Work()

  /// The budget of regions that may still be evaluated, since a font can list 65,535 of them for
  /// each number. Once it is used up, deltas are 0.
  private final class Work {
    var left = 1 << 20
  }
  /// The most axes of a region, as many as `HarfBuzzFace.axes` has.
  private static let mostAxes = 64

  /// - Parameters:
  ///   - store: The store's offset in the table; `nil` where there is none.
  ///   - map: The offset of the DeltaSetIndexMap; `nil` where indices are used as they are.
  ///   - coordinates: The position on the axes, from -1 to 1, in steps of 2⁻¹⁴.
  init?(_ table: FontTable, store: FileNumber?, map: FileNumber?, coordinates: [Int32]) {
    guard let store, !coordinates.isEmpty, let format = table.u16(store), format == 1 else {
      return nil
    }
    self.table = table
    self.store = store
    self.map = map
    self.coordinates = coordinates.map { Double($0) / 16384 }
  }

  /// The delta of an item in the item's own units, 0 where the table has none.
  func delta(_ base: FileNumber, _ offset: Int) -> Double {
    guard base < 0xFFFF_FFFF, let (outer, inner) = entry(base + FileNumber(offset)),
      outer != 0xFFFF || inner != 0xFFFF, outer < (table.u16(store + 6) ?? 0),
      let dataOffset = table.u32(store + 8 + 4 * outer), dataOffset > 0
    else { return 0 }
    let data = store + dataOffset
    guard let items = table.u16(data), inner < items, let wordField = table.u16(data + 2)?.value,
      let regions = table.u16(data + 4), let count = regions.value
    else { return 0 }
    let words = FileNumber(wordField & 0x7FFF)
    let isLong = wordField & 0x8000 != 0
    let rowSize = (isLong ? 2 : 1) * (words + regions)
    let row = data + 6 + 2 * regions + inner * rowSize
    guard words <= regions, table.holds(row, rowSize), count <= work.left else { return 0 }
    work.left -= count
    var sum = 0.0
    var at = row
    for i in 0..<count {
      let i = FileNumber(i)
      let value: Int?
      switch (isLong, i < words) {
      case (true, true): (value, at) = (table.i32(at), at + 4)
      case (true, false), (false, true): (value, at) = (table.i16(at), at + 2)
      case (false, false): (value, at) = (table.i8(at), at + 1)
      }
      guard let value, value != 0, let region = table.u16(data + 6 + 2 * i) else { continue }
      sum += Double(value) * scalar(region)
    }
    return sum
  }

  /// The item variation data (`outer`) and the row in it (`inner`) that an index stands for.
  private func entry(_ index: FileNumber) -> (outer: FileNumber, inner: FileNumber)? {
    guard let map else { return (index >> 16, index & 0xFFFF) }
    guard let format = table.byte(map), format <= 1, let entryFormat = table.byte(map + 1),
      let count = format == 0 ? table.u16(map + 2) : table.u32(map + 2), count > 0
    else { return nil }
    let size = Int(entryFormat >> 4 & 3) + 1
    let innerBits = Int(entryFormat & 15) + 1
    let at = map + (format == 0 ? 4 : 6) + index.clamped(to: count - 1) * FileNumber(size)
    let value: FileNumber? =
      switch size {
      case 1: table.u8(at)
      case 2: table.u16(at)
      case 3: table.u24(at)
      default: table.u32(at)
      }
    return value.map { ($0 >> innerBits, $0 & (1 << innerBits - 1)) }
  }

  /// The factor of a region's deltas at this position, 0 to 1.
  private func scalar(_ region: FileNumber) -> Double {
    guard let offset = table.u32(store + 2) else { return 0 }
    let list = store + offset
    guard let axes = table.u16(list), let count = table.u16(list + 2), region < count,
      axes <= FileNumber(Self.mostAxes)
    else { return 0 }
    var product = 1.0
    for axis in axes.indices(atMost: Self.mostAxes) {
      let at = list + 4 + (region * axes + FileNumber(axis)) * 6
      guard let s = table.i16(at), let p = table.i16(at + 2), let e = table.i16(at + 4) else {
        return 0
      }
      let (start, peak, end) = (Double(s) / 16384, Double(p) / 16384, Double(e) / 16384)
      if start > peak || peak > end || peak == 0 || (start < 0 && end > 0) { continue }
      let value = axis < coordinates.count ? coordinates[axis] : 0
      if value == peak { continue }
      if value <= start || value >= end { return 0 }
      product *= value < peak ? (value - start) / (peak - start) : (end - value) / (end - peak)
    }
    return product
  }
}
