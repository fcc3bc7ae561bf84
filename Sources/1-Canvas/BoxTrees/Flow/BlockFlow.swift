// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The heights of blocks and the margins between them, from the top down.
struct BlockFlow {
  /// Whether the first margin joins that of the box around.
  private let joinsTop: Bool
  /// Whether the last margin joins that of the box around.
  private let joinsBottom: Bool
  /// Whether the margins of the box around join through it if its contents have no height.
  private let joinsThrough: Bool
  /// The lower edge of the last box that has a height.
  private(set) var bottom: Double
  private(set) var margin = MarginStrut()
  private var isAtTop = true
  private var topMargin = MarginStrut()
  /// Whether the last box has no height and lies below floats that it clears: the margin behind it
  /// does not join that of the box around.
  private var endsCleared = false

  init(top: Double, joinsTop: Bool, joinsBottom: Bool, joinsThrough: Bool) {
    bottom = top
    self.joinsTop = joinsTop
    self.joinsBottom = joinsBottom
    self.joinsThrough = joinsThrough
  }

  /// The top edge that the next box would have without a margin.
  var nextTop: Double { isAtTop && joinsTop ? bottom : bottom + margin.sum }

  /// Whether the margin of the box around is not decided yet: the next margin joins it.
  var isOpen: Bool { isAtTop && joinsTop }

  /// The upper edge that a box with some margins would have.
  func top(_ margins: Margins, _ inner: MarginStrut) -> Double {
    isOpen ? bottom : bottom + joined(MarginStrut(), margins, inner).sum
  }

  /// The margins before a box: those outside, those of boxes before it and its own.
  func joined(_ outer: MarginStrut, _ margins: Margins, _ inner: MarginStrut) -> MarginStrut {
    var joined = outer
    joined.add(margin)
    joined.add(margins.edges.top)
    joined.add(inner)
    return joined
  }

  /// Decides the margin of the box around: what follows does not join it.
  mutating func close() {
    topMargin = margin
    margin = MarginStrut()
    isAtTop = false
  }

  /// Adds a box that has clearance, or lies below floats, at a height: §9.5.2.
  mutating func add(_ box: Extent, margins: Margins, clearedTo top: Double) {
    isAtTop = false
    guard box.collapsesThrough else {
      bottom = top + box.height
      margin = box.bottomMargin
      margin.add(margins.edges.bottom)
      endsCleared = false
      return
    }
    // What follows begins where the box lies as long as its margins are no larger.
    margin = MarginStrut(margins.edges.top)
    margin.add(box.topMargin)
    bottom = top - margin.sum
    margin.add(box.bottomMargin)
    margin.add(margins.edges.bottom)
    endsCleared = true
  }

  /// Adds a box; returns its upper edge.
  mutating func add(_ box: Extent, margins: Margins) -> Double {
    margin.add(margins.edges.top)
    margin.add(box.topMargin)
    let top = nextTop
    guard !box.collapsesThrough else {
      margin.add(box.bottomMargin)
      margin.add(margins.edges.bottom)
      return top
    }
    if isAtTop, joinsTop { topMargin = margin }
    isAtTop = false
    endsCleared = false
    bottom = top + box.height
    margin = box.bottomMargin
    margin.add(margins.edges.bottom)
    return top
  }

  /// Sets the margins that join those of the box around; the others are added to ``bottom``.
  mutating func end(_ extent: inout Extent) {
    if isAtTop, joinsTop {
      extent.topMargin = margin
      extent.collapsesThrough = joinsThrough
      return
    }
    extent.topMargin = topMargin
    if joinsBottom, !endsCleared {
      extent.bottomMargin = margin
    } else {
      bottom += margin.sum
    }
  }
}
