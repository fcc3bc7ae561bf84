// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
import DocumentJSON
internal import LayerCompositing
internal import StyledDocuments
internal import SystemConcurrency

extension SceneReader {
  /// Makes the node of a layer that lies in no container. If the layer is itself a container, its
  /// boxes are laid out.
  func node(of layer: UnplacedLayer, _ key: DocumentKey) throws(DocumentError) -> RenderNode {
    if !layer.isContainer, case .made(let contents) = layer.contents {
      return RenderNode(
        id: layer.id, name: layer.name, properties: layer.properties, contents: contents,
        mask: layer.mask, sublayers: layer.placed, motion: layer.motion)
    }
    return try placing(key) { [room, roundingScale, cancellation] () throws -> RenderNode in
      try layer.makeNode(in: room, rounding: roundingScale, cancellation: cancellation)
    }
  }

  /// Adds the notes of the texts in ``unplacedTexts`` from an index on, which have been laid out by
  /// now, and removes these texts from the list.
  ///
  /// - Parameter first: The index; the texts before it lie in boxes that are not laid out yet.
  mutating func noteTexts(from first: Int) {
    if unplacedTexts.count == first { return }
    for (text, key) in unplacedTexts[first...] { note(text.notes, missing: text.missing, key) }
    unplacedTexts.removeSubrange(first...)
  }

  /// Runs the layout of a layer, and turns its errors into errors that name the layer.
  func placing<Value>(
    _ key: DocumentKey, _ body: () throws -> Value
  ) throws(DocumentError) -> Value {
    do {
      return try body()
    } catch let error as DocumentError {
      throw error
    } catch let error as BoxLayoutError {
      throw key.error(error.description, .tooLarge)
    } catch {
      throw key.failure(error)
    }
  }

  /// Reads the member `layout` into a layer.
  ///
  /// Not inlined, since its large local values would enlarge the stack frame of the caller, which
  /// reads each member of every layer.
  @inline(never)
  mutating func readBox(
    _ value: JSONValue, _ key: DocumentKey, into layer: inout UnplacedLayer
  ) throws(DocumentError) {
    (layer.layout, layer.item) = try box(try key.object(value), key)
  }

  /// Reads the member `layout` of a layer.
  ///
  /// Members for one side or one axis override shorthands, whatever their order.
  mutating func box(
    _ object: JSONObject, _ parent: DocumentKey
  ) throws(DocumentError) -> (layout: BoxLayout, item: BoxItem) {
    var (layout, item) = (BoxLayout(), BoxItem())
    var single: [(name: BoxMember, member: JSONObject.Member)] = []
    for member in object.members {
      try cancellation.checkReading()
      guard let name = BoxMember.named[member.name] else {
        try noteUnknown(parent.at(member), member.name, known: BoxMember.keys)
        continue
      }
      if case .null = member.value { continue }
      if !name.isShorthand {
        single.append((name, member))
      } else {
        try read(name, member.value, parent.at(member), &layout, &item)
      }
    }
    for (name, member) in single {
      try read(name, member.value, parent.at(member), &layout, &item)
    }
    for template in [layout.gridTemplateColumns, layout.gridTemplateRows] {
      trackCount += template.tracks.count
    }
    trackCount += layout.gridAutoColumns.count + layout.gridAutoRows.count
    guard trackCount <= Self.trackLimit else {
      throw parent.error("the grids of a scene have \(Self.trackLimit) tracks at most", .tooLarge)
    }
    return (layout, item)
  }

  private func read(
    _ name: BoxMember, _ value: JSONValue, _ key: DocumentKey, _ layout: inout BoxLayout,
    _ item: inout BoxItem
  ) throws(DocumentError) {
    switch name {
    case .display: layout.display = try key.keyword(value)
    case .direction: layout.direction = try key.keyword(value)
    case .overflow: (layout.overflowX, layout.overflowY) = try key.boxOverflow(value)
    case .padding: layout.padding = try key.boxSides(value, .room)
    case .paddingLeft: layout.padding.left = try key.boxLength(value, .room, .boxLength)
    case .paddingTop: layout.padding.top = try key.boxLength(value, .room, .boxLength)
    case .paddingRight: layout.padding.right = try key.boxLength(value, .room, .boxLength)
    case .paddingBottom: layout.padding.bottom = try key.boxLength(value, .room, .boxLength)
    case .border: layout.border = try key.boxSides(value, .room)
    case .borderLeft: layout.border.left = try key.boxLength(value, .room, .boxLength)
    case .borderTop: layout.border.top = try key.boxLength(value, .room, .boxLength)
    case .borderRight: layout.border.right = try key.boxLength(value, .room, .boxLength)
    case .borderBottom: layout.border.bottom = try key.boxLength(value, .room, .boxLength)
    case .gap: (layout.rowGap, layout.columnGap) = try key.boxGap(value)
    case .rowGap: layout.rowGap = try key.boxLength(value, .room, .boxLength)
    case .columnGap: layout.columnGap = try key.boxLength(value, .room, .boxLength)
    case .flexDirection: layout.flexDirection = try key.keyword(value)
    case .flexWrap: layout.flexWrap = try key.keyword(value)
    case .justifyContent: layout.justifyContent = try key.boxAlignment(value)
    case .justifyItems: layout.justifyItems = try key.boxAlignment(value)
    case .alignItems: layout.alignItems = try key.boxAlignment(value)
    case .alignContent: layout.alignContent = try key.boxAlignment(value)
    case .gridTemplateColumns: layout.gridTemplateColumns = try key.gridTemplate(value)
    case .gridTemplateRows: layout.gridTemplateRows = try key.gridTemplate(value)
    case .gridAutoColumns: layout.gridAutoColumns = try key.gridTracks(value)
    case .gridAutoRows: layout.gridAutoRows = try key.gridTracks(value)
    case .gridAutoFlow: layout.gridAutoFlow = try key.gridFlow(value)
    default: try readItem(name, value, key, &item)
    }
  }

  private func readItem(
    _ name: BoxMember, _ value: JSONValue, _ key: DocumentKey, _ item: inout BoxItem
  ) throws(DocumentError) {
    switch name {
    case .position: item.position = try key.keyword(value)
    case .inset: item.inset = try key.boxSides(value, .inset)
    case .left: item.inset.left = try key.boxLength(value, .inset, .boxInset)
    case .top: item.inset.top = try key.boxLength(value, .inset, .boxInset)
    case .right: item.inset.right = try key.boxLength(value, .inset, .boxInset)
    case .bottom: item.inset.bottom = try key.boxLength(value, .inset, .boxInset)
    case .width: item.width = try key.boxLength(value, .size, .boxSize)
    case .height: item.height = try key.boxLength(value, .size, .boxSize)
    case .minWidth: item.minWidth = try key.boxLength(value, .size, .boxSize)
    case .minHeight: item.minHeight = try key.boxLength(value, .size, .boxSize)
    case .maxWidth: item.maxWidth = try key.boxBound(value)
    case .maxHeight: item.maxHeight = try key.boxBound(value)
    case .aspectRatio: item.aspectRatio = try key.boxRatio(value)
    case .boxSizing: item.boxSizing = try key.keyword(value)
    case .margin: item.margin = try key.boxSides(value, .inset)
    case .marginLeft: item.margin.left = try key.boxLength(value, .inset, .boxInset)
    case .marginTop: item.margin.top = try key.boxLength(value, .inset, .boxInset)
    case .marginRight: item.margin.right = try key.boxLength(value, .inset, .boxInset)
    case .marginBottom: item.margin.bottom = try key.boxLength(value, .inset, .boxInset)
    case .flex: try key.boxFlex(value, into: &item)
    case .flexGrow: item.flexGrow = try key.number(value, from: 0)
    case .flexShrink: item.flexShrink = try key.number(value, from: 0)
    case .flexBasis: item.flexBasis = try key.boxBasis(value)
    case .alignSelf: item.alignSelf = try key.boxSelfAlignment(value)
    case .justifySelf: item.justifySelf = try key.boxSelfAlignment(value)
    case .order: item.order = try key.boxOrder(value)
    case .gridColumn: item.gridColumn = try key.gridArea(value)
    case .gridRow: item.gridRow = try key.gridArea(value)
    case .gridColumnStart: item.gridColumn.start = try key.gridLine(value)
    case .gridColumnEnd: item.gridColumn.end = try key.gridLine(value)
    case .gridRowStart: item.gridRow.start = try key.gridLine(value)
    case .gridRowEnd: item.gridRow.end = try key.gridLine(value)
    default: break
    }
  }
}

extension BoxMember {
  /// Whether the member sets several other members at once.
  fileprivate var isShorthand: Bool {
    switch self {
    case .inset, .margin, .padding, .border, .flex, .gap, .gridColumn, .gridRow: true
    default: false
    }
  }
}
