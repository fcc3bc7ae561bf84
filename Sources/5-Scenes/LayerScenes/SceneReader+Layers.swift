// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
import DocumentJSON
internal import LayerCompositing
internal import LayerModel
internal import SVGPictures
internal import StyledDocuments
internal import SystemConcurrency

extension SceneReader {
  /// Reads a list of layers that lie in no container, so their frames place them.
  mutating func layers(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> [RenderNode] {
    var nodes: [RenderNode] = []
    var list = try key.list(value)
    while let (key, value) = try list.next() { nodes.append(try layer(value, key)) }
    return nodes
  }

  /// Reads a layer that lies in no container, with its sublayers and its mask.
  mutating func layer(_ value: JSONValue, _ key: DocumentKey) throws(DocumentError) -> RenderNode {
    let textCount = unplacedTexts.count
    var parts = LayerParts()
    try read(value, key, isItem: false, into: &parts)
    let node = try node(of: parts.layer, key)
    noteTexts(from: textCount)
    return node
  }

  /// Reads a layer without laying out its boxes, so its frame may not be decided yet.
  ///
  /// - Parameter isItem: Whether the layer lies in a container.
  mutating func unplacedLayer(
    _ value: JSONValue, _ key: DocumentKey, isItem: Bool
  ) throws(DocumentError) -> UnplacedLayer {
    var parts = LayerParts()
    try read(value, key, isItem: isItem, into: &parts)
    return parts.layer
  }

  private mutating func read(
    _ value: JSONValue, _ key: DocumentKey, isItem: Bool, into parts: inout LayerParts
  ) throws(DocumentError) {
    try cancellation.checkReading()
    let (kind, members) = try members(of: try key.object(value), key)
    if kind.isInProperties { parts.layer.properties.kind = kind }
    parts.layer.properties.masksToBounds = kind == .scroll
    parts.isText = kind == .text
    var animations: JSONObject.Member?
    for (row, member) in members.all where !row.isReadByKind {
      if case .animations = row.name {
        animations = member
      } else {
        try read(row, member.value, key.at(member), into: &parts)
      }
    }
    if case .made(.vector(let vector)) = parts.layer.contents, let picture = vector as? SVGContents
    {
      let properties = parts.layer.properties
      parts.layer.contents = .made(.vector(picture.placed(by: properties.contentsGravity)))
      let whole = Rect(width: 1, height: 1)
      if properties.contentsRect != whole || properties.contentsCenter != whole {
        note(key, "contentsRect and contentsCenter have no effect on a picture of SVG")
      }
    }
    let hasBox = parts.layer.isContainer || isItem && !parts.layer.keepsFrame
    try readContents(of: kind, members, key, hasBox: hasBox, into: &parts.layer)
    if let animations {
      parts.layer.motion = try motion(animations.value, key.at(animations), parts)
    }
    if kind == .scroll { parts.layer.id = scrollLayer(parts.scrollMode) }
  }

  /// Reads the members that only layers of a kind have.
  ///
  /// - Parameter hasBox: Whether a layout decides the size of the layer.
  private mutating func readContents(
    of kind: LayerKind, _ members: LayerMembers, _ key: DocumentKey, hasBox: Bool,
    into layer: inout UnplacedLayer
  ) throws(DocumentError) {
    switch kind {
    case .text where hasBox: try readUnplacedText(members, key, into: &layer)
    case .text: layer.contents = .made(try text(members, key, &layer.properties))
    case .emitter: layer.contents = .made(try emitter(members, key))
    case .tiled:
      let tiles = try tiles(members, key)
      layer.contents =
        hasBox
        ? .fitted(BoundsContents { .vector(tiles.contents(in: $0)) })
        : .made(.vector(tiles.contents(in: layer.properties)))
    case .gl, .player:
      guard options.drawsPrograms else {
        throw key.error("a layer of type '\(kind.name)' is not drawn here", .unsupported)
      }
      if kind == .player {
        layer.contents = .made(try player(members, key))
        break
      }
      guard !hasBox || layer.hasSize else {
        throw key.error(
          "a layer of type 'gl' needs its size here: write bounds or a frame", .unsupported)
      }
      layer.contents = .made(try gl(members, key, &layer.properties))
    default: break
    }
  }

  /// The kind of a layer and its members; members that only other kinds have are noted.
  private mutating func members(
    of object: JSONObject, _ key: DocumentKey
  ) throws(DocumentError) -> (LayerKind, LayerMembers) {
    var members = try LayerMembers(object, cancellation)
    for place in members.unknown {
      let member = object.members[place]
      if let box = BoxMember.named[member.name] {
        let hint = "\(LayerMember.layout.rawValue).\(box.rawValue)"
        try noteUnknown(UnknownKey(key.at(member), hint: hint))
      } else {
        try noteUnknown(key.at(member), member.name, known: LayerMember.keys)
      }
    }
    let kind = try members.type.map { member throws(DocumentError) in
      try self.kind(member.value, key.at(member))
    }
    for (row, member) in members.removeOthers(than: kind ?? .plain) {
      let wanted = row.kinds.map { "\"type\":\"\($0.name)\"" }.joined(separator: " or ")
      try noteUnknown(UnknownKey(key.at(member), hint: "\(member.name) with \(wanted)"))
    }
    return (kind ?? .plain, members)
  }

  private func kind(_ value: JSONValue, _ key: DocumentKey) throws(DocumentError) -> LayerKind {
    let name = try key.word(value, among: LayerKind.words)
    let kind = LayerKind.allCases.first { $0.name == name } ?? .plain
    if let trait = kind.missingTrait {
      throw key.error(
        "layers of type '\(name)' need the package trait \(trait), which this program was built "
          + "without", .unsupported)
    }
    return kind
  }

  // MARK: Members

  private mutating func read(
    _ row: LayerMemberRow, _ value: JSONValue, _ key: DocumentKey, into parts: inout LayerParts
  ) throws(DocumentError) {
    switch row.name {
    case .type: break
    case .name: parts.layer.name = try key.string(value)
    // The most frequent members are set directly, without a look-up by key path.
    case .frame:
      parts.layer.properties.frame = try key.rect(value)
      (parts.layer.hasSize, parts.layer.hasPosition) = (true, true)
    case .position:
      parts.layer.properties.position = try key.point(value)
      parts.layer.hasPosition = true
    case .opacity: parts.layer.properties.opacity = try key.number(value)
    case .backgroundColor: parts.layer.properties.backgroundColor = try key.colorOrNone(value)
    case .cornerRadius: parts.layer.properties.cornerRadius = try key.number(value)
    case .bounds:
      parts.layer.properties.bounds = try bounds(value, key)
      parts.layer.hasSize = true
    case .maskedCorners: parts.layer.properties.maskedCorners = try PathValue.corners(value, key)
    case .blendMode:
      parts.layer.properties.blendMode = (try key.keyword(value) as BlendKeyword).mode
    case .shadow: parts.layer.properties.shadow = try shadow(try key.object(value), key)
    case .contents:
      switch try contents(try key.object(value), key) {
      case .bitmap(let bitmap): parts.layer.contents = .made(.image(ImageContents(bitmap)))
      case .vector(let shapes):
        let drawing: SVGDrawing
        let size = DocumentPicture.vector(shapes).size
        do {
          drawing = try shapes.drawing(size: size, cancellation: cancellation)
        } catch {
          throw .cancelled
        }
        parts.layer.contents = .made(.vector(SVGContents(drawing, size: size)))
      }
    case .boundsOrigin: parts.layer.properties.bounds.origin = try key.point(value)
    case .scrollMode: parts.scrollMode = try key.keyword(value)
    case .mask: parts.layer.mask = try layer(value, key)
    case .layout: try readBox(value, key, into: &parts.layer)
    case .sublayers where parts.layer.isContainer && !parts.isText:
      var list = try key.list(value)
      while let (key, value) = try list.next() {
        parts.layer.sublayers.append(try unplacedLayer(value, key, isItem: true))
      }
    case .sublayers: parts.layer.placed = try layers(value, key)
    case .animations: break
    default: try property(row, value, key, &parts.layer.properties)
    }
  }

  /// Reads a property by the type of its value.
  private mutating func property(
    _ row: LayerMemberRow, _ value: JSONValue, _ key: DocumentKey,
    _ properties: inout LayerProperties
  ) throws(DocumentError) {
    guard let property = row.key,
      let new = try layerValue(value, key, like: property.sample, property.key.words)
    else { return }
    do {
      try property.key.set(new, in: &properties)
    } catch {
      throw key.error(error.message)
    }
  }

  /// Reads a value that has the same type as a sample; `nil` for a reference to an object, which
  /// JSON cannot hold.
  ///
  /// - Parameter words: The strings that are allowed; empty for any string.
  mutating func layerValue(
    _ value: JSONValue, _ key: DocumentKey, like sample: LayerValue, _ words: [String] = []
  ) throws(DocumentError) -> LayerValue? {
    switch sample {
    case .number: .number(try key.number(value))
    case .boolean: .boolean(try key.bool(value))
    case .string where words.isEmpty: .string(try key.string(value))
    case .string: .string(try key.word(value, among: words))
    case .names: .names(try key.strings(value))
    case .numbers: .numbers(try key.numbers(value, 0...Int.max))
    case .colors: .colors(try colors(value, key))
    case .point: .point(try key.point(value))
    case .size: .size(try key.size(value))
    case .rect: .rect(try key.rect(value))
    case .color: .color(try key.colorOrNone(value))
    case .transform: .transform(try TransformValue.transform(value, key))
    case .path: .path(try path(value, key))
    case .box(let sample): .box(try boxValue(value, key, like: sample))
    case .reference: nil
    }
  }

  private func bounds(_ value: JSONValue, _ key: DocumentKey) throws(DocumentError) -> Rect {
    let numbers = try key.numbers(value, 2...4)
    switch numbers.count {
    case 2: return Rect(width: numbers[0], height: numbers[1])
    case 4: return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    default: throw key.error("2 or 4 numbers are wanted, not 3")
    }
  }

  func colors(_ value: JSONValue, _ key: DocumentKey) throws(DocumentError) -> [Color?] {
    var colors: [Color?] = []
    var list = try key.list(value)
    while let (key, value) = try list.next() { colors.append(try key.colorOrNone(value)) }
    return colors
  }

  private mutating func shadow(
    _ object: JSONObject, _ parent: DocumentKey
  ) throws(DocumentError) -> Shadow {
    var shadow = Shadow()
    for member in object.members {
      try cancellation.checkReading()
      let key = parent.at(member)
      guard let name = ShadowMember(rawValue: member.name) else {
        try noteUnknown(key, member.name, known: ShadowMember.keys)
        continue
      }
      if case .null = member.value, name != .color { continue }
      switch name {
      case .color: shadow.color = try key.colorOrNone(member.value)
      case .opacity: shadow.opacity = try key.number(member.value)
      case .offset: shadow.offset = try key.size(member.value)
      case .radius: shadow.radius = try key.number(member.value)
      case .path: shadow.path = try path(member.value, key)
      }
    }
    return shadow
  }

  mutating func contents(
    _ object: JSONObject, _ parent: DocumentKey
  ) throws(DocumentError) -> DocumentPicture {
    var file: (name: String, key: DocumentKey)?
    for member in object.members {
      try cancellation.checkReading()
      let key = parent.at(member)
      if ContentsMember(rawValue: member.name) == nil {
        try noteUnknown(key, member.name, known: ContentsMember.keys)
      } else {
        file = (try key.string(member.value), key)
      }
    }
    guard let file else { throw parent.error("its image is missing") }
    return try picture(file.name, file.key)
  }

  /// A picture by its name, whose notes are those of the scene.
  mutating func picture(
    _ name: String, _ key: DocumentKey
  ) throws(DocumentError) -> DocumentPicture {
    let picture = try files.documents.picture(name, key).get()
    for note in picture.notes where !notes.contains(note) { notes.append(note) }
    return picture
  }

  /// The pixels of a picture; shapes are drawn at a size in points, or at their own.
  ///
  /// - Parameter scale: Pixels per point of shapes.
  func pixels(
    of picture: DocumentPicture, size: Size? = nil, scale: Double, _ key: DocumentKey
  ) throws(DocumentError) -> Bitmap {
    let bitmap: Bitmap
    do {
      bitmap = try picture.pixels(size: size, scale: scale, cancellation: cancellation)
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw key.error("\(error)", .tooLarge)
    }
    if case .vector = picture { try files.documents.take(bytes: bitmap.byteCount, key) }
    return bitmap
  }

  // MARK: Paths

  /// Reads SVG path data, or an object with one shape.
  mutating func path(_ value: JSONValue, _ key: DocumentKey) throws(DocumentError) -> Path {
    if case .string(let data) = value {
      return try PathValue.path(data: data, key, cancellation, notes: &notes)
    }
    guard case .object(let object) = value else {
      throw key.typeError("path data or an object", value)
    }
    var (path, corners) = (Path?.none, Corners.all)
    if let member = object.member(PathMember.corners.rawValue) {
      corners = try PathValue.corners(member.value, key.at(member))
    }
    for member in object.members {
      try cancellation.checkReading()
      let key = key.at(member)
      guard let name = PathMember(rawValue: member.name) else {
        try noteUnknown(key, member.name, known: PathMember.keys)
        continue
      }
      if name == .corners { continue }
      guard path == nil else { throw key.error("a path is one shape") }
      path = try PathValue.path(of: name, member.value, key, corners: corners)
    }
    guard let path else { throw key.error("a shape is missing: \(PathMember.circle.rawValue) …") }
    return path
  }

  // MARK: Texts

  /// Lays out the text of a layer. A layer without a size gets the size of its text.
  private mutating func text(
    _ members: LayerMembers, _ key: DocumentKey, _ properties: inout LayerProperties
  ) throws(DocumentError) -> NodeContents {
    var reader = try textReader(members, key)
    let (contents, missing) = try reader.contents(in: &properties, key)
    note(reader.notes, missing: missing, key)
    return .vector(contents)
  }

  /// Reads the text of a layer with a box; the text is laid out together with the box, later.
  private mutating func readUnplacedText(
    _ members: LayerMembers, _ key: DocumentKey, into layer: inout UnplacedLayer
  ) throws(DocumentError) {
    var reader = try textReader(members, key)
    let text = try reader.textContents(for: &layer, key)
    unplacedTexts.append((text, key))
    layer.contents = .fitted(text)
  }

  private mutating func textReader(
    _ members: LayerMembers, _ key: DocumentKey
  ) throws(DocumentError) -> SceneTextReader {
    var reader = SceneTextReader(options: options, files: files)
    for (row, member) in members.only(of: .text) {
      try reader.read(row.name, member.value, key.at(member))
    }
    for unknown in reader.unknownKeys { try noteUnknown(unknown) }
    return reader
  }

  // MARK: Tiles

  private mutating func tiles(
    _ members: LayerMembers, _ key: DocumentKey
  ) throws(DocumentError) -> UnplacedTiles {
    var (size, levels, bias) = (PixelSize(width: 256, height: 256), 1, 0)
    if let member = members[.tileSize] { size = try tileSize(member.value, key.at(member)) }
    if let member = members[.levelsOfDetail] {
      levels = try key.at(member).integer(member.value)
    }
    if let member = members[.levelsOfDetailBias] {
      bias = try key.at(member).integer(member.value)
    }
    guard let pattern = members[.tiles] else {
      throw key.error("its tiles are missing: a pattern of names with two numbers")
    }
    let place = key.at(pattern)
    let source = try files.tiles(try place.string(pattern.value), place)
    let tiles = SceneTiles(source, place)
    add(tiles)
    return UnplacedTiles(
      store: tiles.store, tileSize: size, levelsOfDetail: levels, levelsOfDetailBias: bias)
  }

  /// Reads the size of a tile; invalid sides are noted, and the nearest valid ones are used.
  private mutating func tileSize(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> PixelSize {
    let size = try key.size(value)
    let sides = TileGrid.tileSides
    func side(_ side: Double) -> Int {
      Int(min(max(side.rounded(), Double(sides.lowerBound)), Double(sides.upperBound)))
    }
    let used = PixelSize(width: side(size.width), height: side(size.height))
    if Double(used.width) != size.width || Double(used.height) != size.height {
      note(
        key,
        "a side has \(sides.lowerBound) to \(sides.upperBound) whole pixels; "
          + "\(used.width)×\(used.height) is used")
    }
    return used
  }
}

/// A layer while it is read.
struct LayerParts {
  var layer = UnplacedLayer()
  var scrollMode = ScrollMode.both
  /// Whether the layer shows a text.
  var isText = false

  /// The emitter of the layer; `nil` if the layer is of another type.
  var emitter: ParticleEmitter? {
    guard case .made(.vector(let vector)) = layer.contents else { return nil }
    return (vector as? ParticleContents)?.system.emitter
  }
}

/// The tiles of a layer, before its bounds are decided.
private struct UnplacedTiles: Sendable {
  let store: TileStore
  let tileSize: PixelSize
  let levelsOfDetail: Int
  let levelsOfDetailBias: Int

  func contents(in properties: LayerProperties) -> TileContents {
    var contents = TileContents(
      TileGrid(
        bounds: properties.bounds, tileSize: tileSize, contentsScale: properties.contentsScale,
        levelsOfDetail: levelsOfDetail, levelsOfDetailBias: levelsOfDetailBias))
    contents.store = store
    return contents
  }
}
