// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The size of a track of a grid (CSS Grid 2, §7.2).
package enum TrackSize: Sendable, Hashable {
  /// One size for both bounds.
  case breadth(TrackBreadth)
  /// `minmax()`.
  case minmax(TrackBreadth, TrackBreadth)
  /// `fit-content()`.
  case fitContent(LengthPercentage)
}

/// A bound of a track's size.
package enum TrackBreadth: Sendable, Hashable {
  case auto, minContent, maxContent
  /// A share of the free room.
  case fraction(Double)
  case length(LengthPercentage)
}

/// A part of a list of tracks.
package enum TrackItem: Sendable, Hashable {
  /// Names of the line here.
  case names([String])
  /// A track.
  case track(TrackSize)
  /// `repeat()` with a number; small ones are written out.
  case repeated(Int, [TrackItem])
  /// `repeat(auto-fill, …)`; with `auto-fit` tracks that stay empty are dropped.
  case autoRepeated(isFit: Bool, [TrackItem])
}

/// `grid-template-columns` and `grid-template-rows`.
package enum TrackList: Sendable, Hashable {
  case none
  case tracks([TrackItem])
}

/// A named area of a grid: lines from 1, the end excluded.
package struct GridArea: Sendable, Hashable {
  package var name: String
  package var rows: Range<Int>
  package var columns: Range<Int>
}

/// `grid-template-areas`: the areas and the number of rows and columns.
package struct GridAreas: Sendable, Hashable {
  package var areas: [GridArea] = []
  package var rows = 0
  package var columns = 0
}

/// `grid-row-start` and the like.
package enum GridLine: Sendable, Hashable {
  case auto
  /// A number of a line, negative from the end, of those with a name if there is one.
  case line(Int, name: String?)
  /// A span over tracks, up to the line of a name if there is one.
  case span(Int, name: String?)
  /// A line, or an edge of an area, by name alone.
  case name(String)
}

package struct GridFlow: Sendable, Hashable {
  /// Whether items fill columns.
  package var isColumn = false
  /// Whether items fill holes before them.
  package var isDense = false
}
