// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Pictures
internal import StyledDocuments

/// The kind of answer that a request gets, by its method and its path.
enum ServiceRoute: Hashable, Sendable {
  /// A picture of the document or scene in the body.
  case render
  /// A picture of the document or scene in the address.
  case address
  /// The layout of a document, or the frames of a scene, as JSON.
  case layout
  /// Lines of JSON, each of which gets a line in reply.
  case batch
  /// Stores a document under the SHA-256 of its bytes.
  case storeDocument(String)
  case document(String)
  /// The number and the size of the tiles of a document.
  case tiles(String, width: String, scale: String)
  case tile(String, width: String, scale: String, number: String)
  case templates
  case template(String)
  case isAlive, isReady, metrics
  case playground, feed

  /// The word for the route in counters.
  var name: String {
    switch self {
    case .render, .address: "render"
    case .layout: "layout"
    case .batch: "batch"
    case .storeDocument, .document: "documents"
    case .tiles, .tile: "tiles"
    case .templates, .template: "templates"
    case .isAlive, .isReady: "health"
    case .metrics: "metrics"
    case .playground, .feed: "pages"
    }
  }

  /// The names of all routes.
  static let names = [
    "render", "layout", "batch", "documents", "tiles", "templates", "health", "metrics", "pages",
    "other",
  ]

  /// Whether a lane makes the answer, so that the request needs admission and, if the service has
  /// keys, a key.
  var isWork: Bool {
    switch self {
    case .isAlive, .isReady, .metrics, .playground, .feed: false
    default: true
    }
  }

  /// The names of the parameters that the route takes; in a batch they apply to each line.
  var parameterNames: [String] {
    switch self {
    case .render, .address: Self.pictureNames
    case .template: Self.templateNames
    case .tile: Self.tileNames
    case .batch: PictureOption.keys + ServiceParameters.ofLines
    case .layout: Self.layoutNames
    case .storeDocument, .tiles: Self.documentNames
    case .document, .templates: ServiceParameters.calls
    case .isAlive, .isReady, .metrics, .playground, .feed: []
    }
  }

  /// The names of the options that a filter takes, and of the settings of the call. `frames` is
  /// left out, since only answers in JSON can hold frames.
  private static func names(_ isTaken: (PictureOption) -> Bool) -> [String] {
    PictureOption.allCases.filter { $0 != .frames && isTaken($0) }.map(\.rawValue)
      + ServiceParameters.calls
  }

  private static let pictureNames = names { _ in true }
  // Options without effect on scenes are left out, so that layers may have their names.
  private static let templateNames = names { $0 != .imageRoot && $0.contents.contains(.scene) }
  /// The names of the parameters of a template that is a page of HTML.
  static let pageTemplateNames = names { $0 != .imageRoot && $0.contents.contains(.html) }
  private static let tileNames =
    names { [.format, .quality, .effort, .strict, .background, .gridFitting].contains($0) }
  private static let layoutNames = names { [.strict, .time].contains($0) || $0.contents == .html }
  private static let documentNames = names { $0 == .strict }

  var hasBody: Bool {
    switch self {
    case .render, .layout, .batch, .storeDocument: true
    default: false
    }
  }

  /// Finds the route of a path.
  ///
  /// - Throws: ``ServiceRefusal`` with 404, or 405 and the methods that are allowed.
  init(_ method: String, _ path: [String]) throws(ServiceRefusal) {
    let methods = try Self.methods(path)
    let wanted = method == "HEAD" ? "GET" : method
    guard let found = methods.first(where: { $0.0 == wanted })?.1 else {
      let names = methods.map(\.0)
      var refusal = ServiceRefusal(
        405, "methodNotAllowed", "This address takes \(names.joined(separator: " and ")) only.")
      refusal.allowed = try Self.allowedMethods(path)
      throw refusal
    }
    self = found
  }

  /// The methods of a path, as the field `Allow` lists them.
  ///
  /// - Throws: ``ServiceRefusal`` with 404.
  static func allowedMethods(_ path: [String]) throws(ServiceRefusal) -> String {
    let names = try methods(path).map(\.0)
    return (names + (names.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).joined(separator: ", ")
  }

  /// The methods of a path, each with its route.
  private static func methods(
    _ path: [String]
  ) throws(ServiceRefusal) -> [(String, ServiceRoute)] {
    let methods: [(String, ServiceRoute)]
    switch (path.count, path.first, path.dropFirst().first) {
    case (0, _, _): methods = [("GET", .playground)]
    case (1, "feed", _): methods = [("GET", .feed)]
    case (1, "metrics", _): methods = [("GET", .metrics)]
    case (2, "health", "live"): methods = [("GET", .isAlive)]
    case (2, "health", "ready"): methods = [("GET", .isReady)]
    case (2, "v1", "render"): methods = [("GET", .address), ("POST", .render)]
    case (2, "v1", "layout"): methods = [("POST", .layout)]
    case (2, "v1", "batch"): methods = [("POST", .batch)]
    case (2, "v1", "templates"): methods = [("GET", .templates)]
    case (3, "v1", "templates"): methods = [("GET", .template(path[2]))]
    case (3, "v1", "documents"):
      methods = [("GET", .document(path[2])), ("PUT", .storeDocument(path[2]))]
    case (6, "v1", "documents") where path[3] == "tiles":
      methods = [("GET", .tiles(path[2], width: path[4], scale: path[5]))]
    case (7, "v1", "documents") where path[3] == "tiles":
      methods = [("GET", .tile(path[2], width: path[4], scale: path[5], number: path[6]))]
    default: throw ServiceRefusal(404, "notFound", "There is nothing at this address.")
    }
    return methods
  }
}
