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

  /// Whether the request is to be done: `If-Match` is absent, a star, or names the tag. What is not
  /// there yet, or has no tag, matches no tag.
  func hold(for tag: String?) -> Bool {
    guard let ifMatch, ifMatch != "*" else { return true }
    guard let tag else { return false }
    return EntityTag.contains(ifMatch, tag, isWeak: false)
  }

  /// Whether the client has the answer: `If-None-Match` names the tag, which a star does not.
  func know(_ tag: String) -> Bool {
    ifNoneMatch.map { EntityTag.contains($0, tag, isWeak: true) } ?? false
  }

  /// Whether any answer that is there is one that the client has.
  var knowAll: Bool { ifNoneMatch == "*" }

  /// Whether a document may be stored at an address. `If-None-Match` is no reason not to keep it
  /// again: an address has one document, whose hash it names.
  ///
  /// - Parameter tag: That of what is stored there; `nil` if nothing is.
  func allowStoring(over tag: String?) -> Bool { tag == nil ? ifMatch == nil : hold(for: tag) }
}
