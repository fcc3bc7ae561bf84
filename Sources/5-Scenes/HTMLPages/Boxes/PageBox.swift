// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import Markup
internal import StyleSheets

/// A box of a page: what an element, a pseudo-element or a wrapper of the layout's own becomes
/// (CSS Display 3, §2).
final class PageBox {
  enum Contents {
    /// Boxes below each other, items of a flex box or a grid, or parts of a table.
    case boxes([PageBox])
    /// Text and boxes in lines: an inline formatting context.
    case lines([InlineItem])
    /// A picture, or another thing with a size of its own.
    case replaced(ReplacedContent)
  }

  /// The element in the markup; `nil` for a wrapper.
  let node: Int?
  private(set) var style: ComputedStyle
  var display: Display
  var contents = Contents.boxes([])
  /// The marker beside the first line of a list item.
  var marker: ListMarker?
  /// The box that lies on the upper border of a `fieldset`.
  var legend: PageBox?
  /// The decorations of the text in the box, by this box or by those around it.
  let decorations: [LineDecoration]
  /// The style of the first line; `nil` if it is that of the box.
  var firstLine: ComputedStyle?
  /// The shape of a float in lines; `nil` for that of its box.
  var floatShape: FloatShape?
  /// Whether the box has lines beside blocks, and no element.
  var isAnonymous = false
  /// The number of the box in the layout's tree.
  var number = 0

  init(
    node: Int?, style: ComputedStyle, display: Display, decorations: [LineDecoration] = []
  ) {
    (self.node, self.style, self.display) = (node, style, display)
    self.decorations = decorations
  }

  /// An empty block below floats: what a forced break with `clear` leaves.
  static func clearance(_ style: ComputedStyle) -> PageBox {
    let box = PageBox(node: nil, style: style.child, display: .block)
    box.style.box.clear = style.box.clear
    return box
  }

  var isFloat: Bool { style.box.float != .none && !isAbsolute }
  var isAbsolute: Bool { style.box.position == .absolute || style.box.position == .fixed }
  /// Whether the box lies in the flow.
  var isInFlow: Bool { !isFloat && !isAbsolute }
  /// The lower margin in points; percentages count as 0.
  var bottomMargin: Double { style.box.margin.bottom.length?.points(of: 0) ?? 0 }
  var isPositioned: Bool { style.box.position != .static }

  /// The box with the first line of a block (CSS Pseudo-Elements 4, §2.1.1); `nil` if it has none.
  var firstLineBox: PageBox? {
    switch contents {
    case .lines: return self
    case .boxes(let children):
      guard !hasItems, display.holdsLines else { return nil }
      return children.first(where: \.isInFlow)?.firstLineBox
    case .replaced: return nil
    }
  }

  /// Whether borders of the style are those of the box: parts of tables have none, and where
  /// borders collapse they belong to the table's lines (CSS 2.2, §17.6).
  var hasOwnBorders: Bool {
    switch display {
    case .part(.caption): true
    case .part(.cell), .box(_, .table, _): style.inherited.borderCollapse == .separate
    case .part(.rubyBase), .part(.rubyText): true
    case .part: false
    default: true
    }
  }

  /// Whether the children of the box are items of a flex box or a grid.
  var hasItems: Bool { display.inner == .flex || display.inner == .grid }
}

/// A part of the contents of lines, in the order of the document.
enum InlineItem {
  /// Characters, with the innermost inline box around them; `nil` for the block's own.
  case text(String, InlineSpan?)
  /// An inline box begins; `isFirst` is false where it goes on after a block within it.
  case start(InlineSpan, isFirst: Bool)
  /// An inline box ends; `isLast` is false where it goes on after a block within it.
  case end(InlineSpan, isLast: Bool)
  /// A box that stands in a line as a letter does, a float, or an absolute box.
  case box(PageBox, InlineSpan?)
  /// The text of a ruby, of the characters since the last one or since the ruby began; `nil` where
  /// a ruby begins.
  case ruby(String?, ComputedStyle)
  /// A forced line break.
  case lineBreak(InlineSpan?)
}

/// An inline box: an element, or a pseudo-element, whose text stands in the lines around it.
final class InlineSpan {
  let node: Int?
  let style: ComputedStyle
  let parent: InlineSpan?
  let decorations: [LineDecoration]

  init(
    node: Int?, style: ComputedStyle, parent: InlineSpan?, decorations: [LineDecoration]
  ) {
    (self.node, self.style, self.parent, self.decorations) = (node, style, parent, decorations)
  }

  /// The opacity of the box together with the inline boxes around it: in place of a group, since
  /// lines break within it, letters and boxes are each paler (CSS Color 4, §4.1).
  var opacity: Double { style.paint.opacity * (parent?.opacity ?? 1) }

  /// Whether the box has edges along the lines, so that a line has it even without text.
  var hasEdges: Bool {
    let box = style.box
    func counts(_ side: Side) -> Bool {
      box.border[side].width != 0 || box.padding[side] != .zero
        || box.margin[side] != .length(.zero) && box.margin[side] != .auto
    }
    return style.text.writingMode.isVertical
      ? counts(.top) || counts(.bottom) : counts(.left) || counts(.right)
  }
}

/// A line that an element draws along its text and along that of the boxes within it.
struct LineDecoration {
  let decoration: StyleSheets.TextDecoration
  let color: Color
  let style: ComputedStyle
}

/// The marker of a list item that lies outside of its box.
struct ListMarker {
  let text: String
  let image: String?
  let style: ComputedStyle
}
