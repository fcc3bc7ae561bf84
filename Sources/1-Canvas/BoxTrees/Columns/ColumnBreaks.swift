// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A place at which a column may end: CSS Fragmentation 3, §4.
struct ColumnBreak {
  /// Where the column ends, and where the next one begins, in the flow of all columns.
  var end: Double
  var start: Double
  /// The first box in the next column, or the box whose lines are broken.
  var box: Int
  var isForced = false
  var isAvoided = false
}

/// The head of a table, which stands again above the rows of each column that begins within them.
struct RepeatedHead {
  /// The group of rows.
  let group: Int
  let height: Double
  /// The rows below it, in the flow.
  let rows: Range<Double>
}

/// The places at which columns may end, and the areas that may be cut at any height: those of boxes
/// that are higher than their contents.
struct ColumnBreaks {
  var places: [ColumnBreak] = []
  var areas: [Range<Double>] = []
  var heads: [RepeatedHead] = []

  /// The head that stands again above a column; `nil` for none, or for one that leaves no room for
  /// as much again.
  func head(above start: Double, height: Double) -> RepeatedHead? {
    heads.last { $0.rows.contains(start) && $0.rows.lowerBound < start && $0.height * 2 < height }
  }
}

/// A column of a flow.
struct Column {
  /// Where it begins and ends in the flow.
  let start: Double
  let end: Double
  /// The first box in it.
  let box: Int
  /// The head of a table above its contents.
  var head: RepeatedHead?
}

/// The columns of a flow.
struct ColumnRun {
  var columns: [Column] = []
  /// By how much the columns are too low, at least, for one of them to hold more.
  var shortage = Double.infinity
  /// Whether something is higher than a column.
  var overflows = false

  /// Breaks a flow into columns of a height.
  init(_ breaks: ColumnBreaks, bottom: Double, height: Double) {
    let places = breaks.places
    var start = 0.0
    var (next, box) = (0, -1)
    while columns.count < 10_000 {
      let head = breaks.head(above: start, height: height)
      let limit = start + height - (head?.height ?? 0)
      var (best, avoided) = (Int?.none, Int?.none)
      var index = next
      while index < places.count, places[index].end <= limit + 1e-6 {
        if places[index].start > start || places[index].isForced {
          if places[index].isAvoided { avoided = index } else { best = index }
        }
        index += 1
        if places[index - 1].isForced { break }
      }
      if best.map({ places[$0].isForced }) != true {
        if bottom <= limit + 1e-6 { break }
        if let area = breaks.areas.first(where: { $0.lowerBound < limit && limit < $0.upperBound }),
          limit > start
        {
          shortage = min(shortage, area.upperBound - limit)
          columns.append(Column(start: start, end: limit, box: box, head: head))
          (start, next, box) = (limit, index, -1)
          continue
        }
        // What lies behind the next place would have to fit.
        let following = places[(best.map { $0 + 1 } ?? index)...].first { !$0.isAvoided }
        shortage = min(shortage, (following?.end ?? bottom) - limit)
        if best == nil {
          overflows = true
          best = avoided ?? places.indices.first { $0 >= index && !places[$0].isAvoided }
        }
      }
      guard let best, places[best].start > start || places[best].isForced else { break }
      columns.append(Column(start: start, end: places[best].end, box: box, head: head))
      (start, next, box) = (places[best].start, best + 1, places[best].box)
    }
    columns.append(
      Column(
        start: start, end: max(start, bottom), box: box,
        head: breaks.head(above: start, height: height)))
  }

  /// The least height at which a flow has no more than a number of columns: Multicol 1, §7.1.
  ///
  /// - Parameters:
  ///   - total: The height of the flow with the margin at its end.
  ///   - bottom: The lowest edge of a box.
  static func balanced(
    _ breaks: ColumnBreaks, total: Double, bottom: Double, count: Int, most: Double
  ) -> (run: ColumnRun, height: Double) {
    var height = total / Double(max(1, count))
    let forced = breaks.places.filter(\.isForced)
    if !forced.isEmpty {
      // Parts between forced breaks are columns of their own; what is left is shared out.
      var (tallest, start) = (0.0, 0.0)
      for place in forced {
        tallest = max(tallest, place.end - start)
        start = place.start
      }
      tallest = max(tallest, total - start)
      height = tallest / Double(max(1, count - forced.count))
    }
    height = min(height, most)
    var run = ColumnRun(breaks, bottom: bottom, height: height)
    var tries = 0
    while run.columns.count > count || run.overflows, height < most, tries < 10_000,
      run.shortage.isFinite
    {
      height = min(most, height + max(run.shortage, 1e-3))
      run = ColumnRun(breaks, bottom: bottom, height: height)
      tries += 1
    }
    return (run, height)
  }
}
