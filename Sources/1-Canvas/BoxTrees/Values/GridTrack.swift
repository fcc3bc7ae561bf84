// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The size of a row or column of a grid: CSS Grid 1, §7.2.
public struct GridTrack: Sendable, Hashable {
  /// A bound of a track's size.
  public enum Breadth: Sendable, Hashable {
    /// Points; at least 0.
    case points(Double)
    /// A part of the grid's contents, in percent; `auto` where that is not known.
    case percent(Double)
    /// A share of the room that is left; at least 0. Of a least size, `auto`.
    case fraction(Double)
    /// Of a least size: the least that the items accept; of a greatest: their size without breaks.
    case auto
    /// The greatest width of the items' least ones.
    case minContent
    /// The greatest width of the items' unbroken ones.
    case maxContent
    /// The size without breaks, but at most this; of a greatest size only.
    case fitContent(BoxLength)
  }

  /// The least size.
  public var least: Breadth
  /// The greatest size.
  public var greatest: Breadth

  /// Creates a track between two sizes. A greatest size below the least one counts for nothing.
  public init(least: Breadth, greatest: Breadth) {
    self.least = least
    self.greatest = greatest
  }

  /// Creates a track of one size.
  public init(_ breadth: Breadth) {
    switch breadth {
    case .fraction, .fitContent: self.init(least: .auto, greatest: breadth)
    default: self.init(least: breadth, greatest: breadth)
    }
  }

  /// A track of points.
  public static func points(_ points: Double) -> GridTrack { GridTrack(.points(points)) }
  /// A track of a part of the grid, in percent.
  public static func percent(_ percent: Double) -> GridTrack { GridTrack(.percent(percent)) }
  /// A share of the room that is left; not smaller than what lies in it.
  public static func fr(_ share: Double) -> GridTrack { GridTrack(.fraction(share)) }
  /// A track as large as what lies in it, which also takes room that nothing else takes.
  public static let auto = GridTrack(.auto)
  /// A track between two sizes.
  public static func minmax(_ least: Breadth, _ greatest: Breadth) -> GridTrack {
    GridTrack(least: least, greatest: greatest)
  }
}

/// The rows or columns that a grid names: tracks, among them one group that repeats as often as
/// there is room for it.
public struct GridTemplate: Sendable, Hashable {
  /// A group of tracks that repeats to fill the grid: §7.2.3.2.
  public struct Repeating: Sendable, Hashable {
    /// The tracks of one repetition.
    public var tracks: [GridTrack]
    /// How many tracks of the template stand before the group.
    public var position: Int
    /// Whether repetitions in which nothing lies have no size: `auto-fit`.
    public var collapsesEmpty: Bool

    /// Creates a group.
    public init(_ tracks: [GridTrack], position: Int = 0, collapsesEmpty: Bool = false) {
      self.tracks = tracks
      self.position = position
      self.collapsesEmpty = collapsesEmpty
    }
  }

  /// The tracks outside of the group.
  public var tracks: [GridTrack]
  /// The group, where there is one.
  public var repeating: Repeating?

  /// Creates a template of tracks.
  public init(_ tracks: [GridTrack] = [], repeating: Repeating? = nil) {
    self.tracks = tracks
    self.repeating = repeating
  }
}

/// The order in which items without a place fill a grid: §8.5.
public enum GridFlow: String, Sendable, Hashable, CaseIterable {
  /// Row by row, column by column.
  case row, column
  /// The same, filling earlier holes.
  case rowDense = "row dense"
  case columnDense = "column dense"

  var isRow: Bool { self == .row || self == .rowDense }
  var isDense: Bool { self == .rowDense || self == .columnDense }
}

/// The rows or columns of a grid that a box covers: §8.3.
public struct GridPlacement: Sendable, Hashable {
  /// One end of an area.
  public enum Line: Sendable, Hashable {
    /// Wherever there is room.
    case auto
    /// A line of the template, from 1; from the end where it is negative. 0 counts as `auto`.
    case line(Int)
    /// A number of tracks, from the other end.
    case span(Int)
  }

  /// Where it begins.
  public var start: Line
  /// Where it ends.
  public var end: Line

  /// Creates a placement.
  public init(_ start: Line = .auto, _ end: Line = .auto) {
    self.start = start
    self.end = end
  }

  /// One track, wherever there is room.
  public static let automatic = GridPlacement()
  /// A number of tracks, wherever there is room.
  public static func span(_ count: Int) -> GridPlacement { GridPlacement(.span(count)) }
  /// The tracks between two lines.
  public static func lines(_ start: Int, _ end: Int) -> GridPlacement {
    GridPlacement(.line(start), .line(end))
  }
}

extension GridPlacement: ExpressibleByIntegerLiteral {
  /// One track, from a line.
  public init(integerLiteral value: Int) { self.init(.line(value)) }
}
