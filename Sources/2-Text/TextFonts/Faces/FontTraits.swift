// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles
public import TextModel

/// The weight, width and slant of a face, by which one is chosen among the faces of a family.
public struct FontTraits: Hashable, Sendable {
  /// The weights that the face can take, 1 to 1000: one value, or the range of axis `wght`.
  /// Source: `OS/2.usWeightClass`, else `head.macStyle`.
  public var weight: ClosedRange<Double>
  /// The widths in per cent that the face can take: one value, or the range of axis `wdth`.
  /// Source: `OS/2.usWidthClass`.
  public var stretch: ClosedRange<Double>
  /// The posture. Source: `OS/2.fsSelection`, else `head.macStyle`, else `post.italicAngle`.
  public var slant: FontSlant
  /// Whether axis `slnt` or `ital` lets an upright face lean.
  public var canSlant: Bool
  /// Whether all glyphs have the same advance. Source: `post.isFixedPitch`.
  public var isMonospaced: Bool

  /// Creates traits without a face.
  package init(
    weight: ClosedRange<Double> = 400...400, stretch: ClosedRange<Double> = 100...100,
    slant: FontSlant = .normal, canSlant: Bool = false, isMonospaced: Bool = false
  ) {
    self.weight = weight
    self.stretch = stretch
    self.slant = slant
    self.canSlant = canSlant
    self.isMonospaced = isMonospaced
  }

  /// The width in per cent for each value of `OS/2.usWidthClass`, 0 to 9.
  private static let stretchOfClass = [100, 50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]

  init(_ face: HarfBuzzFace, axes: [FontFace.Axis]) {
    let os2 = face.table(.os2)
    let head = face.table(.head)
    let post = face.table(.post)
    let macStyle = head.u16(44)?.value ?? 0
    let selection = os2.u16(62)?.value ?? 0
    var weight = Double(os2.u16(4)?.value ?? (macStyle & 1 != 0 ? 700 : 400))
    // Some old fonts store weights from 1 to 9.
    if weight < 10 { weight = max(1, weight) * 100 }
    weight = min(weight, 1000)
    let stretch = FontTraits.stretchOfClass[min(max(os2.u16(6)?.value ?? 5, 0), 9)]
    let angle = post.i32(4) ?? 0
    if selection & 0x200 != 0 {
      slant = .oblique
    } else if selection & 1 != 0 || macStyle & 2 != 0 || angle != 0 {
      slant = .italic
    } else {
      slant = .normal
    }
    func range(_ tag: String, _ value: Double) -> ClosedRange<Double> {
      for axis in axes where axis.tag == FontTag(tag) && axis.minimum <= axis.maximum {
        return axis.minimum...axis.maximum
      }
      return value...value
    }
    self.weight = range("wght", weight)
    self.stretch = range("wdth", stretch)
    canSlant = axes.contains {
      ($0.tag == FontTag("slnt") || $0.tag == FontTag("ital")) && $0.minimum < $0.maximum
    }
    isMonospaced = post.u32(12)?.value ?? 0 != 0
  }
}
