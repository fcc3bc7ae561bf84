// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A side of a box as the lines run (CSS Logical Properties 1).
enum LogicalSide: String, CaseIterable, Sendable {
  case blockStart = "block-start"
  case blockEnd = "block-end"
  case inlineStart = "inline-start"
  case inlineEnd = "inline-end"

  /// The physical side in a style whose writing mode is computed.
  func side(_ text: TextStyle) -> Side {
    let mode = text.writingMode
    let isEnd = self == .blockEnd || self == .inlineEnd
    if self == .blockStart || self == .blockEnd {
      let start: Side =
        mode == .horizontalTB ? .top : mode == .verticalRL || mode == .sidewaysRL ? .right : .left
      return isEnd ? start.opposite : start
    }
    // `sideways-lr` runs upwards.
    let isReversed = (text.direction == .rtl) != (mode == .sidewaysLR)
    let start: Side = mode.isVertical ? .top : .left
    return isEnd != isReversed ? start.opposite : start
  }
}

extension Side {
  var opposite: Side {
    switch self {
    case .top: .bottom
    case .right: .left
    case .bottom: .top
    case .left: .right
    }
  }
}

extension Property {
  typealias Path<Value> = WritableKeyPath<ComputedStyle, Value> & Sendable

  /// The properties of one value for each side: physical and logical ones, and the shorthands.
  ///
  /// - Parameters:
  ///   - name: The name of the property of a side: `margin-top` for `top`.
  ///   - all: The shorthand for all sides.
  static func sides<Value: Hashable & Sendable>(
    _ all: String, _ name: @Sendable (String) -> String,
    _ member: (Side) -> any Path<Value>,
    read: @escaping @Sendable (inout ValueReader) -> Value?
  ) -> [Property] {
    // A path with an argument is dear to make: those of the sides are made once.
    let (top, right, bottom, left) = (member(.top), member(.right), member(.bottom), member(.left))
    @Sendable func path(_ side: Side) -> any Path<Value> {
      switch side {
      case .top: top
      case .right: right
      case .bottom: bottom
      case .left: left
      }
    }
    let isInset = all == "inset"
    var rows = Side.allCases.map { side in
      Property(isInset ? side.rawValue : name(side.rawValue), path(side), read)
    }
    let physical = rows.map(\.name)
    for side in LogicalSide.allCases {
      rows.append(
        Property(
          name(side.rawValue),
          copy: { style, other in
            let path = path(side.side(style.text))
            style[keyPath: path] = other[keyPath: path]
          },
          read: { reader, style in
            guard let value = read(&reader) else { return false }
            style[keyPath: path(side.side(style.text))] = value
            return true
          }))
    }
    rows.append(
      Property(all, sets: physical) { reader, style in
        guard let values = reader.sides(read) else { return false }
        for side in Side.allCases { style[keyPath: path(side)] = values[side] }
        return true
      })
    for (axis, start, end) in [
      ("inline", LogicalSide.inlineStart, LogicalSide.inlineEnd), ("block", .blockStart, .blockEnd),
    ] {
      rows.append(
        Property(name(axis), sets: [name(start.rawValue), name(end.rawValue)]) { reader, style in
          guard let values = reader.several(most: 2, read) else { return false }
          style[keyPath: path(start.side(style.text))] = values[0]
          style[keyPath: path(end.side(style.text))] = values[values.count - 1]
          return true
        })
    }
    return rows
  }
}
