// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import TextFonts

/// A map of heights that moves the tops of a font's letters to whole pixels at one size.
///
/// The map rises everywhere and is linear between the baseline, the tops, and the height where it
/// ends; round letters, which overshoot flat ones a little, lose the overshoot. In fonts whose
/// letters all reach far below the baseline, such as fonts of boxes, their feet move, too.
struct HeightFit {
  /// Heights in font units, y upwards, ascending, and the heights to which the map moves them.
  private var knots: [(from: Double, to: Double)] = []

  /// The largest em size that is fitted, in pixels. In larger text, a grey row at an edge is hardly
  /// visible, whereas a height that is wrong by half a pixel is.
  private static let largestEmSize = 24.0
  /// Letters with flat tops: Latin, Cyrillic or Greek small ones and capitals, Hebrew, the
  /// headlines of Devanagari, Bengali and Gurmukhi, Thai.
  private static let references: [Unicode.Scalar] = ["x", "H", "א", "क", "ক", "ਕ", "ท"]
  /// The greatest overshoot of round letters that is removed, in ems.
  private static let overshoot = 0.02
  private static let nearestZones = 0.08

  /// - Returns: `nil` for fonts without such letters, and for sizes that are not fitted.
  init?(font: Font, emSize: Double) {
    guard emSize >= 4, emSize <= Self.largestEmSize else { return nil }
    let em = Double(font.unitsPerEm)
    let scale = emSize / em
    var outline = Path()
    var tops: [Double] = []
    var foot = -Double.infinity
    for reference in Self.references {
      guard let glyph = font.glyph(for: reference) else { continue }
      font.paintedOutline(of: glyph, into: &outline)
      if !outline.isEmpty {
        tops.append(outline.bounds.maxY)
        foot = max(foot, outline.bounds.minY)
      }
    }
    tops.sort()
    let over = em * Self.overshoot
    knots = [(-8 * over, -8 * over), (-over, 0), (0, 0)]
    if foot.isFinite, foot < -em * Self.nearestZones {
      knots[0] = (foot, (foot * scale).rounded() / scale)
    }
    for top in tops {
      guard let last = knots.last, top - last.from > em * Self.nearestZones, top < 2 * em else {
        continue
      }
      let isLowest = knots.count == 3
      // The tops of small letters are rounded up more often than down, as FreeType does, since
      // squat letters are hard to read. Higher tops move by the same distance.
      let shift = isLowest ? (emSize <= 14 ? 0.3125 : 0.125) : (last.to - last.from + over) * scale
      let fitted = max(last.to, (top * scale + shift).rounded() / scale)
      knots += [(top, fitted), (top + over, fitted)]
    }
    if knots.count == 3 { return nil }
  }

  /// Moves the points of an outline in font units, y upwards.
  func apply(to outline: inout Path) { outline.mapHeights(height(of:)) }

  private func height(of y: Double) -> Double {
    var (low, lowTo) = knots[0]
    if y <= low { return y + (lowTo - low) }
    for (high, highTo) in knots.dropFirst() {
      if y < high { return lowTo + (y - low) * (highTo - lowTo) / (high - low) }
      (low, lowTo) = (high, highTo)
    }
    return y + lowTo - low
  }
}
