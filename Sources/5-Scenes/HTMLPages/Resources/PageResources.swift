// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import DocumentJSON
internal import Markup
internal import SVGPictures
internal import StyleSheets
internal import StyledDocuments
internal import SystemConcurrency
internal import SystemFiles

/// The contents of an element that has a size of its own.
struct ReplacedContent {
  enum Picture {
    case bitmap(Bitmap)
    case vector(SVGPicture)
  }

  /// The picture; `nil` for an empty place.
  var picture: Picture?
  /// The size of the content, as far as it has one.
  var natural = NaturalSize(width: nil, height: nil)
  /// Whether the picture is part of the page.
  var isInline = false

  /// A place for a picture that is not there.
  static let missing = ReplacedContent(natural: NaturalSize(width: 0, height: 0))

  /// The size that the content has where its box has none (CSS 2.2, §10.3.2 and §10.6.2).
  var size: Size {
    natural.size(width: nil, height: nil, default: Size(width: 300, height: 150))
  }
}

/// The files of a page: style sheets, pictures and fonts below its root.
final class PageResources {
  let files: DocumentFiles
  private var pictures: [String: ReplacedContent?] = [:]
  /// The first references that were not read with the reasons, in the order in which they were
  /// used, and all of them.
  private(set) var missing: [(reference: String, reason: String)] = []
  private var missed: Set<String> = []

  /// The largest style sheet, in bytes.
  private static let sheetLimit = 16 << 20

  /// The parts of SVG pictures that have no effect, in sentences.
  private var pictureNotes: [String] = []
  let environment: MediaEnvironment
  let cancellation: Cancellation

  init(_ files: DocumentFiles, _ environment: MediaEnvironment, cancellation: Cancellation) {
    (self.files, self.environment, self.cancellation) = (files, environment, cancellation)
    files.environment = environment
  }

  /// What was not read, and what of pictures has no effect, in sentences.
  var notes: [String] {
    let rest = missed.count - missing.count
    return missing.map { "'\($0.reference)' is not shown: \($0.reason)" }
      + (rest > 0 ? ["And \(rest) more files are not shown."] : []) + pictureNotes
  }

  /// The text of a style sheet; `nil` if it cannot be read.
  func sheet(_ reference: String) -> String? {
    if let address = DataAddress(reference.trimmed) {
      guard files.readsAddresses, let bytes = address.bytes else {
        miss(reference, "its bytes cannot be read here")
        return nil
      }
      return Self.text(of: bytes)
    }
    guard let name = name(of: reference) else { return nil }
    do throws(FileError) {
      let bytes = try files.scope.open(name).contents(limit: Self.sheetLimit, files.cancellation)
      return bytes.map(Self.text(of:))
    } catch {
      miss(reference, files.unopened(name, error, DocumentKey("")).message)
      return nil
    }
  }

  /// The text of a style sheet by its byte order mark or `@charset` (CSS Syntax 3, §3.2): UTF-8,
  /// UTF-16 or Latin 1.
  private static func text(of bytes: [UInt8]) -> String {
    func units(_ high: Int) -> [UInt16] {
      stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
      }
    }
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFE, 0xFF): return String(decoding: units(0), as: UTF16.self)
    case (0xFF, 0xFE): return String(decoding: units(1), as: UTF16.self)
    default: break
    }
    let rule = Array("@charset \"".utf8)
    if bytes.starts(with: rule) {
      let name = String(decoding: bytes.dropFirst(rule.count).prefix { $0 != 0x22 }, as: UTF8.self)
      if ["iso-8859-1", "latin1", "windows-1252", "us-ascii"].contains(name.lowercased()) {
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A picture by its reference; `nil` if it cannot be read.
  func picture(_ reference: String) -> ReplacedContent? {
    let reference = reference.trimmed
    if let known = pictures[reference] { return known }
    var made: ReplacedContent?
    if let name = reference.lowercased().hasPrefix("data:") ? reference : name(of: reference) {
      do throws(DocumentError) {
        switch try files.picture(name, DocumentKey("")).get() {
        case .bitmap(let image):
          made = ReplacedContent(
            picture: .bitmap(image),
            natural: NaturalSize(width: Double(image.width), height: Double(image.height)))
        case .vector(let picture):
          note(picture)
          made = ReplacedContent(picture: .vector(picture), natural: picture.natural)
        }
      } catch {
        miss(reference, error.message)
      }
    }
    pictures[reference] = .some(made)
    return made
  }

  private func note(_ picture: SVGPicture) {
    for note in picture.notes where pictureNotes.count < 100 && !pictureNotes.contains(note) {
      pictureNotes.append(note)
    }
  }

  /// The name of a file below the root; `nil` for an address of the network.
  func name(of reference: String) -> String? {
    let reference = reference.trimmed
    let end = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
    let path = reference[..<end]
    if let colon = path.firstIndex(of: ":"), !path[..<colon].contains("/") {
      miss(reference, "nothing is read from addresses")
      return nil
    }
    return String(decoding: path.unescaped, as: UTF8.self)
  }

  /// Notes that a reference was not read.
  func miss(_ reference: String, _ reason: String) {
    let short = StyleNote.shortened(reference)
    if missed.insert(short).inserted, missing.count < StyleNote.most {
      missing.append((short, reason))
    }
  }

  // MARK: Elements

  /// The contents of an element that its text does not make; `nil` for others.
  func replacedContent(of node: Int, in styled: StyledTree) -> ReplacedContent? {
    let tree = styled.tree
    switch tree[node].name {
    case "img", "image":
      if let content = tree.attribute("src", of: node).flatMap(picture) { return content }
      // Without a picture the alternative text stands there, or nothing.
      return tree.attribute("alt", of: node)?.isEmpty ?? true ? .missing : nil
    case "input" where tree.attribute("type", of: node)?.lowercased() == "image":
      return tree.attribute("src", of: node).flatMap(picture)
    case "object", "embed":
      let name = tree.attribute(tree[node].name == "object" ? "data" : "src", of: node)
      return name.flatMap(picture)
    case "svg":
      let picture = SVGPicture(styled, node: node)
      note(picture)
      return ReplacedContent(picture: .vector(picture), natural: picture.natural, isInline: true)
    case "iframe", "video", "canvas": return ReplacedContent()
    default: return nil
    }
  }

  /// The text that a control shows, or that stands in place of a picture; `nil` for other elements.
  func ownText(of node: Int, in tree: MarkupTree) -> String? {
    switch tree[node].name {
    case "img": return tree.attribute("alt", of: node)
    case "select": return chosenText(of: node, in: tree).map { $0.isEmpty ? Self.emptyLine : $0 }
    case "input": break
    default: return nil
    }
    let type = tree.attribute("type", of: node)?.lowercased() ?? "text"
    switch type {
    case "submit": return tree.attribute("value", of: node) ?? "Submit"
    case "reset": return tree.attribute("value", of: node) ?? "Reset"
    case "hidden", "checkbox", "radio", "image", "color", "range": return nil
    case "file": return "Choose File  No file chosen"
    case "password":
      if let value = tree.attribute("value", of: node) {
        return String(repeating: "\u{2022}", count: min(value.count, 1000))
      }
      return tree.attribute("placeholder", of: node) ?? Self.emptyLine
    case "button": return tree.attribute("value", of: node)
    default:
      let text =
        tree.attribute("value", of: node).flatMap { $0.isEmpty ? nil : $0 }
        ?? tree.attribute("placeholder", of: node)
      return text.flatMap { $0.isEmpty ? nil : $0 } ?? Self.emptyLine
    }
  }

  /// What makes a line without text in a control: one as high as others (HTML, §15.5.4).
  private static let emptyLine = "\u{200B}"

  /// The text of the option that a list shows; `nil` for a list that shows several.
  private func chosenText(of node: Int, in tree: MarkupTree) -> String? {
    if tree.attribute("multiple", of: node) != nil || tree.attribute("size", of: node) != nil {
      return nil
    }
    let options = tree.subtree(of: node).filter { tree[$0].name == "option" }
    let chosen = options.last { tree.attribute("selected", of: $0) != nil } ?? options.first
    return chosen.map {
      tree.text(of: $0).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    } ?? ""
  }
}
