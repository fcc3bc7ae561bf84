// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The form in which an archive holds a value, where it differs from the `Codable` form of the
/// value's own type.
package protocol CodedForm: Codable, SendableMetatype {
  associatedtype Value: Equatable & Sendable

  init(_ value: Value)
  var value: Value { get }
}

extension Optional: CodedForm where Wrapped: CodedForm {
  package init(_ value: Wrapped.Value?) { self = value.map { Wrapped($0) } }

  package var value: Wrapped.Value? { self?.value }
}

/// A value whose archive is an object of its fields.
package protocol FieldCodable: Codable, Sendable {
  static var fields: CodedFields<Self> { get }
}

extension FieldCodable {
  /// Decodes a value; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws { self = try Self.fields.value(from: decoder) }

  /// Encodes the value; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws { try Self.fields.encode(self, to: encoder) }
}

/// The fields of a value as members of an object in an archive.
package struct CodedFields<Root: Sendable>: Sendable {
  /// The standard value: archives leave out the fields that are equal to those of this value.
  let standard: Root
  private let fields: [CodedField<Root>]

  package init(_ standard: Root, _ fields: [CodedField<Root>]) {
    (self.standard, self.fields) = (standard, fields)
  }

  package func encode(_ root: Root, to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: MemberName.self)
    for field in fields { try field.write(root, standard, MemberName(field.name), &members) }
  }

  /// Decodes the fields that have members; all others are taken from a given value, or from
  /// ``standard``.
  package func value(from decoder: any Decoder, changing value: Root? = nil) throws -> Root {
    var root = value ?? standard
    let members = try decoder.container(keyedBy: MemberName.self)
    for field in fields {
      let names = [field.name, field.formerName].compactMap { $0.map { MemberName($0) } }
      let name = try names.first { try members.contains($0) && !members.decodeNil(forKey: $0) }
      if let name {
        try field.read(&root, name, members)
      } else if field.isRequired {
        throw DecodingError.keyNotFound(
          MemberName(field.name),
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "\(field.name) is missing."))
      }
    }
    return root
  }
}

/// A field of a value as a member of an object.
package struct CodedField<Root>: Sendable {
  fileprivate typealias Output = KeyedEncodingContainer<MemberName>
  fileprivate typealias Input = KeyedDecodingContainer<MemberName>
  package typealias Place<Value> = any WritableKeyPath<Root, Value> & Sendable

  /// The name of the member, in archives as in documents.
  package var name: String
  /// The name in archives of version 0.2.0; `nil` if it was the same.
  fileprivate let formerName: String?
  /// Whether the member is always written and must be there.
  fileprivate var isRequired = false
  fileprivate let write: @Sendable (Root, Root, MemberName, inout Output) throws -> Void
  fileprivate let read: @Sendable (inout Root, MemberName, Input) throws -> Void

  /// A field that closures write and read, possibly in different forms.
  ///
  /// - Parameters:
  ///   - formerly: The name in archives of version 0.2.0, if it was another one.
  ///   - write: Makes the member from the value and the standard value; `nil` leaves it out.
  package init<Written: Encodable & SendableMetatype, Read: Decodable & SendableMetatype>(
    _ name: String, formerly: String? = nil,
    write: @escaping @Sendable (_ root: Root, _ standard: Root) -> Written?,
    read: @escaping @Sendable (Read, inout Root) -> Void
  ) {
    (self.name, formerName) = (name, formerly)
    self.write = { root, standard, name, members in
      if let value = write(root, standard) { try members.encode(value, forKey: name) }
    }
    self.read = { root, name, members in read(try members.decode(Read.self, forKey: name), &root) }
  }

  /// A member that is read from archives of version 0.2.0 and no longer written.
  package init<Read: Decodable & SendableMetatype>(
    former name: String, _ read: @escaping @Sendable (Read, inout Root) -> Void
  ) {
    self.init(name, write: { _, _ in nil as Bool? }, read: read)
  }

  /// A field that is left out where it has its standard value, unless it is required.
  package init<Value: Codable & Equatable & Sendable>(
    _ name: String, formerly: String? = nil, _ place: Place<Value>, isRequired: Bool = false
  ) {
    self.init(name, formerly: formerly) { root, standard in
      let value = root[keyPath: place]
      return isRequired || value != standard[keyPath: place] ? value : nil
    } read: {
      $1[keyPath: place] = $0
    }
    self.isRequired = isRequired
  }

  /// A field that archives hold as a ``CodedForm``, and leave out where it has its standard value.
  package init<Form: CodedForm>(
    _ name: String, formerly: String? = nil, _ place: Place<Form.Value>, as form: Form.Type
  ) {
    self.init(name, formerly: formerly) { root, standard in
      let value = root[keyPath: place]
      return value == standard[keyPath: place] ? nil : Form(value)
    } read: { (form: Form, root) in
      root[keyPath: place] = form.value
    }
  }
}

/// The name of a member of an object.
package struct MemberName: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init(stringValue: String) { self.init(stringValue) }
  package init?(intValue: Int) { nil }
}

/// A value that documents and archives hold as one string, its notation.
package protocol Notation: Codable {
  /// The type that archives of version 0.2.0 hold for the value.
  associatedtype Former: Decodable

  /// Parses the notation; `nil` if it is malformed.
  init?(notation: String)
  init?(former: Former)
  var notation: String { get }
}

extension Notation {
  /// Decodes the notation, or what archives of version 0.2.0 hold.
  public init(from decoder: any Decoder) throws { try self.init(notationFrom: decoder) }

  /// Encodes the notation.
  public func encode(to encoder: any Encoder) throws { try notation.encode(to: encoder) }

  init(notationFrom decoder: any Decoder) throws {
    let text = try? String(from: decoder)
    guard let value = try text.map({ Self(notation: $0) }) ?? Self(former: Former(from: decoder))
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "'\(text ?? "The value")' is not understood."))
    }
    self = value
  }
}

/// A case of an enumeration, written as its word; archives of version 0.2.0 hold its raw value.
package struct CodedWord<Value: ListedKeyword & RawRepresentable<UInt8>>: CodedForm, Notation {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package init?(notation: String) {
    guard let value = Value(keyword: notation) else { return nil }
    self.value = value
  }

  package init?(former: UInt8) {
    guard let value = Value(rawValue: former) else { return nil }
    self.value = value
  }

  package var notation: String { value.keyword }
}
