// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import BoxTrees
internal import StyledDocuments
internal import TextModel

// The words of CSS for the values of boxes.

extension BoxLayout.Display: ListedKeyword {
  package static let list = ["flex", "grid", "block", "none"]
}

extension BoxLayout.FlexDirection: ListedKeyword {
  package static let list = ["row", "column", "row-reverse", "column-reverse"]
}

extension BoxLayout.FlexWrap: ListedKeyword {
  package static let list = ["nowrap", "wrap", "wrap-reverse"]
}

extension BoxLayout.Direction: ListedKeyword {
  package static let list = ["ltr", "rtl"]
}

extension BoxLayout.Overflow: ListedKeyword {
  package static let list = ["visible", "hidden", "scroll"]
}

extension BoxItem.Position: ListedKeyword {
  package static let list = ["relative", "absolute"]
}

extension BoxItem.BoxSizing: ListedKeyword {
  package static let list = ["border-box", "content-box"]
}

extension GridFlow: ListedKeyword {
  package static let list = ["row", "column", "row dense", "column dense"]
}

extension BoxAlignment.Position: ListedKeyword {
  package static let list = [
    "normal", "stretch", "start", "end", "flex-start", "flex-end", "self-start", "self-end",
    "center", "left", "right", "baseline", "last baseline", "space-between", "space-around",
    "space-evenly",
  ]
}
