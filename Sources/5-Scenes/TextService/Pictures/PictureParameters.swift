// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
package import DocumentPictures
internal import StyledDocuments
internal import TextModel
internal import TextPainting

/// The parameters of a picture, by their names in a query or in the `options` of a line.
///
/// They are the options of `textrender render` and `textrender scene`, and mean the same.
package struct PictureParameters: Sendable {
  /// The options of a document's picture.
  package var options = PictureOptions()
  /// The format, if it is named.
  var format: PictureType?
  /// Device pixels per point; `nil` for 1, and for that of a scene.
  package var scale: Double?
  /// The time of a scene, in seconds.
  package var time: Double?
  /// The quality of JPEG, 1 to 100.
  var quality = 90
  /// Whether unknown keys and pictures that cannot be read are errors.
  package var isStrict = false
  /// The longest time until the answer, in seconds.
  var timeLimit: Double?
  /// Whether the work is called off when its client goes; `false` to measure what that saves.
  var isCancellable = true
  /// The names given that matter to documents alone.
  private var documentNames: [String] = []
  /// All that was set, by name.
  private var values: [String: String] = [:]

  /// The names that every picture takes.
  static let common = ["format", "scale", "quality", "strict"]
  /// The names of what concerns the call and not the picture.
  static let calls = ["timeout", "cancel"]
  /// The names that pictures of documents take.
  static let documents = [
    "padding", "background", "canvas", "origin", "anchor", "fitInk", "gridFitting",
  ]
  /// The names that pictures of scenes take.
  static let scenes = ["time"]

  package init() {}

  /// Sets a parameter.
  ///
  /// - Returns: Whether there is one of this name.
  /// - Throws: ``ServiceRefusal`` with 400.
  mutating func set(_ name: String, _ value: String) throws(ServiceRefusal) -> Bool {
    if Self.documents.contains(name) { documentNames.append(name) }
    values[name] = value
    switch name {
    case "format": format = try PictureType.named(value)
    case "scale":
      guard let scale = OptionValue.scale(value) else {
        throw .malformed(name, "It must be a number above 0, as 2 or 150%.")
      }
      (self.scale, options.scale) = (scale, scale)
    case "quality":
      guard let quality = Int(value), 1...100 ~= quality else {
        throw .malformed(name, "It must be a whole number from 1 to 100.")
      }
      self.quality = quality
    case "strict": isStrict = try Self.flag(name, value)
    case "cancel": isCancellable = try Self.flag(name, value)
    case "timeout":
      guard let seconds = OptionValue.number(value), seconds > 0 else {
        throw .malformed(name, "It must be a number of seconds above 0.")
      }
      timeLimit = seconds
    case "time":
      guard let time = OptionValue.number(value) else {
        throw .malformed(name, "It must be a number of seconds.")
      }
      self.time = time
    case "padding":
      guard let padding = OptionValue.absoluteLength(value), padding >= 0 else {
        throw .malformed(name, "It must be a length from 0.")
      }
      options.padding = padding
    case "background":
      guard let color = ColorValue.color(value) else {
        throw .malformed(name, "It must be a colour of CSS.")
      }
      options.background = color
    case "canvas":
      guard let (width, height) = OptionValue.pair(value), width > 0, height > 0 else {
        throw .malformed(name, "It must be a width and a height above 0, as 600,400.")
      }
      var canvas = options.canvas ?? PictureOptions.Canvas(size: .zero)
      canvas.size = Size(width: width, height: height)
      options.canvas = canvas
    case "origin":
      guard let (x, y) = OptionValue.pair(value) else {
        throw .malformed(name, "It must be a point, as 20,40.")
      }
      var canvas = options.canvas ?? PictureOptions.Canvas(size: .zero)
      canvas.place = Point(x: x, y: y)
      options.canvas = canvas
    case "anchor":
      var canvas = options.canvas ?? PictureOptions.Canvas(size: .zero)
      canvas.anchor = try Self.keyword(name, value)
      options.canvas = canvas
    case "fitInk": options.fitsInk = try Self.flag(name, value)
    case "gridFitting":
      options.drawing = TextDrawingOptions(gridFitting: try Self.keyword(name, value))
    default: return false
    }
    return true
  }

  /// What was set and changes the picture, in the order of the names.
  var canonical: String {
    values.filter { !Self.calls.contains($0.key) }.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
  }

  /// Checks what depends on several parameters, once all are set.
  ///
  /// - Parameter isScene: Whether the picture is that of a scene.
  /// - Throws: ``ServiceRefusal`` with 400.
  package func check(isScene: Bool) throws(ServiceRefusal) {
    if isScene, let name = documentNames.first {
      throw .malformed(name, "It has no effect on a scene.")
    }
    if isScene, format == .svg {
      throw ServiceRefusal(
        400, "unsupported", member: "format", "Scenes are drawn as pixels only.")
    }
    if !isScene, time != nil { throw .malformed("time", "It has no effect on a document.") }
    guard let canvas = options.canvas else { return }
    guard canvas.size.width > 0 else { throw .malformed("origin", "It needs a canvas.") }
    if options.fitsInk { throw .malformed("fitInk", "It does not go with a canvas.") }
  }

  private static func flag(_ name: String, _ value: String) throws(ServiceRefusal) -> Bool {
    switch value {
    case "", "true", "1", "yes": true
    case "false", "0", "no": false
    default: throw .malformed(name, "It must be true or false.")
    }
  }

  private static func keyword<Choice: Keyword>(
    _ name: String, _ value: String
  ) throws(ServiceRefusal) -> Choice {
    guard let choice = Choice(keyword: value) else {
      let words = Choice.allCases.map(\.keyword)
      throw .malformed(name, "It must be one of \(words.joined(separator: ", ")).")
    }
    return choice
  }
}
