// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Where boxes lie in room that is larger, or smaller, than they are: CSS Box Alignment 3.
public struct BoxAlignment: Sendable, Hashable {
  /// The keywords of CSS.
  public enum Position: String, Sendable, Hashable, CaseIterable {
    /// The default of the container: `stretch` in flex and grid, `start` elsewhere.
    case normal
    /// As large as the room, where the size is `auto`.
    case stretch
    /// At the container's start and end in its direction of writing.
    case start, end
    /// At the start and end of the flex container's axis; `start` and `end` elsewhere.
    case flexStart = "flex-start"
    case flexEnd = "flex-end"
    /// At the item's own start and end.
    case selfStart = "self-start"
    case selfEnd = "self-end"
    case center, left, right
    /// The first, or the last, baselines of the items in one line.
    case baseline
    case lastBaseline = "last baseline"
    /// The free room lies between the items, around them, or in equal parts between and around
    /// them.
    case spaceBetween = "space-between"
    case spaceAround = "space-around"
    case spaceEvenly = "space-evenly"
  }

  /// The keyword.
  public var position: Position
  /// Whether a box that is too large begins at the start, so that it never overflows there: `safe`.
  public var isSafe: Bool
  /// Whether a box that is too large stays where the position puts it: `unsafe`. Without `safe` and
  /// `unsafe` it stays, too, except for absolute boxes between two insets, which move into their
  /// container.
  public var isUnsafe = false

  /// Creates an alignment.
  public init(_ position: Position, isSafe: Bool = false) {
    self.position = position
    self.isSafe = isSafe
  }

  /// The default of the container.
  public static let normal = BoxAlignment(.normal)
  /// As large as the room.
  public static let stretch = BoxAlignment(.stretch)
  /// At the start.
  public static let start = BoxAlignment(.start)
  /// At the end.
  public static let end = BoxAlignment(.end)
  /// In the middle.
  public static let center = BoxAlignment(.center)
  /// On the first baseline.
  public static let baseline = BoxAlignment(.baseline)
  /// The first at the start, the last at the end, the same room between all.
  public static let spaceBetween = BoxAlignment(.spaceBetween)
  /// The free room is shared out: each item has an equal part of it on both sides.
  public static let spaceAround = BoxAlignment(.spaceAround)
  /// The free room is shared out in equal parts: between items, before the first, behind the last.
  public static let spaceEvenly = BoxAlignment(.spaceEvenly)

  var isBaseline: Bool { position == .baseline || position == .lastBaseline }
}
