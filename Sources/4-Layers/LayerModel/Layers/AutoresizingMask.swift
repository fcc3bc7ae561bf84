// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// The parts of a layer's frame that change with the size of its superlayer: width and height, and
/// the margins on all sides.
///
/// The counterpart of `CAAutoresizingMask`, with its bits. The y of this library runs downwards, so
/// the least y is the upper margin.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Creates a mask from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nothing: the frame stays, which is the default.
  public static let none: AutoresizingMask = []
  /// The left margin.
  public static let layerMinXMargin = AutoresizingMask(rawValue: 1)
  /// The width.
  public static let layerWidthSizable = AutoresizingMask(rawValue: 2)
  /// The right margin.
  public static let layerMaxXMargin = AutoresizingMask(rawValue: 4)
  /// The upper margin.
  public static let layerMinYMargin = AutoresizingMask(rawValue: 8)
  /// The height.
  public static let layerHeightSizable = AutoresizingMask(rawValue: 16)
  /// The lower margin.
  public static let layerMaxYMargin = AutoresizingMask(rawValue: 32)
}

extension Layer {
  /// The parts of the frame that change with the size of the superlayer; none by default.
  ///
  /// Along each axis, a sizable extent takes all of the superlayer's change, or a third of it if a
  /// margin is flexible, too. Flexible margins share the rest equally. Then the origin is rounded
  /// down and the far edge up, to whole points. A layer that is the mask of another is not resized,
  /// nor one that a ``BoxContainer/layout`` places.
  ///
  /// Core Animation does not document this rule; it is the one that the tests of the project
  /// gnustep/libs-quartzcore report as measured there.
  public var autoresizingMask: AutoresizingMask {
    get { state.extras?.autoresizingMask ?? .none }
    set { if newValue != autoresizingMask { extras.autoresizingMask = newValue } }
  }

  /// Resizes the layer by its mask.
  ///
  /// - Parameter old: The size of the superlayer before.
  func autoresize(from old: Size) {
    let mask = autoresizingMask
    guard mask != .none, boxContainer == nil, let new = superlayer?.bounds.size else { return }
    var frame = frame
    AutoresizedAxis(
      before: mask.contains(.layerMinXMargin), extent: mask.contains(.layerWidthSizable),
      after: mask.contains(.layerMaxXMargin)
    ).resize(&frame.origin.x, &frame.size.width, from: old.width, to: new.width)
    AutoresizedAxis(
      before: mask.contains(.layerMinYMargin), extent: mask.contains(.layerHeightSizable),
      after: mask.contains(.layerMaxYMargin)
    ).resize(&frame.origin.y, &frame.size.height, from: old.height, to: new.height)
    guard frame.minX.isFinite, frame.minY.isFinite, frame.width.isFinite, frame.height.isFinite
    else { return }
    if frame != self.frame { self.frame = frame }
  }
}

/// The parts of a frame that change along one axis.
private struct AutoresizedAxis {
  /// Whether the left or upper margin is flexible.
  let before: Bool
  /// Whether the width or height is sizable.
  let extent: Bool
  /// Whether the right or lower margin is flexible.
  let after: Bool

  /// Changes the origin and the length of a frame along the axis, if any part of it is flexible.
  func resize(_ place: inout Double, _ length: inout Double, from old: Double, to new: Double) {
    let margins = (before ? 1.0 : 0) + (after ? 1 : 0)
    if margins == 0, !extent { return }
    let change = new - old
    let grown = extent ? (margins > 0 ? change / 3 : change) : 0
    let share = margins > 0 ? (change - grown) / margins : 0
    let end = old - place - length + (after ? share : 0)
    place = (place + (before ? share : 0)).rounded(.down)
    length = max(0, (new - place - end).rounded(.up))
  }
}
