// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

/// A message to viewers, apart from pictures: a name and a value of JSON.
///
/// A viewer that is slow misses messages, but never the last one of a name.
public struct BrowserMessage: Hashable, Sendable {
  /// The most bytes of a message; longer ones are not sent.
  public static let byteLimit = 65_536
  /// The most names that a server keeps messages of; more are not sent.
  package static let nameLimit = 64

  /// The subject, such as `title`.
  public let name: String
  /// The value, as JSON.
  public let json: String
  /// The only viewer that gets the message; `nil` for all.
  public var viewer: ViewerID?
  /// Whether viewers that connect later are sent the newest message of this name. Ignored for a
  /// message to one viewer.
  public var isKept: Bool

  /// Creates a message for a script of your own page.
  ///
  /// - Parameters:
  ///   - name: The subject.
  ///   - json: The value. It must be well-formed JSON.
  ///   - viewer: The only viewer that gets it; `nil` for all.
  ///   - isKept: Whether viewers that connect later get it, too.
  public init(_ name: String, json: String, to viewer: ViewerID? = nil, isKept: Bool = false) {
    (self.name, self.json, self.viewer, self.isKept) = (name, json, viewer, isKept)
  }

  private init(
    _ name: String, to viewer: ViewerID?, isKept: Bool, _ write: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter()
    write(&writer)
    self.init(
      name, json: String(decoding: writer.bytes, as: UTF8.self), to: viewer, isKept: isKept)
  }

  /// The whole message: an object with one member.
  var text: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name(text: name)
    writer.raw(Array(json.utf8))
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

// MARK: - Messages of the built-in page

extension BrowserMessage {
  /// The title of the page; viewers that connect later get it, too.
  public static func title(_ title: String) -> BrowserMessage {
    BrowserMessage("title", to: nil, isKept: true) { $0.string(title) }
  }

  /// The name of the layer under the pointer, or what was tapped, for the status line; `nil` for
  /// none.
  public static func hit(_ text: String?, to viewer: ViewerID) -> BrowserMessage {
    BrowserMessage("hit", to: viewer, isKept: false) { writer in
      if let text { writer.string(text) } else { writer.null() }
    }
  }

  /// The pointer's form over the picture, in a word of CSS: `default`, `pointer`, `text`, …
  public static func cursor(_ word: String, to viewer: ViewerID) -> BrowserMessage {
    BrowserMessage("cursor", to: viewer, isKept: false) { $0.string(word) }
  }

  /// Opens an address in another tab, if it is one of `http`, `https` or `mailto`.
  public static func link(_ address: String, to viewer: ViewerID) -> BrowserMessage {
    BrowserMessage("link", to: viewer, isKept: false) { $0.string(address) }
  }

  /// Sentences below the picture, such as errors of a scene; empty for none. Viewers that connect
  /// later get them, too.
  public static func notes(_ notes: [String]) -> BrowserMessage {
    BrowserMessage("notes", to: nil, isKept: true) { writer in
      writer.beginArray()
      for note in notes { writer.string(note) }
      writer.endArray()
    }
  }

  /// The controls beside the picture. They are kept.
  public static func controls(_ controls: [BrowserControl]) -> BrowserMessage {
    BrowserMessage("controls", to: nil, isKept: true) { writer in
      writer.beginArray()
      for control in controls { control.write(to: &writer) }
      writer.endArray()
    }
  }

  /// A table beside the picture: the heads of the columns, and the rows. Viewers that connect later
  /// get it, too.
  public static func counters(columns: [String], rows: [[BrowserValue]]) -> BrowserMessage {
    BrowserMessage("counters", to: nil, isKept: true) { writer in
      writer.beginObject()
      writer.name("columns")
      writer.beginArray()
      for column in columns { writer.string(column) }
      writer.endArray()
      writer.name("rows")
      writer.beginArray()
      for row in rows {
        writer.beginArray()
        for cell in row { cell.write(to: &writer) }
        writer.endArray()
      }
      writer.endArray()
      writer.endObject()
    }
  }
}

/// A control of the page; its use is sent as ``BrowserEvent/action(_:value:)``.
public struct BrowserControl: Hashable, Sendable {
  /// The kind of control.
  public enum Kind: Hashable, Sendable {
    /// A button.
    case button
    /// A box that is ticked or not.
    case checkbox(isOn: Bool)
    /// A slider.
    case range(from: Double, to: Double, step: Double, value: Double)
  }

  /// The name of the action.
  public var action: String
  /// The text.
  public var label: String
  /// The kind of control.
  public var kind: Kind

  /// Creates a control.
  public init(_ action: String, label: String, kind: Kind = .button) {
    (self.action, self.label, self.kind) = (action, label, kind)
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("action", action)
    writer.member("label", label)
    switch kind {
    case .button: writer.member("kind", "button")
    case .checkbox(let isOn):
      writer.member("kind", "checkbox")
      writer.member("value", isOn)
    case .range(let from, let to, let step, let value):
      writer.member("kind", "range")
      writer.member("from", from)
      writer.member("to", to)
      writer.member("step", step)
      writer.member("value", value)
    }
    writer.endObject()
  }
}

extension BrowserValue {
  func write(to writer: inout JSONWriter) {
    switch self {
    case .bool(let value): writer.bool(value)
    case .number(let value): writer.number(value)
    case .text(let value): writer.string(value)
    }
  }
}
