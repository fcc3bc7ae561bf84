// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import BoxTrees
internal import StyledDocuments
internal import TextModel

// The words of CSS for the values of boxes.

extension BoxLayout.Display: Keyword {
  package var keyword: String {
    switch self {
    case .flex: "flex"
    case .grid: "grid"
    case .block: "block"
    case .none: "none"
    }
  }
}

extension BoxLayout.FlexDirection: Keyword {
  package var keyword: String {
    switch self {
    case .row: "row"
    case .column: "column"
    case .rowReverse: "row-reverse"
    case .columnReverse: "column-reverse"
    }
  }
}

extension BoxLayout.FlexWrap: Keyword {
  package var keyword: String {
    switch self {
    case .nowrap: "nowrap"
    case .wrap: "wrap"
    case .wrapReverse: "wrap-reverse"
    }
  }
}

extension BoxLayout.Direction: Keyword {
  package var keyword: String {
    switch self {
    case .leftToRight: "ltr"
    case .rightToLeft: "rtl"
    }
  }
}

extension BoxLayout.Overflow: Keyword {
  package var keyword: String {
    switch self {
    case .visible: "visible"
    case .hidden: "hidden"
    case .scroll: "scroll"
    }
  }
}

extension BoxItem.Position: Keyword {
  package var keyword: String {
    switch self {
    case .relative: "relative"
    case .absolute: "absolute"
    }
  }
}

extension BoxItem.BoxSizing: Keyword {
  package var keyword: String {
    switch self {
    case .borderBox: "border-box"
    case .contentBox: "content-box"
    }
  }
}

extension GridFlow: Keyword {
  package var keyword: String {
    switch self {
    case .row: "row"
    case .column: "column"
    case .rowDense: "row dense"
    case .columnDense: "column dense"
    }
  }
}

extension BoxAlignment.Position: Keyword {
  package var keyword: String {
    switch self {
    case .normal: "normal"
    case .stretch: "stretch"
    case .start: "start"
    case .end: "end"
    case .flexStart: "flex-start"
    case .flexEnd: "flex-end"
    case .selfStart: "self-start"
    case .selfEnd: "self-end"
    case .center: "center"
    case .left: "left"
    case .right: "right"
    case .baseline: "baseline"
    case .lastBaseline: "last baseline"
    case .spaceBetween: "space-between"
    case .spaceAround: "space-around"
    case .spaceEvenly: "space-evenly"
    }
  }
}
