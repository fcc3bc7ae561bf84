// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The tables `glyf` and `loca`, made of the form in which WOFF2 packs both: the parts of all
/// outlines one kind after another (W3C, WOFF File Format 2.0, 5.1 to 5.3).
struct WOFF2Glyphs {
  /// The table `glyf`: the same outlines, points and instructions as before they were packed.
  private(set) var outlines: [UInt8] = []
  /// The left edges of the glyphs, 0 for empty ones.
  private(set) var leftEdges: [Int] = []
  /// Where each glyph begins in ``outlines``, and where the last one ends.
  private var places: [Int] = [0]
  private let wantsLongPlaces: Bool

  private var contourCounts, pointCounts, flags, points, components, boxes, instructions: ByteCursor
  private var boxBits, overlapBits: ArraySlice<UInt8>
  /// The points of the glyph at hand.
  private var outline: [OutlinePoint] = []

  /// Reads the packed form.
  ///
  /// - Returns: `nil` where it contradicts itself or has more bytes than it may.
  /// - Complexity: O(bytes).
  init?(_ packed: ByteCursor, mostBytes: Int) {
    var packed = packed
    guard packed.u16() != nil, let options = packed.u16(), let count = packed.u16(),
      let format = packed.u16()
    else { return nil }
    wantsLongPlaces = format != 0
    var sizes: [Int] = []
    for _ in 0..<7 {
      guard let size = packed.u32() else { return nil }
      sizes.append(size)
    }
    let boxBitCount = ((count + 31) >> 5) << 2
    guard let contourCounts = packed.part(sizes[0]), let pointCounts = packed.part(sizes[1]),
      let flags = packed.part(sizes[2]), let points = packed.part(sizes[3]),
      let components = packed.part(sizes[4]), let boxBits = packed.take(boxBitCount),
      let boxes = packed.part(sizes[5] - boxBitCount), let instructions = packed.part(sizes[6]),
      let overlapBits = packed.take(options & 1 == 0 ? 0 : (count + 7) >> 3)
    else { return nil }
    (self.contourCounts, self.pointCounts, self.flags) = (contourCounts, pointCounts, flags)
    (self.points, self.components, self.boxBits) = (points, components, boxBits)
    (self.boxes, self.instructions, self.overlapBits) = (boxes, instructions, overlapBits)
    places.reserveCapacity(count + 1)
    for glyph in 0..<count {
      guard let contours = self.contourCounts.i16() else { return nil }
      let hasBox = Self.bit(glyph, of: boxBits)
      let isRead =
        switch contours {
        case 0: appendNothing(hasBox: hasBox)
        case -1: appendComposite(hasBox: hasBox)
        default: appendSimple(glyph, contours: contours, hasBox: hasBox)
        }
      guard isRead, outlines.count <= mostBytes else { return nil }
      // Places in the short form count pairs of bytes.
      while outlines.count & 3 != 0 { outlines.append(0) }
      places.append(outlines.count)
    }
  }

  /// Whether the places take four bytes each, as `head.indexToLocFormat` must say.
  var hasLongPlaces: Bool { wantsLongPlaces || outlines.count > 2 * 0xFFFF }

  /// The table `loca`.
  var placesTable: [UInt8] {
    var table: [UInt8] = []
    let isLong = hasLongPlaces
    table.reserveCapacity(places.count * (isLong ? 4 : 2))
    for place in places {
      if isLong { table.append32(UInt32(place)) } else { table.append16(place >> 1) }
    }
    return table
  }

  private static func bit(_ glyph: Int, of bits: ArraySlice<UInt8>) -> Bool {
    let place = bits.startIndex + glyph >> 3
    return place < bits.endIndex && bits[place] & (0x80 >> UInt8(glyph & 7)) != 0
  }

  private mutating func appendNothing(hasBox: Bool) -> Bool {
    leftEdges.append(0)
    return !hasBox
  }

  /// Notes the left edge of the box of the glyph that begins at a place.
  private mutating func appendLeftEdge(_ start: Int) {
    let left = Int(outlines[start + 2]) << 8 | Int(outlines[start + 3])
    leftEdges.append(Int(Int16(truncatingIfNeeded: left)))
  }

  /// Adds a glyph of other glyphs, whose box is always packed.
  private mutating func appendComposite(hasBox: Bool) -> Bool {
    guard hasBox, let box = boxes.take(8) else { return false }
    let start = outlines.count
    outlines.append16(-1)
    outlines += box
    appendLeftEdge(start)
    var (hasMore, hasInstructions) = (true, false)
    while hasMore {
      guard let flags = components.u16() else { return false }
      hasMore = flags & 0x20 != 0
      if flags & 0x100 != 0 { hasInstructions = true }
      // The glyph, two arguments, and one, two or four factors.
      let factors = flags & 0x08 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      guard let rest = components.take(2 + (flags & 1 != 0 ? 4 : 2) + factors) else { return false }
      outlines.append16(flags)
      outlines += rest
    }
    return !hasInstructions || appendInstructions()
  }

  private mutating func appendInstructions() -> Bool {
    guard let count = points.short(), let bytes = instructions.take(count) else { return false }
    outlines.append16(count)
    outlines += bytes
    return true
  }

  /// Adds a glyph of contours.
  private mutating func appendSimple(_ glyph: Int, contours: Int, hasBox: Bool) -> Bool {
    guard contours > 0 else { return false }
    outline.removeAll(keepingCapacity: true)
    let start = outlines.count
    outlines.append16(contours)
    outlines += [0, 0, 0, 0, 0, 0, 0, 0]
    for _ in 0..<contours {
      guard let count = pointCounts.short(), outline.count + count <= 0xFFFF else { return false }
      for _ in 0..<count {
        guard let point = OutlinePoint(&flags, &points) else { return false }
        outline.append(point)
      }
      outlines.append16(outline.count - 1)
    }
    guard appendInstructions(), let computed = OutlinePoint.box(outline),
      let box = hasBox ? boxes.take(8) : computed[...]
    else { return false }
    outlines.replaceSubrange((start + 2)..<(start + 10), with: box)
    appendLeftEdge(start)
    OutlinePoint.append(outline, overlaps: Self.bit(glyph, of: overlapBits), to: &outlines)
    return true
  }
}

/// A point of a contour, by its distance from the point before it, in font units.
private struct OutlinePoint {
  var x, y: Int
  var isOnCurve: Bool

  /// Reads a point: a byte that tells the signs and the sizes of its distances, and one to four
  /// bytes of these (5.2). `nil` where bytes are missing or a distance has more than 16 bits.
  @inline(__always)
  init?(_ flags: inout ByteCursor, _ distances: inout ByteCursor) {
    guard let flag = flags.u8(), let first = distances.u8() else { return nil }
    func signed(_ value: Int, _ bits: Int) -> Int { bits & 1 != 0 ? value : -value }
    isOnCurve = flag & 0x80 == 0
    let kind = flag & 0x7F
    switch kind {
    case 0..<10: (x, y) = (0, signed((kind & 14) << 7 + first, flag))
    case 10..<20: (x, y) = (signed(((kind - 10) & 14) << 7 + first, flag), 0)
    case 20..<84:
      let rest = kind - 20
      x = signed(1 + rest & 0x30 + first >> 4, flag)
      y = signed(1 + (rest & 0x0C) << 2 + first & 0x0F, flag >> 1)
    case 84..<120:
      guard let second = distances.u8() else { return nil }
      let rest = kind - 84
      x = signed(1 + (rest / 12) << 8 + first, flag)
      y = signed(1 + ((rest % 12) >> 2) << 8 + second, flag >> 1)
    case 120..<124:
      guard let second = distances.u8(), let third = distances.u8() else { return nil }
      x = signed(first << 4 + second >> 4, flag)
      y = signed((second & 0x0F) << 8 + third, flag >> 1)
    default:
      guard let second = distances.u8(), let height = distances.u16() else { return nil }
      (x, y) = (signed(first << 8 + second, flag), signed(height, flag >> 1))
    }
    guard Int16(exactly: x) != nil, Int16(exactly: y) != nil else { return nil }
  }

  /// The box around points as a glyph has it; `nil` where it has more than 16 bits.
  static func box(_ points: [OutlinePoint]) -> [UInt8]? {
    var (x, y) = (0, 0)
    var (left, bottom, right, top) = (Int.max, Int.max, Int.min, Int.min)
    for point in points {
      (x, y) = (x + point.x, y + point.y)
      (left, bottom) = (min(left, x), min(bottom, y))
      (right, top) = (max(right, x), max(top, y))
    }
    if points.isEmpty { (left, bottom, right, top) = (0, 0, 0, 0) }
    var box: [UInt8] = []
    for edge in [left, bottom, right, top] {
      guard Int16(exactly: edge) != nil else { return nil }
      box.append16(edge)
    }
    return box
  }

  /// Adds the points in the form of a glyph: their flags, of which equal ones in a row are counted,
  /// then all x, then all y.
  static func append(_ points: [OutlinePoint], overlaps: Bool, to bytes: inout [UInt8]) {
    var last = -1
    for (index, point) in points.enumerated() {
      let flag =
        UInt8(point.isOnCurve ? 0x01 : 0) | size(point.x, short: 0x02, same: 0x10)
        | size(point.y, short: 0x04, same: 0x20) | (index == 0 && overlaps ? 0x40 : 0)
      if last >= 0, bytes[last] & ~0x08 == flag {
        if bytes[last] & 0x08 == 0 {
          bytes[last] |= 0x08
          bytes.append(1)
          continue
        } else if bytes[last + 1] < 0xFF {
          bytes[last + 1] += 1
          continue
        }
      }
      last = bytes.count
      bytes.append(flag)
    }
    for point in points { append(point.x, to: &bytes) }
    for point in points { append(point.y, to: &bytes) }
  }

  private static func size(_ distance: Int, short: UInt8, same: UInt8) -> UInt8 {
    distance == 0 ? same : abs(distance) > 0xFF ? 0 : distance > 0 ? short | same : short
  }

  private static func append(_ distance: Int, to bytes: inout [UInt8]) {
    if distance == 0 { return }
    if abs(distance) > 0xFF {
      bytes.append16(distance)
    } else {
      bytes.append(UInt8(abs(distance)))
    }
  }
}
