// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How a box lays out its contents: as a flex container, a grid or a stack of blocks.
///
/// The words, which are raw values here, and their meaning are CSS's (Flexbox 1, Grid 1, Box
/// Alignment 3, Sizing 3).
public struct BoxLayout: Sendable, Hashable {
  /// The kinds of containers.
  public enum Display: String, Sendable, Hashable, CaseIterable {
    /// Rows or columns of items that grow and shrink.
    case flex
    /// Rows and columns of tracks.
    case grid
    /// Boxes one below another; margins collapse.
    case block
    /// A block that lies beside floats as a whole, and that holds the floats and margins of its
    /// contents.
    case flowRoot = "flow-root"
    /// Neither the box nor its contents take any room.
    case none
    /// A table of rows and columns: CSS 2.2, §17. A table holds captions, columns and rows or groups
    /// of them; missing boxes in between are made by the caller.
    case table
    /// A group of rows, and those that stand first and last.
    case tableRowGroup, tableHeaderGroup, tableFooterGroup
    /// A row, which holds cells.
    case tableRow
    /// A cell, whose contents lie one below another.
    case tableCell
    /// A column, and a group of columns; they have no contents of their own.
    case tableColumn, tableColumnGroup
    /// A caption above the table, or below it if ``BoxLayout/isCaptionAtBottom``.
    case tableCaption

    /// The kinds that have a word in scenes.
    public static let allCases: [Display] = [.flex, .grid, .block, .none]
  }

  /// The axis and the order of a flex container's items.
  public enum FlexDirection: String, Sendable, Hashable, CaseIterable {
    case row, column
    case rowReverse = "row-reverse"
    case columnReverse = "column-reverse"

    var isRow: Bool { self == .row || self == .rowReverse }
    var isReversed: Bool { self == .rowReverse || self == .columnReverse }
  }

  /// Whether a flex container's items break into lines.
  public enum FlexWrap: String, Sendable, Hashable, CaseIterable {
    case nowrap, wrap
    case wrapReverse = "wrap-reverse"
  }

  /// The direction of writing, which decides where `start` is.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// What happens to contents that are larger than the box. The layout itself cuts nothing off, and
  /// scroll bars take no room: a box that is not `visible` may become smaller than its contents,
  /// and keeps their margins inside.
  public enum Overflow: String, Sendable, Hashable, CaseIterable {
    case visible, hidden, scroll
  }

  /// The styles of borders where they collapse; a later one wins over an earlier one of the same
  /// width. A hidden border wins over all, and makes none.
  public enum BorderStyle: Int, Sendable, Hashable {
    case none, inset, groove, outset, ridge, dotted, dashed, solid, double, hidden
  }

  /// The kind of container.
  public var display = Display.flex
  /// The axis and order of flex items.
  public var flexDirection = FlexDirection.row
  /// Whether flex items break into lines.
  public var flexWrap = FlexWrap.nowrap
  /// Where items, or tracks, lie along the main axis, or in x.
  public var justifyContent = BoxAlignment.normal
  /// Where each item lies across the main axis, or in y.
  public var alignItems = BoxAlignment.normal
  /// Where lines, or tracks, or the contents of a block, lie across the main axis, or in y.
  public var alignContent = BoxAlignment.normal
  /// Where each item of a grid lies in x.
  public var justifyItems = BoxAlignment.normal
  /// The room between rows, and around those of a table; ``BoxLength/auto`` is none.
  public var rowGap = BoxLength.points(0)
  /// The room between columns, and around those of a table; ``BoxLength/auto`` is none.
  public var columnGap = BoxLength.points(0)
  /// Room within the box, around its contents.
  public var padding = BoxSides<BoxLength>(.points(0))
  /// Room for a border, which something else draws.
  public var border = BoxSides<BoxLength>(.points(0))
  /// The styles of the border, which count in tables with collapsed borders alone.
  public var borderStyles = BoxSides<BorderStyle>(.solid)
  /// Whether the borders of a table and its parts collapse: CSS 2.2, §17.6.2. It is set for the
  /// table and for each part of it.
  public var collapsesBorders = false
  /// Whether the columns of a table do not depend on the contents of cells: `table-layout` `fixed`.
  public var hasFixedColumns = false
  /// Whether a caption stands below its table.
  public var isCaptionAtBottom = false
  /// What happens to contents that are wider than the box.
  public var overflowX = Overflow.visible
  /// What happens to contents that are higher than the box.
  public var overflowY = Overflow.visible
  /// The direction of writing; `nil` for that of the box around.
  public var direction: Direction?
  /// The number of columns into which a block is broken, at most if a width is set, too; `nil` for
  /// as many as have room: CSS Multi-column Layout 1. ``columnGap`` lies between them.
  public var columnCount: Int?
  /// The width of columns, at least; ``BoxLength/auto`` for none.
  public var columnWidth = BoxLength.auto
  /// Whether each column is filled before the next; by default all are about equally high.
  public var fillsColumnsInTurn = false
  /// Whether the head of a table stands again above its rows in each column, as on paper.
  package var repeatsTableHeads = false
  /// The direction of lines and blocks; `nil` for that of the box around. Widths, heights and sides
  /// are those of the picture in all modes; rows, columns and floats follow the lines.
  public var writingMode: BoxWritingMode?
  /// The columns of a grid.
  public var gridTemplateColumns = GridTemplate()
  /// The rows of a grid.
  public var gridTemplateRows = GridTemplate()
  /// The columns outside of the template, in turn.
  public var gridAutoColumns: [GridTrack] = []
  /// The rows outside of the template, in turn.
  public var gridAutoRows: [GridTrack] = []
  /// The order in which items without a place fill the grid.
  public var gridAutoFlow = GridFlow.row

  /// Creates a row without gaps.
  public init() {}

  /// Creates a container of a kind.
  public init(_ display: Display) {
    self.display = display
  }

  /// Creates a flex container.
  ///
  /// - Parameters:
  ///   - direction: The axis and order of the items.
  ///   - gap: The room between items, and between lines.
  ///   - align: Where items lie across the axis.
  ///   - justify: Where items lie along the axis.
  ///   - padding: The room around the items.
  public init(
    _ direction: FlexDirection, gap: BoxLength = .points(0), align: BoxAlignment = .normal,
    justify: BoxAlignment = .normal, padding: BoxSides<BoxLength> = 0
  ) {
    flexDirection = direction
    rowGap = gap
    columnGap = gap
    alignItems = align
    justifyContent = justify
    self.padding = padding
  }

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - columns: The columns of the grid.
  ///   - rows: The rows; further rows are as high as their contents.
  ///   - gap: The room between rows and between columns.
  ///   - padding: The room around the grid.
  public init(
    columns: [GridTrack], rows: [GridTrack] = [], gap: BoxLength = .points(0),
    padding: BoxSides<BoxLength> = 0
  ) {
    display = .grid
    gridTemplateColumns = GridTemplate(columns)
    gridTemplateRows = GridTemplate(rows)
    rowGap = gap
    columnGap = gap
    self.padding = padding
  }
}
