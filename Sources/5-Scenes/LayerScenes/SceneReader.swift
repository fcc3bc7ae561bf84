// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
import DocumentJSON
internal import LayerCompositing
internal import LayerModel
internal import StyledDocuments
internal import SystemConcurrency

/// A reader of scenes as JSON.
///
/// A value of the wrong type is an error; unknown keys are collected. Every error has the path of
/// the key and the offset of the key's value.
struct SceneReader {
  let options: SceneOptions
  let files: SceneFiles
  private(set) var unknownKeys: [UnknownKey] = []
  var notes: [String] = []
  private(set) var tiles: [SceneTiles] = []
  private var scrollModes: [LayerID: ScrollMode] = [:]
  /// Device pixels per point of the scene, known before its layers are read.
  private(set) var scale: Double
  private(set) var films: [SceneFilm] = []
  private var missing: [Unicode.Scalar] = []
  /// The room for layers with boxes: the size of the scene, with `nil` for a side that is not
  /// given.
  var room = UnplacedLayer.Room(width: nil, height: nil)
  /// Whether edges of boxes are moved to whole pixels.
  private var rounds = false
  /// The texts of boxes that are not laid out yet, with the keys of their layers.
  var unplacedTexts: [(text: SceneTextContents, key: DocumentKey)] = []

  /// The number of tracks of all grids read so far.
  var trackCount = 0
  /// The most tracks of all grids of a scene.
  static let trackLimit = 1_000_000

  /// Polled at each layer and between the values of long lists.
  var cancellation: Cancellation { options.cancellation }

  /// The most unknown keys that a note names.
  private static let shownKeys = 5

  init(_ options: SceneOptions) {
    self.init(options, SceneFiles(options))
  }

  init(_ options: SceneOptions, _ files: SceneFiles) {
    self.options = options
    self.files = files
    scale = options.scale ?? 1
  }

  mutating func scene(_ json: [UInt8]) throws(DocumentError) -> Scene {
    guard json.count <= JSONLimits.bytes else {
      throw DocumentError(.tooLarge, nil, "a scene has \(JSONLimits.bytes) bytes at most")
    }
    let (object, flaws): (JSONObject, JSONFlaws)
    do {
      (object, flaws) = try JSONReader.object(
        of: json, depth: JSONLimits.sceneDepth, cancellation: cancellation)
    } catch {
      throw DocumentError(error, offset: error.offset)
    }
    notes += flaws.notes
    return try scene(object)
  }

  /// Reads a scene from a parsed object.
  mutating func scene(_ object: JSONObject) throws(DocumentError) -> Scene {
    var (scale, time) = (1.0, 0.0)
    var (background, duration) = (Color?.none, Double?.none)
    // If the size of the picture depends on the layers, they are laid out after all are read.
    var layers: [(layer: UnplacedLayer, key: DocumentKey)] = []
    var nodes: [RenderNode] = []
    let whole = DocumentKey("", cancellation: cancellation)
    try readFirst(object, whole)
    for member in object.members {
      try cancellation.checkReading()
      let key = whole.at(member)
      guard let name = SceneMember(rawValue: member.name) else {
        try noteUnknown(key, member.name, known: SceneMember.keys)
        continue
      }
      if case .null = member.value { continue }
      switch name {
      case .size, .round: break
      case .scale: scale = try key.number(member.value)
      case .background: background = try key.color(member.value)
      case .time: time = try key.number(member.value)
      case .duration: duration = try key.number(member.value, from: 0)
      case .layers:
        (layers, nodes) = ([], [])
        if room.isGiven {
          nodes = try self.layers(member.value, key)
        } else {
          var list = try key.list(member.value)
          while let (key, value) = try list.next() {
            layers.append((try unplacedLayer(value, key, isItem: false), key))
          }
        }
      }
    }
    scale = options.scale ?? scale
    let size = try size(of: layers)
    try check(size, scale, object)
    var properties = LayerProperties()
    properties.frame = Rect(origin: .zero, size: size)
    for (layer, key) in layers { nodes.append(try node(of: layer, key)) }
    noteTexts(from: 0)
    let root = RenderNode(properties: properties, sublayers: nodes)
    noteCut(of: root)
    let tree = RenderTree(
      root: root, size: size, scale: scale, background: background, time: options.time ?? time)
    return Scene(
      tree: tree, duration: duration, notes: allNotes, tiles: tiles, scrollModes: scrollModes,
      films: films, missing: missing)
  }

  /// Reads the members on which layers depend: `size`, `scale` and `round`.
  private mutating func readFirst(
    _ object: JSONObject, _ whole: DocumentKey
  ) throws(DocumentError) {
    func last(_ name: SceneMember) -> JSONObject.Member? {
      object.members.last { $0.name == name.rawValue }
    }
    if options.scale == nil, case .number(let number)? = last(.scale)?.value { scale = number }
    guard let size = last(.size), !size.value.isNull else {
      throw DocumentError(.malformed, "size", "is missing: [width,height]")
    }
    room = try whole.at(size).sceneSize(size.value)
    if let round = last(.round), !round.value.isNull {
      rounds = try whole.at(round).bool(round.value)
    }
  }

  /// Device pixels per point, if edges of boxes are moved to whole pixels; else `nil`.
  var roundingScale: Double? { rounds ? scale : nil }

  /// The size of the picture. A side that is `null` is as long as the layers reach, rounded up to
  /// whole pixels; boxes that fill the picture fill the rounded size.
  private mutating func size(
    of layers: [(layer: UnplacedLayer, key: DocumentKey)]
  ) throws(DocumentError) -> Size {
    if let width = room.width, let height = room.height {
      return Size(width: width, height: height)
    }
    var frames: [Rect] = []
    for (layer, key) in layers {
      let frame = try placing(key) { [room, cancellation] () throws -> Rect in
        try layer.frame(in: room, cancellation: cancellation)
      }
      frames.append(frame)
    }
    let (size, whole) = room.around(frames, scale: scale)
    guard size.width > 0, size.height > 0 else {
      throw DocumentError(
        .malformed, "size", "no layer has an extent that could be that of the picture")
    }
    room = whole
    return size
  }

  /// Checks the size of the picture in pixels.
  private func check(_ size: Size, _ scale: Double, _ object: JSONObject) throws(DocumentError) {
    func key(_ name: SceneMember) -> DocumentKey {
      DocumentKey(name.rawValue, offset: object.member(name.rawValue)?.bytes.lowerBound)
    }
    let scaleKey = options.scale == nil ? key(.scale) : options.scaleKey
    guard size.width > 0, size.height > 0 else { throw key(.size).error("both must be above 0") }
    guard scale > 0 else { throw scaleKey.error("it must be above 0") }
    guard min(size.width, size.height) * scale >= 1 else {
      let culprit = min(size.width, size.height) < 1 ? key(.size) : scaleKey
      throw culprit.error("the picture is too small: a side has at least one pixel")
    }
    guard size.pixels(scale: scale) != nil else {
      throw key(.size).error(
        "the picture is too large: a side has \(CanvasLimits.bitmapSide) pixels at most, "
          + "all \(CanvasLimits.bitmapBytes / 4)", .tooLarge)
    }
  }

  private var allNotes: [String] {
    if unknownKeys.isEmpty { return notes }
    let shown = unknownKeys.prefix(Self.shownKeys).map { key in
      key.offset.map { "\(key) at byte \($0)" } ?? key.description
    }
    let more =
      unknownKeys.count > Self.shownKeys ? " and \(unknownKeys.count - Self.shownKeys) more" : ""
    return ["unknown keys were ignored: \(shown.joined(separator: ", "))\(more)"] + notes
  }

  // MARK: Notes

  /// Notes an unknown key.
  ///
  /// - Throws: `unknownKey` if the options are strict.
  mutating func noteUnknown(
    _ key: DocumentKey, _ name: String, known: @autoclosure @escaping @Sendable () -> [String]
  ) throws(DocumentError) {
    try noteUnknown(UnknownKey(key, name, known: known()))
  }

  mutating func noteUnknown(_ unknown: UnknownKey) throws(DocumentError) {
    try cancellation.checkReading()
    if options.isStrict { throw unknown.error }
    unknownKeys.append(unknown)
  }

  /// Adds a note about the value of a key.
  mutating func note(_ key: DocumentKey, _ message: String) { notes.append(key.note(message)) }

  /// Adds the notes of a text, and a note about characters that no font has.
  mutating func note(
    _ notes: [String], missing scalars: [Unicode.Scalar], _ key: DocumentKey
  ) {
    self.notes += notes
    guard let missing = MissingCharacters.note(scalars) else { return }
    note(key, missing)
    self.missing += scalars
  }

  /// Records the tiles of a layer, whose notes ``Scene/tileNotes`` gives.
  mutating func add(_ tiles: SceneTiles) { self.tiles.append(tiles) }

  /// Returns a new identity for a scroll layer, and records its mode under that identity for
  /// ``Scene/makeLayer(beginningAt:)``.
  mutating func scrollLayer(_ mode: ScrollMode) -> LayerID {
    let id = LayerID()
    scrollModes[id] = mode
    return id
  }

  /// Records the film of a layer, whose note ``Scene/filmNotes`` gives.
  mutating func add(_ film: SceneFilm) { films.append(film) }

  /// Adds a note if layers are left out because they lie too deep.
  mutating func noteCut(of root: RenderNode) {
    if root.isCutOff {
      notes.append("layers deeper than \(LayerLimits.depth) levels are left out")
    }
  }
}
