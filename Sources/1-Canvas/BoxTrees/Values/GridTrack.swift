// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The size of a row or column of a grid: CSS Grid 1, §7.2.
public struct GridTrack: Sendable, Hashable {
  /// A bound of a track's size.
  public enum Breadth: Sendable, Hashable {
    /// Points; at least 0.
    case points(Double)
    /// A percentage of the size of the grid's contents; `auto` where that size is not known.
    case percent(Double)
    /// A factor, at least 0: the track's part of the free room is this factor over the sum of all
    /// tracks' factors; a sum below 1 leaves room over. As a least size it means `auto`.
    case fraction(Double)
    /// As a least size, the least that the items accept; as a greatest, their size without breaks.
    case auto
    /// The greatest of the items' least sizes.
    case minContent
    /// The greatest of the items' sizes without breaks.
    case maxContent
    /// The size without breaks, but at most this length; for a greatest size only.
    case fitContent(BoxLength)
  }

  /// The least size.
  public var least: Breadth
  /// The greatest size.
  public var greatest: Breadth

  /// Creates a track between two sizes. A greatest size below the least one is ignored.
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
  /// A track that is a percentage of the grid.
  public static func percent(_ percent: Double) -> GridTrack { GridTrack(.percent(percent)) }
  /// A share of the free room; not smaller than its contents.
  public static func fr(_ share: Double) -> GridTrack { GridTrack(.fraction(share)) }
  /// A track as large as its contents, which also grows into room that is left over.
  public static let auto = GridTrack(.auto)
  /// A track between two sizes.
  public static func minmax(_ least: Breadth, _ greatest: Breadth) -> GridTrack {
    GridTrack(least: least, greatest: greatest)
  }
}

/// The rows or columns of a grid's template: tracks, among them one group that repeats as often as
/// there is room for it.
public struct GridTemplate: Sendable, Hashable {
  /// A group of tracks that repeats to fill the grid: CSS Grid 1, §7.2.3.2.
  public struct Repeating: Sendable, Hashable {
    /// The tracks of one repetition.
    public var tracks: [GridTrack]
    /// How many tracks of the template stand before the group.
    public var position: Int
    /// Whether repetitions without items have no size: `auto-fit`.
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

/// The order in which items without a place fill a grid: CSS Grid 1, §8.5.
public enum GridFlow: String, Sendable, Hashable, CaseIterable {
  /// Row by row, column by column.
  case row, column
  /// Row by row or column by column, filling earlier holes.
  case rowDense = "row dense"
  case columnDense = "column dense"

  var isRow: Bool { self == .row || self == .rowDense }
  var isDense: Bool { self == .rowDense || self == .columnDense }
}

/// The rows or columns of a grid that a box covers: CSS Grid 1, §8.3.
public struct GridPlacement: Sendable, Hashable {
  /// One end of an area.
  public enum Line: Sendable, Hashable {
    /// Wherever there is room.
    case auto
    /// A line of the template, counted from 1, or from the end if negative. 0 counts as `auto`.
    case line(Int)
    /// A number of tracks, counted from the other end.
    case span(Int)
  }

  /// The line at which the area begins.
  public var start: Line
  /// The line at which the area ends.
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
