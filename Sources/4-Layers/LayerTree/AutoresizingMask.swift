// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// What of a layer gives way when the size of its superlayer changes, along each axis: its extent
/// and the margins on both sides.
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
  /// What of the layer gives way when the size of its superlayer changes; nothing by default.
  ///
  /// Along each axis the change is shared by a rule that Core Animation does not document; this is
  /// what the tests of the project gnustep/libs-quartzcore report as measured there. The extent
  /// takes a third of it beside margins that give way, all of it without them, and none where it is
  /// not sizable. The margins that give way share the rest alike. The frame then lies on whole
  /// points: its corner moves to the point before, its far side to the one behind. A mask of
  /// another layer is not resized.
  public var autoresizingMask: AutoresizingMask {
    get { state.extras?.autoresizingMask ?? .none }
    set { if newValue != autoresizingMask { extras.autoresizingMask = newValue } }
  }

  /// Resizes the layer by its mask.
  ///
  /// - Parameter old: The size of the superlayer before.
  func autoresize(from old: Size) {
    let mask = autoresizingMask
    guard mask != .none, let new = superlayer?.bounds.size else { return }
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

/// The parts that give way along one axis.
private struct AutoresizedAxis {
  /// The margin before the layer.
  let before: Bool
  let extent: Bool
  /// The margin behind the layer.
  let after: Bool

  /// Resizes a layer along the axis; one that does not give way stays.
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
