// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
package import Markup
package import SystemConcurrency

/// What the style sheets of a document may still take.
package final class StyleBudget {
  /// Rules, and bytes of their text.
  var rules = 200_000, bytes = 32 << 20
  /// Sheets that others import.
  var imports = 1000
  /// The files that are being read, each within the one before.
  var open: [String] = []
  /// The files that were parsed, by reference and media.
  var parsed: [[String]: StyleSheet] = [:]

  /// Creates the budget of a document.
  package init() {}

  /// The file of a reference.
  static func file(_ reference: String) -> String {
    String(reference.prefix { $0 != "?" && $0 != "#" })
  }
}

/// A parsed style sheet: a value that styles any document in any environment.
package struct StyleSheet: Sendable {
  /// Loads the text of a style sheet by its reference; `nil` if it is not there.
  package typealias Loader = (_ reference: String) throws -> String?

  /// The name for notes.
  package let name: String
  /// What has no effect, each kind once.
  package internal(set) var notes: [StyleNote] = []

  var rules: [StyleRule] = []
  var media: [MediaBlock] = []
  var faces: [ConditionalRule<FontFace>] = []
  var pages: [ConditionalRule<PageRule>] = []
  /// The layers in the order of their first naming.
  private(set) var layers: [String] = []
  private var ranks: [String: Int] = [:]
  /// What `@property` registers.
  var properties: [ConditionalRule<RegisteredProperties.Rule>] = []
  var anonymousLayers = 0
  /// What was noted.
  var noted: Set<String> = []

  /// The rank of a layer among those of the sheet; rules without a layer are above all.
  mutating func layer(_ name: String?) -> Int {
    guard let name else { return .max }
    if let rank = ranks[name] { return rank }
    layers.append(name)
    ranks[name] = layers.count - 1
    return layers.count - 1
  }

  /// Whether a layer is named already, or may be: names are short, and there are not too many.
  func mayHave(layer name: String) -> Bool {
    ranks[name] != nil || (layers.count < 1000 && name.utf8.count <= 1024)
  }

  /// Whether each block of media holds in an environment.
  func holding(in environment: MediaEnvironment) -> [Bool] {
    media.reduce(into: []) { holding, block in
      let isWithin = block.parent.map { holding[$0] } ?? true
      holding.append(isWithin && block.condition.holds(in: environment) == true)
    }
  }

  /// Parses a style sheet and those that it imports.
  ///
  /// - Parameters:
  ///   - text: The sheet.
  ///   - name: The name for notes.
  ///   - base: The reference of the sheet: those within it are resolved against it.
  ///   - media: The media query on which the sheet depends; empty for all.
  ///   - line: The line of the document at which the text begins, for notes.
  ///   - budget: What the sheets of the document may still take.
  ///   - load: Loads what is imported.
  ///   - cancellation: Polled.
  /// - Throws: `CancellationError`, and what `load` throws.
  package init(
    _ text: String, name: String = "", base: String = "", media: String = "", line: Int = 1,
    budget: StyleBudget = StyleBudget(), load: Loader = { _ in nil },
    cancellation: Cancellation = .never
  ) throws {
    self.init(empty: name)
    var place = StyleSheetParser.Place()
    if !media.isEmpty {
      var reader = ValueReader(
        CSSTokenizer.tokens(of: media),
        ValueContext(environment: MediaEnvironment(viewport: Size(width: 0, height: 0))))
      self.media.append(MediaBlock(condition: reader.mediaQueries(), parent: nil))
      place.condition = 0
    }
    try StyleSheetParser.parse(
      text, into: &self, name: name, base: base, line: line, place: place, budget: budget,
      load: load, cancellation: cancellation)
  }

  init(empty name: String) { self.name = name }

  /// A sheet without rules.
  package static let none = StyleSheet(empty: "")

  /// The sheets of a document in order: those of `<style>` and of `<link rel=stylesheet>`.
  ///
  /// - Throws: `CancellationError`, and what `load` throws.
  package static func sheets(
    of tree: MarkupTree, base: String = "", load: Loader = { _ in nil },
    cancellation: Cancellation = .never
  ) throws -> [StyleSheet] {
    var sheets: [StyleSheet] = []
    let budget = StyleBudget()
    for node in tree.nodes.indices where tree[node].isElement {
      try cancellation.check()
      let media = tree.attribute("media", of: node) ?? ""
      let type = tree.attribute("type", of: node)?.lowercasedASCII ?? ""
      guard type.isEmpty || type.hasPrefix("text/css") else { continue }
      switch tree[node].name {
      case "style":
        let first = tree.firstChild(of: node) ?? node
        sheets.append(
          try StyleSheet(
            tree.text(of: node), base: base, media: media, line: tree.position(of: first).line,
            budget: budget, load: load, cancellation: cancellation))
      case "link":
        let kinds = (tree.attribute("rel", of: node) ?? "").lowercasedASCII.split {
          $0.isWhitespace
        }
        guard kinds.contains("stylesheet"), !kinds.contains("alternate"),
          let link = tree.attribute("href", of: node)?.trimmed
        else { continue }
        let reference = ValueContext.resolve(link, against: base)
        func note(_ kind: StyleNote.Kind, _ text: String) {
          var sheet = StyleSheet(empty: link)
          let place = tree.position(of: node)
          sheet.notes = [
            StyleNote(kind: kind, text: text, sheet: "", line: place.line, column: place.column)
          ]
          sheets.append(sheet)
        }
        if budget.bytes < 0 || budget.rules < 0 {
          note(.limit, "the style sheets of the document")
        } else if let sheet = budget.parsed[[reference, media]] {
          budget.rules -= sheet.rules.count
          sheets.append(sheet)
        } else if let text = try load(reference) {
          let sheet = try StyleSheet(
            text, name: link, base: reference, media: media, budget: budget, load: load,
            cancellation: cancellation)
          budget.parsed[[reference, media]] = sheet
          sheets.append(sheet)
        } else {
          note(.resource, StyleNote.shortened(reference))
        }
      default: break
      }
    }
    return sheets
  }
}

extension String {
  /// The text without white space around it, as addresses are read (HTML, §2.4.1).
  package var trimmed: String {
    func isSpace(_ byte: UInt8) -> Bool { byte <= 32 }
    guard utf8.first.map(isSpace) == true || utf8.last.map(isSpace) == true else { return self }
    let start = utf8.firstIndex { !isSpace($0) } ?? endIndex
    let end = utf8.lastIndex { !isSpace($0) }.map { utf8.index(after: $0) } ?? start
    return String(self[start..<end])
  }
}
