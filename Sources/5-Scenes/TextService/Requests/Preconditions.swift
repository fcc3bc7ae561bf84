// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The fields `If-Match` and `If-None-Match` of a request.
///
/// Source: RFC 9110, sections 13.1.1, 13.1.2 and 13.2.2.
struct Preconditions: Sendable {
  private let ifMatch: String?
  private let ifNoneMatch: String?

  init(_ head: ServiceHead) {
    (ifMatch, ifNoneMatch) = (head.list("if-match"), head.list("if-none-match"))
  }

  /// Whether the request may be done: `If-Match` is absent, a star, or contains the tag.
  ///
  /// - Parameter tag: The tag of the answer; `nil` if it has none, which no tag matches.
  func hold(for tag: String?) -> Bool {
    guard let ifMatch, ifMatch != "*" else { return true }
    guard let tag else { return false }
    return EntityTag.contains(ifMatch, tag, isWeak: false)
  }

  /// Whether the client has the answer already: `If-None-Match` contains the tag. A star is handled
  /// by ``knowAll``.
  func know(_ tag: String) -> Bool {
    ifNoneMatch.map { EntityTag.contains($0, tag, isWeak: true) } ?? false
  }

  /// Whether `If-None-Match` is a star, which matches any answer.
  var knowAll: Bool { ifNoneMatch == "*" }

  /// Whether a document may be stored at an address. `If-None-Match` is ignored: the address
  /// contains the hash of the document, so storing it again changes nothing.
  ///
  /// - Parameter tag: The tag of the document that is stored there; `nil` if there is none.
  func allowStoring(over tag: String?) -> Bool { tag == nil ? ifMatch == nil : hold(for: tag) }
}
