// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Computes the style of an element from its declarations.
struct StyleComputer {
  /// A declaration with the reference of its sheet.
  struct Applied {
    let declaration: Declaration
    let base: String
    /// The layer, for `revert-layer`: those of greater numbers weigh more.
    let layer: Int
  }

  let environment: MediaEnvironment
  let fontUnits: (TextStyle) -> FontUnits
  private let registered: RegisteredProperties
  /// The style of the root element, for `rem`; `nil` while that is computed.
  var root: ComputedStyle?
  /// What was not understood after references were resolved.
  private(set) var notes: [StyleNote] = []
  /// The tokens that custom properties with references may still have.
  private var room = CustomProperties.mostTokensOfAll

  init(
    environment: MediaEnvironment, registered: RegisteredProperties,
    fontUnits: @escaping (TextStyle) -> FontUnits
  ) {
    (self.environment, self.registered, self.fontUnits) = (environment, registered, fontUnits)
  }

  /// The custom properties of an element from its declarations, in ascending order; `nil` if they
  /// are those around it.
  mutating func customValues(_ declarations: [Applied], parent: CustomValues) -> CustomValues? {
    var custom = CustomProperties(parent, registered, room: room)
    let changes = custom.declare(declarations.map(\.declaration).filter { $0.row == nil })
    if custom.room < 0, room >= 0 {
      notes.append(
        StyleNote(
          kind: .limit, text: "the custom properties of all elements", sheet: "", line: 1, column: 1
        ))
    }
    room = custom.room
    return changes ? custom.values : nil
  }

  /// The style of declarations in ascending order.
  ///
  /// - Parameters:
  ///   - standard: The declarations of the standard's sheet alone, to which `revert` goes back.
  ///   - parent: The style of the element around it.
  ///   - values: The custom properties.
  ///   - reverts: How often `revert-layer` may go back further.
  mutating func style(
    _ declarations: [Applied], standard: [Applied], parent: ComputedStyle,
    custom values: CustomValues,
    reverts: Int = 4
  ) -> ComputedStyle {
    var style = parent.child
    style.custom = values
    var custom = CustomProperties(values, registered)
    // Of the declarations of a property only the last one is computed.
    var seen = [Bool](repeating: false, count: Property.table.count)
    var last: [Applied] = []
    for applied in declarations.reversed() {
      guard let row = applied.declaration.row, !seen[row] else { continue }
      seen[row] = true
      last.append(applied)
    }
    last.reverse()
    var reverted: [Int: ComputedStyle] = [:]
    var context = ValueContext(environment: environment)
    context.parent = parent
    for phase in Property.Phase.allCases {
      context.phase = phase
      prepare(&context, phase, style)
      for applied in last {
        guard let row = applied.declaration.row else { continue }
        let property = Property.table[row]
        let wide = applied.declaration.wide
        if let wide {
          // `revert` goes back to the standard's sheet, whose layer is 0.
          let layer = wide == .revertLayer && reverts > 0 ? applied.layer : 0
          if wide == .revert || wide == .revertLayer, reverted[layer] == nil {
            let lower = declarations.filter {
              !$0.declaration.isImportant && $0.layer < layer
            }
            reverted[layer] = self.style(
              layer == 0 ? standard : lower, standard: standard, parent: parent, custom: values,
              reverts: layer == 0 ? 0 : reverts - 1)
          }
          for part in property.parts where part.phase == phase {
            Self.set(part, wide, &style, parent: parent, reverted: reverted[layer])
          }
        } else if property.isRead(in: phase) {
          context.base = applied.base
          read(applied.declaration, property, &style, &custom, context)
        }
      }
      if phase == .font { adjustSize(&style.text, parent: parent.text) }
    }
    finish(&style, parent: parent)
    return style
  }

  private func prepare(
    _ context: inout ValueContext, _ phase: Property.Phase, _ style: ComputedStyle
  ) {
    // Until the font is known, its sizes are those of the parent.
    let text = phase == .font ? context.parent.text : style.text
    let rootText = (root ?? style).text
    let fontUnits = self.fontUnits
    func lineHeight(_ text: TextStyle) -> Double {
      switch text.lineHeight {
      case .normal: fontUnits(text).lineHeight
      case .factor(let factor): factor * text.fontSize
      case .points(let points): points
      }
    }
    context.fontSize = text.fontSize
    context.rootFontSize = root == nil && phase == .font ? 16 : rootText.fontSize
    context.units = { fontUnits(text) }
    let lineText = phase == .rest ? text : context.parent.text
    context.lineHeight = { lineHeight(lineText) }
    context.rootLineHeight = { lineHeight(rootText) }
    context.isVertical = style.text.writingMode.isVertical
    context.color = phase == .rest ? style.text.color : nil
  }

  private mutating func read(
    _ declaration: Declaration, _ property: Property, _ style: inout ComputedStyle,
    _ custom: inout CustomProperties, _ context: ValueContext
  ) {
    var tokens = declaration.tokens
    if declaration.hasReferences {
      let resolved = custom.substituted(tokens)
      tokens = resolved ?? []
      let words = tokens.filter { $0 != .whitespace }
      if words.count == 1, case .ident(let word) = words[0],
        let wide = Declaration.Wide(rawValue: word.lowercasedASCII)
      {
        for part in property.parts where part.phase == context.phase {
          Self.set(part, wide, &style, parent: context.parent, reverted: nil)
        }
        return
      }
      let copy = style
      var reader = ValueReader(tokens, context)
      if resolved != nil, !reader.isAtEnd, property.read(&reader, &style), reader.isAtEnd { return }
      // Invalid at computed-value time (CSS Custom Properties 1, §3.1).
      style = copy
      for part in property.parts where part.phase == context.phase {
        Self.set(part, .unset, &style, parent: context.parent, reverted: nil)
      }
      let note = StyleNote(
        kind: .value, text: "\(property.name) with var()", sheet: "", line: declaration.line,
        column: declaration.column)
      if notes.count < 100, !notes.contains(note) { notes.append(note) }
      return
    }
    var reader = ValueReader(tokens, context)
    _ = property.read(&reader, &style)
  }

  private static func set(
    _ property: Property, _ wide: Declaration.Wide, _ style: inout ComputedStyle,
    parent: ComputedStyle, reverted: ComputedStyle?
  ) {
    switch wide {
    case .initial: property.copy(&style, .initial)
    case .inherit: property.copy(&style, parent)
    case .unset: property.copy(&style, property.isInherited ? parent : .initial)
    case .revert, .revertLayer:
      property.copy(&style, reverted ?? (property.isInherited ? parent : .initial))
    }
  }

  /// Fonts of fixed widths are smaller where no length says otherwise, as in browsers: 13 for 16.
  private func adjustSize(_ text: inout TextStyle, parent: TextStyle) {
    let fixed: [FontFamily] = [.generic(.monospace)]
    let isFixed = text.families == fixed
    if text.isSizeAbsolute { return }
    if let keyword = text.sizeKeyword {
      if isFixed || parent.families == fixed {
        text.fontSize = ValueReader.fontSize(keyword: keyword, isMonospace: isFixed)
      }
    } else if isFixed != (parent.families == fixed) {
      text.fontSize *= isFixed ? 13.0 / 16 : 16.0 / 13
    }
  }

  /// What follows from other properties of the element (CSS 2.2, §9.7; CSS Overflow 3, §3.1).
  private func finish(_ style: inout ComputedStyle, parent: ComputedStyle) {
    if style.rare.isOldBox {
      // Old flexible boxes are asked for where lines are to be cut off; there they are blocks.
      if style.box.lineClamp != nil, style.rare.isBoxVertical {
        style.box.display = style.box.display.isInline ? .inlineBlock : .flowRoot
      } else if style.rare.isBoxVertical {
        style.item.direction = .column
      }
    }
    // Lines of another direction stand in a block (CSS Writing Modes 4, §3.2).
    if style.text.writingMode != parent.text.writingMode, root != nil,
      case .box(.inline, .flow, let isListItem) = style.box.display
    {
      style.box.display = .box(.inline, .flowRoot, isListItem: isListItem)
    }
    style.box.declaredDisplay = style.box.display
    let isAbsolute = style.box.position == .absolute || style.box.position == .fixed
    if isAbsolute { style.box.float = .none }
    if isAbsolute || style.box.float != .none { style.box.display = style.box.display.blockified }
    let (x, y) = (style.box.overflowX, style.box.overflowY)
    let isVisible = { (overflow: Overflow) in overflow == .visible || overflow == .clip }
    if isVisible(x) != isVisible(y) {
      if isVisible(x) { style.box.overflowX = x == .visible ? .auto : .hidden }
      if isVisible(y) { style.box.overflowY = y == .visible ? .auto : .hidden }
    }
    style.finishLayers()
  }
}
