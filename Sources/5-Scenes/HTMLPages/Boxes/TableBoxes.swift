// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyleSheets

/// The wrappers that parts of tables need around them or within (CSS 2.2, §17.2.1).
enum TableBoxes {
  /// Completes the contents of a box: rows get cells, tables rows, and parts outside of tables a
  /// table.
  static func complete(_ box: PageBox) {
    guard case .boxes(let children) = box.contents else { return }
    let wanted = Level(of: box.display)
    guard wanted != nil || children.contains(where: { Level(part: $0.display) != nil }) else {
      return
    }
    box.contents = .boxes(completed(children, in: box, at: wanted ?? .outside))
  }

  /// What stands in a box of a kind.
  private enum Level {
    case outside, table, group, row, columns

    /// The level of the contents of a box; `nil` outside of tables.
    init?(of display: Display) {
      switch display {
      case .box(_, .table, _): self = .table
      case .part(.rowGroup), .part(.headerGroup), .part(.footerGroup): self = .group
      case .part(.row): self = .row
      case .part(.columnGroup): self = .columns
      default: return nil
      }
    }

    /// The level at which a part of a table stands; `nil` for a box that is no part.
    init?(part display: Display) {
      switch display {
      case .part(.rowGroup), .part(.headerGroup), .part(.footerGroup), .part(.caption),
        .part(.column), .part(.columnGroup):
        self = .table
      case .part(.row): self = .group
      case .part(.cell): self = .row
      default: return nil
      }
    }
  }

  private static func completed(
    _ children: [PageBox], in box: PageBox, at level: Level
  ) -> [PageBox] {
    var result: [PageBox] = []
    var run: [PageBox] = []
    /// Ends a run of neighbours that stand in one wrapper.
    func wrap() {
      guard !run.isEmpty else { return }
      let display: Display =
        switch level {
        case .outside: box.display == .inline ? .inlineTable : .table
        case .table: .part(.row)
        case .group: .part(.row)
        case .row: .part(.cell)
        case .columns: .part(.column)
        }
      let wrapper = PageBox(
        node: nil, style: box.style.child, display: display, decorations: box.decorations)
      wrapper.contents = .boxes(run)
      run = []
      complete(wrapper)
      result.append(wrapper)
    }
    for child in children {
      let part = Level(part: child.display)
      let fits =
        switch level {
        case .outside: part == nil
        case .table: part == .table || part == .group
        case .group: part == .group
        case .row: part == .row
        case .columns: child.display == .part(.column)
        }
      if fits || child.isAbsolute && level != .outside {
        wrap()
        result.append(child)
      } else if level == .columns {
        // A group of columns has columns alone.
      } else {
        run.append(child)
      }
    }
    wrap()
    return result
  }
}
