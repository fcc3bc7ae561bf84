// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Random numbers without state: each is a function of the seed, the path to the particle and the
/// field that it is for.
///
/// Source: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators), whose
/// numbers are mixed counts.
struct ParticleRandom {
  private let key: UInt64

  /// The use of a random number of a particle.
  enum Field: UInt64 {
    case place, placeX, placeY, placeZ, lifetime, velocity, longitude, scale, spin, red, green, blue
    case alpha
  }

  init(seed: UInt64) { key = Self.mixed(seed &+ Self.step) }

  private init(key: UInt64) { self.key = key }

  private static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// The random numbers of a cell, or of a particle of a cell.
  func child(_ index: UInt64) -> ParticleRandom {
    // The added constant keeps the keys of children apart from the numbers of the fields.
    ParticleRandom(key: Self.mixed(key ^ Self.mixed((index &+ 0x5851_f42d) &* Self.step)))
  }

  private func bits(_ field: Field) -> UInt64 {
    Self.mixed(key &+ (field.rawValue &+ 1) &* Self.step)
  }

  /// A number from 0 up to, not including, 1.
  func fraction(_ field: Field) -> Double { Double(bits(field) >> 11) * 0x1p-53 }

  /// A number around a mean, evenly from mean − range to mean + range.
  func value(_ mean: Double, _ range: Double, _ field: Field) -> Double {
    range == 0 ? mean : mean + range * (2 * fraction(field) - 1)
  }

  /// A whole number from 0 up to, not including, a count.
  func index(_ count: Int, _ field: Field) -> Int {
    Int(bits(field).multipliedFullWidth(by: UInt64(count)).high)
  }
}
