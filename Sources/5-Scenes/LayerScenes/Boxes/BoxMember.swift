// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
package import StyledDocuments
internal import TextModel

/// The members of `layout`: the properties of a layer's box, named as in CSS. A member may be
/// written in camel case or with hyphens: `justifyContent`, `justify-content`.
package enum BoxMember: String, DocumentObject {
  case display
  case position
  case left
  case top
  case right
  case bottom
  case inset
  case width
  case height
  case minWidth
  case minHeight
  case maxWidth
  case maxHeight
  case aspectRatio
  case boxSizing
  case margin
  case marginLeft
  case marginTop
  case marginRight
  case marginBottom
  case padding
  case paddingLeft
  case paddingTop
  case paddingRight
  case paddingBottom
  case border
  case borderLeft
  case borderTop
  case borderRight
  case borderBottom
  case flexDirection
  case flexWrap
  case flex
  case flexGrow
  case flexShrink
  case flexBasis
  case justifyContent
  case alignItems
  case alignSelf
  case alignContent
  case justifyItems
  case justifySelf
  case gap
  case rowGap
  case columnGap
  case order
  case direction
  case overflow
  case gridTemplateColumns
  case gridTemplateRows
  case gridAutoColumns
  case gridAutoRows
  case gridAutoFlow
  case gridColumn
  case gridRow
  case gridColumnStart
  case gridColumnEnd
  case gridRowStart
  case gridRowEnd

  package var summary: String {
    switch self {
    case .display: "how the sublayers are laid out (default flex); none: no room at all"
    case .position: "absolute: out of the flow, against the container (default relative)"
    case .left, .top, .right, .bottom:
      "absolute: the distance from the container's edge; relative: a move (default auto)"
    case .inset: "left, top, right and bottom at once"
    case .width, .height: "the size (default auto: of the contents, or of the room)"
    case .minWidth, .minHeight: "the least size (default auto: of the contents in flex and grid)"
    case .maxWidth, .maxHeight: "the greatest size (default auto: none)"
    case .aspectRatio: "width over height, where one of them is auto"
    case .boxSizing: "what sizes measure (default border-box: with padding and border)"
    case .margin: "room around the layer (default 0)"
    case .padding: "room around the contents (default 0)"
    case .border: "room for a border, which borderWidth draws (default 0)"
    case .marginLeft, .marginTop, .marginRight, .marginBottom, .paddingLeft, .paddingTop,
      .paddingRight, .paddingBottom, .borderLeft, .borderTop, .borderRight, .borderBottom:
      "one side of it"
    case .flexDirection: "flex: the axis of the items (default row)"
    case .flexWrap: "flex: whether the items break into lines (default nowrap)"
    case .flex: "flexGrow, flexShrink and flexBasis at once, as in CSS"
    case .flexGrow: "the share of the room that is left in a line (default 0)"
    case .flexShrink: "the share of what is missing in a line, times the size (default 1)"
    case .flexBasis: "the size from which it grows and shrinks (default auto: width or height)"
    case .justifyContent: "where items or columns lie along the axis, or in x (default normal)"
    case .alignItems: "where items lie across the axis, or in y (default normal: stretch)"
    case .alignSelf: "the same for this layer alone (default: as the container says)"
    case .alignContent: "where lines, or rows, lie across the axis, or in y (default normal)"
    case .justifyItems: "grid: where items lie in x (default normal: stretch)"
    case .justifySelf: "the same for this layer alone (default: as the container says)"
    case .gap: "the room between rows and between columns (default 0); two values: row, column"
    case .rowGap: "the room between rows (default 0)"
    case .columnGap: "the room between columns (default 0)"
    case .order: "items are laid out by this number (default 0)"
    case .direction: "the direction of writing (default: that of the container; ltr)"
    case .overflow: "what is not visible may be smaller than its contents (default visible)"
    case .gridTemplateColumns: "grid: the columns"
    case .gridTemplateRows: "grid: the rows"
    case .gridAutoColumns: "grid: columns beyond those, in turn (default auto)"
    case .gridAutoRows: "grid: rows beyond those, in turn (default auto)"
    case .gridAutoFlow: "grid: the order in which items fill it (default row)"
    case .gridColumn: "the columns of the grid that it covers (default auto)"
    case .gridRow: "the rows of the grid that it covers (default auto)"
    case .gridColumnStart, .gridRowStart: "where they begin"
    case .gridColumnEnd, .gridRowEnd: "where they end"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .display: .words("DISPLAY", BoxLayout.Display.self)
    case .position: .words("POSITION", BoxItem.Position.self)
    case .left, .top, .right, .bottom: .boxInset
    case .inset, .margin, .padding, .border: .boxSides
    case .width, .height, .minWidth, .minHeight, .maxWidth, .maxHeight: .boxSize
    case .aspectRatio: .boxRatio
    case .boxSizing: .words("SIZING", BoxItem.BoxSizing.self)
    case .marginLeft, .marginTop, .marginRight, .marginBottom: .boxInset
    case .paddingLeft, .paddingTop, .paddingRight, .paddingBottom, .borderLeft, .borderTop,
      .borderRight, .borderBottom, .rowGap, .columnGap:
      .boxLength
    case .flexDirection: .words("DIRECTION", BoxLayout.FlexDirection.self)
    case .flexWrap: .words("WRAP", BoxLayout.FlexWrap.self)
    case .flex: .boxFlex
    case .flexGrow, .flexShrink: .amount
    case .flexBasis: .boxBasis
    case .justifyContent, .alignItems, .alignSelf, .alignContent, .justifyItems, .justifySelf:
      .boxAlignment
    case .gap: .boxGap
    case .order: .wholeNumber
    case .direction: .words("DIRECTION", BoxLayout.Direction.self)
    case .overflow: .boxOverflow
    case .gridTemplateColumns, .gridTemplateRows, .gridAutoColumns, .gridAutoRows: .gridTracks
    case .gridAutoFlow: .words("FLOW", GridFlow.self)
    case .gridColumn, .gridRow: .gridArea
    case .gridColumnStart, .gridColumnEnd, .gridRowStart, .gridRowEnd: .gridLine
    }
  }

  /// The members by their keys, with hyphens and without.
  static let named = Dictionary(
    allCases.flatMap { [($0.rawValue, $0), ($0.hyphenated, $0)] }, uniquingKeysWith: { $1 })

  private var hyphenated: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
  }
}

/// The forms of the values of boxes. A number is a length in points; CSS's `px` may be written.
extension ValueForm {
  static let boxLength = ValueForm("LENGTH", .numberOrString, forms: "12 or \"10%\"")
  static let boxInset = ValueForm(
    "LENGTH", .numberOrString, words: ["auto"], forms: "12, \"10%\" or auto")
  static let boxSize = ValueForm(
    "LENGTH", .numberOrString, words: BoxLength.words,
    forms: "120, \"50%\", \(BoxLength.words.joined(separator: ", "))")
  static let boxBasis = ValueForm(
    "LENGTH", .numberOrString, words: BoxLength.words + ["content"],
    forms: "120, \"50%\", \(BoxLength.words.joined(separator: ", ")) or content")
  static let boxSides = ValueForm(
    "LIST", .lengths, forms: "12, \"10%\", [8,12] or [top,right,bottom,left]")
  static let boxGap = ValueForm("LIST", .lengths, forms: "8, \"5%\" or [row,column]")
  static let boxFlex = ValueForm(
    "LIST", .lengths, words: ["none", "auto"], forms: "1, \"1 1 120\", auto or none")
  static let boxRatio = ValueForm("N", .numberOrString, forms: "1.5 or \"3 / 2\"")
  static let boxAlignment = ValueForm(
    "ALIGN", words: BoxAlignment.Position.words,
    forms: "\(BoxAlignment.Position.keywords); with safe or unsafe before it")
  static let boxOverflow = ValueForm(
    "OVERFLOW", .strings, words: BoxLayout.Overflow.words,
    forms: "\(BoxLayout.Overflow.keywords); or [x,y]")
  static let wholeNumber = ValueForm("N", .number, forms: "a whole number")
  static let gridTracks = ValueForm(
    "TRACKS", .lengths,
    forms: "[120,\"1fr\",\"auto\",\"minmax(10, 1fr)\",\"fit-content(100)\"], "
      + "\"repeat(3, 1fr)\" or \"repeat(auto-fill, 40)\"")
  static let gridArea = ValueForm("LINES", .numberOrString, forms: "2, \"1 / 3\" or \"span 2\"")
  static let gridLine = ValueForm("LINE", .numberOrString, forms: "2, -1, \"span 2\" or auto")
}
