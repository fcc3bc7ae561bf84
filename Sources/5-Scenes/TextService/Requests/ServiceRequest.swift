// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs
internal import Markup
internal import Pictures
internal import StyledDocuments
internal import SystemConcurrency
internal import SystemLanes

/// A request whose head was read: the route, the options of the picture, and the priority.
struct ServiceRequest: Sendable {
  let route: ServiceRoute
  let parameters: ServiceParameters
  /// The format of the picture; `nil` if the route makes no picture.
  let type: PictureFormat?
  /// The format in place of SVG for a picture that can be drawn as pixels only; `nil` if `type`
  /// does not come from `Accept`, or is not SVG.
  private let pixelType: PictureFormat?
  /// The texts and pictures of a template, by the names of their layers or the
  /// `id`s of their elements.
  let replacements: [(name: String, value: String)]
  /// The parameter `d`: a document or scene in base64url.
  let address: String?
  /// The priority band in which the request's work waits for a lane.
  let band: LanePriority
  let resources: ServiceResources
  /// The entity tag of the answer; `nil` if the answer depends on a body.
  let tag: String?
  /// The entity tag of the document that the request would replace.
  let storedTag: String?
  let preconditions: Preconditions
  /// Notes about the address.
  let notes: [String]
  /// The length of the body in the head; `nil` if it is not given.
  let bodyLength: Int?
  /// The language of a body that is a page, and not JSON.
  let bodyLanguage: MarkupLanguage?
  private let configuration: ServiceConfiguration
  /// How long caches may use the answer, in seconds.
  private let maximumAge: Int
  /// Whether the format was chosen by the header field `Accept`.
  private let variesByAccept: Bool
  private let hasKeyField: Bool

  /// The names of the parameters of a signed address.
  private static let keyNames = ["key", "exp", "sig"]
  /// The prefix for the name of a layer that has the same name as a parameter.
  private static let layerMark = "layer."

  /// Reads a head.
  ///
  /// - Throws: ``ServiceRefusal``.
  init(
    _ head: ServiceHead, _ query: ServiceQuery, _ route: ServiceRoute,
    _ resources: ServiceResources, _ configuration: ServiceConfiguration, now: Double
  ) throws(ServiceRefusal) {
    // Caches may keep the answer to a signed address only until the signature expires.
    let holds = query["sig"] == nil ? nil : query["exp"].flatMap { Double($0) }
    maximumAge =
      holds.map { Int(max(0, min(Double(configuration.maximumAge), $0 - now))) }
      ?? configuration.maximumAge
    (self.route, self.resources, self.configuration) = (route, resources, configuration)
    var parameters = ServiceParameters()
    var replacements: [(name: String, value: String)] = []
    var (isTemplate, isPage) = (false, false)
    if case .template(let name) = route {
      (isTemplate, isPage) = (true, resources.templates[name]?.isPage ?? false)
    }
    let known = isPage ? ServiceRoute.pageTemplateNames : route.parameterNames
    var address: String?
    for (name, value) in query.parameters where !Self.keyNames.contains(name) {
      if name == "d", route == .address {
        address = value
      } else if known.contains(name) {
        try parameters.set(name, value)
      } else if isTemplate {
        let isMarked = name.hasPrefix(Self.layerMark)
        replacements.append((isMarked ? String(name.dropFirst(Self.layerMark.count)) : name, value))
      } else {
        throw ServiceRefusal(UnknownKey(DocumentKey(name), name, known: known).error)
      }
    }
    if route == .address, address == nil {
      throw ServiceRefusal.malformed("d", "It is missing: a document or scene in base64url.")
    }
    (self.parameters, self.replacements, self.address) = (parameters, replacements, address)
    var hasPicture = false
    switch route {
    case .render, .address, .template, .tile: hasPicture = true
    default: break
    }
    variesByAccept = hasPicture && parameters.options.format == nil
    let accept = hasPicture ? head.list("accept") : nil
    if hasPicture {
      if let format = parameters.options.format {
        type = format
      } else {
        type = try PictureFormat.accepted(accept)
      }
    } else {
      type = nil
    }
    pixelType =
      variesByAccept && type?.isVector == true
      ? try? PictureFormat.accepted(accept, of: PictureFormat.negotiatedPixels)
      : nil
    band = Self.band(head.list("priority"), isBulk: route == .batch)
    (preconditions, notes) = (Preconditions(head), query.notes)
    hasKeyField = head.value("authorization") != nil
    let mediaType = Self.type(of: head)
    bodyLength = try Self.bodyLength(head, mediaType, route, configuration.bodyLimit)
    bodyLanguage =
      Self.takesPages(route) ? MarkupLanguage.allCases.first { $0.mediaType == mediaType } : nil
    tag = route.hasBody ? nil : Self.tag(query, [type, pixelType], resources)
    // A stored document has the same tag as the answer to a `GET` of its address.
    if case .storeDocument = route {
      storedTag = Self.tag(query, [nil, nil], resources)
    } else {
      storedTag = nil
    }
  }

  private static func bodyLength(
    _ head: ServiceHead, _ mediaType: String, _ route: ServiceRoute, _ limit: Int
  ) throws(ServiceRefusal) -> Int? {
    if route.hasBody {
      try checkCoding(head)
      try check(mediaType, route)
    }
    guard let digits = head.value("content-length") else { return nil }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw .malformed("Content-Length", "It must be a whole number.")
    }
    // A number that does not fit into `Int` is over the limit, too.
    let length = Int(digits) ?? .max
    guard length <= limit || route == .batch else { throw tooLong(limit) }
    return length
  }

  /// Source: RFC 9110, sections 8.4 and 15.5.16.
  private static func checkCoding(_ head: ServiceHead) throws(ServiceRefusal) {
    let codings = (head.list("content-encoding") ?? "").split { $0 == "," || $0 == " " }
    guard codings.contains(where: { $0.lowercased() != "identity" }) else { return }
    var refusal = ServiceRefusal(
      415, "unsupportedCoding", "Bodies are read as they are, without a content coding.")
    refusal.acceptedCoding = "identity"
    throw refusal
  }

  private static let lineTypes = [ServiceBatch.type, "application/ndjson"]
  private static let documentTypes = ["application/json"]
  private static let pictureTypes = documentTypes + MarkupLanguage.allCases.map(\.mediaType)

  private static func check(_ mediaType: String, _ route: ServiceRoute) throws(ServiceRefusal) {
    let wanted =
      route == .batch ? lineTypes : takesPages(route) ? pictureTypes : documentTypes
    guard wanted.contains(mediaType) else {
      let types = route == .batch ? wanted[0] : wanted.joined(separator: " or ")
      throw ServiceRefusal(415, "unsupportedType", "The body must be of the type \(types).")
    }
  }

  /// Whether the body of a route may be a page of HTML or Markdown.
  private static func takesPages(_ route: ServiceRoute) -> Bool {
    route == .render || route == .layout
  }

  /// The media type of the body, without its parameters.
  private static func type(of head: ServiceHead) -> String {
    let value = head.value("content-type") ?? ""
    return Substring(value.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") })
      .lowercased()
  }

  private static func tooLong(_ limit: Int) -> ServiceRefusal {
    ServiceRefusal(413, "tooLarge", "A body has \(limit) bytes at most.")
  }

  /// Takes the memory that a part of the body needs.
  func admit(_ count: Int, to share: AdmittedShare) throws(ServiceRefusal) {
    // The body of a batch is not kept: `admitLines` takes memory for its lines under way.
    guard route != .batch else { return }
    try share.take(count, for: "The body")
  }

  /// Takes the memory for the lines of a batch that are under way.
  func admitLines(to share: AdmittedShare) throws(ServiceRefusal) {
    try share.take(configuration.bodyLimit, for: "A batch")
  }

  /// Checks the length of the body received so far.
  func check(length: Int) throws(ServiceRefusal) {
    guard length <= configuration.bodyLimit else { throw Self.tooLong(configuration.bodyLimit) }
  }

  /// The band for a header field `Priority`: urgency 0 to 3 is `visible`, 4 and 5 is `near`, 6 and
  /// 7 is `idle`, which is bulk work. Without an urgency it is 3, for a batch 7.
  ///
  /// Source: RFC 9218, section 4.1.
  static func band(_ field: String?, isBulk: Bool) -> LanePriority {
    var urgency = isBulk ? 7 : 3
    for part in (field ?? "").split(separator: ",") {
      // Parameters of an item, behind a semicolon, are ignored.
      let item = part.utf8.prefix { $0 != 0x3B }.filter { $0 != 0x20 && $0 != 0x09 }
      if item.count == 3, item.starts(with: "u=".utf8), 0x30...0x37 ~= item[2] {
        urgency = Int(item[2] - 0x30)
      }
    }
    return urgency < 4 ? .visible : urgency < 6 ? .near : .idle
  }

  /// The tag of a request without a body, from the path, the parameters sorted by name, and the
  /// format.
  private static func tag(
    _ query: ServiceQuery, _ types: [PictureFormat?], _ resources: ServiceResources
  ) -> String {
    let pairs = query.parameters.filter { pair in
      !keyNames.contains(pair.name) && !ServiceParameters.calls.contains(pair.name)
    }.sorted { $0.name < $1.name }
    let parts =
      query.path + pairs.flatMap { [$0.name, $0.value] }
      + types.map { $0?.rawValue ?? "" }
    return EntityTag.tag(resources.revision, parts)
  }

  /// The tag of a request with a body, from the route, the format, the options and the body's
  /// bytes.
  ///
  /// - Throws: `CancellationError`.
  func tag(of body: [UInt8], _ cancellation: Cancellation) throws -> String {
    let types = [type, pixelType].map { $0?.rawValue ?? "" }
    let parts =
      [route.name] + types + [parameters.options.canonical]
      + [bodyLanguage?.rawValue].compactMap(\.self)
    return try EntityTag.tag(resources.revision, parts, body: body, cancellation)
  }

  /// The answer 304 if the client has the picture already; `nil` if the picture must be made.
  ///
  /// - Throws: ``ServiceRefusal`` with 412.
  func conditionalAnswer(_ tag: String) throws(ServiceRefusal) -> ServiceAnswer? {
    guard preconditions.hold(for: tag) else { throw .preconditionFailed }
    return preconditions.know(tag) ? ServiceAnswer(status: 304, fields: cacheFields(tag)) : nil
  }

  /// The format of the picture.
  ///
  /// - Parameter pixelsOnly: Whether the picture cannot be shapes: then the next format that the
  ///   client accepts is taken, unless the option `format` names shapes.
  /// - Throws: ``ServiceRefusal`` with 406.
  func type(pixelsOnly: Bool) throws(ServiceRefusal) -> PictureFormat {
    let type = (pixelsOnly ? pixelType : nil) ?? type ?? .png
    if pixelsOnly, variesByAccept, type.isVector {
      throw PictureFormat.notAcceptable(PictureFormat.negotiatedPixels)
    }
    return type
  }

  /// A cached answer with the cache fields of this request, which depend on its key and its
  /// `Accept`.
  func answer(_ kept: ServiceAnswer, _ tag: String) -> ServiceAnswer {
    let fields = cacheFields(tag)
    var answer = kept
    answer.fields.removeAll { field in
      ["ETag", "Cache-Control", "Vary"].contains(field.name)
    }
    answer.fields += fields
    return answer
  }

  /// The header fields of an answer that caches may keep.
  func cacheFields(_ tag: String) -> [(name: String, value: String)] {
    var fields = [("ETag", tag)]
    if route.hasBody {
      fields.append(("Cache-Control", "no-cache"))
    } else {
      let who = hasKeyField ? "private" : "public"
      fields.append(("Cache-Control", "\(who), max-age=\(maximumAge)"))
    }
    if variesByAccept { fields.append(("Vary", "Accept")) }
    return fields
  }
}
