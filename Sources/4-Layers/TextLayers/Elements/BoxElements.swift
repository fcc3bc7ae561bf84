// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import BoxTrees

/// A layer whose layers lie side by side: a flex container along x.
///
/// ```swift
/// Row(gap: 8, align: .center) {
///   Image(portrait).width(40).height(40)
///   Text("Ada Lovelace").grow()
///   Text("12 Nov", color: .gray)
/// }.padding(16)
/// ```
///
/// Gaps and sizes are points; `.percent(50)` is half of the container. A row begins at the right
/// where its ``TreeElement/direction(_:)``, or that of a container around, is right to left.
public struct Row: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - gap: The room between layers, and between lines where it wraps.
  ///   - align: Where the layers lie in y; by default each is as high as the row.
  ///   - justify: Where the layers lie in x.
  ///   - wraps: Whether layers for which there is no room begin another line.
  ///   - content: The layers.
  public init(
    gap: BoxLength = 0, align: BoxAlignment = .normal, justify: BoxAlignment = .normal,
    wraps: Bool = false, @TreeBuilder _ content: () throws -> [any TreeElement]
  ) rethrows {
    attributes = TreeElementAttributes(sublayers: try content())
    attributes.layout = BoxLayout(.row, gap: gap, align: align, justify: justify)
    attributes.layout?.flexWrap = wraps ? .wrap : .nowrap
  }
}

/// A layer whose layers lie one below another: a flex container along y.
public struct Column: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - gap: The room between layers.
  ///   - align: Where the layers lie in x; by default each is as wide as the column.
  ///   - justify: Where the layers lie in y.
  ///   - content: The layers.
  public init(
    gap: BoxLength = 0, align: BoxAlignment = .normal, justify: BoxAlignment = .normal,
    @TreeBuilder _ content: () throws -> [any TreeElement]
  ) rethrows {
    attributes = TreeElementAttributes(sublayers: try content())
    attributes.layout = BoxLayout(.column, gap: gap, align: align, justify: justify)
  }
}

/// A layer whose layers fill the cells of a grid, row by row.
///
/// ```swift
/// Grid(columns: [.fr(1), .points(120)], gap: 8) {
///   Text("Total")
///   Text("12,00 €").justifySelf(.end)
/// }
/// ```
public struct Grid: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - columns: The columns: `.fr(1)` is a share of the room, `.points(120)` a width, `.auto` as
  ///     wide as its layers.
  ///   - rows: The rows; further rows are as high as their layers.
  ///   - gap: The room between rows and between columns.
  ///   - content: The layers.
  public init(
    columns: [GridTrack], rows: [GridTrack] = [], gap: BoxLength = 0,
    @TreeBuilder _ content: () throws -> [any TreeElement]
  ) rethrows {
    attributes = TreeElementAttributes(sublayers: try content())
    attributes.layout = BoxLayout(columns: columns, rows: rows, gap: gap)
  }
}

/// Empty room that takes the room which the other layers of a row or column leave.
public struct Spacer: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes = TreeElementAttributes()

  /// Creates room.
  ///
  /// - Parameter share: The share of the free room, relative to the shares of other layers.
  public init(_ share: Double = 1) {
    attributes.item.flexGrow = share
  }
}
