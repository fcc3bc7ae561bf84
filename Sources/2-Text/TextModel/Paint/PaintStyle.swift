// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// The part of a style that only painting depends on: a change needs no new layout.
///
/// Stored as a colour and one optional reference to everything that is rarely set, so copying a
/// plain style changes no reference count.
public struct PaintStyle: Hashable, Sendable {
  private struct Rare: Hashable, Sendable {
    var background: TextBackground?
    var border: TextBorder?
    var underline: TextDecoration?
    var overline: TextDecoration?
    var strikethrough: TextDecoration?
    var shadows: [TextShadow] = []
    var stroke: TextStroke?
    var fill: TextFill?

    static let none = Rare()
  }

  private final class Storage: Hashable, Sendable {
    let rare: Rare

    init(_ rare: Rare) { self.rare = rare }

    static func == (a: Storage, b: Storage) -> Bool { a === b || a.rare == b.rare }

    func hash(into hasher: inout Hasher) { hasher.combine(rare) }
  }

  /// The colour of the glyphs, unless there is a ``fill``.
  public var color: Color
  private var storage: Storage?

  /// Creates a paint style; without arguments, black and nothing else.
  public init(
    color: Color = .black, background: TextBackground? = nil, border: TextBorder? = nil,
    underline: TextDecoration? = nil, overline: TextDecoration? = nil,
    strikethrough: TextDecoration? = nil, shadows: [TextShadow] = [], stroke: TextStroke? = nil
  ) {
    self.color = color
    let rare = Rare(
      background: background, border: border, underline: underline, overline: overline,
      strikethrough: strikethrough, shadows: shadows, stroke: stroke)
    storage = rare == .none ? nil : Storage(rare)
  }

  /// Black, with no decoration.
  public static let `default` = PaintStyle()

  /// Whether the style is a colour and nothing else.
  package var isPlain: Bool { storage == nil }

  private mutating func update(_ change: (inout Rare) -> Void) {
    var rare = storage?.rare ?? .none
    change(&rare)
    storage = rare == .none ? nil : Storage(rare)
  }

  /// The box behind the text.
  public var background: TextBackground? {
    get { storage?.rare.background }
    set { update { $0.background = newValue } }
  }

  /// The line around the text.
  public var border: TextBorder? {
    get { storage?.rare.border }
    set { update { $0.border = newValue } }
  }

  /// The line under the text.
  public var underline: TextDecoration? {
    get { storage?.rare.underline }
    set { update { $0.underline = newValue } }
  }

  /// The line over the text.
  public var overline: TextDecoration? {
    get { storage?.rare.overline }
    set { update { $0.overline = newValue } }
  }

  /// The line through the text.
  public var strikethrough: TextDecoration? {
    get { storage?.rare.strikethrough }
    set { update { $0.strikethrough = newValue } }
  }

  /// The shadows, the first one on top.
  public var shadows: [TextShadow] {
    get { storage?.rare.shadows ?? [] }
    set { update { $0.shadows = newValue } }
  }

  /// The line along the outlines of the glyphs.
  public var stroke: TextStroke? {
    get { storage?.rare.stroke }
    set { update { $0.stroke = newValue } }
  }

  /// What the glyphs are filled with in place of their colour; `nil` for the colour.
  public var fill: TextFill? {
    get { storage?.rare.fill }
    set { update { $0.fill = newValue } }
  }

  /// Whether glyphs and decorations are drawn in one colour, so that a coverage mask and this
  /// colour determine the picture.
  ///
  /// Fonts with colours of their own are not considered.
  package func isDrawn(in color: Color) -> Bool {
    guard self.color == color else { return false }
    guard let rare = storage?.rare else { return true }
    func has(_ other: Color?) -> Bool { other == nil || other == color }
    return rare.background == nil && rare.shadows.isEmpty && has(rare.border?.color)
      && has(rare.underline?.color) && has(rare.overline?.color) && has(rare.strikethrough?.color)
      && has(rare.stroke?.color) && rare.fill == nil && rare.stroke?.fill == nil
  }
}
