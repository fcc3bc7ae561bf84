// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The form in which an archive holds a value.
package protocol CodedForm: Codable, SendableMetatype {
  associatedtype Value: Equatable & Sendable

  init(_ value: Value)
  var value: Value { get }
}

extension Optional: CodedForm where Wrapped: CodedForm {
  package init(_ value: Wrapped.Value?) { self = value.map { Wrapped($0) } }

  package var value: Wrapped.Value? { self?.value }
}

/// The keyword of an enumeration; archives of version 0.2.0 have the number of the case.
package struct CodedWord<Value: Keyword & RawRepresentable & Equatable>: CodedForm
where Value.RawValue == UInt8 {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let found: Value?
    if let number = try? container.decode(UInt8.self) {
      found = Value(rawValue: number)
    } else {
      found = Value(keyword: try container.decode(String.self))
    }
    guard let found else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "The value is none of \(Value.keywords).")
    }
    value = found
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.keyword)
  }
}

/// A field of a value as a member of an object in an archive.
package struct CodedField<Root>: Sendable {
  fileprivate typealias Output = KeyedEncodingContainer<MemberName>
  fileprivate typealias Input = KeyedDecodingContainer<MemberName>

  /// The name of the member, which is that of documents.
  package var name: String
  /// The name in archives of version 0.2.0, where that is another one.
  private let formerName: String?
  private let write: @Sendable (Root, MemberName, inout Output) throws -> Void
  private let read: @Sendable (inout Root, MemberName, Input) throws -> Void

  /// A field of which something is written and something is read.
  ///
  /// - Parameters:
  ///   - formerly: The name in archives of version 0.2.0, if it was another one.
  ///   - write: The value of the member; `nil` if it is left out.
  package init<Written: Encodable & SendableMetatype, Read: Decodable & SendableMetatype>(
    _ name: String, formerly: String? = nil,
    write: @escaping @Sendable (Root) -> Written?,
    read: @escaping @Sendable (Read, inout Root) -> Void
  ) {
    self.name = name
    formerName = formerly
    self.write = { root, name, members in
      if let value = write(root) { try members.encode(value, forKey: name) }
    }
    self.read = { root, name, members in read(try members.decode(Read.self, forKey: name), &root) }
  }

  /// A member that is read and never written.
  package init<Read: Decodable & SendableMetatype>(
    reading name: String, _ read: @escaping @Sendable (Read, inout Root) -> Void
  ) {
    self.init(name, write: { _ in nil as Bool? }, read: read)
  }

  /// A field whose member is left out where it has its standard value.
  ///
  /// - Parameter standard: The standard value; `nil` for a member that is always written.
  package init<Value: Codable & Equatable & Sendable>(
    _ name: String, formerly: String? = nil, _ place: any WritableKeyPath<Root, Value> & Sendable,
    standard: Value?
  ) {
    self.init(name, formerly: formerly) { root in
      let value = root[keyPath: place]
      return value == standard ? nil : value
    } read: {
      $1[keyPath: place] = $0
    }
  }

  /// A field that archives hold in another form.
  package init<Form: CodedForm>(
    _ name: String, formerly: String? = nil,
    _ place: any WritableKeyPath<Root, Form.Value> & Sendable,
    as form: Form.Type, standard: Form.Value?
  ) {
    self.init(name, formerly: formerly) { root in
      let value = root[keyPath: place]
      return value == standard ? nil : Form(value)
    } read: { (form: Form, root) in
      root[keyPath: place] = form.value
    }
  }

  fileprivate func encode(_ root: Root, to members: inout Output) throws {
    try write(root, MemberName(name), &members)
  }

  fileprivate func decode(_ root: inout Root, from members: Input) throws {
    for name in [name, formerName] {
      guard let name = name.map(MemberName.init), members.contains(name),
        try !members.decodeNil(forKey: name)
      else { continue }
      return try read(&root, name, members)
    }
  }
}

extension Array {
  /// Encodes the fields of a value as members of an object.
  package func encode<Root>(
    _ root: Root, to encoder: any Encoder
  ) throws where Element == CodedField<Root> {
    var members = encoder.container(keyedBy: MemberName.self)
    for field in self { try field.encode(root, to: &members) }
  }

  /// Decodes the fields of a value; those whose members are absent keep their values.
  package func decode<Root>(
    _ root: inout Root, from decoder: any Decoder
  ) throws where Element == CodedField<Root> {
    let members = try decoder.container(keyedBy: MemberName.self)
    for field in self { try field.decode(&root, from: members) }
  }

  /// A value whose fields are decoded; the others are those of a standard.
  package func decoded<Root>(
    _ standard: Root, from decoder: any Decoder
  ) throws -> Root where Element == CodedField<Root> {
    var root = standard
    try decode(&root, from: decoder)
    return root
  }
}

/// The name of a member of an object.
package struct MemberName: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init?(stringValue: String) { self.init(stringValue) }
  package init?(intValue: Int) { nil }
}

extension KeyedEncodingContainer {
  /// Encodes a value unless it is the default, which is left out.
  package mutating func encode<Value: Encodable & Equatable>(
    _ value: Value, forKey key: Key, default standard: Value
  ) throws {
    if value != standard { try encode(value, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a value, or gives the default if it was left out.
  package func decode<Value: Decodable>(
    forKey key: Key, default standard: Value
  ) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? standard
  }
}
