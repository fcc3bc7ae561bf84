// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import BoxTrees

// The modifiers of an element's box, named as in CSS. An element with a layout and no container
// around it is an outermost container; its sizes are those of an item in the picture.

extension TreeElement {
  private func item<Value>(_ path: WritableKeyPath<BoxItem, Value>, _ value: Value) -> Self {
    with { $0.item[keyPath: path] = value }
  }

  /// Makes the element a container of its sublayers.
  public func layout(_ layout: BoxLayout) -> Self { with { $0.layout = layout } }

  /// Changes how the element lays out its sublayers; an element without a layout becomes a row
  /// first.
  public func layout(_ change: (inout BoxLayout) -> Void) -> Self {
    with {
      var layout = $0.layout ?? BoxLayout()
      change(&layout)
      $0.layout = layout
    }
  }

  // MARK: Sizes

  /// The width: points, `.percent(50)`, `.minContent`, …
  public func width(_ width: BoxLength) -> Self { item(\.width, width) }

  /// The height: points, `.percent(50)`, …
  public func height(_ height: BoxLength) -> Self { item(\.height, height) }

  /// The least width; `.auto` is that of the contents in rows, columns and grids.
  public func minWidth(_ width: BoxLength) -> Self { item(\.minWidth, width) }

  /// The least height; `.auto` is that of the contents in rows, columns and grids.
  public func minHeight(_ height: BoxLength) -> Self { item(\.minHeight, height) }

  /// The greatest width; `.auto` is none.
  public func maxWidth(_ width: BoxLength) -> Self { item(\.maxWidth, width) }

  /// The greatest height; `.auto` is none.
  public func maxHeight(_ height: BoxLength) -> Self { item(\.maxHeight, height) }

  /// The ratio of width to height, used where one of them is not set.
  public func aspectRatio(_ ratio: Double?) -> Self { item(\.aspectRatio, ratio) }

  // MARK: Rows and columns

  /// The factor by which the element grows along the container's axis, relative to those of the
  /// other elements; see `BoxItem.flexGrow`.
  public func grow(_ share: Double = 1) -> Self { item(\.flexGrow, share) }

  /// The factor by which the element shrinks along the container's axis, relative to those of the
  /// other elements; 0 keeps the size. See `BoxItem.flexShrink`.
  public func shrink(_ share: Double) -> Self { item(\.flexShrink, share) }

  /// The size from which the element grows and shrinks along the container's axis.
  public func basis(_ length: BoxLength) -> Self { item(\.flexBasis, .length(length)) }

  /// Where the element lies across the container's axis, or in the y of its cell of a grid.
  public func alignSelf(_ alignment: BoxAlignment) -> Self { item(\.alignSelf, alignment) }

  /// Where the element lies in the x of its cell of a grid.
  public func justifySelf(_ alignment: BoxAlignment) -> Self { item(\.justifySelf, alignment) }

  /// The place among the container's layers: those with a smaller number come first.
  public func order(_ order: Int) -> Self { item(\.order, order) }

  // MARK: Grids

  /// The columns that the element covers: `2`, `.span(2)`, `.lines(1, 3)`.
  public func gridColumn(_ placement: GridPlacement) -> Self { item(\.gridColumn, placement) }

  /// The rows that the element covers: `2`, `.span(2)`, `.lines(1, 3)`.
  public func gridRow(_ placement: GridPlacement) -> Self { item(\.gridRow, placement) }

  // MARK: Room

  /// Room around the element, the same on all sides; `.auto` takes what is left.
  public func margin(_ margin: BoxSides<BoxLength>) -> Self { item(\.margin, margin) }

  /// Room above and below, and at the left and the right of the element.
  public func margin(vertical: BoxLength = 0, horizontal: BoxLength = 0) -> Self {
    margin(BoxSides(vertical: vertical, horizontal: horizontal))
  }

  /// Room around the element, for each side.
  public func margin(
    top: BoxLength = 0, right: BoxLength = 0, bottom: BoxLength = 0, left: BoxLength = 0
  ) -> Self {
    margin(BoxSides(top: top, right: right, bottom: bottom, left: left))
  }

  /// Room around the element's contents, the same on all sides.
  public func padding(_ padding: BoxSides<BoxLength>) -> Self { layout { $0.padding = padding } }

  /// Room above and below, and at the left and the right of the element's contents.
  public func padding(vertical: BoxLength = 0, horizontal: BoxLength = 0) -> Self {
    padding(BoxSides(vertical: vertical, horizontal: horizontal))
  }

  /// Room around the element's contents, for each side.
  public func padding(
    top: BoxLength = 0, right: BoxLength = 0, bottom: BoxLength = 0, left: BoxLength = 0
  ) -> Self {
    padding(BoxSides(top: top, right: right, bottom: bottom, left: left))
  }

  /// Takes the element out of the flow, and places it by its distances from the edges of the
  /// container; with two opposite ones it fills the room between.
  public func absolute(
    top: BoxLength = .auto, right: BoxLength = .auto, bottom: BoxLength = .auto,
    left: BoxLength = .auto
  ) -> Self {
    with {
      $0.item.position = .absolute
      $0.item.inset = BoxSides(top: top, right: right, bottom: bottom, left: left)
    }
  }

  /// The direction of writing of the element and the containers in it, which decides where rows
  /// and grids begin.
  public func direction(_ direction: BoxLayout.Direction) -> Self {
    layout { $0.direction = direction }
  }

  /// The overflow. With any value but `visible`, the element may become smaller than its contents,
  /// which are still not clipped.
  public func overflow(_ overflow: BoxLayout.Overflow) -> Self {
    layout { ($0.overflowX, $0.overflowY) = (overflow, overflow) }
  }
}
