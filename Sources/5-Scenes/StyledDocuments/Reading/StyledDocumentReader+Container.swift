// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
package import DocumentJSON
internal import TextModel
internal import TextTypesetting

// The shape, the exclusions and the columns of a document.
extension StyledDocumentReader {
  /// Reads a shape: SVG path data, or an object.
  mutating func shape(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> ContainerShape {
    if case .string(let data) = value {
      return .path(try PathValue.path(data: data, key, cancellation, notes: &notes))
    }
    guard case .object = value else { throw key.typeError("path data or an object", value) }
    let members = try ObjectMembers<ShapeMember>(value, key, &unknownKeys)
    var rule = FillRule.nonZero
    if let (value, key) = members[.rule] {
      rule = (try key.keyword(value) as FillRuleKeyword).rule
    }
    return .path(try path(members, key, corners: members[.corners]), rule: rule)
  }

  /// Reads a list of areas that lines keep clear of.
  mutating func exclusions(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> [StyledDocument.Exclusion] {
    var list = try key.list(value)
    guard list.count <= StyledDocument.mostExclusions else {
      throw key.error("more than \(StyledDocument.mostExclusions) exclusions", .tooLarge)
    }
    var exclusions: [StyledDocument.Exclusion] = []
    while let (key, value) = try list.next() {
      let members = try ObjectMembers<ExclusionMember>(value, key, &unknownKeys)
      var margin: Length = 0
      if let (value, key) = members[.margin] {
        margin = try key.length(value)
        guard margin.value >= 0 else { throw key.error("a margin below 0") }
      }
      let path = try path(members, key, corners: members[.corners])
      exclusions.append(StyledDocument.Exclusion(path: path, margin: margin))
    }
    return exclusions
  }

  /// Reads the path of an object: SVG path data, or one shape.
  private mutating func path<Member: DocumentObject>(
    _ members: ObjectMembers<Member>, _ parent: DocumentKey,
    corners: (value: JSONValue, key: DocumentKey)?
  ) throws(DocumentError) -> Path {
    let round = try corners.map { (value, key) throws(DocumentError) in
      try PathValue.corners(value, key)
    }
    let names = Member.allCases.filter { name in
      let shape = PathMember(rawValue: name.rawValue)
      return name.rawValue == ShapeMember.path.rawValue || shape != nil && shape != .corners
    }
    let given = names.filter { members[$0] != nil }
    guard given.count == 1, let (value, key) = members[given[0]] else {
      let words = names.map(\.rawValue).joined(separator: ", ")
      throw parent.error("one of \(words) is wanted, not \(given.count)")
    }
    guard let shape = PathMember(rawValue: given[0].rawValue) else {
      return try PathValue.path(data: key.string(value), key, cancellation, notes: &notes)
    }
    return try PathValue.path(of: shape, value, key, corners: round ?? .all)
  }

  /// Reads columns: their number, or an object.
  mutating func columns(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> StyledDocument.Columns {
    guard case .object = value else { return try Self.columns(count: value, key) }
    let members = try ObjectMembers<ColumnsMember>(value, key, &unknownKeys)
    var columns = StyledDocument.Columns(count: 1)
    if let (value, key) = members[.gap] {
      columns.gap = try key.length(value)
      guard columns.gap.value >= 0 else { throw key.error("a gap below 0") }
    }
    if let (value, key) = members[.balance] { columns.isBalanced = try key.bool(value) }
    if let (value, key) = members[.count] {
      columns.count = try Self.columns(count: value, key).count
    }
    return columns
  }

  /// Reads a number of columns.
  package static func columns(
    count value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> StyledDocument.Columns {
    let number = try key.value(value, .columns) { OptionValue.number($0) }
    guard let count = Int(exactly: number), count >= 1 else { throw key.malformed(value, .columns) }
    guard count <= StyledDocument.Columns.mostColumns else {
      throw key.error("more than \(StyledDocument.Columns.mostColumns) columns", .tooLarge)
    }
    return StyledDocument.Columns(count: count)
  }
}
