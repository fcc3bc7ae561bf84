// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A face among those that a cascade tries for each character.
struct FontCandidate: Sendable {
  private enum Holder: Sendable {
    case face(FontFace)
    case font(DefaultFont)
  }

  private let holder: Holder
  let reason: FontCascade.Reason

  init(face: FontFace, reason: FontCascade.Reason) {
    holder = .face(face)
    self.reason = reason
  }

  /// A candidate that is opened when its face is first needed.
  init(font: DefaultFont, reason: FontCascade.Reason) {
    holder = .font(font)
    self.reason = reason
  }

  var face: FontFace {
    switch holder {
    case .face(let face): face
    case .font(let font): font.source.face
    }
  }

  var hasColorGlyphs: Bool {
    switch holder {
    case .face(let face): face.hasColorGlyphs
    case .font(let font): font.hasColorGlyphs
    }
  }

  /// The family of an embedded fallback font that serves all languages of the scripts that it
  /// covers; `nil` for any other font.
  var fallbackFamily: String? {
    guard case .font(let font) = holder, font.role == .fallback, font.languages.isEmpty else {
      return nil
    }
    return font.family
  }

  /// The number of wanted properties that the candidate lacks.
  func shortfall(of demand: FontDemand) -> Int {
    switch holder {
    case .face(let face): demand.shortfall(of: face)
    case .font(let font): demand.shortfall(of: font)
    }
  }

  /// Whether the candidate's face was opened and is the given one.
  func isFace(_ face: FontFace) -> Bool {
    switch holder {
    case .face(let own): own === face
    case .font(let font): font.openedFace === face
    }
  }

  /// Whether both candidates have the same face.
  func isSame(as other: FontCandidate) -> Bool {
    switch (holder, other.holder) {
    case (.font(let a), .font(let b)): a.hasSameFace(as: b)
    case (.face(let face), _): other.isFace(face)
    case (.font, .face(let face)): isFace(face)
    }
  }
}
