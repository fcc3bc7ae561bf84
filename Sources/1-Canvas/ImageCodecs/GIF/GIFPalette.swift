// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The colours of one frame of a GIF, and the index of each pixel's colour.
///
/// Up to 255 colours are kept as they are. More are reduced by median cut: boxes of colours are
/// divided where their pixels differ most, and each pixel takes the nearest of the boxes' means.
/// Nothing is dithered, so that still parts of a film do not flicker.
struct GIFPalette {
  /// The most colours; one more entry stands for transparent pixels.
  static let limit = 255

  /// The colours, red in the lowest byte, without opacity.
  private(set) var colors: [UInt32]
  /// An entry for each pixel; `colors.count` for a transparent one.
  private(set) var indexes: [UInt8]

  /// The entry of transparent pixels.
  var transparent: UInt8 { UInt8(colors.count) }

  /// The bits of an index, 2…8.
  var depth: Int {
    var depth = 2
    while 1 << depth < colors.count + 1 { depth += 1 }
    return depth
  }

  /// Chooses the colours.
  ///
  /// - Parameter pixels: A colour for each pixel, red in the lowest byte; `nil` for transparent.
  /// - Complexity: O(pixels + colours · 255).
  init(_ pixels: [UInt32?]) {
    var places: [UInt32: UInt8] = [:]
    for case let color? in pixels where places[color] == nil {
      places[color] = 0
      if places.count > Self.limit { break }
    }
    if places.count <= Self.limit {
      colors = places.keys.sorted()
      for (index, color) in colors.enumerated() { places[color] = UInt8(index) }
      let transparent = UInt8(colors.count)
      indexes = pixels.map { $0.flatMap { places[$0] } ?? transparent }
      return
    }
    let histogram = ColorHistogram(pixels)
    colors = histogram.colors(Self.limit)
    let nearest = histogram.nearest(of: colors)
    let transparent = UInt8(colors.count)
    indexes = pixels.map { pixel in
      pixel.map { nearest[ColorHistogram.bin(of: $0)] } ?? transparent
    }
  }
}

/// The number of pixels of each colour, in bins of four levels a channel.
private struct ColorHistogram {
  /// The pixels of a bin, and the sums of their channels.
  private struct Entry {
    let bin: Int
    let count: Int
    let sums: SIMD3<Int>

    var mean: SIMD3<Int> { (sums &+ count / 2) / count }
  }

  private let entries: [Entry]

  static func bin(of color: UInt32) -> Int {
    Int(color >> 2 & 63) << 12 | Int(color >> 10 & 63) << 6 | Int(color >> 18 & 63)
  }

  init(_ pixels: [UInt32?]) {
    var counts = [Int](repeating: 0, count: 1 << 18)
    var sums = [SIMD3<Int>](repeating: .zero, count: 1 << 18)
    for case let color? in pixels {
      let bin = Self.bin(of: color)
      counts[bin] += 1
      sums[bin] &+= SIMD3(Int(color & 255), Int(color >> 8 & 255), Int(color >> 16 & 255))
    }
    entries = counts.indices.compactMap { bin in
      counts[bin] == 0 ? nil : Entry(bin: bin, count: counts[bin], sums: sums[bin])
    }
  }

  // MARK: - Median cut

  private struct Box {
    let range: Range<Int>
    /// The channel in which the pixels differ most.
    let channel: Int
    /// The sum of squared distances from the mean in that channel.
    let spread: Double
  }

  /// The means of boxes of colours, in ascending order without repetitions.
  func colors(_ limit: Int) -> [UInt32] {
    var entries = entries
    var boxes = [Self.box(entries, entries.indices)]
    while boxes.count < limit {
      guard let widest = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
        boxes[widest].spread > 0
      else { break }
      let box = boxes.remove(at: widest)
      let middle = Self.divide(&entries, box)
      boxes.append(Self.box(entries, box.range.lowerBound..<middle))
      boxes.append(Self.box(entries, middle..<box.range.upperBound))
    }
    let means = boxes.map { box in
      let (count, sums) = entries[box.range].reduce((0, SIMD3<Int>.zero)) { sum, entry in
        (sum.0 + entry.count, sum.1 &+ entry.sums)
      }
      let mean = (sums &+ count / 2) / count
      return UInt32(mean.x) | UInt32(mean.y) << 8 | UInt32(mean.z) << 16
    }
    return Set(means).sorted()
  }

  private static func box(_ entries: [Entry], _ range: Range<Int>) -> Box {
    var count = 0.0
    var (sums, squares) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for entry in entries[range] {
      let (weight, mean) = (Double(entry.count), SIMD3<Double>(entry.mean))
      count += weight
      sums += weight * mean
      squares += weight * mean * mean
    }
    // A single entry has no spread; the difference of squares may be a rounding error.
    let spread = range.count < 2 ? .zero : squares - sums * sums / count
    let channel = (0..<3).max { spread[$0] < spread[$1] } ?? 0
    return Box(range: range, channel: channel, spread: spread[channel])
  }

  /// Sorts the entries of a box by its channel; returns the index after the entry that completes
  /// half of the box's pixels.
  private static func divide(_ entries: inout [Entry], _ box: Box) -> Int {
    let sorted = entries[box.range].sorted { a, b in
      (a.mean[box.channel], a.bin) < (b.mean[box.channel], b.bin)
    }
    entries.replaceSubrange(box.range, with: sorted)
    let half = sorted.reduce(0) { $0 + $1.count } / 2
    var (count, middle) = (0, box.range.lowerBound)
    repeat {
      count += entries[middle].count
      middle += 1
    } while count < half && middle < box.range.upperBound - 1
    return middle
  }

  // MARK: - The nearest colour

  /// The index of the nearest colour for each bin that has pixels.
  func nearest(of colors: [UInt32]) -> [UInt8] {
    let reds = colors.map { Int($0 & 255) }
    let greens = colors.map { Int($0 >> 8 & 255) }
    let blues = colors.map { Int($0 >> 16 & 255) }
    var result = [UInt8](repeating: 0, count: 1 << 18)
    for entry in entries {
      let mean = entry.mean
      let (red, green, blue) = (mean.x, mean.y, mean.z)
      var (best, least) = (0, Int.max)
      for i in reds.indices {
        let (r, g, b) = (reds[i] - red, greens[i] - green, blues[i] - blue)
        let distance = r * r + g * g + b * b
        if distance < least { (best, least) = (i, distance) }
      }
      result[entry.bin] = UInt8(best)
    }
    return result
  }
}
